//! Policies: how a run continues after it has repeated its plan's choices.

use crate::access::{Access, any_conflict};
use crate::rng::Rng;
use crate::schedule::{Choice, Schedule, ThreadPosition};
use crate::trace::{ChoiceStream, Thread};
use std::collections::HashMap;
use std::sync::Arc;

/// The rule by which a run chooses threads and values.
#[derive(Clone, Debug, Default)]
pub enum Policy {
    /// The usual choice: the running thread continues.
    #[default]
    Usual,
    /// Any thread that can run, each with equal probability.
    Random(Random),
    /// The thread of the highest priority; at some random steps the running thread's priority falls below all others
    /// (probabilistic concurrency testing).
    Priorities(Box<Priorities>),
    /// The thread whose next accesses have the highest priority; threads whose next accesses conflict with a step get
    /// new priorities, so that each order of conflicting accesses is about equally likely (partial-order sampling).
    PartialOrder(Box<PartialOrderState>),
    /// Any thread, except for the accesses to one object: each order of the threads' accesses to it is about equally
    /// likely, however many accesses each thread makes (selectively uniform random walk).
    Uniform(Box<UniformState>),
    /// The choices that a schedule prescribes.
    Schedule(Arc<Schedule>),
}

/// The random numbers of a run, and the rate at which timers fire early in it.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Rng,
    /// One in this many of the timers that could fire early does so; 0 means none.
    early_timer_odds: usize,
}

/// The values of `Random::early_timer_odds`, one of which a run draws. In many runs no timer fires early: if timers
/// fired early in every run, a long run would see no late timer.
const EARLY_TIMER_ODDS: [usize; 4] = [0, 4, 0, 32];

impl Random {
    fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let early = EARLY_TIMER_ODDS[rng.below(EARLY_TIMER_ODDS.len())];
        Self { rng, early_timer_odds: early }
    }

    fn choose_value(&mut self, n: u32, stream: ChoiceStream) -> u32 {
        match (stream, self.early_timer_odds) {
            (ChoiceStream::Select | ChoiceStream::Collect | ChoiceStream::Clock, _) => {
                self.rng.below(n as usize) as u32
            }
            (ChoiceStream::Timer, 0) => 0,
            (ChoiceStream::Timer, early) => u32::from(self.rng.below(early) == 0),
        }
    }
}

/// The state of [`Policy::Priorities`].
#[derive(Clone, Debug)]
pub struct Priorities {
    random: Random,
    priority_of: HashMap<Thread, i64>,
    /// The numbers of the steps at which priorities fall.
    lowering_steps: Vec<usize>,
    lowest_priority: i64,
}

/// The state of [`Policy::PartialOrderState`].
#[derive(Clone, Debug)]
pub struct PartialOrderState {
    random: Random,
    priority_of: HashMap<Thread, u64>,
}

/// The state of [`Policy::UniformState`].
#[derive(Clone, Debug)]
pub struct UniformState {
    random: Random,
    object: u64,
    /// The number of accesses to the object that each thread still has to make, as counted in an earlier run.
    remaining_accesses: HashMap<Thread, u32>,
    /// The thread that makes the next access to the object.
    intended_thread: Option<Thread>,
}

impl Policy {
    /// Returns a selectively uniform random walk with this seed; `counts`: how many accesses to the object each thread
    /// is expected to make.
    #[must_use]
    pub fn uniform(seed: u64, object: u64, counts: &[(Thread, u32)]) -> Self {
        let (random, remaining) = (Random::new(seed), counts.iter().copied().collect());
        Self::Uniform(Box::new(UniformState {
            random,
            object,
            remaining_accesses: remaining,
            intended_thread: None,
        }))
    }

    /// Returns a policy that chooses any thread, with this seed.
    #[must_use]
    pub fn random(seed: u64) -> Self {
        Self::Random(Random::new(seed))
    }

    /// Returns priorities that fall `depth - 1` times in a run of about `steps` steps.
    #[must_use]
    pub fn priorities(seed: u64, depth: usize, steps: usize) -> Self {
        let mut random = Random::new(seed);
        let falls = (1..depth).map(|_| 1 + random.rng.below(steps.max(1))).collect();
        Self::Priorities(Box::new(Priorities {
            random,
            priority_of: HashMap::new(),
            lowering_steps: falls,
            lowest_priority: 0,
        }))
    }

    /// Returns partial-order sampling with this seed.
    #[must_use]
    pub fn partial_order(seed: u64) -> Self {
        let random = Random::new(seed);
        Self::PartialOrder(Box::new(PartialOrderState { random, priority_of: HashMap::new() }))
    }

    /// Returns one of `n` values for this choice.
    pub(crate) fn choose_value(&mut self, n: u32, choice: &Choice) -> u32 {
        let random = match self {
            Self::Usual => return 0,
            Self::Schedule(schedule) => {
                return schedule.picked_value_at(choice).unwrap_or(0).min(n - 1);
            }
            Self::Random(random) => random,
            Self::Priorities(it) => &mut it.random,
            Self::PartialOrder(it) => &mut it.random,
            Self::Uniform(it) => &mut it.random,
        };
        random.choose_value(n, choice.stream)
    }

