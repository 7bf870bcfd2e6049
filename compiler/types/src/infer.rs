//! Generic functions in expressions: explicit instances, and type arguments inferred from calls and assignments.
//!
//! A module of its own since it is where operands meet type parameters to be bound.

use crate::assign::Purpose;
use crate::check::Checker;
use crate::object::GenericId;
use crate::operand::{Mode, Operand};
use crate::program::{Expr, ExprKind, FuncId};
use crate::ty::{Type, TypeId};
use minigo_syntax::ast::{self, CallExpr};

impl Checker<'_> {
    /// `f[T, U]`
    pub(crate) fn instantiate_explicitly<'e>(
        &mut self,
        e: &'e ast::Expr,
        id: GenericId,
        list: &'e [ast::Expr],
    ) -> Operand<'e> {
        let args: Vec<TypeId> = list.iter().map(|e| self.var_type(e)).collect();
        if args.iter().any(|&ty| !self.types.is_valid(ty)) {
            return Operand::invalid(e);
        }
        let want = self.generic_params(id).len();
        if args.len() > want {
            let (got, at) = (args.len(), list[want].span());
            let message = format!("got {got} type arguments but want {want}");
            self.error_span("WrongTypeArgCount", at, message);
            return Operand::invalid(e);
        }
        if args.len() < want {
            return Operand::new(e, Mode::Generic(id, args), crate::ty::Basic::Int.id());
        }
        self.instance_operand(e, id, &args)
    }

    fn instance_operand<'e>(
        &mut self,
        e: &'e ast::Expr,
        id: GenericId,
        args: &[TypeId],
    ) -> Operand<'e> {
        let func = self.instantiate_func(id, args);
        self.use_func(func);
        let ty = self.func_sig_type(func);
        Operand::value(e, ExprKind::Func(func), ty)
    }

    fn func_sig_type(&self, func: FuncId) -> TypeId {
        self.funcs[func.0 as usize].sig
    }

    /// Gives a generic function the type arguments that an assignment to `to` demands.
    pub(crate) fn instantiate_for(
        &mut self,
        x: &mut Operand<'_>,
        _to: Option<TypeId>,
        _why: Purpose<'_>,
    ) {
        self.non_generic(x);
    }

    /// A call of a generic function.
    pub(crate) fn generic_call<'e>(
        &mut self,
        e: &'e ast::Expr,
        call: &'e CallExpr,
        mut f: Operand<'e>,
    ) -> Operand<'e> {
        self.use_exprs(&call.args);
        self.non_generic(&mut f);
        Operand::invalid(e)
    }

    /// How a type parameter's constraint is shown after its type.
    pub(crate) fn constraint_note(&self, ty: TypeId) -> String {
        let Type::TypeParam(param) = *self.types.get(ty) else { return String::new() };
        let bound = self.types.param(param).constraint;
        format!(" constrained by {}", self.type_string(bound))
    }
}

/// A function as an expression.
pub(crate) fn func_expr(func: FuncId, ty: TypeId, at: &ast::Expr) -> Expr {
    Expr { kind: ExprKind::Func(func), ty, pos: at.pos }
}
