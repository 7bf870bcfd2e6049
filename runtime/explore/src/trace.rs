//! The record of a run: its steps, each with the choice that led to it.

use crate::access::{Access, Kind};
use crate::dpor::PROGRAM_OBJECT;
use crate::schedule::ThreadPosition;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The number of a thread, which stands for the same thread in all runs of a search.
pub type Thread = u32;

/// The streams of choices among values. Each stream numbers its choices separately, so that removing a choice does not
/// renumber the choices of other streams.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum ChoiceStream {
    /// Which of its ready cases a select takes.
    Select,
    /// Whether the next timer fires although threads can run: 1 if so. Each such firing counts as a deviation, like a
    /// preemption.
    Timer,
    /// Whether the garbage collector runs although the program has not requested it: 1 if so. The choice is made where
    /// an object with a finalizer or a cleanup has become unreachable, so that the finalizer can run from then on, and
    /// where a weak pointer is followed to an object that is otherwise unreachable.
    Collect,
    /// How fast time passes in a long run: 0 so fast that sleeping threads wake soon, 1 as slowly as in a short run.
    /// The choice is made once in a run.
    Clock,
}

impl ChoiceStream {
    /// All streams.
    pub const ALL: [Self; 4] = [Self::Select, Self::Timer, Self::Collect, Self::Clock];

    /// The stream's name in schedule files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Select => "select",
            Self::Timer => "timer",
            Self::Collect => "collect",
            Self::Clock => "clock",
        }
    }

    /// Whether a value other than 0 counts as a deviation, like a preemption. A search of all interleavings leaves out
    /// such values, because there are unboundedly many.
    #[must_use]
    pub const fn is_deviation(self) -> bool {
        matches!(self, Self::Timer | Self::Clock)
    }
}

/// A choice among values inside a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChosenValue {
    /// The stream to which the choice belongs.
    pub stream: ChoiceStream,
    /// The number of possible values.
    pub alternatives: u32,
    /// The chosen value.
    pub value: u32,
}

/// The step of one thread from one scheduling point to the next.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Step {
    /// The thread that made the step.
    pub thread: Thread,
    /// All threads that could have made the step, including `thread`.
    pub runnable: Vec<Thread>,
    /// The thread of the step before, if it could have continued and did not yield.
    pub running_thread: Option<Thread>,
    /// The thread that would have continued without any [deviation](crate::Schedule).
    pub default_thread: Thread,
    /// The position at which the thread of the step before stood.
    pub previous_position: ThreadPosition,
    /// The position at which the thread stood before the step.
    pub position: ThreadPosition,
    /// The step's accesses.
    pub accesses: Vec<Access>,
    /// The threads that the step has created or made runnable.
    pub woken_threads: Vec<Thread>,
    /// The values that were chosen during the step, in order.
    pub values: Vec<ChosenValue>,
}

impl Step {
    /// Reports whether this step preempted another thread.
    #[must_use]
    pub fn is_preemption(&self) -> bool {
        self.running_thread.is_some_and(|running| running != self.thread)
    }
}

/// The reason why a run was ended before the program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CutReason {
    /// Every possible continuation would have repeated behaviour that other runs have shown.
    Redundant,
    /// The run took too many steps without progress; threads took the last of these steps in turn.
    TooLong,
    /// The run did not end within the time, or the number of instructions, that a run has.
    Unfinished,
    /// The program has ended or deadlocked, but the run has more steps than are kept: the last steps were neither kept
    /// nor chosen.
    Unkept,
}

impl CutReason {
    /// Reports whether steps are missing from which other runs would have to be derived.
    #[must_use]
    pub const fn is_incomplete(self) -> bool {
        !matches!(self, Self::Redundant)
    }
}

/// A finished run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    /// The run's steps.
    pub steps: Vec<Step>,
    /// The threads that could still have run at the end.
    pub runnable_at_end: Vec<Thread>,
    /// Whether the last step ended the program, although other threads could have run.
    pub program_exited: bool,
    /// The reason why the run was ended early, if it was.
    pub cut_reason: Option<CutReason>,
    /// Whether a choice that was to be repeated did not occur.
    pub has_diverged: bool,
    /// Whether the run was scheduled more fairly than its policy demands, so that a search with the policy is not
    /// complete.
    pub overrode_policy: bool,
}

impl Trace {
    /// How often a thread was preempted.
    #[must_use]
    pub fn preemption_count(&self) -> usize {
        self.steps.iter().filter(|step| step.is_preemption()).count()
    }

    /// Reports whether the run had choices that a search of all interleavings leaves out.
    #[must_use]
    pub fn has_unsearched_choices(&self) -> bool {
        let deviates = |step: &Step| step.values.iter().any(|value| value.stream.is_deviation());
        self.steps.iter().any(deviates)
    }

    /// The objects that several threads access in a way that makes the order matter, with each thread's number of
    /// accesses.
    #[must_use]
    pub fn shared_objects(&self) -> Vec<(u64, Vec<(Thread, u32)>)> {
        // For each object and thread: the number of accesses, and their kinds.
        let mut all: BTreeMap<u64, BTreeMap<Thread, (u32, Vec<Kind>)>> = BTreeMap::new();
        for step in &self.steps {
            for access in step.accesses.iter().filter(|access| access.object != PROGRAM_OBJECT) {
                let (count, kinds) =
                    all.entry(access.object).or_default().entry(step.thread).or_default();
                *count += 1;
                if !kinds.contains(&access.kind) {
                    kinds.push(access.kind);
                }
            }
        }
        let conflict = |a: &[Kind], b: &[Kind]| a.iter().any(|x| b.iter().any(|y| x.conflicts(*y)));
        all.retain(|_, threads| {
            let kinds: Vec<&Vec<Kind>> = threads.values().map(|(_, kinds)| kinds).collect();
            (1..kinds.len()).any(|at| kinds[..at].iter().any(|other| conflict(other, kinds[at])))
        });
        let counts = |threads: BTreeMap<Thread, (u32, Vec<Kind>)>| {
            threads.into_iter().map(|(thread, (count, _))| (thread, count)).collect()
        };
        all.into_iter().map(|(object, threads)| (object, counts(threads))).collect()
    }

    /// Returns the choices that repeat the first `steps` steps.
    #[must_use]
    pub fn choices_until(&self, steps: usize) -> Vec<u32> {
        let mut all = Vec::with_capacity(steps + 1);
        for step in &self.steps[..steps] {
            all.push(step.thread);
            all.extend(step.values.iter().map(|value| value.value));
        }
        all
    }
}
