//! Scenes of deferred calls.

use crate::scenes::Scene;
use crate::scenes_support::{CHAN_TYPE, DEFERRED_FUNC, RECOVERER_FUNC, SLICE_TYPE, as_slot};
use minigo_bytecode::operand::Wide;
use minigo_bytecode::ops::Op;

/// A deferred call in each loop iteration, and other deferred calls before the loop.
pub(crate) fn defers(s: &mut Scene) {
    s.emit_imm(10, 1);
    s.emit_ext(Op::DeferFunc { win: as_slot(10), func: Wide::new(DEFERRED_FUNC) }, 1, 0);
    s.emit(Op::FuncValue { dst: as_slot(0), func: Wide::new(DEFERRED_FUNC) });
    s.emit_imm(10, 2);
    s.emit_ext(Op::DeferClosure { win: as_slot(10), f: as_slot(0) }, 1, 0);
    s.make_closure(3, 8);
    s.emit_imm(10, 2);
    s.emit_imm(11, 2);
    s.emit_ext(Op::DeferClosure { win: as_slot(10), f: as_slot(3) }, 2, 0);
    s.emit_imm(2, 5);
    let top = s.asm.label();
    s.asm.bind(top);
    s.emit(Op::Mov { dst: as_slot(10), src: as_slot(2) });
    s.emit_ext(Op::DeferFunc { win: as_slot(10), func: Wide::new(DEFERRED_FUNC) }, 1, 0);
    s.asm.jump(Op::ForLtImm { i: as_slot(2), imm: 5 + s.turn as i16, to: 0 }, top);
    s.emit(Op::RunDefers { win: as_slot(10) });
    s.recover_pc = Some(s.asm.next_pc());
    s.end();
}

/// A panic that a deferred call recovers, or no panic.
pub(crate) fn recover(s: &mut Scene) {
    s.emit_ext(Op::DeferFunc { win: as_slot(10), func: Wide::new(RECOVERER_FUNC) }, 0, 0);
    s.emit_imm(10, 4);
    s.emit_ext(Op::DeferFunc { win: as_slot(10), func: Wide::new(DEFERRED_FUNC) }, 1, 0);
    s.emit(Op::LoadType { dst: as_slot(0), ty: Wide::new(1) });
    s.emit_imm(1, 9);
    if s.turn == 0 {
        s.emit(Op::Panic { x: as_slot(0) });
    }
    s.emit(Op::RunDefers { win: as_slot(10) });
    s.recover_pc = Some(s.asm.next_pc());
    s.end();
}

/// Lists of deferred functions that are filled after they are deferred; with a panic, without one, and empty.
pub(crate) fn deferred_lists(s: &mut Scene) {
    s.emit_ext(Op::DeferFunc { win: as_slot(10), func: Wide::new(RECOVERER_FUNC) }, 0, 0);
    s.emit(Op::New { dst: as_slot(2), ty: Wide::new(SLICE_TYPE) });
    s.emit(Op::DeferEach { list: as_slot(2) });
    s.emit(Op::New { dst: as_slot(3), ty: Wide::new(SLICE_TYPE) });
    s.emit_imm(10, 1);
    s.emit_ext(Op::DeferFunc { win: as_slot(10), func: Wide::new(DEFERRED_FUNC) }, 1, 0);
    s.emit(Op::DeferEach { list: as_slot(3) });
    if s.turn > 1 {
        s.emit_imm(4, 2);
        s.emit_ext(
            Op::MakeSlice { dst: as_slot(5), len: as_slot(4), cap: as_slot(4) },
            0,
            CHAN_TYPE,
        );
        s.emit(Op::FuncValue { dst: as_slot(8), func: Wide::new(RECOVERER_FUNC) });
        for i in 0..2 {
            s.emit_imm(4, i);
            s.emit(Op::SetIndexPtr { x: as_slot(5), i: as_slot(4), src: as_slot(8) });
        }
        s.emit(Op::StoreSlice { ptr: as_slot(2), off: 0, src: as_slot(5) });
        s.emit(Op::StoreSlice { ptr: as_slot(3), off: 0, src: as_slot(5) });
    }
    s.emit(Op::LoadType { dst: as_slot(0), ty: Wide::new(1) });
    s.emit_imm(1, 9);
    if s.turn % 2 == 1 {
        s.emit(Op::Panic { x: as_slot(0) });
    }
    s.emit(Op::RunDefers { win: as_slot(10) });
    s.recover_pc = Some(s.asm.next_pc());
    s.end();
}
