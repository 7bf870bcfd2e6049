//! Copies of values into memory that a marking may be looking at.
//!
//! `memcpy` will not do there. Markers read the pointers of an object while the program writes to it, both as whole
//! words: else a marker could see half of a pointer, and by Rust's model the two would race. Memory without pointers is
//! the program's alone, as is a new object: there the ordinary copies stay.
//!
//! So what `memcpy` does is done here with instructions that move words: pairs of them in the vector registers, long
//! rows by the one for strings. On amd64 each aligned word of these is moved at once; Go's memmove relies on it too.
//! Where accesses to memory are watched, a loop of atomic moves stands in for them.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

#[cfg(all(target_arch = "x86_64", not(miri), not(sanitized)))]
use vector as moves;
#[cfg(not(all(target_arch = "x86_64", not(miri), not(sanitized))))]
use watched as moves;

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
/// `bytes` bytes lie there, aligned to 8.
#[inline(never)]
pub(crate) unsafe fn zero(to: *mut u8, bytes: usize) {
    debug_assert!(bytes.is_multiple_of(8), "whole words");
    // SAFETY: the caller's promises.
    unsafe { moves::zero(to.cast(), bytes / 8) }
}

/// Whether `n` words must be copied from the first to the last, or may be.
#[inline(always)]
fn goes_up(to: *mut u64, from: *const u64, n: usize) -> bool {
    (to as usize).wrapping_sub(from as usize) >= n * 8
}

/// Pairs of words in vector registers.
#[cfg(all(target_arch = "x86_64", not(miri), not(sanitized)))]
mod vector {
    use super::{goes_up, load, store};
    use std::arch::asm;

    /// Words from which on the instruction for strings is faster than vectors.
    const LONG: usize = 256;

    /// Runs instructions with four vector registers `a` to `d`.
    macro_rules! moved {
        ($($text:literal)* ; $($operand:tt)*) => {
            asm!(
                $($text,)*
                $($operand)*,
                a = out(xmm_reg) _,
                b = out(xmm_reg) _,
                c = out(xmm_reg) _,
                d = out(xmm_reg) _,
                options(nostack),
            )
        };
    }

    /// # Safety
    /// `n` words lie at both places, aligned.
    #[inline(always)]
    pub(super) unsafe fn copy(to: *mut u64, from: *const u64, n: usize) {
        // SAFETY: all stays within the words that the caller promises: vectors are taken from both ends, and meet or
        // overlap in the middle. All are loaded before the first is stored, or the direction is that in which nothing
        // is overwritten too soon.
        unsafe {
            match n {
                0 => {}
                1 => store(to, load(from)),
                2..=4 => moved!(
                    "movdqu {a}, [{from}]"
                    "movdqu {b}, [{from} + 8*{n} - 16]"
                    "movdqu [{to}], {a}"
                    "movdqu [{to} + 8*{n} - 16], {b}"
                    "/* {c} {d} */"
                    ; to = in(reg) to, from = in(reg) from, n = in(reg) n
                ),
                5..=8 => moved!(
                    "movdqu {a}, [{from}]"
                    "movdqu {b}, [{from} + 16]"
                    "movdqu {c}, [{from} + 8*{n} - 32]"
                    "movdqu {d}, [{from} + 8*{n} - 16]"
                    "movdqu [{to}], {a}"
                    "movdqu [{to} + 16], {b}"
                    "movdqu [{to} + 8*{n} - 32], {c}"
                    "movdqu [{to} + 8*{n} - 16], {d}"
                    ; to = in(reg) to, from = in(reg) from, n = in(reg) n
                ),
                _ if !goes_up(to, from, n) => copy_down(to, from, n),
                LONG.. => asm!(
                    // Rust code runs with the direction flag clear.
                    "rep movsq",
                    inout("rcx") n => _,
                    inout("rdi") to => _,
                    inout("rsi") from => _,
                    options(nostack, preserves_flags),
                ),
                _ => copy_up(to, from, n),
            }
        }
    }

