//! The record of a run: its steps, each with the choice that led to it.

use crate::access::{Access, Kind};
use crate::dpor::PROGRAM;
use crate::schedule::Stand;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A thread, by a number that stands for the same thread in all runs of a search.
pub type Thread = u32;

/// The streams of choices among values. Choices of one are numbered apart from those of the others, so that taking one
/// away moves no name of another stream.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Stream {
    /// Which of the cases that are ready a select takes.
    Select,
    /// Whether the next timer fires although threads can go on: 1 if so. Each time counts as a deviation, like a
    /// preemption.
    Timer,
    /// Whether the garbage collector runs although the program does not want it to: 1 if so. It is asked when an object
    /// has become unreachable that has a finalizer or a cleanup, so that this is able to run from then on, and where a
    /// weak pointer is followed to an object that nothing else leads to.
    Collect,
    /// How fast time passes in a long run: 0 so fast that what sleeps wakes soon, 1 as slowly as in a short one. It is
    /// asked once.
    Clock,
}

impl Stream {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Select, Self::Timer, Self::Collect, Self::Clock];

    /// Its name in schedule files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Select => "select",
            Self::Timer => "timer",
            Self::Collect => "collect",
            Self::Clock => "clock",
        }
    }

    /// Whether another value than 0 counts as a deviation, like a preemption. A search of all interleavings leaves such
    /// values out: there is no end of them.
    #[must_use]
    pub const fn deviates(self) -> bool {
        matches!(self, Self::Timer | Self::Clock)
    }
}

/// A choice among values inside a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Value {
    /// The stream it belongs to.
    pub stream: Stream,
    /// How many values there were.
    pub of: u32,
    /// The one that was chosen.
    pub chosen: u32,
}

/// The step of one thread from one point to the next.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Step {
    /// The thread.
    pub thread: Thread,
    /// All that could have gone on instead, and the thread itself.
    pub able: Vec<Thread>,
    /// The thread of the step before, if it could have gone on and did not want to let others do so.
    pub running: Option<Thread>,
    /// The thread that would have gone on without any [deviation](crate::Schedule).
    pub usual: Thread,
    /// Where the thread of the step before stood.
    pub from: Stand,
    /// Where the thread stood before the step.
    pub stand: Stand,
    /// Its accesses.
    pub accesses: Vec<Access>,
    /// The threads that it has made, or made able.
    pub woke: Vec<Thread>,
    /// The values that were chosen during it, in their order.
    pub values: Vec<Value>,
}

impl Step {
    /// Whether another thread was interrupted for it.
    #[must_use]
    pub fn preempts(&self) -> bool {
        self.running.is_some_and(|running| running != self.thread)
    }
}

/// Why a run was ended before the program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// All that could go on would have led to what other runs have shown.
    Redundant,
    /// It went on for too many steps without progress, the last of them by turns.
    TooLong,
    /// It had no end in the time, or the number of instructions, that a run has.
    Unfinished,
    /// The program has ended, or waits for itself; but the run has more steps than are kept, and the last ones were
    /// neither kept nor chosen.
    Unkept,
}

impl Cut {
    /// Whether steps are missing of which other runs would have to follow.
    #[must_use]
    pub const fn is_incomplete(self) -> bool {
        !matches!(self, Self::Redundant)
    }
}

/// A run that is over.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    /// Its steps.
    pub steps: Vec<Step>,
    /// The threads that could still have gone on at its end.
    pub left: Vec<Thread>,
    /// Whether the last step ended the program, although others could have gone on.
    pub exits: bool,
    /// Why it was ended, if it was.
    pub cut: Option<Cut>,
    /// Whether a choice that was to be repeated was not there.
    pub departed: bool,
    /// Whether it was more fair than its policy, so that a search by it is not complete.
    pub forced: bool,
}

impl Trace {
    /// How often a thread was interrupted.
    #[must_use]
    pub fn preemptions(&self) -> usize {
        self.steps.iter().filter(|step| step.preempts()).count()
    }

    /// Whether there were choices that a search of all interleavings leaves out.
    #[must_use]
    pub fn could_deviate(&self) -> bool {
        let deviates = |step: &Step| step.values.iter().any(|value| value.stream.deviates());
        self.steps.iter().any(deviates)
    }

    /// The objects that several threads access so that the order matters, with the number of accesses of each thread.
    #[must_use]
    pub fn shared_objects(&self) -> Vec<(u64, Vec<(Thread, u32)>)> {
        // By object and thread: how many accesses, and of which kinds.
        let mut all: BTreeMap<u64, BTreeMap<Thread, (u32, Vec<Kind>)>> = BTreeMap::new();
        for step in &self.steps {
            for access in step.accesses.iter().filter(|access| access.object != PROGRAM) {
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

    /// The choices that repeat the first `steps` steps.
    #[must_use]
    pub fn choices(&self, steps: usize) -> Vec<u32> {
        let mut all = Vec::with_capacity(steps + 1);
        for step in &self.steps[..steps] {
            all.push(step.thread);
            all.extend(step.values.iter().map(|value| value.chosen));
        }
        all
    }
}
