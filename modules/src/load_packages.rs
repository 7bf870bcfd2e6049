//! Packages: finds the packages that match a pattern, their imports, and the modules that provide them.

mod directories;

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::path::{Path, PathBuf};

pub use directories::{main_packages, package_directory, packages_below, packages_of};

use crate::graph::{Graph, Pruning};
use crate::imports::{self, FileFilter, Imports};
use crate::path::{PathKind, check, has_prefix, prefixes};
use crate::project::{Project, Replacement};
use crate::proxy::MessageSubject;
use crate::requirements::Requirements;
use crate::version::ModuleVersion;

/// The index of a package in [`LoadedPackages::packages`].
pub type PackageId = usize;

/// A package or its tests.
#[derive(Clone, Debug, Default)]
pub struct Package {
    /// The package's import path.
    pub path: String,
    /// The module that provides the package; `None` for a package of the standard library and for one with an error.
    pub module: Option<ModuleVersion>,
    /// The directory of the package's files.
    pub dir: PathBuf,
    /// Whether the package belongs to the standard library.
    pub is_std: bool,
    /// The error, if the package cannot be loaded.
    pub error: Option<LoadFailure>,
    /// The packages that the package imports.
    pub imports: Vec<PackageId>,
    /// The package's tests.
    pub test_package: Option<PackageId>,
    /// For tests, the tested package.
    pub test_of: Option<PackageId>,
    /// Whether the package belongs to the pattern `all`.
    pub matches_all_pattern: bool,
    /// Whether a pattern of the command names the package.
    pub is_root: bool,
    /// The first package that imports this package.
    pub importer: Option<PackageId>,
    /// The patterns of the files that the package embeds.
    pub embeds: BTreeSet<String>,
    scanned_imports: Imports,
}

/// The reason why a package cannot be loaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadFailure {
    /// The message.
    pub text: String,
    /// Whether another module could provide the package.
    pub is_missing: bool,
    /// Whether the message stays if a search for missing modules finds none that provides the package.
    pub is_message_final: bool,
    /// The command that adds the missing requirement.
    remedy: Option<String>,
}

impl LoadFailure {
    /// Another module could provide the package: `command` would add that module.
    fn with_command(text: String, command: String) -> Self {
        Self { text, is_missing: true, is_message_final: false, remedy: Some(command) }
    }

    /// Replaces the message, with its remedy.
    pub(crate) fn set_text(&mut self, text: String) {
        (self.text, self.remedy) = (text, None);
    }

    /// The message with the command that helps; in a workspace, that command has to run in the directory `dir`.
    fn with_remedy(&self, dir: Option<&Path>) -> String {
        let Self { text, remedy, .. } = self;
        let Some(remedy) = remedy else { return text.clone() };
        let cd = dir.map(|dir| format!("\n\tcd {}", dir.display())).unwrap_or_default();
        format!("{text}; to add it:{cd}\n\t{remedy}")
    }
}

/// The rules for loading packages.
#[derive(Clone, Copy, Debug)]
pub struct LoadRules {
    /// Whether tests of the packages that patterns name are loaded too.
    pub loads_tests: bool,
    /// Whether the named packages count as imported by the main module.
    pub are_roots_imported: bool,
    /// Whether the command loads `all`: then imported packages count as named by a pattern too.
    pub loads_all: bool,
    /// Whether the tests of all packages of `all` belong to `all` too, as before Go 1.16.
    pub all_includes_tests: bool,
}

/// Loaded packages.
#[derive(Debug, Default)]
pub struct LoadedPackages {
    /// The packages; the named ones come first.
    pub packages: Vec<Package>,
    by_path: HashMap<String, PackageId>,
}

/// A package's module, and the package's directory.
struct FoundPackage {
    module: ModuleVersion,
    dir: PathBuf,
}

