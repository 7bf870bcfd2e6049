//! Collects the package-level objects of a package: imports, constants, variables, types, functions, methods.
//!
//! Nothing is type-checked here: objects are declared with a reference to their declaration, and `decl.rs` looks at it
//! when something needs the object.

use crate::check::{Checker, FileState, PackageInput, PackageState};
use crate::decl::indexed::DeclNumber;
use crate::program::{FuncId, PkgId};
use crate::scope::ScopeId;
use crate::scope::object::{Color, DeclId, ObjId, Object, ObjectKind};
use minigo_syntax::ast::{self, ExprKind, Ident, Name};
use minigo_syntax::source::Pos;
use std::rc::Rc;

/// A package-level declaration of one object.
#[derive(Clone, Debug)]
pub(crate) struct Decl<'a> {
    /// What is declared.
    pub kind: DeclKind<'a>,
    /// The scope of the file.
    pub scope: ScopeId,
    /// The language version of the file.
    pub version: (u32, u32),
    /// The package.
    pub pkg: PkgId,
}

/// The kinds of package-level declarations.
#[derive(Clone, Debug)]
pub(crate) enum DeclKind<'a> {
    /// A constant.
    Const {
        /// Its type.
        ty: Option<&'a ast::Expr>,
        /// Its value.
        value: Option<&'a ast::Expr>,
        /// Its `iota`.
        iota: u32,
        /// Whether the value stands at an earlier constant.
        inherited: bool,
    },
    /// A variable.
    Var {
        /// All variables that the value initialises.
        lhs: Rc<[ObjId]>,
        /// Their type.
        ty: Option<&'a ast::Expr>,
        /// The value.
        value: Option<&'a ast::Expr>,
    },
    /// A type.
    Type(&'a ast::TypeSpec),
    /// A function or method.
    Func(&'a ast::FuncDecl),
    /// A method of an indexed package that has not been parsed.
    Unparsed(DeclNumber),
}

/// A method before it is known which type it belongs to.
pub(crate) struct LooseMethod<'a> {
    obj: ObjId,
    pointer: bool,
    base: &'a Name,
}

impl<'a> Checker<'a> {
    /// Declares what the package `pkg` declares.
    pub(crate) fn collect(&mut self, pkg: PkgId, input: &'a PackageInput) {
        if let Some(indexed) = &input.indexed {
            self.collect_indexed(pkg, input, indexed);
            return;
        }
        let scope = self.package(pkg).scope;
        self.cx.pkg = pkg;
        let mut methods = Vec::new();
        let mut files = Vec::new();
        for file in &input.files {
            let file_scope = self.new_scope(Some(scope));
            // A file may ask for an older language than its module's, but for none before 1.21.
            let version = file.go_version.map_or(input.go_version, |v| v.max((1, 21)));
            self.cx.version = version;
            self.cx.scope = file_scope;
            self.check_package_name(pkg, &file.package);
            let mut state = FileState { scope: file_scope, imports: Vec::new() };
            for import in &file.imports {
                self.import(&mut state, input, import);
            }
            let decl = DeclCx { pkg, scope: file_scope, version };
            for d in &file.decls {
                self.collect_decl(&decl, d, &mut methods);
            }
            files.push(state);
        }
        if !self.package(pkg).library {
            self.check_file_scopes(scope, &files);
        }
        self.package_mut(pkg).files = files;
        for method in methods {
            if let Some((base, pointer)) = self.base_type_name(scope, &method) {
                let method = LooseMethod { pointer, ..method };
                self.methods.entry(base).or_default().push((method.obj, method.pointer));
            }
        }
    }

    fn check_package_name(&mut self, pkg: PkgId, name: &Ident) {
        let expected = self.package(pkg).name.clone();
        if name.is_blank() {
            self.error_span("InvalidPkgName", name.span(), "invalid package name _");
        } else if name.name != expected {
            let message = format!("package {}; expected package {expected}", name.name);
            self.error_span("MismatchedPkgName", name.span(), message);
        }
    }

