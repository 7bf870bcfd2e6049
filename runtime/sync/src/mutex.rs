//! Mutexes: one word in the program's memory, and a queue found by its address (Go: `sync.Mutex`).
//!
//! A task that finds the lock free takes it, even if others wait ([`Word::try_lock`]: one atomic instruction);
//! unlocking wakes the first of the queue to compete for it, one at a time. That is fast, but unfair: so a waiter
//! that has competed in vain for a millisecond makes the mutex *starving*, and from then on it is never free, but
//! handed from holder to waiter in the order of the queue, until a waiter is served that waited less, or the last.
//!
//! # The word
//! `LOCKED` is set and cleared without a lock. The other bits change under the lock of the queue's semaphore root
//! only:
//! * `WAITING`: the queue is not empty. With it unlocking takes the slow path, unless
//! * `WOKEN`: a waiter has been woken that has neither taken the mutex yet nor queued again, and will see to the
//!   rest.
//! * `STARVING`: to be handed over.

use crate::queue::{Entry, Queue};
use crate::sema::SemaTable;
use crate::wake_context::WakeContext;
use minigo_sched::TaskRef;
use minigo_sched::loom::{AtomicU16, Ordering::SeqCst};

/// In a mutex's word: it is locked.
pub const LOCKED: u16 = 1;
/// In a mutex's word: a woken waiter competes for it.
pub const WOKEN: u16 = 2;
/// In a mutex's word: it is handed to waiters.
pub const STARVING: u16 = 4;
const WAITING: u16 = 8;

/// A waiter that has waited for this many nanoseconds starves.
const STARVES_AFTER: u64 = 1_000_000;

/// How often a task looks whether the mutex is free before it sleeps, and how long it pauses in between: together about
/// the time of a short critical section and less than that of a switch.
#[cfg(not(loom))]
const LOOKS: u32 = 4;
#[cfg(not(loom))]
const PAUSES: u32 = 30;

/// The word of a mutex: 16 bits, so that what is known of the holder fits beside it into the eight bytes that Go's
/// mutex has.
#[derive(Clone, Copy, Debug)]
pub struct Word<'a>(pub &'a AtomicU16);

/// What locking came to.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockStep {
    /// The mutex is the task's.
    Locked,
    /// The task is in the queue: park, then ask [`SemaTable::finish_lock`].
    Parked,
}

/// What unlocking came to.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnlockStep {
    /// The mutex is free.
    Unlocked,
    /// It has been handed to a waiter, which runs next: the task should yield to it.
    Handed,
    /// It was not locked: a fatal error in Go.
    WasFree,
}

/// A task on its way to a lock.
#[derive(Clone, Copy, Debug)]
pub struct Locker {
    /// The task.
    pub me: TaskRef,
    /// Since when it waits; `None`: it has not waited yet.
    pub since: Option<u64>,
}

impl Word<'_> {
    /// Takes the mutex if it is free.
    #[inline(always)]
    pub fn try_lock(self) -> bool {
        self.0.fetch_or(LOCKED, SeqCst) & LOCKED == 0
    }

    /// Whether tasks wait for it.
    pub fn is_waited_for(self) -> bool {
        self.0.load(SeqCst) & WAITING != 0
    }

    /// Unlocks the mutex if that is all there is to do. False: [`SemaTable::unlock`] does it.
    #[inline(always)]
    pub fn try_unlock(self) -> bool {
        match self.0.compare_exchange(LOCKED, 0, SeqCst, SeqCst) {
            Ok(_) => true,
            Err(word) => self.leave_to_woken(word),
        }
    }

    /// With a woken waiter that competes for it the mutex can simply be unlocked. Inline: a call here would have the
    /// instruction save registers each time.
    #[inline(always)]
    fn leave_to_woken(self, mut word: u16) -> bool {
        while word & (LOCKED | WOKEN | STARVING) == LOCKED | WOKEN {
            match self.0.compare_exchange(word, word & !LOCKED, SeqCst, SeqCst) {
                Ok(_) => return true,
                Err(now) => word = now,
            }
        }
        false
    }

    /// Replaces the word by what `next` makes of it; returns the one before.
    fn update(self, next: impl Fn(u16) -> u16) -> u16 {
        let mut word = self.0.load(SeqCst);
        loop {
            match self.0.compare_exchange(word, next(word), SeqCst, SeqCst) {
                Ok(_) => return word,
                Err(now) => word = now,
            }
        }
    }

    /// Looks for a short while whether the mutex becomes free.
    #[cfg(not(loom))]
    fn spin(self) -> bool {
        for _ in 0..LOOKS {
            for _ in 0..PAUSES {
                std::hint::spin_loop();
            }
            let word = self.0.load(SeqCst);
            if word & STARVING != 0 {
                return false;
            }
            if word & LOCKED == 0 && self.try_lock() {
                return true;
            }
        }
        false
    }

    #[cfg(loom)]
    fn spin(self) -> bool {
        false
    }
}

impl SemaTable {
    /// Takes the mutex, or queues the task until it is given or may try again. With `spin` it looks for a while first:
    /// of use only while other processors run.
    pub fn lock(
        &self,
        on: &mut impl WakeContext,
        word: Word<'_>,
        locker: &mut Locker,
        spin: bool,
    ) -> LockStep {
        if word.try_lock() || spin && word.spin() {
            return LockStep::Locked;
        }
        self.lock_or_queue(on, word, locker, false)
    }

