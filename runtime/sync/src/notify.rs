//! Condition queues found by address: what `sync.Cond` sleeps on.
//!
//! A module of its own because a condition is no semaphore: a wake-up is for those who had joined
//! before it, whether or not they have got as far as sleeping. So joining (under the user's lock)
//! draws a number, waiting comes later, and a notification is for the lowest number not yet
//! notified. Both counters lie in the program's memory.

use crate::party::Party;
use crate::queue::Entry;
use crate::sema::Queues;
use minigo_sched::TaskRef;
use minigo_sched::loom::{AtomicU32, Mutex, Ordering};

/// What a wait came to.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitStep {
    /// Notified already.
    Notified,
    /// The task is in the queue: park, then ask [`NotifyTable::finish_wait`].
    Parked,
}

/// All condition queues of a machine that anybody waits in.
#[derive(Debug)]
pub struct NotifyTable {
    queues: Mutex<Queues>,
}

impl Default for NotifyTable {
    fn default() -> Self {
        Self::new()
    }
}

/// Whether number `a` was drawn before `b`; the counters wrap.
fn before(a: u32, b: u32) -> bool {
    (a.wrapping_sub(b) as i32) < 0
}

impl NotifyTable {
    /// A table with nobody in it.
    pub fn new() -> Self {
        Self { queues: Mutex::new(Queues::default()) }
    }

    /// Draws the number of a wait to come from `joined`, the condition's first counter.
    pub fn join(&self, joined: &AtomicU32) -> u32 {
        joined.fetch_add(1, Ordering::SeqCst)
    }

    /// Waits with `number` until it is notified; `notified` is the condition's second counter,
    /// whose address names the condition.
    pub fn wait(
        &self,
        on: &mut impl Party,
        me: TaskRef,
        notified: &AtomicU32,
        number: u32,
    ) -> WaitStep {
        let mut queues = self.queues.lock();
        if before(number, notified.load(Ordering::SeqCst)) {
            return WaitStep::Notified;
        }
        let ticket = on.waiter(me).begin();
        let address = std::ptr::from_ref(notified) as usize;
        queues.queue(address).push(Entry { task: me, ticket, case: 0, at: number });
        WaitStep::Parked
    }

    /// After a park: `None`: not yet, park again.
    pub fn finish_wait(&self, on: &impl Party, me: TaskRef) -> Option<WaitStep> {
        let waiter = on.waiter(me);
        waiter.completion()?;
        waiter.finish();
        Some(WaitStep::Notified)
    }

    /// Notifies everybody who has joined.
    pub fn notify_all(&self, on: &mut impl Party, joined: &AtomicU32, notified: &AtomicU32) {
        if joined.load(Ordering::SeqCst) == notified.load(Ordering::SeqCst) {
            return;
        }
        let address = std::ptr::from_ref(notified) as usize;
        let mut queues = self.queues.lock();
        notified.store(joined.load(Ordering::SeqCst), Ordering::SeqCst);
        let Some(queue) = queues.find(address) else { return };
        let mut woken = std::mem::take(queue);
        queues.tidy(address);
        drop(queues);
        while let Some(entry) = woken.pop() {
            Self::complete(on, entry);
        }
    }

    /// Notifies whoever joined first among those not yet notified.
    pub fn notify_one(&self, on: &mut impl Party, joined: &AtomicU32, notified: &AtomicU32) {
        if joined.load(Ordering::SeqCst) == notified.load(Ordering::SeqCst) {
            return;
        }
        let address = std::ptr::from_ref(notified) as usize;
        let mut queues = self.queues.lock();
        let number = notified.load(Ordering::SeqCst);
        if number == joined.load(Ordering::SeqCst) {
            return;
        }
        notified.store(number.wrapping_add(1), Ordering::SeqCst);
        let entry = queues.find(address).and_then(|q| q.take(|entry| entry.at == number));
        queues.tidy(address);
        drop(queues);
        // Without an entry its owner has not got as far as waiting, and will see the counter.
        if let Some(entry) = entry {
            Self::complete(on, entry);
        }
    }

    fn complete(on: &mut impl Party, entry: Entry) {
        let waiter = on.waiter(entry.task);
        if waiter.claim(entry.ticket, 0) {
            waiter.complete(true);
            on.wake(entry.task);
        }
    }

    /// Who waits, and where: for reports.
    pub fn waiting(&self) -> Vec<(usize, TaskRef)> {
        self.queues.lock().iter().collect()
    }
}
