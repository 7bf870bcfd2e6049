//! Modules: what `go.mod` says about import paths and the language version.
//!
//! A module of its own since it is the only one that knows the format of that file.

use std::path::{Path, PathBuf};

/// The module a package belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Module {
    /// The directory of `go.mod`.
    pub dir: PathBuf,
    /// The import path of that directory.
    pub path: String,
    /// The `go` line; 1.16 without one, as the go command has it.
    pub go_version: (u32, u32),
}

impl Module {
    /// The module around `dir`: that of the nearest `go.mod` in it or above it.
    #[must_use]
    pub fn find(dir: &Path) -> Option<Self> {
        let dir = dir.canonicalize().ok()?;
        dir.ancestors().find_map(|at| {
            let text = std::fs::read_to_string(at.join("go.mod")).ok()?;
            Self::parse(at, &text)
        })
    }

    fn parse(dir: &Path, text: &str) -> Option<Self> {
        let mut path = None;
        let mut go_version = (1, 16);
        for line in text.lines() {
            let line = line.split("//").next().unwrap_or_default();
            let mut words = line.split_whitespace();
            match (words.next(), words.next()) {
                (Some("module"), Some(word)) => path = Some(word.trim_matches(['"', '`']).into()),
                (Some("go"), Some(word)) => go_version = version_of(word).unwrap_or(go_version),
                _ => {}
            }
        }
        Some(Self { dir: dir.into(), path: path?, go_version })
    }

    /// The directory of the package `import`, if the path lies in this module.
    #[must_use]
    pub fn dir_of(&self, import: &str) -> Option<PathBuf> {
        let rest = import.strip_prefix(&self.path)?;
        if rest.is_empty() {
            return Some(self.dir.clone());
        }
        rest.strip_prefix('/').map(|rest| self.dir.join(rest))
    }

    /// The import path of `dir`, if it lies in this module.
    #[must_use]
    pub fn import_path(&self, dir: &Path) -> Option<String> {
        let dir = dir.canonicalize().ok()?;
        let rest = dir.strip_prefix(&self.dir).ok()?;
        if rest.as_os_str().is_empty() {
            return Some(self.path.clone());
        }
        Some(format!("{}/{}", self.path, rest.display()))
    }
}

/// Reads `1.27`, `1.27.3`, `go1.27`, `1.21rc1`.
#[must_use]
pub fn version_of(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.strip_prefix("go").unwrap_or(text).split('.');
    let major = parts.next()?.parse().ok()?;
    let minor = parts.next().unwrap_or("0");
    let digits = minor.find(|c: char| !c.is_ascii_digit()).unwrap_or(minor.len());
    Some((major, minor[..digits].parse().ok()?))
}

/// Whether a package at `importer` may import `path`: an `internal` element hides what is below it from packages
/// outside the parent of that element.
#[must_use]
pub fn may_import(importer: &str, path: &str) -> bool {
    let parent = match path.rfind("/internal/") {
        Some(at) => &path[..at],
        None => match path.strip_suffix("/internal") {
            Some(parent) => parent,
            None => return !(path == "internal" || path.starts_with("internal/")),
        },
    };
    importer == parent || importer.strip_prefix(parent).is_some_and(|rest| rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn internal_packages_stay_in_their_tree() {
        assert!(may_import("m/a", "m/internal/x") && may_import("m", "m/internal"));
        assert!(may_import("n", "m/x") && may_import("m/internal/a", "m/internal/b"));
        assert!(!may_import("n/a", "m/internal/x") && !may_import("m", "internal/bytealg"));
    }

    #[test]
    fn versions_are_read_with_and_without_prefix() {
        assert_eq!(version_of("go1.17"), Some((1, 17)));
        assert_eq!(version_of("1.27.3"), Some((1, 27)));
        assert_eq!(version_of("1.21rc1"), Some((1, 21)));
        assert_eq!(version_of("x"), None);
    }

    #[test]
    fn a_module_maps_paths_to_directories() {
        let m = Module::parse(Path::new("/m"), "module a.b/c // x\ngo 1.22\n").unwrap();
        assert_eq!(m.go_version, (1, 22));
        assert_eq!(m.dir_of("a.b/c/d"), Some("/m/d".into()));
        assert_eq!(m.dir_of("a.b/c"), Some("/m".into()));
        assert_eq!(m.dir_of("a.b/cd"), None);
    }
}
