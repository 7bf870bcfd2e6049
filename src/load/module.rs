//! Modules: which package an import path denotes, where it lies, and which language version it is written in.
//!
//! As for the go command, the main module, or the workspace around it, decides by its `replace` lines and its `vendor`
//! directory what all packages of a program import.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::fs_view::FsView;
use super::mod_file::{self, Kind, ModFile};
use super::version::version_of;

/// The language version that minigo implements: that of the library, of packages outside modules, and of packages that
/// are given by their files.
pub const LANGUAGE: (u32, u32) = (1, 27);

/// The release of Go whose library this is, as messages name it.
const RELEASE: &str = "1.27.3";

/// The language version of a module without a `go` line.
const UNSTATED: (u32, u32) = (1, 16);

/// The first language version for which a `vendor` directory is used unasked, in a module and in a workspace.
const VENDOR: (u32, u32) = (1, 14);
const VENDOR_OF_WORKSPACE: (u32, u32) = (1, 22);

/// The module a package belongs to.
#[derive(Clone, Debug)]
pub struct Module {
    /// The directory of `go.mod`; of a vendored module, where its packages are.
    pub dir: PathBuf,
    /// The import path of that directory.
    pub path: String,
    /// The language version of its `go` line.
    pub go_version: (u32, u32),
    /// What the packages of the program import.
    build: Arc<Build>,
}

/// The modules of a program, as the main module or the workspace lists them.
#[derive(Debug, Default)]
struct Build {
    /// The main modules, and the directories that replace others; those with longer paths first.
    modules: Vec<Listed>,
    /// What takes the place of all modules but the main ones.
    vendor: Option<Vendor>,
}

/// A module on this fs.
#[derive(Clone, Debug)]
struct Listed {
    path: String,
    dir: PathBuf,
    go_version: (u32, u32),
    main: bool,
}

/// A directory `vendor`.
#[derive(Debug)]
struct Vendor {
    dir: PathBuf,
    /// The packages in it with the path and the language version of their module.
    packages: HashMap<String, (String, (u32, u32))>,
}

/// Where an import path leads.
#[derive(Debug)]
pub enum Found {
    /// To a directory of a module.
    Package(Module, PathBuf),
    /// Into a module, or what is vendored, that has no such package; the text says so.
    Missing(String),
    /// To no module.
    Elsewhere,
}

impl Module {
    /// The module around `dir`: that of the nearest `go.mod` in it or above it.
    ///
    /// # Errors
    /// What is wrong with a `go.mod` or `go.work`, in the words of the go command.
    pub fn find(fs: &FsView, dir: &Path) -> Result<Option<Self>, String> {
        let Some(full) = fs.canonical(dir) else { return Ok(None) };
        let nearest = |name| {
            full.ancestors().find_map(|at| Some((at.to_path_buf(), fs.text(&at.join(name))?)))
        };
        let Some((at, text)) = nearest("go.mod") else { return Ok(None) };
        let file = read_mod(fs, &at, &text, Kind::Main)?;
        let Some(path) = file.path.clone() else {
            let hint = "missing module declaration. To specify the module path:\n\tgo mod edit -module=example.com/mod";
            return Err(format!("go: error reading {}: {hint}", shown(fs, &at.join("go.mod"))));
        };
        let go_version = language(&file);
        let work = match std::env::var_os("GOWORK").filter(|v| !v.is_empty()) {
            Some(off) if off == "off" => None,
            Some(path) => {
                let path = PathBuf::from(path);
                let text = fs.text(&path).ok_or_else(|| {
                    format!("go: reading go.work: open {}: no such file", path.display())
                })?;
                path.parent().map(|at| (at.to_path_buf(), text))
            }
            None => nearest("go.work"),
        };
        let build = match work {
            Some((root, text)) => Build::of_workspace(fs, &root, &text, &at)?,
            None => {
                let main = Listed { path: path.clone(), dir: at.clone(), go_version, main: true };
                Build::of_module(fs, main, &file)?
            }
        };
        Ok(Some(Self { dir: at, path, go_version, build: build.into() }))
    }

