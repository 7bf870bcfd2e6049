//! The heap profile: the sampled objects, by the stacks that allocated them.
//!
//! As in Go, a profile shows the state at the end of the last collection: an object counts as in use until a collection
//! has not reached it, so all later allocations would count as in use.

use crate::image::lines::Pcs;
use hashbrown::HashMap;
use minigo_heap::{Heap, Sample};
use parking_lot::Mutex;

/// Counts of allocated and freed objects.
#[derive(Clone, Copy, Default)]
pub(crate) struct ObjectCounts {
    pub(crate) allocated_objects: u64,
    pub(crate) freed_objects: u64,
}

/// The sampled objects of one size from one stack.
#[derive(Clone, Default)]
struct Bucket {
    shown_counts: ObjectCounts,
    /// The counts since the last collection.
    counts_since_collection: ObjectCounts,
}

#[derive(Clone, Default)]
pub(crate) struct State {
    bucket_numbers: HashMap<(Pcs, usize), u32>,
    buckets: Vec<Bucket>,
    /// The addresses of the sampled objects that were not freed, with the numbers of their buckets.
    live_samples: HashMap<usize, u32>,
    /// Whether there has been a collection.
    has_collected: bool,
}

/// A machine's heap profile.
#[derive(Default)]
pub(crate) struct HeapProfile(pub(crate) Mutex<State>);

impl HeapProfile {
    /// Records sampled objects that the code at `pcs` has allocated.
    pub(crate) fn add(&self, pcs: &[u64], samples: &[Sample]) {
        let mut state = self.0.lock();
        let state = &mut *state;
        for &Sample { address: at, size } in samples {
            let new = state.buckets.len() as u32;
            let number = *state.bucket_numbers.entry((pcs.into(), size)).or_insert(new);
            if number == new {
                state.buckets.push(Bucket::default());
            }
            state.buckets[number as usize].counts_since_collection.allocated_objects += 1;
            state.live_samples.insert(at, number);
        }
    }

    /// Runs after a marking, before anything is swept: counts the objects that the marking has not reached as freed.
    pub(crate) fn count_freed(&self, heap: &Heap) {
        let mut state = self.0.lock();
        let State { buckets, live_samples: live, has_collected: collected, .. } = &mut *state;
        live.retain(|&at, number| {
            let freed = heap.is_unreachable(at);
            buckets[*number as usize].counts_since_collection.freed_objects += u64::from(freed);
            !freed
        });
        for bucket in buckets {
            let later = std::mem::take(&mut bucket.counts_since_collection);
            bucket.shown_counts.allocated_objects += later.allocated_objects;
            bucket.shown_counts.freed_objects += later.freed_objects;
        }
        *collected = true;
    }

    /// All stacks with the object size and the counts of allocated and freed objects.
    pub(crate) fn records(&self) -> Vec<(Pcs, usize, ObjectCounts)> {
        let state = self.0.lock();
        let counts = |bucket: &Bucket| {
            if state.has_collected { bucket.shown_counts } else { bucket.counts_since_collection }
        };
        let all = state.bucket_numbers.iter();
        all.map(|((pcs, size), &at)| (pcs.clone(), *size, counts(&state.buckets[at as usize])))
            .collect()
    }
}
