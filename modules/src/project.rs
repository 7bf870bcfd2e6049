//! The main modules of a command, and the contents of other modules' `go.mod` files.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use crate::config::Config;
use crate::graph::{
    ModFileSummary, ModSummaryError, ModSummaryErrorKind, ModSummaryResult, pruning,
};
use crate::modfile::{self, FileKind, ModFile, VersionFixer};
use crate::module_cache::ModuleCache;
use crate::path::{PathKind, check_elements};
use crate::release::{Release, is_release_at_least};
use crate::sums::GoSum;
use crate::version::ModuleVersion;

/// A main module.
#[derive(Clone, Debug)]
pub struct MainModule {
    /// The module's path.
    pub path: String,
    /// The module's directory.
    pub dir: PathBuf,
    /// The contents of the `go.mod`, which the command may change.
    pub file: ModFile,
    /// The text of the `go.mod` on disk.
    pub text: String,
    /// The path of the `go.mod`.
    pub mod_path: PathBuf,
}

/// A workspace.
#[derive(Clone, Debug)]
pub struct GoWork {
    /// The directory of `go.work`.
    pub dir: PathBuf,
    /// The path of `go.work`.
    pub path: PathBuf,
    /// The contents of `go.work`.
    pub file: ModFile,
}

/// The replacement of a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replacement {
    /// Another module. Without a version, the path is that of a directory, as the line writes it.
    pub to: ModuleVersion,
    /// The directory of the file that contains the `replace` line.
    pub base_dir: PathBuf,
}

impl Replacement {
    /// The directory that replaces the module; `None` if another module replaces it.
    #[must_use]
    pub fn directory(&self) -> Option<PathBuf> {
        self.to.version.is_empty().then(|| clean_path(&self.base_dir.join(&self.to.path)))
    }
}

/// The main modules, and the facts about other modules that were read so far.
pub struct Project<'c> {
    /// The settings.
    pub config: &'c Config,
    /// The module cache.
    pub store: ModuleCache<'c>,
    /// The directory in which the command runs.
    pub working_dir: PathBuf,
    /// The main modules.
    pub mains: Vec<MainModule>,
    /// The workspace, if the main modules belong to one.
    pub work: Option<GoWork>,
    replacements: HashMap<ModuleVersion, Replacement>,
    /// The replaced modules in the order of the `replace` lines.
    pub replace_order: Vec<ModuleVersion>,
    excluded: HashSet<ModuleVersion>,
    summaries: RefCell<HashMap<ModuleVersion, ModSummaryResult>>,
    /// Whether an error has been printed after which the command continued.
    pub has_printed_error: bool,
    /// Prints a progress line.
    pub report_progress: &'c dyn Fn(&str),
}

/// The reason why the main modules cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpenError {
    /// No directory at or above the working directory has a `go.mod`.
    NoModule,
    /// The message about an error in the files, in the words of the go command without `go: `.
    InFiles(String),
}

impl From<String> for OpenError {
    fn from(text: String) -> Self {
        Self::InFiles(text)
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoModule => to.write_str("go.mod file not found in current directory or any parent directory; see 'go help modules'"),
            Self::InFiles(text) => to.write_str(text),
        }
    }
}

/// The main modules that a command needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WantedMainModules {
    /// Whether to use the modules of a workspace, if there is one.
    pub uses_workspace: bool,
    /// Whether it is an error that there is no main module.
    pub requires_main: bool,
    /// Whether the modules of the workspace may have later `go` lines than `go.work`.
    pub allows_later_go: bool,
}

impl<'c> Project<'c> {
    /// Opens the main modules around a directory.
    ///
    /// # Errors
    /// Fails if there is no main module, or its files have an error.
    pub fn open(
        config: &'c Config,
        store: ModuleCache<'c>,
        report: &'c dyn Fn(&str),
        here: &Path,
        wants: WantedMainModules,
        fix: Option<VersionFixer<'_>>,
    ) -> Result<Self, OpenError> {
        let mut project = Self {
            config,
            store,
            working_dir: here.to_path_buf(),
            mains: Vec::new(),
            work: None,
            replacements: HashMap::new(),
            replace_order: Vec::new(),
            excluded: HashSet::new(),
            summaries: RefCell::default(),
            has_printed_error: false,
            report_progress: report,
        };
        if wants.uses_workspace {
            project.open_workspace(wants.allows_later_go)?;
        }
        if project.work.is_none() {
            let Some(dir) = nearest_directory(here, "go.mod") else {
                if wants.requires_main {
                    return Err(OpenError::NoModule);
                }
                return Ok(project);
            };
            project.open_module(&dir, fix)?;
        }
        project.read_sums()?;
        Ok(project)
    }

