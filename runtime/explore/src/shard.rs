//! Shards: disjoint parts of a search that run independently. All shards of a search together make all its runs.
//!
//! A search is a tree of runs. Each shard makes the runs near the root; of the deeper runs it makes those whose path
//! from the root hashes to the shard's number. Random runs are distributed by their numbers.

use crate::trace::{Step, Thread};
use serde::{Deserialize, Serialize};

/// A part of a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Shard {
    index: u32,
    shard_count: u32,
}

impl Default for Shard {
    /// The only shard of a search: the whole search.
    fn default() -> Self {
        Self { index: 0, shard_count: 1 }
    }
}

/// How many subtrees a shard has on average, if the tree is wide enough: the subtrees differ in size.
const SUBTREES_PER_SHARD: u64 = 8;

impl Shard {
    /// Returns shard `number`, from 1 to `count`; `None` for any other number.
    #[must_use]
    pub const fn new(number: u32, count: u32) -> Option<Self> {
        match number {
            1.. if number <= count => Some(Self { index: number - 1, shard_count: count }),
            _ => None,
        }
    }

    /// The shard's number, from 1.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.index + 1
    }

    /// How many shards there are.
    #[must_use]
    pub const fn shard_count(self) -> u32 {
        self.shard_count
    }

    /// Reports whether there are other shards.
    #[must_use]
    pub const fn has_other_shards(self) -> bool {
        self.shard_count > 1
    }

    /// Reports whether the runs behind this path belong to the shard.
    pub(crate) const fn owns(self, way: PathHash) -> bool {
        way.0 % self.shard_count as u64 == self.index as u64
    }

    /// The number of choices among two or more threads that lead to the subtrees that are distributed.
    pub(crate) const fn subtree_depth(self) -> u32 {
        let subtrees = self.shard_count as u64 * SUBTREES_PER_SHARD;
        if self.has_other_shards() { subtrees.next_power_of_two().ilog2() } else { 0 }
    }

    /// The number, in the whole search, of the shard's `n`-th random run.
    pub(crate) const fn sample_number(self, n: u64) -> u64 {
        n * self.shard_count as u64 + self.index as u64
    }
}

/// A hash of the choices from the root of the tree. Threads count by their indexes among the threads that could run,
/// because their numbers differ between processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PathHash(u64);

impl PathHash {
    pub(crate) const ROOT: Self = Self(0x9e37_79b9_7f4a_7c15);

    /// The path that continues with this thread.
    pub(crate) fn with_thread(self, step: &Step, thread: Thread) -> Self {
        let place = step.runnable.iter().position(|runnable| *runnable == thread);
        self.with_choice(place.unwrap_or(step.runnable.len()) as u64)
    }

    /// The path that continues with this value.
    pub(crate) const fn with_value(self, value: u32) -> Self {
        self.with_choice(value as u64)
    }

    /// The path that continues with a whole step.
    pub(crate) fn extended_by(self, step: &Step) -> Self {
        let way = self.with_thread(step, step.thread);
        step.values.iter().fold(way, |way, value| way.with_value(value.value))
    }

    /// The step of the generator splitmix64.
    const fn with_choice(self, choice: u64) -> Self {
        let mut z = self.0.wrapping_add(choice).wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self(z ^ (z >> 31))
    }
}
