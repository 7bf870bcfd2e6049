//! The package-level variables: one block of memory.

use crate::image::program_tables::table_limits;
use crate::memory::table::{TableFull, TableWriter};
use minigo_race::Region;
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The package-level variables: one block, two words larger than the variables need.
pub(super) struct Globals {
    memory: Memory,
    /// The number of words in use.
    len: AtomicUsize,
}

enum Memory {
    Fixed(Arc<[AtomicU64]>),
    /// An address range for all variables that may be added later, or one at a requested address. The system provides
    /// the memory of a page when the page is first touched.
    Mapped(MappedMemory),
}

impl Globals {
    /// Zeroed variables of `size` bytes, in the last bytes of `watched` if these addresses are free.
    pub(super) fn new(size: u32, grows: bool, watched: Option<Region>) -> Self {
        Self::of_words(word_count(size), grows, watched)
    }

    /// Zeroed variables in this memory, which cannot grow.
    pub(super) fn in_memory(words: Arc<[AtomicU64]>) -> Self {
        words.iter().for_each(|word| word.store(0, Ordering::Relaxed));
        Self { len: AtomicUsize::new(words.len()), memory: Memory::Fixed(words) }
    }

    /// The variables' memory, if it is not a mapping.
    pub(super) fn memory(&self) -> Option<&Arc<[AtomicU64]>> {
        match &self.memory {
            Memory::Fixed(words) => Some(words),
            Memory::Mapped(_) => None,
        }
    }

    /// The same number of variables, zeroed, which cannot grow.
    pub(super) fn fresh_copy(&self, watched: Option<Region>) -> Self {
        Self::of_words(self.len.load(Ordering::Relaxed), false, watched)
    }

    fn of_words(len: usize, grows: bool, watched: Option<Region>) -> Self {
        let most = if grows { table_limits::MAX_GLOBAL_WORDS } else { len };
        let bytes = (most * 8).next_multiple_of(LARGEST_PAGE);
        let at = watched.map(|region| region.start + region.bytes - bytes);
        let memory = match at {
            None if !grows => Memory::Fixed(zeroed_words(len)),
            at => Memory::Mapped(MappedMemory::new(at.unwrap_or(0), bytes)),
        };
        Self { memory, len: AtomicUsize::new(len) }
    }

    pub(super) fn words(&self) -> &[AtomicU64] {
        match &self.memory {
            Memory::Fixed(words) => words,
            Memory::Mapped(range) => {
                let len = self.len.load(Ordering::Acquire);
                // SAFETY: the range has that many words and begins at a page; zero bytes are words.
                unsafe { std::slice::from_raw_parts(range.start.cast().as_ptr(), len) }
            }
        }
    }

    /// The memory region that the variables may grow to.
    pub(super) fn reserved_region(&self) -> Region {
        let bytes = match &self.memory {
            Memory::Fixed(words) => size_of_val(&**words),
            Memory::Mapped(range) => range.bytes,
        };
        Region { start: self.words().as_ptr() as usize, bytes }
    }

    /// Grows the block to `size` bytes; the new variables are zero.
    pub(super) fn grow(&self, _: &TableWriter, size: u32) -> Result<(), TableFull> {
        let len = word_count(size);
        if len > table_limits::MAX_GLOBAL_WORDS {
            return Err(TableFull);
        }
        self.len.store(len, Ordering::Release);
        Ok(())
    }
}

fn word_count(size: u32) -> usize {
    size.div_ceil(8) as usize + 2
}

/// Zeroed memory of which no page is touched.
fn zeroed_words(n: usize) -> Arc<[AtomicU64]> {
    // SAFETY: zero bytes are a valid atomic word.
    unsafe { Arc::new_zeroed_slice(n).assume_init() }
}

/// The largest page size, in bytes, of the systems that minigo runs on (aarch64 Linux has 64 KiB).
const LARGEST_PAGE: usize = 64 << 10;

/// Zeroed memory of the OS of which no page is touched.
struct MappedMemory {
    start: NonNull<u8>,
    bytes: usize,
}

// SAFETY: the value owns its pages as a `Box<[AtomicU64]>` would; users share them by atomics only.
unsafe impl Send for MappedMemory {}
// SAFETY: as above.
unsafe impl Sync for MappedMemory {}

impl MappedMemory {
    /// Maps `bytes` bytes, at address `at` if these addresses are free; 0: anywhere.
    fn new(at: usize, bytes: usize) -> Self {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a new private mapping replaces nothing: without MAP_FIXED the address is advice.
        let start = unsafe {
            let access = libc::PROT_READ | libc::PROT_WRITE;
            libc::mmap(std::ptr::without_provenance_mut(at), bytes, access, flags, -1, 0)
        };
        assert_ne!(
            start,
            libc::MAP_FAILED,
            "the system provides addresses for package-level variables"
        );
        Self { start: NonNull::new(start.cast()).expect("the kernel maps nothing at 0"), bytes }
    }
}

impl Drop for MappedMemory {
    fn drop(&mut self) {
        // SAFETY: the mapping belongs to this value, and all references into it have ended.
        unsafe { libc::munmap(self.start.as_ptr().cast(), self.bytes) };
    }
}
