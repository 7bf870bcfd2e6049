//! Slice expressions.

use crate::checker::Checker;
use crate::constant::ConstValue;
use crate::expr::operand::{Mode, Operand, is_untyped};
use crate::program::{Expr, ExprKind, SliceOp};
use crate::ty::{Basic, Type, TypeId};
use minigo_syntax::ast;
use minigo_syntax::diagnostic::Code;

impl Checker<'_> {
    /// Checks `x[lo:hi:max]`.
    pub(crate) fn slice_expr<'e>(
        &mut self,
        e: &'e ast::Expr,
        slice: &'e ast::SliceExpr,
    ) -> Operand<'e> {
        let x = self.expr(&slice.x);
        if !x.is_valid() {
            self.check_unused_exprs(slice.index.iter().flatten());
            return Operand::invalid(e);
        }
        let Some((ty, length)) = self.sliced_type(&x, slice) else { return Operand::invalid(e) };
        let array = matches!(self.types.underlying_structure(x.ty), Type::Array(..));
        let mut base = self.typed_expr(x);
        if array {
            self.mark_addressed(&base);
            let ty = self.types.intern(Type::Pointer(base.ty));
            let pos = base.pos;
            base = Expr { kind: ExprKind::Addr(Box::new(base)), ty, pos };
        }
        let mut values = [None; 3];
        let mut bounds = [None, None, None];
        for (i, index) in slice.index.iter().enumerate() {
            match index {
                Some(index) => {
                    let checked = self.index(index, length.map(|n| n + 1));
                    values[i] = checked.as_ref().and_then(|c| c.value);
                    bounds[i] = checked.map(|c| c.ir);
                }
                None if i == 0 => values[0] = Some(0),
                None => values[i] = length,
            }
        }
        self.check_order(slice, values);
        let [lo, hi, max] = bounds;
        let op = SliceOp { x: base, lo, hi, max };
        Operand::value(e, ExprKind::Slice(Box::new(op)), ty)
    }

    /// The type of the slice expression, and the length of the operand if it is known.
    pub(crate) fn sliced_type(
        &mut self,
        x: &Operand<'_>,
        slice: &ast::SliceExpr,
    ) -> Option<(TypeId, Option<u64>)> {
        let common = self.common_slice(x.ty);
        let under = common.map(|ty| self.types.get(ty).clone());
        let problem = match under {
            None => {
                let why =
                    self.common_underlying_or_reason(x.ty, |_| None).err().unwrap_or_default();
                let why = match &*why {
                    "no specific type" => format!("{why} in {}", self.type_string(x.ty)),
                    _ => why,
                };
                format!("cannot slice {}: {why}", self.describe(x))
            }
            Some(Type::Basic(basic)) if basic.is_string() => {
                if slice.is_full {
                    let at = slice.index[2].as_ref().map_or(slice.x.span(), ast::Expr::span);
                    let message = "invalid operation: 3-index slice of string";
                    self.error_span(Code::InvalidSliceExpr, at, message);
                    return None;
                }
                let length = x.const_value().and_then(ConstValue::as_str).map(|s| s.len() as u64);
                let ty = if is_untyped(x.ty) { Basic::String.id() } else { x.ty };
                return Some((ty, length));
            }
            Some(Type::Array(elem, len)) => {
                if x.mode == Mode::Variable {
                    return Some((self.types.intern(Type::Slice(elem)), Some(len)));
                }
                format!("cannot slice unaddressable value {}", self.describe(x))
            }
            Some(Type::Pointer(base))
                if matches!(self.types.underlying_structure(base), Type::Array(..)) =>
            {
                let Type::Array(elem, len) = *self.types.underlying_structure(base) else {
                    return None;
                };
                return Some((self.types.intern(Type::Slice(elem)), Some(len)));
            }
            Some(Type::Slice(_)) => return Some((x.ty, None)),
            Some(_) => format!("cannot slice {}", self.describe(x)),
        };
        self.error_span(Code::NonSliceableOperand, x.span(), problem);
        None
    }

    /// The underlying type of the operand. For a type parameter, strings count as byte slices.
    pub(crate) fn common_slice(&self, ty: TypeId) -> Option<TypeId> {
        let Some(terms) = self.types.terms(ty) else { return Some(self.types.underlying(ty)) };
        let mut common = None;
        let mut string = false;
        for term in terms? {
            let under = self.types.underlying(term.ty);
            match self.types.get(under) {
                Type::Basic(b) if b.is_string() => string = true,
                _ if common.is_some_and(|c| c != under) => return None,
                _ => common = Some(under),
            }
        }
        if string { Some(Basic::String.id()) } else { common }
    }

    pub(crate) fn check_order(&mut self, slice: &ast::SliceExpr, values: [Option<u64>; 3]) {
        for i in 0..2 {
            let Some(low) = values[i] else { continue };
            for (high, at) in values.into_iter().zip(&slice.index).skip(i + 1) {
                let (Some(high), Some(at)) = (high, at) else { continue };
                if high < low {
                    let message = format!("invalid slice indices: {high} < {low}");
                    self.error_span(Code::SwappedSliceIndices, at.span(), message);
                    return;
                }
            }
        }
    }
}
