//! Detects goroutines that take turns without making progress.

use hashbrown::HashSet;

/// The states in which goroutines have stopped since they began to take turns. Goroutines without progress have few
/// states, and leave the heap unchanged.
pub(super) struct SeenStates {
    pub(super) heap: u64,
    pub(super) seen_hashes: HashSet<u64>,
    pub(super) stop_count: usize,
}

/// The fewest stops from which [`SeenStates::is_repeat`] concludes that the goroutines make no progress.
const FEWEST_STOPS: usize = 64;
/// The average number of times that each state must have been seen for that conclusion.
const ROUNDS: usize = 16;

impl SeenStates {
    pub(super) fn from_heap(heap: u64) -> Self {
        Self { heap, seen_hashes: HashSet::new(), stop_count: 0 }
    }

    pub(super) fn is_repeat(&self) -> bool {
        self.stop_count >= FEWEST_STOPS && self.seen_hashes.len() * ROUNDS <= self.stop_count
    }
}
