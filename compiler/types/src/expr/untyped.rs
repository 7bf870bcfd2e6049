//! The conversion of untyped operands to typed ones.

use crate::checker::Checker;
use crate::checker::body::UntypedConst;
use crate::constant::{ConstValue, NotRepresentable};
use crate::expr::operand::{
    Mode, Operand, as_basic, const_expr, default_type, is_untyped, is_valid, placeholder, take_expr,
};
use crate::program::{BinaryOp, Const, Conversion, Expr, ExprKind};
use crate::ty::{Basic, Type, TypeId};
use minigo_syntax::diagnostic::{Code, Diagnostic};

/// The rank of an untyped numeric type: of two operands' types the one of higher rank is the result type.
pub(crate) fn untyped_rank(ty: TypeId) -> Option<u32> {
    let basic = as_basic(ty)?;
    (basic.is_untyped() && basic.is_numeric()).then_some(ty.0)
}

impl Checker<'_> {
    /// The type (and value) that the untyped `x` gets where `target` is expected.
    pub(crate) fn implicit_type(
        &mut self,
        x: &Operand<'_>,
        target: TypeId,
    ) -> Result<(TypeId, Option<ConstValue>), NotRepresentable> {
        if !x.is_valid() || !x.is_untyped() || !is_valid(target) {
            return Ok((x.ty, None));
        }
        if is_untyped(target) {
            if x.ty == target {
                return Ok((target, None));
            }
            return match (untyped_rank(x.ty), untyped_rank(target)) {
                (Some(a), Some(b)) => Ok((TypeId(a.max(b)), None)),
                _ => Err(NotRepresentable::Kind),
            };
        }
        if x.is_nil() {
            let fits = self.types.has_nil(target);
            return if fits { Ok((target, None)) } else { Err(NotRepresentable::Kind) };
        }
        match self.types.underlying_structure(target) {
            Type::Basic(basic) => {
                let basic = *basic;
                if let Mode::Constant(value) = &x.mode {
                    let value = represent_constant(value, x.ty, basic)?;
                    return Ok((target, Some(value)));
                }
                let fits = match as_basic(x.ty) {
                    Some(Basic::UntypedBool) => basic.is_boolean(),
                    Some(b) if b.is_numeric() => basic.is_numeric(),
                    Some(b) if b.is_string() => basic.is_string(),
                    _ => false,
                };
                if fits { Ok((target, None)) } else { Err(NotRepresentable::Kind) }
            }
            Type::TypeParam(_) => {
                let terms = self.types.terms(target).flatten().map(<[_]>::to_vec);
                let terms = terms.filter(|t| !t.is_empty()).ok_or(NotRepresentable::Kind)?;
                for term in terms {
                    let under = self.types.underlying(term.ty);
                    // gc does not tell which of the types the value does not fit.
                    self.implicit_type(x, under).map_err(|_| NotRepresentable::Kind)?;
                }
                Ok((target, None))
            }
            Type::Interface(interface) => {
                if interface.methods.is_empty()
                    && interface.terms.is_none()
                    && !interface.comparable
                {
                    Ok((default_type(x.ty), None))
                } else {
                    Err(NotRepresentable::Kind)
                }
            }
            _ => Err(NotRepresentable::Kind),
        }
    }

    /// Converts the untyped `x` to the type that it has where `target` is expected, or reports why that is impossible.
    pub(crate) fn convert_untyped(&mut self, x: &mut Operand<'_>, target: TypeId) {
        match self.implicit_type(x, target) {
            Ok((ty, value)) => self.set_type(x, ty, value),
            Err(misfit) => {
                let shown = if self.types.is_type_param(target) {
                    target
                } else {
                    self.types.underlying(target)
                };
                self.report_not_representable(x, misfit, shown);
                x.invalidate();
            }
        }
    }

    pub(crate) fn report_not_representable(
        &mut self,
        x: &Operand<'_>,
        misfit: NotRepresentable,
        target: TypeId,
    ) {
        let (what, ty) = (self.describe(x), target);
        let target = self.type_string(ty);
        let (code, message) = match misfit {
            NotRepresentable::Truncated => {
                (Code::TruncatedFloat, format!("{what} truncated to {target}"))
            }
            NotRepresentable::Overflows => {
                (Code::NumericOverflow, format!("{what} overflows {target}"))
            }
            NotRepresentable::Kind => {
                (Code::InvalidUntypedConversion, format!("cannot convert {what} to type {target}"))
            }
        };
        let error = Diagnostic::error(code, x.span(), message);
        self.report(match misfit {
            NotRepresentable::Overflows => self.note_range(error, ty),
            _ => error,
        });
    }

    /// Checks that the typed constant `x` is representable in its type, and rounds it.
    pub(crate) fn check_representable(&mut self, x: &mut Operand<'_>, basic: Basic, shown: TypeId) {
        let Mode::Constant(value) = &x.mode else { return };
        match represent_constant(value, x.ty, basic) {
            Ok(value) => x.mode = Mode::Constant(value),
            Err(misfit) => {
                self.report_not_representable(x, misfit, shown);
                x.invalidate();
            }
        }
    }

    /// Sets the type of the untyped `x` to `ty`, which may itself be untyped.
    pub(crate) fn set_type(&mut self, x: &mut Operand<'_>, ty: TypeId, value: Option<ConstValue>) {
        if let Some(value) = value {
            x.mode = Mode::Constant(value);
        }
        if x.ty == ty {
            return;
        }
        x.ty = ty;
        self.record_final_type(x);
        if is_untyped(ty) {
            return;
        }
        if let Some(mut ir) = x.ir.take() {
            let ok = self.convert_pending_consts(&mut ir, ty);
            x.ir = Some(ir);
            if !ok {
                x.invalidate();
            }
        }
    }

    /// Converts the untyped expression to type `ty`, and fills in the constants that waited for the type. Returns false
    /// if a constant is not representable, which is reported.
    pub(crate) fn convert_pending_consts(&mut self, ir: &mut Expr, ty: TypeId) -> bool {
        if !is_untyped(ir.ty) {
            if ir.ty == Basic::Bool.id() && ty != ir.ty {
                let inner = take_expr(ir);
                *ir = self.coerce_to(inner, ty);
            }
            return true;
        }
        ir.ty = ty;
        match &mut ir.kind {
            ExprKind::Unary(_, x) => self.convert_pending_consts(x, ty),
            ExprKind::Binary(BinaryOp::Shl | BinaryOp::Shr, x, _) => {
                self.convert_pending_consts(x, ty)
            }
            ExprKind::Binary(_, x, y) => {
                let ok = self.convert_pending_consts(x, ty);
                self.convert_pending_consts(y, ty) && ok
            }
            ExprKind::Const(constant) => {
                let Const::Int(index) = *constant else { return true };
                let pending = self.bodies.untyped_consts[index as usize].clone();
                match self.settle_untyped(&pending, ty) {
                    Some(value) => {
                        *constant = value;
                        true
                    }
                    None => false,
                }
            }
            _ => true,
        }
    }

    pub(crate) fn settle_untyped(&mut self, pending: &UntypedConst, ty: TypeId) -> Option<Const> {
        if pending.is_shift_operand && !self.types.is_all_basic(ty, Basic::is_integer) {
            let ty = self.type_string(ty);
            let message = format!(
                "invalid operation: shifted operand {} (type {ty}) must be integer",
                pending.text
            );
            self.error_span(Code::InvalidShiftOperand, pending.span, message);
            return None;
        }
        let basic = self.types.basic(ty).unwrap_or(Basic::Int);
        match represent_constant(&pending.value, pending.ty, basic) {
            Ok(value) => Some(value.to_const(basic)),
            Err(misfit) => {
                let origin =
                    crate::expr::operand::Origin::Named(pending.text.clone(), pending.span);
                let mode = Mode::Constant(pending.value.clone());
                let x = Operand { mode, ty: pending.ty, origin, ir: None };
                self.report_not_representable(&x, misfit, ty);
                None
            }
        }
    }

    /// The typed form of an untyped constant whose type is not known yet.
    pub(crate) fn pending_const_expr(&mut self, x: &Operand<'_>, shifted: bool) -> Expr {
        let Mode::Constant(value) = &x.mode else {
            return x.ir.clone().unwrap_or_else(|| placeholder(x.ty, x.pos()));
        };
        let (text, span) = (x.text(), x.span());
        let index = self.bodies.untyped_consts.len() as u64;
        self.bodies.untyped_consts.push(UntypedConst {
            value: value.clone(),
            ty: x.ty,
            text,
            span,
            is_shift_operand: shifted,
        });
        Expr { kind: ExprKind::Const(Const::Int(index)), ty: x.ty, pos: span.start }
    }

    /// Gives an untyped operand its default type.
    pub(crate) fn set_default_type(&mut self, x: &mut Operand<'_>) {
        if x.is_valid() && x.is_untyped() && !x.is_nil() {
            let ty = default_type(x.ty);
            self.convert_untyped(x, ty);
        }
    }

    /// The typed expression of an operand; an untyped operand gets its default type.
    pub(crate) fn typed_expr(&mut self, mut x: Operand<'_>) -> Expr {
        self.set_default_type(&mut x);
        let pos = x.pos();
        match &x.mode {
            Mode::Constant(value) => match self.types.basic(x.ty) {
                Some(basic) => const_expr(value, basic, x.ty, pos),
                None => placeholder(x.ty, pos),
            },
            _ => x.ir.unwrap_or_else(|| placeholder(x.ty, pos)),
        }
    }

    /// Converts the expression to `to`, to which it is known to be assignable.
    pub(crate) fn coerce_to(&mut self, ir: Expr, to: TypeId) -> Expr {
        if ir.ty == to || !is_valid(to) {
            return ir;
        }
        if matches!(ir.kind, ExprKind::Zero) && !self.types.is_interface(to) {
            return Expr { ty: to, ..ir };
        }
        let how = self.conversion_kind(ir.ty, to);
        if how == Conversion::ToInterface {
            self.mark_runtime_type(ir.ty);
        }
        let pos = ir.pos;
        Expr { kind: ExprKind::Convert(how, Box::new(ir)), ty: to, pos }
    }

    /// Sets the final type of the untyped `x`, without a check that constants are representable.
    pub(crate) fn finish_untyped(&mut self, x: &mut Operand<'_>, ty: TypeId) {
        if x.is_constant() {
            self.convert_untyped(x, ty);
        } else {
            self.set_type(x, ty, None);
        }
    }

    /// Checks that the untyped `x` can be used as a `target`, for assignability.
    pub(crate) fn check_untyped_fits(
        &mut self,
        x: &Operand<'_>,
        target: TypeId,
    ) -> Result<(), NotRepresentable> {
        self.implicit_type(x, target).map(|_| ())
    }

    /// The type and the value that the untyped `x` would get, for assignments, which word their errors in their own
    /// way.
    pub(crate) fn implicit_type_and_value(
        &mut self,
        x: &Operand<'_>,
        target: TypeId,
    ) -> Result<(TypeId, Option<ConstValue>), NotRepresentable> {
        self.implicit_type(x, target)
    }
}

/// The value converted to the basic type.
pub(crate) fn represent_constant(
    value: &ConstValue,
    from: TypeId,
    to: Basic,
) -> Result<ConstValue, NotRepresentable> {
    if let Some(value) = value.represented_as(to) {
        return Ok(value);
    }
    let number =
        matches!(value, ConstValue::Int(_) | ConstValue::Float(_) | ConstValue::Complex(_));
    if !number || !to.is_numeric() {
        return Err(NotRepresentable::Kind);
    }
    let integer = match as_basic(from) {
        Some(basic) => basic.is_integer(),
        None => matches!(value, ConstValue::Int(_)),
    };
    if !integer && to.is_integer() {
        Err(NotRepresentable::Truncated)
    } else {
        Err(NotRepresentable::Overflows)
    }
}
