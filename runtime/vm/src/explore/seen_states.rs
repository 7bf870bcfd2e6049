//! Detects goroutines that take turns without making progress.

use hashbrown::HashSet;

/// The states in which goroutines have stopped since they began to take turns. Goroutines without progress have few
/// states, and leave the heap unchanged.
pub(super) struct SeenStates {
    pub(super) heap_digest: u64,
    pub(super) seen_hashes: HashSet<u64>,
    pub(super) stop_count: usize,
}

/// The fewest stops from which [`SeenStates::is_repeat`] concludes that the goroutines make no progress.
const MIN_STOPS_FOR_REPEAT: usize = 64;
/// The average number of times that each state must have been seen for that conclusion.
const MIN_VISITS_PER_STATE: usize = 16;

impl SeenStates {
    pub(super) fn with_heap_digest(heap: u64) -> Self {
        Self { heap_digest: heap, seen_hashes: HashSet::new(), stop_count: 0 }
    }

    pub(super) fn is_repeat(&self) -> bool {
        self.stop_count >= MIN_STOPS_FOR_REPEAT
            && self.seen_hashes.len() * MIN_VISITS_PER_STATE <= self.stop_count
    }
}
