//! `minigo run --seed` and `--seeds`: which seed a run has, how to repeat it, and many runs in a row.
//!
//! A module of its own because each run of `--seeds` is a process of its own: a program can end its process, and
//! what it prints is compared.

use super::{FAILED, complain};
use crate::options::{Run, Seed, with_seed};
use crate::words;
use std::ffi::OsString;
use std::io::Write as _;
use std::ops::Range;
use std::process::{Command, Output, Stdio};

/// The seed of this run; one drawn at random is told.
pub(super) fn chosen(run: &Run) -> Option<u64> {
    match run.seed? {
        Seed::Number(seed) => Some(seed),
        Seed::Random => {
            let hasher = std::hash::RandomState::new();
            // Short enough to be typed again.
            let seed = std::hash::BuildHasher::hash_one(&hasher, 0) >> 32;
            complain(&format!("seed: {seed}"));
            Some(seed)
        }
    }
}

/// Says how to repeat a run that failed.
pub(super) fn tell_replay(run: &Run, seed: u64) {
    complain(&format!("replay: minigo {}", line(&arguments(run, seed))));
}

fn arguments(run: &Run, seed: u64) -> Vec<OsString> {
    let all: Vec<OsString> = std::env::args_os().skip(1).collect();
    with_seed(&all, run.words.len(), seed)
}

/// Arguments as they are typed in a shell.
fn line(args: &[OsString]) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+@%".contains(c);
    let quoted = args.iter().map(|arg| {
        let text = arg.to_string_lossy();
        if !text.is_empty() && text.chars().all(plain) {
            return text.into_owned();
        }
        format!("'{}'", text.replace('\'', "'\\''"))
    });
    quoted.collect::<Vec<_>>().join(" ")
}

/// Runs the program once per seed, until a run fails or differs from the first.
pub(super) fn try_all(run: &Run, seeds: Range<u64>) -> u8 {
    let mut first: Option<Output> = None;
    let count = seeds.end - seeds.start;
    for seed in seeds {
        let output = match child(run, seed) {
            Ok(output) => output,
            Err(error) => {
                return complain(&format!("cannot run minigo again: {}", words::of(&error)));
            }
        };
        let differs = first.as_ref().is_some_and(|f| f.stdout != output.stdout);
        let failed = !output.status.success();
        if failed || differs {
            return show(run, seed, &output, failed);
        }
        first.get_or_insert(output);
    }
    if let Some(output) = first {
        write_out(&output);
    }
    complain(&format!("{count} seeds: no run failed, and all printed the same"));
    0
}

fn child(run: &Run, seed: u64) -> std::io::Result<Output> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(arguments(run, seed)).stdin(Stdio::null()).output()
}

fn write_out(output: &Output) {
    // Nobody is left to tell when the streams are gone.
    let _ = std::io::stdout().write_all(&output.stdout);
    let _ = std::io::stderr().write_all(&output.stderr);
}

fn show(run: &Run, seed: u64, output: &Output, failed: bool) -> u8 {
    write_out(output);
    let what = if failed { "failed" } else { "printed something else than the first run" };
    complain(&format!("seed {seed}: the run {what}"));
    if !String::from_utf8_lossy(&output.stderr).contains("\nreplay: ") {
        tell_replay(run, seed);
    }
    output.status.code().and_then(|c| u8::try_from(c).ok()).filter(|c| *c != 0).unwrap_or(FAILED)
}
