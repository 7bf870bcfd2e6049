//! `go mod tidy`, and loading packages with missing requirements added.

use std::collections::{BTreeMap, BTreeSet};

use crate::graph::compare_versions;
use crate::load_packages::{LoadRules, LoadedPackages, PackageId, load_packages, main_packages};
use crate::project::Project;
use crate::release::is_release_at_least;
use crate::requirements::Requirements;
use crate::update_requirements::{
    KeptSums, convert_pruning, mod_and_sum_texts, needed_sums, tidy_roots, update_roots,
};
use crate::version::ModuleVersion;

/// The flags of `go mod tidy`.
#[derive(Clone, Debug, Default)]
pub struct TidyOptions {
    /// `-go`.
    pub go: Option<String>,
    /// `-compat`.
    pub compat: Option<String>,
    /// `-e`: errors are reported, but do not end the command.
    pub lenient: bool,
    /// `-v`: removed modules are reported.
    pub verbose: bool,
}

/// Requirements and the packages that were loaded with them.
pub struct ResolvedPackages {
    /// The requirements.
    pub requirements: Requirements,
    /// The packages.
    pub loaded: LoadedPackages,
}

/// The rules for [`resolve_packages`].
#[derive(Clone, Copy, Debug)]
pub struct ResolveRules {
    /// How packages are loaded.
    pub load_rules: LoadRules,
    /// Whether requirements that are not needed are dropped.
    pub drops_unneeded: bool,
    /// Whether tests of imported packages never belong to `all`.
    pub ignores_dependency_tests: bool,
    /// Whether modules that provide missing packages are searched for.
    pub adds_missing_modules: bool,
}

/// Loads packages, and changes the requirements until they provide all packages.
///
/// # Errors
/// Fails if the modules are inconsistent, so that no package can be loaded.
pub fn resolve_packages(
    project: &Project<'_>,
    requirements: Requirements,
    roots: &[String],
    mut resolving: ResolveRules,
) -> Result<ResolvedPackages, String> {
    let mut requirements = requirements;
    loop {
        if let Some(converted) = convert_pruning(project, &requirements)? {
            requirements = converted;
        }
        resolving.load_rules.all_includes_tests = resolving.load_rules.loads_all
            && !resolving.ignores_dependency_tests
            && !is_release_at_least(requirements.go(), "1.16");
        let mut loaded = load_packages(project, &requirements, roots, resolving.load_rules)?;
        let updated = update_requirements(project, &requirements, &loaded, resolving)?;
        let changed =
            updated.roots != requirements.roots && changes_packages(project, &updated, &loaded)?;
        let pruning_changed = updated.go() != requirements.go();
        requirements = updated;
        if changed || pruning_changed {
            continue;
        }
        if !resolving.adds_missing_modules {
            return Ok(ResolvedPackages { requirements, loaded });
        }
        let add = find_missing_modules(project, &requirements, &mut loaded);
        if add.is_empty() {
            return Ok(ResolvedPackages { requirements, loaded });
        }
        let direct = requirements.direct.clone();
        let next = update_roots(project, &requirements, direct, None, &add)?;
        if next.roots == requirements.roots {
            return Ok(ResolvedPackages { requirements, loaded });
        }
        requirements = next;
    }
}

/// Reports whether loaded packages come from other module versions with these requirements. A package with an error
/// counts as affected.
fn changes_packages(
    project: &Project<'_>,
    requirements: &Requirements,
    loaded: &LoadedPackages,
) -> Result<bool, String> {
    let graph = requirements.graph(project)?;
    Ok(loaded.packages.iter().any(|package| {
        let moved = package.module.as_ref().is_some_and(|module| {
            !module.version.is_empty()
                && graph.selected_version(&module.path) != Some(&module.version)
        });
        moved || package.error.is_some()
    }))
}

fn update_requirements(
    project: &Project<'_>,
    old: &Requirements,
    loaded: &LoadedPackages,
    resolving: ResolveRules,
) -> Result<Requirements, String> {
    let mut direct =
        if resolving.load_rules.loads_all { BTreeSet::new() } else { old.direct.clone() };
    for package in &loaded.packages {
        if !package.module.as_ref().is_some_and(|module| module.version.is_empty()) {
            continue;
        }
        for import in &package.imports {
            let module = loaded.packages[*import].module.as_ref();
            if let Some(module) = module.filter(|module| !module.version.is_empty()) {
                direct.insert(module.path.clone());
            }
        }
    }
    let tools = project.mains.iter().flat_map(|main| &main.file.tools);
    for tool in tools.filter_map(|tool| loaded.get(tool)) {
        if let Some(module) = tool.module.as_ref().filter(|it| !it.version.is_empty())
            && resolving.load_rules.loads_all
        {
            direct.insert(module.path.clone());
        }
    }
    let mut add: Vec<ModuleVersion> = Vec::new();
    if resolving.drops_unneeded {
        let tidy = tidy_roots(project, old, loaded)?;
        let graph = tidy.graph(project)?;
        for module in loaded.packages.iter().filter_map(|package| package.module.as_ref()) {
            if module.version.is_empty() {
                continue;
            }
            let selected = graph.selected_version(&module.path);
            let lower = selected
                .is_none_or(|it| compare_versions(&module.path, it, &module.version).is_lt());
            if lower && !add.contains(module) {
                add.push(module.clone());
            }
        }
        let raised =
            |root: &ModuleVersion| graph.selected_version(&root.path) != Some(&root.version);
        if tidy.roots.iter().any(raised) {
            // The roots are not consistent, so the whole graph has to be read.
            old.graph(project)?;
        }
    }
    update_roots(project, old, direct, Some(loaded), &add)
}

