//! The operations that the runs of a search were refused, because they would have reached the real world. The report of
//! the search lists each operation once.

use parking_lot::Mutex;
use std::collections::BTreeSet;

/// The most kinds of operations that are kept.
const MAX_OPERATIONS: usize = 50;

/// The refused operations of all runs.
#[derive(Default)]
pub(crate) struct Refusals(Mutex<BTreeSet<String>>);

impl Refusals {
    /// Records that an operation was refused, by its name.
    pub(crate) fn note_refused(&self, operation: impl Into<String>) {
        let mut all = self.0.lock();
        if all.len() < MAX_OPERATIONS {
            all.insert(operation.into());
        }
    }

    pub(crate) fn all_refused(&self) -> Vec<String> {
        self.0.lock().iter().cloned().collect()
    }
}
