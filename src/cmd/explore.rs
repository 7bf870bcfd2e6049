//! `minigo explore`: runs a program many times in this process, with a different interleaving each time, until a run
//! fails; then shortens and explains the failing run. `minigo run --replay` is here too: it repeats a failing run.

mod compare_runs;
mod corpus;
mod failure_story;
mod files;
mod formats;
mod page;
mod program;
mod repeated_run;
mod report;
mod schedule_file;
mod search;
mod search_results;
mod shards;
mod shorten;
mod source;
mod stored_search;
mod verdict;
mod world_reads;

use super::{print_error, run, trace};
use crate::options::{self, Command, Explore, Format, ProgressLimits, Run};
use compare_runs::find_passing_run;
use corpus::ReplayResult;
use minigo_vm::ExitStatus;
use minigo_vm::search::{Plan, Policy, Schedule, Trace};
use program::{FinishedRun, Program};
use report::report_text;
use schedule_file::ScheduleFile;
use search::Search;
use search_results::{FailingRun, FailureReport};
use serde_json::json;
use shorten::{ShortenedRun, shorten_failing_run};
use std::ffi::OsString;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use verdict::{FailureConditions, FailureKind};

pub(super) use formats::{TestCase, junit_report};
pub(super) use repeated_run::RepeatedRun;
pub(super) use search_results::SearchResults;

/// The exit status when a run fails.
const FAILURE_FOUND_STATUS: u8 = 1;
/// The exit status of wrong usage, and if a program does not compile.
const USAGE_STATUS: u8 = 2;

/// Runs the command.
pub fn run(explore: &Explore) -> u8 {
    let done = match explore.words.split_first() {
        Some((word, rest)) if word == "merge" => merge_results(&with_trailing_flags(explore, rest)),
        _ => search_and_report(explore),
    };
    match done {
        Ok(status) => status,
        Err(message) => {
            if !message.is_empty() {
                print_error(&message);
            }
            USAGE_STATUS
        }
    }
}

/// Searches for a failing run; returns the exit status. An empty error means that its message was printed already.
fn search_and_report(explore: &Explore) -> Result<u8, String> {
    let judge = FailureConditions::of(explore)?;
    let of_environment = || match explore.results {
        Some(_) => shards::shard_from_environment(|name| std::env::var(name).ok()),
        None => Ok(None),
    };
    let shard = explore.shard.map_or_else(of_environment, |shard| Ok(Some(shard)))?;
    let run = race_detecting_run(explore.common.clone(), &explore.words).map(|mut run| {
        run.tests.clone_from(&explore.tests);
        run
    });
    let program = run.as_deref().and_then(|run| compile_program(run, explore.patience));
    let program = program.ok_or_else(String::new)?;
    let shard = shard.unwrap_or_default();
    let mut search = Search::new(explore, &program, &judge, shard);
    let identity = search.identity_hash();
    if let Some(dir) = &explore.results {
        program.add_race_places(&SearchResults::races_in(dir, &identity)?);
    }
    let kept = explore.resume.then(|| stored_search::state_id(&identity, shard));
    if let Some(stopped) = kept.as_ref().and_then(stored_search::load_state)
        && stopped.world_reads.are_unchanged(&program)
    {
        search.resume(stopped);
    }
    if let Some(path) = &explore.near {
        let file = read_schedule(&program, path)?;
        program.add_race_places(&file.race_places);
        search.search_near(file.schedule);
    }
    let replayed = match &explore.corpus {
        Some(dir) => corpus::replay(&program, &judge, dir)?,
        None => ReplayResult::default(),
    };
    let found = match replayed.found_failure {
        Some(found) => Some(found),
        // The panic hook has already reported a panic in minigo.
        None => search.run_search().map_err(|_| String::new())?,
    };
    let mut results = SearchResults::of_search(&search, shard);
    (results.replayed, results.stale) = (replayed.passed_count, replayed.stale_messages);
    let mut written = Ok(());
    if let Some(found) = &found {
        let short = shorten_failing_run(&program, &judge, found, search.first_output());
        let text = short.as_ref().map(|short| ScheduleFile::schedule_text(&program, short));
        results.schedule.clone_from(&found.stored_schedule_path);
        written = text
            .as_deref()
            .map_or(Ok(()), |text| store_schedule(explore, text, &mut results.schedule));
        results.failure = Some(FailingRun::of_failure(found, short.as_ref(), text));
        if let (Some(path), Some(short)) = (&explore.xray, &short) {
            write_page(path, &program, short, results.failure.as_ref());
        }
    } else if let Some(id) = &kept {
        stored_search::store_state(id, &search.stored_state());
    }
    if let Some(path) = explore.xray.as_ref().filter(|_| found.is_none()) {
        print_error(&format!(
            "minigo: no run failed, so the page {} is not written",
            path.display()
        ));
    }
    if let Some(dir) = &explore.results {
        written = written.and(results.write(dir));
    }
    print_results(explore, results);
    match (found, written) {
        (Some(_), written) => {
            // The failure determines the exit status, so the error of writing is only printed.
            if let Err(message) = written {
                print_error(&message);
            }
            Ok(FAILURE_FOUND_STATUS)
        }
        (None, written) => written.map(|()| 0),
    }
}