    fn import(&mut self, state: &mut FileState, input: &PackageInput, import: &ast::Import) {
        let path = &import.path;
        let at = import.path_span.start;
        if let Some(bad) = bad_import_path(path) {
            self.error("BadImportPath", at, format!("invalid import path ({bad})"));
            return;
        }
        if let Some(clean) = cleaner_path(path) {
            let message = format!("non-canonical import path {path:?} (should be {clean:?})");
            self.error("BadImportPath", at, message);
            return;
        }
        let imported = if path == "unsafe" {
            self.unsafe_package()
        } else if let Some(&index) = input.imports.get(path) {
            PkgId(index as u32)
        } else {
            let why = input.missing.get(path).map_or("not found", String::as_str);
            self.error("BrokenImport", at, format!("could not import {path} ({why})"));
            self.fake_package(path)
        };
        let own = self.package(imported).name.clone();
        let name = import.name.as_ref().map_or(own, |n| n.name.clone());
        if name == "init" {
            let message = "cannot import package as init - init must be a func";
            self.error("InvalidInitDecl", import.pos, message);
            return;
        }
        let pos = import.name.as_ref().map_or(at, |n| n.pos);
        let ident = Ident { name: name.clone(), pos };
        let obj = self.new_object(&ident, ObjectKind::Package(imported));
        if self.package(imported).fake {
            self.object_mut(obj).used = true;
        }
        state.imports.push(obj);
        match name.as_str() {
            "." => self.dot_import(state.scope, imported, pos),
            "_" => self.object_mut(obj).used = true,
            _ => {
                self.insert(state.scope, obj);
            }
        }
    }

    fn dot_import(&mut self, file: ScopeId, imported: PkgId, pos: Pos) {
        self.has_dot_imports = true;
        for name in self.exported_names(imported) {
            let Some(obj) = self.name_in(imported, &name) else { continue };
            if let Some(old) = self.scopes[file.0 as usize].insert(name.clone(), obj) {
                let mut message = format!("{name} redeclared in this block");
                self.other_declaration(&mut message, old);
                self.error("DuplicateDecl", pos, message);
            }
        }
    }

    fn check_file_scopes(&mut self, package: ScopeId, files: &[FileState]) {
        for file in files {
            for (name, obj) in self.scope(file.scope).list.clone() {
                let Some(alt) = self.scope(package).get(&name) else { continue };
                let message = if let ObjectKind::Package(imported) = self.object(obj).kind {
                    let state = self.package(imported);
                    let what = format!("package {} ({:?})", state.name, state.path.as_str());
                    format!("{name} already declared through import of {what}")
                } else {
                    let pkg = self.object(obj).pkg.expect("only packages' objects are imported");
                    let state = self.package(pkg);
                    let what = format!("package {} ({:?})", state.name, state.path.as_str());
                    format!("{name} already declared through dot-import of {what}")
                };
                let mut message = message;
                self.other_declaration(&mut message, obj);
                self.error("DuplicateDecl", self.object(alt).pos, message);
            }
        }
    }

    pub(crate) fn collect_decl(
        &mut self,
        cx: &DeclCx,
        decl: &'a ast::Decl,
        methods: &mut Vec<LooseMethod<'a>>,
    ) {
        match decl {
            ast::Decl::Bad(_) => {}
            ast::Decl::Const(specs) => self.collect_consts(cx, specs),
            ast::Decl::Var(specs) => specs.iter().for_each(|s| self.collect_vars(cx, s)),
            ast::Decl::Type(specs) => {
                for spec in specs {
                    let obj = self.new_decl(cx, &spec.name, DeclKind::Type(spec));
                    self.declare_package_object(cx, obj);
                }
            }
            ast::Decl::Func(func) => self.collect_func(cx, func, methods),
        }
    }

