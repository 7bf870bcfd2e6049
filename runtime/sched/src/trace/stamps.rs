//! Time stamps of events.
//!
//! They are the processor's cycle counter where that runs evenly (asking the clock costs three times as much),
//! converted to the clock's nanoseconds when the trace is taken. Under a seed or a virtual clock they are a step count
//! that never falls behind the clock, so that equal runs have equal traces.

use crate::arch::{cycles, cycles_are_even};
use crate::time::clock::{Clock, Nanos};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Where stamps come from.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// The counter, which was at the first number when the clock was at the second.
    Cycles(u64, Nanos),
    Clock,
    /// Steps; the clock counts too if it is virtual.
    Steps {
        with_clock: bool,
    },
}

/// The watch of all lanes.
pub(crate) struct Stamps {
    source: Source,
    clock: Arc<dyn Clock>,
    steps: AtomicU64,
}

impl Stamps {
    pub(super) fn new(clock: Arc<dyn Clock>, seeded: bool) -> Self {
        let with_clock = clock.is_virtual();
        let source =
            if seeded || with_clock { Source::Steps { with_clock } } else { Source::Clock };
        let source = match source {
            Source::Clock if cycles_are_even() => Source::Cycles(cycles(), clock.now()),
            other => other,
        };
        Self { source, clock, steps: AtomicU64::new(0) }
    }

    /// The time, if the counter of cycles says it.
    #[inline(always)]
    pub(super) fn cycles(&self) -> Option<u64> {
        match self.source {
            Source::Cycles(..) => Some(cycles()),
            _ => None,
        }
    }

    #[inline]
    pub(super) fn now(&self) -> u64 {
        match self.source {
            Source::Cycles(..) => cycles(),
            Source::Clock => self.clock.now(),
            Source::Steps { with_clock } => {
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

    /// The time of a stamp that was taken just now.
    pub(super) fn nanos(&self, stamp: u64) -> Nanos {
        match self.source {
            Source::Cycles(..) => self.clock.now(),
            _ => stamp,
        }
    }

    /// Turns stamps into nanoseconds.
    pub(crate) fn translation(&self) -> Translation {
        if let Source::Cycles(first, then) = self.source {
            let (cycles, now) = (cycles().saturating_sub(first).max(1), self.clock.now());
            return Translation { first, then, cycles, nanos: now.saturating_sub(then) };
        }
        Translation { first: 0, then: 0, cycles: 1, nanos: 1 }
    }
}

/// How stamps become nanoseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Translation {
    /// The stamp that belongs to the time `then`.
    first: u64,
    then: Nanos,
    /// The rate of the cycle counter: `cycles` of it pass in `nanos` nanoseconds.
    cycles: u64,
    nanos: u64,
}

impl Translation {
    pub(super) fn of(self, stamp: u64) -> Nanos {
        let passed = u128::from(stamp.saturating_sub(self.first));
        self.then + (passed * u128::from(self.nanos) / u128::from(self.cycles)) as Nanos
    }
}
