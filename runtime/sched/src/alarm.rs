//! The alarm: one idle worker without a P sleeps here until the next timer is due.
//!
//! A module of its own because the netpoller takes this place: whoever waits for the network waits
//! with the next timer as its time-out, and whoever starts an earlier timer breaks that wait.

use crate::clock::{Clock, Nanos};
use parking_lot::{Condvar, Mutex};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// No deadline.
pub(crate) const NEVER: Nanos = Nanos::MAX;

const MILLISECOND: Nanos = 1_000_000;
const HOUR: Nanos = 3_600_000_000_000;

#[derive(Default)]
pub(crate) struct Alarm {
    /// When the sleeper will wake; 0 when nobody sleeps. Written under `broken`'s lock.
    until: AtomicU64,
    /// Somebody asked the sleeper to look again.
    broken: Mutex<Broken>,
    wake: Condvar,
}

#[derive(Default)]
struct Broken {
    asked: bool,
    taken: bool,
}

impl Alarm {
    /// Becomes the sleeper, unless there is one.
    pub(crate) fn take(&self, until: Nanos) -> bool {
        let mut state = self.broken.lock();
        if state.taken {
            return false;
        }
        *state = Broken { asked: false, taken: true };
        // SeqCst, against `wants`: a timer that is started now either is seen by who scans the
        // heaps after this store, or its starter sees this deadline.
        self.until.store(until, Ordering::SeqCst);
        true
    }

    /// Sleeps until `until`, or until broken. Only for who has taken it; gives it back. A virtual
    /// clock is moved when all is `quiet`.
    pub(crate) fn sleep(&self, until: Nanos, clock: &dyn Clock, quiet: impl Fn() -> bool) {
        let mut state = self.broken.lock();
        self.until.store(until, Ordering::SeqCst);
        while !state.asked {
            let now = clock.now();
            if now >= until || (clock.is_virtual() && quiet() && clock.jump_to(until)) {
                break;
            }
            let longest = if clock.is_virtual() { MILLISECOND } else { HOUR };
            let left = Duration::from_nanos((until - now).min(longest));
            self.wake.wait_for(&mut state, left);
        }
        self.until.store(0, Ordering::SeqCst);
        state.taken = false;
    }

    /// Whether somebody sleeps, and past `when`: then break the sleep. `None` when nobody sleeps.
    pub(crate) fn oversleeps(&self, when: Nanos) -> Option<bool> {
        match self.until.load(Ordering::SeqCst) {
            0 => None,
            until => Some(when < until),
        }
    }

    /// Makes the sleeper look again.
    pub(crate) fn ring(&self) {
        let mut state = self.broken.lock();
        if state.taken {
            state.asked = true;
            self.wake.notify_all();
        }
    }
}
