//! A module as its packages see it: the package that an import path denotes, its directory, and its language version.
//!
//! As in the go command, the main module, or the workspace around it, decides which module each import of each package
//! in the program refers to: by its `require` and `replace` lines and its `vendor` directory.

use minigo_syntax::small_sort::SmallSort as _;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::build_list::{BuildList, LookupError, SourceDirectory, UnusableModule};
use super::main_modules::{MainModules, ModModeKind, NoMainModulesReason};
use crate::load::fs_view::{FsView, Language};
use crate::load::godebug::Setting;
use minigo_modules::path::{PathKind, check};
use minigo_modules::version::ModuleVersion;

/// The module a package belongs to.
#[derive(Clone, Debug)]
pub struct Module {
    /// The directory of `go.mod`; for a vendored module, the directory of its packages.
    pub dir: PathBuf,
    /// The module's path: the import path of that directory.
    pub path: String,
    /// The language version in the module's `go` line.
    pub go_version: (u32, u32),
    /// The module's version; empty for main modules and their vendored packages.
    pub(super) version: String,
    /// Whether the module is a main module.
    pub(super) is_main: bool,
    /// The modules of the program.
    pub(super) build_list: Rc<BuildList>,
}

/// The result of resolving an import path.
#[derive(Debug)]
pub enum ResolvedImport {
    /// The package is in this directory of this module.
    Package(Module, PathBuf),
    /// There is no such package; the text says why.
    Missing(String),
    /// No module has the package, but Go's library may have it.
    Elsewhere,
    /// The modules of the program are inconsistent; the text says why.
    Fatal(String),
}

/// The entry for a module in a program's build info.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BuildInfoRecord {
    /// The module's path.
    pub path: String,
    /// The module's version; empty for a main module.
    pub version: String,
    /// The checksum of the module's sources, or of those that replace it, if `go.sum` has one.
    pub sum: String,
    /// The module or directory that replaces the module, by a `replace` line.
    pub replacement: Option<ModuleVersion>,
}

/// A package's module in the build list, and the package's directory.
struct PackageInModule {
    module: ModuleVersion,
    dir: PathBuf,
}

/// The reason why no module has the package.
enum NotFound {
    /// None of the searched modules has the package.
    Nowhere,
    Missing(String),
    Fatal(String),
}

impl From<LookupError> for NotFound {
    fn from(fault: LookupError) -> Self {
        match fault {
            LookupError::OfImport(why) => Self::Missing(why),
            LookupError::OfProgram(why) => Self::Fatal(why),
        }
    }
}

impl Module {
    /// The module around `dir`: the one of the nearest `go.mod` in the directory or above it.
    ///
    /// # Errors
    /// Returns a message that says what is wrong with a `go.mod`, `go.work` or `modules.txt`, in the words of the go
    /// command.
    pub fn find(fs: &FsView, dir: &Path) -> Result<Option<Self>, String> {
        Self::find_around(fs, dir, false)
    }

    /// The main module in which import paths of the working directory are resolved: the module around it, or the first
    /// module of the workspace around it.
    ///
    /// # Errors
    /// Returns the errors of [`find`](Self::find).
    pub fn effective_main_module(fs: &FsView) -> Result<Option<Self>, String> {
        Self::find_around(fs, Path::new("."), true)
    }

    /// Reports whether the module around `dir` does not belong to the workspace that is used there.
    #[must_use]
    pub fn is_outside_workspace(fs: &FsView, dir: &Path) -> bool {
        let (Some(full), Ok(flags)) = (fs.canonical(dir), fs.build_flags()) else { return false };
        let found = MainModules::find_for_directory(fs, &full, flags, false);
        matches!(found, Err(NoMainModulesReason::OutsideWorkspace(_)))
    }

    fn find_around(fs: &FsView, dir: &Path, anywhere: bool) -> Result<Option<Self>, String> {
        let Some(full) = fs.canonical(dir) else { return Ok(None) };
        let flags = fs.build_flags()?;
        let found = MainModules::find_for_directory(fs, &full, flags, anywhere)?;
        let Some((own, mains)) = found else { return Ok(None) };
        let build = BuildList::new(fs, mains)?;
        if build.needs_graph() && build.vendor.is_none() {
            build.graph(fs).map_err(LookupError::program_message)?;
        }
        let build = Rc::new(build);
        let main = &build.mains.all[own];
        Ok(Some(Self {
            dir: main.dir.clone(),
            path: main.path.clone(),
            go_version: main.go_version(),
            version: String::new(),
            is_main: true,
            build_list: build.clone(),
        }))
    }