    fn open_module(&mut self, dir: &Path, fix: Option<VersionFixer<'_>>) -> Result<(), String> {
        let path = match &self.config.mod_file {
            Some(other) => self.working_dir.join(other),
            None => dir.join("go.mod"),
        };
        let main = self.read_main(dir, &path, fix)?;
        self.mains.push(main);
        self.read_replaces_and_excludes()
    }

    fn open_workspace(&mut self, later: bool) -> Result<(), String> {
        let path = match self.config.go_work.as_deref() {
            Some("off") => return Ok(()),
            Some("") | None => {
                nearest_directory(&self.working_dir, "go.work").map(|dir| dir.join("go.work"))
            }
            Some(file) if !file.starts_with('/') => {
                return Err("the path provided by GOWORK must be an absolute path".into());
            }
            Some(file) => Some(PathBuf::from(file)),
        };
        let Some(path) = path else { return Ok(()) };
        let work = read_work(&path, &self.working_dir, self.config.go_release)?;
        for used in &work.file.uses {
            let dir = clean_path(&work.dir.join(&used.path));
            let mod_path = dir.join("go.mod");
            let listed = |error: String| {
                let shown = clean_path(Path::new(&used.path)).display().to_string();
                format!("cannot load module {shown} listed in go.work file: {error}")
            };
            let main = self.read_main(&dir, &mod_path, None).map_err(listed)?;
            if self.mains.iter().any(|other| other.path == main.path) {
                return Err(format!("module {} appears multiple times in workspace", main.path));
            }
            self.mains.push(main);
        }
        if self.mains.is_empty() {
            return Err("no modules were found in the current workspace; see 'go help work'".into());
        }
        self.work = Some(work);
        if !later {
            self.check_go_lines()?;
        }
        self.check_replaced_modules();
        self.read_replaces_and_excludes()
    }

