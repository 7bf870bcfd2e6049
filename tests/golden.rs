//! Golden tests: what each stage of the compiler gives for the Go files of `golden/STAGE` is the text beside each.
//!
//! `tokens`, `ast`, `types` and `code` are `minigo dump STAGE`; `errors` is `minigo check`, whose texts are those of
//! the real gc (`go tool compile -e -p p -o $(mktemp) FILE`). `MINIGO_BLESS=1 cargo test --test golden` writes the
//! texts anew: read the difference before you commit it, and take those of `errors` from gc.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::path::{Path, PathBuf};

/// Runs minigo with these arguments on each file of the folder.
fn check(folder: &str, args: &[&str]) {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(folder);
    let mut inputs: Vec<PathBuf> = std::fs::read_dir(&dir)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "go"))
        .collect();
    inputs.sort();
    assert!(!inputs.is_empty(), "{}", dir.display());
    let mut differences = String::new();
    for input in inputs {
        let name = input.file_name().unwrap().to_str().unwrap();
        let args = [args, &["--error-format", "go", name]].concat();
        let ran = support::minigo(&dir, &args, "");
        assert!(matches!(ran.status, Some(0 | 1)), "{name}: {:?}: {}", ran.status, ran.stderr);
        let errors = ran.stderr.lines().filter(|line| !line.starts_with("# "));
        let got = errors
            .fold(ran.stdout, |text, line| text + line + "\n")
            .replace(&format!("./{name}"), name);
        let expected = input.with_extension("txt");
        if std::env::var_os("MINIGO_BLESS").is_some() {
            std::fs::write(&expected, &got).unwrap();
        }
        let want = std::fs::read_to_string(&expected).unwrap_or_default();
        if got != want {
            differences += &format!("{folder}/{name}:\n{}", difference(&want, &got));
        }
    }
    assert!(differences.is_empty(), "{differences}");
}

/// The lines that only one of the texts has.
fn difference(want: &str, got: &str) -> String {
    let only = |sign: &str, a: &str, b: &str| -> String {
        a.lines()
            .filter(|line| !b.lines().any(|l| l == *line))
            .map(|line| format!("  {sign} {line}\n"))
            .collect()
    };
    let lines = only("-", want, got) + &only("+", got, want);
    if lines.is_empty() { "  the order differs\n".to_owned() } else { lines }
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
