//! The write barrier: a store tells a marking that goes on of the pointer that it overwrites.
//!
//! A module of its own because everything that writes pointers into memory must go through here, and nothing else need know
//! why; the argument is in the [collector's header](super).

use crate::interp::Cx;
use minigo_heap::Desc;

/// To be called before a pointer at `$p` is overwritten; or before `$bytes` bytes there that hold values of type `$ty`.
macro_rules! barrier {
    ($cx:expr, $p:expr) => {
        if $cx.marking {
            $crate::collector::barrier::shade_at($cx, $p);
        }
    };
    ($cx:expr, $p:expr, $bytes:expr, $ty:expr) => {
        if $cx.marking {
            $crate::collector::barrier::shade_values($cx, $p, $bytes, $ty);
        }
    };
}
pub(crate) use barrier;

/// # Safety
/// A word of memory lies at `p`.
#[cold]
#[inline(never)]
pub(crate) unsafe extern "sysv64" fn shade_at(cx: &Cx, p: *const u8) {
    // SAFETY: the caller's promise.
    cx.shade(unsafe { p.cast::<u64>().read_unaligned() });
}

/// # Safety
/// Values of type `ty` lie at `p`, of `bytes` bytes together.
#[cold]
#[inline(never)]
pub(crate) unsafe extern "sysv64" fn shade_values(cx: &Cx, p: *const u8, bytes: usize, ty: u32) {
    // SAFETY: types of instructions exist.
    if unsafe { (*cx.infos.add(ty as usize)).desc } != Desc::NO_SCAN {
        cx.overwrite(p.cast_mut(), bytes);
    }
}

impl Cx {
    /// Tells a marking that goes on of a word that was or will be overwritten somewhere in memory, and may be a pointer.
    #[inline]
    pub fn shade(&self, word: u64) {
        if self.marking {
            // SAFETY: the processor's data is this slice's alone, and nobody has a reference to the cache just now.
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
