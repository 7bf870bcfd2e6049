//! The heap: arenas from the OS, pages from arenas, and the way from an address back to its object.

use crate::cache::{Cache, CacheStats};
use crate::size::{PAGE, SPAN_PAGES};
use crate::span::{Desc, Span};
use parking_lot::Mutex;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};

/// Bytes of an arena, and its alignment.
const ARENA: usize = 64 << 20;
const ARENA_PAGES: usize = ARENA / PAGE;
/// User addresses have 47 bits.
const MAX_ARENAS: usize = 1 << (47 - ARENA.trailing_zeros());
const CHUNK: usize = 1 << 9;

/// All memory of one machine. Clones are handles to the same heap, which is freed with the last of them.
#[derive(Clone)]
pub struct Heap(Arc<Inner>);

/// The memory limit, or the OS, refused more memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfMemory {
    /// Bytes that were wanted.
    pub wanted: usize,
    /// Bytes that the heap already has.
    pub used: usize,
}

/// Where an object lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Object {
    /// Its first byte.
    pub base: usize,
    /// Its size, rounded up to its class.
    pub size: usize,
    /// What it holds.
    pub desc: Desc,
}

type Chunk = [AtomicPtr<Arena>; CHUNK];

struct Inner {
    /// From `address / ARENA` to the arena, in two steps so that the table stays small. Entries are published with
    /// Release after what they point to is complete, read with Acquire, and never change again.
    table: Box<[AtomicPtr<Chunk>]>,
    pages: Mutex<Pages>,
    used: AtomicU64,
    stats: Mutex<CacheStats>,
    limit: usize,
}

/// What the lock of the page heap guards. It is the innermost lock.
struct Pages {
    arenas: Vec<*mut Arena>,
    /// The unused end of the newest arena.
    free: usize,
    end: usize,
    /// Mappings of objects larger than an arena.
    mappings: Vec<(usize, usize)>,
}

struct Arena {
    /// From the page to its span; null where none is. Written under the lock of the page heap with Release.
    spans: Box<[AtomicPtr<Span>]>,
}

// SAFETY: the raw pointers are owned by the heap, written under its lock and freed only when it is dropped.
unsafe impl Send for Pages {}

impl Heap {
    /// An empty heap that never takes more than `limit` bytes from the OS.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        let table = (0..MAX_ARENAS / CHUNK).map(|_| AtomicPtr::default()).collect();
        let pages = Pages { arenas: Vec::new(), free: 0, end: 0, mappings: Vec::new() };
        Self(Arc::new(Inner {
            table,
            pages: Mutex::new(pages),
            used: AtomicU64::new(0),
            stats: Mutex::default(),
            limit,
        }))
    }

    /// A new cache, for a P.
    #[must_use]
    pub fn cache(&self) -> Cache {
        Cache::new(self.clone())
    }

    /// The object that contains `address`, if any.
    #[must_use]
    pub fn object_at(&self, address: usize) -> Option<Object> {
        let span = self.0.span_at(address)?;
        let (base, desc) = span.object_at(address)?;
        Some(Object { base, size: span.object_size, desc })
    }

    /// Bytes taken from the OS and cut into spans.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.0.used.load(Ordering::Relaxed)
    }

    /// What the caches that were dropped have allocated.
    #[must_use]
    pub fn stats(&self) -> CacheStats {
        *self.0.stats.lock()
    }

    pub(crate) fn add_stats(&self, stats: CacheStats) {
        let mut sum = self.0.stats.lock();
        sum.objects += stats.objects;
        sum.bytes += stats.bytes;
    }

    /// A span of `class` for a cache.
    pub(crate) fn small_span(&self, class: usize, scan: bool) -> Result<&Span, OutOfMemory> {
        let pages = usize::from(SPAN_PAGES[class]);
        // Spans of small objects are made larger than Go's so that a cache comes back seldom.
        let pages = if pages == 1 { 4 } else { pages };
        self.0.add_span(pages, |base| Span::small(base, pages, class, scan))
    }

    /// A span of one object of at least `size` bytes.
    pub(crate) fn large_span(&self, size: usize, desc: Desc) -> Result<&Span, OutOfMemory> {
        let pages = size.div_ceil(PAGE);
        self.0.add_span(pages, |base| Span::large(base, pages, desc))
    }
}

impl fmt::Debug for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Heap").field("used", &self.used()).finish()
    }
}

impl Inner {
    fn span_at(&self, address: usize) -> Option<&Span> {
        let arena = self.arena_at(address)?;
        let span = arena.spans[address % ARENA / PAGE].load(Ordering::Acquire);
        // SAFETY: a span is complete before its pointer is stored with Release and lives as long as the heap.
        unsafe { span.as_ref() }
    }

