//! Long operations of natives and instructions let other goroutines run: `runtime/vm/src/native/work_parts.rs` has the
//! rule.
//!
//! Two programs give each native that is declared chunked or blocking, and each long instruction, an input of several
//! parts. With `MINIGODEBUG=partstats=1`, minigo counts the points at which the goroutine could be stopped, and the
//! work between two of them. (`programs/std/long_natives.go` and `programs/lang/long_values.go` also run as all
//! programs do; `.ci/run` also sets `preemptstress=1`, under which an instruction is interrupted after each of its
//! parts.)

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod support;

use minigo_vm::native::WorkBound;
use minigo_vm::native::work_parts::WORK_PART_BYTES;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use support::minigo_with_env;

/// The number of points at which an operation let other goroutines run.
#[derive(Clone, Copy, Debug)]
struct PartCounts {
    part_count: usize,
    byte_count: usize,
    largest_part: usize,
    call_count: usize,
}

/// Packages whose blocking natives this test does not call, and the reasons.
const UNTESTED_PACKAGES: &[(&str, &str)] = &[
    ("crypto/dsa", "they start a thread of their own for any arguments"),
    ("crypto/mldsa", "they start a thread of their own for any arguments"),
    ("crypto/mlkem", "they start a thread of their own for any arguments"),
    ("crypto/mlkem/mlkemtest", "they start a thread of their own for any arguments"),
    ("crypto/rsa", "where Go is installed, its package takes the place"),
    ("crypto/sha3", "where Go is installed, its package takes the place"),
    ("internal/stdio", "system calls"),
    ("syscall", "system calls"),
];

/// The instructions with long operations.
const LONG_RUNNING_INSTRUCTIONS: &[&str] = &[
    "append",
    "append.slice",
    "append.zeros",
    "bytes.str",
    "clear.slice",
    "concat",
    "copy",
    "copy.typed",
    "eq.str",
    "le.str",
    "lt.str",
    "output",
    "runes.str",
    "str.bytes",
    "str.runes",
    "zero.typed",
];

/// Parses a line of the report: `parts: strings.Index: 5 parts, 327680 bytes, at most 65536; 0 calls`.
fn parse_count(line: &str) -> Option<(String, PartCounts)> {
    let (name, figures) = line.strip_prefix("parts: ")?.split_once(": ")?;
    let mut numbers = figures.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok());
    let mut next = || numbers.next();
    let count = PartCounts {
        part_count: next()?,
        byte_count: next()?,
        largest_part: next()?,
        call_count: next()?,
    };
    Some((name.to_owned(), count))
}

/// Returns the program's counts. Every way to run the program must give the same output.
fn program_counts(program: &str, env: &[(&str, &str)]) -> BTreeMap<String, PartCounts> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let ran = minigo_with_env(env, &dir, &["run", program], "");
    assert_eq!(ran.status, Some(0), "{program}: {}", ran.stderr);
    ran.stderr.lines().filter_map(parse_count).collect()
}

fn all_counts() -> BTreeMap<String, PartCounts> {
    let env = [("MINIGODEBUG", "partstats=1")];
    let mut all = program_counts("std/long_natives.go", &env);
    all.extend(program_counts("lang/long_values.go", &env));
    all
}

#[test]
fn long_natives_let_other_goroutines_run() {
    let counts = all_counts();
    let mut wrong = Vec::new();
    let mut known = BTreeSet::new();
    for package in minigo_stdlib::packages() {
        for native in
            package.natives.iter().filter(|native| native.work_bound != WorkBound::Constant)
        {
            let name = format!("{}.{}", package.path, native.name);
            known.insert(name.clone());
            if UNTESTED_PACKAGES.iter().any(|(package_path, _)| *package_path == package.path) {
                continue;
            }
            match (counts.get(&name), native.work_bound) {
                (None, work) => wrong.push(format!("{name} is never left: {work:?}")),
                (Some(c), WorkBound::Chunked)
                    if c.part_count < 3 || c.byte_count < 3 * (WORK_PART_BYTES / 2) =>
                {
                    wrong.push(format!("{name} has few parts: {c:?}"));
                }
                (Some(c), WorkBound::Blocking) if c.call_count == 0 => {
                    wrong.push(format!("{name} makes no blocking call: {c:?}"));
                }
                _ => {}
            }
        }
    }
    for name in LONG_RUNNING_INSTRUCTIONS {
        if counts.get(*name).is_none_or(|c| c.part_count < 3) {
            wrong.push(format!("{name} is never left: {:?}", counts.get(*name)));
        }
    }
    for (name, count) in &counts {
        if !known.contains(name) && !LONG_RUNNING_INSTRUCTIONS.contains(&&**name) {
            wrong.push(format!("{name} does long work, and does not say so"));
        }
        if count.largest_part > WORK_PART_BYTES {
            wrong.push(format!("{name} has a large part: {count:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
