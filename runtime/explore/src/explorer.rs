//! The whole search: chooses the strategy of the next run, and keeps the coverage.

use crate::bounded::{BoundedSearch, GivenChoices};
use crate::dpor::Dpor;
use crate::policy::Policy;
use crate::run::Plan;
use crate::schedule::Schedule;
use crate::shard::Shard;
use crate::trace::{Thread, Trace};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The way in which interleavings are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Strategy {
    /// The strategies by turns, so that small programs are searched completely and large ones widely.
    #[default]
    Mixed,
    /// One run for each partial order: [`Dpor`].
    Dpor,
    /// Ascending numbers of preemptions: [`Bounded`].
    Bounded,
    /// A random thread at each point.
    Random,
    /// Priorities that fall at random steps ([`Policy::priorities`]).
    Priorities,
    /// Random priorities of accesses ([`Policy::partial_order`]).
    PartialOrder,
    /// Random, but uniform among the orders of accesses to one object ([`Policy::uniform`]).
    Uniform,
}

/// How often [`Strategy::Mixed`] uses each strategy. The search by partial orders has most turns: it repeats nothing,
/// and also finds errors that need many switches. The other strategies find errors far from the first run of a large
/// program.
const MIXED_ORDER: [Strategy; 9] = [
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

/// The values of `depth` for [`Policy::priorities`], in turn: one more than the number of falls.
const PRIORITY_DEPTHS: [usize; 3] = [2, 3, 4];

/// A run that a worker is to make.
#[derive(Debug)]
pub struct Job {
    /// The choices that the run repeats, and its policy.
    pub plan: Plan,
    source: JobSource,
    epoch: u32,
}

#[derive(Clone, Copy, Debug)]
enum JobSource {
    Dpor,
    Bounded(GivenChoices),
    Sample,
}

/// The search's answer to a request for a run.
#[derive(Debug)]
pub enum NextJob {
    /// The next run.
    Run(Job),
    /// There is no run at the moment: workers must first return the results of other runs.
    Wait,
    /// No more runs: everything was searched, or the strategy has no more runs.
    Over,
}

/// The part of the interleavings that the runs have covered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// Whether every interleaving was run, up to the order of steps that do not conflict.
    pub is_complete: bool,
    /// Whether every interleaving was run in which timers fire only when no thread can run.
    pub is_complete_without_early_timers: bool,
    /// The bound on preemptions and early timers up to which every interleaving was run, if any.
    pub preemption_bound: Option<usize>,
}

/// A search. Serialisation saves everything except the jobs that workers have not returned yet.
#[derive(Debug, Serialize, Deserialize)]
pub struct Explorer {
    strategy: Strategy,
    seed: u64,
    shard: Shard,
    dpor: Dpor,
    bounded: BoundedSearch,
    mixed_order_index: usize,
    sample_count: u64,
    /// The most steps of a run so far.
    longest_run: usize,
    epoch: u32,
    /// Whether a timer could have fired early in some run.
    has_early_timers: bool,
    /// The objects for which the order of the threads' accesses matters, with each thread's number of accesses in the
    /// longest run.
    contended_objects: Vec<(u64, Vec<(Thread, u32)>)>,
    /// The schedule near which the search begins.
    #[serde(skip)]
    base_schedule: Option<Arc<Schedule>>,
}

/// The number of runs near a schedule that come before all others.
const RUNS_NEAR_SCHEDULE: usize = 200;

/// The state of a stopped search.
#[derive(Debug, Serialize, Deserialize)]
pub struct SavedSearch(Explorer);

/// If timers can fire early, the interleavings are usually unbounded. The search then ends once all interleavings
/// without early timers were run, and all with at most this many preemptions and early timers.
const MAX_EARLY_TIMERS: usize = 2;

impl Explorer {
    /// Creates a search, or a shard of one; all its random choices derive from the seed.
    #[must_use]
    pub fn new(strategy: Strategy, seed: u64, shard: Shard) -> Self {
        Self {
            strategy,
            seed,
            shard,
            dpor: Dpor::of_shard(shard),
            bounded: BoundedSearch::of_shard(shard),
            mixed_order_index: 0,
            sample_count: 0,
            longest_run: 20,
            epoch: 0,
            has_early_timers: false,
            contended_objects: Vec::new(),
            base_schedule: None,
        }
    }

    /// Makes the search begin with runs near a schedule, whatever the strategy.
    pub fn search_near(&mut self, schedule: Schedule) {
        self.base_schedule = Some(Arc::new(schedule));
        self.bounded = self.new_bounded();
    }

    fn new_bounded(&self) -> BoundedSearch {
        match &self.base_schedule {
            Some(schedule) => BoundedSearch::from_schedule(schedule.clone()),
            None => BoundedSearch::of_shard(self.shard),
        }
    }

