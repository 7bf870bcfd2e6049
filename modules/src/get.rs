//! `go get`: adds, raises, lowers or removes requirements.

mod arguments;
pub(crate) mod edit_requirements;
mod messages;
mod toolchains;
mod workspace;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;

use arguments::{parse_query, wanted_modules};
use edit_requirements::{EditResult, edit_requirements};
use messages::{ModulesBefore, print_module_warnings, report_changes};

use crate::graph::{Graph, compare_versions, is_go_or_toolchain};
use crate::load_packages::{self, LoadRules, LoadedPackages, load_packages};
use crate::project::Project;
use crate::requirements::Requirements;
use crate::tidy::{ResolveRules, ResolvedPackages, resolve_packages};
use crate::update_requirements::{KeptSums, needed_sums, update_roots, write_files};
use crate::version::{ModuleVersion, compare};

/// `-u`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Upgrade {
    /// Only the named packages and modules.
    No,
    /// The dependencies of the named packages too, to the latest versions.
    All,
    /// The dependencies of the named packages too, to the latest patch versions.
    Patch,
}

/// The flags of `go get`.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// `-u`
    pub upgrade: Upgrade,
    /// `-t`
    pub tests: bool,
    /// `-tool`
    pub tool: bool,
    /// Whether `go get` reports no changed requirements, as for a temporary module.
    pub quiet: bool,
}

/// An argument of `go get`.
struct Query {
    text: String,
    path: String,
    version: String,
    /// Whether the argument contains a version.
    has_version: bool,
}

/// The version that an argument selects for a module.
#[derive(Clone, Debug)]
pub(crate) struct VersionChoice {
    /// The module's path.
    path: String,
    /// The version; empty if the module is to be removed.
    version: String,
    /// The path in the argument.
    pattern: String,
    /// The version in the argument, or its default.
    query: String,
}

impl fmt::Display for VersionChoice {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, version, pattern, query } = self;
        write!(to, "{pattern}@{query}")?;
        if path != pattern && !version.is_empty() {
            write!(to, " ({path}@{version})")?;
        } else if version != query && !version.is_empty() {
            write!(to, " ({version})")?;
        }
        Ok(())
    }
}

/// The modules and packages that the arguments name.
#[derive(Default)]
struct WantedModulesAndPackages {
    /// The versions that the arguments require, by module path.
    modules: BTreeMap<String, VersionChoice>,
    /// The named packages.
    packages: Vec<String>,
}

/// Opens the workspace around the main module.
pub type OpenWorkspace<'w, 'c> = &'w dyn Fn() -> Result<Project<'c>, String>;

