//! Packages of the library, declared name by name.
//!
//! A module of its own because it is why a program pays for what it uses of the library only: of such a package nothing is parsed
//! before its name is met. What a name declares, its imports, and the names of a type's methods then join the package as if they
//! had been collected at the start; a method's declaration is parsed when something resolves it. What is reached from there, by types
//! and not by names, `reach` decides.

use crate::check::{Checker, PackageInput};
use crate::checker::context::Context;
use crate::decl::collect::{DeclCx, DeclKind, is_exported};
use crate::program::PkgId;
use crate::scope::ScopeId;
use crate::scope::object::{ObjId, Object, ObjectKind};
use minigo_syntax::ast::{self, Ident, Name};
use minigo_syntax::hash::HashSet;
use minigo_syntax::source::{FileId, Pos, Source, Span};
use minigo_syntax::{Keyword, Piece, parse_decl};
use std::fmt::Debug;

/// A declaration of an indexed package, by its number.
pub type DeclNumber = u16;

/// What is known of a package before any of it is parsed.
pub trait Index: Debug {
    /// The name in its package clauses.
    fn name(&self) -> &'static str;
    /// The declaration of a name.
    fn find(&self, name: &str) -> Option<DeclNumber>;
    /// All names, sorted.
    fn names(&self) -> Vec<&'static str>;
    /// Where a declaration lies.
    fn place(&self, decl: DeclNumber) -> Place;
    /// The methods of the type that a declaration declares.
    fn methods(&self, decl: DeclNumber) -> Vec<Method>;
    /// The init functions.
    fn inits(&self) -> &'static [DeclNumber];
    /// The imports of a file: the name given, or nothing, and the path.
    fn imports(&self, file: usize) -> &'static [(&'static str, &'static str)];
}

/// Where a declaration lies: bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Which of the package's files it stands in.
    pub file: usize,
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// The brace that begins its body, if it is a function that has one; the body reaches up to the end.
    pub body: Option<usize>,
    /// The keyword that is to be read before the text, if it comes out of a group.
    pub keyword: Option<Keyword>,
}

/// A method of a type.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// Whether its receiver is a pointer.
    pub pointer: bool,
    /// Which of the package's files it stands in.
    pub file: usize,
    /// Where its name stands there.
    pub at: usize,
    /// Its declaration.
    pub decl: DeclNumber,
}

/// A package that is not parsed, and its files.
#[derive(Debug)]
pub struct Indexed {
    /// What is known of it.
    pub index: Box<dyn Index>,
    /// Its files in the order of their numbers.
    pub files: Vec<FileId>,
}

/// How much of an indexed package has been declared.
#[derive(Debug)]
pub(crate) struct Declared<'a> {
    input: &'a PackageInput,
    indexed: &'a Indexed,
    /// The scopes of the files of which something has been declared.
    scopes: Vec<Option<ScopeId>>,
    /// What has been declared.
    decls: HashSet<DeclNumber>,
}

impl<'a> Checker<'a> {
    /// Makes the names of an indexed package known.
    pub(crate) fn collect_indexed(
        &mut self,
        pkg: PkgId,
        input: &'a PackageInput,
        indexed: &'a Indexed,
    ) {
        let scope = self.package(pkg).scope;
        self.scopes[scope.0 as usize].indexed = Some(pkg);
        let scopes = vec![None; indexed.files.len()];
        self.declared.insert(pkg, Declared { input, indexed, scopes, decls: HashSet::default() });
    }

    /// What `name` denotes in a package.
    pub(crate) fn name_in(&mut self, pkg: PkgId, name: &str) -> Option<ObjId> {
        let found = self.scope(self.package(pkg).scope).get(name);
        found.or_else(|| self.declare_member(pkg, name))
    }

    /// Declares a name of an indexed package, which has not been declared so far.
    pub(crate) fn declare_member(&mut self, pkg: PkgId, name: &str) -> Option<ObjId> {
        let decl = self.declared.get(&pkg)?.indexed.index.find(name)?;
        self.declare_number(pkg, decl);
        self.scope(self.package(pkg).scope).get(name)
    }

    /// The exported names of a package.
    pub(crate) fn exported_names(&self, pkg: PkgId) -> Vec<Name> {
        match self.declared.get(&pkg) {
            Some(declared) => {
                let names = declared.indexed.index.names().into_iter();
                names.filter(|name| is_exported(name)).map(Name::new).collect()
            }
            None => {
                let names = self.scope(self.package(pkg).scope).list.iter().map(|(name, _)| name);
                names.filter(|name| is_exported(name)).cloned().collect()
            }
        }
    }

