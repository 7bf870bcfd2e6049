//! Type expressions.

use crate::checker::Checker;
use crate::checker::deferred_checks::{DeferredCheck, SizeLimitedUse};
use crate::checker::package::DeclKind;
use crate::ids::PkgId;
use crate::scope::object::{Color, ObjId, ObjectKind};
use crate::ty::{INVALID, Type, TypeId};
use minigo_syntax::ast::{self, ExprKind, Ident, Name, is_exported};
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::expr_text;
use minigo_syntax::source::Pos;

/// The result of a type expression.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TypeRef {
    /// A type.
    Type(TypeId),
    /// A generic type that is not instantiated.
    Generic(crate::scope::object::GenericId),
    /// No type; the error has been reported.
    Bad,
}

impl<'a> Checker<'a> {
    /// The complete type that `e` denotes. If `e` denotes no type, an error is reported and the result is `Invalid`.
    pub(crate) fn type_expr(&mut self, e: &ast::Expr) -> TypeId {
        self.with_completed_types(|checker| {
            let ty = checker.type_inner(e);
            if checker.complete_type(ty) { ty } else { INVALID }
        })
    }

    /// The type that `e` denotes, for a variable: constraint interfaces are rejected.
    pub(crate) fn var_type(&mut self, e: &ast::Expr) -> TypeId {
        self.with_completed_types(|checker| {
            let ty = checker.var_type_inner(e);
            if checker.complete_type(ty) { ty } else { INVALID }
        })
    }

    fn is_type_object(&self, obj: ObjId) -> bool {
        match self.object(obj).kind {
            ObjectKind::TypeName(_) | ObjectKind::GenericType(_) => true,
            ObjectKind::Unresolved => {
                matches!(self.decl_of(obj), Some(d) if matches!(d.kind, DeclKind::Type(_)))
            }
            _ => false,
        }
    }

