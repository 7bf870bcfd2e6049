//! Makes objects: variables, closures, slices; and grows slices.

use crate::collector::barrier::barrier;
use crate::goroutine::context::Cx;
use crate::goroutine::fault::Fault;
use crate::goroutine::registers::VmRegisters;
use crate::interp::handler::{sem, slow};
use crate::interp::long_work::GrowingSlice;
use crate::interp::memory::{store8, store64};
use crate::native::work_parts::WORK_PART_BYTES;
use crate::types::desc_of_closure;
use minigo_bytecode::NIL_PAGE_SIZE;
use minigo_bytecode::operand::FuncId;
use minigo_bytecode::ops::Op;
use minigo_heap::{Desc, publication_barrier, round_up};

/// The size limit of objects, the address space of a program: as in Go on amd64.
pub(crate) const MAX_ALLOC: u64 = 1 << 48;

sem! {
    New(s, cx; dst, ty) {
        cx.save_registers(s);
        let info = *cx.type_infos.add(ty.get() as usize);
        let p = if info.size == 0 { cx.zero_size_address() } else { cx.alloc(info.size as usize, info.desc) };
        s.set(dst, p as u64);
        s.budget = cx.registers.budget;
    }
    NewClosure(s, cx; dst, func) {
        cx.save_registers(s);
        s.set(dst, new_closure(cx, FuncId(func.get())));
        s.budget = cx.registers.budget;
    }
    FuncValue(s, cx; dst, func) {
        s.set(dst, cx.shared().image.static_closure(FuncId(func.get())));
    }
    Closure(s, cx; dst) {
        s.set(dst, *s.frame_base.sub(2));
    }
    LoadCapture(s, cx; dst, off) {
        let closure = *s.frame_base.sub(2) as *const u8;
        s.set(dst, closure.add(usize::from(off)).cast::<u64>().read());
    }
    MakeSlice(s, cx; dst, len, cap) {
        let (_, ty) = s.read_ext_operands();
        slow!(s, cx, make_slice(cx, s.slot_address(dst), ty, s.signed_slot(len), s.signed_slot(cap)));
    }
    Append(s, cx; dst, x, first) {
        let (n, ty) = s.read_ext_operands();
        let p = s.slot_address(x);
        let (base, len, cap) = (*p, *p.add(1), *p.add(2));
        if n == 1 && len < cap {
            let info = *cx.type_infos.add(ty as usize);
            let size = info.size as usize;
            let to = (base as *mut u8).add(len as usize * size);
            barrier!(cx, to, size, ty);
            store_value(to, s.slot_address(first), size, info.desc);
            s.set_triple(dst, [base, len + 1, cap]);
        } else {
            slow!(s, cx, append_elements(cx, s.slot_address(dst), p, s.slot_address(first), usize::from(n), ty));
        }
    }
    AppendSlice(s, cx; dst, x, y) {
        let (_, ty) = s.read_ext_operands();
        slow!(s, cx, append_slice(cx, s.slot_address(dst), s.slot_address(x), s.slot_address(y), ty));
    }
    AppendZeros(s, cx; dst, x, n) {
        let (_, ty) = s.read_ext_operands();
        slow!(s, cx, append_zeros(cx, s.slot_address(dst), s.slot_address(x), s.signed_slot(n), ty));
    }
    UnsafeSlice(s, cx; dst, ptr, len) {
        let (_, ty) = s.read_ext_operands();
        slow!(s, cx, unsafe_slice(cx, s.slot_address(dst), s.get(ptr), s.signed_slot(len), ty));
    }
    UnsafeString(s, cx; dst, ptr, len) {
        slow!(s, cx, unsafe_string(cx, s.slot_address(dst), s.get(ptr), s.signed_slot(len)));
    }
}

/// Stores a value of `size` bytes from slots into memory, as whole words if the value has pointers.
#[inline(always)]
unsafe fn store_value(to: *mut u8, from: *const u64, size: usize, desc: Desc) {
    // SAFETY: the caller provides memory of that size, and the slots of a value.
    unsafe {
        match size {
            8 if to.cast::<u64>().is_aligned() => store64(to, *from),
            1 => store8(to, *from),
            4 => to.cast::<u32>().write_unaligned(*from as u32),
            16 if desc != Desc::NO_SCAN => {
                store64(to, *from);
                store64(to.add(8), *from.add(1));
            }
            _ => Cx::copy_values(to, from.cast(), size, desc),
        }
    }
}

#[inline(never)]
pub(crate) fn new_closure(cx: &mut Cx, func: FuncId) -> u64 {
    let image = &cx.shared().image;
    let f = &image.program.funcs[func.0 as usize];
    let (size, code) = (f.captures.size as usize + 8, image.entry_pc(func) as u64);
    let desc =
        if f.captures.pointer_words.is_empty() { Desc::NO_SCAN } else { desc_of_closure(func) };
    let p = cx.alloc(size, desc).cast::<u64>();
    // SAFETY: a new object of at least one word.
    unsafe { *p = code };
    // Publishes the closure, so that a racing goroutine that reads it finds its code.
    publication_barrier();
    p as u64
}

