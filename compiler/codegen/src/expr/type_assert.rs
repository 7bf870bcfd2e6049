//! Interfaces: making them, type assertions, tests of type switches.

use crate::broken::broken;
use crate::func::FuncGen;
use crate::func::lvalue::Lvalue;
use crate::program::layout::{LARGE, Shape};
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_types::program::Expr;
use minigo_types::ty::{Type, TypeId};

impl<'p> FuncGen<'_, 'p> {
    /// `dst =` the number of a run-time type.
    fn load_type(&mut self, dst: Slot, rtype: u32) {
        self.emit(Op::LoadType { dst, ty: Wide::new(rtype) });
    }

    /// A value of a concrete type as an interface.
    pub(crate) fn pack_interface(&mut self, x: &'p Expr, dst: Slot) {
        let layout = self.layout(x.ty);
        let rtype = self.rtype(x.ty);
        let data = Slot(dst.0.wrapping_add(1));
        match layout.size {
            0 => {
                self.effect(x);
                self.load_int(data, 0);
            }
            1..=8 => self.expr_to(x, data),
            _ => {
                if layout.size > LARGE
                    && let Some(src) = self.memory_value(x)
                {
                    self.box_large(src, x.ty, data);
                    return self.load_type(dst, rtype);
                }
                let src = self.operand(x);
                if layout.is_indirect() {
                    self.mov(data, src, 1);
                    return self.load_type(dst, rtype);
                }
                return self.emit_ext(Op::BoxIface { dst, src }, layout.slots(), rtype);
            }
        }
        self.load_type(dst, rtype);
    }

    /// The data word of a large value that lies in memory: a copy of it in the heap.
    fn box_large(&mut self, src: Lvalue, ty: TypeId, data: Slot) {
        let rtype = self.rtype(ty);
        let (from, new) = (self.regs.alloc(1), self.regs.alloc(1));
        self.addr(src, ty, from);
        self.emit(Op::New { dst: new, ty: Wide::new(rtype) });
        self.emit_ext(Op::CopyTyped { dst: new, src: from }, 0, rtype);
        self.mov(data, new, 1);
    }

    /// `x.(T)`
    pub(crate) fn type_assert(&mut self, e: &'p Expr, x: &'p Expr, dst: Slot) {
        let (target, source) = (self.rtype(e.ty), self.rtype(x.ty));
        let n = self.slots(e.ty);
        let iface = self.shape(e.ty) == Shape::Iface;
        let x = self.operand(x);
        self.at(e.pos);
        if iface {
            self.emit_ext(Op::AssertIface { dst, x }, 0, target);
        } else {
            self.emit_ext(Op::AssertType { dst, x }, n, target);
            self.asm.ext(0, source);
        }
    }

    /// `x.(T)` with ok beside it.
    pub(crate) fn type_assert_ok(&mut self, e: &'p Expr, x: &'p Expr, dst: Slot) {
        let Type::Tuple(parts) = self.program.types.get(e.ty) else {
            broken("comma-ok forms have tuples")
        };
        let target = parts[0];
        let x = self.operand(x);
        self.at(e.pos);
        self.assert_ok(target, x, dst);
    }

    pub(crate) fn assert_ok(&mut self, target: TypeId, x: Slot, dst: Slot) {
        let rtype = self.rtype(target);
        let n = self.slots(target);
        if self.shape(target) == Shape::Iface {
            self.emit_ext(Op::AssertIfaceOk { dst, x }, 0, rtype);
        } else {
            self.emit_ext(Op::AssertTypeOk { dst, x }, n, rtype);
            self.zero_if_null(dst, target);
        }
    }

    /// The value of type `ty` behind the data word of an interface that is known to hold one.
    pub(crate) fn unbox(&mut self, ty: TypeId, data: Slot, dst: Slot) {
        let layout = self.layout(ty);
        match layout.size {
            0 => {}
            1..=8 => self.mov(dst, data, 1),
            _ => {
                let rtype = self.rtype(ty);
                self.emit_ext(Op::Unbox { dst, data }, layout.slots(), rtype);
            }
        }
    }

    /// Jumps to `to` if the interface at `x` holds a value of type `ty` (`None`: is nil).
    pub(crate) fn branch_type(
        &mut self,
        ty: Option<TypeId>,
        x: Slot,
        to: minigo_bytecode::assembler::Label,
    ) {
        use minigo_types::program::CompareOp;
        let Some(ty) = ty else { return self.branch_imm(CompareOp::Eq, x, 0, to) };
        let mark = self.regs.mark();
        if self.shape(ty) == Shape::Iface {
            let dst = self.regs.alloc(3);
            self.assert_ok(ty, x, dst);
            self.branch_bool(Slot(dst.0 + 2), true, to);
        } else {
            let rtype = self.rtype(ty);
            // Only the types of a first part keep their numbers whatever reflection makes.
            let keeps_number = self.g.tables.base.types == 0;
            if let (true, Ok(imm)) = (keeps_number, i16::try_from(rtype)) {
                self.branch_imm(CompareOp::Eq, x, imm, to);
            } else {
                let b = self.regs.alloc(1);
                self.load_type(b, rtype);
                self.asm.jump(Op::JmpEq { a: x, b, to: 0 }, to);
            }
        }
        self.regs.release(mark);
    }
}
