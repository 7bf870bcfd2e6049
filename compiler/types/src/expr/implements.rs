//! Decides whether a type implements an interface, and finds missing methods.

use crate::checker::Checker;
use crate::expr::lookup::{Member, lookup_ignoring_case};
use crate::program::Name;
use crate::scope::object::GenericId;
use crate::ty::print::Qualifier;
use crate::ty::{Interface, Method, Term, Type, TypeId};

/// A method of an interface that a type lacks.
#[derive(Clone, Debug)]
pub(crate) struct MissingMethod {
    /// The cause in gc's wording, such as `(missing method M)`, perhaps with lines that compare signatures.
    pub cause: String,
}

/// The reason why a method does not match.
enum MethodMismatch {
    NotFound,
    WrongName(Name, TypeId),
    Unexported,
    WrongType(TypeId),
    Generic(GenericId, TypeId),
    Ambiguous,
    PointerReceiver,
    Field,
}

impl Checker<'_> {
    /// The first method of the interface `iface` that `ty` lacks. If `is_static` is false (in type assertions) and `ty`
    /// is an interface, `ty` may lack methods, but must not have one with the same name and another signature.
    pub(crate) fn missing_method(
        &mut self,
        ty: TypeId,
        iface: TypeId,
        is_static: bool,
    ) -> Option<MissingMethod> {
        let target = self.interface_of(iface)?;
        let source = self.interface_of(ty);
        for method in &*target.methods {
            let flaw = match &source {
                Some(source) => {
                    let same = |m: &&Method| m.name == method.name && m.pkg == method.pkg;
                    match source.methods.iter().find(same) {
                        None if !is_static => None,
                        None => Some(MethodMismatch::NotFound),
                        Some(m) if m.sig != method.sig => Some(MethodMismatch::WrongType(m.sig)),
                        Some(_) => None,
                    }
                }
                None => self.method_mismatch(ty, method),
            };
            if let Some(flaw) = flaw {
                if let MethodMismatch::WrongType(sig) | MethodMismatch::WrongName(_, sig) = flaw
                    && self.follows_from_error(&[sig, method.sig])
                {
                    continue;
                }
                let cause = self.constraint_mismatch_cause(ty, iface, method, &flaw);
                return Some(MissingMethod { cause });
            }
        }
        None
    }

    /// The underlying interface of `ty`; for a type parameter its constraint.
    pub(crate) fn interface_of(&self, ty: TypeId) -> Option<Interface> {
        let under = match self.types.underlying_structure(ty) {
            Type::TypeParam(param) => {
                self.types.underlying_structure(self.types.param(*param).constraint)
            }
            other => other,
        };
        match under {
            Type::Interface(interface) => Some(interface.clone()),
            _ => None,
        }
    }

    fn method_mismatch(&mut self, ty: TypeId, method: &Method) -> Option<MethodMismatch> {
        let pkg = method.pkg.unwrap_or(self.context.pkg);
        match self.lookup_method(ty, &method.name, pkg) {
            Member::Method { pointer_recv: true, is_indirect: false, .. } => {
                Some(MethodMismatch::PointerReceiver)
            }
            Member::Method { func, sig, .. }
                if self.generics.methods_by_checking_func.contains_key(&func) =>
            {
                Some(MethodMismatch::Generic(self.generics.methods_by_checking_func[&func], sig))
            }
            Member::Method { sig, .. } | Member::InterfaceMethod { sig, .. } => (sig != method.sig
                && self.types.is_valid(sig))
            .then_some(MethodMismatch::WrongType(sig)),
            Member::Field { .. } => Some(MethodMismatch::Field),
            Member::Ambiguous => Some(MethodMismatch::Ambiguous),
            Member::NotFound => match lookup_ignoring_case(self, ty, &method.name, pkg) {
                Member::Method { func, sig, .. } => {
                    let name = self.func_info.get(&func).map(|i| i.decl.name.name.clone())?;
                    if name == method.name {
                        Some(MethodMismatch::Unexported)
                    } else {
                        Some(MethodMismatch::WrongName(name, sig))
                    }
                }
                _ => Some(MethodMismatch::NotFound),
            },
        }
    }

    fn constraint_mismatch_cause(
        &self,
        ty: TypeId,
        iface: TypeId,
        method: &Method,
        flaw: &MethodMismatch,
    ) -> String {
        let name = &method.name;
        let shown = self.type_string(ty);
        match flaw {
            MethodMismatch::NotFound => {
                let pointer = self
                    .interface_pointer_cause(ty)
                    .or_else(|| self.interface_pointer_cause(iface));
                pointer.map_or(format!("(missing method {name})"), |p| format!("({p})"))
            }
            MethodMismatch::WrongName(other, sig) => {
                let have = self.method_string(other, *sig, false);
                let want = self.method_string(name, method.sig, false);
                format!("(missing method {name})\n\t\thave {have}\n\t\twant {want}")
            }
            MethodMismatch::Unexported => format!("(unexported method {name})"),
            MethodMismatch::WrongType(sig) => {
                let mut have = self.method_string(name, *sig, false);
                let mut want = self.method_string(name, method.sig, false);
                if have == want {
                    have = self.method_string(name, *sig, true);
                    want = self.method_string(name, method.sig, true);
                }
                if have == want {
                    return format!("(wrong type for method {name})");
                }
                format!("(wrong type for method {name})\n\t\thave {have}\n\t\twant {want}")
            }
            MethodMismatch::Generic(id, sig) => {
                let have = self.method_string("", *sig, false);
                let params = self.params_string(*id);
                let want = self.method_string(name, method.sig, false);
                format!(
                    "(wrong type for method {name})\n\t\thave {name}{params}{have}\n\t\twant {want}"
                )
            }
            MethodMismatch::Ambiguous => format!("(ambiguous selector {shown}.{name})"),
            MethodMismatch::PointerReceiver => format!("(method {name} has pointer receiver)"),
            MethodMismatch::Field => format!("({shown}.{name} is a field, not a method)"),
        }
    }

    pub(crate) fn method_string(&self, name: &str, sig: TypeId, qualified: bool) -> String {
        let qualifier =
            if qualified { Qualifier::Runtime } else { Qualifier::Relative(self.context.pkg) };
        let sig = self.types.display(sig, qualifier);
        format!("{name}{}", sig.strip_prefix("func").unwrap_or(&sig))
    }

    /// Checks that `ty` implements the interface `iface` or, with `constraint`, satisfies it. The error is the cause in
    /// gc's wording: `T does not implement I (missing method M)`.
    pub(crate) fn implements(
        &mut self,
        ty: TypeId,
        iface: TypeId,
        constraint: bool,
    ) -> Result<(), String> {
        let (under, target) = (self.types.underlying(ty), self.types.underlying(iface));
        if !self.types.is_valid(under) || !self.types.is_valid(target) {
            return Ok(());
        }
        if let Type::Pointer(base) = self.types.get(under)
            && !self.types.is_valid(self.types.underlying(*base))
        {
            return Ok(());
        }
        let verb = if constraint { "satisfy" } else { "implement" };
        let (shown, target_shown) = (self.type_string(ty), self.type_string(iface));
        let Type::Interface(target) = self.types.get(target).clone() else {
            let detail = self
                .interface_pointer_cause(iface)
                .unwrap_or_else(|| format!("{target_shown} is not an interface"));
            return Err(format!("{shown} does not {verb} {target_shown} ({detail})"));
        };
        if target.methods.is_empty() && target.terms.is_none() && !target.comparable {
            return Ok(());
        }
        let source = self.interface_of(ty);
        if source.as_ref().is_some_and(|s| s.terms.as_ref().is_some_and(|t| t.is_empty())) {
            return Ok(());
        }
        if target.terms.as_ref().is_some_and(|t| t.is_empty()) {
            return Err(format!("cannot {verb} {target_shown} (empty type set)"));
        }
        if let Some(missing) = self.missing_method(ty, iface, true)
            && !self.has_invalid_embedded(ty, 0)
        {
            return Err(format!("{shown} does not {verb} {target_shown} {}", missing.cause));
        }
        if let Some(terms) = &target.terms {
            self.check_in_terms(ty, iface, source.as_ref(), terms, verb)?;
        }
        self.check_comparable(ty, &target, constraint, verb)
    }

    fn check_comparable(
        &self,
        ty: TypeId,
        target: &Interface,
        constraint: bool,
        verb: &str,
    ) -> Result<(), String> {
        if !target.comparable || self.comparable_type(ty, false).is_ok() {
            return Ok(());
        }
        let shown = self.type_string(ty);
        if constraint && self.comparable_type(ty, true).is_ok() {
            if self.allows_language(20) {
                return Ok(());
            }
            let hint = self.version_hint();
            return Err(format!("{shown} to {verb} comparable requires go1.20 or later{hint}"));
        }
        Err(format!("{shown} does not {verb} comparable"))
    }

    fn check_in_terms(
        &self,
        ty: TypeId,
        iface: TypeId,
        source: Option<&Interface>,
        terms: &[Term],
        verb: &str,
    ) -> Result<(), String> {
        let (shown, target) = (self.type_string(ty), self.type_string(iface));
        if let Some(source) = source {
            let inside = |own: &Term| terms.iter().any(|t| self.types.term_subset(own, t));
            return match &source.terms {
                Some(own) if own.iter().all(inside) => Ok(()),
                _ => Err(format!("{shown} does not {verb} {target}")),
            };
        }
        if terms.iter().any(|t| self.types.term_includes(t, ty)) {
            return Ok(());
        }
        let under = self.types.underlying(ty);
        let near = terms.iter().find(|t| !t.has_tilde && t.ty == under);
        let detail = if let Some(near) = near {
            format!("possibly missing ~ for {} in {target}", self.type_string(near.ty))
        } else {
            let list = self.types.terms_text(terms, |t| self.type_string(t));
            format!("{shown} missing in {list}")
        };
        Err(format!("{shown} does not {verb} {target} ({detail})"))
    }

    /// Reports whether a struct embeds a field of invalid type, which might have had the method.
    fn has_invalid_embedded(&self, ty: TypeId, depth: usize) -> bool {
        let under = match self.types.underlying_structure(ty) {
            Type::Pointer(base) => self.types.underlying_structure(*base),
            other => other,
        };
        let Type::Struct(fields) = under else { return false };
        depth < 20
            && fields.iter().filter(|f| f.embedded).any(|f| {
                !self.types.is_valid(self.types.underlying(f.ty))
                    || self.has_invalid_embedded(f.ty, depth + 1)
            })
    }
}
