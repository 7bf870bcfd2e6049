//! Memory from the operating system: mappings, taken as a whole and freed in parts. Under Miri, which has no mappings
//! at chosen addresses, `os_miri.rs` replaces this file.

use crate::size::ARENA;

/// Maps `size` bytes of zeroed memory for arenas, at `base` if that range is free.
pub(crate) fn map_arenas(base: usize, size: usize) -> Option<usize> {
    map_at(base, size).or_else(|| map_aligned(size))
}

fn map_at(base: usize, size: usize) -> Option<usize> {
    // SAFETY: a new private mapping that replaces none touches no memory that exists.
    let start = unsafe {
        libc::mmap(
            base as *mut libc::c_void,
            size,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE
                | libc::MAP_ANONYMOUS
                | libc::MAP_NORESERVE
                | libc::MAP_FIXED_NOREPLACE,
            -1,
            0,
        )
    };
    if start == libc::MAP_FAILED {
        return None;
    }
    // Old kernels take the address only as a hint.
    if start as usize != base {
        unmap(start as usize, size);
        return None;
    }
    Some(base)
}

/// Maps `size` bytes of zeroed memory, aligned to an arena; `size` is a multiple of an arena's size.
fn map_aligned(size: usize) -> Option<usize> {
    let whole = size.checked_add(ARENA)?;
    let start = map(whole)?;
    let base = start.next_multiple_of(ARENA);
    unmap(start, base - start);
    unmap(base + size, start + whole - base - size);
    Some(base)
}

/// Makes a mapping of `size` bytes at any address.
pub(crate) fn map(size: usize) -> Option<usize> {
    // SAFETY: a new private mapping touches no memory that exists.
    let start = unsafe {
        libc::mmap(
            std::ptr::null_mut(),
            size,
            libc::PROT_READ | libc::PROT_WRITE,
            // Without MAP_NORESERVE the system may refuse memory that the machine does not have.
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
            -1,
            0,
        )
    };
    (start != libc::MAP_FAILED).then_some(start as usize)
}

/// Unmaps a mapping of the heap, or a part of one.
pub(crate) fn unmap(base: usize, size: usize) {
    if size != 0 {
        // SAFETY: callers pass parts of mappings of their own that nothing uses any more.
        unsafe { libc::munmap(base as *mut libc::c_void, size) };
    }
}

/// Frees the contents of pages; they read as zero afterwards. Parts that do not fill a page of the operating system are
/// zeroed instead.
pub(crate) fn release_pages(base: usize, size: usize) {
    let page = system_page_size();
    let (first, end) = (base.next_multiple_of(page), (base + size) / page * page);
    if first >= end {
        return zero_pages(base, base + size);
    }
    zero_pages(base, first);
    zero_pages(end, base + size);
    // SAFETY: the range is free pages of the heap's own mappings.
    unsafe { libc::madvise(first as *mut libc::c_void, end - first, libc::MADV_DONTNEED) };
}

/// Zeroes the memory `from..to`.
pub(crate) fn zero_pages(from: usize, to: usize) {
    // SAFETY: the range is free memory of the heap's own mappings.
    unsafe { (from as *mut u8).write_bytes(0, to - from) };
}

/// The size in bytes of a page of the operating system, which is larger than the heap's pages on some systems.
fn system_page_size() -> usize {
    // SAFETY: the call only returns a value.
    unsafe { libc::sysconf(libc::_SC_PAGESIZE) as usize }
}
