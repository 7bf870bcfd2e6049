//! Changes requirements: adds modules, raises versions and drops modules that are not needed; and computes the
//! checksums that are then needed.

use minigo_syntax::small_sort::SmallSort as _;
use std::collections::{BTreeSet, HashSet};
use std::fs;

use crate::graph::{Graph, Pruning, compare_versions, is_go_or_toolchain, pruning};
use crate::load_packages::LoadedPackages;
use crate::minimal_requirements::minimal_requirements;
use crate::modfile::{self, FileKind, Require};
use crate::path::prefixes;
use crate::project::Project;
use crate::release::is_release_at_least;
use crate::requirements::Requirements;
use crate::version::ModuleVersion;

/// The requirements with the modules `add`, at least in these versions. The result is consistent: each root has its
/// selected version, and each module that provides a loaded package of `all` is a root.
///
/// # Errors
/// Fails if a module cannot be read.
pub fn update_roots(
    project: &Project<'_>,
    old: &Requirements,
    direct: BTreeSet<String>,
    loaded: Option<&LoadedPackages>,
    add: &[ModuleVersion],
) -> Result<Requirements, String> {
    match old.pruning {
        Pruning::Workspace => {
            Ok(Requirements::new(old.pruning, old.roots.clone(), old.direct.clone()))
        }
        Pruning::Pruned => update_pruned(project, old, direct, loaded, add),
        Pruning::Unpruned => update_unpruned(project, old, direct, add),
    }
}

fn update_pruned(
    project: &Project<'_>,
    old: &Requirements,
    direct: BTreeSet<String>,
    loaded: Option<&LoadedPackages>,
    add: &[ModuleVersion],
) -> Result<Requirements, String> {
    let mut roots = old.roots.clone();
    let listed = |roots: &[ModuleVersion], path: &str| roots.iter().any(|root| root.path == path);
    for package in loaded.into_iter().flat_map(|loaded| &loaded.packages) {
        let Some(module) = package.module.as_ref().filter(|it| !it.version.is_empty()) else {
            continue;
        };
        if package.matches_all_pattern && !listed(&roots, &module.path) {
            roots.push(module.clone());
        }
    }
    for module in add {
        let known = old.root_version(project, &module.path);
        if known.is_none_or(|known| compare_versions(&module.path, known, &module.version).is_lt())
        {
            roots.push(module.clone());
        }
    }
    if roots == old.roots && !old.is_graph_known() {
        // The whole graph has not been needed yet, so the roots count as consistent.
        return Ok(Requirements::new(Pruning::Pruned, roots, direct));
    }
    loop {
        let next = Requirements::new(Pruning::Pruned, roots.clone(), direct.clone());
        let graph = next.graph(project)?;
        let mut raised = next.roots.clone();
        for root in &mut raised {
            graph
                .selected_version(&root.path)
                .unwrap_or(&root.version.clone())
                .clone_into(&mut root.version);
        }
        raised.dedup();
        if raised == next.roots {
            return Ok(next);
        }
        roots = raised;
    }
}

fn update_unpruned(
    project: &Project<'_>,
    old: &Requirements,
    direct: BTreeSet<String>,
    add: &[ModuleVersion],
) -> Result<Requirements, String> {
    let graph = old.graph(project)?;
    let current =
        |module: &ModuleVersion| graph.selected_version(&module.path) == Some(&module.version);
    // A module that has been removed stays direct as long as a package of it is imported.
    let listed = |path: &String| {
        graph.selected_version(path).is_none() || old.roots.iter().any(|root| root.path == *path)
    };
    if add.is_empty()
        && !old.has_redundant_root()
        && old.roots.iter().all(current)
        && direct.iter().all(listed)
    {
        return Ok(Requirements::new(old.pruning, old.roots.clone(), direct));
    }
    let mut keep = build_list(&graph, old);
    keep.extend(add.iter().cloned());
    minimal_unpruned_requirements(project, &keep, direct)
}

/// The build list without main modules. The build list contains the toolchain only if a `toolchain` line names one.
fn build_list(graph: &Graph, old: &Requirements) -> Vec<ModuleVersion> {
    let toolchain = old.roots.iter().any(|root| root.path == "toolchain");
    let mut list = graph.build_list();
    list.retain(|it| !it.version.is_empty() && (toolchain || it.path != "toolchain"));
    list
}

fn minimal_unpruned_requirements(
    project: &Project<'_>,
    keep: &[ModuleVersion],
    direct: BTreeSet<String>,
) -> Result<Requirements, String> {
    let mut always: Vec<String> = Vec::new();
    for module in keep {
        if (direct.contains(&module.path) || is_go_or_toolchain(&module.path))
            && !always.contains(&module.path)
        {
            always.push(module.path.clone());
        }
    }
    let list = minimal_requirements(project, keep, &always)?;
    Ok(Requirements::new(Pruning::Unpruned, list, direct))
}

