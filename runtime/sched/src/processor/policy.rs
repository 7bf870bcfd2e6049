//! Every choice of the scheduler, behind one interface: Go's policy, a seeded one and switched-off mechanisms differ
//! here and nowhere else.
//!
//! Other code asks "is it the global queue's turn?", never "are we seeded?". With the defaults each question is one
//! well-predicted branch on a byte of the processor.

use crate::primitives::rng::Rng;
use crate::processor::feature_switches::Switches;

/// The choices of one processor.
#[derive(Debug, Clone)]
pub(crate) struct SchedulingPolicy {
    pub(crate) rng: Rng,
    pub(crate) feature_switches: Switches,
    is_seeded: bool,
    budget: u32,
}

impl SchedulingPolicy {
    /// Under a seed: the random numbers that order timers with equal deadlines.
    pub(crate) fn order_of_timers(&self) -> Option<Rng> {
        self.is_seeded.then(|| self.rng.fork())
    }

    pub(crate) fn new(switches: Switches, seed: Option<u64>, proc: u32, budget: u32) -> Self {
        let start = seed.unwrap_or_else(|| {
            // Without a seed, the generator starts from the address of a fresh allocation, which differs from run to
            // run where the system randomises addresses.
            let here = Box::new(0_u8);
            std::ptr::from_ref(&*here) as u64
        });
        Self {
            rng: Rng::new(start ^ u64::from(proc).rotate_left(32)),
            feature_switches: switches,
            is_seeded: seed.is_some(),
            budget,
        }
    }

    /// Reports whether the global queue comes first at this time slice: every 61st, so that a local queue that never
    /// runs empty cannot starve it. 61 as in Go: a prime, so that it does not coincide with a program's own periods.
    /// Time slices are counted, of which a pair of tasks in `runnext` uses one in 10 ms: if each turn of the pair
    /// counted, a preempted loop, which waits in the global queue, would get 10 ms after every 61 turns.
    #[inline]
    pub(crate) fn is_global_queue_first(&self, tick: u32) -> bool {
        self.feature_switches.tick61 && tick.is_multiple_of(61)
    }

    /// How many tasks to take from a global queue of length `len`.
    #[inline]
    pub(crate) fn global_batch(&self, len: usize, procs: usize) -> usize {
        if !self.feature_switches.local_queues {
            return len.min(1);
        }
        len.min(len / procs + 1).min(crate::processor::local_queue::CAPACITY / 2)
    }

    /// How long the next slice may be before the task checks the flag.
    #[inline]
    pub(crate) fn budget(&self) -> u32 {
        self.budget
    }

    /// Reports whether a task may be stolen from another processor's `runnext`: at random under a seed, else as
    /// `looked` returns.
    pub(crate) fn may_steal_runnext(&mut self, looked: impl FnOnce() -> bool) -> bool {
        if self.is_seeded { self.rng.below(2) == 0 } else { looked() }
    }
}
