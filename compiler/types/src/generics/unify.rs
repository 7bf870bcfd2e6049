//! Unification: finds types for type parameters that make two types match.

use crate::checker::Checker;
use crate::expr::lookup::Member;
use crate::ty::{Interface, Signature, Type, TypeId};
use minigo_syntax::ast::ChanDir;

/// The strictness with which types must match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mode {
    /// Whether the types must be assignable at the top level and identical below it.
    is_assignment: bool,
    /// Identity.
    is_exact: bool,
}

impl Mode {
    /// The types must be assignable.
    pub(crate) const ASSIGN: Self = Self { is_assignment: true, is_exact: false };

    /// The types must be identical.
    pub(crate) const EXACT: Self = Self { is_assignment: false, is_exact: true };

    /// Underlying types may match instead, and channels may differ in direction.
    pub(crate) const INEXACT: Self = Self { is_assignment: false, is_exact: false };

    fn for_elements(self) -> Self {
        Self { is_assignment: self.is_assignment, is_exact: self.is_exact || self.is_assignment }
    }
}

/// The nesting depth up to which types are compared.
const MAX_DEPTH: u32 = 50;

/// The type parameters to infer, and the types known for them so far.
#[derive(Debug)]
pub(crate) struct Unifier {
    params: Vec<TypeId>,
    /// For each parameter the index of its entry in `known_types`; joined parameters share an entry.
    param_slots: Vec<usize>,
    known_types: Vec<Option<TypeId>>,
    depth: u32,
    /// Whether methods of interfaces are unified (since Go 1.21).
    unifies_interfaces: bool,
}

impl Unifier {
    /// Makes a unifier in which only the types in `known` are known.
    pub(crate) fn new(params: &[TypeId], known: &[Option<TypeId>], interfaces: bool) -> Self {
        let mut list = known.to_vec();
        list.resize(params.len(), None);
        let slot = (0..params.len()).collect();
        Self {
            params: params.to_vec(),
            param_slots: slot,
            known_types: list,
            depth: 0,
            unifies_interfaces: interfaces,
        }
    }

    fn param_index(&self, ty: TypeId) -> Option<usize> {
        self.params.iter().position(|&p| p == ty)
    }

    /// The type known for parameter `i`.
    pub(crate) fn known_type(&self, i: usize) -> Option<TypeId> {
        self.known_types[self.param_slots[i]]
    }

    /// Sets the type of parameter `i`.
    pub(crate) fn set_type(&mut self, i: usize, ty: TypeId) {
        self.known_types[self.param_slots[i]] = Some(ty);
    }

    /// The number of parameters whose types are not known.
    pub(crate) fn count_unknown(&self) -> usize {
        (0..self.params.len()).filter(|&i| self.known_type(i).is_none()).count()
    }

    /// The types known for all parameters.
    pub(crate) fn inferred_types(&self) -> Vec<Option<TypeId>> {
        (0..self.params.len()).map(|i| self.known_type(i)).collect()
    }

    fn join_params(&mut self, a: usize, b: usize) -> bool {
        let (sa, sb) = (self.param_slots[a], self.param_slots[b]);
        if sa == sb {
            return true;
        }
        let (from, to) = match (self.known_types[sa], self.known_types[sb]) {
            (Some(_), Some(_)) => return false,
            (Some(_), None) => (sb, sa),
            _ => (sa, sb),
        };
        self.param_slots.iter_mut().filter(|s| **s == from).for_each(|s| *s = to);
        true
    }

    /// Tries to infer type parameters so that `x` and `y` match; reports whether `x` and `y` match.
    pub(crate) fn unify(&mut self, c: &mut Checker<'_>, x: TypeId, y: TypeId, mode: Mode) -> bool {
        if x == y {
            return true;
        }
        if self.depth > MAX_DEPTH {
            return false;
        }
        self.depth += 1;
        let matched = self.unify_distinct(c, x, y, mode);
        self.depth -= 1;
        matched
    }

