//! The record of a run: its steps, each with the choice that led to it.

use crate::access::Access;
use crate::schedule::Stand;

/// A thread, by a number that stands for the same thread in all runs of a search.
pub type Thread = u32;

/// A choice among values inside a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
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
    /// The values that were chosen during it.
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
    /// It has more steps than are kept.
    Unfinished,
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