    /// Returns the index, in `runnable`, of the thread that continues.
    pub(crate) fn choose(&mut self, moment: &ThreadChoice<'_>) -> usize {
        match self {
            Self::Usual => moment.default_index,
            Self::Random(Random { rng, .. }) => {
                let not_yielding: Vec<usize> = moment.non_yielding_indices().collect();
                if not_yielding.is_empty() {
                    moment.default_index
                } else {
                    not_yielding[rng.below(not_yielding.len())]
                }
            }
            Self::Priorities(it) => it.choose(moment),
            Self::PartialOrder(it) => it.choose(moment),
            Self::Uniform(it) => it.choose(moment),
            Self::Schedule(schedule) => {
                let wanted =
                    moment.last_position.and_then(|(from, at)| schedule.switch_at(from, at));
                let at = wanted
                    .and_then(|to| moment.runnable.iter().position(|runnable| *runnable == to));
                at.unwrap_or(moment.default_index)
            }
        }
    }
}

/// The accesses of a thread's next step, and whether the thread wants others to run first.
pub(crate) type NextStep<'a> = (&'a [Access], bool);

/// The data from which a policy chooses the thread that continues.
pub(crate) struct ThreadChoice<'a> {
    /// The threads that can run.
    pub(crate) runnable: &'a [Thread],
    /// The index of the usual thread in `runnable`.
    pub(crate) default_index: usize,
    /// Whether the usual thread has run for many steps while others could run.
    pub(crate) default_ran_long: bool,
    /// The thread of the last step, and its position.
    pub(crate) last_position: Option<(Thread, ThreadPosition)>,
    /// The accesses of the last step.
    pub(crate) last_accesses: &'a [Access],
    /// The number of steps so far.
    pub(crate) step_number: usize,
    /// The next step of each thread.
    pub(crate) next: &'a dyn Fn(&Thread) -> NextStep<'a>,
}

impl ThreadChoice<'_> {
    /// The indexes of the threads that do not want others to run first.
    fn non_yielding_indices(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.runnable.len()).filter(|at| !(self.next)(&self.runnable[*at]).1)
    }
}

impl Priorities {
    fn choose(&mut self, moment: &ThreadChoice<'_>) -> usize {
        for thread in moment.runnable {
            let rng = &mut self.random.rng;
            self.priority_of.entry(*thread).or_insert_with(|| 1 + (rng.random_bits() >> 2) as i64);
        }
        let last = moment.last_position.map(|(thread, _)| thread);
        let yields = last.is_some_and(|last| (moment.next)(&last).1);
        if self.lowering_steps.contains(&moment.step_number) || moment.default_ran_long || yields {
            self.lowest_priority -= 1;
            self.priority_of.extend(last.map(|thread| (thread, self.lowest_priority)));
        }
        (0..moment.runnable.len())
            .max_by_key(|at| self.priority_of[&moment.runnable[*at]])
            .unwrap_or(moment.default_index)
    }
}

impl PartialOrderState {
    fn choose(&mut self, moment: &ThreadChoice<'_>) -> usize {
        if let Some((last, _)) = moment.last_position {
            self.priority_of.remove(&last);
            for thread in moment.runnable {
                if any_conflict((moment.next)(thread).0, moment.last_accesses) {
                    self.priority_of.remove(thread);
                }
            }
        }
        if moment.default_ran_long {
            self.priority_of.clear();
        }
        for thread in moment.runnable {
            let rng = &mut self.random.rng;
            self.priority_of.entry(*thread).or_insert_with(|| rng.random_bits());
        }
        let not_yielding =
            moment.non_yielding_indices().max_by_key(|at| self.priority_of[&moment.runnable[*at]]);
        not_yielding.unwrap_or(moment.default_index)
    }
}

impl UniformState {
    fn choose(&mut self, moment: &ThreadChoice<'_>) -> usize {
        if moment.default_ran_long {
            return moment.default_index;
        }
        let is_before = |at: &usize| accesses_object(moment, moment.runnable[*at], self.object);
        let (before, mut free): (Vec<usize>, Vec<usize>) =
            moment.non_yielding_indices().partition(is_before);
        let intended = self.intended_thread.filter(|thread| moment.runnable.contains(thread));
        let intended = intended.or_else(|| self.intend_thread(moment.runnable));
        self.intended_thread = intended;
        let next = before.iter().find(|at| Some(moment.runnable[**at]) == intended);
        free.extend(next);
        if free.is_empty() {
            // The intended thread cannot run: it waits for another thread.
            free = before;
        }
        if free.is_empty() {
            return moment.default_index;
        }
        let at = free[self.random.rng.below(free.len())];
        let thread = moment.runnable[at];
        if accesses_object(moment, thread, self.object) {
            let remaining = self.remaining_accesses.entry(thread).or_insert(1);
            *remaining = remaining.saturating_sub(1);
            self.intended_thread = None;
        }
        at
    }

    /// Draws a thread with probability proportional to its remaining accesses.
    fn intend_thread(&mut self, runnable: &[Thread]) -> Option<Thread> {
        let weight =
            |thread: &Thread| self.remaining_accesses.get(thread).copied().unwrap_or(1) as usize;
        let all: usize = runnable.iter().map(weight).sum();
        let mut drawn = self.random.rng.below(all);
        let found = runnable.iter().find(|thread| {
            let mine = weight(thread);
            let is_it = drawn < mine;
            drawn = drawn.saturating_sub(mine);
            is_it
        });
        found.filter(|_| all > 0).copied()
    }
}

fn accesses_object(moment: &ThreadChoice<'_>, thread: Thread, object: u64) -> bool {
    (moment.next)(&thread).0.iter().any(|access| access.object == object)
}
