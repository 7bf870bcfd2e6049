//! How a run goes on once it has repeated what it was to repeat.

use crate::access::{Access, conflict};
use crate::rng::Rng;
use crate::schedule::{Schedule, Stand};
use crate::trace::Thread;
use std::collections::HashMap;
use std::sync::Arc;

/// How a run goes on.
#[derive(Clone, Debug, Default)]
pub enum Policy {
    /// As usual: with the thread that runs.
    #[default]
    Usual,
    /// With any thread that can go on, each as likely.
    Random(Rng),
    /// With the thread of the highest priority; at some steps, chosen at random, that of the one that runs falls below
    /// all others (probabilistic concurrency testing).
    Priorities(Box<Priorities>),
    /// With the thread whose next accesses have the highest priority; what conflicts with a step gets a new one, so
    /// that each order of conflicting accesses is about as likely (partial-order sampling).
    PartialOrder(Box<PartialOrder>),
    /// As a schedule says.
    Schedule(Arc<Schedule>),
}

/// The state of [`Policy::Priorities`].
#[derive(Clone, Debug)]
pub struct Priorities {
    rng: Rng,
    of: HashMap<Thread, i64>,
    /// The numbers of the steps at which priorities fall.
    falls: Vec<usize>,
    lowest: i64,
}

/// The state of [`Policy::PartialOrder`].
#[derive(Clone, Debug)]
pub struct PartialOrder {
    rng: Rng,
    of: HashMap<Thread, u64>,
}

impl Policy {
    /// Any thread, by this seed.
    #[must_use]
    pub fn random(seed: u64) -> Self {
        Self::Random(Rng::new(seed))
    }

    /// Priorities that fall `depth - 1` times in a run of about `steps` steps.
    #[must_use]
    pub fn priorities(seed: u64, depth: usize, steps: usize) -> Self {
        let mut rng = Rng::new(seed);
        let falls = (1..depth).map(|_| 1 + rng.below(steps.max(1))).collect();
        Self::Priorities(Box::new(Priorities { rng, of: HashMap::new(), falls, lowest: 0 }))
    }

    /// Partial-order sampling by this seed.
    #[must_use]
    pub fn partial_order(seed: u64) -> Self {
        let rng = Rng::new(seed);
        Self::PartialOrder(Box::new(PartialOrder { rng, of: HashMap::new() }))
    }

    /// One of `n` values, chosen by the thread that stands there, as the choice of this number in its step.
    pub(crate) fn value(&mut self, n: u32, at: Option<(Thread, Stand, usize)>) -> u32 {
        let rng = match self {
            Self::Usual => return 0,
            Self::Schedule(schedule) => {
                let picked = at.and_then(|(thread, at, nth)| schedule.pick_at(thread, at, nth));
                return picked.unwrap_or(0).min(n - 1);
            }
            Self::Random(rng) => rng,
            Self::Priorities(it) => &mut it.rng,
            Self::PartialOrder(it) => &mut it.rng,
        };
        rng.below(n as usize) as u32
    }

    /// The place of the thread that goes on.
    pub(crate) fn choose(&mut self, moment: &Moment<'_>) -> usize {
        match self {
            Self::Usual => moment.usual,
            Self::Random(rng) => {
                let polite: Vec<usize> = moment.polite().collect();
                if polite.is_empty() { moment.usual } else { polite[rng.below(polite.len())] }
            }
            Self::Priorities(it) => it.choose(moment),
            Self::PartialOrder(it) => it.choose(moment),
            Self::Schedule(schedule) => {
                let wanted = moment.from.and_then(|(from, at)| schedule.switch_at(from, at));
                let at = wanted.and_then(|to| moment.able.iter().position(|able| *able == to));
                at.unwrap_or(moment.usual)
            }
        }
    }
}

/// The accesses of a thread's next step, and whether it wants others to go on first.
pub(crate) type Next<'a> = (&'a [Access], bool);

/// A moment at which a thread is to be chosen.
pub(crate) struct Moment<'a> {
    /// The threads that can go on.
    pub(crate) able: &'a [Thread],
    /// The place of the usual one.
    pub(crate) usual: usize,
    /// Whether that one has gone on for long while others could.
    pub(crate) tired: bool,
    /// The thread of the last step, and where it stands.
    pub(crate) from: Option<(Thread, Stand)>,
    /// The accesses of the last step.
    pub(crate) last: &'a [Access],
    /// The number of steps so far.
    pub(crate) number: usize,
    /// The next step of each thread.
    pub(crate) next: &'a dyn Fn(&Thread) -> Next<'a>,
}

impl Moment<'_> {
    /// The places of those that do not want others to go on first.
    fn polite(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.able.len()).filter(|at| !(self.next)(&self.able[*at]).1)
    }
}

impl Priorities {
    fn choose(&mut self, moment: &Moment<'_>) -> usize {
        for thread in moment.able {
            let rng = &mut self.rng;
            self.of.entry(*thread).or_insert_with(|| 1 + (rng.any() >> 2) as i64);
        }
        let last = moment.from.map(|(thread, _)| thread);
        let yields = last.is_some_and(|last| (moment.next)(&last).1);
        if self.falls.contains(&moment.number) || moment.tired || yields {
            self.lowest -= 1;
            self.of.extend(last.map(|thread| (thread, self.lowest)));
        }
        (0..moment.able.len()).max_by_key(|at| self.of[&moment.able[*at]]).unwrap_or(moment.usual)
    }
}

impl PartialOrder {
    fn choose(&mut self, moment: &Moment<'_>) -> usize {
        if let Some((last, _)) = moment.from {
            self.of.remove(&last);
            for thread in moment.able {
                if conflict((moment.next)(thread).0, moment.last) {
                    self.of.remove(thread);
                }
            }
        }
        if moment.tired {
            self.of.clear();
        }
        for thread in moment.able {
            let rng = &mut self.rng;
            self.of.entry(*thread).or_insert_with(|| rng.any());
        }
        let polite = moment.polite().max_by_key(|at| self.of[&moment.able[*at]]);
        polite.unwrap_or(moment.usual)
    }
}
