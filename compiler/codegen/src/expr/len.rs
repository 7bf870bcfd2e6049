//! `len` and `cap`.

use crate::func::FuncGen;
use crate::func::lvalue::Lvalue;
use crate::invariant::OrBrokenInvariant;
use crate::program::layout::Shape;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_types::program::{Builtin, Expr, ExprKind};
use minigo_types::ty::{Basic, Type};

impl<'p> FuncGen<'_, 'p> {
    /// The slot that contains the length, if the value is in slots already.
    pub(crate) fn len_in_place(&mut self, e: &'p Expr, x: &'p Expr) -> Option<Slot> {
        let ExprKind::Builtin(which, _) = e.kind else { return None };
        let shape = self.shape(x.ty);
        if !matches!(shape, Shape::Str | Shape::Slice)
            || !matches!(x.kind, ExprKind::Var(_) | ExprKind::Field(..))
            || self.reads_volatile_var(x)
        {
            return None;
        }
        let mark = self.regs.height();
        if !self.is_unchanged_by_calls(x) {
            return None;
        }
        let lvalue = self.lvalue(x);
        self.regs.release(mark);
        match lvalue {
            Lvalue::Slots(slot) => Some(Slot(slot.0 + 1 + u16::from(which == Builtin::Cap))),
            _ => None,
        }
    }

    pub(crate) fn len(&mut self, which: Builtin, x: &'p Expr, dst: Slot) {
        let index = 1 + u16::from(which == Builtin::Cap);
        match self.program.types.underlying_structure(x.ty) {
            Type::Map(..) => {
                let m = self.operand(x);
                self.emit(Op::MapLen { dst, m });
            }
            Type::Chan(..) => {
                let ch = self.operand(x);
                self.emit(match which {
                    Builtin::Cap => Op::ChanCap { dst, ch },
                    _ => Op::ChanLen { dst, ch },
                });
            }
            Type::Array(_, n) => {
                self.gen_effects(x);
                self.load_int(dst, *n as i64);
            }
            Type::Pointer(array) => {
                self.gen_effects(x);
                let n = self
                    .array_len(*array)
                    .or_broken_invariant("only pointers to arrays have lengths");
                self.load_int(dst, n as i64);
            }
            _ => self.load_header_word(index, x, dst),
        }
    }

    /// Loads the word `index` of a string or slice: its length or capacity.
    fn load_header_word(&mut self, index: u16, x: &'p Expr, dst: Slot) {
        match self.len_lvalue(x) {
            Lvalue::Slots(slot) => self.mov(dst, Slot(slot.0 + index), 1),
            Lvalue::Mem { pointer: ptr, offset: off, .. } => {
                self.load_words(ptr, off + 8 * u32::from(index), dst, 1);
            }
            Lvalue::Global(off) => {
                let at = off + 8 * u32::from(index);
                self.load(Lvalue::Global(at), Basic::Int.id(), dst);
            }
            lvalue => {
                let tmp = self.temp(x.ty);
                self.load(lvalue, x.ty, tmp);
                self.mov(dst, Slot(tmp.0 + index), 1);
            }
        }
    }

    fn len_lvalue(&mut self, x: &'p Expr) -> Lvalue {
        match x.kind {
            ExprKind::Var(_)
            | ExprKind::Global(_)
            | ExprKind::Field(..)
            | ExprKind::Deref(_)
            | ExprKind::Index(..) => self.lvalue(x),
            _ => Lvalue::Slots(self.operand(x)),
        }
    }
}
