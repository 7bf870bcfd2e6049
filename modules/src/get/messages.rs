//! The messages of `go get` about retractions, deprecations and changed requirements.

use super::{VersionChoice, WantedModulesAndPackages};
use crate::graph::{compare_versions, is_go_or_toolchain};
use crate::load_packages::LoadedPackages;
use crate::project::Project;
use crate::requirements::Requirements;
use crate::version::ModuleVersion;
use minigo_syntax::small_sort::SmallSort as _;
use std::collections::{BTreeSet, HashMap};

/// Prints which modules are retracted or deprecated. In a workspace, packages may come from other versions than the
/// main module's.
pub(super) fn print_module_warnings(
    project: &Project<'_>,
    wanted: &WantedModulesAndPackages,
    loaded: &LoadedPackages,
    requirements: &Requirements,
    in_workspace: bool,
) {
    let mut direct: BTreeSet<ModuleVersion> = BTreeSet::new();
    let mut used: BTreeSet<ModuleVersion> = BTreeSet::new();
    let other =
        |module: &&ModuleVersion| !module.version.is_empty() && !is_go_or_toolchain(&module.path);
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
    for (path, VersionChoice { version, .. }) in &wanted.modules {
        if !version.is_empty() && !is_go_or_toolchain(path) {
            direct.insert(ModuleVersion::new(path, version));
            used.insert(ModuleVersion::new(path, version));
        }
    }
    let mut named: BTreeSet<&String> = wanted.modules.keys().collect();
    named.extend(direct.iter().map(|module| &module.path));
    named.extend(used.iter().map(|it| &it.path).filter(|it| requirements.direct.contains(*it)));
    let selected = |module: &&ModuleVersion| {
        let root = requirements.root_version(project, &module.path);
        in_workspace || root.is_none_or(|it| it == module.version)
    };
    for path in named.into_iter().filter(|path| !is_go_or_toolchain(path)) {
        let deprecated = project.deprecation(path);
        if !deprecated.is_empty() {
            (project.report_progress)(&format!(
                "go: module {path} is deprecated: {}",
                short_message(&deprecated)
            ));
        }
    }
    let mut switch = Vec::new();
    for module in used.iter().filter(selected) {
        let Some(reasons) = project.retraction(module) else { continue };
        let why = match reasons.first().map(String::as_str) {
            None | Some("") => "retracted by module author".to_owned(),
            Some(why) => format!("retracted by module author: {}", short_message(why)),
        };
        (project.report_progress)(&format!("go: warning: {module}: {why}"));
        switch.push(&module.path);
    }
    let path = match switch[..] {
        [] => None,
        [path] => Some(path.as_str()),
        _ => Some("<module>"),
    };
    if let Some(path) = path {
        (project.report_progress)(&format!(
            "go: to switch to the latest unretracted version, run:\n\tgo get {path}@latest"
        ));
    }
}

/// The first line of a message, if it is short and printable.
fn short_message(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default().trim();
    if line.len() > 500 {
        return "(message omitted: too long)".to_owned();
    }
    match line.chars().any(char::is_control) {
        true => "(message omitted: contains non-printable characters)".to_owned(),
        false => line.to_owned(),
    }
}

/// The modules before the command has changed them.
pub(super) struct ModulesBefore {
    /// The modules that `go.mod` required.
    pub(super) roots: Vec<ModuleVersion>,
    /// The modules of the build list.
    pub(super) build_list: Vec<ModuleVersion>,
    /// Whether the main module belongs to a workspace, whose `go` and `toolchain` lines apply then.
    pub(super) in_workspace: bool,
}

/// Prints which versions have changed, for the modules that the arguments name and those that `go.mod` requires.
pub(super) fn report_changes(
    project: &Project<'_>,
    before: &ModulesBefore,
    wanted: &WantedModulesAndPackages,
    after: &Requirements,
    expanded: bool,
) -> Result<(), String> {
    let versions = |modules: &[ModuleVersion]| {
        let all = modules.iter().map(|root| (root.path.clone(), root.version.clone()));
        all.collect::<HashMap<_, _>>()
    };
    let list = after.graph(project)?.build_list();
    let listed = before.roots.iter().chain(&after.roots).map(|root| &root.path);
    let mut paths: Vec<&String> = listed.chain(wanted.modules.keys()).collect();
    paths.small_sort_by_key(|path| (!is_go_or_toolchain(path), (*path).clone()));
    paths.dedup();
    let (mut old, mut new) = (versions(&before.build_list), versions(&list));
    // Only the toolchain that a toolchain line names is shown, not the one that follows from the go line.
    old.remove("toolchain");
    new.remove("toolchain");
    new.extend(after.toolchain().map(|version| ("toolchain".to_owned(), version.to_owned())));
    for root in &before.roots {
        // A requirement whose version is excluded had no effect, so it can only be shown as removed.
        if !project.is_excluded(root) || !new.contains_key(&root.path) {
            old.insert(root.path.clone(), root.version.clone());
        }
    }
    for path in paths.into_iter().filter(|path| !(before.in_workspace && is_go_or_toolchain(path)))
    {
        let text = match (old.get(path), new.get(path)) {
            (None, Some(new)) => format!("added {path} {new}"),
            (Some(old), None) => format!("removed {path} {old}"),
            (Some(old), Some(new)) if compare_versions(path, old, new).is_lt() => {
                format!("upgraded {path} {old} => {new}")
            }
            (Some(old), Some(new)) if compare_versions(path, old, new).is_gt() => {
                format!("downgraded {path} {old} => {new}")
            }
            _ => continue,
        };
        (project.report_progress)(&format!("go: {text}"));
        if path == "go" && expanded {
            (project.report_progress)(
                "\tnote: expanded dependencies to upgrade to go 1.17 or higher; run 'go mod tidy' to clean up",
            );
        }
    }
    Ok(())
}
