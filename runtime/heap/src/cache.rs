//! The cache of a P: one current span per size class, so that allocation takes no lock.

use crate::allocation_counts::CacheStats;
use crate::arch::publication_barrier;
use crate::arena::{Heap, OutOfMemory};
use crate::mark::{MarkTotals, Marker};
use crate::sampling::Sampling;
use crate::size::{CLASS_SIZES, CLASSES, MAX_SMALL, WORD_CLASS, class_of};
use crate::span::{Desc, Span};
use std::sync::atomic::{AtomicU32, Ordering};

/// The current span of one class, with a run of free, zeroed objects in it.
#[derive(Clone, Copy)]
pub(crate) struct CurrentSpan {
    pub(crate) free_start: usize,
    pub(crate) free_end: usize,
    /// The description of the span's objects if all have the same; 0 if not, or if they have none.
    pub(crate) common_desc: u32,
    /// The place for the next object's description if the span has one per object; else null.
    pub(crate) next_desc: *const AtomicU32,
    /// The span; null before the first refill.
    pub(crate) span: *const Span,
}

const NO_SPAN: CurrentSpan = CurrentSpan {
    free_start: 0,
    free_end: 0,
    common_desc: 0,
    next_desc: std::ptr::null(),
    span: std::ptr::null(),
};

impl CurrentSpan {
    /// Called before an object described by `desc` is taken from a span with pointers: ensures that the span holds the
    /// object's own description if its objects are not all alike.
    fn ensure_own_desc(&mut self, desc: Desc) {
        // SAFETY: spans that a cache holds live until the cache is flushed.
        let span = unsafe { &*self.span };
        if span.object_descs.get().is_none() && desc.0 & Desc::IN_USE == 0 {
            let common = span.common_desc.load(Ordering::Relaxed);
            if common == 0 || common == desc.0 {
                span.common_desc.store(desc.0, Ordering::Relaxed);
                self.common_desc = desc.0;
                return;
            }
        }
        let first = (self.free_start - span.base) / span.object_size;
        let descs = span.ensure_object_descs();
        self.common_desc = 0;
        self.next_desc = descs[first..].as_ptr();
    }
}

/// The allocator of one P. The cache moves with the P, and only the P's holder uses it.
///
/// A thread that finds the address of a new object (a marking, or a racy program) finds the object zeroed, marked and
/// described: all that is stored before the address is published ([`publication_barrier`]).
pub struct Cache {
    pub(crate) scan_spans: [CurrentSpan; CLASSES],
    pub(crate) no_scan_spans: [CurrentSpan; CLASSES],
    pub(crate) heap: Heap,
    pub(crate) stats: CacheStats,
    pub(crate) wants_gc: bool,
    /// Whether a marking is in progress: new objects are marked at once, and stores shade the pointers that they
    /// overwrite.
    is_marking: bool,
    marker: Marker,
    /// The assist debt: bytes allocated during this marking that have not been paid for by marking. `inherited_debt`:
    /// how many of these bytes the tasks before the P's present task allocated.
    assist_debt: u64,
    inherited_debt: u64,
    /// Bytes outside the heap that this cache has not added to the count of all caches yet.
    pub(crate) uncounted_external_bytes: u64,
    /// The samples for a heap profile. `has_samples`: whether any samples wait to be taken.
    pub(crate) sampling: Option<Box<Sampling>>,
    pub(crate) has_samples: bool,
}

// SAFETY: the raw pointers lead into spans that this cache alone fills; they move to other threads with the cache.
unsafe impl Send for Cache {}

/// The most bytes of a run that is zeroed at once (unless one object is larger), so that the run is still in the
/// processor's cache when the program fills it.
const MAX_ZEROED_RUN_BYTES: usize = 4096;

/// The largest size of an object: the whole address space.
const MAX_OBJECT: usize = 1 << 48;

/// During a marking, a goroutine that has allocated this many bytes has to assist.
const ASSIST_UNIT: u64 = 64 << 10;

/// A cache adds bytes outside the heap to the count of all caches in units of this size, because all processors share
/// that count.
const EXTERNAL_COUNT_BATCH: u64 = 4 << 10;

impl Heap {
    /// Creates a cache for a P.
    #[must_use]
    pub fn cache(&self) -> Cache {
        Cache::new(self.clone())
    }
}

