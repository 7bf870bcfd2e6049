//! Goroutines that take turns: whether they only go round.

use hashbrown::HashSet;

/// The states in which goroutines have stopped since they take turns. Those that only go round have few, and leave the
/// heap as it was.
pub(super) struct Turns {
    pub(super) heap: u64,
    pub(super) states: HashSet<u64>,
    pub(super) stops: usize,
}

/// Before so many stops nothing is said of them.
const FEWEST_STOPS: usize = 64;
/// A state that goroutines come back to is seen so often, on the average.
const ROUNDS: usize = 16;

impl Turns {
    pub(super) fn from(heap: u64) -> Self {
        Self { heap, states: HashSet::new(), stops: 0 }
    }

    pub(super) fn come_back(&self) -> bool {
        self.stops >= FEWEST_STOPS && self.states.len() * ROUNDS <= self.stops
    }
}
