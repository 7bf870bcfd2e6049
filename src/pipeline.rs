//! The stages from files to a typed program, one line each.

use crate::load::fs_view::FsView;
use crate::load::{self, LoadError, Loaded, NamedPackage};
use crate::options::Target;
use minigo_syntax::diagnostic::{Code, Diagnostic, Severity};
use minigo_syntax::source::SourceMap;
use minigo_types::Input;
use minigo_types::program::Program;

/// A package that went through the checker.
#[derive(Debug)]
pub struct Checked {
    /// All texts.
    pub sources: SourceMap,
    /// The typed program, if there are no errors.
    pub program: Option<Program>,
    /// What was found, in the order of places.
    pub diagnostics: Vec<Diagnostic>,
    /// The packages, in the order in which they are reported on.
    pub packages: Vec<NamedPackage>,
    /// Whether the package that was named is a program.
    pub is_main: bool,
    /// What GODEBUG is for it unless the environment says otherwise.
    pub godebug: String,
}

impl Checked {
    /// Whether anything found is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }
}

/// How to check.
#[derive(Clone, Copy, Debug)]
pub struct CheckOptions {
    /// The language version, if it is not that of go.mod.
    pub language: Option<(u32, u32)>,
    /// Whether functions must have bodies.
    pub require_bodies: bool,
    /// Whether to warn about what is valid but certainly wrong.
    pub warn: bool,
}

/// Loads, parses and checks.
///
/// # Errors
/// [`LoadError`] when there is nothing to check.
pub fn check(fs: &FsView, target: &Target, options: CheckOptions) -> Result<Checked, LoadError> {
    Ok(check_loaded(load(fs, target, options)?, options))
}

/// Loads and parses.
///
/// # Errors
/// [`LoadError`] when there is nothing to check.
pub fn load(fs: &FsView, target: &Target, options: CheckOptions) -> Result<Loaded, LoadError> {
    load::load(fs, target, options.language)
}

/// Checks what was loaded.
#[must_use]
pub fn check_loaded(loaded: Loaded, options: CheckOptions) -> Checked {
    let Loaded { sources, packages, named, diagnostics, godebug, own_tested: _ } = loaded;
    let is_main = packages.last().is_some_and(|p| p.path == "main");
    // As gc does: types are looked at once the syntax is right, even if a literal or a character is not.
    let fatal =
        [Code::Syntax, Code::NestedTooDeeply, Code::InternalPackage, Code::InvalidDirective];
    if diagnostics.as_slice().iter().any(|d| fatal.contains(&d.code)) {
        let diagnostics = diagnostics.into_sorted();
        return Checked { sources, program: None, diagnostics, packages: named, is_main, godebug };
    }
    let require_bodies = options.require_bodies;
    let library_tasks = minigo_stdlib::init_task;
    let library_paths = || minigo_stdlib::paths().collect();
    let input = Input {
        sources: &sources,
        diagnostics,
        packages,
        require_bodies,
        library_tasks,
        library_paths,
        record: options.warn.then_some(minigo_vet::RECORD),
    };
    let outcome = minigo_types::check(&input);
    let mut diagnostics = outcome.diagnostics;
    if let Some(info) = outcome.info.filter(|_| !diagnostics.has_errors()) {
        diagnostics.extend(minigo_vet::vet(&sources, &input.packages, &info));
    }
    let diagnostics = diagnostics.into_sorted();
    let program = outcome.program;
    Checked { sources, program, diagnostics, packages: named, is_main, godebug }
}
