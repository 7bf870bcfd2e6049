//! The heap profile: what the sampled objects are, by the stacks that allocated them.
//!
//! As in Go what a profile shows is of the end of the last collection: an object counts as in use until a collection
//! has not reached it, so what was allocated since then would all be in use.

use crate::image::lines::Pcs;
use hashbrown::HashMap;
use minigo_heap::{Heap, Sampled};
use parking_lot::Mutex;

/// What was allocated and freed.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counts {
    pub(crate) allocated: u64,
    pub(crate) freed: u64,
}

/// The objects of one size from one stack.
#[derive(Default)]
struct Bucket {
    shown: Counts,
    /// Since the last collection.
    later: Counts,
}

#[derive(Default)]
struct State {
    numbers: HashMap<(Pcs, usize), u32>,
    buckets: Vec<Bucket>,
    /// Where the sampled objects are that were not freed, with the numbers of their buckets.
    live: HashMap<usize, u32>,
    /// Whether there was a collection.
    collected: bool,
}

/// A machine's heap profile.
#[derive(Default)]
pub(crate) struct HeapProfile(Mutex<State>);

impl HeapProfile {
    /// Notes objects that the code at `pcs` has allocated.
    pub(crate) fn add(&self, pcs: &[u64], samples: &[Sampled]) {
        let mut state = self.0.lock();
        let state = &mut *state;
        for &Sampled { at, size } in samples {
            let new = state.buckets.len() as u32;
            let number = *state.numbers.entry((pcs.into(), size)).or_insert(new);
            if number == new {
                state.buckets.push(Bucket::default());
            }
            state.buckets[number as usize].later.allocated += 1;
            state.live.insert(at, number);
        }
    }

    /// A marking is over, and nothing is swept yet: what it has not reached is freed.
    pub(crate) fn settle(&self, heap: &Heap) {
        let mut state = self.0.lock();
        let State { buckets, live, collected, .. } = &mut *state;
        live.retain(|&at, number| {
            let freed = heap.is_unreachable(at);
            buckets[*number as usize].later.freed += u64::from(freed);
            !freed
        });
        for bucket in buckets {
            let later = std::mem::take(&mut bucket.later);
            bucket.shown.allocated += later.allocated;
            bucket.shown.freed += later.freed;
        }
        *collected = true;
    }

    /// All stacks, sizes of objects, and what was allocated and freed.
    pub(crate) fn records(&self) -> Vec<(Pcs, usize, Counts)> {
        let state = self.0.lock();
        let counts = |bucket: &Bucket| if state.collected { bucket.shown } else { bucket.later };
        let all = state.numbers.iter();
        all.map(|((pcs, size), &at)| (pcs.clone(), *size, counts(&state.buckets[at as usize])))
            .collect()
    }
}
