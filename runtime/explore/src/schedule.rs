//! Schedules: a run's deviations from the usual choices, named so that a change in one thread renames no deviation of
//! another.
//!
//! A switch is named by the position of the thread that is switched away from: how many points it has reached, and how
//! often it has stopped since. So if one switch is left out, or the program changes elsewhere, the other names keep
//! their meaning.

use crate::trace::{ChoiceStream, ChosenValue, Thread, Trace};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The position of a thread.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct ThreadPosition {
    /// How many points the thread has reached.
    pub point: u32,
    /// How often the thread has stopped since without reaching a point: it waits, or has yielded.
    pub stop_count: u32,
}

/// A deviation: another thread continues than usual.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Switch {
    /// The thread of the step before the switch.
    pub previous_thread: Thread,
    /// The position of `previous_thread` at the switch.
    pub position: ThreadPosition,
    /// The thread that continues.
    pub next_thread: Thread,
}

/// A deviation: another value is chosen than the usual first one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ValuePick {
    /// The stream to which the choice belongs.
    pub stream: ChoiceStream,
    /// The thread that chooses.
    pub thread: Thread,
    /// The position of the thread before the step.
    pub position: ThreadPosition,
    /// The choice's number among the stream's choices in the step, from 0.
    pub choice_number: u32,
    /// The chosen value.
    pub value: u32,
}

/// A run's deviations from the usual choices.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Schedule {
    /// The switches, in order.
    pub switches: Vec<Switch>,
    /// The picks, in order.
    pub value_picks: Vec<ValuePick>,
}

impl Schedule {
    /// The schedule of a run: its deviations.
    #[must_use]
    pub fn of(trace: &Trace) -> Self {
        let mut schedule = Self::default();
        let mut from = None;
        for step in &trace.steps {
            if let Some(from) = from.filter(|_| step.thread != step.default_thread) {
                schedule.switches.push(Switch {
                    previous_thread: from,
                    position: step.previous_position,
                    next_thread: step.thread,
                });
            }
            for (number, value) in step.values.iter().enumerate() {
                if value.value != 0 {
                    let (stream, thread, at) = (value.stream, step.thread, step.position);
                    let nth = next_choice_number(stream, &step.values[..number]);
                    schedule.value_picks.push(ValuePick {
                        stream,
                        thread,
                        position: at,
                        choice_number: nth,
                        value: value.value,
                    });
                }
            }
            from = Some(step.thread);
        }
        schedule
    }

    /// How many deviations the schedule has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.switches.len() + self.value_picks.len()
    }

    /// Reports whether the schedule has no deviations.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the schedule without the deviations `gone`: indexes into the switches, followed by the picks.
    #[must_use]
    pub fn without_deviations(&self, gone: std::ops::Range<usize>) -> Self {
        let n = self.switches.len();
        let keep = |at: usize| !gone.contains(&at);
        Self {
            switches: (0..n).filter(|at| keep(*at)).map(|at| self.switches[at]).collect(),
            value_picks: (0..self.value_picks.len())
                .filter(|at| keep(n + at))
                .map(|at| self.value_picks[at])
                .collect(),
        }
    }

    pub(crate) fn switch_at(&self, from: Thread, at: ThreadPosition) -> Option<Thread> {
        let found = self
            .switches
            .iter()
            .find(|switch| switch.previous_thread == from && switch.position == at);
        found.map(|switch| switch.next_thread)
    }

    pub(crate) fn picked_value_at(&self, choice: &Choice) -> Option<u32> {
        let Choice { stream, thread, position: at, choice_number: nth } = *choice;
        let here = |pick: &&ValuePick| {
            pick.stream == stream
                && pick.thread == thread
                && pick.position == at
                && pick.choice_number == nth
        };
        self.value_picks.iter().find(here).map(|pick| pick.value)
    }
}

/// The name of a choice among values.
pub(crate) struct Choice {
    pub(crate) stream: ChoiceStream,
    pub(crate) thread: Thread,
    pub(crate) position: ThreadPosition,
    pub(crate) choice_number: u32,
}

/// The number of a stream's next choice in a step that has made the choices `before`.
pub(crate) fn next_choice_number(stream: ChoiceStream, before: &[ChosenValue]) -> u32 {
    before.iter().filter(|value| value.stream == stream).count() as u32
}

/// The numbers of threads: a thread is identified as its creator's *n*-th thread.
#[derive(Debug, Default)]
pub struct ThreadNames(Mutex<KnownThreads>);

