//! The directories of packages in modules.

use minigo_syntax::small_sort::SmallSort as _;
use std::path::{Path, PathBuf};

use crate::imports::{self, FileFilter};
use crate::path::has_prefix;
use crate::project::{MainModule, Project};

/// The directory of a package in a module, if it has Go files.
#[must_use]
pub fn package_directory(root: &Path, local: bool, module: &str, package: &str) -> Option<PathBuf> {
    let below = package.strip_prefix(module)?.trim_start_matches('/');
    let dir = if below.is_empty() { root.to_path_buf() } else { root.join(below) };
    if local {
        // If a directory between the module's root and the package has a `go.mod` or is a vendor directory, the package
        // belongs to another module.
        let mut at = dir.as_path();
        while at != root {
            if at.join("go.mod").is_file() {
                return None;
            }
            at = at.parent()?;
        }
        if below == "vendor" || below.starts_with("vendor/") {
            return None;
        }
    }
    has_go_files(&dir).then_some(dir)
}

fn has_go_files(dir: &Path) -> bool {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    entries
        .into_iter()
        .any(|entry| entry.file_name().to_string_lossy().ends_with(".go") && entry.path().is_file())
}

/// The packages of a module in a directory and below it, sorted by directory.
#[must_use]
pub fn packages_below(root: &Path, path: &str, ignored: &[String]) -> Vec<String> {
    let mut out = Vec::new();
    let mut todo = vec![PathBuf::new()];
    while let Some(below) = todo.pop() {
        let dir = root.join(&below);
        let name = below.display().to_string();
        if has_go_files(&dir)
            && imports::of_directory(&dir, FileFilter::Any).map_or(true, |found| found.has_files)
        {
            out.push(if name.is_empty() { path.to_owned() } else { format!("{path}/{name}") });
        }
        let entries = std::fs::read_dir(&dir).into_iter().flatten().flatten();
        for entry in entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())) {
            let name = entry.file_name().to_string_lossy().into_owned();
            let below = below.join(&name);
            let shown = below.display().to_string();
            let skipped = name.starts_with(['_', '.'])
                || name == "testdata"
                || shown == "vendor"
                || entry.path().join("go.mod").is_file()
                || ignored.iter().any(|pattern| is_ignored(pattern, &shown));
            if !skipped {
                todo.push(below);
            }
        }
    }
    out.small_sort();
    out
}

/// Reports whether an `ignore` line matches a directory or one above it: `./x` matches the directory at this path, `x`
/// every directory with this name.
fn is_ignored(pattern: &str, below: &str) -> bool {
    match pattern.strip_prefix("./") {
        Some(rest) => has_prefix(below, rest),
        None => has_prefix(below, pattern) || below.ends_with(&format!("/{pattern}")),
    }
}

/// The import paths of the packages in the main modules, and of their tools.
#[must_use]
pub fn main_packages(project: &Project<'_>) -> Vec<String> {
    let mut out: Vec<String> = project.mains.iter().flat_map(packages_of).collect();
    if project.mains.len() > 1 {
        out.small_sort();
    }
    out
}

/// The import paths of the packages in a main module, and of its tools.
#[must_use]
pub fn packages_of(main: &MainModule) -> Vec<String> {
    let mut out = packages_below(&main.dir, &main.path, &main.file.ignores);
    out.extend(main.file.tools.iter().cloned());
    out
}
