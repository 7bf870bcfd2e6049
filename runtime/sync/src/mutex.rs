//! Mutexes: one word in the program's memory, and a queue found by its address (in Go `sync.Mutex`).
//!
//! A task that finds the lock free takes it, even if others wait ([`MutexWord::try_lock`]: one atomic instruction);
//! unlocking wakes the first waiter of the queue to compete for it, one at a time. This rule is fast but unfair: so a
//! waiter that has competed in vain for a millisecond makes the mutex *starving*. From then on the mutex is never free,
//! but handed from holder to waiter in queue order, until it is handed to a waiter that waited less than a millisecond,
//! or to the last one.
//!
//! # The word
//! `LOCKED` is set and cleared without a lock. The bits other than `LOCKED` change under the lock of the
//! queue's semaphore root only:
//! * `WAITING`: the queue is not empty. Unlocking then takes the slow path, unless `WOKEN` is set too.
//! * `WOKEN`: a waiter has been woken that has neither taken the mutex nor queued again yet; it will wake the next one.
//! * `STARVING`: the mutex is handed over to waiters.

use crate::queue::{Entry, Queue};
use crate::sema::SemaTable;
use crate::wake_context::WakeContext;
use minigo_sched::TaskRef;
use minigo_sched::loom::{AtomicU16, Ordering::SeqCst};

/// Bit of a mutex's word: the mutex is locked.
pub const LOCKED: u16 = 1;
/// Bit of a mutex's word: a woken waiter competes for it.
pub const WOKEN: u16 = 2;
/// Bit of a mutex's word: the mutex is handed to waiters in order.
pub const STARVING: u16 = 4;
const WAITING: u16 = 8;

/// A waiter that has waited for this many nanoseconds makes the mutex starving.
const STARVATION_NANOS: u64 = 1_000_000;

/// How often a task checks whether the mutex is free before it sleeps, and below how long it pauses in between:
/// together about the time of a short critical section and less than that of a task switch.
#[cfg(not(loom))]
const SPIN_CHECKS: u32 = 4;
#[cfg(not(loom))]
const PAUSES_PER_CHECK: u32 = 30;

/// The word of a mutex: 16 bits, so that the record of the holder fits beside it into the eight bytes of Go's mutex.
#[derive(Clone, Copy, Debug)]
pub struct MutexWord<'a>(pub &'a AtomicU16);

/// The result of locking.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockStep {
    /// The task has the mutex.
    Locked,
    /// The task is in the queue: park it, then call [`SemaTable::finish_lock`].
    Parked,
}

/// The result of unlocking.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnlockStep {
    /// The mutex is free.
    Unlocked,
    /// The mutex has been handed to a waiter, which runs next: the task should yield to it.
    Handed,
    /// The mutex was not locked: a fatal error in Go.
    WasFree,
}

/// A task that locks a mutex.
#[derive(Clone, Copy, Debug)]
pub struct Locker {
    /// The locking task.
    pub locking_task: TaskRef,
    /// The time since which the task waits; `None`: it has not waited yet.
    pub waiting_since: Option<u64>,
}

