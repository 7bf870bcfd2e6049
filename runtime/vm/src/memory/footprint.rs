//! Gives memory back that one phase of the process needed and the next one does not.
//!
//! This is about the process's memory, not the program's: the pages of code and constants that are mapped
//! from files, and what the allocator keeps. It changes nothing that anybody can observe but the process's size.

use libmimalloc_sys as _;

/// Drops the pages of code and constants that the process has looked at so far. They come back from the page cache as
/// they are needed again, 64 KB at a time; so it is worth doing where a phase ends whose code is large. Where the
/// system does not know this, nothing happens.
pub fn release_code() {
    #[cfg(target_os = "linux")]
    linux::release();
}

/// Gives back what the allocator keeps of freed memory, that of threads that have ended too.
pub fn release_free() {
    // SAFETY: it may be called at any time, whether or not anything was allocated by mimalloc.
    unsafe { mi_collect(true) };
}

/// Lets the allocator give memory back as soon as it is freed, and not some ms later: for a process that has to stay
/// below a limit.
pub fn keep_nothing_free() {
    // SAFETY: an option may be set at any time.
    unsafe { mi_option_set(PURGE_DELAY, 0) };
}

/// Lets all threads share one arena of the C library's `malloc`. Otherwise glibc makes one for each thread: Rust's
/// standard library calls `pthread_getattr_np` when a thread starts, and that allocates a few bytes. An arena costs
/// 128 MB of address space and four system calls.
pub fn share_c_heap() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: an option may be set at any time.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 1)
    };
}

/// The number of mimalloc's option for how long freed memory is kept, in ms.
const PURGE_DELAY: libc::c_int = 15;

/// Lets the allocator reserve address space in pieces of 64 MB and not of 1 GB: what it writes down about a piece,
/// before anything is allocated in it, grows with the piece. The first is reserved before `main`.
#[cfg(target_os = "linux")]
#[used]
// SAFETY: the C library calls what is listed there, with arguments that a function without any may ignore.
#[unsafe(link_section = ".init_array.00101")]
static RESERVE_LITTLE: extern "C" fn() = {
    extern "C" fn reserve_little() {
        // SAFETY: an option may be set at any time, before the allocator is initialised too.
        unsafe { mi_option_set(ARENA_RESERVE, 64 << 10) };
    }
    reserve_little
};

/// The one for the size of the pieces of address space, in KB.
#[cfg(target_os = "linux")]
const ARENA_RESERVE: libc::c_int = 23;

unsafe extern "C" {
    /// Of mimalloc.
    fn mi_collect(force: bool);
    /// Of mimalloc.
    fn mi_option_set(option: libc::c_int, value: libc::c_long);
}

/// Ends the process without giving anything back before: the system does that faster.
pub fn leave(status: i32) -> ! {
    // SAFETY: nothing runs afterwards.
    unsafe { libc::_exit(status) }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::{c_int, c_void};

    /// Drops all that can be dropped.
    pub(super) fn release() {
        let mut found = Found { segments: [(0, 0); SEGMENTS], count: 0 };
        // SAFETY: the function is called for each object while the list of objects is held; what it is given lives as
        // long.
        unsafe {
            libc::dl_iterate_phdr(Some(find_segments), std::ptr::from_mut(&mut found).cast())
        };
        // Only when all are found: what is read of one to find them would come back.
        for &(start, end) in &found.segments[..found.count] {
            // SAFETY: a file is mapped there, privately and unchanged, and no page of it is shared with another
            // segment: those begin on pages of their own. Pages that are missing are read again.
            unsafe {
                libc::madvise(start as *mut c_void, (end - start) as usize, libc::MADV_DONTNEED)
            };
        }
    }

    /// More than there are in a process of six libraries.
    const SEGMENTS: usize = 32;

    /// The parts of segments that can be dropped.
    struct Found {
        segments: [(u64, u64); SEGMENTS],
        count: usize,
    }

    /// Finds the segments that are never written: not even the dynamic linker, when it relocates, has changed them, so
    /// the file holds what they hold.
    unsafe extern "C" fn find_segments(
        object: *mut libc::dl_phdr_info,
        _: usize,
        found: *mut c_void,
    ) -> c_int {
        // SAFETY: the dynamic linker describes an object that is mapped; what is found goes to where `release` wants
        // it.
        let (base, headers, found) = unsafe {
            let object = &*object;
            (
                object.dlpi_addr,
                std::slice::from_raw_parts(object.dlpi_phdr, object.dlpi_phnum.into()),
                &mut *found.cast::<Found>(),
            )
        };
        for header in headers {
            if header.p_type != libc::PT_LOAD || header.p_flags & libc::PF_W != 0 {
                continue;
            }
            let start = (base + header.p_vaddr) & !4095;
            let end = base + header.p_vaddr + header.p_memsz;
            if start < end && found.count < SEGMENTS {
                found.segments[found.count] = (start, end);
                found.count += 1;
            }
        }
        0
    }
}
