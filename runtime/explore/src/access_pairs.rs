//! The coverage of an incomplete search: the pairs of dependent accesses that occurred in runs, and their orders.

use crate::access::Kind;
use crate::dpor::PROGRAM_OBJECT;
use crate::schedule::ThreadPosition;
use crate::trace::{Thread, Trace};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, VecDeque};

/// An access: the thread, and its position.
type Site = (Thread, ThreadPosition);

/// Pairs of conflicting accesses by two threads to one object, of which one follows the other directly.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct AccessPairs {
    /// The orders that occurred: bit 0 stands for the order of the key, bit 1 for the reverse order.
    orders: HashMap<(Site, Site), u8>,
}

/// How many pairs of dependent accesses occurred.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PairCount {
    /// The pairs that occurred in both orders.
    pub in_both_orders: usize,
    /// All pairs.
    pub total: usize,
}

/// The most pairs that are counted.
const MAX_PAIRS: usize = 1 << 20;
/// The most earlier accesses with which an access is paired: a run of 10,000 goroutines that read a counter to which
/// each of them adds would have 50 million pairs.
const MAX_EARLIER_ACCESSES: usize = 64;

impl AccessPairs {
    /// The pairs of a run.
    #[must_use]
    pub fn of(trace: &Trace) -> Self {
        let mut pairs = Self::default();
        // For each object: each thread's last access of each kind since the last write, at most the latest
        // `MAX_EARLIER_ACCESSES` of them.
        let mut last: HashMap<u64, VecDeque<(Site, Kind)>> = HashMap::new();
        for step in &trace.steps {
            let site = (step.thread, step.position);
            for access in step.accesses.iter().filter(|access| access.object != PROGRAM_OBJECT) {
                let before = last.entry(access.object).or_default();
                for (other, kind) in before.iter() {
                    if other.0 != step.thread && kind.conflicts(access.kind) {
                        pairs.add(*other, site);
                    }
                }
                before.retain(|(other, kind)| match access.kind {
                    Kind::Write => false,
                    // An acquisition of a lock replaces earlier ones: only consecutive acquisitions are a pair.
                    Kind::Acquire => *kind != Kind::Acquire,
                    same => other.0 != step.thread || *kind != same,
                });
                if before.len() == MAX_EARLIER_ACCESSES {
                    before.pop_front();
                }
                before.push_back((site, access.kind));
            }
        }
        pairs
    }

    fn add(&mut self, first: Site, second: Site) {
        let (key, order) =
            if first <= second { ((first, second), 1) } else { ((second, first), 2) };
        *self.orders.entry(key).or_default() |= order;
    }

    /// Adds the pairs of another run.
    pub fn join(&mut self, other: Self) {
        for (key, order) in other.orders {
            let full = self.orders.len() >= MAX_PAIRS;
            match self.orders.get_mut(&key) {
                Some(known) => *known |= order,
                None if full => {}
                None => drop(self.orders.insert(key, order)),
            }
        }
    }

    /// The numbers of pairs.
    #[must_use]
    pub fn count_pairs(&self) -> PairCount {
        let both = self.orders.values().filter(|order| **order == 3).count();
        PairCount { in_both_orders: both, total: self.orders.len() }
    }
}

#[cfg(test)]
mod tests {
    use super::{AccessPairs, PairCount};
    use crate::access::{Access, Kind};
    use crate::schedule::ThreadPosition;
    use crate::trace::{Step, Trace};

    fn run(threads: &[(u32, Kind)]) -> AccessPairs {
        let step = |(thread, kind): &(u32, Kind)| Step {
            thread: *thread,
            position: ThreadPosition { point: 1, stop_count: 0 },
            accesses: vec![Access::new(7, *kind)],
            ..Step::default()
        };
        AccessPairs::of(&Trace { steps: threads.iter().map(step).collect(), ..Trace::default() })
    }

    #[test]
    fn pairs_count_in_both_orders() {
        let mut all = run(&[(0, Kind::Read), (1, Kind::Read), (2, Kind::Write)]);
        assert_eq!(all.count_pairs(), PairCount { in_both_orders: 0, total: 2 });
        all.join(run(&[(2, Kind::Write), (0, Kind::Read), (1, Kind::Read)]));
        assert_eq!(all.count_pairs(), PairCount { in_both_orders: 2, total: 2 });
        // Thread 2 writes between threads 3 and 4, so their writes are no pair.
        all.join(run(&[(3, Kind::Write), (2, Kind::Write), (4, Kind::Write)]));
        assert_eq!(all.count_pairs(), PairCount { in_both_orders: 2, total: 4 });
    }

    #[test]
    fn long_runs_have_few_pairs_an_access() {
        const THREADS: u32 = 1000;
        for (kinds, most) in [
            // Only consecutive accesses are a pair.
            (&[Kind::Acquire, Kind::Release][..], 1),
            (&[Kind::Add, Kind::Read][..], super::MAX_EARLIER_ACCESSES),
        ] {
            let steps: Vec<_> = (0..THREADS)
                .flat_map(|thread| kinds.iter().map(move |kind| (thread, *kind)))
                .collect();
            let count = run(&steps).count_pairs().total;
            assert!((1..=steps.len() * most).contains(&count), "{kinds:?}: {count} pairs");
        }
    }
}
