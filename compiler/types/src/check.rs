//! The checker: its state, and its phases as a list of named calls.

use crate::checker::context::Context;
use crate::decl::collect::{Decl, DeclKind};
use crate::decl::deferred::Later;
use crate::decl::indexed::{Declared, Indexed};
use crate::decl::named::NamedInfo;
use crate::generics::declare::{Generic, GenericId};
use crate::generics::mono::{Edge, Growth};
use crate::lower::eval_order::order_operands;
use crate::program::{Body, Func, FuncId, Global, Package, PkgId, Program, Stmt, Var};
use crate::reach::Reach;
use crate::scope::object::{ObjId, Object, ObjectKind};
use crate::scope::{Scope, ScopeId};
use crate::stmt::body::Bodies;
use crate::ty::{Basic, NamedId, Signature, Type, TypeId, Types};
use minigo_syntax::ast::{self, Ident, Name};
use minigo_syntax::diagnostic::Diagnostics;
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::{FileId, Pos, SourceMap, Span};
use typed_arena::Arena;

/// The long lists get room for so many at once. Memory that is not written costs nothing, but a list that grows by doubling
/// leaves as much behind as it has.
const ROOM: usize = 8192;
/// Functions of a small program that are looked at, those of the library included.
const FUNCS: usize = 400;

/// What is to be checked.
#[derive(Debug)]
pub struct Input<'i> {
    /// The texts.
    pub sources: &'i SourceMap,
    /// The packages, each after those it imports.
    pub packages: Vec<PackageInput>,
    /// Whether functions of user packages must have bodies.
    pub require_bodies: bool,
    /// What Go's own library initialises.
    pub library_tasks: LibraryTasks,
}

/// Of a package of Go's own library that has anything to initialise: its path and, divided by blanks, the paths of those among its imports
/// that have something too.
pub type LibraryTasks = fn(&str) -> Option<(&'static str, &'static str)>;

/// One package.
#[derive(Debug)]
pub struct PackageInput {
    /// Its import path; `main` for the main package.
    pub path: Name,
    /// Its files, if it has been parsed.
    pub files: Vec<ast::File>,
    /// The package, if it has not been parsed: it belongs to the library then.
    pub indexed: Option<Indexed>,
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
    /// The type arguments, of an instance of a generic function or a method of an instance of a generic type.
    pub args: Box<[TypeId]>,
}

