//! Sweeping: after a marking has ended, the objects that it has not reached become free again, span by span. A span is
//! swept by the first cache that needs it, or in the background, always under the lock of the page heap and a few at a
//! time.
//!
//! A marking ends with a *flip*: the bitmap that it wrote becomes the bitmap of allocated objects. From then on every
//! span is *unswept* until its marks are counted. A span without marks is freed; a span with free objects is put on the
//! list for caches; its other bitmap is cleared for the next marking. Caches take swept spans only. The flip itself
//! touches no span, so its time does not depend on the heap.

use crate::arena::{Heap, Inner, Object, Pages};
use crate::mark::MarkTotals;
use crate::size::PAGE;
use crate::span::{BitmapSide, Desc, Span};
use crate::span_lists::{KIND_COUNT, kind_of};
use std::sync::atomic::Ordering;
/// How many spans a thread sweeps before it releases the lock of the page heap for a moment.
const SWEEP_BATCH: usize = 32;
/// The most spans that a cache sweeps in search of one with free objects before it takes a new span.
const MAX_SWEPT_SPANS: usize = 100;
/// The byte with which freed memory is overwritten.
const POISON: u8 = 0xdb;

/// Spans that no thread uses any more. A dropped value frees the spans, which takes time: drop it where that delays no
/// one.
pub struct FreedSpans(Vec<*mut Span>);

// SAFETY: no other thread uses these spans.
unsafe impl Send for FreedSpans {}

impl Drop for FreedSpans {
    fn drop(&mut self) {
        for span in self.0.drain(..) {
            // SAFETY: the span was made by `add_span` and taken off all lists; since then the world has stopped once.
            drop(unsafe { Box::from_raw(span) });
        }
    }
}

impl std::fmt::Debug for FreedSpans {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Freed").field("spans", &self.0.len()).finish()
    }
}

impl Heap {
    /// Begins a marking, while no P allocates: no object is marked yet. All spans must be swept, and the caller must
    /// tell each cache by [`Cache::begin_marking`](crate::Cache::begin_marking).
    pub fn begin_marking(&self) -> FreedSpans {
        let mut state = self.0.pages.lock();
        debug_assert!(state.spans.first_unswept_kind == KIND_COUNT, "all was swept");
        self.0.is_marking.store(true, Ordering::Relaxed);
        FreedSpans(std::mem::take(&mut state.spans.freed_spans))
    }

    /// Ends the marking, while no P allocates and all caches are flushed: unmarked objects are free from now on, but
    /// nothing is swept until [`allow_sweep`](Self::allow_sweep).
    pub fn end_marking(&self) {
        let mut state = self.0.pages.lock();
        self.0.is_marking.store(false, Ordering::Relaxed);
        self.0.flip_count.fetch_add(1, Ordering::Relaxed);
        self.0.allocated_bytes.store(0, Ordering::Relaxed);
        state.spans.freed_counts.begin_sweep(&self.0.class_counts);
        state.spans.is_sweep_held = true;
        state.spans.first_unswept_kind = 0;
        for kind in &mut state.spans.lists {
            kind.unswept_count = kind.spans.len();
            kind.partial_spans.clear();
        }
    }

    /// Allows sweeping: the caller has finished all work that depends on unreached objects, so their memory may be
    /// reused.
    pub fn allow_sweep(&self) {
        self.0.pages.lock().spans.is_sweep_held = false;
    }

    /// The number, from 1, of the marking in progress, or else of the next one.
    #[must_use]
    pub fn cycle_number(&self) -> u32 {
        self.0.flip_count.load(Ordering::Relaxed).wrapping_add(1)
    }

    /// Reports whether a marking is in progress.
    #[must_use]
    pub fn is_marking(&self) -> bool {
        self.0.is_marking.load(Ordering::Relaxed)
    }

    /// Sweeps some spans; returns false when all are swept.
    pub fn sweep_some(&self) -> bool {
        self.0.sweep_under_lock(&mut self.0.pages.lock(), SWEEP_BATCH)
    }

    /// Sweeps all spans that have not been swept in this cycle.
    pub fn sweep(&self) {
        while self.sweep_some() {}
    }

    /// Reports whether the marking in progress, or else the last one, has reached the object that contains `address`;
    /// false if there is no object.
    #[must_use]
    pub fn is_marked(&self, address: usize) -> bool {
        let side = self.side_of_marks();
        let marked = |span: &Span| span.index_of(address).is_some_and(|i| span.is_marked(side, i));
        self.span_at(address).is_some_and(marked)
    }

    /// Reports whether the marking in progress has not reached the object that contains `address` although it was
    /// allocated before; false if there is no object. (A free object does not count: a stale word may be an address in
    /// a span that was made during the marking.)
    #[must_use]
    pub fn is_unmarked(&self, address: usize) -> bool {
        let Some(span) = self.span_at(address) else { return false };
        let (allocated, marks) = (self.allocated_side(), self.marking_side());
        span.index_of(address)
            .is_some_and(|i| span.is_marked(allocated, i) && !span.is_marked(marks, i))
    }

    fn side_of_marks(&self) -> BitmapSide {
        if self.is_marking() { self.marking_side() } else { self.allocated_side() }
    }

    /// Reports whether the last marking has ended without reaching the object that contains `address`, and the object
    /// is not swept yet. No task may hold such an object; but its address may still be stored in memory.
    #[must_use]
    pub fn is_unreachable(&self, address: usize) -> bool {
        let Some(span) = self.span_at(address) else { return false };
        let flips = self.0.flip_count.load(Ordering::Relaxed);
        // Acquire pairs with the sweep: see `follow_weak`.
        span.swept_cycle.load(Ordering::Acquire) != flips
            && span
                .index_of(address)
                .is_some_and(|i| !span.is_marked(BitmapSide::allocated(flips), i))
    }