/// Writes the page of a failure: repeats the run with a trace.
fn write_page(path: &Path, program: &Program, short: &ShortenedRun, failure: Option<&FailingRun>) {
    let policy = Policy::Schedule(Arc::new(short.schedule.clone()));
    let mut data = None;
    let plan = Plan { policy, ..Plan::default() };
    program.run_recorded(0, plan, None, Some(trace::MAX_PAGE_EVENTS), |machine| {
        data = machine.trace().as_ref().map(trace::page_data);
    });
    let failed = failure.and_then(|failure| Some((&*failure.title, failure.short.as_ref()?)));
    if let (Some(data), Some((title, short))) = (data, failed) {
        page::write(path, &program.name, &data, Some(title), &short.report);
    }
}

/// Writes the schedule of a failure to the corpus or to the file of --out. `path` becomes the file that the report
/// names.
fn store_schedule(explore: &Explore, text: &str, path: &mut Option<String>) -> Result<(), String> {
    if let Some(dir) = explore.corpus.as_ref().filter(|_| path.is_none()) {
        *path = Some(corpus::store(dir, text)?.display().to_string());
    }
    if let Some(out) = &explore.out {
        files::write(out, text)?;
        *path = Some(out.display().to_string());
    }
    Ok(())
}

/// Prints the results in the chosen format.
fn print_results(explore: &Explore, results: SearchResults) {
    let case = |results: SearchResults| {
        let name = results.program.first().cloned().unwrap_or_default();
        TestCase::new(&name, &name, results)
    };
    let text = match explore.format {
        Format::Text => report_text(&results),
        Format::Json => json!(results).to_string() + "\n",
        Format::Junit => junit_report(&[case(results)]),
        Format::Github => case(results).github_annotation(),
    };
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// The options of `merge`, whose words are directories: flags may stand behind the word `merge` too.
fn with_trailing_flags(explore: &Explore, rest: &[OsString]) -> Explore {
    let flags = ["minigo", "explore"].map(OsString::from).into_iter().chain(rest.iter().cloned());
    let mut all = explore.clone();
    if let Some(Command::Explore(behind)) = options::parse(flags).command {
        all.out = behind.out.or(all.out);
        all.format = if behind.format == Format::Text { all.format } else { behind.format };
        all.words = behind.words;
    }
    all
}

/// Joins the results in directories; returns the exit status.
fn merge_results(explore: &Explore) -> Result<u8, String> {
    let mut all = Vec::new();
    for dir in &explore.words {
        all.extend(SearchResults::read_all(Path::new(dir))?);
    }
    let (mut results, mut lacking) = search_results::merge_shards(all)?;
    let mut written = Ok(());
    let failed = results.has_failed();
    let failure = results.failure.as_ref();
    let schedule = failure.and_then(|failure| failure.short.as_ref()).map(|short| &short.schedule);
    if let (Some(path), Some(text)) = (&explore.out, schedule) {
        written = files::write(path, text);
        results.schedule = written.is_ok().then(|| path.display().to_string());
    }
    print_results(explore, results);
    lacking.extend(written.err());
    for message in &lacking {
        print_error(&format!("minigo: {message}"));
    }
    Ok(match (failed, lacking.is_empty()) {
        (true, _) => FAILURE_FOUND_STATUS,
        (false, true) => 0,
        // Some results are missing, so it is not known whether there is a failure.
        (false, false) => USAGE_STATUS,
    })
}

/// Repeats the run of a schedule. The exit status is the program's; a run that hangs or leaks goroutines has status 1
/// instead of 0.
pub(super) fn replay(run: &Run, path: &Path) -> u8 {
    let shown = path.display();
    let watched = race_detecting_run(run.common.clone(), &run.words);
    // The schedule itself says which timers fire early, so no delay may make others fire early.
    let patience = ProgressLimits { delay: Duration::MAX, ..ProgressLimits::default() };
    let Some(program) = watched.as_deref().and_then(|run| compile_program(run, patience)) else {
        return USAGE_STATUS;
    };
    let file = match read_schedule(&program, path) {
        Ok(file) => file,
        Err(message) => return print_error(&message),
    };
    program.add_race_places(&file.race_places);
    let policy = Policy::Schedule(Arc::new(file.schedule.clone()));
    let plan = Plan { policy, ..Plan::default() };
    if let Err(status) = trace::create_trace_files(run) {
        return status;
    }
    let mut data = None;
    let ran = program.run_recorded(0, plan, Some(0), trace::events_per_p(run, 1), |machine| {
        data = trace::write_trace(run, machine);
    });
    let _ = std::io::stdout().write_all(&ran.stdout).and_then(|()| std::io::stdout().flush());
    let _ = std::io::stderr().write_all(&ran.stderr);
    if let Some(message) = report::refusal_text(&program.refused_operations()) {
        print_error(&format!("minigo: {message}"));
    }
    if let Some(message) = file.departure_message(&ran.explored, &program.exploration.thread_names)
    {
        print_error(&format!("{shown}: {message}"));
    }
    if let (Some(path), Some(data)) = (&run.xray, data) {
        write_replayed_page(path, &program, &ran, &data);
    }
    let failure = FailureConditions::default().failure_of(&ran, None);
    if run.search && failure.is_none() {
        return search_near_schedule(run, path);
    }
    match (ran.status, failure) {
        (ExitStatus::Exited(0), Some(failure)) => {
            // The program has reported leaks and races itself.
            if failure.kind == FailureKind::Hang {
                print_error(&format!("minigo: {}", failure.title));
            }
            FAILURE_FOUND_STATUS
        }
        (ExitStatus::Exited(code), _) => code as u8,
        (ExitStatus::Killed(signal), _) => (128 + signal) as u8,
    }
}

/// Writes the page of a run that was repeated.
fn write_replayed_page(path: &Path, program: &Program, ran: &FinishedRun, data: &str) {
    let judge = FailureConditions::default();
    let failure = judge.failure_of(ran, None);
    let kind = failure.as_ref().map(|failure| failure.kind);
    let trace = &ran.explored.trace;
    let passing = kind.and_then(|kind| find_passing_run(program, &judge, None, (kind, trace), 0));
    let report = FailureReport::of_run(&ran.explored, &Schedule::of(trace), kind, passing.as_ref());
    let title = failure.as_ref().map(|failure| &*failure.title);
    page::write(path, &program.name, data, title, &report);
}

/// Searches for failures near a schedule that does not fail.
fn search_near_schedule(run: &Run, path: &Path) -> u8 {
    let flags = ["minigo", "explore", "--near"].map(OsString::from);
    let flags = flags.into_iter().chain([path.into(), "--".into()]);
    let parsed = options::parse(flags.chain(run.words.iter().cloned()));
    let Some(Command::Explore(mut explore)) = parsed.command else { return USAGE_STATUS };
    explore.common = run.common.clone();
    self::run(&explore)
}

/// A `run` command for a program that detects data races.
fn race_detecting_run(common: options::CommonFlags, words: &[OsString]) -> Option<Box<Run>> {
    let flags = ["minigo", "run", "--race", "--"].map(OsString::from);
    let parsed = options::parse(flags.into_iter().chain(words.iter().cloned()));
    let Some(Command::Run(mut run)) = parsed.command else { return None };
    run.common = common;
    run.common.build.race = true;
    Some(run)
}

/// Compiles the program. Returns `None` after printing an error.
fn compile_program(run: &Run, patience: ProgressLimits) -> Option<Program> {
    let linked = run::linked_program(run).ok()?;
    Program::new(run, &linked, patience)
}

/// Reads a schedule file. The program's later runs allow as many steps without progress as the file says, and count
/// points as the file's version does.
fn read_schedule(program: &Program, path: &Path) -> Result<ScheduleFile, String> {
    let text = files::read(path)?;
    let shown = path.display();
    let file = ScheduleFile::parse(&text, &program.exploration.thread_names);
    let file = file.map_err(|message| format!("{shown}: {message}"))?;
    program.set_point_rules_version(file.version);
    file.turn_steps.into_iter().for_each(|steps| program.set_turn_steps(steps));
    Ok(file)
}

/// The number of points in a run.
fn count_schedule_points(trace: &Trace) -> usize {
    trace.steps.len()
}
