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
    last_choice: Option<u32>,
    /// The number of alternative choices on the way from the first run to this one.
    depth: u32,
}

/// The depth at which the [shards](Shard) share the runs: each run at this depth belongs to one shard, with all runs
/// derived from it. There are about as many runs at this depth as pairs of steps.
const SHARD_SPLIT_DEPTH: u32 = 2;

/// More choices than this, 4 bytes each, are too many to write to a file.
const MAX_SAVED_CHOICES: usize = 1 << 20;

/// The most branches that are kept; if more are dropped, the search is not complete.
const MAX_BRANCHES: usize = 4_000_000;

/// The search by numbers of preemptions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BoundedSearch {
    search_shard: Shard,
    /// The schedule of the first run: preemptions are counted in addition to the switches of the schedule.
    #[serde(skip)]
    base_schedule: Option<Arc<Schedule>>,
    preemption_bound: usize,
    branches_at_bound: Vec<Branch>,
    /// The branches with one more preemption than the current bound.
    branches_at_next_bound: Vec<Branch>,
    outstanding_plans: usize,
    is_exhausted: bool,
    is_incomplete: bool,
    /// The highest bound up to which all interleavings were run.
    complete_bound: Option<usize>,
}

impl Default for BoundedSearch {
    fn default() -> Self {
        let root = Branch { choices: Arc::new([]), len: 0, last_choice: None, depth: 0 };
        Self {
            search_shard: Shard::default(),
            base_schedule: None,
            preemption_bound: 0,
            branches_at_bound: vec![root],
            branches_at_next_bound: Vec::new(),
            outstanding_plans: 0,
            is_exhausted: false,
            is_incomplete: false,
            complete_bound: None,
        }
    }
}

/// The choices that a run was given; the caller returns them with the run's trace.
#[derive(Clone, Copy, Debug)]
pub struct GivenChoices {
    choice_count: usize,
    depth: u32,
}

impl BoundedSearch {
    /// Creates a shard of the search.
    #[must_use]
    pub fn of_shard(shard: Shard) -> Self {
        Self { search_shard: shard, ..Self::default() }
    }

    /// Creates a search that begins with a schedule: runs that differ little from it come first.
    #[must_use]
    pub fn from_schedule(schedule: Arc<Schedule>) -> Self {
        Self { base_schedule: Some(schedule), ..Self::default() }
    }

    /// Returns the next run. `None`: the results of other runs are needed first, or everything was searched.
    pub fn next_plan(&mut self) -> Option<(Plan, GivenChoices)> {
        if self.branches_at_bound.is_empty() && self.outstanding_plans == 0 && !self.is_exhausted {
            self.complete_bound = (!self.is_incomplete).then_some(self.preemption_bound);
            self.is_exhausted = self.branches_at_next_bound.is_empty();
            self.preemption_bound += 1;
            self.branches_at_bound = std::mem::take(&mut self.branches_at_next_bound);
        }
        let Branch { choices, len, last_choice: last, depth } = self.branches_at_bound.pop()?;
        self.outstanding_plans += 1;
        let mut all = choices[..len].to_vec();
        all.extend(last);
        let given = GivenChoices { choice_count: all.len(), depth };
        let policy = self.base_schedule.clone().map_or(Policy::Usual, Policy::Schedule);
        Some((Plan { choices: all, sleeping_threads: None, policy }, given))
    }

    /// Takes the trace of a finished run.
    pub fn add_trace(&mut self, given: GivenChoices, trace: &Trace) {
        self.outstanding_plans -= 1;
        let cut = trace.cut_reason.is_some_and(CutReason::is_incomplete);
        self.is_incomplete |= trace.overrode_policy || cut || trace.has_diverged;
        if trace.has_diverged {
            return;
        }
        if self.branches_at_bound.len() + self.branches_at_next_bound.len() > MAX_BRANCHES {
            self.is_incomplete = true;
            return;
        }
        let choices: Arc<[u32]> = trace.choices_until(trace.steps.len()).into();
        let (mut at, mut preemptions, mut way) = (0, 0, PathHash::ROOT);
        let mut add = |at: usize, other: u32, preemptions: usize, way: PathHash| {
            let depth = given.depth + 1;
            if at < given.choice_count || depth == SHARD_SPLIT_DEPTH && !self.search_shard.owns(way)
            {
                return;
            }
            let branch =
                Branch { choices: choices.clone(), len: at, last_choice: Some(other), depth };
            let list = if preemptions <= self.preemption_bound {
                &mut self.branches_at_bound
            } else {
                &mut self.branches_at_next_bound
            };
            list.push(branch);
        };
        for step in &trace.steps {
            for other in step.runnable.iter().filter(|other| **other != step.thread) {
                let more = step.running_thread.is_some_and(|running| running != *other);
                add(at, *other, preemptions + usize::from(more), way.with_thread(step, *other));
            }
            at += 1;
            preemptions += usize::from(step.is_preemption());
            way = way.with_thread(step, step.thread);
            for value in &step.values {
                for other in (0..value.alternatives).filter(|other| *other != value.value) {
                    let more = value.stream.is_deviation();
                    add(at, other, preemptions + usize::from(more), way.with_value(other));
                }
                at += 1;
                preemptions += usize::from(value.stream.is_deviation() && value.value != 0);
                way = way.with_value(value.value);
            }
        }
    }

    /// Reports whether the branches that are left to search would take much space in a file.
    #[must_use]
    pub fn is_large_to_save(&self) -> bool {
        let numbers = self
            .branches_at_bound
            .iter()
            .chain(&self.branches_at_next_bound)
            .map(|branch| branch.choices.len());
        numbers.sum::<usize>() > MAX_SAVED_CHOICES
    }

    /// The highest number of preemptions up to which every interleaving was run.
    #[must_use]
    pub fn complete_bound(&self) -> Option<usize> {
        self.complete_bound.filter(|_| self.base_schedule.is_none())
    }

    /// Reports whether no branch is left to search.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_exhausted
    }

    /// Reports whether every interleaving was run.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_exhausted && !self.is_incomplete
    }
}