    /// Where the package `import` of a program of this module lies.
    #[must_use]
    pub fn resolve(&self, fs: &FsView, import: &str) -> Found {
        let build = &self.build;
        let mut claimed = None;
        for module in build.modules.iter().filter(|m| m.main || build.vendor.is_none()) {
            let Some(dir) = below(&module.dir, &module.path, import) else { continue };
            if fs.is_dir(&dir) && in_module(fs, &module.dir, &dir) {
                return Found::Package(self.of(module), dir);
            }
            claimed.get_or_insert(dir);
        }
        if let Some(vendor) = &build.vendor {
            if let Some((path, go_version)) = vendor.packages.get(import) {
                let module = Self {
                    dir: vendor.dir.join(path),
                    path: path.clone(),
                    go_version: *go_version,
                    build: build.clone(),
                };
                return Found::Package(module, vendor.dir.join(import));
            }
            if has_dot(import) {
                let why = "import lookup disabled by -mod=vendor";
                return Found::Missing(format!(
                    "cannot find module providing package {import}: {why}"
                ));
            }
        }
        match claimed {
            Some(dir) => Found::Missing(format!(
                "package {import} is not in this module: no directory {}",
                dir.display()
            )),
            None => Found::Elsewhere,
        }
    }

    /// The directories of the main modules, in the order of their paths' lengths, the longest first.
    pub fn main_directories(&self) -> impl Iterator<Item = &Path> {
        self.build.modules.iter().filter(|module| module.main).map(|module| module.dir.as_path())
    }

    fn of(&self, module: &Listed) -> Self {
        let Listed { path, dir, go_version, .. } = module.clone();
        Self { dir, path, go_version, build: self.build.clone() }
    }

    /// The import path of `dir`, if it lies in this module.
    #[must_use]
    pub fn import_path(&self, fs: &FsView, dir: &Path) -> Option<String> {
        let dir = fs.canonical(dir)?;
        let rest = dir.strip_prefix(&self.dir).ok()?;
        if rest.as_os_str().is_empty() {
            return Some(self.path.clone());
        }
        Some(format!("{}/{}", self.path, rest.display()))
    }
}

impl Build {
    fn of_module(fs: &FsView, main: Listed, file: &ModFile) -> Result<Self, String> {
        let vendor = Vendor::find(fs, &main.dir, main.go_version >= VENDOR);
        let mut build = Self { modules: Vec::new(), vendor };
        let dir = main.dir.clone();
        build.modules.push(main);
        build.replace(fs, &dir, file)?;
        build.sort();
        Ok(build)
    }

    /// The modules that the `go.work` in `root` uses; the one in `own` must be among them.
    fn of_workspace(fs: &FsView, root: &Path, text: &str, own: &Path) -> Result<Self, String> {
        let name = shown(fs, &root.join("go.work"));
        let file = mod_file::parse(&name, text, Kind::Work)
            .map_err(|e| format!("go: errors parsing {name}:\n{e}"))?;
        check_version(fs, &root.join("go.work"), &file)?;
        let version = file.go.as_deref().and_then(version_of).unwrap_or((1, 18));
        let mut build = Self { modules: Vec::new(), vendor: None };
        let mut replacing = vec![(root.to_path_buf(), file.clone())];
        for used in &file.uses {
            let dir = root.join(used);
            let Some(text) = fs.text(&dir.join("go.mod")) else {
                let at = Path::new(used).join("go.mod");
                return Err(format!(
                    "go: cannot load module {used} listed in {name} file: open {}: no such file or directory",
                    at.display()
                ));
            };
            let module = read_mod(fs, &dir, &text, Kind::Main)?;
            let go_version = language(&module);
            if go_version > version && module.go.is_some() {
                let wanted = module.go.as_deref().unwrap_or_default();
                let lists = file.go.as_deref().unwrap_or("1.18");
                return Err(format!(
                    "go: module {used} listed in {name} file requires go >= {wanted}, but {name} lists go {lists}; to update it:\n\tgo work use"
                ));
            }
            let dir = fs.canonical(&dir).unwrap_or(dir);
            if let Some(path) = module.path.clone() {
                build.modules.push(Listed { path, dir: dir.clone(), go_version, main: true });
            }
            replacing.push((dir, module));
        }
        if !build.modules.iter().any(|m| m.dir == own) {
            return Err(format!(
                "directory {0} is contained in a module that is not one of the workspace modules listed in {name}. You can add the module to the workspace using:\n\tgo work use {0}",
                shown(fs, own)
            ));
        }
        for (dir, file) in &replacing {
            build.replace(fs, dir, file)?;
        }
        build.vendor = Vendor::find(fs, root, version >= VENDOR_OF_WORKSPACE);
        build.sort();
        Ok(build)
    }

