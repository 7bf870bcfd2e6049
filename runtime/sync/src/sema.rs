//! Semaphores found by the address of their counter: what `sync.Mutex` and the like sleep on.
//!
//! A module of its own because the counter lies in the program's memory and costs four bytes there;
//! who waits is kept here, in a table. As in Go a released semaphore is not promised to the woken
//! waiter unless the releaser hands it over: a running task may take it first, which is what makes
//! an uncontended-most-of-the-time mutex fast.

use crate::party::Party;
use crate::queue::{Entry, Queue};
use hashbrown::HashMap;
use minigo_sched::TaskRef;
use minigo_sched::loom::{AtomicU32, Mutex, MutexGuard, Ordering, seq_cst_order};

/// What an acquisition came to.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AcquireStep {
    /// The counter was positive, and has been lowered.
    Acquired,
    /// The task is in the queue: park, then ask [`SemaTable::finish_acquire`].
    Parked,
}

/// Where a waiter goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Behind the others.
    Fifo,
    /// Before the others (it has waited before).
    Lifo,
}

/// Whether a released semaphore is given to the first waiter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handoff {
    /// It is: nobody else can take it.
    Direct,
    /// It is not: the waiter is woken, and tries.
    Compete,
}

const BUCKETS: usize = 251;

/// All semaphores of a machine that anybody waits for.
#[derive(Debug)]
pub struct SemaTable {
    buckets: Box<[Bucket]>,
}

#[derive(Debug)]
struct Bucket {
    /// How many wait here. SeqCst against the counters: a releaser raises the counter and then
    /// reads this, a waiter raises this and then reads the counter.
    waiters: AtomicU32,
    queues: Mutex<Queues>,
}

/// So many addresses of a part are looked through one by one: faster than any hash while there are few, and there mostly are.
const FEW: usize = 4;
/// So many empty queues of a part keep their memory.
const SPARE: usize = 4;

/// Queues by address: the first few in a row, all others hashed, so that to find one costs the same however many there are.
#[derive(Debug, Default)]
pub(crate) struct Queues {
    few: Vec<(usize, Queue)>,
    more: HashMap<usize, Queue>,
    spare: Vec<Queue>,
}

impl Queues {
    /// The queue of an address, if anybody waits there.
    pub(crate) fn find(&mut self, address: usize) -> Option<&mut Queue> {
        match self.few.iter().position(|(a, _)| *a == address) {
            Some(at) => Some(&mut self.few[at].1),
            None if self.more.is_empty() => None,
            None => self.more.get_mut(&address),
        }
    }

    /// The queue of an address.
    pub(crate) fn queue(&mut self, address: usize) -> &mut Queue {
        if let Some(at) = self.few.iter().position(|(a, _)| *a == address) {
            return &mut self.few[at].1;
        }
        let spare = &mut self.spare;
        // One that is hashed stays so, whatever becomes free in the row.
        if self.few.len() == FEW || self.more.contains_key(&address) {
            return self.more.entry(address).or_insert_with(|| spare.pop().unwrap_or_default());
        }
        self.few.push((address, spare.pop().unwrap_or_default()));
        &mut self.few.last_mut().expect("it was pushed").1
    }

    /// Forgets an address where nobody waits any more.
    pub(crate) fn tidy(&mut self, address: usize) {
        if !self.find(address).is_some_and(|queue| queue.is_empty()) {
            return;
        }
        let queue = match self.few.iter().position(|(a, _)| *a == address) {
            Some(at) => self.few.swap_remove(at).1,
            None => self.more.remove(&address).expect("it was found"),
        };
        if self.spare.len() < SPARE {
            self.spare.push(queue);
        }
        if self.more.is_empty() && self.more.capacity() > FEW {
            self.more = HashMap::default();
        }
    }

    /// Who waits where.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, TaskRef)> {
        let few = self.few.iter().map(|(address, queue)| (*address, queue));
        let all = few.chain(self.more.iter().map(|(address, queue)| (*address, queue)));
        all.flat_map(|(address, queue)| queue.iter().map(move |entry| (address, entry.task)))
    }
}

impl Default for SemaTable {
    fn default() -> Self {
        Self::new()
    }
}

