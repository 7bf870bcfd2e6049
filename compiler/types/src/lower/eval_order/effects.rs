//! Effects of expressions: whether a program can observe the order in which they are evaluated.

use super::Order;
use crate::ids::VarId;
use crate::program::{BinaryOp, Builtin, Conversion, Expr, ExprKind as K};
use crate::ty::{Basic, Type, TypeId};

/// The effects of the operands of a call or statement that have been visited so far, from left to right.
#[derive(Default)]
pub(crate) struct Effects {
    /// There is a late operand: it is evaluated after all calls, and either a call may change its value or its
    /// evaluation may panic.
    pub(crate) has_operand_evaluated_after_calls: bool,
    /// There is a call or another operation that changes memory.
    pub(crate) has_call: bool,
    /// There is an operation that is evaluated in order with the calls and may panic.
    pub(crate) may_panic: bool,
    /// There is an operation that is not a call but is evaluated in order and uses a late operand.
    pub(crate) has_ordered_op: bool,
    /// A call follows a late operand, among these operands or inside one of them: the program can observe the order of
    /// evaluation.
    pub(crate) is_order_observable: bool,
}

impl Order<'_> {
    /// Reports whether a program can observe the order in which the expressions are evaluated.
    pub(crate) fn is_order_observable<'e>(&self, list: impl IntoIterator<Item = &'e Expr>) -> bool {
        let mut effects = Effects::default();
        list.into_iter().for_each(|e| self.add_effects_of(e, &mut effects));
        effects.is_order_observable
    }

    pub(crate) fn effects_of(&self, e: &Expr) -> Effects {
        let mut effects = Effects::default();
        self.add_effects_of(e, &mut effects);
        effects
    }

    pub(crate) fn effects_of_lvalue(&self, lvalue: &Expr) -> Effects {
        let mut effects = Effects::default();
        self.add_lvalue(lvalue, &mut effects);
        effects
    }

    /// Adds the effects of an lvalue's operands, which are evaluated before the assignment.
    pub(crate) fn add_lvalue(&self, lvalue: &Expr, effects: &mut Effects) {
        match &lvalue.kind {
            K::Var(_) | K::Global(_) => {}
            K::Field(x, _) => self.add_lvalue(x, effects),
            K::Index(x, i) if matches!(self.types.underlying_structure(x.ty), Type::Array(..)) => {
                self.add_lvalue(x, effects);
                // The pointer to the array is dereferenced after all calls.
                effects.is_order_observable |= is_behind_pointer(x) && self.effects_of(i).has_call;
                self.add_effects_of(i, effects);
            }
            K::MapIndex(m, key) => self.add_map_entry(m, key, effects),
            _ => lvalue.each_operand(|x| self.add_effects_of(x, effects)),
        }
    }

    pub(crate) fn add_map_entry(&self, m: &Expr, key: &Expr, effects: &mut Effects) {
        self.add_effects_of(m, effects);
        let of_key = self.effects_of(key);
        effects.may_panic |=
            of_key.has_operand_evaluated_after_calls && self.is_key_passed_by_address(m.ty, key);
        effects.add_ordered_op(&of_key);
    }

    pub(crate) fn add_effects_of(&self, e: &Expr, effects: &mut Effects) {
        match &e.kind {
            K::Var(var) => {
                effects.has_operand_evaluated_after_calls |= self.may_be_changed_by_call(*var);
            }
            K::Closure(_) | K::Const(_) | K::Zero | K::Func(_) => {}
            K::Seq(..) | K::MapLit(_) => effects.add_call(),
            K::MapIndex(m, key) | K::MapIndexOk(m, key) => {
                self.add_map_entry(m, key, effects);
                effects.has_operand_evaluated_after_calls = true;
            }
            _ if self.is_evaluated_after_calls(e) => {
                e.each_operand(|x| self.add_effects_of(x, effects));
                effects.has_operand_evaluated_after_calls = true;
            }
            K::Slice(op) => {
                let mut inner = Effects::default();
                self.add_effects_of(&op.x, &mut inner);
                for bound in [&op.lo, &op.hi, &op.max].into_iter().flatten() {
                    let of_bound = self.effects_of(bound);
                    inner.may_panic |=
                        !is_repeatable(bound) && of_bound.has_operand_evaluated_after_calls;
                    inner.add_ordered_op(&of_bound);
                }
                inner.may_panic |= op.lo.is_some() || op.hi.is_some();
                effects.add_ordered_op(&inner);
            }
            K::AndAnd(x, y) | K::OrOr(x, y) => {
                let mut inner = Effects::default();
                self.add_effects_of(x, &mut inner);
                let mut right = Effects::default();
                self.add_effects_of(y, &mut right);
                inner.has_call |= right.has_call;
                inner.has_operand_evaluated_after_calls |= right.has_operand_evaluated_after_calls;
                inner.is_order_observable |= right.is_order_observable;
                effects.add_ordered_op(&inner);
            }
            _ => {
                let ordered = self.is_ordered_op(e);
                if !ordered {
                    e.each_operand(|x| self.add_effects_of(x, effects));
                    return;
                }
                let mut inner = Effects::default();
                e.each_operand(|x| self.add_effects_of(x, &mut inner));
                inner.has_call |=
                    matches!(e.kind, K::Call(_) | K::Recv(_) | K::Builtin(Builtin::Copy, _));
                inner.may_panic |=
                    matches!(e.kind, K::TypeAssert(_) | K::Builtin(Builtin::Make, _));
                effects.add_ordered_op(&inner);
            }
        }
    }

    /// Reports whether a call can change the variable.
    pub(crate) fn may_be_changed_by_call(&self, var: VarId) -> bool {
        let var = &self.vars[var.0 as usize];
        var.is_addressed || var.is_captured && var.is_reassigned
    }

    /// Reports whether the expression is evaluated after all calls, and either a call may change its value or its
    /// evaluation may panic.
    pub(crate) fn is_evaluated_after_calls(&self, e: &Expr) -> bool {
        match &e.kind {
            K::Global(_) | K::Deref(_) | K::MapIndex(..) => true,
            K::Index(x, i) => {
                let array = matches!(self.types.underlying_structure(x.ty), Type::Array(..));
                !array || !matches!(i.kind, K::Const(_))
            }
            K::Binary(BinaryOp::Quo | BinaryOp::Rem, _, y) => {
                self.types.is_integer(y.ty) && !matches!(y.kind, K::Const(_))
            }
            K::Binary(BinaryOp::Shl | BinaryOp::Shr, _, y) => {
                !self.types.is_basic(y.ty, Basic::is_unsigned) && !matches!(y.kind, K::Const(_))
            }
            K::Convert(how, _) => matches!(
                how,
                Conversion::BytesToString
                    | Conversion::RunesToString
                    | Conversion::SliceToArray
                    | Conversion::SliceToArrayPointer
            ),
            K::TypeAssert(_) => !self.is_ordered_op(e),
            K::Compare(_, x, y) => {
                let nil = matches!(x.kind, K::Zero) || matches!(y.kind, K::Zero);
                !nil && matches!(self.types.underlying_structure(x.ty), Type::Interface(_))
            }
            _ => false,
        }
    }

    /// Reports whether the location that an lvalue denotes is determined after all calls, by an evaluation that may
    /// panic.
    pub(crate) fn is_location_evaluated_after_calls(&self, lvalue: &Expr) -> bool {
        match &lvalue.kind {
            K::Field(x, _) => self.is_location_evaluated_after_calls(x),
            K::Index(x, _) if matches!(self.types.underlying_structure(x.ty), Type::Array(..)) => {
                self.is_evaluated_after_calls(lvalue) || self.is_location_evaluated_after_calls(x)
            }
            _ => self.is_evaluated_after_calls(lvalue),
        }
    }

    /// Reports whether the expression is evaluated in order, with the calls.
    pub(crate) fn is_ordered_op(&self, e: &Expr) -> bool {
        match &e.kind {
            K::Call(_) | K::Recv(_) | K::Slice(_) | K::Seq(..) | K::MapLit(_) => true,
            K::AndAnd(..) | K::OrOr(..) => true,
            K::TypeAssert(_) => !matches!(
                self.types.underlying_structure(e.ty),
                Type::Pointer(_) | Type::Map(..) | Type::Chan(..) | Type::Signature(_)
            ),
            K::Convert(how, x) => {
                matches!(how, Conversion::StringToBytes | Conversion::StringToRunes)
                    || *how == Conversion::ToInterface && self.is_computed_aggregate(x)
            }
            K::Builtin(which, _) => matches!(
                which,
                Builtin::Append
                    | Builtin::AppendSlice
                    | Builtin::Cap
                    | Builtin::Complex
                    | Builtin::Copy
                    | Builtin::Imag
                    | Builtin::Len
                    | Builtin::Make
                    | Builtin::Max
                    | Builtin::Min
                    | Builtin::Real
                    | Builtin::Recover
            ),
            _ => false,
        }
    }

    /// Reports whether the expression is a struct or array that is not read from a variable.
    pub(crate) fn is_computed_aggregate(&self, e: &Expr) -> bool {
        let variable =
            matches!(e.kind, K::Var(_) | K::Global(_) | K::Deref(_) | K::Field(..) | K::Index(..));
        !variable
            && matches!(self.types.underlying_structure(e.ty), Type::Struct(_) | Type::Array(..))
    }

    /// Reports whether gc passes a map key by address, which copies a key that is no lvalue: it does so for key types
    /// without fast map functions.
    pub(crate) fn is_key_passed_by_address(&self, map: TypeId, key: &Expr) -> bool {
        let Type::Map(ty, elem) = self.types.underlying_structure(map) else { return false };
        let word = |basic: Basic| {
            use Basic as B;
            let wide = !matches!(basic, B::Int8 | B::Int16 | B::Uint8 | B::Uint16);
            wide && basic.is_integer() || matches!(basic, B::String | B::UnsafePointer)
        };
        let pointer =
            matches!(self.types.underlying_structure(*ty), Type::Pointer(_) | Type::Chan(..));
        let fast = self.types.is_basic(*ty, word) || pointer;
        let lvalue = matches!(
            key.kind,
            K::Var(_) | K::Global(_) | K::Deref(_) | K::Field(..) | K::Index(..)
        );
        !lvalue && !is_repeatable(key) && (!fast || self.types.size_of(*elem) > 128)
    }
}

