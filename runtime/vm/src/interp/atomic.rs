//! Atomic operations: the functions of sync/atomic on words in memory, and the fast paths of mutexes.
//!
//! A module of its own because these are the only accesses that order others. All are sequentially consistent, as Go's memory
//! model demands; on amd64 that costs nothing for loads.

use super::control::branch;
use super::memory::NIL_PAGE;
use super::{Cx, Op, S, exit_nil, leave, sem};
use minigo_sync::Word;
use std::sync::atomic::{AtomicI32, AtomicU32, AtomicU64, Ordering::Relaxed, Ordering::SeqCst};

/// The atomic at an address in a slot, checked for nil.
macro_rules! word {
    ($s:ident, $cx:ident, $ty:ty, $ptr:expr, $off:expr) => {{
        let p = $s.get($ptr);
        if p < NIL_PAGE {
            leave!($s, $cx, exit_nil);
        }
        &*(p as *const u8).wrapping_add(usize::from($off)).cast::<$ty>()
    }};
}

/// Leaves the number of who has taken a mutex in the word behind the mutex's own: for reports of deadlocks.
///
/// # Safety
/// `word` is that of a `sync.Mutex`, whose second word is for this.
#[inline(always)]
pub(crate) unsafe fn note_holder(word: &AtomicU32, id: u64) {
    // SAFETY: the caller's promise.
    let holder = unsafe { AtomicU32::from_ptr(word.as_ptr().add(1)) };
    holder.store(id as u32, Relaxed);
}

/// Instructions of a destination and an address.
macro_rules! updates {
    ($($name:ident $ty:ty, |$p:ident, $v:ident| $e:expr;)*) => { sem! { $(
        $name(s, cx; dst, ptr, off) {
            let $p = word!(s, cx, $ty, ptr, off);
            let $v = s.get(dst);
            s.set(dst, $e);
        }
    )* } };
}

updates! {
    AtomicLoadI32 AtomicI32, |p, _v| p.load(SeqCst) as u64;
    AtomicLoadU32 AtomicU32, |p, _v| u64::from(p.load(SeqCst));
    AtomicLoad64 AtomicU64, |p, _v| p.load(SeqCst);
    AtomicAddI32 AtomicI32, |p, v| p.fetch_add(v as i32, SeqCst).wrapping_add(v as i32) as u64;
    AtomicAddU32 AtomicU32, |p, v| u64::from(p.fetch_add(v as u32, SeqCst).wrapping_add(v as u32));
    AtomicAdd64 AtomicU64, |p, v| p.fetch_add(v, SeqCst).wrapping_add(v);
    AtomicSwapI32 AtomicI32, |p, v| p.swap(v as i32, SeqCst) as u64;
    AtomicSwapU32 AtomicU32, |p, v| u64::from(p.swap(v as u32, SeqCst));
    AtomicSwap64 AtomicU64, |p, v| p.swap(v, SeqCst);
}

/// Additions of a constant and a jump on the sum. The constant is not an operand: where a loop counts up and down again, one
/// handler would go on at two places in turn, and processors guess such jumps wrong behind a locked instruction.
macro_rules! jumps {
    ($($name:ident $n:literal;)*) => { sem! { $(
        $name(s, cx; dst, ptr, off) {
            let p = word!(s, cx, AtomicI32, ptr, off);
            let (_, to) = s.ext();
            let sum = p.fetch_add($n, SeqCst).wrapping_add($n);
            s.set(dst, sum as u64);
            if sum >= 0 {
                branch();
                s.jump(to as i32 as isize);
            }
        }
    )* } };
}

jumps! {
    JmpAtomicIncI32 1;
    JmpAtomicDecI32 -1;
}

sem! {
    AtomicStore32(s, cx; ptr, off, src) {
        word!(s, cx, AtomicU32, ptr, off).store(s.get(src) as u32, SeqCst);
    }
    AtomicStore64(s, cx; ptr, off, src) {
        word!(s, cx, AtomicU64, ptr, off).store(s.get(src), SeqCst);
    }
    AtomicAddI32Imm(s, cx; dst, ptr, off) {
        let p = word!(s, cx, AtomicI32, ptr, off);
        let (_, n) = s.ext();
        let n = n as i32;
        s.set(dst, p.fetch_add(n, SeqCst).wrapping_add(n) as u64);
    }
    AtomicCas32(s, cx; dst, ptr, args) {
        let p = word!(s, cx, AtomicU32, ptr, 0_u16);
        let [old, new] = s.pair(args);
        let swapped = p.compare_exchange(old as u32, new as u32, SeqCst, SeqCst).is_ok();
        s.set(dst, u64::from(swapped));
    }
    AtomicCas64(s, cx; dst, ptr, args) {
        let p = word!(s, cx, AtomicU64, ptr, 0_u16);
        let [old, new] = s.pair(args);
        s.set(dst, u64::from(p.compare_exchange(old, new, SeqCst, SeqCst).is_ok()));
    }
    JmpCas32(s, cx; ptr, off, k) {
        let p = word!(s, cx, AtomicU32, ptr, off);
        let (_, to) = s.ext();
        if p.compare_exchange(u32::from(k & 255), u32::from(k >> 8), SeqCst, SeqCst).is_ok() {
            branch();
            s.jump(to as i32 as isize);
        }
    }
    JmpLock(s, cx; ptr, off) {
        let p = word!(s, cx, AtomicU32, ptr, off);
        let (_, to) = s.ext();
        if Word(p).try_lock() {
            note_holder(p, (*cx.g).id);
            branch();
            s.jump(to as i32 as isize);
        }
    }
    JmpUnlock(s, cx; ptr, off) {
        let p = word!(s, cx, AtomicU32, ptr, off);
        let (_, to) = s.ext();
        if Word(p).try_unlock() {
            branch();
            s.jump(to as i32 as isize);
        }
    }
}
