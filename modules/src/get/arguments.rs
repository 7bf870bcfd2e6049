//! Finds the modules and packages that the arguments of `go get` name.

use super::toolchains::select_go_or_toolchain;
use super::{Options, Query, Upgrade, VersionChoice, WantedModulesAndPackages};
use crate::graph::{Graph, is_go_or_toolchain};
use crate::load_packages::{self, package_directory};
use crate::path::{PathKind, check, has_prefix, prefixes, quote};
use crate::project::{Project, clean_path};
use crate::proxy::MissingObject;
use crate::report_commands::matches_pattern;
use crate::requirements::Requirements;
use crate::version::ModuleVersion;
use minigo_syntax::small_sort::SmallSort as _;

pub(super) fn parse_query(arg: &str, options: Options) -> Result<Query, String> {
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
        has_version: given,
    })
}

impl WantedModulesAndPackages {
    /// Requires a version of a module; with the empty version, removes it.
    ///
    /// # Errors
    /// Fails if another argument has chosen another version.
    pub(super) fn choose(
        &mut self,
        query: &Query,
        path: &str,
        version: String,
    ) -> Result<(), String> {
        let (pattern, query) = (query.path.clone(), query.version.clone());
        let choice = VersionChoice { path: path.to_owned(), version, pattern, query };
        match self.modules.get(path).filter(|known| known.version != choice.version) {
            Some(known) => return Err(format!("{choice} conflicts with {known}")),
            None => self.modules.insert(path.to_owned(), choice),
        };
        Ok(())
    }
}

fn is_local(path: &str) -> bool {
    path == "." || path == ".." || ["./", "../", "/"].iter().any(|start| path.starts_with(start))
}

/// The modules and packages that the arguments name.
pub(super) fn wanted_modules(
    project: &Project<'_>,
    requirements: &Requirements,
    queries: &[Query],
) -> Result<WantedModulesAndPackages, Vec<String>> {
    let graph = requirements.graph(project).map_err(|error| vec![format!("go: {error}")])?;
    let mut out = WantedModulesAndPackages::default();
    let mut errors = Vec::new();
    for query in queries {
        let found = match query.path.as_str() {
            path if is_local(path) => add_local_packages(project, query, &mut out),
            "go" | "toolchain" => select_go_or_toolchain(project, &graph, query, &mut out),
            "all" => {
                out.packages.extend(load_packages::main_packages(project));
                Ok(())
            }
            path if path.contains("...") => add_matching_modules(project, &graph, query, &mut out),
            _ => add_named_module_or_package(project, &graph, query, &mut out),
        };
        if let Err(error) = found {
            errors.push(format!("go: {error}"));
        }
    }
    out.packages.small_sort();
    out.packages.dedup();
    if errors.is_empty() { Ok(out) } else { Err(errors) }
}

