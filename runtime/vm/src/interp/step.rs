//! Where a seeded run can stop: before every instruction, and inside those that read memory, reckon, and write it back.
//!
//! `x++` of a shared variable is one instruction here but no single step in Go: an update that is
//! lost between its load and its store has to be found by some seed.

use crate::goroutine::context::Cx;
use crate::goroutine::exit::Exit;
use crate::goroutine::fault::NIL_PAGE;
use crate::goroutine::state::Wait;
use crate::interp::memory::{load64, store64};
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;

/// Ends the slice before the instruction at the registers in the context, or in its middle.
#[cold]
#[inline(never)]
pub(crate) fn pause(cx: &mut Cx) {
    cx.exit = Exit::Pause;
    // SAFETY: the registers are those of a running goroutine.
    let op = unsafe { cx.shared().image.op_at(cx.s.pc) };
    if let Some((at, _)) = update(cx, op) {
        let here = cx.s.pc;
        // Where it is behind the instruction: if this faults, it is the instruction that does.
        // SAFETY: not nil, so the instruction would load from there too; another one follows it.
        let old = unsafe {
            cx.s.pc = here.add(1);
            load64(at)
        };
        cx.s.pc = here;
        cx.g().wait = Wait::SplitUpdate(old);
    }
}

/// Ends an instruction in whose middle the slice before has ended; it had loaded `old`.
pub(super) fn finish_update(cx: &mut Cx, old: u64) {
    // SAFETY: as in `pause`.
    let op = unsafe { cx.shared().image.op_at(cx.s.pc) };
    let Some((at, value)) = update(cx, op) else {
        unreachable!("only these are left in the middle")
    };
    let (x, y) = (f64::from_bits(old), f64::from_bits(value));
    let new = match op {
        Op::AddMemF64 { .. } => (x + y).to_bits(),
        Op::SubMemF64 { .. } => (x - y).to_bits(),
        _ => old.wrapping_add(value),
    };
    // SAFETY: the first half has loaded from there, and the instruction is followed by another one.
    unsafe {
        cx.s.pc = cx.s.pc.add(1);
        store64(at, new);
    }
}

/// What an instruction updates, and by what; `None` for all others, and if the pointer is nil.
fn update(cx: &Cx, op: Op) -> Option<(*mut u8, u64)> {
    let (ptr, off, src): (Slot, u16, Slot) = match op {
        Op::AddMem64 { ptr, off, src }
        | Op::AddMemF64 { ptr, off, src }
        | Op::SubMemF64 { ptr, off, src } => (ptr, off, src),
        _ => return None,
    };
    // SAFETY: slots of the frame.
    let (base, value) = unsafe { (cx.s.get(ptr), cx.s.get(src)) };
    (base >= NIL_PAGE).then_some(((base + u64::from(off)) as *mut u8, value))
}
