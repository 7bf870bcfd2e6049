//! The heap: arenas from the operating system, pages from arenas, and the lookup from an address to its object.

use crate::allocation_counts::{AllocatedCounts, CacheStats};
use crate::grey_packets::GreyPackets;
use crate::ledger::{AccountScope, Ledger};
use crate::os;
use crate::pages::FreePages;
use crate::repeated_runs::ReusableMapping;
use crate::size::{ARENA, PAGE, SPAN_PAGES, WORD_CLASS};
use crate::span::{BitmapSide, Desc, Span};
use crate::span_lists::SpanLists;
use parking_lot::Mutex;
use std::fmt;
use std::sync::atomic::{
    AtomicBool, AtomicI64, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize, Ordering,
};
use std::sync::{Arc, OnceLock};

const ARENA_PAGES: usize = ARENA / PAGE;
/// How many bytes the heap returns to the operating system before it releases the lock of the page heap for a moment.
const RELEASE_BATCH: usize = 1 << 20;
/// The size in bytes above which the operating system zeroes objects, page by page as they are touched: a stop of the
/// world need not wait for it.
const MIN_OS_ZEROED_BYTES: usize = 16 << 20;
/// The size of the arena table: user addresses have 47 bits.
const MAX_ARENAS: usize = 1 << (47 - ARENA.trailing_zeros());
const ARENAS_PER_CHUNK: usize = if cfg!(miri) { 1 << 12 } else { 1 << 9 };
/// The address of the first heap of a process, as in Go: equal runs have equal addresses.
const FIRST_HEAP_BASE: usize = 0xc0_0000_0000;

/// All memory of one machine. Clones are handles to the same heap, which is freed with the last handle.
#[derive(Clone)]
pub struct Heap(pub(crate) Arc<Inner>);

/// The memory limit, or the OS, refused more memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfMemory {
    /// The bytes that were requested.
    pub requested: usize,
    /// The bytes that the heap already has.
    pub in_use: usize,
}

/// The address, the size and the description of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Object {
    /// The address of the first byte.
    pub base: usize,
    /// The size in bytes, rounded up to the size class.
    pub size: usize,
    /// The description of the contents.
    pub desc: Desc,
}

/// Called with the first address and the size in bytes of memory that had objects, before the heap puts new objects
/// there or returns the memory to the operating system. May be called under the heap's lock, and so must not allocate
/// from the heap.
pub type ReuseCallback = Box<dyn Fn(usize, usize) + Send + Sync>;

type Chunk = [AtomicPtr<Arena>; ARENAS_PER_CHUNK];

pub(crate) struct Inner {
    /// Maps `address / ARENA` to the arena, in two levels so that the table stays small. An entry is stored with
    /// Release after the memory that it points to is complete, loaded with Acquire, and never changes again. (An
    /// arena's own entries do change.)
    arena_table: Box<[AtomicPtr<Chunk>]>,
    pub(crate) pages: Mutex<Pages>,
    used_bytes: AtomicU64,
    /// Bytes allocated since the last marking ended. `allocation_allowance`: how many bytes may be allocated before the
    /// next collection is due.
    pub(crate) allocated_bytes: AtomicU64,
    allocation_allowance: AtomicU64,
    stats: Mutex<CacheStats>,
    pub(crate) class_counts: AllocatedCounts,
    limit: usize,
    /// The account of memory that the machine has allocated outside the heap: it counts for the limit.
    ledger: Option<Arc<Ledger>>,
    pub(crate) poisons_freed: AtomicBool,
    pub(crate) grey_packets: GreyPackets<Object>,
    /// How many markings have ended; determines which [`BitmapSide`] has which role. Written only while no P allocates.
    pub(crate) flip_count: AtomicU32,
    /// Whether a marking is in progress. Written while no P allocates.
    pub(crate) is_marking: AtomicBool,
    /// Points to the sampling rate; null if samples were never requested.
    pub(crate) sample_rate: AtomicPtr<AtomicI64>,
    /// The address that the first arena shall have.
    pub(crate) first_arena: AtomicUsize,
    /// The mapping from which the first arena is taken, and to which it is returned.
    pub(crate) reusable_mapping: OnceLock<Arc<ReusableMapping>>,
    /// The callback of [`Heap::watch_reuse`].
    reuse_watcher: OnceLock<ReuseCallback>,
}

