//! Type assertions.

use crate::checker::Checker;
use crate::expr::operand::{Mode, Operand, is_valid};
use crate::program::{Expr, ExprKind};
use crate::ty::TypeId;
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::{ast, expr_text};

impl Checker<'_> {
    pub(crate) fn type_assert<'e>(
        &mut self,
        e: &'e ast::Expr,
        inner: &'e ast::Expr,
        ty: Option<&'e ast::Expr>,
    ) -> Operand<'e> {
        let mut x = self.expr(inner);
        if !x.is_valid() {
            return Operand::invalid(e);
        }
        // The parser has reported an `x.(type)` outside of a type switch.
        let Some(ty) = ty else { return Operand::invalid(e) };
        if self.types.is_type_param(x.ty) {
            let message = format!(
                "invalid operation: cannot use type assertion on type parameter value {}",
                self.describe(&x)
            );
            self.error_span(Code::InvalidAssert, x.span(), message);
            return Operand::invalid(e);
        }
        if !self.types.is_interface(x.ty) {
            let message = format!("invalid operation: {} is not an interface", self.describe(&x));
            let error = Diagnostic::error(Code::InvalidAssert, x.span(), message);
            self.report(error.with_help(
                "only interfaces have a dynamic type to ask for; `T(x)` converts a value",
            ));
            return Operand::invalid(e);
        }
        let target = self.var_type(ty);
        if !is_valid(target) {
            return Operand::invalid(e);
        }
        self.check_assertion(e, &mut x, target, false);
        let kind = ExprKind::TypeAssert(Box::new(self.typed_expr(x)));
        Operand::with_ir(e, Mode::CommaOk, Expr { kind, ty: target, pos: e.pos })
    }

    /// Reports an assertion (or a case of a type switch) that can never succeed.
    pub(crate) fn check_assertion(
        &mut self,
        e: &ast::Expr,
        x: &mut Operand<'_>,
        target: TypeId,
        type_switch: bool,
    ) {
        // With some type arguments an assertion is impossible; in such an instance it fails at run time.
        let open = self.types.is_interface(target) || self.types.is_type_param(target);
        if open || self.context.suppresses_errors {
            return;
        }
        let Some(missing) = self.missing_method(target, x.ty, false) else { return };
        let (t, shown) = (self.type_string(target), expr_text(e));
        let message = if type_switch {
            let what = self.describe(x);
            format!(
                "impossible type switch case: {shown}\n\t{what} cannot have dynamic type {t} {}",
                missing.cause
            )
        } else {
            let iface = self.type_string(x.ty);
            format!(
                "impossible type assertion: {shown}\n\t{t} does not implement {iface} {}",
                missing.cause
            )
        };
        self.error_span(Code::ImpossibleAssert, e.span(), message);
    }
}
