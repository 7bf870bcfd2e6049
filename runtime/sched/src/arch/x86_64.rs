//! x86-64: the time-stamp counter.

/// The counter's present value, in its own units.
#[inline(always)]
pub fn read_cycle_counter() -> u64 {
    // SAFETY: every x86-64 processor has the instruction.
    unsafe { std::arch::x86_64::_rdtsc() }
}

/// Reports whether the counter runs at a constant rate in all states of the processor.
pub(crate) fn has_constant_rate() -> bool {
    use std::arch::x86_64::__cpuid;
    // Miri cannot execute these instructions.
    !cfg!(miri)
        && __cpuid(0x8000_0000).eax >= 0x8000_0007
        && __cpuid(0x8000_0007).edx & (1 << 8) != 0
}