/// The state that the lock of the page heap guards. While a thread holds this lock, it takes no other lock.
pub(crate) struct Pages {
    arenas: Vec<*mut Arena>,
    pub(crate) free_pages: FreePages,
    pub(crate) spans: SpanLists,
    /// The mappings taken from the operating system: addresses and sizes.
    mappings: Vec<(usize, usize)>,
    /// The highest end address of memory ever taken from the first mapping; 0 if none was.
    highest_end: usize,
    /// The most bytes that spans and retained pages have taken at one time.
    peak_bytes: u64,
}

impl Pages {
    /// The mappings taken from the operating system: addresses and sizes.
    pub(crate) fn mappings(&self) -> &[(usize, usize)] {
        &self.mappings
    }

    /// Raises the peak to `bytes`, the bytes that spans and retained pages take now.
    pub(crate) fn note_peak(&mut self, bytes: u64) {
        self.peak_bytes = self.peak_bytes.max(bytes);
    }

    pub(crate) fn peak_bytes(&self) -> u64 {
        self.peak_bytes
    }

    /// The size in bytes of the tables that map addresses to spans.
    pub(crate) fn arena_bytes(&self) -> u64 {
        (self.arenas.len() * ARENA_PAGES * size_of::<AtomicPtr<Span>>()) as u64
    }
}

pub(crate) struct Arena {
    /// Maps a page to its span; null if the page has none. Stored with Release under the lock of the page heap.
    pub(crate) spans: Box<[AtomicPtr<Span>]>,
}

// SAFETY: the raw pointers are owned by the heap, written under its lock and freed only when it is dropped.
unsafe impl Send for Pages {}

