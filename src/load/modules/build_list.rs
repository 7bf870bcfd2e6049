//! The modules of a program: their selected versions, the directories of their sources, and whether the sources match
//! `go.sum`.
//!
//! Each fact is looked up when it is needed first: a program that imports nothing from other modules reads no `go.sum`.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::path::PathBuf;
use std::rc::Rc;

use super::DEFAULT_LANGUAGE_VERSION;
use super::RELEASE;
use super::downloads::{Downloads, ModulePart};
use super::main_modules::{
    MainModule, MainModules, ModModeKind, ModModeReason, language_version, shown_path,
    too_new_version,
};
use super::mod_cache::ModCache;
use super::mod_file::{self, FileKind, ModFile};
use super::vendor::Vendor;
use crate::load::fs_view::FsView;
use crate::load::go_env::go_env;
use crate::load::version::version_of;
use minigo_modules::graph::{
    Graph, GraphError, ModFileSummary, ModSummaryError, ModSummaryErrorKind, ModSummaryResult,
    Pruning, pruning,
};
use minigo_modules::project::check_path;
use minigo_modules::sumdb::is_used_for;
use minigo_modules::sums::{GoSum, SumFiles, sum_of_mod_file};
use minigo_modules::version::{ModuleVersion, compare};

/// The modules of a program.
#[derive(Debug)]
pub(super) struct BuildList {
    pub(super) mains: MainModules,
    pub(super) vendor: Option<Vendor>,
    /// The modules that the main module requires, without versions that it excludes; empty in a workspace.
    roots: Vec<ModuleVersion>,
    pruning: Pruning,
    cache: OnceCell<ModCache>,
    sums: OnceCell<Result<SumFiles, String>>,
    downloads: OnceCell<Result<Downloads, String>>,
    graph: OnceCell<Result<Rc<Graph>, LookupError>>,
    summaries: RefCell<HashMap<ModuleVersion, ModSummaryResult>>,
}

/// The reason why a module cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum UnusableModule {
    /// `go.sum` has no checksum for the module.
    NoSum,
    /// The module is not in the module cache; the text is the message.
    Missing(String),
    /// The module is damaged or inconsistent: the program cannot be built.
    Fatal(String),
}

impl UnusableModule {
    /// The message; empty if the reason is a missing checksum.
    fn text(self) -> String {
        match self {
            Self::NoSum => String::new(),
            Self::Missing(text) | Self::Fatal(text) => text,
        }
    }
}

/// The reason why a package cannot be found, or why the modules of the program are inconsistent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum LookupError {
    /// The message about one import of the program.
    OfImport(String),
    /// The message about the program as a whole, which begins with the prefix `go:`.
    OfProgram(String),
}

impl LookupError {
    /// The message.
    pub(super) fn text(self) -> String {
        match self {
            Self::OfImport(text) | Self::OfProgram(text) => text,
        }
    }

    /// The message of an error that is not about one import.
    pub(super) fn program_message(self) -> String {
        match self {
            Self::OfImport(text) => format!("go: {text}"),
            Self::OfProgram(text) => text,
        }
    }
}

impl From<GraphError> for LookupError {
    fn from(error: GraphError) -> Self {
        Self::new(&error.reason, error.text)
    }
}

impl LookupError {
    /// The reason why a `go.mod` cannot be read; `text` is the message if it is about an import.
    fn new(reason: &ModSummaryError, text: String) -> Self {
        match reason.kind {
            ModSummaryErrorKind::TooNew => Self::OfProgram(format!("go: {}", reason.text)),
            ModSummaryErrorKind::Other => Self::OfImport(text),
        }
    }
}

/// The directory of a module's sources.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SourceDirectory {
    pub(super) dir: PathBuf,
    /// Whether the directory is not in the module cache: other modules may lie inside it.
    pub(super) is_local: bool,
}

impl BuildList {
    /// # Errors
    /// Returns an error for a vendor directory that does not fit the main modules.
    pub(super) fn new(fs: &FsView, mains: MainModules) -> Result<Self, String> {
        let vendor = match mains.mode.kind {
            ModModeKind::Vendor => {
                let vendor = Vendor::read(fs, mains.root().join("vendor"));
                vendor.check_consistency(
                    &mains.all,
                    &mains.replacements,
                    mains.has_early_modules_txt(),
                )?;
                Some(vendor)
            }
            ModModeKind::Mod | ModModeKind::Readonly => None,
        };
        let main = &mains.all[0];
        let mut roots = main.file.requires.clone();
        roots.retain(|root| !mains.excluded.contains(root) && root.path != main.path);
        let pruning = match mains.work {
            Some(_) => Pruning::Workspace,
            None => pruning(main.file.go_version()),
        };
        if pruning == Pruning::Workspace {
            roots.clear();
        }
        let (cache, sums, downloads, graph, read) = Default::default();
        Ok(Self { mains, vendor, roots, pruning, cache, sums, downloads, graph, summaries: read })
    }

