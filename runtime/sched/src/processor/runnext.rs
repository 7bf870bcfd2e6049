//! runnext: the task that a processor runs next. A place for one, filled by its owner, emptied by the owner and by
//! thieves. Nearly every wake goes through these few orderings (`tests/loom_runnext.rs` models them).

use crate::primitives::loom::{AtomicU32, Ordering};

/// The place: 0, or the task's slot number plus one.
#[derive(Debug)]
pub struct RunNext(AtomicU32);

impl Default for RunNext {
    fn default() -> Self {
        Self::new()
    }
}

impl RunNext {
    /// An empty place.
    pub fn new() -> Self {
        Self(AtomicU32::new(0))
    }

    /// Puts `index` there (owner only); returns the task that it displaced.
    #[inline]
    pub fn put(&self, index: u32) -> Option<u32> {
        // Only the owner fills it, so empty stays empty: a store will do. Release: publishes the task to a thief.
        if self.0.load(Ordering::Relaxed) == 0 {
            self.0.store(index + 1, Ordering::Release);
            return None;
        }
        self.0.swap(index + 1, Ordering::AcqRel).checked_sub(1)
    }

    /// Takes the task; `None` if there was none, or another thread took or replaced it meanwhile.
    #[inline]
    pub fn take(&self) -> Option<u32> {
        let seen = self.0.load(Ordering::Relaxed);
        if seen == 0 {
            return None;
        }
        // Acquire pairs with `put`. A task that left and came back in between is there again: it may be taken.
        match self.0.compare_exchange(seen, 0, Ordering::AcqRel, Ordering::Relaxed) {
            Ok(_) => Some(seen - 1),
            Err(_) => None,
        }
    }

    /// The task that is there, which others may take meanwhile.
    pub fn peek(&self) -> Option<u32> {
        self.0.load(Ordering::Relaxed).checked_sub(1)
    }

    /// Whether there is a task.
    #[inline]
    pub fn is_some(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }
}
