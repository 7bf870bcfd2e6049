//! `minigo install PACKAGE@VERSION`: programs of a module, whatever module the working directory belongs to.
//!
//! The module is the only requirement of one that is made for the purpose, in a directory of its own; minigo itself
//! runs there, to add what the module requires, and to install the programs.

use super::super::modules::{Provided, provided};
use super::super::{is_program, print_error};
use crate::errno;
use crate::load::fs_view::FsView;
use crate::options::go_flags::Line;
use std::path::Path;
use std::process::Command;

/// The versions in whose go.mod the main module's go line decides less.
const UNSTATED: &str = "1.16";

/// Whether a word of the command line names packages at a version.
pub(super) fn is_meant(word: &str) -> bool {
    word.contains('@') && !crate::load::patterns::is_path(word)
}

/// Installs the programs that the words name, of which `first` is one with a version.
pub(super) fn install(line: &Line, first: &str) -> Result<(), u8> {
    let failed = |why: String| print_error(&why);
    if line.value("modfile").is_some_and(|file| !file.is_empty()) {
        return Err(failed(
            "go: -modfile cannot be used with commands that ignore the current module".to_owned(),
        ));
    }
    let version = first.split_once('@').map_or("", |(_, version)| version);
    if version.is_empty() {
        return Err(failed(format!("go: {first}: version must not be empty")));
    }
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
    let provided = provided(&packages, version).map_err(failed)?;
    let programs = programs(&packages, &provided).map_err(failed)?;
    if programs.is_empty() {
        return Ok(());
    }
    let directory = tempfile::tempdir().map_err(|error| failed(errno::text(&error)))?;
    in_module(line, directory.path(), &provided, &programs)
}

/// The programs among the packages; a pattern may match others too.
fn programs(packages: &[String], provided: &Provided) -> Result<Vec<String>, String> {
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

fn in_module(line: &Line, dir: &Path, provided: &Provided, programs: &[String]) -> Result<(), u8> {
    let failed = |error: std::io::Error| print_error(&format!("go: {}", errno::text(&error)));
    let Provided { module, go, .. } = provided;
    let go = go.as_deref().unwrap_or(UNSTATED);
    let text = format!(
        "module command-line-arguments\n\ngo {go}\n\nrequire {} {}\n",
        module.path, module.version
    );
    std::fs::write(dir.join("go.mod"), text).map_err(failed)?;
    let minigo = std::env::current_exe().map_err(failed)?;
    let command = |name: &str| {
        let mut command = Command::new(&minigo);
        // The settings for the modules around the working directory are for those.
        command.arg(name).current_dir(dir).env("GOWORK", "off").env("GO111MODULE", "on");
        command.env_remove("GOFLAGS");
        command
    };
    let at = |path: &String| format!("{path}@{}", module.version);
    let got = command("get").args(programs.iter().map(at)).output().map_err(failed)?;
    let told = String::from_utf8_lossy(&got.stderr).into_owned();
    let is_change = |line: &&str| {
        ["added", "upgraded", "downgraded"]
            .iter()
            .any(|verb| line.starts_with(&format!("go: {verb} ")))
    };
    for text in told.lines().filter(|line| !is_change(line)) {
        print_error(text);
    }
    if !got.status.success() {
        return Err(super::FAILED);
    }
    let mut install = command("install");
    let kept = line.given().filter(|(name, _)| !["C", "mod", "modfile"].contains(name));
    install.args(kept.map(|(name, value)| format!("-{name}={value}")));
    let ended = install.args(programs).status().map_err(failed)?;
    match ended.code().and_then(|code| u8::try_from(code).ok()) {
        Some(0) => Ok(()),
        code => Err(code.unwrap_or(super::FAILED)),
    }
}