    fn arena_at(&self, address: usize) -> Option<&Arena> {
        let number = address / ARENA;
        let chunk = self.table.get(number / CHUNK)?.load(Ordering::Acquire);
        // SAFETY: chunks and arenas are complete before their pointers are stored with Release, and live as long as the heap.
        unsafe { chunk.as_ref()?[number % CHUNK].load(Ordering::Acquire).as_ref() }
    }

    fn add_span(
        &self,
        pages: usize,
        make: impl FnOnce(usize) -> Span,
    ) -> Result<&Span, OutOfMemory> {
        let mut state = self.pages.lock();
        let bytes = pages * PAGE;
        let used = self.used.load(Ordering::Relaxed) as usize;
        if used.saturating_add(bytes) > self.limit {
            return Err(OutOfMemory { wanted: bytes, used });
        }
        let base = self.take(&mut state, bytes).ok_or(OutOfMemory { wanted: bytes, used })?;
        self.used.fetch_add(bytes as u64, Ordering::Relaxed);
        let span = Box::into_raw(Box::new(make(base)));
        let mut page = base;
        while page < base + bytes {
            let arena = self.arena_at(page).expect("take registers the arenas of what it gives");
            arena.spans[page % ARENA / PAGE].store(span, Ordering::Release);
            page += PAGE;
        }
        // SAFETY: just made; spans live as long as the heap.
        Ok(unsafe { &*span })
    }

    /// Takes `bytes` bytes of zeroed pages.
    fn take(&self, state: &mut Pages, bytes: usize) -> Option<usize> {
        if bytes > ARENA / 2 {
            let size = bytes.checked_next_multiple_of(ARENA)?;
            let base = map_aligned(size)?;
            state.mappings.push((base, size));
            self.register(state, base, size);
            return Some(base);
        }
        if state.end - state.free < bytes {
            let base = map_aligned(ARENA)?;
            state.mappings.push((base, ARENA));
            self.register(state, base, ARENA);
            (state.free, state.end) = (base, base + ARENA);
        }
        let base = state.free;
        state.free += bytes;
        Some(base)
    }

    fn register(&self, state: &mut Pages, base: usize, size: usize) {
        for number in base / ARENA..(base + size) / ARENA {
            let slot = &self.table[number / CHUNK];
            if slot.load(Ordering::Acquire).is_null() {
                let chunk: Box<Chunk> = Box::new(std::array::from_fn(|_| AtomicPtr::default()));
                slot.store(Box::into_raw(chunk), Ordering::Release);
            }
            let spans = (0..ARENA_PAGES).map(|_| AtomicPtr::default()).collect();
            let arena = Box::into_raw(Box::new(Arena { spans }));
            state.arenas.push(arena);
            // SAFETY: just checked or made; chunks live as long as the heap.
            let chunk = unsafe { &*slot.load(Ordering::Acquire) };
            chunk[number % CHUNK].store(arena, Ordering::Release);
        }
    }
}

/// `size` bytes of zeroed memory, aligned to an arena; a multiple of it.
fn map_aligned(size: usize) -> Option<usize> {
    let whole = size.checked_add(ARENA)?;
    // SAFETY: a new private mapping touches no memory that exists.
    let start = unsafe {
        libc::mmap(
            std::ptr::null_mut(),
            whole,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
            -1,
            0,
        )
    };
    if start == libc::MAP_FAILED {
        return None;
    }
    let start = start as usize;
    let base = start.next_multiple_of(ARENA);
    unmap(start, base - start);
    unmap(base + size, start + whole - base - size);
    Some(base)
}

fn unmap(base: usize, size: usize) {
    if size != 0 {
        // SAFETY: callers pass parts of mappings of their own that nothing uses any more.
        unsafe { libc::munmap(base as *mut libc::c_void, size) };
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        let pages = self.pages.get_mut();
        let mut last = std::ptr::null_mut();
        for &arena in &pages.arenas {
            // SAFETY: made by `register`, freed once, here; no reference to the heap is left.
            let arena = unsafe { Box::from_raw(arena) };
            for span in &arena.spans {
                let span = span.load(Ordering::Relaxed);
                if !span.is_null() && span != last {
                    // SAFETY: made by `add_span`; the pages of a span are consecutive, so `last` keeps it from being
                    // freed twice.
                    drop(unsafe { Box::from_raw(span) });
                    last = span;
                }
            }
        }
        for chunk in &self.table {
            let chunk = chunk.load(Ordering::Relaxed);
            if !chunk.is_null() {
                // SAFETY: made by `register`, freed once, here.
                drop(unsafe { Box::from_raw(chunk) });
            }
        }
        for &(base, size) in &pages.mappings {
            unmap(base, size);
        }
    }
}
