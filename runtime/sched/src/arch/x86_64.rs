//! x86-64: the time-stamp counter.

/// The counter's present value, in its own units.
#[inline(always)]
pub fn cycles() -> u64 {
    // SAFETY: every x86-64 has it.
    unsafe { std::arch::x86_64::_rdtsc() }
}

/// Whether the counter runs evenly, whatever the processor does.
pub(crate) fn cycles_are_even() -> bool {
    use std::arch::x86_64::__cpuid;
    // Miri runs no instruction of the machine.
    !cfg!(miri)
        && __cpuid(0x8000_0000).eax >= 0x8000_0007
        && __cpuid(0x8000_0007).edx & (1 << 8) != 0
}
