//! The state of a check, and what every phase asks of it.
//!
//! [`Checker`] is passed through all phases; the rules are methods on it, in the folders `decl`, `generics`, `expr`,
//! `stmt` and `lower`, which call each other freely (an expression contains a function literal, a type contains a
//! constant expression). Nothing in this folder knows a rule. Read `context` (what is being checked at the moment), then
//! the records of each phase: `package` and `func` (declarations), `named` and `generic` (types under construction),
//! `deferred` (checks that wait for complete types), `body` (function bodies), `reach` (what of the library is needed).
//! `scopes`, `names` and `errors` are the services: declare and look up, name things in messages, report.

pub(crate) mod body;
pub(crate) mod context;
pub(crate) mod deferred;
pub(crate) mod errors;
pub(crate) mod func;
pub(crate) mod generic;
pub(crate) mod named;
pub(crate) mod names;
pub(crate) mod package;
pub(crate) mod reach;
pub(crate) mod scopes;

use crate::checker::body::Bodies;
use crate::checker::context::Context;
use crate::checker::deferred::Later;
use crate::checker::func::FuncInfo;
use crate::checker::generic::{Edge, Generic, Growth};
use crate::checker::named::NamedInfo;
use crate::checker::package::{Decl, Declared, PackageState};
use crate::checker::reach::Reach;
use crate::ids::{FuncId, PkgId};
use crate::program::{Func, Global, Var};
use crate::scope::object::{GenericId, ObjId, Object};
use crate::scope::{Scope, ScopeId};
use crate::ty::{Basic, NamedId, TypeId, Types};
use minigo_syntax::ast::{self};
use minigo_syntax::diagnostic::Diagnostics;
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::{Pos, SourceMap};
use typed_arena::Arena;

/// The long lists get room for so many at once. Memory that is not written costs nothing, but a list that grows by doubling
/// leaves as much behind as it has.
pub(crate) const ROOM: usize = 8192;

/// Functions of a small program that are looked at, those of the library included.
pub(crate) const FUNCS: usize = 400;

/// The state of a check.
pub(crate) struct Checker<'a> {
    /// All types.
    pub types: Types,
    /// What was found.
    pub diags: Diagnostics,
    /// The texts.
    pub sources: &'a SourceMap,
    /// See [`crate::Input::library_paths`].
    pub library_paths: fn() -> Vec<&'static str>,
    /// The declarations of indexed packages that have been parsed.
    pub arena: &'a Arena<ast::Decl>,
    /// The indexed packages.
    pub declared: HashMap<PkgId, Declared<'a>>,
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
    /// All package-level declarations.
    pub decls: Vec<Decl<'a>>,
    /// The methods of package-level types and whether their receivers are pointers, until the types are met.
    pub methods: HashMap<ObjId, Vec<(ObjId, bool)>>,
    /// What is known about the defined types, by `NamedId`.
    pub named: Vec<NamedInfo>,
    /// The generic types and functions.
    pub generics: Vec<Generic>,
    /// Methods with type parameters, by object and type arguments of the receiver.
    pub generic_methods: HashMap<(ObjId, Box<[TypeId]>), GenericId>,
    /// The same by the functions that stand for them.
    pub opaque_methods: HashMap<FuncId, GenericId>,
    /// Generic functions that method expressions of generic methods are.
    pub method_exprs: HashMap<(TypeId, GenericId), GenericId>,
    /// Whether the program has the package reflect.
    pub has_reflect: bool,
    /// Which type parameters instances depend on.
    pub edges: Vec<Edge>,
    /// How far instantiation has gone.
    pub growth: Growth,
    /// Instances of generic functions and methods, by object and type arguments.
    pub func_instances: HashMap<(ObjId, Box<[TypeId]>), FuncId>,
    /// Defined types that have been met and whose underlying types are not known yet.
    pub pending: Vec<NamedId>,
    /// Checks that wait until no declaration is under way.
    pub later: Vec<Later>,
    /// The checks of sizes among them, which gc makes when there are no other errors.
    pub sizes: Vec<Later>,
    /// The functions whose parameters and results do not fit on a stack, and the bytes of these.
    pub large_frames: Vec<(Pos, u64)>,
    /// The local variable whose type is being looked at.
    pub declaring: Option<Pos>,
    /// Calls of `print` with arguments that it cannot print, and what gc says of them.
    pub unprintable: Vec<(Pos, String)>,
    /// The objects whose declarations are under way, outermost first.
    pub path: Vec<ObjId>,
    /// How many declarations and type expressions are under way.
    pub depth: u32,
    /// Which package-level objects of the same package each one mentions.
    pub deps: HashMap<ObjId, Vec<ObjId>>,
    /// What has been reached.
    pub reach: Reach,
    /// Whether any file has a dot import.
    pub has_dot_imports: bool,
    /// Package unsafe, once it has been imported.
    pub unsafe_pkg: Option<PkgId>,
    /// Whether a generic body is checked with its type parameters: its code is thrown away.
    pub opaque: bool,
    /// Above zero inside the signatures of interface methods.
    pub interface_depth: u32,
    /// Above zero while bodies are checked again for concrete type arguments: nothing is reported, for all that can be
    /// wrong has been reported when they were checked with their type parameters.
    pub silent: u32,
    /// Where the checker first gave something up without reporting an error, and why. Code generation must not see such a
    /// program: [`Checker::finish`] makes an error of it if there is no other.
    pub given_up: Option<(Pos, String)>,
    /// What the checking of bodies keeps.
    pub bodies: Bodies,
}

impl<'a> Checker<'a> {
    /// A checker that knows the predeclared names only.
    pub(crate) fn new(sources: &'a SourceMap, arena: &'a Arena<ast::Decl>) -> Self {
        let cx = Context::at(PkgId(0), ScopeId(0), (1, 27));
        let mut checker = Self {
            types: Types::new(),
            diags: Diagnostics::new(),
            sources,
            library_paths: Vec::new,
            arena,
            declared: HashMap::default(),
            objects: Vec::with_capacity(ROOM),
            scopes: vec![Scope::new(None)],
            universe: ScopeId(0),
            error_type: Basic::Invalid.id(),
            any_type: Basic::Invalid.id(),
            comparable_type: Basic::Invalid.id(),
            funcs: Vec::new(),
            func_info: HashMap::with_capacity_and_hasher(FUNCS, Default::default()),
            vars: Vec::with_capacity(ROOM),
            globals: Vec::new(),
            packages: Vec::new(),
            cx,
            decls: Vec::with_capacity(ROOM),
            methods: HashMap::default(),
            named: Vec::new(),
            generics: Vec::new(),
            generic_methods: HashMap::default(),
            opaque_methods: HashMap::default(),
            method_exprs: HashMap::default(),
            has_reflect: false,
            edges: Vec::new(),
            growth: Growth::default(),
            func_instances: HashMap::default(),
            pending: Vec::new(),
            later: Vec::new(),
            sizes: Vec::new(),
            large_frames: Vec::new(),
            declaring: None,
            unprintable: Vec::new(),
            path: Vec::new(),
            depth: 0,
            deps: HashMap::default(),
            reach: Reach::default(),
            has_dot_imports: false,
            unsafe_pkg: None,
            opaque: false,
            interface_depth: 0,
            silent: 0,
            given_up: None,
            bodies: Bodies::default(),
        };
        checker.declare_universe();
        checker
    }
}
