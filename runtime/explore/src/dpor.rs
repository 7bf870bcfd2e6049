//! All interleavings, up to the order of steps that do not conflict: dynamic partial-order reduction by source sets,
//! with sleep sets (Abdulla, Aronis, Jonsson and Sagonas, 2014).
//!
//! The search goes through a tree of runs, depth first. After each run every step is compared with the steps before it.
//! Two steps that conflict, and that only their conflict orders, are a *race*; the search must then
//! try, at the place where the first step began, a thread that leads to the other order. Threads whose continuation was
//! explored at a place sleep in later explorations from that place, until a step conflicts with theirs.
//!
//! # The pitfalls
//! * A step must list all accesses that its thread makes between two points: a missing access hides a race, and the
//!   search falsely claims to be complete.
//! * Releasing a lock makes other threads able to take it, but does not conflict with their taking it: the race is
//!   between two threads that take it. So two conflicting steps race unless the *thread* of the later step knew of the
//!   earlier step before its own step began.
//! * A thread may be unable to run at the place where the search must try it. One of the threads whose steps make it
//!   runnable can then be tried there: that thread is among the initials of the steps in between.

use crate::access::{Access, Kind, any_conflict, any_orders_before};
use crate::policy::Policy;
use crate::run::{Plan, SleepingThread};
use crate::shard::{PathHash, Shard};
use crate::trace::{ChosenValue, CutReason, Step, Thread, Trace};
use serde::{Deserialize, Serialize};

/// The most steps of a run that is searched: comparing the steps of longer runs takes longer than running them.
const MAX_SEARCHED_STEPS: usize = 4000;

/// A node of the tree: the choice of a thread, and of values in its step.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Node {
    runnable: Vec<Thread>,
    chosen_thread: Thread,
    values: Vec<ChosenValue>,
    /// The accesses of the step, whichever of its values the run chooses.
    accesses: Vec<Access>,
    /// The threads that must be tried here, including those that were tried.
    threads_to_try: Vec<Thread>,
    /// The sleep set at this point: threads that need not be tried. A thread gets into the set when it has been tried.
    sleeping_threads: Vec<SleepingThread>,
}

/// The search by partial orders.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Dpor {
    shard: Shard,
    nodes: Vec<Node>,
    /// Whether a worker has taken the run of the present path and has not returned the run's trace yet.
    is_plan_outstanding: bool,
    is_exhausted: bool,
    /// Whether an alternative was dropped, so that the search is not complete.
    is_incomplete: bool,
}

impl Dpor {
    /// Creates a shard of the search.
    #[must_use]
    pub fn of_shard(shard: Shard) -> Self {
        Self { shard, ..Self::default() }
    }

    /// Returns the next run. `None`: the result of the run given out is needed first, or everything was searched.
    pub fn next_plan(&mut self) -> Option<Plan> {
        if self.is_plan_outstanding || self.is_exhausted {
            return None;
        }
        self.is_plan_outstanding = true;
        let mut choices = Vec::new();
        for node in &self.nodes {
            choices.push(node.chosen_thread);
            choices.extend(node.values.iter().map(|value| value.value));
        }
        let asleep =
            self.nodes.last().map(|node| node.sleeping_threads.clone()).unwrap_or_default();
        Some(Plan { choices, sleeping_threads: Some(asleep), policy: Policy::Usual })
    }

