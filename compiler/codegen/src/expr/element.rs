//! Fused element accesses: one instruction loads or stores an element whose index or operand is itself an expression,
//! such as `x[i+1]`, `x[i][j]`, `p.x[i]`.

use crate::func::FuncGen;
use crate::func::lvalue::Lvalue;
use crate::invariant::panic_broken_invariant;
use crate::program::expr_forms::{is_simple_arithmetic, writes_destination_in_parts};
use crate::program::layout::Shape;
use crate::program::location::Location;
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_types::program::{BinaryOp, Expr, ExprKind};

impl<'p> FuncGen<'_, 'p> {
    /// Generates `dst = x[i]` with a fused instruction, if there is one for its form.
    pub(crate) fn fused_index(&mut self, e: &'p Expr, x: &'p Expr, i: &'p Expr, dst: Slot) -> bool {
        let layout = self.layout(e.ty);
        let word = (layout.size, layout.align) == (8, 8);
        let unsigned = self.is_unsigned(i);
        if word && !unsigned && self.is_slice_element(x) && self.is_arithmetic_index(i) {
            let ExprKind::Index(rows, row) = &x.kind else {
                panic_broken_invariant("rows are elements")
            };
            let rows = self.pointer_and_length(rows);
            let row = self.operand(row);
            let column = self.operand(i);
            self.set_pos(e.pos);
            self.emit_ext(Op::IndexIndex64 { dst, x: rows, i: row }, u32::from(column.0), 0);
            return true;
        }
        let signed = matches!(layout.shape, Shape::Int { signed: true, .. });
        let small = !signed && (layout.size == 1 || (layout.size, layout.align) == (4, 4));
        let Some((i, off)) = self.index_and_offset(i) else {
            let bytes = small && layout.size == 1;
            return (word || small) && self.load_array_element(e, x, i, dst)
                || (word || bytes) && self.load_field_element(e, x, i, dst);
        };
        if !(word || small) {
            return false;
        }
        let x = if self.shape(x.ty) == Shape::Array {
            self.array_pointer_and_length(x)
        } else {
            self.pointer_and_length(x)
        };
        let i = self.operand(i);
        self.set_pos(e.pos);
        self.note_index_sign(unsigned);
        let op = match layout.size {
            1 => Op::IndexOffU8 { dst, x, i },
            4 => Op::IndexOffU32 { dst, x, i },
            _ => Op::IndexOff64 { dst, x, i },
        };
        self.emit_ext(op, 0, i32::from(off) as u32);
        true
    }

    /// Generates `dst = x[i]` for an array in memory: a part of a pointer's target, or of a package-level variable.
    fn load_array_element(&mut self, e: &'p Expr, x: &'p Expr, i: &'p Expr, dst: Slot) -> bool {
        let Some(len) = self.array_len(x.ty) else { return false };
        let Ok(len) = u32::try_from(len) else { return false };
        let constant = matches!(i.kind, ExprKind::Const(_));
        if constant || matches!(x.kind, ExprKind::Var(_)) || !is_simple_arithmetic(i) {
            return false;
        }
        let Some((ptr, off)) = self.memory_field(x).or_else(|| self.global_field(x)) else {
            return false;
        };
        let Ok(off) = u16::try_from(off) else { return false };
        let (unsigned, i) = (self.is_unsigned(i), self.operand(i));
        self.set_pos(e.pos);
        self.note_index_sign(unsigned);
        let op = match self.layout(e.ty).size {
            1 => Op::IndexArrU8 { dst, ptr, i },
            4 => Op::IndexArrU32 { dst, ptr, i },
            _ => Op::IndexArr64 { dst, ptr, i },
        };
        self.emit_ext(op, u32::from(off), len);
        true
    }

    /// The pointer and the offset of a part of a package-level variable.
    fn global_field(&mut self, x: &'p Expr) -> Option<(Slot, u32)> {
        let mut root = x;
        while let ExprKind::Field(whole, _) = &root.kind {
            root = whole;
        }
        let ExprKind::Global(_) = root.kind else { return None };
        let Lvalue::Global(off) = self.lvalue(x) else {
            panic_broken_invariant("parts of package-level variables lie there")
        };
        let ptr = self.regs.alloc(1);
        self.emit(Op::GlobalAddr { dst: ptr, off: Wide::new(off) });
        Some((ptr, 0))
    }

    /// Generates `dst = p.x[i]` for a byte or a word.
    fn load_field_element(&mut self, e: &'p Expr, x: &'p Expr, i: &'p Expr, dst: Slot) -> bool {
        let Some((ptr, off)) = self.header_location(x, i) else { return false };
        let (unsigned, i) = (self.is_unsigned(i), self.operand(i));
        self.set_pos(e.pos);
        self.note_index_sign(unsigned);
        let op = match self.layout(e.ty).size {
            1 => Op::IndexMemU8 { dst, ptr, i },
            _ => Op::IndexMem64 { dst, ptr, i },
        };
        self.emit_ext(op, 0, off);
        true
    }

    /// Generates `p.x[i] = e` for a byte, or for a word without pointers, if there is a fused instruction.
    pub(crate) fn store_field_element(&mut self, to: &'p Expr, e: &'p Expr) -> bool {
        let ExprKind::Index(x, i) = &to.kind else { return false };
        let layout = self.layout(to.ty);
        let word = (layout.size, layout.align) == (8, 8) && !layout.has_pointers;
        if !(word || layout.size == 1) || writes_destination_in_parts(e) || self.has_call(e) {
            return false;
        }
        let mark = self.regs.height();
        let Some((ptr, off)) = self.header_location(x, i) else { return false };
        let (unsigned, i) = (self.is_unsigned(i), self.operand(i));
        let src = self.operand(e);
        self.set_pos(to.pos);
        self.note_index_sign(unsigned);
        let op = match layout.size {
            1 => Op::SetIndexMem8 { ptr, i, src },
            _ => Op::SetIndexMem64 { ptr, i, src },
        };
        self.emit_ext(op, 0, off);
        self.regs.release(mark);
        true
    }

    /// The location of a slice's or string's header in memory, if it may be read after the index `i` is evaluated.
    fn header_location(&mut self, x: &'p Expr, i: &'p Expr) -> Option<(Slot, u32)> {
        if !matches!(self.shape(x.ty), Shape::Slice | Shape::Str) || !is_simple_arithmetic(i) {
            return None;
        }
        self.memory_field(x)
    }

    /// The pointer and the offset of a part of a pointer's target. Generates no code for other expressions.
    pub(crate) fn memory_field(&mut self, x: &'p Expr) -> Option<(Slot, u32)> {
        let mut root = x;
        while let ExprKind::Field(whole, _) = &root.kind {
            root = whole;
        }
        let in_memory = match &root.kind {
            ExprKind::Deref(pointer) => !matches!(pointer.kind, ExprKind::Addr(_)),
            ExprKind::Var(var) => {
                matches!(self.location(*var), Location::Cell(_) | Location::Spilled { .. })
            }
            _ => false,
        };
        if !in_memory || self.has_call(x) {
            return None;
        }
        match self.lvalue(x) {
            Lvalue::Mem { pointer: ptr, offset: off, .. } => Some((ptr, off)),
            _ => panic_broken_invariant("pointers lead to memory"),
        }
    }

    /// Reports whether `x` is an element of a slice of slices.
    fn is_slice_element(&mut self, x: &'p Expr) -> bool {
        let ExprKind::Index(rows, row) = &x.kind else { return false };
        self.shape(x.ty) == Shape::Slice
            && self.shape(rows.ty) == Shape::Slice
            && !self.is_unsigned(row)
            && self.index_and_offset(row).is_none()
    }

    /// Reports whether an index needs no code or only arithmetic: the code of `x[i][j]` may evaluate such a `j` before
    /// it checks `i`.
    fn is_arithmetic_index(&self, i: &Expr) -> bool {
        match &i.kind {
            ExprKind::Const(_) | ExprKind::Var(_) => true,
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, x, y) => {
                self.is_arithmetic_index(x) && self.is_arithmetic_index(y)
            }
            _ => false,
        }
    }

    /// The operands `i` and `off` of an index `i + off` or `i - off` of a 64-bit type.
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
