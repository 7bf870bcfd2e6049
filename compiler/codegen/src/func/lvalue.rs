//! Lvalues: locations that can be read, assigned and pointed to.

use crate::func::FuncGen;
use crate::invariant::{OrBrokenInvariant, panic_broken_invariant};
use crate::program::layout::Shape;
use crate::program::location::Location;
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_types::program::{Expr, ExprKind, VarId};
use minigo_types::ty::{Type, TypeId};

/// A location. The slots named here contain operands that are already evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lvalue {
    /// Whole slots of the frame.
    Slots(Slot),
    /// Bytes of the frame in memory layout, from this byte on.
    Part(u32),
    /// Memory at a pointer plus an offset.
    Mem {
        /// The slot of the pointer.
        pointer: Slot,
        /// The offset from the pointer, in bytes.
        offset: u32,
        /// Whether the pointer is known not to be nil.
        is_nonnil: bool,
    },
    /// An element of an array or slice.
    Elem {
        /// The first of two slots: the pointer to the elements and their number.
        base: Slot,
        /// The slot of the index.
        index: Slot,
        /// Whether the index's type is an unsigned type of 64 bits, for the panic message.
        is_unsigned: bool,
    },
    /// A package-level variable or a part of it.
    Global(u32),
}

impl<'p> FuncGen<'_, 'p> {
    /// Evaluates the operands of an lvalue. For any other expression the location is that of its value.
    pub(crate) fn lvalue(&mut self, e: &'p Expr) -> Lvalue {
        match &e.kind {
            ExprKind::Var(var) => self.materialized_var_lvalue(*var),
            ExprKind::Global(global) => Lvalue::Global(self.program_gen.global_offset(*global)),
            ExprKind::Deref(x) => match &x.kind {
                ExprKind::Addr(lvalue) => self.lvalue(lvalue),
                _ => {
                    if let Some((ptr, off)) = self.parameter_field(x) {
                        return Lvalue::Mem {
                            pointer: ptr,
                            offset: u32::from(off),
                            is_nonnil: false,
                        };
                    }
                    let ptr = self.operand(x);
                    self.set_pos(e.pos);
                    Lvalue::Mem { pointer: ptr, offset: 0, is_nonnil: false }
                }
            },
            ExprKind::Field(x, index) => {
                let base = self.lvalue(x);
                self.set_pos(e.pos);
                self.field(base, x.ty, *index, e.ty)
            }
            ExprKind::Index(x, i) => self.index(e, x, i),
            _ => {
                let slot = self.operand(e);
                self.value_lvalue(slot, e.ty)
            }
        }
    }

    /// The location of a variable. If the variable exists only at compile time, its value is first stored in new slots.
    fn materialized_var_lvalue(&mut self, var: VarId) -> Lvalue {
        match self.location(var) {
            Location::Const(n) => Lvalue::Slots(self.const_slot(n)),
            Location::Field { ptr, off, .. } => {
                let dst = self.regs.alloc(1);
                self.emit(Op::AddrOff { dst, ptr, off });
                Lvalue::Slots(dst)
            }
            Location::StaticClosure(id) => {
                let dst = self.regs.alloc(1);
                self.static_closure_value(id, dst);
                Lvalue::Slots(dst)
            }
            _ => self.var_lvalue(var),
        }
    }

    /// The location of a value that is in the slots from `slot` on or, if the layout is indirect, at the address in
    /// `slot`.
    pub(crate) fn value_lvalue(&mut self, slot: Slot, ty: TypeId) -> Lvalue {
        if self.layout(ty).is_indirect() {
            Lvalue::Mem { pointer: slot, offset: 0, is_nonnil: true }
        } else {
            Lvalue::Slots(slot)
        }
    }

    /// The location of field `index` of a struct of type `ty` at `base`.
    pub(crate) fn field(&mut self, base: Lvalue, ty: TypeId, index: u32, field: TypeId) -> Lvalue {
        let off = self.program_gen.layouts.offsets(ty)[index as usize];
        let elem = self.layout(ty).size;
        self.part_of(base, elem, off as u32, field)
    }

    /// The location of a part of type `ty` at byte `off` of `base`, an lvalue of `size` bytes.
    fn part_of(&mut self, base: Lvalue, size: u64, off: u32, ty: TypeId) -> Lvalue {
        match base {
            Lvalue::Slots(slot) => self.frame_part(u32::from(slot.0) * 8 + off, ty),
            Lvalue::Part(at) => self.frame_part(at + off, ty),
            Lvalue::Mem { pointer: ptr, offset: at, is_nonnil: nonnil } => {
                Lvalue::Mem { pointer: ptr, offset: at.saturating_add(off), is_nonnil: nonnil }
            }
            Lvalue::Elem { .. } => {
                let ptr = self.elem_addr(base, size);
                Lvalue::Mem { pointer: ptr, offset: off, is_nonnil: true }
            }
            Lvalue::Global(at) => Lvalue::Global(at + off),
        }
    }

    /// The location of the value that begins at byte `byte` of the frame: whole slots if the value fills them, or else
    /// a part.
    fn frame_part(&mut self, byte: u32, ty: TypeId) -> Lvalue {
        let size = self.layout(ty).size;
        if byte.is_multiple_of(8) && size.is_multiple_of(8) {
            Lvalue::Slots(Slot((byte / 8) as u16))
        } else {
            Lvalue::Part(byte)
        }
    }

    /// The address of an element, in a new slot.
    pub(crate) fn elem_addr(&mut self, elem: Lvalue, size: u64) -> Slot {
        let Lvalue::Elem { base: x, index: i, is_unsigned: unsigned } = elem else {
            panic_broken_invariant("the lvalue is an element")
        };
        let dst = self.regs.alloc(1);
        self.note_index_sign(unsigned);
        self.emit_ext(Op::IndexAddr { dst, x, i }, 0, size as u32);
        dst
    }

    fn index(&mut self, e: &'p Expr, x: &'p Expr, i: &'p Expr) -> Lvalue {
        if self.shape(x.ty) != Shape::Array {
            let x = self.pointer_and_length(x);
            let (unsigned, i) = (self.is_unsigned(i), self.operand(i));
            self.set_pos(e.pos);
            return Lvalue::Elem { base: x, index: i, is_unsigned: unsigned };
        }
        if let Some(n) = self.program_gen.layouts.constant_element_index(x, i) {
            let base = self.lvalue(x);
            self.set_pos(e.pos);
            let (size, elem) = (self.layout(x.ty).size, self.layout(e.ty).size);
            return self.part_of(base, size, elem.saturating_mul(n) as u32, e.ty);
        }
        let x = self.array_pointer_and_length(x);
        let (unsigned, i) = (self.is_unsigned(i), self.operand(i));
        self.set_pos(e.pos);
        Lvalue::Elem { base: x, index: i, is_unsigned: unsigned }
    }

    /// Reports whether an index of this type that is out of range is printed as an unsigned number, even if its bits
    /// look negative.
    pub(crate) fn is_unsigned(&mut self, i: &Expr) -> bool {
        self.shape(i.ty).is_u64()
    }

    /// Records whether the index of the next instruction is of an unsigned type of 64 bits.
    pub(crate) fn note_index_sign(&mut self, unsigned: bool) {
        self.asm.mark_unsigned_operands(u8::from(unsigned));
    }

    /// The first of two slots: the pointer and the length of a slice or string.
    pub(crate) fn pointer_and_length(&mut self, x: &'p Expr) -> Slot {
        if !matches!(x.kind, ExprKind::Var(_) | ExprKind::Field(..) | ExprKind::Deref(_)) {
            return self.operand(x);
        }
        let dst = self.regs.alloc(2);
        let mark = self.regs.height();
        match self.lvalue(x) {
            Lvalue::Mem { pointer: ptr, offset: off, .. } => {
                self.load_words(ptr, off, dst, 2);
                self.regs.release(mark);
                dst
            }
            Lvalue::Slots(slot) if slot < dst && !self.reads_volatile_var(x) => {
                self.regs.release_above(dst, 0);
                slot
            }
            Lvalue::Slots(slot) => {
                self.mov(dst, slot, 2);
                self.regs.release(mark);
                dst
            }
            lvalue => {
                self.regs.release_above(dst, 0);
                let dst = self.temp(x.ty);
                self.load(lvalue, x.ty, dst);
                dst
            }
        }
    }

    /// The first of two slots: the pointer and the length of an array. For a variable in a heap cell, the result is the
    /// first slot of the variable's location, which has both the pointer and the length.
    pub(crate) fn array_pointer_and_length(&mut self, x: &'p Expr) -> Slot {
        if let ExprKind::Var(var) = x.kind
            && let Location::Cell(pair) = self.location(var)
        {
            return pair;
        }
        let base = self.lvalue(x);
        self.lvalue_pointer_and_length(base, x.ty)
    }

    /// The first of two slots: the pointer and the length of the array at `base`. An array in the frame is copied to
    /// the heap.
    pub(crate) fn lvalue_pointer_and_length(&mut self, base: Lvalue, ty: TypeId) -> Slot {
        let len = self.array_len(ty).or_broken_invariant("arrays have lengths") as i64;
        let pair = self.regs.alloc(2);
        match base {
            Lvalue::Slots(_) | Lvalue::Part(_) => {
                let rtype = Wide::new(self.rtype(ty));
                self.emit(Op::New { dst: pair, ty: rtype });
                let n = self.slots(ty);
                let src = self.regs.alloc(n);
                self.load(base, ty, src);
                self.store_mem(pair, 0, ty, src);
            }
            _ => self.address_of(base, ty, pair),
        }
        self.load_int(Slot(pair.0 + 1), len);
        pair
    }

    /// The number of elements of an array type.
    pub(crate) fn array_len(&self, ty: TypeId) -> Option<u64> {
        match self.program.types.underlying_structure(ty) {
            Type::Array(_, n) => Some(*n),
            _ => None,
        }
    }

    /// Stores the address of an lvalue in `dst`; the generated code panics if it reaches the lvalue through a nil
    /// pointer.
    pub(crate) fn address_of(&mut self, lvalue: Lvalue, ty: TypeId, dst: Slot) {
        match lvalue {
            Lvalue::Mem { pointer: ptr, offset: 0, is_nonnil: true } => self.mov(dst, ptr, 1),
            Lvalue::Mem { pointer: ptr, offset: off, .. } => match u16::try_from(off) {
                Ok(off) => self.emit(Op::AddrOff { dst, ptr, off }),
                Err(_) => self.emit_ext(Op::AddrOffWide { dst, ptr }, 0, off),
            },
            Lvalue::Elem { base: x, index: i, is_unsigned: unsigned } => {
                let size = self.layout(ty).size as u32;
                self.note_index_sign(unsigned);
                self.emit_ext(Op::IndexAddr { dst, x, i }, 0, size);
            }
            Lvalue::Global(off) => self.emit(Op::GlobalAddr { dst, off: Wide::new(off) }),
            Lvalue::Slots(_) | Lvalue::Part(_) => {
                panic_broken_invariant("a variable whose address is taken has a cell")
            }
        }
    }

    /// The slot of a pointer and the offset of an lvalue in memory.
    pub(crate) fn pointer_and_offset(&mut self, lvalue: Lvalue, size: u64) -> (Slot, u32) {
        match lvalue {
            Lvalue::Mem { pointer: ptr, offset: off, .. } => (ptr, off),
            Lvalue::Elem { .. } => (self.elem_addr(lvalue, size), 0),
            Lvalue::Global(off) => {
                let dst = self.regs.alloc(1);
                self.emit(Op::GlobalAddr { dst, off: Wide::new(off) });
                (dst, 0)
            }
            Lvalue::Slots(_) | Lvalue::Part(_) => panic_broken_invariant("the lvalue is in memory"),
        }
    }
}
