//! Modules: what `go.mod` and `go.work` say about import paths and the language version.
//!
//! A module of its own since it is the only one that knows the format of those files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::disk::Disk;

/// The module a package belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Module {
    /// The directory of `go.mod`.
    pub dir: PathBuf,
    /// The import path of that directory.
    pub path: String,
    /// The `go` line; 1.16 without one, as the go command has it.
    pub go_version: (u32, u32),
    /// Other modules on this disk, those with longer paths first: what the main module's `replace` lines and the
    /// workspace around it name.
    pub others: Arc<[Other]>,
}

/// Where another module lies on this disk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Other {
    /// Its path.
    pub path: String,
    /// Its directory.
    pub dir: PathBuf,
}

impl Module {
    /// The module around `dir`: that of the nearest `go.mod` in it or above it.
    #[must_use]
    pub fn find(disk: &Disk, dir: &Path) -> Option<Self> {
        let dir = disk.place(dir)?;
        let nearest = |name| dir.ancestors().find_map(|at| Some((at, disk.text(&at.join(name))?)));
        let (at, text) = nearest("go.mod")?;
        let mut module = Self::parse(at, &text)?;
        let mut others = Vec::new();
        if std::env::var_os("GOWORK").is_none_or(|v| v != "off")
            && let Some((at, text)) = nearest("go.work")
        {
            others = workspace(disk, at, &text);
        }
        others.extend(replacements(at, &text));
        others.sort_by_key(|o| std::cmp::Reverse(o.path.len()));
        module.others = others.into();
        Some(module)
    }

    fn parse(dir: &Path, text: &str) -> Option<Self> {
        let mut path = None;
        let mut go_version = (1, 16);
        for words in directives(text) {
            match &words[..] {
                [key, word] if key == "module" => path = Some(word.clone()),
                [key, word] if key == "go" => go_version = version_of(word).unwrap_or(go_version),
                _ => {}
            }
        }
        Some(Self { dir: dir.into(), path: path?, go_version, others: [].into() })
    }

    /// The module that has the package `import`, and the package's directory; none if it is on no module of this disk.
    #[must_use]
    pub fn resolve(&self, disk: &Disk, import: &str) -> Option<(Self, PathBuf)> {
        if let Some(dir) = self.dir_of(import)
            && (disk.is_dir(&dir) || !self.others.iter().any(|o| o.contains(import)))
        {
            return Some((self.clone(), dir));
        }
        for other in self.others.iter().filter(|o| o.contains(import)) {
            let text = disk.text(&other.dir.join("go.mod")).unwrap_or_default();
            let found = Self::parse(&other.dir, &text);
            let go_version = found.map_or((1, 16), |m| m.go_version);
            let (dir, path) = (other.dir.clone(), other.path.clone());
            let module = Self { dir, path, go_version, others: self.others.clone() };
            let dir = module.dir_of(import)?;
            if disk.is_dir(&dir) {
                return Some((module, dir));
            }
        }
        let vendored = self.dir.join("vendor").join(import);
        disk.is_dir(&vendored).then(|| (self.clone(), vendored))
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
    pub fn import_path(&self, disk: &Disk, dir: &Path) -> Option<String> {
        let dir = disk.place(dir)?;
        let rest = dir.strip_prefix(&self.dir).ok()?;
        if rest.as_os_str().is_empty() {
            return Some(self.path.clone());
        }
        Some(format!("{}/{}", self.path, rest.display()))
    }
}

impl Other {
    fn contains(&self, import: &str) -> bool {
        import.strip_prefix(&*self.path).is_some_and(|r| r.is_empty() || r.starts_with('/'))
    }
}

/// The lines of a `go.mod` or `go.work` as words, those of a block with the block's word in front.
fn directives(text: &str) -> Vec<Vec<String>> {
    let mut block: Option<String> = None;
    let mut out = Vec::new();
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or_default();
        let words = line.split_whitespace().map(|w| w.trim_matches(['"', '`']).to_owned());
        let mut words: Vec<String> = words.collect();
        match (&block, words.last().map(String::as_str)) {
            (_, None) => continue,
            (Some(_), Some(")")) => block = None,
            (Some(word), _) => {
                words.insert(0, word.clone());
                out.push(words);
            }
            (None, Some("(")) => block = words.into_iter().next(),
            (None, _) => out.push(words),
        }
    }
    out
}

/// The `replace` lines that name directories.
fn replacements(dir: &Path, text: &str) -> Vec<Other> {
    let local = |to: &str| to.starts_with("./") || to.starts_with("../") || to.starts_with('/');
    let mut out = Vec::new();
    for words in directives(text).iter().filter(|w| w[0] == "replace") {
        let Some(arrow) = words.iter().position(|w| w == "=>") else { continue };
        if let (Some(from), Some(to)) = (words.get(1), words.get(arrow + 1))
            && (local(to) || to == "." || to == "..")
        {
            out.push(Other { path: from.clone(), dir: dir.join(to) });
        }
    }
    out
}

/// The modules a `go.work` uses, and its `replace` lines.
fn workspace(disk: &Disk, dir: &Path, text: &str) -> Vec<Other> {
    let mut out = replacements(dir, text);
    for words in directives(text).iter().filter(|w| w[0] == "use") {
        let Some(at) = words.get(1).map(|to| dir.join(to)) else { continue };
        let text = disk.text(&at.join("go.mod")).unwrap_or_default();
        if let Some(module) = Module::parse(&at, &text) {
            out.push(Other { path: module.path, dir: at });
        }
    }
    out
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

    #[test]
    fn blocks_and_single_lines_say_the_same() {
        let text = "module m\nreplace (\n\ta.b/x v1.0 => ../x // why\n\tq => q v2\n)\nreplace a.b/y => ./y\n";
        let found = replacements(Path::new("/m"), text);
        let found: Vec<_> = found.iter().map(|o| (&*o.path, o.dir.to_str().unwrap())).collect();
        assert_eq!(found, [("a.b/x", "/m/../x"), ("a.b/y", "/m/./y")]);
    }
}