/// The shortest requirements with which the loaded packages come from the same modules.
///
/// # Errors
/// Fails if a module cannot be read.
pub fn tidy_roots(
    project: &Project<'_>,
    old: &Requirements,
    loaded: &LoadedPackages,
) -> Result<Requirements, String> {
    if old.pruning == Pruning::Unpruned {
        let mut keep: Vec<ModuleVersion> = Vec::new();
        let used = loaded.packages.iter().filter_map(|package| package.module.as_ref());
        for module in used.filter(|module| !module.version.is_empty()) {
            if !keep.contains(module) {
                keep.push(module.clone());
            }
        }
        keep.extend(old.roots.iter().filter(|root| is_go_or_toolchain(&root.path)).cloned());
        return minimal_unpruned_requirements(project, &keep, old.direct.clone());
    }
    let mut roots: Vec<ModuleVersion> =
        old.roots.iter().filter(|root| is_go_or_toolchain(&root.path)).cloned().collect();
    let mut queue = Vec::new();
    let mut queued = HashSet::new();
    for (id, package) in loaded.packages.iter().enumerate() {
        if !package.matches_all_pattern {
            continue;
        }
        let module = package.module.as_ref().filter(|module| !module.version.is_empty());
        if let Some(module) = module.filter(|it| !roots.iter().any(|root| root.path == it.path)) {
            roots.push(module.clone());
        }
        queue.push(id);
        queued.insert(id);
    }
    let mut tidy = Requirements::new(Pruning::Pruned, roots.clone(), old.direct.clone());
    while !queue.is_empty() {
        let graph = tidy.graph(project)?;
        let before = roots.len();
        for id in std::mem::take(&mut queue) {
            let package = &loaded.packages[id];
            let Some(module) = &package.module else { continue };
            let next = package.imports.iter().chain(&package.test_package).copied();
            queue.extend(next.filter(|next| queued.insert(*next)));
            if module.version.is_empty() || roots.iter().any(|root| root.path == module.path) {
                continue;
            }
            let selected = graph.selected_version(&module.path);
            if selected.is_none_or(|it| compare_versions(&module.path, it, &module.version).is_lt())
            {
                roots.push(module.clone());
            }
        }
        if roots.len() > before {
            tidy = Requirements::new(Pruning::Pruned, roots.clone(), old.direct.clone());
        }
    }
    tidy.graph(project)?;
    Ok(tidy)
}

/// The requirements converted to the pruning of their `go` line, with the same versions; `None` if the requirements
/// have that pruning already.
///
/// # Errors
/// Fails if a module cannot be read.
pub fn convert_pruning(
    project: &Project<'_>,
    old: &Requirements,
) -> Result<Option<Requirements>, String> {
    let wanted = pruning(old.go());
    if old.pruning == Pruning::Workspace || wanted == old.pruning {
        return Ok(None);
    }
    let graph = old.graph(project)?;
    let list = build_list(&graph, old);
    if wanted == Pruning::Pruned {
        return Ok(Some(Requirements::new(wanted, list, old.direct.clone())));
    }
    minimal_unpruned_requirements(project, &list, old.direct.clone()).map(Some)
}

/// The modules whose checksums are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeptSums {
    /// Modules that could contain a loaded package.
    Loaded,
    /// Modules that could contain a loaded package, and all modules of the build list.
    BuildList,
}

