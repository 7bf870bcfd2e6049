//! Semaphores found by the address of their counter: the waiting primitive of `sync.Mutex` and others (in Go
//! `semaTable`).
//!
//! The counter is four bytes in the program's memory; its waiters are kept here, in a table of [`SEMA_TABLE_SIZE`]
//! roots with a lock each. A root finds the queue of an address in constant time however many addresses it has (Go has
//! a treap there). As in Go a released semaphore is not reserved for the woken waiter unless the releaser hands it
//! over: a running task may take it first, which makes a mostly uncontended mutex fast.

use crate::queue::{Entry, Queue};
use crate::wake_context::WakeContext;
use hashbrown::HashMap;
use minigo_sched::TaskRef;
use minigo_sched::loom::{AtomicU32, Mutex, MutexGuard, Ordering, loom_seq_cst_fence};

/// The result of an acquisition.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AcquireStep {
    /// The counter was positive, and has been decremented.
    Acquired,
    /// The task is in the queue: park it, then call [`SemaTable::finish_acquire`].
    Parked,
}

/// The end of the queue at which a waiter is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueEnd {
    /// The waiter is queued behind the other waiters.
    Fifo,
    /// The waiter, which has waited before, is queued before the other waiters.
    Lifo,
}

/// Whether a released semaphore is given to the first waiter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handoff {
    /// The semaphore is given to the waiter: no other task can take it.
    Direct,
    /// The semaphore is not given: the waiter is woken, and competes.
    Compete,
}

const SEMA_TABLE_SIZE: usize = 251;

/// All semaphores of a machine that have waiters.
#[derive(Debug)]
pub struct SemaTable {
    roots: Box<[SemaRoot]>,
}

#[derive(Debug)]
struct SemaRoot {
    /// How many tasks wait at this root. SeqCst against the counters: a releaser increments the counter and then reads
    /// this field; a waiter increments this field and then reads the counter.
    waiter_count: AtomicU32,
    queues: Mutex<WaitQueues>,
}

/// How many addresses of a root are searched linearly: faster than any hash while there are few, as is usual.
const MAX_INLINE_QUEUES: usize = 4;
/// How many empty queues of a root keep their memory.
const SPARE_QUEUES: usize = 4;

/// The queues by address: the first `MAX_INLINE_QUEUES` in an array, all others hashed.
#[derive(Debug, Default)]
pub(crate) struct WaitQueues {
    inline_queues: Vec<(usize, Queue)>,
    hashed_queues: HashMap<usize, Queue>,
    spare_queues: Vec<Queue>,
}

impl WaitQueues {
    /// Returns the queue of an address, if any task waits there.
    pub(crate) fn find_queue(&mut self, address: usize) -> Option<&mut Queue> {
        match self.inline_queues.iter().position(|(a, _)| *a == address) {
            Some(at) => Some(&mut self.inline_queues[at].1),
            None if self.hashed_queues.is_empty() => None,
            None => self.hashed_queues.get_mut(&address),
        }
    }

    /// Returns the queue of an address, which is created if necessary.
    pub(crate) fn queue_or_create(&mut self, address: usize) -> &mut Queue {
        if let Some(at) = self.inline_queues.iter().position(|(a, _)| *a == address) {
            return &mut self.inline_queues[at].1;
        }
        let spare = &mut self.spare_queues;
        // An address that is hashed stays hashed, even if the array has room again.
        if self.inline_queues.len() == MAX_INLINE_QUEUES
            || self.hashed_queues.contains_key(&address)
        {
            return self
                .hashed_queues
                .entry(address)
                .or_insert_with(|| spare.pop().unwrap_or_default());
        }
        self.inline_queues.push((address, spare.pop().unwrap_or_default()));
        &mut self.inline_queues.last_mut().expect("the queue was pushed just now").1
    }

