//! Spinning workers: the two counters of the wake-up rule. This is the race to fear of the crate's header;
//! `tests/loom_spinning.rs` explores it.
//!
//! A worker *spins* while it holds a P and searches for work.
//!
//! The submitter: store the work; [`needs_wakeup`](Spinning::needs_wakeup) (a fence, then both counters). The
//! spinning worker: raise the count of idle processors (or lower that of spinning workers);
//! [`fence_before_recheck`](Spinning::fence_before_recheck); read the queues. So either the submitter sees an idle
//! processor and no spinning worker, and wakes one, or the spinning worker sees the work.

use crate::primitives::loom::{AtomicU32, Ordering, fence};

/// How many processors are idle, and how many workers spin.
#[derive(Debug)]
pub struct Spinning {
    /// Written under the scheduler lock.
    idle: AtomicU32,
    searching: AtomicU32,
}

impl Default for Spinning {
    fn default() -> Self {
        Self::new()
    }
}

impl Spinning {
    /// No processor is idle and no worker spins.
    pub fn new() -> Self {
        Self { idle: AtomicU32::new(0), searching: AtomicU32::new(0) }
    }

    /// There is new work, stored before: whether a worker has to be woken for it.
    #[inline]
    pub fn needs_wakeup(&self) -> bool {
        fence(Ordering::SeqCst);
        self.idle.load(Ordering::Relaxed) != 0 && self.searching.load(Ordering::Relaxed) == 0
    }

    /// Begins to spin if no other worker does.
    #[must_use]
    pub fn begin_first(&self) -> bool {
        self.searching.compare_exchange(0, 1, Ordering::SeqCst, Ordering::Relaxed).is_ok()
    }

    /// One more worker spins.
    pub fn begin(&self) {
        self.searching.fetch_add(1, Ordering::SeqCst);
    }

    /// A worker spins no more.
    pub fn end(&self) {
        let before = self.searching.fetch_sub(1, Ordering::SeqCst);
        debug_assert!(before > 0, "who searches is counted");
    }

    /// After `end` and after giving back a processor, before the last look at the queues.
    pub fn fence_before_recheck(&self) {
        fence(Ordering::SeqCst);
    }

    /// Sets how many processors are idle; only with the scheduler lock.
    pub fn set_idle(&self, n: usize) {
        self.idle.store(n as u32, Ordering::SeqCst);
    }

    /// How many processors are idle.
    pub fn idle(&self) -> u32 {
        self.idle.load(Ordering::SeqCst)
    }

    /// How many workers spin.
    pub fn count(&self) -> u32 {
        self.searching.load(Ordering::SeqCst)
    }
}
