//! Goroutines that take turns: whether they only go round.

use hashbrown::HashSet;

/// The states in which goroutines have stopped since they take turns. Those that only go round have few, and leave the
/// heap as it was.
pub(super) struct Turns {
    pub(super) heap: u64,
    pub(super) states: HashSet<u64>,
    pub(super) stops: usize,
}

/// The fewest stops of goroutines from which [`Turns::come_back`] concludes that they only go round.
const FEWEST_STOPS: usize = 64;
/// How often each state must have been seen for that, on the average.
const ROUNDS: usize = 16;

impl Turns {
    pub(super) fn from(heap: u64) -> Self {
        Self { heap, states: HashSet::new(), stops: 0 }
    }

    pub(super) fn come_back(&self) -> bool {
        self.stops >= FEWEST_STOPS && self.states.len() * ROUNDS <= self.stops
    }
}
