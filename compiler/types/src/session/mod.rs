//! A session: a program that grows by one input after the other.
//!
//! Types, scopes, objects and instances stay; only the new input is checked, and what of the library it is the first
//! to reach. An input that is in error leaves no trace that a program can see:
//!
//! * What it declares is in its own scope, which is given up; methods that it adds to earlier types are taken back.
//! * What has been found out about the library on the way (declarations that were resolved, bodies that were checked,
//!   instances) are facts about the library, true whatever the input was, and stay.
//! * Functions of the input, and instances for its types, are never generated: they count as unreached.
//!
//! [`mod@input`] holds the phases of one input, [`take_back`] undoes one, [`methods`] what is declared for types of
//! earlier inputs, [`shadow`] what becomes of names that are declared anew, [`members`] what editors ask.

mod input;
mod members;
mod methods;
mod shadow;
mod take_back;

use crate::checker::Checker;
use crate::checker::inputs::Inputs;
use crate::ids::{FuncId, GlobalId, PkgId};
use crate::input::PackageInput;
use crate::program::{Body, Name, Program};
use crate::scope::object::ObjectKind;
use crate::session::input::{NewFile, NewInput};
use crate::ty::TypeId;
use minigo_syntax::ast;
use minigo_syntax::diagnostic::Diagnostics;
use minigo_syntax::hash::HashMap;
use minigo_syntax::input::ParsedInput;
use minigo_syntax::source::SourceMap;
use std::borrow::Cow;
use std::fmt;
use typed_arena::Arena;

pub use members::Member;

/// Where a session keeps the trees that it refers to: it outlives the session.
#[derive(Default)]
pub struct Store {
    decls: Arena<ast::Decl>,
    packages: Arena<PackageInput>,
    inputs: Arena<Vec<ast::Decl>>,
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Store({} inputs)", self.inputs.len())
    }
}

/// An input to be checked.
#[derive(Debug, Default)]
pub struct SessionInput {
    /// What tracebacks call its statements.
    pub name: Name,
    /// Whether it only asks for the value of its expression: `_` stays what it is.
    pub asks: bool,
    /// Packages that no input before needed, each after those it imports. They are numbered on from those before.
    pub packages: Vec<PackageInput>,
    /// What was typed.
    pub parsed: ParsedInput,
    /// Files of the package that inputs are in, each with imports of its own.
    pub files: Vec<SessionFile>,
    /// Import paths to the numbers of packages.
    pub imports: HashMap<Name, usize>,
    /// Why an import path could not be loaded.
    pub missing: HashMap<Name, String>,
}

/// A file that belongs to an input.
#[derive(Debug)]
pub struct SessionFile {
    /// What it declares.
    pub file: ast::File,
    /// The language version of its module.
    pub version: (u32, u32),
}

/// What came out of an input.
#[derive(Debug, Default)]
pub struct CheckedInput {
    /// What is wrong with it; if anything is an error, nothing else is here and the session is as before.
    pub diagnostics: Diagnostics,
    /// What to call, in this order: functions that initialise packages, then the input's statements.
    pub calls: Vec<FuncId>,
    /// The variables that hold the values of the expression that ends the input.
    pub values: Vec<GlobalId>,
    /// The one among them that is to become `_` when it is there.
    pub last: Option<GlobalId>,
    /// Of an input that was checked only: the types of these values.
    pub value_types: Vec<String>,
    /// And these types.
    pub value_type_ids: Vec<TypeId>,
    /// Functions that are replaced, and by what: their callers call the new ones.
    pub replaced: Vec<(FuncId, FuncId)>,
    /// Functions that were declared anew with another type: their names, and the functions that call the old ones.
    pub outdated: Vec<(Name, Vec<Name>)>,
    /// Types of earlier inputs that are called otherwise now: `T·1`.
    pub renamed: Vec<TypeId>,
    /// Whether types have methods that they did not have before.
    pub has_late_methods: bool,
    /// What the input declares, in order.
    pub declared: Vec<Declared>,
}

/// What an input declares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// Its name.
    pub name: Name,
    /// `func`, `type`, `var`, `const` or `package`.
    pub kind: &'static str,
    /// The type parameters of a generic function or type, as they were written: `[T any]`; else empty.
    pub params: String,
    /// Its type, as messages show it; of an import the path.
    pub ty: String,
    /// The variable that it is, if it is one.
    pub global: Option<GlobalId>,
    /// The value of a constant, as messages show it.
    pub value: Option<String>,
}

/// A session.
pub struct Session<'a> {
    checker: Checker<'a>,
    store: &'a Store,
}

impl fmt::Debug for Session<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Session({} types, {} functions)",
            self.checker.types.len(),
            self.checker.funcs.len()
        )
    }
}

impl<'a> Session<'a> {
    /// A session without inputs; `library_paths` are the import paths of the library, for hints.
    #[must_use]
    pub fn new(store: &'a Store, library_paths: fn() -> Vec<&'static str>) -> Self {
        let mut checker = Checker::new(Cow::Owned(SourceMap::new()), &store.decls);
        checker.library_paths = library_paths;
        let scope = checker.new_scope(Some(checker.universe.scope));
        let main = checker.add_package("main".into(), "main".into(), scope, false);
        checker.session = Some(Box::new(Inputs::new(main)));
        Self { checker, store }
    }

    /// The source texts.
    #[must_use]
    pub fn sources(&self) -> &SourceMap {
        &self.checker.sources
    }