impl Heap {
    /// Creates an empty heap that never takes more than `limit` bytes from the operating system.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self::with_ledger(limit, None)
    }

    /// Like [`new`](Self::new); the bytes charged to `ledger` count for the limit too.
    #[must_use]
    pub fn with_ledger(limit: usize, ledger: Option<Arc<Ledger>>) -> Self {
        let table = null_pointers(MAX_ARENAS / ARENAS_PER_CHUNK);
        let pages = Pages {
            arenas: Vec::new(),
            free_pages: FreePages::default(),
            spans: SpanLists::default(),
            mappings: Vec::new(),
            highest_end: 0,
            peak_bytes: 0,
        };
        let inner = Arc::new(Inner {
            arena_table: table,
            pages: Mutex::new(pages),
            used_bytes: AtomicU64::new(0),
            allocated_bytes: AtomicU64::new(0),
            allocation_allowance: AtomicU64::new(u64::MAX),
            stats: Mutex::default(),
            class_counts: AllocatedCounts::default(),
            limit,
            ledger,
            poisons_freed: AtomicBool::new(cfg!(debug_assertions)),
            grey_packets: GreyPackets::default(),
            flip_count: AtomicU32::new(0),
            is_marking: AtomicBool::new(false),
            sample_rate: AtomicPtr::new(std::ptr::null_mut()),
            first_arena: AtomicUsize::new(FIRST_HEAP_BASE),
            reusable_mapping: OnceLock::new(),
            reuse_watcher: OnceLock::new(),
        });
        if let Some(ledger) = &inner.ledger {
            ledger.note_machine_heap(&inner);
        }
        Self(inner)
    }

    /// Returns the object that contains `address`, if any; the object may be free.
    #[must_use]
    pub fn object_at(&self, address: usize) -> Option<Object> {
        let span = self.0.span_at(address)?;
        let index = span.index_of(address)?;
        Some(Object {
            base: span.base_of(index),
            size: span.object_size,
            desc: span.desc_of(index),
        })
    }

    /// The limit in bytes of all spans: beyond it the heap allocates nothing.
    #[must_use]
    pub fn limit(&self) -> usize {
        self.0.limit
    }

    /// Makes room for `bytes` bytes outside the heap within the limit: returns free pages that are still resident to
    /// the operating system, as many as needed.
    ///
    /// # Errors
    /// Returns [`OutOfMemory`] if the limit leaves fewer than `bytes` bytes.
    pub fn make_room(&self, bytes: usize) -> Result<(), OutOfMemory> {
        if self.0.limit == usize::MAX {
            return Ok(());
        }
        let used = (self.used_bytes() + self.external_bytes()) as usize;
        let left = self.0.limit.checked_sub(used.saturating_add(bytes));
        let left = left.ok_or(OutOfMemory { requested: bytes, in_use: used })?;
        self.release_free_memory(left);
        Ok(())
    }

    /// Lets the calling thread work for the machine of this heap until the result is dropped: the thread's allocations
    /// count for the limit, if there is one.
    #[must_use]
    pub fn enter_account(&self) -> Option<AccountScope> {
        self.0.ledger.as_ref().map(Ledger::enter_account)
    }

    /// The account of the memory outside the heap that counts for the limit.
    #[must_use]
    pub fn ledger(&self) -> Option<&Arc<Ledger>> {
        self.0.ledger.as_ref()
    }

    /// Bytes outside the heap that count for its limit.
    #[must_use]
    pub fn external_bytes(&self) -> u64 {
        self.0.external_bytes()
    }

    /// How many bytes the limit leaves.
    #[must_use]
    pub fn bytes_left(&self) -> usize {
        match self.0.limit {
            usize::MAX => usize::MAX,
            limit => limit.saturating_sub((self.used_bytes() + self.external_bytes()) as usize),
        }
    }

    /// From now on calls `reused` before memory that had objects gets new ones or is returned to the operating system,
    /// and never puts parts of two objects into one word. The callback is for a race detector, which expects that its
    /// cells for new memory are empty. To be called before the first allocation; a second call changes nothing.
    pub fn watch_reuse(&self, reused: ReuseCallback) {
        let _ = self.0.reuse_watcher.set(reused);
    }

    /// Reports whether a race detector is [watching](Self::watch_reuse).
    #[inline]
    pub(crate) fn has_reuse_watcher(&self) -> bool {
        self.0.reuse_watcher.get().is_some()
    }

    /// Sets how many bytes may be allocated before the next collection is due.
    pub fn set_allocation_allowance(&self, bytes: u64) {
        self.0.allocation_allowance.store(bytes, Ordering::Relaxed);
    }

    /// How many bytes may be allocated before the next collection is due.
    #[must_use]
    pub fn allocation_allowance(&self) -> u64 {
        self.0.allocation_allowance.load(Ordering::Relaxed)
    }

    /// Bytes allocated since the last marking ended. Exact up to about one span per class and P, since the first span
    /// of each does not count.
    #[must_use]
    pub fn allocated_bytes(&self) -> u64 {
        self.0.allocated_bytes.load(Ordering::Relaxed)
    }

    /// The bytes that are free but still resident.
    #[must_use]
    pub fn retained_bytes(&self) -> u64 {
        self.0.pages.lock().free_pages.retained_bytes() as u64
    }

    /// Makes sweeps overwrite freed objects from now on, so that code that still uses a freed object fails soon.
    pub fn set_poison(&self, poison: bool) {
        self.0.poisons_freed.store(poison, Ordering::Relaxed);
    }

    /// Counts `bytes` bytes that a cache has taken; returns true when a collection is due.
    pub(crate) fn count_allocated(&self, bytes: u64) -> bool {
        let sum = self.0.allocated_bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        sum >= self.0.allocation_allowance.load(Ordering::Relaxed)
    }

    /// Makes the object at `address` one without pointers, because its contents were dropped (a dead channel) and its
    /// description no longer applies.
    pub fn forget_desc(&self, address: usize) {
        if let Some(span) = self.0.span_at(address)
            && span.has_pointers
            && let Some(index) = span.index_of(address)
        {
            // No cache may have the span, because a cache would continue as if all its objects had one description. No
            // cache has this span: the caches were flushed, and take only spans that have been swept.
            span.ensure_object_descs()[index].store(Desc::NO_SCAN.0, Ordering::Relaxed);
        }
    }

    #[inline]
    pub(crate) fn span_at(&self, address: usize) -> Option<&Span> {
        self.0.span_at(address)
    }

    pub(crate) fn grey_packets(&self) -> &GreyPackets<Object> {
        &self.0.grey_packets
    }

    /// The side of the bitmaps that records which objects are allocated.
    #[inline]
    pub(crate) fn allocated_side(&self) -> BitmapSide {
        BitmapSide::allocated(self.0.flip_count.load(Ordering::Relaxed))
    }

    /// The side that the marking in progress writes, or, between markings, the side that the next marking will write.
    #[inline]
    pub(crate) fn marking_side(&self) -> BitmapSide {
        self.allocated_side().next_side()
    }

    /// Returns free memory to the operating system until at most `keep` bytes are free and resident.
    pub fn release_free_memory(&self, keep: usize) {
        loop {
            // Releases a few pages at a time, because allocations wait for the lock of the page heap.
            let mut state = self.0.pages.lock();
            let retained = state.free_pages.retained_bytes();
            if retained <= keep {
                return;
            }
            let keep = keep.max(retained.saturating_sub(RELEASE_BATCH));
            state.free_pages.release_above(keep, |base, size| self.0.return_pages(base, size));
        }
    }

    /// Reports whether the next collection is due.
    #[must_use]
    pub fn is_collection_due(&self) -> bool {
        self.allocated_bytes() >= self.allocation_allowance()
    }

    /// The bytes taken from the operating system and cut into spans.
    #[must_use]
    pub fn used_bytes(&self) -> u64 {
        self.0.used_bytes.load(Ordering::Relaxed)
    }

    /// The allocation counts of the caches that were dropped.
    #[must_use]
    pub fn stats(&self) -> CacheStats {
        *self.0.stats.lock()
    }

    pub(crate) fn add_stats(&self, stats: CacheStats) {
        let mut sum = self.0.stats.lock();
        sum.objects += stats.objects;
        sum.bytes += stats.bytes;
    }

    /// Returns a span of `class` with free objects for a cache.
    pub(crate) fn small_span(&self, class: usize, scan: bool) -> Result<&Span, OutOfMemory> {
        if let Some(span) = self.partial_span(class, scan) {
            return Ok(span);
        }
        let pages = usize::from(SPAN_PAGES[class]);
        // Spans of small objects are larger than Go's, so that a cache rarely needs another span.
        let pages = if pages == 1 && class >= WORD_CLASS { 4 } else { pages };
        let make = |base, flips| Span::of_class(base, pages, class, scan, flips);
        let (span, dirty) = self.0.add_span(pages, make)?;
        span.is_dirty.store(dirty, Ordering::Relaxed);
        Ok(span)
    }

    /// Returns a zeroed span of one large object of at least `size` bytes.
    pub(crate) fn large_span(&self, size: usize, desc: Desc) -> Result<&Span, OutOfMemory> {
        let pages = size.div_ceil(PAGE);
        self.sweep_for_large_object(pages * PAGE);
        let make = |base, flips| Span::of_object(base, pages, desc, flips);
        let (span, dirty) = self.0.add_span(pages, make)?;
        if dirty && span.object_size > MIN_OS_ZEROED_BYTES {
            self.0.return_pages(span.base, span.object_size);
        } else if dirty {
            self.0.report_reused(span.base, span.object_size);
            // SAFETY: the span's memory, which no other thread has.
            unsafe { (span.base as *mut u8).write_bytes(0, span.object_size) };
        }
        Ok(span)
    }
}

