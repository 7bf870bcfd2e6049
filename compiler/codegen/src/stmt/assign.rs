//! Single assignments: `x = y`.

use crate::func::FuncGen;
use crate::func::lvalue::Lvalue;
use crate::program::expr_forms::{is_aggregate_literal, writes_destination_in_parts};
use crate::program::layout::LARGE_VALUE_BYTES;
use crate::program::location::Location;
use crate::program::walk::any_expr;
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_types::program::{Conversion, Expr, ExprKind, VarId};
use minigo_types::ty::{Type, TypeId};

/// The destination of an assignment, with its operands evaluated.
#[derive(Clone, Copy)]
pub(crate) enum AssignTarget {
    Lvalue(Lvalue),
    Map { m: Slot, key: Slot, ty: TypeId },
}

impl<'p> FuncGen<'_, 'p> {
    /// Generates `to = e`.
    pub(crate) fn assign(&mut self, to: &'p Expr, e: &'p Expr) {
        // As in gc, an assignment that changes nothing is no store that another goroutine could observe.
        if let (ExprKind::Var(var), ExprKind::Var(value)) = (&to.kind, &e.kind)
            && var == value
        {
            return;
        }
        if let ExprKind::Var(var) = to.kind
            && let Location::Slots(slot) = self.location(var)
        {
            return self.assign_slots(var, slot, e);
        }
        let value_first = self.has_call(e) || self.lvalue_may_panic(to) && self.may_panic(e);
        if value_first && !self.has_call(to) {
            // As in gc, the operands of the lvalue are evaluated after the calls in `e`, and a panic of `e` comes
            // first.
            return self.evaluate_value_then_assign(to, e);
        }
        if self.store_field_element(to, e) {
            return;
        }
        match self.assign_target(to) {
            AssignTarget::Lvalue(lvalue) if !writes_destination_in_parts(e) => {
                self.assign_value(lvalue, e);
            }
            AssignTarget::Lvalue(
                lvalue @ (Lvalue::Mem { .. } | Lvalue::Elem { .. } | Lvalue::Global(_)),
            ) if self.layout(e.ty).size > LARGE_VALUE_BYTES && is_aggregate_literal(e) => {
                self.assign_literal(lvalue, e);
            }
            target => {
                let src = self.operand(e);
                self.store_target(target, to, src);
            }
        }
    }

    fn evaluate_value_then_assign(&mut self, to: &'p Expr, e: &'p Expr) {
        if self.layout(e.ty).size > LARGE_VALUE_BYTES
            && !matches!(to.kind, ExprKind::MapIndex(..))
            && let Some(src) = self.memory_lvalue(e)
        {
            let rtype = self.rtype(e.ty);
            let (from, dst) = (self.regs.alloc(1), self.regs.alloc(1));
            self.address_of(src, e.ty, from);
            let lvalue = self.lvalue(to);
            self.set_pos(to.pos);
            self.address_of(lvalue, e.ty, dst);
            return self.emit_ext(Op::CopyTyped { dst, src: from }, 0, rtype);
        }
        let src = self.operand(e);
        let target = self.assign_target(to);
        self.store_target(target, to, src);
    }

    /// Assigns a large literal. A literal of constants is built at its destination, any other literal is first built in
    /// new memory.
    fn assign_literal(&mut self, lvalue: Lvalue, e: &'p Expr) {
        let constant = !any_expr(e, |e| {
            !matches!(
                e.kind,
                ExprKind::Const(_)
                    | ExprKind::Zero
                    | ExprKind::StructLit(_)
                    | ExprKind::ArrayLit(_)
                    | ExprKind::IntArray(_)
                    | ExprKind::Convert(Conversion::Same, _)
            )
        });
        let at = self.regs.alloc(1);
        let rtype = self.rtype(e.ty);
        let new = Lvalue::Mem { pointer: at, offset: 0, is_nonnil: true };
        if constant {
            self.address_of(lvalue, e.ty, at);
            self.emit(Op::ZeroTyped { ptr: at, ty: Wide::new(rtype) });
            self.init(new, e);
        } else {
            self.emit(Op::New { dst: at, ty: Wide::new(rtype) });
            self.init(new, e);
            let dst = self.regs.alloc(1);
            self.address_of(lvalue, e.ty, dst);
            self.emit_ext(Op::CopyTyped { dst, src: at }, 0, rtype);
        }
    }

    /// Assigns to a variable in slots; the value is built in place if `e` permits it.
    fn assign_slots(&mut self, var: VarId, slot: Slot, e: &'p Expr) {
        let is_result = self.results_in_vars && self.is_result(var);
        let aside = writes_destination_in_parts(e) && (is_result || self.clobbers(e, slot));
        if aside {
            let src = self.temp(e.ty);
            self.expr_to(e, src);
            let n = self.slots(e.ty);
            self.mov(slot, src, n);
        } else {
            self.expr_to(e, slot);
        }
    }

    pub(crate) fn is_result(&self, var: VarId) -> bool {
        self.func.is_some_and(|f| f.results.contains(&var))
    }

    /// Evaluates `e` into an lvalue whose operands have been evaluated.
    pub(crate) fn assign_value(&mut self, lvalue: Lvalue, e: &'p Expr) {
        if matches!(e.kind, ExprKind::Zero) {
            return self.store_zero(lvalue, e.ty);
        }
        if let Lvalue::Slots(slot) = lvalue {
            return self.expr_to(e, slot);
        }
        let mark = self.regs.height();
        if self.layout(e.ty).size > LARGE_VALUE_BYTES
            && let Some(src) = self.memory_lvalue(e)
        {
            let rtype = self.rtype(e.ty);
            let (from, dst) = (self.regs.alloc(1), self.regs.alloc(1));
            self.address_of(src, e.ty, from);
            self.address_of(lvalue, e.ty, dst);
            self.emit_ext(Op::CopyTyped { dst, src: from }, 0, rtype);
        } else {
            let src = self.operand(e);
            self.store(lvalue, e.ty, src);
        }
        self.regs.release(mark);
    }

    /// The location of the value as an lvalue, if the value lies in memory.
    pub(crate) fn memory_lvalue(&mut self, e: &'p Expr) -> Option<Lvalue> {
        match &e.kind {
            ExprKind::Convert(Conversion::Same, x) => self.memory_lvalue(x),
            ExprKind::Var(var) => match self.location(*var) {
                Location::Cell(_) | Location::Spilled { .. } => Some(self.var_lvalue(*var)),
                _ => None,
            },
            ExprKind::Global(_) | ExprKind::Deref(_) => Some(self.lvalue(e)),
            ExprKind::Index(..) | ExprKind::Field(..) if !self.has_call(e) => {
                let mark = self.regs.height();
                match self.lvalue(e) {
                    Lvalue::Slots(_) | Lvalue::Part(_) => {
                        self.regs.release(mark);
                        None
                    }
                    lvalue => Some(lvalue),
                }
            }
            _ => None,
        }
    }

    pub(crate) fn assign_target(&mut self, to: &'p Expr) -> AssignTarget {
        match &to.kind {
            ExprKind::MapIndex(m, k) => {
                let ty = m.ty;
                let m = self.operand(m);
                let key = self.operand(k);
                AssignTarget::Map { m, key, ty }
            }
            _ => AssignTarget::Lvalue(self.lvalue(to)),
        }
    }

    /// Reports whether the keys of a map are compared as words.
    pub(crate) fn has_word_keys(&mut self, map: TypeId) -> bool {
        match self.program.types.underlying_structure(map) {
            Type::Map(key, _) => self.shape(*key).is_word(),
            _ => false,
        }
    }

    pub(crate) fn store_target(&mut self, target: AssignTarget, to: &'p Expr, src: Slot) {
        self.set_pos(to.pos);
        match target {
            AssignTarget::Lvalue(lvalue) => self.store(lvalue, to.ty, src),
            AssignTarget::Map { m, key, ty } => {
                let n = self.slots(to.ty);
                let rtype = self.rtype(ty);
                let layout = self.layout(to.ty);
                let pointers = layout.has_pointers || layout.is_indirect();
                let plain = n == 1 && !pointers && self.has_word_keys(ty);
                let val = src;
                let op =
                    if plain { Op::MapSetWord { m, key, val } } else { Op::MapSet { m, key, val } };
                self.emit_ext(op, n, rtype);
            }
        }
    }
}