    fn collect_consts(&mut self, cx: &DeclCx, specs: &'a [ast::ConstSpec]) {
        let mut last: Option<&'a ast::ConstSpec> = None;
        for spec in specs {
            let mut inherited = true;
            if spec.ty.is_some() || !spec.values.is_empty() {
                last = Some(spec);
                inherited = false;
            } else if last.is_none() {
                inherited = false;
            }
            let values: &'a [ast::Expr] = last.map_or(&[], |s| &s.values);
            for (i, name) in spec.names.iter().enumerate() {
                let ty = last.and_then(|s| s.ty.as_ref());
                let value = values.get(i);
                let kind = DeclKind::Const { ty, value, iota: spec.iota, inherited };
                let obj = self.new_decl(cx, name, kind);
                self.declare_package_object(cx, obj);
            }
            let at = inherited.then_some(spec.pos);
            self.arity(&spec.names, values, true, at);
        }
    }

    /// Checks that there are as many values as names. `inherited` is the place of a constant without values of its own.
    pub(crate) fn arity(
        &mut self,
        names: &[Ident],
        values: &[ast::Expr],
        constants: bool,
        inherited: Option<Pos>,
    ) {
        let (l, r) = (names.len(), values.len());
        if l < r {
            let extra = &values[l];
            match inherited {
                Some(pos) => {
                    let message = format!("extra init expr at {}", self.place(extra.pos));
                    self.error("WrongAssignCount", pos, message);
                }
                None => {
                    let message = format!("extra init expr {}", self.expr_string(extra));
                    self.error_span("WrongAssignCount", extra.span(), message);
                }
            }
        } else if l > r && (constants || r != 1) {
            let name = &names[r];
            let message = format!("missing init expr for {}", name.name);
            self.error_span("WrongAssignCount", name.span(), message);
        }
    }

    fn collect_vars(&mut self, cx: &DeclCx, spec: &'a ast::VarSpec) {
        let ty = spec.ty.as_ref();
        let shared = spec.values.len() <= 1;
        let kind = |value| DeclKind::Var { lhs: Rc::new([]), ty, value };
        let objs: Vec<ObjId> = spec
            .names
            .iter()
            .enumerate()
            .map(|(i, name)| {
                let value = spec.values.get(if shared { 0 } else { i });
                self.new_decl(cx, name, kind(value))
            })
            .collect();
        let all: Rc<[ObjId]> = objs.as_slice().into();
        for &obj in &objs {
            let group: Rc<[ObjId]> =
                if shared && !spec.values.is_empty() { all.clone() } else { Rc::new([obj]) };
            if let DeclKind::Var { lhs, .. } = &mut self.decl_mut(obj).kind {
                *lhs = group;
            }
            self.declare_package_object(cx, obj);
        }
        if spec.ty.is_none() || !spec.values.is_empty() {
            self.arity(&spec.names, &spec.values, false, None);
        }
    }

    fn collect_func(
        &mut self,
        cx: &DeclCx,
        func: &'a ast::FuncDecl,
        methods: &mut Vec<LooseMethod<'a>>,
    ) {
        let name = &func.name;
        let obj = self.new_decl(cx, name, DeclKind::Func(func));
        if let Some(recv) = &func.recv {
            if let Some(first) = recv.first() {
                let (pointer, base) = receiver_base(&first.ty);
                if let (ExprKind::Ident(base), false) = (&base.kind, name.is_blank()) {
                    methods.push(LooseMethod { obj, pointer, base });
                }
            }
            self.package_mut(cx.pkg).order.push(obj);
            return;
        }
        let main = name.name == "main" && self.package(cx.pkg).name == "main";
        if name.name == "init" || main {
            let code = if main { "InvalidMainDecl" } else { "InvalidInitDecl" };
            if let Some(param) = func.tparams.first() {
                let message = format!("func {} must have no type parameters", name.name);
                self.error(code, param.pos, message);
            }
            if !func.ty.params.is_empty() || !func.ty.results.is_empty() {
                let what = "must have no arguments and no return values";
                self.error_span(code, name.span(), format!("func {} {what}", name.name));
            }
        }
        self.package_mut(cx.pkg).order.push(obj);
        if name.name == "init" {
            if func.body.is_none() {
                self.error("MissingInitBody", name.pos, "func init must have a body");
            }
            self.package_mut(cx.pkg).init_funcs.push(obj);
        } else {
            let scope = self.package(cx.pkg).scope;
            self.insert(scope, obj);
        }
    }

