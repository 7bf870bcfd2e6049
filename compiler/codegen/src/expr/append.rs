//! `append` with elements and with slices.

use crate::func::FuncGen;
use crate::func::lvalue::Lvalue;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_types::program::Expr;
use minigo_types::ty::{Basic, Type, TypeId};

impl<'p> FuncGen<'_, 'p> {
    /// The id of the run-time type of a slice's elements.
    pub(crate) fn slice_elem_rtype(&mut self, ty: TypeId) -> u32 {
        match self.program.types.underlying_structure(ty) {
            Type::Slice(elem) => self.rtype(*elem),
            // `copy` and `append` treat strings as slices of bytes.
            _ => self.rtype(Basic::Uint8.id()),
        }
    }

    pub(crate) fn append(&mut self, e: &'p Expr, x: &'p Expr, elems: &'p [Expr], dst: Slot) {
        let elem = self.slice_elem_rtype(e.ty);
        if elems.is_empty() {
            return self.expr_to(x, dst);
        }
        let x = self.operand(x);
        if self.layout(elems[0].ty).is_indirect() {
            return self.append_large(e, x, elems, dst);
        }
        let first = if let [only] = elems {
            self.operand(only)
        } else {
            let total = self.program_gen.slots_of(elems.iter().map(|e| e.ty));
            let first = self.regs.alloc(total);
            let mut at = first.0;
            for elem in elems {
                self.expr_to(elem, Slot(at));
                at = at.wrapping_add(self.slots(elem.ty) as u16);
            }
            first
        };
        self.set_pos(e.pos);
        self.emit_ext(Op::Append { dst, x, first }, elems.len() as u32, elem);
    }

    /// Appends elements that are too large for slots: the code first stores several elements in a new slice.
    fn append_large(&mut self, e: &'p Expr, x: Slot, elems: &'p [Expr], dst: Slot) {
        let (elem, ty) = (self.slice_elem_rtype(e.ty), elems[0].ty);
        let values: Vec<Slot> = elems.iter().map(|e| self.operand(e)).collect();
        let y = match values[..] {
            [only] => {
                let y = self.regs.alloc(2);
                self.mov(y, only, 1);
                self.load_int(Slot(y.0 + 1), 1);
                y
            }
            _ => {
                let (y, len) = (self.regs.alloc(3), self.int_slot(values.len() as i64));
                self.emit_ext(Op::MakeSlice { dst: y, len, cap: len }, 0, elem);
                for (at, &value) in (0..).zip(&values) {
                    let mark = self.regs.height();
                    let i = self.int_slot(at);
                    self.store(Lvalue::Elem { base: y, index: i, is_unsigned: false }, ty, value);
                    self.regs.release(mark);
                }
                y
            }
        };
        self.set_pos(e.pos);
        self.emit_ext(Op::AppendSlice { dst, x, y }, 0, elem);
    }
}
