//! The state of a check, and the services that every phase uses.
//!
//! All phases share a [`Checker`]. The language's rules are methods on it, in the folders `decl`, `generics`, `expr`,
//! `stmt` and `lower`, which call each other freely (an expression contains a function literal, a type contains a
//! constant expression). No rule is implemented in this folder. Read `context` (the current declaration or body) first,
//! then the records of each phase: `package` and `func` (declarations), `named` and `generic` (types under
//! construction), `deferred_checks` (checks that need complete types), `body` (function bodies), `reachability` (the
//! parts of the library that the program needs), `inputs` (the inputs of a session), `link_names` (the names that
//! `//go:linkname` directives give). `scopes` and `names` are services: declaring and looking up names, printing names
//! in messages. `recorder` has the findings about the source that a check records on request.

pub(crate) mod body;
pub(crate) mod context;
pub(crate) mod deferred_checks;
pub(crate) mod func;
pub(crate) mod generic;
pub(crate) mod inputs;
pub(crate) mod link_names;
pub(crate) mod named;
pub(crate) mod names;
pub(crate) mod package;
pub(crate) mod reachability;
pub(crate) mod recorder;
pub(crate) mod scopes;

use crate::checker::body::BodiesState;
use crate::checker::context::Context;
use crate::checker::deferred_checks::{DeferredCheck, ResolutionState};
use crate::checker::func::FuncInfo;
use crate::checker::generic::Generics;
use crate::checker::inputs::SessionState;
use crate::checker::link_names::LinkNames;
use crate::checker::named::NamedInfo;
use crate::checker::package::{CollectedDecls, PackageState};
use crate::checker::reachability::Reachability;
use crate::checker::recorder::Recorder;
use crate::ids::{FuncId, PkgId};
use crate::program::{Func, Global, Var};
use crate::scope::object::Object;
use crate::scope::{Scope, ScopeId};
use crate::ty::{INVALID, TypeId, Types};
use minigo_syntax::ast;
use minigo_syntax::deadline::Deadline;
use minigo_syntax::diagnostic::Diagnostics;
use minigo_syntax::hash::HashMap;
use minigo_syntax::release::LANGUAGE_VERSION;
use minigo_syntax::source::{Pos, SourceMap};
use std::borrow::Cow;
use std::cell::Cell;
use typed_arena::Arena;

/// The number of objects, declarations and variables in a small program, those of the library included. Memory that is
/// never written costs nothing, but a list that grows by doubling leaves as much memory behind as it occupies.
const INITIAL_OBJECT_CAPACITY: usize = 8192;

/// The maximal number of names that are compared with undeclared names in one check.
pub(crate) const MAX_SUGGESTION_COMPARISONS: usize = 100_000;

/// The number of functions that the check of a small program visits.
const INITIAL_FUNC_CAPACITY: usize = 400;

