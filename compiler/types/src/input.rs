//! What is to be checked.

use crate::info::Record;
use minigo_syntax::Keyword;
use minigo_syntax::ast::{self, Name};
use minigo_syntax::diagnostic::Diagnostics;
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::{FileId, SourceMap};
use std::fmt::Debug;

/// What is to be checked.
#[derive(Debug)]
pub struct Input<'i> {
    /// The source texts.
    pub sources: &'i SourceMap,
    /// What earlier stages found.
    pub diagnostics: Diagnostics,
    /// The packages, each after those it imports.
    pub packages: Vec<PackageInput>,
    /// Whether functions of user packages must have bodies.
    pub require_bodies: bool,
    /// What Go's own library initialises.
    pub library_tasks: LibraryTasks,
    /// The import paths of the library's packages, for hints.
    pub library_paths: fn() -> Vec<&'static str>,
    /// Whether to record what is found out about the source.
    pub record: Option<Record>,
}

/// Looks up a package of Go's own library that has anything to initialise: its path and, separated by blanks, the paths
/// of those of its imports that have something to initialise too.
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

/// A declaration of an indexed package, by its number.
pub type DeclNumber = u16;

/// What is known of a package before any of it is parsed.
pub trait Index: Debug {
    /// The name in its package clauses.
    fn name(&self) -> &str;
    /// The declaration of a name.
    fn find(&self, name: &str) -> Option<DeclNumber>;
    /// All names, sorted.
    fn names(&self) -> Vec<&str>;
    /// Where a declaration lies.
    fn location(&self, decl: DeclNumber) -> Location;
    /// The methods of the type that a declaration declares.
    fn methods(&self, decl: DeclNumber) -> Vec<Method<'_>>;
    /// The init functions.
    fn inits(&self) -> &[DeclNumber];
    /// The imports of a file: the name given, or nothing, and the path.
    fn imports(&self, file: usize) -> Vec<(&str, &str)>;
    /// What only packages have that were written for Go's own compiler.
    fn foreign(&self) -> Option<&dyn Foreign> {
        None
    }
}

/// What is known of a package that was not written for minigo: its initialisation may have effects that nothing in the
/// program mentions, and functions without body are elsewhere.
pub trait Foreign {
    /// The variables whose values may come from calls.
    fn computed(&self) -> &[DeclNumber];
    /// What the function or variable of this name is linked to (`//go:linkname`): the path of a package, a dot, a name.
    fn link_name(&self, name: &str) -> Option<&str>;
    /// The function that is called so elsewhere.
    fn linked(&self, link_name: &str) -> Option<&str>;
    /// Whether functions without body that stand in this file are natives: it is one of minigo's own package, which is
    /// loaded with tests of Go's.
    fn has_natives(&self, file: FileId) -> bool;
}

/// Where a declaration lies: bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct Location {
    /// Which of the package's files it stands in.
    pub file: usize,
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// The brace that begins its body, if it is a function that has one; the body reaches up to the end.
    pub body: Option<usize>,
    /// The keyword that is to be read before the text, if it comes out of a group.
    pub keyword: Option<Keyword>,
}

/// A method of a type.
#[derive(Clone, Copy, Debug)]
pub struct Method<'i> {
    /// Its name.
    pub name: &'i str,
    /// Whether its receiver is a pointer.
    pub pointer: bool,
    /// Which of the package's files it stands in.
    pub file: usize,
    /// Where its name stands there.
    pub at: usize,
    /// Its declaration.
    pub decl: DeclNumber,
}

/// A package that is not parsed, and its files.
#[derive(Debug)]
pub struct Indexed {
    /// What is known of it.
    pub index: Box<dyn Index>,
    /// Its files in the order of their numbers.
    pub files: Vec<FileId>,
}
