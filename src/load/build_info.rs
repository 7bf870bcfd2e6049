//! The build info of a program, in the form that runtime/debug's ParseBuildInfo reads: the main package, its module,
//! the modules it depends on, and the build settings.

use minigo_syntax::small_sort::SmallSort as _;
use std::fmt::Write as _;
use std::sync::Arc;

use super::COMMAND_LINE_PACKAGE;
use super::fs_view::FsView;
use super::modules::RELEASE;
use super::modules::module::{BuildInfoRecord, Module};

/// The modules that the packages of a program belong to.
#[derive(Debug, Default)]
pub struct Modules {
    /// The modules, each once.
    all: Vec<Module>,
    /// The path of the module of the program's main package, if the package was named by its directory or import path.
    main: Option<String>,
    /// The names of the files of the package that the command line names by its files.
    named_files: Vec<Arc<str>>,
}

/// The state of the version control of the main module's directory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vcs {
    /// The version that the main module gets from version control.
    pub version: String,
    /// The build settings, as names and values.
    pub settings: Vec<(String, String)>,
}

impl Modules {
    /// Adds the module of the package at `path`. The last package that is a `program` is the program's main package.
    pub(super) fn add(&mut self, module: &Module, path: &str, program: bool) {
        if program {
            self.main = (path != COMMAND_LINE_PACKAGE).then(|| module.path.clone());
        }
        if path == COMMAND_LINE_PACKAGE {
            // A package given by its files belongs to no module.
            return;
        }
        if !self.all.iter().any(|known| known.path == module.path) {
            self.all.push(module.clone());
        }
    }

    /// Notes the files of a package that the command line names by its files.
    pub(super) fn add_named_files(&mut self, names: impl Iterator<Item = Arc<str>>) {
        self.named_files.extend(names);
    }

    /// Reports whether the command line names the package of this file by its files.
    #[must_use]
    pub fn is_named_file(&self, name: &str) -> bool {
        self.named_files.iter().any(|named| **named == *name)
    }

    /// The modules of all packages.
    #[must_use]
    pub fn all(&self) -> &[Module] {
        &self.all
    }

    /// The module of the program's main package.
    #[must_use]
    pub fn program_module(&self) -> Option<&Module> {
        self.all.iter().find(|module| Some(&module.path) == self.main.as_ref())
    }
}

/// The build info of the program whose main package is at `path`, as text.
#[must_use]
pub fn build_info_text(
    fs: &FsView,
    path: &str,
    modules: &Modules,
    godebug: &str,
    vcs: Option<&Vcs>,
) -> String {
    let mut out = String::new();
    // Only `minigo version FILE` reads this line; runtime/debug gets the version elsewhere.
    write_line(&mut out, GO_LINE_WORD, &[&format!("go{RELEASE}")]);
    write_line(&mut out, "path", &[path]);
    let main = modules.program_module();
    if let Some(main) = main.filter(|main| !main.is_main()) {
        let BuildInfoRecord { path, version, sum, .. } = main.record(fs);
        write_line(&mut out, "mod", &[&path, &version, &sum]);
    } else if let Some(main) = main {
        let version = vcs.map_or(DEVEL_VERSION, |vcs| &vcs.version);
        write_line(&mut out, "mod", &[&main.path, version, ""]);
    }
    let others =
        modules.all.iter().filter(|module| main.is_none_or(|main| main.path != module.path));
    let mut others: Vec<BuildInfoRecord> = others.map(|module| module.record(fs)).collect();
    others.small_sort_by(|a, b| a.path.cmp(&b.path));
    for module in &others {
        let version = if module.version.is_empty() { DEVEL_VERSION } else { &module.version };
        match &module.replacement {
            None => write_line(&mut out, "dep", &[&module.path, version, &module.sum]),
            Some(to) => {
                write_line(&mut out, "dep", &[&module.path, version]);
                let version = if to.version.is_empty() { DEVEL_VERSION } else { &to.version };
                write_line(&mut out, "=>", &[&to.path, version, &module.sum]);
            }
        }
    }
    for (key, value) in settings(fs, godebug)
        .into_iter()
        .chain(vcs.into_iter().flat_map(|vcs| vcs.settings.clone()))
    {
        let quote = value.contains([' ', '\t', '\r', '\n', '"', '`']);
        let value = if quote { format!("{value:?}") } else { value };
        write_line(&mut out, "build", &[&format!("{key}={value}")]);
    }
    out
}

/// The first word of the line with Go's version.
pub const GO_LINE_WORD: &str = "go";

/// The version of a module whose sources are not those of a released version.
const DEVEL_VERSION: &str = "(devel)";

fn write_line(out: &mut String, word: &str, columns: &[&str]) {
    writeln!(out, "{word}\t{}", columns.join("\t")).expect("writing to a string");
}

/// The build settings: flags sorted by name, then variables.
fn settings(fs: &FsView, godebug: &str) -> Vec<(String, String)> {
    let mut all = vec![("-compiler", "gc".to_owned())];
    if let Ok(flags) = fs.build_flags() {
        let set = |on: bool| on.then(|| "true".to_owned());
        // Go leaves out the linker's flags too if paths are trimmed: the flags may contain paths.
        let ldflags = flags.ldflags.last().cloned().filter(|_| !flags.trimpath);
        let recorded = |name: &str| {
            let found = flags.recorded.iter().find(|(recorded, _)| recorded == name);
            found.map(|(_, value)| value.clone())
        };
        let mode = recorded("-buildmode").filter(|mode| mode != "default");
        let named = [
            ("-asmflags", recorded("-asmflags")),
            ("-buildmode", Some(mode.unwrap_or_else(|| "exe".to_owned()))),
            ("-gcflags", recorded("-gcflags")),
            ("-ldflags", ldflags),
            ("-race", set(flags.race)),
            ("-tags", flags.tags.clone()),
            ("-trimpath", set(flags.trimpath)),
        ];
        all.extend(
            named
                .into_iter()
                .filter_map(|(name, value)| Some((name, value.filter(|v| !v.is_empty())?))),
        );
    }
    all.small_sort_by_key(|(name, _)| *name);
    if !godebug.is_empty() {
        all.push(("DefaultGODEBUG", godebug.to_owned()));
    }
    for (name, value) in
        [("CGO_ENABLED", "0"), ("GOARCH", "amd64"), ("GOOS", "linux"), ("GOAMD64", "v1")]
    {
        all.push((name, value.to_owned()));
    }
    all.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
