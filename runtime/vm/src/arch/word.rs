//! Accesses to whole words, of which every processor makes one.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// # Safety
/// A word lies there, aligned.
#[inline(always)]
pub(crate) unsafe fn load(from: *const u64) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { AtomicU64::from_ptr(from.cast_mut()) }.load(Relaxed)
}

/// # Safety
/// A word lies there, aligned.
#[inline(always)]
pub(crate) unsafe fn store(to: *mut u64, word: u64) {
    // SAFETY: the caller's promise.
    unsafe { AtomicU64::from_ptr(to) }.store(word, Relaxed);
}

/// Whether `n` words must be copied from the first to the last, or may be.
#[inline(always)]
pub(crate) fn goes_up(to: *mut u64, from: *const u64, n: usize) -> bool {
    (to as usize).wrapping_sub(from as usize) >= n * 8
}