    /// Declares the init functions of an indexed package, of which something is used; they are reached.
    pub(crate) fn reach_inits(&mut self, pkg: PkgId) {
        let Some(declared) = self.declared.get(&pkg) else { return };
        for &decl in declared.indexed.index.inits() {
            self.declare_number(pkg, decl);
        }
        for obj in self.package(pkg).init_funcs.clone() {
            self.resolve(obj);
            self.queue_object(obj);
        }
    }

    fn declare_number(&mut self, pkg: PkgId, decl: DeclNumber) {
        let Some(declared) = self.declared.get_mut(&pkg) else { return };
        if !declared.decls.insert(decl) {
            return;
        }
        let indexed = declared.indexed;
        if declared.decls.len() == 1 {
            self.note_used_package(pkg);
        }
        let place = indexed.index.place(decl);
        let scope = self.file_scope(pkg, place.file);
        let parsed = self.parse_piece(self.sources.file(indexed.files[place.file]), place);
        let version = self.package(pkg).version;
        let cx = DeclCx { pkg, scope, version };
        let outer = std::mem::replace(&mut self.cx, Context::at(pkg, scope, version));
        self.collect_decl(&cx, parsed, &mut Vec::new());
        if let ast::Decl::Type(specs) = parsed {
            for spec in specs {
                self.declare_methods(&cx, indexed, decl, spec);
            }
        }
        self.cx = outer;
    }

    fn declare_methods(
        &mut self,
        cx: &DeclCx,
        indexed: &'a Indexed,
        decl: DeclNumber,
        spec: &ast::TypeSpec,
    ) {
        let Some(base) = self.scope(self.package(cx.pkg).scope).get(&spec.name.name) else {
            return;
        };
        let mut methods = Vec::new();
        for method in indexed.index.methods(decl) {
            let source = self.sources.file(indexed.files[method.file]);
            let ident = Ident { name: Name::new(method.name), pos: source.pos(method.at) };
            let scope = self.file_scope(cx.pkg, method.file);
            let cx = DeclCx { scope, ..*cx };
            let obj = self.new_decl(&cx, &ident, DeclKind::Unparsed(method.decl));
            self.package_mut(cx.pkg).order.push(obj);
            methods.push((obj, method.pointer));
        }
        if !spec.tparams.is_empty() {
            methods.iter().for_each(|&(obj, _)| self.parse_method(obj));
        }
        if !methods.is_empty() {
            self.methods.insert(base, methods);
        }
    }

    /// Parses the declaration of a method of an indexed package, if that has not been done.
    pub(crate) fn parse_method(&mut self, obj: ObjId) {
        let Some(decl) = self.decl_of(obj) else { return };
        let DeclKind::Unparsed(number) = decl.kind else { return };
        let Some(declared) = self.declared.get(&decl.pkg) else { return };
        let place = declared.indexed.index.place(number);
        let source = self.sources.file(declared.indexed.files[place.file]);
        if let ast::Decl::Func(func) = self.parse_piece(source, place) {
            self.decl_mut(obj).kind = DeclKind::Func(func);
        }
    }

    fn parse_piece(&mut self, source: &Source, place: Place) -> &'a ast::Decl {
        let end = source.pos(place.end);
        let piece = Piece {
            span: Span::new(source.pos(place.start), end),
            body: place.body.map(|at| Span::new(source.pos(at), end)),
            keyword: place.keyword,
        };
        let (decl, found) = parse_decl(source, piece);
        self.diags.extend(found);
        self.arena.alloc(decl)
    }

    /// The scope of a file: what it imports.
    fn file_scope(&mut self, pkg: PkgId, file: usize) -> ScopeId {
        let declared = &self.declared[&pkg];
        if let Some(scope) = declared.scopes[file] {
            return scope;
        }
        let input = declared.input;
        let imports = declared.indexed.index.imports(file);
        let scope = self.new_scope(Some(self.package(pkg).scope));
        for &(given, path) in imports {
            let imported = match input.imports.get(path) {
                Some(&index) => PkgId(index as u32),
                None => self.unsafe_package(),
            };
            let name = match given {
                "" => self.package(imported).name.clone(),
                "_" => continue,
                given => Name::new(given),
            };
            let obj = ObjId(self.objects.len() as u32);
            let kind = ObjectKind::Package(imported);
            self.objects.push(Object::new(name.clone(), Pos::NONE, Some(pkg), kind));
            self.scopes[scope.0 as usize].insert(name, obj);
        }
        if let Some(declared) = self.declared.get_mut(&pkg) {
            declared.scopes[file] = Some(scope);
        }
        scope
    }
}
