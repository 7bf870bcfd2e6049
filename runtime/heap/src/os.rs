//! Memory from the OS: mappings, taken whole and given back in parts. Under Miri, which knows no mappings at chosen
//! addresses, `os_miri.rs` takes its place.

use crate::size::ARENA;

/// `size` bytes of zeroed memory for arenas, at `base` if nothing is there.
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
    // Old kernels take the address as a hint only.
    if start as usize != base {
        unmap(start as usize, size);
        return None;
    }
    Some(base)
}

/// `size` bytes of zeroed memory, aligned to an arena; a multiple of it.
fn map_aligned(size: usize) -> Option<usize> {
    let whole = size.checked_add(ARENA)?;
    let start = map(whole)?;
    let base = start.next_multiple_of(ARENA);
    unmap(start, base - start);
    unmap(base + size, start + whole - base - size);
    Some(base)
}

/// A new mapping.
pub(crate) fn map(size: usize) -> Option<usize> {
    // SAFETY: a new private mapping touches no memory that exists.
    let start = unsafe {
        libc::mmap(
            std::ptr::null_mut(),
            size,
            libc::PROT_READ | libc::PROT_WRITE,
            // The OS may refuse what the machine cannot have.
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
            -1,
            0,
        )
    };
    (start != libc::MAP_FAILED).then_some(start as usize)
}

/// Gives a mapping of the heap, or a part of one, back.
pub(crate) fn unmap(base: usize, size: usize) {
    if size != 0 {
        // SAFETY: callers pass parts of mappings of their own that nothing uses any more.
        unsafe { libc::munmap(base as *mut libc::c_void, size) };
    }
}

/// Tells the OS that the contents of pages are not needed; they read as zero afterwards. What does not fill a page of
/// the OS is written instead.
pub(crate) fn give_back(base: usize, size: usize) {
    let page = system_page();
    let (first, end) = (base.next_multiple_of(page), (base + size) / page * page);
    if first >= end {
        return clear(base, base + size);
    }
    clear(base, first);
    clear(end, base + size);
    // SAFETY: free pages of the heap's own mappings.
    unsafe { libc::madvise(first as *mut libc::c_void, end - first, libc::MADV_DONTNEED) };
}

/// Zeroes memory.
pub(crate) fn clear(from: usize, to: usize) {
    // SAFETY: free memory of the heap's own mappings.
    unsafe { (from as *mut u8).write_bytes(0, to - from) };
}

/// Bytes of a page of the OS: more than the heap's pages have on some systems.
fn system_page() -> usize {
    // SAFETY: it only answers.
    unsafe { libc::sysconf(libc::_SC_PAGESIZE) as usize }
}
