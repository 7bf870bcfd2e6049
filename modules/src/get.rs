//! `go get`: requirements are added, raised, lowered or removed, as arguments ask.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::graph::{Graph, Requirements, is_go, order};
use crate::load::{self, How, Loaded, load, package_in};
use crate::path::{PathKind, check, has_prefix, prefixes, quote};
use crate::project::{Project, Pruning, at_least, clean, pruning};
use crate::release::Release;
use crate::report::matches_pattern;
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

fn query(arg: &str, options: Options) -> Result<Query, String> {
    let (path, version) = arg.split_once('@').unwrap_or((arg, ""));
    let given = arg.contains('@');
    if given && version.is_empty() {
        return Err(format!("invalid module version syntax {}", quote(arg)));
    }
    if version.contains('@') || path.is_empty() {
        return Err(format!("invalid module version syntax {}", quote(arg)));
    }
    let default = if options.upgrade == Upgrade::Patch { "patch" } else { "upgrade" };
    Ok(Query {
        text: arg.to_owned(),
        path: path.to_owned(),
        version: if given { version.to_owned() } else { default.to_owned() },
        given,
    })
}

fn is_local(path: &str) -> bool {
    path == "." || path == ".." || ["./", "../", "/"].iter().any(|start| path.starts_with(start))
}

/// The modules and packages that arguments name.
fn wanted(
    project: &Project<'_>,
    requirements: &Requirements,
    queries: &[Query],
) -> Result<Wanted, Vec<String>> {
    let graph = requirements.graph(project).map_err(|error| vec![format!("go: {error}")])?;
    let mut out = Wanted::default();
    let mut errors = Vec::new();
    for query in queries {
        let found = match query.path.as_str() {
            path if is_local(path) => local(project, query, &mut out),
            "go" | "toolchain" => of_go(project, query, &mut out),
            "all" => {
                out.packages.extend(load::main_packages(project));
                Ok(())
            }
            path if path.contains("...") => wildcard(project, &graph, query, &mut out),
            _ => named(project, &graph, query, &mut out),
        };
        if let Err(error) = found {
            let error = match error.starts_with("no matching versions") {
                true => format!("{}: {error}", query.text),
                false => error,
            };
            errors.push(format!("go: {error}"));
        }
    }
    out.packages.sort();
    out.packages.dedup();
    if errors.is_empty() { Ok(out) } else { Err(errors) }
}

/// Packages of the main module.
fn local(project: &Project<'_>, query: &Query, out: &mut Wanted) -> Result<(), String> {
    let main = project.main();
    let text = &query.text;
    if query.given && !matches!(&*query.version, "upgrade" | "patch") {
        return Err(format!(
            "{text}: can't request explicit version {} of path {} in main module",
            quote(&query.version),
            query.path
        ));
    }
    let (dir, below) = match query.path.strip_suffix("...") {
        Some(dir) => (dir.trim_end_matches('/'), true),
        None => (query.path.as_str(), false),
    };
    let dir = clean(&project.here.join(dir));
    let Ok(inside) = dir.strip_prefix(&main.dir) else {
        return Err(format!(
            "{text}: directory {} is outside main module or its selected dependencies",
            query.path
        ));
    };
    let name = inside.display().to_string();
    let path = if name.is_empty() { main.path.clone() } else { format!("{}/{name}", main.path) };
    if below {
        let all = load::packages_below(&main.dir, &main.path, &main.file.ignores);
        let found: Vec<String> = all.into_iter().filter(|it| has_prefix(it, &path)).collect();
        if found.is_empty() {
            (project.report)(&format!("go: warning: {} matched no packages", quote(text)));
        }
        out.packages.extend(found);
        return Ok(());
    }
    if package_in(&main.dir, true, &main.path, &path).is_none() {
        if name.is_empty() {
            // The directory of the module itself stands for the module.
            return Ok(());
        }
        return Err(format!("{text}: no package to get in current directory"));
    }
    out.packages.push(path);
    Ok(())
}

fn of_go(project: &Project<'_>, query: &Query, out: &mut Wanted) -> Result<(), String> {
    let release = project.config.release;
    let version = match (query.path.as_str(), query.version.as_str()) {
        ("go", "latest" | "upgrade" | "patch") => release.to_owned(),
        ("toolchain", "latest" | "upgrade" | "patch") => format!("go{release}"),
        ("toolchain", "none") => String::new(),
        ("go", "none") => return Err("cannot use go@none".into()),
        (_, version) => version.to_owned(),
    };
    let plain = version.strip_prefix("go").unwrap_or(&version);
    if !version.is_empty() && Release::parse(plain).is_none() {
        return Err(format!("{}: invalid version: unknown release", query.text));
    }
    if query.path == "go" && Release::parse(plain) > Release::parse(release) {
        return Err(format!(
            "{}@{version} requires go >= {version} (running go {release}; GOTOOLCHAIN=local)",
            query.path
        ));
    }
    out.modules.insert(query.path.clone(), (version, query.text.clone()));
    Ok(())
}

