//! The pattern `all`: the packages of the main modules, and what they and their tests import, at any distance. Packages
//! of Go's library are left out.

use std::collections::{HashSet, VecDeque};

use minigo_syntax::cut::cut;
use minigo_syntax::source::{SourceMap, decode_utf8};

use super::{Package, of_main_modules, of_module};
use crate::load::file_selection::{self, Reading};
use crate::load::fs_view::FsView;
use crate::load::modules::module::{Found, Module};

/// The packages, sorted by path.
///
/// # Errors
/// What is wrong with the module.
pub(super) fn list(fs: &FsView) -> Result<Vec<Package>, String> {
    let mut todo = VecDeque::new();
    for (module, packages) in of_main_modules(fs)? {
        todo.extend(packages.into_iter().map(|package| (module.clone(), package)));
    }
    let mut seen: HashSet<String> =
        todo.iter().map(|(_, p): &(Module, Package)| p.path.clone()).collect();
    let mut all = Vec::new();
    while let Some((module, package)) = todo.pop_front() {
        for path in imports(fs, &module, &package) {
            if path == "C" || seen.contains(&path) {
                continue;
            }
            if let Found::Package(module, dir) = module.resolve(fs, &path, Some(&package.path)) {
                let found = of_module(fs, &module, &path, dir);
                todo.push_back((module, found));
                seen.insert(path);
            }
        }
        all.push(package);
    }
    all.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(all)
}

/// What a package imports; with its tests if it is one of a main module.
fn imports(fs: &FsView, module: &Module, package: &Package) -> Vec<String> {
    let (tests, installed) = (module.is_main(), module.is_in_cache(fs));
    let reading = Reading { tests, installed, ..Reading::default() };
    let mut found = Vec::new();
    for dir in &package.paths {
        for (_, bytes) in file_selection::read_dir(fs, dir, reading).unwrap_or_default() {
            let mut sources = SourceMap::new();
            let Ok(source) = sources.add("", decode_utf8(bytes).0) else { continue };
            if let Ok(cut) = cut(source) {
                found.extend(cut.imports.iter().map(|(_, path)| (*path).to_owned()));
            }
        }
    }
    found
}
