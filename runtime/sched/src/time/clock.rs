//! The clock of timers, time slices and sysmon. Tests and seeded runs supply their own.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Nanoseconds on a scheduler's clock; each clock chooses its zero.
pub type Nanos = u64;

/// The deadline that never comes.
pub const NEVER: Nanos = Nanos::MAX;

/// A monotonic clock.
pub trait Clock: Send + Sync + 'static {
    /// The present time.
    fn now(&self) -> Nanos;

    /// Reports whether time stands still unless [`jump_to`](Self::jump_to) advances it.
    fn is_virtual(&self) -> bool {
        false
    }

    /// Called when a slice of `nanos` instructions has run under a seed: a virtual clock advances by that.
    fn advance(&self, nanos: Nanos) {
        let _ = nanos;
    }

    /// Called when all tasks wait and the next timer is due at `when`: a virtual clock advances to `when` and returns
    /// true. A real clock returns false, and the scheduler sleeps.
    fn jump_to(&self, when: Nanos) -> bool {
        let _ = when;
        false
    }
}

/// A clock that stands still while any task runs, and jumps to the next timer when all tasks wait: sleeping for an hour
/// takes no time.
#[derive(Debug)]
pub struct VirtualClock(AtomicU64);

impl VirtualClock {
    /// Creates a clock that shows `start`.
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

    fn advance(&self, nanos: Nanos) {
        self.0.fetch_add(nanos, Ordering::AcqRel);
    }

    fn jump_to(&self, when: Nanos) -> bool {
        self.0.fetch_max(when, Ordering::AcqRel);
        true
    }
}

/// A clock that follows the operating system's, and jumps to the next timer when all tasks wait: code that polls the
/// time makes progress, and sleeping for an hour takes no time.
#[derive(Debug, Default)]
pub struct SkippingClock {
    real_clock: MonotonicClock,
    skipped_nanos: AtomicU64,
}

impl Clock for SkippingClock {
    fn now(&self) -> Nanos {
        self.real_clock.now() + self.skipped_nanos.load(Ordering::Acquire)
    }

    fn is_virtual(&self) -> bool {
        true
    }

    fn jump_to(&self, when: Nanos) -> bool {
        let left = when.saturating_sub(self.now());
        self.skipped_nanos.fetch_add(left, Ordering::AcqRel);
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
        // One more than the elapsed time, because 0 stands for "never".
        self.0.elapsed().as_nanos() as Nanos + 1
    }
}
