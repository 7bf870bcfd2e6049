//! `minigo run --race`: the programs of `tests/race`.
//!
//! A program with a race names the two lines by `// RACE` at their ends (or one line twice); one without such a line has
//! none. Each runs with one, two and four Ps: what is found must not depend on who runs beside whom.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::path::{Path, PathBuf};
use support::{Ran, minigo, minigo_with_env};

/// The programs, those first that have races.
fn programs() -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/race");
    let files = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let mut programs: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|e| e == "go")).collect();
    programs.sort();
    programs
}

/// The lines that the text names.
fn named(text: &str) -> Vec<usize> {
    let lines = text.lines().enumerate();
    lines.flat_map(|(i, line)| line.matches(" RACE").map(move |_| i + 1)).collect()
}

/// The lines of the user's file that a report names as those of the two accesses, in the order of the file.
fn reported(report: &str, file: &str) -> Vec<usize> {
    let mut lines = Vec::new();
    for part in report.split("\n\n").filter(|part| part.contains(" at 0x")) {
        let at = part.lines().find_map(|line| line.split_once(&format!("{file}:")));
        let number = at.map(|(_, rest)| rest.split(' ').next().unwrap().parse().unwrap());
        lines.push(number.unwrap_or(0));
    }
    lines.sort_unstable();
    lines
}

fn run(dir: &Path, name: &str, procs: &str) -> Ran {
    minigo(dir, &["run", "--race", "--procs", procs, name], "")
}

/// Checks all programs whose names begin so.
fn check(prefix: &str) {
    let mut wrong = Vec::new();
    for path in programs() {
        let name = path.file_name().unwrap().to_str().unwrap();
        if !name.starts_with(prefix) {
            continue;
        }
        let wanted = named(&std::fs::read_to_string(&path).unwrap());
        for procs in ["1", "2", "4"] {
            let ran = run(path.parent().unwrap(), name, procs);
            let found = ran.stderr.contains("WARNING: DATA RACE");
            let right = if wanted.is_empty() {
                !found && ran.status == Some(0)
            } else {
                ran.status == Some(66)
                    && ran.stderr.contains("Found 1 data race(s)\n")
                    && reported(&ran.stderr, name) == wanted
            };
            if !right {
                wrong.push(format!(
                    "{name} with {procs} Ps, status {:?}: wanted {wanted:?}\n{}",
                    ran.status, ran.stderr
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn races_are_found_at_their_lines() {
    check("racy_");
}

#[test]
fn what_is_ordered_is_no_race() {
    check("ok_");
}
