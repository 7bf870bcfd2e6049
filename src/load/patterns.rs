//! Package patterns: what words such as `.`, `./...`, `example.com/m/store` and `a_test.go` name.

use std::path::{Path, PathBuf};

use super::file_selection::is_test;
use super::fs_view::FsView;
use super::missing_package;
use super::module::{Found, Module, has_dot};
use crate::errno;

/// A package that a word names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Package {
    /// Its import path. Outside modules it is that of its directory after `_`, and of files that are named one by one
    /// `command-line-arguments`.
    pub path: String,
    /// Its directory, with all links resolved; or its files.
    pub paths: Vec<PathBuf>,
    /// Whether it has test files.
    pub has_tests: bool,
    /// Why the word names no package; then it stands for the path.
    pub error: Option<String>,
}

/// The packages that the words name, each once, in their order; no word names the package in the working directory.
/// Patterns that match nothing are told to `warn`.
///
/// # Errors
/// Files that cannot be a package together, in the words of the go command.
pub fn expand(
    fs: &FsView,
    words: &[String],
    mut warn: impl FnMut(&str),
) -> Result<Vec<Package>, String> {
    if words.iter().any(|word| word.ends_with(".go")) {
        return Ok(vec![of_files(words)?]);
    }
    let here = [".".to_owned()];
    let words = if words.is_empty() { &here } else { words };
    let mut packages: Vec<Package> = Vec::new();
    for word in words {
        let found = if word.contains("...") {
            matching(fs, word)
        } else {
            directory_of(fs, word).and_then(|dir| Ok(vec![directory(fs, &dir)?]))
        };
        if found.as_ref().is_ok_and(Vec::is_empty) {
            warn(&format!("go: warning: {word:?} matched no packages"));
        }
        let wrong = |error| {
            let (path, paths) = (word.clone(), Vec::new());
            vec![Package { path, paths, has_tests: false, error: Some(error) }]
        };
        for package in found.unwrap_or_else(wrong) {
            if !packages.iter().any(|known| known.path == package.path) {
                packages.push(package);
            }
        }
    }
    Ok(packages)
}

fn of_files(words: &[String]) -> Result<Package, String> {
    if let Some(word) = words.iter().find(|word| !word.ends_with(".go")) {
        return Err(format!("named files must be .go files: {word}"));
    }
    let paths: Vec<PathBuf> = words.iter().map(PathBuf::from).collect();
    let parent = |path: &PathBuf| path.parent().map(Path::to_path_buf);
    if let Some(other) = paths.iter().find(|path| parent(path) != parent(&paths[0])) {
        let shown = |path: &PathBuf| format!("{}/", parent(path).unwrap_or_default().display());
        let (first, other) = (shown(&paths[0]), shown(other));
        return Err(format!("named files must all be in one directory; have {first} and {other}"));
    }
    let full = |path: &PathBuf| {
        let found = path.canonicalize();
        found.map_err(|error| format!("open {}: {}", path.display(), errno::text(&error)))
    };
    let full = paths.iter().map(full).collect::<Result<Vec<_>, _>>()?;
    let has_tests = words.iter().any(|word| is_test(word));
    Ok(Package { path: "command-line-arguments".into(), paths: full, has_tests, error: None })
}

/// Whether the word is a path of the file system, not an import path.
fn is_local(word: &str) -> bool {
    let first = word.split('/').next();
    word.starts_with('/') || first == Some(".") || first == Some("..")
}

/// The directory of the package that a word without `...` names.
fn directory_of(fs: &FsView, word: &str) -> Result<PathBuf, String> {
    if is_local(word) {
        let dir = PathBuf::from(word);
        return match fs.canonical(&dir).filter(|dir| fs.is_dir(dir)) {
            Some(dir) => Ok(dir),
            None => Err(format!("stat {}: directory not found", absolute(&dir).display())),
        };
    }
    match Module::find(fs, Path::new("."))? {
        Some(module) => match module.resolve(fs, word) {
            Found::Package(_, dir) => Ok(dir),
            Found::Missing(why) => Err(why),
            Found::Elsewhere => Err(missing(word)),
        },
        None => Err(missing(word)),
    }
}

