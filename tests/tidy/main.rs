//! Checks conventions that a machine can check: layers, headers, sizes.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod documents;
mod function_lengths;
mod modules;
mod names_and_comments;
mod natives;
mod process_wide_state;
mod walkthroughs;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The workspace crates that each crate may use. A new edge is an architectural decision: add it here first.
const LAYERS: &[(&str, &[&str])] = &[
    ("compiler/lex", &[]),
    ("compiler/syntax", &["lex"]),
    ("compiler/types", &["syntax"]),
    ("compiler/vet", &["syntax", "types"]),
    ("compiler/codegen", &["bytecode", "syntax", "types"]),
    ("runtime/bytecode", &[]),
    ("runtime/explore", &[]),
    ("runtime/heap", &[]),
    ("runtime/jit", &["bytecode", "race"]),
    ("runtime/race", &[]),
    ("runtime/sched", &[]),
    ("runtime/sync", &["sched"]),
    ("runtime/vm", &["bytecode", "explore", "heap", "jit", "race", "sched", "sync"]),
    ("runtime/world", &["sched", "vm"]),
    ("modules", &["syntax"]),
    ("stdlib", &["bytecode", "deflate", "lex", "vm"]),
    ("stdlib/deflate", &[]),
];

#[test]
fn crates_use_only_the_layers_below_them() {
    for (dir, allowed) in LAYERS {
        let manifest = fs::read_to_string(Path::new(dir).join("Cargo.toml")).unwrap();
        let deps = manifest.split("[dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
        let used: Vec<&str> = deps
            .lines()
            .filter_map(|line| line.strip_prefix("minigo-"))
            .map(|line| line.split(['.', ' ']).next().unwrap())
            .collect();
        assert_eq!(&used, allowed, "{dir}/Cargo.toml");
    }
}

#[test]
fn no_circle_of_modules_crosses_folders() {
    let mut crossing = Vec::new();
    for (dir, _) in LAYERS.iter().chain(&[(".", &[] as &[&str])]) {
        let uses = modules::module_uses(&Path::new(dir).join("src"));
        for circle in modules::module_cycles(&uses) {
            let folders: BTreeSet<PathBuf> =
                circle.iter().map(|module| module_folder(Path::new(dir), module)).collect();
            if folders.len() > 1 {
                let names: Vec<String> = circle.iter().map(|module| module.join("::")).collect();
                crossing.push(format!("{dir}: {}", names.join(" ")));
            }
        }
    }
    assert!(
        crossing.is_empty(),
        "modules that use each other lie in several folders: {crossing:#?}"
    );
}

/// Returns the folder that a module belongs to: the first below `src`, or `src` itself for a file there.
fn module_folder(dir: &Path, module: &[String]) -> PathBuf {
    let below = dir.join("src").join(&module[0]);
    if below.is_dir() { below } else { dir.join("src") }
}

/// Commands that work together through a module below both, and must not use each other.
const SEPARATE_COMMANDS: [[&str; 2]; 2] = [["cmd", "run"], ["cmd", "test"]];

#[test]
fn commands_do_not_know_each_other() {
    let starts = |module: &[String], path: &[&str]| {
        module.len() >= path.len() && module.iter().zip(path).all(|(a, b)| a == b)
    };
    let mut known = Vec::new();
    for (module, used) in modules::module_uses(Path::new("src")) {
        let Some(own) = SEPARATE_COMMANDS.iter().find(|path| starts(&module, &path[..])) else {
            continue;
        };
        let others = SEPARATE_COMMANDS.iter().filter(|path| path != &own);
        let found = used.iter().filter(|used| others.clone().any(|path| starts(used, &path[..])));
        known.extend(found.map(|used| format!("{} uses {}", module.join("::"), used.join("::"))));
    }
    assert!(known.is_empty(), "{known:#?}");
}

#[test]
fn every_module_has_a_header() {
    let silent: Vec<PathBuf> = rust_files()
        .into_iter()
        .filter(|path| !fs::read_to_string(path).unwrap().starts_with("//!"))
        .collect();
    assert!(silent.is_empty(), "no `//!` header: {silent:#?}");
}

/// Files that contain a table of data, whose length is that of the data.
const TABLE_FILES: &[&str] = &[];

#[test]
fn files_are_short() {
    let mut lines = Vec::new();
    for path in rust_files() {
        let count = fs::read_to_string(&path).unwrap().lines().count();
        let table = TABLE_FILES.iter().any(|table| path.ends_with(table));
        assert!(table || count <= 600, "{}: {count} lines, split it", path.display());
        lines.push(count);
    }
    let (median, p95) = (
        function_lengths::percentile(&mut lines, 50),
        function_lengths::percentile(&mut lines, 95),
    );
    assert!(
        median <= 180 && p95 <= 450,
        "lines of a file: median {median}, p95 {p95}; split what holds two concepts"
    );
}

#[test]
fn functions_are_short() {
    let mut all: Vec<(usize, String, PathBuf)> = Vec::new();
    for path in rust_files()
        .into_iter()
        .filter(|path| !path.components().any(|part| part.as_os_str() == "tests"))
    {
        all.extend(
            function_lengths::function_lengths(&path)
                .into_iter()
                .map(|(lines, name)| (lines, name, path.clone())),
        );
    }
    let mut lines: Vec<usize> = all.iter().map(|(lines, ..)| *lines).collect();
    let p95 = function_lengths::percentile(&mut lines, 95);
    all.sort();
    let longest: Vec<_> = all.iter().rev().take(20).collect();
    // Lower the limit whenever the code base allows it.
    assert!(p95 <= 36, "lines of a function: p95 {p95}; the longest: {longest:#?}");
}

/// The lines by which git marks conflicting changes. A line of `=======` alone may be a heading.
const CONFLICT_MARKERS: [&str; 3] = ["<<<<<<< ", "||||||| ", ">>>>>>> "];

#[test]
fn no_file_has_conflict_markers() {
    let mut marked = Vec::new();
    for path in all_files() {
        // A file that is no text has no lines to check.
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for (n, line) in text.lines().enumerate() {
            if CONFLICT_MARKERS.iter().any(|marker| line.starts_with(marker)) {
                marked.push(format!("{}:{}", path.display(), n + 1));
            }
        }
    }
    assert!(marked.is_empty(), "conflict markers: {marked:#?}");
}

#[test]
fn comments_fit_the_page() {
    let mut wide = Vec::new();
    for path in rust_files() {
        for (n, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            if line.trim_start().starts_with("//") && line.chars().count() > 120 {
                wide.push(format!("{}:{}", path.display(), n + 1));
            }
        }
    }
    assert!(wide.is_empty(), "{} comment lines above 120 columns: {wide:#?}", wide.len());
}

/// The natives of the library that may have buffers in Rust's own memory, and the reasons why those are never large.
/// All others write to the Go heap ([`minigo_vm::native::Output`]), where memory is counted before it is allocated.
const BUFFERING_NATIVES: &[(&str, &str)] = &[
    ("crypto/hpke/mod.rs", "copies of a message, for which the native requires room first"),
    ("crypto/mldsa/mod.rs", "keys and signatures, of fixed lengths"),
    (
        "crypto/rsa/mod.rs",
        "numbers of a key, of bounded length; what is worked on is not longer; a copy of a label",
    ),
    ("crypto/tls/", "a step of a handshake; records of what is read and written in bounded parts"),
    ("encoding/json/scan.rs", "the arrays and objects that are open: ten thousand at most"),
    ("encoding/json/strict.rs", "the names of the objects that are open, which are in the input"),
    ("fmt/mod.rs", "the order of a map's keys, for whose memory the limit is checked first"),
    ("fmt/number.rs", "one number: width and precision are a million at most"),
    ("index/suffixarray/mod.rs", "the memory for sorting, for which the limit is checked first"),
    ("crypto/dsa/mod.rs", "the numbers of a key or a signature"),
    ("crypto/mlkem/mod.rs", "keys and ciphertexts of fixed lengths"),
    ("internal/ec/mod.rs", "points and signatures"),
    ("internal/ordered/mod.rs", "one step sorts a part of bounded length"),
    (
        "internal/regex/",
        "an expression, for which Go has limits; the slots of some hundred matches",
    ),
    ("internal/rtype/", "types, for which the native requires room first: `Types::cost_of_one`"),
    ("math/", "tables"),
    ("strconv/float.rs", "the digits of one number that are not zeros"),
    (
        "strings/texts_built_in_parts.rs",
        "the positions of occurrences of a text that is longer than a quarter of a part",
    ),
    ("syscall/mod.rs", "texts of errors, arguments, variables, paths"),
    ("syscall/process.rs", "arguments, variables and files of a child, which the kernel limits"),
    ("time/mod.rs", "names and files of time zones"),
    ("time/tzdata/mod.rs", "the data of one time zone"),
    ("unicode/", "tables"),
];

/// The calls that make buffers in Rust's own memory.
const BUFFER_ALLOCATING_CALLS: &[&str] = &[
    "Vec::new()",
    "Vec::with_capacity",
    "vec![0",
    "String::new()",
    "format!(",
    ".to_vec()",
    ".to_owned()",
    ".concat()",
    ".collect(",
    ".collect::<",
    ".lossy()",
    ".join(",
];

#[test]
fn natives_take_memory_where_it_is_counted() {
    let (mut wrong, mut used) = (Vec::new(), Vec::new());
    let made_elsewhere = ["build.rs", "lib.rs", "prune.rs", "text_test.rs", "out.rs"];
    for path in rust_files() {
        let Ok(inner) = path.strip_prefix("stdlib/src") else { continue };
        let name = inner.to_str().unwrap();
        if made_elsewhere.contains(&name) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        let mut lines = code.lines().enumerate().filter(|(_, line)| {
            let line = line.trim_start();
            !line.starts_with("//")
                && BUFFER_ALLOCATING_CALLS.iter().any(|pattern| line.contains(pattern))
        });
        let allowed = BUFFERING_NATIVES.iter().find(|(prefix, _)| name.starts_with(prefix));
        match allowed {
            Some((prefix, _)) if lines.next().is_some() => used.push(*prefix),
            Some(_) => {}
            None => wrong.extend(lines.map(|(n, line)| format!("{name}:{}: {line}", n + 1))),
        }
    }
    assert!(wrong.is_empty(), "buffers that may be large: {wrong:#?}");
    for (prefix, _) in BUFFERING_NATIVES {
        assert!(used.contains(prefix), "{prefix} needs no exception any more");
    }
}

fn rust_files() -> Vec<PathBuf> {
    let folders = ["compiler", "runtime", "stdlib", "src", "tests"];
    let mut found = files_below(folders.iter().map(PathBuf::from).collect());
    // The crate grammar generates the parser and the scanner.
    let is_generated = |path: &Path| path.parent().is_some_and(|dir| dir.ends_with("generated"));
    found.retain(|path| path.extension().is_some_and(|e| e == "rs") && !is_generated(path));
    found
}

/// Returns the files of the repository without git's own files and build products.
fn all_files() -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(".").unwrap() {
        let path = entry.unwrap().path();
        if !path.is_dir() {
            found.push(path);
        } else if !path.ends_with(".git") && !path.ends_with("target") {
            folders.push(path);
        }
    }
    found.extend(files_below(folders));
    found
}

fn files_below(mut folders: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found
}
