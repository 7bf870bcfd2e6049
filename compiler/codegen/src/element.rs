//! Elements that one instruction loads although the index is more than a variable: `x[i+1]`, `x[i][j]`.
//!
//! A module of its own beside `place`, since these are no places: they are only read.

use crate::func::FuncGen;
use crate::layout::Shape;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_types::program::{BinaryOp, Expr, ExprKind};

impl<'p> FuncGen<'_, 'p> {
    /// `dst = x[i]`, if there is an instruction for its form.
    pub(crate) fn fused_index(&mut self, e: &'p Expr, x: &'p Expr, i: &'p Expr, dst: Slot) -> bool {
        let layout = self.layout(e.ty);
        let word = (layout.size, layout.align) == (8, 8);
        if word && self.is_row(x) && self.is_plain(i) {
            let ExprKind::Index(rows, row) = &x.kind else { unreachable!("rows are elements") };
            let rows = self.pair(rows);
            let row = self.operand(row);
            let column = self.operand(i);
            self.at(e.pos);
            self.emit_ext(Op::IndexIndex64 { dst, x: rows, i: row }, u32::from(column.0), 0);
            return true;
        }
        let signed = matches!(layout.shape, Shape::Int { signed: true, .. });
        let small = !signed && (layout.size == 1 || (layout.size, layout.align) == (4, 4));
        let Some((i, off)) = self.index_and_offset(i) else { return false };
        if !(word || small) {
            return false;
        }
        let x = if self.shape(x.ty) == Shape::Array { self.array(x) } else { self.pair(x) };
        let i = self.operand(i);
        self.at(e.pos);
        let op = match layout.size {
            1 => Op::IndexOffU8 { dst, x, i },
            4 => Op::IndexOffU32 { dst, x, i },
            _ => Op::IndexOff64 { dst, x, i },
        };
        self.emit_ext(op, 0, i32::from(off) as u32);
        true
    }

    /// Whether `x` is an element of a slice of slices.
    fn is_row(&mut self, x: &'p Expr) -> bool {
        let ExprKind::Index(rows, row) = &x.kind else { return false };
        self.shape(x.ty) == Shape::Slice
            && self.shape(rows.ty) == Shape::Slice
            && self.index_and_offset(row).is_none()
    }

    /// Whether an index needs no code or arithmetic only: then it does not matter that it comes before the row's check.
    fn is_plain(&self, i: &Expr) -> bool {
        match &i.kind {
            ExprKind::Const(_) | ExprKind::Var(_) => true,
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, x, y) => {
                self.is_plain(x) && self.is_plain(y)
            }
            _ => false,
        }
    }

    /// `i + off` of whole words.
    fn index_and_offset(&mut self, i: &'p Expr) -> Option<(&'p Expr, i16)> {
        let ExprKind::Binary(op, x, n) = &i.kind else { return None };
        if !matches!(self.shape(i.ty), Shape::Int { bytes: 8, .. }) {
            return None;
        }
        let n = self.const_imm(n)?;
        match op {
            BinaryOp::Add => Some((x, n)),
            BinaryOp::Sub => Some((x, n.checked_neg()?)),
            _ => None,
        }
    }
}
