//! Binary expressions.
//!
//! Untyped operands get the type of the typed operand, and constants are folded. Comparisons and shifts have rules of
//! their own.

use crate::checker::Checker;
use crate::constant::ConstValue;
use crate::expr::operand::{Mode, Operand, Origin, is_untyped};
use crate::program::{Expr, ExprKind};
use crate::ty::{Basic, Type};
use minigo_syntax::ast::{self, BinaryOp, ExprKind as E};
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::expr_text;
use minigo_syntax::source::Pos;

/// An operation in the source: an expression, or the two sides of an assignment operation such as `x += y`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operation<'e> {
    pub(crate) op: BinaryOp,
    pub(crate) pos: Pos,
    pub(crate) form: OperationForm<'e>,
}

/// The form of an [`Operation`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum OperationForm<'e> {
    Expr(&'e ast::Expr),
    Assign(&'e ast::Expr, &'e ast::Expr),
}

impl Checker<'_> {
    /// Checks `x op y`. Chains such as `a + b + c + …` are checked in a loop, not recursively.
    pub(crate) fn binary_chain<'e>(&mut self, e: &'e ast::Expr) -> Operand<'e> {
        let mut chain = Vec::new();
        let mut at = e;
        while let E::Binary(b) = &at.kind {
            chain.push((at, b));
            at = &b.x;
        }
        let mut x = self.expr(at);
        for (e, b) in chain.into_iter().rev() {
            let y = self.expr(&b.y);
            let operation = Operation { op: b.op, pos: b.op_pos, form: OperationForm::Expr(e) };
            x = self.binary(operation, x, y);
            x.origin = Origin::Expr(e);
            self.record_expr(e, &x);
        }
        x
    }

    /// Checks `x op y`, whose operands have been checked.
    pub(crate) fn binary<'e>(
        &mut self,
        operation: Operation<'e>,
        mut x: Operand<'e>,
        mut y: Operand<'e>,
    ) -> Operand<'e> {
        if !x.is_valid() {
            return x;
        }
        if !y.is_valid() {
            x.invalidate();
            return x;
        }
        if operation.op.is_shift() {
            return self.shift(operation, x, y);
        }
        self.match_types(&mut x, &mut y);
        if !x.is_valid() {
            return x;
        }
        if operation.op.is_comparison() {
            return self.comparison(operation.op, x, y, None);
        }
        if x.ty != y.ty {
            self.report_mismatch(operation, &x, &y);
            x.invalidate();
            return x;
        }
        if !self.operator_defined(operation.op, &x) {
            x.invalidate();
            return x;
        }
        if matches!(operation.op, BinaryOp::Quo | BinaryOp::Rem) && self.divides_by_zero(&x, &y) {
            self.error_span(Code::DivByZero, y.span(), "invalid operation: division by zero");
            x.invalidate();
            return x;
        }
        if let (Mode::Constant(_), Mode::Constant(b)) = (&x.mode, &y.mode) {
            let b = b.clone();
            return self.fold_constants(operation, x, &b);
        }
        self.arithmetic(operation, x, y)
    }

    fn report_mismatch(&mut self, operation: Operation<'_>, x: &Operand<'_>, y: &Operand<'_>) {
        if self.follows_from_error(&[x.ty, y.ty]) {
            return;
        }
        let shown = match operation.form {
            OperationForm::Expr(e) => expr_text(e),
            OperationForm::Assign(l, r) => {
                format!("{} {}= {}", expr_text(l), operation.op.text(), expr_text(r))
            }
        };
        let (a, b) = (self.type_string(x.ty), self.type_string(y.ty));
        let message = format!("invalid operation: {shown} (mismatched types {a} and {b})");
        let error = Diagnostic::error(Code::MismatchedTypes, x.span(), message);
        let error = error.with_label(a.clone()).with_label_at(y.span(), b.clone());
        let both = self.types.is_basic(x.ty, Basic::is_numeric)
            && self.types.is_basic(y.ty, Basic::is_numeric);
        self.report(if both {
            error.with_help(format!(
                "convert one of them: `{b}({})` or `{a}({})`",
                x.text(),
                y.text()
            ))
        } else {
            error
        });
    }

    fn operator_defined(&mut self, op: BinaryOp, x: &Operand<'_>) -> bool {
        use BinaryOp as B;
        let defined = match op {
            B::Add => self.types.is_all_basic(x.ty, |b| b.is_numeric() || b.is_string()),
            B::Sub | B::Mul | B::Quo => self.types.is_all_basic(x.ty, Basic::is_numeric),
            B::LAnd | B::LOr => self.types.is_all_basic(x.ty, Basic::is_boolean),
            _ => self.types.is_all_basic(x.ty, Basic::is_integer),
        };
        if !defined {
            let shown = self.describe(x);
            let message =
                format!("invalid operation: operator {} not defined on {shown}", op.text());
            self.error_span(Code::UndefinedOp, x.span(), message);
        }
        defined
    }

    fn divides_by_zero(&self, x: &Operand<'_>, y: &Operand<'_>) -> bool {
        let Some(divisor) = y.const_value() else { return false };
        // A type parameter of integers and floats may be divided by zero; its integer instances panic.
        let integer =
            !self.context.suppresses_errors && self.types.is_all_basic(x.ty, Basic::is_integer);
        if x.is_constant() || integer {
            if divisor.sign() == 0 && !divisor.is_unknown() {
                return true;
            }
            if x.is_constant() && self.types.is_basic(x.ty, Basic::is_complex) {
                let square = |v: ConstValue| {
                    ConstValue::binary(BinaryOp::Mul, v.clone(), &v, false).sign() == 0
                };
                return square(divisor.real_part()) && square(divisor.imaginary_part());
            }
        }
        false
    }

    fn fold_constants<'e>(
        &mut self,
        operation: Operation<'e>,
        mut x: Operand<'e>,
        b: &ConstValue,
    ) -> Operand<'e> {
        let mode = std::mem::replace(&mut x.mode, Mode::Invalid);
        let Mode::Constant(a) = mode else { return x };
        if a.is_unknown() || b.is_unknown() {
            x.mode = Mode::Constant(ConstValue::Unknown);
            return x;
        }
        let integers = self.types.is_basic(x.ty, Basic::is_integer);
        x.mode = Mode::Constant(ConstValue::binary(operation.op, a, b, integers));
        if let OperationForm::Expr(e) = operation.form {
            x.origin = Origin::Expr(e);
        }
        let name = match operation.op {
            BinaryOp::Add => "addition ",
            BinaryOp::Sub => "subtraction ",
            BinaryOp::Xor => "bitwise XOR ",
            BinaryOp::Mul => "multiplication ",
            _ => "",
        };
        self.check_overflow(&mut x, operation.pos, name);
        x
    }

    fn arithmetic<'e>(
        &mut self,
        operation: Operation<'e>,
        x: Operand<'e>,
        y: Operand<'e>,
    ) -> Operand<'e> {
        let (ty, origin) = (x.ty, x.origin.clone());
        let logical = matches!(operation.op, BinaryOp::LAnd | BinaryOp::LOr);
        let (l, r) = if logical {
            (self.typed_expr(x), self.typed_expr(y))
        } else {
            (self.take_operand_expr(x), self.take_operand_expr(y))
        };
        let ir_ty = if is_untyped(ty) { l.ty } else { ty };
        let (l, r) = (Box::new(l), Box::new(r));
        let kind = match operation.op {
            BinaryOp::LAnd => ExprKind::AndAnd(l, r),
            BinaryOp::LOr => ExprKind::OrOr(l, r),
            op => ExprKind::Binary(crate::program::BinaryOp::of(op), l, r),
        };
        let ir_ty = if is_untyped(ty) && !logical { ty } else { ir_ty };
        let ir = Some(Expr { kind, ty: ir_ty, pos: operation.pos });
        Operand { mode: Mode::Value, ty, origin, ir }
    }

    /// Converts an untyped operand to the type of the other operand.
    pub(crate) fn match_types(&mut self, x: &mut Operand<'_>, y: &mut Operand<'_>) {
        if !self.may_convert(x, y) {
            return;
        }
        self.convert_untyped(x, y.ty);
        if !x.is_valid() {
            return;
        }
        self.convert_untyped(y, x.ty);
        if !y.is_valid() {
            x.invalidate();
        }
    }

    /// Reports whether the types may match after a conversion. If the types cannot match, the caller reports mismatched
    /// types.
    fn may_convert(&self, x: &Operand<'_>, y: &Operand<'_>) -> bool {
        let (a, b) = (x.ty, y.ty);
        if !is_untyped(a) && !is_untyped(b) {
            return false;
        }
        let same = |is: fn(Basic) -> bool| {
            self.types.is_all_basic(a, is) == self.types.is_all_basic(b, is)
        };
        if !same(Basic::is_numeric) {
            return false;
        }
        if self.types.is_interface(a) || self.types.is_interface(b) {
            return true;
        }
        if !same(Basic::is_boolean) || !same(Basic::is_string) {
            return false;
        }
        if x.is_nil() {
            return self.types.has_nil(b);
        }
        if y.is_nil() {
            return self.types.has_nil(a);
        }
        let pointer = |ty| matches!(self.types.underlying_structure(ty), Type::Pointer(_));
        !pointer(a) && !pointer(b)
    }
}
