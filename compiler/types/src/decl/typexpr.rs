//! Type expressions.

use crate::check::{Checker, FuncSig, ParamInfo};
use crate::decl::collect::{DeclKind, is_exported};
use crate::decl::deferred::{Later, Sized};
use crate::program::{PkgId, VarId};
use crate::scope::object::{Color, ObjId, ObjectKind};
use crate::ty::{Basic, Field, Signature, Type, TypeId};
use minigo_syntax::ast::{self, ExprKind, Ident, Name};
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::Pos;

/// What a type expression denotes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TypeRef {
    /// A type.
    Type(TypeId),
    /// A generic type without arguments.
    Generic(crate::generics::declare::GenericId),
    /// None; reported.
    Bad,
}

const INVALID: TypeId = Basic::Invalid.id();

impl<'a> Checker<'a> {
    /// The type that `e` denotes, complete; reports and returns `Invalid` when it denotes none.
    pub(crate) fn type_expr(&mut self, e: &ast::Expr) -> TypeId {
        self.settled(|checker| {
            let ty = checker.type_inner(e);
            if checker.complete(ty) { ty } else { INVALID }
        })
    }

    /// Like `type_expr` for the types of variables: constraint interfaces are refused.
    pub(crate) fn var_type(&mut self, e: &ast::Expr) -> TypeId {
        self.settled(|checker| {
            let ty = checker.var_type_inner(e);
            if checker.complete(ty) { ty } else { INVALID }
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

    /// The signature `ty`.
    pub(crate) fn func_type(&mut self, ty: &ast::FuncType) -> FuncSig {
        self.settled(|checker| checker.func_sig(ty))
    }

    /// Runs `f`, then completes the types that it met.
    pub(crate) fn settled<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        let mark = self.pending.len();
        self.depth += 1;
        let result = f(self);
        self.depth -= 1;
        self.settle(mark);
        result
    }

    /// The type that `e` denotes; defined types may be incomplete.
    pub(crate) fn type_inner(&mut self, e: &ast::Expr) -> TypeId {
        match self.type_ref(e) {
            TypeRef::Type(ty) => ty,
            TypeRef::Generic(generic) => {
                let shown = self.generic_string(generic);
                let message = format!("cannot use generic type {shown} without instantiation");
                self.error_span("WrongTypeArgCount", e.span(), message);
                INVALID
            }
            TypeRef::Bad => INVALID,
        }
    }

    pub(crate) fn var_type_inner(&mut self, e: &ast::Expr) -> TypeId {
        let ty = self.type_inner(e);
        if matches!(self.types.get(ty), Type::Named(_) | Type::Interface(_)) {
            self.later.push(Later::VarType(self.cx.pkg, ty, e.pos));
        }
        ty
    }

    pub(crate) fn type_ref(&mut self, e: &ast::Expr) -> TypeRef {
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
                self.error("BadDotDotDotSyntax", e.pos, message);
                self.var_type_inner(elem);
                return TypeRef::Bad;
            }
            ExprKind::ArrayType(Some(len), elem) => {
                let len = self.array_length(len);
                let elem = self.var_type_inner(elem);
                let Some(len) = len else { return TypeRef::Bad };
                let array = self.types.intern(Type::Array(elem, len));
                if len > 1 << 16 {
                    self.limit_size(Sized::Array, array, e.pos);
                }
                return TypeRef::Type(array);
            }
            ExprKind::MapType(key, value) => {
                let (at, key) = (key.pos, self.var_type_inner(key));
                let value = self.var_type_inner(value);
                self.later.push(Later::MapKey(self.cx.pkg, key, at));
                self.limit_size(Sized::MapElem, value, e.pos);
                self.limit_size(Sized::MapKey, key, e.pos);
                Type::Map(key, value)
            }
            ExprKind::ChanType(dir, elem) => {
                let elem = self.var_type_inner(elem);
                self.limit_size(Sized::ChanElem, elem, e.pos);
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
                let message = format!("{} is not a type", self.expr_string(e));
                self.error_span("NotAType", e.span(), message);
                self.use_expr(e, false);
                return TypeRef::Bad;
            }
        };
        TypeRef::Type(self.types.intern(ty))
    }

    fn type_name(&mut self, name: &Name, pos: Pos) -> TypeRef {
        let Some(obj) = self.lookup(name) else {
            if name == "_" {
                self.error("InvalidBlank", pos, "cannot use _ as value or type");
            } else {
                self.error("UndeclaredName", pos, format!("undefined: {name}"));
            }
            return TypeRef::Bad;
        };
        if self.object(obj).pkg.is_none() && !self.note_spelling(name, pos) {
            return TypeRef::Bad;
        }
        if !self.is_type_object(obj) {
            let what = self.object_kind(obj);
            self.use_object(obj);
            if !matches!(self.object(obj).kind, ObjectKind::Bad) {
                self.error("NotAType", pos, format!("{name} ({what}) is not a type"));
            }
            return TypeRef::Bad;
        }
        self.object_type(obj)
    }