    pub(super) fn cache(&self, fs: &FsView) -> &ModCache {
        self.cache.get_or_init(|| ModCache::find(fs))
    }

    /// The version of a module that the main module requires: the greatest, if it requires several.
    pub(super) fn root_version(&self, path: &str) -> Option<&str> {
        let versions = self.roots.iter().filter(|root| root.path == path);
        versions.map(|root| root.version.as_str()).max_by(|a, b| compare(a, b))
    }

    /// The graph of all modules; it is read on the first call.
    ///
    /// # Errors
    /// Returns the reason why the graph is not complete, or that the main module does not list the versions that the
    /// graph selects.
    pub(super) fn graph(&self, fs: &FsView) -> Result<Rc<Graph>, LookupError> {
        self.graph.get_or_init(|| self.read_graph(fs)).clone()
    }

    /// Reports whether versions come from the graph, without a look at the main module's list first.
    pub(super) fn needs_graph(&self) -> bool {
        self.pruning == Pruning::Unpruned && !self.roots.is_empty()
    }

    fn read_graph(&self, fs: &FsView) -> Result<Rc<Graph>, LookupError> {
        let read = |module: &ModuleVersion| self.summary(fs, module);
        if self.pruning == Pruning::Workspace {
            let mains = self.mains.all.iter().map(|main| ModuleVersion::new(&main.path, ""));
            let graph = Graph::of_workspace(mains.collect(), &[], &read);
            return graph.error().map_or(Ok(Rc::new(graph)), |error| Err(error.into()));
        }
        let main = ModuleVersion::new(&self.mains.all[0].path, "");
        let mut roots = self.roots.clone();
        loop {
            let graph = Graph::of_module(vec![main.clone()], self.pruning, &roots, &read);
            if let Some(error) = graph.error() {
                return Err(error.into());
            }
            let mut raised = roots.clone();
            for root in &mut raised {
                graph
                    .selected_version(&root.path)
                    .unwrap_or_default()
                    .clone_into(&mut root.version);
            }
            if raised == roots || self.pruning == Pruning::Unpruned && self.lists_selected(&graph) {
                return Ok(Rc::new(graph));
            }
            if self.mains.mode.kind != ModModeKind::Mod {
                return Err(LookupError::OfProgram(self.needs_update_error()));
            }
            raised.dedup();
            roots = raised;
        }
    }

    /// Reports whether the main module lists the versions that the graph selects.
    fn lists_selected(&self, graph: &Graph) -> bool {
        self.roots
            .iter()
            .all(|root| graph.selected_version(&root.path) == self.root_version(&root.path))
    }

    /// The error for a module that has a package of the program but is not required by the main module, though it must
    /// be.
    pub(super) fn not_listed_error(&self, module: &ModuleVersion) -> Option<String> {
        let must = self.pruning == Pruning::Pruned && self.mains.mode.kind == ModModeKind::Readonly;
        let of_main = module.version.is_empty();
        (must && !of_main && self.root_version(&module.path).is_none())
            .then(|| self.needs_update_error())
    }

    fn needs_update_error(&self) -> String {
        let disabled = match self.mains.mode.reason {
            ModModeReason::Flag => ", disabled by -mod=readonly",
            ModModeReason::Found(_) | ModModeReason::Default => "",
        };
        format!("go: updates to go.mod needed{disabled}; to update it:\n\tgo mod tidy")
    }

    /// Reports whether no requirement of a listed module is a later version than the main module lists for it.
    pub(super) fn is_consistent(&self, summary: &ModFileSummary) -> bool {
        summary.requires.iter().all(|required| {
            self.root_version(&required.path)
                .is_none_or(|root| compare(&required.version, root).is_le())
        })
    }

    /// The contents of the `go.mod` of a module, or of the module or directory that replaces it.
    pub(super) fn summary(&self, fs: &FsView, module: &ModuleVersion) -> ModSummaryResult {
        if let Some(known) = self.summaries.borrow().get(module) {
            return known.clone();
        }
        let read: ModSummaryResult = Rc::new(self.read_summary(fs, module));
        self.summaries.borrow_mut().insert(module.clone(), read.clone());
        read
    }

