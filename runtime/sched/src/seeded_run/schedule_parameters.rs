//! The plan: how long slices are, how often a task is preempted, and whether one P may leave the others behind for
//! long; all this differs from seed to seed. Few bugs appear under all of these policies, most appear under one of
//! them.

use crate::primitives::rng::Rng;

/// The behaviour of the driver; drawn from the seed once.
#[derive(Debug)]
pub(super) struct ScheduleParameters {
    /// The binary logarithm of the longest slice; short slices are as likely as long ones.
    pub(super) longest_slice_log2: u32,
    /// The favourite P runs until one in this many slices picks another P; 1: every slice.
    pub(super) switch_odds: u32,
    /// One in this many paused tasks is preempted; with the largest value a task gets far while others wait.
    pub(super) preempt_odds: u32,
    /// One in this many blocking calls loses its P.
    pub(super) retake_odds: u32,
    /// The length of the shortest slice.
    pub(super) shortest_slice: u32,
}

impl ScheduleParameters {
    pub(super) fn new(rng: &mut Rng) -> Self {
        let mut pick = |from: &[u32]| from[rng.below(from.len() as u32) as usize];
        Self {
            longest_slice_log2: pick(&[3, 6, 9, 9, 12]),
            switch_odds: pick(&[1, 1, 4, 40]),
            preempt_odds: pick(&[4, 32, 256, 1 << 14]),
            retake_odds: pick(&[1, 2, 8]),
            shortest_slice: 0,
        }
    }

    /// The plan of a run by time: Ps proceed side by side, and no task is preempted at random.
    pub(super) fn for_run_by_time() -> Self {
        Self {
            longest_slice_log2: 9,
            switch_odds: 1,
            preempt_odds: u32::MAX,
            retake_odds: 4,
            shortest_slice: 500,
        }
    }
}
