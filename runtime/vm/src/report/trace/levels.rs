//! Curves: how many goroutines wait in each queue, are runnable, are running; how many Ms there are.

use super::event::{GoroutineState, NO_NUMBER, OtherEvent, Queue, Span};
use minigo_sched::Kind;
use std::collections::BTreeMap;

/// The quantity that a curve shows over time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Curve {
    /// The goroutines in runnext and the local queue of a processor.
    Queue(u32),
    Global,
    Runnable,
    Running,
    Threads,
    IdleThreads,
}

impl Curve {
    pub(crate) fn text(self) -> String {
        match self {
            Self::Queue(proc) => format!("queue of P{proc}"),
            Self::Global => "global queue".to_owned(),
            Self::Runnable => "goroutines: runnable".to_owned(),
            Self::Running => "goroutines: running".to_owned(),
            Self::Threads => "Ms".to_owned(),
            Self::IdleThreads => "Ms: idle".to_owned(),
        }
    }
}

/// The most values written for a curve. If a curve has more changes, the highest value of each interval is written.
const MAX_VALUES_PER_CURVE: u64 = 5000;

/// Collects the changes of the curves.
#[derive(Default)]
pub(crate) struct CurveLevels {
    changes: BTreeMap<Curve, Vec<(u64, i8)>>,
}

impl CurveLevels {
    fn add(&mut self, curve: Curve, at: u64, change: i8) {
        self.changes.entry(curve).or_default().push((at, change));
    }

    pub(crate) fn note_span(&mut self, span: &Span) {
        let curves = match (span.state, span.queue) {
            (GoroutineState::Running, _) => [Some(Curve::Running), None],
            (GoroutineState::Runnable, Queue::Global) => {
                [Some(Curve::Runnable), Some(Curve::Global)]
            }
            (GoroutineState::Runnable, queue) => {
                [Some(Curve::Runnable), Some(Curve::Queue(queue.proc()))]
            }
            _ => return,
        };
        for curve in curves.into_iter().flatten() {
            self.add(curve, span.from_time, 1);
            self.add(curve, span.to_time, -1);
        }
    }

    pub(crate) fn note_other_event(&mut self, other: &OtherEvent) {
        match other.kind {
            Kind::ThreadNew => self.add(Curve::Threads, other.time, 1),
            Kind::ThreadExit => self.add(Curve::Threads, other.time, -1),
            Kind::ThreadIdle => self.add(Curve::IdleThreads, other.time, 1),
            Kind::ThreadWake => self.add(Curve::IdleThreads, other.time, -1),
            _ => {}
        }
        debug_assert!(
            other.proc == NO_NUMBER || other.kind != Kind::ThreadNew,
            "the event of a new thread belongs to no P"
        );
    }

    /// Calls `value` with the values, curve by curve.
    pub(crate) fn for_each_value(self, mut value: impl FnMut(Curve, u64, i64)) {
        for (curve, mut changes) in self.changes {
            // Decrements come first, so that a goroutine that changes from one span to the next counts once.
            changes.sort_unstable();
            let span = changes.last().map_or(0, |l| l.0) - changes.first().map_or(0, |f| f.0);
            let every = if changes.len() as u64 > MAX_VALUES_PER_CURVE {
                (span / MAX_VALUES_PER_CURVE).max(1)
            } else {
                0
            };
            let mut level = first_level(&changes);
            let (mut said, mut highest) = (None, level);
            let mut since = changes.first().map_or(0, |first| first.0);
            for (i, &(at, change)) in changes.iter().enumerate() {
                level += i64::from(change);
                let last = changes.get(i + 1).is_none_or(|next| next.0 > at);
                if last {
                    highest = highest.max(level);
                }
                let due = at >= since + every || i + 1 == changes.len();
                if last && due {
                    let exact = every == 0 || i + 1 == changes.len();
                    let shown = if exact { level } else { highest };
                    if said != Some(shown) {
                        value(curve, at, shown);
                    }
                    (said, highest, since) = (Some(shown), level, at);
                }
            }
        }
    }
}

/// The first value of a curve: goroutines that existed before the trace began show only when they leave the curve.
fn first_level(changes: &[(u64, i8)]) -> i64 {
    let mut level = 0;
    let levels = changes.iter().map(|(_, change)| {
        level += i64::from(*change);
        level
    });
    -levels.min().unwrap_or(0).min(0)
}
