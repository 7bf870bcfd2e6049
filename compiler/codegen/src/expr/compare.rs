//! Comparisons whose result is a value.

use crate::func::FuncGen;
use crate::program::layout::Shape;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_types::program::{CompareOp, Expr};

impl<'p> FuncGen<'_, 'p> {
    /// Generates `dst = x op y`.
    pub(crate) fn compare(
        &mut self,
        e: &'p Expr,
        op: CompareOp,
        x: &'p Expr,
        y: &'p Expr,
        dst: Slot,
    ) {
        let shape = self.shape(x.ty);
        if let Some(a) = self.nil_comparison_word(x, y) {
            let imm = 0;
            return self.emit(match op {
                CompareOp::Eq => Op::EqImm { dst, a, imm },
                _ => Op::NeImm { dst, a, imm },
            });
        }
        if shape.is_word() {
            return self.compare_words(op, shape, x, y, dst);
        }
        if op == CompareOp::Ne && shape != Shape::F64 && shape != Shape::F32 {
            let tmp = self.regs.alloc(1);
            self.compare_values(e, CompareOp::Eq, x, y, tmp);
            return self.emit(Op::Not { dst, a: tmp });
        }
        self.compare_values(e, op, x, y, dst);
    }

    fn compare_words(&mut self, op: CompareOp, shape: Shape, x: &'p Expr, y: &'p Expr, dst: Slot) {
        use CompareOp as C;
        if let Some(imm) = self.comparison_imm(y, op, shape) {
            let a = self.operand(x);
            let code = match op {
                C::Eq => Some(Op::EqImm { dst, a, imm }),
                C::Ne => Some(Op::NeImm { dst, a, imm }),
                C::Lt => Some(Op::LtImm { dst, a, imm }),
                C::Gt => Some(Op::GtImm { dst, a, imm }),
                C::Le => imm.checked_add(1).map(|imm| Op::LtImm { dst, a, imm }),
                C::Ge => imm.checked_sub(1).map(|imm| Op::GtImm { dst, a, imm }),
            };
            if let Some(code) = code {
                return self.emit(code);
            }
        }
        let (a, b) = (self.operand(x), self.operand(y));
        let unsigned = shape.is_u64();
        self.emit(match (op, unsigned) {
            (C::Eq, _) => Op::Eq { dst, a, b },
            (C::Ne, _) => Op::Ne { dst, a, b },
            (C::Lt, false) => Op::LtI { dst, a, b },
            (C::Le, false) => Op::LeI { dst, a, b },
            (C::Gt, false) => Op::LtI { dst, a: b, b: a },
            (C::Ge, false) => Op::LeI { dst, a: b, b: a },
            (C::Lt, true) => Op::LtU { dst, a, b },
            (C::Le, true) => Op::LeU { dst, a, b },
            (C::Gt, true) => Op::LtU { dst, a: b, b: a },
            (C::Ge, true) => Op::LeU { dst, a: b, b: a },
        });
    }

    /// Converts two `complex64` values to `complex128`.
    fn widen_complex(&mut self, a: Slot, b: Slot) -> (Slot, Slot) {
        let wide = self.regs.alloc(4);
        let other = Slot(wide.0 + 2);
        self.emit(Op::C64ToC128 { dst: wide, a });
        self.emit(Op::C64ToC128 { dst: other, a: b });
        (wide, other)
    }

    /// Generates comparisons of values other than words; `!=` only for floats.
    pub(crate) fn compare_values(
        &mut self,
        e: &'p Expr,
        op: CompareOp,
        x: &'p Expr,
        y: &'p Expr,
        dst: Slot,
    ) {
        use CompareOp as C;
        let layout = self.layout(x.ty);
        if layout.shape.is_aggregate() && layout.size > 24 {
            let (a, b) = (self.value_address(x), self.value_address(y));
            let ty = self.rtype(x.ty);
            self.set_pos(e.pos);
            return self.emit_ext(Op::EqMem { dst, a, b }, 0, ty);
        }
        let (a, b) = if layout.shape == Shape::Str {
            // A call in `y` could change the bytes that `x` refers to.
            let a = if self.has_call(y) { self.operand(x) } else { self.string_view(x) };
            (a, self.string_view(y))
        } else {
            (self.operand(x), self.operand(y))
        };
        self.set_pos(e.pos);
        let (a, b, op) = match op {
            C::Gt => (b, a, C::Lt),
            C::Ge => (b, a, C::Le),
            _ => (a, b, op),
        };
        if let Some(code) = comparison(layout.shape, op, dst, a, b) {
            return self.emit(code);
        }
        let code = match layout.shape {
            Shape::C64 => {
                let (a, b) = self.widen_complex(a, b);
                Op::EqC128 { dst, a, b }
            }
            _ if layout.size == 0 => return self.load_int(dst, 1),
            _ if layout.is_bytewise_comparable && layout.size <= 8 => Op::Eq { dst, a, b },
            _ => {
                let ty = self.rtype(x.ty);
                return self.emit_ext(Op::EqTyped { dst, a, b }, layout.slots(), ty);
            }
        };
        self.emit(code);
    }
}

/// The instruction that compares values of a shape, if there is one; `!=` only for floats, and never `>` or `>=`.
fn comparison(shape: Shape, op: CompareOp, dst: Slot, a: Slot, b: Slot) -> Option<Op> {
    use CompareOp as C;
    Some(match (shape, op) {
        (Shape::F64, C::Eq) => Op::EqF64 { dst, a, b },
        (Shape::F64, C::Ne) => Op::NeF64 { dst, a, b },
        (Shape::F64, C::Lt) => Op::LtF64 { dst, a, b },
        (Shape::F64, _) => Op::LeF64 { dst, a, b },
        (Shape::F32, C::Eq) => Op::EqF32 { dst, a, b },
        (Shape::F32, C::Ne) => Op::NeF32 { dst, a, b },
        (Shape::F32, C::Lt) => Op::LtF32 { dst, a, b },
        (Shape::F32, _) => Op::LeF32 { dst, a, b },
        (Shape::Str, C::Lt) => Op::LtStr { dst, a, b },
        (Shape::Str, C::Le) => Op::LeStr { dst, a, b },
        (Shape::Str, _) => Op::EqStr { dst, a, b },
        (Shape::Iface, _) => Op::EqIface { dst, a, b },
        (Shape::C128, _) => Op::EqC128 { dst, a, b },
        _ => return None,
    })
}
