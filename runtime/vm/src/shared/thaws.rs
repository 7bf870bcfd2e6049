//! Waits for the thaw of a goroutine, while no other can continue.

use parking_lot::{Condvar, Mutex};

/// The number of thaws.
#[derive(Default, Debug)]
pub(crate) struct Thaws {
    thaw_count: Mutex<u64>,
    changed: Condvar,
}

impl Thaws {
    /// Counts a thaw.
    pub(crate) fn note_thaw(&self) {
        *self.thaw_count.lock() += 1;
        self.changed.notify_all();
    }

    pub(crate) fn thaw_count(&self) -> u64 {
        *self.thaw_count.lock()
    }

    /// Waits until there were more than `seen` thaws.
    pub(crate) fn wait_for_thaw(&self, seen: u64) {
        let mut count = self.thaw_count.lock();
        while *count == seen {
            self.changed.wait(&mut count);
        }
    }
}
