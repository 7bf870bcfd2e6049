//! The errors for packages that cannot be loaded, in the words of the go command.

use std::path::{Path, PathBuf};

use super::file_selection;
use super::fs_view::{EntryKind, FsView};
use crate::errno;

/// The reason why the package that the user named cannot be loaded, as a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoadError {
    /// Packages import each other in a cycle: no package that imports one of them can be loaded.
    Cycle(String),
    /// Another reason.
    Other(String),
}

impl LoadError {
    /// The message.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Cycle(text) | Self::Other(text) => text,
        }
    }
}

/// The error for a directory without files that belong to a package.
pub(super) fn no_files_error(fs: &FsView, path: &str, dir: &Path) -> LoadError {
    let full = fs.canonical(dir).unwrap_or_else(|| dir.into());
    let go = |name: &PathBuf| name.extension().is_some_and(|e| e == "go");
    let constrained = || {
        fs.entries(dir).iter().any(|(name, kind)| {
            *kind == EntryKind::File
                && go(name)
                && !file_selection::is_test_file(&name.to_string_lossy())
        })
    };
    LoadError::Other(match dir.extension().is_some_and(|e| e == "go") {
        true => format!("{} is a directory, should be a Go file", dir.display()),
        false if constrained() => {
            format!("package {path}: build constraints exclude all Go files in {}", full.display())
        }
        false => format!("no Go files in {}", full.display()),
    })
}

/// The error for a file that cannot be read; like Go's error it names the failing system call.
pub(super) fn read_error(path: &Path, error: &std::io::Error) -> LoadError {
    let call = if std::fs::metadata(path).is_ok() { "open" } else { "stat" };
    LoadError::Other(format!("{call} {}: {}", path.display(), errno::text(error)))
}
