//! Package patterns: finds the packages that words such as `.`, `./...`, `example.com/m/store` and `a_test.go` name.

use minigo_syntax::small_sort::SmallSort as _;
mod all_packages;
mod outside_main_modules;

pub use all_packages::with_imports;

use std::path::{Path, PathBuf};

use super::file_selection::{self, FileRules, is_test_file};
use super::fs_view::FsView;
use super::go_tests;
use super::goroot::Goroot;
use super::modules::module::{Module, ResolvedImport, has_dot, is_local};
use super::resolve::missing_package;
use crate::errno;
use minigo_modules::path::{PathKind, check};

/// A package that a word names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Package {
    /// The package's import path. Outside modules the path is `_` and the directory; for files that are named one by
    /// one it is `command-line-arguments`.
    pub path: String,
    /// The package's directory, with all links resolved, or its files.
    pub paths: Vec<PathBuf>,
    /// Whether the package has test files.
    pub has_tests: bool,
    /// Whether the package belongs to a dependency of a main module: then only its import path names the package.
    pub is_of_dependency: bool,
    /// The reason why the word names no package; `path` is the word then.
    pub error: Option<String>,
    /// The installation of Go to whose library the package belongs.
    pub goroot: Option<PathBuf>,
    /// Whether the package is in minigo's library while no installed Go has its sources: it has no paths then.
    pub is_of_library: bool,
}

/// Finds the packages that the words name, each once, in the order of the words. Without words, finds the package in
/// the working directory. Calls `warn` for patterns that match nothing.
///
/// # Errors
/// Returns an error for named files that cannot form a package, in the words of the go command.
pub fn expand(
    fs: &FsView,
    words: &[String],
    mut warn: impl FnMut(&str),
) -> Result<Vec<Package>, String> {
    if names_files(words) {
        return Ok(vec![package_of_files(words)?]);
    }
    let words = &directories(words);
    let mut packages: Vec<Package> = Vec::new();
    for word in words {
        let found = match word.as_str() {
            "all" => all_packages::list(fs),
            word if word.contains("...") => matching_packages(fs, word),
            word => package_of_word(fs, word).map(|package| vec![package]),
        };
        if found.as_ref().is_ok_and(Vec::is_empty) {
            warn(&format!("go: warning: {word:?} matched no packages"));
        }
        let wrong =
            |error| vec![Package { path: word.clone(), error: Some(error), ..Package::default() }];
        for package in found.unwrap_or_else(wrong) {
            if !packages.iter().any(|known| known.path == package.path) {
                packages.push(package);
            }
        }
    }
    Ok(packages)
}

/// Like [`expand`], for commands that ignore packages of minigo's library and accept only directories inside a main
/// module.
///
/// # Errors
/// Returns the errors of [`expand`], and fails if there is no module at all.
pub fn expand_in_modules(
    fs: &FsView,
    words: &[String],
    warn: impl FnMut(&str),
) -> Result<Vec<Package>, String> {
    if names_files(words) {
        return expand(fs, words, warn);
    }
    let all = &directories(words);
    let (mut wrong, mut inside): (Vec<Package>, Vec<String>) = Default::default();
    for word in all {
        match outside_main_modules::outside_main_error(fs, word)? {
            Some(error) => {
                let path = word.clone();
                wrong.push(Package { path, error: Some(error), ..Package::default() });
            }
            None => inside.push(word.clone()),
        }
    }
    if inside.is_empty() {
        return Ok(wrong);
    }
    let mut packages = expand(fs, &inside, warn)?;
    let without_go = Goroot::find(fs).is_err();
    for package in packages.iter_mut().filter(|package| without_go && package.error.is_some()) {
        let own = minigo_stdlib::index(&package.path).is_some() || package.path == "unsafe";
        package.error.take_if(|_| own);
        package.is_of_library = own;
    }
    packages.extend(wrong);
    Ok(packages)
}

/// Reports whether the words name the files of one package. A name that ends in .go without such a file is an import
/// path.
#[must_use]
pub fn names_files(words: &[String]) -> bool {
    words.iter().any(|word| word.ends_with(".go") && Path::new(word).is_file())
}

/// The words. The working directory stands for an empty word and for an empty list.
fn directories(words: &[String]) -> Vec<String> {
    let here = || ".".to_owned();
    let word = |word: &String| if word.is_empty() { here() } else { word.clone() };
    if words.is_empty() { vec![here()] } else { words.iter().map(word).collect() }
}

