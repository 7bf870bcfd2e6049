//! `minigo version`

use minigo_syntax::small_sort::SmallSort as _;
mod go_binary;
mod json;

use super::build::print_usage;
use super::print_error;
use crate::app;
use crate::load::build_info::GO_LINE_WORD;
use crate::load::modules::RELEASE;
use crate::options::go_flags::{self, CommandLine, switch_flag, valued_flag};
use crate::options::is_invoked_as_go;
use crate::{cmd, errno};
use std::ffi::OsString;
use std::fs::Metadata;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

/// Prints the version of minigo, the commit it was built from, and the Go version it implements. For programs that
/// minigo or Go has built, prints their Go version and, with -m, their build info.
#[must_use]
pub fn run(words: &[OsString]) -> u8 {
    let flags = [switch_flag("m"), switch_flag("v"), switch_flag("json"), valued_flag("C")];
    let line = match go_flags::parse_line("version", &[&flags], words) {
        Ok(line) => line,
        Err(error) => return print_usage(&error),
    };
    if let Err(status) = cmd::build::change_directory(&line) {
        return status;
    }
    if line.words.is_empty() {
        let only = ["m", "v", "json"].into_iter().find(|flag| line.is_on(flag));
        return match only {
            Some(flag) => {
                print_error(&format!("go: 'go version' only accepts -{flag} flag with arguments"));
                USAGE_STATUS
            }
            None => u8::from(writeln!(std::io::stdout(), "{}", own_version()).is_err()),
        };
    }
    if line.is_on("json") && !line.is_on("m") {
        print_error("go: 'go version' with -json flag requires -m flag");
        return USAGE_STATUS;
    }
    line.words.iter().map(|word| print_versions_of(word, &line)).max().unwrap_or(0)
}

/// The exit status for flags that do not go together.
const USAGE_STATUS: u8 = 2;

/// Prints the version of a program, or of all programs in a directory and below it.
fn print_versions_of(word: &str, line: &CommandLine) -> u8 {
    let found = match std::fs::metadata(word) {
        Ok(found) => found,
        Err(error) => return print_error(&format!("stat {word}: {}", errno::text(&error))),
    };
    if !found.is_dir() {
        let printed = print_file(word, &found, line, true);
        // For a file without build info, the go command fails only with -json.
        return u8::from(!printed && line.is_on("json"));
    }
    let mut todo = vec![PathBuf::from(word)];
    while let Some(path) = todo.pop() {
        let is_link = path.is_symlink();
        let Ok(found) = std::fs::metadata(&path) else { continue };
        if !found.is_dir() {
            print_file(&path.display().to_string(), &found, line, false);
        } else if !is_link || path == Path::new(word) {
            let entries = std::fs::read_dir(&path).into_iter().flatten().flatten();
            let mut below: Vec<PathBuf> =
                entries.map(|entry| path.join(entry.file_name())).collect();
            below.small_sort_by(|a, b| b.cmp(a));
            todo.extend(below);
        }
    }
    0
}

/// Prints the version of a file that may be a program; returns whether it is one.
fn print_file(file: &str, found: &Metadata, line: &CommandLine, named: bool) -> bool {
    let path = Path::new(file);
    let executable = found.permissions().mode() & 0o111 != 0;
    let extension =
        path.extension().is_none_or(|extension| extension == "so" || extension == "exe");
    if !found.is_file() || !(executable || extension) {
        return false;
    }
    let shown = path.components().collect::<PathBuf>().display().to_string();
    let shown = shown.strip_prefix("./").unwrap_or(&shown);
    match version_of_file(path) {
        Ok((version, _)) if !line.is_on("m") => print(&format!("{shown}: {version}\n")),
        Ok((version, text)) if line.is_on("json") => {
            print(&format!("{}\n", json::build_info_json(&version, &text)));
        }
        Ok((version, text)) => {
            let lines: String = text.lines().flat_map(|line| ["\t", line, "\n"]).collect();
            print(&format!("{shown}: {version}\n{lines}"));
        }
        Err(why) => {
            if named || line.is_on("v") {
                print_error(&format!("{shown}: could not read Go build info from {shown}: {why}"));
            }
            return false;
        }
    }
    true
}

fn print(text: &str) {
    // A closed pipe is no failure: the pipe's reader needs no more output.
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// The version of this command. If minigo was called as go, the version has the form that tools parse.
fn own_version() -> String {
    if is_invoked_as_go() {
        return format!("go version go{RELEASE} linux/amd64");
    }
    let (version, commit) = (env!("CARGO_PKG_VERSION"), env!("MINIGO_COMMIT"));
    format!("minigo {version} ({commit}), go{RELEASE} linux/amd64")
}

/// The Go version of a program, and its build info with one fact on each line.
fn version_of_file(path: &Path) -> Result<(String, String), String> {
    let Some(info) = app::build_info(path) else { return go_binary::read(path) };
    let (go, rest) = info.split_once('\n').unwrap_or_default();
    Ok((go.strip_prefix(GO_LINE_WORD).unwrap_or_default().trim().to_owned(), rest.to_owned()))
}