/// Loads packages and the packages that they import.
///
/// # Errors
/// Fails if the modules are inconsistent, so that no package can be loaded.
pub fn load_packages(
    project: &Project<'_>,
    requirements: &Requirements,
    roots: &[String],
    how: LoadRules,
) -> Result<LoadedPackages, String> {
    let mut loader = Loader {
        project,
        requirements,
        rules: how,
        loaded: LoadedPackages::default(),
        todo: VecDeque::new(),
    };
    for root in roots {
        let id = loader.add_package(root, None)?;
        let in_all = how.loads_all || how.are_roots_imported || loader.is_main(id);
        loader.mark_package(id, in_all, true)?;
    }
    while let Some(id) = loader.todo.pop_front() {
        loader.load_imports(id)?;
    }
    let mut loaded = in_breadth_first_order(loader.loaded);
    for id in 0..loaded.packages.len() {
        let dir = project.work.as_ref().and_then(|_| loaded.main_directory(project, id));
        if let Some(error) = &mut loaded.packages[id].error {
            error.set_text(error.with_remedy(dir));
        }
    }
    Ok(loaded)
}

/// The packages in breadth-first order: a package's imports come before its tests.
fn in_breadth_first_order(mut loaded: LoadedPackages) -> LoadedPackages {
    let old = std::mem::take(&mut loaded.packages);
    let mut order: Vec<PackageId> = Vec::new();
    let mut importers: HashMap<PackageId, Option<PackageId>> = HashMap::new();
    for (id, package) in old.iter().enumerate() {
        if package.importer.is_none() {
            order.push(id);
            importers.insert(id, None);
        }
    }
    let mut at = 0;
    while let Some(id) = order.get(at).copied() {
        for next in old[id].imports.iter().chain(&old[id].test_package) {
            if !importers.contains_key(next) {
                importers.insert(*next, Some(id));
                order.push(*next);
            }
        }
        at += 1;
    }
    let place: HashMap<PackageId, PackageId> =
        order.iter().enumerate().map(|(new, id)| (*id, new)).collect();
    let mut old: Vec<Option<Package>> = old.into_iter().map(Some).collect();
    for id in order {
        let Some(mut package) = old[id].take() else { continue };
        package.imports = package.imports.iter().map(|id| place[id]).collect();
        package.test_package = package.test_package.map(|id| place[&id]);
        package.test_of = package.test_of.map(|id| place[&id]);
        package.importer = importers[&id].map(|id| place[&id]);
        loaded.packages.push(package);
    }
    loaded.by_path = loaded.by_path.into_iter().map(|(path, id)| (path, place[&id])).collect();
    loaded
}

struct Loader<'l, 'c> {
    project: &'l Project<'c>,
    requirements: &'l Requirements,
    rules: LoadRules,
    loaded: LoadedPackages,
    todo: VecDeque<PackageId>,
}

impl Loader<'_, '_> {
    /// The package at a path; it is looked up if it is new.
    fn add_package(
        &mut self,
        path: &str,
        importer: Option<PackageId>,
    ) -> Result<PackageId, String> {
        let by_std = importer.is_some_and(|id| self.loaded.packages[id].is_std);
        let vendored = format!("vendor/{path}");
        let path = if by_std && has_dotted_start(path) { &vendored } else { path };
        if let Some(id) = self.loaded.by_path.get(path) {
            return Ok(*id);
        }
        let id = self.loaded.packages.len();
        let mut package = Package { path: path.to_owned(), importer, ..Package::default() };
        if by_std || is_std(self.project, path) {
            package.is_std = true;
            if let Some(sources) = &self.project.config.std_sources {
                package.dir = sources.join(path);
                package.scanned_imports =
                    imports::of_directory(&package.dir, FileFilter::Any).unwrap_or_default();
            }
        } else {
            let importer = importer.map(|id| &self.loaded.packages[id]);
            match find_provider(self.project, self.requirements, path, importer)? {
                Ok(found) => {
                    let files = match self.rules.loads_all {
                        true => FileFilter::Any,
                        false => FileFilter::Build(&self.project.config.tags),
                    };
                    match imports::of_directory(&found.dir, files) {
                        Ok(read) => package.scanned_imports = read,
                        Err(text) => {
                            package.error = Some(load_failure(text));
                        }
                    }
                    if !found.module.version.is_empty() {
                        // The go line of the module says in which language version the package is written, so the
                        // checksum of its go.mod is needed.
                        let _ = self.project.summary(&found.module);
                    }
                    package.embeds.clone_from(&package.scanned_imports.embeds);
                    (package.module, package.dir) = (Some(found.module), found.dir);
                }
                Err(failed) => package.error = Some(failed),
            }
        }
        self.loaded.by_path.insert(path.to_owned(), id);
        self.loaded.packages.push(package);
        self.todo.push_back(id);
        Ok(id)
    }