    fn read_summary(
        &self,
        fs: &FsView,
        module: &ModuleVersion,
    ) -> Result<ModFileSummary, ModSummaryError> {
        if let Some(main) = self.mains.find(&module.path)
            && (module.version.is_empty() || self.mains.work.is_some())
        {
            return Ok(self.summary_of(&main.file));
        }
        let replacement = self.mains.replacements.replacement_of(module);
        let actual = replacement.map_or(module, |replacement| &replacement.to);
        let failed = |text: String| ModSummaryError {
            module: actual.clone(),
            text,
            kind: ModSummaryErrorKind::Other,
        };
        let (name, text) = match replacement.and_then(|replacement| replacement.directory()) {
            Some(dir) => {
                let path = dir.join("go.mod");
                let name = shown_path(fs, &path);
                let text = fs.read(&path).map_err(|_| {
                    let (to, path) = (&name, path.display());
                    failed(format!("reading {to}: open {path}: no such file or directory"))
                })?;
                (name, text)
            }
            None => ("go.mod".to_owned(), self.downloaded_mod_file(fs, actual).map_err(failed)?),
        };
        let text = String::from_utf8_lossy(&text);
        let file = mod_file::parse(&name, &text, FileKind::Dependency)
            .map_err(|error| failed(format!("parsing {name}: {error}")))?;
        if let Some(go) = too_new_version(&file) {
            let text = format!(
                "module {actual} requires go >= {go} (running go {RELEASE}; GOTOOLCHAIN=local)"
            );
            return Err(ModSummaryError { kind: ModSummaryErrorKind::TooNew, ..failed(text) });
        }
        if !actual.version.is_empty() {
            check_path(file.path.as_deref(), module, actual).map_err(failed)?;
        }
        Ok(self.summary_of(&file))
    }

    fn summary_of(&self, file: &ModFile) -> ModFileSummary {
        let mut requires = file.requires.clone();
        requires.retain(|required| !self.mains.excluded.contains(required));
        let pruning = pruning(file.go_version());
        let (retracts, deprecated) = Default::default();
        ModFileSummary { requires, pruning, go: file.go.clone(), retracts, deprecated }
    }

    /// The text of a module's `go.mod` in the module cache. The checksum of the `go.mod` must be in `go.sum`.
    fn downloaded_mod_file(&self, fs: &FsView, module: &ModuleVersion) -> Result<Vec<u8>, String> {
        let sums = self.sums(fs)?;
        let key = module.mod_file();
        if self.must_have_sums() && !sums.has_sum(&key) {
            let path = &module.path;
            return Err(format!(
                "missing go.sum entry for go.mod file; to add it:\n\tgo mod download {path}"
            ));
        }
        let cache = self.cache(fs);
        if cache.lacks_mod_file(module) {
            self.download(fs, module, ModulePart::ModFile).map_err(UnusableModule::text)?;
        }
        let text = cache.mod_file(fs, module).ok_or_else(|| {
            let text = cache.missing_error(module);
            text.strip_prefix(&format!("{module}: ")).unwrap_or(&text).to_owned()
        })?;
        self.verify(fs, &key, &sum_of_mod_file(&text))?;
        Ok(text)
    }

    /// The language version of a module.
    pub(super) fn go_version(
        &self,
        fs: &FsView,
        module: &ModuleVersion,
    ) -> Result<(u32, u32), LookupError> {
        if let Some(vendor) = &self.vendor {
            return Ok(vendor
                .go_version(module)
                .and_then(version_of)
                .unwrap_or(DEFAULT_LANGUAGE_VERSION));
        }
        match &*self.summary(fs, module) {
            Ok(summary) => Ok(language_version(summary.go.as_deref())),
            Err(error) => Err(LookupError::new(error, format!("{module}: {}", error.text))),
        }
    }