    /// Names the package that inputs are in, which is `main` at first: what they declare is called by it. Only where
    /// nothing has been declared yet: what is there keeps its package. Whether it was named.
    pub fn name_package(&mut self, path: &str, name: &str) -> bool {
        let inputs = self.checker.session.as_ref().expect("only sessions have inputs");
        if inputs.latest().next().is_some() {
            return false;
        }
        let main = inputs.main.0 as usize;
        let package = &mut self.checker.packages[main];
        (package.path, package.name) = (path.into(), name.into());
        let package = &mut self.checker.types.packages[main];
        (package.path, package.name) = (path.into(), name.into());
        true
    }

    /// The import path of the package that inputs are in.
    #[must_use]
    pub fn package(&self) -> &Name {
        let inputs = self.checker.session.as_ref().expect("only sessions have inputs");
        &self.checker.packages[inputs.main.0 as usize].path
    }

    /// The source texts, to add some.
    pub fn sources_mut(&mut self) -> &mut SourceMap {
        self.checker.sources.to_mut()
    }

    /// The number of inputs that were checked.
    #[must_use]
    pub fn inputs(&self) -> u32 {
        self.checker.session.as_ref().map_or(0, |s| s.number)
    }

    /// Whether a name is declared by an input.
    #[must_use]
    pub fn declares(&self, name: &str) -> bool {
        self.checker.session.as_ref().is_some_and(|s| !s.history(name).is_empty())
    }

    /// Whether a name is predeclared.
    #[must_use]
    pub fn predeclares(&self, name: &str) -> bool {
        self.checker.scope(self.checker.universe.scope).get(name).is_some()
    }

    /// Checks an input.
    pub fn check(&mut self, input: SessionInput) -> CheckedInput {
        self.check_or_try(input, false)
    }

    /// The input whose [`last`](CheckedInput::last) value this is has run to its end: `_` is the value.
    pub fn set_last(&mut self, value: GlobalId) {
        self.checker.publish_last(value);
    }

    /// Checks an input and gives it up again: what is told is what is wrong with it, and the types of the expression
    /// that ends it.
    pub fn try_out(&mut self, input: SessionInput) -> CheckedInput {
        self.check_or_try(input, true)
    }

    fn check_or_try(&mut self, input: SessionInput, only: bool) -> CheckedInput {
        let SessionInput { name, asks, packages, parsed, files, imports, missing } = input;
        let mark = self.checker.mark();
        for package in packages {
            self.add_package(package);
        }
        let ParsedInput { imports: imported, decls, body, listed, .. } = parsed;
        let decls = self.store.inputs.alloc(decls);
        let main = PackageInput {
            path: self.package().clone(),
            files: Vec::new(),
            indexed: None,
            library: false,
            imports,
            missing,
            go_version: (1, 27),
        };
        let store = self.store;
        let files = files.into_iter().map(|SessionFile { file, version }| {
            let decls: &'a [ast::Decl] = store.inputs.alloc(file.decls);
            // As in a package: a file may ask for an older language than its module's, but for none before 1.21.
            let version = file.go_version.map_or(version, |v| v.max((1, 21)));
            NewFile { imported: file.imports, decls, version }
        });
        let files: Vec<NewFile<'a>> = files.collect();
        let (imported, body, name) = (&imported[..], &body, &name);
        let declared = NewInput { name, asks, imported, decls, body, listed, files: &files };
        self.checker.check_input(mark, &declared, &main, only)
    }

    /// Adds a package of the library or of the user's modules.
    fn add_package(&mut self, package: PackageInput) {
        let package = self.store.packages.alloc(package);
        let checker = &mut self.checker;
        let pkg = checker.load_package(package);
        checker.collect(pkg, package);
        if !package.library {
            checker.check_package(pkg);
        }
    }

    /// Shows the program as it is to `look`.
    pub fn with_program<R>(&mut self, look: impl FnOnce(&Program, &SourceMap) -> R) -> R {
        let checker = &mut self.checker;
        let program = Program {
            types: std::mem::take(&mut checker.types),
            packages: checker.loaded_packages(),
            funcs: std::mem::take(&mut checker.funcs),
            vars: std::mem::take(&mut checker.vars),
            globals: std::mem::take(&mut checker.globals),
            inits: Vec::new(),
            main: None,
        };
        let result = look(&program, &checker.sources);
        checker.types = program.types;
        checker.funcs = program.funcs;
        checker.vars = program.vars;
        checker.globals = program.globals;
        result
    }

    /// Drops the bodies of the session's own functions: their code has been generated. Nothing puts them in the place
    /// of calls, since another function may replace them.
    pub fn forget_bodies(&mut self) {
        let Some(session) = &mut self.checker.session else { return };
        let main = session.main;
        let from = std::mem::replace(&mut session.generated, self.checker.funcs.len());
        for func in self.checker.funcs[from..].iter_mut().filter(|func| func.pkg == main) {
            if let Body::Block(list) = &mut func.body {
                *list = Vec::new();
            }
        }
    }

    /// All that the inputs have declared and that has not been declared anew since, by name.
    #[must_use]
    pub fn environment(&mut self) -> Vec<Declared> {
        let latest = self
            .checker
            .session
            .as_ref()
            .map(|s| s.latest().map(|(name, obj)| (name.clone(), obj)).collect::<Vec<_>>());
        let mut all: Vec<Declared> = latest
            .into_iter()
            .flatten()
            .filter_map(|(name, obj)| self.checker.declared(name, obj))
            .collect();
        all.sort_by(|a, b| a.name.cmp(&b.name));
        all
    }

    /// The package that a name denotes, if it denotes one: its path.
    #[must_use]
    pub fn package_named(&mut self, name: &str) -> Option<Name> {
        let session = self.checker.session.as_ref()?;
        let obj = session.find(session.number, name)?;
        match self.checker.object(obj).kind {
            ObjectKind::Package(PkgId(pkg)) => {
                Some(self.checker.packages[pkg as usize].path.clone())
            }
            _ => None,
        }
    }
}
