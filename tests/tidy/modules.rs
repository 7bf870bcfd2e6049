//! Determines the modules of a crate and their uses of each other from the source.
//!
//! A path counts if it occurs in a `use` or in code. A name that a module only re-exports (`pub use`) is followed to
//! the module that declares it. Method calls and the expansions of macros are not seen; tests are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};
use syn::{Attribute, File, Item, UseTree};

/// A module's path within its crate: `["ty", "print"]`; empty for the crate's root.
pub(crate) type Module = Vec<String>;

/// Returns every module of the crate that has a file, with the modules that it uses.
pub(crate) fn module_uses(src: &Path) -> BTreeMap<Module, BTreeSet<Module>> {
    let mut parsed = BTreeMap::new();
    parse_modules(src, &mut Vec::new(), &mut parsed);
    let reexports: BTreeMap<&Module, BTreeMap<String, Vec<String>>> =
        parsed.iter().map(|(module, file)| (module, reexports(module, file))).collect();
    let declared = |path: &[String]| -> Module {
        let mut path = path.to_vec();
        // A chain of re-exports is at most as long as the crate is deep.
        for _ in 0..8 {
            let length =
                (0..=path.len()).rev().find(|&n| parsed.contains_key(&path[..n])).unwrap_or(0);
            let (module, rest) = path.split_at(length);
            let Some(target) = rest.first().and_then(|name| reexports[&module.to_vec()].get(name))
            else {
                return module.to_vec();
            };
            path = target.iter().chain(&rest[1..]).cloned().collect();
        }
        path
    };
    let mut all = BTreeMap::new();
    for (module, file) in &parsed {
        let mut paths = Paths { module, found: Vec::new() };
        paths.visit_file(file);
        let used: BTreeSet<Module> = paths.found.iter().map(|path| declared(path)).collect();
        all.insert(
            module.clone(),
            used.into_iter().filter(|m| m != module && !m.is_empty()).collect(),
        );
    }
    // The crate's root declares its modules and is not one of them.
    all.remove(&Vec::new());
    all
}

/// Returns groups of modules in which each uses, directly or indirectly, every other one of the group.
pub(crate) fn module_cycles(uses: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<Vec<&Module>> {
    let reached: BTreeMap<&Module, BTreeSet<&Module>> =
        uses.keys().map(|m| (m, reachable_modules(uses, m))).collect();
    let mut circles: Vec<Vec<&Module>> = Vec::new();
    for module in uses.keys() {
        if circles.iter().any(|circle| circle.contains(&module)) {
            continue;
        }
        let circle: Vec<&Module> = reached[module]
            .iter()
            .copied()
            .filter(|other| reached.get(other).is_some_and(|r| r.contains(module)))
            .collect();
        if circle.len() > 1 {
            circles.push(circle);
        }
    }
    circles
}

fn reachable_modules<'a>(
    uses: &'a BTreeMap<Module, BTreeSet<Module>>,
    from: &Module,
) -> BTreeSet<&'a Module> {
    let mut reached = BTreeSet::new();
    let mut todo: Vec<&Module> = uses[from].iter().collect();
    while let Some(module) = todo.pop() {
        if reached.insert(module) {
            todo.extend(uses.get(module).into_iter().flatten());
        }
    }
    reached
}

/// Parses a module's file and the files below it.
fn parse_modules(dir: &Path, module: &mut Module, parsed: &mut BTreeMap<Module, File>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            module.push(stem);
            parse_modules(&path, module, parsed);
            module.pop();
        } else if path.extension().is_some_and(|e| e == "rs") && stem != "main" {
            let file = syn::parse_file(&fs::read_to_string(&path).unwrap()).unwrap();
            let root = stem == "mod" || stem == "lib";
            let name =
                if root { module.clone() } else { module.iter().cloned().chain([stem]).collect() };
            parsed.insert(name, file);
        }
    }
}

/// Returns the names that a module re-exports, with their paths from the crate's root.
fn reexports(module: &Module, file: &File) -> BTreeMap<String, Vec<String>> {
    let mut names = BTreeMap::new();
    for item in &file.items {
        let Item::Use(item) = item else { continue };
        let mut leaves = Vec::new();
        flatten(&item.tree, &mut Vec::new(), &mut leaves);
        for (path, name) in leaves {
            if let Some(path) = path_from_crate(module, &path, file) {
                names.insert(name, path);
            }
        }
    }
    names
}

/// Collects the leaves of a `use`: the path, and the name that it declares.
fn flatten(tree: &UseTree, before: &mut Vec<String>, leaves: &mut Vec<(Vec<String>, String)>) {
    match tree {
        UseTree::Path(path) => {
            before.push(path.ident.to_string());
            flatten(&path.tree, before, leaves);
            before.pop();
        }
        UseTree::Group(group) => group.items.iter().for_each(|item| flatten(item, before, leaves)),
        UseTree::Glob(_) => leaves.push((before.clone(), "*".into())),
        UseTree::Name(name) => {
            push_leaf(before, name.ident.to_string(), name.ident.to_string(), leaves);
        }
        UseTree::Rename(rename) => {
            push_leaf(before, rename.ident.to_string(), rename.rename.to_string(), leaves);
        }
    }
}

fn push_leaf(
    before: &[String],
    name: String,
    alias: String,
    leaves: &mut Vec<(Vec<String>, String)>,
) {
    let mut path = before.to_vec();
    if name == "self" {
        let alias = if alias == "self" { path.last().cloned().unwrap_or_default() } else { alias };
        leaves.push((path, alias));
    } else {
        path.push(name);
        leaves.push((path, alias));
    }
}

/// Returns a path relative to the crate's root, or nothing if it leads to another crate.
fn path_from_crate(module: &Module, path: &[String], file: &File) -> Option<Vec<String>> {
    let mut base = module.clone();
    let mut rest = path;
    match path.first()?.as_str() {
        "crate" => (base, rest) = (Vec::new(), &path[1..]),
        "self" => rest = &path[1..],
        "super" => {
            while rest.first().is_some_and(|s| s == "super") {
                base.pop()?;
                rest = &rest[1..];
            }
        }
        first if declares_module(file, first) => {}
        _ => return None,
    }
    base.extend(rest.iter().cloned());
    Some(base)
}

fn declares_module(file: &File, name: &str) -> bool {
    file.items.iter().any(|item| matches!(item, Item::Mod(m) if m.ident == name))
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|a| {
        a.path().is_ident("cfg")
            && matches!(&a.meta, syn::Meta::List(l) if l.tokens.to_string() == "test")
    })
}

/// Collects a file's paths into its own crate.
struct Paths<'a> {
    module: &'a Module,
    found: Vec<Vec<String>>,
}

impl Paths<'_> {
    fn add(&mut self, path: &[String]) {
        if matches!(path.first().map(String::as_str), Some("crate" | "super" | "self")) {
            let empty = File { shebang: None, attrs: Vec::new(), items: Vec::new() };
            self.found.extend(path_from_crate(self.module, path, &empty));
        }
    }
}

impl<'ast> Visit<'ast> for Paths<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        // Within a module in braces, `super` is this file; such modules are nearly always tests.
        if !is_test(&item.attrs) && item.content.is_none() {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if is_test(&item.attrs) {
            return;
        }
        let mut leaves = Vec::new();
        flatten(&item.tree, &mut Vec::new(), &mut leaves);
        for (path, _) in leaves {
            self.add(&path);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        if names.len() > 1 {
            self.add(&names);
        }
        visit::visit_path(self, path);
    }
}
