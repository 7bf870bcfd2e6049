//! `go get` in a module of a workspace: the module's requirements change, but packages are loaded from the versions
//! that the workspace selects.

use crate::load::{LoadRules, Loaded, load};
use crate::modfile::{self, Kind};
use crate::project::Project;
use crate::release::at_least;
use crate::requirements::Requirements;
use crate::update::mod_text;
use crate::work::finish;

/// Loads packages as the workspace will do with the module's new requirements.
///
/// # Errors
/// Fails if the modules are inconsistent, so that no package can be loaded.
pub(super) fn load_in(
    workspace: &mut Project<'_>,
    project: &mut Project<'_>,
    requirements: &Requirements,
    packages: &[String],
    how: LoadRules,
) -> Result<Loaded, String> {
    let text = mod_text(project, requirements).unwrap_or_default();
    let changed = modfile::parse("go.mod", &text, Kind::Main, None)?;
    let path = &project.main().path;
    if let Some(main) = workspace.mains.iter_mut().find(|main| main.path == *path) {
        main.file = changed;
    }
    workspace.store.take_mod_files(&project.store);
    let loaded = load(workspace, &Requirements::of_files(workspace), packages, how)?;
    // The go.mod of a module that provides a package is read for the module too, so its checksum is listed.
    let used = loaded.packages.iter().filter_map(|package| package.module.as_ref());
    for module in used.filter(|module| !module.version.is_empty()) {
        let _ = project.summary(module);
    }
    Ok(loaded)
}

/// Raises the `go` line of `go.work` to that of the changed module.
///
/// # Errors
/// Fails if the file cannot be written.
pub(super) fn raise_go(
    workspace: &mut Project<'_>,
    requirements: &Requirements,
) -> Result<(), String> {
    let listed = workspace.go_version();
    let Some(work) = &mut workspace.work else { return Ok(()) };
    if at_least(&listed, requirements.go()) {
        return Ok(());
    }
    let (dir, path) = (work.dir.clone(), work.path.clone());
    finish(&mut work.file, &dir, &path)
}
