//! Snapshots of a heap before its first collection, from which other heaps can begin: for runs that are repeated.
//!
//! Before the first collection nothing was freed: spans lie one behind the other from the heap's beginning, all bitmaps
//! are clear, and a current span's objects in use lie before its free objects. So a snapshot is the contents of the
//! objects and a few words for each span. Objects keep their addresses: a heap can begin from a snapshot only if it
//! begins at the same address as the saved heap.

use crate::allocation_counts::CacheStats;
use crate::arena::Heap;
use crate::cache::{Cache, CurrentSpan};
use crate::sampling::Sampling;
use crate::size::{CLASSES, PAGE};
use crate::span::{Desc, Span};
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};

/// A span of a [`Snapshot`].
struct SavedSpan {
    pages: usize,
    /// The size class; 0: one large object.
    class: usize,
    has_pointers: bool,
    common_desc: u32,
    /// The description of each object, if they differ.
    descs: Option<Box<[u32]>>,
    /// The contents of the span, up to the last word that is not zero.
    contents: Box<[u64]>,
    /// The free objects of the span that the cache had: the address of the first, the end of the last, and their common
    /// description.
    free_run: Option<(usize, usize, u32)>,
}

/// The state of a heap and of its only cache.
pub struct Snapshot {
    /// The address at which the heap begins.
    base: usize,
    /// The spans, sorted by address.
    spans: Box<[SavedSpan]>,
    allocated_bytes: u64,
    class_counts: [u64; CLASSES],
    stats: CacheStats,
    uncounted_external_bytes: u64,
    wants_gc: bool,
    /// The address of the sampling rate for a heap profile; 0: samples were never requested.
    sample_rate: usize,
    sampling: Option<Box<Sampling>>,
}

impl Cache {
    /// Takes a snapshot of the heap and this cache, which must be its only one; `None` if there was a collection, or if
    /// samples wait to be taken. Nothing may write to the heap during the call.
    #[must_use]
    pub fn snapshot(&self) -> Option<Snapshot> {
        let inner = &self.heap.0;
        if self.is_marking() || inner.flip_count.load(Ordering::Relaxed) != 0 || self.has_samples {
            return None;
        }
        let _ = inner.base_address();
        let pages = inner.pages.lock();
        let [(base, _)] = *pages.mappings() else { return None };
        let is_swept = pages.spans.freed_spans.is_empty() && pages.free_pages.retained_bytes() == 0;
        if !is_swept || pages.spans.lists.iter().any(|kind| !kind.partial_spans.is_empty()) {
            return None;
        }
        let mut all: Vec<&Span> = Vec::new();
        for span in pages.spans.lists.iter().flat_map(|kind| &kind.spans) {
            // SAFETY: spans in the lists are alive, and nothing is swept during the loop.
            all.push(unsafe { &**span });
        }
        all.sort_unstable_by_key(|span| span.base);
        let mut end = base;
        for span in &all {
            if span.base != end || span.is_dirty.load(Ordering::Relaxed) {
                return None;
            }
            end += span.pages * PAGE;
        }
        Some(Snapshot {
            base,
            spans: all.into_iter().map(|span| self.save_span(span)).collect(),
            allocated_bytes: inner.allocated_bytes.load(Ordering::Relaxed),
            class_counts: std::array::from_fn(|class| inner.class_counts.of_class(class)),
            stats: self.stats,
            uncounted_external_bytes: self.uncounted_external_bytes,
            wants_gc: self.wants_gc,
            sample_rate: inner.sample_rate.load(Ordering::Acquire) as usize,
            sampling: self.sampling.clone(),
        })
    }