/// Changes the requirements of the main module. If the module belongs to a workspace, packages are loaded from the
/// versions that the workspace selects with the new requirements, and the `go` line of `go.work` is raised to the
/// module's. The workspace is opened only after the arguments have been resolved to versions, as by the go command.
///
/// # Errors
/// Returns the errors, one message each.
pub fn get<'c>(
    project: &mut Project<'_>,
    workspace: Option<OpenWorkspace<'_, 'c>>,
    args: &[String],
    options: Options,
) -> Result<(), Vec<String>> {
    let one = |error: String| vec![format!("go: {error}")];
    let old = Requirements::of_files(project);
    let no_args = [".".to_owned()];
    let args = if args.is_empty() { &no_args } else { args };
    let queries = args.iter().map(|arg| parse_query(arg, options)).collect::<Result<Vec<_>, _>>();
    let queries = queries.map_err(one)?;
    let old_graph = old.graph(project).map_err(one)?;
    let in_workspace = workspace.is_some() && workspace::is_used(project);
    let (requirements, before) =
        consistent_requirements(project, &old, in_workspace).map_err(one)?;
    let requirements = requirements.with_go_line(project);
    let wanted = wanted_modules(project, &requirements, &queries)?;
    if options.tool {
        change_tools(project, &queries);
    }
    let how = LoadRules {
        loads_tests: options.tests,
        loads_all: false,
        are_roots_imported: true,
        all_includes_tests: false,
    };
    let resolving = ResolveRules {
        load_rules: how,
        drops_unneeded: false,
        ignores_dependency_tests: false,
        adds_missing_modules: false,
    };
    let mut expanded = false;
    let mut change = |requirements, wished: &[ModuleVersion]| {
        let edited: EditResult = edit_requirements(project, requirements, &wanted.modules, wished)?;
        expanded |= edited.recomputed_roots;
        Ok(edited.requirements)
    };
    let mut requirements = change(requirements, &[]).map_err(one)?;
    // The loop ends at requirements that it has seen before, since it would repeat them forever.
    let mut seen = Vec::new();
    let mut loaded = loop {
        let resolved =
            resolve_packages(project, requirements, &wanted.packages, resolving).map_err(one)?;
        let ResolvedPackages { requirements: found, loaded } = resolved;
        let wished = missing_and_newer_modules(project, &found, &loaded, &wanted, options);
        let roots = found.roots.clone();
        requirements = change(found, &wished).map_err(one)?;
        if requirements.roots == roots || seen.contains(&requirements.roots) {
            break loaded;
        }
        seen.push(requirements.roots.clone());
    };
    check_chosen_versions(project, &requirements, &wanted).map_err(one)?;
    let mut workspace = workspace.map(|open| open()).transpose().map_err(one)?;
    if workspace.as_ref().is_some_and(|it| it.has_printed_error) {
        return Err(Vec::new());
    }
    workspace = workspace.filter(|it| it.mains.iter().any(|main| main.dir == project.main().dir));
    if let Some(workspace) = &mut workspace {
        let packages = &wanted.packages;
        loaded = workspace::load_in_workspace(workspace, project, &requirements, packages, how)
            .map_err(one)?;
    }
    loaded.report_missing_packages();
    let errors: Vec<String> =
        (0..loaded.packages.len()).filter_map(|id| loaded.error(id)).collect();
    let errors: Vec<String> = errors.into_iter().map(|text| format!("go: {text}")).collect();
    errors.iter().for_each(|error| (project.report_progress)(error));
    print_module_warnings(project, &wanted, &loaded, &requirements, in_workspace);
    if !errors.is_empty() {
        return Err(Vec::new());
    }
    download_changed_modules(project, &before.build_list, &requirements).map_err(one)?;
    if !options.quiet {
        report_changes(project, &before, &wanted, &requirements, expanded).map_err(one)?;
    }
    let mut keep = needed_sums(project, &requirements, Some(&loaded), false, KeptSums::BuildList);
    keep_read_mod_sums(project, &old_graph, &requirements, &mut keep);
    write_files(project, &requirements, &keep).map_err(one)?;
    workspace.map_or(Ok(()), |mut it| workspace::raise_go_line(&mut it, &requirements)).map_err(one)
}

/// The requirements in which each root has its selected version, and the modules with which the result is compared.
fn consistent_requirements(
    project: &Project<'_>,
    old: &Requirements,
    in_workspace: bool,
) -> Result<(Requirements, ModulesBefore), String> {
    let mut roots = old.roots.clone();
    // The command drops requirements of excluded versions, so it reports them as removed.
    let listed = &project.main().file.requires;
    roots.extend(listed.iter().map(|it| &it.module).filter(|it| project.is_excluded(it)).cloned());
    let requirements = update_roots(project, old, old.direct.clone(), None, &[])?;
    // Without pruning, the graph of the updated roots equals that of the old roots. With pruning, a root that is raised
    // may no longer lead to the modules of its older version: these count as added if the command selects them.
    let list = requirements.graph(project)?.build_list();
    if in_workspace {
        roots.clone_from(&requirements.roots);
    }
    Ok((requirements, ModulesBefore { roots, build_list: list, in_workspace }))
}

/// Keeps the checksums of the `go.mod` files that were read for the graph before the command, if their modules are
/// still selected.
fn keep_read_mod_sums(
    project: &Project<'_>,
    old: &Graph,
    requirements: &Requirements,
    keep: &mut HashSet<ModuleVersion>,
) {
    let list = requirements.known_graph().map(|graph| graph.build_list()).unwrap_or_default();
    let read = list.iter().filter(|module| old.required_by(module).is_some());
    keep.extend(read.map(|module| project.effective_module(module).mod_file()));
}

