//! Checks of the heap's own data: pages, spans, lists and caches must agree with each other (`gcverify=1`, and the
//! tests).

use crate::arena::Heap;
use crate::cache::Cache;
use crate::size::PAGE;
use crate::span::{BitmapSide, Span};
use std::collections::HashSet;
use std::sync::atomic::Ordering;

impl Heap {
    /// Checks pages and spans. No P may allocate or sweep during the check.
    ///
    /// # Panics
    /// If the data do not agree.
    pub fn verify(&self) {
        let state = self.0.pages.lock();
        let flips = self.0.flip_count.load(Ordering::Relaxed);
        let mut used = 0;
        state.spans.for_each(|span| {
            let bytes = span.pages * PAGE;
            used += bytes;
            for page in (span.base..span.base + bytes).step_by(PAGE) {
                let found = self.span_at(page).map_or(0, |s| s.base);
                assert_eq!(found, span.base, "the page {page:#x} is not its span's");
            }
            assert!(span.object_count * span.object_size <= bytes, "{span:?} is too small");
            let allocated = BitmapSide::allocated(flips);
            let swept = span.swept_cycle.load(Ordering::Relaxed) == flips;
            // During a marking all spans are swept, and the marking writes the side that does not record allocated
            // objects.
            if swept && !self.is_marking() {
                assert_eq!(span.count_marked(allocated.next_side()), 0, "{span:?} is not clear");
            }
        });
        assert_eq!(used as u64, self.used_bytes(), "spans and the bytes in use");
        state.spans.verify();
        let mapped: usize = state.mappings().iter().map(|m| m.1).sum();
        let mut free = 0;
        state.free_pages.for_each(|base, size| {
            free += size;
            for page in (base..base + size).step_by(PAGE) {
                assert!(self.span_at(page).is_none(), "the free page {page:#x} has a span");
            }
        });
        assert_eq!(used + free, mapped, "each page is free or in a span");
    }
}

impl Cache {
    /// Checks the cache's spans; `seen` are the spans of other caches. No P may allocate during the check.
    ///
    /// # Panics
    /// If the data do not agree.
    pub fn verify(&mut self, seen: &mut HashSet<usize>) {
        let (heap, marking) = (self.heap().clone(), self.is_marking());
        assert_eq!(
            marking,
            heap.is_marking(),
            "the cache and the heap disagree whether a marking is in progress"
        );
        self.each_current_span(|class, scan, span: &Span, free, end| {
            assert!(seen.insert(span.base), "two caches have {span:?}");
            assert_eq!(
                (class, scan),
                (span.class, span.has_pointers),
                "{span:?} in the wrong place"
            );
            let last = span.base_of(span.object_count);
            assert!(
                span.base <= free && free <= end && end <= last,
                "{span:?}: {free:#x}..{end:#x}"
            );
            let number = |at: usize| (at - span.base) / span.object_size;
            assert_eq!(span.base_of(number(free)), free, "{span:?}: no object is at {free:#x}");
            let allocated = heap.allocated_side();
            for index in number(free)..number(end) {
                assert!(!span.is_marked(allocated, index), "{span:?}: {index} is allocated");
                let new = span.is_marked(allocated.next_side(), index);
                assert_eq!(new, marking, "{span:?}: the mark of {index}, which is free");
            }
        });
    }
}
