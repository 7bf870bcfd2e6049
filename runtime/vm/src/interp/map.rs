//! Maps: instructions on top of [`crate::map`].

use crate::goroutine::context::Cx;
use crate::goroutine::fault::Fault;
use crate::goroutine::out_of_memory;
use crate::goroutine::registers::VmRegisters;
use crate::interp::handler::{sem, slow};
use crate::map::iter::MapIter as Iter;
use crate::map::word_map::{map_get_word, map_set_word};
use crate::map::{Map, MapError, map_clear, map_delete, map_get, map_len, map_new, map_set};
use crate::memory::words;
use crate::types::DESC_ANY;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::ops::Op;

sem! {
    MakeMap(s, cx; dst, hint) {
        let (_, ty) = s.read_ext_operands();
        slow!(s, cx, make_map(cx, s.slot_address(dst), s.signed_slot(hint), ty));
    }
    MapGet(s, cx; dst, m, key) {
        let (n, ty) = s.read_ext_operands();
        slow!(s, cx, get(cx, s.slot_address(dst), s.get(m), s.slot_address(key), n, ty, false));
    }
    MapGetOk(s, cx; dst, m, key) {
        let (n, ty) = s.read_ext_operands();
        slow!(s, cx, get(cx, s.slot_address(dst), s.get(m), s.slot_address(key), n, ty, true));
    }
    MapGetWord(s, cx; dst, m, key) {
        match map_get_word(s.get(m) as *const Map, s.get(key)) {
            Ok(found) if found.is_null() => s.set(dst, 0),
            Ok(found) => s.set(dst, *found),
            Err(e) => slow!(s, cx, map_fault(cx, e)),
        }
        s.pc = s.pc.add(1);
    }
    MapSet(s, cx; m, key, val) {
        let (n, ty) = s.read_ext_operands();
        slow!(s, cx, set(cx, s.get(m), s.slot_address(key), s.slot_address(val), n, ty));
    }
    MapSetWord(s, cx; m, key, val) {
        if map_set_word(s.get(m) as *const Map, s.get(key), s.get(val)) {
            s.pc = s.pc.add(1);
        } else {
            let (n, ty) = s.read_ext_operands();
            slow!(s, cx, set(cx, s.get(m), s.slot_address(key), s.slot_address(val), n, ty));
        }
    }
    MapDelete(s, cx; m, key) {
        let (_, ty) = s.read_ext_operands();
        slow!(s, cx, delete(cx, s.get(m), s.slot_address(key), ty));
    }
    MapClear(s, cx; m) {
        slow!(s, cx, clear(cx, s.get(m)));
    }
    MapLen(s, cx; dst, m) {
        s.set(dst, map_len(s.get(m) as *const Map));
    }
    MapIter(s, cx; dst, m) {
        cx.save_registers(s);
        s.set(dst, new_iter(cx, s.get(m)));
        s.budget = cx.registers.budget;
    }
    MapNext(s, cx; iter, to) {
        slow!(s, cx, next(cx, s.get(iter)));
        let iter = &*(s.get(iter) as *const Iter);
        if iter.key().is_null() {
            s.jump_by(to.get_signed() as isize);
        }
    }
    MapIterKey(s, cx; dst, iter) {
        let (n, _) = s.read_ext_operands();
        let iter = &*(s.get(iter) as *const Iter);
        s.slot_address(dst).copy_from(iter.key(), usize::from(n));
    }
    MapIterValue(s, cx; dst, iter) {
        let (n, _) = s.read_ext_operands();
        let iter = &*(s.get(iter) as *const Iter);
        s.slot_address(dst).copy_from(iter.value(), usize::from(n));
    }
}

/// Turns a map's error into a panic or fatal error.
#[cold]
pub(crate) fn map_fault(cx: &mut Cx, error: MapError) -> bool {
    match error {
        MapError::Unhashable(ty) => cx.fail_with(Fault::Unhashable(ty)),
        MapError::UnhashableLookup(ty) => cx.fail_with(Fault::UnhashableLookup(ty)),
        MapError::TooDeep => cx.overflow_stack(),
        MapError::ConcurrentWrites => cx.fail_with(Fault::Fatal("concurrent map writes")),
        MapError::ConcurrentReadWrite => {
            cx.fail_with(Fault::Fatal("concurrent map read and map write"))
        }
        MapError::ConcurrentIteration => {
            cx.fail_with(Fault::Fatal("concurrent map iteration and map write"))
        }
        MapError::OutOfMemory(e) => out_of_memory::raise_out_of_memory(e.requested),
    }
}

