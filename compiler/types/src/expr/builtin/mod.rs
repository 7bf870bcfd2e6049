//! Calls of built-in functions.
//!
//! This file has the common part: the dispatch, the number of arguments, and the typed form. `slices`, `length`,
//! `make`, `numeric` and `print` have the rules of each function, `package_unsafe` those of package unsafe.

pub(crate) mod length;
pub(crate) mod make;
pub(crate) mod numeric;
mod package_unsafe;
pub(crate) mod print;
pub(crate) mod slices;

use crate::checker::Checker;
use crate::expr::binary::{Operation, OperationForm};
use crate::expr::operand::{ExprStatementRole, Mode, Operand};
use crate::expr::values::ExprValues;
use crate::program::{Builtin, Expr, ExprKind, Stmt, StmtKind};
use crate::scope::object::BuiltinFn as F;
use crate::ty::{Type, TypeId};
use minigo_syntax::ast::{self, BinaryOp, CallExpr};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::expr_text;
use minigo_syntax::source::Span;

/// The minimal number of arguments, whether more are permitted, and the role that a call may have.
fn builtin_arity(id: F) -> (usize, bool, ExprStatementRole) {
    match id {
        F::Append | F::Max | F::Min => (1, true, ExprStatementRole::Expression),
        F::Make => (1, true, ExprStatementRole::Expression),
        F::Cap | F::Len | F::Imag | F::Real | F::New => (1, false, ExprStatementRole::Expression),
        F::UnsafeAlignof | F::UnsafeOffsetof | F::UnsafeSizeof => {
            (1, false, ExprStatementRole::Expression)
        }
        F::UnsafeSliceData | F::UnsafeStringData => (1, false, ExprStatementRole::Expression),
        F::Complex => (2, false, ExprStatementRole::Expression),
        F::UnsafeAdd | F::UnsafeSlice | F::UnsafeString => {
            (2, false, ExprStatementRole::Expression)
        }
        F::Clear | F::Close | F::Panic => (1, false, ExprStatementRole::Statement),
        F::Copy | F::Delete => (2, false, ExprStatementRole::Statement),
        F::Print | F::Println => (0, true, ExprStatementRole::Statement),
        F::Recover => (0, false, ExprStatementRole::Statement),
    }
}

/// A call of a built-in function during its check.
pub(crate) struct BuiltinCall<'e> {
    pub(crate) id: F,
    pub(crate) expr: &'e ast::Expr,
    pub(crate) call: &'e CallExpr,
}

