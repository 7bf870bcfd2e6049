//! Copies of values into memory that a marking may be reading.
//!
//! `memcpy` does not suffice for these copies. Markers read the pointers of an object while the program writes to it,
//! both as whole words: otherwise a marker could see half of a pointer, and by Rust's memory model the two would race.
//! Memory without pointers is accessed by the program alone, and so is a new object: the ordinary copies are used for
//! both.
//!
//! So this module copies with instructions that move words ([`crate::arch::words`]): each aligned word is moved at
//! once; Go's memmove relies on that too. Where accesses to memory are watched, a loop of atomic moves replaces these
//! instructions.

pub(crate) use crate::arch::word::{load, store};
#[cfg(not(any(miri, sanitized)))]
use crate::arch::words as moves;
#[cfg(any(miri, sanitized))]
use word_by_word as moves;

/// Copies `bytes` bytes, a multiple of 8; the places may overlap.
///
/// # Safety
/// `bytes` bytes lie at both places, which are aligned to 8.
#[inline(never)]
pub(crate) unsafe fn copy(to: *mut u8, from: *const u8, bytes: usize) {
    debug_assert!(bytes.is_multiple_of(8), "whole words");
    // SAFETY: the caller's promises.
    unsafe { moves::copy(to.cast(), from.cast(), bytes / 8) }
}

/// Writes zeros over `bytes` bytes, a multiple of 8.
///
/// # Safety
/// `bytes` bytes lie at `to`, aligned to 8.
#[inline(never)]
pub(crate) unsafe fn zero_words(to: *mut u8, bytes: usize) {
    debug_assert!(bytes.is_multiple_of(8), "whole words");
    // SAFETY: the caller's promises.
    unsafe { moves::zero(to.cast(), bytes / 8) }
}

/// Moves each word by itself.
#[cfg(any(miri, sanitized))]
mod word_by_word {
    use crate::arch::word::{copies_upwards, load, store};

    /// # Safety
    /// `n` words lie at both places, aligned.
    pub(super) unsafe fn copy(to: *mut u64, from: *const u64, n: usize) {
        // SAFETY: the caller's promise.
        let word = |at: usize| unsafe { store(to.add(at), load(from.add(at))) };
        if copies_upwards(to, from, n) {
            (0..n).for_each(word)
        } else {
            (0..n).rev().for_each(word)
        }
    }

    /// # Safety
    /// `n` words lie at `to`, aligned.
    pub(super) unsafe fn zero(to: *mut u64, n: usize) {
        // SAFETY: the caller's promise.
        (0..n).for_each(|at| unsafe { store(to.add(at), 0) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_those_of_memmove() {
        let fresh = || (1..=400_u64).collect::<Vec<_>>();
        for n in [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 63, 64, 65, 100, 200] {
            for (from, to) in
                [(0, 200), (200, 0), (7, 7), (0, 1), (1, 0), (3, 60), (60, 3), (9, 130)]
            {
                let (mut words, mut wanted) = (fresh(), fresh());
                wanted.copy_within(from..from + n, to);
                let base = words.as_mut_ptr();
                // SAFETY: both ranges lie in the vector.
                unsafe { copy(base.add(to).cast(), base.add(from).cast(), n * 8) };
                assert_eq!(words, wanted, "{n} words from {from} to {to}");
            }
            let (mut words, mut wanted) = (fresh(), fresh());
            wanted[5..5 + n].fill(0);
            // SAFETY: the range lies in the vector.
            unsafe { zero_words(words.as_mut_ptr().add(5).cast(), n * 8) };
            assert_eq!(words, wanted, "{n} words");
        }
    }
}
