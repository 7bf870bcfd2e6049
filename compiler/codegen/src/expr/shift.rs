//! Shifts and rotations.

use crate::func::FuncGen;
use crate::invariant::panic_broken_invariant;
use crate::program::layout::Shape;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_types::program::{BinaryOp, Expr, ExprKind};

impl<'p> FuncGen<'_, 'p> {
    pub(crate) fn shift(&mut self, op: BinaryOp, shape: Shape, a: Slot, y: &'p Expr, dst: Slot) {
        let Shape::Int { signed, bytes } = shape else {
            panic_broken_invariant("integers are shifted")
        };
        let left = op == BinaryOp::Shl;
        let signed_count = matches!(self.shape(y.ty), Shape::Int { signed: true, .. });
        // A negative count that turns out to be constant (in an instance, or as an argument of an inlined call) panics.
        if let Some(count) = self.const_int(y).filter(|&n| n >= 0 || !signed_count) {
            let count = if count < 0 { i64::MAX } else { count };
            let imm = count.min(63) as i16;
            match (left, signed) {
                (true, _) | (false, false) if count > 63 => self.load_int(dst, 0),
                (true, false) if bytes == 4 && imm < 32 => {
                    return self.emit(Op::ShlU32Imm { dst, a, imm });
                }
                (true, _) => self.emit(Op::ShlImm { dst, a, imm }),
                (false, true) => self.emit(Op::ShrIImm { dst, a, imm }),
                (false, false) => self.emit(Op::ShrUImm { dst, a, imm }),
            }
            if left {
                self.canonicalize(dst, shape);
            }
            return;
        }
        let b = self.operand(y);
        self.set_pos(y.pos);
        self.shift_slots(op, shape, a, b, signed_count, dst);
    }

    /// Generates a shift by a count in a slot.
    pub(crate) fn shift_slots(
        &mut self,
        op: BinaryOp,
        shape: Shape,
        a: Slot,
        b: Slot,
        signed_count: bool,
        dst: Slot,
    ) {
        if signed_count {
            self.emit(Op::CheckShift { a: b });
        }
        let signed = matches!(shape, Shape::Int { signed: true, .. });
        self.emit(match (op == BinaryOp::Shl, signed) {
            (true, _) => Op::Shl { dst, a, b },
            (false, true) => Op::ShrI { dst, a, b },
            (false, false) => Op::ShrU { dst, a, b },
        });
        if op == BinaryOp::Shl {
            self.canonicalize(dst, shape);
        }
    }

    /// Rotates `a` to the left into `dst`.
    pub(crate) fn rotate(&mut self, shape: Shape, dst: Slot, a: Slot, imm: i16) {
        self.emit(if shape.is_u64() {
            Op::RotlU64Imm { dst, a, imm }
        } else {
            Op::RotlU32Imm { dst, a, imm }
        });
    }

    /// For `x<<n | x>>(32-n)` with `x` of type `uint32` or `uint64`: the operand, and the count of the rotation to the
    /// left.
    pub(crate) fn rotation(&self, e: &'p Expr, shape: Shape) -> Option<(&'p Expr, i16)> {
        let Shape::Int { bytes: bytes @ (4 | 8), signed: false } = shape else { return None };
        let ExprKind::Binary(BinaryOp::Or | BinaryOp::Xor | BinaryOp::Add, x, y) = &e.kind else {
            return None;
        };
        let (ExprKind::Binary(f, x, m), ExprKind::Binary(g, y, n)) = (&x.kind, &y.kind) else {
            return None;
        };
        let (ExprKind::Var(v), ExprKind::Var(w)) = (&x.kind, &y.kind) else { return None };
        let (m, n) = (self.const_int(m)?, self.const_int(n)?);
        let left = match (f, g) {
            (BinaryOp::Shl, BinaryOp::Shr) => m,
            (BinaryOp::Shr, BinaryOp::Shl) => n,
            _ => return None,
        };
        (v == w && m + n == i64::from(bytes) * 8 && m > 0 && n > 0).then_some((&**x, left as i16))
    }

    /// Generates `dst = a ^ y` as one instruction, if the last instruction is the rotation that computes `y` in the
    /// temporary `b`.
    pub(crate) fn xor_rotated(&mut self, a: Slot, y: &'p Expr, b: Slot, dst: Slot) -> bool {
        let temporary = match &y.kind {
            ExprKind::Binary(..) => true,
            ExprKind::Call(call) => self.is_intrinsic(call),
            _ => false,
        };
        if !temporary || self.asm.has_label_here() || a == b {
            return false;
        }
        let (op, n) = match self.asm.code().last() {
            Some(&Op::RotlU32Imm { dst: to, a: x, imm }) if to == b => {
                (Op::XorRotlU32 { dst, a, b: x }, imm)
            }
            Some(&Op::RotlU64Imm { dst: to, a: x, imm }) if to == b => {
                (Op::XorRotlU64 { dst, a, b: x }, imm)
            }
            _ => return false,
        };
        self.asm.pop_last();
        self.emit_ext(op, n as u32, 0);
        true
    }
}