/// Adds or removes the `tool` lines for the arguments.
fn change_tools(project: &mut Project<'_>, queries: &[Query]) {
    let file = &mut project.mains[0].file;
    for query in queries {
        match query.version.as_str() {
            "none" => file.drop_lines(crate::modfile::FileKind::Main, "tool", &[&query.path]),
            _ => file.add_line_once(crate::modfile::FileKind::Main, "tool", &[&query.path]),
        }
    }
}

/// The modules that provide missing packages and, with -u, newer versions of the modules that provide other packages.
fn missing_and_newer_modules(
    project: &Project<'_>,
    requirements: &Requirements,
    loaded: &LoadedPackages,
    wanted: &WantedModulesAndPackages,
    options: Options,
) -> Vec<ModuleVersion> {
    let query = match options.upgrade {
        Upgrade::No => None,
        Upgrade::All => Some("upgrade"),
        Upgrade::Patch => Some("patch"),
    };
    let mut out = BTreeSet::new();
    let mut asked = BTreeSet::new();
    let graph = requirements.graph(project).ok();
    let current = |path: &str| {
        graph.as_ref().and_then(|graph| graph.selected_version(path).map(str::to_owned))
    };
    for package in &loaded.packages {
        if package.error.as_ref().is_some_and(|error| error.is_missing) {
            let found = project.query_package(&package.path, "latest", &current).ok();
            let found = found.or_else(|| project.replacement_with_package(&package.path));
            out.extend(found.filter(|module| !wanted.modules.contains_key(&module.path)));
            continue;
        }
        let (Some(module), Some(query)) = (&package.module, query) else { continue };
        let fixed = module.version.is_empty() || wanted.modules.contains_key(&module.path);
        if fixed || !asked.insert(&package.path) {
            continue;
        }
        let Ok(found) = project.query_package(&package.path, query, &current) else { continue };
        let known = current(&found.path);
        if known.is_none_or(|known| compare(&found.version, &known).is_gt()) {
            out.insert(found);
        }
    }
    out.into_iter().collect()
}

/// Checks that the requested versions are still selected after all other changes.
fn check_chosen_versions(
    project: &Project<'_>,
    requirements: &Requirements,
    wanted: &WantedModulesAndPackages,
) -> Result<(), String> {
    let graph = requirements.graph(project)?;
    for (path, choice) in &wanted.modules {
        let Some(selected) = graph.selected_version(path) else { continue };
        let version = &choice.version;
        if !version.is_empty() && compare_versions(path, selected, version).is_gt() {
            let by = graph.find_path(&|it| it.path == *path && it.version == selected);
            let by = by.iter().rev().nth(1).map(ToString::to_string).unwrap_or_default();
            return Err(format!("{by} requires {path}@{selected}, not {choice}"));
        }
    }
    Ok(())
}

/// Downloads new versions of modules that had a checksum and whose version has changed as a side effect. Packages that
/// were not loaded may come from these modules, and without a checksum the next build would fail.
fn download_changed_modules(
    project: &Project<'_>,
    old: &[ModuleVersion],
    requirements: &Requirements,
) -> Result<(), String> {
    let graph = requirements.graph(project)?;
    for module in
        old.iter().filter(|module| !module.version.is_empty() && !is_go_or_toolchain(&module.path))
    {
        let Some(selected) = graph.selected_version(&module.path) else { continue };
        if selected == module.version || !project.store.has_sum(&project.effective_module(module)) {
            continue;
        }
        let _ =
            load_packages::source_directory(project, &ModuleVersion::new(&module.path, selected));
    }
    Ok(())
}

/// Loads packages without changing the requirements.
///
/// # Errors
/// Fails if the modules are inconsistent, so that no package can be loaded.
pub fn load_without_changes(
    project: &Project<'_>,
    requirements: &Requirements,
    roots: &[String],
) -> Result<LoadedPackages, String> {
    load_packages(
        project,
        requirements,
        roots,
        LoadRules {
            loads_tests: true,
            loads_all: true,
            are_roots_imported: false,
            all_includes_tests: false,
        },
    )
}