    fn read_main(
        &self,
        dir: &Path,
        path: &Path,
        fix: Option<VersionFixer<'_>>,
    ) -> Result<MainModule, String> {
        let name = self.shown_path(path);
        let text = fs::read_to_string(path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => format!("open {name}: no such file or directory"),
            _ => format!("open {name}: {error}"),
        })?;
        let file = modfile::parse(&name, &text, FileKind::Main, fix)
            .map_err(|error| format!("errors parsing {name}:\n{error}"))?;
        self.check_release(&file, &name)?;
        let Some(module) = file.path.clone() else {
            return Err(format!(
                "error reading {name}: missing module declaration. To specify the module path:\n\tgo mod edit -module=example.com/mod"
            ));
        };
        if let Err(why) = check_elements(&module, PathKind::Import) {
            let local = ["./", "../", "/"].iter().any(|start| module.starts_with(start));
            let why = if local { "is a local import path".to_owned() } else { why };
            return Err(format!("malformed module path {}: {why}", crate::path::quote(&module)));
        }
        Ok(MainModule { path: module, dir: dir.into(), file, text, mod_path: path.into() })
    }

    fn check_release(&self, file: &ModFile, name: &str) -> Result<(), String> {
        let release = self.config.go_release;
        match &file.go {
            Some(go) if Release::parse(go) > Release::parse(release) => {
                Err(format!("{name} requires go >= {go} (running go {release}; GOTOOLCHAIN=local)"))
            }
            _ => Ok(()),
        }
    }

    /// Reads the `replace` and `exclude` lines of the main modules and the workspace.
    ///
    /// # Errors
    /// Fails if two modules of a workspace replace the same module differently.
    pub fn read_replaces_and_excludes(&mut self) -> Result<(), String> {
        self.replacements.clear();
        self.replace_order.clear();
        self.excluded.clear();
        let work = self.work.as_ref().map(|work| (work.dir.clone(), work.file.replaces.clone()));
        let of_work = work.is_some();
        let mains = self.mains.iter().map(|main| (main.dir.clone(), main.file.replaces.clone()));
        let all: Vec<_> = work.into_iter().chain(mains).collect();
        let mut fixed = HashSet::new();
        for (number, (from, lines)) in all.into_iter().enumerate() {
            let mut own: HashMap<ModuleVersion, Replacement> = HashMap::new();
            for line in lines {
                let new = Replacement { to: line.new, base_dir: from.clone() };
                if fixed.contains(&line.old) {
                    continue;
                }
                let known = own.get(&line.old).or_else(|| self.replacements.get(&line.old));
                if let Some(known) = known
                    && (known.to != new.to || known.directory() != new.directory())
                {
                    let old = &line.old;
                    return Err(format!(
                        "conflicting replacements for {old}:\n\t{}\n\t{}{}",
                        known.to,
                        new.to,
                        match of_work {
                            true => format!(
                                "\nuse \"go work edit -replace {old}=[override]\" to resolve"
                            ),
                            false => String::new(),
                        }
                    ));
                }
                own.insert(line.old, new);
            }
            for (old, new) in own {
                if of_work && number == 0 {
                    fixed.insert(old.clone());
                }
                if self.replacements.insert(old.clone(), new).is_none() {
                    self.replace_order.push(old);
                }
            }
        }
        crate::graph::sort(&mut self.replace_order);
        self.excluded =
            self.mains.iter().flat_map(|main| main.file.excludes.iter().cloned()).collect();
        Ok(())
    }

    fn read_sums(&self) -> Result<(), String> {
        let mut sums = self.store.sums.borrow_mut();
        sums.has_main_module = true;
        sums.name_in_messages =
            if self.work.is_some() { "go.work.sum".into() } else { "go.sum".into() };
        let read = |path: &Path| {
            let name = path.display().to_string();
            // A file that cannot be read must not count as a file without checksums: then any module would be accepted.
            let bytes = match fs::read(path) {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
                Err(error) if error.kind() == std::io::ErrorKind::IsADirectory => {
                    return Err(format!("read {name}: is a directory"));
                }
                Err(error) => return Err(format!("open {name}: {error}")),
            };
            GoSum::parse(&name, &String::from_utf8_lossy(&bytes))
        };
        sums.written_sums = read(&self.sum_path())?;
        if self.work.is_some() {
            for main in &self.mains {
                let path = main.dir.join("go.sum");
                let sum = read(&path)?;
                sums.read_only_sums.add(path.display().to_string(), sum);
            }
        }
        Ok(())
    }

    /// The path of the file to which checksums are written.
    #[must_use]
    pub fn sum_path(&self) -> PathBuf {
        match &self.work {
            Some(work) => PathBuf::from(format!("{}.sum", work.path.display())),
            None => self.mains.first().map_or_else(
                || self.working_dir.join("go.sum"),
                |main| main.mod_path.with_extension("sum"),
            ),
        }
    }

    /// A file's name in messages.
    #[must_use]
    pub fn shown_path(&self, path: &Path) -> String {
        short_path(path, &self.working_dir)
    }

    /// The main module; in a workspace, the first one.
    #[must_use]
    pub fn main(&self) -> &MainModule {
        &self.mains[0]
    }

    /// The main module at this path.
    #[must_use]
    pub fn find_main(&self, path: &str) -> Option<&MainModule> {
        self.mains.iter().find(|main| main.path == path)
    }

    /// The version in the `go` line of the main module or workspace, which decides which rules apply.
    #[must_use]
    pub fn go_version(&self) -> String {
        match &self.work {
            Some(work) => work.file.go.clone().unwrap_or_else(|| "1.18".into()),
            None => self.mains.first().map_or_else(
                || self.config.go_release.to_owned(),
                |main| main.file.go_version().to_owned(),
            ),
        }
    }

    /// The replacement of a module: a line for its version overrides a line for all versions.
    #[must_use]
    pub fn replacement(&self, module: &ModuleVersion) -> Option<&Replacement> {
        let any = || self.replacements.get(&ModuleVersion::new(&module.path, ""));
        self.replacements.get(module).or_else(any)
    }

    /// The module whose files are used: the module itself or its replacement.
    #[must_use]
    pub fn effective_module(&self, module: &ModuleVersion) -> ModuleVersion {
        self.replacement(module).map_or_else(|| module.clone(), |it| it.to.clone())
    }

    /// Reports whether a version is excluded.
    #[must_use]
    pub fn is_excluded(&self, module: &ModuleVersion) -> bool {
        self.excluded.contains(module)
    }

    /// The summary of the `go.mod` of a module, or of the module or directory that replaces it.
    pub fn summary(&self, module: &ModuleVersion) -> ModSummaryResult {
        if let Some(known) = self.summaries.borrow().get(module) {
            return known.clone();
        }
        let read: ModSummaryResult = Rc::new(self.read_summary(module));
        self.summaries.borrow_mut().insert(module.clone(), read.clone());
        read
    }

    fn read_summary(&self, module: &ModuleVersion) -> Result<ModFileSummary, ModSummaryError> {
        if let Some(main) = self.find_main(&module.path).filter(|_| module.version.is_empty()) {
            return Ok(self.summary_of(&main.file, true));
        }
        let actual = self.effective_module(module);
        let failed = |text: String| ModSummaryError {
            module: actual.clone(),
            text,
            kind: ModSummaryErrorKind::Other,
        };
        let directory = self.replacement(module).and_then(Replacement::directory);
        let (name, text) = match directory {
            Some(dir) => {
                let path = dir.join("go.mod");
                let name = self.shown_path(&path);
                let text = fs::read(&path).map_err(|_| {
                    let path = path.display();
                    failed(format!("reading {name}: open {path}: no such file or directory"))
                })?;
                (name, text)
            }
            None => {
                let text = self.store.mod_file(&actual).map_err(|failure| ModSummaryError {
                    module: actual.clone(),
                    text: failure.text,
                    kind: ModSummaryErrorKind::Other,
                })?;
                ("go.mod".to_owned(), text)
            }
        };
        let text = String::from_utf8_lossy(&text);
        let file = modfile::parse(&name, &text, FileKind::Dependency, None)
            .map_err(|error| failed(format!("parsing {name}: {error}")))?;
        if let Some(go) = &file.go
            && Release::parse(go) > Release::parse(self.config.go_release)
        {
            let release = self.config.go_release;
            let text = format!(
                "module {actual} requires go >= {go} (running go {release}; GOTOOLCHAIN=local)"
            );
            return Err(ModSummaryError { kind: ModSummaryErrorKind::TooNew, ..failed(text) });
        }
        if !actual.version.is_empty() {
            check_path(file.path.as_deref(), module, &actual).map_err(failed)?;
        }
        Ok(self.summary_of(&file, false))
    }

    fn summary_of(&self, file: &ModFile, main: bool) -> ModFileSummary {
        let listed = file.requires.iter().map(|require| require.module.clone());
        let mut requires: Vec<_> = listed.filter(|module| !self.is_excluded(module)).collect();
        if let Some(go) = &file.go
            && (main && self.work.is_none() || is_release_at_least(go, "1.21"))
        {
            requires.push(ModuleVersion::new("go", go));
        }
        if let Some(name) = file.toolchain.as_ref().filter(|_| main) {
            requires.push(ModuleVersion::new("toolchain", name));
        }
        ModFileSummary {
            requires,
            pruning: pruning(file.go_version()),
            go: file.go.clone(),
            retracts: file.retracts.clone(),
            deprecated: file.deprecated.clone(),
        }
    }
}