/// Takes one off a positive counter.
fn lower(counter: &AtomicU32) -> bool {
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
    /// A table with nobody in it.
    pub fn new() -> Self {
        Self::with_buckets(BUCKETS)
    }

    /// A table of so many parts with a lock each; [`new`](Self::new) knows a good number.
    pub fn with_buckets(n: usize) -> Self {
        let bucket =
            || Bucket { waiters: AtomicU32::new(0), queues: Mutex::new(Queues::default()) };
        Self { buckets: (0..n).map(|_| bucket()).collect() }
    }

    fn bucket(&self, address: usize) -> &Bucket {
        &self.buckets[(address >> 3) % self.buckets.len()]
    }

    /// The queues among which that of an address is.
    pub(crate) fn bucket_at(&self, address: usize) -> MutexGuard<'_, Queues> {
        self.bucket(address).queues.lock()
    }

    /// Lowers `counter`, or queues `me` until somebody raises it.
    pub fn acquire(
        &self,
        on: &mut impl Party,
        me: TaskRef,
        counter: &AtomicU32,
        order: Order,
    ) -> AcquireStep {
        if lower(counter) {
            return AcquireStep::Acquired;
        }
        let address = std::ptr::from_ref(counter) as usize;
        let bucket = self.bucket(address);
        let mut queues = bucket.queues.lock();
        bucket.waiters.fetch_add(1, Ordering::SeqCst);
        seq_cst_order();
        if lower(counter) {
            bucket.waiters.fetch_sub(1, Ordering::SeqCst);
            return AcquireStep::Acquired;
        }
        let ticket = on.waiter(me).begin();
        let entry = Entry { task: me, ticket, case: 0, at: 0 };
        match order {
            Order::Fifo => {
                queues.queue(address).push(entry);
            }
            Order::Lifo => queues.queue(address).push_front(entry),
        }
        AcquireStep::Parked
    }

    /// After a park: `None`: not yet, park again. A waiter that was woken to compete and lost is
    /// queued again, as `order` says, which is [`AcquireStep::Parked`].
    pub fn finish_acquire(
        &self,
        on: &mut impl Party,
        me: TaskRef,
        counter: &AtomicU32,
        order: Order,
    ) -> Option<AcquireStep> {
        let waiter = on.waiter(me);
        let given = waiter.completion()?.ok;
        waiter.finish();
        Some(if given { AcquireStep::Acquired } else { self.acquire(on, me, counter, order) })
    }

    /// Raises `counter` and wakes the first who waits for that. True if the semaphore went to that
    /// waiter directly: then the releaser should yield to it.
    pub fn release(&self, on: &mut impl Party, counter: &AtomicU32, handoff: Handoff) -> bool {
        counter.fetch_add(1, Ordering::SeqCst);
        seq_cst_order();
        let address = std::ptr::from_ref(counter) as usize;
        let bucket = self.bucket(address);
        if bucket.waiters.load(Ordering::SeqCst) == 0 {
            return false;
        }
        let mut queues = bucket.queues.lock();
        let Some(queue) = queues.find(address) else { return false };
        let mut woken = None;
        while let Some(entry) = queue.pop() {
            bucket.waiters.fetch_sub(1, Ordering::SeqCst);
            if on.waiter(entry.task).claim(entry.ticket, 0) {
                woken = Some(entry);
                break;
            }
        }
        queues.tidy(address);
        drop(queues);
        let Some(entry) = woken else { return false };
        let given = handoff == Handoff::Direct && lower(counter);
        on.waiter(entry.task).complete(given);
        on.wake(entry.task);
        given
    }

    /// Who waits, and for the counter at which address: for reports.
    pub fn waiting(&self) -> Vec<(usize, TaskRef)> {
        let mut all = Vec::new();
        for bucket in &self.buckets {
            all.extend(bucket.queues.lock().iter());
        }
        all
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    fn entry(n: u64) -> Entry {
        let task = TaskRef::NONE;
        Entry { task, ticket: crate::waiter::Waiter::default().begin(), case: 0, at: n as u32 }
    }

    #[test]
    fn queues_are_found_however_many_there_are() {
        let mut queues = Queues::default();
        let addresses = || (1..=1000_u64).map(|n| (n as usize * 8, n));
        for (address, n) in addresses() {
            queues.queue(address).push(entry(n));
        }
        assert_eq!((queues.few.len(), queues.more.len()), (FEW, 1000 - FEW));
        assert_eq!(queues.iter().count(), 1000);
        assert!(queues.find(4).is_none() && queues.find(8008).is_none());
        // Room in the row does not give an address a second queue.
        assert!(queues.find(8).unwrap().pop().is_some());
        queues.tidy(8);
        queues.queue(8000).push(entry(2000));
        assert_eq!(queues.few.len(), FEW - 1);
        for (address, n) in addresses().skip(1) {
            let queue = queues.find(address).unwrap();
            assert_eq!(queue.pop().unwrap().at, n as u32);
            queues.tidy(address);
        }
        assert_eq!(queues.iter().count(), 1, "the second of the last address");
        assert_eq!(queues.find(8000).unwrap().pop().unwrap().at, 2000);
        queues.tidy(8000);
        assert!(queues.few.is_empty() && queues.more.capacity() == 0);
        assert!(queues.spare.len() <= SPARE);
    }
}
