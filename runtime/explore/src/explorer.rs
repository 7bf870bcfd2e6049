//! The search as a whole: which strategy has the next run, and what was covered.

use crate::bounded::{Bounded, Given};
use crate::dpor::Dpor;
use crate::policy::Policy;
use crate::run::Plan;
use crate::schedule::Schedule;
use crate::shard::Shard;
use crate::trace::{Thread, Trace};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How interleavings are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
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
    /// At random, but uniformly among the orders of accesses to one object ([`Policy::uniform`]).
    Uniform,
}

/// The turns of [`Strategy::Mixed`]. The search by partial orders has most: it repeats nothing, and finds what needs
/// many switches too. The others find what lies far from the first run in a large program.
const TURNS: [Strategy; 9] = [
    Strategy::Dpor,
    Strategy::Dpor,
    Strategy::Random,
    Strategy::Dpor,
    Strategy::Dpor,
    Strategy::PartialOrder,
    Strategy::Uniform,
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
    /// Every one was seen in which timers fire only when nothing else can go on.
    pub timers_last: bool,
    /// Every interleaving with at most this many preemptions and early timers was run.
    pub preemptions: Option<usize>,
}

/// A search. What is saved of it is all but which jobs are out.
#[derive(Debug, Serialize, Deserialize)]
pub struct Explorer {
    strategy: Strategy,
    seed: u64,
    shard: Shard,
    dpor: Dpor,
    bounded: Bounded,
    turn: usize,
    samples: u64,
    /// The most steps of a run.
    steps: usize,
    epoch: u32,
    /// In some run a timer could have fired early.
    timers: bool,
    /// Objects that threads access of which the order matters, and how often each one does, as the longest run tells.
    shared: Vec<(u64, Vec<(Thread, u32)>)>,
    /// The schedule near which it searches first.
    #[serde(skip)]
    near: Option<Arc<Schedule>>,
}

/// So many runs near a schedule come before all others.
const NEAR: usize = 200;

/// A search as it was when it stopped.
#[derive(Debug, Serialize, Deserialize)]
pub struct Saved(Explorer);

/// With timers that could fire early there is mostly no end of interleavings. Once all without such were seen, and all
/// with this many preemptions and early timers, the search is over.
const ENOUGH: usize = 2;

impl Explorer {
    /// A search, or a part of it; what it does at random derives from the seed.
    #[must_use]
    pub fn new(strategy: Strategy, seed: u64, shard: Shard) -> Self {
        Self {
            strategy,
            seed,
            shard,
            dpor: Dpor::of_shard(shard),
            bounded: Bounded::of_shard(shard),
            turn: 0,
            samples: 0,
            steps: 20,
            epoch: 0,
            timers: false,
            shared: Vec::new(),
            near: None,
        }
    }

    /// Searches near a schedule first, whatever the strategy.
    pub fn search_near(&mut self, schedule: Schedule) {
        self.near = Some(Arc::new(schedule));
        self.bounded = self.new_bounded();
    }

    fn new_bounded(&self) -> Bounded {
        match &self.near {
            Some(schedule) => Bounded::near(schedule.clone()),
            None => Bounded::of_shard(self.shard),
        }
    }

    /// What [`resume`](Self::resume) goes on from, in the same process or, where the numbers of threads are
    /// [known](crate::Names::restore), in another one. All jobs have come back.
    #[must_use]
    pub fn save(&self) -> Saved {
        Saved(Self {
            strategy: self.strategy,
            seed: self.seed,
            shard: self.shard,
            dpor: self.dpor.clone(),
            bounded: if self.bounded.is_large() {
                Bounded::of_shard(self.shard)
            } else {
                self.bounded.clone()
            },
            turn: self.turn,
            samples: self.samples,
            steps: self.steps,
            epoch: self.epoch,
            timers: self.timers,
            shared: self.shared.clone(),
            near: None,
        })
    }

    /// The search that was saved.
    #[must_use]
    pub fn resume(saved: Saved) -> Self {
        saved.0
    }

    /// The points are others now: runs so far say nothing of what is covered.
    pub fn restart(&mut self) {
        self.epoch += 1;
        (self.dpor, self.bounded) = (Dpor::of_shard(self.shard), self.new_bounded());
    }

    /// The next run.
    pub fn next_job(&mut self) -> Next {
        let coverage = self.coverage();
        if coverage.all
            || coverage.timers_last && coverage.preemptions.is_some_and(|most| most >= ENOUGH)
        {
            return Next::Over;
        }
        let strategy = match self.strategy {
            _ if self.near.is_some() && self.turn < NEAR && !self.bounded.is_over() => {
                self.turn += 1;
                Strategy::Bounded
            }
            // The search by partial orders is complete: only the bounded search still has runs to make.
            Strategy::Mixed if coverage.timers_last => Strategy::Bounded,
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
        let sample = self.shard.sample(self.samples);
        let seed = self.seed.wrapping_mul(0x1_0000_0001).wrapping_add(sample);
        self.samples += 1;
        let policy = match strategy {
            Strategy::Priorities => {
                let depth = DEPTHS[self.samples as usize % DEPTHS.len()];
                Policy::priorities(seed, depth, self.steps)
            }
            Strategy::PartialOrder => Policy::partial_order(seed),
            Strategy::Uniform => match self.shared.len() {
                0 => Policy::random(seed),
                n => {
                    let (object, counts) = &self.shared[sample as usize % n];
                    Policy::uniform(seed, *object, counts)
                }
            },
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
        if trace.steps.len() > self.steps || self.shared.is_empty() {
            self.shared = trace.shared_objects();
        }
        self.steps = self.steps.max(trace.steps.len());
        self.timers |= trace.could_deviate();
        match job.source {
            Source::Dpor => self.dpor.take(trace),
            Source::Bounded(given) => self.bounded.take(given, trace),
            Source::Sample => {}
        }
    }

    /// How much of the interleavings the runs so far have covered.
    #[must_use]
    pub fn coverage(&self) -> Coverage {
        let timers_last = self.dpor.is_complete();
        Coverage {
            all: timers_last && !self.timers || self.bounded.is_complete(),
            timers_last,
            preemptions: self.bounded.complete(),
        }
    }
}