/// All modules of the graph, and their packages, that match.
fn wildcard(
    project: &Project<'_>,
    graph: &Graph,
    query: &Query,
    out: &mut Wanted,
) -> Result<(), String> {
    let before = out.modules.len() + out.packages.len();
    for module in graph.build_list() {
        let start = query.path.split("...").next().unwrap_or_default();
        let could = matches_pattern(&query.path, &module.path)
            || has_prefix(start.trim_end_matches('/'), &module.path);
        if is_go(&module.path) || !could {
            continue;
        }
        let (version, packages) = if module.version.is_empty() {
            (String::new(), load::main_packages(project))
        } else {
            let current = Some(module.version.as_str());
            let version = match &*query.version {
                "none" => "none".into(),
                version => project.query(&module.path, version, current).map_err(|it| it.text)?,
            };
            let new = ModuleVersion::new(&module.path, &version);
            let packages = match version.as_str() {
                "none" => Vec::new(),
                _ => {
                    let (dir, _) = load::sources(project, &new)?;
                    load::packages_below(&dir, &module.path, &[])
                }
            };
            (version, packages)
        };
        let packages: Vec<String> =
            packages.into_iter().filter(|it| matches_pattern(&query.path, it)).collect();
        if packages.is_empty() && !matches_pattern(&query.path, &module.path) {
            continue;
        }
        if !module.version.is_empty() {
            let version = if version == "none" { String::new() } else { version };
            out.modules.insert(module.path.clone(), (version, query.text.clone()));
        }
        out.packages.extend(packages);
    }
    if before == out.modules.len() + out.packages.len() {
        (project.report)(&format!("go: no module matches {}", quote(&query.path)));
    }
    Ok(())
}

