//! Packages and their declarations while they are checked.

use crate::checker::Checker;
use crate::ids::{FuncId, PkgId};
use crate::input::{DeclNumber, Indexed, PackageInput};
use crate::program::Stmt;
use crate::scope::ScopeId;
use crate::scope::object::ObjId;
use minigo_syntax::ast::{self, Name};
use minigo_syntax::hash::{HashMap, HashSet};
use minigo_syntax::source::FileId;
use std::fmt::Debug;
use std::rc::Rc;
use typed_arena::Arena;

/// The initialiser of package-level variables, checked.
#[derive(Debug)]
pub(crate) struct GlobalInit {
    /// The variables.
    pub lhs: Vec<ObjId>,
    /// What initialises them.
    pub stmts: Vec<Stmt>,
}

/// What the packages declare, before it is looked at.
pub(crate) struct Collected<'a> {
    /// The declarations of indexed packages that have been parsed.
    pub arena: &'a Arena<ast::Decl>,
    /// The indexed packages.
    pub indexed: HashMap<PkgId, Declared<'a>>,
    /// All package-level declarations.
    pub decls: Vec<Decl<'a>>,
    /// The methods of package-level types and whether their receivers are pointers, until the types are resolved.
    pub methods: HashMap<ObjId, Vec<(ObjId, bool)>>,
    /// Whether any file has a dot import.
    pub has_dot_imports: bool,
    /// Package unsafe, once it has been imported.
    pub unsafe_pkg: Option<PkgId>,
    /// The packages of the input, in its order; the checker adds others, such as unsafe.
    pub loaded: Vec<PkgId>,
    /// By file, how many types the functions of the files before it in its package define.
    pub local_types: HashMap<FileId, u32>,
}

/// A file while its package is checked.
#[derive(Clone, Debug)]
pub(crate) struct FileState {
    /// Its scope.
    pub scope: ScopeId,
    /// The objects of its imports.
    pub imports: Vec<ObjId>,
}

/// A package while it is checked.
#[derive(Debug)]
pub(crate) struct PackageState {
    /// Its import path.
    pub path: Name,
    /// Its name.
    pub name: Name,
    /// Whether only what is reached is checked.
    pub library: bool,
    /// Its language version.
    pub version: (u32, u32),
    /// Its scope.
    pub scope: ScopeId,
    /// The synthetic function that initialises its variables.
    pub init: FuncId,
    /// Whether it stands for a package that could not be loaded: no name in it is ever undefined.
    pub fake: bool,
    /// Its files.
    pub files: Vec<FileState>,
    /// Its objects in source order, methods and init functions included.
    pub order: Vec<ObjId>,
    /// Its init functions.
    pub init_funcs: Vec<ObjId>,
    /// The initialisers of its variables that have been checked.
    pub inits: Vec<GlobalInit>,
}

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

impl<'a> Checker<'a> {
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
        &mut self.collected.decls[id.0 as usize]
    }

    /// The declaration of a package-level object.
    pub(crate) fn decl_of(&self, obj: ObjId) -> Option<&Decl<'a>> {
        self.object(obj).decl.map(|id| &self.collected.decls[id.0 as usize])
    }
}

/// How much of an indexed package has been declared.
#[derive(Debug)]
pub(crate) struct Declared<'a> {
    pub input: &'a PackageInput,
    pub indexed: &'a Indexed,
    /// The scopes of the files of which something has been declared.
    pub scopes: Vec<Option<ScopeId>>,
    /// What has been declared.
    pub decls: HashSet<DeclNumber>,
}