    /// The Go version whose GODEBUG defaults apply to a program of this module, and the settings of the main module or
    /// workspace.
    pub(in crate::load) fn godebug(&self) -> (&str, &[Setting]) {
        self.build_list.mains.godebug()
    }

    /// Finds the package `import` for the package at `importer` in this module.
    #[must_use]
    pub fn resolve(&self, fs: &FsView, import: &str, importer: Option<&str>) -> ResolvedImport {
        if let Some(why) = invalid_path_reason(import) {
            return ResolvedImport::Missing(why);
        }
        let found = match &self.build_list.vendor {
            Some(_) => self.find_in_vendor(fs, import),
            None => self.find_in_modules(fs, import, importer),
        };
        let PackageInModule { module, dir } = match found {
            Ok(found) => found,
            Err(NotFound::Fatal(why)) => return ResolvedImport::Fatal(why),
            Err(NotFound::Missing(why)) => return ResolvedImport::Missing(why),
            Err(NotFound::Nowhere) => return self.not_found(fs, import),
        };
        if let Some(why) = self.not_listed_error(fs, &module, import, importer) {
            return ResolvedImport::Missing(why);
        }
        match self.of_version(fs, &module) {
            Ok(module) => ResolvedImport::Package(module, dir),
            Err(LookupError::OfProgram(why)) => ResolvedImport::Fatal(why),
            Err(LookupError::OfImport(why)) => ResolvedImport::Missing(why),
        }
    }

    /// The module of the program with this path and version.
    pub(super) fn of_version(
        &self,
        fs: &FsView,
        module: &ModuleVersion,
    ) -> Result<Self, LookupError> {
        let build = self.build_list.clone();
        let ModuleVersion { path, version } = module.clone();
        if let Some(main) = build.mains.find(&path).filter(|_| version.is_empty()) {
            let (dir, go_version) = (main.dir.clone(), main.go_version());
            return Ok(Self { dir, path, go_version, version, is_main: true, build_list: build });
        }
        let go_version = build.go_version(fs, module)?;
        let dir = match &build.vendor {
            Some(vendor) => vendor.dir.join(&path),
            None => build.sources(fs, module).map(|found| found.dir).unwrap_or_default(),
        };
        Ok(Self { dir, path, go_version, version, is_main: false, build_list: build })
    }

    /// Finds a package in the main modules and in `vendor`.
    fn find_in_vendor(&self, fs: &FsView, import: &str) -> Result<PackageInModule, NotFound> {
        let mut found = Vec::new();
        for main in &self.build_list.mains.all {
            let sources = SourceDirectory { dir: main.dir.clone(), is_local: true };
            if let Some(dir) = package_in(fs, &sources, &main.path, import) {
                found.push(PackageInModule { module: ModuleVersion::new(&main.path, ""), dir });
            }
        }
        let vendor = self.build_list.vendor.as_ref();
        let listed = vendor.and_then(|vendor| Some((vendor, vendor.packages.get(import)?)));
        if let Some((vendor, module)) = listed {
            let dir = vendor.dir.join(import);
            if !fs.has_files(&dir, Language::Go) {
                return Err(NotFound::Missing(format!(
                    "package {import} is listed in vendor/modules.txt, but not in {}; to vendor it:\n\tgo mod vendor",
                    dir.display()
                )));
            }
            found.push(PackageInModule { module: module.clone(), dir });
        }
        only_match(found, import, true)
    }

