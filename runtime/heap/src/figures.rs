//! What the heap says of itself: memory taken, kept and given back, and objects by size.
//!
//! A module of its own because nothing in the heap depends on it: the counts are made where spans come and go, here they are put together.
//!
//! Objects are counted by class when a cache takes a run of them, and taken off again when it gives up the rest of a run. How many are
//! freed is known when all spans are swept after a marking: those that were allocated when it ended, less those that it has reached.

use crate::arena::Heap;
use crate::cache::Cache;
use crate::size::{CLASSES, SIZES, WORD_CLASS};
use crate::span::Span;
use std::sync::atomic::{AtomicU64, Ordering};

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
pub(crate) struct Allocated([AtomicU64; CLASSES]);

impl Default for Allocated {
    fn default() -> Self {
        Self(std::array::from_fn(|_| AtomicU64::new(0)))
    }
}

impl Allocated {
    pub(crate) fn add(&self, class: usize, objects: u64) {
        self.0[class].fetch_add(objects, Ordering::Relaxed);
    }

    /// So many of them were not allocated after all.
    pub(crate) fn sub(&self, class: usize, objects: u64) {
        self.0[class].fetch_sub(objects, Ordering::Relaxed);
    }

    fn of(&self, class: usize) -> u64 {
        self.0[class].load(Ordering::Relaxed)
    }
}

/// What sweeping finds out.
pub(crate) struct Freed {
    /// What was allocated when the last marking ended, and what of it was found marked so far.
    before: [u64; CLASSES],
    live: [u64; CLASSES],
    /// What is known to be freed.
    freed: [u64; CLASSES],
}

impl Default for Freed {
    fn default() -> Self {
        Self { before: [0; CLASSES], live: [0; CLASSES], freed: [0; CLASSES] }
    }
}

impl Freed {
    /// A marking has ended, and all caches have given up what they did not use.
    pub(crate) fn begin(&mut self, allocated: &Allocated) {
        self.before = std::array::from_fn(|class| allocated.of(class));
        self.live = [0; CLASSES];
    }

    /// A span was swept.
    pub(crate) fn note(&mut self, span: &Span, live: usize) {
        self.live[span.class] += live as u64;
    }

    /// All spans are swept.
    fn settle(&mut self) {
        for class in 0..CLASSES {
            let freed = self.before[class].saturating_sub(self.live[class]);
            self.freed[class] = self.freed[class].max(freed);
        }
    }
}

impl Heap {
    /// What it takes just now.
    #[must_use]
    pub fn footprint(&self) -> Footprint {
        let mut state = self.0.pages.lock();
        let held = self.used() + state.free.retained() as u64;
        state.note_peak(held);
        let (mut spans, mut tables) = (0, state.arena_bytes());
        state.spans.each(|span| {
            spans += size_of_val(span) as u64;
            tables += span.table_bytes();
        });
        Footprint { peak: state.peak(), held, spans, tables }
    }

    /// What was allocated and freed of each class of Go's; objects below 8 bytes count with those of 8. Objects that a cache has taken and not allocated yet count as allocated;
    /// see [`Cache::each_rest_of_class`].
    #[must_use]
    pub fn classes(&self) -> Vec<ClassFigures> {
        self.sweep();
        let mut state = self.0.pages.lock();
        if state.spans.all_swept() {
            state.spans.tally.settle();
        }
        let mut all = vec![ClassFigures::default(); gos_class(CLASSES - 1) + 1];
        for (class, &size) in SIZES.iter().enumerate() {
            let sum = &mut all[gos_class(class)];
            sum.size = u64::from(size);
            sum.allocated += self.0.classes.of(class);
            sum.freed += state.spans.tally.freed[class];
        }
        all
    }
}

/// The number of a class among Go's, which has none for sizes below 8.
fn gos_class(class: usize) -> usize {
    match class {
        0 => 0,
        class => class.max(WORD_CLASS) - WORD_CLASS + 1,
    }
}

impl Cache {
    /// The rests of its runs will not be allocated.
    pub(crate) fn uncount_rests(&self) {
        self.each_current(|class, _, span, free, end| {
            self.heap().0.classes.sub(class, ((end - free) / span.object_size) as u64);
        });
    }

    /// Calls `visit` with each class (numbered as in [`Heap::classes`]) of which it has objects that are not allocated yet, and how many.
    pub fn each_rest_of_class(&self, mut visit: impl FnMut(usize, u64)) {
        self.each_current(|class, _, span, free, end| {
            visit(gos_class(class), ((end - free) / span.object_size) as u64);
        });
    }
}