/// A package or a module.
fn named(
    project: &Project<'_>,
    graph: &Graph,
    query: &Query,
    out: &mut Wanted,
) -> Result<(), String> {
    let path = &query.path;
    let text = &query.text;
    if load::is_std(project, path) {
        out.packages.push(path.clone());
        return Ok(());
    }
    if !path.split('/').next().is_some_and(|first| first.contains('.'))
        && !prefixes(path).any(|it| graph.selected(it).is_some())
        && !project.replace_order.iter().any(|old| has_prefix(path, &old.path))
    {
        return Err(match check(path, PathKind::Import) {
            Err(why) => why,
            Ok(()) => format!("{text}: package {path} is not in std"),
        });
    }
    let current = |path: &str| graph.selected(path).map(str::to_owned);
    if query.version != "none"
        && !prefixes(path).any(|it| graph.selected(it).is_some())
        && let Some(module) = project.replaced_with(path)
    {
        out.packages.push(path.clone());
        out.modules.insert(module.path, (module.version, text.clone()));
        return Ok(());
    }
    if query.version == "none" {
        let module = match current(path) {
            Some(_) => Some(path.clone()),
            None => prefixes(path).find(|it| graph.selected(it).is_some()).map(str::to_owned),
        };
        if let Some(module) = module {
            if project.find_main(&module).is_some() {
                return Err(format!(
                    "{text}: can't request explicit version \"none\" of the main module {module}"
                ));
            }
            out.modules.insert(module, (String::new(), text.clone()));
        }
        return Ok(());
    }
    if let Some(main) = project.find_main(path)
        && query.given
        && !matches!(&*query.version, "upgrade" | "patch" | "latest")
    {
        return Err(format!(
            "can't request version {} of the main module ({})",
            quote(&query.version),
            main.path
        ));
    }
    if project.mains.iter().any(|main| {
        has_prefix(path, &main.path) && package_in(&main.dir, true, &main.path, path).is_some()
    }) {
        out.packages.push(path.clone());
        return Ok(());
    }
    // A module of the graph that has the package at the new version comes before others.
    let known = prefixes(path).filter(|it| graph.selected(it).is_some_and(|v| !v.is_empty()));
    let mut failure = None;
    for prefix in known {
        match project.query(prefix, &query.version, current(prefix).as_deref()) {
            Ok(version) => {
                let module = ModuleVersion::new(prefix, &version);
                let (dir, local) = load::sources(project, &module)?;
                let has = package_in(&dir, local, prefix, path).is_some();
                if has || prefix == path {
                    if has {
                        out.packages.push(path.clone());
                    }
                    out.modules.insert(prefix.to_owned(), (version, text.clone()));
                    return Ok(());
                }
            }
            Err(error) if prefix == path => failure = Some(error),
            Err(_) => {}
        }
    }
    if let Some(failure) = failure {
        return Err(failure.text);
    }
    match project.query_package(path, &query.version, &current) {
        Ok(module) => {
            out.packages.push(path.clone());
            out.modules.insert(module.path, (module.version, text.clone()));
            Ok(())
        }
        Err(failure) => match project.query(path, &query.version, None) {
            Ok(version) => {
                out.modules.insert(path.clone(), (version, text.clone()));
                Ok(())
            }
            Err(_) if failure.text.contains("does not contain package") => Err(failure.text),
            Err(other) => Err(other.text),
        },
    }
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

/// Says which modules are retracted or deprecated.
fn warn(
    project: &Project<'_>,
    wanted: &Wanted,
    loaded: &Loaded,
    before: &[ModuleVersion],
    requirements: &Requirements,
) {
    let mut direct: BTreeSet<ModuleVersion> = BTreeSet::new();
    let mut used: BTreeSet<ModuleVersion> = BTreeSet::new();
    let other = |module: &&ModuleVersion| !module.version.is_empty() && !is_go(&module.path);
    for package in &loaded.packages {
        used.extend(package.module.iter().filter(other).cloned());
        let main = package.module.as_ref().is_some_and(|module| module.version.is_empty());
        if main {
            let imports =
                package.imports.iter().filter_map(|it| loaded.packages[*it].module.as_ref());
            direct.extend(imports.filter(other).cloned());
        }
        if package.is_root {
            direct.extend(package.module.iter().filter(other).cloned());
        }
    }
    for (path, (version, _)) in &wanted.modules {
        if !version.is_empty() && !is_go(path) {
            direct.insert(ModuleVersion::new(path, version));
            used.insert(ModuleVersion::new(path, version));
        }
    }
    let mut named: BTreeSet<&String> = wanted.modules.keys().collect();
    let changed = requirements.roots.iter().filter(|root| !before.contains(root));
    named.extend(changed.map(|root| &root.path).filter(|it| requirements.direct.contains(*it)));
    named.extend(direct.iter().map(|module| &module.path));
    let selected = |module: &&ModuleVersion| {
        requirements.root(project, &module.path).is_none_or(|it| it == module.version)
    };
    for path in named.into_iter().filter(|path| !is_go(path)) {
        let deprecated = project.deprecation(path);
        if !deprecated.is_empty() {
            (project.report)(&format!("go: module {path} is deprecated: {}", short(&deprecated)));
        }
    }
    let mut switch = None;
    for module in used.iter().filter(selected) {
        let Some(reasons) = project.retraction(module) else { continue };
        let why = match reasons.first().map(String::as_str) {
            None | Some("") => "retracted by module author".to_owned(),
            Some(why) => format!("retracted by module author: {}", short(why)),
        };
        (project.report)(&format!("go: warning: {module}: {why}"));
        switch.get_or_insert(&module.path);
    }
    if let Some(path) = switch {
        (project.report)(&format!(
            "go: to switch to the latest unretracted version, run:\n\tgo get {path}@latest"
        ));
    }
}

/// The first line of a message, if that is short and can be shown.
fn short(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default().trim();
    if line.len() > 500 {
        return "(message omitted: too long)".to_owned();
    }
    match line.chars().any(char::is_control) {
        true => "(message omitted: contains non-printable characters)".to_owned(),
        false => line.to_owned(),
    }
}

fn report_changes(project: &Project<'_>, before: &[ModuleVersion], after: &Requirements) {
    let versions = |roots: &[ModuleVersion]| {
        let all = roots.iter().map(|root| (root.path.clone(), root.version.clone()));
        all.collect::<HashMap<_, _>>()
    };
    let (old, new) = (versions(before), versions(&after.roots));
    let mut paths: Vec<&String> = old.keys().chain(new.keys()).collect();
    paths.sort_by_key(|path| (!is_go(path), (*path).clone()));
    paths.dedup();
    for path in paths {
        let text = match (old.get(path), new.get(path)) {
            (None, Some(new)) => format!("added {path} {new}"),
            (Some(old), None) => format!("removed {path} {old}"),
            (Some(old), Some(new)) if order(path, old, new).is_lt() => {
                format!("upgraded {path} {old} => {new}")
            }
            (Some(old), Some(new)) if order(path, old, new).is_gt() => {
                format!("downgraded {path} {old} => {new}")
            }
            _ => continue,
        };
        (project.report)(&format!("go: {text}"));
    }
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
