//! Accesses to whole words, each of which is one access on every processor.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// # Safety
/// An aligned word lies at `from`.
#[inline(always)]
pub(crate) unsafe fn load(from: *const u64) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { AtomicU64::from_ptr(from.cast_mut()) }.load(Relaxed)
}

/// # Safety
/// An aligned word lies at `to`.
#[inline(always)]
pub(crate) unsafe fn store(to: *mut u64, word: u64) {
    // SAFETY: the caller's promise.
    unsafe { AtomicU64::from_ptr(to) }.store(word, Relaxed);
}

/// Reports whether `n` words may be copied from the first to the last.
#[inline(always)]
pub(crate) fn copies_upwards(to: *mut u64, from: *const u64, n: usize) -> bool {
    (to as usize).wrapping_sub(from as usize) >= n * 8
}
