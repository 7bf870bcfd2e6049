//! How the driver behaves; drawn from the seed once.

use crate::primitives::dice::Dice;

/// How the driver behaves; drawn from the seed once.
#[derive(Debug)]
pub(super) struct Plan {
    /// Slices are up to 2 to this power long, short ones as likely as long ones.
    pub(super) longest: u32,
    /// The favourite P runs until one in so many slices picks another; 1: every slice.
    pub(super) loyalty: u32,
    /// One in so many paused tasks is preempted; with the largest a task gets far while others wait.
    pub(super) preempt: u32,
    /// One in so many blocking calls loses its P.
    pub(super) retake: u32,
}

impl Plan {
    pub(super) fn new(dice: &mut Dice) -> Self {
        let mut pick = |from: &[u32]| from[dice.below(from.len() as u32) as usize];
        Self {
            longest: pick(&[3, 6, 9, 9, 12]),
            loyalty: pick(&[1, 1, 4, 40]),
            preempt: pick(&[4, 32, 256, 1 << 14]),
            retake: pick(&[1, 2, 8]),
        }
    }
}