impl Cache {
    pub(crate) fn new(heap: Heap) -> Self {
        let (stats, marker, marking) =
            (CacheStats::default(), heap.marker(false), heap.is_marking());
        let (scan, no_scan) = ([NO_SPAN; CLASSES], [NO_SPAN; CLASSES]);
        Self {
            scan_spans: scan,
            no_scan_spans: no_scan,
            heap,
            stats,
            wants_gc: false,
            is_marking: marking,
            marker,
            assist_debt: 0,
            inherited_debt: 0,
            uncounted_external_bytes: 0,
            sampling: None,
            has_samples: false,
        }
    }

    /// Reports whether a marking is in progress.
    #[inline(always)]
    #[must_use]
    pub fn is_marking(&self) -> bool {
        self.is_marking
    }

    /// The marker of the P's holder.
    #[inline]
    pub fn marker(&mut self) -> &mut Marker {
        &mut self.marker
    }

    /// Takes the part of the assist debt that the P's present task has to pay: at most twice what the task itself has
    /// allocated. A task that hardly allocates must not be delayed because of other tasks; those tasks allocate again,
    /// or leave the debt to a task that allocates.
    pub fn take_assist_debt(&mut self) -> u64 {
        let paid = self.assist_debt.min(2 * (self.assist_debt - self.inherited_debt));
        self.assist_debt -= paid;
        self.inherited_debt = self.assist_debt;
        paid
    }

    /// Called during a marking when another task runs on the P; the task's own debt is `debt` bytes.
    pub fn begin_time_slice(&mut self, debt: u64) {
        self.inherited_debt = self.assist_debt;
        self.assist_debt += debt;
        self.wants_gc |= self.assist_debt >= ASSIST_UNIT;
    }

    /// Called when a marking has begun, while no P allocates: marks the free objects of the current spans, since they
    /// will be allocated marked.
    pub fn begin_marking(&mut self) {
        (self.is_marking, self.wants_gc) = (true, false);
        (self.assist_debt, self.inherited_debt) = (0, 0);
        self.marker.begin_marking();
        self.each_free_run(|marker, span, first, end| {
            let new = span.mark_run(marker.side(), first, end);
            marker.count_objects(new as i64, span.object_size);
        });
    }

    /// Called when the marking is about to end, while no P allocates: unmarks the unallocated objects of the current
    /// spans and returns the numbers of marked objects.
    pub fn end_marking(&mut self) -> MarkTotals {
        self.each_free_run(|marker, span, first, end| {
            let old = span.unmark_run(marker.side(), first, end);
            marker.count_objects(-(old as i64), span.object_size);
        });
        self.flush();
        (self.is_marking, self.assist_debt, self.inherited_debt) = (false, 0, 0);
        self.marker.take_marked()
    }

    /// Calls `visit` for the free run of each current span.
    fn each_free_run(&mut self, visit: impl Fn(&mut Marker, &Span, usize, usize)) {
        for current in
            self.scan_spans.iter().chain(&self.no_scan_spans).filter(|c| c.free_start < c.free_end)
        {
            // SAFETY: spans that a cache holds live until the cache is flushed.
            let span = unsafe { &*current.span };
            let number = |at: usize| (at - span.base) / span.object_size;
            visit(&mut self.marker, span, number(current.free_start), number(current.free_end));
        }
    }

    /// Calls `visit` for each current span with the class, whether it has descriptions, the span, and the free run's
    /// bounds.
    pub(crate) fn each_current_span(
        &self,
        mut visit: impl FnMut(usize, bool, &Span, usize, usize),
    ) {
        for (currents, scan) in [(&self.scan_spans, true), (&self.no_scan_spans, false)] {
            for (class, current) in currents.iter().enumerate() {
                // SAFETY: spans that a cache holds live until the cache is flushed.
                if let Some(span) = unsafe { current.span.as_ref() } {
                    visit(class, scan, span, current.free_start, current.free_end);
                }
            }
        }
    }

    /// The cache's heap.
    #[must_use]
    pub fn heap(&self) -> &Heap {
        &self.heap
    }

    /// Reports whether the next collection is due; [`flush`](Self::flush) resets the answer to false.
    #[inline(always)]
    #[must_use]
    pub fn wants_gc(&self) -> bool {
        self.wants_gc
    }

