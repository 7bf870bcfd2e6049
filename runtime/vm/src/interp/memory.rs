//! Loads and stores through pointers, globals, and parts of slots.
//!
//! Single words are read and written atomically (relaxed), as Go's memory model demands for programs with races; on
//! amd64 these are plain moves, which need no alignment: package unsafe lets programs access unaligned words, whose
//! addresses go through `from_ptr`. Values of several words can tear, as in Go. (Values with pointers are copied [by
//! words](crate::memory::words) where a marking may read them.)

use crate::collector::barrier::{barrier, fault_in};
use crate::goroutine::context::Cx;
use crate::goroutine::registers::VmRegisters;
use crate::interp::handler::{exit_nil, leave, sem, slow};
use crate::interp::long_work;
use crate::memory::recorded_accesses::note_access;
use crate::native::work_parts::WORK_PART_BYTES;
use minigo_bytecode::NIL_PAGE_SIZE;
use minigo_bytecode::ops::{MemoryAccessKind, Op};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64};

#[inline(always)]
pub(crate) unsafe fn load8(p: *mut u8) -> u64 {
    note_access(MemoryAccessKind::Reads, p, 1);
    // SAFETY: the caller's promise.
    unsafe { u64::from((*p.cast::<AtomicU8>()).load(Relaxed)) }
}

#[inline(always)]
pub(crate) unsafe fn load16(p: *mut u8) -> u64 {
    note_access(MemoryAccessKind::Reads, p, 2);
    // SAFETY: the caller's promise.
    unsafe { u64::from(AtomicU16::from_ptr(p.cast()).load(Relaxed)) }
}

#[inline(always)]
pub(crate) unsafe fn load32(p: *mut u8) -> u64 {
    note_access(MemoryAccessKind::Reads, p, 4);
    // SAFETY: the caller's promise.
    unsafe { u64::from(AtomicU32::from_ptr(p.cast()).load(Relaxed)) }
}

#[inline(always)]
pub(crate) unsafe fn load64(p: *mut u8) -> u64 {
    note_access(MemoryAccessKind::Reads, p, 8);
    // SAFETY: the caller's promise.
    unsafe { AtomicU64::from_ptr(p.cast()).load(Relaxed) }
}

#[inline(always)]
pub(crate) unsafe fn store8(p: *mut u8, v: u64) {
    note_access(MemoryAccessKind::Writes, p, 1);
    // SAFETY: the caller's promise.
    unsafe { (*p.cast::<AtomicU8>()).store(v as u8, Relaxed) }
}

#[inline(always)]
pub(crate) unsafe fn store16(p: *mut u8, v: u64) {
    note_access(MemoryAccessKind::Writes, p, 2);
    // SAFETY: the caller's promise.
    unsafe { AtomicU16::from_ptr(p.cast()).store(v as u16, Relaxed) }
}

#[inline(always)]
pub(crate) unsafe fn store32(p: *mut u8, v: u64) {
    note_access(MemoryAccessKind::Writes, p, 4);
    // SAFETY: the caller's promise.
    unsafe { AtomicU32::from_ptr(p.cast()).store(v as u32, Relaxed) }
}

#[inline(always)]
pub(crate) unsafe fn store64(p: *mut u8, v: u64) {
    note_access(MemoryAccessKind::Writes, p, 8);
    // SAFETY: the caller's promise.
    unsafe { AtomicU64::from_ptr(p.cast()).store(v, Relaxed) }
}

/// The address in a slot, after a nil check.
macro_rules! pointer {
    ($s:ident, $cx:ident, $ptr:expr, $off:expr) => {{
        let p = $s.get($ptr);
        if p < NIL_PAGE_SIZE {
            leave!($s, $cx, exit_nil);
        }
        (p as *mut u8).wrapping_add($off as usize)
    }};
}
pub(super) use pointer;

/// Loads of one word or less.
macro_rules! loads {
    ($($name:ident |$p:ident| $e:expr;)*) => { sem! { $(
        $name(s, cx; dst, ptr, off) {
            let $p = pointer!(s, cx, ptr, off);
            s.set(dst, $e);
        }
    )* } };
}

