//! runnext: the task that a processor runs next. The cell holds at most one task; its owner fills it, and the owner and
//! thieves empty it. Nearly every wake goes through these few orderings (`tests/loom_runnext.rs` models them).

use crate::primitives::loom::{AtomicU32, Ordering};

/// The word: 0, or the task's slot number plus one.
#[derive(Debug)]
pub struct RunNext(AtomicU32);

impl Default for RunNext {
    fn default() -> Self {
        Self::new()
    }
}

impl RunNext {
    /// Creates an empty runnext.
    pub fn new() -> Self {
        Self(AtomicU32::new(0))
    }

    /// Puts task `index` into runnext (owner only); returns the task that it displaced.
    #[inline]
    pub fn replace_task(&self, index: u32) -> Option<u32> {
        // Only the owner fills runnext, so an empty one stays empty: a store suffices. Release: publishes the task to a
        // thief.
        if self.0.load(Ordering::Relaxed) == 0 {
            self.0.store(index + 1, Ordering::Release);
            return None;
        }
        self.0.swap(index + 1, Ordering::AcqRel).checked_sub(1)
    }

    /// Takes the task; `None` if there was none, or another thread has just taken or replaced it.
    #[inline]
    pub fn take_task(&self) -> Option<u32> {
        let seen = self.0.load(Ordering::Relaxed);
        if seen == 0 {
            return None;
        }
        // Acquire pairs with the release in `replace_task`. A task that was taken and put back meanwhile is there again
        // and may be taken.
        match self.0.compare_exchange(seen, 0, Ordering::AcqRel, Ordering::Relaxed) {
            Ok(_) => Some(seen - 1),
            Err(_) => None,
        }
    }

    /// The task in runnext at this moment; other threads may take it at any time.
    pub fn peek_task(&self) -> Option<u32> {
        self.0.load(Ordering::Relaxed).checked_sub(1)
    }

    /// Reports whether runnext holds a task.
    #[inline]
    pub fn is_some(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }
}