#[inline(never)]
unsafe fn make_map(cx: &mut Cx, dst: *mut u64, hint: i64, ty: u32) -> bool {
    let seed = cx.task().random(u32::MAX);
    let shared = cx.shared;
    // SAFETY: the machine outlives the slice.
    let layout = unsafe { &*shared }.image.map_layout(TypeId(ty));
    match map_new(cx.cache(), layout, hint.max(0) as usize, seed) {
        Ok(map) => {
            cx.request_due_collection();
            // SAFETY: the address is a slot of the frame.
            unsafe { *dst = map as u64 };
            true
        }
        Err(e) => map_fault(cx, e.into()),
    }
}

#[inline(never)]
unsafe fn get(
    cx: &mut Cx,
    dst: *mut u64,
    map: u64,
    key: *const u64,
    n: u16,
    ty: u32,
    ok: bool,
) -> bool {
    let image = &cx.shared().image;
    let layout = image.map_layout(TypeId(ty));
    let n = usize::from(n);
    // SAFETY: the instruction's type is the map's; the operands are slots of the frame.
    unsafe {
        let found = match map_get(image.types.current_types(), layout, map as *const Map, key) {
            Ok(found) => found,
            Err(e) => return map_fault(cx, e),
        };
        if found.is_null() {
            dst.write_bytes(0, n);
        } else if n == 1 {
            *dst = *found;
        } else {
            dst.copy_from(found, n);
        }
        if ok {
            *dst.add(n) = u64::from(!found.is_null());
        }
    }
    true
}

#[inline(never)]
unsafe fn set(cx: &mut Cx, map: u64, key: *const u64, val: *const u64, n: u16, ty: u32) -> bool {
    if map == 0 {
        return cx.fail_with(Fault::NilMap);
    }
    let shared = cx.shared;
    // SAFETY: the machine outlives the slice; the instruction's type is the map's; the operands are slots of the frame.
    unsafe {
        let image = &(*shared).image;
        let layout = image.map_layout(TypeId(ty));
        match map_set(cx.cache(), image.types.current_types(), layout, map as *mut Map, key) {
            Ok(place) => {
                words::copy(place.cast(), val.cast(), usize::from(n) * 8);
                cx.request_due_collection();
                true
            }
            Err(e) => map_fault(cx, e),
        }
    }
}

#[inline(never)]
unsafe fn delete(cx: &mut Cx, map: u64, key: *const u64, ty: u32) -> bool {
    let shared = cx.shared;
    // SAFETY: the machine outlives the slice.
    let image = unsafe { &(*shared).image };
    let layout = image.map_layout(TypeId(ty));
    // SAFETY: the instruction's type is the map's; the key lies in slots of the frame.
    match unsafe {
        map_delete(cx.cache(), image.types.current_types(), layout, map as *mut Map, key)
    } {
        Ok(()) => true,
        Err(e) => map_fault(cx, e),
    }
}

#[inline(never)]
unsafe fn clear(cx: &mut Cx, map: u64) -> bool {
    // SAFETY: the word is a map or nil.
    match unsafe { map_clear(cx.cache(), map as *mut Map) } {
        Ok(()) => true,
        Err(e) => map_fault(cx, e),
    }
}

#[inline(never)]
pub(crate) fn new_iter(cx: &mut Cx, map: u64) -> u64 {
    let random = u64::from(cx.task().random(u32::MAX));
    let p = cx.alloc(Iter::SIZE, DESC_ANY).cast::<Iter>();
    // SAFETY: a new object of this size; the word is a map or nil.
    unsafe { p.write(Iter::new(map as *const Map, random)) };
    p as u64
}

/// Advances an iterator; its key is null at the end.
#[inline(never)]
pub(crate) unsafe fn next(cx: &mut Cx, iter: u64) -> bool {
    let shared = cx.shared;
    // SAFETY: the machine outlives the slice.
    let image = unsafe { &(*shared).image };
    // SAFETY: iterators come from `new_iter`; the map's header has its type.
    unsafe {
        let iter = &*(iter as *const Iter);
        if iter.map.is_null() {
            return true;
        }
        iter.shade_current_position(cx.cache());
        let layout = image.map_layout((*iter.map).ty);
        match iter.next(image.types.current_types(), layout) {
            Ok(true) => true,
            Ok(false) => {
                iter.finish();
                true
            }
            Err(e) => map_fault(cx, e),
        }
    }
}