    fn unify_distinct(
        &mut self,
        c: &mut Checker<'_>,
        mut x: TypeId,
        mut y: TypeId,
        mode: Mode,
    ) -> bool {
        c.complete_type(x);
        c.complete_type(y);
        let named = |c: &Checker<'_>, t| matches!(c.types.get(t), Type::Named(_));
        if named(c, x) || self.param_index(y).is_some() {
            std::mem::swap(&mut x, &mut y);
        }
        let literal = !matches!(c.types.get(x), Type::Named(_) | Type::TypeParam(_));
        let skip = self.unifies_interfaces && c.types.is_interface(x);
        if !mode.is_exact && named(c, y) && literal && !skip {
            y = c.types.underlying(y);
            if x == y {
                return true;
            }
        }
        match (self.param_index(x), self.param_index(y)) {
            (Some(a), Some(b)) => {
                if self.join_params(a, b) {
                    return true;
                }
                match (self.known_type(a), self.known_type(b)) {
                    (Some(x), Some(y)) => return self.unify(c, x, y, mode),
                    _ => return false,
                }
            }
            (Some(a), None) => return self.unify_param(c, a, y, mode),
            _ => {}
        }
        if self.unifies_interfaces && !mode.is_exact {
            let plain = |c: &Checker<'_>, t: TypeId| match c.types.underlying_structure(t) {
                Type::Interface(i) => Some(i.clone()),
                _ => None,
            };
            match (plain(c, x), plain(c, y)) {
                (Some(a), Some(b)) => return self.unify_interfaces(c, &a, &b),
                (Some(a), None) => return self.unify_methods(c, &a, y),
                (None, Some(b)) => return self.unify_methods(c, &b, x),
                (None, None) => {}
            }
        }
        if c.types.is_type_param(y) {
            std::mem::swap(&mut x, &mut y);
        }
        self.unify_structure(c, x, y, mode)
    }

    fn unify_param(&mut self, c: &mut Checker<'_>, a: usize, y: TypeId, mode: Mode) -> bool {
        let Some(x) = self.known_type(a) else {
            self.set_type(a, y);
            return true;
        };
        if !self.unify(c, x, y, mode) {
            return false;
        }
        let named = |t| matches!(c.types.get(t), Type::Named(_));
        let methods = |t| match c.types.underlying_structure(t) {
            Type::Interface(i) => Some(i.methods.len()),
            _ => None,
        };
        match (methods(x), methods(y)) {
            (Some(m), Some(n)) => {
                if named(x) && named(y) {
                    return x == y;
                }
                if m != n {
                    return false;
                }
            }
            (None, None) => {}
            _ => return false,
        }
        if !mode.is_exact && !named(x) {
            let directed = matches!(
                c.types.underlying_structure(y),
                Type::Chan(ChanDir::Send | ChanDir::Recv, _)
            );
            if named(y) || directed {
                self.set_type(a, y);
            }
        }
        true
    }

    fn unify_interfaces(&mut self, c: &mut Checker<'_>, a: &Interface, b: &Interface) -> bool {
        if a.comparable != b.comparable || a.terms != b.terms {
            return false;
        }
        let (few, many) = if a.methods.len() > b.methods.len() { (b, a) } else { (a, b) };
        few.methods.iter().all(|m| {
            let other = many.methods.iter().find(|o| o.name == m.name && o.pkg == m.pkg);
            other.is_some_and(|o| self.unify(c, m.sig, o.sig, Mode::EXACT))
        })
    }

    fn unify_methods(&mut self, c: &mut Checker<'_>, a: &Interface, y: TypeId) -> bool {
        a.methods.iter().all(|m| {
            let pkg = m.pkg.unwrap_or(c.context.pkg);
            match c.lookup_member(y, &m.name, pkg) {
                Member::Method { sig, .. } | Member::InterfaceMethod { sig, .. } => {
                    self.unify(c, m.sig, sig, Mode::EXACT)
                }
                _ => false,
            }
        })
    }

    fn unify_structure(&mut self, c: &mut Checker<'_>, x: TypeId, y: TypeId, mode: Mode) -> bool {
        let inner = mode.for_elements();
        match (c.types.get(x).clone(), c.types.get(y).clone()) {
            (Type::Array(a, n), Type::Array(b, m)) => n == m && self.unify(c, a, b, inner),
            (Type::Slice(a), Type::Slice(b)) | (Type::Pointer(a), Type::Pointer(b)) => {
                self.unify(c, a, b, inner)
            }
            (Type::Map(k, v), Type::Map(l, w)) => {
                self.unify(c, k, l, inner) && self.unify(c, v, w, inner)
            }
            (Type::Chan(d, a), Type::Chan(e, b)) => {
                (!mode.is_exact || d == e) && self.unify(c, a, b, inner)
            }
            (Type::Struct(a), Type::Struct(b)) => {
                a.len() == b.len()
                    && a.iter().zip(&b).all(|(f, g)| {
                        f.embedded == g.embedded
                            && f.tag == g.tag
                            && f.name == g.name
                            && f.pkg == g.pkg
                            && self.unify(c, f.ty, g.ty, inner)
                    })
            }
            (Type::Tuple(a), Type::Tuple(b)) => self.unify_lists(c, &a, &b, mode),
            (Type::Signature(a), Type::Signature(b)) => self.unify_signatures(c, &a, &b, inner),
            (Type::Interface(a), Type::Interface(b)) => {
                a.methods.len() == b.methods.len() && self.unify_interfaces(c, &a, &b)
            }
            (Type::Named(a), Type::Named(b)) => {
                let (ga, gb) = (c.named_info(a).generic, c.named_info(b).generic);
                if ga.is_none() || ga != gb {
                    return false;
                }
                let (a, b) =
                    (c.types.named_type(a).args.clone(), c.types.named_type(b).args.clone());
                self.unify_lists(c, &a, &b, mode)
            }
            (Type::TypeParam(_), _) => match c.core_type(x) {
                Some((core, _, _)) => self.unify(c, core, y, Mode::ASSIGN),
                None => false,
            },
            _ => false,
        }
    }

    fn unify_lists(&mut self, c: &mut Checker<'_>, a: &[TypeId], b: &[TypeId], mode: Mode) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(&x, &y)| self.unify(c, x, y, mode))
    }

    fn unify_signatures(
        &mut self,
        c: &mut Checker<'_>,
        a: &Signature,
        b: &Signature,
        mode: Mode,
    ) -> bool {
        a.variadic == b.variadic
            && self.unify_lists(c, &a.params, &b.params, mode)
            && self.unify_lists(c, &a.results, &b.results, mode)
    }
}