    /// Marks a package as part of `all` or as named, and passes the marks on to its imports and tests.
    fn mark_package(&mut self, id: PackageId, in_all: bool, is_root: bool) -> Result<(), String> {
        let mut todo = vec![(id, in_all, is_root)];
        while let Some((id, in_all, is_root)) = todo.pop() {
            let how = self.rules;
            let main = self.is_main(id);
            let package = &mut self.loaded.packages[id];
            // If the command loads `all`, the packages of `all` are the named ones.
            let is_root = is_root || in_all && how.loads_all && package.test_of.is_none();
            if (!in_all || package.matches_all_pattern) && (!is_root || package.is_root) {
                continue;
            }
            package.matches_all_pattern |= in_all;
            package.is_root |= is_root;
            let (in_all, is_root) = (package.matches_all_pattern, package.is_root);
            if package.test_of.is_none() && package.test_package.is_none() {
                let wants = how.loads_all && (main || how.all_includes_tests && in_all)
                    || how.loads_tests && is_root;
                // The imports of the library's tests are only known if its sources are read.
                if wants
                    && (package.module.is_some()
                        || !package.scanned_imports.test_imports.is_empty())
                {
                    self.add_test(id);
                }
            }
            let package = &self.loaded.packages[id];
            let test_in_all = in_all && (how.all_includes_tests || main);
            if let Some(test) = package.test_package.filter(|_| test_in_all) {
                todo.push((test, true, false));
            }
            if in_all {
                todo.extend(package.imports.iter().map(|import| (*import, true, false)));
            }
        }
        Ok(())
    }

    fn is_main(&self, id: PackageId) -> bool {
        let module = self.loaded.packages[id].module.as_ref();
        module.is_some_and(|module| module.version.is_empty())
    }

    fn add_test(&mut self, id: PackageId) {
        let package = &self.loaded.packages[id];
        let mut test = Package {
            path: package.path.clone(),
            module: package.module.clone(),
            dir: package.dir.clone(),
            is_std: package.is_std,
            test_of: Some(id),
            importer: Some(id),
            ..Package::default()
        };
        test.scanned_imports.package_imports = package.scanned_imports.test_imports.clone();
        let number = self.loaded.packages.len();
        self.loaded.packages.push(test);
        self.loaded.packages[id].test_package = Some(number);
        self.todo.push_back(number);
    }

    fn load_imports(&mut self, id: PackageId) -> Result<(), String> {
        let paths = std::mem::take(&mut self.loaded.packages[id].scanned_imports.package_imports);
        for path in &paths {
            let import = self.add_package(path, Some(id))?;
            self.loaded.packages[id].imports.push(import);
            if self.loaded.packages[id].matches_all_pattern {
                self.mark_package(import, true, false)?;
            }
        }
        self.loaded.packages[id].scanned_imports.package_imports = paths;
        Ok(())
    }
}

impl LoadedPackages {
    /// The directory of the main module whose package imports the package, directly or indirectly.
    fn main_directory<'p>(&self, project: &'p Project<'_>, mut id: PackageId) -> Option<&'p Path> {
        while let Some(importer) = self.packages[id].importer {
            id = importer;
        }
        let module = self.packages[id].module.as_ref()?;
        project.find_main(&module.path).map(|main| main.dir.as_path())
    }

    /// Sets the error of each package that another module could provide: no such module was found.
    pub fn report_missing_packages(&mut self) {
        for package in &mut self.packages {
            if let Some(error) = package.error.as_mut().filter(|error| error.is_missing) {
                error.set_text(format!("cannot find module providing package {}", package.path));
            }
        }
    }

    /// The package at this path.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&Package> {
        self.by_path.get(path).map(|id| &self.packages[*id])
    }

    /// The chain of imports from a named package to this one, for messages.
    #[must_use]
    pub fn import_stack(&self, id: PackageId) -> String {
        let mut lines = Vec::new();
        let mut at = Some(id);
        while let Some(id) = at {
            lines.push(id);
            at = self.packages[id].importer;
        }
        lines.reverse();
        let mut out = String::new();
        for pair in lines.windows(2) {
            let [from, to] = pair else { continue };
            let (from, to) = (&self.packages[*from], &self.packages[*to]);
            if to.test_of.is_some() {
                out += &format!("{} tested by\n\t", from.path);
            } else if from.test_of.is_some() {
                out += &format!("{}.test imports\n\t", from.path);
            } else {
                out += &format!("{} imports\n\t", from.path);
            }
        }
        out + &self.packages[id].path
    }

    /// The error message of a package, if it has an error.
    #[must_use]
    pub fn error(&self, id: PackageId) -> Option<String> {
        let error = self.packages[id].error.as_ref()?;
        Some(format!("{}: {}", self.import_stack(id), error.text))
    }
}

