//! The first words of `go run`: files, or one package, possibly at a version.

use crate::cmd::build::at_version::{self, TemporaryModule};
use crate::cmd::build::target_of;
use crate::cmd::{is_program, print_error};
use crate::load::fs_view::FsView;
use crate::load::patterns::{self, Package};
use crate::options::{CommonFlags, Run, Target};
use std::path::Path;

/// The program to compile.
pub(super) struct ProgramToCompile {
    pub(super) target: Target,
    pub(super) common: CommonFlags,
    /// The temporary module in which the program is compiled, if it is a program at a version.
    pub(super) temporary_module: Option<TemporaryModule>,
}

/// Reports whether the words always name the same program, so that it may come from the cache. Other words must be
/// resolved each time.
pub(super) fn always_names_same_program(run: &Run) -> bool {
    let word = run.words.first().map(|word| word.to_string_lossy()).unwrap_or_default();
    let unsettled = || is_pattern(&word) || first_test_file(run).is_some();
    !(is_at_version(run, &word) || run.is_go_run() && unsettled())
}

/// Reports whether the first word names a package at a version.
fn is_at_version(run: &Run, word: &str) -> bool {
    let named = !run.launched && run.own.is_none() && run.test_package().is_none();
    named && at_version::names_version(word) && !word.ends_with(".go") && !Path::new(word).exists()
}

/// The words that name the program: files or a package. The list is empty if the program is not named by words, or if
/// the program is read from standard input.
pub(super) fn program_words(run: &Run) -> Vec<String> {
    let words = || run.words.iter().map(|word| word.to_string_lossy().into_owned());
    if run.launched || run.own.is_some() || run.test_package().is_some() {
        return Vec::new();
    }
    let files: Vec<String> = words().take_while(|word| word.ends_with(".go")).collect();
    match files.is_empty() {
        true => words().take(1).filter(|word| word != "-").collect(),
        false => files,
    }
}

/// Finds the program that the words name.
///
/// # Errors
/// Returns the exit status, after the error was printed.
pub(super) fn find_program(run: &Run) -> Result<ProgramToCompile, u8> {
    let common = || run.common.clone();
    let words: Vec<String> =
        run.words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let word = words.first().map(String::as_str).unwrap_or_default();
    if is_at_version(run, word) {
        let (temporary, flags, path) = at_version::prepare_program(run.common.build.flags(), word)?;
        let mut common = common();
        (common.build.module_mode, common.build.mod_file) = (flags.module_mode, flags.mod_file);
        common.build.is_temporary = flags.is_temporary;
        let target = Target::Directory(path.into());
        return Ok(ProgramToCompile { target, common, temporary_module: Some(temporary) });
    }
    if !run.is_go_run() {
        return Ok(ProgramToCompile {
            target: run.target(),
            common: common(),
            temporary_module: None,
        });
    }
    let failed = |why: String| print_error(&why);
    let files: Vec<String> =
        words.iter().take_while(|word| word.ends_with(".go")).cloned().collect();
    if !files.is_empty() {
        if let Some(test) = first_test_file(run) {
            return Err(failed(format!("go: cannot run *_test.go files ({test})")));
        }
        patterns::package_of_files(&files).map_err(failed)?;
        let files = files.into_iter().map(Into::into).collect();
        return Ok(ProgramToCompile {
            target: Target::Files(files),
            common: common(),
            temporary_module: None,
        });
    }
    let target = match patterns::is_path(word) && Path::new(word).is_dir() {
        true => Target::Directory(word.into()),
        false => target_of(&single_package(&FsView::new(run.common.build.flags()), word)?),
    };
    Ok(ProgramToCompile { target, common: common(), temporary_module: None })
}

/// The first test file among the named files.
fn first_test_file(run: &Run) -> Option<String> {
    let words = run.words.iter().map(|word| word.to_string_lossy().into_owned());
    words.take_while(|word| word.ends_with(".go")).find(|word| word.ends_with("_test.go"))
}

fn is_pattern(word: &str) -> bool {
    word.contains("...") || word == "all"
}

/// The package that a word names; it is an error if the word names several.
fn single_package(fs: &FsView, word: &str) -> Result<Package, u8> {
    let failed = |why: String| print_error(&why);
    let warn = |text: &str| {
        print_error(text);
    };
    let mut found = patterns::expand_in_modules(fs, &[word.to_owned()], warn).map_err(failed)?;
    if let Some(error) = found.iter().find_map(|package| package.error.clone()) {
        return Err(failed(error));
    }
    if let Some(package) = found.iter().find(|package| package.is_of_library) {
        return Err(failed(format!("package {} is not a main package", package.path)));
    }
    if is_pattern(word) {
        let some = !found.is_empty();
        found.retain(|package| package.paths.first().is_some_and(|dir| is_program(fs, dir)));
        if some && found.is_empty() {
            print_error(&format!("go: warning: {word:?} matched only non-main packages"));
        }
    }
    match found.len() {
        1 => Ok(found.remove(0)),
        0 => Err(failed(format!("go: no packages loaded from {word}"))),
        _ => {
            let paths: Vec<&str> = found.iter().map(|package| package.path.as_str()).collect();
            let all = paths.join("\n\t");
            Err(failed(format!("go: pattern {word} matches multiple packages:\n\t{all}")))
        }
    }
}
