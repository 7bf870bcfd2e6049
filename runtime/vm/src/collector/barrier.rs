//! The write barrier: a store tells a marking that goes on of the pointer that it overwrites.
//!
//! Every write of a pointer into memory goes through here; the argument is in the [collector's header](super).

use crate::arch;
use crate::goroutine::context::Cx;
use crate::memory::accessed::note;
use crate::memory::words::{copy, load, store, zero};
use minigo_bytecode::ops::Access;
use minigo_heap::Desc;

/// Whether `bytes` bytes at these places are whole words: all values with pointers are.
fn are_words(places: [usize; 2], bytes: usize) -> bool {
    (places[0] | places[1] | bytes).is_multiple_of(8)
}

impl Cx {
    /// Copies Go values over others, and tells a marking that goes on of what was there; the places may overlap.
    ///
    /// # Safety
    /// Values of the same types, of `bytes` bytes together, lie at both places.
    pub unsafe fn replace(&self, to: *mut u8, from: *const u8, bytes: usize) {
        self.overwrite(to, bytes);
        // SAFETY: the caller's promise.
        unsafe {
            if are_words([to as usize, from as usize], bytes) {
                copy(to, from, bytes);
            } else {
                to.copy_from(from, bytes);
            }
        }
    }

    /// Writes zeros over Go values, and tells a marking that goes on of what was there.
    ///
    /// # Safety
    /// Values of `bytes` bytes together lie there.
    pub unsafe fn replace_by_zero(&self, to: *mut u8, bytes: usize) {
        self.overwrite(to, bytes);
        // SAFETY: the caller's promise.
        unsafe {
            if are_words([to as usize, 0], bytes) {
                zero(to, bytes);
            } else {
                to.write_bytes(0, bytes);
            }
        }
    }

    /// Exchanges two Go values, and tells a marking that goes on of both.
    ///
    /// # Safety
    /// Two values of one type, of `bytes` bytes each, lie there.
    pub unsafe fn exchange(&self, a: *mut u8, b: *mut u8, bytes: usize) {
        self.overwrite(a, bytes);
        self.overwrite(b, bytes);
        // SAFETY: the caller's promise.
        unsafe {
            if !are_words([a as usize, b as usize], bytes) {
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

    /// Copies values described by `desc` over others; the places may overlap. A marking must have been told of what is
    /// there.
    ///
    /// # Safety
    /// Such values, of `bytes` bytes together, lie at both places.
    #[inline(always)]
    pub(crate) unsafe fn put_values(to: *mut u8, from: *const u8, bytes: usize, desc: Desc) {
        note(Access::Reads, from, bytes);
        note(Access::Writes, to, bytes);
        // SAFETY: the caller's promise; values with pointers are aligned to words and consist of them.
        unsafe {
            if desc == Desc::NO_SCAN {
                to.copy_from(from, bytes);
            } else {
                copy(to, from, bytes);
            }
        }
    }

    /// Writes zeros over values described by `desc`. A marking must have been told of what is there.
    ///
    /// # Safety
    /// Such values, of `bytes` bytes together, lie there.
    #[inline(always)]
    pub(crate) unsafe fn clear_values(to: *mut u8, bytes: usize, desc: Desc) {
        note(Access::Writes, to, bytes);
        // SAFETY: as in `put_values`.
        unsafe {
            if desc == Desc::NO_SCAN {
                to.write_bytes(0, bytes);
            } else {
                zero(to, bytes);
            }
        }
    }
}

/// To be called before a pointer at `$p` is overwritten; or before `$bytes` bytes there that hold values of type `$ty`.
macro_rules! barrier {
    ($cx:expr, $p:expr) => {
        if $cx.marking {
            $crate::collector::barrier::touch($p, $p.add(7));
            $crate::collector::barrier::shade_at($cx, $p);
        }
    };
    ($cx:expr, $p:expr, $bytes:expr, $ty:expr) => {
        if $cx.marking && $bytes > 0 {
            $crate::collector::barrier::touch($p, $p.add($bytes - 1));
            $crate::collector::barrier::shade_values($cx, $p, $bytes, $ty);
        }
    };
}

pub(crate) use barrier;

/// Reads the first and the last byte of what a barrier is about to read. If the memory is not there, the fault is here,
/// where nothing is half done and the interpreter's state is in registers that are known (`access`), and not in the
/// middle of the collector.
///
/// # Safety
/// Called by handlers of instructions; a fault is the goroutine's.
#[inline(always)]
pub(crate) unsafe fn touch(first: *const u8, last: *const u8) {
    // Miri has no memory that is not there.
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
    cx.shade(unsafe { p.cast::<u64>().read_unaligned() });
}

/// # Safety
/// Values of type `ty` lie at `p`, of `bytes` bytes together.
#[cold]
#[inline(never)]
pub(crate) unsafe extern "C" fn shade_values(cx: &Cx, p: *const u8, bytes: usize, ty: u32) {
    // SAFETY: types of instructions exist.
    if unsafe { (*cx.infos.add(ty as usize)).desc } != Desc::NO_SCAN {
        cx.overwrite(p.cast_mut(), bytes);
    }
}

impl Cx {
    /// Tells a marking that goes on of a word that was or will be overwritten somewhere in memory, and may be a
    /// pointer.
    #[inline]
    pub fn shade(&self, word: u64) {
        if self.marking {
            // SAFETY: the processor's data is this slice's alone, and there is no reference to the cache just now.
            let marker = unsafe { (*self.cache).marker() };
            marker.mark(word);
            marker.share_some();
        }
    }

    /// Tells a marking that goes on that `bytes` bytes at `p`, which hold Go values, are about to be overwritten.
    #[inline]
    pub fn overwrite(&self, p: *mut u8, bytes: usize) {
        if self.marking {
            self.shade_words(p as usize, bytes);
        }
    }

    #[cold]
    fn shade_words(&self, p: usize, bytes: usize) {
        let mut at = p.next_multiple_of(8);
        while at + 8 <= p + bytes {
            // SAFETY: within the bytes that the caller names.
            self.shade(unsafe { *(at as *const u64) });
            at += 8;
        }
    }
}