    /// Allocates `size` zeroed bytes. The bytes are aligned to 16 from 16 bytes on, except that 24 bytes are aligned to
    /// 8; below 8 bytes to the largest power of two that divides `size`, so that every type is aligned. `size` 0 takes
    /// a byte. An object with pointers must be at least one word.
    ///
    /// # Errors
    /// Returns [`OutOfMemory`] if the heap's limit or the operating system refuses.
    #[inline(always)]
    pub fn alloc(&mut self, size: usize, desc: Desc) -> Result<*mut u8, OutOfMemory> {
        match self.alloc_fast(size, desc) {
            Some(at) => Ok(at),
            None => self.alloc_slow(size, desc),
        }
    }

    /// Like [`alloc`](Self::alloc), as long as the current span suffices; `None`: call
    /// [`alloc_slow`](Self::alloc_slow). The two functions are separate because a result in memory would keep the
    /// interpreter's handlers, into which this is inlined, from ending in a jump: handlers call the slow path by a
    /// function that returns a bare pointer.
    #[inline(always)]
    pub fn alloc_fast(&mut self, size: usize, desc: Desc) -> Option<*mut u8> {
        if size > MAX_SMALL {
            return None;
        }
        let class = class_of(size);
        let current = if desc == Desc::NO_SCAN {
            &mut self.no_scan_spans[class]
        } else {
            &mut self.scan_spans[class]
        };
        let at = current.free_start;
        if at >= current.free_end {
            return None;
        }
        if desc.0 != current.common_desc {
            if current.next_desc.is_null() {
                return None;
            }
            // SAFETY: the span has a description per object, and this is one of its objects. (No other thread writes
            // this description; a marking may read it, because a stray word happens to be the object's address.)
            unsafe {
                (*current.next_desc).store(desc.0, Ordering::Relaxed);
                current.next_desc = current.next_desc.add(1);
            }
            publication_barrier();
        }
        current.free_start = at + CLASS_SIZES[class] as usize;
        Some(at as *mut u8)
    }

    /// Like [`alloc`](Self::alloc), after [`alloc_fast`](Self::alloc_fast) has returned `None`.
    ///
    /// # Errors
    /// Returns the errors of [`alloc`](Self::alloc).
    #[cold]
    #[inline(never)]
    pub fn alloc_slow(&mut self, size: usize, desc: Desc) -> Result<*mut u8, OutOfMemory> {
        let scan = desc != Desc::NO_SCAN;
        if size > MAX_SMALL {
            if size > MAX_OBJECT {
                return Err(OutOfMemory {
                    requested: size,
                    in_use: self.heap.used_bytes() as usize,
                });
            }
            let span = self.heap.large_span(size, desc)?;
            let (base, bytes) = (span.base, span.object_size as u64);
            if self.is_marking {
                let new = span.mark_run(self.marker.side(), 0, 1);
                self.marker.count_objects(new as i64, span.object_size);
            }
            self.heap.0.class_counts.add(0, 1);
            self.count_objects(1, bytes);
            let _ = self.unsampled_run_len((0, scan), base, bytes as usize, 1);
            publication_barrier();
            return Ok(base as *mut u8);
        }
        let class = class_of(size);
        debug_assert!(!scan || class >= WORD_CLASS, "a pointer in {size} bytes");
        let current = if scan { &self.scan_spans[class] } else { &self.no_scan_spans[class] };
        if current.free_start >= current.free_end {
            self.refill_class(class, scan)?;
        }
        if scan {
            self.scan_spans[class].ensure_own_desc(desc);
        }
        let at = self.alloc_fast(size, desc).expect("a refilled class has an object");
        // Publishes for all objects of the run: zeros, marks, and the common description if there is one.
        publication_barrier();
        Ok(at)
    }

    /// Counts bytes outside the heap that an object owns: they make the next collection due sooner.
    pub fn count_external_bytes(&mut self, bytes: usize) {
        self.uncounted_external_bytes += bytes as u64;
        if self.uncounted_external_bytes >= EXTERNAL_COUNT_BATCH || self.is_marking {
            let bytes = std::mem::take(&mut self.uncounted_external_bytes);
            self.count_new_bytes(bytes);
        }
    }

    fn count_objects(&mut self, objects: u64, bytes: u64) {
        self.stats.objects += objects;
        self.stats.bytes += bytes;
        self.count_new_bytes(bytes);
    }

    fn count_new_bytes(&mut self, bytes: u64) {
        let due = self.heap.count_allocated(bytes);
        if self.is_marking {
            self.assist_debt += bytes;
            self.wants_gc |= self.assist_debt >= ASSIST_UNIT;
        } else {
            self.wants_gc |= due;
        }
    }

