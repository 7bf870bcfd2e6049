//! `complex`, `real`, `imag`, `min` and `max`.

use crate::checker::Checker;
use crate::constant::ConstValue;
use crate::expr::builtin::BuiltinCall;
use crate::expr::operand::{Mode, Operand, is_untyped};
use crate::program::Builtin;
use crate::scope::object::BuiltinFn as F;
use crate::ty::Basic;
use minigo_syntax::ast::BinaryOp;
use minigo_syntax::diagnostic::Code;
use minigo_syntax::expr_text;

impl Checker<'_> {
    pub(crate) fn complex_builtin<'e>(
        &mut self,
        b: &BuiltinCall<'e>,
        mut list: Vec<Operand<'e>>,
    ) -> Operand<'e> {
        let mut y = list.remove(1);
        let mut x = list.remove(0);
        match (is_untyped(x.ty), is_untyped(y.ty)) {
            (false, false) => {}
            (true, false) => self.convert_untyped(&mut x, y.ty),
            (false, true) => self.convert_untyped(&mut y, x.ty),
            (true, true) if x.is_constant() && y.is_constant() => {
                for z in [&mut x, &mut y] {
                    let real = z.const_value().is_some_and(|v| v.imaginary_part().sign() == 0);
                    if real && self.types.is_basic(z.ty, Basic::is_numeric) {
                        z.ty = Basic::UntypedFloat.id();
                    }
                }
            }
            (true, true) => {
                self.convert_untyped(&mut x, Basic::Float64.id());
                self.convert_untyped(&mut y, Basic::Float64.id());
            }
        }
        if !x.is_valid() || !y.is_valid() {
            return Operand::invalid(b.expr);
        }
        if x.ty != y.ty {
            let (s, t) = (self.type_string(x.ty), self.type_string(y.ty));
            let shown = expr_text(b.expr);
            let message = format!("invalid operation: {shown} (mismatched types {s} and {t})");
            return self.report_bad_argument(b, Code::InvalidComplex, x.span(), message);
        }
        let ty = match self.types.basic(x.ty) {
            Some(Basic::Float32) => Basic::Complex64,
            Some(Basic::Float64) => Basic::Complex128,
            Some(Basic::UntypedFloat) => Basic::UntypedComplex,
            _ => {
                let ty = self.type_string(x.ty);
                let message =
                    format!("invalid argument: arguments have type {ty}, expected floating-point");
                return self.report_bad_argument(b, Code::InvalidComplex, x.span(), message);
            }
        };
        if let (Some(re), Some(im)) = (x.const_value(), y.const_value()) {
            let value = ConstValue::complex(re.to_float(), im.to_float());
            return Operand::constant(b.expr, value, ty.id());
        }
        let args = vec![self.typed_expr(x), self.typed_expr(y)];
        self.builtin_result(b, Builtin::Complex, args, ty.id())
    }

    pub(crate) fn real_or_imag<'e>(
        &mut self,
        b: &BuiltinCall<'e>,
        mut list: Vec<Operand<'e>>,
    ) -> Operand<'e> {
        let mut x = list.remove(0);
        let real = b.id == F::Real;
        if is_untyped(x.ty) {
            if !x.is_constant() {
                self.convert_untyped(&mut x, Basic::Complex128.id());
                if !x.is_valid() {
                    return Operand::invalid(b.expr);
                }
            } else if self.types.is_basic(x.ty, Basic::is_numeric) {
                x.ty = Basic::UntypedComplex.id();
            }
        }
        let ty = match self.types.basic(x.ty) {
            Some(Basic::Complex64) => Basic::Float32,
            Some(Basic::Complex128) => Basic::Float64,
            Some(Basic::UntypedComplex) => Basic::UntypedFloat,
            _ => {
                let ty = self.type_string(x.ty);
                let code = if real { Code::InvalidReal } else { Code::InvalidImag };
                let message =
                    format!("invalid argument: argument has type {ty}, expected complex type");
                return self.report_bad_argument(b, code, x.span(), message);
            }
        };
        if let Some(value) = x.const_value() {
            let value = if real { value.real_part() } else { value.imaginary_part() };
            return Operand::constant(b.expr, value, ty.id());
        }
        let args = vec![self.typed_expr(x)];
        self.builtin_result(b, if real { Builtin::Real } else { Builtin::Imag }, args, ty.id())
    }

    pub(crate) fn min_or_max<'e>(
        &mut self,
        b: &BuiltinCall<'e>,
        list: Vec<Operand<'e>>,
    ) -> Operand<'e> {
        let max = b.id == F::Max;
        let name = b.id.name();
        self.require_language(21, b.call.func.pos, &format!("built-in {name}"));
        let mut x = list[0].clone();
        for (i, a) in list.iter().enumerate() {
            if !self.types.is_all_basic(a.ty, Basic::is_ordered) || a.is_nil() {
                let message = format!("invalid argument: {} cannot be ordered", self.describe(a));
                return self.report_bad_argument(b, Code::InvalidMinMaxOperand, a.span(), message);
            }
            if i == 0 {
                continue;
            }
            let mut a = a.clone();
            self.match_types(&mut x, &mut a);
            if !x.is_valid() {
                return Operand::invalid(b.expr);
            }
            if x.ty != a.ty {
                let (s, t) = (self.type_string(x.ty), self.type_string(a.ty));
                let shown = a.text();
                let message = format!(
                    "invalid argument: mismatched types {s} (previous argument) and {t} (type of {shown})"
                );
                return self.report_bad_argument(b, Code::MismatchedTypes, a.span(), message);
            }
            if let (Some(v), Some(w)) = (x.const_value(), a.const_value()) {
                let op = if max { BinaryOp::Gt } else { BinaryOp::Lt };
                if ConstValue::compare(op, w, v) {
                    x = a;
                }
            } else {
                x.mode = Mode::Value;
            }
        }
        if let Mode::Constant(value) = x.mode {
            return Operand::constant(b.expr, value, x.ty);
        }
        let ty = self.types.default_type(x.ty);
        let mut args = Vec::new();
        for mut a in list {
            self.convert_untyped(&mut a, ty);
            if !a.is_valid() {
                return Operand::invalid(b.expr);
            }
            args.push(self.typed_expr(a));
        }
        self.builtin_result(b, if max { Builtin::Max } else { Builtin::Min }, args, ty)
    }
}
