//! Scenes of deferred calls.

use crate::handwritten_programs::HandwrittenProgram;
use crate::handwritten_support::{CHAN_TYPE, DEFERRED_FUNC, RECOVERER_FUNC, SLICE_TYPE, slot_at};
use minigo_bytecode::operand::Wide;
use minigo_bytecode::ops::Op;

/// A deferred call in each loop iteration, and other deferred calls before the loop.
pub(crate) fn emit_defers(s: &mut HandwrittenProgram) {
    s.emit_imm(10, 1);
    s.emit_ext(Op::DeferFunc { win: slot_at(10), func: Wide::new(DEFERRED_FUNC) }, 1, 0);
    s.emit(Op::FuncValue { dst: slot_at(0), func: Wide::new(DEFERRED_FUNC) });
    s.emit_imm(10, 2);
    s.emit_ext(Op::DeferClosure { win: slot_at(10), f: slot_at(0) }, 1, 0);
    s.make_closure(3, 8);
    s.emit_imm(10, 2);
    s.emit_imm(11, 2);
    s.emit_ext(Op::DeferClosure { win: slot_at(10), f: slot_at(3) }, 2, 0);
    s.emit_imm(2, 5);
    let top = s.asm.label();
    s.asm.bind(top);
    s.emit(Op::Mov { dst: slot_at(10), src: slot_at(2) });
    s.emit_ext(Op::DeferFunc { win: slot_at(10), func: Wide::new(DEFERRED_FUNC) }, 1, 0);
    s.asm.jump(Op::ForLtImm { i: slot_at(2), imm: 5 + s.operand_choice as i16, to: 0 }, top);
    s.emit(Op::RunDefers { win: slot_at(10) });
    s.recover_pc = Some(s.asm.next_pc());
    s.emit_return();
}

/// A panic that a deferred call recovers, or no panic.
pub(crate) fn emit_recover(s: &mut HandwrittenProgram) {
    s.emit_ext(Op::DeferFunc { win: slot_at(10), func: Wide::new(RECOVERER_FUNC) }, 0, 0);
    s.emit_imm(10, 4);
    s.emit_ext(Op::DeferFunc { win: slot_at(10), func: Wide::new(DEFERRED_FUNC) }, 1, 0);
    s.emit(Op::LoadType { dst: slot_at(0), ty: Wide::new(1) });
    s.emit_imm(1, 9);
    if s.operand_choice == 0 {
        s.emit(Op::Panic { x: slot_at(0) });
    }
    s.emit(Op::RunDefers { win: slot_at(10) });
    s.recover_pc = Some(s.asm.next_pc());
    s.emit_return();
}

/// Lists of deferred functions that are filled after they are deferred; with a panic, without one, and empty.
pub(crate) fn emit_deferred_lists(s: &mut HandwrittenProgram) {
    s.emit_ext(Op::DeferFunc { win: slot_at(10), func: Wide::new(RECOVERER_FUNC) }, 0, 0);
    s.emit(Op::New { dst: slot_at(2), ty: Wide::new(SLICE_TYPE) });
    s.emit(Op::DeferEach { list: slot_at(2) });
    s.emit(Op::New { dst: slot_at(3), ty: Wide::new(SLICE_TYPE) });
    s.emit_imm(10, 1);
    s.emit_ext(Op::DeferFunc { win: slot_at(10), func: Wide::new(DEFERRED_FUNC) }, 1, 0);
    s.emit(Op::DeferEach { list: slot_at(3) });
    if s.operand_choice > 1 {
        s.emit_imm(4, 2);
        s.emit_ext(
            Op::MakeSlice { dst: slot_at(5), len: slot_at(4), cap: slot_at(4) },
            0,
            CHAN_TYPE,
        );
        s.emit(Op::FuncValue { dst: slot_at(8), func: Wide::new(RECOVERER_FUNC) });
        for i in 0..2 {
            s.emit_imm(4, i);
            s.emit(Op::SetIndexPtr { x: slot_at(5), i: slot_at(4), src: slot_at(8) });
        }
        s.emit(Op::StoreSlice { ptr: slot_at(2), off: 0, src: slot_at(5) });
        s.emit(Op::StoreSlice { ptr: slot_at(3), off: 0, src: slot_at(5) });
    }
    s.emit(Op::LoadType { dst: slot_at(0), ty: Wide::new(1) });
    s.emit_imm(1, 9);
    if s.operand_choice % 2 == 1 {
        s.emit(Op::Panic { x: slot_at(0) });
    }
    s.emit(Op::RunDefers { win: slot_at(10) });
    s.recover_pc = Some(s.asm.next_pc());
    s.emit_return();
}
