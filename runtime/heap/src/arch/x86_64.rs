//! x86-64: other threads see stores in the order of the instructions.

use std::sync::atomic::{Ordering, compiler_fence};

/// A store barrier before an address is published: a thread that loads an address which this thread stores from now on
/// sees there all that this thread has stored before.
#[inline(always)]
pub fn publication_barrier() {
    compiler_fence(Ordering::Release);
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
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::without_provenance::<i8>(address));
    }
}