#[inline(never)]
unsafe fn make_slice(cx: &mut Cx, dst: *mut u64, ty: u32, len: i64, cap: i64) -> bool {
    // SAFETY: types of instructions exist.
    let info = unsafe { *cx.type_infos.add(ty as usize) };
    let fits = |n: i64| {
        let bytes = (n as u64).checked_mul(info.size);
        n >= 0 && bytes.is_some_and(|b| b <= MAX_ALLOC)
    };
    if !fits(cap) || len < 0 || len > cap {
        return cx.fail_with(if fits(len) { Fault::MakeSliceCap } else { Fault::MakeSliceLen });
    }
    let bytes = cap as usize * info.size as usize;
    let p = if bytes == 0 { cx.zero_size_address() } else { cx.alloc(bytes, info.desc) };
    // SAFETY: the addresses are slots of the frame.
    unsafe { dst.cast::<[u64; 3]>().write([p as u64, len as u64, cap as u64]) };
    true
}

/// The capacity that Go gives a slice of capacity `old` that must hold `needed` elements, before rounding up to size
/// classes.
fn unrounded_cap(old: u64, needed: u64) -> u64 {
    const THRESHOLD: u64 = 256;
    if needed > old.saturating_mul(2) {
        return needed;
    }
    if old < THRESHOLD {
        return old * 2;
    }
    let mut cap = old;
    while cap < needed {
        cap += (cap + 3 * THRESHOLD) >> 2;
    }
    cap
}

/// The capacity of a grown slice, and its size in bytes; `None` when that exceeds the largest object.
pub(crate) fn grown_cap(old: u64, needed: u64, size: u64, pointers: bool) -> Option<(u64, usize)> {
    let bytes = unrounded_cap(old, needed).checked_mul(size)?;
    if bytes > MAX_ALLOC {
        return None;
    }
    let bytes = round_up(bytes as usize, pointers) as u64;
    let cap = bytes / size;
    Some((cap, (cap * size) as usize))
}

/// Allocates memory for `needed` elements, more than the slice's capacity, and copies the old elements to the new
/// memory. `None`: the instruction has panicked, or will be executed again.
unsafe fn grow_slice(cx: &mut Cx, x: [u64; 3], needed: u64, ty: u32) -> Option<GrowingSlice> {
    // SAFETY: types of instructions exist.
    let info = unsafe { *cx.type_infos.add(ty as usize) };
    if needed > i64::MAX as u64 {
        cx.fail_with(Fault::GrowSlice);
        return None;
    }
    if info.size == 0 {
        return Some(GrowingSlice::new_bytes(cx.zero_size_address() as u64, needed));
    }
    let pointers = info.desc != Desc::NO_SCAN;
    let Some((cap, bytes)) = grown_cap(x[2], needed, info.size, pointers) else {
        cx.fail_with(Fault::GrowSlice);
        return None;
    };
    let old = (x[1] * info.size) as usize;
    // Only a growth of several parts can have been interrupted.
    let resumed = if bytes > WORK_PART_BYTES { cx.resumed_state() } else { None };
    let mut growing = match resumed {
        Some(growing) => growing,
        None => GrowingSlice::new_bytes(cx.alloc(bytes, info.desc) as u64, cap),
    };
    // SAFETY: the old elements lie at the slice's base, and the new memory is larger.
    if !unsafe { growing.copy_old_elements(cx, x[0] as *const u8, old, info.desc) } {
        return None;
    }
    cx.registers.charge_budget(old.min(WORK_PART_BYTES));
    Some(growing)
}

/// Returns memory for `needed` elements, of which the last `bytes` bytes will be appended: the slice's own memory if
/// the elements fit, otherwise new memory. Returns `None` if the instruction has panicked, or will be executed again.
unsafe fn reserve_elements(
    cx: &mut Cx,
    x: [u64; 3],
    needed: u64,
    bytes: usize,
    ty: u32,
) -> Option<GrowingSlice> {
    if needed > x[2] {
        // SAFETY: the caller's promises.
        return unsafe { grow_slice(cx, x, needed, ty) };
    }
    let resumed = if bytes > WORK_PART_BYTES { cx.resumed_state() } else { None };
    Some(resumed.unwrap_or(GrowingSlice::new_bytes(x[0], x[2])))
}