impl fmt::Debug for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Heap").field("used", &self.used_bytes()).finish()
    }
}

impl Inner {
    /// Tells the watcher that memory that had objects is about to be reused or freed.
    pub(crate) fn report_reused(&self, base: usize, bytes: usize) {
        if let Some(reused) = self.reuse_watcher.get() {
            reused(base, bytes);
        }
    }

    /// Returns free pages to the operating system: they read as zero from then on, and count as never used.
    fn return_pages(&self, base: usize, bytes: usize) {
        self.report_reused(base, bytes);
        os::release_pages(base, bytes);
    }

    fn span_at(&self, address: usize) -> Option<&Span> {
        let arena = self.arena_at(address)?;
        let span = arena.spans[address % ARENA / PAGE].load(Ordering::Acquire);
        // SAFETY: a span is complete before its pointer is stored with Release and lives as long as the heap.
        unsafe { span.as_ref() }
    }

    pub(crate) fn arena_at(&self, address: usize) -> Option<&Arena> {
        let number = address / ARENA;
        let chunk = self.arena_table.get(number / ARENAS_PER_CHUNK)?.load(Ordering::Acquire);
        // SAFETY: chunks and arenas are complete before their pointers are stored with Release, and live as long as the
        // heap.
        unsafe { chunk.as_ref()?[number % ARENAS_PER_CHUNK].load(Ordering::Acquire).as_ref() }
    }

