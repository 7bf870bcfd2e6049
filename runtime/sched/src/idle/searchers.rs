//! Who searches: the two counters of the wake-up rule.
//!
//! A module of its own because this is the race to fear of the crate's header, and a handful of lines
//! that a model can hold: `tests/loom_search.rs` runs them against every interleaving.
//!
//! The submitter: store the work; [`needs_searcher`](Searchers::needs_searcher) (a fence, then both
//! counters). The searcher: raise the count of idle processors (or lower that of searchers);
//! [`look_again`](Searchers::look_again) (a fence); read the queues. So either the submitter sees an
//! idle processor and no searcher, and wakes one, or the searcher sees the work.

use crate::primitives::loom::{AtomicU32, Ordering, fence};

/// How many processors are idle, and how many workers search.
#[derive(Debug)]
pub struct Searchers {
    /// Written under the scheduler lock.
    idle: AtomicU32,
    searching: AtomicU32,
}

impl Default for Searchers {
    fn default() -> Self {
        Self::new()
    }
}

impl Searchers {
    /// Nobody is idle and nobody searches.
    pub fn new() -> Self {
        Self { idle: AtomicU32::new(0), searching: AtomicU32::new(0) }
    }

    /// There is new work, stored before: whether somebody has to be woken for it.
    #[inline]
    pub fn needs_searcher(&self) -> bool {
        fence(Ordering::SeqCst);
        self.idle.load(Ordering::Relaxed) != 0 && self.searching.load(Ordering::Relaxed) == 0
    }

    /// Becomes the searcher if there is none.
    #[must_use]
    pub fn begin_first(&self) -> bool {
        self.searching.compare_exchange(0, 1, Ordering::SeqCst, Ordering::Relaxed).is_ok()
    }

    /// Becomes one more searcher.
    pub fn begin(&self) {
        self.searching.fetch_add(1, Ordering::SeqCst);
    }

    /// Is no searcher any more.
    pub fn end(&self) {
        let before = self.searching.fetch_sub(1, Ordering::SeqCst);
        debug_assert!(before > 0, "who searches is counted");
    }

    /// After `end` and after giving back a processor, before the last look at the queues.
    pub fn look_again(&self) {
        fence(Ordering::SeqCst);
    }

    /// Says how many processors are idle; only with the scheduler lock.
    pub fn set_idle(&self, n: usize) {
        self.idle.store(n as u32, Ordering::SeqCst);
    }

    /// How many processors are idle.
    pub fn idle(&self) -> u32 {
        self.idle.load(Ordering::SeqCst)
    }

    /// How many workers search.
    pub fn searching(&self) -> u32 {
        self.searching.load(Ordering::SeqCst)
    }
}
