//! Time stamps of events.
//!
//! Stamps are the processor's cycle counter if that runs evenly (asking the clock costs three times as much); they are
//! converted to the clock's nanoseconds when the trace is taken. Under a seed or a virtual clock the stamps are a step
//! count that never falls behind the clock, so that equal runs have equal traces.

use crate::arch::{has_constant_rate, read_cycle_counter};
use crate::time::clock::{Clock, Nanos};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The source of stamps.
#[derive(Clone, Copy, Debug)]
enum StampSource {
    /// The cycle counter; it had the first value when the clock had the second.
    Cycles(u64, Nanos),
    Clock,
    /// A count of steps; it never falls behind the clock if that is virtual.
    Steps {
        with_clock: bool,
    },
}

/// The source of stamps for all lanes.
pub(crate) struct Stamps {
    source: StampSource,
    clock: Arc<dyn Clock>,
    steps: AtomicU64,
}

impl Stamps {
    pub(super) fn new(clock: Arc<dyn Clock>, seeded: bool) -> Self {
        let with_clock = clock.is_virtual();
        let source = if seeded || with_clock {
            StampSource::Steps { with_clock }
        } else {
            StampSource::Clock
        };
        let source = match source {
            StampSource::Clock if has_constant_rate() => {
                StampSource::Cycles(read_cycle_counter(), clock.now())
            }
            other => other,
        };
        Self { source, clock, steps: AtomicU64::new(0) }
    }

    /// The stamp, if the source is the cycle counter.
    #[inline(always)]
    pub(super) fn cycle_stamp(&self) -> Option<u64> {
        match self.source {
            StampSource::Cycles(..) => Some(read_cycle_counter()),
            _ => None,
        }
    }

    #[inline]
    pub(super) fn current_stamp(&self) -> u64 {
        match self.source {
            StampSource::Cycles(..) => read_cycle_counter(),
            StampSource::Clock => self.clock.now(),
            StampSource::Steps { with_clock } => {
                let at_least = if with_clock { self.clock.now() } else { 0 };
                let next = |steps: u64| Some((steps + 1).max(at_least));
                let before = self
                    .steps
                    .fetch_update(Ordering::Relaxed, Ordering::Relaxed, next)
                    .unwrap_or(0);
                (before + 1).max(at_least)
            }
        }
    }

    /// The time in nanoseconds of a stamp that was taken at this moment.
    pub(super) fn time_of(&self, stamp: u64) -> Nanos {
        match self.source {
            StampSource::Cycles(..) => self.clock.now(),
            _ => stamp,
        }
    }

    /// Returns the translation of stamps into nanoseconds.
    pub(crate) fn stamp_conversion(&self) -> StampConversion {
        if let StampSource::Cycles(first, then) = self.source {
            let (cycles, now) =
                (read_cycle_counter().saturating_sub(first).max(1), self.clock.now());
            return StampConversion {
                first_stamp: first,
                first_time: then,
                elapsed_cycles: cycles,
                elapsed_nanos: now.saturating_sub(then),
            };
        }
        StampConversion { first_stamp: 0, first_time: 0, elapsed_cycles: 1, elapsed_nanos: 1 }
    }
}

/// The translation of stamps into nanoseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StampConversion {
    /// The stamp at the time `first_time`.
    first_stamp: u64,
    first_time: Nanos,
    /// The rate of the cycle counter: it advances by `elapsed_cycles` in `elapsed_nanos` nanoseconds.
    elapsed_cycles: u64,
    elapsed_nanos: u64,
}

impl StampConversion {
    pub(super) fn time_of(self, stamp: u64) -> Nanos {
        let passed = u128::from(stamp.saturating_sub(self.first_stamp));
        self.first_time
            + (passed * u128::from(self.elapsed_nanos) / u128::from(self.elapsed_cycles)) as Nanos
    }
}
