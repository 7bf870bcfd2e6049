//! The target of a command, as the words of the command line name it: files, a directory, or the tests of a package.

use super::coverage::Coverage;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The package the user named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// The package that consists of these files.
    Files(Vec<PathBuf>),
    /// All files of a directory that belong to a build.
    Directory(PathBuf),
    /// The tests of a package.
    Tests(Tests),
    /// The program on standard input.
    Stdin,
    /// The program of an embedder, which is in memory.
    Embedded(Arc<EmbeddedProgram>),
    /// The library package with this import path, whose function Main is the program of a command.
    Own(&'static str),
}

/// A program whose packages are texts in memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EmbeddedProgram {
    /// The text of the main package's file.
    pub main: String,
    /// The other packages by import path: the names and texts of their files.
    pub packages: BTreeMap<String, Vec<(String, String)>>,
    /// The import paths of the program's packages whose functions are written in Rust.
    pub native_packages: BTreeSet<String>,
}

/// A package whose tests are to be run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tests {
    /// The package's directory, or the files that make up the package.
    pub paths: Vec<PathBuf>,
    /// The package's import path, if it belongs to a module that the one in the working directory depends on.
    pub import_path: Option<String>,
    /// The packages whose statements are counted.
    pub coverage: Option<Coverage>,
}

impl Tests {
    /// The tests of the package in a directory, or of these files, without counting statements.
    #[must_use]
    pub fn of_path(path: PathBuf) -> Self {
        Self { paths: vec![path], import_path: None, coverage: None }
    }

    /// The directory in which the tests run.
    #[must_use]
    pub fn directory(&self) -> PathBuf {
        let first = &self.paths[0];
        let directory = if is_go_file(first) { parent(first) } else { first.clone() };
        if directory.as_os_str().is_empty() { ".".into() } else { directory }
    }
}

fn parent(file: &Path) -> PathBuf {
    file.parent().map(Path::to_path_buf).unwrap_or_default()
}

impl Target {
    /// Splits the words into the target, which the first words name, and the program's arguments.
    #[must_use]
    pub fn split(words: &[OsString]) -> (Self, &[OsString]) {
        let files = words.iter().take_while(|w| is_go_file(w)).count();
        if files > 0 {
            let (files, rest) = words.split_at(files);
            return (Self::Files(files.iter().map(PathBuf::from).collect()), rest);
        }
        match words.split_first() {
            Some((first, rest)) if first == "-" => (Self::Stdin, rest),
            // The word names a script without the extension .go, or a pipe of the shell.
            Some((first, rest)) if Path::new(first).metadata().is_ok_and(|it| !it.is_dir()) => {
                (Self::Files(vec![first.into()]), rest)
            }
            Some((first, rest)) => (Self::Directory(first.into()), rest),
            None => (Self::Directory(".".into()), &[]),
        }
    }

    /// The directory at which the search for go.mod begins.
    #[must_use]
    pub fn directory(&self) -> PathBuf {
        let directory = match self {
            Self::Tests(tests) => tests.directory(),
            Self::Files(files) => parent(&files[0]),
            Self::Directory(directory) => directory.clone(),
            Self::Stdin | Self::Own(_) | Self::Embedded(_) => PathBuf::new(),
        };
        if directory.as_os_str().is_empty() { ".".into() } else { directory }
    }
}

/// Reports whether a word names a Go file.
pub(super) fn is_go_file(word: impl AsRef<Path>) -> bool {
    let path = word.as_ref();
    path.extension().is_some_and(|e| e == "go") && !path.is_dir()
}
