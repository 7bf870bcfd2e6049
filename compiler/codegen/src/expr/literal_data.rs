//! Composite literals of constants: the code copies the bytes of the whole value instead of storing each constant.
//!
//! The bytes are in the program's string table, which is not code and is not copied when a stored program is mapped.

use crate::func::FuncGen;
use crate::func::lvalue::Lvalue;
use crate::invariant::OrBrokenInvariant;
use crate::program::layout::Shape;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_types::program::{Const, Conversion, Expr, ExprKind};
use minigo_types::ty::TypeId;

/// The minimal number of constants for a copy, which takes four instructions; fewer constants are stored one by one.
const MIN_COPIED_CONSTANTS: usize = 5;

/// The maximal number of bytes for each constant. In a literal with more bytes for each constant most bytes are zero,
/// and the new memory for the literal is already zero.
const MAX_BYTES_PER_CONSTANT: u64 = 32;

/// The elements of a literal with their indices.
pub(crate) type Elems = [(u64, Expr)];

impl FuncGen<'_, '_> {
    /// Initialises memory by a copy, if the struct or array consists of enough constants.
    pub(crate) fn init_by_copy(&mut self, lvalue: Lvalue, e: &Expr) -> bool {
        let layout = self.layout(e.ty);
        let in_memory = matches!(lvalue, Lvalue::Mem { .. }) && !layout.has_pointers;
        if !in_memory || !count_constants(e).is_some_and(|n| copy_is_cheaper(n, layout.size)) {
            return false;
        }
        let mut bytes = vec![0; layout.size as usize];
        self.write_constants(e, 0, &mut bytes);
        let mark = self.regs.height();
        let (dst, src) = (self.regs.alloc(1), self.regs.alloc(2));
        let rtype = self.rtype(e.ty);
        self.address_of(lvalue, e.ty, dst);
        self.load_static_bytes(bytes, src);
        self.emit_ext(Op::CopyTyped { dst, src }, 0, rtype);
        self.regs.release(mark);
        true
    }

    /// Initialises the elements of the new slice in `slice` by a copy, if they consist of enough constants.
    pub(crate) fn init_slice_by_copy(
        &mut self,
        slice: Slot,
        elem: TypeId,
        len: u64,
        elems: &Elems,
    ) -> bool {
        let layout = self.layout(elem);
        let size = layout.size.saturating_mul(len);
        if layout.has_pointers || !count_parts(elems).is_some_and(|n| copy_is_cheaper(n, size)) {
            return false;
        }
        let mut bytes = vec![0; size as usize];
        self.write_elems(elems, 0, &mut bytes);
        self.copy_to_slice(slice, elem, len, bytes);
        true
    }

    /// Copies the bytes of `len` elements to a slice.
    pub(crate) fn copy_to_slice(&mut self, slice: Slot, elem: TypeId, len: u64, bytes: Vec<u8>) {
        let mark = self.regs.height();
        let (src, copied) = (self.regs.alloc(2), self.regs.alloc(1));
        let rtype = self.rtype(elem);
        self.load_static_bytes(bytes, src);
        self.load_int(Slot(src.0 + 1), len as i64);
        self.emit_ext(Op::Copy { dst: copied, to: slice, from: src }, 0, rtype);
        self.regs.release(mark);
    }

    fn load_static_bytes(&mut self, bytes: Vec<u8>, dst: Slot) {
        let k = self.program_gen.string(&bytes.into());
        self.emit(Op::LoadStr { dst, k });
    }

    /// Writes the constants of a value to `at`.
    fn write_constants(&mut self, e: &Expr, at: usize, bytes: &mut [u8]) {
        let layout = self.layout(e.ty);
        match &e.kind {
            ExprKind::Zero => {}
            ExprKind::Convert(Conversion::Same, x) => self.write_constants(x, at, bytes),
            ExprKind::ArrayLit(elems) => self.write_elems(elems, at, bytes),
            ExprKind::IntArray(table) => bytes[at..at + table.len()].copy_from_slice(table),
            ExprKind::StructLit(fields) => {
                let offsets = self.program_gen.layouts.offsets(e.ty);
                for (i, x) in fields {
                    if !self.is_blank(e.ty, *i) {
                        self.write_constants(x, at + offsets[*i as usize] as usize, bytes);
                    }
                }
            }
            ExprKind::Const(Const::Complex(re, im)) if layout.shape == Shape::C128 => {
                write_constant(bytes, at, re.to_bits(), 8);
                write_constant(bytes, at + 8, im.to_bits(), 8);
            }
            ExprKind::Const(Const::Complex(re, im)) => {
                write_constant(bytes, at, (*re as f32).to_bits().into(), 4);
                write_constant(bytes, at + 4, (*im as f32).to_bits().into(), 4);
            }
            _ => {
                let bits = self
                    .const_bits(e)
                    .or_broken_invariant("`count_constants` has accepted only constants");
                write_constant(bytes, at, bits as u64, layout.size as usize);
            }
        }
    }

    fn write_elems(&mut self, elems: &Elems, at: usize, bytes: &mut [u8]) {
        for (i, x) in elems {
            let size = self.layout(x.ty).size;
            self.write_constants(x, at + (i * size) as usize, bytes);
        }
    }
}

/// The number of constants in a value without pointers; `None` if the value contains anything else.
fn count_constants(e: &Expr) -> Option<usize> {
    match &e.kind {
        ExprKind::Zero => Some(0),
        ExprKind::Const(_) => Some(1),
        ExprKind::Convert(Conversion::Same, x) => count_constants(x),
        ExprKind::ArrayLit(elems) => count_parts(elems),
        ExprKind::IntArray(table) => Some(table.len() / 8),
        ExprKind::StructLit(fields) => fields.iter().map(|(_, x)| count_constants(x)).sum(),
        _ => None,
    }
}

fn count_parts(elems: &Elems) -> Option<usize> {
    elems.iter().map(|(_, x)| count_constants(x)).sum()
}

/// Reports whether a copy of `size` bytes is better than writing `parts` constants.
fn copy_is_cheaper(parts: usize, size: u64) -> bool {
    parts >= MIN_COPIED_CONSTANTS && size <= MAX_BYTES_PER_CONSTANT * parts as u64
}

fn write_constant(bytes: &mut [u8], at: usize, bits: u64, size: usize) {
    bytes[at..at + size].copy_from_slice(&bits.to_ne_bytes()[..size]);
}