    /// Adds the modules that the file in `dir` replaces by directories. Where several files replace one module, the
    /// first counts.
    fn replace(&mut self, fs: &FsView, dir: &Path, file: &ModFile) -> Result<(), String> {
        for (path, to) in &file.replaces {
            if self.modules.iter().any(|m| m.path == *path) {
                continue;
            }
            let at = dir.join(to);
            let Some(text) = fs.text(&at.join("go.mod")) else {
                if self.vendor.is_some() || !file.requires.contains(path) {
                    continue;
                }
                let name = shown(fs, &at.join("go.mod"));
                return Err(format!(
                    "go: {path} (replaced by {to}): reading {name}: open {}: no such file or directory",
                    at.join("go.mod").display()
                ));
            };
            let found = read_mod(fs, &at, &text, Kind::Dependency)?;
            let go_version = language(&found);
            let dir = fs.canonical(&at).unwrap_or(at);
            self.modules.push(Listed { path: path.clone(), dir, go_version, main: false });
        }
        Ok(())
    }

    fn sort(&mut self) {
        self.modules.sort_by_key(|m| std::cmp::Reverse(m.path.len()));
    }
}

impl Vendor {
    /// The directory `vendor` in `dir`, if there is one to be used.
    fn find(fs: &FsView, dir: &Path, wanted: bool) -> Option<Self> {
        let dir = dir.join("vendor");
        let text = wanted.then(|| fs.text(&dir.join("modules.txt")))??;
        let mut packages = HashMap::new();
        let (mut module, mut go_version) = (String::new(), UNSTATED);
        for line in text.lines() {
            if let Some(notes) = line.strip_prefix("## ") {
                let go = notes.split(';').find_map(|note| note.trim().strip_prefix("go "));
                go_version = go.and_then(version_of).unwrap_or(go_version);
            } else if let Some(words) = line.strip_prefix("# ") {
                module = words.split(' ').next().unwrap_or_default().to_owned();
                go_version = UNSTATED;
            } else if !line.is_empty() && !line.starts_with('#') {
                packages.insert(line.trim().to_owned(), (module.clone(), go_version));
            }
        }
        Some(Self { dir, packages })
    }
}

/// The name under which messages show a file of a module.
fn shown(fs: &FsView, path: &Path) -> String {
    let name = fs.display_name(path);
    name.strip_prefix("./").unwrap_or(&name).to_owned()
}

/// Reads the `go.mod` in `dir`.
fn read_mod(fs: &FsView, dir: &Path, text: &str, kind: Kind) -> Result<ModFile, String> {
    let path = dir.join("go.mod");
    let name = shown(fs, &path);
    let file = mod_file::parse(&name, text, kind)
        .map_err(|e| format!("go: errors parsing {name}:\n{e}"))?;
    check_version(fs, &path, &file)?;
    Ok(file)
}

/// A file may not ask for a later language than there is.
fn check_version(fs: &FsView, path: &Path, file: &ModFile) -> Result<(), String> {
    match &file.go {
        Some(go) if language(file) > LANGUAGE => Err(format!(
            "go: {} requires go >= {go} (running go {RELEASE}; GOTOOLCHAIN=local)",
            shown(fs, path)
        )),
        _ => Ok(()),
    }
}

/// The language version that a `go.mod` states.
fn language(file: &ModFile) -> (u32, u32) {
    file.go.as_deref().and_then(version_of).unwrap_or(UNSTATED)
}

/// The directory of the package `import` in the module `path` in `dir`, if its path lies in that module.
fn below(dir: &Path, path: &str, import: &str) -> Option<PathBuf> {
    let rest = import.strip_prefix(path)?;
    if rest.is_empty() {
        return Some(dir.to_path_buf());
    }
    rest.strip_prefix('/').map(|rest| dir.join(rest))
}

/// Whether no directory from `dir` up to the module's `root` is another module's.
fn in_module(fs: &FsView, root: &Path, dir: &Path) -> bool {
    dir.ancestors().take_while(|at| *at != root).all(|at| fs.text(&at.join("go.mod")).is_none())
}

/// Whether the first element of an import path has a dot: such paths are never the library's.
#[must_use]
pub fn has_dot(import: &str) -> bool {
    import.split('/').next().is_some_and(|first| first.contains('.'))
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
    fn a_module_maps_paths_to_directories() {
        let of = |import| below(Path::new("/m"), "a.b/c", import);
        assert_eq!(of("a.b/c/d"), Some("/m/d".into()));
        assert_eq!(of("a.b/c"), Some("/m".into()));
        assert_eq!(of("a.b/cd"), None);
        assert!(has_dot("a.b/c") && !has_dot("a/b.c"));
    }
}
