//! Reads what a program consists of before anything is parsed, and asks the library what such a program may need of it.
//!
//! A module of its own since it is only about speed: without it the whole of every imported library package is loaded.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use minigo_stdlib::Selection;

use crate::disk::Disk;
use crate::module::{Found, Module};
use crate::options::Target;
use crate::select;

/// What of the library the program may need; `None` when its text cannot be read twice.
#[must_use]
pub fn selection(disk: &Disk, target: &Target) -> Option<Selection> {
    let mut texts = Vec::new();
    let dir = match target {
        Target::Stdin => return None,
        Target::Files(paths) => {
            for path in paths {
                texts.push(disk.read(path).ok()?);
            }
            paths
                .first()?
                .parent()
                .filter(|dir| !dir.as_os_str().is_empty())
                .unwrap_or(Path::new("."))
        }
        Target::Directory(dir) => {
            texts.extend(select::read_dir(disk, dir).ok()?.into_iter().map(|(_, text)| text));
            dir
        }
    };
    let texts: Vec<String> =
        texts.iter().map(|text| String::from_utf8_lossy(text).into_owned()).collect();
    let all = match Module::find(disk, dir).ok()? {
        Some(module) => with_imports(disk, texts, &module),
        None => texts,
    };
    Some(minigo_stdlib::select(all.iter().map(String::as_str)))
}

/// Adds the texts of the packages of modules that they import, directly or not.
fn with_imports(disk: &Disk, mut texts: Vec<String>, module: &Module) -> Vec<String> {
    let mut known: HashSet<PathBuf> = HashSet::new();
    let mut at = 0;
    while at < texts.len() {
        let mut dirs = Vec::new();
        let quoted = |path| match module.resolve(disk, path) {
            Found::Package(_, dir) => dirs.push(dir),
            Found::Missing(_) | Found::Elsewhere => {}
        };
        minigo_stdlib::scan(&texts[at], |_| {}, quoted);
        at += 1;
        for dir in dirs {
            if known.insert(dir.clone()) {
                let files = select::read_dir(disk, &dir).unwrap_or_default();
                texts.extend(files.iter().map(|(_, t)| String::from_utf8_lossy(t).into_owned()));
            }
        }
    }
    texts
}