#[inline(never)]
unsafe fn append_elements(
    cx: &mut Cx,
    dst: *mut u64,
    x: *const u64,
    first: *const u64,
    n: usize,
    ty: u32,
) -> bool {
    // SAFETY: the operands are slots of the frame, and the type exists.
    unsafe {
        let x = *x.cast::<[u64; 3]>();
        if n == 0 {
            dst.cast::<[u64; 3]>().write(x);
            return true;
        }
        let info = *cx.type_infos.add(ty as usize);
        let size = info.size as usize;
        let needed = x[1] + n as u64;
        let (base, cap) = if needed <= x[2] {
            (x[0], x[2])
        } else {
            let Some(grown) = grow_slice(cx, x, needed, ty) else { return false };
            (grown.base, grown.capacity)
        };
        let slots = size.div_ceil(8);
        barrier!(cx, (base as *mut u8).add(x[1] as usize * size), n * size, ty);
        for i in 0..n {
            let to = (base as *mut u8).add((x[1] as usize + i) * size);
            store_value(to, first.add(i * slots), size, info.desc);
        }
        dst.cast::<[u64; 3]>().write([base, needed, cap]);
    }
    true
}

#[inline(never)]
unsafe fn append_slice(cx: &mut Cx, dst: *mut u64, x: *const u64, y: *const u64, ty: u32) -> bool {
    // SAFETY: the operands are slots of the frame, and the type exists.
    unsafe {
        let (x, y) = (*x.cast::<[u64; 3]>(), *y.cast::<[u64; 2]>());
        if y[1] == 0 {
            dst.cast::<[u64; 3]>().write(x);
            return true;
        }
        let info = *cx.type_infos.add(ty as usize);
        let size = info.size as usize;
        let (needed, at, bytes) = (x[1] + y[1], x[1] as usize * size, y[1] as usize * size);
        if needed <= x[2] && bytes <= WORK_PART_BYTES {
            // The common case: a few bytes are appended behind existing elements.
            let to = (x[0] as *mut u8).add(at);
            barrier!(cx, to, bytes, ty);
            Cx::copy_values(to, y[0] as *const u8, bytes, info.desc);
            cx.registers.charge_budget(bytes);
            dst.cast::<[u64; 3]>().write([x[0], needed, x[2]]);
            return true;
        }
        let Some(mut growing) = reserve_elements(cx, x, needed, bytes, ty) else { return false };
        if !growing.append_elements(cx, at, Some(y[0] as *const u8), bytes, ty) {
            return false;
        }
        cx.registers.charge_budget(bytes.min(WORK_PART_BYTES));
        dst.cast::<[u64; 3]>().write([growing.base, needed, growing.capacity]);
    }
    true
}

#[inline(never)]
unsafe fn append_zeros(cx: &mut Cx, dst: *mut u64, x: *const u64, n: i64, ty: u32) -> bool {
    if n < 0 {
        return cx.fail_with(Fault::MakeSliceLen);
    }
    // SAFETY: the operands are slots of the frame, and the type exists.
    unsafe {
        let x = *x.cast::<[u64; 3]>();
        let info = *cx.type_infos.add(ty as usize);
        let size = info.size as usize;
        let (at, bytes) = (x[1] as usize * size, (n as usize).saturating_mul(size));
        let Some(mut growing) = reserve_elements(cx, x, x[1] + n as u64, bytes, ty) else {
            return false;
        };
        // The new elements must be zeroed; new memory is zero already.
        if growing.base == x[0] && n > 0 {
            if !growing.append_elements(cx, at, None, bytes, ty) {
                return false;
            }
            cx.registers.charge_budget(bytes.min(WORK_PART_BYTES));
        }
        dst.cast::<[u64; 3]>().write([growing.base, x[1] + n as u64, growing.capacity]);
    }
    true
}

#[inline(never)]
unsafe fn unsafe_slice(cx: &mut Cx, dst: *mut u64, ptr: u64, len: i64, ty: u32) -> bool {
    // SAFETY: types of instructions exist.
    let size = unsafe { (*cx.type_infos.add(ty as usize)).size };
    if ptr < NIL_PAGE_SIZE && len > 0 {
        return cx.fail_with(Fault::UnsafeSliceNil);
    }
    // The program guarantees that the elements exist; but they cannot extend beyond the end of the address space.
    let bytes = (len as u64).checked_mul(size);
    if len < 0 || bytes.is_none_or(|b| b > ptr.wrapping_neg() && size > 0 && len > 0) {
        return cx.fail_with(Fault::UnsafeSliceLen);
    }
    // SAFETY: the addresses are slots of the frame.
    unsafe { dst.cast::<[u64; 3]>().write([ptr, len as u64, len as u64]) };
    true
}

#[inline(never)]
unsafe fn unsafe_string(cx: &mut Cx, dst: *mut u64, ptr: u64, len: i64) -> bool {
    if ptr < NIL_PAGE_SIZE && len > 0 {
        return cx.fail_with(Fault::UnsafeStringNil);
    }
    if len < 0 || len > 0 && len as u64 > ptr.wrapping_neg() {
        return cx.fail_with(Fault::UnsafeStringLen);
    }
    // SAFETY: the addresses are slots of the frame.
    unsafe { dst.cast::<[u64; 2]>().write([ptr, len as u64]) };
    true
}
