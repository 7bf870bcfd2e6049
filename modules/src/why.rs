//! `go mod why`: the chains of imports by which packages or modules are needed.

use minigo_syntax::small_sort::SmallSort as _;
use std::collections::HashMap;

use crate::graph::is_go_or_toolchain;
use crate::load_packages::{
    LoadRules, LoadedPackages, PackageId, main_packages, packages_below, source_directory,
};
use crate::project::{Project, clean_path};
use crate::report_commands::matches_pattern;
use crate::requirements::Requirements;
use crate::tidy::{ResolveRules, ResolvedPackages, resolve_packages};
use crate::version::ModuleVersion;

/// Explains why packages or modules are needed: the shortest chain of imports from a main module.
///
/// # Errors
/// Fails if the modules are inconsistent, so that no package can be loaded.
pub fn why(
    project: &Project<'_>,
    args: &[String],
    modules: bool,
    vendor: bool,
) -> Result<String, String> {
    let requirements = Requirements::of_files(project);
    let how = LoadRules {
        loads_tests: !vendor,
        loads_all: true,
        are_roots_imported: false,
        all_includes_tests: false,
    };
    let resolving = ResolveRules {
        load_rules: how,
        drops_unneeded: false,
        ignores_dependency_tests: vendor,
        adds_missing_modules: false,
    };
    let roots = main_packages(project);
    if modules {
        requirements.graph(project)?;
    }
    let ResolvedPackages { requirements, loaded } =
        resolve_packages(project, requirements, &roots, resolving)?;
    if project.has_printed_error {
        return Ok(String::new());
    }
    let ways = import_chains(&loaded);
    let mut by_path: Vec<PackageId> = (0..loaded.packages.len()).collect();
    by_path.small_sort_by(|a, b| loaded.packages[*a].path.cmp(&loaded.packages[*b].path));
    let mut out = String::new();
    let mut separator = "";
    let args = match modules {
        true => args.to_vec(),
        false => named_packages(project, &requirements, &loaded, args),
    };
    for arg in &args {
        let mut best: Option<Vec<PackageId>> = None;
        for id in &by_path {
            let (id, package) = (*id, &loaded.packages[*id]);
            let is = match (modules, &package.module) {
                (true, Some(module)) => module.path == *arg,
                (true, None) => false,
                (false, _) => package.path == *arg,
            };
            let way = ways.get(&id).filter(|_| is && package.test_of.is_none());
            if let Some(way) = way
                && best.as_ref().is_none_or(|best| way.len() < best.len())
            {
                best = Some(way.clone());
            }
        }
        out += &format!("{separator}# {arg}\n");
        separator = "\n";
        let Some(way) = best else {
            let vendored = if vendor { " to vendor" } else { "" };
            let what = if modules { "module" } else { "package" };
            out += &format!("(main module does not need{vendored} {what} {arg})\n");
            continue;
        };
        for id in way {
            let package = &loaded.packages[id];
            let test = if package.test_of.is_some() { ".test" } else { "" };
            out += &format!("{}{test}\n", package.path);
        }
    }
    Ok(out)
}

/// The shortest chain of imports to each package.
fn import_chains(loaded: &LoadedPackages) -> HashMap<PackageId, Vec<PackageId>> {
    let mut out: HashMap<PackageId, Vec<PackageId>> = HashMap::new();
    let mut queue = std::collections::VecDeque::new();
    for (id, package) in loaded.packages.iter().enumerate() {
        if package.importer.is_none() && package.test_of.is_none() {
            out.insert(id, vec![id]);
            queue.push_back(id);
        }
    }
    while let Some(id) = queue.pop_front() {
        let package = &loaded.packages[id];
        for next in package.imports.iter().chain(&package.test_package) {
            if out.contains_key(next) {
                continue;
            }
            let mut way = out.get(&id).cloned().unwrap_or_default();
            way.push(*next);
            out.insert(*next, way);
            queue.push_back(*next);
        }
    }
    out
}

/// The paths of the packages that the arguments name; without arguments, of the package in the working directory. The
/// argument `all` names the packages of `loaded` that belong to `all`.
pub(crate) fn named_packages(
    project: &Project<'_>,
    requirements: &Requirements,
    loaded: &LoadedPackages,
    args: &[String],
) -> Vec<String> {
    let here = [".".to_owned()];
    let args = if args.is_empty() { &here } else { args };
    args.iter().flat_map(|arg| packages_of(project, requirements, loaded, arg)).collect()
}

/// Reports whether an argument is a path in the file system.
pub(crate) fn is_local(arg: &str) -> bool {
    matches!(arg, "." | "..") || ["./", "../", "/"].iter().any(|start| arg.starts_with(start))
}

fn packages_of(
    project: &Project<'_>,
    requirements: &Requirements,
    loaded: &LoadedPackages,
    arg: &str,
) -> Vec<String> {
    let mut out: Vec<String> = if arg == "all" {
        let all =
            loaded.packages.iter().filter(|it| it.matches_all_pattern && it.test_of.is_none());
        all.map(|package| package.path.clone()).collect()
    } else if is_local(arg) {
        let dir = clean_path(&project.working_dir.join(arg));
        let main = project.mains.iter().find(|main| dir.starts_with(&main.dir));
        let below = main.and_then(|main| Some((main, dir.strip_prefix(&main.dir).ok()?.to_str()?)));
        let Some((main, below)) = below else { return vec![arg.to_owned()] };
        let pattern = format!("{}/{below}", main.path);
        let pattern = pattern.trim_end_matches('/');
        if !pattern.contains("...") {
            return vec![pattern.to_owned()];
        }
        let own = packages_below(&main.dir, &main.path, &main.file.ignores);
        own.into_iter().filter(|path| matches_pattern(pattern, path)).collect()
    } else if arg.contains("...") {
        let modules = requirements.graph(project).map(|graph| graph.build_list());
        let others =
            modules.unwrap_or_default().into_iter().filter(|it| !is_go_or_toolchain(&it.path));
        let packages = |module: ModuleVersion| match source_directory(project, &module) {
            Ok((dir, _)) => packages_below(&dir, &module.path, &[]),
            Err(_) => Vec::new(),
        };
        others.flat_map(packages).filter(|path| matches_pattern(arg, path)).collect()
    } else {
        return vec![arg.to_owned()];
    };
    out.small_sort();
    out
}