impl MutexWord<'_> {
    /// Takes the mutex if it is free.
    #[inline(always)]
    pub fn try_lock(self) -> bool {
        self.0.fetch_or(LOCKED, SeqCst) & LOCKED == 0
    }

    /// Reports whether tasks wait for the mutex.
    pub fn is_waited_for(self) -> bool {
        self.0.load(SeqCst) & WAITING != 0
    }

    /// Fast path of unlocking: returns false if [`SemaTable::unlock`] has to be called.
    #[inline(always)]
    pub fn try_unlock(self) -> bool {
        match self.0.compare_exchange(LOCKED, 0, SeqCst, SeqCst) {
            Ok(_) => true,
            Err(word) => self.unlock_for_woken(word),
        }
    }

    /// If a woken waiter competes for the mutex, clearing the lock bit suffices. Inline: a call here would make the
    /// instruction save registers each time.
    #[inline(always)]
    fn unlock_for_woken(self, mut word: u16) -> bool {
        while word & (LOCKED | WOKEN | STARVING) == LOCKED | WOKEN {
            match self.0.compare_exchange(word, word & !LOCKED, SeqCst, SeqCst) {
                Ok(_) => return true,
                Err(now) => word = now,
            }
        }
        false
    }

    /// Replaces the word by the result of `next` for the word; returns the previous word.
    fn update_word(self, next: impl Fn(u16) -> u16) -> u16 {
        let mut word = self.0.load(SeqCst);
        loop {
            match self.0.compare_exchange(word, next(word), SeqCst, SeqCst) {
                Ok(_) => return word,
                Err(now) => word = now,
            }
        }
    }

    /// Checks for a short while whether the mutex becomes free.
    #[cfg(not(loom))]
    fn spin_for_lock(self) -> bool {
        for _ in 0..SPIN_CHECKS {
            for _ in 0..PAUSES_PER_CHECK {
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
    fn spin_for_lock(self) -> bool {
        false
    }
}

impl SemaTable {
    /// Takes the mutex, or queues the task until it gets the mutex or may try again. With `spin` the thread spins for a
    /// while first, which helps only while other processors run.
    pub fn lock(
        &self,
        on: &mut impl WakeContext,
        word: MutexWord<'_>,
        locker: &mut Locker,
        spin: bool,
    ) -> LockStep {
        if word.try_lock() || spin && word.spin_for_lock() {
            return LockStep::Locked;
        }
        self.lock_or_queue(on, word, locker, false)
    }

    /// To be called after a park; `None`: the task has not been woken for the mutex, park again.
    pub fn finish_lock(
        &self,
        on: &mut impl WakeContext,
        word: MutexWord<'_>,
        locker: &mut Locker,
    ) -> Option<LockStep> {
        let waiter = on.waiter(locker.locking_task);
        let given = waiter.completion()?.is_operation_done;
        waiter.finish_wait();
        if given {
            return Some(LockStep::Locked);
        }
        Some(self.lock_or_queue(on, word, locker, true))
    }

    /// Withdraws the parked task `me`: the mutex is as if the task had never waited for it.
    pub fn withdraw_lock(&self, on: &mut impl WakeContext, word: MutexWord<'_>, me: TaskRef) {
        let mut bucket = self.lock_root(queue_address(word));
        let waiter = on.waiter(me);
        let Some(woken) = waiter.withdraw_wait() else {
            let queue = bucket.queue_or_create(queue_address(word));
            queue.withdraw(waiter.entry_index(), me);
            if queue.is_empty() {
                bucket.remove_if_empty(queue_address(word));
                word.update_word(|word| word & !(WAITING | STARVING));
            }
            return;
        };
        // The next waiter gets the withdrawn task's turn: the task takes the mutex, if it was not handed over, and
        // unlocks it.
        let before = word.update_word(|word| match (woken.is_operation_done, word & LOCKED) {
            (true, _) => word,
            (false, 0) => (word | LOCKED) & !WOKEN,
            (false, _) => word & !WOKEN,
        });
        drop(bucket);
        if woken.is_operation_done || before & LOCKED == 0 {
            let _ = self.unlock(on, word);
        }
    }

    fn lock_or_queue(
        &self,
        on: &mut impl WakeContext,
        word: MutexWord<'_>,
        locker: &mut Locker,
        woken: bool,
    ) -> LockStep {
        let now = on.now();
        let since = *locker.waiting_since.get_or_insert(now);
        let hunger = if now.saturating_sub(since) > STARVATION_NANOS { STARVING } else { 0 };
        let mut bucket = self.lock_root(queue_address(word));
        let keep = if woken { !WOKEN } else { !0 };
        let before = word.update_word(|word| match word & LOCKED {
            0 => (word | LOCKED) & keep,
            _ => (word | WAITING | hunger) & keep,
        });
        if before & LOCKED == 0 {
            return LockStep::Locked;
        }
        queue_locker(
            bucket.queue_or_create(queue_address(word)),
            on,
            locker.locking_task,
            since,
            woken,
        );
        LockStep::Parked
    }

    /// Unlocks the mutex; if necessary, wakes a waiter or hands the mutex to one.
    pub fn unlock(&self, on: &mut impl WakeContext, word: MutexWord<'_>) -> UnlockStep {
        if word.try_unlock() {
            return UnlockStep::Unlocked;
        }
        let mut bucket = self.lock_root(queue_address(word));
        // From here on only the lock bit can be changed by other threads, and this task holds it.
        let before = word.0.load(SeqCst);
        if before & LOCKED == 0 {
            return UnlockStep::WasFree;
        }
        let starving = before & STARVING != 0;
        if !starving && before & (WAITING | WOKEN) != WAITING {
            word.update_word(|word| word & !LOCKED);
            return UnlockStep::Unlocked;
        }
        let queue = bucket.queue_or_create(queue_address(word));
        // Cancelled waits are skipped: nobody would take the mutex that is handed to them.
        let first = std::iter::from_fn(|| queue.pop())
            .find(|entry| on.waiter(entry.task).claim_wait(entry.wait_ticket, 0));
        let last = queue.is_empty();
        if last {
            bucket.remove_if_empty(queue_address(word));
        }
        let Some(first) = first else {
            word.update_word(|word| word & !(WAITING | STARVING | LOCKED));
            return UnlockStep::Unlocked;
        };
        let waiting = if last { 0 } else { WAITING };
        if starving {
            let hunger = if last || waited_nanos(&first, on.now()) < STARVATION_NANOS {
                0
            } else {
                STARVING
            };
            word.update_word(|word| word & !(WAITING | STARVING) | waiting | hunger);
        } else {
            word.update_word(|word| word & !(WAITING | LOCKED) | waiting | WOKEN);
        }
        drop(bucket);
        on.waiter(first.task).complete_wait(starving);
        on.wake(first.task);
        if starving { UnlockStep::Handed } else { UnlockStep::Unlocked }
    }
}

fn queue_address(word: MutexWord<'_>) -> usize {
    std::ptr::from_ref(word.0) as usize
}

/// Queues a task that waits for a lock: in front if it has waited in this queue before.
pub(crate) fn queue_locker(
    queue: &mut Queue,
    on: &impl WakeContext,
    task: TaskRef,
    since: u64,
    at_front: bool,
) {
    let waiter = on.waiter(task);
    let entry = Entry {
        offset_or_time: to_microseconds(since),
        ..Entry::single(task, waiter.begin_wait())
    };
    waiter.note_entry_index(if at_front { queue.push_front(entry) } else { queue.push(entry) });
}

/// How many nanoseconds the task of an entry has waited, in steps of a microsecond.
pub(crate) fn waited_nanos(entry: &Entry, now: u64) -> u64 {
    u64::from(to_microseconds(now).wrapping_sub(entry.offset_or_time)) * 1000
}

/// A time in microseconds, truncated to the width of a queue entry's field.
fn to_microseconds(t: u64) -> u32 {
    (t / 1000) as u32
}
