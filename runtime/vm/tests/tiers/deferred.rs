//! Scenes of deferred calls.

use crate::acting::{CHAN, DEFERRED, RECOVERER, SLICE, r};
use crate::scenes::Scene;
use minigo_bytecode::operand::Wide;
use minigo_bytecode::ops::Op;

/// A deferred call in each loop iteration, and other deferred calls before the loop.
pub(crate) fn defers(s: &mut Scene) {
    s.imm(10, 1);
    s.ext(Op::DeferFunc { win: r(10), func: Wide::new(DEFERRED) }, 1, 0);
    s.op(Op::FuncValue { dst: r(0), func: Wide::new(DEFERRED) });
    s.imm(10, 2);
    s.ext(Op::DeferClosure { win: r(10), f: r(0) }, 1, 0);
    s.closure(3, 8);
    s.imm(10, 2);
    s.imm(11, 2);
    s.ext(Op::DeferClosure { win: r(10), f: r(3) }, 2, 0);
    s.imm(2, 5);
    let top = s.asm.label();
    s.asm.bind(top);
    s.op(Op::Mov { dst: r(10), src: r(2) });
    s.ext(Op::DeferFunc { win: r(10), func: Wide::new(DEFERRED) }, 1, 0);
    s.asm.jump(Op::ForLtImm { i: r(2), imm: 5 + s.turn as i16, to: 0 }, top);
    s.op(Op::RunDefers { win: r(10) });
    s.recover_pc = Some(s.asm.next_pc());
    s.end();
}

/// A panic that a deferred call recovers, or no panic.
pub(crate) fn recover(s: &mut Scene) {
    s.ext(Op::DeferFunc { win: r(10), func: Wide::new(RECOVERER) }, 0, 0);
    s.imm(10, 4);
    s.ext(Op::DeferFunc { win: r(10), func: Wide::new(DEFERRED) }, 1, 0);
    s.op(Op::LoadType { dst: r(0), ty: Wide::new(1) });
    s.imm(1, 9);
    if s.turn == 0 {
        s.op(Op::Panic { x: r(0) });
    }
    s.op(Op::RunDefers { win: r(10) });
    s.recover_pc = Some(s.asm.next_pc());
    s.end();
}

/// Lists of deferred functions that are filled after they are deferred; with a panic, without one, and empty.
pub(crate) fn deferred_lists(s: &mut Scene) {
    s.ext(Op::DeferFunc { win: r(10), func: Wide::new(RECOVERER) }, 0, 0);
    s.op(Op::New { dst: r(2), ty: Wide::new(SLICE) });
    s.op(Op::DeferEach { list: r(2) });
    s.op(Op::New { dst: r(3), ty: Wide::new(SLICE) });
    s.imm(10, 1);
    s.ext(Op::DeferFunc { win: r(10), func: Wide::new(DEFERRED) }, 1, 0);
    s.op(Op::DeferEach { list: r(3) });
    if s.turn > 1 {
        s.imm(4, 2);
        s.ext(Op::MakeSlice { dst: r(5), len: r(4), cap: r(4) }, 0, CHAN);
        s.op(Op::FuncValue { dst: r(8), func: Wide::new(RECOVERER) });
        for i in 0..2 {
            s.imm(4, i);
            s.op(Op::SetIndexPtr { x: r(5), i: r(4), src: r(8) });
        }
        s.op(Op::StoreSlice { ptr: r(2), off: 0, src: r(5) });
        s.op(Op::StoreSlice { ptr: r(3), off: 0, src: r(5) });
    }
    s.op(Op::LoadType { dst: r(0), ty: Wide::new(1) });
    s.imm(1, 9);
    if s.turn % 2 == 1 {
        s.op(Op::Panic { x: r(0) });
    }
    s.op(Op::RunDefers { win: r(10) });
    s.recover_pc = Some(s.asm.next_pc());
    s.end();
}
