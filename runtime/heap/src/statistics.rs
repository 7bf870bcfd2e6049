//! The heap's statistics: memory taken, retained and freed, and objects by size class (`runtime.MemStats`).

use crate::allocation_counts::{ClassFigures, Footprint};
use crate::arena::Heap;
use crate::cache::Cache;
use crate::size::{CLASS_SIZES, CLASSES, WORD_CLASS};

impl Heap {
    /// The memory that the heap takes at this moment.
    #[must_use]
    pub fn footprint(&self) -> Footprint {
        let mut state = self.0.pages.lock();
        let held = self.used_bytes() + state.free_pages.retained_bytes() as u64;
        state.note_peak(held);
        let (mut spans, mut tables) = (0, state.arena_bytes());
        state.spans.for_each(|span| {
            spans += size_of_val(span) as u64;
            tables += span.table_bytes();
        });
        Footprint {
            peak_bytes: state.peak_bytes(),
            held_bytes: held,
            span_bytes: spans,
            table_bytes: tables,
        }
    }

    /// The allocated and freed objects of each of Go's classes; objects below 8 bytes count with those of 8. Objects
    /// that a cache has taken and not allocated yet count as allocated; see [`Cache::each_unallocated_count`].
    #[must_use]
    pub fn classes(&self) -> Vec<ClassFigures> {
        self.sweep();
        let mut state = self.0.pages.lock();
        if state.spans.all_swept() {
            state.spans.freed_counts.end_sweep();
        }
        let mut all = vec![ClassFigures::default(); go_size_class(CLASSES - 1) + 1];
        for (class, &size) in CLASS_SIZES.iter().enumerate() {
            let sum = &mut all[go_size_class(class)];
            sum.size = u64::from(size);
            sum.allocated_objects += self.0.class_counts.of_class(class);
            sum.freed_objects += state.spans.freed_counts.freed_objects[class];
        }
        all
    }
}

/// The number of a class among Go's classes, which begin at 8 bytes.
fn go_size_class(class: usize) -> usize {
    match class {
        0 => 0,
        class => class.max(WORD_CLASS) - WORD_CLASS + 1,
    }
}

impl Cache {
    /// Subtracts the unallocated objects of the cache's runs from the counts, because they will not be allocated.
    pub(crate) fn uncount_unallocated_objects(&self) {
        self.each_current_span(|class, _, span, free, end| {
            self.heap().0.class_counts.sub(class, ((end - free) / span.object_size) as u64);
        });
    }

    /// Calls `visit` with each class (numbered as in [`Heap::classes`]) of which the cache has unallocated objects, and
    /// their number.
    pub fn each_unallocated_count(&self, mut visit: impl FnMut(usize, u64)) {
        self.each_current_span(|class, _, span, free, end| {
            visit(go_size_class(class), ((end - free) / span.object_size) as u64);
        });
    }
}
