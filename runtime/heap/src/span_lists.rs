//! The lists of all spans by class, and the progress of sweeping.

use crate::size::CLASSES;
use crate::span::Span;
use crate::stats::FreedCounts;

/// How many kinds of spans there are: each class with and without descriptions.
pub(crate) const KINDS: usize = 2 * CLASSES;

pub(crate) fn kind_of(class: usize, scan: bool) -> usize {
    2 * class + usize::from(!scan)
}

/// All spans of a heap.
pub(crate) struct Spans {
    pub(crate) kinds: [Kind; KINDS],
    /// Spans that were freed since the last marking began; a thread may still be reading them.
    pub(crate) freed: Vec<*mut Span>,
    /// The first kind that may have unswept spans.
    pub(crate) next: usize,
    /// Whether sweeping is not allowed yet: the heap's user still has to find the unreached objects.
    pub(crate) held: bool,
    /// The counts of freed objects by class.
    pub(crate) tally: FreedCounts,
}

#[derive(Default)]
pub(crate) struct Kind {
    pub(crate) all: Vec<*mut Span>,
    /// How many of `all`, counted from the front, are unswept.
    pub(crate) unswept: usize,
    /// Spans with free objects that no cache has.
    pub(crate) partial: Vec<*mut Span>,
}

impl Default for Spans {
    fn default() -> Self {
        let kinds = std::array::from_fn(|_| Kind::default());
        let tally = FreedCounts::default();
        Self { kinds, freed: Vec::new(), next: KINDS, held: false, tally }
    }
}

impl Spans {
    pub(crate) fn add(&mut self, at: *mut Span, span: &Span) {
        self.kinds[kind_of(span.class, span.scan)].all.push(at);
    }

    pub(crate) fn all_swept(&self) -> bool {
        self.next == KINDS
    }

    pub(crate) fn each(&self, mut visit: impl FnMut(&Span)) {
        for &span in self.kinds.iter().flat_map(|k| &k.all) {
            // SAFETY: spans in the lists are alive.
            visit(unsafe { &*span });
        }
    }

    /// Checks the invariants of the lists.
    pub(crate) fn verify(&self) {
        for (number, kind) in self.kinds.iter().enumerate() {
            assert!(kind.unswept <= kind.all.len(), "more spans are unswept than exist");
            assert!(kind.unswept == 0 || number >= self.next, "kind {number} was passed by");
            let all: std::collections::HashSet<_> = kind.all.iter().collect();
            assert_eq!(all.len(), kind.all.len(), "a span is listed twice");
            assert!(kind.partial.iter().all(|s| all.contains(s)), "a listed span was removed");
        }
    }

    /// Frees all spans, with the heap.
    pub(crate) fn free_all(&mut self) {
        let all = self.kinds.iter_mut().flat_map(|k| k.all.drain(..));
        for span in all.chain(self.freed.drain(..)) {
            // SAFETY: made by `add_span`, freed once, here; no reference to the heap is left.
            drop(unsafe { Box::from_raw(span) });
        }
    }
}
