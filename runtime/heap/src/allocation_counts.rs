//! Counters: the allocations of caches, and objects by class.
//!
//! Objects are counted by class when a cache takes a run of them; the unused rest of a run is subtracted when the cache
//! returns it. The number of freed objects is known once all spans are swept after a marking: the objects that were
//! allocated when the marking ended, less those that it reached.

use crate::size::CLASSES;
use crate::span::Span;
use std::sync::atomic::{AtomicU64, Ordering};

/// The allocations of caches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CacheStats {
    /// How many objects were allocated.
    pub objects: u64,
    /// How many bytes were allocated, rounded up to size classes.
    pub bytes: u64,
}

/// The bytes of memory that the heap takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Footprint {
    /// The most bytes that spans and free pages have taken at one time.
    pub peak_bytes: u64,
    /// The bytes that spans and free pages take now.
    pub held_bytes: u64,
    /// The bytes of the descriptions of spans, without bitmaps.
    pub span_bytes: u64,
    /// The bytes of bitmaps, descriptions of objects, and the tables from addresses to spans.
    pub table_bytes: u64,
}

/// The allocated and freed objects of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClassFigures {
    /// The size of an object in bytes; 0 for the class of all larger objects.
    pub size: u64,
    /// How many objects were allocated.
    pub allocated_objects: u64,
    /// How many objects are known to be freed.
    pub freed_objects: u64,
}

/// Objects allocated, by class.
pub(crate) struct AllocatedCounts([AtomicU64; CLASSES]);

impl Default for AllocatedCounts {
    fn default() -> Self {
        Self(std::array::from_fn(|_| AtomicU64::new(0)))
    }
}

impl AllocatedCounts {
    pub(crate) fn add(&self, class: usize, objects: u64) {
        self.0[class].fetch_add(objects, Ordering::Relaxed);
    }

    /// Subtracts `objects` objects that were counted but not allocated after all.
    pub(crate) fn sub(&self, class: usize, objects: u64) {
        self.0[class].fetch_sub(objects, Ordering::Relaxed);
    }

    pub(crate) fn of_class(&self, class: usize) -> u64 {
        self.0[class].load(Ordering::Relaxed)
    }
}

/// The counts of freed objects, which sweeping determines.
pub(crate) struct FreedCounts {
    /// The objects that were allocated when the last marking ended. `found_live_objects`: those of these objects that
    /// sweeps have found marked so far.
    allocated_at_mark_end: [u64; CLASSES],
    found_live_objects: [u64; CLASSES],
    /// The objects that are known to be freed.
    pub(crate) freed_objects: [u64; CLASSES],
}

impl Default for FreedCounts {
    fn default() -> Self {
        Self {
            allocated_at_mark_end: [0; CLASSES],
            found_live_objects: [0; CLASSES],
            freed_objects: [0; CLASSES],
        }
    }
}

impl FreedCounts {
    /// Called when a marking has ended and all caches have returned their unused objects.
    pub(crate) fn begin_sweep(&mut self, allocated: &AllocatedCounts) {
        self.allocated_at_mark_end = std::array::from_fn(|class| allocated.of_class(class));
        self.found_live_objects = [0; CLASSES];
    }

    /// Called when a span has been swept.
    pub(crate) fn note_swept(&mut self, span: &Span, live: usize) {
        self.found_live_objects[span.class] += live as u64;
    }

    /// Called when all spans have been swept.
    pub(crate) fn end_sweep(&mut self) {
        for class in 0..CLASSES {
            let freed =
                self.allocated_at_mark_end[class].saturating_sub(self.found_live_objects[class]);
            self.freed_objects[class] = self.freed_objects[class].max(freed);
        }
    }
}