    /// Finds a package in the modules that the main module requires, then in the module graph.
    fn find_in_modules(
        &self,
        fs: &FsView,
        import: &str,
        importer: Option<&str>,
    ) -> Result<PackageInModule, NotFound> {
        let build = &self.build_list;
        // With -mod=mod the versions are those that the go command would write to `go.mod`.
        let raised = build.mains.mode.kind == ModModeKind::Mod;
        if !(build.needs_graph() || raised && build.graph(fs).is_ok()) {
            let listed = |prefix: &str| {
                let main = build.mains.find(prefix).map(|_| String::new());
                main.or_else(|| build.root_version(prefix).map(str::to_owned))
            };
            match self.find_in_selected_modules(fs, import, importer, &listed) {
                Err(NotFound::Nowhere) => {}
                Ok(found) if self.is_consistent(fs, &found.module) => return Ok(found),
                Ok(_) => {}
                error @ Err(_) => return error,
            }
            if build.mains.work.is_none()
                && !has_dot(import)
                && build.root_version(import).is_none()
            {
                return Err(NotFound::Nowhere);
            }
        }
        let graph = build.graph(fs)?;
        let selected = |prefix: &str| graph.selected_version(prefix).map(str::to_owned);
        let found = self.find_in_selected_modules(fs, import, importer, &selected)?;
        match build.not_listed_error(&found.module) {
            Some(error) => Err(NotFound::Fatal(error)),
            None => Ok(found),
        }
    }

    /// Reports whether the main module lists no requirement of the module in an earlier version. If a requirement of
    /// the module has a later version, the module graph must select the versions.
    fn is_consistent(&self, fs: &FsView, module: &ModuleVersion) -> bool {
        module.version.is_empty()
            || self.build_list.mains.work.is_some()
            || match &*self.build_list.summary(fs, module) {
                Ok(summary) => self.build_list.is_consistent(summary),
                Err(_) => true,
            }
    }

    /// Finds a package in the modules whose paths are a prefix of the import path, in the versions that `selected`
    /// returns. Exactly one of the modules whose paths are a prefix of the import path may have the package.
    fn find_in_selected_modules(
        &self,
        fs: &FsView,
        import: &str,
        importer: Option<&str>,
        selected: &dyn Fn(&str) -> Option<String>,
    ) -> Result<PackageInModule, NotFound> {
        let (mut found, mut without_sum) = (Vec::new(), Vec::new());
        for prefix in prefixes(import) {
            let Some(version) = selected(prefix) else { continue };
            let module = ModuleVersion { path: prefix.into(), version };
            match self.build_list.sources(fs, &module) {
                Ok(sources) => {
                    if let Some(dir) = package_in(fs, &sources, prefix, import) {
                        found.push(PackageInModule { module, dir });
                    }
                }
                Err(UnusableModule::NoSum) => without_sum.push(module.path),
                Err(UnusableModule::Missing(why)) => return Err(NotFound::Missing(why)),
                Err(UnusableModule::Fatal(why)) => return Err(NotFound::Fatal(why)),
            }
        }
        found.reverse();
        if found.len() < 2 && !without_sum.is_empty() {
            without_sum.reverse();
            let why = self.missing_sum_error(import, importer, !found.is_empty(), &without_sum);
            return Err(NotFound::Missing(why));
        }
        only_match(found, import, false)
    }

    /// The error that `go.sum` lacks the modules that may contain a package.
    fn missing_sum_error(
        &self,
        import: &str,
        importer: Option<&str>,
        found: bool,
        modules: &[String],
    ) -> String {
        let by = importer.map_or(String::new(), |importer| format!(" (imported by {importer})"));
        let what = match found {
            true => {
                format!("needed to verify package {import}{by} is provided by exactly one module")
            }
            false => format!("for module providing package {import}{by}"),
        };
        let get = match importer {
            None => format!("go mod download {}", modules.join(" ")),
            Some(importer) if self.version.is_empty() => format!("go get {importer}"),
            Some(importer) => format!("go get {importer}@{}", self.version),
        };
        format!("missing go.sum entry {what}; to add:\n\t{get}")
    }

    /// The error for a package of a main module that imports from a module in the graph which the main module does not
    /// list.
    fn not_listed_error(
        &self,
        fs: &FsView,
        module: &ModuleVersion,
        import: &str,
        importer: Option<&str>,
    ) -> Option<String> {
        let build = &self.build_list;
        let (importer, mode) = (importer?, build.mains.mode.kind);
        if !self.is_main || module.version.is_empty() || mode != ModModeKind::Readonly {
            return None;
        }
        let listed = match build.mains.work {
            Some(_) => build.graph(fs).is_ok_and(|graph| graph.required_by(module).is_some()),
            None => build.root_version(&module.path) == Some(&module.version),
        };
        (!listed).then(|| {
            format!(
                "package {importer} imports {import} from implicitly required module; to add missing requirements, run:\n\tgo get {module}"
            )
        })
    }

