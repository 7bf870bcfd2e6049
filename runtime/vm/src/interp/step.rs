//! The places where a seeded run can stop: before every instruction, and inside read-modify-write instructions.
//!
//! `x++` of a shared variable is one instruction here but several steps in Go: some seed must find an update that is
//! lost between the load and the store.

use crate::goroutine::context::Cx;
use crate::goroutine::exit::InterpreterExit;
use crate::goroutine::registers::VmRegisters;
use crate::goroutine::state::Wait;
use crate::interp::accesses::updated_word;
use crate::interp::debugger_stops;
use crate::interp::memory::{load64, store64};
use crate::race::hook;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;

/// Ends the slice before the instruction at the registers in the context, or inside that instruction.
#[cold]
#[inline(never)]
pub(crate) fn pause_slice(cx: &mut Cx) {
    cx.exit = InterpreterExit::Pause;
    // SAFETY: the registers are those of a running goroutine.
    let op = unsafe { cx.shared().image.op_at(cx.registers.pc) };
    if let Some(at) = updated_word(cx, op) {
        let here = cx.registers.pc;
        // SAFETY: the registers behind the instruction are those of the running goroutine.
        let _ = unsafe {
            hook::before_any_instruction(VmRegisters { pc: here.add(1), ..cx.registers }, op, cx)
        };
        cx.registers.pc = here;
        // The registers stand behind the instruction: a fault of the load counts as the instruction's.
        // SAFETY: the address is not nil, so the instruction would load from it too; another instruction follows.
        let old = unsafe {
            cx.registers.pc = here.add(1);
            load64(at)
        };
        cx.registers.pc = here;
        cx.g().wait = Wait::SplitUpdate(old);
    }
}

/// Completes an interrupted read-modify-write of the previous slice; it had loaded `old`.
pub(super) fn finish_split_update(cx: &mut Cx, old: u64) {
    if cx.counts_instructions {
        debugger_stops::stop_before_store(cx);
    }
    // SAFETY: as in `pause_slice`.
    let op = unsafe { cx.shared().image.op_at(cx.registers.pc) };
    let Some(at) = updated_word(cx, op) else {
        unreachable!("only updates are interrupted between load and store")
    };
    // SAFETY: the address is a slot of the frame.
    let by = |src: Slot| unsafe { cx.registers.get(src) };
    let float = |src| (f64::from_bits(old), f64::from_bits(by(src)));
    let new = match op {
        Op::AddMem64 { src, .. } | Op::AddIndex64 { src, .. } => old.wrapping_add(by(src)),
        Op::AddMemF64 { src, .. } | Op::AddIndexF64 { src, .. } => {
            let (x, y) = float(src);
            (x + y).to_bits()
        }
        Op::SubMemF64 { src, .. } | Op::SubIndexF64 { src, .. } => {
            let (x, y) = float(src);
            (x - y).to_bits()
        }
        _ => unreachable!("{} is no read-modify-write instruction", op.mnemonic()),
    };
    // SAFETY: the first half has loaded from this address, and another instruction follows.
    unsafe {
        cx.registers.pc = cx.registers.pc.add(1);
        store64(at, new);
    }
}
