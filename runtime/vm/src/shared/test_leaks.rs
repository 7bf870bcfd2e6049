//! The tests of a test program, as far as their leaks are looked for.
//!
//! A goroutine belongs to the test whose goroutine made it, or one of those that belong to it.

use hashbrown::HashSet;
use parking_lot::Mutex;

/// The tests that have begun, and what was told of them.
#[derive(Default, Debug)]
pub(crate) struct TestLeaks(Mutex<Known>);

#[derive(Default, Debug)]
struct Known {
    /// For each test, the one above it; test 1 is the first.
    above: Vec<u32>,
    /// The leaked goroutines that were told.
    told: HashSet<u64>,
}

impl TestLeaks {
    /// Begins a test below another, or below none: 0.
    pub(crate) fn begin(&self, above: u32) -> u32 {
        let mut known = self.0.lock();
        known.above.push(above);
        known.above.len() as u32
    }

    /// The tests below this one, and itself.
    pub(crate) fn below(&self, test: u32) -> HashSet<u32> {
        let mut below = HashSet::from([test]);
        // A test begins after the one above it.
        for (at, above) in self.0.lock().above.iter().enumerate() {
            if below.contains(above) {
                below.insert(at as u32 + 1);
            }
        }
        below
    }

    /// Whether this goroutine was told of as leaked.
    pub(crate) fn was_told(&self, id: u64) -> bool {
        self.0.lock().told.contains(&id)
    }

    /// Notes that these were told: they can never go on, so their ids stay.
    pub(crate) fn tell(&self, ids: impl Iterator<Item = u64>) {
        self.0.lock().told.extend(ids);
    }
}
