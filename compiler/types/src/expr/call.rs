//! Calls and conversions as they are written in the source.
//!
//! The module `arguments` counts, spreads and packs the arguments.

use crate::checker::Checker;
use crate::expr::assignable::AssignmentPurpose;
use crate::expr::operand::{ExprStatementRole, Mode, Operand, is_valid, placeholder};
use crate::program::{Call, Callee, Expr, ExprKind, Stmt, StmtKind};
use crate::ty::{Signature, Type, TypeId};
use minigo_syntax::ast::{self, CallExpr};
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::source::Pos;

impl Checker<'_> {
    /// Checks `f(args)` or `T(x)`.
    pub(crate) fn call_expr<'e>(
        &mut self,
        e: &'e ast::Expr,
        call: &'e CallExpr,
    ) -> (Operand<'e>, ExprStatementRole) {
        let f = self.expr_or_type(&call.func, true);
        let foldable = matches!(f.mode, Mode::TypeExpr | Mode::Builtin(_));
        let (mut x, role) = self.call_of_operand(e, call, f);
        if foldable && x.is_valid() {
            self.mark_nonconstant(call, &mut x);
        }
        (x, role)
    }

    /// Makes the result of a call non-constant if Go never treats such a call as constant, whatever the type arguments
    /// are: conversions to a type parameter, and lengths or sizes that depend on one. Calls that depend on a type
    /// parameter are recorded when the generic body is checked; the check of an instance looks them up.
    fn mark_nonconstant(&mut self, call: &CallExpr, x: &mut Operand<'_>) {
        let at = call.func.end;
        if self.context.has_opaque_type_params {
            if !x.is_constant() {
                self.bodies.nonconstant_calls.insert(at);
            }
        } else if x.is_constant()
            && self.context.suppresses_errors
            && self.bodies.nonconstant_calls.contains(&at)
        {
            x.ir = Some(self.typed_expr(x.clone()));
            x.mode = Mode::Value;
        }
    }

    fn call_of_operand<'e>(
        &mut self,
        e: &'e ast::Expr,
        call: &'e CallExpr,
        f: Operand<'e>,
    ) -> (Operand<'e>, ExprStatementRole) {
        match f.mode {
            Mode::Invalid => {
                self.check_unused_exprs(&call.args);
                (Operand::invalid(e), ExprStatementRole::Statement)
            }
            Mode::TypeExpr => (self.conversion_call(e, call, f.ty), ExprStatementRole::Conversion),
            Mode::GenericType(_) => {
                let mut f = f;
                self.reject_generic(&mut f);
                (Operand::invalid(e), ExprStatementRole::Conversion)
            }
            Mode::Builtin(id) => self.builtin_call(e, call, id),
            Mode::Generic(..) => (self.generic_call(e, call, f), ExprStatementRole::Statement),
            _ => (self.function_call(e, call, f), ExprStatementRole::Statement),
        }
    }

    fn conversion_call<'e>(
        &mut self,
        e: &'e ast::Expr,
        call: &'e CallExpr,
        to: TypeId,
    ) -> Operand<'e> {
        let problem = match &call.args[..] {
            [] => {
                let ty = self.type_string(to);
                (e.span(), format!("missing argument in conversion to {ty}"))
            }
            [arg] => {
                let mut x = self.generic_expr(arg, None);
                if matches!(x.mode, Mode::Generic(..)) {
                    self.instantiate_for_assignment(
                        &mut x,
                        Some(to),
                        AssignmentPurpose::Text("conversion"),
                    );
                }
                if !x.is_valid() || !is_valid(to) {
                    return Operand::invalid(e);
                }
                if self.is_constraint(to) {
                    let ty = self.type_string(to);
                    let message = format!(
                        "cannot use interface {ty} in conversion (contains specific type constraints or is comparable)"
                    );
                    self.error_span(Code::MisplacedConstraintIface, e.span(), message);
                    return Operand::invalid(e);
                }
                if call.ellipsis.is_some() {
                    let ty = self.type_string(to);
                    let message = format!("invalid use of ... in conversion to {ty}");
                    self.error_span(Code::BadDotDotDotSyntax, arg.span(), message);
                    return Operand::invalid(e);
                }
                self.conversion(&mut x, to);
                return x;
            }
            [.., last] => {
                self.check_unused_exprs(&call.args);
                let ty = self.type_string(to);
                (last.span(), format!("too many arguments in conversion to {ty}"))
            }
        };
        self.error_span(Code::WrongArgCount, problem.0, problem.1);
        Operand::invalid(e)
    }

    /// Reports whether the type is an interface that only constraints may use.
    fn is_constraint(&self, ty: TypeId) -> bool {
        matches!(self.types.underlying_structure(ty), Type::Interface(i) if i.terms.is_some() || i.comparable)
    }

    fn function_call<'e>(
        &mut self,
        e: &'e ast::Expr,
        call: &'e CallExpr,
        f: Operand<'e>,
    ) -> Operand<'e> {
        let not_function = |ty| format!("{} is not a function", self.type_string(ty));
        let under = self.common_underlying_or_reason(f.ty, |ty| {
            match self.types.underlying_structure(ty?) {
                Type::Signature(_) => None,
                _ => ty.map(not_function),
            }
        });
        let sig = match under.map(|under| self.types.get(under)) {
            Ok(Type::Signature(sig)) if !f.is_nil() => sig.clone(),
            other => {
                let why = other.err().unwrap_or_else(|| not_function(f.ty));
                let what = self.describe(&f);
                let message = format!("invalid operation: cannot call {what}: {why}");
                let error = Diagnostic::error(Code::InvalidCall, f.span(), message);
                let error = self.label_declaration(error, &call.func);
                self.report(match f.mode {
                    Mode::Variable | Mode::Value => {
                        error.with_help("leave out the parentheses to use the value")
                    }
                    _ => error,
                });
                self.check_unused_exprs(&call.args);
                return Operand::invalid(e);
            }
        };
        let args = self.eval_args(&call.args);
        let values = self.check_arguments(call, &sig, args);
        let callee = self.typed_expr(f);
        self.finish_call(e, callee, &sig, values)
    }

    /// The operand that is the result of a call with checked arguments.
    pub(crate) fn finish_call<'e>(
        &mut self,
        e: &'e ast::Expr,
        callee: Expr,
        sig: &Signature,
        values: Option<(Vec<Expr>, Option<Stmt>)>,
    ) -> Operand<'e> {
        self.context.body.has_call = true;
        let ty = self.result_type(&sig.results);
        if !is_valid(ty) {
            return Operand::invalid(e);
        }
        let mode = if sig.results.is_empty() { Mode::NoValue } else { Mode::Value };
        let Some((args, before)) = values else {
            return Operand::with_ir(e, mode, placeholder(ty, e.pos));
        };
        let callee_ty = callee.ty;
        let ir = self.call_ir(callee, sig, args, before, e);
        let mut x = Operand::with_ir(e, mode, ir);
        if x.mode == Mode::NoValue {
            // As in gc, messages print the function's type if the call has no value.
            x.ty = callee_ty;
        }
        x
    }

    fn call_ir(
        &mut self,
        callee: Expr,
        sig: &Signature,
        args: Vec<Expr>,
        before: Option<Stmt>,
        e: &ast::Expr,
    ) -> Expr {
        let mut args = self.pack_variadic(sig, args);
        let mut stmts = Vec::new();
        let callee = match callee.kind {
            ExprKind::Func(func) => Callee::Func(func),
            ExprKind::BoundMethod(recv, func) => {
                let recv = self.hoist_call(*recv, before.is_some(), &mut stmts);
                args.insert(0, recv);
                Callee::Func(func)
            }
            ExprKind::BoundInterfaceMethod(recv, index) => {
                Callee::Interface(self.hoist_call(*recv, before.is_some(), &mut stmts), index)
            }
            _ => Callee::Value(self.hoist_call(callee, before.is_some(), &mut stmts)),
        };
        let ty = self.result_type(&sig.results);
        let kind = ExprKind::Call(Box::new(Call { callee, args }));
        let pos = call_pos(e);
        let call = Expr { kind, ty, pos };
        match before {
            None => call,
            Some(before) => {
                stmts.push(before);
                Expr { kind: ExprKind::Seq(stmts, Box::new(call)), ty, pos: e.pos }
            }
        }
    }

    /// Moves `ir` into a temporary if another expression must be evaluated between it and the call.
    fn hoist_call(&mut self, ir: Expr, needed: bool, stmts: &mut Vec<Stmt>) -> Expr {
        let simple =
            matches!(ir.kind, ExprKind::Var(_) | ExprKind::Global(_) | ExprKind::Closure(_));
        if !needed || simple {
            return ir;
        }
        let (ty, pos) = (ir.ty, ir.pos);
        let var = self.new_temporary(ty, pos);
        stmts.push(Stmt { kind: StmtKind::Var(var, Some(ir)), pos });
        Expr { kind: ExprKind::Var(var), ty, pos }
    }
}

/// The position at which gc reports a call: that of its opening parenthesis.
pub(crate) fn call_pos(e: &ast::Expr) -> Pos {
    match &e.unparen().kind {
        ast::ExprKind::Call(call) => call.func.end,
        _ => e.pos,
    }
}
