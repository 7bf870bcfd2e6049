//! Addresses and new memory: `&x`, `new(x)`.

use crate::func::FuncGen;
use crate::func::lvalue::Lvalue;
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_types::program::{Expr, ExprKind};

impl<'p> FuncGen<'_, 'p> {
    /// Generates `&x`.
    pub(crate) fn address(&mut self, x: &'p Expr, dst: Slot) {
        let lvalue = self.lvalue(x);
        self.set_pos(x.pos);
        match lvalue {
            Lvalue::Slots(_) | Lvalue::Part(_) => {
                // Only an operand of size zero can be without a cell here, such as a field of a temporary.
                let rtype = Wide::new(self.rtype(x.ty));
                let tmp = self.regs.alloc(1);
                self.emit(Op::New { dst: tmp, ty: rtype });
                let src = self.temp(x.ty);
                self.load(lvalue, x.ty, src);
                self.store_mem(tmp, 0, x.ty, src);
                self.mov(dst, tmp, 1);
            }
            Lvalue::Mem { pointer: ptr, offset: 0, is_nonnil: false } => {
                self.emit(Op::NilCheck { ptr });
                self.mov(dst, ptr, 1);
            }
            _ => self.address_of(lvalue, x.ty, dst),
        }
    }

    /// Generates `new(value)`: the value is evaluated into the new memory, if possible.
    pub(crate) fn new_value(&mut self, x: &'p Expr, dst: Slot) {
        let ty = Wide::new(self.rtype(x.ty));
        let lvalue = Lvalue::Mem { pointer: dst, offset: 0, is_nonnil: true };
        match &x.kind {
            ExprKind::Zero => self.emit(Op::New { dst, ty }),
            ExprKind::StructLit(_) | ExprKind::ArrayLit(_) | ExprKind::IntArray(_) => {
                self.emit(Op::New { dst, ty });
                self.init(lvalue, x);
            }
            _ => {
                let src = self.operand(x);
                self.emit(Op::New { dst, ty });
                self.store(lvalue, x.ty, src);
            }
        }
    }

    /// The address of a value. A value in the frame is copied to the heap.
    pub(crate) fn value_address(&mut self, x: &'p Expr) -> Slot {
        use crate::func::lvalue::Lvalue;
        let dst = self.regs.alloc(1);
        match self.lvalue(x) {
            lvalue @ (Lvalue::Slots(_) | Lvalue::Part(_)) => {
                let ty = Wide::new(self.rtype(x.ty));
                self.emit(Op::New { dst, ty });
                let src = self.temp(x.ty);
                self.load(lvalue, x.ty, src);
                self.store_mem(dst, 0, x.ty, src);
            }
            lvalue => self.address_of(lvalue, x.ty, dst),
        }
        dst
    }
}