/// The package that these Go files form.
///
/// # Errors
/// Fails if the files cannot form a package.
pub fn package_of_files(words: &[String]) -> Result<Package, String> {
    if let Some(word) = words.iter().find(|word| !word.ends_with(".go")) {
        return Err(format!("named files must be .go files: {word}"));
    }
    let paths: Vec<PathBuf> = words.iter().map(PathBuf::from).collect();
    let parent = |path: &PathBuf| path.parent().map(Path::to_path_buf);
    if let Some(dir) = paths.iter().find(|path| path.is_dir()) {
        return Err(format!("{} is a directory, should be a Go file", dir.display()));
    }
    if let Some(other) = paths.iter().find(|path| parent(path) != parent(&paths[0])) {
        let shown = |path: &PathBuf| match parent(path).unwrap_or_default() {
            dir if dir.as_os_str().is_empty() => ".".to_owned(),
            dir => dir.components().as_path().display().to_string(),
        };
        let (first, other) = (shown(&paths[0]), shown(other));
        return Err(format!("named files must all be in one directory; have {first} and {other}"));
    }
    let full = |path: &PathBuf| {
        let found = path.canonicalize();
        found.map_err(|error| format!("stat {}: {}", path.display(), errno::text(&error)))
    };
    let full = paths.iter().map(full).collect::<Result<Vec<_>, _>>()?;
    let has_tests = words.iter().any(|word| is_test_file(word));
    let path = "command-line-arguments".into();
    Ok(Package { path, paths: full, has_tests, ..Package::default() })
}

/// Reports whether a word is the path of a directory, not an import path.
#[must_use]
pub fn is_path(word: &str) -> bool {
    is_local(word)
}

/// The package that a word without `...` names.
fn package_of_word(fs: &FsView, word: &str) -> Result<Package, String> {
    if is_local(word) {
        let dir = PathBuf::from(word);
        let Some(dir) = fs.canonical(&dir).filter(|dir| fs.is_dir(dir)) else {
            return Err(format!("stat {}: directory not found", absolute_path(&dir).display()));
        };
        return Ok(package_of_directory(fs, Module::find(fs, &dir)?.as_ref(), &dir));
    }
    let elements: Vec<&str> = word.split('/').filter(|element| !element.is_empty()).collect();
    let word = elements.join("/");
    let word = word.as_str();
    if word.is_empty() {
        return Err("go: invalid package: \"\"".to_owned());
    }
    if word.contains('@') {
        return Err(format!(
            "package {word}: can only use path@version syntax with 'go get' and 'go install' in module-aware mode"
        ));
    }
    check(word, PathKind::Import)?;
    let module = Module::effective_main_module(fs)?;
    let in_module = module.is_some();
    let found = module.map_or(ResolvedImport::Elsewhere, |module| module.resolve(fs, word, None));
    match found {
        ResolvedImport::Package(module, dir) => Ok(package_of_module(fs, &module, word, dir)),
        ResolvedImport::Missing(why) | ResolvedImport::Fatal(why) => Err(why),
        ResolvedImport::Elsewhere if has_dot(word) && !in_module => Err(format!(
            "no required module provides package {word}: {}",
            outside_main_modules::NO_MODULE
        )),
        ResolvedImport::Elsewhere if has_dot(word) => Err(missing_package(word, None)),
        ResolvedImport::Elsewhere => go_library_package(fs, word),
    }
}

/// The package of an installed Go's library at an import path.
fn go_library_package(fs: &FsView, word: &str) -> Result<Package, String> {
    let goroot = Goroot::find(fs).map_err(|why| missing_package(word, Some(&why)))?;
    let dir = goroot.dir(fs, word).and_then(|dir| fs.canonical(&dir));
    let dir = dir.ok_or_else(|| missing_package(word, None))?;
    Ok(package_of_directory(fs, Module::find(fs, &dir)?.as_ref(), &dir))
}

/// The package at an import path in a module.
fn package_of_module(fs: &FsView, module: &Module, path: &str, dir: PathBuf) -> Package {
    let (path, has_tests) = (path.into(), has_tests(fs, &dir));
    let of_dependency = !module.is_main();
    Package {
        path,
        paths: vec![dir],
        has_tests,
        is_of_dependency: of_dependency,
        ..Package::default()
    }
}