    /// Removes an address without waiters.
    pub(crate) fn remove_if_empty(&mut self, address: usize) {
        if !self.find_queue(address).is_some_and(|queue| queue.is_empty()) {
            return;
        }
        let queue = match self.inline_queues.iter().position(|(a, _)| *a == address) {
            Some(at) => self.inline_queues.swap_remove(at).1,
            None => self.hashed_queues.remove(&address).expect("the address was found above"),
        };
        if self.spare_queues.len() < SPARE_QUEUES {
            self.spare_queues.push(queue);
        }
        if self.hashed_queues.is_empty() && self.hashed_queues.capacity() > MAX_INLINE_QUEUES {
            self.hashed_queues = HashMap::default();
        }
    }

    /// The waiting tasks, with their addresses.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, TaskRef)> {
        let inline = self.inline_queues.iter().map(|(address, queue)| (*address, queue));
        let all = inline.chain(self.hashed_queues.iter().map(|(address, queue)| (*address, queue)));
        all.flat_map(|(address, queue)| queue.iter().map(move |entry| (address, entry.task)))
    }
}

impl Default for SemaTable {
    fn default() -> Self {
        Self::new()
    }
}

/// Decrements a positive counter; returns false if the counter is zero.
fn try_decrement(counter: &AtomicU32) -> bool {
    let mut n = counter.load(Ordering::SeqCst);
    while n > 0 {
        match counter.compare_exchange(n, n - 1, Ordering::SeqCst, Ordering::SeqCst) {
            Ok(_) => return true,
            Err(now) => n = now,
        }
    }
    false
}

impl SemaTable {
    /// Creates an empty table.
    pub fn new() -> Self {
        Self::with_roots(SEMA_TABLE_SIZE)
    }

    /// Creates a table of `n` roots; [`new`](Self::new) has as many as Go.
    pub fn with_roots(n: usize) -> Self {
        let root = || SemaRoot {
            waiter_count: AtomicU32::new(0),
            queues: Mutex::new(WaitQueues::default()),
        };
        Self { roots: (0..n).map(|_| root()).collect() }
    }

    fn root(&self, address: usize) -> &SemaRoot {
        &self.roots[(address >> 3) % self.roots.len()]
    }