    /// Remembers how a predeclared type is written; false if the language version has no such name.
    pub(crate) fn note_spelling(&mut self, name: &str, pos: Pos) -> bool {
        let spelling = &mut self.types.spelling;
        match name {
            "byte" => spelling.byte = true,
            "rune" => spelling.rune = true,
            "uint8" => spelling.uint8 = true,
            "int32" => spelling.int32 = true,
            "any" | "comparable" => {
                spelling.any |= name == "any";
                return self.require(18, pos, &format!("predeclared {name}"));
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
                if spec.tparams.is_empty() && !spec.alias {
                    if let ObjectKind::Unresolved = self.object(obj).kind {
                        return TypeRef::Type(self.meet_type(obj, spec));
                    }
                } else if !spec.tparams.is_empty() {
                    let decl = decl.clone();
                    self.resolve_generic_type(obj, &decl, spec);
                } else {
                    self.resolve(obj);
                }
            }
            Color::Grey => {
                // A defined type may be mentioned in its own declaration; only needing to know it is a cycle.
                let known = match self.object(obj).kind {
                    ObjectKind::TypeName(ty) => ty != INVALID,
                    _ => true,
                };
                if !known && !self.valid_cycle(obj) {
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
                    self.object_mut(obj).used = true;
                    let Some(member) = self.package_member(pkg, name, sel) else {
                        return TypeRef::Bad;
                    };
                    if !self.is_type_object(member) {
                        let message = format!("{} is not a type", self.expr_string(e));
                        self.error_span("NotAType", sel.span(), message);
                        return TypeRef::Bad;
                    }
                    return self.object_type(member);
                }
                self.use_object(obj);
            } else {
                self.error_span("UndeclaredName", x.span(), format!("undefined: {name}"));
                return TypeRef::Bad;
            }
        }
        let message = format!("{} is not a type", self.expr_string(e));
        self.error_span("NotAType", sel.span(), message);
        TypeRef::Bad
    }

    /// The object `sel` of an imported package; reports when there is none.
    pub(crate) fn package_member(&mut self, pkg: PkgId, name: &str, sel: &Ident) -> Option<ObjId> {
        if self.package(pkg).fake {
            return None;
        }
        let found = self.name_in(pkg, &sel.name);
        let package = self.package(pkg);
        match found {
            Some(obj) if is_exported(&sel.name) || pkg == self.cx.pkg => Some(obj),
            Some(_) => {
                let message = format!("name {} not exported by package {}", sel.name, package.name);
                self.error_span("UnexportedName", sel.span(), message);
                None
            }
            None => {
                let message = format!("undefined: {name}.{}", sel.name);
                self.error_span("UndeclaredImportedName", sel.span(), message);
                None
            }
        }
    }

