//! A session: a program that grows by one input after the other.
//!
//! Types, scopes, objects and instances are kept from input to input. The checker checks only the new input and the
//! parts of the library that the input is the first to reach. An input that is in error has no effect that a program
//! can see:
//!
//! * The input's declarations are in a scope of their own, which is dropped. Methods that the input adds to earlier
//!   types are removed again.
//! * The checker's findings about the library (resolved declarations, checked bodies, instances) are independent of the
//!   input and are kept.
//! * Code for the input's functions, and for instances with its types as type arguments, is never generated: they count
//!   as unreached.
//!
//! The module [`mod@input`] has the phases of one input, [`undo_input`] undoes an input, [`methods`] handles methods of
//! earlier inputs' types, [`shadowed_objects`] handles names that are declared again, [`members`] answers editors'
//! queries.

use minigo_syntax::small_sort::SmallSort as _;
mod input;
mod members;
mod methods;
mod shadowed_objects;
mod undo_input;

use crate::checker::Checker;
use crate::checker::inputs::SessionState;
use crate::ids::{FuncId, GlobalId, PkgId};
use crate::input::PackageInput;
use crate::program::{Body, Name, Program};
use crate::scope::object::ObjectKind;
use crate::session::input::{NewFile, NewInput};
use crate::ty::TypeId;
use minigo_syntax::ast;
use minigo_syntax::diagnostic::Diagnostics;
use minigo_syntax::hash::HashMap;
use minigo_syntax::release::LANGUAGE_VERSION;
use minigo_syntax::session_input::ParsedInput;
use minigo_syntax::source::SourceMap;
use std::borrow::Cow;
use std::fmt;
use typed_arena::Arena;

pub use members::Member;

/// The arena of the syntax trees that a session refers to; the arena outlives the session.
#[derive(Default)]
pub struct SyntaxStore {
    decls: Arena<ast::Decl>,
    packages: Arena<PackageInput>,
    input_decls: Arena<Vec<ast::Decl>>,
}

impl fmt::Debug for SyntaxStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Store({} inputs)", self.input_decls.len())
    }
}

/// An input to be checked.
#[derive(Debug, Default)]
pub struct SessionInput {
    /// The name that tracebacks print for the input's statements.
    pub name: Name,
    /// Whether the input only queries the value of its expression: then the input does not change `_`.
    pub is_query: bool,
    /// Packages that no earlier input imported, each after the packages that it imports. The numbers of the new
    /// packages continue those of the session's packages.
    pub packages: Vec<PackageInput>,
    /// The parsed text of the input.
    pub parsed: ParsedInput,
    /// Files of the session's package that belong to the input, each with imports of its own.
    pub files: Vec<SessionFile>,
    /// The numbers of packages by import path.
    pub imports: HashMap<Name, usize>,
    /// For each import path that could not be loaded, the reason.
    pub missing_imports: HashMap<Name, String>,
}

/// A file that belongs to an input.
#[derive(Debug)]
pub struct SessionFile {
    /// The syntax tree of the file.
    pub file: ast::File,
    /// The language version of the file's module.
    pub version: (u32, u32),
}

/// The result of checking an input.
#[derive(Debug, Default)]
pub struct CheckedInput {
    /// The diagnostics. If any diagnostic is an error, the other fields are empty and the session is unchanged.
    pub diagnostics: Diagnostics,
    /// The functions to call, in this order: functions that initialise packages, then the input's statements.
    pub funcs_to_call: Vec<FuncId>,
    /// The variables that contain the values of the input's last expression.
    pub value_vars: Vec<GlobalId>,
    /// The variable among `value_vars` whose value becomes `_` once the input has run.
    pub underscore_var: Option<GlobalId>,
    /// The types of the values as text, for an input that was only tried out.
    pub value_types: Vec<String>,
    /// The ids of the types in `value_types`.
    pub value_type_ids: Vec<TypeId>,
    /// Pairs of a replaced function and its replacement: callers of the old function now call the new one.
    pub replaced_funcs: Vec<(FuncId, FuncId)>,
    /// Functions that were declared again with another type, each with the names of functions that still call the old
    /// one.
    pub outdated_names: Vec<(Name, Vec<Name>)>,
    /// Types of earlier inputs that messages print under a new name, such as `T·1`.
    pub renamed_types: Vec<TypeId>,
    /// Whether the input adds methods to earlier types.
    pub has_methods_of_earlier_types: bool,
    /// The declarations of the input, in order.
    pub declarations: Vec<SessionDeclaration>,
}