    /// A white object with a declaration.
    pub(crate) fn new_decl(&mut self, cx: &DeclCx, ident: &Ident, kind: DeclKind<'a>) -> ObjId {
        let decl = DeclId(self.decls.len() as u32);
        self.decls.push(Decl { kind, scope: cx.scope, version: cx.version, pkg: cx.pkg });
        let obj = ObjId(self.objects.len() as u32);
        self.objects.push(Object {
            name: ident.name.clone(),
            pos: ident.pos,
            pkg: Some(cx.pkg),
            kind: ObjectKind::Unresolved,
            used: false,
            color: Color::White,
            decl: Some(decl),
        });
        obj
    }

    fn declare_package_object(&mut self, cx: &DeclCx, obj: ObjId) {
        let object = self.object(obj);
        let (name, pos) = (object.name.clone(), object.pos);
        if name == "init" {
            self.error("InvalidInitDecl", pos, "cannot declare init - must be func");
            return;
        }
        if name == "main" && self.package(cx.pkg).name == "main" {
            self.error("InvalidMainDecl", pos, "cannot declare main - must be func");
            return;
        }
        let scope = self.package(cx.pkg).scope;
        self.insert(scope, obj);
        self.package_mut(cx.pkg).order.push(obj);
    }

    /// The defined type that a receiver's base name denotes, through aliases, and whether the receiver is a pointer to
    /// it; purely by name.
    fn base_type_name(&self, scope: ScopeId, method: &LooseMethod<'_>) -> Option<(ObjId, bool)> {
        let mut name = method.base;
        let mut pointer = method.pointer;
        for _ in 0..100 {
            let obj = self.scope(scope).get(name)?;
            let DeclKind::Type(spec) = &self.decls[self.object(obj).decl?.0 as usize].kind else {
                return None;
            };
            if !spec.alias {
                return Some((obj, pointer));
            }
            if !spec.tparams.is_empty() {
                return None;
            }
            let mut target = spec.ty.unparen();
            if let ExprKind::Star(inner) = &target.kind {
                if pointer {
                    return None;
                }
                pointer = true;
                target = inner.unparen();
            }
            let ExprKind::Ident(next) = &target.kind else { return None };
            name = next;
        }
        None
    }

    /// Package unsafe.
    pub(crate) fn unsafe_package(&mut self) -> PkgId {
        if let Some(pkg) = self.unsafe_pkg {
            return pkg;
        }
        let scope = self.new_scope(None);
        let pkg = self.add_package("unsafe".into(), "unsafe".into(), scope, true);
        self.declare_unsafe(scope, pkg);
        self.unsafe_pkg = Some(pkg);
        pkg
    }

    /// A package in place of one that could not be loaded: all its names exist and are in error.
    fn fake_package(&mut self, path: &Name) -> PkgId {
        let name = path.rsplit('/').find(|s| !s.is_empty()).unwrap_or_default();
        let scope = self.new_scope(None);
        let pkg = self.add_package(path.clone(), Name::new(name), scope, true);
        self.package_mut(pkg).fake = true;
        pkg
    }

