//! Sums that compile to one instruction: `x*y + z` and `x + y + z`.

use crate::func::FuncGen;
use crate::invariant::panic_broken_invariant;
use crate::program::layout::Shape;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_types::program::{BinaryOp, Expr, ExprKind};

/// The second operand of a multiplication.
#[derive(Clone, Copy)]
pub(crate) enum Factor {
    Number(i16),
    Slot(Slot),
}

impl<'p> FuncGen<'_, 'p> {
    /// Generates `dst = x + y`, where one operand is a product, with one multiply-add instruction, if there is one.
    pub(crate) fn sum_with_product(
        &mut self,
        shape: Shape,
        x: &'p Expr,
        y: &'p Expr,
        dst: Slot,
    ) -> bool {
        let fused = |one: &mut Self, other: &'p Expr, product: &'p Expr| {
            let constant = shape != Shape::F64 && one.const_int(other).is_some();
            !constant && one.is_product(shape, product) && !one.has_call(other)
        };
        if fused(self, x, y) {
            let c = self.operand(x);
            let (a, b) = self.factors(y);
            self.add_product(shape, a, b, c, dst);
            return true;
        }
        if fused(self, y, x) {
            let (a, b) = self.factors(x);
            let c = self.operand(y);
            self.add_product(shape, a, b, c, dst);
            return true;
        }
        self.sum_of_three(shape, x, y, dst)
    }

    /// Generates `dst = x + y`, where `x` is itself a sum.
    fn sum_of_three(&mut self, shape: Shape, x: &'p Expr, y: &'p Expr, dst: Slot) -> bool {
        let ExprKind::Binary(BinaryOp::Add, p, q) = &x.kind else { return false };
        let narrow = match shape {
            Shape::Int { bytes: 8, .. } => false,
            Shape::Int { bytes: 4, signed: false } => true,
            _ => return false,
        };
        if [p, q, y].into_iter().any(|e| self.const_int(e).is_some() || self.has_call(e)) {
            return false;
        }
        let (a, b, c) = (self.operand(p), self.operand(q), self.operand(y));
        let op = if narrow { Op::Add3U32 { dst, a, b } } else { Op::Add3 { dst, a, b } };
        self.emit_ext(op, u32::from(c.0), 0);
        true
    }

    /// Reports whether the expression is a product that [`add_product`](Self::add_product) can add to a value.
    pub(crate) fn is_product(&self, shape: Shape, e: &'p Expr) -> bool {
        let ExprKind::Binary(BinaryOp::Mul, p, q) = &e.kind else { return false };
        let constant = |e| self.const_int(e).is_some();
        match shape {
            Shape::F64 => !self.has_call(e),
            Shape::Int { bytes: 8, .. } => {
                let large = constant(q) && self.const_imm(q).is_none();
                !constant(p) && !large && !self.has_call(e)
            }
            _ => false,
        }
    }

    /// The operands of a product: two slots, or a slot and a number.
    pub(crate) fn factors(&mut self, product: &'p Expr) -> (Slot, Factor) {
        let ExprKind::Binary(_, p, q) = &product.kind else {
            panic_broken_invariant("the expression is a product")
        };
        let a = self.operand(p);
        let float = self.shape(product.ty) == Shape::F64;
        let b = match self.const_imm(q) {
            Some(n) if !float => Factor::Number(n),
            _ => Factor::Slot(self.operand(q)),
        };
        (a, b)
    }

    /// Generates `dst = c + a * b`.
    pub(crate) fn add_product(&mut self, shape: Shape, a: Slot, b: Factor, c: Slot, dst: Slot) {
        match b {
            Factor::Number(n) => self.emit_ext(Op::MulImmAdd { dst, a, c }, 0, i32::from(n) as u32),
            Factor::Slot(b) if shape == Shape::F64 => {
                self.emit_ext(Op::MulAddToF64 { dst, a, b }, u32::from(c.0), 0);
            }
            Factor::Slot(b) => self.emit_ext(Op::MulAdd { dst, a, b }, u32::from(c.0), 0),
        }
    }

    /// Generates `dst += x * y` for floats.
    pub(crate) fn mul_add(&mut self, x: &'p Expr, y: &'p Expr, dst: Slot) {
        let mark = self.regs.height();
        let (a, b) = (self.operand(x), self.operand(y));
        self.emit(Op::MulAddF64 { dst, a, b });
        self.regs.release(mark);
    }
}
