//! Atomic operations: the functions of sync/atomic on words in memory, and the fast paths of mutexes.
//!
//! Only atomic instructions have memory ordering; ordinary loads and stores have none. All atomic operations are
//! sequentially consistent, as Go's memory model demands; on amd64 that costs nothing for loads.

use crate::goroutine::context::Cx;
use crate::goroutine::registers::{VmRegisters, prevent_conditional_move};
use crate::interp::handler::{exit_nil, exit_reads, exit_reads_no_more, leave, sem};
use crate::shared::locks::{LockSite, lock_note, write_lock_note};
use minigo_bytecode::NIL_PAGE_SIZE;
use minigo_bytecode::ops::Op;
use minigo_sync::MutexWord;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::atomic::{AtomicI32, AtomicU16, AtomicU32, AtomicU64};

/// The atomic word at the address in a slot, after a nil check.
macro_rules! word {
    ($s:ident, $cx:ident, $ty:ty, $ptr:expr, $off:expr) => {{
        let p = $s.get($ptr);
        if p < NIL_PAGE_SIZE {
            leave!($s, $cx, exit_nil);
        }
        &*(p as *const u8).wrapping_add(usize::from($off)).cast::<$ty>()
    }};
}

/// The place where a lock is locked: the instruction before `pc`, or, if `up` is not 0, the call that made the frame.
#[inline(always)]
unsafe fn lock_site(s: VmRegisters, cx: &Cx, up: u16) -> LockSite {
    // SAFETY: the return address lies below a frame's base.
    let pc = if up == 0 { s.pc } else { unsafe { *s.frame_base.sub(1) as *const Op } };
    LockSite::before(pc, cx.code)
}

/// Instructions with a destination and an address.
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

// Read-locking and read-unlocking are two instructions, rather than one that adds a number: where a loop counts up and
// down, one handler would jump to two places in turn, and CPUs mispredict such jumps behind a locked instruction.
sem! {
    JmpReadLock(s, cx; dst, ptr, off) {
        let p = word!(s, cx, AtomicI32, ptr, off);
        let here = s;
        let (up, to) = s.read_ext_operands();
        let (lock, at) = (p.as_ptr() as u64, lock_site(here, cx, up));
        // The lock is recorded before the addition: instructions behind a locked instruction wait for the locked
        // instruction.
        let noted = (*cx.g).read_locks.note_inline(lock, at);
        let readers = p.fetch_add(1, SeqCst).wrapping_add(1);
        s.set(dst, readers as u64);
        if readers >= 0 {
            prevent_conditional_move();
            s.jump_by(to as i32 as isize);
            if noted.is_none() {
                leave!(s, cx, exit_reads, lock, at);
            }
        } else if let Some(index) = noted {
            (*cx.g).read_locks.remove_inline(index);
        }
    }
    JmpReadUnlock(s, cx; dst, ptr, off) {
        let p = word!(s, cx, AtomicI32, ptr, off);
        let (_, to) = s.read_ext_operands();
        let lock = p.as_ptr() as u64;
        let forgotten = (*cx.g).read_locks.forget_inline(lock);
        let readers = p.fetch_sub(1, SeqCst).wrapping_sub(1);
        s.set(dst, readers as u64);
        if readers >= 0 {
            prevent_conditional_move();
            s.jump_by(to as i32 as isize);
        }
        if !forgotten {
            leave!(s, cx, exit_reads_no_more, lock);
        }
    }
    AtomicStore32(s, cx; ptr, off, src) {
        word!(s, cx, AtomicU32, ptr, off).store(s.get(src) as u32, SeqCst);
    }
    AtomicStore64(s, cx; ptr, off, src) {
        word!(s, cx, AtomicU64, ptr, off).store(s.get(src), SeqCst);
    }
    AtomicAddI32Imm(s, cx; dst, ptr, off) {
        let p = word!(s, cx, AtomicI32, ptr, off);
        let (_, n) = s.read_ext_operands();
        let n = n as i32;
        s.set(dst, p.fetch_add(n, SeqCst).wrapping_add(n) as u64);
    }
    AtomicCas32(s, cx; dst, ptr, args) {
        let p = word!(s, cx, AtomicU32, ptr, 0_u16);
        let [old, new] = s.slot_pair(args);
        let swapped = p.compare_exchange(old as u32, new as u32, SeqCst, SeqCst).is_ok();
        s.set(dst, u64::from(swapped));
    }
    AtomicCas64(s, cx; dst, ptr, args) {
        let p = word!(s, cx, AtomicU64, ptr, 0_u16);
        let [old, new] = s.slot_pair(args);
        s.set(dst, u64::from(p.compare_exchange(old, new, SeqCst, SeqCst).is_ok()));
    }
    JmpCas32(s, cx; ptr, off, k) {
        let p = word!(s, cx, AtomicU32, ptr, off);
        let (_, to) = s.read_ext_operands();
        if p.compare_exchange(u32::from(k & 255), u32::from(k >> 8), SeqCst, SeqCst).is_ok() {
            prevent_conditional_move();
            s.jump_by(to as i32 as isize);
        }
    }
    JmpLock(s, cx; ptr, off, up) {
        let p = word!(s, cx, AtomicU16, ptr, off);
        let here = s;
        let (_, to) = s.read_ext_operands();
        let note = lock_note(p, (*cx.g).id, lock_site(here, cx, up));
        if MutexWord(p).try_lock() {
            write_lock_note(p, note);
            prevent_conditional_move();
            s.jump_by(to as i32 as isize);
        }
    }
    JmpUnlock(s, cx; ptr, off) {
        let p = word!(s, cx, AtomicU16, ptr, off);
        let (_, to) = s.read_ext_operands();
        if MutexWord(p).try_unlock() {
            prevent_conditional_move();
            s.jump_by(to as i32 as isize);
        }
    }
}
