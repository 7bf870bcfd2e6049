//! Reads the sizes of frames, arguments and windows from instructions: from the `Ext` before a function, and from a
//! call.

use minigo_bytecode::ops::Op;

/// The number of slots in the frame of the function at `code`, from the `Ext` before it.
#[inline(always)]
pub(crate) unsafe fn frame_slots(code: *const Op) -> usize {
    // SAFETY: every function is preceded by an `Ext`, whose second operand is at byte 4.
    unsafe { code.sub(1).cast::<u32>().add(1).read_unaligned() as usize }
}

/// The number of argument slots of the function at `code`.
#[inline(always)]
pub(crate) unsafe fn arg_slots(code: *const Op) -> usize {
    // SAFETY: every function is preceded by an `Ext`, whose first operand is at byte 2.
    unsafe { usize::from(*code.sub(1).cast::<u16>().add(1)) }
}

/// The first slot of the window of the call instruction before `pc`: its first operand (for `call.iface`, that of its
/// `Ext`).
#[inline(always)]
pub(crate) unsafe fn call_window_before(pc: *const Op) -> usize {
    // SAFETY: return addresses follow call instructions.
    unsafe { usize::from(*pc.sub(1).cast::<u16>().add(1)) }
}