/// Reports whether a second evaluation yields the same value and cannot panic: gc does not copy such an expression.
pub(crate) fn is_repeatable(e: &Expr) -> bool {
    matches!(e.kind, K::Const(_) | K::Zero | K::Var(_) | K::Global(_))
}

/// Reports whether an lvalue is a part of the variable that a pointer points to.
pub(crate) fn is_behind_pointer(lvalue: &Expr) -> bool {
    match &lvalue.kind {
        K::Field(x, _) | K::Index(x, _) => is_behind_pointer(x),
        K::Deref(_) => true,
        _ => false,
    }
}

impl Effects {
    /// Reports whether any operation is evaluated in order.
    pub(crate) fn has_ordered_evaluation(&self) -> bool {
        self.has_call || self.may_panic || self.has_ordered_op
    }

    /// Reports whether the operations that an lvalue with these effects evaluates in order must come before an
    /// operation of its value.
    pub(crate) fn must_precede(&self, of_value: &Self) -> bool {
        (self.has_call || self.may_panic)
            && (of_value.has_operand_evaluated_after_calls || of_value.may_panic)
    }

    fn add_call(&mut self) {
        self.has_call = true;
        self.is_order_observable |= self.has_operand_evaluated_after_calls || self.may_panic;
    }

    /// Adds an operation that is evaluated in order and whose operands have the effects `inner`.
    fn add_ordered_op(&mut self, inner: &Self) {
        self.is_order_observable |= inner.is_order_observable;
        if inner.has_call {
            self.add_call();
        } else if inner.may_panic {
            self.may_panic = true;
            self.is_order_observable |= self.has_operand_evaluated_after_calls;
        } else if inner.has_operand_evaluated_after_calls {
            (self.has_ordered_op, self.has_operand_evaluated_after_calls) = (true, true);
        }
    }
}
