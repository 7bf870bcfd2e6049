//! `minigo check` warns about the findings of go vet: the text beside each Go file of `vet` has the real go vet's
//! findings, written by `vet/bless.py`. Files without findings look like mistakes, but are none.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::path::Path;
use support::{Dir, minigo};

#[test]
fn warnings_are_those_of_go_vet() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vet");
    support::compare_golden_files_of_go(&dir, &["check", "--error-format", "go"]);
}

const MAIN: &str = "package main\n\nimport \"example.com/m/lib\"\n\nfunc main() {\n\tlib.F()\n\treturn\n\tlib.F()\n}\n";
const LIB: &str = "package lib\n\nimport \"fmt\"\n\nfunc F() { fmt.Println(\"a\\n\") }\n";

/// Creates a module of two packages with a warning each.
fn create_module(name: &str) -> Dir {
    Dir::new(
        name,
        &[("go.mod", "module example.com/m\n\ngo 1.27\n"), ("main.go", MAIN), ("lib/lib.go", LIB)],
    )
}

const WARNINGS: &str = "\
# example.com/m
./main.go:8:2: unreachable code
";
const LIB_WARNINGS: &str = "\
# example.com/m/lib
lib/lib.go:5:12: fmt.Println arg list ends with redundant newline
";

#[test]
fn only_named_packages_get_warnings() {
    let dir = create_module("vet-packages");
    for (args, want) in [
        (&["."][..], WARNINGS.to_owned()),
        (&["./lib"], LIB_WARNINGS.to_owned()),
        (&["main.go"], WARNINGS.replace("example.com/m\n", "command-line-arguments\n")),
        (&["./..."], format!("{WARNINGS}{LIB_WARNINGS}")),
    ] {
        let ran = minigo(&dir.0, &[&["check"], args].concat(), "");
        assert_eq!((ran.stderr.as_str(), ran.status), (want.as_str(), Some(0)), "{args:?}");
    }
}

#[test]
fn wrappers_of_printf_are_found_in_packages_that_are_not_named() {
    let main = "package main\n\nimport \"m/lib\"\n\nfunc main() { lib.F(\"%d\", \"a\") }\n";
    let lib = "package lib\n\nimport \"fmt\"\n\nfunc F(f string, a ...any) { fmt.Printf(f, a...); fmt.Println(\"a\\n\") }\n";
    let files = [("go.mod", "module m\n\ngo 1.27\n"), ("main.go", main), ("lib/lib.go", lib)];
    let dir = Dir::new("vet-wrappers", &files);
    let ran = minigo(&dir.0, &["check", "."], "");
    let want = "# m\n./main.go:5:22: m/lib.F format %d has arg \"a\" of wrong type string\n";
    assert_eq!((ran.stderr.as_str(), ran.status), (want, Some(0)));
}

#[test]
fn strict_fails_and_no_vet_is_silent() {
    let dir = create_module("vet-options");
    let status = |args: &[&str]| {
        let ran = minigo(&dir.0, args, "");
        (ran.stderr, ran.status)
    };
    assert_eq!(status(&["check", "--strict", "."]), (WARNINGS.into(), Some(1)));
    assert_eq!(status(&["check", "--no-vet", "."]), (String::new(), Some(0)));
    assert_eq!(status(&["run", "."]).1, Some(0));
    assert_eq!(status(&["run", "."]).0, "");
}

#[test]
fn a_program_with_errors_gets_no_warnings() {
    let text = "package main\n\nfunc main() {\n\treturn\n\tx := 1\n}\n";
    let dir = Dir::new("vet-errors", &[("a.go", text)]);
    let ran = minigo(&dir.0, &["check", "a.go"], "");
    let want = "# command-line-arguments\n./a.go:5:2: declared and not used: x\n";
    assert_eq!((ran.stderr.as_str(), ran.status), (want, Some(1)));
}