    /// Locks the root of an address.
    pub(crate) fn lock_root(&self, address: usize) -> MutexGuard<'_, WaitQueues> {
        self.root(address).queues.lock()
    }

    /// Decrements `counter`, or queues `me` until the counter is incremented.
    pub fn acquire(
        &self,
        on: &mut impl WakeContext,
        me: TaskRef,
        counter: &AtomicU32,
        order: QueueEnd,
    ) -> AcquireStep {
        if try_decrement(counter) {
            return AcquireStep::Acquired;
        }
        let address = std::ptr::from_ref(counter) as usize;
        let root = self.root(address);
        let mut queues = root.queues.lock();
        root.waiter_count.fetch_add(1, Ordering::SeqCst);
        loom_seq_cst_fence();
        if try_decrement(counter) {
            root.waiter_count.fetch_sub(1, Ordering::SeqCst);
            return AcquireStep::Acquired;
        }
        let waiter = on.waiter(me);
        let (entry, queue) =
            (Entry::single(me, waiter.begin_wait()), queues.queue_or_create(address));
        waiter.note_entry_index(match order {
            QueueEnd::Fifo => queue.push(entry),
            QueueEnd::Lifo => queue.push_front(entry),
        });
        AcquireStep::Parked
    }

    /// To be called after a park; `None`: the task has not been woken, park again. A waiter that was woken to compete
    /// and lost is queued again in the given order; the result is then [`AcquireStep::Parked`].
    pub fn finish_acquire(
        &self,
        on: &mut impl WakeContext,
        me: TaskRef,
        counter: &AtomicU32,
        order: QueueEnd,
    ) -> Option<AcquireStep> {
        let waiter = on.waiter(me);
        let given = waiter.completion()?.is_operation_done;
        waiter.finish_wait();
        Some(if given { AcquireStep::Acquired } else { self.acquire(on, me, counter, order) })
    }

    /// Withdraws the parked task `me`; returns true if the task has got a unit before.
    pub fn withdraw_acquire(
        &self,
        on: &impl WakeContext,
        me: TaskRef,
        counter: &AtomicU32,
    ) -> bool {
        let address = std::ptr::from_ref(counter) as usize;
        let root = self.root(address);
        let mut queues = root.queues.lock();
        let waiter = on.waiter(me);
        let Some(woken) = waiter.withdraw_wait() else {
            if queues.queue_or_create(address).withdraw(waiter.entry_index(), me) {
                root.waiter_count.fetch_sub(1, Ordering::SeqCst);
            }
            queues.remove_if_empty(address);
            return false;
        };
        woken.is_operation_done || try_decrement(counter)
    }

    /// Increments `counter` and wakes the first waiter. Returns true if the semaphore was handed to that waiter: then
    /// the releaser should yield to it.
    pub fn release(
        &self,
        on: &mut impl WakeContext,
        counter: &AtomicU32,
        handoff: Handoff,
    ) -> bool {
        counter.fetch_add(1, Ordering::SeqCst);
        loom_seq_cst_fence();
        let address = std::ptr::from_ref(counter) as usize;
        let root = self.root(address);
        if root.waiter_count.load(Ordering::SeqCst) == 0 {
            return false;
        }
        let mut queues = root.queues.lock();
        let Some(queue) = queues.find_queue(address) else { return false };
        let mut woken = None;
        while let Some(entry) = queue.pop() {
            root.waiter_count.fetch_sub(1, Ordering::SeqCst);
            if on.waiter(entry.task).claim_wait(entry.wait_ticket, 0) {
                woken = Some(entry);
                break;
            }
        }
        queues.remove_if_empty(address);
        drop(queues);
        let Some(entry) = woken else { return false };
        let given = handoff == Handoff::Direct && try_decrement(counter);
        on.waiter(entry.task).complete_wait(given);
        on.wake(entry.task);
        given
    }

    /// The waiting tasks, with the addresses of their counters: for reports.
    pub fn waiting_tasks(&self) -> Vec<(usize, TaskRef)> {
        let mut all = Vec::new();
        for root in &self.roots {
            all.extend(root.queues.lock().iter());
        }
        all
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    fn entry(n: u64) -> Entry {
        let task = TaskRef::NONE;
        Entry {
            offset_or_time: n as u32,
            ..Entry::single(task, crate::waiter::Waiter::default().begin_wait())
        }
    }

    #[test]
    fn queues_are_found_however_many_there_are() {
        let mut queues = WaitQueues::default();
        let addresses = || (1..=1000_u64).map(|n| (n as usize * 8, n));
        for (address, n) in addresses() {
            queues.queue_or_create(address).push(entry(n));
        }
        assert_eq!(
            (queues.inline_queues.len(), queues.hashed_queues.len()),
            (MAX_INLINE_QUEUES, 1000 - MAX_INLINE_QUEUES)
        );
        assert_eq!(queues.iter().count(), 1000);
        assert!(queues.find_queue(4).is_none() && queues.find_queue(8008).is_none());
        // An address that has a queue does not get a second one when the array has room.
        assert!(queues.find_queue(8).unwrap().pop().is_some());
        queues.remove_if_empty(8);
        queues.queue_or_create(8000).push(entry(2000));
        assert_eq!(queues.inline_queues.len(), MAX_INLINE_QUEUES - 1);
        for (address, n) in addresses().skip(1) {
            let queue = queues.find_queue(address).unwrap();
            assert_eq!(queue.pop().unwrap().offset_or_time, n as u32);
            queues.remove_if_empty(address);
        }
        assert_eq!(queues.iter().count(), 1, "one waiter is left, the second of the last address");
        assert_eq!(queues.find_queue(8000).unwrap().pop().unwrap().offset_or_time, 2000);
        queues.remove_if_empty(8000);
        assert!(queues.inline_queues.is_empty() && queues.hashed_queues.capacity() == 0);
        assert!(queues.spare_queues.len() <= SPARE_QUEUES);
    }
}
