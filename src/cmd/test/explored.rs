//! `minigo test --explore`: the interleavings of each test are searched, one test after the other, each by a process of
//! `minigo explore`.
//!
//! As Go's fuzzing does, a test keeps what has failed: schedules lie in `testdata/schedules/TestName` and are run again
//! first. A search that nothing has ended goes on where the last one has stopped.

use super::{Flags, Package, Shown};
use crate::cmd::explore::{Case, Results};
use crate::errno;
use crate::options::Format;
use regex_automata::meta::Regex;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// For how long the interleavings of a test are searched, unless the flags say otherwise.
const BUDGET: Duration = Duration::from_secs(10);
/// The least time for a test, however many there are.
const LEAST: Duration = Duration::from_millis(100);

/// Where the schedules of a package's failing tests are.
const SCHEDULES: &str = "testdata/schedules";

/// Searches those of all tests of a package that the flags choose; tells whether none failed.
pub(super) fn test_package(package: &Package, flags: &Flags, shown: &mut Shown) -> bool {
    match try_package(package, flags, shown) {
        Ok(passed) => passed,
        Err(error) => {
            shown.error(format!("cannot run minigo again: {}\n", errno::text(&error)).as_bytes());
            false
        }
    }
}

fn try_package(package: &Package, flags: &Flags, shown: &mut Shown) -> io::Result<bool> {
    let began = Instant::now();
    let path = &package.path;
    let is_text = matches!(flags.format, None | Some(Format::Text));
    // What lies behind a slash chooses subtests.
    let pattern = value_of(flags, "run").unwrap_or_else(|| ".".to_owned());
    let (pattern, subtests) =
        pattern.split_once('/').map_or((&*pattern, None), |(p, s)| (p, Some(s)));
    let listed =
        command(package, flags, "run", &[])?.arg(format!("-test.list={pattern}")).output()?;
    if !listed.status.success() {
        shown.error(&listed.stderr);
        shown.verdict(is_text, &format!("FAIL\t{path} [build failed]\n"));
        return Ok(false);
    }
    let skipped = value_of(flags, "skip").filter(|skip| !skip.contains('/'));
    let skipped = skipped.and_then(|skip| Regex::new(&skip).ok());
    let mut tests = tests_in(&listed.stdout);
    tests.retain(|test| !skipped.as_ref().is_some_and(|skip| skip.is_match(test)));
    let mut passed = true;
    for (at, test) in tests.iter().enumerate() {
        let time = match flags.budget {
            Some(all) => {
                let left = all.saturating_sub(began.elapsed());
                (left / (tests.len() - at) as u32).max(LEAST)
            }
            None => BUDGET,
        };
        let run = subtests.map_or_else(|| format!("^{test}$"), |sub| format!("^{test}$/{sub}"));
        let searched = search(package, flags, test, &run, time)?;
        let failed = searched.as_ref().map_or(true, |results| results.has_failed());
        passed &= !failed;
        match searched {
            Ok(results) => shown.explored(flags.format, Case::new(path, test, results)),
            Err(output) => {
                shown.verdict(is_text, &format!("--- FAIL: {test}\n"));
                shown.error(&output.stdout);
                shown.error(&output.stderr);
            }
        }
        if failed && flags.fail_fast {
            break;
        }
    }
    let verdict = if passed { "ok  " } else { "FAIL" };
    let seconds = began.elapsed().as_secs_f64();
    shown.verdict(is_text, &format!("{verdict}\t{path}\t{seconds:.3}s\n"));
    Ok(passed)
}

/// Flags of the test program that a search sets itself.
const OWN: [&str; 6] = ["run", "count", "timeout", "v", "list", "testlogfile"];

/// Searches the interleavings of a test, of which `run` is the pattern. The error: what the process has printed if it has
/// no results.
fn search(
    package: &Package,
    flags: &Flags,
    test: &str,
    run: &str,
    time: Duration,
) -> io::Result<Result<Results, Output>> {
    let mut args: Vec<OsString> = vec!["--format=json".into(), "--resume".into()];
    args.push(format!("--corpus={SCHEDULES}/{test}").into());
    args.push(format!("--time={}us", time.as_micros()).into());
    let mut command = command(package, flags, "explore", &args)?;
    command.arg(format!("-test.run={run}")).args(["-test.timeout=0", "-test.count=1"]);
    let is_own = |argument: &&OsString| {
        let argument = argument.to_string_lossy();
        let flag = argument.strip_prefix("-test.").and_then(|flag| flag.split('=').next());
        flag.is_some_and(|flag| OWN.contains(&flag))
    };
    command.args(flags.arguments.iter().filter(|argument| !is_own(argument)));
    let output = command.output()?;
    Ok(Results::parse(&output.stdout).ok_or(output))
}

/// The names of tests and examples in a list that a test program has printed.
fn tests_in(list: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(list);
    let is_test = |line: &&str| line.starts_with("Test") || line.starts_with("Example");
    text.lines().filter(is_test).map(str::to_owned).collect()
}

/// The value that a flag of the test program has.
fn value_of(flags: &Flags, name: &str) -> Option<String> {
    let prefix = format!("-test.{name}=");
    let mut arguments = flags.arguments.iter().rev().map(|argument| argument.to_string_lossy());
    arguments.find_map(|argument| argument.strip_prefix(&prefix).map(str::to_owned))
}

/// A command on the package's tests with these flags, in its directory, without arguments of the test program.
fn command(package: &Package, flags: &Flags, name: &str, more: &[OsString]) -> io::Result<Command> {
    let first = package.paths[0].as_path();
    let directory = if first.is_dir() { first } else { first.parent().unwrap_or(Path::new(".")) };
    let mut args: Vec<OsString> = vec![name.into(), "--error-format=go".into()];
    for path in &package.paths {
        args.push(format!("--tests-of={}", std::path::absolute(path)?.display()).into());
    }
    if package.of_dependency {
        args.push(format!("--import-path={}", package.path).into());
    }
    args.extend(flags.build_args());
    args.extend_from_slice(more);
    let last = package.path.rsplit('/').next().unwrap_or("main");
    let program = PathBuf::from(format!("{last}.test"));
    let mut command = Command::new(std::env::current_exe()?);
    command.args(&args).arg("--").arg(program);
    command.current_dir(std::path::absolute(directory)?).stdin(Stdio::null());
    Ok(command)
}

impl Shown {
    /// A line about a package or a test, which only a text has.
    fn verdict(&mut self, is_text: bool, line: &str) {
        if is_text { self.out(line.as_bytes()) } else { self.error(line.as_bytes()) }
    }

    /// A test was searched.
    fn explored(&mut self, format: Option<Format>, case: Case) {
        match format {
            Some(Format::Json) => self.out(case.json().as_bytes()),
            Some(Format::Github) => self.out(case.github().as_bytes()),
            Some(Format::Junit) => self.cases.push(case),
            None | Some(Format::Text) => self.out(case.text().as_bytes()),
        }
    }
}