    /// The sources of a module, or of the module or directory that replaces it.
    pub(super) fn sources(
        &self,
        fs: &FsView,
        module: &ModuleVersion,
    ) -> Result<SourceDirectory, UnusableModule> {
        if let Some(main) = self.mains.find(&module.path).filter(|_| module.version.is_empty()) {
            return Ok(SourceDirectory { dir: main.dir.clone(), is_local: true });
        }
        let replacement = self.mains.replacements.replacement_of(module);
        if let Some(dir) = replacement.and_then(|replacement| replacement.directory()) {
            let Some(dir) = fs.canonical(&dir).filter(|dir| fs.is_dir(dir)) else {
                let shown = replacement.map_or("", |replacement| &replacement.to.path);
                let why = format!("{module}: replacement directory {shown} does not exist");
                return Err(UnusableModule::Missing(why));
            };
            return Ok(SourceDirectory { dir, is_local: true });
        }
        let actual = replacement.map_or(module, |replacement| &replacement.to);
        let sums = self.sums(fs).map_err(UnusableModule::Fatal)?;
        if self.must_have_sums() && !sums.has_sum(actual) {
            return Err(UnusableModule::NoSum);
        }
        let cache = self.cache(fs);
        if cache.lacks_sources(actual) {
            self.download(fs, actual, ModulePart::Sources)?;
        }
        let missing = || UnusableModule::Missing(cache.missing_error(actual));
        let dir = cache.source_dir(fs, actual).ok_or_else(missing)?;
        let sum = cache.sum(fs, actual).ok_or_else(missing)?;
        self.verify(fs, actual, &sum).map_err(UnusableModule::Fatal)?;
        Ok(SourceDirectory { dir, is_local: false })
    }

    fn sums(&self, fs: &FsView) -> Result<&SumFiles, String> {
        let read = || {
            let mut sums = SumFiles::default();
            for (file, name) in self.sum_files() {
                let text = fs.read_text(&file).unwrap_or_default();
                sums.add(name, GoSum::parse(&file.display().to_string(), &text)?);
            }
            Ok(sums)
        };
        self.sums.get_or_init(read).as_ref().map_err(Clone::clone)
    }

    /// The files with checksums, with their names in messages.
    fn sum_files(&self) -> Vec<(PathBuf, String)> {
        let work = self.mains.work.as_ref();
        let own = work.map(|(root, _)| (root.join("go.work.sum"), "go.work.sum".to_owned()));
        let of_main = |main: &MainModule| {
            let file = main.dir.join("go.sum");
            let name = if work.is_some() { file.display().to_string() } else { "go.sum".into() };
            (file, name)
        };
        own.into_iter().chain(self.mains.all.iter().map(of_main)).collect()
    }

    /// Downloads a part of a module, if the command may download modules.
    fn download(
        &self,
        fs: &FsView,
        module: &ModuleVersion,
        part: ModulePart,
    ) -> Result<(), UnusableModule> {
        if !fs.build_flags().map_err(UnusableModule::Fatal)?.downloads {
            return Ok(());
        }
        let open = || Downloads::new(fs, self.sums(fs)?.clone());
        let downloads = self.downloads.get_or_init(open).as_ref();
        downloads.map_err(|why| UnusableModule::Fatal(why.clone()))?.download_part(module, part)
    }

    /// The checksum that `go.sum` lists for the sources of a module; empty if it lists none.
    pub(super) fn listed_sum(&self, fs: &FsView, module: &ModuleVersion) -> String {
        let sum = self.sums(fs).ok().and_then(|sums| sums.first_sum(module));
        sum.unwrap_or_default().to_owned()
    }

    /// Reports whether each module must be in `go.sum`. In other modes the go command adds missing checksums.
    fn must_have_sums(&self) -> bool {
        self.mains.mode.kind == ModModeKind::Readonly && self.mains.work.is_none()
    }

    /// Checks that `go.sum` lists this checksum for a module. A module that is not listed is only accepted if the go
    /// command would not ask the checksum database about it.
    fn verify(&self, fs: &FsView, module: &ModuleVersion, sum: &str) -> Result<(), String> {
        if self.sums(fs)?.check(module, sum)? || !uses_sum_database(fs, &module.path) {
            return Ok(());
        }
        let (path, file) = match self.mains.work {
            Some(_) => (&module.path, "go.work.sum"),
            None => (&module.path, "go.sum"),
        };
        Err(format!(
            "verifying {module}: missing {file} entry, and minigo asks no checksum database; to add it:\n\tgo mod download {path}"
        ))
    }
}

/// Reports whether the go command would ask the checksum database about a module.
fn uses_sum_database(fs: &FsView, path: &str) -> bool {
    let private = || go_env(fs, "GOPRIVATE");
    let omitted = go_env(fs, "GONOSUMDB").or_else(private).unwrap_or_default();
    is_used_for(&go_env(fs, "GOSUMDB").unwrap_or_default(), &omitted, path)
}
