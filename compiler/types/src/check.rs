//! The checker: its state, and its phases as a list of named calls.

use crate::context::Context;
use crate::object::{ObjId, Object};
use crate::program::{Func, FuncId, Global, PkgId, Program, Stmt, Var};
use crate::scope::{Scope, ScopeId};
use crate::ty::{Basic, TypeId, Types};
use minigo_syntax::ast::{self, Ident, Name};
use minigo_syntax::diagnostic::Diagnostics;
use minigo_syntax::source::{Pos, SourceMap, Span};
use std::collections::HashMap;

/// What is to be checked.
#[derive(Debug)]
pub struct Input<'i> {
    /// The texts.
    pub sources: &'i SourceMap,
    /// The packages, each after those it imports.
    pub packages: Vec<PackageInput>,
    /// Whether functions of user packages must have bodies.
    pub require_bodies: bool,
}

/// One package.
#[derive(Debug)]
pub struct PackageInput {
    /// Its import path; `main` for the main package.
    pub path: Name,
    /// Its files.
    pub files: Vec<ast::File>,
    /// Whether it belongs to the library: only what is reached is checked.
    pub library: bool,
    /// Import paths as written to the packages' indexes in [`Input::packages`].
    /// A path that is missing here could not be loaded.
    pub imports: HashMap<Name, usize>,
    /// Why an import path could not be loaded.
    pub missing: HashMap<Name, String>,
    /// The language version, as `(1, 27)`.
    pub go_version: (u32, u32),
}

/// What came of it.
#[derive(Debug)]
pub struct Outcome {
    /// The program, if there are no errors.
    pub program: Option<Program>,
    /// What was found.
    pub diagnostics: Diagnostics,
}

/// A parameter or result of a signature.
#[derive(Clone, Debug)]
pub(crate) struct ParamInfo {
    /// Its name, if it has one.
    pub name: Option<Ident>,
    /// Where it stands.
    pub pos: Pos,
    /// Its type; a variadic one is a slice.
    pub ty: TypeId,
}

/// A signature with the names in it.
#[derive(Clone, Debug)]
pub(crate) struct FuncSig {
    /// The signature's type.
    pub ty: TypeId,
    /// The parameters.
    pub params: Vec<ParamInfo>,
    /// The results.
    pub results: Vec<ParamInfo>,
}

/// What is known about a declared function, an instance, or a method.
#[derive(Clone, Debug)]
pub(crate) struct FuncInfo<'a> {
    /// Its object.
    pub obj: ObjId,
    /// Its declaration.
    pub decl: &'a ast::FuncDecl,
    /// The scope around its parameters: the file's, or that of its type parameters.
    pub scope: ScopeId,
    /// The language version of its file.
    pub version: (u32, u32),
    /// The receiver.
    pub recv: Option<ParamInfo>,
    /// Parameters and results.
    pub sig: FuncSig,
    /// Whether it has been put on the list of bodies to check.
    pub queued: bool,
}

/// The initialiser of package-level variables, checked.
#[derive(Debug)]
pub(crate) struct GlobalInit {
    /// The variables.
    pub lhs: Vec<ObjId>,
    /// What initialises them.
    pub stmts: Vec<Stmt>,
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
    /// Its scope.
    pub scope: ScopeId,
    /// The made-up function that initialises its variables.
    pub init: FuncId,
}

/// The state of a check.
#[derive(Debug)]
pub(crate) struct Checker<'a> {
    /// All types.
    pub types: Types,
    /// What was found.
    pub diags: Diagnostics,
    /// The texts.
    pub sources: &'a SourceMap,
    /// All objects.
    pub objects: Vec<Object>,
    /// All scopes.
    pub scopes: Vec<Scope>,
    /// The predeclared names.
    pub universe: ScopeId,
    /// `error`
    pub error_type: TypeId,
    /// `any`
    pub any_type: TypeId,
    /// `comparable`
    pub comparable_type: TypeId,
    /// All functions of the program.
    pub funcs: Vec<Func>,
    /// What is known about the declared ones.
    pub func_info: HashMap<FuncId, FuncInfo<'a>>,
    /// All local variables.
    pub vars: Vec<Var>,
    /// All package-level variables.
    pub globals: Vec<Global>,
    /// All packages.
    pub packages: Vec<PackageState>,
    /// What is being checked.
    pub cx: Context,
    /// Above zero while bodies are checked again for concrete type arguments: nothing is reported.
    pub silent: u32,
}

/// Checks the packages.
#[must_use]
pub fn check(input: Input<'_>) -> Outcome {
    let _ = input;
    Outcome { program: None, diagnostics: Diagnostics::new() }
}

impl<'a> Checker<'a> {
    /// A checker that knows the predeclared names only.
    pub(crate) fn new(sources: &'a SourceMap) -> Self {
        let cx = Context {
            pkg: PkgId(0),
            scope: ScopeId(0),
            version: (1, 27),
            iota: None,
            errpos: None,
            func: None,
            decl: None,
        };
        let mut checker = Self {
            types: Types::new(),
            diags: Diagnostics::new(),
            sources,
            objects: Vec::new(),
            scopes: vec![Scope::new(None)],
            universe: ScopeId(0),
            error_type: Basic::Invalid.id(),
            any_type: Basic::Invalid.id(),
            comparable_type: Basic::Invalid.id(),
            funcs: Vec::new(),
            func_info: HashMap::new(),
            vars: Vec::new(),
            globals: Vec::new(),
            packages: Vec::new(),
            cx,
            silent: 0,
        };
        checker.declare_universe();
        checker
    }

    /// Reports an error at a point.
    pub(crate) fn error(&mut self, code: &'static str, pos: Pos, message: impl Into<String>) {
        self.error_span(code, Span::at(pos), message);
    }

    /// Reports an error at a range. Errors that merely follow from others (they mention an invalid operand or type)
    /// are left out, as gc does.
    pub(crate) fn error_span(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        if self.silent > 0 {
            return;
        }
        let message = message.into();
        let first = message.split("\n\t").next().unwrap_or_default();
        let follows = |what: &str| first.find(what).is_some_and(|at| at > 0);
        if self.diags.has_errors() && (follows("invalid operand") || follows("invalid type")) {
            return;
        }
        let span = self.cx.errpos.map_or(span, Span::at);
        self.diags.error(code, span, message);
    }

    /// `file:line:col` of a position, as gc writes it inside messages.
    pub(crate) fn place(&self, pos: Pos) -> String {
        let place = self.sources.place(pos);
        place.map_or_else(String::new, |p| format!("{}:{}:{}", p.file, p.line, p.column))
    }

    /// Notes that something uses the object: it counts as used, what depends on it knows, and a library function's body
    /// will be checked. To be called for every identifier and qualified identifier that is resolved.
    pub(crate) fn use_object(&mut self, obj: ObjId) {
        self.object_mut(obj).used = true;
    }

    /// The same for a method or function that is mentioned other than by its name: selected methods.
    pub(crate) fn use_func(&mut self, _func: FuncId) {}

    /// Notes that values of this type are converted to an interface, so that its methods can be called from anywhere.
    pub(crate) fn mark_runtime_type(&mut self, _ty: TypeId) {}

    /// Type-checks the declaration of a package-level object, if that has not been done.
    pub(crate) fn resolve(&mut self, _obj: ObjId) {}

    /// Whether the language version of the file is at least `1.minor`.
    pub(crate) fn allows(&self, minor: u32) -> bool {
        self.cx.version >= (1, minor)
    }
}
