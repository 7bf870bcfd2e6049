//! Comparisons.

use crate::checker::Checker;
use crate::constant::ConstValue;
use crate::expr::operand::{Mode, Operand, is_valid, placeholder};
use crate::program::{CompareOp, Expr, ExprKind};
use crate::ty::{Basic, Type, TypeId};
use minigo_syntax::ast::BinaryOp;
use minigo_syntax::diagnostic::{Code, Diagnostic};

impl Checker<'_> {
    /// Checks a comparison. For a case of a switch (`case_of`) `x` is the case's expression and `y` the switch
    /// expression.
    pub(crate) fn comparison<'e>(
        &mut self,
        op: BinaryOp,
        mut x: Operand<'e>,
        y: Operand<'e>,
        in_switch: Option<()>,
    ) -> Operand<'e> {
        if !is_valid(x.ty) || !is_valid(y.ty) {
            x.invalidate();
            return x;
        }
        let mut none = String::new();
        let ok = self.is_assignable(&x, y.ty, &mut none).is_ok()
            || self.is_assignable(&y, x.ty, &mut none).is_ok();
        let failure = if ok {
            self.incomparable_reason(op, &x, &y)
        } else {
            let (a, b) = (self.type_string(x.ty), self.type_string(y.ty));
            Some((true, Code::MismatchedTypes, format!("mismatched types {a} and {b}")))
        };
        if let Some((on_y, code, cause)) = failure {
            self.report_comparison(op, &x, &y, (on_y, code, cause), in_switch.is_some());
            x.invalidate();
            return x;
        }
        if let (Mode::Constant(a), Mode::Constant(b)) = (&x.mode, &y.mode) {
            x.mode = if a.is_unknown() || b.is_unknown() {
                Mode::Constant(ConstValue::Unknown)
            } else {
                Mode::Constant(ConstValue::Bool(ConstValue::compare(op, a, b)))
            };
            x.ty = Basic::UntypedBool.id();
            return x;
        }
        let origin = x.origin.clone();
        let ir = Some(self.compare_ir(op, x, y));
        Operand { mode: Mode::Value, ty: Basic::UntypedBool.id(), origin, ir }
    }

    /// The reason why `op` is not defined: whether the second operand is the cause, the error code, and the message.
    pub(crate) fn incomparable_reason(
        &mut self,
        op: BinaryOp,
        x: &Operand<'_>,
        y: &Operand<'_>,
    ) -> Option<(bool, Code, String)> {
        let undefined = |on_y, cause| Some((on_y, Code::UndefinedOp, cause));
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
            if x.is_nil() || y.is_nil() {
                let ty = if x.is_nil() { y.ty } else { x.ty };
                let nil = self.types.has_nil(ty) && ty != Basic::UntypedNil.id();
                return if nil { None } else { undefined(true, String::new()) };
            }
            if let Err(why) = self.comparable_or_reason(x.ty) {
                return undefined(false, self.describe_incomparable(x.ty, why));
            }
            if let Err(why) = self.comparable_or_reason(y.ty) {
                return undefined(true, self.describe_incomparable(y.ty, why));
            }
            return None;
        }
        let ordered = |this: &Self, x: &Operand<'_>| {
            this.types.is_all_basic(x.ty, Basic::is_ordered) && !x.is_nil()
        };
        if !ordered(self, x) {
            return undefined(false, String::new());
        }
        if !ordered(self, y) {
            return undefined(true, String::new());
        }
        None
    }

    pub(crate) fn describe_incomparable(&self, ty: TypeId, why: String) -> String {
        match self.types.underlying_structure(ty) {
            Type::Slice(_) | Type::Signature(_) | Type::Map(..) => {
                format!("{} can only be compared to nil", self.composite_kind(ty))
            }
            _ => why,
        }
    }

    pub(crate) fn report_comparison(
        &mut self,
        op: BinaryOp,
        x: &Operand<'_>,
        y: &Operand<'_>,
        (on_y, code, cause): (bool, Code, String),
        in_switch: bool,
    ) {
        if self.follows_from_error(&[x.ty, y.ty]) {
            return;
        }
        let mut at = if on_y { y } else { x };
        let mut cause = cause;
        if cause.is_empty() {
            let (xp, yp) = (self.types.is_type_param(x.ty), self.types.is_type_param(y.ty));
            if xp || yp {
                if !xp {
                    at = y;
                }
                let ty = self.type_string(at.ty);
                cause = format!("type parameter {ty} cannot use operator {}", op.text());
            } else {
                let kind = match self.types.underlying_structure(at.ty) {
                    Type::Basic(_) if at.is_nil() => "nil".to_owned(),
                    Type::Basic(_) => self.type_string(at.ty),
                    _ => self.composite_kind(at.ty).to_owned(),
                };
                let kind = if kind == "nil" { "untyped nil".to_owned() } else { kind };
                cause = format!("operator {} not defined on {kind}", op.text());
            }
        }
        let (a, b) = (x.text(), y.text());
        if in_switch {
            let message = format!("invalid case {a} in switch on {b} ({cause})");
            self.error_span(code, x.span(), message);
        } else {
            let message = format!("invalid operation: {a} {} {b} ({cause})", op.text());
            let error = Diagnostic::error(code, at.span(), message);
            let function = match self.types.underlying_structure(at.ty) {
                Type::Slice(_) => "slices.Equal",
                Type::Map(..) => "maps.Equal",
                _ => return self.report(error),
            };
            let help = format!("compare the elements with `{function}({a}, {b})`");
            self.report(if x.is_nil() || y.is_nil() { error } else { error.with_help(help) });
        }
    }

    /// Makes the comparison of two comparable operands, converted to one type.
    pub(crate) fn compare_ir(&mut self, op: BinaryOp, x: Operand<'_>, y: Operand<'_>) -> Expr {
        let pos = x.pos();
        let mut none = String::new();
        let x_fits = self.is_assignable(&x, y.ty, &mut none).is_ok();
        let (x_nil, y_nil) = (x.is_nil(), y.is_nil());
        let mut l = self.typed_expr(x);
        let mut r = self.typed_expr(y);
        if x_nil {
            l = placeholder(r.ty, l.pos);
        } else if y_nil {
            r = placeholder(l.ty, r.pos);
        } else if l.ty != r.ty {
            let (li, ri) = (self.types.is_interface(l.ty), self.types.is_interface(r.ty));
            let to_right = if li == ri { x_fits } else { ri };
            if to_right {
                let ty = r.ty;
                l = self.coerce_to(l, ty);
            } else {
                let ty = l.ty;
                r = self.coerce_to(r, ty);
            }
        }
        let op = match op {
            BinaryOp::Ne => CompareOp::Ne,
            BinaryOp::Lt => CompareOp::Lt,
            BinaryOp::Le => CompareOp::Le,
            BinaryOp::Gt => CompareOp::Gt,
            BinaryOp::Ge => CompareOp::Ge,
            _ => CompareOp::Eq,
        };
        let kind = ExprKind::Compare(op, Box::new(l), Box::new(r));
        Expr { kind, ty: Basic::Bool.id(), pos }
    }
}
