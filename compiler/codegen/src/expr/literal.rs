//! Composite literals in slots and in new memory, and slice and map literals.

use crate::func::FuncGen;
use crate::func::lvalue::Lvalue;
use crate::invariant::panic_broken_invariant;
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_types::program::{Conversion, Expr, ExprKind};
use minigo_types::ty::{Type, TypeId};

impl<'p> FuncGen<'_, 'p> {
    /// Builds a struct in slots of the frame.
    pub(crate) fn struct_lit(&mut self, ty: TypeId, fields: &'p [(u32, Expr)], dst: Lvalue) {
        let Lvalue::Slots(slot) = dst else {
            panic_broken_invariant("memory is initialised by `init`")
        };
        let lvalues: Vec<Lvalue> =
            fields.iter().map(|(i, e)| self.field(dst, ty, *i, e.ty)).collect();
        let covered: u32 = fields
            .iter()
            .zip(&lvalues)
            .map(|((_, e), p)| if matches!(p, Lvalue::Slots(_)) { self.slots(e.ty) } else { 0 })
            .sum();
        let n = self.slots(ty);
        if covered < n {
            self.zero(slot, n);
        }
        for ((i, e), lvalue) in fields.iter().zip(lvalues) {
            if self.is_blank(ty, *i) {
                self.gen_effects(e);
                self.set_zero(lvalue, e.ty);
            } else {
                self.set_part(lvalue, e);
            }
        }
    }

    /// Builds an array in slots of the frame.
    pub(crate) fn array_lit(&mut self, ty: TypeId, elems: &'p [(u64, Expr)], dst: Lvalue) {
        let Lvalue::Slots(slot) = dst else {
            panic_broken_invariant("memory is initialised by `init`")
        };
        let Type::Array(elem, len) = *self.program.types.underlying_structure(ty) else {
            panic_broken_invariant("array literals have array types")
        };
        let size = self.layout(elem).size;
        let n = self.slots(ty);
        if (elems.len() as u64) < len || !size.is_multiple_of(8) {
            self.zero(slot, n);
        }
        for (i, e) in elems {
            let byte = u64::from(slot.0) * 8 + i * size;
            let lvalue = if size.is_multiple_of(8) {
                Lvalue::Slots(Slot((byte / 8) as u16))
            } else {
                Lvalue::Part(byte as u32)
            };
            self.set_part(lvalue, e);
        }
    }

    /// Reports whether a field's name is `_`: such a field cannot be read and stays zero.
    pub(super) fn is_blank(&self, ty: TypeId, field: u32) -> bool {
        match self.program.types.underlying_structure(ty) {
            Type::Struct(fields) => &*fields[field as usize].name == "_",
            _ => false,
        }
    }

    fn set_zero(&mut self, lvalue: Lvalue, ty: TypeId) {
        if let Lvalue::Slots(slot) = lvalue {
            let n = self.slots(ty);
            self.zero(slot, n);
        }
    }

    /// Stores a part of a literal in the frame.
    fn set_part(&mut self, lvalue: Lvalue, e: &'p Expr) {
        match lvalue {
            Lvalue::Slots(dst) => self.expr_to(e, dst),
            _ if matches!(e.kind, ExprKind::Zero) => {}
            _ => {
                let mark = self.regs.height();
                let src = self.operand(e);
                self.store(lvalue, e.ty, src);
                self.regs.release(mark);
            }
        }
    }

    /// Initialises memory that is already zero.
    pub(crate) fn init(&mut self, lvalue: Lvalue, e: &'p Expr) {
        match &e.kind {
            ExprKind::Zero => {}
            ExprKind::Convert(Conversion::Same, x) => self.init(lvalue, x),
            ExprKind::StructLit(_) | ExprKind::ArrayLit(_) | ExprKind::IntArray(_)
                if self.init_by_copy(lvalue, e) => {}
            ExprKind::StructLit(fields) => {
                for (i, x) in fields {
                    if self.is_blank(e.ty, *i) {
                        self.gen_effects(x);
                        continue;
                    }
                    let mark = self.regs.height();
                    let field = self.field(lvalue, e.ty, *i, x.ty);
                    self.init(field, x);
                    self.regs.release(mark);
                }
            }
            ExprKind::ArrayLit(elems) => {
                let Lvalue::Mem { pointer: ptr, offset: off, .. } = lvalue else {
                    return self.assign_value(lvalue, e);
                };
                self.init_elems(ptr, off, elems);
            }
            _ => self.assign_value(lvalue, e),
        }
    }

    fn init_elems(&mut self, ptr: Slot, off: u32, elems: &'p [(u64, Expr)]) {
        for (i, x) in elems {
            let size = self.layout(x.ty).size;
            let at = u32::try_from(u64::from(off) + i * size).unwrap_or(u32::MAX);
            let mark = self.regs.height();
            self.init(Lvalue::Mem { pointer: ptr, offset: at, is_nonnil: true }, x);
            self.regs.release(mark);
        }
    }

    /// Builds a literal in new memory; the value is its address.
    pub(crate) fn indirect_literal(&mut self, e: &'p Expr, dst: Slot) {
        let (new, ty) = (self.regs.alloc(1), Wide::new(self.rtype(e.ty)));
        self.emit(Op::New { dst: new, ty });
        self.init(Lvalue::Mem { pointer: new, offset: 0, is_nonnil: true }, e);
        self.mov(dst, new, 1);
    }

    /// Builds a new slice. During the initialisation `dst` contains the address of its elements.
    pub(crate) fn slice_lit(&mut self, e: &'p Expr, len: u64, elems: &'p [(u64, Expr)], dst: Slot) {
        let elem = self.make_slice(e, dst, |_| len);
        if !self.init_slice_by_copy(dst, elem, len, elems) {
            self.init_elems(dst, 0, elems);
        }
    }

    /// Builds a new slice of integers.
    pub(crate) fn int_slice(&mut self, e: &'p Expr, bytes: &[u8], dst: Slot) {
        let len = |size: u64| bytes.len() as u64 / size;
        let elem = self.make_slice(e, dst, len);
        let size = self.layout(elem).size;
        self.copy_to_slice(dst, elem, len(size), bytes.to_vec());
    }

    /// Makes a slice of zeros. `len` computes the length from the element size. Returns the element type.
    fn make_slice(&mut self, e: &Expr, dst: Slot, len: impl Fn(u64) -> u64) -> TypeId {
        let Type::Slice(elem) = *self.program.types.underlying_structure(e.ty) else {
            panic_broken_invariant("slice literals have slice types")
        };
        let rtype = self.rtype(elem);
        let len = len(self.layout(elem).size);
        let mark = self.regs.height();
        let n = self.regs.alloc(1);
        self.load_int(n, len as i64);
        self.set_pos(e.pos);
        self.emit_ext(Op::MakeSlice { dst, len: n, cap: n }, 0, rtype);
        self.regs.release(mark);
        elem
    }

    pub(crate) fn map_lit(&mut self, e: &'p Expr, entries: &'p [(Expr, Expr)], dst: Slot) {
        let rtype = self.rtype(e.ty);
        let Type::Map(_, value) = *self.program.types.underlying_structure(e.ty) else {
            panic_broken_invariant("map literals have map types")
        };
        let words = self.slots(value);
        let hint = self.regs.alloc(1);
        self.load_int(hint, entries.len() as i64);
        self.emit_ext(Op::MakeMap { dst, hint }, 0, rtype);
        for (key, val) in entries {
            let mark = self.regs.height();
            // As in assignments, the value is computed before the entry is inserted.
            let value_first = self.may_panic(key) && !self.has_call(key) && !self.has_call(val);
            let (k, v) = if value_first {
                let v = self.operand(val);
                (self.operand(key), v)
            } else {
                (self.operand(key), self.operand(val))
            };
            self.set_pos(key.pos);
            self.emit_ext(Op::MapSet { m: dst, key: k, val: v }, words, rtype);
            self.regs.release(mark);
        }
    }
}
