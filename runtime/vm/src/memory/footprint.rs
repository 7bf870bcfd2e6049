//! Returns memory to the system that one phase of the process needed and the next one does not.
//!
//! This memory is the process's, not the Go program's: the pages of code and constants that are mapped from files, and
//! the memory that the allocator keeps. Only the size of the process changes observably.

use libmimalloc_sys as _;

/// Drops the pages of code and constants that the process has read so far. When the process accesses such a page again,
/// the system maps it again from the page cache, 64 KB at a time; so the call is worthwhile at the end of a phase that
/// ran much code. The function does nothing on systems without this feature.
pub fn release_code_pages() {
    #[cfg(target_os = "linux")]
    linux::release_segments();
}

/// Returns the freed memory that the allocator keeps, including that of ended threads.
pub fn release_freed_memory() {
    // SAFETY: `mi_collect` may be called at any time, whether or not mimalloc has allocated anything.
    unsafe { mi_collect(true) };
}

/// Makes the allocator return memory as soon as it is freed, rather than some ms later: for a process that must stay
/// below a limit.
pub fn return_freed_memory_at_once() {
    // SAFETY: an option may be set at any time.
    unsafe { mi_option_set(PURGE_DELAY_OPTION, 0) };
}

/// Lets all threads share one arena of the C library's `malloc`. By default glibc makes an arena for each thread:
/// Rust's standard library calls `pthread_getattr_np` when a thread starts, and that allocates a few bytes. An arena
/// costs 128 MB of address space and four system calls.
pub fn share_malloc_arena() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: an option may be set at any time.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 1)
    };
}

/// The number of mimalloc's option for how long it keeps freed memory, in ms.
const PURGE_DELAY_OPTION: libc::c_int = 15;

/// Makes the allocator reserve address space in pieces of 64 MB instead of 1 GB: its metadata of a piece, written
/// before anything is allocated in it, grows with the piece. The first piece is reserved before `main`.
#[cfg(target_os = "linux")]
#[used]
// SAFETY: the C library calls the functions listed there, with arguments that a function without any may ignore.
#[unsafe(link_section = ".init_array.00101")]
static SET_ARENA_RESERVE: extern "C" fn() = {
    extern "C" fn reserve_little() {
        // SAFETY: an option may be set at any time, before the allocator is initialised too.
        unsafe { mi_option_set(ARENA_RESERVE_OPTION, 64 << 10) };
    }
    reserve_little
};

/// The number of mimalloc's option for the size of the pieces of address space, in KB.
#[cfg(target_os = "linux")]
const ARENA_RESERVE_OPTION: libc::c_int = 23;

unsafe extern "C" {
    /// A function of mimalloc.
    fn mi_collect(force: bool);
    /// A function of mimalloc.
    fn mi_option_set(option: libc::c_int, value: libc::c_long);
}

/// Ends the process without freeing anything first: the system does that faster.
pub fn exit_process(status: i32) -> ! {
    // SAFETY: nothing runs afterwards.
    unsafe { libc::_exit(status) }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::{c_int, c_void};

    /// Drops all pages that can be dropped.
    pub(super) fn release_segments() {
        let mut found =
            DroppableParts { droppable_segments: [(0, 0); MAX_SEGMENTS], segment_count: 0 };
        // SAFETY: the function is called for each object while the list of objects is locked; its argument lives that
        // long.
        unsafe {
            libc::dl_iterate_phdr(Some(find_segments), std::ptr::from_mut(&mut found).cast())
        };
        // Pages are dropped only when all segments are found: reading an object's headers would bring its pages back.
        for &(start, end) in &found.droppable_segments[..found.segment_count] {
            // SAFETY: a file is mapped there, privately and unchanged, and no page of it is shared with another
            // segment: those begin on pages of their own. Pages that are missing are read again.
            unsafe {
                libc::madvise(start as *mut c_void, (end - start) as usize, libc::MADV_DONTNEED)
            };
        }
    }

    /// More segments than a process with six libraries has.
    const MAX_SEGMENTS: usize = 32;

    /// The parts of segments that can be dropped.
    struct DroppableParts {
        droppable_segments: [(u64, u64); MAX_SEGMENTS],
        segment_count: usize,
    }

    /// Finds the segments that are never written: even the dynamic linker has not changed them by relocation, so the
    /// file has the same contents.
    unsafe extern "C" fn find_segments(
        object: *mut libc::dl_phdr_info,
        _: usize,
        found: *mut c_void,
    ) -> c_int {
        // SAFETY: the dynamic linker describes a mapped object; `release_segments` provides the place for the results.
        let (base, headers, found) = unsafe {
            let object = &*object;
            (
                object.dlpi_addr,
                std::slice::from_raw_parts(object.dlpi_phdr, object.dlpi_phnum.into()),
                &mut *found.cast::<DroppableParts>(),
            )
        };
        for header in headers {
            if header.p_type != libc::PT_LOAD || header.p_flags & libc::PF_W != 0 {
                continue;
            }
            let start = (base + header.p_vaddr) & !4095;
            let end = base + header.p_vaddr + header.p_memsz;
            if start < end && found.segment_count < MAX_SEGMENTS {
                found.droppable_segments[found.segment_count] = (start, end);
                found.segment_count += 1;
            }
        }
        0
    }
}
