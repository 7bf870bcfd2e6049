//! `minigo run --seed` and `--seeds`: chooses the seed of a run, tells how to repeat it, and makes many runs in a row.
//!
//! Each run of `--seeds` is a process of its own: a program can exit or hang, and the runs' outputs are compared.
//!
//! Runs are started in the order of their seeds, `-j` of them at a time, and judged in that order too. So the report
//! does not depend on which run ended first.

mod child;
mod input;

use super::shell_line::shell_command_line;
use super::{FAILURE_STATUS, print_error};
use crate::errno;
use crate::options::{Run, Seed, with_seed};
use crate::test_plan::{SEED_PLACEHOLDER, TestPlan};
use child::{FinishedRun, RunEnd, RunStart};
use input::Input;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{IsTerminal as _, Write as _};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// The seed of this run. A seed drawn at random is printed.
pub(super) fn chosen_seed(run: &Run) -> Option<u64> {
    match run.seed? {
        Seed::Number(seed) => Some(seed),
        Seed::Random => {
            let hasher = std::hash::RandomState::new();
            // The seed has 32 bits, so that it is short enough to type.
            let seed = std::hash::BuildHasher::hash_one(&hasher, 0) >> 32;
            print_error(&format!("seed: {seed}"));
            Some(seed)
        }
    }
}

/// Prints how to repeat a run that failed.
pub(super) fn print_replay_hint(run: &Run, seed: u64) {
    print_error(&replay_command(run, seed));
}

fn replay_command(run: &Run, seed: u64) -> String {
    match run.test_plan().and_then(|plan| plan.repeated_by.as_ref()) {
        Some(command) => {
            format!("replay: {}", command.replace(SEED_PLACEHOLDER, &seed.to_string()))
        }
        None => format!("replay: minigo {}", shell_command_line(&seed_arguments(run, seed))),
    }
}

fn seed_arguments(run: &Run, seed: u64) -> Vec<OsString> {
    let all: Vec<OsString> = std::env::args_os().skip(1).collect();
    with_seed(&all, run.words.len(), seed)
}

/// How to start the run with this seed: by the plan of tests, if this process has one, or else by the words of this
/// process.
fn run_with_seed<'r>(run: &'r Run, seed: u64, input: &Input) -> RunStart<'r> {
    let Some(tests) = &run.tests else {
        return RunStart::Words(seed_arguments(run, seed), input.clone());
    };
    let command = ["run".into()].into_iter();
    let words: Vec<OsString> = command.chain(tests.plan.flags.iter().cloned()).collect();
    let flags = with_seed(&words, 0, seed).split_off(1);
    RunStart::Plan(Box::new(TestPlan { flags, ..tests.plan.clone() }), tests)
}

