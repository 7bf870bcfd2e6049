//! `go get` in a module of a workspace: the module's requirements change, but packages are loaded from the versions
//! that the workspace selects.

use crate::load_packages::{LoadRules, LoadedPackages, load_packages};
use crate::modfile::{self, FileKind};
use crate::project::{Project, clean_path, read_work};
use crate::release::is_release_at_least;
use crate::requirements::Requirements;
use crate::update_requirements::mod_text;
use crate::version::ModuleVersion;
use crate::work::{find_go_work, finish_file};

/// Reports whether `go.work` lists the main module. A file that cannot be read lists none.
pub(super) fn is_used(project: &Project<'_>) -> bool {
    let Ok(Some(path)) = find_go_work(project.config, &project.working_dir) else { return false };
    let Ok(work) = read_work(&path, &project.working_dir, project.config.go_release) else {
        return false;
    };
    work.file.uses.iter().any(|used| clean_path(&work.dir.join(&used.path)) == project.main().dir)
}

/// Loads packages as the workspace will do with the module's new requirements.
///
/// # Errors
/// Fails if the modules are inconsistent, so that no package can be loaded.
pub(super) fn load_in_workspace(
    workspace: &mut Project<'_>,
    project: &mut Project<'_>,
    requirements: &Requirements,
    packages: &[String],
    how: LoadRules,
) -> Result<LoadedPackages, String> {
    let text = mod_text(project, requirements).unwrap_or_default();
    let changed = modfile::parse("go.mod", &text, FileKind::Main, None)?;
    let path = &project.main().path;
    if let Some(main) = workspace.mains.iter_mut().find(|main| main.path == *path) {
        main.file = changed;
    }
    workspace.store.take_mod_files(&project.store);
    let loaded = load_packages(workspace, &Requirements::of_files(workspace), packages, how)?;
    // The go.mod of a module that provides a package is read for the module too, if it selects the same version: then
    // the checksum is listed.
    let graph = requirements.graph(project)?;
    let used = loaded.packages.iter().filter_map(|package| package.module.as_ref());
    let same =
        |module: &&ModuleVersion| graph.selected_version(&module.path) == Some(&module.version);
    for module in used.filter(|module| !module.version.is_empty()).filter(same) {
        let _ = project.summary(module);
    }
    Ok(loaded)
}

/// Raises the `go` line of `go.work` to that of the changed module.
///
/// # Errors
/// Fails if the file cannot be written.
pub(super) fn raise_go_line(
    workspace: &mut Project<'_>,
    requirements: &Requirements,
) -> Result<(), String> {
    let listed = workspace.go_version();
    let Some(work) = &mut workspace.work else { return Ok(()) };
    if is_release_at_least(&listed, requirements.go()) {
        return Ok(());
    }
    let (dir, path) = (work.dir.clone(), work.path.clone());
    finish_file(&mut work.file, &dir, &path)
}
