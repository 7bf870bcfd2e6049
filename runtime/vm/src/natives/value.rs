//! Go values between memory and slots.
//!
//! A module of its own because reflection and its calls need the same two directions: memory in Go's layout, and slots with
//! canonical scalars.

use minigo_bytecode::rtype::{Kind, RType};

/// Appends the slots of the value of type `ty` at `p`.
///
/// # Safety
/// Such a value must lie there.
pub(super) unsafe fn load(ty: &RType, p: *const u8, out: &mut Vec<u64>) {
    // SAFETY: the caller's promise.
    unsafe {
        let word = match ty.kind {
            Kind::Int8 => i64::from(*p.cast::<i8>()) as u64,
            Kind::Int16 => i64::from(p.cast::<i16>().read_unaligned()) as u64,
            Kind::Int32 => i64::from(p.cast::<i32>().read_unaligned()) as u64,
            _ => {
                let size = ty.size as usize;
                let at = out.len();
                out.resize(at + size.div_ceil(8), 0);
                out.as_mut_ptr().add(at).cast::<u8>().copy_from(p, size);
                return;
            }
        };
        out.push(word);
    }
}

/// Stores the value of type `ty` in `slots` at `p`.
///
/// # Safety
/// There must be room for it.
pub(super) unsafe fn store(ty: &RType, slots: &[u64], p: *mut u8) {
    // SAFETY: the caller's promise; memory is little-endian, so a scalar's bytes are its slot's first.
    unsafe { p.copy_from(slots.as_ptr().cast(), ty.size as usize) }
}
