//! Counters: what caches have allocated, and objects by class.
//!
//! Objects are counted by class when a cache takes a run of them, and the rest of a run is subtracted when the cache
//! gives it up. How many were freed is known once all spans are swept after a marking: those that were allocated when
//! it ended, less those that it reached.

use crate::size::CLASSES;
use crate::span::Span;
use std::sync::atomic::{AtomicU64, Ordering};

/// What was allocated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CacheStats {
    /// Objects.
    pub objects: u64,
    /// Bytes, rounded up to size classes.
    pub bytes: u64,
}

/// Bytes of memory that the heap takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Footprint {
    /// The most that spans and free pages took at a time.
    pub peak: u64,
    /// What they take now.
    pub held: u64,
    /// What the descriptions of spans take, bitmaps left out.
    pub spans: u64,
    /// Bitmaps, descriptions of objects, and the way from addresses to spans.
    pub tables: u64,
}

/// What was allocated and freed of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClassFigures {
    /// Bytes of an object; 0 for the class of what is larger than all others.
    pub size: u64,
    /// Objects allocated.
    pub allocated: u64,
    /// Objects freed, as far as is known.
    pub freed: u64,
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

    /// `objects` of them were not allocated after all.
    pub(crate) fn sub(&self, class: usize, objects: u64) {
        self.0[class].fetch_sub(objects, Ordering::Relaxed);
    }

    pub(crate) fn of(&self, class: usize) -> u64 {
        self.0[class].load(Ordering::Relaxed)
    }
}

/// What sweeping finds out.
pub(crate) struct FreedCounts {
    /// What was allocated when the last marking ended, and what of it was found marked so far.
    before: [u64; CLASSES],
    live: [u64; CLASSES],
    /// What is known to be freed.
    pub(crate) freed: [u64; CLASSES],
}

impl Default for FreedCounts {
    fn default() -> Self {
        Self { before: [0; CLASSES], live: [0; CLASSES], freed: [0; CLASSES] }
    }
}

impl FreedCounts {
    /// A marking has ended, and all caches have given up what they did not use.
    pub(crate) fn begin(&mut self, allocated: &AllocatedCounts) {
        self.before = std::array::from_fn(|class| allocated.of(class));
        self.live = [0; CLASSES];
    }

    /// A span was swept.
    pub(crate) fn note(&mut self, span: &Span, live: usize) {
        self.live[span.class] += live as u64;
    }

    /// All spans are swept.
    pub(crate) fn settle(&mut self) {
        for class in 0..CLASSES {
            let freed = self.before[class].saturating_sub(self.live[class]);
            self.freed[class] = self.freed[class].max(freed);
        }
    }
}
