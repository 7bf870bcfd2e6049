//! Indexed packages of the library, which are declared name by name.
//!
//! A program pays only for the parts of the library that it uses: nothing of an indexed package is parsed before its
//! name is looked up. The declaration of a name, its imports, and the names of its type's methods then join the package
//! as if they had been collected at the start. The declaration of a method is parsed when the method is resolved. The
//! module `reach` decides which methods are reached through types.

use crate::checker::Checker;
use crate::checker::context::Context;
use crate::checker::package::{DeclKind, IndexedDecls};
use crate::decl::collect::DeclContext;
use crate::decl::effects::has_effects;
use crate::ids::PkgId;
use crate::input::{DeclLocation, DeclNumber, IndexedPackage, PackageInput};
use crate::scope::ScopeId;
use crate::scope::object::{ObjId, Object, ObjectKind};
use minigo_syntax::ast::{self, Ident, Name, is_exported};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::hash::HashSet;
use minigo_syntax::source::{FileId, Pos, Span};
use minigo_syntax::{DeclPiece, parse_decl};

impl<'a> Checker<'a> {
    /// For each package, whether its sources may rely on gc's order of evaluation: true for all but minigo's own
    /// library.
    pub(crate) fn packages_relying_on_gc_eval_order(&self) -> Vec<bool> {
        let foreign = |pkg| {
            let declared = self.collected_decls.indexed_decls.get(&PkgId(pkg as u32));
            declared.is_some_and(|declared| declared.indexed.index.go_compiler_package().is_some())
        };
        let all = self.packages.iter().enumerate();
        all.map(|(pkg, package)| !package.is_library || foreign(pkg)).collect()
    }

    /// Makes an indexed package's names available for lookup.
    pub(crate) fn collect_indexed(
        &mut self,
        pkg: PkgId,
        input: &'a PackageInput,
        indexed: &'a IndexedPackage,
    ) {
        let scope = self.package(pkg).scope;
        self.scopes[scope.0 as usize].indexed_pkg = Some(pkg);
        let scopes = vec![None; indexed.files.len()];
        self.collected_decls
            .indexed_decls
            .insert(pkg, IndexedDecls { input, indexed, scopes, decls: HashSet::default() });
        if indexed.index.go_compiler_package().is_some() {
            self.note_used_package(pkg);
            self.declare_predeclared(pkg);
        }
    }

    /// Marks an indexed package that is imported for its init functions as used, so that they are reached without a use
    /// of a name.
    pub(crate) fn mark_used_for_init_effects(&mut self, pkg: PkgId) {
        let declared = self.collected_decls.indexed_decls.get(&pkg);
        if declared.is_some_and(|declared| !declared.indexed.index.init_funcs().is_empty()) {
            self.note_used_package(pkg);
        }
    }

    /// Declares the package's names that are also predeclared, so that they hide the predeclared ones: lookup searches
    /// the index last.
    fn declare_predeclared(&mut self, pkg: PkgId) {
        let universe = &self.scope(self.universe.scope).objects;
        let names: Vec<Name> = universe.iter().map(|(name, _)| name.clone()).collect();
        for name in names {
            self.declare_member(pkg, &name);
        }
    }

    /// The object that `name` denotes in a package.
    pub(crate) fn object_in_package(&mut self, pkg: PkgId, name: &str) -> Option<ObjId> {
        let found = self.scope(self.package(pkg).scope).get(name);
        found.or_else(|| self.declare_member(pkg, name))
    }

    /// Declares a name of an indexed package that has not been declared so far.
    pub(crate) fn declare_member(&mut self, pkg: PkgId, name: &str) -> Option<ObjId> {
        let decl = self.collected_decls.indexed_decls.get(&pkg)?.indexed.index.find_decl(name)?;
        self.declare_indexed(pkg, decl);
        self.scope(self.package(pkg).scope).get(name)
    }

