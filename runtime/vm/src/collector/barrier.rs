//! The write barrier: before a store overwrites a pointer, it marks the pointer's object if a marking is in progress.
//!
//! Every write of a pointer into memory uses this module; the proof is in the [collector's header](super).

use crate::arch;
use crate::goroutine::context::Cx;
use crate::memory::recorded_accesses::note_access;
use crate::memory::words::{copy, load, store, zero_words};
use minigo_bytecode::ops::MemoryAccessKind;
use minigo_heap::Desc;

/// Reports whether `bytes` bytes at these places are whole words, as values with pointers always are.
fn are_whole_words(places: [usize; 2], bytes: usize) -> bool {
    (places[0] | places[1] | bytes).is_multiple_of(8)
}

impl Cx {
    /// Copies Go values over others, and marks the overwritten pointers during a marking; the places may overlap.
    ///
    /// # Safety
    /// Values of the same types, of `bytes` bytes together, lie at both places.
    pub unsafe fn overwrite_values(&self, to: *mut u8, from: *const u8, bytes: usize) {
        self.shade_overwritten(to, bytes);
        // SAFETY: the caller's promise.
        unsafe {
            if are_whole_words([to as usize, from as usize], bytes) {
                copy(to, from, bytes);
            } else {
                to.copy_from(from, bytes);
            }
        }
    }

    /// Writes zeros over Go values, and marks the overwritten pointers during a marking.
    ///
    /// # Safety
    /// Values of `bytes` bytes in total lie at `to`.
    pub unsafe fn overwrite_with_zeros(&self, to: *mut u8, bytes: usize) {
        self.shade_overwritten(to, bytes);
        // SAFETY: the caller's promise.
        unsafe {
            if are_whole_words([to as usize, 0], bytes) {
                zero_words(to, bytes);
            } else {
                to.write_bytes(0, bytes);
            }
        }
    }

    /// Exchanges two Go values, and marks the pointers of both during a marking.
    ///
    /// # Safety
    /// Two values of one type, of `bytes` bytes each, lie at `a` and `b`.
    pub unsafe fn exchange_memory(&self, a: *mut u8, b: *mut u8, bytes: usize) {
        self.shade_overwritten(a, bytes);
        self.shade_overwritten(b, bytes);
        // SAFETY: the caller's promise.
        unsafe {
            if !are_whole_words([a as usize, b as usize], bytes) {
                return std::ptr::swap_nonoverlapping(a, b, bytes);
            }
            let (a, b) = (a.cast::<u64>(), b.cast::<u64>());
            for at in 0..bytes / 8 {
                let x = load(a.add(at));
                store(a.add(at), load(b.add(at)));
                store(b.add(at), x);
            }
        }
    }

    /// Copies values described by `desc` over others; the places may overlap. The caller has marked the overwritten
    /// pointers if a marking is in progress.
    ///
    /// # Safety
    /// Values with the layout `desc`, of `bytes` bytes in total, must lie at `to` and at `from`.
    #[inline(always)]
    pub(crate) unsafe fn copy_values(to: *mut u8, from: *const u8, bytes: usize, desc: Desc) {
        note_access(MemoryAccessKind::Reads, from, bytes);
        note_access(MemoryAccessKind::Writes, to, bytes);
        // SAFETY: the caller's promise; values with pointers are aligned to words and consist of them.
        unsafe {
            if desc == Desc::NO_SCAN {
                to.copy_from(from, bytes);
            } else {
                copy(to, from, bytes);
            }
        }
    }

    /// Writes zeros over values described by `desc`. The caller has marked the overwritten pointers during a marking.
    ///
    /// # Safety
    /// Values with the layout `desc`, of `bytes` bytes in total, must lie at `to`.
    #[inline(always)]
    pub(crate) unsafe fn clear_values(to: *mut u8, bytes: usize, desc: Desc) {
        note_access(MemoryAccessKind::Writes, to, bytes);
        // SAFETY: as in `copy_values`.
        unsafe {
            if desc == Desc::NO_SCAN {
                to.write_bytes(0, bytes);
            } else {
                zero_words(to, bytes);
            }
        }
    }
}

/// To be used before a pointer at `$p` is overwritten, or before `$bytes` bytes at `$p` that hold values of type `$ty`.
macro_rules! barrier {
    ($cx:expr, $p:expr) => {
        if $cx.is_marking {
            $crate::collector::barrier::fault_in($p, $p.add(7));
            $crate::collector::barrier::shade_at($cx, $p);
        }
    };
    ($cx:expr, $p:expr, $bytes:expr, $ty:expr) => {
        if $cx.is_marking && $bytes > 0 {
            $crate::collector::barrier::fault_in($p, $p.add($bytes - 1));
            $crate::collector::barrier::shade_values($cx, $p, $bytes, $ty);
        }
    };
}

pub(crate) use barrier;

/// Reads the first and the last byte that a barrier is about to read. If the memory is not mapped, the fault happens
/// here, where no operation is half done and the interpreter's state is in known registers (`access`), rather than in
/// the middle of the collector.
///
/// # Safety
/// Only handlers of instructions call this; a fault counts as the goroutine's.
#[inline(always)]
pub(crate) unsafe fn fault_in(first: *const u8, last: *const u8) {
    // Miri has no unmapped memory.
    if !cfg!(miri) {
        // SAFETY: the caller's promise.
        unsafe { arch::touch(first, last) }
    }
}

/// # Safety
/// A word of memory lies at `p`.
#[cold]
#[inline(never)]
pub(crate) unsafe extern "C" fn shade_at(cx: &Cx, p: *const u8) {
    // SAFETY: the caller's promise.
    cx.shade_word(unsafe { p.cast::<u64>().read_unaligned() });
}

/// # Safety
/// Values of type `ty` lie at `p`, of `bytes` bytes together.
#[cold]
#[inline(never)]
pub(crate) unsafe extern "C" fn shade_values(cx: &Cx, p: *const u8, bytes: usize, ty: u32) {
    // SAFETY: types of instructions exist.
    if unsafe { (*cx.type_infos.add(ty as usize)).desc } != Desc::NO_SCAN {
        cx.shade_overwritten(p.cast_mut(), bytes);
    }
}

impl Cx {
    /// Marks the object of a word that was or will be overwritten somewhere in memory, and may be a pointer, during a
    /// marking.
    #[inline]
    pub fn shade_word(&self, word: u64) {
        if self.is_marking {
            // SAFETY: the processor's data belongs to this slice, and there is no other reference to the cache at the
            // moment.
            let marker = unsafe { (*self.cache).marker() };
            marker.mark_word(word);
            marker.share_grey_if_needed();
        }
    }

    /// Marks the objects of the pointers in `bytes` bytes at `p`, which hold Go values and are about to be overwritten,
    /// during a marking.
    #[inline]
    pub fn shade_overwritten(&self, p: *mut u8, bytes: usize) {
        if self.is_marking {
            self.shade_words(p as usize, bytes);
        }
    }

    #[cold]
    fn shade_words(&self, p: usize, bytes: usize) {
        let mut at = p.next_multiple_of(8);
        while at + 8 <= p + bytes {
            // SAFETY: the address lies within the bytes that the caller names.
            self.shade_word(unsafe { *(at as *const u64) });
            at += 8;
        }
    }
}