/// Checks that a module's `go.mod` has the path by which the module is required, or the path of the module that
/// replaces it. `declared` is the path in the `go.mod`.
///
/// # Errors
/// Returns the message of the go command.
pub fn check_path(
    declared: Option<&str>,
    module: &ModuleVersion,
    actual: &ModuleVersion,
) -> Result<(), String> {
    match declared {
        None => Err("parsing go.mod: missing module line".into()),
        Some(path) if path == module.path || path == actual.path => Ok(()),
        Some(path) => Err(format!(
            "parsing go.mod:\n\tmodule declares its path as: {path}\n\t        but was required as: {}",
            module.path
        )),
    }
}

/// Reads a `go.work` file.
///
/// # Errors
/// Returns a message that says what is wrong with the file.
pub fn read_work(path: &Path, here: &Path, release: &str) -> Result<GoWork, String> {
    let name = short_path(path, here);
    let text = fs::read(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => {
            format!("reading go.work: open {name}: no such file or directory")
        }
        std::io::ErrorKind::IsADirectory => format!("reading go.work: read {name}: is a directory"),
        _ => format!("reading go.work: open {name}: {error}"),
    })?;
    let text = String::from_utf8_lossy(&text);
    let file = modfile::parse(&name, &text, FileKind::Work, None)
        .map_err(|error| format!("errors parsing {name}:\n{error}"))?;
    if let Some(go) = &file.go
        && Release::parse(go) > Release::parse(release)
    {
        return Err(format!(
            "{name} requires go >= {go} (running go {release}; GOTOOLCHAIN=local)"
        ));
    }
    let dir = path.parent().unwrap_or(path).to_path_buf();
    Ok(GoWork { dir, path: path.into(), file })
}

/// The nearest directory at or above `dir` that has the file.
#[must_use]
pub fn nearest_directory(dir: &Path, name: &str) -> Option<PathBuf> {
    dir.ancestors().find(|at| at.join(name).is_file()).map(Path::to_path_buf)
}

/// The path relative to the directory, if that is shorter.
#[must_use]
pub fn short_path(path: &Path, here: &Path) -> String {
    let full = path.display().to_string();
    let relative = relative_path(path, here);
    if relative.len() < full.len() { relative } else { full }
}

/// The path relative to a directory.
#[must_use]
pub fn relative_path(path: &Path, here: &Path) -> String {
    let mut ups = String::new();
    for ancestor in here.ancestors() {
        if let Ok(rest) = path.strip_prefix(ancestor) {
            let text = format!("{ups}{}", rest.display());
            let text = text.trim_end_matches('/');
            return if text.is_empty() { ".".into() } else { text.to_owned() };
        }
        ups.push_str("../");
    }
    path.display().to_string()
}

/// The path without `.` and `..`; symbolic links are not followed.
#[must_use]
pub fn clean_path(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if out.file_name().is_some() => drop(out.pop()),
            other => out.push(other),
        }
    }
    out
}
