//! Interfaces: conversions to them, type assertions, and the tests of type switches.

use crate::func::FuncGen;
use crate::func::lvalue::Lvalue;
use crate::invariant::panic_broken_invariant;
use crate::program::layout::{LARGE_VALUE_BYTES, Shape};
use minigo_bytecode::assembler::Label;
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_bytecode::type_word::{ITAB_OFFSET, TYPE_STRIDE};
use minigo_types::program::{CompareOp, Expr};
use minigo_types::ty::{Type, TypeId};

impl<'p> FuncGen<'_, 'p> {
    /// Loads the first word of an interface value of type `iface` whose dynamic type is `rtype` into `dst`.
    fn load_type(&mut self, dst: Slot, rtype: u32, iface: TypeId) {
        let ty = Wide::new(rtype);
        self.emit(match (self.program_gen.uses_go_interface_layout, self.has_methods(iface)) {
            (false, _) => Op::LoadType { dst, ty },
            (true, false) => Op::LoadDescriptor { dst, ty },
            (true, true) => Op::LoadItab { dst, ty },
        });
    }

    fn has_methods(&self, iface: TypeId) -> bool {
        matches!(self.program.types.underlying_structure(iface), Type::Interface(i) if !i.methods.is_empty())
    }

    /// Reports whether values of two interface types have the same first word for the same dynamic type.
    pub(crate) fn has_same_type_word(&self, a: TypeId, b: TypeId) -> bool {
        !self.program_gen.uses_go_interface_layout || self.has_methods(a) == self.has_methods(b)
    }

    /// Converts the first word of an interface value from interface type `from` to `to`, in place.
    pub(crate) fn convert_type_word(&mut self, word: Slot, from: TypeId, to: TypeId) {
        if self.has_same_type_word(from, to) {
            return;
        }
        let (descriptor, itab) = (-(TYPE_STRIDE as i16), ITAB_OFFSET as i16);
        if !self.has_methods(to) {
            return self.emit(Op::AndImm { dst: word, a: word, imm: descriptor });
        }
        let nil = self.label();
        self.branch_imm(CompareOp::Eq, word, 0, nil);
        self.emit(Op::AddImm { dst: word, a: word, imm: itab });
        self.asm.bind(nil);
    }

    /// Converts a value of a concrete type to an interface type.
    pub(crate) fn pack_interface(&mut self, x: &'p Expr, iface: TypeId, dst: Slot) {
        let layout = self.layout(x.ty);
        let rtype = self.rtype(x.ty);
        let data = Slot(dst.0.wrapping_add(1));
        match layout.size {
            0 => {
                self.gen_effects(x);
                if self.program_gen.uses_go_interface_layout {
                    self.emit(Op::LoadDescriptor { dst: data, ty: Wide::new(0) });
                } else {
                    self.load_int(data, 0);
                }
            }
            1..=8 if self.program_gen.fits_data_word(x.ty) => self.expr_to(x, data),
            1..=8 => {
                let (src, new) = (self.operand(x), self.regs.alloc(1));
                self.emit(Op::New { dst: new, ty: Wide::new(rtype) });
                self.store(Lvalue::Mem { pointer: new, offset: 0, is_nonnil: true }, x.ty, src);
                self.mov(data, new, 1);
            }
            _ => {
                if layout.size > LARGE_VALUE_BYTES
                    && let Some(src) = self.memory_lvalue(x)
                {
                    self.box_large(src, x.ty, data);
                    return self.load_type(dst, rtype, iface);
                }
                let src = self.operand(x);
                if layout.is_indirect() {
                    self.mov(data, src, 1);
                    return self.load_type(dst, rtype, iface);
                }
                self.emit_ext(Op::BoxIface { dst, src }, layout.slots(), rtype);
                if !self.program_gen.uses_go_interface_layout {
                    return;
                }
            }
        }
        self.load_type(dst, rtype, iface);
    }

    /// Makes the data word for a large value in memory: a pointer to a copy in the heap.
    fn box_large(&mut self, src: Lvalue, ty: TypeId, data: Slot) {
        let rtype = self.rtype(ty);
        let (from, new) = (self.regs.alloc(1), self.regs.alloc(1));
        self.address_of(src, ty, from);
        self.emit(Op::New { dst: new, ty: Wide::new(rtype) });
        self.emit_ext(Op::CopyTyped { dst: new, src: from }, 0, rtype);
        self.mov(data, new, 1);
    }

    /// Generates `x.(T)`.
    pub(crate) fn type_assert(&mut self, e: &'p Expr, x: &'p Expr, dst: Slot) {
        let (target, source) = (self.rtype(e.ty), self.rtype(x.ty));
        let n = self.slots(e.ty);
        let iface = self.shape(e.ty) == Shape::Iface;
        let from = x.ty;
        let x = self.operand(x);
        self.set_pos(e.pos);
        if iface {
            self.emit_ext(Op::AssertIface { dst, x }, 0, target);
            self.convert_type_word(dst, from, e.ty);
        } else if self.program_gen.uses_go_interface_layout
            && !self.program_gen.fits_data_word(e.ty)
        {
            self.emit_ext(Op::AssertType { dst, x }, 0, target);
            self.asm.emit_ext(0, source);
            self.unbox(e.ty, Slot(x.0 + 1), dst);
        } else {
            self.emit_ext(Op::AssertType { dst, x }, n, target);
            self.asm.emit_ext(0, source);
        }
    }

    /// Generates `x.(T)` in its comma-ok form.
    pub(crate) fn type_assert_ok(&mut self, e: &'p Expr, x: &'p Expr, dst: Slot) {
        let Type::Tuple(parts) = self.program.types.get(e.ty) else {
            panic_broken_invariant("comma-ok forms have tuples")
        };
        let (target, from) = (parts[0], x.ty);
        let x = self.operand(x);
        self.set_pos(e.pos);
        self.assert_ok(target, x, from, dst);
    }

    /// Generates `dst, ok = x.(target)`, where `x` is of the interface type `from`.
    pub(crate) fn assert_ok(&mut self, target: TypeId, x: Slot, from: TypeId, dst: Slot) {
        let rtype = self.rtype(target);
        let n = self.slots(target);
        if self.shape(target) == Shape::Iface {
            self.emit_ext(Op::AssertIfaceOk { dst, x }, 0, rtype);
            self.convert_type_word(dst, from, target);
        } else if self.program_gen.uses_go_interface_layout
            && !self.program_gen.fits_data_word(target)
        {
            let (ok, data) = (self.regs.alloc(1), self.regs.alloc(1));
            self.mov(data, Slot(x.0 + 1), 1);
            self.emit_ext(Op::AssertTypeOk { dst: ok, x }, 0, rtype);
            self.zero(dst, n);
            let (other, end) = (self.label(), self.label());
            self.branch_bool(ok, false, other);
            self.unbox(target, data, dst);
            self.jump(end);
            self.asm.bind(other);
            self.zero_value_if_null(dst, target);
            self.asm.bind(end);
            self.mov(Slot(dst.0 + n as u16), ok, 1);
        } else {
            self.emit_ext(Op::AssertTypeOk { dst, x }, n, rtype);
            self.zero_value_if_null(dst, target);
        }
    }

    /// Loads the value of type `ty` from the data word of an interface that is known to hold one.
    pub(crate) fn unbox(&mut self, ty: TypeId, data: Slot, dst: Slot) {
        let layout = self.layout(ty);
        match layout.size {
            0 => {}
            1..=8 if self.program_gen.fits_data_word(ty) => self.mov(dst, data, 1),
            _ if self.program_gen.uses_go_interface_layout => {
                self.load(Lvalue::Mem { pointer: data, offset: 0, is_nonnil: false }, ty, dst);
            }
            _ => {
                let rtype = self.rtype(ty);
                self.emit_ext(Op::Unbox { dst, data }, layout.slots(), rtype);
            }
        }
    }

    /// Jumps to `to` if the interface at `x`, of type `from`, holds a value of type `ty`, or with `None` if it is nil.
    pub(crate) fn branch_type(&mut self, ty: Option<TypeId>, x: Slot, from: TypeId, to: Label) {
        let Some(ty) = ty else { return self.branch_imm(CompareOp::Eq, x, 0, to) };
        let mark = self.regs.height();
        if self.shape(ty) == Shape::Iface {
            let dst = self.regs.alloc(3);
            let rtype = self.rtype(ty);
            self.emit_ext(Op::AssertIfaceOk { dst, x }, 0, rtype);
            self.branch_bool(Slot(dst.0 + 2), true, to);
        } else {
            let rtype = self.rtype(ty);
            // Types that reflection may create shift the numbers of later types; only the types that a session's first
            // input, or a whole program, describes keep their numbers.
            let keeps_number = self.program_gen.tables.base_sizes.types == 0
                && !self.program_gen.uses_go_interface_layout;
            if let (true, Ok(imm)) = (keeps_number, i16::try_from(rtype)) {
                self.branch_imm(CompareOp::Eq, x, imm, to);
            } else {
                let b = self.regs.alloc(1);
                self.load_type(b, rtype, from);
                self.asm.jump(Op::JmpEq { a: x, b, to: 0 }, to);
            }
        }
        self.regs.release(mark);
    }
}