    /// Makes a new span; also returns whether its memory must be zeroed.
    pub(crate) fn add_span(
        &self,
        pages: usize,
        make: impl FnOnce(usize, u32) -> Span,
    ) -> Result<(&Span, bool), OutOfMemory> {
        let mut state = self.pages.lock();
        let bytes = pages * PAGE;
        let external = self.external_bytes();
        let mut used = (self.used_bytes.load(Ordering::Relaxed) + external) as usize;
        if used.saturating_add(bytes) > self.limit {
            // Dead objects count as used memory until they are swept.
            while self.sweep_under_lock(&mut state, 1) {}
            used = (self.used_bytes.load(Ordering::Relaxed) + external) as usize;
        }
        if used.saturating_add(bytes) > self.limit {
            return Err(OutOfMemory { requested: bytes, in_use: used });
        }
        // The pages that are kept for later use count against the limit too.
        let keep = self.limit - used - bytes;
        state.free_pages.release_above(keep, |base, size| self.return_pages(base, size));
        let taken = self.take_pages(&mut state, bytes);
        let (base, dirty) = taken.ok_or(OutOfMemory { requested: bytes, in_use: used })?;
        let used = self.used_bytes.fetch_add(bytes as u64, Ordering::Relaxed) + bytes as u64;
        self.note_used(used);
        let retained = state.free_pages.retained_bytes() as u64;
        state.note_peak(used + retained);
        let span = Box::into_raw(Box::new(make(base, self.flip_count.load(Ordering::Relaxed))));
        self.set_pages(base, bytes, span);
        // SAFETY: the span was just made; spans live until a sweep finds them empty.
        state.spans.add(span, unsafe { &*span });
        // SAFETY: as above.
        Ok((unsafe { &*span }, dirty))
    }

    fn set_pages(&self, base: usize, bytes: usize, span: *mut Span) {
        let mut page = base;
        while page < base + bytes {
            let arena = self.arena_at(page).expect("`take_pages` has registered this arena");
            arena.spans[page % ARENA / PAGE].store(span, Ordering::Release);
            page += PAGE;
        }
    }

    /// Removes a span from the page table: no address leads to it any more.
    pub(crate) fn forget_span(&self, span: &Span) {
        let bytes = span.pages * PAGE;
        self.set_pages(span.base, bytes, std::ptr::null_mut());
        let used = self.used_bytes.fetch_sub(bytes as u64, Ordering::Relaxed) - bytes as u64;
        self.note_used(used);
    }

    fn external_bytes(&self) -> u64 {
        self.ledger.as_ref().map_or(0, |ledger| ledger.external_bytes())
    }

    fn note_used(&self, used: u64) {
        if let Some(ledger) = &self.ledger {
            ledger.note_heap(used);
        }
    }

    /// Takes `bytes` bytes of pages; returns their address and whether they must be zeroed.
    fn take_pages(&self, state: &mut Pages, bytes: usize) -> Option<(usize, bool)> {
        let taken = self.find_pages(state, bytes);
        if let (Some((at, _)), Some(&(base, size))) = (taken, state.mappings.first())
            && at.wrapping_sub(base) < size
        {
            state.highest_end = state.highest_end.max(at + bytes);
        }
        taken
    }

