//! From what the user named to a program: one line a stage, nothing else.

use crate::loader::{self, Library, LoadError, Loaded};
use crate::options::Target;
use minigo_syntax::diagnostic::Diagnostic;
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
}

/// How to check.
#[derive(Clone, Copy, Debug)]
pub struct CheckOptions {
    /// The language version, if it is not that of go.mod.
    pub language: Option<(u32, u32)>,
    /// Whether functions must have bodies.
    pub require_bodies: bool,
    /// The sources of library packages.
    pub library: Library,
}

/// Loads, parses and checks.
///
/// # Errors
/// [`LoadError`] when there is nothing to check.
pub fn check(target: &Target, options: CheckOptions) -> Result<Checked, LoadError> {
    let loaded = loader::load(target, options.language, options.library)?;
    let Loaded { sources, packages, mut diagnostics } = loaded;
    if diagnostics.has_errors() {
        // As gc does: types are looked at only once the syntax is right.
        return Ok(Checked { sources, program: None, diagnostics: diagnostics.into_sorted() });
    }
    let require_bodies = options.require_bodies;
    let input = Input { sources: &sources, packages, require_bodies };
    let outcome = minigo_types::check(input);
    diagnostics.extend(outcome.diagnostics);
    let program = if diagnostics.has_errors() { None } else { outcome.program };
    Ok(Checked { sources, program, diagnostics: diagnostics.into_sorted() })
}