loads! {
    LoadI8 |p| (load8(p) as i8) as u64;
    LoadU8 |p| load8(p);
    LoadI16 |p| (load16(p) as i16) as u64;
    LoadU16 |p| load16(p);
    LoadI32 |p| (load32(p) as i32) as u64;
    LoadU32 |p| load32(p);
    Load64 |p| load64(p);
}

/// Stores of one slot.
macro_rules! stores {
    ($($name:ident |$p:ident, $v:ident| $e:expr;)*) => { sem! { $(
        $name(s, cx; ptr, off, src) {
            let $p = pointer!(s, cx, ptr, off);
            let $v = s.get(src);
            $e;
        }
    )* } };
}

stores! {
    Store8 |p, v| store8(p, v);
    Store16 |p, v| store16(p, v);
    Store32 |p, v| store32(p, v);
    Store64 |p, v| store64(p, v);
    AddMem64 |p, v| store64(p, load64(p).wrapping_add(v));
    AddMemF64 |p, v| store64(p, (f64::from_bits(load64(p)) + f64::from_bits(v)).to_bits());
    SubMemF64 |p, v| store64(p, (f64::from_bits(load64(p)) - f64::from_bits(v)).to_bits());
}

/// Stores of two words.
macro_rules! stores2 {
    ($($name:ident)*) => { sem! { $(
        $name(s, cx; ptr, off, src) {
            let p = pointer!(s, cx, ptr, off);
            let v = s.slot_pair(src);
            store64(p, v[0]);
            store64(p.add(8), v[1]);
        }
    )* } };
}

stores2! { Store128 }

