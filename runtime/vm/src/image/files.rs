//! The absolute names of the program's files, as package runtime returns them.
//!
//! Messages name files as the user does, relative to the directory in which minigo was started; programs must find the
//! files from any later working directory.

use crate::host::Host;
use crate::image::lines::LIBRARY_PREFIX;
use minigo_bytecode::program::FileNames;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

/// The text before the import path in the name of a library file.
const LIBRARY_SOURCES: &str = "$GOROOT/src/";

/// The name of a file in messages. Names that are relative to the directory in which the program was started stay
/// relative.
pub(crate) fn shown_name(form: FileNames, name: &str) -> &str {
    match form {
        FileNames::Trimmed => name.strip_prefix(LIBRARY_SOURCES).unwrap_or(name),
        FileNames::Relative | FileNames::Whole => name,
    }
}

/// The absolute names of the program's files, computed at the first request.
#[derive(Default)]
pub(crate) struct ProgramFileNames {
    name_form: FileNames,
    /// The working directory at the program's start, if it is known and file names are relative to it.
    start_directory: Option<PathBuf>,
    names: OnceLock<Box<[Box<str>]>>,
}

impl ProgramFileNames {
    pub(crate) fn new(form: FileNames, host: &dyn Host) -> Self {
        let relative = form == FileNames::Relative;
        let start = relative.then(|| host.getcwd().ok()).flatten();
        let start = start.and_then(|dir| String::from_utf8(dir).ok());
        Self { name_form: form, start_directory: start.map(PathBuf::from), names: OnceLock::new() }
    }

    /// The name of a file of package runtime as the program sees the name.
    pub(crate) fn runtime_name(&self, name: &'static str) -> &'static str {
        shown_name(self.name_form, name)
    }

    /// The absolute name of file `number` of a program with these files.
    pub(crate) fn name<'a>(&'a self, files: &'a [impl AsRef<str>], number: u32) -> &'a str {
        let all = || files.iter().map(|name| self.absolute_path(name.as_ref())).collect();
        let absolute = self.names.get_or_init(all).get(number as usize).map(|name| &**name);
        // Files that a session adds later are inputs, which have no directory.
        absolute.or_else(|| files.get(number as usize).map(AsRef::as_ref)).unwrap_or("?")
    }

    fn absolute_path(&self, name: &str) -> Box<str> {
        let plain =
            name.starts_with('/') || name.starts_with(LIBRARY_PREFIX) || name.starts_with('<');
        match &self.start_directory {
            Some(start) if !plain => clean_path(&start.join(name)).to_string_lossy().into(),
            _ => shown_name(self.name_form, name).into(),
        }
    }
}

/// The path without `.` and `..`, as far as that is possible without the file system.
fn clean_path(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_absolute_where_they_can_be() {
        let files = ProgramFileNames {
            start_directory: Some("/work/dir".into()),
            ..ProgramFileNames::default()
        };
        let all = ["./a.go", "p/b.go", "../c.go", "/x/d.go", "$GOROOT/src/fmt/print.go", "<stdin>"];
        let want = [
            "/work/dir/a.go",
            "/work/dir/p/b.go",
            "/work/c.go",
            "/x/d.go",
            "$GOROOT/src/fmt/print.go",
            "<stdin>",
            "?",
        ];
        for (n, want) in want.into_iter().enumerate() {
            assert_eq!(files.name(&all, n as u32), want);
        }
        assert_eq!(ProgramFileNames::default().name(&all, 0), "./a.go");
        let trimmed =
            ProgramFileNames { name_form: FileNames::Trimmed, ..ProgramFileNames::default() };
        assert_eq!(trimmed.name(&all, 4), "fmt/print.go");
    }
}
