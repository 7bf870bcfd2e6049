//! Semaphores found by the address of their counter: what `sync.Mutex` and the like sleep on.
//!
//! A module of its own because the counter lies in the program's memory and costs four bytes there;
//! who waits is kept here, in a table. As in Go a released semaphore is not promised to the woken
//! waiter unless the releaser hands it over: a running task may take it first, which is what makes
//! an uncontended-most-of-the-time mutex fast.

use crate::party::Party;
use crate::queue::{Entry, Queue};
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

/// Queues by address; few at a time, since most addresses are nobody's concern.
#[derive(Debug, Default)]
pub(crate) struct Queues {
    used: Vec<(usize, Queue)>,
    spare: Vec<Queue>,
}

impl Queues {
    /// The queue of an address, if anybody waits there.
    pub(crate) fn find(&mut self, address: usize) -> Option<&mut Queue> {
        self.used.iter_mut().find(|(a, _)| *a == address).map(|(_, queue)| queue)
    }

    /// The queue of an address.
    pub(crate) fn queue(&mut self, address: usize) -> &mut Queue {
        let at = match self.used.iter().position(|(a, _)| *a == address) {
            Some(at) => at,
            None => {
                let queue = self.spare.pop().unwrap_or_default();
                self.used.push((address, queue));
                self.used.len() - 1
            }
        };
        &mut self.used[at].1
    }

    /// Forgets an address where nobody waits any more, and keeps its memory.
    pub(crate) fn tidy(&mut self, address: usize) {
        let at = self.used.iter().position(|(a, queue)| *a == address && queue.is_empty());
        if let Some(at) = at {
            let (_, queue) = self.used.swap_remove(at);
            self.spare.push(queue);
        }
    }

    /// Who waits where.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, TaskRef)> {
        self.used
            .iter()
            .flat_map(|(address, queue)| queue.iter().map(|entry| (*address, entry.task)))
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

    /// The queues among which that of a word is.
    pub(crate) fn bucket_of(&self, word: &AtomicU32) -> MutexGuard<'_, Queues> {
        self.bucket(std::ptr::from_ref(word) as usize).queues.lock()
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