    /// Returns the address in a weak word, or 0 once the object is gone; `load` reads the word with Acquire. The caller
    /// is at no safepoint, so no marking begins or ends during the call.
    ///
    /// The word holds the address of an object that the word does not keep alive. After a marking that has not reached
    /// the object, and before [`allow_sweep`](Self::allow_sweep), the word is set to 0.
    #[must_use]
    #[inline]
    pub fn follow_weak(&self, load: impl Fn() -> u64) -> u64 {
        if self.is_unreachable(load() as usize) {
            // The word is about to be set to 0.
            return 0;
        }
        // An unreachable object may have been swept, and its memory given to another object, between the load and the
        // look at the span: then the span is swept, or gone, or a new one. Each of these states was published with
        // Release, and was read with Acquire, after the word was set to 0.
        load()
    }

    /// Keeps an [unreachable](Self::is_unreachable) object, while sweeping is not allowed yet. All its pointers must
    /// lead to marked objects.
    pub fn keep_unreachable(&self, address: u64) -> MarkTotals {
        let Some(span) = self.span_at(address as usize) else { return MarkTotals::default() };
        match span.index_of(address as usize) {
            Some(index) if span.mark_object(self.allocated_side(), index, false) => MarkTotals {
                marked_objects: 1,
                marked_bytes: span.object_size as u64,
                scanned_bytes: 0,
            },
            _ => MarkTotals::default(),
        }
    }

    /// Calls `visit` for each object that the marking has reached. May be called only while no P allocates
    /// or sweeps.
    pub fn each_marked(&self, mut visit: impl FnMut(Object)) {
        let side = self.side_of_marks();
        self.0.pages.lock().spans.for_each(|span| {
            for index in (0..span.object_count).filter(|&i| span.is_marked(side, i)) {
                let (base, desc) = (span.base_of(index), span.desc_of(index));
                if desc != Desc::NO_SCAN {
                    visit(Object { base, size: span.object_size, desc });
                }
            }
        });
    }

    /// Returns a span of a class with free objects, if one is found quickly.
    pub(crate) fn partial_span(&self, class: usize, scan: bool) -> Option<&Span> {
        let kind = kind_of(class, scan);
        let mut state = self.0.pages.lock();
        for _ in 0..MAX_SWEPT_SPANS {
            if let Some(span) = state.spans.lists[kind].partial_spans.pop() {
                // SAFETY: spans in the lists are alive.
                return Some(unsafe { &*span });
            }
            if !self.0.sweep_one(&mut state, kind) {
                break;
            }
        }
        None
    }

    /// Sweeps some spans before a large object is allocated, until about as much memory is free.
    pub(crate) fn sweep_for_large_object(&self, bytes: usize) {
        let mut state = self.0.pages.lock();
        let enough = state.free_pages.retained_bytes() + bytes;
        for kind in [kind_of(0, false), kind_of(0, true)] {
            for _ in 0..MAX_SWEPT_SPANS {
                if state.free_pages.retained_bytes() >= enough
                    || !self.0.sweep_one(&mut state, kind)
                {
                    break;
                }
            }
        }
    }
}

impl Inner {
    /// Sweeps up to `most` spans of any kind; returns false when all are swept (or sweeping is not allowed).
    pub(crate) fn sweep_under_lock(&self, state: &mut Pages, most: usize) -> bool {
        let mut done = 0;
        while done < most && state.spans.first_unswept_kind < KIND_COUNT {
            if self.sweep_one(state, state.spans.first_unswept_kind) {
                done += 1;
            } else if state.spans.is_sweep_held {
                return false;
            } else {
                state.spans.first_unswept_kind += 1;
            }
        }
        done != 0 || state.spans.first_unswept_kind < KIND_COUNT
    }

    /// Sweeps a span of a kind; returns false if there is none left.
    fn sweep_one(&self, state: &mut Pages, kind: usize) -> bool {
        let of_kind = &mut state.spans.lists[kind];
        if of_kind.unswept_count == 0 || state.spans.is_sweep_held {
            return false;
        }
        of_kind.unswept_count -= 1;
        let at = of_kind.unswept_count;
        let span = of_kind.spans[at];
        // SAFETY: spans in the lists are alive.
        let this = unsafe { &*span };
        let flips = self.flip_count.load(Ordering::Relaxed);
        let side = BitmapSide::allocated(flips);
        let live = this.count_marked(side);
        state.spans.freed_counts.note_swept(this, live);
        this.clear_side(side.next_side());
        // Release: a thread that finds the span swept sees everything that was done before the sweep was allowed.
        this.swept_cycle.store(flips, Ordering::Release);
        if self.poisons_freed.load(Ordering::Relaxed) {
            poison_free(this, side);
        }
        if live == 0 {
            // The last span of the list takes the place of this one in the list; the last span is swept, or new.
            of_kind.spans.swap_remove(at);
            self.forget_span(this);
            state.free_pages.add_used(this.base, this.pages * PAGE);
            state.spans.freed_spans.push(span);
        } else if live < this.object_count {
            this.is_dirty.store(true, Ordering::Relaxed);
            of_kind.partial_spans.push(span);
        }
        true
    }
}

/// Overwrites the free objects of a span.
fn poison_free(span: &Span, side: BitmapSide) {
    let mut from = 0;
    while let Some((first, end)) = span.free_run(side, from) {
        let (at, size) = (span.base_of(first), (end - first) * span.object_size);
        // SAFETY: no task has these objects, and the span's free objects are zeroed before they are given away.
        unsafe { (at as *mut u8).write_bytes(POISON, size) };
        from = end;
    }
}
