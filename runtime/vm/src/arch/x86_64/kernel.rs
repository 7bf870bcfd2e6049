//! The interface of linux/amd64 that programs expect: on this processor it is the kernel's own.

use std::ffi::c_long;

/// Bytes of `struct stat`.
pub(crate) const STAT_BYTES: usize = 144;

/// System calls that return twice.
pub(crate) const FORK_SYSTEM_CALLS: &[c_long] =
    &[libc::SYS_fork, libc::SYS_vfork, libc::SYS_clone, libc::SYS_clone3];

/// Translates the flags of open(2): they are the same.
pub(crate) fn host_open_flags(flags: i32) -> i32 {
    flags
}

/// A file's state as the kernel lays it out.
pub(crate) fn stat_bytes(stat: &libc::stat) -> [u8; STAT_BYTES] {
    const _: () = assert!(size_of::<libc::stat>() == STAT_BYTES);
    // SAFETY: callers have zeroed the structure before the kernel wrote it, so all its bytes are initialised.
    unsafe { std::mem::transmute_copy(stat) }
}

/// Makes a system call of the program by calling `run`, which makes the system call with the same number.
pub(crate) fn make_system_call(
    number: i64,
    args: [u64; 6],
    run: impl Fn(c_long, [u64; 6]) -> Result<u64, i32>,
) -> Result<u64, i32> {
    run(number, args)
}
