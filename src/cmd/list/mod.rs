//! `minigo list`: prints packages and modules as `go list` does.

use minigo_syntax::small_sort::SmallSort as _;
mod modules;
mod template;

use super::build::{change_directory, print_usage};
use super::modules::{add_graph_sums, add_needed_requirements, check_reuse_file};
use super::{FAILURE_STATUS, print_error};
use crate::load::fs_view::FsView;
use crate::load::go_env::BuildFlags;
use crate::load::goroot::Goroot;
use crate::load::listing::json;
use crate::load::listing::package::{Package, PackageError};
use crate::load::listing::{Lister, WantedFields};
use crate::load::modules::module::Module;
use crate::load::patterns::{self, Package as Found};
use crate::load::std_packages::PACKAGES;
use crate::options::go_flags::{
    self, BUILD_FLAGS, CommandLine, Flag, optional_value_flag, switch_flag, valued_flag,
};
use crate::options::is_invoked_as_go;
use std::ffi::OsString;
use std::io::Write as _;
use std::path::Path;

/// The flags of the command.
const FLAGS: &[Flag] = &[
    switch_flag("e"),
    optional_value_flag("json"),
    valued_flag("f"),
    switch_flag("deps"),
    switch_flag("test"),
    switch_flag("compiled"),
    switch_flag("find"),
    switch_flag("m"),
    switch_flag("missing"),
    switch_flag("export"),
    switch_flag("u"),
    switch_flag("versions"),
    switch_flag("retracted"),
    valued_flag("reuse"),
];

/// Prints packages or modules.
#[must_use]
pub fn run(words: &[OsString]) -> u8 {
    let line =
        match go_flags::parse_line("list", &[FLAGS, &[valued_flag("overlay")], BUILD_FLAGS], words)
        {
            Ok(line) => line,
            Err(error) => return print_usage(&error),
        };
    let of_words: Vec<&str> = line.words.iter().map(String::as_str).collect();
    // `-missing` may also stand behind the word `std`, as in earlier versions.
    match (of_words.as_slice(), is_invoked_as_go()) {
        (["std"], false)
            if json_of(&line).is_none() && format_of(&line).is_none() && !line.is_on("deps") =>
        {
            return print_minigo_packages(line.is_on("missing"));
        }
        (["std", "-missing" | "--missing"], _) => return print_minigo_packages(true),
        _ if line.is_on("missing") => {
            return print_error("minigo list: -missing works only with the word std");
        }
        _ => {}
    }
    let flags = match line.build_flags() {
        Ok(flags) => flags,
        Err(error) => return print_usage(&error),
    };
    if let Some(file) = line.value("overlay").filter(|file| !file.is_empty()) {
        return print_error(&format!(
            "minigo list: -overlay={file} is not supported: minigo has no overlay of source files"
        ));
    }
    if let Err(status) = change_directory(&line) {
        return status;
    }
    if format_of(&line).is_some() && json_of(&line).is_some() {
        return print_error("go list -f cannot be used with -json");
    }
    if let Some((why, status)) = conflicting_flags(&line) {
        print_error(&why);
        return status;
    }
    let added = match line.is_on("m") {
        true if line.words.iter().all(|word| word.contains('@')) => Ok(()),
        true => add_graph_sums(&flags, line.words.iter().any(|word| word == "all")),
        false => add_needed_requirements(&flags, &line.words, line.is_on("test")),
    };
    if let Err(status) = added {
        return status;
    }
    if let Some(error) = reuse_error(&line, &flags) {
        return print_error(&error);
    }
    let fs = FsView::new(flags);
    let printed = match line.is_on("m") {
        true => modules::module_objects(&fs, &line)
            .and_then(|objects| print_objects(&fs, &line, objects)),
        false => package_objects(&fs, &line).and_then(|(objects, status)| {
            print_objects(&fs, &line, objects).map(|own| own.max(status))
        }),
    };
    printed
        .unwrap_or_else(|error| if error.is_empty() { FAILURE_STATUS } else { print_error(&error) })
}