/// Handles an argument that is a directory: packages of the main module.
fn add_local_packages(
    project: &Project<'_>,
    query: &Query,
    out: &mut WantedModulesAndPackages,
) -> Result<(), String> {
    let main = project.main();
    let text = &query.text;
    if query.has_version && !matches!(&*query.version, "upgrade" | "patch") {
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
    let dir = clean_path(&project.working_dir.join(dir));
    let Ok(inside) = dir.strip_prefix(&main.dir) else {
        return Err(format!(
            "{text}: directory {} is outside main module or its selected dependencies",
            query.path
        ));
    };
    let name = inside.display().to_string();
    let path = if name.is_empty() { main.path.clone() } else { format!("{}/{name}", main.path) };
    if below {
        let all = load_packages::packages_below(&main.dir, &main.path, &main.file.ignores);
        let found: Vec<String> = all.into_iter().filter(|it| has_prefix(it, &path)).collect();
        if found.is_empty() {
            (project.report_progress)(&format!("go: warning: {} matched no packages", quote(text)));
        }
        out.packages.extend(found);
        return Ok(());
    }
    if package_directory(&main.dir, true, &main.path, &path).is_none() {
        if name.is_empty() {
            // The directory is the module's root, which names the module itself.
            return Ok(());
        }
        return Err(format!("{text}: no package to get in current directory"));
    }
    out.packages.push(path);
    Ok(())
}

/// Handles a pattern: all modules of the graph whose paths match, and their packages.
fn add_matching_modules(
    project: &Project<'_>,
    graph: &Graph,
    query: &Query,
    out: &mut WantedModulesAndPackages,
) -> Result<(), String> {
    let before = out.modules.len() + out.packages.len();
    for module in graph.build_list() {
        let start = query.path.split("...").next().unwrap_or_default();
        let could = matches_pattern(&query.path, &module.path)
            || has_prefix(start.trim_end_matches('/'), &module.path);
        if is_go_or_toolchain(&module.path) || !could {
            continue;
        }
        let (version, packages) = if module.version.is_empty() {
            (String::new(), load_packages::main_packages(project))
        } else {
            let current = Some(module.version.as_str());
            let version = match &*query.version {
                "none" => "none".into(),
                version => {
                    project.query_version(&module.path, version, current).map_err(|it| it.text)?
                }
            };
            let new = ModuleVersion::new(&module.path, &version);
            let packages = match version.as_str() {
                "none" => Vec::new(),
                _ => {
                    let (dir, _) = load_packages::source_directory(project, &new)?;
                    load_packages::packages_below(&dir, &module.path, &[])
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
            out.choose(query, &module.path, version)?;
        }
        out.packages.extend(packages);
    }
    if before == out.modules.len() + out.packages.len() {
        (project.report_progress)(&format!("go: no module matches {}", quote(&query.path)));
    }
    Ok(())
}

/// Handles the path of a package or a module.
fn add_named_module_or_package(
    project: &Project<'_>,
    graph: &Graph,
    query: &Query,
    out: &mut WantedModulesAndPackages,
) -> Result<(), String> {
    let path = &query.path;
    if load_packages::is_std(project, path) {
        out.packages.push(path.clone());
        return Ok(());
    }
    let in_graph = prefixes(path).any(|it| graph.selected_version(it).is_some());
    let replaced = project.replace_order.iter().any(|old| has_prefix(path, &old.path));
    let is_domain = path.split('/').next().is_some_and(|first| first.contains('.'));
    if !is_domain && !in_graph && !replaced {
        return Err(match check(path, PathKind::Import) {
            Err(why) => why,
            Ok(()) => format!("{}: package {path} is not in std", query.text),
        });
    }
    if query.version == "none" {
        return remove_module(project, graph, query, out);
    }
    if let Some(main) = project.find_main(path)
        && query.has_version
        && !matches!(&*query.version, "upgrade" | "patch" | "latest")
    {
        return Err(format!(
            "can't request version {} of the main module ({})",
            quote(&query.version),
            main.path
        ));
    }
    if project.mains.iter().any(|main| {
        has_prefix(path, &main.path)
            && package_directory(&main.dir, true, &main.path, path).is_some()
    }) {
        out.packages.push(path.clone());
        return Ok(());
    }
    match find_in_graph(project, graph, query, out)? {
        true => Ok(()),
        false => find_outside_graph(project, graph, query, out),
    }
}

/// Handles `PATH@none`: removes the requirement of the module at that path, or of the module that has the package.
fn remove_module(
    project: &Project<'_>,
    graph: &Graph,
    query: &Query,
    out: &mut WantedModulesAndPackages,
) -> Result<(), String> {
    // The path itself is its own first prefix. If a shorter prefix is the module, the path names a package in it.
    let has_package = |prefix: &str| {
        let Some(version) = graph.selected_version(prefix) else { return false };
        let module = ModuleVersion::new(prefix, version);
        let sources = load_packages::source_directory(project, &module);
        sources
            .is_ok_and(|(dir, local)| package_directory(&dir, local, prefix, &query.path).is_some())
    };
    let is_named = |it: &&str| match *it == query.path {
        true => graph.selected_version(it).is_some(),
        false => has_package(it),
    };
    let Some(module) = prefixes(&query.path).find(is_named) else {
        // There is nothing to remove, but another argument may add the module.
        return match out.modules.contains_key(&query.path) {
            true => out.choose(query, &query.path, String::new()),
            false => Ok(()),
        };
    };
    if project.find_main(module).is_some() {
        return Err(format!(
            "{}: can't request explicit version \"none\" of the main module {module}",
            query.text
        ));
    }
    out.choose(query, module, String::new())?;
    Ok(())
}

/// Finds a module of the graph that has the package at the requested version; such a module is preferred to others.
/// Returns whether the graph has such a module.
fn find_in_graph(
    project: &Project<'_>,
    graph: &Graph,
    query: &Query,
    out: &mut WantedModulesAndPackages,
) -> Result<bool, String> {
    let path = &query.path;
    let known =
        prefixes(path).filter(|it| graph.selected_version(it).is_some_and(|v| !v.is_empty()));
    let mut failure = None;
    for prefix in known {
        match project.query_version(prefix, &query.version, graph.selected_version(prefix)) {
            Ok(version) => {
                let module = ModuleVersion::new(prefix, &version);
                let (dir, local) = load_packages::source_directory(project, &module)?;
                let has = package_directory(&dir, local, prefix, path).is_some();
                if has {
                    out.packages.push(path.clone());
                }
                if has || prefix == path {
                    out.choose(query, prefix, version)?;
                    return Ok(true);
                }
            }
            Err(error) if prefix == path => failure = Some(error.text),
            Err(_) => {}
        }
    }
    failure.map_or(Ok(false), Err)
}

/// Finds a module outside of the graph.
fn find_outside_graph(
    project: &Project<'_>,
    graph: &Graph,
    query: &Query,
    out: &mut WantedModulesAndPackages,
) -> Result<(), String> {
    let path = &query.path;
    let current = |path: &str| graph.selected_version(path).map(str::to_owned);
    match project.query_package(path, &query.version, &current) {
        Ok(module) => {
            out.packages.push(path.clone());
            out.choose(query, &module.path, module.version)?;
            Ok(())
        }
        Err(failure) => match project.query_version(path, &query.version, None) {
            Err(_) if let Some(module) = project.replacement_with_package(path) => {
                out.packages.push(path.clone());
                out.choose(query, &module.path, module.version)?;
                Ok(())
            }
            Ok(version) => {
                out.choose(query, path, version)?;
                Ok(())
            }
            Err(other) => Err(match failure.missing_object {
                Some(MissingObject::Version) => format!("{}: {}", query.text, failure.text),
                Some(MissingObject::Package) => failure.text,
                None => other.text,
            }),
        },
    }
}