fn missing(word: &str) -> String {
    match has_dot(word) {
        true => format!("no required module provides package {word}; to add it:\n\tgo get {word}"),
        false => missing_package(word, Some("only its imports are looked for there")),
    }
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.into())
}

/// The package in a directory.
fn directory(fs: &FsView, dir: &Path) -> Result<Package, String> {
    let module = Module::find(fs, dir)?;
    let path = module.and_then(|module| module.import_path(fs, dir));
    let path = path.unwrap_or_else(|| outside_modules(dir));
    let names = fs.names(dir, true).unwrap_or_default();
    let has_tests = names.iter().any(|name| is_test(&name.to_string_lossy()));
    Ok(Package { path, paths: vec![dir.into()], has_tests, error: None })
}

/// The path of the package in a directory outside modules.
pub(super) fn outside_modules(dir: &Path) -> String {
    format!("_{}", dir.display())
}

/// The packages whose paths match a pattern with `...`, in the order of their directories.
fn matching(fs: &FsView, pattern: &str) -> Result<Vec<Package>, String> {
    let fixed = pattern.split("...").next().unwrap_or_default();
    let base = &fixed[..fixed.rfind('/').map_or(0, |at| at + 1)];
    let mut all = Vec::new();
    if is_local(pattern) {
        let Some(root) = fs.canonical(Path::new(base)) else {
            return Err(format!("pattern {pattern}: lstat {base}: no such file or directory"));
        };
        walk(fs, &root, &mut all)?;
        let rest = &pattern[base.len()..];
        all.retain(|package| {
            let dir = package.paths[0].strip_prefix(&root).unwrap_or(Path::new(""));
            matches(rest, &dir.to_string_lossy())
        });
        return Ok(all);
    }
    if let Some(module) = Module::find(fs, Path::new("."))? {
        for root in module.main_directories() {
            walk(fs, root, &mut all)?;
        }
    }
    all.retain(|package| matches(pattern, &package.path));
    Ok(all)
}

/// The packages in a directory and below it, as far as they belong to its module.
fn walk(fs: &FsView, dir: &Path, all: &mut Vec<Package>) -> Result<(), String> {
    if !fs.names(dir, true).unwrap_or_default().is_empty() {
        all.push(directory(fs, dir)?);
    }
    let mut below = Vec::new();
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let hidden = name.starts_with(['.', '_']) || name == "testdata" || name == "vendor";
        let path = entry.path();
        if !hidden
            && entry.file_type().is_ok_and(|kind| kind.is_dir())
            && !path.join("go.mod").is_file()
        {
            below.push(path);
        }
    }
    below.sort();
    below.iter().try_for_each(|dir| walk(fs, dir, all))
}

/// Whether a path matches a pattern in which `...` stands for any text; `x/...` matches `x` too.
fn matches(pattern: &str, path: &str) -> bool {
    if pattern.strip_suffix("/...").is_some_and(|whole| matches(whole, path)) {
        return true;
    }
    match pattern.split_once("...") {
        None => pattern == path,
        Some((first, rest)) => path.strip_prefix(first).is_some_and(|path| {
            let ends = path.char_indices().map(|(at, _)| at).chain([path.len()]);
            ends.into_iter().any(|at| matches(rest, &path[at..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn dots_match_any_text() {
        assert!(matches("...", "") && matches("...", "a/b"));
        assert!(matches("m/...", "m") && matches("m/...", "m/a/b") && !matches("m/...", "mn"));
        assert!(matches("m/a...", "m/ab/c") && matches("...b/c", "m/ab/c"));
        assert!(!matches("m/a", "m/ab") && matches("m/a", "m/a"));
    }
}
