//! The tests of a test program, for the detection of their leaks.
//!
//! A goroutine belongs to a test if the test's goroutine, or a descendant of that goroutine, started it.

use hashbrown::HashSet;
use parking_lot::Mutex;

/// The tests that have begun, and the leaks that were reported.
#[derive(Default, Debug)]
pub(crate) struct TestLeaks(Mutex<ReportedLeaks>);

#[derive(Default, Debug)]
struct ReportedLeaks {
    /// For each test, the number of its parent test; the first test has number 1.
    parent_tests: Vec<u32>,
    /// The leaked goroutines that were reported.
    reported_goroutines: HashSet<u64>,
}

impl TestLeaks {
    /// Begins a subtest of the test `above`, or a top-level test if `above` is 0. Returns its number.
    pub(crate) fn begin_test(&self, above: u32) -> u32 {
        let mut known = self.0.lock();
        known.parent_tests.push(above);
        known.parent_tests.len() as u32
    }

    /// The test `test` and all its subtests.
    pub(crate) fn tests_below(&self, test: u32) -> HashSet<u32> {
        let mut below = HashSet::from([test]);
        // A test begins after its parent, so it has a larger number.
        for (at, above) in self.0.lock().parent_tests.iter().enumerate() {
            if below.contains(above) {
                below.insert(at as u32 + 1);
            }
        }
        below
    }

    /// Reports whether this goroutine was reported as leaked.
    pub(crate) fn was_reported(&self, id: u64) -> bool {
        self.0.lock().reported_goroutines.contains(&id)
    }

    /// Records that these goroutines were reported: they can never continue, so their ids are not reused.
    pub(crate) fn mark_reported(&self, ids: impl Iterator<Item = u64>) {
        self.0.lock().reported_goroutines.extend(ids);
    }
}
