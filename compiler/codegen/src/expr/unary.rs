//! Unary operators.

use crate::func::FuncGen;
use crate::invariant::panic_broken_invariant;
use crate::program::layout::Shape;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_types::program::{Expr, ExprKind, UnaryOp};

impl<'p> FuncGen<'_, 'p> {
    pub(crate) fn unary(&mut self, e: &'p Expr, op: UnaryOp, x: &'p Expr, dst: Slot) {
        let shape = self.shape(e.ty);
        if op == UnaryOp::Not && !matches!(x.kind, ExprKind::Var(_) | ExprKind::Call(_)) {
            return self.condition_value(e, dst);
        }
        let a = self.operand(x);
        match (op, shape) {
            (UnaryOp::Not, _) => self.emit(Op::Not { dst, a }),
            (UnaryOp::Compl, Shape::Int { signed, .. }) => {
                self.emit(Op::XorImm { dst, a, imm: -1 });
                if !signed {
                    self.canonicalize(dst, shape);
                }
            }
            (UnaryOp::Neg, Shape::Int { .. }) => {
                self.emit(Op::Neg { dst, a });
                self.canonicalize(dst, shape);
            }
            (UnaryOp::Neg, Shape::F64) => self.emit(Op::NegF64 { dst, a }),
            (UnaryOp::Neg, Shape::F32) => self.emit(Op::NegF32 { dst, a }),
            (UnaryOp::Neg, Shape::C128) => self.emit(Op::NegC128 { dst, a }),
            (UnaryOp::Neg, Shape::C64) => {
                let wide = self.regs.alloc(2);
                self.emit(Op::C64ToC128 { dst: wide, a });
                self.emit(Op::NegC128 { dst: wide, a: wide });
                self.emit(Op::C128ToC64 { dst, a: wide });
            }
            _ => panic_broken_invariant("the checker lets no other operand through"),
        }
    }
}