/// The initialiser of package-level variables, checked.
#[derive(Debug)]
pub(crate) struct GlobalInit {
    /// The variables.
    pub lhs: Vec<ObjId>,
    /// What initialises them.
    pub stmts: Vec<Stmt>,
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
    /// The made-up function that initialises its variables.
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

/// The state of a check.
pub(crate) struct Checker<'a> {
    /// All types.
    pub types: Types,
    /// What was found.
    pub diags: Diagnostics,
    /// The texts.
    pub sources: &'a SourceMap,
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

/// Checks the packages.
#[must_use]
pub fn check(input: Input<'_>) -> Outcome {
    let arena = Arena::new();
    let mut checker = Checker::new(input.sources, &arena);
    for package in &input.packages {
        let scope = checker.new_scope(Some(checker.universe));
        let name = match &package.indexed {
            Some(indexed) => indexed.index.name().into(),
            None => package.files.first().map_or_else(|| "_".into(), |f| f.package.name.clone()),
        };
        let pkg = checker.add_package(package.path.clone(), name, scope, package.library);
        checker.package_mut(pkg).version = package.go_version;
    }
    for (index, package) in input.packages.iter().enumerate() {
        checker.collect(PkgId(index as u32), package);
    }
    for (index, package) in input.packages.iter().enumerate() {
        if !package.library {
            checker.check_package(PkgId(index as u32));
        }
    }
    checker.reach_roots();
    checker.check_reached();
    if !checker.diags.has_errors() {
        checker.check_instantiations();
    }
    checker.report_endless();
    for (index, package) in input.packages.iter().enumerate() {
        let pkg = PkgId(index as u32);
        checker.init_order(pkg);
        if !package.library {
            checker.unused_imports(pkg);
        }
    }
    if input.require_bodies {
        checker.missing_bodies();
    }
    checker.finish(&input)
}

impl<'a> Checker<'a> {
    /// A checker that knows the predeclared names only.
    pub(crate) fn new(sources: &'a SourceMap, arena: &'a Arena<ast::Decl>) -> Self {
        let cx = Context::at(PkgId(0), ScopeId(0), (1, 27));
        let mut checker = Self {
            types: Types::new(),
            diags: Diagnostics::new(),
            sources,
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

    /// Reports an error at a point.
    pub(crate) fn error(&mut self, code: &'static str, pos: Pos, message: impl Into<String>) {
        self.error_span(code, Span::at(pos), message);
    }

    /// Reports an error at a range. Errors that merely follow from others (they mention an invalid operand or type)
    /// are left out, as gc does.
    pub(crate) fn error_span(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
    ) {
        if self.silent > 0 {
            return self.give_up(span.start, || message.into());
        }
        let message = message.into();
        let follows = |what: &str| message.find(what).is_some_and(|at| at > 0);
        if self.diags.has_errors() && (follows("invalid operand") || follows("invalid type")) {
            return;
        }
        let message = self.with_version_hint(message);
        let span = self.cx.errpos.map_or(span, Span::at);
        // gc says the same about one line only once in a row.
        if let Some(last) = self.diags.as_slice().last()
            && last.message == message
            && self.line(last.span.start) == self.line(span.start)
        {
            return;
        }
        self.diags.error(code, span, message);
    }

    /// Notes that something is left out of the program though no error has been reported.
    pub(crate) fn give_up(&mut self, pos: Pos, why: impl FnOnce() -> String) {
        if self.given_up.is_none() && !self.diags.has_errors() {
            self.given_up = Some((pos, why()));
        }
    }

    /// Reports what has been given up, if nothing else explains it: an error of the checker's own, for a program must never
    /// run without a part of it.
    fn report_given_up(&mut self) {
        if self.diags.has_errors() {
            return;
        }
        let Some((pos, why)) = self.given_up.take() else { return };
        let message =
            format!("internal compiler error: {why} (a bug of minigo, not of this program)");
        self.error("InternalError", pos, message);
    }

    /// Says where the language version comes from, if the message asks for a later one.
    fn with_version_hint(&self, message: String) -> String {
        if !(message.ends_with("or later") && message.contains("requires go1.")) {
            return message;
        }
        let (major, minor) = self.cx.version;
        if self.cx.version != self.package(self.cx.pkg).version {
            return format!("{message} (file declares //go:build go{major}.{minor})");
        }
        format!("{message} (-lang was set to go{major}.{minor}; check go.mod)")
    }

    /// `file:line:col` of a position, as gc writes it inside messages.
    pub(crate) fn place(&self, pos: Pos) -> String {
        let place = self.sources.place(pos);
        place.map_or_else(String::new, |p| format!("{}:{}:{}", p.file, p.line, p.column))
    }

    /// File and line of a position.
    fn line(&self, pos: Pos) -> Option<(FileId, u32)> {
        let source = self.sources.file_of(pos)?;
        Some((source.id, source.line_col(pos).0))
    }

    /// Whether the language version of the file is at least `1.minor`.
    pub(crate) fn allows(&self, minor: u32) -> bool {
        self.cx.version >= (1, minor)
    }

    /// Checks all declarations of a package of the user.
    fn check_package(&mut self, pkg: PkgId) {
        self.cx.pkg = pkg;
        self.cx.scope = self.package(pkg).scope;
        let order = self.package(pkg).order.clone();
        let rank = |checker: &Self, obj: ObjId| match checker.decl_of(obj).map(|d| &d.kind) {
            Some(DeclKind::Type(spec)) => u8::from(spec.alias),
            _ => 2,
        };
        self.direct_cycles(&order);
        for step in 0..3 {
            for &obj in &order {
                if rank(self, obj) == step {
                    self.resolve(obj);
                }
            }
        }
        for &obj in &order {
            self.queue_object(obj);
        }
    }

    /// Reports functions without body.
    fn missing_bodies(&mut self) {
        if self.diags.has_errors() {
            return;
        }
        let of_user = |info: &&FuncInfo<'_>| {
            let pkg = self.object(info.obj).pkg;
            info.decl.body.is_none() && pkg.is_some_and(|p| !self.package(p).library)
        };
        let at: Vec<Pos> =
            self.func_info.values().filter(of_user).map(|info| info.decl.name.pos).collect();
        for pos in at {
            self.error("MissingBody", pos, "missing function body");
        }
    }

    /// Puts the program together.
    fn finish(mut self, input: &Input<'_>) -> Outcome {
        self.check_sizes();
        self.report_unprintable();
        self.report_given_up();
        self.drop_unresolved_methods();
        self.hide_type_params();
        let inits = self.build_inits(input);
        let main = self.main_func();
        if !self.diags.has_errors() {
            let own = |func: &Func| !self.packages[func.pkg.0 as usize].library;
            order_operands(&mut self.funcs, &mut self.vars, &self.types, own);
        }
        let packages = self
            .packages
            .iter()
            .map(|p| Package { path: p.path.clone(), name: p.name.clone() })
            .collect();
        let program = (!self.diags.has_errors()).then_some(Program {
            types: self.types,
            packages,
            funcs: self.funcs,
            vars: self.vars,
            globals: self.globals,
            inits,
            main,
        });
        Outcome { program, diagnostics: self.diags }
    }

    /// Generic functions themselves are never called: nothing of their types remains.
    fn hide_type_params(&mut self) {
        let sig = Signature { params: [].into(), results: [].into(), variadic: false };
        let sig = self.types.intern(Type::Signature(sig));
        for func in 0..self.funcs.len() {
            let f = &self.funcs[func];
            if matches!(f.body, Body::Unreached) && self.mentions_param(f.sig) {
                let f = &mut self.funcs[func];
                f.sig = sig;
                f.recv = None;
                f.params.clear();
                f.results.clear();
            }
        }
    }

    /// `main.main`
    fn main_func(&self) -> Option<FuncId> {
        let package = self.packages.iter().find(|p| p.name == "main" && !p.library)?;
        let obj = self.scope(package.scope).get("main")?;
        match self.object(obj).kind {
            ObjectKind::Func(func) => Some(func),
            _ => None,
        }
    }

    /// The text of an expression as messages show it.
    pub(crate) fn expr_string(&self, e: &ast::Expr) -> String {
        minigo_syntax::expr_text(e)
    }
}

#[cfg(test)]
mod tests {
    use super::{Arena, Checker, Input};
    use minigo_syntax::source::{Pos, SourceMap};

    #[test]
    fn what_is_given_up_ends_the_compilation() {
        let sources = &SourceMap::new();
        let packages = Vec::new();
        let input = Input { sources, packages, require_bodies: true, library_tasks: |_| None };
        let arena = Arena::new();
        let mut checker = Checker::new(sources, &arena);
        checker.silent = 1;
        checker.error("DivByZero", Pos::NONE, "invalid operation: division by zero");
        checker.silent = 0;
        let outcome = checker.finish(&input);
        assert!(outcome.program.is_none());
        let [found] = outcome.diagnostics.as_slice() else { panic!("one error is expected") };
        assert!(found.message.starts_with("internal compiler error: invalid operation"));
    }
}
