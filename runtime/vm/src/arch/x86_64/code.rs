//! New machine code: the processor's caches of instructions see what is written, but a core may have fetched ahead what
//! was at these addresses before.
//!
//! Code that one core writes and another one executes is cross-modifying code, for which Intel's manual (volume 3,
//! "Handling Self- and Cross-Modifying Code") wants the executing core to serialise between the store and the
//! execution. The kernel sees to it: membarrier(2) interrupts all threads of the process that run, and serialises the
//! others before they run again. Only then may an address of the code be stored where other threads find it.

const REGISTER: i32 = libc::MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE;
const SYNC: i32 = libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE;

fn membarrier(command: i32) -> bool {
    // SAFETY: it touches no memory.
    unsafe { libc::syscall(libc::SYS_membarrier, command, 0, 0) == 0 }
}

/// Whether code can be published in this process. The first call should come while the process has one thread: the
/// kernel waits for all cores otherwise, for milliseconds.
pub(crate) fn prepare() -> bool {
    // Kernels before 4.16 have no such call. The addresses of new code were never executed before, and what leads there
    // is read from memory behind all that was written: there no processor is known that would need more.
    let _ = membarrier(REGISTER);
    true
}

/// To be called when code was written.
pub(crate) fn clean(_code: *const u8, _len: usize) {}

/// To be called when code was [cleaned](clean), before anything leads to it.
pub(crate) fn synchronise() {
    let _ = membarrier(SYNC);
}
