//! `go get`: requirements are added, raised, lowered or removed, as arguments ask.

mod arguments;
mod messages;

use std::collections::{BTreeMap, BTreeSet};

use arguments::{query, wanted};
use messages::{report_changes, warn};

use crate::graph::{Graph, Requirements, is_go, order};
use crate::load::{self, How, Loaded, load};
use crate::project::{Project, Pruning, at_least, pruning};
use crate::tidy::{Resolved, Resolving, resolve};
use crate::update::{Which, commit, convert, needed_sums, update_roots};
use crate::version::{ModuleVersion, compare};

/// `-u`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Upgrade {
    /// Only what is named.
    No,
    /// What is imported too, to the latest versions.
    All,
    /// What is imported too, to the latest patches.
    Patch,
}

/// What `go get` is told.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// `-u`
    pub upgrade: Upgrade,
    /// `-t`
    pub tests: bool,
    /// `-tool`
    pub tool: bool,
}

/// An argument.
struct Query {
    text: String,
    path: String,
    version: String,
    /// Whether the version was written.
    given: bool,
}

/// What arguments stand for.
#[derive(Default)]
struct Wanted {
    /// The versions that modules must have; none is the empty text.
    modules: BTreeMap<String, (String, String)>,
    /// The packages.
    packages: Vec<String>,
}

/// Changes the requirements of the main module.
///
/// # Errors
/// What cannot be had, a line each.
pub fn get(
    project: &mut Project<'_>,
    args: &[String],
    options: Options,
) -> Result<(), Vec<String>> {
    let one = |error: String| vec![format!("go: {error}")];
    let old = Requirements::of_files(project);
    let before: Vec<ModuleVersion> = old.roots.clone();
    let no_args = [".".to_owned()];
    let args = if args.is_empty() { &no_args } else { args };
    let queries = args.iter().map(|arg| query(arg, options)).collect::<Result<Vec<_>, _>>();
    let queries = queries.map_err(one)?;
    let old_list = old.graph(project).map_err(one)?.build_list();
    let mut requirements = old;
    if project.main().file.go.is_none() {
        let mut roots = requirements.roots.clone();
        roots.push(ModuleVersion::new("go", project.config.release));
        requirements = Requirements::new(requirements.pruning, roots, requirements.direct);
    }
    let wanted = wanted(project, &requirements, &queries)?;
    if options.tool {
        for query in &queries {
            match query.version.as_str() {
                "none" => project.mains[0].file.drop_lines(
                    crate::modfile::Kind::Main,
                    "tool",
                    &[&query.path],
                ),
                _ => project.mains[0].file.add_once(
                    crate::modfile::Kind::Main,
                    "tool",
                    &[&query.path],
                ),
            }
        }
    }
    let how = How { tests: options.tests, all: false, imported: true, closed: false };
    let resolving = Resolving { how, tidy: false, vendor: false, add_missing: true };
    let mut requirements = edit(project, requirements, &wanted.modules).map_err(one)?;
    let loaded = loop {
        let resolved = resolve(project, requirements, &wanted.packages, resolving).map_err(one)?;
        let Resolved { requirements: found, loaded } = resolved;
        requirements = found;
        let upgrades = upgrades(project, &requirements, &loaded, &wanted, options);
        if upgrades.is_empty() {
            break loaded;
        }
        let direct = requirements.direct.clone();
        let next = update_roots(project, &requirements, direct, None, &upgrades).map_err(one)?;
        if next.roots == requirements.roots {
            break loaded;
        }
        requirements = next;
    };
    check_selected(project, &requirements, &wanted).map_err(one)?;
    let errors: Vec<String> =
        (0..loaded.packages.len()).filter_map(|id| loaded.error(id)).collect();
    if !errors.is_empty() {
        return Err(errors.into_iter().map(|text| format!("go: {text}")).collect());
    }
    keep_sums(project, &old_list, &requirements).map_err(one)?;
    warn(project, &wanted, &loaded, &before, &requirements);
    report_changes(project, &before, &requirements);
    let keep = needed_sums(project, &requirements, Some(&loaded), false, Which::BuildList);
    commit(project, &requirements, &keep).map_err(one)
}

/// The modules that packages come from, in the versions that -u wants.
fn upgrades(
    project: &Project<'_>,
    requirements: &Requirements,
    loaded: &Loaded,
    wanted: &Wanted,
    options: Options,
) -> Vec<ModuleVersion> {
    let query = match options.upgrade {
        Upgrade::No => return Vec::new(),
        Upgrade::All => "upgrade",
        Upgrade::Patch => "patch",
    };
    let mut out = BTreeSet::new();
    for module in loaded.packages.iter().filter_map(|package| package.module.as_ref()) {
        let fixed = wanted.modules.get(&module.path);
        if module.version.is_empty() || fixed.is_some() {
            continue;
        }
        let current = requirements.root(project, &module.path).unwrap_or(&module.version);
        if let Ok(version) = project.query(&module.path, query, Some(current))
            && compare(&version, &module.version).is_gt()
        {
            out.insert(ModuleVersion { path: module.path.clone(), version });
        }
    }
    out.into_iter().collect()
}