/// The modules and `go.mod` files whose checksums are needed.
#[must_use]
pub fn needed_sums(
    project: &Project<'_>,
    requirements: &Requirements,
    loaded: Option<&LoadedPackages>,
    tidy: bool,
    which: KeptSums,
) -> HashSet<ModuleVersion> {
    let mut keep = HashSet::new();
    let old = !is_release_at_least(requirements.go(), "1.21");
    let workspace = requirements.pruning == Pruning::Workspace;
    let with_go_mods = !(old && (tidy || workspace));
    for package in loaded.into_iter().flat_map(|loaded| &loaded.packages) {
        let lost = package.module.is_none() && package.error.is_none();
        if package.test_of.is_some() || package.is_std || lost {
            continue;
        }
        let module = package.module.as_ref().filter(|module| !module.version.is_empty());
        if let Some(module) = module.filter(|_| with_go_mods) {
            keep.insert(project.effective_module(module).mod_file());
        }
        let listed = package.module.as_ref().is_some_and(|module| {
            requirements.pruning == Pruning::Pruned
                && requirements.root_version(project, &module.path) == Some(&module.version)
        });
        let graph = if listed { None } else { requirements.graph(project).ok() };
        for prefix in prefixes(&package.path) {
            let version = match &graph {
                Some(graph) => graph.selected_version(prefix),
                None => requirements.root_version(project, prefix),
            };
            if let Some(version) = version.filter(|version| !version.is_empty()) {
                keep.insert(project.effective_module(&ModuleVersion::new(prefix, version)));
            }
        }
    }
    let Some(graph) = requirements.known_graph() else {
        for root in requirements.roots.iter().filter(|root| !is_go_or_toolchain(&root.path)) {
            let actual = project.effective_module(root);
            keep.insert(actual.mod_file());
            if which == KeptSums::BuildList {
                keep.insert(actual);
            }
        }
        return keep;
    };
    for module in graph.breadth_first() {
        if graph.required_by(&module).is_some() {
            keep.insert(project.effective_module(&module).mod_file());
        }
    }
    if which == KeptSums::BuildList {
        for module in graph.build_list() {
            let actual = project.effective_module(&module);
            if workspace && !old {
                keep.insert(actual.mod_file());
            }
            keep.insert(actual);
        }
    }
    keep
}

/// Writes `go.mod` for these requirements, and `go.sum`. A file that does not change is not written.
///
/// # Errors
/// Fails if a file cannot be written.
pub fn write_files(
    project: &mut Project<'_>,
    requirements: &Requirements,
    keep: &HashSet<ModuleVersion>,
) -> Result<(), String> {
    let (mod_text, sum_text) = mod_and_sum_texts(project, requirements, keep);
    let write = |path: &std::path::Path, old: &str, new: &str| {
        if old == new {
            return Ok(());
        }
        fs::write(path, new).map_err(|error| format!("open {}: {error}", path.display()))
    };
    if let Some(text) = mod_text.filter(|text| mod_file_values_differ(project, text)) {
        let main = &project.mains[0];
        write(&main.mod_path, &main.text, &text)?;
        project.mains[0].text = text;
    }
    let path = project.sum_path();
    let old = fs::read_to_string(&path);
    // The go command makes an empty file where it drops the only checksums.
    if old.is_err() && sum_text.is_empty() && project.store.sums.borrow().written_sums.has_dropped()
    {
        return fs::write(&path, "").map_err(|error| format!("open {}: {error}", path.display()));
    }
    write(&path, &old.unwrap_or_default(), &sum_text)
}

/// Reports whether a `go.mod` text differs from the file on disk in its values, not only in its form.
fn mod_file_values_differ(project: &Project<'_>, text: &str) -> bool {
    let said = |text: &str| {
        let file = modfile::parse("go.mod", text, FileKind::Main, None).ok()?;
        let mut requires: Vec<_> =
            file.requires.into_iter().map(|it| (it.module, it.indirect)).collect();
        requires.small_sort();
        Some((file.go, file.toolchain, requires, file.tools))
    };
    said(&project.mains[0].text) != said(text)
}

/// The texts of `go.mod` and `go.sum` for the requirements. For a workspace there is no `go.mod` to write.
#[must_use]
pub fn mod_and_sum_texts(
    project: &mut Project<'_>,
    requirements: &Requirements,
    keep: &HashSet<ModuleVersion>,
) -> (Option<String>, String) {
    let sum_text = project.store.sums.borrow_mut().print(keep);
    (mod_text(project, requirements), sum_text)
}

/// The text of `go.mod` for the requirements. Returns `None` for a workspace.
pub(crate) fn mod_text(project: &mut Project<'_>, requirements: &Requirements) -> Option<String> {
    if requirements.pruning == Pruning::Workspace || project.mains.is_empty() {
        return None;
    }
    let file = &mut project.mains[0].file;
    let go = requirements.roots.iter().find(|root| root.path == "go");
    if let Some(go) = go.filter(|go| file.go.as_ref() != Some(&go.version)) {
        file.set_go(Some(&go.version));
    }
    let toolchain = requirements.toolchain();
    if file.toolchain.as_deref() != toolchain && file.toolchain.as_deref() != Some("default") {
        file.set_toolchain(toolchain);
    }
    let modules = requirements.roots.iter().filter(|root| !is_go_or_toolchain(&root.path));
    let list: Vec<Require> = modules
        .map(|module| Require {
            module: module.clone(),
            indirect: !requirements.direct.contains(&module.path),
        })
        .collect();
    if is_release_at_least(requirements.go(), "1.17") {
        file.set_separate_requires(&list);
    } else {
        file.set_requires(&list);
    }
    file.clean_up();
    Some(file.print())
}
