//! Expressions in value context: the value is stored in a slot, or used where it already is.
//!
//! This file dispatches: `operand` finds or makes a slot that contains the value, `expr_to` stores the value in a given
//! slot, and `gen_effects` evaluates an expression for its effects. Each construct has a module, as in the spec:
//! [`constant`], [`literal`] with [`literal_data`], [`closure`], [`element`] (index expressions of one instruction),
//! [`slice`], [`type_assert`], [`call`], [`unary`], [`binary`] with [`shift`] and [`product`], [`compare`],
//! [`convert`], [`address`], [`map_chan`], and the built-in functions from [`builtin`] on.
//!
//! [`branch`] generates conditions as jumps; [`may_panic`] decides with which operands others may be reordered.

mod address;
mod append;
mod binary;
pub(crate) mod branch;
mod builtin;
mod call;
mod closure;
mod compare;
pub(crate) mod constant;
pub(crate) mod convert;
mod element;
mod interval;
mod len;
mod literal;
mod literal_data;
mod map_chan;
mod may_panic;
mod min_max;
mod print;
pub(crate) mod product;
mod shift;
mod slice;
mod type_assert;
mod unary;

use crate::func::FuncGen;
use crate::func::lvalue::Lvalue;
use crate::invariant::{OrBrokenInvariant, panic_broken_invariant};
use crate::program::layout::Shape;
use crate::program::location::Location;
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_types::program::{BinaryOp, Builtin, Conversion, Expr, ExprKind, VarId};