/// A declaration of an input, as it is shown to users.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionDeclaration {
    /// The name.
    pub name: Name,
    /// `func`, `type`, `var`, `const` or `package`.
    pub kind: &'static str,
    /// The type parameters of a generic function or type as written (`[T any]`), else empty.
    pub params: String,
    /// The type as messages show it; for an import the path.
    pub ty: String,
    /// The variable, for a declaration of a variable.
    pub global: Option<GlobalId>,
    /// The value of a constant, as messages show it.
    pub value: Option<String>,
}

/// A session: a checker whose state persists, and the arena of its syntax trees.
pub struct Session<'a> {
    checker: Checker<'a>,
    store: &'a SyntaxStore,
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
    /// Makes a session without inputs. `library_paths` returns the import paths of the library, for hints.
    #[must_use]
    pub fn new(store: &'a SyntaxStore, library_paths: fn() -> Vec<&'static str>) -> Self {
        let mut checker = Checker::new(Cow::Owned(SourceMap::new()), &store.decls);
        checker.library_paths = library_paths;
        let scope = checker.new_scope(Some(checker.universe.scope));
        let main = checker.add_package("main".into(), "main".into(), scope, false);
        checker.session_state = Some(Box::new(SessionState::new(main)));
        Self { checker, store }
    }

    /// The source texts of the session.
    #[must_use]
    pub fn sources(&self) -> &SourceMap {
        &self.checker.sources
    }

    /// Sets the path and name of the package that contains the inputs (at first `main`). Works only before anything has
    /// been declared, since declared objects keep their package. Reports whether the package has been renamed.
    pub fn rename_package(&mut self, path: &str, name: &str) -> bool {
        let inputs = self.checker.session_state.as_ref().expect("only sessions have inputs");
        if inputs.latest_objects().next().is_some() {
            return false;
        }
        let main = inputs.main_pkg.0 as usize;
        let package = &mut self.checker.packages[main];
        (package.path, package.name) = (path.into(), name.into());
        let package = &mut self.checker.types.packages[main];
        (package.path, package.name) = (path.into(), name.into());
        true
    }

    /// The import path of the package that contains the inputs.
    #[must_use]
    pub fn package(&self) -> &Name {
        let inputs = self.checker.session_state.as_ref().expect("only sessions have inputs");
        &self.checker.packages[inputs.main_pkg.0 as usize].path
    }

    /// The source texts of the session, mutable, so that the caller can add texts.
    pub fn sources_mut(&mut self) -> &mut SourceMap {
        self.checker.sources.to_mut()
    }

    /// The number of inputs that have been checked.
    #[must_use]
    pub fn input_count(&self) -> u32 {
        self.checker.session_state.as_ref().map_or(0, |s| s.input_number)
    }

    /// Reports whether any input has declared `name`.
    #[must_use]
    pub fn declares(&self, name: &str) -> bool {
        self.checker.session_state.as_ref().is_some_and(|s| !s.objects_named(name).is_empty())
    }

    /// Reports whether `name` is predeclared.
    #[must_use]
    pub fn predeclares(&self, name: &str) -> bool {
        self.checker.scope(self.checker.universe.scope).get(name).is_some()
    }

    /// Checks an input.
    pub fn check(&mut self, input: SessionInput) -> CheckedInput {
        self.check_session_input(input, false)
    }

    /// Makes `_` denote `value`. The caller calls this once the input whose
    /// [`underscore_var`](CheckedInput::underscore_var) is `value` has run to its end.
    pub fn set_underscore(&mut self, value: GlobalId) {
        self.checker.publish_underscore(value);
    }

    /// Checks an input and undoes it. The result contains only diagnostics and the types of the input's last
    /// expression.
    pub fn check_only(&mut self, input: SessionInput) -> CheckedInput {
        self.check_session_input(input, true)
    }

    fn check_session_input(&mut self, input: SessionInput, only: bool) -> CheckedInput {
        let SessionInput {
            name,
            is_query,
            packages,
            parsed,
            files,
            imports,
            missing_imports: missing,
        } = input;
        let mark = self.checker.record_sizes();
        for package in packages {
            self.add_package(package);
        }
        let ParsedInput { imports: imported, decls, body, final_expr_count: listed, .. } = parsed;
        let decls = self.store.input_decls.alloc(decls);
        let main = PackageInput {
            path: self.package().clone(),
            files: Vec::new(),
            indexed: None,
            is_library: false,
            is_sandboxed: false,
            imports,
            missing_imports: missing,
            go_version: LANGUAGE_VERSION,
        };
        let store = self.store;
        let files = files.into_iter().map(|SessionFile { file, version }| {
            let decls: &'a [ast::Decl] = store.input_decls.alloc(file.decls);
            // As in a package, a file may request an older language version than its module's, but none before 1.21.
            let version = file.go_version.map_or(version, |v| v.max((1, 21)));
            NewFile { import_specs: file.imports, decls, version }
        });
        let files: Vec<NewFile<'a>> = files.collect();
        let (imported, body, name) = (&imported[..], &body, &name);
        let declared = NewInput {
            name,
            is_query,
            import_specs: imported,
            decls,
            body,
            final_expr_count: listed,
            files: &files,
        };
        self.checker.check_input(mark, &declared, &main, only)
    }

    /// Adds a package of the library or of the user's modules.
    fn add_package(&mut self, package: PackageInput) {
        let package = self.store.packages.alloc(package);
        let checker = &mut self.checker;
        let pkg = checker.load_package(package);
        checker.collect_package_decls(pkg, package);
        if !package.is_library {
            checker.check_package(pkg);
        }
    }

    /// Calls `look` with the program as checked so far.
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

    /// Drops the bodies of the session's own functions once their code has been generated. The bodies are not needed
    /// for inlining, because a later input may replace the functions.
    pub fn forget_bodies(&mut self) {
        let Some(session) = &mut self.checker.session_state else { return };
        let main = session.main_pkg;
        let from = std::mem::replace(&mut session.generated_func_count, self.checker.funcs.len());
        for func in self.checker.funcs[from..].iter_mut().filter(|func| func.pkg == main) {
            if let Body::Block(list) = &mut func.body {
                *list = Vec::new();
            }
        }
    }

    /// The current declarations of all inputs, sorted by name, without those that have been declared again since.
    #[must_use]
    pub fn current_declarations(&mut self) -> Vec<SessionDeclaration> {
        let latest =
            self.checker.session_state.as_ref().map(|s| {
                s.latest_objects().map(|(name, obj)| (name.clone(), obj)).collect::<Vec<_>>()
            });
        let mut all: Vec<SessionDeclaration> = latest
            .into_iter()
            .flatten()
            .filter_map(|(name, obj)| self.checker.declared_object(name, obj))
            .collect();
        all.small_sort_by(|a, b| a.name.cmp(&b.name));
        all
    }

    /// The import path of the package that `name` denotes; `None` if the name denotes no package.
    #[must_use]
    pub fn package_named(&mut self, name: &str) -> Option<Name> {
        let session = self.checker.session_state.as_ref()?;
        let obj = session.find(session.input_number, name)?;
        match self.checker.object(obj).kind {
            ObjectKind::Package(PkgId(pkg)) => {
                Some(self.checker.packages[pkg as usize].path.clone())
            }
            _ => None,
        }
    }
}
