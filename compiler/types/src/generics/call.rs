//! Generic functions in expressions: explicit instances, and type arguments inferred from calls and assignments.
//!
//! In a call the arguments determine the type arguments that are not written.

use crate::checker::Checker;
use crate::expr::assignable::AssignmentPurpose;
use crate::expr::operand::{Mode, Operand};
use crate::generics::infer::{InferArg, InferError};
use crate::ids::FuncId;
use crate::program::{Expr, ExprKind};
use crate::scope::object::GenericId;
use crate::ty::{Basic, Type, TypeId};
use minigo_syntax::ast::{self, CallExpr};
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::expr_text;
use minigo_syntax::source::{Pos, Span};

impl Checker<'_> {
    /// Checks `f[T, U]`.
    pub(crate) fn instantiate_explicitly<'e>(
        &mut self,
        e: &'e ast::Expr,
        id: GenericId,
        list: &'e [ast::Expr],
        method: Option<Expr>,
    ) -> Operand<'e> {
        let bracket = list.first().map_or(e.pos, |e| e.pos);
        self.require_language(18, bracket, "function instantiation");
        let args: Vec<TypeId> = list.iter().map(|e| self.var_type(e)).collect();
        if args.iter().any(|&ty| !self.types.is_valid(ty)) {
            return Operand::invalid(e);
        }
        let want = self.generic_params(id).len();
        if args.len() > want {
            let (got, at) = (args.len(), list[want].span());
            let message = format!("got {got} type arguments but want {want}");
            self.error_span(Code::WrongTypeArgCount, at, message);
            return Operand::invalid(e);
        }
        if args.len() < want {
            let x = Operand::new(e, Mode::Generic(id, args), Basic::Int.id());
            return Operand { ir: method, ..x };
        }
        if let Some((index, cause)) = self.unsatisfied_constraint(id, &args) {
            let at = list.get(index).map_or(e.pos, |e| e.pos);
            self.error(Code::InvalidTypeArg, at, cause);
            return Operand::invalid(e);
        }
        let x = Operand::new(e, Mode::Generic(id, Vec::new()), Basic::Int.id());
        let mut x = Operand { ir: method, ..x };
        self.make_instance(&mut x, id, &args, list);
        x
    }

    /// Records the instantiation of a generic function at `pos`; `written` has the type arguments in the source.
    fn note_func_instance(
        &mut self,
        id: GenericId,
        args: &[TypeId],
        written: &[ast::Expr],
        pos: Pos,
    ) {
        if !self.context.suppresses_errors {
            let params = self.generic_params(id);
            let at: Vec<Pos> = written.iter().map(|e| self.type_pos(e)).collect();
            self.note_instance(&params, args, &at, pos);
        }
    }

    fn func_sig_type(&self, func: FuncId) -> TypeId {
        self.funcs[func.0 as usize].sig
    }

    /// Infers the type arguments of a generic function from its assignment to a variable of type `to`.
    pub(crate) fn instantiate_for_assignment(
        &mut self,
        x: &mut Operand<'_>,
        to: Option<TypeId>,
        purpose: AssignmentPurpose<'_>,
    ) {
        let Mode::Generic(id, explicit) = x.mode.clone() else { return };
        let target = to.and_then(|to| self.common_underlying_type(to));
        let target = target.filter(|&to| matches!(self.types.get(to), Type::Signature(_)));
        let Some(target) = target else {
            self.reject_generic(x);
            return;
        };
        self.require_language(21, x.pos(), "implicitly instantiated function in assignment");
        let what = purpose.to_string();
        match self.infer_from_target(id, &explicit, target, &what, x.pos()) {
            Some(args) => self.make_instance(x, id, &args, &[]),
            None => x.invalidate(),
        }
    }

    /// Makes a generic function operand an instance.
    fn make_instance(
        &mut self,
        x: &mut Operand<'_>,
        id: GenericId,
        args: &[TypeId],
        written: &[ast::Expr],
    ) {
        self.note_func_instance(id, args, written, x.pos());
        let func = self.instantiate_func(id, args);
        self.use_func(func);
        let ty = self.func_sig_type(func);
        x.mode = Mode::Value;
        x.ty = ty;
        x.ir = Some(instance_expr(x.ir.take(), func, ty, x.pos()));
        self.record_final_type(x);
    }

    /// Checks a call of a generic function.
    pub(crate) fn generic_call<'e>(
        &mut self,
        e: &'e ast::Expr,
        call: &'e CallExpr,
        f: Operand<'e>,
    ) -> Operand<'e> {
        let mut args = self.eval_args(&call.args);
        let Mode::Generic(id, explicit) = f.mode else { return Operand::invalid(e) };
        if args.operands.iter().any(|x| !x.is_valid()) {
            return Operand::invalid(e);
        }
        let Some(sig) = self.generic(id).sig.as_ref().map(|s| s.ty) else {
            return Operand::invalid(e);
        };
        let Type::Signature(sig) = self.types.get(sig).clone() else {
            return Operand::invalid(e);
        };
        let Some(params) = self.match_params(call, &sig, &args) else {
            return Operand::invalid(e);
        };
        let Some(targs) = self.call_type_args(call, id, &explicit, &params, &mut args.operands)
        else {
            return Operand::invalid(e);
        };
        if explicit.is_empty() {
            self.require_language(18, call.func.end, "implicit function instantiation");
        }
        let written = match &call.func.unparen().kind {
            ast::ExprKind::Index(_, list) => &list[..],
            _ => &[],
        };
        self.note_func_instance(id, &targs, written, call.func.end);
        let func = self.instantiate_func(id, &targs);
        self.use_func(func);
        let ty = self.func_sig_type(func);
        let Type::Signature(sig) = self.types.get(ty).clone() else {
            return Operand::invalid(e);
        };
        self.record_callee(&call.func, ty);
        let values = self.check_arguments(call, &sig, args);
        let callee = instance_expr(f.ir, func, ty, call.func.pos);
        self.finish_call(e, callee, &sig, values)
    }

    /// Infers the type arguments of a call, and those of generic functions among its arguments, which become instances.
    fn call_type_args(
        &mut self,
        call: &CallExpr,
        id: GenericId,
        explicit: &[TypeId],
        params: &[TypeId],
        args: &mut [Operand<'_>],
    ) -> Option<Vec<TypeId>> {
        let own = self.generic_params(id);
        let mut tparams = self.fresh_params(&own);
        let params: Vec<TypeId> =
            params.iter().map(|&p| self.substitute(p, &own, &tparams)).collect();
        let mut given: Vec<Option<TypeId>> = explicit.iter().map(|&t| Some(t)).collect();
        given.resize(own.len(), None);
        let mut generic_args = Vec::new();
        let mut list = Vec::with_capacity(args.len());
        for (i, arg) in args.iter().enumerate() {
            let mut ty = if arg.is_nil() { Basic::UntypedNil.id() } else { arg.ty };
            if let Mode::Generic(other, partial) = &arg.mode {
                let theirs = self.generic_params(*other);
                let fresh = self.fresh_params(&theirs);
                let sig = self.generic(*other).sig.as_ref().map(|s| s.ty)?;
                ty = self.substitute(sig, &theirs, &fresh);
                generic_args.push((i, *other, tparams.len(), fresh.len()));
                given.extend(partial.iter().map(|&t| Some(t)));
                tparams.extend(fresh);
                given.resize(tparams.len(), None);
            }
            list.push(InferArg { ty, text: arg.text(), pos: arg.pos() });
        }
        let pos = call.func.end;
        let found = match self.infer(&tparams, &given, &params, &list, pos, false) {
            Ok(found) => found,
            Err(error) => {
                self.report_not_inferred(call, &own, &error);
                return None;
            }
        };
        let (targs, _) = found.split_at(own.len());
        if let Some((index, cause)) = self.unsatisfied_constraint(id, targs) {
            let at = match &call.func.unparen().kind {
                ast::ExprKind::Index(_, list) => list.get(index).map(|e| e.pos),
                _ => None,
            };
            self.error(Code::InvalidTypeArg, at.unwrap_or(pos), cause);
            return None;
        }
        for (i, other, from, count) in generic_args {
            self.make_instance(&mut args[i], other, &found[from..from + count], &[]);
        }
        Some(targs.to_vec())
    }

    /// Reports type arguments that cannot be inferred from the arguments of a call.
    fn report_not_inferred(&mut self, call: &CallExpr, own: &[TypeId], purpose: &InferError) {
        if purpose.message.is_empty() {
            return;
        }
        let func = expr_text(&call.func);
        let message = format!("in call to {func}, {}", purpose.message);
        let error = Diagnostic::error(Code::CannotInferTypeArgs, Span::at(purpose.pos), message);
        let names: Vec<_> = own.iter().map(|&p| self.type_string(p)).collect();
        let help = format!("name the type arguments: `{func}[{}](…)`", names.join(", "));
        let error = self.label_declaration(error.with_help(help), &call.func);
        self.report(error);
    }

    /// Infers the remaining type arguments of a generic function whose value is needed. Returns false if the source
    /// writes no type arguments.
    pub(crate) fn infer_remaining_args(&mut self, x: &mut Operand<'_>) -> bool {
        let Mode::Generic(id, explicit) = x.mode.clone() else { return false };
        if explicit.is_empty() {
            return false;
        }
        let pos = match &x.origin {
            crate::expr::operand::Origin::Expr(e) => match &e.unparen().kind {
                ast::ExprKind::Index(base, _) => base.end,
                _ => x.pos(),
            },
            crate::expr::operand::Origin::Named(..) => x.pos(),
        };
        let own = self.generic_params(id);
        let fresh = self.fresh_params(&own);
        let given: Vec<_> = explicit.iter().map(|&t| Some(t)).collect();
        match self.infer(&fresh, &given, &[], &[], pos, false) {
            Ok(args) if self.verify_args(id, &args, pos) => self.make_instance(x, id, &args, &[]),
            Ok(_) => x.invalidate(),
            Err(error) => {
                if !error.message.is_empty() {
                    self.error(Code::CannotInferTypeArgs, error.pos, error.message);
                }
                x.invalidate();
            }
        }
        true
    }

    /// The note in messages that follows a type parameter: its constraint.
    pub(crate) fn constraint_note(&self, ty: TypeId) -> String {
        let Type::TypeParam(param) = *self.types.get(ty) else { return String::new() };
        let bound = self.types.param(param).constraint;
        format!(" constrained by {}", self.type_string(bound))
    }
}

/// The expression for an instance. `method` is the method value if the instance is that of a generic method.
fn instance_expr(method: Option<Expr>, func: FuncId, ty: TypeId, pos: Pos) -> Expr {
    let kind = match method.map(|m| m.kind) {
        Some(ExprKind::BoundMethod(recv, _)) => ExprKind::BoundMethod(recv, func),
        _ => ExprKind::Func(func),
    };
    Expr { kind, ty, pos }
}
