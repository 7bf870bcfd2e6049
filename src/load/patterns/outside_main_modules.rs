//! The errors for directories outside the main modules: the go command refuses words that name them.

use std::path::{Path, PathBuf};

use super::is_path;
use crate::load::fs_view::FsView;
use crate::load::go_env::go_env;
use crate::load::modules::module::Module;

/// The go command's error if there is no module.
pub(super) const NO_MODULE: &str =
    "go.mod file not found in current directory or any parent directory; see 'go help modules'";

/// The error for a word that names a directory outside the main modules; `None` if the word is allowed.
///
/// # Errors
/// Fails if there is no module at all.
pub(super) fn outside_main_error(fs: &FsView, word: &str) -> Result<Option<String>, String> {
    if !is_path(word) || go_env(fs, "GO111MODULE").is_some_and(|mode| mode == "off") {
        return Ok(None);
    }
    let pattern = word.contains("...");
    let base = word.split("...").next().unwrap_or_default();
    let base = if pattern { &base[..base.rfind('/').map_or(0, |at| at + 1)] } else { base };
    let shown: PathBuf = Path::new(base).components().filter(|c| c.as_os_str() != ".").collect();
    let shown = if shown.as_os_str().is_empty() { PathBuf::from(".") } else { shown };
    let shown = shown.display();
    match Module::find(fs, Path::new(base)) {
        Ok(Some(_)) => return Ok(None),
        Ok(None) => {}
        Err(_) if pattern && Module::is_outside_workspace(fs, Path::new(base)) => {}
        Err(_) => return Ok(None),
    }
    let in_effect = Module::effective_main_module(fs).ok().flatten();
    let modules = match in_effect.as_ref().is_some_and(Module::is_in_workspace) {
        true => "modules listed in go.work or their selected dependencies",
        false => "main module or its selected dependencies",
    };
    if pattern {
        return Ok(Some(format!(
            "pattern {word}: directory prefix {shown} does not contain {modules}"
        )));
    }
    if in_effect.is_none() {
        return Err(format!("go: {NO_MODULE}"));
    }
    let Some(full) = fs.canonical(Path::new(base)).filter(|dir| fs.is_dir(dir)) else {
        return Ok(None);
    };
    if fs.file_names(&full, true).is_ok_and(|names| names.is_empty()) {
        return Ok(Some(format!("no Go files in {}", full.display())));
    }
    let dir = match shown.to_string().as_str() {
        "." => "current directory".to_owned(),
        dir => format!("directory {dir}"),
    };
    Ok(Some(format!("{dir} outside {modules}")))
}
