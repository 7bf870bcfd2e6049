//! Parses every file of a real Go installation, if there is one: the grammar must accept all of them.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use minigo_syntax::parse_file;
use minigo_syntax::source::{SourceMap, decode_utf8};

fn goroot() -> Option<PathBuf> {
    let go = std::env::var_os("GO").unwrap_or_else(|| "go".into());
    let out = Command::new(go).args(["env", "GOROOT"]).output().ok()?;
    let root = PathBuf::from(String::from_utf8(out.stdout).ok()?.trim());
    root.join("src").is_dir().then_some(root)
}

/// Appends a line to the file that `.ci/run` reads to print which tests were skipped, and why.
fn record_skipped_test() {
    if let Some(file) = std::env::var_os("MINIGO_LEFT_OUT") {
        let mut file = std::fs::OpenOptions::new().append(true).create(true).open(file).unwrap();
        file.write_all(b"syntax: installation\tthere is no go in PATH or named by GO\n").unwrap();
    }
}

fn go_files(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            if path.file_name().unwrap() != "testdata" {
                go_files(&path, found);
            }
        } else if path.extension().is_some_and(|e| e == "go") {
            found.push(path);
        }
    }
}

#[test]
fn every_file_of_the_installation_parses() {
    let Some(root) = goroot() else { return record_skipped_test() };
    let mut files = Vec::new();
    go_files(&root.join("src"), &mut files);
    let mut map = SourceMap::new();
    for path in &files {
        let (text, bad) = decode_utf8(std::fs::read(path).unwrap());
        assert!(bad.is_empty(), "{}", path.display());
        map.add(&path.display().to_string(), text).unwrap();
    }
    let bytes: usize = map.files().iter().map(|f| f.text.len()).sum();
    let start = Instant::now();
    let mut failed = Vec::new();
    for source in map.files() {
        let parsed = parse_file(source);
        if let Some(d) = parsed.diagnostics.as_slice().first() {
            let (line, column) = source.line_col(d.span.start);
            failed.push(format!("{}:{line}:{column}: {}", source.name, d.message));
        }
    }
    let speed = bytes as f64 / 1e6 / start.elapsed().as_secs_f64();
    assert!(failed.is_empty(), "{} files: {failed:#?}", failed.len());
    if std::env::var_os("MINIGO_SHOW_SPEED").is_some() {
        let note = format!("{} files, {speed:.0} MB/s\n", files.len());
        std::fs::write("/tmp/minigo-parse.txt", note).unwrap();
    }
}
