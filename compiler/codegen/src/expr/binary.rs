//! Binary operators: selects the instruction for an operator and a type.

use crate::func::FuncGen;
use crate::invariant::{OrBrokenInvariant, panic_broken_invariant};
use crate::program::layout::Shape;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_bytecode::uses::reciprocal;
use minigo_types::program::{BinaryOp, Expr, ExprKind, UnaryOp};

impl<'p> FuncGen<'_, 'p> {
    /// Truncates a result of 64-bit arithmetic to a value of the narrower type.
    pub(crate) fn canonicalize(&mut self, dst: Slot, shape: Shape) {
        let a = dst;
        match shape {
            Shape::Int { bytes: 1, signed: true } => self.emit(Op::Sext8 { dst, a }),
            Shape::Int { bytes: 2, signed: true } => self.emit(Op::Sext16 { dst, a }),
            Shape::Int { bytes: 4, signed: true } => self.emit(Op::Sext32 { dst, a }),
            Shape::Int { bytes: 1, signed: false } => self.emit(Op::Zext8 { dst, a }),
            Shape::Int { bytes: 2, signed: false } => self.emit(Op::Zext16 { dst, a }),
            Shape::Int { bytes: 4, signed: false } => self.emit(Op::Zext32 { dst, a }),
            _ => {}
        }
    }

    /// Generates `dst = x op y`.
    pub(crate) fn binary(
        &mut self,
        e: &'p Expr,
        op: BinaryOp,
        x: &'p Expr,
        y: &'p Expr,
        dst: Slot,
    ) {
        let shape = self.shape(e.ty);
        if shape == Shape::Str {
            return self.concat(e, dst);
        }
        if matches!(shape, Shape::Int { .. })
            && self.try_special_integer_op(e, shape, (op, x, y), dst)
            || op == BinaryOp::Add && self.sum_with_product(shape, x, y, dst)
        {
            return;
        }
        if self.has_call(y) && !self.is_unchanged_by_calls(x) && !self.has_call(x) {
            // As in gc, variables in `x` that a call in `y` may change are read after the call.
            let b = self.operand(y);
            let a = self.operand(x);
            self.set_pos(e.pos);
            if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
                let signed_count = matches!(self.shape(y.ty), Shape::Int { signed: true, .. });
                return self.shift_slots(op, shape, a, b, signed_count, dst);
            }
            return self.arith(op, shape, a, b, dst);
        }
        let a = self.operand(x);
        self.set_pos(e.pos);
        self.binary_with_left_in_slot(op, shape, a, y, dst);
    }

    /// Generates `dst = a op y`, where `a` is the value of the left operand.
    pub(crate) fn binary_with_left_in_slot(
        &mut self,
        op: BinaryOp,
        shape: Shape,
        a: Slot,
        y: &'p Expr,
        dst: Slot,
    ) {
        if matches!(shape, Shape::Int { .. }) {
            if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
                return self.shift(op, shape, a, y, dst);
            }
            if self.const_int(y).is_some() {
                return self.arith_imm(op, shape, a, self.const_imm(y), y, dst);
            }
        }
        if shape == Shape::F64
            && matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul)
            && let Some((ptr, off)) = self.memory_field(y)
        {
            self.set_pos(y.pos);
            let op = match op {
                BinaryOp::Add => Op::AddF64Mem { dst, a, ptr },
                BinaryOp::Sub => Op::SubF64Mem { dst, a, ptr },
                _ => Op::MulF64Mem { dst, a, ptr },
            };
            return self.emit_ext(op, 0, off);
        }
        let b = self.operand(y);
        self.set_pos(y.pos);
        if op == BinaryOp::Xor && self.xor_rotated(a, y, b, dst) {
            return;
        }
        self.arith(op, shape, a, b, dst);
    }

    /// Generates an integer operation `e` with a special instruction: a rotation, `^x & y`, or an operation with a
    /// constant on the left. Returns false if no special instruction fits `e`.
    fn try_special_integer_op(
        &mut self,
        e: &'p Expr,
        shape: Shape,
        (op, x, y): (BinaryOp, &'p Expr, &'p Expr),
        dst: Slot,
    ) -> bool {
        if let Some((x, imm)) = self.rotation(e, shape) {
            let a = self.operand(x);
            self.rotate(shape, dst, a, imm);
            return true;
        }
        match (op, &x.kind, self.const_imm(x)) {
            (BinaryOp::And, ExprKind::Unary(UnaryOp::Compl, x), _) => {
                let b = self.operand(x);
                let a = self.operand(y);
                self.emit(Op::AndNot { dst, a, b });
            }
            (BinaryOp::Add | BinaryOp::Mul, _, Some(imm)) => {
                let a = self.operand(y);
                self.arith_imm(op, shape, a, Some(imm), x, dst);
            }
            (BinaryOp::Sub, _, Some(imm)) => {
                let a = self.operand(y);
                self.emit(Op::RsubImm { dst, a, imm });
                self.canonicalize(dst, shape);
            }
            _ => return false,
        }
        true
    }

    /// Generates an integer operation with a constant on the right.
    fn arith_imm(
        &mut self,
        op: BinaryOp,
        shape: Shape,
        a: Slot,
        imm: Option<i16>,
        y: &'p Expr,
        dst: Slot,
    ) {
        use BinaryOp as B;
        let n = self.const_int(y).or_broken_invariant("the right operand is a constant");
        let code = match (op, imm) {
            (B::Add, Some(imm)) => Op::AddImm { dst, a, imm },
            (B::Sub, Some(imm)) if imm != i16::MIN => Op::AddImm { dst, a, imm: -imm },
            (B::Mul, Some(imm)) => Op::MulImm { dst, a, imm },
            (B::Quo, _) if shape.is_u64() && n > 0 && n.count_ones() == 1 => {
                Op::ShrUImm { dst, a, imm: n.trailing_zeros() as i16 }
            }
            (B::Rem, _) if shape.is_u64() && n > 0 && n < 0x8000 && n.count_ones() == 1 => {
                Op::AndImm { dst, a, imm: (n - 1) as i16 }
            }
            (B::Quo, Some(imm)) if !shape.is_u64() && imm > 1 && imm.count_ones() == 1 => {
                Op::DivPow2 { dst, a, imm: imm.trailing_zeros() as i16 }
            }
            (B::Rem, Some(imm)) if !shape.is_u64() && imm > 1 && imm.count_ones() == 1 => {
                Op::RemPow2 { dst, a, imm: imm.trailing_zeros() as i16 }
            }
            (B::Quo | B::Rem, Some(imm)) if !shape.is_u64() && imm > 1 => {
                let by = reciprocal(imm as u16);
                let divides = op == B::Quo;
                let op =
                    if divides { Op::DivImm { dst, a, imm } } else { Op::RemImm { dst, a, imm } };
                return self.emit_ext(op, by as u16 as u32, (by >> 16) as u32);
            }
            (B::And, Some(imm)) => Op::AndImm { dst, a, imm },
            (B::And, None) if n == 0xffff => Op::Zext16 { dst, a },
            (B::And, None) if n == 0xffff_ffff => Op::Zext32 { dst, a },
            (B::Xor, Some(imm)) => Op::XorImm { dst, a, imm },
            (B::AndNot, _) if i16::try_from(!n).is_ok() => Op::AndImm { dst, a, imm: !n as i16 },
            _ => {
                let b = self.operand(y);
                self.set_pos(y.pos);
                return self.arith(op, shape, a, b, dst);
            }
        };
        self.emit(code);
        if !matches!(op, B::And | B::Xor | B::AndNot | B::Quo | B::Rem) {
            self.canonicalize(dst, shape);
        }
    }

    /// Generates `dst = a op b` for operands in slots.
    pub(crate) fn arith(&mut self, op: BinaryOp, shape: Shape, a: Slot, b: Slot, dst: Slot) {
        use BinaryOp as B;
        let code = match (shape, op) {
            (Shape::Int { .. }, _) => return self.int_arith(op, shape, a, b, dst),
            (Shape::F64, B::Add) => Op::AddF64 { dst, a, b },
            (Shape::F64, B::Sub) => Op::SubF64 { dst, a, b },
            (Shape::F64, B::Mul) => Op::MulF64 { dst, a, b },
            (Shape::F64, B::Quo) => Op::DivF64 { dst, a, b },
            (Shape::F32, B::Add) => Op::AddF32 { dst, a, b },
            (Shape::F32, B::Sub) => Op::SubF32 { dst, a, b },
            (Shape::F32, B::Mul) => Op::MulF32 { dst, a, b },
            (Shape::F32, B::Quo) => Op::DivF32 { dst, a, b },
            (Shape::C128, B::Add) => Op::AddC128 { dst, a, b },
            (Shape::C128, B::Sub) => Op::SubC128 { dst, a, b },
            (Shape::C128, B::Mul) => Op::MulC128 { dst, a, b },
            (Shape::C128, B::Quo) => Op::DivC128 { dst, a, b },
            (Shape::C64, _) => {
                let wide = self.regs.alloc(4);
                let other = Slot(wide.0 + 2);
                self.emit(Op::C64ToC128 { dst: wide, a });
                self.emit(Op::C64ToC128 { dst: other, a: b });
                self.arith(op, Shape::C128, wide, other, wide);
                Op::C128ToC64 { dst, a: wide }
            }
            (Shape::Str, _) => {
                let first = self.regs.alloc(4);
                self.mov(first, a, 2);
                self.mov(Slot(first.0 + 2), b, 2);
                Op::Concat { dst, first, n: 2 }
            }
            _ => panic_broken_invariant("the checker lets no other operand through"),
        };
        self.emit(code);
    }

    fn int_arith(&mut self, op: BinaryOp, shape: Shape, a: Slot, b: Slot, dst: Slot) {
        use BinaryOp as B;
        let Shape::Int { bytes, signed } = shape else {
            panic_broken_invariant("only for integers")
        };
        let code = match (op, bytes, signed) {
            (B::Add, 4, true) => Op::AddI32 { dst, a, b },
            (B::Sub, 4, true) => Op::SubI32 { dst, a, b },
            (B::Mul, 4, true) => Op::MulI32 { dst, a, b },
            (B::Add, 4, false) => Op::AddU32 { dst, a, b },
            (B::Sub, 4, false) => Op::SubU32 { dst, a, b },
            (B::Mul, 4, false) => Op::MulU32 { dst, a, b },
            (B::Add, 1, false) => Op::AddU8 { dst, a, b },
            (B::Add, ..) => Op::Add { dst, a, b },
            (B::Sub, ..) => Op::Sub { dst, a, b },
            (B::Mul, ..) => Op::Mul { dst, a, b },
            (B::Quo, _, true) => Op::DivI { dst, a, b },
            (B::Quo, _, false) => Op::DivU { dst, a, b },
            (B::Rem, _, true) => Op::RemI { dst, a, b },
            (B::Rem, _, false) => Op::RemU { dst, a, b },
            (B::And, ..) => Op::And { dst, a, b },
            (B::Or, ..) => Op::Or { dst, a, b },
            (B::Xor, ..) => Op::Xor { dst, a, b },
            (B::AndNot, ..) => Op::AndNot { dst, a, b },
            (B::Shl | B::Shr, ..) => {
                panic_broken_invariant("shifts have an operand of another type")
            }
        };
        self.emit(code);
        let wraps = matches!(op, B::Add | B::Sub | B::Mul) || (op == B::Quo && signed);
        let wide = matches!(
            code,
            Op::Add { .. } | Op::Sub { .. } | Op::Mul { .. } | Op::DivI { .. } | Op::DivU { .. }
        );
        if wraps && wide {
            self.canonicalize(dst, shape);
        }
    }

    /// Generates a chain of string concatenations as one operation.
    fn concat(&mut self, e: &'p Expr, dst: Slot) {
        let mut parts = Vec::new();
        let mut todo = vec![e];
        while let Some(e) = todo.pop() {
            match &e.kind {
                ExprKind::Binary(BinaryOp::Add, x, y) => todo.extend([&**y, &**x]),
                _ => parts.push(e),
            }
        }
        let first = self.regs.alloc(2 * parts.len() as u32);
        for (i, part) in parts.iter().enumerate() {
            self.expr_to(part, Slot(first.0.wrapping_add(2 * i as u16)));
        }
        self.set_pos(e.pos);
        self.emit(Op::Concat { dst, first, n: parts.len() as u16 });
    }
}