    fn find_pages(&self, state: &mut Pages, bytes: usize) -> Option<(usize, bool)> {
        if let Some(found) = state.free_pages.take_pages(bytes) {
            return Some(found);
        }
        // Free ranges may be apart only because one of them is resident: once all are released, the ranges may suffice.
        if state.free_pages.retained_bytes() >= bytes {
            state.free_pages.release_above(0, |base, size| self.return_pages(base, size));
            if let Some(found) = state.free_pages.take_pages(bytes) {
                return Some(found);
            }
        }
        self.map_arenas(state, bytes.checked_next_multiple_of(ARENA)?)?;
        state.free_pages.take_pages(bytes)
    }

    /// Takes `size` bytes from the operating system, or from the mapping that an earlier heap has left.
    fn map_arenas(&self, state: &mut Pages, size: usize) -> Option<()> {
        let after = state.mappings.iter().map(|(base, size)| base + size).max();
        let at = after.unwrap_or_else(|| self.first_arena.load(Ordering::Relaxed));
        let kept = self.reusable_mapping.get().filter(|_| after.is_none());
        let base = kept.and_then(|it| it.take_mapping(at, size));
        let base = base.or_else(|| os::map_arenas(at, size))?;
        state.mappings.push((base, size));
        self.register_arenas(state, base, size);
        state.free_pages.add_clean(base, size);
        Some(())
    }

    /// Returns the address at which the heap begins; makes its first mapping if there is none.
    pub(crate) fn base_address(&self) -> Option<usize> {
        let mut state = self.pages.lock();
        if state.mappings.is_empty() {
            self.map_arenas(&mut state, ARENA)?;
        }
        state.mappings.first().map(|(base, _)| *base)
    }

    fn register_arenas(&self, state: &mut Pages, base: usize, size: usize) {
        for number in base / ARENA..(base + size) / ARENA {
            let slot = &self.arena_table[number / ARENAS_PER_CHUNK];
            if slot.load(Ordering::Acquire).is_null() {
                // SAFETY: zero bytes are valid null pointers.
                let chunk: Box<Chunk> = unsafe { Box::new_zeroed().assume_init() };
                slot.store(Box::into_raw(chunk), Ordering::Release);
            }
            let spans = null_pointers(ARENA_PAGES);
            let arena = Box::into_raw(Box::new(Arena { spans }));
            state.arenas.push(arena);
            // SAFETY: the chunk was just checked or made; chunks live as long as the heap.
            let chunk = unsafe { &*slot.load(Ordering::Acquire) };
            chunk[number % ARENAS_PER_CHUNK].store(arena, Ordering::Release);
        }
    }
}

/// Returns `n` null pointers, without touching the memory of the table.
fn null_pointers<T>(n: usize) -> Box<[AtomicPtr<T>]> {
    // SAFETY: zero bytes are valid null pointers.
    unsafe { Box::new_zeroed_slice(n).assume_init() }
}

/// Reports whether the operating system would grant `bytes` bytes at this moment. (Allocators reserve memory without
/// asking whether it is available.)
#[must_use]
pub fn system_has_memory(bytes: usize) -> bool {
    let mapped = os::map(bytes);
    if let Some(base) = mapped {
        os::unmap(base, bytes);
    }
    mapped.is_some()
}

impl Drop for Inner {
    fn drop(&mut self) {
        let pages = self.pages.get_mut();
        pages.spans.free_spans();
        for &arena in &pages.arenas {
            // SAFETY: made by `register_arenas`, freed once, here.
            drop(unsafe { Box::from_raw(arena) });
        }
        for chunk in &self.arena_table {
            let chunk = chunk.load(Ordering::Relaxed);
            if !chunk.is_null() {
                // SAFETY: made by `register_arenas`, freed once, here.
                drop(unsafe { Box::from_raw(chunk) });
            }
        }
        let mut mappings = pages.mappings.iter();
        if let (Some(kept_mapping), Some(&(base, size))) =
            (self.reusable_mapping.get(), mappings.as_slice().first())
        {
            mappings.next();
            kept_mapping.store_mapping(base, size, pages.highest_end);
        }
        for &(base, size) in mappings {
            os::unmap(base, size);
        }
    }
}
