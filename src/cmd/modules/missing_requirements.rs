//! `-mod=mod` of the commands that build: `go.mod` and `go.sum` are completed before the packages are loaded.

use super::proxy_queries::with_project;
use crate::cmd::print_error;
use crate::load::fs_view::FsView;
use crate::load::go_env::BuildFlags;
use minigo_modules::added_modules;
use minigo_modules::project::Project;

/// With `-mod=mod`, adds the requirements and checksums that the packages need which the words name; with `tests`,
/// their tests too. Errors that the loader reports itself are not printed here.
///
/// # Errors
/// Returns the exit status, after an error was printed.
pub(in crate::cmd) fn add_needed_requirements(
    flags: &BuildFlags,
    words: &[String],
    tests: bool,
) -> Result<(), u8> {
    // A word with a version names a module of its own.
    if words.iter().any(|word| word.contains('@')) {
        return Ok(());
    }
    run_in_mod_mode(flags, |project| added_modules::add_needed_modules(project, words, tests))
}

/// With `-mod=mod`, adds the checksums of the `go.mod` files in the module graph; with `all`, those of all selected
/// modules. In a workspace, `all` adds the checksums of the modules in the graph in any mode but `vendor`.
///
/// # Errors
/// Returns the exit status, after an error was printed.
pub(in crate::cmd) fn add_graph_sums(flags: &BuildFlags, all: bool) -> Result<(), u8> {
    run_in_mod_mode(flags, |project| added_modules::add_graph_sums(project, all))?;
    let fs = FsView::new(flags.clone());
    let given = fs.build_flags().map_err(|error| print_error(&error))?;
    if !all || given.module_mode.as_deref() == Some("vendor") || given.is_temporary {
        return Ok(());
    }
    let done = with_project(&fs, |mut project| match is_unvendored_workspace(&project) {
        true => {
            added_modules::add_graph_sums(&mut project, false).map_err(|why| format!("go: {why}"))
        }
        false => Ok(()),
    });
    done.map_err(|error| print_error(&error))
}

/// Reports whether the project is a workspace without a `vendor` directory, from which modules would be taken.
fn is_unvendored_workspace(project: &Project<'_>) -> bool {
    project.work.as_ref().is_some_and(|work| !work.dir.join("vendor/modules.txt").exists())
}

fn run_in_mod_mode(
    flags: &BuildFlags,
    add: impl FnOnce(&mut Project<'_>) -> Result<(), String>,
) -> Result<(), u8> {
    let fs = FsView::new(flags.clone());
    let all = fs.build_flags().map_err(|error| print_error(&error))?;
    if all.module_mode.as_deref() != Some("mod") || all.is_temporary {
        return Ok(());
    }
    let done =
        with_project(&fs, |mut project| match project.work.is_some() || project.mains.is_empty() {
            true => Ok(()),
            false => add(&mut project).map_err(|why| format!("go: {why}")),
        });
    done.map_err(|error| print_error(&error))
}
