//! The stages from files to a typed program, one line each.

use crate::load::fs_view::FsView;
use crate::load::{self, LoadError, LoadedProgram, NamedPackage};
use crate::options::Target;
use minigo_bytecode::program::Program as BcProgram;
use minigo_syntax::deadline::Deadline;
use minigo_syntax::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use minigo_syntax::source::{Pos, SourceMap};
use minigo_types::Input;
use minigo_types::program::Program;

/// A package after type checking.
#[derive(Debug)]
pub struct CheckedProgram {
    /// The source texts of all packages.
    pub sources: SourceMap,
    /// The typed program, if there are no errors.
    pub program: Option<Program>,
    /// The diagnostics, in the order of their positions.
    pub diagnostics: Vec<Diagnostic>,
    /// The packages, in the order in which they are reported on.
    pub packages: Vec<NamedPackage>,
    /// Whether the package that the user named is a program (a package `main`).
    pub is_main: bool,
    /// The program's value of GODEBUG unless the environment sets one.
    pub godebug: String,
    /// The positions at which a package had too many errors: its further errors are not among the diagnostics.
    pub too_many_errors: Vec<Pos>,
}

impl CheckedProgram {
    /// Reports whether a diagnostic is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }
}

/// How a package is checked.
#[derive(Clone, Copy, Debug)]
pub struct CheckOptions {
    /// The language version, if it is not that of go.mod.
    pub language: Option<(u32, u32)>,
    /// Whether functions must have bodies.
    pub require_bodies: bool,
    /// Whether to warn about code that is valid but certainly wrong.
    pub warns: bool,
    /// Whether to report all errors of a package instead of the first ten, as gc does.
    pub all_errors: bool,
    /// When the check gives up: [`CheckedProgram`] has no program then.
    pub deadline: Deadline,
}

/// The number of errors of one package that gc prints.
const MAX_ERRORS: usize = 10;

/// Drops the errors of each package after its first ten, as gc does. Returns the position of each tenth error.
fn keep_first_errors(
    sources: &SourceMap,
    packages: &[NamedPackage],
    found: &mut Diagnostics,
) -> Vec<Pos> {
    let mut counts = vec![0; packages.len()];
    let mut too_many = Vec::new();
    found.retain(|d| {
        // The go command reports all errors of imports and directives before gc begins, so these errors are not among
        // the ten.
        let of_go_command = matches!(d.code, Code::BrokenImport | Code::InvalidDirective);
        if d.severity != Severity::Error || of_go_command {
            return true;
        }
        let file = sources.file_of(d.span.start).map(|file| file.id);
        let has_file = |package: &NamedPackage| file.is_some_and(|f| package.files.contains(&f));
        let Some(package) = packages.iter().position(has_file) else { return true };
        counts[package] += 1;
        if counts[package] == MAX_ERRORS {
            too_many.push(d.span.start);
        }
        counts[package] <= MAX_ERRORS
    });
    too_many
}

/// Returns, for each package, whether the user named it: the user has named the packages under test, or else the last
/// package; the others are imported.
fn named_by_user(packages: &[NamedPackage]) -> Vec<bool> {
    let of_tests: Vec<bool> = packages.iter().map(|p| p.path.ends_with(".test]")).collect();
    if of_tests.contains(&true) {
        return of_tests;
    }
    (1..=packages.len()).map(|number| number == packages.len()).collect()
}

/// Loads, parses and checks the target's packages.
///
/// # Errors
/// Returns [`LoadError`] when there is no package to check.
pub fn check(
    fs: &FsView,
    target: &Target,
    options: CheckOptions,
) -> Result<CheckedProgram, LoadError> {
    Ok(check_loaded(load_packages(fs, target, options)?, options))
}

/// Loads and parses the target's packages.
///
/// # Errors
/// Returns [`LoadError`] when there is no package to check.
pub fn load_packages(
    fs: &FsView,
    target: &Target,
    options: CheckOptions,
) -> Result<LoadedProgram, LoadError> {
    load::load(fs, target, options.language)
}

/// Checks packages that [`load()`] has loaded.
#[must_use]
pub fn check_loaded(loaded: LoadedProgram, options: CheckOptions) -> CheckedProgram {
    let LoadedProgram { sources, packages, named, mut diagnostics, godebug, .. } = loaded;
    let first_errors = |found: &mut Diagnostics| match options.all_errors {
        true => Vec::new(),
        false => keep_first_errors(&sources, &named, found),
    };
    let is_main = packages.last().is_some_and(|p| p.path == "main");
    // gc checks types only after the syntax is right, but a malformed literal or character does not keep it from doing
    // so.
    let fatal =
        [Code::Syntax, Code::NestedTooDeeply, Code::InternalPackage, Code::InvalidDirective];
    if diagnostics.as_slice().iter().any(|d| fatal.contains(&d.code)) {
        let too_many = first_errors(&mut diagnostics);
        let diagnostics = diagnostics.into_sorted();
        let packages = named;
        return CheckedProgram {
            sources,
            program: None,
            diagnostics,
            packages,
            is_main,
            godebug,
            too_many_errors: too_many,
        };
    }
    let require_bodies = options.require_bodies;
    let library_tasks = minigo_stdlib::init_task;
    let library_paths = || minigo_stdlib::import_paths().collect();
    let input = Input {
        sources: &sources,
        diagnostics,
        packages,
        requires_bodies: require_bodies,
        library_init_tasks: library_tasks,
        library_paths,
        deadline: options.deadline,
        record_request: options.warns.then_some(minigo_vet::RECORD_REQUEST),
    };
    let outcome = minigo_types::check(&input);
    let mut diagnostics = outcome.diagnostics;
    if let Some(info) = outcome.info.filter(|_| !diagnostics.has_errors()) {
        let asked = named_by_user(&named);
        diagnostics.extend(minigo_vet::vet(&sources, &input.packages, &asked, &info));
    }
    let too_many = first_errors(&mut diagnostics);
    let diagnostics = diagnostics.into_sorted();
    let program = outcome.program;
    CheckedProgram {
        sources,
        program,
        diagnostics,
        packages: named,
        is_main,
        godebug,
        too_many_errors: too_many,
    }
}

/// Generates the bytecode of a checked program, as the flags and `MINIGODEBUG` say. The flags and settings can ask for
/// Go's layout for all interface values, not only for those whose words the program reads (tests use both layouts), for
/// code that detects data races, and for some passes to be left out.
///
/// # Errors
/// Returns the errors of [`minigo_codegen::generate`].
pub fn generate(
    fs: &FsView,
    program: &Program,
    sources: &SourceMap,
    deadline: Deadline,
) -> Result<BcProgram, Diagnostics> {
    let settings = minigo_codegen::Settings {
        uses_go_interface_layout: fs
            .minigodebug_setting("golayout")
            .is_some_and(|value| value == "1"),
        is_race_instrumented: fs.build_flags().is_ok_and(|flags| flags.race),
        is_debugged: fs.is_for_debugger(),
        // Loading has refused unknown names of passes.
        passes: load::enabled_passes(fs).unwrap_or_default(),
        deadline,
    };
    minigo_codegen::generate(program, sources, settings)
}
