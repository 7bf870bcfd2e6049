//! Collects the package-level objects of a package: imports, constants, variables, types, functions, methods.
//!
//! Nothing is type-checked here: each object gets a reference to its declaration, and the module `resolve` checks the
//! declaration when the object is first needed.

use crate::checker::Checker;
use crate::checker::package::{Decl, DeclKind, FileState, PackageState};
use crate::decl::receiver::receiver_base;
use crate::ids::{FuncId, PkgId};
use crate::input::PackageInput;
use crate::program::Package;
use crate::scope::ScopeId;
use crate::scope::object::{Color, DeclId, ObjId, Object, ObjectKind};
use minigo_syntax::ast::{self, ExprKind, Ident, Name};
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::expr_text;
use minigo_syntax::release::LANGUAGE_VERSION;
use minigo_syntax::source::{Pos, Span};
use std::rc::Rc;

/// A method whose receiver type has not been determined yet.
pub(crate) struct UnresolvedMethod<'a> {
    pub(crate) obj: ObjId,
    pub(crate) has_pointer_receiver: bool,
    pub(crate) base: &'a Name,
}

impl<'a> Checker<'a> {
    /// Declares the package-level objects of the package `pkg`.
    pub(crate) fn collect_package_decls(&mut self, pkg: PkgId, input: &'a PackageInput) {
        if let Some(indexed) = &input.indexed {
            self.collect_indexed(pkg, input, indexed);
            return;
        }
        self.check_sandboxed(input);
        let scope = self.package(pkg).scope;
        self.context.pkg = pkg;
        let mut methods = Vec::new();
        let mut files = Vec::new();
        let mut local_types = 0;
        for file in &input.files {
            self.collected_decls.preceding_local_type_counts.insert(file.id, local_types);
            local_types += file.local_type_count;
            let file_scope = self.new_scope(Some(scope));
            // A file may request an older language version than its module's, but none before 1.21.
            let version = file.go_version.map_or(input.go_version, |v| v.max((1, 21)));
            self.context.version = version;
            self.context.scope = file_scope;
            self.check_package_name(pkg, &file.package);
            let mut state = FileState { scope: file_scope, imports: Vec::new() };
            for import in &file.imports {
                self.import(&mut state, input, import);
            }
            let decl = DeclContext { pkg, scope: file_scope, version };
            for d in &file.decls {
                self.collect_decl(&decl, d, &mut methods);
            }
            files.push(state);
        }
        if !self.package(pkg).is_library {
            self.check_file_scopes(scope, &files);
        }
        self.package_mut(pkg).files = files;
        self.collect_linknames(pkg, input);
        for method in methods {
            if let Some((base, pointer)) = self.base_type_name(scope, &method) {
                let method = UnresolvedMethod { has_pointer_receiver: pointer, ..method };
                self.collected_decls
                    .methods
                    .entry(base)
                    .or_default()
                    .push((method.obj, method.has_pointer_receiver));
            }
        }
    }

    fn check_package_name(&mut self, pkg: PkgId, name: &Ident) {
        let expected = self.package(pkg).name.clone();
        if name.is_blank() {
            self.error_span(Code::BlankPkgName, name.span(), "invalid package name _");
        } else if name.name != expected {
            let message = format!("package {}; expected package {expected}", name.name);
            self.error_span(Code::MismatchedPkgName, name.span(), message);
        }
    }