    /// What kind of thing an object is, as messages say.
    pub(crate) fn object_kind(&self, obj: ObjId) -> &'static str {
        match &self.object(obj).kind {
            ObjectKind::Package(_) => "package name",
            ObjectKind::Const { .. } | ObjectKind::Iota => "constant",
            ObjectKind::TypeName(_) | ObjectKind::GenericType(_) => "type",
            ObjectKind::Var(var) => self.var_kind(*var),
            ObjectKind::Global(_) => "package-level variable",
            ObjectKind::Func(_) | ObjectKind::GenericFunc(_) => "function",
            ObjectKind::Builtin(_) => "built-in function",
            ObjectKind::Nil => "nil",
            ObjectKind::Unresolved => match self.decl_of(obj).map(|d| &d.kind) {
                Some(DeclKind::Const { .. }) => "constant",
                Some(DeclKind::Var { .. }) => "package-level variable",
                Some(DeclKind::Func(_)) => "function",
                _ => "type",
            },
            ObjectKind::Bad => "variable",
        }
    }

    /// What kind of local variable it is.
    fn var_kind(&self, var: VarId) -> &'static str {
        let func = &self.funcs[self.vars[var.0 as usize].owner.0 as usize];
        if func.recv == Some(var) {
            "receiver"
        } else if func.params.contains(&var) {
            "parameter"
        } else if func.results.contains(&var) {
            "result variable"
        } else {
            "local variable"
        }
    }

    /// The signature `ty`; defined types may be incomplete.
    pub(crate) fn func_sig(&mut self, ty: &ast::FuncType) -> FuncSig {
        let params = self.params(&ty.params, true);
        let results = self.params(&ty.results, false);
        self.distinct_names(&params, &results);
        let variadic = ty.params.last().is_some_and(|p| p.variadic);
        let types = |list: &[ParamInfo]| list.iter().map(|p| p.ty).collect();
        let sig = Signature { params: types(&params), results: types(&results), variadic };
        FuncSig { ty: self.types.intern(Type::Signature(sig)), params, results }
    }

    fn params(&mut self, list: &[ast::Param], may_be_variadic: bool) -> Vec<ParamInfo> {
        let mut out: Vec<ParamInfo> = Vec::with_capacity(list.len());
        let mut last: Option<(Pos, TypeId)> = None;
        for (i, param) in list.iter().enumerate() {
            // `a, b T` are two parameters with a copy of the type: it is checked once.
            let mut ty = match last {
                Some((at, ty)) if at == param.ty.pos => ty,
                _ => self.var_type_inner(&param.ty),
            };
            last = Some((param.ty.pos, ty));
            if param.variadic {
                if may_be_variadic && i + 1 == list.len() {
                    ty = self.types.intern(Type::Slice(ty));
                } else {
                    let what = "can only use ... with final parameter in list";
                    self.error("MisplacedDotDotDot", param.pos, what);
                }
            }
            let pos = param.name.as_ref().map_or(param.pos, |n| n.pos);
            out.push(ParamInfo { name: param.name.clone(), pos, ty });
        }
        out
    }

    fn distinct_names(&mut self, params: &[ParamInfo], results: &[ParamInfo]) {
        let mut seen: Vec<&Ident> = Vec::new();
        let mut clashes = Vec::new();
        for name in params.iter().chain(results).filter_map(|p| p.name.as_ref()) {
            if name.is_blank() {
                continue;
            }
            match seen.iter().find(|n| n.name == name.name) {
                Some(old) => clashes.push((name.clone(), old.pos)),
                None => seen.push(name),
            }
        }
        for (name, old) in clashes {
            self.redeclared(&name, old, " in this block");
        }
    }

    /// Reports a second declaration of a name.
    pub(crate) fn redeclared(&mut self, name: &Ident, old: Pos, place: &str) {
        let at = self.place(old);
        let name_ = &name.name;
        let message = format!("{name_} redeclared{place}\n\t{at}: other declaration of {name_}");
        self.error_span("DuplicateDecl", name.span(), message);
    }

    fn struct_type(&mut self, list: &[ast::Field]) -> TypeId {
        let mut fields: Vec<Field> = Vec::new();
        let mut seen: HashMap<Name, Pos> = HashMap::default();
        for decl in list {
            let mut ty = self.var_type_inner(&decl.ty);
            let tag = decl.tag.as_ref().map_or_else(Name::default, |t| self.tag(t));
            if decl.names.is_empty() {
                let ident = embedded_name(&decl.ty).unwrap_or_else(|| {
                    let message =
                        format!("invalid embedded field type {}", self.expr_string(&decl.ty));
                    self.error_span("InvalidSyntaxTree", decl.ty.span(), message);
                    ty = INVALID;
                    Ident { name: "_".into(), pos: decl.ty.pos }
                });
                self.add_field(&mut fields, &mut seen, &ident, ty, true, &tag);
                self.later.push(Later::Embedded(self.cx.pkg, ty, decl.ty.pos));
            }
            for ident in &decl.names {
                self.add_field(&mut fields, &mut seen, ident, ty, false, &tag);
            }
        }
        self.types.intern(Type::Struct(fields.into()))
    }

    fn add_field(
        &mut self,
        fields: &mut Vec<Field>,
        seen: &mut HashMap<Name, Pos>,
        ident: &Ident,
        ty: TypeId,
        embedded: bool,
        tag: &Name,
    ) {
        if !ident.is_blank() {
            if let Some(&old) = seen.get(&ident.name) {
                self.redeclared(ident, old, "");
                return;
            }
            seen.insert(ident.name.clone(), ident.pos);
        }
        let pkg = (!is_exported(&ident.name)).then_some(self.cx.pkg);
        let name = ident.name.clone();
        fields.push(Field { name, pkg, ty, embedded, tag: tag.clone() });
    }

    /// The tag, decoded.
    fn tag(&mut self, text: &Name) -> Name {
        match crate::constant::ConstValue::from_literal(ast::LiteralKind::String, text) {
            crate::constant::ConstValue::Str(bytes) => {
                Name::new(String::from_utf8_lossy(&bytes.bytes()))
            }
            _ => Name::default(),
        }
    }

    /// The place of a field of the struct type that `obj` declares.
    pub(crate) fn field_pos(&self, obj: ObjId, name: &str) -> Option<Pos> {
        let DeclKind::Type(spec) = self.decl_of(obj)?.kind else { return None };
        let ExprKind::StructType(fields) = &spec.ty.unparen().kind else { return None };
        fields.iter().find_map(|f| {
            if f.names.is_empty() {
                let ident = embedded_name(&f.ty)?;
                return (ident.name == name).then_some(ident.pos);
            }
            f.names.iter().find(|n| n.name == name).map(|n| n.pos)
        })
    }

    /// Whether the language version allows what came with `1.minor`; reports if not.
    pub(crate) fn require(&mut self, minor: u32, pos: Pos, what: &str) -> bool {
        if self.allows(minor) {
            return true;
        }
        let hint = self.version_hint();
        let message = format!("{what} requires go1.{minor} or later{hint}");
        self.error("UnsupportedFeature", pos, message);
        false
    }
}

/// The name of an embedded field of type `e`.
fn embedded_name(e: &ast::Expr) -> Option<Ident> {
    match &e.kind {
        ExprKind::Ident(name) => Some(Ident { name: name.clone(), pos: e.pos }),
        ExprKind::Selector(_, sel) => Some((**sel).clone()),
        ExprKind::Index(base, _) => embedded_name(base),
        ExprKind::Star(inner) if !matches!(inner.kind, ExprKind::Star(_)) => embedded_name(inner),
        _ => None,
    }
}
