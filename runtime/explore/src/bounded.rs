//! All interleavings with few preemptions: those with none, then those with one, and so on (iterative context
//! bounding).
//!
//! Runs are independent of each other: each finished run adds the alternatives to its new choices, so that many runs
//! can be made at a time.

use crate::policy::Policy;
use crate::run::Plan;
use crate::schedule::Schedule;
use crate::shard::{PathHash, Shard};
use crate::trace::{CutReason, Trace};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A run that is still to be made: it repeats the choices of another run up to a place, and makes another choice there.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Branch {
    choices: Arc<[u32]>,
    len: usize,
    last: Option<u32>,
    /// The number of such alternative choices on the way from the first run to this one.
    depth: u32,
}

/// The depth at which runs, with all that follow from them, are distributed among [shards](Shard): there are about as
/// many such runs as pairs of steps.
const SHARED_DEPTH: u32 = 2;

/// More choices than this, 4 bytes each, are too many to write to a file.
const MAX_SAVED_CHOICES: usize = 1 << 20;

/// The most branches that are kept; if more are dropped, the search is not complete.
const MAX_BRANCHES: usize = 4_000_000;

/// The search by numbers of preemptions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Bounded {
    shard: Shard,
    /// The schedule of the first run: preemptions are counted in addition to the switches of the schedule.
    #[serde(skip)]
    near_schedule: Option<Arc<Schedule>>,
    bound: usize,
    now: Vec<Branch>,
    /// The branches with one more preemption than the current bound.
    next_bound: Vec<Branch>,
    given_out: usize,
    is_exhausted: bool,
    incomplete: bool,
    /// The highest bound up to which all interleavings were run.
    complete: Option<usize>,
}

impl Default for Bounded {
    fn default() -> Self {
        let root = Branch { choices: Arc::new([]), len: 0, last: None, depth: 0 };
        Self {
            shard: Shard::default(),
            near_schedule: None,
            bound: 0,
            now: vec![root],
            next_bound: Vec::new(),
            given_out: 0,
            is_exhausted: false,
            incomplete: false,
            complete: None,
        }
    }
}

/// The choices that a run was given; the caller returns them with the run's trace.
#[derive(Clone, Copy, Debug)]
pub struct GivenChoices {
    choices: usize,
    depth: u32,
}

impl Bounded {
    /// Creates a shard of the search.
    #[must_use]
    pub fn of_shard(shard: Shard) -> Self {
        Self { shard, ..Self::default() }
    }

    /// Creates a search that begins with a schedule: runs that differ little from it come first.
    #[must_use]
    pub fn near(schedule: Arc<Schedule>) -> Self {
        Self { near_schedule: Some(schedule), ..Self::default() }
    }

    /// Returns the next run. `None`: the results of other runs are needed first, or everything was searched.
    pub fn next_plan(&mut self) -> Option<(Plan, GivenChoices)> {
        if self.now.is_empty() && self.given_out == 0 && !self.is_exhausted {
            self.complete = (!self.incomplete).then_some(self.bound);
            self.is_exhausted = self.next_bound.is_empty();
            self.bound += 1;
            self.now = std::mem::take(&mut self.next_bound);
        }
        let Branch { choices, len, last, depth } = self.now.pop()?;
        self.given_out += 1;
        let mut all = choices[..len].to_vec();
        all.extend(last);
        let given = GivenChoices { choices: all.len(), depth };
        let policy = self.near_schedule.clone().map_or(Policy::Usual, Policy::Schedule);
        Some((Plan { choices: all, asleep: None, policy }, given))
    }

    /// Takes the trace of a finished run.
    pub fn add_trace(&mut self, given: GivenChoices, trace: &Trace) {
        self.given_out -= 1;
        let cut = trace.cut.is_some_and(CutReason::is_incomplete);
        self.incomplete |= trace.forced || cut || trace.departed;
        if trace.departed {
            return;
        }
        if self.now.len() + self.next_bound.len() > MAX_BRANCHES {
            self.incomplete = true;
            return;
        }
        let choices: Arc<[u32]> = trace.choices(trace.steps.len()).into();
        let (mut at, mut preemptions, mut way) = (0, 0, PathHash::ROOT);
        let mut add = |at: usize, other: u32, preemptions: usize, way: PathHash| {
            let depth = given.depth + 1;
            if at < given.choices || depth == SHARED_DEPTH && !self.shard.owns(way) {
                return;
            }
            let branch = Branch { choices: choices.clone(), len: at, last: Some(other), depth };
            let list = if preemptions <= self.bound { &mut self.now } else { &mut self.next_bound };
            list.push(branch);
        };
        for step in &trace.steps {
            for other in step.runnable.iter().filter(|other| **other != step.thread) {
                let more = step.running.is_some_and(|running| running != *other);
                add(at, *other, preemptions + usize::from(more), way.with_thread(step, *other));
            }
            at += 1;
            preemptions += usize::from(step.preempts());
            way = way.with_thread(step, step.thread);
            for value in &step.values {
                for other in (0..value.of).filter(|other| *other != value.chosen) {
                    let more = value.stream.deviates();
                    add(at, other, preemptions + usize::from(more), way.with_value(other));
                }
                at += 1;
                preemptions += usize::from(value.stream.deviates() && value.chosen != 0);
                way = way.with_value(value.chosen);
            }
        }
    }

    /// Reports whether the branches that are left to search would take much space in a file.
    #[must_use]
    pub fn is_large(&self) -> bool {
        let numbers = self.now.iter().chain(&self.next_bound).map(|branch| branch.choices.len());
        numbers.sum::<usize>() > MAX_SAVED_CHOICES
    }

    /// The highest number of preemptions up to which every interleaving was run.
    #[must_use]
    pub fn complete(&self) -> Option<usize> {
        self.complete.filter(|_| self.near_schedule.is_none())
    }

    /// Reports whether no branch is left to search.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_exhausted
    }

    /// Reports whether every interleaving was run.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_exhausted && !self.incomplete
    }
}