    /// The result for a package that no module has.
    fn not_found(&self, fs: &FsView, import: &str) -> ResolvedImport {
        let build = &self.build_list;
        if build.mains.mode.kind != ModModeKind::Vendor
            && let Some(why) = self.replaced_only_error(fs, import)
        {
            return ResolvedImport::Missing(why);
        }
        if let Some(main) = build
            .mains
            .all
            .iter()
            .find(|main| directory_below(&main.dir, &main.path, import).is_some())
        {
            let dir = directory_below(&main.dir, &main.path, import).unwrap_or_default();
            let dir = dir.display();
            return ResolvedImport::Missing(match fs.is_dir(Path::new(&dir.to_string())) {
                true => {
                    format!("no required module provides package {import}: no Go files in {dir}")
                }
                false => format!("package {import} is not in this module: no directory {dir}"),
            });
        }
        if !has_dot(import) {
            return ResolvedImport::Elsewhere;
        }
        match build.mains.mode.no_lookup_message() {
            Some(why) => ResolvedImport::Missing(format!(
                "cannot find module providing package {import}: {why}"
            )),
            None if build.mains.mode.kind == ModModeKind::Mod => ResolvedImport::Missing(format!(
                "cannot find module providing package {import}; to add it:\n\tgo get {import}"
            )),
            None => ResolvedImport::Missing(format!(
                "no required module provides package {import}; to add it:\n\tgo get {import}"
            )),
        }
    }

    /// The error for a package whose module is replaced but not required.
    fn replaced_only_error(&self, fs: &FsView, import: &str) -> Option<String> {
        let replaced = &self.build_list.mains.replacements;
        let mut old: Vec<_> = replaced.lines().map(|(old, _)| old.clone()).collect();
        old.retain(|module| directory_below(Path::new(""), &module.path, import).is_some());
        old.small_sort_by_key(|module| std::cmp::Reverse(module.path.len()));
        let module = old.into_iter().find(|module| {
            let sources = self.build_list.sources(fs, module);
            sources.is_ok_and(|sources| package_in(fs, &sources, &module.path, import).is_some())
        })?;
        let path = &module.path;
        Some(format!(
            "module {path} provides package {import} and is replaced but not required; to add it:\n\tgo get {module}"
        ))
    }

    /// The directories of the main modules, in the order of `go.work`.
    pub fn main_directories(&self) -> impl Iterator<Item = &Path> {
        self.build_list.mains.all.iter().map(|module| module.dir.as_path())
    }

    /// The main module in the directory `dir`.
    #[must_use]
    pub fn main_in(&self, dir: &Path) -> Option<Self> {
        let main = self.build_list.mains.all.iter().find(|main| main.dir == dir)?;
        let (path, go_version) = (main.path.clone(), main.go_version());
        Some(Self { dir: dir.into(), path, go_version, ..self.clone() })
    }

    /// The module's entry in the build info of a program.
    #[must_use]
    pub fn record(&self, fs: &FsView) -> BuildInfoRecord {
        let own = ModuleVersion::new(&self.path, &self.version);
        let replacement =
            self.build_list.mains.replacements.replacement_of(&own).filter(|_| !self.is_main);
        let replaced = replacement.map(|replacement| replacement.to.clone());
        let sum = self.build_list.listed_sum(fs, replaced.as_ref().unwrap_or(&own));
        BuildInfoRecord { path: own.path, version: own.version, sum, replacement: replaced }
    }

    /// The module's path followed, if it has a version, by `@` and the version.
    #[must_use]
    pub fn name(&self) -> String {
        ModuleVersion::new(&self.path, &self.version).to_string()
    }

    /// Reports whether the module lies in the module cache: its files never change.
    #[must_use]
    pub fn is_in_cache(&self, fs: &FsView) -> bool {
        !self.is_main
            && self.build_list.vendor.is_none()
            && self.build_list.cache(fs).contains(&self.dir)
    }

