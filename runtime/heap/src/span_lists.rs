//! The lists of all spans by class, and the progress of sweeping.

use crate::allocation_counts::FreedCounts;
use crate::size::CLASSES;
use crate::span::Span;

/// How many kinds of spans there are: each class with and without descriptions.
pub(crate) const KIND_COUNT: usize = 2 * CLASSES;

pub(crate) fn kind_of(class: usize, scan: bool) -> usize {
    2 * class + usize::from(!scan)
}

/// All spans of a heap.
pub(crate) struct SpanLists {
    pub(crate) lists: [SpanList; KIND_COUNT],
    /// Spans that were freed since the last marking began; a thread may still be reading them.
    pub(crate) freed_spans: Vec<*mut Span>,
    /// The first kind that may have unswept spans.
    pub(crate) first_unswept_kind: usize,
    /// Whether sweeping is not allowed yet: the heap's user still has to find the unreached objects.
    pub(crate) is_sweep_held: bool,
    /// The counts of freed objects by class.
    pub(crate) freed_counts: FreedCounts,
}

#[derive(Default)]
pub(crate) struct SpanList {
    pub(crate) spans: Vec<*mut Span>,
    /// How many of `spans`, counted from the front, are unswept.
    pub(crate) unswept_count: usize,
    /// Spans with free objects that no cache has.
    pub(crate) partial_spans: Vec<*mut Span>,
}

impl Default for SpanLists {
    fn default() -> Self {
        let kinds = std::array::from_fn(|_| SpanList::default());
        let tally = FreedCounts::default();
        Self {
            lists: kinds,
            freed_spans: Vec::new(),
            first_unswept_kind: KIND_COUNT,
            is_sweep_held: false,
            freed_counts: tally,
        }
    }
}

impl SpanLists {
    pub(crate) fn add(&mut self, at: *mut Span, span: &Span) {
        self.lists[kind_of(span.class, span.has_pointers)].spans.push(at);
    }

    pub(crate) fn all_swept(&self) -> bool {
        self.first_unswept_kind == KIND_COUNT
    }

    pub(crate) fn for_each(&self, mut visit: impl FnMut(&Span)) {
        for &span in self.lists.iter().flat_map(|k| &k.spans) {
            // SAFETY: spans in the lists are alive.
            visit(unsafe { &*span });
        }
    }

    /// Checks the invariants of the lists.
    pub(crate) fn verify(&self) {
        for (number, kind) in self.lists.iter().enumerate() {
            assert!(kind.unswept_count <= kind.spans.len(), "more spans are unswept than exist");
            assert!(
                kind.unswept_count == 0 || number >= self.first_unswept_kind,
                "kind {number} was passed by"
            );
            let all: std::collections::HashSet<_> = kind.spans.iter().collect();
            assert_eq!(all.len(), kind.spans.len(), "a span is listed twice");
            assert!(
                kind.partial_spans.iter().all(|s| all.contains(s)),
                "a listed span was removed"
            );
        }
    }

    /// Frees all spans, with the heap.
    pub(crate) fn free_spans(&mut self) {
        let all = self.lists.iter_mut().flat_map(|k| k.spans.drain(..));
        for span in all.chain(self.freed_spans.drain(..)) {
            // SAFETY: each span was made by `add_span`, and is freed once, here; no reference to the heap is left.
            drop(unsafe { Box::from_raw(span) });
        }
    }
}
