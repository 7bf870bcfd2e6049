//! Conversions, written and implied, and how untyped operands get their types.
//!
//! A module of its own since all other rules end in one of these.

use crate::check::Checker;
use crate::constant::{ConstValue, Misfit};
use crate::expr::operand::{
    Mode, Operand, const_expr, default_type, is_untyped, is_valid, plain_basic,
};
use crate::program::{BinaryOp, Const, Conversion, Expr, ExprKind};
use crate::ty::{Basic, Type, TypeId};
use minigo_syntax::source::{Pos, Span};

/// An untyped constant inside an untyped expression that is not constant: its value once the type is known.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    pub(crate) value: ConstValue,
    pub(crate) ty: TypeId,
    pub(crate) text: String,
    pub(crate) span: Span,
    /// Whether it is the left operand of a shift, which must be an integer.
    pub(crate) shifted: bool,
}

/// The types of numeric untyped values, in the order in which one gives way to the next.
fn untyped_rank(ty: TypeId) -> Option<u32> {
    let basic = plain_basic(ty)?;
    (basic.is_untyped() && basic.is_numeric()).then_some(ty.0)
}

impl Checker<'_> {
    /// The type (and value) of untyped `x` where `target` is expected.
    fn implicit_type(
        &mut self,
        x: &Operand<'_>,
        target: TypeId,
    ) -> Result<(TypeId, Option<ConstValue>), Misfit> {
        if !x.is_valid() || !x.is_untyped() || !is_valid(target) {
            return Ok((x.ty, None));
        }
        if is_untyped(target) {
            if x.ty == target {
                return Ok((target, None));
            }
            return match (untyped_rank(x.ty), untyped_rank(target)) {
                (Some(a), Some(b)) => Ok((TypeId(a.max(b)), None)),
                _ => Err(Misfit::Kind),
            };
        }
        if x.is_nil() {
            let fits = self.types.has_nil(target);
            return if fits { Ok((target, None)) } else { Err(Misfit::Kind) };
        }
        match self.types.under(target) {
            Type::Basic(basic) => {
                let basic = *basic;
                if let Mode::Constant(value) = &x.mode {
                    let value = represent(value, x.ty, basic)?;
                    return Ok((target, Some(value)));
                }
                let fits = match plain_basic(x.ty) {
                    Some(Basic::UntypedBool) => basic.is_boolean(),
                    Some(b) if b.is_numeric() => basic.is_numeric(),
                    Some(b) if b.is_string() => basic.is_string(),
                    _ => false,
                };
                if fits { Ok((target, None)) } else { Err(Misfit::Kind) }
            }
            Type::TypeParam(_) => {
                let terms = self.types.terms(target).flatten().map(<[_]>::to_vec);
                let terms = terms.filter(|t| !t.is_empty()).ok_or(Misfit::Kind)?;
                for term in terms {
                    let under = self.types.underlying(term.ty);
                    self.implicit_type(x, under)?;
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
                    Err(Misfit::Kind)
                }
            }
            _ => Err(Misfit::Kind),
        }
    }

    /// Gives untyped `x` the type that it has where `target` is expected, or reports why it cannot have it.
    pub(crate) fn convert_untyped(&mut self, x: &mut Operand<'_>, target: TypeId) {
        match self.implicit_type(x, target) {
            Ok((ty, value)) => self.set_type(x, ty, value),
            Err(misfit) => {
                let shown = if self.types.is_type_param(target) {
                    target
                } else {
                    self.types.underlying(target)
                };
                self.report_misfit(x, misfit, shown);
                x.invalidate();
            }
        }
    }

    fn report_misfit(&mut self, x: &Operand<'_>, misfit: Misfit, target: TypeId) {
        let (what, target) = (self.describe(x), self.type_string(target));
        let (code, message) = match misfit {
            Misfit::Truncated => ("TruncatedFloat", format!("{what} truncated to {target}")),
            Misfit::Overflows => ("NumericOverflow", format!("{what} overflows {target}")),
            Misfit::Kind => {
                ("InvalidUntypedConversion", format!("cannot convert {what} to type {target}"))
            }
        };
        self.error_span(code, x.span(), message);
    }

    /// Checks that the typed constant `x` fits into its type, and rounds it.
    pub(crate) fn representable(&mut self, x: &mut Operand<'_>, basic: Basic, shown: TypeId) {
        let Mode::Constant(value) = &x.mode else { return };
        match represent(value, x.ty, basic) {
            Ok(value) => x.mode = Mode::Constant(value),
            Err(misfit) => {
                self.report_misfit(x, misfit, shown);
                x.invalidate();
            }
        }
    }

    /// Gives untyped `x` the type `ty`, which may still be untyped.
    pub(crate) fn set_type(&mut self, x: &mut Operand<'_>, ty: TypeId, value: Option<ConstValue>) {
        if let Some(value) = value {
            x.mode = Mode::Constant(value);
        }
        if x.ty == ty {
            return;
        }
        x.ty = ty;
        if is_untyped(ty) {
            return;
        }
        if let Some(mut ir) = x.ir.take() {
            let ok = self.fill(&mut ir, ty);
            x.ir = Some(ir);
            if !ok {
                x.invalidate();
            }
        }
    }

    /// Makes the untyped expression one of type `ty`: fills in the constants that were waiting for it.
    /// False if one of them does not fit, which is reported.
    fn fill(&mut self, ir: &mut Expr, ty: TypeId) -> bool {
        if !is_untyped(ir.ty) {
            if ir.ty == Basic::Bool.id() && ty != ir.ty {
                let inner = take_expr(ir);
                *ir = self.coerce(inner, ty);
            }
            return true;
        }
        ir.ty = ty;
        match &mut ir.kind {
            ExprKind::Unary(_, x) => self.fill(x, ty),
            ExprKind::Binary(BinaryOp::Shl | BinaryOp::Shr, x, _) => self.fill(x, ty),
            ExprKind::Binary(_, x, y) => {
                let ok = self.fill(x, ty);
                self.fill(y, ty) && ok
            }
            ExprKind::Const(constant) => {
                let Const::Int(index) = *constant else { return true };
                let pending = self.bodies.pending[index as usize].clone();
                match self.settle_pending(&pending, ty) {
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

    fn settle_pending(&mut self, pending: &Pending, ty: TypeId) -> Option<Const> {
        if pending.shifted && !self.types.all_basic(ty, Basic::is_integer) {
            let ty = self.type_string(ty);
            let message = format!(
                "invalid operation: shifted operand {} (type {ty}) must be integer",
                pending.text
            );
            self.error_span("InvalidShiftOperand", pending.span, message);
            return None;
        }
        let basic = self.types.basic(ty).unwrap_or(Basic::Int);
        match represent(&pending.value, pending.ty, basic) {
            Ok(value) => Some(value.to_const(basic)),
            Err(misfit) => {
                let origin =
                    crate::expr::operand::Origin::Named(pending.text.clone(), pending.span);
                let mode = Mode::Constant(pending.value.clone());
                let x = Operand { mode, ty: pending.ty, origin, ir: None };
                self.report_misfit(&x, misfit, ty);
                None
            }
        }
    }

    /// The typed form of an untyped constant whose type is not known yet.
    pub(crate) fn pend(&mut self, x: &Operand<'_>, shifted: bool) -> Expr {
        let Mode::Constant(value) = &x.mode else {
            return x.ir.clone().unwrap_or_else(|| dummy(x.ty, x.pos()));
        };
        let (text, span) = (x.text(), x.span());
        let index = self.bodies.pending.len() as u64;
        self.bodies.pending.push(Pending { value: value.clone(), ty: x.ty, text, span, shifted });
        Expr { kind: ExprKind::Const(Const::Int(index)), ty: x.ty, pos: span.start }
    }

    /// Gives an untyped operand its default type.
    pub(crate) fn set_default_type(&mut self, x: &mut Operand<'_>) {
        if x.is_valid() && x.is_untyped() && !x.is_nil() {
            let ty = default_type(x.ty);
            self.convert_untyped(x, ty);
        }
    }

    /// The typed expression of an operand; an untyped one gets its default type.
    pub(crate) fn take(&mut self, mut x: Operand<'_>) -> Expr {
        self.set_default_type(&mut x);
        let pos = x.pos();
        match &x.mode {
            Mode::Constant(value) => match self.types.basic(x.ty) {
                Some(basic) => const_expr(value, basic, x.ty, pos),
                None => dummy(x.ty, pos),
            },
            _ => x.ir.unwrap_or_else(|| dummy(x.ty, pos)),
        }
    }

    /// The expression converted to `to`, to which it is known to be assignable.
    pub(crate) fn coerce(&mut self, ir: Expr, to: TypeId) -> Expr {
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

    /// What a valid conversion from one type to another has to do.
    fn conversion_kind(&self, from: TypeId, to: TypeId) -> Conversion {
        let (f, t) = (self.types.under(from), self.types.under(to));
        if f == t {
            return Conversion::Same;
        }
        match (f, t) {
            (Type::Interface(_), Type::Interface(_)) => Conversion::InterfaceToInterface,
            (_, Type::Interface(_)) => Conversion::ToInterface,
            (Type::Basic(a), Type::Basic(b)) if b.is_string() && a.is_integer() => {
                Conversion::IntToString
            }
            (Type::Basic(a), Type::Basic(b)) if a.is_numeric() && b.is_numeric() => {
                Conversion::Numeric
            }
            (Type::Basic(a), Type::Slice(elem)) if a.is_string() => {
                if self.types.basic(*elem) == Some(Basic::Uint8) {
                    Conversion::StringToBytes
                } else {
                    Conversion::StringToRunes
                }
            }
            (Type::Slice(elem), Type::Basic(b)) if b.is_string() => {
                if self.types.basic(*elem) == Some(Basic::Uint8) {
                    Conversion::BytesToString
                } else {
                    Conversion::RunesToString
                }
            }
            (Type::Slice(_), Type::Array(..)) => Conversion::SliceToArray,
            (Type::Slice(_), Type::Pointer(_)) => Conversion::SliceToArrayPointer,
            _ => Conversion::Same,
        }
    }

    /// `T(x)`
    pub(crate) fn conversion(&mut self, x: &mut Operand<'_>, to: TypeId) {
        let mut cause = String::new();
        let constant = x.const_value().cloned();
        let ok = match &constant {
            Some(value) if self.types.is_basic(to, Basic::is_const_type) => {
                let basic = self.types.basic(to).expect("a constant type is basic");
                let converted = self.convert_const(value, x.ty, basic);
                if let Some(value) = converted {
                    x.mode = Mode::Constant(value);
                    x.ty = to;
                    return;
                }
                if self.types.is_integer(x.ty) && basic.is_integer() {
                    let message = format!("constant {value} overflows {}", self.type_string(to));
                    self.error_span("InvalidConversion", x.span(), message);
                    x.invalidate();
                    return;
                }
                false
            }
            Some(value) if self.types.is_type_param(to) => {
                self.const_to_type_param(x, value, to, &mut cause)
            }
            _ => self.convertible(x, to, &mut cause),
        };
        if !ok {
            let (what, to) = (self.describe(x), self.type_string(to));
            let cause = if cause.is_empty() { cause } else { format!(": {cause}") };
            let message = format!("cannot convert {what} to type {to}{cause}");
            self.error_span("InvalidConversion", x.span(), message);
            x.invalidate();
            return;
        }
        if x.is_nil() {
            let pos = x.pos();
            x.ir = Some(dummy(to, pos));
            x.mode = Mode::Value;
            x.ty = to;
            return;
        }
        if x.is_untyped() {
            let own = self.types.is_interface(to) || constant.is_some();
            let ty = if own { default_type(x.ty) } else { to };
            self.finish_untyped(x, ty);
            if !x.is_valid() {
                return;
            }
        }
        let span = x.span();
        let ir = x.ir.take();
        let ir = self.take(Operand { ir, ..x.clone() });
        x.ir = Some(self.coerce(ir, to));
        if let Some(ir) = &mut x.ir {
            ir.pos = span.start;
        }
        x.mode = Mode::Value;
        x.ty = to;
    }

    /// Gives untyped `x` its final type, without asking whether a constant fits.
    fn finish_untyped(&mut self, x: &mut Operand<'_>, ty: TypeId) {
        if x.is_constant() {
            self.convert_untyped(x, ty);
        } else {
            self.set_type(x, ty, None);
        }
    }

    fn convert_const(&self, value: &ConstValue, from: TypeId, to: Basic) -> Option<ConstValue> {
        if let Some(value) = value.represent(to) {
            return Some(value);
        }
        if self.types.is_integer(from) && to.is_string() {
            let rune = value.as_u64().and_then(|n| u32::try_from(n).ok()).and_then(char::from_u32);
            return Some(ConstValue::str(rune.unwrap_or('\u{fffd}').to_string()));
        }
        None
    }

    fn const_to_type_param(
        &mut self,
        x: &Operand<'_>,
        value: &ConstValue,
        to: TypeId,
        cause: &mut String,
    ) -> bool {
        let terms = self.types.terms(to).flatten().map(<[_]>::to_vec).unwrap_or_default();
        if terms.is_empty() {
            *cause = format!("{} does not contain specific types", self.type_string(to));
            return false;
        }
        for term in terms {
            let under = self.types.underlying(term.ty);
            if self.types.is_basic(x.ty, Basic::is_string) && self.is_bytes_or_runes(under) {
                continue;
            }
            let fits = self
                .types
                .basic(under)
                .is_some_and(|basic| self.convert_const(value, x.ty, basic).is_some());
            if fits {
                continue;
            }
            let (u, t) = (self.type_string(under), self.type_string(to));
            *cause = if self.types.is_integer(x.ty) && self.types.is_integer(under) {
                format!("constant {value} overflows {u} (in {t})")
            } else {
                format!("cannot convert {} to type {u} (in {t})", self.describe(x))
            };
            return false;
        }
        true
    }

    pub(crate) fn is_bytes_or_runes(&self, ty: TypeId) -> bool {
        match self.types.under(ty) {
            Type::Slice(elem) => {
                matches!(self.types.basic(*elem), Some(Basic::Uint8 | Basic::Int32))
            }
            _ => false,
        }
    }

    /// Whether `to(x)` is valid for an `x` that is not constant.
    fn convertible(&mut self, x: &Operand<'_>, to: TypeId, cause: &mut String) -> bool {
        if self.assignable(x, to, cause).is_ok() {
            return true;
        }
        let from = x.ty;
        let (vp, tp) = (self.types.is_type_param(from), self.types.is_type_param(to));
        if vp || tp {
            return self.convertible_params(x, to, cause);
        }
        if self.same_representation(from, to) {
            return true;
        }
        let (f, t) = (self.types.under(from), self.types.under(to));
        match (f, t) {
            (Type::Basic(a), Type::Basic(b)) => {
                let real = |b: Basic| b.is_integer() || b.is_float();
                real(*a) && real(*b)
                    || a.is_complex() && b.is_complex()
                    || a.is_integer() && b.is_string()
                    || *a == Basic::Uintptr && *b == Basic::UnsafePointer
                    || *a == Basic::UnsafePointer && *b == Basic::Uintptr
            }
            (Type::Slice(_), Type::Basic(b)) => b.is_string() && self.is_bytes_or_runes(from),
            (Type::Basic(a), Type::Slice(_)) => a.is_string() && self.is_bytes_or_runes(to),
            (Type::Pointer(_), Type::Basic(Basic::UnsafePointer))
            | (Type::Basic(Basic::UnsafePointer), Type::Pointer(_)) => true,
            (Type::Slice(elem), Type::Array(other, _)) if elem == other => {
                if !self.allows(20) {
                    *cause = "conversion of slice to array requires go1.20 or later".to_owned();
                    return false;
                }
                true
            }
            (Type::Slice(elem), Type::Pointer(array)) => {
                let fits = matches!(self.types.under(*array), Type::Array(e, _) if e == elem);
                if fits && !self.allows(17) {
                    *cause =
                        "conversion of slice to array pointer requires go1.17 or later".to_owned();
                    return false;
                }
                fits
            }
            _ => false,
        }
    }

    /// Whether only names and tags tell the types apart.
    fn same_representation(&mut self, from: TypeId, to: TypeId) -> bool {
        let (fu, tu) = (self.types.underlying(from), self.types.underlying(to));
        if self.identical_ignoring_tags(fu, tu) {
            return true;
        }
        if let (&Type::Pointer(a), &Type::Pointer(b)) = (self.types.get(from), self.types.get(to)) {
            self.complete(a);
            self.complete(b);
            let param = self.types.is_type_param(a) || self.types.is_type_param(b);
            let (a, b) = (self.types.underlying(a), self.types.underlying(b));
            return !param && self.identical_ignoring_tags(a, b);
        }
        false
    }

    fn identical_ignoring_tags(&self, a: TypeId, b: TypeId) -> bool {
        if a == b {
            return true;
        }
        let same = |a: &TypeId, b: &TypeId| self.identical_ignoring_tags(*a, *b);
        let all = |a: &[TypeId], b: &[TypeId]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.identical_ignoring_tags(*a, *b))
        };
        match (self.types.get(a), self.types.get(b)) {
            (Type::Pointer(a), Type::Pointer(b)) | (Type::Slice(a), Type::Slice(b)) => same(a, b),
            (Type::Array(a, n), Type::Array(b, m)) => n == m && same(a, b),
            (Type::Map(k, v), Type::Map(l, w)) => same(k, l) && same(v, w),
            (Type::Chan(d, a), Type::Chan(e, b)) => d == e && same(a, b),
            (Type::Struct(a), Type::Struct(b)) => {
                a.len() == b.len()
                    && a.iter().zip(b.iter()).all(|(a, b)| {
                        a.name == b.name
                            && a.pkg == b.pkg
                            && a.embedded == b.embedded
                            && same(&a.ty, &b.ty)
                    })
            }
            (Type::Signature(a), Type::Signature(b)) => {
                a.variadic == b.variadic && all(&a.params, &b.params) && all(&a.results, &b.results)
            }
            _ => false,
        }
    }

    /// The same when a type parameter is on either side: it must hold for all types that it stands for.
    fn convertible_params(&mut self, x: &Operand<'_>, to: TypeId, cause: &mut String) -> bool {
        let expand = |this: &Self, ty: TypeId| -> Option<Vec<TypeId>> {
            if !this.types.is_type_param(ty) {
                return Some(vec![ty]);
            }
            let terms = this.types.terms(ty).flatten()?;
            (!terms.is_empty()).then(|| terms.iter().map(|t| t.ty).collect())
        };
        let (Some(froms), Some(tos)) = (expand(self, x.ty), expand(self, to)) else { return false };
        for from in froms {
            let mut one = x.clone();
            one.ty = from;
            for &target in &tos {
                if self.convertible(&one, target, cause) {
                    continue;
                }
                let side = |this: &Self, part: TypeId, whole: TypeId| {
                    let (p, w) = (this.type_string(part), this.type_string(whole));
                    if this.types.is_type_param(whole) { format!("{p} (in {w})") } else { w }
                };
                let (f, t) = (side(self, from, x.ty), side(self, target, to));
                let rest = if cause.is_empty() { String::new() } else { format!("\n\t{cause}") };
                *cause = format!("cannot convert {f} to type {t}{rest}");
                return false;
            }
        }
        true
    }

    /// Whether untyped `x` can be used as a `target`; used by assignability.
    pub(crate) fn untyped_fits(&mut self, x: &Operand<'_>, target: TypeId) -> Result<(), Misfit> {
        self.implicit_type(x, target).map(|_| ())
    }

    /// The type untyped `x` would get, and its value; used by assignments, which word errors in their own way.
    pub(crate) fn untyped_as(
        &mut self,
        x: &Operand<'_>,
        target: TypeId,
    ) -> Result<(TypeId, Option<ConstValue>), Misfit> {
        self.implicit_type(x, target)
    }
}

/// The value as one of the basic type.
fn represent(value: &ConstValue, from: TypeId, to: Basic) -> Result<ConstValue, Misfit> {
    if let Some(value) = value.represent(to) {
        return Ok(value);
    }
    let number =
        matches!(value, ConstValue::Int(_) | ConstValue::Float(_) | ConstValue::Complex(_));
    if !number || !to.is_numeric() {
        return Err(Misfit::Kind);
    }
    let integer = match plain_basic(from) {
        Some(basic) => basic.is_integer(),
        None => matches!(value, ConstValue::Int(_)),
    };
    if !integer && to.is_integer() { Err(Misfit::Truncated) } else { Err(Misfit::Overflows) }
}

/// What stands for the typed form of something in error; never seen by code generation.
pub(crate) fn dummy(ty: TypeId, pos: Pos) -> Expr {
    Expr { kind: ExprKind::Zero, ty, pos }
}

/// Takes the expression out, leaving a dummy.
pub(crate) fn take_expr(ir: &mut Expr) -> Expr {
    let empty = dummy(ir.ty, ir.pos);
    std::mem::replace(ir, empty)
}
