//! Checks the conventions that a machine can check: layers, headers, sizes.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Which workspace crates each crate may use. A new edge is an architectural decision: add it here first.
const LAYERS: &[(&str, &[&str])] = &[
    ("compiler/syntax", &[]),
    ("compiler/types", &["syntax"]),
    ("compiler/codegen", &["bytecode", "syntax", "types"]),
    ("runtime/bytecode", &[]),
    ("runtime/heap", &[]),
    ("runtime/sched", &[]),
    ("runtime/sync", &["sched"]),
    ("runtime/vm", &["bytecode", "heap", "sched", "sync"]),
    ("stdlib", &["bytecode", "vm"]),
];

/// Longest file allowed, in lines. Lower it whenever the code base lets you.
const MAX_LINES: usize = 800;

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
fn every_module_introduces_itself() {
    let mut silent = Vec::new();
    for path in rust_files() {
        let text = fs::read_to_string(&path).unwrap();
        if !text.starts_with("//!") {
            silent.push(path.clone());
        }
        let lines = text.lines().count();
        assert!(lines <= MAX_LINES, "{}: {lines} lines, split it", path.display());
    }
    assert!(silent.is_empty(), "no `//!` header: {silent:#?}");
}

fn rust_files() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut todo: Vec<PathBuf> =
        ["compiler", "runtime", "stdlib", "src", "tests"].iter().map(PathBuf::from).collect();
    while let Some(dir) = todo.pop() {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                todo.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                found.push(path);
            }
        }
    }
    found
}