/// Reports whether the first element of a path has a dot, as in the paths of modules.
fn has_dotted_start(path: &str) -> bool {
    path.split('/').next().is_some_and(|first| first.contains('.'))
}

/// Reports whether the standard library has the package.
#[must_use]
pub fn is_std(project: &Project<'_>, path: &str) -> bool {
    !has_dotted_start(path)
        && (project.config.std_packages.binary_search(&path).is_ok()
            || matches!(path, "unsafe" | "C"))
}

fn load_failure(text: impl Into<String>) -> LoadFailure {
    LoadFailure { text: text.into(), is_missing: false, is_message_final: true, remedy: None }
}

/// Finds the module that provides a package.
fn find_provider(
    project: &Project<'_>,
    requirements: &Requirements,
    path: &str,
    importer: Option<&Package>,
) -> Result<Result<FoundPackage, LoadFailure>, String> {
    if path.contains('@') {
        return Ok(Err(load_failure("import path should not have @version")));
    }
    if path == "." || path == ".." || path.starts_with("./") || path.starts_with("../") {
        return Ok(Err(load_failure("relative import not supported")));
    }
    if let Err(why) = check(path, PathKind::Import) {
        return Ok(Err(load_failure(why)));
    }
    let listed = |prefix: &str| requirements.root_version(project, prefix).map(str::to_owned);
    // Without pruning, the whole module graph is used. With pruning, the search begins with the required modules or, in
    // a workspace, with the workspace's modules.
    let unpruned = requirements.pruning == Pruning::Unpruned;
    if !unpruned {
        match find_in_selected_modules(project, &listed, path, importer) {
            Ok(None) => {}
            Ok(Some(found)) => return Ok(Ok(found)),
            Err(error) => return Ok(Err(error)),
        }
    }
    let graph = match requirements.graph(project) {
        Ok(graph) => graph,
        // With pruning, packages of the required modules can still be loaded without the whole graph.
        Err(error) if !unpruned => return Ok(Err(load_failure(error))),
        Err(error) => return Err(error),
    };
    let selected = |prefix: &str| graph.selected_version(prefix).map(str::to_owned);
    match find_in_selected_modules(project, &selected, path, importer) {
        Ok(Some(found)) => Ok(Ok(found)),
        Ok(None) => Ok(Err(no_provider_failure(project, path))),
        Err(error) => Ok(Err(error)),
    }
}

fn no_provider_failure(project: &Project<'_>, path: &str) -> LoadFailure {
    let not_required = || {
        let text = format!("no required module provides package {path}");
        LoadFailure::with_command(text, format!("go get {path}"))
    };
    if let Some(main) = project.mains.iter().find(|main| has_prefix(path, &main.path)) {
        let dir = main.dir.join(path[main.path.len()..].trim_start_matches('/'));
        return match dir.is_dir() {
            true => not_required(),
            false => {
                let text = format!("package {path} is not in this module");
                LoadFailure { is_missing: true, ..load_failure(text) }
            }
        };
    }
    if !has_dotted_start(path) {
        let replaced = project.replace_order.iter().any(|old| has_prefix(path, &old.path));
        return LoadFailure {
            is_missing: replaced,
            ..load_failure(format!("package {path} is not in std"))
        };
    }
    let is_read_only = project.store.read_only.get()
        || project.work.is_some() && project.config.module_mode.as_deref() != Some("mod");
    if is_read_only && let Some(module) = project.replacement_with_package(path) {
        // The command omits the version if a directory replaces the module, since that version is made up.
        let any = module.version.ends_with(crate::version::ZERO_VERSION_SUFFIX);
        let asked = if any { module.path.clone() } else { module.to_string() };
        // Unlike the other remedy, this one is shown without a directory in a workspace, too.
        let text = format!(
            "module {} provides package {path} and is replaced but not required; to add it:\n\tgo get {asked}",
            module.path
        );
        return LoadFailure { is_missing: true, is_message_final: false, ..load_failure(text) };
    }
    not_required()
}

