//! Jumps, forward and back.

use crate::control_flow::jump_target;
use crate::translate::{Flow, TranslationResult, Translator};
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;

impl Translator<'_> {
    /// Translates jumps.
    pub(super) fn translate_jump(&mut self, op: Op) -> TranslationResult {
        self.translate_forward_jump(op)
            .or_else(|| self.translate_backward_jump(op))
            .or_else(|| self.translate_counting_jump(op))
    }

    fn compare_slots(&mut self, cc: IntCC, a: Slot, b: Slot) -> Value {
        let (a, b) = (self.read(a), self.read(b));
        self.builder.ins().icmp(cc, a, b)
    }

    fn compare_slot_imm(&mut self, cc: IntCC, a: Slot, imm: i16) -> Value {
        let a = self.read(a);
        self.builder.ins().icmp_imm_s(cc, a, i64::from(imm))
    }

    fn compare_f64(&mut self, cc: FloatCC, a: Slot, b: Slot) -> Value {
        let (a, b) = (self.read_f64(a), self.read_f64(b));
        self.builder.ins().fcmp(cc, a, b)
    }

    /// Computes whether `k & 255 <= a <= (k & 255) + (k >> 8)`.
    fn compare_range(&mut self, a: Slot, k: u16) -> Value {
        let a = self.read(a);
        let above = self.builder.ins().iadd_imm_s(a, -i64::from(k & 255));
        self.builder.ins().icmp_imm_s(IntCC::UnsignedLessThanOrEqual, above, i64::from(k >> 8))
    }

    fn translate_forward_jump(&mut self, op: Op) -> TranslationResult {
        use IntCC as C;
        use Op as O;
        let holds = match op {
            O::Jmp { .. } => {
                let to = self.jump_target();
                self.convert_to_block_kinds(to);
                let block = self.blocks[&to];
                self.builder.ins().jump(block, &[]);
                return Some(Flow::Ends);
            }
            O::JmpIf { a, .. } => self.read(a),
            O::JmpIfNot { a, .. } => self.compare_slot_imm(C::Equal, a, 0),
            O::JmpEq { a, b, .. } => self.compare_slots(C::Equal, a, b),
            O::JmpNe { a, b, .. } => self.compare_slots(C::NotEqual, a, b),
            O::JmpLt { a, b, .. } => self.compare_slots(C::SignedLessThan, a, b),
            O::JmpLe { a, b, .. } => self.compare_slots(C::SignedLessThanOrEqual, a, b),
            O::JmpLtU { a, b, .. } => self.compare_slots(C::UnsignedLessThan, a, b),
            O::JmpLeU { a, b, .. } => self.compare_slots(C::UnsignedLessThanOrEqual, a, b),
            O::JmpEqImm { a, imm, .. } => self.compare_slot_imm(C::Equal, a, imm),
            O::JmpNeImm { a, imm, .. } => self.compare_slot_imm(C::NotEqual, a, imm),
            O::JmpLtImm { a, imm, .. } => self.compare_slot_imm(C::SignedLessThan, a, imm),
            O::JmpLeImm { a, imm, .. } => self.compare_slot_imm(C::SignedLessThanOrEqual, a, imm),
            O::JmpGtImm { a, imm, .. } => self.compare_slot_imm(C::SignedGreaterThan, a, imm),
            O::JmpGeImm { a, imm, .. } => {
                self.compare_slot_imm(C::SignedGreaterThanOrEqual, a, imm)
            }
            O::JmpIn { a, k, .. } => self.compare_range(a, k),
            O::JmpNotIn { a, k, .. } => {
                let within = self.compare_range(a, k);
                self.builder.ins().icmp_imm_s(C::Equal, within, 0)
            }
            O::JmpLtF64 { a, b, .. } => self.compare_f64(FloatCC::LessThan, a, b),
            O::JmpLeF64 { a, b, .. } => self.compare_f64(FloatCC::LessThanOrEqual, a, b),
            // The condition is true if an operand is NaN.
            O::JmpNotLtF64 { a, b, .. } => {
                self.compare_f64(FloatCC::UnorderedOrGreaterThanOrEqual, a, b)
            }
            O::JmpNotLeF64 { a, b, .. } => self.compare_f64(FloatCC::UnorderedOrGreaterThan, a, b),
            O::JmpIfIndex { x, i, .. } => self.load_u8_at(x, i),
            O::JmpIfNotIndex { x, i, .. } => {
                let value = self.load_u8_at(x, i);
                self.builder.ins().icmp_imm_s(C::Equal, value, 0)
            }
            _ => return None,
        };
        let (to, next) = (self.jump_target(), self.next());
        self.branch_on(holds, to, next);
        Some(Flow::Ends)
    }

    fn translate_backward_jump(&mut self, op: Op) -> TranslationResult {
        use IntCC as C;
        use Op as O;
        let holds = match op {
            O::Loop { .. } => {
                self.loop_back();
                return Some(Flow::Ends);
            }
            O::LoopIf { a, .. } => self.read(a),
            O::LoopIfNot { a, .. } => self.compare_slot_imm(C::Equal, a, 0),
            O::LoopEq { a, b, .. } => self.compare_slots(C::Equal, a, b),
            O::LoopNe { a, b, .. } => self.compare_slots(C::NotEqual, a, b),
            O::LoopLt { a, b, .. } => self.compare_slots(C::SignedLessThan, a, b),
            O::LoopLe { a, b, .. } => self.compare_slots(C::SignedLessThanOrEqual, a, b),
            O::LoopLtU { a, b, .. } => self.compare_slots(C::UnsignedLessThan, a, b),
            O::LoopLeU { a, b, .. } => self.compare_slots(C::UnsignedLessThanOrEqual, a, b),
            O::LoopNeImm { a, imm, .. } => self.compare_slot_imm(C::NotEqual, a, imm),
            O::LoopLtImm { a, imm, .. } => self.compare_slot_imm(C::SignedLessThan, a, imm),
            O::LoopLeImm { a, imm, .. } => self.compare_slot_imm(C::SignedLessThanOrEqual, a, imm),
            O::LoopGtImm { a, imm, .. } => self.compare_slot_imm(C::SignedGreaterThan, a, imm),
            O::LoopGeImm { a, imm, .. } => {
                self.compare_slot_imm(C::SignedGreaterThanOrEqual, a, imm)
            }
            O::LoopIn { a, k, .. } => self.compare_range(a, k),
            _ => return None,
        };
        self.loop_back_if(holds)
    }

    /// Translates the jumps of counting loops.
    fn translate_counting_jump(&mut self, op: Op) -> TranslationResult {
        use IntCC::{SignedLessThan, SignedLessThanOrEqual};
        use Op as O;
        let (i, step, cc, limit) = match op {
            O::ForLt { i, n, .. } => (i, None, SignedLessThan, Ok(n)),
            O::ForLe { i, n, .. } => (i, None, SignedLessThanOrEqual, Ok(n)),
            O::ForLtImm { i, imm, .. } => (i, None, SignedLessThan, Err(imm)),
            O::ForAddLt { i, step, n } => (i, Some(step), SignedLessThan, Ok(n)),
            O::ForAddLe { i, step, n } => (i, Some(step), SignedLessThanOrEqual, Ok(n)),
            _ => return None,
        };
        let before = self.read(i);
        let after = match step {
            Some(step) => {
                let step = self.read(step);
                self.builder.ins().iadd(before, step)
            }
            None => self.builder.ins().iadd_imm_s(before, 1),
        };
        self.write(i, after);
        self.begin_new_side_exit();
        let more = match limit {
            Ok(n) => {
                let n = self.read(n);
                self.builder.ins().icmp(cc, after, n)
            }
            Err(imm) => self.builder.ins().icmp_imm_s(cc, after, i64::from(imm)),
        };
        match self.counting_loop {
            Some(_) => self.count_iteration(before, more),
            None => self.loop_back_if(more),
        }
    }

    pub(super) fn jump_target(&self) -> usize {
        jump_target(self.unit.code(), self.pc).expect("every jump has a target")
    }

    /// The block to which a jump to `pc` goes: the block at `pc`, or one before it that converts slots to the kinds of
    /// that block.
    pub(super) fn edge_to(&mut self, pc: usize) -> Block {
        if self.needs_conversion_for(pc) { self.builder.create_block() } else { self.blocks[&pc] }
    }

    pub(super) fn finish_edge(&mut self, pc: usize, edge: Block) {
        let block = self.blocks[&pc];
        if edge != block {
            self.continue_in(edge);
            self.convert_to_block_kinds(pc);
            self.builder.ins().jump(block, &[]);
        }
    }

    /// Jumps to the block at `to` if the condition holds, else to the block at `next`.
    pub(super) fn branch_on(&mut self, holds: Value, to: usize, next: usize) {
        let (taken, other) = (self.edge_to(to), self.edge_to(next));
        self.builder.ins().brif(holds, taken, &[], other, &[]);
        self.finish_edge(to, taken);
        self.finish_edge(next, other);
    }

    /// Jumps back if the condition holds.
    fn loop_back_if(&mut self, holds: Value) -> TranslationResult {
        let next = self.next();
        let (back, fall) = (self.builder.create_block(), self.edge_to(next));
        self.builder.ins().brif(holds, back, &[], fall, &[]);
        self.finish_edge(next, fall);
        self.continue_in(back);
        self.loop_back();
        Some(Flow::Ends)
    }

    /// Jumps back, which takes one from the budget. The slots that the instruction has written are newer than the
    /// frame.
    fn loop_back(&mut self) {
        let to = self.jump_target();
        crate::dirty_slots::apply_op(self.unit, self.pc, &mut self.dirty_slots);
        self.jump_back(to);
    }
}
