//! The twin of `os` under Miri: memory of the global allocator instead of mappings, which Miri can neither place at a
//! chosen address nor free in parts.

use crate::size::ARENA;
use std::alloc::{Layout, alloc_zeroed, dealloc};

fn layout(size: usize) -> Option<Layout> {
    Layout::from_size_align(size, ARENA).ok()
}

/// Allocates `size` bytes of zeroed memory for arenas, at any address.
pub(crate) fn map_arenas(_: usize, size: usize) -> Option<usize> {
    map(size)
}

/// Allocates `size` bytes of zeroed memory. The provenance of the memory is exposed, because the heap refers to its
/// memory by integer addresses.
pub(crate) fn map(size: usize) -> Option<usize> {
    // SAFETY: mappings are never of size zero.
    let start = unsafe { alloc_zeroed(layout(size)?) };
    (!start.is_null()).then(|| start.expose_provenance())
}

/// Frees a whole mapping.
pub(crate) fn unmap(base: usize, size: usize) {
    let layout = layout(size).expect("the block was mapped with this size");
    // SAFETY: callers pass what `map` gave them, once, and nothing uses it any more.
    unsafe { dealloc(std::ptr::with_exposed_provenance_mut(base), layout) };
}

/// Zeroes the memory `from..to`.
pub(crate) fn zero_pages(from: usize, to: usize) {
    release_pages(from, to - from);
}

/// Zeroes memory, as freed pages read as zero.
pub(crate) fn release_pages(base: usize, size: usize) {
    // SAFETY: the range is free pages of the heap's own memory.
    unsafe { std::ptr::with_exposed_provenance_mut::<u8>(base).write_bytes(0, size) };
}