    /// Calls `f`, then completes the types that `f` has mentioned.
    pub(crate) fn with_completed_types<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        let mark = self.resolving.incomplete_types.len();
        self.resolving.depth += 1;
        let result = f(self);
        self.resolving.depth -= 1;
        self.complete_mentioned_types(mark);
        result
    }

    /// The type that `e` denotes. Defined types in it may be incomplete.
    pub(crate) fn type_inner(&mut self, e: &ast::Expr) -> TypeId {
        match self.type_ref(e) {
            TypeRef::Type(ty) => ty,
            TypeRef::Generic(generic) => {
                let shown = self.generic_string(generic);
                let message = format!("cannot use generic type {shown} without instantiation");
                self.error_span(Code::WrongTypeArgCount, e.span(), message);
                INVALID
            }
            TypeRef::Bad => INVALID,
        }
    }

    pub(crate) fn var_type_inner(&mut self, e: &ast::Expr) -> TypeId {
        let ty = self.type_inner(e);
        if matches!(self.types.get(ty), Type::Named(_) | Type::Interface(_)) {
            self.resolving.deferred_checks.push(DeferredCheck::VarType(
                self.context.pkg,
                ty,
                e.pos,
            ));
        }
        ty
    }

    pub(crate) fn type_ref(&mut self, e: &ast::Expr) -> TypeRef {
        let found = self.resolve_type_ref(e);
        if let TypeRef::Type(ty) = found {
            self.record_type(e, ty);
        }
        found
    }

    fn resolve_type_ref(&mut self, e: &ast::Expr) -> TypeRef {
        let ty = match &e.kind {
            ExprKind::Bad => return TypeRef::Bad,
            ExprKind::Ident(name) => return self.type_name(name, e.pos),
            ExprKind::Paren(inner) => return self.type_ref(inner),
            ExprKind::Selector(x, sel) => return self.qualified_type(e, x, sel),
            ExprKind::Index(x, args) => return TypeRef::Type(self.instantiated_type(x, args)),
            ExprKind::Star(elem) => {
                let elem = self.var_type_inner(elem);
                if !self.types.is_valid(elem) {
                    return TypeRef::Bad;
                }
                Type::Pointer(elem)
            }
            ExprKind::SliceType(elem) => Type::Slice(self.var_type_inner(elem)),
            ExprKind::ArrayType(None, elem) => {
                let message = "invalid use of [...] array (outside a composite literal)";
                self.error(Code::BadDotDotDotSyntax, e.pos, message);
                self.var_type_inner(elem);
                return TypeRef::Bad;
            }
            ExprKind::ArrayType(Some(len), elem) => {
                let len = self.array_length(len);
                let elem = self.var_type_inner(elem);
                let Some(len) = len else { return TypeRef::Bad };
                let array = self.types.intern(Type::Array(elem, len));
                if len > 1 << 16 {
                    self.note_size_limit(SizeLimitedUse::Array, array, e.pos);
                }
                return TypeRef::Type(array);
            }
            ExprKind::MapType(key, value) => {
                let (at, key) = (key.pos, self.var_type_inner(key));
                let value = self.var_type_inner(value);
                self.resolving.deferred_checks.push(DeferredCheck::MapKey(
                    self.context.pkg,
                    key,
                    at,
                ));
                self.note_size_limit(SizeLimitedUse::MapElem, value, e.pos);
                self.note_size_limit(SizeLimitedUse::MapKey, key, e.pos);
                Type::Map(key, value)
            }
            ExprKind::ChanType(dir, elem) => {
                let elem = self.var_type_inner(elem);
                self.note_size_limit(SizeLimitedUse::ChanElem, elem, e.pos);
                Type::Chan(*dir, elem)
            }
            ExprKind::FuncType(func) => return TypeRef::Type(self.func_sig(func).ty),
            ExprKind::StructType(fields) => return TypeRef::Type(self.struct_type(fields)),
            ExprKind::InterfaceType(elems) => return TypeRef::Type(self.interface_type(elems)),
            ExprKind::Union(terms) => {
                let elem = ast::InterfaceElem::Embedded(e.clone());
                let _ = terms;
                return TypeRef::Type(self.interface_type(std::slice::from_ref(&elem)));
            }
            _ => {
                let message = format!("{} is not a type", expr_text(e));
                self.error_span(Code::NotAType, e.span(), message);
                self.check_unused_expr(e, false);
                return TypeRef::Bad;
            }
        };
        TypeRef::Type(self.types.intern(ty))
    }

    fn type_name(&mut self, name: &Name, pos: Pos) -> TypeRef {
        let Some(obj) = self.lookup(name) else {
            if name == "_" {
                self.error(Code::InvalidBlank, pos, "cannot use _ as value or type");
            } else {
                self.report_undefined_name(name, Ident { name: name.clone(), pos }.span());
            }
            return TypeRef::Bad;
        };
        self.record_use(pos, obj);
        if self.object(obj).pkg.is_none() && !self.note_predeclared_type_spelling(name, pos) {
            return TypeRef::Bad;
        }
        if !self.is_type_object(obj) {
            let what = self.object_kind(obj);
            self.use_object(obj);
            if !matches!(self.object(obj).kind, ObjectKind::Bad) {
                self.error(Code::NotAType, pos, format!("{name} ({what}) is not a type"));
            }
            return TypeRef::Bad;
        }
        self.object_type(obj)
    }

    /// Records the spelling of a predeclared type. Returns false if the language version lacks the name.
    pub(crate) fn note_predeclared_type_spelling(&mut self, name: &str, pos: Pos) -> bool {
        let spelling = &mut self.types.spelling;
        match name {
            "byte" => spelling.byte = true,
            "rune" => spelling.rune = true,
            "uint8" => spelling.uint8 = true,
            "int32" => spelling.int32 = true,
            "any" | "comparable" => {
                spelling.any |= name == "any";
                return self.require_language(18, pos, &format!("predeclared {name}"));
            }
            _ => {}
        }
        true
    }

    /// The type that an object denotes.
    fn object_type(&mut self, obj: ObjId) -> TypeRef {
        self.use_object(obj);
        match self.object(obj).color {
            Color::White => {
                let Some(decl) = self.decl_of(obj) else { return TypeRef::Bad };
                let DeclKind::Type(spec) = decl.kind else { return TypeRef::Bad };
                if spec.tparams.is_empty() && !spec.is_alias {
                    if let ObjectKind::Unresolved = self.object(obj).kind {
                        return TypeRef::Type(self.define_type(obj, spec));
                    }
                } else if !spec.tparams.is_empty() {
                    let decl = decl.clone();
                    self.resolve_generic_type(obj, &decl, spec);
                } else {
                    self.resolve_object(obj);
                }
            }
            Color::Grey => {
                // A defined type may be mentioned in its own declaration; it is a cycle only if its definition is
                // needed.
                let known = match self.object(obj).kind {
                    ObjectKind::TypeName(ty) => ty != INVALID,
                    _ => !self.is_alias(obj),
                };
                if !known && !self.check_cycle(obj) {
                    return TypeRef::Bad;
                }
            }
            Color::Black => {}
        }
        match self.object(obj).kind {
            ObjectKind::TypeName(ty) => TypeRef::Type(ty),
            ObjectKind::GenericType(generic) => TypeRef::Generic(generic),
            _ => TypeRef::Bad,
        }
    }

    fn qualified_type(&mut self, e: &ast::Expr, x: &ast::Expr, sel: &Ident) -> TypeRef {
        if let ExprKind::Ident(name) = &x.kind {
            if let Some(obj) = self.lookup(name) {
                if let ObjectKind::Package(pkg) = self.object(obj).kind {
                    self.object_mut(obj).is_used = true;
                    self.record_use(x.pos, obj);
                    let Some(member) = self.package_member(pkg, name, sel) else {
                        return TypeRef::Bad;
                    };
                    if !self.is_type_object(member) {
                        let message = format!("{} is not a type", expr_text(e));
                        self.error_span(Code::NotAType, sel.span(), message);
                        return TypeRef::Bad;
                    }
                    self.record_use(sel.pos, member);
                    return self.object_type(member);
                }
                self.use_object(obj);
            } else {
                self.report_undefined_name(name, x.span());
                return TypeRef::Bad;
            }
        }
        let message = format!("{} is not a type", expr_text(e));
        self.error_span(Code::NotAType, sel.span(), message);
        TypeRef::Bad
    }

    /// The object `sel` of an imported package. Reports an error if the package has no such object.
    pub(crate) fn package_member(&mut self, pkg: PkgId, name: &str, sel: &Ident) -> Option<ObjId> {
        if self.package(pkg).is_placeholder {
            return None;
        }
        let found = self.object_in_package(pkg, &sel.name);
        let package = self.package(pkg);
        match found {
            Some(obj) if is_exported(&sel.name) || pkg == self.context.pkg => Some(obj),
            Some(_) => {
                let message = format!("name {} not exported by package {}", sel.name, package.name);
                self.error_span(Code::UnexportedName, sel.span(), message);
                None
            }
            None => {
                let message = format!("undefined: {name}.{}", sel.name);
                let nearest = self.nearest_member(pkg, name, sel);
                let error = Diagnostic::error(Code::UndeclaredImportedName, sel.span(), message);
                self.report(error.with_suggestion(nearest));
                None
            }
        }
    }
}