    /// Adds a package.
    pub(crate) fn add_package(
        &mut self,
        path: Name,
        name: Name,
        scope: ScopeId,
        library: bool,
    ) -> PkgId {
        let pkg = PkgId(self.packages.len() as u32);
        let names = crate::ty::PackageName { path: path.clone(), name: name.clone() };
        self.types.packages.push(names);
        self.packages.push(PackageState {
            path,
            name,
            library,
            fake: false,
            version: (1, 27),
            scope,
            init: FuncId(0),
            files: Vec::new(),
            order: Vec::new(),
            init_funcs: Vec::new(),
            inits: Vec::new(),
        });
        let init = self.new_init_func(pkg);
        self.package_mut(pkg).init = init;
        pkg
    }

    /// The package `pkg`.
    pub(crate) fn package(&self, pkg: PkgId) -> &PackageState {
        &self.packages[pkg.0 as usize]
    }

    /// The package `pkg`, to change it.
    pub(crate) fn package_mut(&mut self, pkg: PkgId) -> &mut PackageState {
        &mut self.packages[pkg.0 as usize]
    }

    pub(crate) fn decl_mut(&mut self, obj: ObjId) -> &mut Decl<'a> {
        let id = self.object(obj).decl.expect("package-level objects have a declaration");
        &mut self.decls[id.0 as usize]
    }

    /// The declaration of a package-level object.
    pub(crate) fn decl_of(&self, obj: ObjId) -> Option<&Decl<'a>> {
        self.object(obj).decl.map(|id| &self.decls[id.0 as usize])
    }

    /// Reports the imports that nothing uses.
    pub(crate) fn unused_imports(&mut self, pkg: PkgId) {
        let imports: Vec<ObjId> =
            self.package(pkg).files.iter().flat_map(|f| f.imports.iter().copied()).collect();
        for obj in imports {
            let object = self.object(obj);
            let ObjectKind::Package(imported) = object.kind else { continue };
            if object.used {
                continue;
            }
            let (name, pos) = (object.name.clone(), object.pos);
            let path = self.package(imported).path.clone();
            let elem = path.rsplit('/').next().unwrap_or_default();
            let message = if name == "." || name == elem {
                format!("{:?} imported and not used", path.as_str())
            } else {
                format!("{:?} imported as {name} and not used", path.as_str())
            };
            self.error("UnusedImport", pos, message);
        }
    }
}

/// Where a declaration stands.
pub(crate) struct DeclCx {
    /// The package.
    pub pkg: PkgId,
    /// The file's scope.
    pub scope: ScopeId,
    /// The file's language version.
    pub version: (u32, u32),
}

/// Whether a name is exported: its first letter is an upper-case one.
#[must_use]
pub(crate) fn is_exported(name: &str) -> bool {
    name.chars().next().is_some_and(char::is_uppercase)
}

/// Of a receiver type `*T[P]`: whether there is a star, and `T`.
pub(crate) fn receiver_base(e: &ast::Expr) -> (bool, &ast::Expr) {
    let mut base = e.unparen();
    let mut pointer = false;
    if let ExprKind::Star(inner) = &base.kind {
        pointer = true;
        base = inner.unparen();
    }
    if let ExprKind::Index(inner, _) = &base.kind {
        base = inner;
    }
    (pointer, base)
}

/// What is wrong with an import path.
fn bad_import_path(path: &str) -> Option<String> {
    if path.is_empty() {
        return Some("empty string".to_owned());
    }
    let illegal = "!\"#$%&'()*,:;<=>?[\\]^{|}`\u{fffd}";
    let bad = |c: &char| c.is_control() || c.is_whitespace() || illegal.contains(*c);
    let c = path.chars().find(bad)?;
    let code = u32::from(c);
    let shown = if c.is_control() { String::new() } else { format!(" '{c}'") };
    Some(format!("invalid character U+{code:04X}{shown}"))
}

/// The path without empty elements, if it has some.
fn cleaner_path(path: &str) -> Option<String> {
    let relative = path.starts_with('.') || path.starts_with('/');
    if relative || !(path.contains("//") || path.ends_with('/')) {
        return None;
    }
    let parts: Vec<&str> = path.split('/').filter(|p| !p.is_empty()).collect();
    Some(parts.join("/"))
}
