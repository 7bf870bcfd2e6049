//! Publishes new machine code: instruction caches do not see data writes, and a core may have prefetched the old bytes.
//!
//! So the written lines are cleaned in the data caches and invalidated in the instruction caches, for all cores; then
//! the kernel interrupts every thread of the process once (membarrier(2)), after which the thread fetches anew. Only
//! after these two steps may an address of the code be stored where other threads find it.

use std::arch::asm;

const REGISTER_COMMAND: i32 = libc::MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE;
const SYNC_COMMAND: i32 = libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE;

fn membarrier(command: i32) -> bool {
    // SAFETY: the system call accesses no memory.
    unsafe { libc::syscall(libc::SYS_membarrier, command, 0, 0) == 0 }
}

/// Reports whether code can be published in this process (Linux 4.16). The first call should come while the process has
/// one thread: otherwise the kernel waits for all cores, for milliseconds.
pub(crate) fn prepare_publishing() -> bool {
    membarrier(REGISTER_COMMAND)
}

/// To be called when code has been written.
pub(crate) fn clean_caches(code: *const u8, len: usize) {
    let (first, end) = (code as usize, code as usize + len);
    let sizes: u64;
    // SAFETY: programs may read this register.
    unsafe { asm!("mrs {}, ctr_el0", out(reg) sizes, options(nomem, nostack, preserves_flags)) };
    let line = |bits: u64| 4_usize << (bits & 15);
    // SAFETY: the instruction waits for the writes of the code, which were made at another address of the same memory.
    unsafe { asm!("dsb ishst", options(nostack, preserves_flags)) };
    for at in (first & !(line(sizes >> 16) - 1)..end).step_by(line(sizes >> 16)) {
        // SAFETY: the line lies in the code, which can be read.
        unsafe { asm!("dc cvau, {}", in(reg) at, options(nostack, preserves_flags)) };
    }
    // SAFETY: the instruction waits until the cache lines are clean.
    unsafe { asm!("dsb ish", options(nostack, preserves_flags)) };
    for at in (first & !(line(sizes) - 1)..end).step_by(line(sizes)) {
        // SAFETY: as above.
        unsafe { asm!("ic ivau, {}", in(reg) at, options(nostack, preserves_flags)) };
    }
    // SAFETY: as above.
    unsafe { asm!("dsb ish", options(nostack, preserves_flags)) };
}

/// To be called when code has been [cleaned](clean_caches), before its address is stored anywhere.
pub(crate) fn synchronise_cores() {
    // SAFETY: the instruction makes this thread fetch its next instructions again.
    unsafe { asm!("isb", options(nostack, preserves_flags)) };
    let synchronised = membarrier(SYNC_COMMAND);
    debug_assert!(synchronised, "the process is registered");
}
