//! Moves Go values between memory and slots.
//!
//! Reflection and its calls need both directions: memory in Go's layout, and slots with canonical scalars.

use crate::goroutine::context::Cx;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::{Kind, RType};

/// Appends the slots of the value of type `ty` at `p`; for a value too large for slots, the address of a new copy.
///
/// # Safety
/// `p` must point to a value of type `ty`.
pub(crate) unsafe fn load(cx: &mut Cx, ty: TypeId, p: *const u8, out: &mut Vec<u64>) {
    let size = cx.type_descriptor(ty).size as usize;
    if cx.type_descriptor(ty).is_indirect() {
        let copy = cx.alloc_values(ty, 1);
        // SAFETY: the caller's promise; a new object of this size.
        unsafe { copy.copy_from(p, size) };
        return out.push(copy as u64);
    }
    // SAFETY: the caller's promise.
    unsafe { load_slots(cx.type_descriptor(ty), p, out) }
}

/// Appends the slots of the value of type `ty`, which fits into slots, at `p`.
///
/// # Safety
/// `p` must point to a value of type `ty`.
pub(crate) unsafe fn load_slots(ty: &RType, p: *const u8, out: &mut Vec<u64>) {
    let size = ty.size as usize;
    // SAFETY: the caller's promise.
    unsafe {
        if (1..=8).contains(&size) {
            return out.push(load_slot(ty, p));
        }
        let at = out.len();
        out.resize(at + size.div_ceil(8), 0);
        out.as_mut_ptr().add(at).cast::<u8>().copy_from(p, size);
    }
}

/// The slot of the value of type `ty`, of at most eight bytes, at `p`.
///
/// # Safety
/// `p` must point to a value of type `ty`.
pub(crate) unsafe fn load_slot(ty: &RType, p: *const u8) -> u64 {
    // SAFETY: the caller's promise.
    unsafe {
        match ty.kind {
            Kind::Int8 => i64::from(*p.cast::<i8>()) as u64,
            Kind::Int16 => i64::from(p.cast::<i16>().read_unaligned()) as u64,
            Kind::Int32 => i64::from(p.cast::<i32>().read_unaligned()) as u64,
            _ => {
                let mut slot = 0_u64;
                (&raw mut slot).cast::<u8>().copy_from(p, ty.size as usize);
                slot
            }
        }
    }
}

/// Stores the value of type `ty` in `slots` to `p`, over another value.
///
/// # Safety
/// `p` must point to a value of type `ty`.
pub(crate) unsafe fn store(cx: &Cx, ty: TypeId, slots: &[u64], p: *mut u8) {
    let ty = cx.type_descriptor(ty);
    // SAFETY: the caller's promise.
    unsafe {
        match address_in_slots(ty, slots.as_ptr()) {
            from if from.is_null() => cx.overwrite_with_zeros(p, ty.size as usize),
            from => cx.overwrite_values(p, from, ty.size as usize),
        }
    }
}

/// The address of the value in slots: memory is little-endian, so a scalar's bytes are the first of its slot. Null
/// stands for the zero value.
///
/// # Safety
/// `slots` points to the slots of such a value.
pub(crate) unsafe fn address_in_slots(ty: &RType, slots: *const u64) -> *const u8 {
    // SAFETY: the caller's promise.
    if ty.is_indirect() { unsafe { *slots as *const u8 } } else { slots.cast() }
}
