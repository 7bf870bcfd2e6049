//! Moves of words in pairs of registers: an access to a pair is one access to each word of it.

use crate::arch::word::{copies_upwards, load, store};
use std::arch::asm;

/// Executes instructions with eight registers `a` to `h`.
macro_rules! moved {
    ($($text:literal)* ; $($operand:tt)*) => {
        asm!(
            $($text,)*
            $($operand)*,
            a = out(reg) _,
            b = out(reg) _,
            c = out(reg) _,
            d = out(reg) _,
            e = out(reg) _,
            f = out(reg) _,
            g = out(reg) _,
            h = out(reg) _,
            options(nostack),
        )
    };
}

/// # Safety
/// `n` words lie at both places, aligned.
#[inline(always)]
pub(crate) unsafe fn copy(to: *mut u64, from: *const u64, n: usize) {
    // SAFETY: all accesses stay within the words that the caller promises: pairs are taken from both ends, and meet or
    // overlap in the middle. All words are loaded before the first is stored, or the words are moved in the direction
    // in which none is overwritten too soon.
    unsafe {
        match n {
            0 => {}
            1 => store(to, load(from)),
            2..=4 => moved!(
                "ldp {a}, {b}, [{from}]"
                "ldp {c}, {d}, [{last}]"
                "stp {a}, {b}, [{to}]"
                "stp {c}, {d}, [{end}]"
                "/* {e} {f} {g} {h} */"
                ; to = in(reg) to, from = in(reg) from, last = in(reg) from.add(n - 2), end = in(reg) to.add(n - 2)
            ),
            5..=8 => moved!(
                "ldp {a}, {b}, [{from}]"
                "ldp {c}, {d}, [{from}, #16]"
                "ldp {e}, {f}, [{last}]"
                "ldp {g}, {h}, [{last}, #16]"
                "stp {a}, {b}, [{to}]"
                "stp {c}, {d}, [{to}, #16]"
                "stp {e}, {f}, [{end}]"
                "stp {g}, {h}, [{end}, #16]"
                ; to = in(reg) to, from = in(reg) from, last = in(reg) from.add(n - 4), end = in(reg) to.add(n - 4)
            ),
            _ if copies_upwards(to, from, n) => copy_up(to, from, n),
            _ => copy_down(to, from, n),
        }
    }
}

/// Copies from the first word to the last, eight at a time.
#[inline(always)]
unsafe fn copy_up(to: *mut u64, from: *const u64, n: usize) {
    let whole = n & !7;
    // SAFETY: as in `copy`.
    unsafe {
        moved!(
            "2:"
            "ldp {a}, {b}, [{from}]"
            "ldp {c}, {d}, [{from}, #16]"
            "ldp {e}, {f}, [{from}, #32]"
            "ldp {g}, {h}, [{from}, #48]"
            "add {from}, {from}, #64"
            "stp {a}, {b}, [{to}]"
            "stp {c}, {d}, [{to}, #16]"
            "stp {e}, {f}, [{to}, #32]"
            "stp {g}, {h}, [{to}, #48]"
            "add {to}, {to}, #64"
            "subs {i}, {i}, #8"
            "b.ne 2b"
            ; to = inout(reg) to => _, from = inout(reg) from => _, i = inout(reg) whole => _
        );
        (whole..n).for_each(|at| store(to.add(at), load(from.add(at))));
    }
}

/// Copies from the last word to the first, eight at a time.
#[inline(never)]
unsafe fn copy_down(to: *mut u64, from: *const u64, n: usize) {
    let rest = n % 8;
    // SAFETY: as in `copy`.
    unsafe {
        moved!(
            "2:"
            "ldp {a}, {b}, [{from}, #-16]"
            "ldp {c}, {d}, [{from}, #-32]"
            "ldp {e}, {f}, [{from}, #-48]"
            "ldp {g}, {h}, [{from}, #-64]"
            "sub {from}, {from}, #64"
            "stp {a}, {b}, [{to}, #-16]"
            "stp {c}, {d}, [{to}, #-32]"
            "stp {e}, {f}, [{to}, #-48]"
            "stp {g}, {h}, [{to}, #-64]"
            "sub {to}, {to}, #64"
            "subs {i}, {i}, #8"
            "b.ne 2b"
            ; to = inout(reg) to.add(n) => _, from = inout(reg) from.add(n) => _, i = inout(reg) n - rest => _
        );
        (0..rest).rev().for_each(|at| store(to.add(at), load(from.add(at))));
    }
}

/// # Safety
/// `n` words lie at `to`, aligned.
#[inline(always)]
pub(crate) unsafe fn zero(to: *mut u64, n: usize) {
    // SAFETY: as in `copy`.
    unsafe {
        match n {
            0 => {}
            1 => store(to, 0),
            _ => {
                // Stores pairs of words; the last pair includes the odd word.
                asm!(
                    "stp xzr, xzr, [{last}]",
                    "2:",
                    "stp xzr, xzr, [{to}], #16",
                    "cmp {to}, {last}",
                    "b.lo 2b",
                    to = inout(reg) to => _,
                    last = in(reg) to.add(n - 2),
                    options(nostack),
                );
            }
        }
    }
}