    /// The exported names of a package.
    pub(crate) fn exported_names(&self, pkg: PkgId) -> Vec<Name> {
        match self.collected_decls.indexed_decls.get(&pkg) {
            Some(declared) => {
                let names = declared.indexed.index.decl_names().into_iter();
                names.filter(|name| is_exported(name)).map(Name::new).collect()
            }
            None => {
                let names =
                    self.scope(self.package(pkg).scope).objects.iter().map(|(name, _)| name);
                names.filter(|name| is_exported(name)).cloned().collect()
            }
        }
    }

    /// Declares and reaches the init functions of an indexed package that the program uses.
    pub(crate) fn reach_inits(&mut self, pkg: PkgId) {
        let Some(declared) = self.collected_decls.indexed_decls.get(&pkg) else { return };
        let index = &declared.indexed.index;
        for &decl in index.init_funcs() {
            self.declare_indexed(pkg, decl);
        }
        for &decl in index.go_compiler_package().map_or(&[][..], |foreign| foreign.computed_vars())
        {
            self.declare_indexed(pkg, decl);
        }
        self.reach_effectful_inits(pkg);
        self.use_blank_imports(pkg);
        for obj in self.package(pkg).init_funcs.clone() {
            self.resolve_object(obj);
            self.queue_object(obj);
        }
    }

    /// Marks the packages as used that this package imports as `_`, for their init functions.
    fn use_blank_imports(&mut self, pkg: PkgId) {
        let Some(declared) = self.collected_decls.indexed_decls.get(&pkg) else { return };
        let (input, index) = (declared.input, &declared.indexed.index);
        let files = 0..declared.indexed.files.len();
        let all = files.flat_map(|file| index.imports(file));
        let blank = all.filter(|&(given, _)| given == "_");
        let loaded = blank.filter_map(|(_, path)| input.imports.get(path).copied());
        let imported: Vec<PkgId> =
            loaded.map(|index| self.collected_decls.loaded_packages[index]).collect();
        for pkg in imported {
            self.mark_used_for_init_effects(pkg);
        }
    }

    /// Reaches those variables of a foreign package whose initial values have effects; Go initialises them too.
    fn reach_effectful_inits(&mut self, pkg: PkgId) {
        let Some(declared) = self.collected_decls.indexed_decls.get(&pkg) else { return };
        if declared.indexed.index.go_compiler_package().is_none() {
            return;
        }
        let effective = |obj: &ObjId| match self.decl_of(*obj).map(|decl| &decl.kind) {
            Some(DeclKind::Var { value: Some(value), .. }) => has_effects(value),
            _ => false,
        };
        let order = &self.package(pkg).source_order;
        for obj in order.iter().copied().filter(effective).collect::<Vec<_>>() {
            self.resolve_object(obj);
        }
    }

    fn declare_indexed(&mut self, pkg: PkgId, decl: DeclNumber) {
        let Some(declared) = self.collected_decls.indexed_decls.get_mut(&pkg) else { return };
        if !declared.decls.insert(decl) {
            return;
        }
        let indexed = declared.indexed;
        if declared.decls.len() == 1 && indexed.index.go_compiler_package().is_none() {
            self.note_used_package(pkg);
        }
        let location = indexed.index.decl_location(decl);
        let scope = self.file_scope(pkg, location.file);
        let parsed = self.parse_decl_piece(indexed.files[location.file], location);
        let version = self.package(pkg).version;
        let cx = DeclContext { pkg, scope, version };
        let outer = std::mem::replace(&mut self.context, Context::of_scope(pkg, scope, version));
        self.collect_decl(&cx, parsed, &mut Vec::new());
        if let ast::Decl::Type(specs) = parsed {
            for spec in specs {
                self.declare_methods(&cx, indexed, decl, spec);
            }
        }
        self.context = outer;
    }

