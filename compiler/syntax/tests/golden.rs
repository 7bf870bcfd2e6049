//! Golden tests: each file of `test_data` against the text beside it.
//!
//! `lexer/*.go` gives tokens, `parser/*.go` the tree, `errors/*.go` the findings, whose expectation (`.txt`) was compared with
//! gc's. `MINIGO_BLESS=1` rewrites the expectations; look at the difference before you commit it.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use minigo_syntax::diagnostic::Diagnostics;
use minigo_syntax::lexer::Lexer;
use minigo_syntax::source::{Source, SourceMap, Span};
use minigo_syntax::{parse_file, print};

fn check(folder: &str, show: fn(&SourceMap, &Source) -> String) {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("test_data").join(folder);
    let mut inputs: Vec<PathBuf> = std::fs::read_dir(&dir)
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "go"))
        .collect();
    inputs.sort();
    assert!(!inputs.is_empty(), "{}", dir.display());
    for input in inputs {
        let mut map = SourceMap::new();
        let name = input.file_name().unwrap().to_string_lossy().into_owned();
        let source = map.add(&name, std::fs::read_to_string(&input).unwrap()).unwrap().clone();
        let got = show(&map, &source);
        let expectation = input.with_extension("txt");
        if std::env::var_os("MINIGO_BLESS").is_some() {
            std::fs::write(&expectation, &got).unwrap();
        }
        let want = std::fs::read_to_string(&expectation).unwrap_or_default();
        assert_eq!(got, want, "{}", input.display());
    }
}

fn found(map: &SourceMap, diagnostics: Diagnostics) -> String {
    let mut out = String::new();
    for d in diagnostics.into_sorted() {
        let place = map.place(d.span.start).unwrap();
        writeln!(out, "{}:{}: {} [{}]", place.line, place.column, d.message, d.code).unwrap();
    }
    out
}

#[test]
fn tokens() {
    check("lexer", |map, source| {
        let mut lexer = Lexer::new(source);
        let mut out = String::new();
        for (start, token, end) in lexer.by_ref() {
            let (line, column) = source.line_col(start);
            let text = source.slice(Span::new(start, end));
            let name = format!("{token:?}");
            let name = name.split('(').next().unwrap();
            writeln!(out, "{line}:{column} {name} {text:?}").unwrap();
        }
        out + &found(map, lexer.take_faults())
    });
}

#[test]
fn trees() {
    check("parser", |map, source| {
        let parsed = parse_file(source);
        print::print_file(source, &parsed.file) + &found(map, parsed.diagnostics)
    });
}

#[test]
fn errors() {
    check("errors", |map, source| found(map, parse_file(source).diagnostics));
}
