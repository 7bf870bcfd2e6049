//! aarch64: the counter of the generic timer.

/// The counter's present value, in its own units.
#[inline(always)]
pub fn read_cycle_counter() -> u64 {
    let count: u64;
    // SAFETY: the instruction only reads a register, which programs may read.
    unsafe {
        std::arch::asm!("mrs {}, cntvct_el0", out(reg) count, options(nomem, nostack, preserves_flags));
    }
    count
}

/// Reports whether the counter runs at a constant rate in all states of the processor.
pub(crate) fn has_constant_rate() -> bool {
    // Miri cannot execute this instruction.
    !cfg!(miri)
}