    pub(crate) fn collect_decl(
        &mut self,
        cx: &DeclContext,
        decl: &'a ast::Decl,
        methods: &mut Vec<UnresolvedMethod<'a>>,
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

    fn collect_consts(&mut self, cx: &DeclContext, specs: &'a [ast::ConstSpec]) {
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
                let kind = DeclKind::Const { ty, value, iota: spec.iota, is_inherited: inherited };
                let obj = self.new_decl(cx, name, kind);
                self.declare_package_object(cx, obj);
            }
            let at = inherited.then_some(spec.pos);
            self.check_arity(&spec.names, values, true, at);
        }
    }

    /// Checks that there are as many values as names. `inherited` is the position of a constant spec without values of
    /// its own.
    pub(crate) fn check_arity(
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
                    let message = format!("extra init expr at {}", self.position_text(extra.pos));
                    let error = Diagnostic::error(Code::WrongAssignCount, Span::at(pos), message);
                    self.report(error.with_label_at(extra.span(), "the extra expression"));
                }
                None => {
                    let message = format!("extra init expr {}", expr_text(extra));
                    self.error_span(Code::WrongAssignCount, extra.span(), message);
                }
            }
        } else if l > r && (constants || r != 1) {
            let name = &names[r];
            let message = format!("missing init expr for {}", name.name);
            self.error_span(Code::WrongAssignCount, name.span(), message);
        }
    }

    fn collect_vars(&mut self, cx: &DeclContext, spec: &'a ast::VarSpec) {
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
            self.check_arity(&spec.names, &spec.values, false, None);
        }
    }

    fn collect_func(
        &mut self,
        cx: &DeclContext,
        func: &'a ast::FuncDecl,
        methods: &mut Vec<UnresolvedMethod<'a>>,
    ) {
        let name = &func.name;
        let obj = self.new_decl(cx, name, DeclKind::Func(func));
        if let Some(recv) = &func.recv {
            if let Some(first) = recv.first() {
                let (pointer, base) = receiver_base(&first.ty);
                if let (ExprKind::Ident(base), false) = (&base.kind, name.is_blank()) {
                    methods.push(UnresolvedMethod { obj, has_pointer_receiver: pointer, base });
                }
            }
            self.package_mut(cx.pkg).source_order.push(obj);
            return;
        }
        let main = name.name == "main" && self.package(cx.pkg).name == "main";
        if name.name == "init" || main {
            let code = if main { Code::InvalidMainDecl } else { Code::InvalidInitDecl };
            if let Some(param) = func.tparams.first() {
                let message = format!("func {} must have no type parameters", name.name);
                self.error(code, param.pos, message);
            }
            if !func.ty.params.is_empty() || !func.ty.results.is_empty() {
                let what = "must have no arguments and no return values";
                self.error_span(code, name.span(), format!("func {} {what}", name.name));
            }
        }
        self.package_mut(cx.pkg).source_order.push(obj);
        if name.name == "init" {
            if func.body.is_none() {
                self.error(Code::MissingInitBody, name.pos, "func init must have a body");
            }
            self.package_mut(cx.pkg).init_funcs.push(obj);
        } else {
            let scope = self.package(cx.pkg).scope;
            self.insert(scope, obj);
        }
    }

    /// Makes an object with a declaration that has not been checked yet.
    pub(crate) fn new_decl(
        &mut self,
        cx: &DeclContext,
        ident: &Ident,
        kind: DeclKind<'a>,
    ) -> ObjId {
        let decl = DeclId(self.collected_decls.decls.len() as u32);
        self.collected_decls.decls.push(Decl {
            kind,
            scope: cx.scope,
            version: cx.version,
            pkg: cx.pkg,
        });
        let obj = ObjId(self.objects.len() as u32);
        self.objects.push(Object {
            name: ident.name.clone(),
            pos: ident.pos,
            pkg: Some(cx.pkg),
            kind: ObjectKind::Unresolved,
            is_used: false,
            color: Color::White,
            decl: Some(decl),
        });
        obj
    }

    fn declare_package_object(&mut self, cx: &DeclContext, obj: ObjId) {
        let object = self.object(obj);
        let (name, pos) = (object.name.clone(), object.pos);
        if name == "init" {
            self.error(Code::InvalidInitDecl, pos, "cannot declare init - must be func");
            return;
        }
        if name == "main" && self.package(cx.pkg).name == "main" {
            self.error(Code::InvalidMainDecl, pos, "cannot declare main - must be func");
            return;
        }
        let scope = self.package(cx.pkg).scope;
        self.insert(scope, obj);
        self.package_mut(cx.pkg).source_order.push(obj);
    }

    /// The defined type that a receiver's base name denotes, through aliases, and whether the receiver is a pointer to
    /// it; determined by name alone.
    pub(crate) fn base_type_name(
        &self,
        scope: ScopeId,
        method: &UnresolvedMethod<'_>,
    ) -> Option<(ObjId, bool)> {
        let mut name = method.base;
        let mut pointer = method.has_pointer_receiver;
        for _ in 0..100 {
            let obj = self.declared_in(scope, name)?;
            let DeclKind::Type(spec) =
                &self.collected_decls.decls[self.object(obj).decl?.0 as usize].kind
            else {
                return None;
            };
            if !spec.is_alias {
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

    /// Adds a package that the loader has found. `collect` collects the package's declarations later.
    pub(crate) fn load_package(&mut self, package: &PackageInput) -> PkgId {
        let scope = self.new_scope(Some(self.universe.scope));
        let name = match &package.indexed {
            Some(indexed) => indexed.index.package_name().into(),
            None => package.files.first().map_or_else(|| "_".into(), |f| f.package.name.clone()),
        };
        let pkg = self.add_package(package.path.clone(), name, scope, package.is_library);
        let state = self.package_mut(pkg);
        (state.version, state.is_sandboxed) = (package.go_version, package.is_sandboxed);
        self.collected_decls.loaded_packages.push(pkg);
        pkg
    }

    /// The packages in the form of the finished program.
    pub(crate) fn loaded_packages(&self) -> Vec<Package> {
        let package = |p: &PackageState| {
            let (path, name) = (p.path.clone(), p.name.clone());
            Package { path, name, is_library: p.is_library }
        };
        self.packages.iter().map(package).collect()
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
            is_library: library,
            is_sandboxed: false,
            is_placeholder: false,
            version: LANGUAGE_VERSION,
            scope,
            init: FuncId(0),
            files: Vec::new(),
            source_order: Vec::new(),
            init_funcs: Vec::new(),
            global_inits: Vec::new(),
        });
        let init = self.new_init_func(pkg);
        self.package_mut(pkg).init = init;
        pkg
    }
}

/// The file and package that contain a declaration.
pub(crate) struct DeclContext {
    /// The package.
    pub pkg: PkgId,
    /// The file's scope.
    pub scope: ScopeId,
    /// The file's language version.
    pub version: (u32, u32),
}
