//! Where the thread of [`Scheduler::run`](crate::Scheduler::run) sleeps.
//!
//! A module of its own because it is a seam: that thread has no processor and is free to wait for other things too, such as
//! the process's signals, if its bed is one in which it hears of them.

use parking_lot::{Condvar, Mutex};
use std::time::Duration;

/// A bed and the bell beside it.
pub trait Doorbell: Send + Sync + 'static {
    /// Sleeps until rung, or for so long at most. A ring that found nobody asleep ends the next sleep. May return early. One
    /// thread at a time.
    fn wait(&self, limit: Option<Duration>);

    /// Ends the sleep.
    fn ring(&self);
}

/// The plain one.
#[derive(Debug, Default)]
pub(crate) struct Bell {
    rung: Mutex<bool>,
    changed: Condvar,
}

impl Doorbell for Bell {
    fn wait(&self, limit: Option<Duration>) {
        let mut rung = self.rung.lock();
        if !*rung {
            match limit {
                Some(limit) => drop(self.changed.wait_for(&mut rung, limit)),
                None => self.changed.wait(&mut rung),
            }
        }
        *rung = false;
    }

    fn ring(&self) {
        *self.rung.lock() = true;
        self.changed.notify_one();
    }
}
