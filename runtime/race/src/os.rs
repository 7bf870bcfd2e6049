//! Shadow memory from the operating system: reserved as a whole, resident where it is touched, freed in parts.
//!
//! A module of its own because these are the crate's only system calls.

use std::io;
use std::ptr::{self, NonNull};

/// Memory of a detector: zeroed at first, and unmapped when this value is dropped.
#[derive(Debug)]
pub(crate) struct Mapping {
    start: NonNull<u8>,
    bytes: usize,
}

// SAFETY: a mapping owns its pages as a `Box<[AtomicU64]>` would; users share them by atomics only.
unsafe impl Send for Mapping {}
// SAFETY: as above.
unsafe impl Sync for Mapping {}

impl Mapping {
    /// Reserves `bytes` bytes of address space, more than 0, that read as zero: at address `at` if that is free (0:
    /// anywhere).
    pub(crate) fn reserve(at: usize, bytes: usize) -> io::Result<Self> {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a new private mapping replaces nothing: without MAP_FIXED the address is advice.
        let start = unsafe {
            libc::mmap(
                ptr::without_provenance_mut(at),
                bytes,
                libc::PROT_READ | libc::PROT_WRITE,
                flags,
                -1,
                0,
            )
        };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let start = NonNull::new(start.cast()).expect("the kernel maps nothing at 0");
        let mapping = Self { start, bytes };
        // Cells are as scattered as the accesses: a huge page for one of them would take 2 MB. (Kernels without huge
        // pages refuse the advice, which is as good.)
        #[cfg(target_os = "linux")]
        // SAFETY: the range is the mapping made above.
        unsafe {
            libc::madvise(start.as_ptr().cast(), bytes, libc::MADV_NOHUGEPAGE);
        }
        Ok(mapping)
    }

    pub(crate) const fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// Zeroes `bytes` bytes from byte `from` on; whole pages among them are freed.
    ///
    /// # Panics
    /// If the bytes do not lie in the mapping.
    pub(crate) fn give_back(&self, from: usize, bytes: usize) {
        assert!(
            from <= self.bytes && bytes <= self.bytes - from,
            "the range is not in this mapping"
        );
        let page = page_size();
        let first = from.next_multiple_of(page);
        let end = (from + bytes) / page * page;
        if first >= end {
            return self.zero(from, bytes);
        }
        self.zero(from, first - from);
        // SAFETY: whole pages of this mapping, by the assertion; private anonymous pages read as zero afterwards.
        let refused = unsafe {
            libc::madvise(self.start.add(first).as_ptr().cast(), end - first, libc::MADV_DONTNEED)
        };
        if refused != 0 {
            // The kernel refuses locked pages (mlockall).
            self.zero(first, end - first);
        }
        self.zero(end, from + bytes - end);
    }

    /// Zeroes `bytes` from byte `from` on, which the caller has checked to lie in the mapping.
    fn zero(&self, from: usize, bytes: usize) {
        // SAFETY: bytes of this mapping. The bytes are the cells of memory that no goroutine can access (see
        // `Detector::reset_memory` and `Detector::restart`), so nothing else touches them.
        unsafe { self.start.add(from).write_bytes(0, bytes) };
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the mapping is this value's own, and references into it have ended with it.
        unsafe { libc::munmap(self.start.as_ptr().cast(), self.bytes) };
    }
}

fn page_size() -> usize {
    // SAFETY: sysconf(3) only returns a value.
    unsafe { libc::sysconf(libc::_SC_PAGESIZE) as usize }
}
