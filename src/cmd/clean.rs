//! `minigo clean`

use super::build::{change_directory, destination, name_of, print_usage};
use super::{FAILURE_STATUS, print_error};
use crate::load::fs_view::FsView;
use crate::load::go_env::module_cache;
use crate::load::patterns::{self, Package};
use crate::options::go_flags::{self, BUILD_FLAGS, CommandLine, switch_flag};
use crate::options::is_invoked_as_go;
use crate::{cache, errno};
use minigo_modules::files::remove_all;
use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;

/// Empties the caches that flags name, and removes the files that builds and tests leave in the directories of
/// packages. Without words `minigo clean` empties minigo's own cache; called as go it cleans the working directory.
#[must_use]
pub fn run(words: &[OsString]) -> u8 {
    let flags = [
        switch_flag("testcache"),
        switch_flag("cache"),
        switch_flag("fuzzcache"),
        switch_flag("modcache"),
        switch_flag("n"),
        switch_flag("i"),
        switch_flag("r"),
    ];
    let line = match go_flags::parse_line("clean", &[&flags, BUILD_FLAGS], words) {
        Ok(line) => line,
        Err(error) => return print_usage(&error),
    };
    if let Err(status) = change_directory(&line) {
        return status;
    }
    let caches = ["cache", "testcache", "fuzzcache", "modcache"];
    let chosen: Vec<&str> = caches.into_iter().filter(|cache| line.is_on(cache)).collect();
    if let Some(flag) = chosen.first().filter(|_| !line.words.is_empty()) {
        return print_error(&format!("go: clean -{flag} cannot be used with package arguments"));
    }
    let mut status = 0;
    let own = !is_invoked_as_go() && line.words.is_empty() && chosen.is_empty();
    for cache in if own { vec!["cache"] } else { chosen.clone() } {
        if let Err(why) = empty_cache(cache, &line) {
            status = print_error(&why);
        }
    }
    if !own && chosen.is_empty() {
        status = clean_packages(&line).unwrap_or_else(|why| print_error(&why));
    }
    status
}

/// Empties the cache with this name.
fn empty_cache(cache: &str, line: &CommandLine) -> Result<(), String> {
    let cleaned = match cache {
        "modcache" => {
            let dir = module_cache(&FsView::default());
            let dir = dir.ok_or("go: cannot clean -modcache: no module cache")?;
            if prints_commands(line) {
                print(&format!("rm -rf {}\n", dir.display()));
            }
            if line.is_on("n") || !dir.exists() { Ok(()) } else { remove_all(&dir) }
        }
        _ if line.is_on("n") => Ok(()),
        "testcache" => cache::test_results::clean_results(),
        "fuzzcache" => cache::clean_fuzz_inputs(),
        _ => cache::clean_cache(),
    };
    cleaned.map_err(|error| format!("cannot empty the cache: {}", errno::text(&error)))
}

/// Cleans the directories of the packages that the command line names.
fn clean_packages(line: &CommandLine) -> Result<u8, String> {
    let fs = FsView::new(line.build_flags().map_err(|error| error.why)?);
    fs.build_flags()?;
    let warn = |text: &str| {
        print_error(text);
    };
    let mut status = 0;
    let named = patterns::expand_in_modules(&fs, &line.words, warn).or_else(|why| {
        // Like `go clean`, the command also cleans a working directory that belongs to no module.
        if line.words.is_empty() { Ok(Vec::new()) } else { Err(why) }
    })?;
    for package in if line.is_on("r") { patterns::with_imports(&fs, named) } else { named } {
        if let Some(error) = &package.error {
            status = print_error(error);
        } else if !package.is_of_library && !package.is_of_dependency && package.goroot.is_none() {
            status = clean_package(&fs, line, &package).max(status);
        }
    }
    Ok(status)
}

/// The names of files that go build and older tools leave in any package's directory.
const BUILD_LEFTOVERS: &[&str] = &["_testmain.go", "a.out", "build.log", "test.out"];

/// The extensions of files that go build and older tools leave in any package's directory.
const BUILD_EXTENSIONS: &[&str] = &[".5", ".6", ".8", ".a", ".o", ".so"];

fn clean_package(fs: &FsView, line: &CommandLine, package: &Package) -> u8 {
    let Some(dir) = package.paths.first().filter(|dir| dir.is_dir()) else { return 0 };
    let names: Vec<String> =
        fs.entries(dir).into_iter().map(|(name, _)| name.to_string_lossy().into_owned()).collect();
    let own = dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let is_program = super::is_program(fs, dir);
    let mut made = vec![format!("{own}.test"), format!("{}.test", name_of(package))];
    if is_program {
        made.extend([own, name_of(package)]);
        made.extend(names.iter().filter_map(|name| name.strip_suffix(".go").map(str::to_owned)));
    }
    let is_left = |name: &&String| {
        made.contains(name)
            || BUILD_LEFTOVERS.contains(&name.as_str())
            || BUILD_EXTENSIONS.iter().any(|end| name.ends_with(end))
    };
    let mut status = 0;
    for name in names.iter().filter(is_left) {
        let path = dir.join(name);
        if fs::symlink_metadata(&path).is_ok_and(|found| !found.is_dir()) {
            status = remove(&path, line).max(status);
        }
    }
    if line.is_on("i")
        && is_program
        && let Ok(Some(path)) = destination::installed_path(fs, package)
    {
        status = remove(&path, line).max(status);
    }
    status
}

/// Reports whether the commands are printed.
fn prints_commands(line: &CommandLine) -> bool {
    line.is_on("n") || line.is_on("x")
}

fn remove(path: &Path, line: &CommandLine) -> u8 {
    if prints_commands(line) {
        print(&format!("rm -f {}\n", path.display()));
    }
    if line.is_on("n") {
        return 0;
    }
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            print_error(&format!("go: remove {}: {}", path.display(), errno::text(&error)));
            FAILURE_STATUS
        }
        _ => 0,
    }
}

fn print(text: &str) {
    // A closed pipe is no failure: the pipe's reader needs no more output.
    let _ = io::stdout().write_all(text.as_bytes());
}
