//! The twin of `os` under Miri: memory of the global allocator, since Miri has no mappings that are only reserved.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::io;
use std::ptr::NonNull;

/// Memory of a detector, zeroed at first; it is freed when this value is dropped.
#[derive(Debug)]
pub(crate) struct Mapping {
    start: NonNull<u8>,
    layout: Layout,
}

// SAFETY: a mapping owns its memory as a `Box<[AtomicU64]>` would; users share it by atomics only.
unsafe impl Send for Mapping {}
// SAFETY: as above.
unsafe impl Sync for Mapping {}

impl Mapping {
    /// Allocates `bytes` bytes, more than 0, that read as zero.
    pub(crate) fn reserve(_: usize, bytes: usize) -> io::Result<Self> {
        let layout = Layout::from_size_align(bytes, 4096).map_err(io::Error::other)?;
        // SAFETY: the size is not 0.
        let start = NonNull::new(unsafe { alloc_zeroed(layout) });
        Ok(Self { start: start.ok_or(io::ErrorKind::OutOfMemory)?, layout })
    }

    pub(crate) const fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// Zeroes `bytes` from byte `from` on.
    pub(crate) fn give_back(&self, from: usize, bytes: usize) {
        assert!(from <= self.layout.size() && bytes <= self.layout.size() - from);
        // SAFETY: bytes of this memory that nothing else touches, as in `os`.
        unsafe { self.start.add(from).write_bytes(0, bytes) };
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the memory was allocated with this layout, and references into it have ended with this value.
        unsafe { dealloc(self.start.as_ptr(), self.layout) };
    }
}