    /// Reports whether all alternatives have been searched.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_exhausted
    }

    /// Reports whether all alternatives have been searched and none was dropped.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_exhausted && !self.is_incomplete
    }

    /// Takes the trace of the run that was given out.
    pub fn add_trace(&mut self, trace: &Trace) {
        self.is_plan_outstanding = false;
        self.is_incomplete |= trace.overrode_policy
            || trace.cut_reason.is_some_and(CutReason::is_incomplete)
            || trace.has_diverged;
        if trace.has_diverged || trace.steps.len() < self.nodes.len() {
            self.is_incomplete = true;
            return self.backtrack();
        }
        if trace.steps.len() > MAX_SEARCHED_STEPS {
            (self.is_incomplete, self.is_exhausted) = (true, true);
            return;
        }
        let from = self.nodes.len().saturating_sub(1);
        self.extend_path(&trace.steps);
        if let Some(leaf) = self.leaf_of_other_shard(&trace.steps) {
            self.nodes.truncate(leaf + 1);
            return self.backtrack();
        }
        Races::of(&trace.steps)
            .each_race_from(from, |first, steps| self.add_backtrack(first, steps));
        if trace.program_exited
            && let Some(node) = self.nodes.last_mut()
        {
            // The threads that could have made a step when the run ended must be tried before its last step.
            for thread in
                trace.runnable_at_end.iter().filter(|thread| node.runnable.contains(thread))
            {
                push_if_absent(&mut node.threads_to_try, *thread);
            }
        }
        self.backtrack();
    }

    /// Appends a node for each step that was executed after the end of the current path.
    fn extend_path(&mut self, steps: &[Step]) {
        if let Some(last) = self.nodes.len().checked_sub(1) {
            let (node, step) = (&mut self.nodes[last], &steps[last]);
            node.values.clone_from(&step.values);
            for access in &step.accesses {
                push_if_absent(&mut node.accesses, *access);
            }
        }
        let branches = |steps: &[Step]| steps.iter().filter(|step| step.runnable.len() > 1).count();
        let mut depth = branches(&steps[..self.nodes.len()]);
        for at in self.nodes.len()..steps.len() {
            let asleep = match at.checked_sub(1) {
                Some(before) => {
                    let (node, step) = (&self.nodes[before], &steps[before]);
                    let sleeps = |it: &&SleepingThread| {
                        it.thread != step.thread && !any_conflict(&it.accesses, &step.accesses)
                    };
                    node.sleeping_threads.iter().filter(sleeps).cloned().collect()
                }
                None => Vec::new(),
            };
            let step = &steps[at];
            let mut wanted = vec![step.thread];
            if depth < self.shard.subtree_depth() as usize {
                // All shards try the same threads here: the threads do not depend on another shard's results.
                step.runnable.iter().for_each(|thread| push_if_absent(&mut wanted, *thread));
            }
            depth += usize::from(step.runnable.len() > 1);
            self.nodes.push(Node {
                runnable: step.runnable.clone(),
                chosen_thread: step.thread,
                values: step.values.clone(),
                accesses: step.accesses.clone(),
                threads_to_try: wanted,
                sleeping_threads: asleep,
            });
        }
    }

    /// The last node of this run that all shards have in common, if the nodes behind it belong to another shard.
    fn leaf_of_other_shard(&self, steps: &[Step]) -> Option<usize> {
        let (mut way, mut depth) = (PathHash::ROOT, 0);
        for (at, step) in steps.iter().enumerate() {
            way = way.extended_by(step);
            depth += u32::from(step.runnable.len() > 1);
            if depth >= self.shard.subtree_depth() {
                return (!self.shard.owns(way)).then_some(at);
            }
        }
        None
    }

    /// Called when a race was found: one of the threads `initials` must be tried at a node; the first is preferred.
    fn add_backtrack(&mut self, at: usize, initials: &[Thread]) {
        let node = &mut self.nodes[at];
        if initials.iter().any(|thread| node.threads_to_try.contains(thread)) {
            return;
        }
        match initials.iter().find(|thread| node.runnable.contains(thread)) {
            Some(thread) => node.threads_to_try.push(*thread),
            None => {
                for thread in node.runnable.clone() {
                    push_if_absent(&mut node.threads_to_try, thread);
                }
            }
        }
    }

    /// Moves to the next alternative, depth first.
    fn backtrack(&mut self) {
        while let Some(node) = self.nodes.last_mut() {
            while let Some(value) = node.values.last_mut() {
                if value.value + 1 < value.alternatives && !value.stream.is_deviation() {
                    value.value += 1;
                    return;
                }
                node.values.pop();
            }
            let accesses = std::mem::take(&mut node.accesses).into();
            node.sleeping_threads.push(SleepingThread { thread: node.chosen_thread, accesses });
            let sleeps =
                |thread: &Thread| node.sleeping_threads.iter().any(|it| it.thread == *thread);
            if let Some(next) = node.threads_to_try.iter().find(|thread| !sleeps(thread)) {
                node.chosen_thread = *next;
                return;
            }
            self.nodes.pop();
        }
        self.is_exhausted = true;
    }
}

fn push_if_absent<T: PartialEq>(list: &mut Vec<T>, one: T) {
    if !list.contains(&one) {
        list.push(one);
    }
}

