//! Finds the module that provides packages at a version, without regard to any main module.

use super::{Context, MODULE_IF_ANY, REQUIRED_MODULE, print_line, read_config};
use crate::load::fs_view::FsView;
use crate::load::go_env::BuildFlags;
use crate::load::patterns::matches;
use crate::load::std_packages::PACKAGES;
use minigo_modules::fetch::Network;
use minigo_modules::get::{self, Options, Upgrade};
use minigo_modules::load_packages::{package_directory, packages_below, source_directory};
use minigo_modules::modfile::{self, FileKind};
use minigo_modules::path::{PathKind, check, prefixes};
use minigo_modules::project::Project;
use minigo_modules::proxy::DownloadFailure;
use minigo_modules::version::ModuleVersion;
use std::path::{Path, PathBuf};

/// A module and some of its packages.
pub(in crate::cmd) struct ProvidedPackages {
    pub(in crate::cmd) module: ModuleVersion,
    /// The version in the module's go line.
    pub(in crate::cmd) go_version: Option<String>,
    /// The packages: import paths and directories.
    pub(in crate::cmd) packages: Vec<(String, PathBuf)>,
}

/// Finds the module that provides the packages, or the packages that patterns match, at the version that a query
/// selects.
///
/// # Errors
/// Fails if no module provides the packages; the message has the go command's words.
pub(in crate::cmd) fn find_provided_packages(
    words: &[String],
    query: &str,
) -> Result<ProvidedPackages, String> {
    let context = Context {
        config: read_config(&FsView::default()).map_err(|why| format!("go: {why}"))?,
        network: Network::default(),
        // The root directory belongs to no main module.
        working_dir: PathBuf::from("/"),
    };
    let project = Project::open(
        &context.config,
        context.open_store()?,
        &print_line,
        &context.working_dir,
        MODULE_IF_ANY,
        None,
    );
    let project = project.map_err(|why| format!("go: {why}"))?;
    let mut found: Option<ModuleVersion> = None;
    for word in words {
        let wrong = |why: String| format!("go: {word}@{query}: {why}");
        if PACKAGES.contains(&word.as_str()) {
            return Err(wrong("argument must not be a package in the standard library".to_owned()));
        }
        let module = module_of(&project, word, query).map_err(|failure| {
            let own = format!("{word}@{query}: ");
            wrong(failure.text.strip_prefix(&own).unwrap_or(&failure.text).to_owned())
        })?;
        if found.as_ref().is_some_and(|known| *known != module) {
            return Err(wrong(format!(
                "all arguments must refer to packages in the same module at the same version (@{query})"
            )));
        }
        found = Some(module);
    }
    let module = found.ok_or("go: no packages")?;
    let (root, local) = source_directory(&project, &module).map_err(|why| format!("go: {why}"))?;
    let file = project.store.mod_file(&module).map_err(|failure| failure.text)?;
    let file = modfile::parse("go.mod", &String::from_utf8_lossy(&file), FileKind::Main, None);
    let file = file.map_err(|why| format!("go: {module}: errors parsing go.mod:\n{why}"))?;
    let lines = [("replace", file.replaces.is_empty()), ("exclude", file.excludes.is_empty())];
    if let Some((kind, _)) = lines.iter().find(|(_, none)| !none) {
        return Err(format!(
            "go: {}@{query} (in {module}):\n\tThe go.mod file for the module providing named packages contains one or\n\tmore {kind} directives. It must not contain directives that would cause\n\tit to be interpreted differently than if it were the main module.",
            words[0]
        ));
    }
    let mut packages: Vec<(String, PathBuf)> = Vec::new();
    for word in words {
        let paths = match word.contains("...") {
            true => packages_below(&root, &module.path, &[]),
            false => vec![word.clone()],
        };
        for path in paths.into_iter().filter(|path| matches(word, path)) {
            let dir = package_directory(&root, local, &module.path, &path);
            if let Some(dir) = dir.filter(|_| !packages.iter().any(|(known, _)| *known == path)) {
                packages.push((path, dir));
            }
        }
    }
    Ok(ProvidedPackages { module, go_version: file.go, packages })
}

/// Adds the requirements of packages at versions to the `go.mod` in a temporary module's directory.
///
/// # Errors
/// Returns the requirements that could not be met, one message each.
pub(in crate::cmd) fn require_modules(dir: &Path, words: &[String]) -> Result<(), Vec<String>> {
    let one = |why: String| vec![format!("go: {why}")];
    let flags = BuildFlags { is_temporary: true, ..BuildFlags::default() };
    let context = Context {
        config: read_config(&FsView::new(flags)).map_err(one)?,
        network: Network::default(),
        working_dir: dir.canonicalize().unwrap_or_else(|_| dir.to_path_buf()),
    };
    let mut project = context.open_project(REQUIRED_MODULE).map_err(one)?;
    let options = Options { upgrade: Upgrade::No, tests: false, tool: false, quiet: true };
    get::get(&mut project, None, words, options)
}

/// The module that has a package, or for a pattern the package at its fixed part.
fn module_of(
    project: &Project<'_>,
    word: &str,
    query: &str,
) -> Result<ModuleVersion, DownloadFailure> {
    let Some((fixed, _)) = word.split_once("...") else {
        return project.query_package(word, query, &|_| None);
    };
    let mut first = None;
    for path in prefixes(fixed.trim_end_matches('/')) {
        if check(path, PathKind::Module).is_err() {
            continue;
        }
        match project.query_version(path, query, None) {
            Ok(version) => return Ok(ModuleVersion { path: path.to_owned(), version }),
            Err(failure) if failure.is_not_found => drop(first.get_or_insert(failure)),
            Err(failure) => return Err(failure),
        }
    }
    Err(first.unwrap_or_else(|| DownloadFailure::fatal(format!("malformed module path {fixed:?}"))))
}