impl Checker<'_> {
    pub(crate) fn builtin_call<'e>(
        &mut self,
        e: &'e ast::Expr,
        call: &'e CallExpr,
        id: F,
    ) -> (Operand<'e>, ExprStatementRole) {
        let (_, _, role) = builtin_arity(id);
        let b = BuiltinCall { id, expr: e, call };
        let x = self.builtin(&b);
        if x.is_valid() && !x.is_constant() {
            self.context.body.has_call = true;
        }
        (x, role)
    }

    fn builtin<'e>(&mut self, b: &BuiltinCall<'e>) -> Operand<'e> {
        let (fewest, more, _) = builtin_arity(b.id);
        if let Some(dots) = b.call.ellipsis
            && b.id != F::Append
        {
            let message =
                format!("invalid operation: invalid use of ... with built-in {}", b.id.name());
            self.error(Code::InvalidDotDotDot, dots, message);
            self.check_unused_exprs(&b.call.args);
            return Operand::invalid(b.expr);
        }
        let measures = matches!(b.id, F::Len | F::Cap);
        let outer = measures.then(|| std::mem::take(&mut self.context.body.has_call));
        let unevaluated = matches!(b.id, F::Make | F::New | F::UnsafeOffsetof);
        let args = if unevaluated {
            ExprValues { operands: Vec::new(), tuple: None }
        } else {
            self.builtin_args(&b.call.args)
        };
        let x = if args.operands.iter().any(|x| !x.is_valid()) {
            Operand::invalid(b.expr)
        } else {
            let count = if unevaluated { b.call.args.len() } else { args.operands.len() };
            if count < fewest || !more && count > fewest {
                let what = if count < fewest { "not enough" } else { "too many" };
                let shown = expr_text(b.expr);
                let message = format!(
                    "invalid operation: {what} arguments for {shown} (expected {fewest}, found {count})"
                );
                self.error_span(Code::WrongArgCount, b.expr.span(), message);
                Operand::invalid(b.expr)
            } else {
                self.builtin_with_args(b, args)
            }
        };
        if let Some(outer) = outer {
            self.context.body.has_call = outer;
        }
        x
    }

    fn builtin_args<'e>(&mut self, list: &'e [ast::Expr]) -> ExprValues<'e> {
        if let [one] = list {
            return self.multi_expr(one, false);
        }
        let list = list.iter().map(|e| self.expr(e)).collect();
        ExprValues { operands: list, tuple: None }
    }

    fn builtin_with_args<'e>(&mut self, b: &BuiltinCall<'e>, args: ExprValues<'e>) -> Operand<'e> {
        let ExprValues { operands: list, tuple, .. } = args;
        let mut x = match b.id {
            F::Append => self.append_builtin(b, list),
            F::Cap | F::Len => self.length(b, list),
            F::Clear | F::Close => self.clear_or_close(b, list),
            F::Complex => self.complex_builtin(b, list),
            F::Copy => self.copy_builtin(b, list),
            F::Delete => self.delete_builtin(b, list),
            F::Imag | F::Real => self.real_or_imag(b, list),
            F::Make => self.make_builtin(b),
            F::Max | F::Min => self.min_or_max(b, list),
            F::New => self.new_builtin(b),
            F::Panic => self.panic_call(b, list),
            F::Print | F::Println => self.print_call(b, list),
            F::Recover => {
                let func = self.current_func();
                self.funcs[func.0 as usize].has_recover = true;
                let any = self.universe.any;
                self.builtin_result(b, Builtin::Recover, Vec::new(), any)
            }
            _ => self.unsafe_call(b, list),
        };
        if let Some((temps, source)) = tuple
            && let Some(ir) = x.ir.take()
        {
            let (ty, pos) = (ir.ty, source.pos);
            let temps = temps.into_iter().map(Some).collect();
            let before = Stmt { kind: StmtKind::VarTuple(temps, source), pos };
            x.ir = Some(Expr { kind: ExprKind::Seq(vec![before], Box::new(ir)), ty, pos });
        }
        x
    }

    /// The operand for the value of a call of a built-in function.
    pub(crate) fn builtin_result<'e>(
        &mut self,
        b: &BuiltinCall<'e>,
        builtin: Builtin,
        args: Vec<Expr>,
        ty: TypeId,
    ) -> Operand<'e> {
        let pos = crate::expr::call::call_pos(b.expr);
        Operand::with_ir(
            b.expr,
            Mode::Value,
            Expr { kind: ExprKind::Builtin(builtin, args), ty, pos },
        )
    }

    /// The operand for a call of a built-in function without result.
    fn builtin_stmt_operand<'e>(
        &mut self,
        b: &BuiltinCall<'e>,
        builtin: Builtin,
        args: Vec<Expr>,
    ) -> Operand<'e> {
        let ty = self.types.intern(Type::Tuple([].into()));
        let kind = ExprKind::Builtin(builtin, args);
        let pos = crate::expr::call::call_pos(b.expr);
        Operand::with_ir(b.expr, Mode::NoValue, Expr { kind, ty, pos })
    }

    /// Reports an invalid argument, and returns an invalid operand.
    pub(crate) fn report_bad_argument<'e>(
        &mut self,
        b: &BuiltinCall<'e>,
        code: Code,
        at: Span,
        message: String,
    ) -> Operand<'e> {
        self.error_span(code, at, message);
        Operand::invalid(b.expr)
    }

    /// Checks the sides of `x op= y` and `x++` like a binary expression.
    pub(crate) fn check_assign_op<'e>(
        &mut self,
        op: BinaryOp,
        x: Operand<'e>,
        (lhs, rhs): (&'e ast::Expr, &'e ast::Expr),
        y: Operand<'e>,
    ) -> Operand<'e> {
        let what = Operation { op, pos: lhs.pos, form: OperationForm::Assign(lhs, rhs) };
        self.binary(what, x, y)
    }
}