/// Runs the program once for each seed, until a run fails or its output differs from that of the first.
pub(super) fn run_all_seeds(run: &Run, seeds: Range<u64>) -> u8 {
    let all = seeds.end - seeds.start;
    let jobs =
        run.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let (next, stop, input) = (AtomicU64::new(seeds.start), AtomicBool::new(false), Input::start());
    std::thread::scope(|scope| {
        let (done, results) = channel();
        for _ in 0..jobs.clamp(1, usize::try_from(all).unwrap_or(usize::MAX)) {
            let (done, seeds, next, stop, input) = (done.clone(), &seeds, &next, &stop, &input);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if !seeds.contains(&seed) {
                        break;
                    }
                    let of_run = run_with_seed(run, seed, input);
                    let ran = child::run_child(&of_run, run.seed_limit, stop);
                    if done.send((seed, ran)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(done);
        let status = judge_runs(run, &seeds, &results);
        // The results of runs under way are not needed any more.
        stop.store(true, Ordering::Relaxed);
        status
    })
}

/// Judges the runs in the order of their seeds; returns the exit status.
fn judge_runs(
    run: &Run,
    seeds: &Range<u64>,
    results: &Receiver<(u64, std::io::Result<FinishedRun>)>,
) -> u8 {
    let mut progress = Progress::new(seeds.end - seeds.start);
    let mut waiting = BTreeMap::new();
    let mut first: Option<FinishedRun> = None;
    for seed in seeds.clone() {
        let ran = loop {
            if let Some(ran) = waiting.remove(&seed) {
                break ran;
            }
            let (of, ran) = results.recv().expect("each seed has a result");
            waiting.insert(of, ran);
            progress.show_progress(seed - seeds.start + waiting.len() as u64);
        };
        let ran = match ran {
            Ok(ran) => ran,
            Err(error) => {
                progress.clear();
                return print_error(&format!("cannot run minigo again: {}", errno::text(&error)));
            }
        };
        let verdict = verdict_of(run, &ran, first.as_ref());
        if let Some(verdict) = verdict {
            progress.clear();
            return report_run(run, seeds.start, seed, &verdict, &ran, first.as_ref());
        }
        first.get_or_insert(ran);
    }
    progress.clear();
    if let Some(ran) = first {
        write_outputs(&ran);
    }
    let how = if run.leaks { "failed or leaked" } else { "failed" };
    print_error(&format!(
        "{} seeds: no run {how}, and all runs printed the same output",
        seeds.end - seeds.start
    ));
    0
}

/// The reason why a run ends the search.
#[derive(PartialEq, Eq)]
enum Verdict {
    Failed(u8),
    Hung,
    Leaked,
    Differs,
}

fn verdict_of(run: &Run, ran: &FinishedRun, first: Option<&FinishedRun>) -> Option<Verdict> {
    let code = match ran.run_end {
        RunEnd::Late => return Some(Verdict::Hung),
        RunEnd::With(code) => code,
    };
    if code != Some(0) {
        let code = code.and_then(|c| u8::try_from(c).ok()).filter(|c| *c != 0);
        return Some(Verdict::Failed(code.unwrap_or(FAILURE_STATUS)));
    }
    if run.leaks && minigo_vm::mentions_leaks(&String::from_utf8_lossy(ran.stderr.captured_bytes()))
    {
        return Some(Verdict::Leaked);
    }
    first.is_some_and(|f| f.stdout != ran.stdout).then_some(Verdict::Differs)
}

fn write_outputs(ran: &FinishedRun) {
    // If the streams are closed, the exit status is the only report.
    let _ = std::io::stdout().write_all(ran.stdout.captured_bytes());
    let _ = std::io::stdout().flush();
    let _ = std::io::stderr().write_all(ran.stderr.captured_bytes());
}

/// Reports the run that ends the search; returns the exit status.
fn report_run(
    run: &Run,
    from: u64,
    seed: u64,
    verdict: &Verdict,
    ran: &FinishedRun,
    first: Option<&FinishedRun>,
) -> u8 {
    if let (Verdict::Differs, Some(first)) = (verdict, first) {
        for (seed, ran) in [(from, first), (seed, ran)] {
            print_error(&format!("seed {seed}: output of the run:"));
            write_outputs(ran);
            if !ran.stdout.captured_bytes().ends_with(b"\n")
                && !ran.stdout.captured_bytes().is_empty()
            {
                print_error("");
            }
        }
        print_error(&format!(
            "the output with seed {seed} differs from that with seed {from}{}",
            first_difference(first.stdout.captured_bytes(), ran.stdout.captured_bytes())
        ));
        print_replay_hint(run, from);
        print_replay_hint(run, seed);
        return FAILURE_STATUS;
    }
    write_outputs(ran);
    let (text, status) = match verdict {
        Verdict::Failed(code) => (String::from("the run failed"), *code),
        Verdict::Leaked => (String::from("the run leaked goroutines"), FAILURE_STATUS),
        Verdict::Hung => {
            let limit = run.seed_limit;
            (format!("the run did not end within {limit:?} (--seed-limit)"), FAILURE_STATUS)
        }
        Verdict::Differs => unreachable!("the first run has no earlier run to differ from"),
    };
    print_error(&format!("seed {seed}: {text}"));
    if !String::from_utf8_lossy(ran.stderr.captured_bytes()).contains("\nreplay: ") {
        print_replay_hint(run, seed);
    }
    status
}

/// The first line in which two outputs differ.
fn first_difference(a: &[u8], b: &[u8]) -> String {
    let mut lines = a.split(|&c| c == b'\n').zip(b.split(|&c| c == b'\n'));
    lines
        .position(|(a, b)| a != b)
        .map_or_else(String::new, |n| format!(", from line {} on", n + 1))
}

/// The progress of the search, shown on a terminal.
struct Progress {
    total: u64,
    started_at: Instant,
    /// The time at which the progress was last shown; `None` if standard error is no terminal.
    last_shown: Option<Duration>,
    was_shown: bool,
}

impl Progress {
    /// The interval between two updates.
    const UPDATE_INTERVAL: Duration = Duration::from_millis(100);

    fn new(all: u64) -> Self {
        let plain = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let watched = std::io::stderr().is_terminal() && !plain;
        Self {
            total: all,
            started_at: Instant::now(),
            last_shown: watched.then_some(Duration::ZERO),
            was_shown: false,
        }
    }

    fn show_progress(&mut self, done: u64) {
        let now = self.started_at.elapsed();
        let Some(shown) =
            self.last_shown.as_mut().filter(|shown| now >= **shown + Self::UPDATE_INTERVAL)
        else {
            return;
        };
        *shown = now;
        self.was_shown = true;
        let (all, seconds) = (self.total, now.as_secs());
        let _ = write!(std::io::stderr(), "\r{done} of {all} seeds, {seconds} s\x1b[K");
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.was_shown) {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
