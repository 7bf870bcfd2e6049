//! Interface types and constraints: methods, embedded elements, type sets.

use crate::checker::Checker;
use crate::checker::deferred_checks::{DeferredCheck, UnionCheck};
use crate::checker::named::TypeResolutionStage;
use crate::ids::PkgId;
use crate::ty::{Basic, Interface, Method, Term, Type, TypeId, Types};
use minigo_syntax::ast::{self, ExprKind, InterfaceElem, Name, is_exported};
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::expr_text;
use minigo_syntax::hash::HashMap;
use minigo_syntax::small_sort::SmallSort as _;
use minigo_syntax::source::{Pos, Span};
use std::collections::hash_map::Entry;

/// The maximal number of terms of a union in gc.
const MAX_UNION_TERMS: usize = 100;

/// An interface whose elements are being collected.
#[derive(Default)]
struct Builder {
    methods: Vec<(Method, Pos)>,
    /// The index of each method in `methods`.
    method_indexes: HashMap<(Name, Option<PkgId>), usize>,
    terms: Option<Vec<Term>>,
    is_comparable: bool,
    /// Whether the interface embeds an invalid type.
    is_invalid: bool,
}

impl Checker<'_> {
    /// Makes the interface type with these elements.
    pub(crate) fn interface_type(&mut self, elems: &[InterfaceElem]) -> TypeId {
        if elems.is_empty() {
            self.types.spelling.empty_interface = true;
            return self.universe.any;
        }
        let mut builder = Builder::default();
        for elem in elems {
            if let InterfaceElem::Method(name, ty) = elem {
                if name.is_blank() {
                    let message = "methods must have a unique non-blank name";
                    self.error(Code::BlankIfaceMethod, name.pos, message);
                    continue;
                }
                self.resolving.interface_depth += 1;
                let sig = self.func_sig(ty).ty;
                self.resolving.interface_depth -= 1;
                let pkg = (!is_exported(&name.name)).then_some(self.context.pkg);
                let method = Method { name: name.name.clone(), pkg, sig };
                self.add_method(&mut builder, method, name.pos, true);
            }
        }
        for elem in elems {
            let InterfaceElem::Embedded(e) = elem else { continue };
            let term = self.embedded_element(e);
            match term {
                EmbeddedElement::Bad => {}
                EmbeddedElement::Type(ty) => {
                    if !self.is_complete_or_cycle(ty, elems.len() == 1) {
                        return ty;
                    }
                    self.embed_type(&mut builder, ty, e.pos);
                }
                EmbeddedElement::Union(terms) => {
                    let shown = expr_text(e);
                    let what = format!("embedding interface element {shown}");
                    if self.require_language(18, e.pos, &what) {
                        builder.intersect_terms(self, Some(terms), false);
                    }
                }
            }
        }
        if builder.is_invalid {
            return Basic::Invalid.id();
        }
        let methods = |m: &(Method, Pos)| (m.0.name.clone(), m.0.pkg);
        builder.methods.small_sort_by_key(methods);
        let interface = Interface {
            methods: builder.methods.into_iter().map(|(m, _)| m).collect(),
            terms: builder.terms.map(Into::into),
            comparable: builder.is_comparable,
        };
        self.types.intern(Type::Interface(interface))
    }

    /// Reports whether the elements of an embedded type can be added to the interface. The elements cannot be added if
    /// the type is the only element of an anonymous interface inside a method of that very type, as in `type T
    /// interface { m(interface { T }) }`. An anonymous interface whose only element is `T` counts as `T` itself.
    fn is_complete_or_cycle(&self, ty: TypeId, only: bool) -> bool {
        let Type::Named(id) = *self.types.get(ty) else { return true };
        let completing = self.named_info(id).stage == TypeResolutionStage::Completing;
        !(completing && only && self.resolving.interface_depth > 0)
    }

    fn add_method(&mut self, builder: &mut Builder, method: Method, pos: Pos, explicit: bool) {
        let at = match builder.method_indexes.entry((method.name.clone(), method.pkg)) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                entry.insert(builder.methods.len());
                builder.methods.push((method, pos));
                return;
            }
        };
        let (old, old_pos) = &builder.methods[at];
        if explicit || old.sig != method.sig || !self.allows_language(14) {
            let name = &method.name;
            let message = format!("duplicate method {name}");
            let error = Diagnostic::error(Code::DuplicateDecl, Span::at(pos), message);
            let other = format!("other declaration of method {name}");
            let error = error.with_go_compiler_label(Span::of_name(name, *old_pos), other);
            self.report(error);
        }
    }

    fn embed_type(&mut self, builder: &mut Builder, ty: TypeId, pos: Pos) {
        if !self.complete_type(ty) || !self.types.is_valid(self.types.underlying(ty)) {
            builder.is_invalid = true;
            return;
        }
        if let Type::Interface(inner) = self.types.underlying_structure(ty).clone() {
            for method in inner.methods {
                self.add_method(builder, method, pos, false);
            }
            builder.intersect_terms(self, inner.terms.map(Vec::from), inner.comparable);
            return;
        }
        let what = format!("embedding non-interface type {}", self.type_string(ty));
        if self.require_language(18, pos, &what) {
            builder.intersect_terms(self, Some(vec![Term { has_tilde: false, ty }]), false);
        }
    }

    fn embedded_element(&mut self, e: &ast::Expr) -> EmbeddedElement {
        let single;
        let list = match &e.kind {
            ExprKind::Union(list) => list.as_slice(),
            ExprKind::Unary(ast::UnaryOp::Tilde, inner) => {
                single = [ast::UnionTerm { pos: e.pos, tilde: true, ty: (**inner).clone() }];
                &single
            }
            _ => {
                let ty = self.type_inner(e);
                if self.types.is_type_param(ty) {
                    let message = "term cannot be a type parameter";
                    self.error(Code::MisplacedTypeParam, e.pos, message);
                    return EmbeddedElement::Bad;
                }
                return if self.types.is_valid(ty) {
                    EmbeddedElement::Type(ty)
                } else {
                    EmbeddedElement::Bad
                };
            }
        };
        if let [one] = list
            && !one.tilde
        {
            return self.embedded_element(&one.ty);
        }
        let mut checks = Vec::new();
        let mut terms = Vec::new();
        let mut all = false;
        for (i, term) in list.iter().enumerate() {
            if i == MAX_UNION_TERMS {
                let message = "cannot handle more than 100 union terms (implementation limitation)";
                self.error(Code::InvalidUnion, term.pos, message);
                return EmbeddedElement::Bad;
            }
            let ty = self.type_inner(&term.ty);
            if self.types.is_type_param(ty) {
                let message = if term.tilde {
                    format!("type in term ~{} cannot be a type parameter", self.type_string(ty))
                } else {
                    "term cannot be a type parameter".to_owned()
                };
                self.error(Code::MisplacedTypeParam, term.ty.pos, message);
                continue;
            }
            if !self.types.is_valid(ty) || !self.complete_type(ty) {
                continue;
            }
            checks.push(UnionCheck { pos: term.pos, tilde: term.tilde, ty });
            match self.types.underlying_structure(ty) {
                Type::Interface(inner) => match &inner.terms {
                    Some(inner) => terms.extend(inner.iter().cloned()),
                    None => all = true,
                },
                _ if term.tilde && self.types.underlying(ty) != ty => {}
                _ => self.types.add_term(&mut terms, Term { has_tilde: term.tilde, ty }),
            }
        }
        if terms.len() > MAX_UNION_TERMS {
            let message = "cannot handle more than 100 union terms (implementation limitation)";
            self.error(Code::InvalidUnion, e.pos, message);
            return EmbeddedElement::Bad;
        }
        self.resolving.deferred_checks.push(DeferredCheck::Union(self.context.pkg, checks));
        if all {
            return EmbeddedElement::Bad;
        }
        EmbeddedElement::Union(terms)
    }

    /// Checks that the terms of a union are valid and disjoint.
    pub(crate) fn check_union(&mut self, terms: &[UnionCheck]) {
        for (i, term) in terms.iter().enumerate() {
            let shown = self.type_string(term.ty);
            let tilde = if term.tilde { "~" } else { "" };
            let under = self.types.underlying(term.ty);
            let interface = match self.types.get(under) {
                Type::Interface(interface) => Some(interface.clone()),
                _ => None,
            };
            if term.tilde {
                let bad = if interface.is_some() {
                    format!("invalid use of ~ ({shown} is an interface)")
                } else if under != term.ty {
                    let under = self.type_string(under);
                    format!("invalid use of ~ (underlying type of {shown} is {under})")
                } else {
                    String::new()
                };
                if !bad.is_empty() {
                    self.error(Code::InvalidUnion, term.pos, bad);
                    continue;
                }
            }
            let message = match interface {
                Some(i) if !i.methods.is_empty() => {
                    // In this message gc prints the package's name even if the type belongs to the current package.
                    let shown = self.types.runtime_name(term.ty);
                    format!("cannot use {shown} in union ({shown} contains methods)")
                }
                Some(_) if term.ty == self.universe.comparable => {
                    "cannot use comparable in union".to_owned()
                }
                Some(i) if i.comparable => {
                    let shown = self.types.runtime_name(term.ty);
                    format!("cannot use {shown} in union ({shown} embeds comparable)")
                }
                Some(_) => continue,
                None => {
                    let other = terms[..i].iter().find(|o| self.types.terms_overlap(o, term));
                    let Some(other) = other else { continue };
                    let mark = if other.tilde { "~" } else { "" };
                    let other = self.type_string(other.ty);
                    format!("overlapping terms {tilde}{shown} and {mark}{other}")
                }
            };
            self.error(Code::InvalidUnion, term.pos, message);
        }
    }
}

/// An embedded element of an interface.
enum EmbeddedElement {
    Bad,
    Type(TypeId),
    Union(Vec<Term>),
}

impl Builder {
    /// Intersects the type set with further terms.
    fn intersect_terms(
        &mut self,
        checker: &Checker<'_>,
        terms: Option<Vec<Term>>,
        comparable: bool,
    ) {
        let types = &checker.types;
        self.terms = match (self.terms.take(), terms) {
            (None, terms) | (terms, None) => terms,
            (Some(a), Some(b)) => Some(types.intersect_terms(&a, &b)),
        };
        self.is_comparable |= comparable;
        if let (true, Some(terms)) = (self.is_comparable, &mut self.terms) {
            terms.retain(|t| checker.comparable_type(t.ty, false).is_ok());
            self.is_comparable = false;
        }
    }
}

impl Types {
    fn terms_overlap(&self, a: &UnionCheck, b: &UnionCheck) -> bool {
        let ux = if b.tilde { self.underlying(a.ty) } else { a.ty };
        let uy = if a.tilde { self.underlying(b.ty) } else { b.ty };
        ux == uy
    }
}
