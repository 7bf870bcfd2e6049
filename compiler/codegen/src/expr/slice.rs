//! Slice expressions.

use crate::func::FuncGen;
use crate::invariant::OrBrokenInvariant;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_types::program::{Expr, SliceOp};
use minigo_types::ty::{Type, TypeId};

impl<'p> FuncGen<'_, 'p> {
    pub(crate) fn slice(&mut self, e: &'p Expr, op: &'p SliceOp, dst: Slot) {
        let (x, elem, is_array) = self.sliced_operand(&op.x, e.ty);
        let bounds = [&op.lo, &op.hi, &op.max];
        let mask = (0..3).filter(|&i| bounds[i].is_some()).map(|i| 1 << i).sum::<u32>();
        let n = match elem {
            Some(_) => 3,
            None => 2,
        };
        if mask == 0 {
            self.set_pos(e.pos);
            return self.mov(dst, x, n);
        }
        let args = self.regs.alloc(n);
        for (i, bound) in bounds.into_iter().enumerate() {
            if let Some(bound) = bound {
                self.expr_to(bound, Slot(args.0 + i as u16));
            }
        }
        self.set_pos(e.pos);
        let unsigned = (0..3).filter(|&i| bounds[i].as_ref().is_some_and(|b| self.is_unsigned(b)));
        let unsigned = unsigned.map(|i| 1 << i).sum();
        self.asm.mark_unsigned_operands(unsigned);
        match elem {
            None => self.emit_ext(Op::SliceStr { dst, x, args }, mask, 0),
            Some(elem) => {
                let size = self.layout(elem).size as u32;
                let mask = mask | (u32::from(is_array) * 8);
                self.emit_ext(Op::SliceSlice { dst, x, args }, mask, size);
            }
        }
    }

    /// The operand, its element type unless it is a string, and whether the operand is an array.
    fn sliced_operand(&mut self, x: &'p Expr, result: TypeId) -> (Slot, Option<TypeId>, bool) {
        let elem = match self.program.types.underlying_structure(result) {
            Type::Slice(elem) => Some(*elem),
            _ => None,
        };
        let Type::Pointer(array) = self.program.types.underlying_structure(x.ty) else {
            return (self.operand(x), elem, false);
        };
        let len =
            self.array_len(*array).or_broken_invariant("only arrays are sliced through a pointer");
        let triple = self.regs.alloc(3);
        self.expr_to(x, triple);
        self.set_pos(x.pos);
        self.emit(Op::NilCheck { ptr: triple });
        self.load_int(Slot(triple.0 + 1), len as i64);
        self.load_int(Slot(triple.0 + 2), len as i64);
        (triple, elem, true)
    }
}
