//! aarch64: other threads may see stores in any order, unless barriers separate them.

use std::arch::asm;

/// A store barrier before an address is published: a thread that loads an address which this thread stores from now on
/// sees there all that this thread has stored before. The loading thread needs no barrier: its second load depends on
/// the first.
#[inline(always)]
pub fn publication_barrier() {
    // Miri cannot execute this instruction.
    if cfg!(miri) {
        return std::sync::atomic::fence(std::sync::atomic::Ordering::Release);
    }
    // SAFETY: the fence only orders accesses to memory.
    unsafe { asm!("dmb ishst", options(nostack, preserves_flags)) };
}

/// Prefetches the memory at an address into the processor's cache. The address need not be mapped.
#[inline(always)]
pub(crate) fn prefetch(address: usize) {
    // Miri cannot execute this instruction.
    if cfg!(miri) {
        return;
    }
    // SAFETY: a prefetch hint reads no memory.
    unsafe {
        asm!("prfm pldl1keep, [{}]", in(reg) address, options(nostack, preserves_flags, readonly));
    }
}
