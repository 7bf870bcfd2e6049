//! Detects goroutines that take turns without making progress.

use hashbrown::HashSet;

/// The states in which goroutines have stopped since they began to take turns. Goroutines without progress have few
/// states, and leave the heap unchanged.
pub(super) struct SeenStates {
    pub(super) heap: u64,
    pub(super) states: HashSet<u64>,
    pub(super) stops: usize,
}

/// The fewest stops from which [`SeenStates::repeat`] concludes that the goroutines make no progress.
const FEWEST_STOPS: usize = 64;
/// The average number of times that each state must have been seen for that conclusion.
const ROUNDS: usize = 16;

impl SeenStates {
    pub(super) fn from(heap: u64) -> Self {
        Self { heap, states: HashSet::new(), stops: 0 }
    }

    pub(super) fn repeat(&self) -> bool {
        self.stops >= FEWEST_STOPS && self.states.len() * ROUNDS <= self.stops
    }
}