    fn declare_methods(
        &mut self,
        cx: &DeclContext,
        indexed: &'a IndexedPackage,
        decl: DeclNumber,
        spec: &ast::TypeSpec,
    ) {
        let Some(base) = self.scope(self.package(cx.pkg).scope).get(&spec.name.name) else {
            return;
        };
        let mut methods = Vec::new();
        for method in indexed.index.methods(decl) {
            let source = self.sources.file(indexed.files[method.file]);
            let ident = Ident { name: Name::new(method.name), pos: source.pos(method.name_offset) };
            let scope = self.file_scope(cx.pkg, method.file);
            let cx = DeclContext { scope, ..*cx };
            let obj = self.new_decl(&cx, &ident, DeclKind::Unparsed(method.decl));
            self.package_mut(cx.pkg).source_order.push(obj);
            methods.push((obj, method.has_pointer_receiver));
        }
        if !spec.tparams.is_empty() {
            methods.iter().for_each(|&(obj, _)| self.parse_method(obj));
        }
        if !methods.is_empty() {
            self.collected_decls.methods.insert(base, methods);
        }
    }

    /// Parses the declaration of a method of an indexed package, if that has not been done.
    pub(crate) fn parse_method(&mut self, obj: ObjId) {
        let Some(decl) = self.decl_of(obj) else { return };
        let DeclKind::Unparsed(number) = decl.kind else { return };
        let Some(declared) = self.collected_decls.indexed_decls.get(&decl.pkg) else { return };
        let location = declared.indexed.index.decl_location(number);
        let file = declared.indexed.files[location.file];
        if let ast::Decl::Func(func) = self.parse_decl_piece(file, location) {
            self.decl_mut(obj).kind = DeclKind::Func(func);
        }
    }

    fn parse_decl_piece(&mut self, file: FileId, location: DeclLocation) -> &'a ast::Decl {
        let source = self.sources.file(file);
        let end = source.pos(location.end);
        let piece = DeclPiece {
            span: Span::new(source.pos(location.start), end),
            body: location.body.map(|at| Span::new(source.pos(at), end)),
            keyword: location.keyword,
        };
        let (decl, found) = parse_decl(source, piece);
        self.diags.extend(found);
        self.collected_decls.syntax_arena.alloc(decl)
    }

    /// Reports that the package cannot be loaded without a package that it imports.
    fn report_unloaded_import(&mut self, pkg: PkgId, input: &PackageInput, path: &str) -> PkgId {
        let why = input.missing_imports.get(path).map_or("not found", String::as_str);
        let importer = self.package(pkg).path.clone();
        let text = format!("could not import {path} ({why}), which {importer} imports");
        self.error(Code::BrokenImport, Pos::NONE, text);
        self.fake_package(&Name::new(path))
    }

    /// The scope of a file, which contains its imports.
    fn file_scope(&mut self, pkg: PkgId, file: usize) -> ScopeId {
        let declared = &self.collected_decls.indexed_decls[&pkg];
        if let Some(scope) = declared.scopes[file] {
            return scope;
        }
        let input = declared.input;
        let imports = declared.indexed.index.imports(file);
        let scope = self.new_scope(Some(self.package(pkg).scope));
        for (given, path) in imports {
            let imported = match input.imports.get(path) {
                Some(&index) => self.collected_decls.loaded_packages[index],
                None if path == "unsafe" => self.unsafe_package(),
                None => self.report_unloaded_import(pkg, input, path),
            };
            let name = match given {
                "" => self.package(imported).name.clone(),
                "_" => continue,
                "." => {
                    self.dot_import(scope, imported, Pos::NONE);
                    continue;
                }
                given => Name::new(given),
            };
            let obj = ObjId(self.objects.len() as u32);
            let kind = ObjectKind::Package(imported);
            self.objects.push(Object::new(name.clone(), Pos::NONE, Some(pkg), kind));
            self.scopes[scope.0 as usize].insert(name, obj);
        }
        if let Some(declared) = self.collected_decls.indexed_decls.get_mut(&pkg) {
            declared.scopes[file] = Some(scope);
        }
        scope
    }
}