/// The error of `-reuse`, whose file describes modules as an earlier command has found them. minigo asks none of the
/// origins that such a file can name, so it looks all modules up again.
fn reuse_error(line: &CommandLine, flags: &BuildFlags) -> Option<String> {
    let file = line.value("reuse").filter(|file| !file.is_empty())?;
    if !line.is_on("m") {
        return Some("go list -reuse cannot be used without -m".to_owned());
    }
    if Module::effective_main_module(&FsView::new(flags.clone()))
        .is_ok_and(|module| module.is_some())
    {
        return Some("go list -reuse cannot be used inside a module".to_owned());
    }
    check_reuse_file(file).err().map(|why| format!("go: {why}"))
}

/// The error for flags that cannot be used, alone or together, and the exit status.
fn conflicting_flags(line: &CommandLine) -> Option<(String, u8)> {
    let modules = line.is_on("m");
    let on = |names: &[&'static str]| names.iter().copied().find(|name| line.is_on(name));
    if let Some(flag) = on(&["deps", "export", "find", "test"]).filter(|_| modules) {
        return Some((format!("go list -{flag} cannot be used with -m"), FAILURE_STATUS));
    }
    if let Some(flag) = on(&["u", "versions"]).filter(|_| !modules) {
        return Some((format!("go list -{flag} can only be used with -m"), FAILURE_STATUS));
    }
    on(&["export"])?;
    let why = "minigo writes no export data; load packages from source (packages.NeedDeps)";
    Some((format!("minigo list: -export is not supported: {why}"), USAGE_STATUS))
}

/// The exit status for flags that minigo does not have.
const USAGE_STATUS: u8 = 2;

/// The template of -f, if there is one.
fn format_of(line: &CommandLine) -> Option<&str> {
    line.value("f").filter(|format| !format.is_empty())
}

/// The value of -json, unless it switches the flag off.
fn json_of(line: &CommandLine) -> Option<&str> {
    line.value("json").filter(|value| !["false", "0", "f"].contains(value))
}

/// A package or a module, ready to print.
struct ListedObject {
    /// The text that is printed without -f and -json.
    text: String,
    /// The fields as names and JSON values.
    fields: Vec<(&'static str, String)>,
}

/// Prints the import paths of minigo's own packages; with `missing`, of the packages that minigo lacks.
fn print_minigo_packages(missing: bool) -> u8 {
    let own = |path: &&str| minigo_stdlib::index(path).is_some() || *path == "unsafe";
    let paths = PACKAGES.iter().copied().filter(|path| own(path) != missing);
    let text: String = paths.flat_map(|path| [path, "\n"]).collect();
    // A closed pipe is no failure: the pipe's reader needs no more output.
    let _ = std::io::stdout().write_all(text.as_bytes());
    0
}

fn print_objects(
    fs: &FsView,
    line: &CommandLine,
    objects: Vec<ListedObject>,
) -> Result<u8, String> {
    if let Some(format) = format_of(line) {
        return template::print_template(fs, format, line.is_on("m"), &objects);
    }
    let mut out = String::new();
    for object in objects {
        match json_of(line) {
            None => out += &object.text,
            Some(wanted) => {
                let names: Vec<&str> = wanted.split(',').collect();
                let all = ["true", "1", "t"].contains(&wanted);
                out += &json::object(
                    object.fields.iter().filter(|(name, _)| all || names.contains(name)),
                );
            }
        }
        out.push('\n');
    }
    let _ = std::io::stdout().write_all(out.as_bytes());
    Ok(0)
}

/// Lists the named packages, and with some flags also their dependencies or tests. Returns an exit status too, which
/// tells whether an error was printed.
fn package_objects(fs: &FsView, line: &CommandLine) -> Result<(Vec<ListedObject>, u8), String> {
    fs.build_flags()?;
    let wanted = WantedFields {
        skips_imports: line.is_on("find"),
        lists_compiled_files: line.is_on("compiled"),
    };
    if wanted.skips_imports && (line.is_on("deps") || line.is_on("test")) {
        let flag = if line.is_on("deps") { "deps" } else { "test" };
        return Err(format!("go list -{flag} cannot be used with -find"));
    }
    let mut lister = Lister::new(fs, wanted);
    let mut roots: Vec<usize> = Vec::new();
    let words = if line.words.is_empty() { vec![".".to_owned()] } else { line.words.clone() };
    for (word, found) in named_packages(fs, &words)? {
        let number = lister.list_named(found.as_ref(), &word);
        if !roots.contains(&number) {
            roots.push(number);
        }
    }
    let mut listed = roots.clone();
    if line.is_on("test") {
        for &root in &roots {
            listed.extend(lister.tests_of(root));
        }
    }
    let direct = listed.clone();
    let with_deps = lister.with_deps(&listed);
    if line.is_on("deps") {
        listed.clone_from(&with_deps);
    }
    let full = json_of(line).is_some() || format_of(line).is_some();
    if full && !wanted.skips_imports {
        lister.add_deps(&listed);
    }
    let mut status = 0;
    if !line.is_on("e") {
        let errors = |numbers: &[usize]| {
            let all =
                numbers.iter().filter_map(|&number| lister.nodes[number].package.error.as_ref());
            let mut all: Vec<String> = all.map(PackageError::text).collect();
            all.dedup();
            all
        };
        let own = errors(&roots);
        if !own.is_empty() {
            return Err(own.join("\n"));
        }
        // The go command does not print errors of dependencies for a single package either.
        if line.is_on("deps") || line.is_on("test") || roots.len() > 1 {
            for error in errors(&with_deps) {
                status = print_error(&error);
            }
        }
    }
    let object = |number: &usize| {
        let mut package = lister.nodes[*number].package.clone();
        package.dep_only = !direct.contains(number);
        json_object(&package, full)
    };
    Ok((listed.iter().map(object).collect(), status))
}

fn json_object(package: &Package, full: bool) -> ListedObject {
    let fields = if full { package.fields() } else { Vec::new() };
    ListedObject { text: package.import_path.clone(), fields }
}

/// The packages that words name, each with its word. A package of the library may have no [`Found`]: its word is then
/// its path.
fn named_packages(fs: &FsView, words: &[String]) -> Result<Vec<(String, Option<Found>)>, String> {
    if patterns::names_files(words) {
        let found = patterns::expand(fs, words, |_| {})?;
        return Ok(found.into_iter().map(|found| (words.join(" "), Some(found))).collect());
    }
    let mut all = Vec::new();
    for word in words {
        if word.is_empty() {
            return Err("go: invalid package: \"\"".to_owned());
        }
        if word == "std" {
            all.extend(library_packages(fs).into_iter().map(|path| (path, None)));
            continue;
        }
        let local = patterns::is_path(word) || word.contains("...") || word == "all";
        if !local && (PACKAGES.binary_search(&word.as_str()).is_ok() || is_in_library(fs, word)) {
            all.push((word.clone(), None));
            continue;
        }
        let warn = |text: &str| {
            print_error(text);
        };
        let found = patterns::expand_in_modules(fs, std::slice::from_ref(word), warn)?;
        all.extend(found.into_iter().map(|found| (word.clone(), Some(found))));
    }
    Ok(all)
}

/// Reports whether an installed Go's library has a package that is not public.
fn is_in_library(fs: &FsView, path: &str) -> bool {
    let first = path.split('/').next().unwrap_or_default();
    !first.contains('.')
        && Goroot::find(fs).is_ok_and(|go| go.dir(fs, path).is_some_and(|dir| has_go_files(&dir)))
}

fn has_go_files(dir: &Path) -> bool {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    entries
        .into_iter()
        .any(|entry| entry.path().extension().is_some_and(|extension| extension == "go"))
}

/// The packages of an installed Go's library, sorted by path. Without an installed Go, the public packages.
fn library_packages(fs: &FsView) -> Vec<String> {
    let Ok(go) = Goroot::find(fs) else {
        return PACKAGES.iter().map(|path| (*path).to_owned()).collect();
    };
    let (mut all, mut todo) = (Vec::new(), vec![go.src().to_path_buf()]);
    while let Some(dir) = todo.pop() {
        for entry in std::fs::read_dir(&dir).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let hidden = name.starts_with(['.', '_'])
                || name == "testdata"
                || name == "cmd" && dir == go.src();
            if !hidden && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                todo.push(entry.path());
            }
        }
        let files = fs.file_names(&dir, false).unwrap_or_default();
        if let Some(path) =
            dir.strip_prefix(go.src()).ok().filter(|path| !path.as_os_str().is_empty())
            && !files.is_empty()
            && !patterns::is_excluded(fs, &dir)
        {
            all.push(path.display().to_string());
        }
    }
    all.small_sort();
    all
}