impl Checker<'_> {
    /// The core type of a type parameter with specific types, as `(type, tilde, single)`: its one type (`single` is
    /// true) or the underlying type that all of them share; `tilde` says whether any term has a tilde.
    pub(crate) fn core_type(&self, ty: TypeId) -> Option<(TypeId, bool, bool)> {
        let terms = self.types.terms(ty)??;
        match terms {
            [] => None,
            [one] => Some((one.ty, one.has_tilde, true)),
            many => {
                let tilde = many.iter().any(|t| t.has_tilde);
                Some((self.common_underlying(many)?, tilde, false))
            }
        }
    }

    /// The underlying type that all terms share. Channels may differ in direction; the most restricted direction is
    /// used.
    pub(crate) fn common_underlying(&self, terms: &[crate::ty::Term]) -> Option<TypeId> {
        let mut all = terms.iter().map(|t| self.types.underlying(t.ty));
        let mut common = all.next()?;
        for next in all {
            if next == common {
                continue;
            }
            match (self.types.get(common), self.types.get(next)) {
                (Type::Chan(a, x), Type::Chan(b, y)) if x == y => match (a, b) {
                    (ChanDir::Both, _) => common = next,
                    (_, ChanDir::Both) => {}
                    _ => return None,
                },
                _ => return None,
            }
        }
        Some(common)
    }
}
