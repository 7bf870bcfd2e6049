//! `minigo check` warns about what go vet finds: the text beside each Go file of `vet` is what the real go vet finds in
//! it, written by `vet/bless.py`. Files without findings look like mistakes, but are none.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::path::Path;
use support::{Dir, minigo};

#[test]
fn warnings_are_those_of_go_vet() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vet");
    support::golden(&dir, &["check", "--error-format", "go"]);
}

const MAIN: &str = "package main\n\nimport \"example.com/m/lib\"\n\nfunc main() {\n\tlib.F()\n\treturn\n\tlib.F()\n}\n";
const LIB: &str = "package lib\n\nimport \"fmt\"\n\nfunc F() { fmt.Println(\"a\\n\") }\n";

/// A module of two packages with a warning each.
fn module(name: &str) -> Dir {
    Dir::new(
        name,
        &[("go.mod", "module example.com/m\n\ngo 1.27\n"), ("main.go", MAIN), ("lib/lib.go", LIB)],
    )
}

const WARNINGS: &str = "\
# example.com/m/lib
lib/lib.go:5:12: fmt.Println arg list ends with redundant newline
# example.com/m
./main.go:8:2: unreachable code
";

#[test]
fn packages_are_warned_about_in_the_order_of_a_build() {
    let dir = module("vet-packages");
    let ran = minigo(&dir.0, &["check", "."], "");
    assert_eq!((ran.stderr.as_str(), ran.status), (WARNINGS, Some(0)));
}

#[test]
fn strict_fails_and_no_vet_is_silent() {
    let dir = module("vet-options");
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
