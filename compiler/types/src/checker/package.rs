//! The state of packages and their declarations during a check.

use crate::checker::Checker;
use crate::ids::{FuncId, PkgId};
use crate::input::{DeclNumber, IndexedPackage, PackageInput};
use crate::program::Stmt;
use crate::scope::ScopeId;
use crate::scope::object::ObjId;
use minigo_syntax::ast::{self, Name};
use minigo_syntax::hash::{HashMap, HashSet};
use minigo_syntax::source::FileId;
use std::fmt::Debug;
use std::rc::Rc;
use typed_arena::Arena;

/// A checked initialiser of package-level variables.
#[derive(Debug)]
pub(crate) struct GlobalInit {
    /// The variables that it initialises.
    pub lhs: Vec<ObjId>,
    /// The statements that initialise the variables.
    pub stmts: Vec<Stmt>,
}

/// The package-level declarations of all packages, collected before any of them is checked.
pub(crate) struct CollectedDecls<'a> {
    /// The declarations of indexed packages that have been parsed.
    pub syntax_arena: &'a Arena<ast::Decl>,
    /// The indexed packages, and which of their declarations have been made.
    pub indexed_decls: HashMap<PkgId, IndexedDecls<'a>>,
    /// All package-level declarations.
    pub decls: Vec<Decl<'a>>,
    /// The methods of package-level types, each with whether its receiver is a pointer, kept until the types are
    /// resolved.
    pub methods: HashMap<ObjId, Vec<(ObjId, bool)>>,
    /// Whether any file has a dot import.
    pub has_dot_imports: bool,
    /// Package unsafe, once it has been imported.
    pub unsafe_pkg: Option<PkgId>,
    /// The packages of the input, in its order. The checker adds other packages, such as unsafe, elsewhere.
    pub loaded_packages: Vec<PkgId>,
    /// For each file, the number of types that are defined inside the functions of the preceding files of its package.
    pub preceding_local_type_counts: HashMap<FileId, u32>,
}

/// The state of a file during the check of its package.
#[derive(Clone, Debug)]
pub(crate) struct FileState {
    /// The file scope.
    pub scope: ScopeId,
    /// The objects that the file's imports declare.
    pub imports: Vec<ObjId>,
}

/// The state of a package during a check.
#[derive(Debug)]
pub(crate) struct PackageState {
    /// The import path.
    pub path: Name,
    /// The package's name.
    pub name: Name,
    /// Whether only the declarations that the program reaches are checked.
    pub is_library: bool,
    /// Whether the package is [sandboxed](PackageInput::is_sandboxed).
    pub is_sandboxed: bool,
    /// The language version.
    pub version: (u32, u32),
    /// The package scope.
    pub scope: ScopeId,
    /// The synthetic function that initialises the package-level variables.
    pub init: FuncId,
    /// Whether the package replaces one that could not be loaded: no name in it is reported as undefined.
    pub is_placeholder: bool,
    /// The files of the package.
    pub files: Vec<FileState>,
    /// The objects of the package in source order, methods and init functions included.
    pub source_order: Vec<ObjId>,
    /// The init functions.
    pub init_funcs: Vec<ObjId>,
    /// The checked initialisers of package-level variables.
    pub global_inits: Vec<GlobalInit>,
}

/// A package-level declaration of one object.
#[derive(Clone, Debug)]
pub(crate) struct Decl<'a> {
    /// The kind of the declaration, with its syntax.
    pub kind: DeclKind<'a>,
    /// The scope of the file that contains the declaration.
    pub scope: ScopeId,
    /// The language version of the file that contains the declaration.
    pub version: (u32, u32),
    /// The package of the declared object.
    pub pkg: PkgId,
}

/// The kinds of package-level declarations.
#[derive(Clone, Debug)]
pub(crate) enum DeclKind<'a> {
    /// A constant.
    Const {
        /// The type, if it is written.
        ty: Option<&'a ast::Expr>,
        /// The value, if it is written or inherited.
        value: Option<&'a ast::Expr>,
        /// The value of `iota`.
        iota: u32,
        /// Whether the value is inherited from an earlier constant spec of the group.
        is_inherited: bool,
    },
    /// A variable.
    Var {
        /// All variables that the value initialises.
        lhs: Rc<[ObjId]>,
        /// The type of the variables, if it is written.
        ty: Option<&'a ast::Expr>,
        /// The value.
        value: Option<&'a ast::Expr>,
    },
    /// A type.
    Type(&'a ast::TypeSpec),
    /// A function or method.
    Func(&'a ast::FuncDecl),
    /// A method of an indexed package whose declaration has not been parsed yet.
    Unparsed(DeclNumber),
}

impl<'a> Checker<'a> {
    /// The package `pkg`.
    pub(crate) fn package(&self, pkg: PkgId) -> &PackageState {
        &self.packages[pkg.0 as usize]
    }

    /// The package `pkg`, mutable.
    pub(crate) fn package_mut(&mut self, pkg: PkgId) -> &mut PackageState {
        &mut self.packages[pkg.0 as usize]
    }

    pub(crate) fn decl_mut(&mut self, obj: ObjId) -> &mut Decl<'a> {
        let id = self.object(obj).decl.expect("package-level objects have a declaration");
        &mut self.collected_decls.decls[id.0 as usize]
    }

    /// The declaration of a package-level object.
    pub(crate) fn decl_of(&self, obj: ObjId) -> Option<&Decl<'a>> {
        self.object(obj).decl.map(|id| &self.collected_decls.decls[id.0 as usize])
    }
}

/// The declarations of an indexed package that have been made so far.
#[derive(Debug)]
pub(crate) struct IndexedDecls<'a> {
    pub input: &'a PackageInput,
    pub indexed: &'a IndexedPackage,
    /// The scopes of the files; `None` for a file from which nothing has been declared yet.
    pub scopes: Vec<Option<ScopeId>>,
    /// The numbers of the declarations that have been made.
    pub decls: HashSet<DeclNumber>,
}