    /// Called when the request for a collection was handled, or the debt is paid.
    pub fn clear_gc_request(&mut self) {
        self.wants_gc = false;
    }

    /// Moves on to the class's next free run, in its current span or the next one.
    fn refill_class(&mut self, class: usize, scan: bool) -> Result<(), OutOfMemory> {
        let mut current = if scan { self.scan_spans[class] } else { self.no_scan_spans[class] };
        let size = CLASS_SIZES[class] as usize;
        let first_since_flush = current.span.is_null();
        loop {
            // SAFETY: spans that a cache holds live until the cache is flushed.
            let span = unsafe { current.span.as_ref() };
            if let Some(span) = span
                && let Some((mut first, mut end)) =
                    span.free_run(self.heap.allocated_side(), (current.free_end - span.base) / size)
            {
                if class < WORD_CLASS && self.heap.has_reuse_watcher() {
                    // Take only one object, the next one that begins at a word boundary: no other object lies in that
                    // word. Every eighth object begins at a word boundary, whatever its size is.
                    first = first.next_multiple_of(8);
                    if first >= end {
                        current.free_end = span.base_of(end);
                        continue;
                    }
                    end = first + 1;
                }
                let dirty = span.is_dirty.load(Ordering::Relaxed);
                let at = span.base_of(first);
                end = first + self.unsampled_run_len((class, scan), at, size, end - first);
                if dirty {
                    end = end.min(first + (MAX_ZEROED_RUN_BYTES / size).max(1));
                    self.heap.0.report_reused(at, (end - first) * size);
                    // SAFETY: the run is in the span, and no thread has these objects.
                    unsafe { (at as *mut u8).write_bytes(0, (end - first) * size) };
                }
                if self.is_marking {
                    let new = span.mark_run(self.marker.side(), first, end);
                    self.marker.count_objects(new as i64, size);
                }
                (current.free_start, current.free_end) = (at, span.base_of(end));
                (current.common_desc, current.next_desc) = (0, std::ptr::null());
                *(if scan {
                    &mut self.scan_spans[class]
                } else {
                    &mut self.no_scan_spans[class]
                }) = current;
                self.heap.0.class_counts.add(class, (end - first) as u64);
                let bytes = (current.free_end - at) as u64;
                self.stats.objects += (end - first) as u64;
                self.stats.bytes += bytes;
                // Most programs use many classes and little of each: if the whole first run of each class counted, a
                // collection would start before the program has allocated 100 KB.
                self.count_new_bytes(if self.is_marking || !first_since_flush {
                    bytes
                } else {
                    size as u64
                });
                return Ok(());
            }
            let span = self.heap.small_span(class, scan)?;
            current = CurrentSpan { free_start: span.base, free_end: span.base, span, ..NO_SPAN };
        }
    }

    /// Gives up the unused parts of all runs: the next allocations look for other runs.
    pub(crate) fn release_unused_runs(&mut self) {
        self.stats = self.stats();
        self.uncount_unallocated_objects();
        self.scan_spans
            .iter_mut()
            .chain(&mut self.no_scan_spans)
            .for_each(|current| current.free_end = current.free_start);
    }

    /// Gives up all current spans, before a collection. The free objects of these spans count as not allocated.
    pub fn flush(&mut self) {
        self.stats = self.stats();
        self.uncount_unallocated_objects();
        self.scan_spans = [NO_SPAN; CLASSES];
        self.no_scan_spans = [NO_SPAN; CLASSES];
        self.wants_gc = false;
    }

    /// Returns the allocations so far; free objects of the current spans are not counted.
    #[must_use]
    pub fn stats(&self) -> CacheStats {
        let mut stats = self.stats;
        let currents = self.scan_spans.iter().chain(&self.no_scan_spans).enumerate();
        for (at, current) in currents.filter(|(_, c)| c.free_end != 0) {
            let size = u64::from(CLASS_SIZES[at % CLASSES]);
            let free = (current.free_end - current.free_start) as u64;
            stats.bytes -= free;
            stats.objects -= free / size;
        }
        stats
    }
}

impl Drop for Cache {
    fn drop(&mut self) {
        self.uncount_unallocated_objects();
        self.heap.add_stats(self.stats());
    }
}

impl std::fmt::Debug for Cache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cache").field("stats", &self.stats()).finish()
    }
}