    /// Returns the state from which [`resume`](Self::resume) continues, in the same process or in another one that
    /// [knows](crate::ThreadNames::restore) the numbers of the threads. Before the call, all jobs must have returned.
    #[must_use]
    pub fn save(&self) -> SavedSearch {
        SavedSearch(Self {
            strategy: self.strategy,
            seed: self.seed,
            shard: self.shard,
            dpor: self.dpor.clone(),
            bounded: if self.bounded.is_large_to_save() {
                BoundedSearch::of_shard(self.shard)
            } else {
                self.bounded.clone()
            },
            mixed_order_index: self.mixed_order_index,
            sample_count: self.sample_count,
            longest_run: self.longest_run,
            epoch: self.epoch,
            has_early_timers: self.has_early_timers,
            contended_objects: self.contended_objects.clone(),
            base_schedule: None,
        })
    }

    /// Returns the search that was saved.
    #[must_use]
    pub fn resume(saved: SavedSearch) -> Self {
        saved.0
    }

    /// Begins the search again because the scheduling points have changed: earlier runs no longer count as coverage.
    pub fn restart(&mut self) {
        self.epoch += 1;
        (self.dpor, self.bounded) = (Dpor::of_shard(self.shard), self.new_bounded());
    }

    /// Returns the next run, if there is one now.
    pub fn next_job(&mut self) -> NextJob {
        let coverage = self.coverage();
        if coverage.is_complete
            || coverage.is_complete_without_early_timers
                && coverage.preemption_bound.is_some_and(|most| most >= MAX_EARLY_TIMERS)
        {
            return NextJob::Over;
        }
        let strategy = match self.strategy {
            _ if self.base_schedule.is_some()
                && self.mixed_order_index < RUNS_NEAR_SCHEDULE
                && !self.bounded.is_over() =>
            {
                self.mixed_order_index += 1;
                Strategy::Bounded
            }
            // The search by partial orders is complete: only the bounded search still has runs to make.
            Strategy::Mixed if coverage.is_complete_without_early_timers => Strategy::Bounded,
            Strategy::Mixed => {
                self.mixed_order_index += 1;
                MIXED_ORDER[(self.mixed_order_index - 1) % MIXED_ORDER.len()]
            }
            one => one,
        };
        let found = match strategy {
            Strategy::Dpor => self.dpor.next_plan().map(|plan| (plan, JobSource::Dpor)),
            Strategy::Bounded => {
                self.bounded.next_plan().map(|(plan, given)| (plan, JobSource::Bounded(given)))
            }
            other => Some(self.next_sample(other)),
        };
        let found = match (found, self.strategy) {
            // The turn goes to a strategy that always has a next run.
            (None, Strategy::Mixed) => Some(self.next_sample(Strategy::Random)),
            (found, _) => found,
        };
        match found {
            Some((plan, source)) => NextJob::Run(Job { plan, source, epoch: self.epoch }),
            None if self.is_over() => NextJob::Over,
            None => NextJob::Wait,
        }
    }

    fn next_sample(&mut self, strategy: Strategy) -> (Plan, JobSource) {
        let sample = self.shard.sample_number(self.sample_count);
        let seed = self.seed.wrapping_mul(0x1_0000_0001).wrapping_add(sample);
        self.sample_count += 1;
        let policy = match strategy {
            Strategy::Priorities => {
                let depth = PRIORITY_DEPTHS[self.sample_count as usize % PRIORITY_DEPTHS.len()];
                Policy::priorities(seed, depth, self.longest_run)
            }
            Strategy::PartialOrder => Policy::partial_order(seed),
            Strategy::Uniform => match self.contended_objects.len() {
                0 => Policy::random(seed),
                n => {
                    let (object, counts) = &self.contended_objects[sample as usize % n];
                    Policy::uniform(seed, *object, counts)
                }
            },
            _ => Policy::random(seed),
        };
        (Plan { policy, ..Plan::default() }, JobSource::Sample)
    }

    fn is_over(&self) -> bool {
        match self.strategy {
            Strategy::Dpor => self.dpor.is_over(),
            Strategy::Bounded => self.bounded.is_over(),
            _ => false,
        }
    }

    /// Takes the trace of a finished run.
    pub fn add_trace(&mut self, job: &Job, trace: &Trace) {
        if job.epoch != self.epoch {
            return;
        }
        if trace.steps.len() > self.longest_run || self.contended_objects.is_empty() {
            self.contended_objects = trace.shared_objects();
        }
        self.longest_run = self.longest_run.max(trace.steps.len());
        self.has_early_timers |= trace.has_unsearched_choices();
        match job.source {
            JobSource::Dpor => self.dpor.add_trace(trace),
            JobSource::Bounded(given) => self.bounded.add_trace(given, trace),
            JobSource::Sample => {}
        }
    }

    /// Returns the coverage of the runs so far.
    #[must_use]
    pub fn coverage(&self) -> Coverage {
        let timers_last = self.dpor.is_complete();
        Coverage {
            is_complete: timers_last && !self.has_early_timers || self.bounded.is_complete(),
            is_complete_without_early_timers: timers_last,
            preemption_bound: self.bounded.complete_bound(),
        }
    }
}