/// The requirements in which the modules have exactly these versions: others that require more are lowered, or dropped
/// if no version of them is low enough.
fn edit(
    project: &Project<'_>,
    old: Requirements,
    wanted: &BTreeMap<String, (String, String)>,
) -> Result<Requirements, String> {
    if wanted.is_empty() {
        return Ok(old);
    }
    let mut roots: Vec<ModuleVersion> = match old.pruning {
        Pruning::Unpruned => {
            let mut all = old.graph(project)?.build_list();
            all.retain(|module| !module.version.is_empty());
            all
        }
        _ => old.roots.clone(),
    };
    let go = wanted.get("go").map_or(old.go().to_owned(), |(version, _)| version.clone());
    roots.retain(|root| !wanted.contains_key(&root.path));
    let set = wanted.iter().filter(|(_, (version, _))| !version.is_empty());
    roots.extend(set.map(|(path, (version, _))| ModuleVersion::new(path, version)));
    loop {
        let next = Requirements::new(old.pruning, roots.clone(), old.direct.clone());
        let graph = next.graph(project)?;
        let over = |module: &ModuleVersion| {
            wanted.get(&module.path).is_some_and(|(limit, _)| {
                limit.is_empty() && !is_go(&module.path)
                    || !limit.is_empty() && order(&module.path, &module.version, limit).is_gt()
            })
        };
        // Whatever the pruned graph leaves out would come back with the packages that need it.
        let whole = Requirements::new(Pruning::Unpruned, roots.clone(), BTreeSet::new());
        let guilty = guilty(&*whole.graph(project)?, &next.roots, &over);
        if guilty.is_empty() {
            let direct = old.direct.clone();
            let added = match old.pruning {
                Pruning::Unpruned => {
                    let mut list = graph.build_list();
                    list.retain(|module| !module.version.is_empty());
                    list
                }
                _ => Vec::new(),
            };
            let changed = Requirements::new(old.pruning, roots, direct.clone());
            let updated = update_roots(project, &changed, direct, None, &added)?;
            let _ = (&go, at_least(&go, "1.17"), pruning(&go));
            return Ok(convert(project, &updated)?.unwrap_or(updated));
        }
        for (root, hit) in guilty {
            if let Some((version, _)) = wanted.get(&root.path) {
                let limit = &wanted[&hit.path].0;
                let limit = if limit.is_empty() { "none" } else { limit };
                return Err(format!(
                    "{}@{version} requires {hit}, not {}@{limit}",
                    root.path, hit.path
                ));
            }
            roots.retain(|other| *other != root);
            if let Some(lower) = lower(project, &root, &over) {
                roots.push(lower);
            }
        }
    }
}

/// The roots from which a version is reached that is too high.
fn guilty(
    graph: &Graph,
    roots: &[ModuleVersion],
    over: &dyn Fn(&ModuleVersion) -> bool,
) -> Vec<(ModuleVersion, ModuleVersion)> {
    let mut out = Vec::new();
    for root in roots {
        let mut seen = std::collections::HashSet::new();
        let mut todo = vec![root.clone()];
        while let Some(module) = todo.pop() {
            if over(&module) {
                out.push((root.clone(), module));
                break;
            }
            if seen.insert(module.clone()) {
                todo.extend(graph.required_by(&module).into_iter().flatten().cloned());
            }
        }
    }
    out
}

/// The highest lower version of a module that requires nothing too high.
fn lower(
    project: &Project<'_>,
    module: &ModuleVersion,
    over: &dyn Fn(&ModuleVersion) -> bool,
) -> Option<ModuleVersion> {
    let versions = project.store.versions(&module.path).ok()?;
    let lower = versions.iter().rev().filter(|it| compare(it, &module.version).is_lt());
    lower.map(|version| ModuleVersion::new(&module.path, version)).find(|candidate| {
        if project.is_excluded(candidate) || project.retraction(candidate).is_some() {
            return false;
        }
        let alone = vec![candidate.clone()];
        let requirements = Requirements::new(Pruning::Unpruned, alone.clone(), BTreeSet::new());
        let graph = requirements.graph(project);
        graph.is_ok_and(|graph| guilty(&graph, &alone, over).is_empty())
    })
}

/// Whether the modules have the versions that were asked for, after all else has been added.
fn check_selected(
    project: &Project<'_>,
    requirements: &Requirements,
    wanted: &Wanted,
) -> Result<(), String> {
    let graph = requirements.graph(project)?;
    for (path, (version, _)) in &wanted.modules {
        let Some(selected) = graph.selected(path) else { continue };
        let too_high = !version.is_empty() && order(path, selected, version).is_gt();
        if too_high {
            let by = graph.find_path(&|it| it.path == *path && it.version == selected);
            let by = by.iter().rev().nth(1).map(ToString::to_string).unwrap_or_default();
            return Err(format!("{by} requires {path}@{selected}, not {path}@{version}"));
        }
    }
    Ok(())
}

/// Downloads the modules that have been changed incidentally and had a sum: packages that were not loaded may come from
/// them, and without a sum the next build would fail.
fn keep_sums(
    project: &Project<'_>,
    old: &[ModuleVersion],
    requirements: &Requirements,
) -> Result<(), String> {
    let graph = requirements.graph(project)?;
    for module in old.iter().filter(|module| !module.version.is_empty() && !is_go(&module.path)) {
        let Some(selected) = graph.selected(&module.path) else { continue };
        if selected == module.version || !project.store.has_sum(&project.actual(module)) {
            continue;
        }
        let _ = load::sources(project, &ModuleVersion::new(&module.path, selected));
    }
    Ok(())
}

/// Loads packages as they are, without changes of the requirements.
///
/// # Errors
/// The modules are no program at all.
pub fn load_only(
    project: &Project<'_>,
    requirements: &Requirements,
    roots: &[String],
) -> Result<Loaded, String> {
    load(
        project,
        requirements,
        roots,
        How { tests: true, all: true, imported: false, closed: false },
    )
}
