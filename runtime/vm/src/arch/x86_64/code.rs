//! Publishes new machine code: the processor's instruction caches see data writes, but a core may have prefetched the
//! old bytes at these addresses.
//!
//! Code that one core writes and another one executes is cross-modifying code, for which Intel's manual (volume 3,
//! "Handling Self- and Cross-Modifying Code") requires the executing core to serialise between the store and the
//! execution. The kernel does that: membarrier(2) interrupts all running threads of the process, and serialises the
//! others before they run again. After membarrier(2) has returned, the address of the code may be stored where other
//! threads find it.

const REGISTER_COMMAND: i32 = libc::MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE;
const SYNC_COMMAND: i32 = libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE;

fn membarrier(command: i32) -> bool {
    // SAFETY: the system call accesses no memory.
    unsafe { libc::syscall(libc::SYS_membarrier, command, 0, 0) == 0 }
}

/// Reports whether code can be published in this process. The first call should come while the process has one thread:
/// otherwise the kernel waits for all cores, for milliseconds.
pub(crate) fn prepare_publishing() -> bool {
    // Kernels before 4.16 have no such call. The addresses of new code were never executed before, and a core loads an
    // address of the code after all writes to the code: no processor is known that would need more.
    let _ = membarrier(REGISTER_COMMAND);
    true
}

/// To be called when code has been written.
pub(crate) fn clean_caches(_code: *const u8, _len: usize) {}

/// To be called when code has been [cleaned](clean_caches), before its address is stored anywhere.
pub(crate) fn synchronise_cores() {
    let _ = membarrier(SYNC_COMMAND);
}
