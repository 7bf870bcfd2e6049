//! The search as a whole: which strategy has the next run, and what was covered.

use crate::bounded::{Bounded, Given};
use crate::dpor::Dpor;
use crate::policy::Policy;
use crate::run::Plan;
use crate::trace::Trace;

/// How interleavings are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strategy {
    /// By turns, so that small programs are searched wholly and large ones widely.
    #[default]
    Mixed,
    /// By partial orders, each once: [`Dpor`].
    Dpor,
    /// By the number of preemptions: [`Bounded`].
    Bounded,
    /// At random at each point.
    Random,
    /// By priorities that fall at random steps ([`Policy::priorities`]).
    Priorities,
    /// By random priorities of accesses ([`Policy::partial_order`]).
    PartialOrder,
}

/// The turns of [`Strategy::Mixed`]. The search by partial orders has most: it repeats nothing, and finds what needs
/// many switches too. The others find what lies far from the first run in a large program.
const TURNS: [Strategy; 8] = [
    Strategy::Dpor,
    Strategy::Dpor,
    Strategy::Random,
    Strategy::Dpor,
    Strategy::Dpor,
    Strategy::PartialOrder,
    Strategy::Dpor,
    Strategy::Bounded,
];

/// How many priorities falls and one more are tried, in turn.
const DEPTHS: [usize; 3] = [2, 3, 4];

/// A run to be made.
#[derive(Debug)]
pub struct Job {
    /// The choices that the run repeats, and its policy.
    pub plan: Plan,
    source: Source,
    epoch: u32,
}

#[derive(Clone, Copy, Debug)]
enum Source {
    Dpor,
    Bounded(Given),
    Sample,
}

/// The next run, or the end of the search.
#[derive(Debug)]
pub enum Next {
    /// This run.
    Run(Job),
    /// Others must come back first.
    Wait,
    /// Nothing: all was searched, or the strategy can go no further.
    Over,
}

/// How much of the interleavings the runs have covered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// Every interleaving was seen, up to the order of steps that do not conflict.
    pub all: bool,
    /// The search has made a run of every interleaving with at most so many preemptions.
    pub preemptions: Option<usize>,
}

/// A search.
#[derive(Debug)]
pub struct Explorer {
    strategy: Strategy,
    seed: u64,
    dpor: Dpor,
    bounded: Bounded,
    turn: usize,
    samples: u64,
    /// The most steps of a run.
    steps: usize,
    epoch: u32,
}

impl Explorer {
    /// A search; what it does at random derives from the seed.
    #[must_use]
    pub fn new(strategy: Strategy, seed: u64) -> Self {
        Self {
            strategy,
            seed,
            dpor: Dpor::default(),
            bounded: Bounded::default(),
            turn: 0,
            samples: 0,
            steps: 20,
            epoch: 0,
        }
    }

    /// The points are others now: runs so far say nothing of what is covered.
    pub fn restart(&mut self) {
        self.epoch += 1;
        (self.dpor, self.bounded) = (Dpor::default(), Bounded::default());
    }

    /// The next run.
    pub fn next_job(&mut self) -> Next {
        if self.coverage().all {
            return Next::Over;
        }
        let strategy = match self.strategy {
            Strategy::Mixed => {
                self.turn += 1;
                TURNS[(self.turn - 1) % TURNS.len()]
            }
            one => one,
        };
        let found = match strategy {
            Strategy::Dpor => self.dpor.next_plan().map(|plan| (plan, Source::Dpor)),
            Strategy::Bounded => {
                self.bounded.next_plan().map(|(plan, given)| (plan, Source::Bounded(given)))
            }
            other => Some(self.sample(other)),
        };
        let found = match (found, self.strategy) {
            // Its turn goes to one that can always go on.
            (None, Strategy::Mixed) => Some(self.sample(Strategy::Random)),
            (found, _) => found,
        };
        match found {
            Some((plan, source)) => Next::Run(Job { plan, source, epoch: self.epoch }),
            None if self.is_over() => Next::Over,
            None => Next::Wait,
        }
    }

    fn sample(&mut self, strategy: Strategy) -> (Plan, Source) {
        let seed = self.seed.wrapping_mul(0x1_0000_0001).wrapping_add(self.samples);
        self.samples += 1;
        let policy = match strategy {
            Strategy::Priorities => {
                let depth = DEPTHS[self.samples as usize % DEPTHS.len()];
                Policy::priorities(seed, depth, self.steps)
            }
            Strategy::PartialOrder => Policy::partial_order(seed),
            _ => Policy::random(seed),
        };
        (Plan { policy, ..Plan::default() }, Source::Sample)
    }

    fn is_over(&self) -> bool {
        match self.strategy {
            Strategy::Dpor => self.dpor.is_over(),
            Strategy::Bounded => self.bounded.is_over(),
            _ => false,
        }
    }

    /// A run has ended.
    pub fn take(&mut self, job: &Job, trace: &Trace) {
        if job.epoch != self.epoch {
            return;
        }
        self.steps = self.steps.max(trace.steps.len());
        match job.source {
            Source::Dpor => self.dpor.take(trace),
            Source::Bounded(given) => self.bounded.take(given, trace),
            Source::Sample => {}
        }
    }

    /// How much of the interleavings the runs so far have covered.
    #[must_use]
    pub fn coverage(&self) -> Coverage {
        Coverage {
            all: self.dpor.is_complete() || self.bounded.is_complete(),
            preemptions: self.bounded.complete(),
        }
    }
}