    /// From the first word to the last, eight at a time.
    #[inline(always)]
    unsafe fn copy_up(to: *mut u64, from: *const u64, n: usize) {
        let whole = n & !7;
        // SAFETY: as in `copy`; the indices count up to 0.
        unsafe {
            moved!(
                "2:"
                "movdqu {a}, [{from} + 8*{i}]"
                "movdqu {b}, [{from} + 8*{i} + 16]"
                "movdqu {c}, [{from} + 8*{i} + 32]"
                "movdqu {d}, [{from} + 8*{i} + 48]"
                "movdqu [{to} + 8*{i}], {a}"
                "movdqu [{to} + 8*{i} + 16], {b}"
                "movdqu [{to} + 8*{i} + 32], {c}"
                "movdqu [{to} + 8*{i} + 48], {d}"
                "add {i}, 8"
                "jnz 2b"
                ; to = in(reg) to.add(whole), from = in(reg) from.add(whole),
                i = inout(reg) whole.wrapping_neg() => _
            );
            (whole..n).for_each(|at| store(to.add(at), load(from.add(at))));
        }
    }

    /// From the last word to the first, eight at a time.
    #[inline(never)]
    unsafe fn copy_down(to: *mut u64, from: *const u64, n: usize) {
        let rest = n % 8;
        // SAFETY: as in `copy`.
        unsafe {
            moved!(
                "2:"
                "movdqu {a}, [{from} + 8*{i} - 16]"
                "movdqu {b}, [{from} + 8*{i} - 32]"
                "movdqu {c}, [{from} + 8*{i} - 48]"
                "movdqu {d}, [{from} + 8*{i} - 64]"
                "movdqu [{to} + 8*{i} - 16], {a}"
                "movdqu [{to} + 8*{i} - 32], {b}"
                "movdqu [{to} + 8*{i} - 48], {c}"
                "movdqu [{to} + 8*{i} - 64], {d}"
                "sub {i}, 8"
                "jnz 2b"
                ; to = in(reg) to.add(rest), from = in(reg) from.add(rest), i = inout(reg) n - rest => _
            );
            (0..rest).rev().for_each(|at| store(to.add(at), load(from.add(at))));
        }
    }

    /// # Safety
    /// `n` words lie there, aligned.
    #[inline(always)]
    pub(super) unsafe fn zero(to: *mut u64, n: usize) {
        // SAFETY: as in `copy`.
        unsafe {
            match n {
                0 => {}
                1 => store(to, 0),
                LONG.. => asm!(
                    "rep stosq",
                    inout("rcx") n => _,
                    inout("rdi") to => _,
                    in("rax") 0_u64,
                    options(nostack, preserves_flags),
                ),
                _ => {
                    // Pairs, and the last pair for the odd word.
                    asm!(
                        "pxor {x}, {x}",
                        "movdqu [{to} + 8*{n} - 16], {x}",
                        "xor {i:e}, {i:e}",
                        "2:",
                        "movdqu [{to} + 8*{i}], {x}",
                        "add {i}, 2",
                        "cmp {i}, {last}",
                        "jb 2b",
                        to = in(reg) to,
                        n = in(reg) n,
                        last = in(reg) n - 1,
                        i = out(reg) _,
                        x = out(xmm_reg) _,
                        options(nostack),
                    );
                }
            }
        }
    }
}

/// Each word by itself.
#[cfg(not(all(target_arch = "x86_64", not(miri), not(sanitized))))]
mod watched {
    use super::{goes_up, load, store};

    /// # Safety
    /// `n` words lie at both places, aligned.
    pub(super) unsafe fn copy(to: *mut u64, from: *const u64, n: usize) {
        // SAFETY: the caller's promise.
        let word = |at: usize| unsafe { store(to.add(at), load(from.add(at))) };
        if goes_up(to, from, n) { (0..n).for_each(word) } else { (0..n).rev().for_each(word) }
    }

    /// # Safety
    /// `n` words lie there, aligned.
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
            unsafe { zero(words.as_mut_ptr().add(5).cast(), n * 8) };
            assert_eq!(words, wanted, "{n} words");
        }
    }
}