fn has_tests(fs: &FsView, dir: &Path) -> bool {
    let names = fs.file_names(dir, true).unwrap_or_default();
    names.iter().any(|name| is_test_file(&name.to_string_lossy()))
}

fn absolute_path(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.into())
}

/// The package in a directory, which may belong to a module.
fn package_of_directory(fs: &FsView, module: Option<&Module>, dir: &Path) -> Package {
    let (paths, has_tests) = (vec![dir.into()], has_tests(fs, dir));
    if let Some((go, path)) = module.and_then(|module| go_tests::package_at(fs, module, dir)) {
        let goroot = go.src().parent().map(Path::to_path_buf);
        return Package { path, paths, has_tests, goroot, ..Package::default() };
    }
    let path = module.and_then(|module| module.import_path(fs, dir));
    let error = path.as_ref().and_then(|path| check(path, PathKind::Import).err());
    let path = path.unwrap_or_else(|| path_outside_modules(dir));
    Package { path, paths, has_tests, error, ..Package::default() }
}

/// The import path of the package in a directory outside modules.
pub(super) fn path_outside_modules(dir: &Path) -> String {
    format!("_{}", dir.display())
}

/// The packages whose paths match a pattern with `...`, in the order of their directories.
fn matching_packages(fs: &FsView, pattern: &str) -> Result<Vec<Package>, String> {
    let pattern = pattern.trim_end_matches('/');
    let fixed = pattern.split("...").next().unwrap_or_default();
    let base = &fixed[..fixed.rfind('/').map_or(0, |at| at + 1)];
    let mut all = Vec::new();
    if is_local(pattern) {
        let Some(root) = fs.canonical(Path::new(base)) else {
            return Err(format!("pattern {pattern}: lstat {base}: no such file or directory"));
        };
        add_packages_below(fs, Module::find(fs, &root)?.as_ref(), &root, &mut all);
        let rest = &pattern[base.len()..];
        all.retain(|package| {
            let dir = package.paths[0].strip_prefix(&root).unwrap_or(Path::new(""));
            matches(rest, &dir.to_string_lossy())
        });
        return Ok(all);
    }
    all.extend(packages_of_main_modules(fs)?.into_iter().flat_map(|(_, packages)| packages));
    if !base.is_empty()
        && !has_dot(base)
        && let Ok(goroot) = Goroot::find(fs)
        && let Some(root) = goroot.dir(fs, base.trim_end_matches('/'))
    {
        add_packages_below(fs, Module::find(fs, &root)?.as_ref(), &root, &mut all);
    }
    all.retain(|package| matches(pattern, &package.path));
    Ok(all)
}

/// Adds the packages in a directory and below it that belong to the same module.
fn add_packages_below(fs: &FsView, module: Option<&Module>, dir: &Path, all: &mut Vec<Package>) {
    if !fs.file_names(dir, true).unwrap_or_default().is_empty() && !is_excluded(fs, dir) {
        all.push(package_of_directory(fs, module, dir));
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
    below.small_sort();
    below.iter().for_each(|dir| add_packages_below(fs, module, dir, all));
}

/// Reports whether build constraints exclude all files of a directory: patterns then do not match its package.
#[must_use]
pub fn is_excluded(fs: &FsView, dir: &Path) -> bool {
    let reading = FileRules { includes_tests: true, ..FileRules::default() };
    file_selection::read_dir(fs, dir, reading).is_ok_and(|files| files.is_empty())
}

/// The packages of the main modules, each with its module.
fn packages_of_main_modules(fs: &FsView) -> Result<Vec<(Module, Vec<Package>)>, String> {
    let Some(module) = Module::effective_main_module(fs)? else { return Ok(Vec::new()) };
    let mains = module.main_directories().filter_map(|root| module.main_in(root));
    let packages = |main: Module| {
        let mut all = Vec::new();
        add_packages_below(fs, Some(&main), &main.dir, &mut all);
        (main, all)
    };
    Ok(mains.map(packages).collect())
}

/// Reports whether a path matches a pattern in which `...` stands for any text; `x/...` matches `x` too.
#[must_use]
pub fn matches(pattern: &str, path: &str) -> bool {
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