    fn save_span(&self, span: &Span) -> SavedSpan {
        let current = self.current_of(span);
        let end = current.map_or(span.base + span.pages * PAGE, |current| current.free_start);
        // SAFETY: the memory of a span, which nothing writes to, by the caller's promise.
        let words = unsafe {
            std::slice::from_raw_parts(span.base as *const u64, (end - span.base).div_ceil(8))
        };
        let used = words.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1);
        let descs = span.object_descs.get();
        SavedSpan {
            pages: span.pages,
            class: span.class,
            has_pointers: span.has_pointers,
            common_desc: span.common_desc.load(Ordering::Relaxed),
            descs: descs.map(|all| all.iter().map(|desc| desc.load(Ordering::Relaxed)).collect()),
            contents: words[..used].into(),
            free_run: current
                .map(|current| (current.free_start, current.free_end, current.common_desc)),
        }
    }

    /// The cache's current run in a span, if it has the span.
    fn current_of(&self, span: &Span) -> Option<&CurrentSpan> {
        let all = if span.has_pointers { &self.scan_spans } else { &self.no_scan_spans };
        all.get(span.class).filter(|current| std::ptr::eq(current.span, span))
    }
}

impl Snapshot {
    /// Reports whether a heap, from which nothing was allocated yet, begins at the address of the saved heap.
    #[must_use]
    pub fn fits_heap(&self, heap: &Heap) -> bool {
        heap.0.base_address() == Some(self.base)
    }

    /// Restores the snapshot in a heap that the snapshot [fits](Self::fits_heap), and from which nothing was allocated;
    /// returns the cache of the heap's only processor.
    ///
    /// # Safety
    /// If the saved heap [takes samples](Heap::enable_sampling), its sampling rate must stay readable as long as this
    /// heap is allocated from.
    ///
    /// # Panics
    /// If the heap does not fit.
    #[must_use]
    pub unsafe fn restore_into(&self, heap: &Heap) -> Cache {
        let mut cache = heap.cache();
        let mut base = self.base;
        for saved in &self.spans {
            let span = Self::add_span(heap, saved, base);
            if let Some((free, end, common)) = saved.free_run {
                let index = (free - base) / span.object_size;
                let descs = span.object_descs.get().filter(|_| common == 0 && saved.has_pointers);
                let desc = descs.map_or(std::ptr::null(), |descs| descs[index..].as_ptr());
                let all = if saved.has_pointers {
                    &mut cache.scan_spans
                } else {
                    &mut cache.no_scan_spans
                };
                all[saved.class] = CurrentSpan {
                    free_start: free,
                    free_end: end,
                    common_desc: common,
                    next_desc: desc,
                    span,
                };
            }
            base += saved.pages * PAGE;
        }
        heap.0.allocated_bytes.store(self.allocated_bytes, Ordering::Relaxed);
        for (class, objects) in self.class_counts.iter().enumerate() {
            heap.0.class_counts.add(class, *objects);
        }
        (cache.stats, cache.uncounted_external_bytes, cache.wants_gc) =
            (self.stats, self.uncounted_external_bytes, self.wants_gc);
        heap.0.sample_rate.store(self.sample_rate as *mut AtomicI64, Ordering::Release);
        cache.sampling.clone_from(&self.sampling);
        cache
    }

    fn add_span<'a>(heap: &'a Heap, saved: &SavedSpan, base: usize) -> &'a Span {
        let make = |base, flips| match saved.class {
            0 => Span::of_object(base, saved.pages, Desc(saved.common_desc), flips),
            class => Span::of_class(base, saved.pages, class, saved.has_pointers, flips),
        };
        let added = heap.0.add_span(saved.pages, make);
        let (span, _) = added.expect("the saved heap had memory for the span");
        assert_eq!(span.base, base, "spans are cut from the beginning of the memory");
        span.common_desc.store(saved.common_desc, Ordering::Relaxed);
        if let Some(descs) = &saved.descs {
            let each = || descs.iter().map(|desc| AtomicU32::new(*desc)).collect();
            span.object_descs.get_or_init(each);
        }
        // SAFETY: the memory of the span, which is as large as that of the saved span, and which nothing else uses yet.
        unsafe {
            (base as *mut u64)
                .copy_from_nonoverlapping(saved.contents.as_ptr(), saved.contents.len());
        }
        span
    }
}

impl std::fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Snapshot").field("spans", &self.spans.len()).finish_non_exhaustive()
    }
}