    /// After a park: `None`: not yet, park again.
    pub fn finish_lock(
        &self,
        on: &mut impl WakeContext,
        word: Word<'_>,
        locker: &mut Locker,
    ) -> Option<LockStep> {
        let waiter = on.waiter(locker.me);
        let given = waiter.completion()?.ok;
        waiter.finish();
        if given {
            return Some(LockStep::Locked);
        }
        Some(self.lock_or_queue(on, word, locker, true))
    }

    /// The task, which has parked, gives up: the mutex is as if it had never waited for it.
    pub fn withdraw_lock(&self, on: &mut impl WakeContext, word: Word<'_>, me: TaskRef) {
        let mut bucket = self.lock_root(address(word));
        let waiter = on.waiter(me);
        let Some(woken) = waiter.withdraw() else {
            let queue = bucket.queue(address(word));
            queue.withdraw(waiter.place(), me);
            if queue.is_empty() {
                bucket.tidy(address(word));
                word.update(|word| word & !(WAITING | STARVING));
            }
            return;
        };
        // What it was woken for is the next one's: it takes the mutex, if it has not been given it, and unlocks it.
        let before = word.update(|word| match (woken.ok, word & LOCKED) {
            (true, _) => word,
            (false, 0) => (word | LOCKED) & !WOKEN,
            (false, _) => word & !WOKEN,
        });
        drop(bucket);
        if woken.ok || before & LOCKED == 0 {
            let _ = self.unlock(on, word);
        }
    }

    fn lock_or_queue(
        &self,
        on: &mut impl WakeContext,
        word: Word<'_>,
        locker: &mut Locker,
        woken: bool,
    ) -> LockStep {
        let now = on.now();
        let since = *locker.since.get_or_insert(now);
        let hunger = if now.saturating_sub(since) > STARVES_AFTER { STARVING } else { 0 };
        let mut bucket = self.lock_root(address(word));
        let keep = if woken { !WOKEN } else { !0 };
        let before = word.update(|word| match word & LOCKED {
            0 => (word | LOCKED) & keep,
            _ => (word | WAITING | hunger) & keep,
        });
        if before & LOCKED == 0 {
            return LockStep::Locked;
        }
        queue_locker(bucket.queue(address(word)), on, locker.me, since, woken);
        LockStep::Parked
    }

    /// Unlocks the mutex, and sees to it that a waiter gets it.
    pub fn unlock(&self, on: &mut impl WakeContext, word: Word<'_>) -> UnlockStep {
        if word.try_unlock() {
            return UnlockStep::Unlocked;
        }
        let mut bucket = self.lock_root(address(word));
        // From here on only the lock bit can be changed by other threads, and this task holds it.
        let before = word.0.load(SeqCst);
        if before & LOCKED == 0 {
            return UnlockStep::WasFree;
        }
        let starving = before & STARVING != 0;
        if !starving && before & (WAITING | WOKEN) != WAITING {
            word.update(|word| word & !LOCKED);
            return UnlockStep::Unlocked;
        }
        let queue = bucket.queue(address(word));
        // Waits that were cancelled are passed over: nobody would take what they were given.
        let first = std::iter::from_fn(|| queue.pop())
            .find(|entry| on.waiter(entry.task).claim(entry.ticket, 0));
        let last = queue.is_empty();
        if last {
            bucket.tidy(address(word));
        }
        let Some(first) = first else {
            word.update(|word| word & !(WAITING | STARVING | LOCKED));
            return UnlockStep::Unlocked;
        };
        let waiting = if last { 0 } else { WAITING };
        if starving {
            let hunger =
                if last || waited(&first, on.now()) < STARVES_AFTER { 0 } else { STARVING };
            word.update(|word| word & !(WAITING | STARVING) | waiting | hunger);
        } else {
            word.update(|word| word & !(WAITING | LOCKED) | waiting | WOKEN);
        }
        drop(bucket);
        on.waiter(first.task).complete(starving);
        on.wake(first.task);
        if starving { UnlockStep::Handed } else { UnlockStep::Unlocked }
    }
}

fn address(word: Word<'_>) -> usize {
    std::ptr::from_ref(word.0) as usize
}

/// Queues a task that waits for a lock since then: in front if it has waited in this queue before.
pub(crate) fn queue_locker(
    queue: &mut Queue,
    on: &impl WakeContext,
    task: TaskRef,
    since: u64,
    again: bool,
) {
    let waiter = on.waiter(task);
    let entry = Entry { at: microseconds(since), ..Entry::single(task, waiter.begin()) };
    waiter.note_place(if again { queue.push_front(entry) } else { queue.push(entry) });
}

/// For how many nanoseconds the task of such an entry has waited, to the microsecond.
pub(crate) fn waited(entry: &Entry, now: u64) -> u64 {
    u64::from(microseconds(now).wrapping_sub(entry.at)) * 1000
}

/// As much of a time as a queue's entry holds.
fn microseconds(t: u64) -> u32 {
    (t / 1000) as u32
}
