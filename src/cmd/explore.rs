//! `minigo explore`: many runs of a program in this process, each in another order, until one fails; that one is made
//! short and told. And `minigo run --replay`, which repeats it.

mod file;
mod program;
mod report;
mod search;
mod shorten;
mod verdict;

use super::{print_error, run};
use crate::errno;
use crate::options::{self, Command, Explore, Run};
use file::File;
use minigo_vm::ExitStatus;
use minigo_vm::search::{Plan, Policy, Trace};
use program::Program;
use report::Report;
use search::Search;
use shorten::shorten;
use std::ffi::OsString;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use verdict::Judge;

/// The exit status when a run fails.
const FOUND: u8 = 1;
/// The exit status of wrong usage, and of a program that does not compile.
const USAGE: u8 = 2;

/// Runs the command.
pub fn run(explore: &Explore) -> u8 {
    let judge = match Judge::of(explore) {
        Ok(judge) => judge,
        Err(message) => {
            print_error(&message);
            return USAGE;
        }
    };
    let run = as_run(explore.common.clone(), &explore.words).map(|mut run| {
        run.tests_of.clone_from(&explore.tests_of);
        run.import_path.clone_from(&explore.import_path);
        run
    });
    let Some(program) = run.as_deref().and_then(|run| program(run, explore.steps)) else {
        return USAGE;
    };
    let mut search = Search::new(explore, &program, &judge);
    let found = search.go();
    let mut report = Report::new(explore, &search);
    if let Some(found) = &found {
        let short = shorten(&program, &judge, found, search.first_output());
        if let (Some(path), Some(short)) = (&explore.out, &short)
            && let Err(message) = write_schedule(path, &program, short)
        {
            print_error(&message);
        }
        report.found(found, short);
    }
    report.refused(program.refused());
    report.print();
    if found.is_some() { FOUND } else { 0 }
}

/// Repeats the run of a schedule; its exit status is the program's.
pub(super) fn replay(run: &Run, path: &Path) -> u8 {
    let shown = path.display();
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => return print_error(&format!("{shown}: {}", errno::text(&error))),
    };
    let watched = as_run(run.common.clone(), &run.words);
    let Some(program) =
        watched.as_deref().and_then(|run| program(run, options::DEFAULT_EXPLORE_STEPS))
    else {
        return USAGE;
    };
    let file = match File::parse(&text, &program.common.names) {
        Ok(file) => file,
        Err(message) => return print_error(&format!("{shown}: {message}")),
    };
    program.add_race_places(&file.races);
    let policy = Policy::Schedule(Arc::new(file.schedule.clone()));
    let ran = program.run(0, Plan { policy, ..Plan::default() }, Some(0));
    let _ = std::io::stdout().write_all(&ran.stdout).and_then(|()| std::io::stdout().flush());
    let _ = std::io::stderr().write_all(&ran.stderr);
    if let Some(message) = report::refusal(&program.refused()) {
        print_error(&format!("minigo: {message}"));
    }
    if let Some(message) = file.departure(&ran.shown, &program.common.names) {
        print_error(&format!("{shown}: {message}"));
    }
    match ran.status {
        ExitStatus::Exited(code) => code as u8,
        ExitStatus::Killed(signal) => (128 + signal) as u8,
    }
}

/// The run of a program whose races are looked for.
fn as_run(common: options::Common, words: &[OsString]) -> Option<Box<Run>> {
    let flags = ["minigo", "run", "--race", "--"].map(OsString::from);
    let parsed = options::parse(flags.into_iter().chain(words.iter().cloned()));
    let Some(Command::Run(mut run)) = parsed.command else { return None };
    run.common = common;
    Some(run)
}

/// Compiles the program; none if that fails, which is reported.
fn program(run: &Run, steps: usize) -> Option<Program> {
    let linked = run::linked(run).ok()?;
    Program::new(run, &linked, steps)
}

/// Writes the schedule of a failure.
fn write_schedule(path: &Path, program: &Program, short: &shorten::Short) -> Result<(), String> {
    let text = File::text(program, short);
    std::fs::write(path, text)
        .map_err(|error| format!("{}: {}", path.display(), errno::text(&error)))
}

/// How many points a run has come to.
fn points(trace: &Trace) -> usize {
    trace.steps.len()
}