/// Finds a package in the modules whose paths are a prefix of the import path. Exactly one of these modules may have
/// the package.
fn find_in_selected_modules(
    project: &Project<'_>,
    selected: &dyn Fn(&str) -> Option<String>,
    path: &str,
    importer: Option<&Package>,
) -> Result<Option<FoundPackage>, LoadFailure> {
    let mut found: Vec<FoundPackage> = Vec::new();
    let mut without_sum = None;
    for prefix in prefixes(path) {
        let Some(version) = selected(prefix) else { continue };
        let module = ModuleVersion { path: prefix.to_owned(), version };
        if !module.version.is_empty() && lacks_sum(project, &module) {
            without_sum.get_or_insert(module);
            continue;
        }
        let (root, local) = source_directory(project, &module).map_err(load_failure)?;
        if let Some(dir) = package_directory(&root, local, prefix, path) {
            found.push(FoundPackage { module, dir });
        }
    }
    if let Some(module) = without_sum {
        return Err(load_failure(missing_sum(path, &module, importer, !found.is_empty())));
    }
    match found.len() {
        0 | 1 => Ok(found.pop()),
        _ => {
            let mut text = format!("ambiguous import: found package {path} in multiple modules:");
            for FoundPackage { module, dir } in &found {
                text += &format!("\n\t{}", module.path);
                if !module.version.is_empty() {
                    text += &format!(" {}", module.version);
                }
                text += &format!(" ({})", dir.display());
            }
            Err(load_failure(text))
        }
    }
}

fn lacks_sum(project: &Project<'_>, module: &ModuleVersion) -> bool {
    let directory = project.replacement(module).and_then(Replacement::directory);
    directory.is_none() && project.store.lacks_sum(&project.effective_module(module))
}

fn missing_sum(
    path: &str,
    module: &ModuleVersion,
    importer: Option<&Package>,
    found: bool,
) -> String {
    let what = match found {
        true => format!("needed to verify package {path}"),
        false => format!("for module providing package {path}"),
    };
    let once = if found { " is provided by exactly one module" } else { "" };
    let Some(importer) = importer else {
        let module = &module.path;
        return format!("missing go.sum entry {what}{once}; to add:\n\tgo mod download {module}");
    };
    let version = importer.module.as_ref().filter(|module| !module.version.is_empty());
    let version = version.map(|module| format!("@{}", module.version)).unwrap_or_default();
    let tests = if importer.test_of.is_some() { "-t " } else { "" };
    let by = &importer.path;
    format!(
        "missing go.sum entry {what} (imported by {by}){once}; to add:\n\tgo get {tests}{by}{version}"
    )
}

/// The directory of a module's sources, and whether other modules may lie inside it.
///
/// # Errors
/// Fails if the sources cannot be downloaded.
pub fn source_directory(
    project: &Project<'_>,
    module: &ModuleVersion,
) -> Result<(PathBuf, bool), String> {
    if let Some(main) = project.find_main(&module.path).filter(|_| module.version.is_empty()) {
        return Ok((main.dir.clone(), true));
    }
    let replacement = project.replacement(module);
    if let Some(dir) = replacement.and_then(|replacement| replacement.directory()) {
        if !dir.is_dir() {
            let to = replacement.map_or("", |replacement| &replacement.to.path);
            return Err(format!("{module}: replacement directory {to} does not exist"));
        }
        return Ok((dir, true));
    }
    let actual = project.effective_module(module);
    let dir =
        project.store.source_dir(&actual).map_err(|failure| match failure.message_subject {
            MessageSubject::Module | MessageSubject::ListedSum => failure.text,
            MessageSubject::Reason | MessageSubject::SumDatabase => {
                format!("{actual}: {}", failure.text)
            }
        })?;
    Ok((dir, false))
}

/// Reports whether a module of the graph has a path that is a prefix of the package's.
#[must_use]
pub fn has_module_for(graph: &Graph, package: &str) -> bool {
    prefixes(package).any(|prefix| graph.selected_version(prefix).is_some())
}