impl<'p> FuncGen<'_, 'p> {
    /// Evaluates `e`. The result is the value's own slots if it is in slots, else new slots.
    pub(crate) fn operand(&mut self, e: &'p Expr) -> Slot {
        use ExprKind as K;
        match &e.kind {
            K::Var(_) | K::Field(..) | K::Index(..) => self.operand_of_lvalue(e),
            K::Convert(Conversion::Same, x) => self.operand(x),
            K::Convert(Conversion::InterfaceToInterface, x)
                if self.has_same_type_word(x.ty, e.ty) =>
            {
                self.operand(x)
            }
            K::Convert(Conversion::Numeric, x) if self.keeps_bits(x.ty, e.ty) => self.operand(x),
            K::Const(_) | K::Zero => match self.const_bits(e) {
                Some(bits) => self.const_slot(bits),
                None => self.operand_in_temp(e),
            },
            K::Call(call) => {
                if self.is_intrinsic(call) {
                    let dst = self.temp(e.ty);
                    self.expr_to(e, dst);
                    return dst;
                }
                self.call(e, call)
            }
            K::Addr(x) => match &x.kind {
                K::Var(var) => match self.location(*var) {
                    Location::Cell(slot) => slot,
                    _ => self.operand_in_temp(e),
                },
                _ => self.operand_in_temp(e),
            },
            K::Seq(stmts, x) => {
                for stmt in stmts {
                    self.stmt(stmt);
                }
                self.operand(x)
            }
            K::Builtin(Builtin::Len | Builtin::Cap, args) => match self.len_in_place(e, &args[0]) {
                Some(slot) => slot,
                None => self.operand_in_temp(e),
            },
            _ => self.operand_in_temp(e),
        }
    }

    fn operand_in_temp(&mut self, e: &'p Expr) -> Slot {
        let dst = self.temp(e.ty);
        self.eval_into_unread_slot(e, dst);
        dst
    }

    /// Evaluates `e` into a slot that no operand reads: sums of products are accumulated in it.
    pub(crate) fn eval_into_unread_slot(&mut self, e: &'p Expr, dst: Slot) {
        if let ExprKind::Binary(BinaryOp::Add, sum, product) = &e.kind
            && let ExprKind::Binary(BinaryOp::Mul, x, y) = &product.kind
            && self.shape(e.ty) == Shape::F64
            && !self.has_call(product)
        {
            self.eval_into_unread_slot(sum, dst);
            return self.mul_add(x, y, dst);
        }
        self.expr_to(e, dst);
    }

    fn operand_of_lvalue(&mut self, e: &'p Expr) -> Slot {
        let dst = self.temp(e.ty);
        let mark = self.regs.height();
        if let ExprKind::Index(x, i) = &e.kind
            && self.fused_index(e, x, i, dst)
        {
            self.regs.release(mark);
            return dst;
        }
        match self.lvalue(e) {
            Lvalue::Slots(slot) if slot < dst => {
                if self.reads_volatile_var(e) {
                    let n = self.slots(e.ty);
                    self.mov(dst, slot, n);
                    self.regs.release(mark);
                    return dst;
                }
                self.regs.release_above(dst, 0);
                slot
            }
            // The lvalue is a part of a value that has just been computed.
            Lvalue::Slots(slot) => slot,
            Lvalue::Mem { pointer: ptr, .. } if matches!(e.kind, ExprKind::Var(var) if self.can_share_cell(var)) =>
            {
                self.regs.release_above(dst, 0);
                ptr
            }
            lvalue => {
                self.load(lvalue, e.ty, dst);
                self.regs.release(mark);
                dst
            }
        }
    }

    /// Evaluates `e` into `dst`.
    pub(crate) fn expr_to(&mut self, e: &'p Expr, dst: Slot) {
        let mark = self.regs.height();
        self.expr_into(e, dst);
        self.regs.release(mark);
    }

    fn expr_into(&mut self, e: &'p Expr, dst: Slot) {
        use ExprKind as K;
        match &e.kind {
            K::Const(value) => self.constant(value, e.ty, dst),
            K::Zero if self.layout(e.ty).is_indirect() => {
                let ty = Wide::new(self.rtype(e.ty));
                self.emit(Op::New { dst, ty });
            }
            K::Zero => {
                let n = self.slots(e.ty);
                self.zero(dst, n);
            }
            K::Var(var) if matches!(self.location(*var), Location::Const(_)) => {
                let n = self
                    .const_int(e)
                    .or_broken_invariant("a variable with the location `Const` is constant");
                self.load_int(dst, n);
            }
            K::Index(x, i) if self.fused_index(e, x, i, dst) => {}
            K::Var(var) if self.can_share_cell(*var) => {
                let Location::Cell(src) = self.location(*var) else {
                    panic_broken_invariant("a shared variable has a cell")
                };
                self.mov(dst, src, 1);
            }
            K::Var(_) | K::Global(_) | K::Field(..) | K::Deref(_) | K::Index(..) => {
                let lvalue = self.lvalue(e);
                self.load(lvalue, e.ty, dst);
            }
            K::Func(f) => {
                let func = Wide::new(self.program_gen.func_id(*f).0);
                self.emit(Op::FuncValue { dst, func });
            }
            K::Closure(f) => self.closure(*f, dst),
            K::BoundMethod(x, f) => self.bound_method(x, *f, dst),
            K::BoundInterfaceMethod(x, index) => {
                let site = self.program_gen.call_site(x.ty, *index);
                let x = self.operand(x);
                self.set_pos(e.pos);
                self.emit_ext(Op::BindIface { dst, x }, 0, site.0);
            }
            K::MapIndex(m, k) => self.map_get(e, m, k, dst, false),
            K::MapIndexOk(m, k) => self.map_get(e, m, k, dst, true),
            K::Slice(op) => self.slice(e, op, dst),
            K::Addr(x) => self.address(x, dst),
            K::New(x) => self.new_value(x, dst),
            K::Unary(op, x) => self.unary(e, *op, x, dst),
            K::Binary(op, x, y) => self.binary(e, *op, x, y, dst),
            K::Compare(op, x, y) => self.compare(e, *op, x, y, dst),
            K::AndAnd(..) | K::OrOr(..) => self.condition_value(e, dst),
            K::Convert(conversion, x) => self.convert(e, *conversion, x, dst),
            K::TypeAssert(x) => self.type_assert(e, x, dst),
            K::TypeAssertOk(x) => self.type_assert_ok(e, x, dst),
            K::Call(call) => self.call_to(e, call, dst),
            K::Builtin(builtin, args) => self.builtin(e, *builtin, args, dst),
            K::Recv(ch) => self.receive(e, ch, dst, false),
            K::RecvOk(ch) => self.receive(e, ch, dst, true),
            K::IntArray(_) => self.indirect_literal(e, dst),
            K::StructLit(_) | K::ArrayLit(_) if self.layout(e.ty).is_indirect() => {
                self.indirect_literal(e, dst);
            }
            K::StructLit(fields) => self.struct_lit(e.ty, fields, Lvalue::Slots(dst)),
            K::ArrayLit(elems) => self.array_lit(e.ty, elems, Lvalue::Slots(dst)),
            K::SliceLit(len, elems) => self.slice_lit(e, *len, elems, dst),
            K::IntSlice(bytes) => self.int_slice(e, bytes, dst),
            K::MapLit(entries) => self.map_lit(e, entries, dst),
            K::Seq(stmts, x) => {
                for stmt in stmts {
                    self.stmt(stmt);
                }
                self.expr_to(x, dst);
            }
        }
    }

    /// Evaluates `e` for its effects only.
    pub(crate) fn gen_effects(&mut self, e: &'p Expr) {
        let mark = self.regs.height();
        match &e.kind {
            ExprKind::Const(_) | ExprKind::Zero => {}
            ExprKind::Call(call) if !self.is_intrinsic(call) => {
                self.call(e, call);
            }
            ExprKind::Builtin(builtin, args) => self.builtin_effect(e, *builtin, args),
            ExprKind::Var(_)
            | ExprKind::Global(_)
            | ExprKind::Deref(_)
            | ExprKind::Field(..)
            | ExprKind::Index(..)
                if self.program_gen.bytecode.has_race_detector =>
            {
                self.operand(e);
            }
            ExprKind::Var(_)
            | ExprKind::Global(_)
            | ExprKind::Deref(_)
            | ExprKind::Field(..)
            | ExprKind::Index(..) => match self.lvalue(e) {
                Lvalue::Mem { pointer: ptr, is_nonnil: false, .. } => {
                    self.emit(Op::NilCheck { ptr });
                }
                Lvalue::Elem { base: x, index: i, is_unsigned: unsigned } => {
                    self.note_index_sign(unsigned);
                    self.emit(Op::CheckIndex { i, n: Slot(x.0 + 1) });
                }
                _ => {}
            },
            _ => {
                self.operand(e);
            }
        }
        self.regs.release(mark);
    }

    /// Reports whether a variable's cell can be used as the value itself: the value is large and never changed.
    pub(crate) fn can_share_cell(&mut self, var: VarId) -> bool {
        matches!(self.location(var), Location::Cell(_))
            && self.is_never_reassigned(var)
            && self.layout(self.program.var(var).ty).is_indirect()
    }
}
