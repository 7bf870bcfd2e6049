//! Shards: disjoint parts of a search, which need not know of each other. Together they are the whole search.
//!
//! A search is a tree of runs. Each shard makes the runs near its root; of those further down it makes the ones whose
//! way from the root has a hash of its own. Random runs are dealt out by their numbers.

use crate::trace::{Step, Thread};
use serde::{Deserialize, Serialize};

/// A part of a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Shard {
    index: u32,
    count: u32,
}

impl Default for Shard {
    /// The whole search.
    fn default() -> Self {
        Self { index: 0, count: 1 }
    }
}

/// So many subtrees a shard has on the average, if the tree is wide enough: they are not of the same size.
const SUBTREES: u64 = 8;

impl Shard {
    /// Shard `number`, from 1 to `count`; `None` for any other number.
    #[must_use]
    pub const fn new(number: u32, count: u32) -> Option<Self> {
        match number {
            1.. if number <= count => Some(Self { index: number - 1, count }),
            _ => None,
        }
    }

    /// Its number, from 1 on.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.index + 1
    }

    /// How many there are.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.count
    }

    /// Whether there are others.
    #[must_use]
    pub const fn is_part(self) -> bool {
        self.count > 1
    }

    /// Whether the runs behind this way belong to it.
    pub(crate) const fn owns(self, way: Way) -> bool {
        way.0 % self.count as u64 == self.index as u64
    }

    /// How many choices among threads, each of two at least, lead to the subtrees that are dealt out.
    pub(crate) const fn depth(self) -> u32 {
        let subtrees = self.count as u64 * SUBTREES;
        if self.is_part() { subtrees.next_power_of_two().ilog2() } else { 0 }
    }

    /// The number, in the whole search, of its `n`-th random run.
    pub(crate) const fn sample(self, n: u64) -> u64 {
        n * self.count as u64 + self.index as u64
    }
}

/// A hash of the choices from the root of the tree on. Threads count by their places among those that could go on:
/// their numbers are of one process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Way(u64);

impl Way {
    pub(crate) const ROOT: Self = Self(0x9e37_79b9_7f4a_7c15);

    /// The way that goes on with this thread.
    pub(crate) fn with_thread(self, step: &Step, thread: Thread) -> Self {
        let place = step.able.iter().position(|able| *able == thread);
        self.with(place.unwrap_or(step.able.len()) as u64)
    }

    /// The way that goes on with this value.
    pub(crate) const fn with_value(self, value: u32) -> Self {
        self.with(value as u64)
    }

    /// The way behind a step.
    pub(crate) fn behind(self, step: &Step) -> Self {
        let way = self.with_thread(step, step.thread);
        step.values.iter().fold(way, |way, value| way.with_value(value.chosen))
    }

    /// splitmix64's step.
    const fn with(self, choice: u64) -> Self {
        let mut z = self.0.wrapping_add(choice).wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self(z ^ (z >> 31))
    }
}
