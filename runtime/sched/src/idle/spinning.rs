//! Spinning workers: the two counters of the wake-up rule. This is the race to fear in the crate's header;
//! `tests/loom_spinning.rs` explores that race.
//!
//! A worker *spins* while it holds a P and searches for work.
//!
//! The submitter stores the work, then calls [`needs_wakeup`](Spinning::needs_wakeup) (a fence, then both counters).
//! The spinning worker increments the count of idle processors (or decrements that of spinning workers), then calls
//! [`fence_before_recheck`](Spinning::fence_before_recheck), then reads the queues. So either the submitter sees an
//! idle processor and no spinning worker, and wakes one, or the spinning worker sees the work.

use crate::primitives::loom::{AtomicU32, Ordering, fence};

/// How many processors are idle, and how many workers spin.
#[derive(Debug)]
pub struct Spinning {
    /// Written under the scheduler lock.
    idle_processors: AtomicU32,
    searching_workers: AtomicU32,
}

impl Default for Spinning {
    fn default() -> Self {
        Self::new()
    }
}

impl Spinning {
    /// Creates the counters: no processor is idle and no worker spins.
    pub fn new() -> Self {
        Self { idle_processors: AtomicU32::new(0), searching_workers: AtomicU32::new(0) }
    }

    /// To be called after new work was stored: reports whether a worker has to be woken for it.
    #[inline]
    pub fn needs_wakeup(&self) -> bool {
        fence(Ordering::SeqCst);
        self.idle_processors.load(Ordering::Relaxed) != 0
            && self.searching_workers.load(Ordering::Relaxed) == 0
    }

    /// Begins to spin if no other worker does; returns whether the caller spins now.
    #[must_use]
    pub fn begin_spinning_if_first(&self) -> bool {
        self.searching_workers.compare_exchange(0, 1, Ordering::SeqCst, Ordering::Relaxed).is_ok()
    }

    /// Counts one more spinning worker.
    pub fn begin_spinning(&self) {
        self.searching_workers.fetch_add(1, Ordering::SeqCst);
    }

    /// Counts one spinning worker less.
    pub fn end_spinning(&self) {
        let before = self.searching_workers.fetch_sub(1, Ordering::SeqCst);
        debug_assert!(before > 0, "a spinning worker is counted");
    }

    /// To be called after `end_spinning` and after giving back a processor, before the last look at the queues.
    pub fn fence_before_recheck(&self) {
        fence(Ordering::SeqCst);
    }

    /// Sets how many processors are idle; only with the scheduler lock.
    pub fn set_idle_processors(&self, n: usize) {
        self.idle_processors.store(n as u32, Ordering::SeqCst);
    }

    /// How many processors are idle.
    pub fn idle_processors(&self) -> u32 {
        self.idle_processors.load(Ordering::SeqCst)
    }

    /// How many workers spin.
    pub fn spinning_workers(&self) -> u32 {
        self.searching_workers.load(Ordering::SeqCst)
    }
}
