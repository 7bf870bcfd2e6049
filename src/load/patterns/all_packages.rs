//! The pattern `all`: the packages of the main modules, and the packages that these and their tests import, directly or
//! indirectly. Packages of Go's library are left out.

use minigo_syntax::small_sort::SmallSort as _;
use std::collections::{HashSet, VecDeque};

use minigo_syntax::decl_splitter::split_file;
use minigo_syntax::source::{SourceMap, decode_utf8};

use super::{Package, package_of_module, packages_of_main_modules};
use crate::load::file_selection::{self, FileRules};
use crate::load::fs_view::FsView;
use crate::load::modules::module::{Module, ResolvedImport};

/// The packages of the pattern `all`, sorted by path.
///
/// # Errors
/// Returns a message that says what is wrong with the module.
pub(super) fn list(fs: &FsView) -> Result<Vec<Package>, String> {
    let mut todo = VecDeque::new();
    for (module, packages) in packages_of_main_modules(fs)? {
        todo.extend(packages.into_iter().map(|package| (module.clone(), package)));
    }
    let mut seen: HashSet<String> =
        todo.iter().map(|(_, p): &(Module, Package)| p.path.clone()).collect();
    let mut all = Vec::new();
    while let Some((module, package)) = todo.pop_front() {
        for path in imports(fs, &module, &package, module.is_main()) {
            if path == "C" || seen.contains(&path) {
                continue;
            }
            if let ResolvedImport::Package(module, dir) =
                module.resolve(fs, &path, Some(&package.path))
            {
                let found = package_of_module(fs, &module, &path, dir);
                todo.push_back((module, found));
                seen.insert(path);
            }
        }
        all.push(package);
    }
    all.small_sort_by(|a, b| a.path.cmp(&b.path));
    Ok(all)
}

/// The packages `roots`, each followed by the packages that it imports directly or indirectly. Packages of Go's library
/// are left out.
#[must_use]
pub fn with_imports(fs: &FsView, roots: Vec<Package>) -> Vec<Package> {
    let mut all: Vec<Package> = Vec::new();
    let mut todo: Vec<Package> = roots.into_iter().rev().collect();
    while let Some(package) = todo.pop() {
        if all.iter().any(|known| known.path == package.path) {
            continue;
        }
        if let Some(module) = package.paths.first().and_then(|dir| Module::find(fs, dir).ok()?) {
            let mut paths = imports(fs, &module, &package, false);
            paths.small_sort();
            paths.dedup();
            for path in paths.iter().rev() {
                if let ResolvedImport::Package(other, dir) =
                    module.resolve(fs, path, Some(&package.path))
                {
                    todo.push(package_of_module(fs, &other, path, dir));
                }
            }
        }
        all.push(package);
    }
    all
}

/// The import paths that the files of a package import; with `tests`, also those that its test files import.
fn imports(fs: &FsView, module: &Module, package: &Package, tests: bool) -> Vec<String> {
    let installed = module.is_in_cache(fs);
    let reading =
        FileRules { includes_tests: tests, is_installed: installed, ..FileRules::default() };
    let mut found = Vec::new();
    for dir in &package.paths {
        for (_, bytes) in file_selection::read_dir(fs, dir, reading).unwrap_or_default() {
            let mut sources = SourceMap::new();
            let Ok(source) = sources.add("", decode_utf8(bytes).0) else { continue };
            if let Ok(cut) = split_file(source) {
                found.extend(cut.imports.iter().map(|(_, path)| (*path).to_owned()));
            }
        }
    }
    found
}
