//! Moves of words in pairs in the vector registers; long runs use the string instruction. The vector and the string
//! instructions move each aligned word at once.

use crate::arch::word::{copies_upwards, load, store};
use std::arch::asm;

/// The number of words from which the string instruction is faster than vectors.
const STRING_INSTRUCTION_WORDS: usize = 256;

/// Executes instructions with four vector registers `a` to `d`.
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
pub(crate) unsafe fn copy(to: *mut u64, from: *const u64, n: usize) {
    // SAFETY: all accesses stay within the words that the caller promises: vectors are taken from both ends, and meet
    // or overlap in the middle. All words are loaded before the first is stored, or the words are moved in the
    // direction in which none is overwritten too soon.
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
            _ if !copies_upwards(to, from, n) => copy_down(to, from, n),
            STRING_INSTRUCTION_WORDS.. => asm!(
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

/// Copies from the first word to the last, eight at a time.
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

/// Copies from the last word to the first, eight at a time.
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
/// `n` words lie at `to`, aligned.
#[inline(always)]
pub(crate) unsafe fn zero(to: *mut u64, n: usize) {
    // SAFETY: as in `copy`.
    unsafe {
        match n {
            0 => {}
            1 => store(to, 0),
            STRING_INSTRUCTION_WORDS.. => asm!(
                "rep stosq",
                inout("rcx") n => _,
                inout("rdi") to => _,
                in("rax") 0_u64,
                options(nostack, preserves_flags),
            ),
            _ => {
                // Stores pairs of words; the last pair includes the odd word.
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
