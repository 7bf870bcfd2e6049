//! The names of source files in a program that is a file of its own. The program may run in any directory, where a name
//! relative to the build's directory would mean another file.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::build_info::Modules;
use super::fs_view::FsView;

/// Makes file names absolute or, if they are to be trimmed, replaces them by names below the paths of modules.
pub fn make_absolute(fs: &FsView, files: &mut [Arc<str>], modules: &Modules, trim: bool) {
    let Some(here) = fs.canonical(Path::new(".")) else { return };
    for name in files {
        // Names of library files, of minigo's own texts and of standard input are no paths.
        if name.starts_with('$') || name.starts_with('<') || name.starts_with('_') {
            continue;
        }
        let full = clean_path(&here.join(&**name));
        let shown = match trim {
            true if modules.is_named_file(name) => command_line_file_name(&full),
            true => trimmed_name(&full, modules),
            false => full.display().to_string(),
        };
        *name = shown.into();
    }
}

/// The file's name behind its module's path and version. For a file outside of all modules, the last element of its
/// path.
fn trimmed_name(full: &Path, modules: &Modules) -> String {
    let inside = modules
        .all()
        .iter()
        .filter_map(|module| Some((module, full.strip_prefix(&module.dir).ok()?)));
    match inside.min_by_key(|(_, rest)| rest.as_os_str().len()) {
        Some((module, rest)) => format!("{}/{}", module.name(), rest.display()),
        None => command_line_file_name(full),
    }
}

/// The name of a file that the command line names itself: its directory is left out.
fn command_line_file_name(full: &Path) -> String {
    format!("./{}", full.file_name().unwrap_or_default().to_string_lossy())
}

/// The path without `.` and `..`; symbolic links are not followed.
fn clean_path(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(out.pop()),
            part => out.push(part),
        }
    }
    out
}
