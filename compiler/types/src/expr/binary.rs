//! Operators between two operands.
//!
//! A module of its own since here untyped operands meet typed ones, constants are folded, and comparisons and shifts
//! have rules of their own.

use crate::check::Checker;
use crate::constant::ConstValue;
use crate::expr::convert::dummy;
use crate::expr::operand::{Mode, Operand, Origin, const_expr, is_untyped, is_valid};
use crate::expr::print::expr_string;
use crate::program::{CompareOp, Expr, ExprKind};
use crate::ty::{Basic, Type, TypeId};
use minigo_syntax::ast::{self, BinaryOp, ExprKind as E};
use minigo_syntax::source::Pos;

/// Constant shifts by more than this are refused; enough to write the smallest float.
const MAX_SHIFT: u64 = 1023 - 1 + 52;

/// An operation as written: an expression, or the two sides of an assignment like `x += y`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operation<'e> {
    pub(crate) op: BinaryOp,
    pub(crate) pos: Pos,
    pub(crate) form: Form<'e>,
}

/// See [`Operation`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form<'e> {
    Expr(&'e ast::Expr),
    Assign(&'e ast::Expr, &'e ast::Expr),
}

impl Checker<'_> {
    /// `x op y`; chains like `a + b + c + …` are walked, not descended into.
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
            let what = Operation { op: b.op, pos: b.op_pos, form: Form::Expr(e) };
            x = self.binary(what, x, y);
            x.origin = Origin::Expr(e);
        }
        x
    }

    /// `x op y` of checked operands.
    pub(crate) fn binary<'e>(
        &mut self,
        what: Operation<'e>,
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
        if what.op.is_shift() {
            return self.shift(what, x, y);
        }
        self.match_types(&mut x, &mut y);
        if !x.is_valid() {
            return x;
        }
        if what.op.is_comparison() {
            return self.comparison(what.op, x, y, None);
        }
        if x.ty != y.ty {
            self.mismatched(what, &x, &y);
            x.invalidate();
            return x;
        }
        if !self.operator_defined(what.op, &x) {
            x.invalidate();
            return x;
        }
        if matches!(what.op, BinaryOp::Quo | BinaryOp::Rem) && self.divides_by_zero(&x, &y) {
            self.error_span("DivByZero", y.span(), "invalid operation: division by zero");
            x.invalidate();
            return x;
        }
        if let (Mode::Constant(_), Mode::Constant(b)) = (&x.mode, &y.mode) {
            let b = b.clone();
            return self.fold(what, x, &b);
        }
        self.arithmetic(what, x, y)
    }

    fn mismatched(&mut self, what: Operation<'_>, x: &Operand<'_>, y: &Operand<'_>) {
        if !is_valid(x.ty) || !is_valid(y.ty) {
            return;
        }
        let shown = match what.form {
            Form::Expr(e) => expr_string(e),
            Form::Assign(l, r) => {
                format!("{} {}= {}", expr_string(l), what.op.text(), expr_string(r))
            }
        };
        let (a, b) = (self.type_string(x.ty), self.type_string(y.ty));
        let message = format!("invalid operation: {shown} (mismatched types {a} and {b})");
        self.error_span("MismatchedTypes", x.span(), message);
    }

    fn operator_defined(&mut self, op: BinaryOp, x: &Operand<'_>) -> bool {
        use BinaryOp as B;
        let defined = match op {
            B::Add => self.types.all_basic(x.ty, |b| b.is_numeric() || b.is_string()),
            B::Sub | B::Mul | B::Quo => self.types.all_basic(x.ty, Basic::is_numeric),
            B::LAnd | B::LOr => self.types.all_basic(x.ty, Basic::is_boolean),
            _ => self.types.all_basic(x.ty, Basic::is_integer),
        };
        if !defined {
            let shown = self.describe(x);
            let message =
                format!("invalid operation: operator {} not defined on {shown}", op.text());
            self.error_span("UndefinedOp", x.span(), message);
        }
        defined
    }

    fn divides_by_zero(&self, x: &Operand<'_>, y: &Operand<'_>) -> bool {
        let Some(divisor) = y.const_value() else { return false };
        // A type parameter for integers and floats may be divided by zero; its instances panic.
        let integer = self.silent == 0 && self.types.all_basic(x.ty, Basic::is_integer);
        if x.is_constant() || integer {
            if divisor.sign() == 0 && !divisor.is_unknown() {
                return true;
            }
            if x.is_constant() && self.types.is_basic(x.ty, Basic::is_complex) {
                let square = |v: ConstValue| {
                    ConstValue::binary(BinaryOp::Mul, v.clone(), &v, false).sign() == 0
                };
                return square(divisor.real()) && square(divisor.imag());
            }
        }
        false
    }

    fn fold<'e>(&mut self, what: Operation<'e>, mut x: Operand<'e>, b: &ConstValue) -> Operand<'e> {
        let mode = std::mem::replace(&mut x.mode, Mode::Invalid);
        let Mode::Constant(a) = mode else { return x };
        if a.is_unknown() || b.is_unknown() {
            x.mode = Mode::Constant(ConstValue::Unknown);
            return x;
        }
        let integers = self.types.is_basic(x.ty, Basic::is_integer);
        x.mode = Mode::Constant(ConstValue::binary(what.op, a, b, integers));
        if let Form::Expr(e) = what.form {
            x.origin = Origin::Expr(e);
        }
        let name = match what.op {
            BinaryOp::Add => "addition ",
            BinaryOp::Sub => "subtraction ",
            BinaryOp::Xor => "bitwise XOR ",
            BinaryOp::Mul => "multiplication ",
            _ => "",
        };
        self.check_overflow(&mut x, what.pos, name);
        x
    }

    fn arithmetic<'e>(
        &mut self,
        what: Operation<'e>,
        x: Operand<'e>,
        y: Operand<'e>,
    ) -> Operand<'e> {
        let (ty, origin) = (x.ty, x.origin.clone());
        let logical = matches!(what.op, BinaryOp::LAnd | BinaryOp::LOr);
        let (l, r) = if logical {
            (self.take(x), self.take(y))
        } else {
            (self.untyped_or_take(x), self.untyped_or_take(y))
        };
        let ir_ty = if is_untyped(ty) { l.ty } else { ty };
        let (l, r) = (Box::new(l), Box::new(r));
        let kind = match what.op {
            BinaryOp::LAnd => ExprKind::AndAnd(l, r),
            BinaryOp::LOr => ExprKind::OrOr(l, r),
            op => ExprKind::Binary(Self::ir_op(op), l, r),
        };
        let ir_ty = if is_untyped(ty) && !logical { ty } else { ir_ty };
        let ir = Some(Expr { kind, ty: ir_ty, pos: what.pos });
        Operand { mode: Mode::Value, ty, origin, ir }
    }

    /// Lets an untyped operand take the type of the other one.
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

    /// Whether the types might match after a conversion; if not, the mismatch is what is reported.
    fn may_convert(&self, x: &Operand<'_>, y: &Operand<'_>) -> bool {
        let (a, b) = (x.ty, y.ty);
        if !is_untyped(a) && !is_untyped(b) {
            return false;
        }
        let same =
            |is: fn(Basic) -> bool| self.types.all_basic(a, is) == self.types.all_basic(b, is);
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
        let pointer = |ty| matches!(self.types.under(ty), Type::Pointer(_));
        !pointer(a) && !pointer(b)
    }

    /// A comparison. In a switch `case_of` is the switch expression's operand as `y`, and `x` the case.
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
        let ok = self.assignable(&x, y.ty, &mut none).is_ok()
            || self.assignable(&y, x.ty, &mut none).is_ok();
        let failure = if ok {
            self.not_comparable(op, &x, &y)
        } else {
            let (a, b) = (self.type_string(x.ty), self.type_string(y.ty));
            Some((true, "MismatchedTypes", format!("mismatched types {a} and {b}")))
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

    /// Why `op` is not defined: whether the second operand is to blame, the code, and the cause.
    fn not_comparable(
        &mut self,
        op: BinaryOp,
        x: &Operand<'_>,
        y: &Operand<'_>,
    ) -> Option<(bool, &'static str, String)> {
        let undefined = |on_y, cause| Some((on_y, "UndefinedOp", cause));
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
            if x.is_nil() || y.is_nil() {
                let ty = if x.is_nil() { y.ty } else { x.ty };
                let nil = self.types.has_nil(ty) && ty != Basic::UntypedNil.id();
                return if nil { None } else { undefined(true, String::new()) };
            }
            if let Err(why) = self.comparable(x.ty) {
                return undefined(false, self.incomparable(x.ty, why));
            }
            if let Err(why) = self.comparable(y.ty) {
                return undefined(true, self.incomparable(y.ty, why));
            }
            return None;
        }
        let ordered = |this: &Self, x: &Operand<'_>| {
            this.types.all_basic(x.ty, Basic::is_ordered) && !x.is_nil()
        };
        if !ordered(self, x) {
            return undefined(false, String::new());
        }
        if !ordered(self, y) {
            return undefined(true, String::new());
        }
        None
    }

    fn incomparable(&self, ty: TypeId, why: String) -> String {
        match self.types.under(ty) {
            Type::Slice(_) | Type::Signature(_) | Type::Map(..) => {
                format!("{} can only be compared to nil", self.composite_kind(ty))
            }
            _ => why,
        }
    }

    fn report_comparison(
        &mut self,
        op: BinaryOp,
        x: &Operand<'_>,
        y: &Operand<'_>,
        (on_y, code, cause): (bool, &'static str, String),
        in_switch: bool,
    ) {
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
                let kind = match self.types.under(at.ty) {
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
            self.error_span(code, at.span(), message);
        }
    }

    /// The comparison of two operands that can be compared, both brought to one type.
    pub(crate) fn compare_ir(&mut self, op: BinaryOp, x: Operand<'_>, y: Operand<'_>) -> Expr {
        let pos = x.pos();
        let mut none = String::new();
        let x_fits = self.assignable(&x, y.ty, &mut none).is_ok();
        let (x_nil, y_nil) = (x.is_nil(), y.is_nil());
        let mut l = self.take(x);
        let mut r = self.take(y);
        if x_nil {
            l = dummy(r.ty, l.pos);
        } else if y_nil {
            r = dummy(l.ty, r.pos);
        } else if l.ty != r.ty {
            let (li, ri) = (self.types.is_interface(l.ty), self.types.is_interface(r.ty));
            let to_right = if li == ri { x_fits } else { ri };
            if to_right {
                let ty = r.ty;
                l = self.coerce(l, ty);
            } else {
                let ty = l.ty;
                r = self.coerce(r, ty);
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

    /// `x << y`, `x >> y`
    fn shift<'e>(
        &mut self,
        what: Operation<'e>,
        mut x: Operand<'e>,
        mut y: Operand<'e>,
    ) -> Operand<'e> {
        let whole = x.const_value().map(ConstValue::to_int);
        let integer = self.types.all_basic(x.ty, Basic::is_integer)
            || x.is_untyped() && matches!(whole, Some(ConstValue::Int(_)));
        if !integer || x.is_nil() {
            return self.refuse_shift(x);
        }
        if !self.shift_count(&mut y) {
            x.invalidate();
            return x;
        }
        if let Some(whole) = whole {
            if let Some(count) = y.const_value() {
                let count = count.clone();
                return self.shift_const(what, x, whole, &y, &count);
            }
            if x.is_untyped() {
                let l = self.pend(&x, true);
                return self.shift_ir(what, x, l, y);
            }
        }
        if !self.types.all_basic(x.ty, Basic::is_integer) {
            return self.refuse_shift(x);
        }
        let ir = x.ir.take();
        let l = self.untyped_or_take(Operand { ir, ..x.clone() });
        self.shift_ir(what, x, l, y)
    }

    fn shift_ir<'e>(
        &mut self,
        what: Operation<'e>,
        x: Operand<'e>,
        l: Expr,
        y: Operand<'e>,
    ) -> Operand<'e> {
        let r = match y.const_value() {
            Some(count) => {
                let uint = Basic::Uint;
                const_expr(&count.to_int(), uint, uint.id(), y.pos())
            }
            None => self.take(y),
        };
        let kind = ExprKind::Binary(Self::ir_op(what.op), Box::new(l), Box::new(r));
        let ir = Some(Expr { kind, ty: x.ty, pos: what.pos });
        Operand { mode: Mode::Value, ir, ..x }
    }

    fn refuse_shift<'e>(&mut self, mut x: Operand<'e>) -> Operand<'e> {
        let message =
            format!("invalid operation: shifted operand {} must be integer", self.describe(&x));
        self.error_span("InvalidShiftOperand", x.span(), message);
        x.invalidate();
        x
    }

    /// Checks the right operand of a shift and gives it an integer type.
    fn shift_count(&mut self, y: &mut Operand<'_>) -> bool {
        if let Some(value) = y.const_value() {
            let count = value.to_int();
            if matches!(count, ConstValue::Int(_)) && count.sign() < 0 {
                let message =
                    format!("invalid operation: negative shift count {}", self.describe(y));
                self.error_span("InvalidShiftCount", y.span(), message);
                return false;
            }
            if y.is_untyped() {
                let uint = Basic::Uint;
                self.representable(y, uint, uint.id());
                if !y.is_valid() {
                    return false;
                }
                // The type stays open for messages; the value is all that counts.
                return true;
            }
            // Typed constants of other types pass, as in gc, if they are whole numbers.
            if self.types.all_basic(y.ty, Basic::is_integer) || matches!(count, ConstValue::Int(_))
            {
                return true;
            }
        } else if self.types.all_basic(y.ty, Basic::is_integer) && !y.is_untyped() {
            if !self.types.all_basic(y.ty, Basic::is_unsigned) && !self.allows(13) {
                let what = format!("invalid operation: signed shift count {}", self.describe(y));
                self.require(13, y.pos(), &what);
                return false;
            }
            return true;
        } else if y.is_untyped() && !y.is_nil() {
            self.convert_untyped(y, Basic::Uint.id());
            return y.is_valid();
        }
        let message =
            format!("invalid operation: shift count {} must be integer", self.describe(y));
        self.error_span("InvalidShiftCount", y.span(), message);
        false
    }

    fn shift_const<'e>(
        &mut self,
        what: Operation<'e>,
        mut x: Operand<'e>,
        whole: ConstValue,
        y: &Operand<'_>,
        count: &ConstValue,
    ) -> Operand<'e> {
        if !self.types.is_integer(x.ty) {
            x.ty = Basic::UntypedInt.id();
        }
        if whole.is_unknown() || count.is_unknown() {
            x.mode = Mode::Constant(ConstValue::Unknown);
            return x;
        }
        let Some(count) = count.to_int().as_u64().filter(|&n| n <= MAX_SHIFT) else {
            let message = format!("invalid operation: invalid shift count {}", self.describe(y));
            self.error_span("InvalidShiftCount", y.span(), message);
            x.invalidate();
            return x;
        };
        x.mode = Mode::Constant(ConstValue::shift(what.op, &whole, count));
        if let Form::Expr(e) = what.form {
            x.origin = Origin::Expr(e);
        }
        let name = if what.op == BinaryOp::Shl { "shift " } else { "" };
        self.check_overflow(&mut x, what.pos, name);
        x
    }
}
