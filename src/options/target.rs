//! What words of the command line name: files, a directory, the tests of a package.

use super::coverage::Coverage;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The package the user named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// These files.
    Files(Vec<PathBuf>),
    /// All files of a directory that belong to a build.
    Directory(PathBuf),
    /// The tests of a package.
    Tests(Tests),
    /// Standard input.
    Stdin,
    /// The function Main of this package of the library, which is a program of a command.
    Own(&'static str),
}

/// A package whose tests are to be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tests {
    /// Its directory, or the files that make it up.
    pub paths: Vec<PathBuf>,
    /// Its import path, if it belongs to a module that the one in the working directory depends on.
    pub import_path: Option<String>,
    /// What of the program's packages is counted.
    pub coverage: Option<Coverage>,
}

impl Tests {
    /// Where the tests run.
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
    /// Takes the words that name a package from the front; the rest are the program's arguments.
    #[must_use]
    pub fn split(words: &[OsString]) -> (Self, &[OsString]) {
        let files = words.iter().take_while(|w| is_go_file(w)).count();
        if files > 0 {
            let (files, rest) = words.split_at(files);
            return (Self::Files(files.iter().map(PathBuf::from).collect()), rest);
        }
        match words.split_first() {
            Some((first, rest)) if first == "-" => (Self::Stdin, rest),
            // A script, or a pipe of the shell.
            Some((first, rest)) if Path::new(first).metadata().is_ok_and(|it| !it.is_dir()) => {
                (Self::Files(vec![first.into()]), rest)
            }
            Some((first, rest)) => (Self::Directory(first.into()), rest),
            None => (Self::Directory(".".into()), &[]),
        }
    }

    /// The directory in which go.mod is looked for.
    #[must_use]
    pub fn directory(&self) -> PathBuf {
        let directory = match self {
            Self::Tests(tests) => tests.directory(),
            Self::Files(files) => parent(&files[0]),
            Self::Directory(directory) => directory.clone(),
            Self::Stdin | Self::Own(_) => PathBuf::new(),
        };
        if directory.as_os_str().is_empty() { ".".into() } else { directory }
    }
}

/// Whether a word names a Go file.
pub(super) fn is_go_file(word: impl AsRef<Path>) -> bool {
    let path = word.as_ref();
    path.extension().is_some_and(|e| e == "go") && !path.is_dir()
}
