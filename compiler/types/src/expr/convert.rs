//! Explicit and implicit conversions, and the typing of untyped operands.

use crate::checker::Checker;
use crate::constant::ConstValue;
use crate::expr::operand::{Mode, Operand, default_type, placeholder};
use crate::program::Conversion;
use crate::ty::{Basic, Type, TypeId};
use minigo_syntax::diagnostic::Code;

impl Checker<'_> {
    /// The run-time work of a valid conversion from one type to another.
    pub(crate) fn conversion_kind(&self, from: TypeId, to: TypeId) -> Conversion {
        let (f, t) = (self.types.underlying_structure(from), self.types.underlying_structure(to));
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

    /// Checks `T(x)`.
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
                    self.error_span(Code::InvalidConversion, x.span(), message);
                    x.invalidate();
                    return;
                }
                false
            }
            Some(value) if self.types.is_type_param(to) => {
                self.const_to_type_param(x, value, to, &mut cause)
            }
            _ => self.is_convertible(x, to, &mut cause),
        };
        if !ok {
            if constant.is_some() && self.types.is_type_param(to) {
                // As in gc, the message describes the operand as a value, not as a constant.
                x.mode = Mode::Value;
            }
            let (what, to) = (self.describe(x), self.type_string(to));
            let cause = if cause.is_empty() { cause } else { format!(": {cause}") };
            let message = format!("cannot convert {what} to type {to}{cause}");
            self.error_span(Code::InvalidConversion, x.span(), message);
            x.invalidate();
            return;
        }
        if x.is_nil() {
            let pos = x.pos();
            x.ir = Some(placeholder(to, pos));
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
        let ir = self.typed_expr(Operand { ir, ..x.clone() });
        x.ir = Some(self.coerce_to(ir, to));
        if let Some(ir) = &mut x.ir {
            ir.pos = span.start;
        }
        x.mode = Mode::Value;
        x.ty = to;
    }

    fn convert_const(&self, value: &ConstValue, from: TypeId, to: Basic) -> Option<ConstValue> {
        if let Some(value) = value.represented_as(to) {
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
        match self.types.underlying_structure(ty) {
            Type::Slice(elem) => {
                matches!(self.types.basic(*elem), Some(Basic::Uint8 | Basic::Int32))
            }
            _ => false,
        }
    }

    /// Reports whether `to(x)` is valid for an `x` that is not constant.
    fn is_convertible(&mut self, x: &Operand<'_>, to: TypeId, cause: &mut String) -> bool {
        if self.is_assignable(x, to, cause).is_ok() {
            return true;
        }
        let from = x.ty;
        let (vp, tp) = (self.types.is_type_param(from), self.types.is_type_param(to));
        if vp || tp {
            return self.is_type_param_convertible(x, to, cause);
        }
        if self.same_representation(from, to) {
            return true;
        }
        let (f, t) = (self.types.underlying_structure(from), self.types.underlying_structure(to));
        match (f, t) {
            (Type::Basic(a), Type::Basic(b)) => {
                let real = |b: Basic| b.is_integer() || b.is_float();
                real(*a) && real(*b)
                    || a.is_complex() && b.is_complex()
                    || a.is_integer() && b.is_string()
                    || *a == Basic::Uintptr && *b == Basic::UnsafePointer && !self.is_sandboxed()
                    || *a == Basic::UnsafePointer && *b == Basic::Uintptr
            }
            (Type::Slice(_), Type::Basic(b)) => b.is_string() && self.is_bytes_or_runes(from),
            (Type::Basic(a), Type::Slice(_)) => a.is_string() && self.is_bytes_or_runes(to),
            (Type::Pointer(_), Type::Basic(Basic::UnsafePointer))
            | (Type::Basic(Basic::UnsafePointer), Type::Pointer(_)) => {
                let refused = self.is_sandboxed();
                if refused {
                    *cause = "conversions of unsafe.Pointer are refused".to_owned();
                }
                !refused
            }
            (Type::Slice(elem), Type::Array(other, _)) if elem == other => {
                if !self.allows_language(20) {
                    *cause = "conversion of slice to array requires go1.20 or later".to_owned()
                        + &self.version_hint();
                    return false;
                }
                true
            }
            (Type::Slice(elem), Type::Pointer(array)) => {
                let fits = matches!(self.types.underlying_structure(*array), Type::Array(e, _) if e == elem);
                if fits && !self.allows_language(17) {
                    *cause = "conversion of slice to array pointer requires go1.17 or later"
                        .to_owned()
                        + &self.version_hint();
                    return false;
                }
                fits
            }
            _ => false,
        }
    }

    /// Reports whether the types differ in names and tags only.
    fn same_representation(&mut self, from: TypeId, to: TypeId) -> bool {
        let (fu, tu) = (self.types.underlying(from), self.types.underlying(to));
        if self.identical_ignoring_tags(fu, tu) {
            return true;
        }
        if let (&Type::Pointer(a), &Type::Pointer(b)) = (self.types.get(from), self.types.get(to)) {
            self.complete_type(a);
            self.complete_type(b);
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

    /// Reports whether a conversion with a type parameter on either side is valid: it must be valid for all types of
    /// the type set.
    fn is_type_param_convertible(
        &mut self,
        x: &Operand<'_>,
        to: TypeId,
        cause: &mut String,
    ) -> bool {
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
                if self.is_convertible(&one, target, cause) {
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
}