/// The happens-before order of a run's steps, by vector clocks.
struct Races<'a> {
    steps: &'a [Step],
    /// The index of each step's thread in clocks.
    thread_indices: Vec<usize>,
    /// The number of each step among its thread's steps, from 1.
    step_numbers: Vec<u32>,
    /// For each step: the steps that happened before it, itself included.
    clocks: Vec<Vec<u32>>,
    /// For each step: the steps that had happened before the previous step of its thread.
    previous_clocks: Vec<Vec<u32>>,
}

impl<'a> Races<'a> {
    fn of(steps: &'a [Step]) -> Self {
        let mut threads: Vec<Thread> = Vec::new();
        steps.iter().for_each(|step| push_if_absent(&mut threads, step.thread));
        let place_of = |thread: Thread| threads.iter().position(|it| *it == thread);
        let mut of_thread = vec![vec![0; threads.len()]; threads.len()];
        let mut all = Self {
            steps,
            thread_indices: Vec::new(),
            step_numbers: Vec::new(),
            clocks: Vec::new(),
            previous_clocks: Vec::new(),
        };
        for (at, step) in steps.iter().enumerate() {
            let Some(place) = place_of(step.thread) else { continue };
            let known = of_thread[place].clone();
            let mut clock = known.clone();
            for before in (0..at).rev() {
                // If `clock` already includes the step `happened_before`, it includes the clock of that step too.
                if clock[all.thread_indices[before]] < all.step_numbers[before]
                    && any_orders_before(&steps[before].accesses, &step.accesses)
                {
                    join(&mut clock, &all.clocks[before]);
                }
            }
            clock[place] += 1;
            all.thread_indices.push(place);
            all.step_numbers.push(clock[place]);
            for woken in step.woken_threads.iter().filter_map(|thread| place_of(*thread)) {
                join(&mut of_thread[woken], &clock);
            }
            join(&mut of_thread[place], &clock);
            all.clocks.push(clock);
            all.previous_clocks.push(known);
        }
        all
    }

    /// Reports whether step `i` happened before the later step `j`.
    fn happened_before(&self, i: usize, j: usize) -> bool {
        self.clocks[j][self.thread_indices[i]] >= self.step_numbers[i]
    }

    /// Calls `visit` for each race whose second step is `from` or later, with the number of the first step, and the
    /// threads that can begin the other order.
    fn each_race_from(&self, from: usize, mut visit: impl FnMut(usize, &[Thread])) {
        for j in from..self.steps.len() {
            // Steps that conflict with `j`, the latest first.
            let mut found: Vec<usize> = Vec::new();
            for i in (0..j).rev() {
                let is_known =
                    self.previous_clocks[j][self.thread_indices[i]] >= self.step_numbers[i];
                if self.thread_indices[i] == self.thread_indices[j]
                    || is_known
                    || !any_conflict(&self.steps[i].accesses, &self.steps[j].accesses)
                {
                    continue;
                }
                // If step `j` also races with a step between `i` and `j`, the search reverses that later race first.
                if !found.iter().any(|k| self.happened_before(i, *k)) {
                    visit(i, &self.initial_threads(i, j));
                }
                found.push(i);
            }
        }
    }

    /// The threads that can go first among the steps, up to step `j`, that do not depend on step `i`; the thread of `j`
    /// comes first.
    fn initial_threads(&self, i: usize, j: usize) -> Vec<Thread> {
        let free: Vec<usize> =
            (i + 1..j).filter(|k| !self.happened_before(i, *k)).chain(std::iter::once(j)).collect();
        let is_first = |n: &usize| !free[..*n].iter().any(|m| self.happened_before(*m, free[*n]));
        let firsts = (0..free.len()).filter(is_first).map(|n| self.steps[free[n]].thread);
        let mut threads: Vec<Thread> = firsts.collect();
        threads.reverse();
        threads
    }
}

fn join(clock: &mut [u32], other: &[u32]) {
    clock.iter_mut().zip(other).for_each(|(mine, theirs)| *mine = (*mine).max(*theirs));
}

/// The object that stands for the program: the step that ends the program conflicts with all other visible steps.
pub(crate) const PROGRAM_OBJECT: u64 = u64::MAX;

/// The access of a visible step to the program: a read; the step that ends the program writes it.
pub(crate) const fn visible_access(ends: bool) -> Access {
    Access::new(PROGRAM_OBJECT, if ends { Kind::Write } else { Kind::Read })
}