/// Searches for modules that provide the missing packages.
fn find_missing_modules(
    project: &Project<'_>,
    requirements: &Requirements,
    loaded: &mut LoadedPackages,
) -> Vec<ModuleVersion> {
    let missing: Vec<PackageId> = loaded
        .packages
        .iter()
        .enumerate()
        .filter(|(_, package)| package.error.as_ref().is_some_and(|error| error.is_missing))
        .map(|(id, _)| id)
        .collect();
    if missing.is_empty() {
        return Vec::new();
    }
    for id in &missing {
        let path = &loaded.packages[*id].path;
        if project.replacement_with_package(path).is_none() {
            (project.report_progress)(&format!("go: finding module for package {path}"));
        }
    }
    let mut found: BTreeMap<ModuleVersion, ()> = BTreeMap::new();
    let graph = requirements.graph(project).ok();
    for id in missing {
        let path = loaded.packages[id].path.clone();
        let current = |path: &str| {
            graph.as_ref().and_then(|graph| graph.selected_version(path).map(str::to_owned))
        };
        let replaced = project.replacement_with_package(&path).map(Ok);
        let found_module =
            replaced.unwrap_or_else(|| project.query_package(&path, "latest", &current));
        match found_module {
            Ok(module) => {
                // As in the go command, a package that an argument names is not reported.
                if loaded.packages[id].importer.is_some() {
                    (project.report_progress)(&format!(
                        "go: found {path} in {} {}",
                        module.path, module.version
                    ));
                }
                found.insert(module, ());
            }
            Err(failure) => {
                if let Some(error) = &mut loaded.packages[id].error
                    && !error.is_message_final
                {
                    error.set_text(
                        match failure.is_not_found && failure.missing_object.is_none() {
                            true => {
                                format!(
                                    "cannot find module providing package {path}: {}",
                                    failure.text
                                )
                            }
                            false => failure.text,
                        },
                    );
                }
            }
        }
    }
    found.into_keys().collect()
}

/// The new contents of `go.mod` and `go.sum`.
pub struct TidiedFiles {
    /// The requirements.
    pub requirements: Requirements,
    /// The text of `go.mod`.
    pub mod_text: String,
    /// The text of `go.sum`.
    pub sum_text: String,
}

/// Computes a `go.mod` and a `go.sum` that list exactly what the packages of the main module need.
///
/// # Errors
/// Returns the errors of packages, one message each.
pub fn tidy(project: &mut Project<'_>, how: &TidyOptions) -> Result<TidiedFiles, Vec<String>> {
    let one = |error: String| vec![format!("go: {error}")];
    let mut requirements = Requirements::of_files(project);
    let go = how.go.clone().or_else(|| {
        let none = project.main().file.go.is_none();
        none.then(|| project.config.go_release.to_owned())
    });
    if let Some(go) = go {
        let mut roots = requirements.roots.clone();
        roots.retain(|root| root.path != "go");
        roots.push(ModuleVersion::new("go", &go));
        requirements = Requirements::new(requirements.pruning, roots, requirements.direct);
    }
    if how.go.is_some() {
        // The whole graph must be read to see whether the modules allow the Go version of `-go`.
        requirements.graph(project).map_err(one)?;
    }
    let before = requirements.roots.clone();
    let how_to_load = LoadRules {
        loads_tests: true,
        loads_all: true,
        are_roots_imported: false,
        all_includes_tests: false,
    };
    let resolving = ResolveRules {
        load_rules: how_to_load,
        drops_unneeded: true,
        ignores_dependency_tests: false,
        adds_missing_modules: true,
    };
    let roots = main_packages(project);
    if roots.is_empty() {
        (project.report_progress)("go: warning: \"all\" matched no packages");
    }
    let resolved = resolve_packages(project, requirements, &roots, resolving).map_err(one)?;
    let ResolvedPackages { requirements, loaded } = resolved;
    if let Some(go) =
        how.go.as_ref().filter(|go| compare_versions("go", go, requirements.go()).is_lt())
    {
        let graph = requirements.graph(project).map_err(one)?;
        let wanted = ModuleVersion::new("go", requirements.go());
        let main = |it: &ModuleVersion| it.version.is_empty();
        let all = graph.breadth_first();
        let by = all
            .iter()
            .find(|it| !main(it) && graph.required_by(it).is_some_and(|all| all.contains(&wanted)));
        let way = by.map(|by| graph.find_path(&|it| it == by)).unwrap_or_default();
        let how = if way.len() > 2 { "indirectly requires" } else { "requires" };
        let root = way.get(1).map(ToString::to_string).unwrap_or_default();
        return Err(one(format!("{root} {how} {wanted}, but {go} is requested")));
    }
    let errors: Vec<String> = (0..loaded.packages.len())
        .filter(|id| loaded.packages[*id].test_of.is_none())
        .filter_map(|id| loaded.error(id))
        .map(|text| format!("go: {text}"))
        .collect();
    if !errors.is_empty() {
        if !how.lenient {
            return Err(errors);
        }
        errors.iter().for_each(|error| (project.report_progress)(error));
    }
    let requirements = tidy_roots(project, &requirements, &loaded).map_err(one)?;
    check_compatible(project, &requirements, &loaded, how)?;
    if how.verbose {
        let gone = before.iter().filter(|old| {
            !crate::graph::is_go_or_toolchain(&old.path)
                && !loaded.packages.iter().any(|it| it.module.as_ref() == Some(old))
                && !requirements.roots.iter().any(|root| root.path == old.path)
        });
        gone.for_each(|old| (project.report_progress)(&format!("unused {}", old.path)));
    }
    let mut keep = needed_sums(project, &requirements, Some(&loaded), true, KeptSums::Loaded);
    keep.extend(
        compatible_sums(project, &requirements, &loaded, how.compat.as_deref()).map_err(one)?,
    );
    project.store.sums.borrow_mut().written_sums.drop_unneeded(&|module| keep.contains(module));
    let (mod_text, sum_text) = mod_and_sum_texts(project, &requirements, &keep);
    Ok(TidiedFiles { requirements, mod_text: mod_text.unwrap_or_default(), sum_text })
}