#[derive(Debug, Default)]
struct KnownThreads {
    thread_numbers: HashMap<(Thread, u32), Thread>,
    /// For each thread but the first: its creator, and its number among the creator's threads.
    origins: Vec<(Thread, u32)>,
}

/// The number of the first thread.
pub const FIRST_THREAD: Thread = 0;

/// The number of a creator's first timer, less one. A timer is a thread too, but threads and timers are counted
/// separately.
const TIMER_BASE: u32 = 1 << 24;
/// The number, less one, of the first thread that no other thread has created.
const ORPHAN_BASE: u32 = 1 << 20;

impl ThreadNames {
    fn lock_known(&self) -> MutexGuard<'_, KnownThreads> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the `nth` thread, from 1 on, that `maker` creates.
    pub fn nth_started(&self, maker: Thread, nth: u32) -> Thread {
        let mut known = self.lock_known();
        let KnownThreads { thread_numbers: numbers, origins } = &mut *known;
        *numbers.entry((maker, nth)).or_insert_with(|| {
            origins.push((maker, nth));
            origins.len() as Thread
        })
    }

    /// Returns the thread that stands for the `nth` timer, from 1 on, of `maker`.
    pub fn timer_of(&self, maker: Thread, nth: u32) -> Thread {
        self.nth_started(maker, TIMER_BASE + nth)
    }

    /// Returns the `nth` thread, from 1 on, that no other thread creates.
    pub fn nth_orphan(&self, nth: u32) -> Thread {
        self.nth_started(FIRST_THREAD, ORPHAN_BASE + nth)
    }

    /// For each thread but the first, in the order of the numbers: its creator, and its number (from 1) among the
    /// creator's threads.
    #[must_use]
    pub fn origins(&self) -> Vec<(Thread, u32)> {
        self.lock_known().origins.clone()
    }

    /// Gives threads the numbers that they had in another process. No thread may have a number yet.
    pub fn restore(&self, origins: &[(Thread, u32)]) {
        for (maker, nth) in origins {
            self.nth_started(*maker, *nth);
        }
    }

    /// The thread's name: `1` for the first thread, `1.2` for the second one that this thread creates, `1.t2` for its
    /// second timer, `1.r2` for the second thread that the runtime creates.
    #[must_use]
    pub fn path(&self, thread: Thread) -> String {
        let known = self.lock_known();
        let mut parts = Vec::new();
        let mut at = thread;
        while let Some((maker, nth)) = at.checked_sub(1).and_then(|i| known.origins.get(i as usize))
        {
            parts.push(match nth {
                TIMER_BASE.. => format!("t{}", nth - TIMER_BASE),
                ORPHAN_BASE.. => format!("r{}", nth - ORPHAN_BASE),
                _ => nth.to_string(),
            });
            at = *maker;
        }
        parts.push("1".to_owned());
        parts.reverse();
        parts.join(".")
    }

    /// Returns the thread with this name, even if it has not existed so far; `None` if the name is malformed.
    #[must_use]
    pub fn thread_at_path(&self, path: &str) -> Option<Thread> {
        let mut parts = path.split('.');
        if parts.next() != Some("1") {
            return None;
        }
        parts.try_fold(FIRST_THREAD, |maker, part| {
            let base = match part.as_bytes().first() {
                Some(b't') => TIMER_BASE,
                Some(b'r') => ORPHAN_BASE,
                _ => 0,
            };
            let nth: u32 = part[usize::from(base > 0)..].parse().ok()?;
            Some(self.nth_started(maker, base.checked_add(nth)?))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{FIRST_THREAD, ThreadNames};

    #[test]
    fn paths_name_threads() {
        let names = ThreadNames::default();
        let second = names.nth_started(FIRST_THREAD, 2);
        let below = names.nth_started(second, 1);
        assert_eq!(names.path(FIRST_THREAD), "1");
        assert_eq!(names.path(below), "1.2.1");
        assert_eq!(names.thread_at_path("1.2.1"), Some(below));
        assert_eq!(names.thread_at_path("2"), None);
        assert_eq!(names.thread_at_path("1.x"), None);
        let timer = names.timer_of(second, 1);
        assert_eq!(names.path(timer), "1.2.t1");
        assert_eq!(names.thread_at_path("1.2.t1"), Some(timer));
        let orphan = names.nth_orphan(3);
        assert_eq!(names.path(orphan), "1.r3");
        assert_eq!(names.thread_at_path("1.r3"), Some(orphan));
        let later = names.thread_at_path("1.7").map(|thread| names.path(thread));
        assert_eq!(later.as_deref(), Some("1.7"));
    }
}
