//! The cache of a P: one current span per size class, so that allocation takes no lock.

use crate::arena::{Heap, OutOfMemory};
use crate::size::{CLASSES, MAX_SMALL, SIZES, class_of};
use crate::span::Desc;

/// The current span of one class.
#[derive(Clone, Copy)]
struct Current {
    free: usize,
    end: usize,
    /// Where the description of the next object goes; dangling for spans without.
    desc: *mut u32,
}

/// What was allocated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CacheStats {
    /// Objects.
    pub objects: u64,
    /// Bytes, rounded up to size classes.
    pub bytes: u64,
}

/// Allocates for one P. It is moved with the P, and only its holder uses it.
pub struct Cache {
    scan: [Current; CLASSES],
    no_scan: [Current; CLASSES],
    heap: Heap,
    stats: CacheStats,
}

// SAFETY: the raw pointers lead into spans that this cache alone fills; they go where the cache goes.
unsafe impl Send for Cache {}

impl Cache {
    pub(crate) fn new(heap: Heap) -> Self {
        let none = Current { free: 0, end: 0, desc: std::ptr::null_mut() };
        Self { scan: [none; CLASSES], no_scan: [none; CLASSES], heap, stats: CacheStats::default() }
    }

    /// The heap it belongs to.
    #[must_use]
    pub fn heap(&self) -> &Heap {
        &self.heap
    }

    /// `size` zeroed bytes, aligned to 8 (to 16 from 16 bytes on, but for 24); `size` 0 takes 8.
    ///
    /// # Errors
    /// [`OutOfMemory`] when the heap's limit or the OS refuses.
    #[inline(always)]
    pub fn alloc(&mut self, size: usize, desc: Desc) -> Result<*mut u8, OutOfMemory> {
        if size > MAX_SMALL {
            let at = self.alloc_large(size, desc);
            return self.unless_refused(at, size);
        }
        let class = class_of(size.max(1));
        let current =
            if desc == Desc::NO_SCAN { &mut self.no_scan[class] } else { &mut self.scan[class] };
        let at = current.free;
        if at >= current.end {
            let at = self.refill(class, desc);
            return self.unless_refused(at, size);
        }
        current.free = at + SIZES[class] as usize;
        if desc != Desc::NO_SCAN {
            // SAFETY: the span has a description per object, and this is one of its objects, taken by nobody else.
            unsafe {
                current.desc.write(desc.0);
                current.desc = current.desc.add(1);
            }
        }
        Ok(at as *mut u8)
    }

    /// The slow paths give bare pointers, which come back in a register: a result in memory would keep the interpreter's
    /// handlers, into which all this is inlined, from ending in a jump.
    #[inline(always)]
    fn unless_refused(&self, at: *mut u8, wanted: usize) -> Result<*mut u8, OutOfMemory> {
        if at.is_null() {
            return Err(OutOfMemory { wanted, used: self.heap.used() as usize });
        }
        Ok(at)
    }

    /// Takes a new span and the first object of it. Null when there is no memory.
    #[cold]
    #[inline(never)]
    fn refill(&mut self, class: usize, desc: Desc) -> *mut u8 {
        let scan = desc != Desc::NO_SCAN;
        let Ok(span) = self.heap.small_span(class, scan) else { return std::ptr::null_mut() };
        let end = span.base + span.objects * span.object_size;
        let slot = span.descs.as_ptr().cast::<u32>().cast_mut();
        let current = Current { free: span.base, end, desc: slot };
        self.stats.objects += span.objects as u64;
        self.stats.bytes += (end - span.base) as u64;
        if scan {
            self.scan[class] = current;
        } else {
            self.no_scan[class] = current;
        }
        self.alloc(SIZES[class] as usize, desc).unwrap_or(std::ptr::null_mut())
    }

    #[cold]
    #[inline(never)]
    fn alloc_large(&mut self, size: usize, desc: Desc) -> *mut u8 {
        let Ok(span) = self.heap.large_span(size, desc) else { return std::ptr::null_mut() };
        self.stats.objects += 1;
        self.stats.bytes += span.object_size as u64;
        span.base as *mut u8
    }

    /// What was allocated so far; objects of the current spans that are still free are not counted.
    #[must_use]
    pub fn stats(&self) -> CacheStats {
        let mut stats = self.stats;
        let currents = self.scan.iter().chain(&self.no_scan).enumerate();
        for (at, current) in currents.filter(|(_, c)| c.end != 0) {
            let size = u64::from(SIZES[at % CLASSES]);
            let free = (current.end - current.free) as u64;
            stats.bytes -= free;
            stats.objects -= free / size;
        }
        stats
    }
}

impl Drop for Cache {
    fn drop(&mut self) {
        self.heap.add_stats(self.stats());
    }
}

impl std::fmt::Debug for Cache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cache").field("stats", &self.stats()).finish()
    }
}
