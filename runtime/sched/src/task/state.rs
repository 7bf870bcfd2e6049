//! The run state of a task: one word, its phases and every legal transition. The parking protocol is exactly these
//! transitions; loom models them alone (`tests/loom_state.rs`).
//!
//! The high half of the word is the slot's generation, so that a wake through a stale [`TaskRef`](crate::TaskRef)
//! fails in the same compare-exchange that would have made the task runnable.
//!
//! The threads that may change the word: the holder of a queue entry moves `Queued` to `Running`; the worker that runs
//! the task moves it on from `Running`, `Notified` and `Blocked`; any thread may move `Parked` to `Queued` (and must
//! then queue the task) and `Running` to `Notified`.

use crate::primitives::loom::{AtomicU64, Ordering};

/// The phase of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Phase {
    /// The slot's memory has never been used.
    Unused = 0,
    /// Runnable: it is in exactly one queue, or one worker has just taken it out.
    Queued = 1,
    /// A worker is inside `resume`.
    Running = 2,
    /// Running, and woken since the slice began: the task must not park.
    Notified = 3,
    /// Parked: the task waits for a wake.
    Parked = 4,
    /// Inside a blocking call; runnable again when that ends.
    Blocked = 5,
    /// Finished; the slot waits for its next task.
    Free = 6,
}

impl Phase {
    #[inline]
    fn of(word: u64) -> Self {
        match word as u8 {
            0 => Self::Unused,
            1 => Self::Queued,
            2 => Self::Running,
            3 => Self::Notified,
            4 => Self::Parked,
            5 => Self::Blocked,
            _ => Self::Free,
        }
    }
}

/// The result of a wake.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WakeResult {
    /// The task was parked and is now `Queued`: the caller has to put it into a queue.
    Enqueue,
    /// The task runs, or will run, and will see all that the waker wrote before.
    Noted,
    /// The task has ended.
    Stale,
}

/// The result of an attempt to park.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParkResult {
    /// The task is parked; from here on it belongs to the thread that wakes it.
    Asleep,
    /// The task had been woken before the park; it is `Running` again and has to be resumed.
    WokenMeanwhile,
}

const PHASE_MASK: u64 = 0xff;

/// The state word.
#[derive(Debug)]
pub struct State(AtomicU64);

impl Default for State {
    fn default() -> Self {
        Self::new()
    }
}

impl State {
    /// The state word of a slot that was never used.
    pub fn new() -> Self {
        Self(AtomicU64::new(0))
    }

    /// The phase and the generation at this moment.
    #[inline]
    pub fn read(&self) -> (Phase, u32) {
        // Pairs with the release of the transition whose word it loads: a reader that finds a phase other than `Unused`
        // may use the slot's shared part.
        let word = self.0.load(Ordering::Acquire);
        (Phase::of(word), (word >> 32) as u32)
    }

    /// Called when the slot's memory has been initialised. A store without a load: reading memory that was never
    /// written makes the system map a page of zeros, and interrupt every other core when that page is replaced.
    #[inline]
    pub fn transition_from_unused(&self) {
        self.0.store(1 << 32 | Phase::Free as u64, Ordering::Release);
    }

    /// Called when the slot's task has ended.
    #[inline]
    pub fn transition_to_free(&self) {
        let word = self.0.load(Ordering::Relaxed);
        let next = (word >> 32).wrapping_add(1) << 32;
        self.0.swap(next | Phase::Free as u64, Ordering::AcqRel);
    }

    /// Called when a new task has been written into a free slot; returns its generation.
    #[inline]
    pub fn transition_to_new(&self) -> u32 {
        let word = self.0.load(Ordering::Relaxed);
        debug_assert_eq!(Phase::of(word), Phase::Free);
        self.0.store(word & !PHASE_MASK | Phase::Queued as u64, Ordering::Release);
        (word >> 32) as u32
    }

    /// Called when a worker starts a slice of a queued task; returns the task's generation.
    ///
    /// A read-modify-write on purpose: a wake that found `Queued` made only a read-modify-write of its own, and the
    /// slice has to see what was written before that wake.
    #[inline]
    pub fn transition_to_running(&self) -> u32 {
        let before = self.0.fetch_add(1, Ordering::AcqRel);
        assert_eq!(Phase::of(before), Phase::Queued, "a task that is not queued must not be run");
        (before >> 32) as u32
    }

    /// Called when the slice has ended and the caller will queue the task again.
    #[inline]
    pub fn transition_to_queued(&self) {
        let word = self.0.load(Ordering::Relaxed);
        self.0.swap(word & !PHASE_MASK | Phase::Queued as u64, Ordering::AcqRel);
    }

    /// Called when the slice has ended and the task wants to wait.
    #[inline]
    pub fn transition_to_parked(&self) -> ParkResult {
        let word = self.0.load(Ordering::Relaxed);
        let running = word & !PHASE_MASK | Phase::Running as u64;
        let parked = word & !PHASE_MASK | Phase::Parked as u64;
        match self.0.compare_exchange(running, parked, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => ParkResult::Asleep,
            Err(_) => {
                self.0.swap(running, Ordering::AcqRel);
                ParkResult::WokenMeanwhile
            }
        }
    }

    /// Called when the slice has ended in a blocking call.
    #[inline]
    pub fn transition_to_blocked(&self) {
        let word = self.0.load(Ordering::Relaxed);
        self.0.swap(word & !PHASE_MASK | Phase::Blocked as u64, Ordering::AcqRel);
    }

    /// Called when the blocking call has ended and the worker has its P again.
    #[inline]
    pub fn transition_from_blocked(&self) {
        let word = self.0.load(Ordering::Relaxed);
        debug_assert_eq!(Phase::of(word), Phase::Blocked);
        self.0.swap(word & !PHASE_MASK | Phase::Running as u64, Ordering::AcqRel);
    }

    /// Wakes the task if the slot still has this generation.
    #[inline]
    pub fn wake(&self, generation: u32) -> WakeResult {
        let parked = u64::from(generation) << 32 | Phase::Parked as u64;
        let queued = u64::from(generation) << 32 | Phase::Queued as u64;
        let word = self.0.load(Ordering::Relaxed);
        if word == parked
            && self.0.compare_exchange(word, queued, Ordering::AcqRel, Ordering::Relaxed).is_ok()
        {
            return WakeResult::Enqueue;
        }
        self.wake_in_any_phase(generation)
    }

    /// Wakes a task that may not have parked: the general case of [`wake`](Self::wake).
    fn wake_in_any_phase(&self, generation: u32) -> WakeResult {
        let mut word = self.0.load(Ordering::Relaxed);
        loop {
            if (word >> 32) as u32 != generation {
                return WakeResult::Stale;
            }
            let (phase, outcome) = match Phase::of(word) {
                Phase::Parked => (Phase::Queued, WakeResult::Enqueue),
                Phase::Running => (Phase::Notified, WakeResult::Noted),
                same @ (Phase::Queued | Phase::Notified | Phase::Blocked) => {
                    (same, WakeResult::Noted)
                }
                Phase::Unused | Phase::Free => return WakeResult::Stale,
            };
            let next = word & !PHASE_MASK | phase as u64;
            match self.0.compare_exchange_weak(word, next, Ordering::AcqRel, Ordering::Relaxed) {
                Ok(_) => return outcome,
                Err(now) => word = now,
            }
        }
    }
}
