//! Shift expressions.

use crate::checker::Checker;
use crate::constant::ConstValue;
use crate::expr::binary::{Operation, OperationForm};
use crate::expr::operand::{Mode, Operand, Origin, const_expr};
use crate::program::{Expr, ExprKind};
use crate::ty::Basic;
use minigo_syntax::ast::BinaryOp;
use minigo_syntax::diagnostic::Code;

/// The maximal count of a constant shift; enough to write the smallest float.
pub(crate) const MAX_SHIFT: u64 = 1023 - 1 + 52;

impl Checker<'_> {
    /// Checks `x << y` or `x >> y`.
    pub(crate) fn shift<'e>(
        &mut self,
        operation: Operation<'e>,
        mut x: Operand<'e>,
        mut y: Operand<'e>,
    ) -> Operand<'e> {
        let whole = x.const_value().map(ConstValue::to_int);
        let integer = self.types.is_all_basic(x.ty, Basic::is_integer)
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
                return self.shift_const(operation, x, whole, &y, &count);
            }
            if x.is_untyped() {
                let l = self.pending_const_expr(&x, true);
                return self.shift_ir(operation, x, l, y);
            }
        }
        if !self.types.is_all_basic(x.ty, Basic::is_integer) {
            return self.refuse_shift(x);
        }
        let ir = x.ir.take();
        let l = self.take_operand_expr(Operand { ir, ..x.clone() });
        self.shift_ir(operation, x, l, y)
    }

    pub(crate) fn shift_ir<'e>(
        &mut self,
        operation: Operation<'e>,
        x: Operand<'e>,
        l: Expr,
        y: Operand<'e>,
    ) -> Operand<'e> {
        let r = match y.const_value() {
            Some(count) => {
                let uint = Basic::Uint;
                const_expr(&count.to_int(), uint, uint.id(), y.pos())
            }
            None => self.typed_expr(y),
        };
        let kind =
            ExprKind::Binary(crate::program::BinaryOp::of(operation.op), Box::new(l), Box::new(r));
        let ir = Some(Expr { kind, ty: x.ty, pos: operation.pos });
        Operand { mode: Mode::Value, ir, ..x }
    }

    pub(crate) fn refuse_shift<'e>(&mut self, mut x: Operand<'e>) -> Operand<'e> {
        let message =
            format!("invalid operation: shifted operand {} must be integer", self.describe(&x));
        self.error_span(Code::InvalidShiftOperand, x.span(), message);
        x.invalidate();
        x
    }

    /// Checks the right operand of a shift and gives it an integer type.
    pub(crate) fn shift_count(&mut self, y: &mut Operand<'_>) -> bool {
        if let Some(value) = y.const_value() {
            let count = value.to_int();
            if matches!(count, ConstValue::Int(_)) && count.sign() < 0 {
                let message =
                    format!("invalid operation: negative shift count {}", self.describe(y));
                self.error_span(Code::InvalidShiftCount, y.span(), message);
                return false;
            }
            if y.is_untyped() {
                let uint = Basic::Uint;
                self.check_representable(y, uint, uint.id());
                if !y.is_valid() {
                    return false;
                }
                // The type stays untyped for messages; only the value matters.
                return true;
            }
            // As in gc, typed constants of other types are accepted if they are whole numbers.
            if self.types.is_all_basic(y.ty, Basic::is_integer)
                || matches!(count, ConstValue::Int(_))
            {
                return true;
            }
        } else if self.types.is_all_basic(y.ty, Basic::is_integer) && !y.is_untyped() {
            if !self.types.is_all_basic(y.ty, Basic::is_unsigned) && !self.allows_language(13) {
                let operation =
                    format!("invalid operation: signed shift count {}", self.describe(y));
                self.require_language(13, y.pos(), &operation);
                return false;
            }
            return true;
        } else if y.is_untyped() && !y.is_nil() {
            self.convert_untyped(y, Basic::Uint.id());
            return y.is_valid();
        }
        let message =
            format!("invalid operation: shift count {} must be integer", self.describe(y));
        self.error_span(Code::InvalidShiftCount, y.span(), message);
        false
    }

    pub(crate) fn shift_const<'e>(
        &mut self,
        operation: Operation<'e>,
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
            self.error_span(Code::InvalidShiftCount, y.span(), message);
            x.invalidate();
            return x;
        };
        x.mode = Mode::Constant(ConstValue::shift(operation.op, &whole, count));
        if let OperationForm::Expr(e) = operation.form {
            x.origin = Origin::Expr(e);
        }
        let name = if operation.op == BinaryOp::Shl { "shift " } else { "" };
        self.check_overflow(&mut x, operation.pos, name);
        x
    }
}
