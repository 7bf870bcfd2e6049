//! Golden tests: what each stage of the compiler gives for the Go files of `golden/STAGE` is the text beside each.
//!
//! `tokens`, `ast`, `types` and `code` are `minigo dump STAGE`; `errors` is `minigo check`, whose texts are those of
//! the real gc (`go tool compile -e -p p -o $(mktemp) FILE`). `MINIGO_BLESS=1 cargo test --test golden` writes the
//! texts anew: read the difference before you commit it, and take those of `errors` from gc.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::path::Path;

/// Runs minigo with these arguments on each file of the folder.
fn check(folder: &str, args: &[&str]) {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(folder);
    support::golden(&dir, &[args, &["--error-format", "go"]].concat());
}

#[test]
fn tokens() {
    check("tokens", &["dump", "tokens"]);
}

#[test]
fn syntax_trees() {
    check("ast", &["dump", "ast"]);
}

#[test]
fn typed_programs() {
    check("types", &["dump", "types"]);
}

#[test]
fn bytecode() {
    check("code", &["dump", "code"]);
}

#[test]
fn errors_are_those_of_gc() {
    check("errors", &["check"]);
}