sem! {
    StorePtr(s, cx; ptr, off, src) {
        let p = pointer!(s, cx, ptr, off);
        let v = s.get(src);
        barrier!(cx, p);
        store64(p, v);
    }
    StoreStr(s, cx; ptr, off, src) {
        let p = pointer!(s, cx, ptr, off);
        let v = s.slot_pair(src);
        barrier!(cx, p);
        store64(p, v[0]);
        store64(p.add(8), v[1]);
    }
    StoreIface(s, cx; ptr, off, src) {
        let p = pointer!(s, cx, ptr, off);
        let v = s.slot_pair(src);
        barrier!(cx, p.add(8));
        store64(p, v[0]);
        store64(p.add(8), v[1]);
    }
    Load128(s, cx; dst, ptr, off) {
        let p = pointer!(s, cx, ptr, off);
        s.set_pair(dst, [load64(p), load64(p.add(8))]);
    }
    Load192(s, cx; dst, ptr, off) {
        let p = pointer!(s, cx, ptr, off);
        s.set_triple(dst, [load64(p), load64(p.add(8)), load64(p.add(16))]);
    }
    Store192(s, cx; ptr, off, src) {
        let p = pointer!(s, cx, ptr, off);
        let v = s.slot_address(src);
        let v = [*v, *v.add(1), *v.add(2)];
        store64(p, v[0]);
        store64(p.add(8), v[1]);
        store64(p.add(16), v[2]);
    }
    LoadMem(s, cx; dst, ptr, bytes) {
        let p = pointer!(s, cx, ptr, 0);
        load_mem(s.slot_address(dst), p, usize::from(bytes));
    }
    StoreSlice(s, cx; ptr, off, src) {
        let p = pointer!(s, cx, ptr, off);
        let v = s.slot_address(src);
        let v = [*v, *v.add(1), *v.add(2)];
        barrier!(cx, p);
        store64(p, v[0]);
        store64(p.add(8), v[1]);
        store64(p.add(16), v[2]);
    }
    StoreMem(s, cx; ptr, src, bytes) {
        let p = pointer!(s, cx, ptr, 0);
        note_access(MemoryAccessKind::Writes, p, usize::from(bytes));
        p.copy_from(s.slot_address(src).cast(), usize::from(bytes));
    }
    StoreTyped(s, cx; ptr, src) {
        let p = pointer!(s, cx, ptr, 0);
        let (_, ty) = s.read_ext_operands();
        let info = *cx.type_infos.add(ty as usize);
        barrier!(cx, p, info.size as usize, ty);
        s.charge_budget(info.size as usize);
        Cx::copy_values(p, s.slot_address(src).cast(), info.size as usize, info.desc);
    }
    CopyTyped(s, cx; dst, src) {
        let to = pointer!(s, cx, dst, 0);
        let from = pointer!(s, cx, src, 0);
        let (_, ty) = s.read_ext_operands();
        let info = *cx.type_infos.add(ty as usize);
        if info.size as usize > WORK_PART_BYTES {
            fault_in(from, from.add(info.size as usize - 1));
            fault_in(to, to.add(info.size as usize - 1));
            slow!(s, cx, long_work::copy_memory(cx, to, from, info.size as usize, ty));
        } else {
            barrier!(cx, to, info.size as usize, ty);
            s.charge_budget(info.size as usize);
            Cx::copy_values(to, from, info.size as usize, info.desc);
        }
    }
    ZeroTyped(s, cx; ptr, ty) {
        let p = pointer!(s, cx, ptr, 0);
        let info = *cx.type_infos.add(ty.get() as usize);
        if info.size as usize > WORK_PART_BYTES {
            fault_in(p, p.add(info.size as usize - 1));
            slow!(s, cx, long_work::clear_memory(cx, p, info.size as usize, ty.get()));
        } else {
            barrier!(cx, p, info.size as usize, ty.get());
            s.charge_budget(info.size as usize);
            Cx::clear_values(p, info.size as usize, info.desc);
        }
    }
    AddrOff(s, cx; dst, ptr, off) {
        let p = pointer!(s, cx, ptr, off);
        s.set(dst, p as u64);
    }
    AddrOffWide(s, cx; dst, ptr) {
        let p = pointer!(s, cx, ptr, 0);
        let (_, off) = s.read_ext_operands();
        s.set(dst, p as u64 + u64::from(off));
    }
    NilCheck(s, cx; ptr) {
        let _ = pointer!(s, cx, ptr, 0);
    }
    GlobalAddr(s, cx; dst, off) {
        s.set(dst, cx.globals as u64 + u64::from(off.get()));
    }
    LoadGlobal(s, cx; dst, off) {
        s.set(dst, load64(cx.globals.add(off.get() as usize)));
    }
    StoreGlobal(s, cx; src, off) {
        store64(cx.globals.add(off.get() as usize), s.get(src));
    }
    StoreGlobalPtr(s, cx; src, off) {
        let p = cx.globals.add(off.get() as usize);
        barrier!(cx, p);
        store64(p, s.get(src));
    }
    PartCopy(s, cx; off) {
        let (n, from) = s.read_ext_operands();
        let frame = s.frame_base.cast::<u8>();
        frame.add(off.get() as usize).copy_from(frame.add(from as usize), usize::from(n));
    }
}

/// Loads from a part of the slots.
macro_rules! parts {
    ($($name:ident $ty:ty;)*) => { sem! { $(
        $name(s, cx; dst, off) {
            let v = s.frame_base.cast::<u8>().add(off.get() as usize).cast::<$ty>().read_unaligned();
            s.set(dst, v as u64);
        }
    )* } };
}

parts! {
    PartI8 i8;
    PartU8 u8;
    PartI16 i16;
    PartU16 u16;
    PartI32 i32;
    PartU32 u32;
}

/// Stores to a part of the slots.
macro_rules! set_parts {
    ($($name:ident $ty:ty;)*) => { sem! { $(
        $name(s, cx; src, off) {
            let v = s.get(src) as $ty;
            s.frame_base.cast::<u8>().add(off.get() as usize).cast::<$ty>().write_unaligned(v);
        }
    )* } };
}

set_parts! {
    SetPart8 u8;
    SetPart16 u16;
    SetPart32 u32;
}

/// Copies a value to slots; the rest of its last slot becomes zero.
#[inline(always)]
pub(super) unsafe fn load_mem(dst: *mut u64, src: *const u8, bytes: usize) {
    note_access(MemoryAccessKind::Reads, src, bytes);
    // SAFETY: the caller provides a value of that size, and slots for it.
    unsafe {
        if !bytes.is_multiple_of(8) {
            *dst.add(bytes / 8) = 0;
        }
        dst.cast::<u8>().copy_from(src, bytes);
    }
}
