//! `minigo install PACKAGE@VERSION` and `minigo run PACKAGE@VERSION`: build programs of a module at a version, whatever
//! module the working directory belongs to.
//!
//! minigo makes a temporary main module whose only requirement is the module with the programs, and builds the programs
//! in it.

use super::super::modules::{ProvidedPackages, find_provided_packages, require_modules};
use super::super::{FAILURE_STATUS, is_program, print_error};
use crate::errno;
use crate::load::fs_view::FsView;
use crate::load::go_env::BuildFlags;
use crate::options::go_flags::CommandLine;
use std::io;
use std::path::PathBuf;
use tempfile::TempDir;

const NO_MOD_FILE: &str =
    "go: -modfile cannot be used with commands that ignore the current module";

/// The Go version in the temporary go.mod if the module with the programs states none.
const UNSTATED_GO_VERSION: &str = "1.16";

/// Reports whether a word of the command line names packages at a version.
pub(in crate::cmd) fn names_version(word: &str) -> bool {
    word.contains('@') && !crate::load::patterns::is_path(word)
}

/// Installs the programs that the words name; the word `first` contains a version.
pub(super) fn install_at_version(line: &CommandLine, first: &str) -> Result<(), u8> {
    let failed = |why: String| print_error(&why);
    if line.value("modfile").is_some_and(|file| !file.is_empty()) {
        return Err(failed(NO_MOD_FILE.to_owned()));
    }
    let (_, version) = split_version(first).map_err(failed)?;
    let mut packages = Vec::new();
    for word in &line.words {
        match word.split_once('@') {
            Some((package, same)) if same == version => packages.push(package.to_owned()),
            _ => {
                return Err(failed(format!(
                    "go: {word}: all arguments must refer to packages in the same module at the same version (@{version})"
                )));
            }
        }
    }
    let provided = find_provided_packages(&packages, version).map_err(failed)?;
    let programs = matched_programs(&packages, &provided).map_err(failed)?;
    if programs.is_empty() {
        return Ok(());
    }
    let _apart = make_module(&provided, &programs)?;
    let line = line.with_words(programs, &["C", "mod", "modfile"]);
    let flags = line.build_flags().map_err(|error| super::print_usage(&error))?;
    super::Job::new(line, BuildFlags { is_temporary: true, ..flags })?.install()
}

/// The programs among the packages that the words match. A pattern may match other packages too; a package named by its
/// path must be a program.
fn matched_programs(
    packages: &[String],
    provided: &ProvidedPackages,
) -> Result<Vec<String>, String> {
    let fs = FsView::default();
    let mut programs = Vec::new();
    for (path, dir) in &provided.packages {
        if is_program(&fs, dir) {
            programs.push(path.clone());
        } else if packages.contains(path) {
            return Err(format!("package {path} is not a main package"));
        }
    }
    Ok(programs)
}

/// A temporary main module, whose only requirement is the module at a version. The module's directory is the working
/// directory until the value is dropped.
pub(in crate::cmd) struct TemporaryModule {
    _directory: TempDir,
    previous_dir: PathBuf,
}

impl Drop for TemporaryModule {
    fn drop(&mut self) {
        // If the directory is gone, the working directory cannot be restored.
        let _ = std::env::set_current_dir(&self.previous_dir);
    }
}

/// Makes the temporary module, with the requirements of these programs.
fn make_module(provided: &ProvidedPackages, programs: &[String]) -> Result<TemporaryModule, u8> {
    let failed = |error: io::Error| print_error(&format!("go: {}", errno::text(&error)));
    let directory = tempfile::tempdir().map_err(failed)?;
    let ProvidedPackages { module, go_version: go, .. } = provided;
    let go = go.as_deref().unwrap_or(UNSTATED_GO_VERSION);
    let text = format!(
        "module command-line-arguments\n\ngo {go}\n\nrequire {} {}\n",
        module.path, module.version
    );
    std::fs::write(directory.path().join("go.mod"), text).map_err(failed)?;
    let at = |path: &String| format!("{path}@{}", module.version);
    let words: Vec<String> = programs.iter().map(at).collect();
    require_modules(directory.path(), &words).map_err(|errors| {
        for error in errors {
            print_error(&error);
        }
        FAILURE_STATUS
    })?;
    let before = std::env::current_dir().map_err(failed)?;
    std::env::set_current_dir(directory.path()).map_err(failed)?;
    Ok(TemporaryModule { _directory: directory, previous_dir: before })
}

/// Prepares the program of `go run PACKAGE@VERSION`. Returns the temporary module, the flags for compiling in it, and
/// the program's import path.
pub(in crate::cmd) fn prepare_program(
    flags: BuildFlags,
    word: &str,
) -> Result<(TemporaryModule, BuildFlags, String), u8> {
    let failed = |why: String| print_error(&why);
    if flags.mod_file.is_some() {
        return Err(failed(NO_MOD_FILE.to_owned()));
    }
    let (package, version) = split_version(word).map_err(failed)?;
    let provided = find_provided_packages(&[package.to_owned()], version).map_err(failed)?;
    let mut programs = matched_programs(&[package.to_owned()], &provided).map_err(failed)?;
    let path = match programs.len() {
        0 => return Err(failed(format!("go: no packages loaded from {word}"))),
        1 => programs.remove(0),
        _ => {
            let all = programs.join("\n\t");
            return Err(failed(format!("go: pattern {word} matches multiple packages:\n\t{all}")));
        }
    };
    let temporary = make_module(&provided, std::slice::from_ref(&path))?;
    let flags = BuildFlags { module_mode: None, mod_file: None, is_temporary: true, ..flags };
    Ok((temporary, flags, path))
}

/// Splits a word into the package or pattern and the version.
fn split_version(word: &str) -> Result<(&str, &str), String> {
    match word.split_once('@') {
        Some((package, version)) if !version.is_empty() => Ok((package, version)),
        _ => Err(format!("go: {word}: version must not be empty")),
    }
}
