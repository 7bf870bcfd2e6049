//! Golden tests: the output of each stage of the compiler for the Go files in `golden/STAGE` must be the text in the
//! file beside each.
//!
//! `tokens`, `ast`, `types` and `code` have the output of `minigo dump STAGE`; `MINIGO_BLESS=1 cargo test --test
//! golden` rewrites these texts; read the differences before you commit them. `errors`, and the programs of
//! `instance_programs.txt`, are `minigo check`, whose expected texts come from the real gc: `golden/bless.py` writes
//! them.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::path::Path;
use support::Dir;

/// Runs minigo with these arguments on each file of the folder.
fn check_golden_files(folder: &str, args: &[&str]) {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(folder);
    support::compare_golden_files(&dir, &[args, &["--error-format", "go"]].concat());
}

#[test]
fn tokens_are_as_recorded() {
    check_golden_files("tokens", &["dump", "tokens"]);
}

#[test]
fn syntax_trees_are_as_recorded() {
    check_golden_files("ast", &["dump", "ast"]);
}

#[test]
fn typed_programs_are_as_recorded() {
    check_golden_files("types", &["dump", "types"]);
}

#[test]
fn bytecode_is_as_recorded() {
    check_golden_files("code", &["dump", "code"]);
}

#[test]
fn errors_are_those_of_gc() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/errors");
    support::compare_golden_files_of_go(&dir, &["check", "--error-format", "go"]);
}

/// Returns each program of `instance_programs.txt`: its name, its text, and gc's messages.
fn instantiation_programs() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let cases = include_str!("golden/instances.txt").split("=== ").skip(1);
    cases.map(|case| {
        let (name, rest) = case.split_once('\n').unwrap();
        let (program, errors) = rest.split_once("--- gc\n").unwrap();
        (name, program, errors)
    })
}

#[test]
fn instantiation_cycles_are_found_as_by_gc() {
    let mut wrong = String::new();
    for (name, program, want) in instantiation_programs() {
        let dir = Dir::new(name, &[("p.go", program)]);
        let ran = support::minigo(&dir.0, &["check", "--no-vet", "--error-format=go", "p.go"], "");
        let lines = ran.stderr.lines().filter(|line| !line.starts_with("# "));
        let got: String = lines.map(|line| line.replace("./p.go", "p.go") + "\n").collect();
        if got != want || ran.has_timed_out {
            wrong += &format!("=== {name}\n{program}--- gc\n{want}--- minigo\n{got}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