/// Checks that the earlier Go version of `-compat`, which reads the whole graph, would load packages from the same
/// versions.
fn check_compatible(
    project: &Project<'_>,
    requirements: &Requirements,
    loaded: &LoadedPackages,
    how: &TidyOptions,
) -> Result<(), Vec<String>> {
    let whole = compat_requirements(requirements, how.compat.as_deref());
    let Some((compat, whole)) = whole else { return Ok(()) };
    let graph = whole.graph(project).map_err(|error| vec![format!("go: {error}")])?;
    let mut errors = Vec::new();
    for (id, package) in loaded.packages.iter().enumerate() {
        let module = package.module.as_ref().filter(|module| !module.version.is_empty());
        let Some(module) = module.filter(|_| package.test_of.is_none()) else { continue };
        let Some(other) = graph.selected_version(&module.path).filter(|it| *it != module.version)
        else {
            continue;
        };
        errors.push(format!(
            "go: {} loaded from {module},\n\tbut go {compat} would select {other}",
            loaded.import_stack(id)
        ));
    }
    let go = requirements.go();
    let other_go = graph.selected_version("go").filter(|other| *other != go);
    if errors.is_empty()
        && let Some(other) = other_go
    {
        // The go command finds no package that shows the mismatch, and prints this message.
        return Err(vec![format!(
            "\ngo: internal error: failed to diagnose selected-version mismatch for module go: go {go} selects {go}, but go {compat} selects {other}\n\tPlease report this at https://go.dev/issue."
        )]);
    }
    if errors.is_empty() || how.lenient {
        errors.iter().for_each(|error| (project.report_progress)(error));
        return Ok(());
    }
    let advice = format!(
        "\nTo upgrade to the versions selected by go {compat}:\n\tgo mod tidy -go={compat} && go mod tidy -go={go}\nIf reproducibility with go {compat} is not needed:\n\tgo mod tidy -compat={go}\nFor information about 'go mod tidy' compatibility, see:\n\thttps://go.dev/ref/mod#graph-pruning"
    );
    // The go command prints the errors again below its advice.
    let again = errors.clone();
    errors.push(advice);
    errors.extend(again);
    Err(errors)
}

/// The Go version of `-compat`, and the requirements with the pruning of that version. Returns `None` if the pruning of
/// that version is the same.
fn compat_requirements(
    requirements: &Requirements,
    compat: Option<&str>,
) -> Option<(String, Requirements)> {
    let minor = |go: &str| go.split('.').nth(1).and_then(|it| it.parse::<u32>().ok());
    let compat = match compat {
        Some(compat) => compat.to_owned(),
        None => format!("1.{}", minor(requirements.go())?.saturating_sub(1)),
    };
    let pruning = crate::graph::pruning(&compat);
    let (roots, direct) = (requirements.roots.clone(), requirements.direct.clone());
    let differs = pruning != requirements.pruning;
    differs.then(|| (compat, Requirements::new(pruning, roots, direct)))
}

/// The checksums that the Go version of `-compat`, or the one before the module's, needs: it reads the whole graph.
pub(crate) fn compatible_sums(
    project: &Project<'_>,
    requirements: &Requirements,
    loaded: &LoadedPackages,
    compat: Option<&str>,
) -> Result<Vec<ModuleVersion>, String> {
    let Some((_, whole)) = compat_requirements(requirements, compat) else { return Ok(Vec::new()) };
    whole.graph(project)?;
    Ok(needed_sums(project, &whole, Some(loaded), true, KeptSums::Loaded).into_iter().collect())
}
