//! The input of a check.

use crate::info::RecordRequest;
use minigo_syntax::Keyword;
use minigo_syntax::ast::{self, Name};
use minigo_syntax::deadline::Deadline;
use minigo_syntax::diagnostic::Diagnostics;
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::{FileId, SourceMap};
use std::fmt::Debug;

/// The input of a check: packages and their sources.
#[derive(Debug)]
pub struct Input<'i> {
    /// The source texts.
    pub sources: &'i SourceMap,
    /// The diagnostics of earlier stages.
    pub diagnostics: Diagnostics,
    /// The packages, each after the packages that it imports.
    pub packages: Vec<PackageInput>,
    /// Whether functions of user packages must have bodies.
    pub requires_bodies: bool,
    /// Looks up the initialisation of packages of Go's own library.
    pub library_init_tasks: LibraryInitTasks,
    /// Returns the import paths of the library's packages, for hints.
    pub library_paths: fn() -> Vec<&'static str>,
    /// When the check gives up: its outcome has no program then.
    pub deadline: Deadline,
    /// Requests that the findings about the source be recorded.
    pub record_request: Option<RecordRequest>,
}

/// Looks up a package of Go's own library by its path; `None` if the package has nothing to initialise. For a package
/// with something to initialise the result is its path and, separated by blanks, the paths of the imported packages
/// that have something to initialise.
pub type LibraryInitTasks = fn(&str) -> Option<(&'static str, &'static str)>;

/// One package.
#[derive(Debug)]
pub struct PackageInput {
    /// The import path; `main` for the main package.
    pub path: Name,
    /// The syntax trees of the files, if the package has been parsed.
    pub files: Vec<ast::File>,
    /// The package's index, if the package has not been parsed. Only packages of the library are indexed.
    pub indexed: Option<IndexedPackage>,
    /// Whether the package belongs to the library: only declarations that the program reaches are checked.
    pub is_library: bool,
    /// Whether the package reaches memory only as Go's types allow: the import of unsafe, syscall or cgo, functions
    /// without a body, `//go:linkname`, conversions of values of type `unsafe.Pointer` to other pointers, and the use
    /// of functions of other packages with such a parameter are errors. An embedder's programs are sandboxed.
    pub is_sandboxed: bool,
    /// For each import path as written, the index of the package in [`Input::packages`]. A path that is missing here
    /// could not be loaded.
    pub imports: HashMap<Name, usize>,
    /// For each import path that could not be loaded, the reason.
    pub missing_imports: HashMap<Name, String>,
    /// The language version, as `(1, 27)`.
    pub go_version: (u32, u32),
}

/// The number of a declaration in an indexed package.
pub type DeclNumber = u16;

/// The index of a package: its declared names and their places, known before any of the package is parsed.
pub trait PackageIndex: Debug {
    /// The name in the package clauses.
    fn package_name(&self) -> &str;
    /// The number of the declaration of `name`.
    fn find_decl(&self, name: &str) -> Option<DeclNumber>;
    /// All declared names, sorted.
    fn decl_names(&self) -> Vec<&str>;
    /// The bytes in which a declaration lies.
    fn decl_location(&self, decl: DeclNumber) -> DeclLocation;
    /// The methods of the type that a declaration declares.
    fn methods(&self, decl: DeclNumber) -> Vec<Method<'_>>;
    /// The init functions.
    fn init_funcs(&self) -> &[DeclNumber];
    /// The imports of a file: for each the local name (empty if none is written) and the path.
    fn imports(&self, file: usize) -> Vec<(&str, &str)>;
    /// Facts that only packages have that were written for Go's own compiler.
    fn go_compiler_package(&self) -> Option<&dyn GoCompilerPackage> {
        None
    }
}

/// The facts about a package that was not written for minigo: its initialisation may have effects that the program does
/// not mention, and functions without a body are implemented elsewhere.
pub trait GoCompilerPackage {
    /// The variables whose initial values may come from calls.
    fn computed_vars(&self) -> &[DeclNumber];
    /// The symbol that `//go:linkname` gives the function or variable `name`: a package's path, a dot and a name.
    fn link_name(&self, name: &str) -> Option<&str>;
    /// The function of this package that other packages link to under the symbol `link_name`.
    fn linked_func(&self, link_name: &str) -> Option<&str>;
    /// Reports whether functions without a body in this file are natives: the file belongs to minigo's own version of
    /// the package, which is loaded together with the tests of Go's.
    fn has_natives(&self, file: FileId) -> bool;
}

/// The place of a declaration: a range of bytes in a file.
#[derive(Clone, Copy, Debug)]
pub struct DeclLocation {
    /// The number of the file in the package.
    pub file: usize,
    /// The offset of the first byte.
    pub start: usize,
    /// The offset after the last byte.
    pub end: usize,
    /// The offset of the brace that begins the body, for a function that has a body. The closing brace is the last byte
    /// before `end`.
    pub body: Option<usize>,
    /// The keyword to read before the text, if the declaration stands in a group.
    pub keyword: Option<Keyword>,
}

/// A method of a type.
#[derive(Clone, Copy, Debug)]
pub struct Method<'i> {
    /// The name.
    pub name: &'i str,
    /// Whether the receiver is a pointer.
    pub has_pointer_receiver: bool,
    /// The number of the file in the package.
    pub file: usize,
    /// The offset of the method's name in that file.
    pub name_offset: usize,
    /// The number of the method's declaration.
    pub decl: DeclNumber,
}

/// A package that has an index instead of syntax trees.
#[derive(Debug)]
pub struct IndexedPackage {
    /// The index of the package.
    pub index: Box<dyn PackageIndex>,
    /// The files in the order of their numbers in the index.
    pub files: Vec<FileId>,
}
