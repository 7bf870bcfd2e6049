//! Emits instructions, jumps, source positions, moves and constants.

use crate::func::FuncGen;
use crate::program::layout::{Layout, Shape};
use minigo_bytecode::assembler::Label;
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_syntax::source::Pos;
use minigo_types::ty::TypeId;

/// The number of bytes from which on a copy consumes the goroutine's budget: such a copy takes a good part of a time
/// slice.
const MIN_BUDGET_CHARGED_COPY_BYTES: u16 = 1024;

impl<'g, 'p> FuncGen<'g, 'p> {
    pub(crate) fn emit(&mut self, op: Op) {
        // The copy instructions themselves consume no budget, because small values are copied all the time.
        let bytes = match op {
            Op::LoadMem { bytes, .. } | Op::StoreMem { bytes, .. } => bytes,
            Op::MovN { n, .. } | Op::Zero { n, .. } => n.saturating_mul(8),
            _ => 0,
        };
        if bytes >= MIN_BUDGET_CHARGED_COPY_BYTES {
            self.asm.emit(Op::Weigh { bytes });
        }
        self.asm.emit(op);
    }

    /// Emits an instruction with an `Ext` for further operands.
    pub(crate) fn emit_ext(&mut self, op: Op, a: u32, b: u32) {
        self.asm.emit(op);
        self.asm.emit_ext(a as u16, b);
    }

    /// Reports whether control can reach this point: the code before does not end in a jump, or a label is here.
    pub(crate) fn is_reachable(&self) -> bool {
        let ends = self.asm.code().last().is_some_and(|op| op.ends_control_flow());
        !ends || self.asm.has_label_here()
    }

    pub(crate) fn label(&mut self) -> Label {
        self.asm.label()
    }

    pub(crate) fn jump(&mut self, label: Label) {
        let op = if self.asm.try_label_pc(label).is_some() {
            Op::Loop { to: Wide::new(0) }
        } else {
            Op::Jmp { to: Wide::new(0) }
        };
        self.asm.jump(op, label);
    }

    /// Sets the source position of the code from here on.
    pub(crate) fn set_pos(&mut self, pos: Pos) {
        if pos != self.last_pos && pos.is_known() && self.inlining_depth == 0 {
            self.last_pos = pos;
            self.program_gen.current_pos = pos;
            let (file, line) = self.program_gen.file_and_line(pos);
            self.asm.set_inlined_line(file, line, self.inline_site);
        }
    }

    /// The source position of the instructions to be emitted next.
    pub(crate) fn position(&self) -> Pos {
        self.last_pos
    }

    /// Forces the next instruction to record its position, because the current position belongs to another function.
    pub(crate) fn forget_position(&mut self) {
        self.last_pos = Pos::NONE;
    }

    /// Emits `dst = src` for `n` slots.
    pub(crate) fn mov(&mut self, dst: Slot, src: Slot, n: u32) {
        if dst == src {
            return;
        }
        match n {
            0 => {}
            1 => self.emit(Op::Mov { dst, src }),
            2 => self.emit(Op::Mov2 { dst, src }),
            3 => self.emit(Op::Mov3 { dst, src }),
            _ => self.emit(Op::MovN { dst, src, n: n as u16 }),
        }
    }

    /// Emits `dst = value`.
    pub(crate) fn load_int(&mut self, dst: Slot, value: i64) {
        if let Ok(imm) = i32::try_from(value) {
            self.emit(Op::LoadImm { dst, imm: Wide::from_signed(imm) });
        } else {
            let k = self.program_gen.constant(value as u64);
            self.emit(Op::LoadConst { dst, k });
        }
    }

    pub(crate) fn zero(&mut self, dst: Slot, n: u32) {
        match n {
            0 => {}
            1 => self.load_int(dst, 0),
            _ => self.emit(Op::Zero { dst, n: n as u16 }),
        }
    }
}

impl<'p> FuncGen<'_, 'p> {
    /// Loads the number into a new slot.
    pub(crate) fn int_slot(&mut self, n: i64) -> Slot {
        let slot = self.regs.alloc(1);
        self.load_int(slot, n);
        slot
    }
}

impl<'g, 'p> FuncGen<'g, 'p> {
    pub(crate) fn layout(&mut self, ty: TypeId) -> Layout {
        self.program_gen.layouts.layout_of(ty)
    }

    pub(crate) fn shape(&mut self, ty: TypeId) -> Shape {
        self.program_gen.layouts.layout_of(ty).shape
    }

    pub(crate) fn slots(&mut self, ty: TypeId) -> u32 {
        self.program_gen.layouts.layout_of(ty).slots()
    }

    /// The id of the run-time type, as an operand.
    pub(crate) fn rtype(&mut self, ty: TypeId) -> u32 {
        self.program_gen.rtype(ty).0
    }

    /// Allocates slots for a value of the type.
    pub(crate) fn temp(&mut self, ty: TypeId) -> Slot {
        let n = self.slots(ty);
        self.regs.alloc(n)
    }
}
