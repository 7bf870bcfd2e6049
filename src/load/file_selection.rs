//! File selection: which files of a directory belong to its package on linux/amd64, by their names and build
//! constraints, as in go/build.

use std::path::{Path, PathBuf};

use minigo_syntax::constraint;
use minigo_syntax::file_name::{matches_file_name, names_architecture};

use super::fs_view::FsView;

/// Reports whether the name is that of a test file.
#[must_use]
pub fn is_test_file(name: &str) -> bool {
    name.ends_with("_test.go")
}

/// Reports whether a file with this name can belong to the package, without its tests.
#[must_use]
pub fn name_matches(name: &str) -> bool {
    !is_test_file(name) && name_matches_tests(name)
}

/// Reports whether a file with this name can belong to the package or its tests.
#[must_use]
pub fn name_matches_tests(name: &str) -> bool {
    name.ends_with(".go")
        && !name.starts_with(['_', '.'])
        && matches_file_name(name, &constraint::is_tag_set)
}

/// Reports whether the name contains no processor.
#[must_use]
pub fn is_for_any_processor(name: &str) -> bool {
    !names_architecture(name)
}

/// Reports whether the `//go:build` line of a text in any language is satisfied or, if it has none, its `// +build`
/// lines.
#[must_use]
pub fn constraint_matches(fs: &FsView, text: &str, reading: FileRules) -> bool {
    let is_set = |tag: &str| match tag {
        "amd64" if reading.leaves_out_processor_files => false,
        "purego" | "noasm" if reading.without_assembly => true,
        _ => constraint::is_tag_set(tag) || fs.has_tag(tag),
    };
    constraint::is_satisfied(text, &is_set)
}

/// The rules by which the files of a directory are chosen and read.
#[derive(Clone, Copy, Debug, Default)]
pub struct FileRules {
    /// Whether test files are read too.
    pub includes_tests: bool,
    /// Whether the files hardly ever change: a stored program then remembers only their hashes.
    pub is_installed: bool,
    /// Whether the package has assembly, for which Go code is taken instead.
    pub without_assembly: bool,
    /// Whether files for this processor are left out.
    pub leaves_out_processor_files: bool,
}

/// The files of `dir` that belong to its package, in order, with their bytes.
///
/// # Errors
/// Returns the error of the system call on the directory or a file.
pub fn read_dir(
    fs: &FsView,
    dir: &Path,
    reading: FileRules,
) -> std::io::Result<Vec<(PathBuf, Vec<u8>)>> {
    let mut files = Vec::new();
    for name in fs.file_names(dir, reading.includes_tests)? {
        if reading.leaves_out_processor_files && !is_for_any_processor(&name.to_string_lossy()) {
            continue;
        }
        let path = dir.join(name);
        let bytes = if reading.is_installed { fs.read_installed(&path) } else { fs.read(&path) }?;
        if constraint_matches(fs, &String::from_utf8_lossy(&bytes), reading) {
            files.push((path, bytes));
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_choose_the_system() {
        for name in ["a.go", "a_linux.go", "a_linux_amd64.go", "linux.go", "windows.go", "a_b.go"] {
            assert!(name_matches(name), "{name}");
        }
        for name in ["a_windows.go", "a_arm64.go", "a_test.go", "a_windows_amd64.go", "_a.go"] {
            assert!(!name_matches(name), "{name}");
        }
    }
}
