//! aarch64: the counter of the generic timer.

/// The counter's present value, in its own units.
#[inline(always)]
pub fn cycles() -> u64 {
    let count: u64;
    // SAFETY: it reads a register that is there for programs.
    unsafe {
        std::arch::asm!("mrs {}, cntvct_el0", out(reg) count, options(nomem, nostack, preserves_flags));
    }
    count
}

/// Whether the counter runs evenly, whatever the processor does.
pub(crate) fn cycles_are_even() -> bool {
    // Miri runs no instruction of the machine.
    !cfg!(miri)
}
