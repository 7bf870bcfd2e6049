//! All interleavings with few preemptions: those with none, then those with one, and so on (iterative context
//! bounding).
//!
//! Runs are independent of each other: each that comes back adds the alternatives to its new choices, so that many go
//! on at a time.

use crate::policy::Policy;
use crate::run::Plan;
use crate::trace::{Cut, Trace};
use std::sync::Arc;

/// A run that is to be made: the choices of another one up to a place, and another choice there.
#[derive(Clone, Debug)]
struct Branch {
    choices: Arc<[u32]>,
    len: usize,
    last: Option<u32>,
}

/// More are not kept: then the search is not complete.
const MOST: usize = 4_000_000;

/// The search.
#[derive(Debug)]
pub struct Bounded {
    bound: usize,
    now: Vec<Branch>,
    /// With one preemption more.
    later: Vec<Branch>,
    out: usize,
    over: bool,
    incomplete: bool,
    /// The highest bound up to which all was searched.
    complete: Option<usize>,
}

impl Default for Bounded {
    fn default() -> Self {
        let root = Branch { choices: Arc::new([]), len: 0, last: None };
        let (now, later) = (vec![root], Vec::new());
        Self { bound: 0, now, later, out: 0, over: false, incomplete: false, complete: None }
    }
}

/// Which choices a run was given: to be handed back with it.
#[derive(Clone, Copy, Debug)]
pub struct Given {
    choices: usize,
}

impl Bounded {
    /// The next run. `None`: others must come back first, or all was searched.
    pub fn next_plan(&mut self) -> Option<(Plan, Given)> {
        if self.now.is_empty() && self.out == 0 && !self.over {
            self.complete = (!self.incomplete).then_some(self.bound);
            self.over = self.later.is_empty();
            self.bound += 1;
            self.now = std::mem::take(&mut self.later);
        }
        let Branch { choices, len, last } = self.now.pop()?;
        self.out += 1;
        let mut all = choices[..len].to_vec();
        all.extend(last);
        let given = Given { choices: all.len() };
        Some((Plan { choices: all, asleep: None, policy: Policy::Usual }, given))
    }

    /// A run that was given out has ended.
    pub fn take(&mut self, given: Given, trace: &Trace) {
        self.out -= 1;
        let cut = matches!(trace.cut, Some(Cut::TooLong | Cut::Unfinished));
        self.incomplete |= trace.forced || cut || trace.departed;
        if trace.departed {
            return;
        }
        if self.now.len() + self.later.len() > MOST {
            self.incomplete = true;
            return;
        }
        let choices: Arc<[u32]> = trace.choices(trace.steps.len()).into();
        let (mut at, mut preemptions) = (0, 0);
        for step in &trace.steps {
            if at >= given.choices {
                for other in step.able.iter().filter(|other| **other != step.thread) {
                    let more = step.running.is_some_and(|running| running != *other);
                    let branch = Branch { choices: choices.clone(), len: at, last: Some(*other) };
                    let list = match preemptions + usize::from(more) <= self.bound {
                        true => &mut self.now,
                        false => &mut self.later,
                    };
                    list.push(branch);
                }
            }
            at += 1;
            preemptions += usize::from(step.preempts());
            for value in &step.values {
                if at >= given.choices {
                    let others = (0..value.of).filter(|other| *other != value.chosen);
                    self.now.extend(others.map(|other| Branch {
                        choices: choices.clone(),
                        len: at,
                        last: Some(other),
                    }));
                }
                at += 1;
            }
        }
    }

    /// The highest number of preemptions up to which every interleaving was seen.
    #[must_use]
    pub fn complete(&self) -> Option<usize> {
        self.complete
    }

    /// Whether nothing is left to search.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether every interleaving was seen.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.over && !self.incomplete
    }
}