    /// Reports whether the main modules are those of a workspace.
    #[must_use]
    pub fn is_in_workspace(&self) -> bool {
        self.build_list.mains.work.is_some()
    }

    /// Reports whether the module is a main module.
    #[must_use]
    pub fn is_main(&self) -> bool {
        self.is_main
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

/// The reason why a text cannot be an import path.
fn invalid_path_reason(import: &str) -> Option<String> {
    if !is_local(import) && !import.contains('@') {
        return check(import, PathKind::Import).err();
    }
    if import.contains('@') {
        return Some(format!("import path {import:?} should not have @version"));
    }
    if is_local(import) {
        return Some(match import.starts_with('/') {
            true => format!("{import:?} is not a package path; see 'go help packages'"),
            false => format!(
                "{import:?} is relative, but relative import paths are not supported in module mode"
            ),
        });
    }
    None
}

/// Reports whether a word is a path in the file system, not an import path.
#[must_use]
pub fn is_local(word: &str) -> bool {
    let first = word.split('/').next();
    word.starts_with('/') || first == Some(".") || first == Some("..")
}

/// The package, if exactly one module or vendor directory has it.
fn only_match(
    mut found: Vec<PackageInModule>,
    import: &str,
    vendored: bool,
) -> Result<PackageInModule, NotFound> {
    if found.len() < 2 {
        return found.pop().ok_or(NotFound::Nowhere);
    }
    let kind = if vendored { "directories" } else { "modules" };
    let mut text = format!("ambiguous import: found package {import} in multiple {kind}:");
    for PackageInModule { module: ModuleVersion { path, version }, dir } in found {
        let dir = dir.display();
        text += &match (vendored, version.as_str()) {
            (true, _) => format!("\n\t{dir}"),
            (false, "") => format!("\n\t{path} ({dir})"),
            (false, version) => format!("\n\t{path} {version} ({dir})"),
        };
    }
    Err(NotFound::Missing(text))
}

/// The possible paths of the module of a package, the longest first.
fn prefixes(import: &str) -> impl Iterator<Item = &str> {
    let ends = import.match_indices('/').map(|(at, _)| at).collect::<Vec<_>>();
    std::iter::once(import.len()).chain(ends.into_iter().rev()).map(|end| &import[..end])
}

/// The directory of the package `import` in the module `path`, if it exists there and has Go files.
fn package_in(fs: &FsView, sources: &SourceDirectory, path: &str, import: &str) -> Option<PathBuf> {
    let dir = directory_below(&sources.dir, path, import)?;
    let inside = !sources.is_local || is_in_module(fs, &sources.dir, &dir);
    (inside && fs.has_files(&dir, Language::Go)).then_some(dir)
}

/// The directory of the package `import` in the module `path` at `dir`, if the import path begins with the module's.
fn directory_below(dir: &Path, path: &str, import: &str) -> Option<PathBuf> {
    let rest = import.strip_prefix(path)?;
    if rest.is_empty() {
        return Some(dir.to_path_buf());
    }
    rest.strip_prefix('/').map(|rest| dir.join(rest))
}

/// Reports whether no directory between `dir` and the module's `root` is the root of another module.
fn is_in_module(fs: &FsView, root: &Path, dir: &Path) -> bool {
    dir.ancestors()
        .take_while(|at| *at != root)
        .all(|at| fs.read_text(&at.join("go.mod")).is_none())
}

/// Reports whether the first element of an import path has a dot: paths of the library never have one.
#[must_use]
pub fn has_dot(import: &str) -> bool {
    import.split('/').next().is_some_and(|first| first.contains('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_maps_paths_to_directories() {
        let of = |import| directory_below(Path::new("/m"), "a.b/c", import);
        assert_eq!(of("a.b/c/d"), Some("/m/d".into()));
        assert_eq!(of("a.b/c"), Some("/m".into()));
        assert_eq!(of("a.b/cd"), None);
        assert!(has_dot("a.b/c") && !has_dot("a/b.c"));
        assert_eq!(prefixes("a/b/c").collect::<Vec<_>>(), ["a/b/c", "a/b", "a"]);
    }
}
