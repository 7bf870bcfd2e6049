//! Stored schedules (`tests/schedules`): each must reproduce its failure, with the same output, whichever bytecode
//! passes transform the program; `.ci/aarch64` replays them on another processor.
//!
//! `minigo explore --out` wrote `NAME.schedule`; `NAME.out` beside it has the output of a replay, without the code
//! offsets and the library's line numbers, which change with minigo. `MINIGO_BLESS=1` writes it.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::fs;
use std::path::{Path, PathBuf};

/// The passes to leave out: none, each one alone, and all of them.
const OMITTED_PASSES: [&str; 7] =
    ["", "gvn", "rename", "copies", "dce", "coalesce", "gvn:rename:copies:dce:coalesce"];

fn schedules() -> Vec<PathBuf> {
    let files = fs::read_dir(root().join("tests/schedules")).unwrap();
    let mut files: Vec<_> = files.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "schedule"));
    files.sort();
    files
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the program of a schedule, relative to the repository.
fn program_path(schedule: &Path) -> String {
    let text = fs::read_to_string(schedule).unwrap();
    let named = text.lines().find_map(|line| line.strip_prefix("program "));
    named.unwrap().to_owned()
}

/// Returns the text without code offsets, addresses, and line numbers of the library.
fn without_offsets(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let offset = line.rfind(" +0x").or_else(|| line.rfind(" pc=0x"));
        let line = offset.map_or(line, |at| &line[..at]);
        let line = match line.split_once("$GOROOT/src/") {
            Some((_, place)) => &line[..line.len() - place.len()],
            None => line,
        };
        out.push_str(line);
        out.push('\n');
    }
    out.replace(&format!("{}/", root().display()), "")
}

fn replay(schedule: &Path, left_out: &str) -> String {
    let setting = format!("nopass={left_out}");
    let args = ["run", "--replay", schedule.to_str().unwrap(), &program_path(schedule)];
    let ran = support::minigo_with_env(&[("MINIGODEBUG", &setting)], root(), &args, "");
    let status = ran.status.map_or("signal".to_owned(), |status| status.to_string());
    without_offsets(&format!("{}{}exit status {status}\n", ran.stdout, ran.stderr))
}

#[test]
fn schedules_replay_the_same_without_each_optimisation_pass() {
    let schedules = schedules();
    assert!(schedules.len() >= 20);
    let mut wrong = Vec::new();
    for schedule in &schedules {
        let file = schedule.with_extension("out");
        if std::env::var_os("MINIGO_BLESS").is_some() {
            fs::write(&file, replay(schedule, "")).unwrap();
        }
        let wanted = fs::read_to_string(&file).unwrap();
        for left_out in OMITTED_PASSES {
            let got = replay(schedule, left_out);
            if got != wanted {
                wrong.push(format!("{} nopass={left_out}:\n{got}", schedule.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_unknown_optimisation_pass_is_refused() {
    let env = [("MINIGODEBUG", "nopass=gvn:fast")];
    let args = ["run", "tests/explore/bad_update.go"];
    let ran = support::minigo_with_env(&env, root(), &args, "");
    let said = "MINIGODEBUG=nopass: there is no pass \"fast\"; there are gvn, rename, copies, dce, coalesce\n";
    assert_eq!((ran.stderr.as_str(), ran.status), (said, Some(1)));
}
