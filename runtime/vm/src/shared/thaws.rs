//! Waiting for a goroutine to be thawed, where nothing else can go on.

use parking_lot::{Condvar, Mutex};

/// How often a goroutine was thawed.
#[derive(Default, Debug)]
pub(crate) struct Thaws {
    count: Mutex<u64>,
    changed: Condvar,
}

impl Thaws {
    /// One was thawed.
    pub(crate) fn add(&self) {
        *self.count.lock() += 1;
        self.changed.notify_all();
    }

    pub(crate) fn count(&self) -> u64 {
        *self.count.lock()
    }

    /// Waits until there were more than `seen`.
    pub(crate) fn wait(&self, seen: u64) {
        let mut count = self.count.lock();
        while *count == seen {
            self.changed.wait(&mut count);
        }
    }
}
