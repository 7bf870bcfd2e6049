//! aarch64: stores are seen in any order, but for barriers between them.

use std::arch::asm;

/// What was stored so far is seen by who finds an address that is stored from now on, and looks there: a load from an
/// address that another load has given is made behind that by itself.
#[inline(always)]
pub fn publish() {
    // Miri runs no instruction of the machine.
    if cfg!(miri) {
        return std::sync::atomic::fence(std::sync::atomic::Ordering::Release);
    }
    // SAFETY: it only orders accesses to memory.
    unsafe { asm!("dmb ishst", options(nostack, preserves_flags)) };
}

/// Prefetches the memory at an address into the processor's cache. It may be any address.
#[inline(always)]
pub(crate) fn prefetch(address: usize) {
    // Miri runs no instruction of the machine.
    if cfg!(miri) {
        return;
    }
    // SAFETY: a hint reads nothing.
    unsafe {
        asm!("prfm pldl1keep, [{}]", in(reg) address, options(nostack, preserves_flags, readonly));
    }
}