/// The state of a check.
pub(crate) struct Checker<'a> {
    /// All types.
    pub types: Types,
    /// The diagnostics reported so far.
    pub diags: Diagnostics,
    /// The source texts.
    pub sources: Cow<'a, SourceMap>,
    /// See [`crate::Input::library_paths`].
    pub library_paths: fn() -> Vec<&'static str>,
    /// All objects.
    pub objects: Vec<Object>,
    /// All scopes.
    pub scopes: Vec<Scope>,
    /// The predeclared names.
    pub universe: Universe,
    /// All packages.
    pub packages: Vec<PackageState>,
    /// All functions of the program.
    pub funcs: Vec<Func>,
    /// All local variables.
    pub vars: Vec<Var>,
    /// All package-level variables.
    pub globals: Vec<Global>,
    /// The checker's facts about declared functions.
    pub func_info: HashMap<FuncId, FuncInfo<'a>>,
    /// The checker's facts about defined types, by `NamedId`.
    pub named_types: Vec<NamedInfo>,
    /// The declarations of the packages.
    pub collected_decls: CollectedDecls<'a>,
    /// The link names of the user's packages.
    pub link_names: LinkNames,
    /// The declarations that are being checked.
    pub resolving: ResolutionState,
    /// Generic declarations and their instances.
    pub generics: Generics,
    /// The bodies that are to be checked.
    pub reachability: Reachability,
    /// The state that the checks of all bodies share.
    pub bodies: BodiesState,
    /// The declaration or body that is being checked.
    pub context: Context,
    /// Errors that gc reports only if there are no other errors.
    pub backend_errors: BackendErrors,
    /// How many more names may be compared with undeclared names, to suggest the nearest: with thousands of errors,
    /// suggestions for all of them would take time quadratic in their number.
    pub remaining_suggestion_comparisons: Cell<usize>,
    /// The position where the checker first gave up without reporting an error, and the reason. Code generation must
    /// not see a program that has been checked only in part: `finish` makes the reason an error if there is no other
    /// error.
    pub unreported_failure: Option<(Pos, String)>,
    /// The record of findings about the source, if the input requests one.
    pub recorder: Option<Box<Recorder>>,
    /// When the check gives up.
    pub deadline: Deadline,
    /// The state that a session keeps from input to input; `None` while a whole program is checked.
    pub session_state: Option<Box<SessionState>>,
}

/// The scope of the predeclared names, and the predeclared types that are not basic.
pub(crate) struct Universe {
    /// The outermost scope.
    pub scope: ScopeId,
    /// `error`
    pub error: TypeId,
    /// `any`
    pub any: TypeId,
    /// `comparable`
    pub comparable: TypeId,
}

/// Errors that gc finds after type checking. As in gc, backend errors are reported only if there are no other errors.
#[derive(Debug, Default)]
pub(crate) struct BackendErrors {
    /// Types whose sizes are limited.
    pub size_checks: Vec<DeferredCheck>,
    /// The functions whose parameters and results do not fit on a stack, each with the number of bytes these need.
    pub large_frames: Vec<(Pos, u64)>,
    /// Calls of `print` with arguments that it cannot print, each with gc's message.
    pub unprintable_args: Vec<(Pos, String)>,
}

impl<'a> Checker<'a> {
    /// Makes a checker that knows only the predeclared names.
    pub(crate) fn new(sources: Cow<'a, SourceMap>, arena: &'a Arena<ast::Decl>) -> Self {
        let mut checker = Self {
            types: Types::new(),
            diags: Diagnostics::new(),
            sources,
            library_paths: Vec::new,
            objects: Vec::with_capacity(INITIAL_OBJECT_CAPACITY),
            scopes: vec![Scope::new(None)],
            universe: Universe {
                scope: ScopeId(0),
                error: INVALID,
                any: INVALID,
                comparable: INVALID,
            },
            packages: Vec::new(),
            funcs: Vec::new(),
            vars: Vec::with_capacity(INITIAL_OBJECT_CAPACITY),
            globals: Vec::new(),
            func_info: HashMap::with_capacity_and_hasher(INITIAL_FUNC_CAPACITY, Default::default()),
            named_types: Vec::new(),
            collected_decls: CollectedDecls {
                syntax_arena: arena,
                indexed_decls: HashMap::default(),
                decls: Vec::with_capacity(INITIAL_OBJECT_CAPACITY),
                methods: HashMap::default(),
                has_dot_imports: false,
                unsafe_pkg: None,
                loaded_packages: Vec::new(),
                preceding_local_type_counts: HashMap::default(),
            },
            link_names: LinkNames::default(),
            resolving: ResolutionState::default(),
            generics: Generics::default(),
            reachability: Reachability::default(),
            bodies: BodiesState::default(),
            context: Context::of_scope(PkgId(0), ScopeId(0), LANGUAGE_VERSION),
            backend_errors: BackendErrors::default(),
            remaining_suggestion_comparisons: Cell::new(MAX_SUGGESTION_COMPARISONS),
            unreported_failure: None,
            recorder: None,
            deadline: Deadline::NEVER,
            session_state: None,
        };
        checker.declare_universe();
        checker
    }
}
