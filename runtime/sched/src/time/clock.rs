//! The clock of timers, time slices and sysmon. Tests and seeded runs give one of their own.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Nanoseconds on a scheduler's clock; its zero is the clock's affair.
pub type Nanos = u64;

/// No deadline.
pub const NEVER: Nanos = Nanos::MAX;

/// A monotonic clock.
pub trait Clock: Send + Sync + 'static {
    /// The time now.
    fn now(&self) -> Nanos;

    /// Whether time stands still unless [`jump_to`](Self::jump_to) moves it.
    fn is_virtual(&self) -> bool {
        false
    }

    /// A slice of `nanos` instructions has run under a seed: a virtual clock moves on by that.
    fn pass(&self, nanos: Nanos) {
        let _ = nanos;
    }

    /// Everything waits and the next timer is due at `when`: a virtual clock moves there and says
    /// true. A real clock says false, and the scheduler sleeps.
    fn jump_to(&self, when: Nanos) -> bool {
        let _ = when;
        false
    }
}

/// A clock that stands still while anything runs, and jumps to the next timer when all wait:
/// sleeping for an hour takes no time.
#[derive(Debug)]
pub struct VirtualClock(AtomicU64);

impl VirtualClock {
    /// A clock that shows `start`.
    pub fn new(start: Nanos) -> Self {
        Self(AtomicU64::new(start))
    }
}

impl Clock for VirtualClock {
    fn now(&self) -> Nanos {
        self.0.load(Ordering::Acquire)
    }

    fn is_virtual(&self) -> bool {
        true
    }

    fn pass(&self, nanos: Nanos) {
        self.0.fetch_add(nanos, Ordering::AcqRel);
    }

    fn jump_to(&self, when: Nanos) -> bool {
        self.0.fetch_max(when, Ordering::AcqRel);
        true
    }
}

/// A clock that goes on as the operating system's does, and jumps to the next timer when all wait: what
/// polls the time gets on, and sleeping for an hour takes no time.
#[derive(Debug, Default)]
pub struct SkippingClock {
    real: MonotonicClock,
    skipped: AtomicU64,
}

impl Clock for SkippingClock {
    fn now(&self) -> Nanos {
        self.real.now() + self.skipped.load(Ordering::Acquire)
    }

    fn is_virtual(&self) -> bool {
        true
    }

    fn jump_to(&self, when: Nanos) -> bool {
        let left = when.saturating_sub(self.now());
        self.skipped.fetch_add(left, Ordering::AcqRel);
        true
    }
}

/// The operating system's monotonic clock, from the moment of creation.
#[derive(Debug)]
pub struct MonotonicClock(Instant);

impl Default for MonotonicClock {
    fn default() -> Self {
        Self(Instant::now())
    }
}

impl Clock for MonotonicClock {
    fn now(&self) -> Nanos {
        // One more than elapsed: 0 stays free for "never".
        self.0.elapsed().as_nanos() as Nanos + 1
    }
}
