//! `minigo test`: runs the tests of packages, each package in a process of its own, and prints what `go test` prints.
//!
//! [`program`] is one such process, [`result_reuse`] stores results for later runs, [`cover`] joins the coverage of all
//! packages, [`explore`] searches the interleavings of each test, and [`events`] turns output into JSON. This module
//! chooses the packages, runs several of them at a time, and shows their output in order.

mod cover;
mod events;
mod explore;
mod program;
mod result_reuse;

use super::explore::{TestCase, junit_report};
use super::{FAILURE_STATUS, modules, print_error};
use crate::errno;
use crate::load::fs_view::FsView;
use crate::load::go_env::go_flags;
use crate::load::patterns::{self, Package};
use crate::options::test::{self, Flags};
use crate::options::{Format, Test};
use cover::RunCoverage;
use events::Events;
use program::{Program, TestProgramEnd};
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};

/// Tests the packages that the words name.
#[must_use]
pub fn run(words: &Test) -> u8 {
    let given = match go_flags(&FsView::default()) {
        Ok(given) => test::test_flags_of_goflags(&given),
        Err(error) => return print_error(&format!("go: {error}")),
    };
    let flags = match test::parse(&[given, words.words.clone()].concat()) {
        Ok(flags) => flags,
        Err(error) => {
            print_error(&format!("{error}\n{USAGE}"));
            return USAGE_STATUS;
        }
    };
    match test_all(&flags) {
        Ok(true) => 0,
        Ok(false) => FAILURE_STATUS,
        Err(error) => print_error(&error),
    }
}

const USAGE: &str = "\
usage: minigo test [flags] [packages] [flags and arguments of the test program]
Run 'minigo test --help' for details.";

/// The exit status for flags that make no sense together.
const USAGE_STATUS: u8 = 2;

/// Tests all packages; returns whether all passed.
fn test_all(flags: &Flags) -> Result<bool, String> {
    if let Some(dir) = &flags.directory {
        let went = std::env::set_current_dir(dir);
        went.map_err(|error| format!("go: chdir {dir}: {}", errno::text(&error)))?;
    }
    let warn = |text: &str| {
        print_error(text);
    };
    let fs = FsView::new(flags.build.clone());
    fs.build_flags()?;
    if modules::add_needed_requirements(&flags.build, &flags.packages, true).is_err() {
        return Ok(false);
    }
    let packages = patterns::expand(&fs, &flags.packages, warn)?;
    if packages.is_empty() {
        return Err("no packages to test".into());
    }
    if flags.fuzz && packages.len() > 1 {
        return Err("cannot use -fuzz flag with multiple packages".into());
    }
    if let Some(flag) = flags.profile_flag
        && packages.len() > 1
    {
        return Err(format!("cannot use -{flag} flag with multiple packages"));
    }
    if flags.fuzz {
        // Ctrl-C ends fuzzing: only the test program reacts to it, and reports what it has found.
        let noticed = Arc::default();
        let taken = signal_hook::flag::register(signal_hook::consts::SIGINT, noticed);
        taken.map_err(|error| format!("cannot take Ctrl-C: {}", errno::text(&error)))?;
    }
    if let Err(error) = flags.build_line.check_pgo_profile() {
        print_error(&error.why);
        return Ok(report_not_built(&packages, flags));
    }
    let covering = RunCoverage::new(&fs, &packages, flags)?;
    let (wrong, packages): (Vec<Package>, Vec<Package>) =
        packages.into_iter().partition(|package| package.error.is_some());
    for package in &wrong {
        let mut shown = PackageOutput::new(true);
        test_package(package, flags, covering.as_ref(), &mut shown);
    }
    let passed = run_all(&packages, flags, covering.as_ref()) && wrong.is_empty();
    // If no package was named or a target was fuzzed, the line about the package already says that it failed.
    let is_text = !flags.json && matches!(flags.format, None | Some(Format::Text));
    if !passed && is_text && !flags.fuzz && !flags.packages.is_empty() {
        let _ = writeln!(io::stdout(), "FAIL");
    }
    Ok(passed)
}

/// Prints that the tests of no package can be built; returns that they have not passed.
fn report_not_built(packages: &[Package], flags: &Flags) -> bool {
    let verdict = |package: &Package| format!("FAIL\t{} [build failed]\n", package.path);
    let mut text: String = packages.iter().map(verdict).collect();
    if !flags.packages.is_empty() {
        text += "FAIL\n";
    }
    let _ = io::stdout().write_all(text.as_bytes());
    false
}

/// The number of packages that are tested at a time. The number is 1 for benchmarks, which would disturb each other.
fn job_count(flags: &Flags) -> usize {
    let cpus = || std::thread::available_parallelism().map_or(1, usize::from);
    // The search of one test uses all CPUs.
    if flags.bench || flags.explore { 1 } else { flags.jobs.unwrap_or_else(cpus) }
}

fn run_all(packages: &[Package], flags: &Flags, covering: Option<&RunCoverage>) -> bool {
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let streamed = streams_output(packages, flags);
    let (done, results) = channel();
    std::thread::scope(|scope| {
        for _ in 0..job_count(flags).min(packages.len()) {
            let (done, next, failed) = (done.clone(), &next, &failed);
            scope.spawn(move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(package) = packages.get(at) else { break };
                    if flags.fail_fast && failed.load(Ordering::Relaxed) {
                        break;
                    }
                    let mut shown = PackageOutput::new(streamed);
                    if !test_package(package, flags, covering, &mut shown) {
                        failed.store(true, Ordering::Relaxed);
                    }
                    if done.send((at, shown)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(done);
        let mut waiting = std::collections::BTreeMap::new();
        let (mut printed, mut cases) = (0, Vec::new());
        for (at, shown) in results {
            waiting.insert(at, shown);
            while let Some(mut shown) = waiting.remove(&printed) {
                cases.append(&mut shown.cases);
                shown.print();
                printed += 1;
            }
        }
        if flags.explore && flags.format == Some(Format::Junit) {
            let _ = io::stdout().write_all(junit_report(&cases).as_bytes());
        }
    });
    !failed.load(Ordering::Relaxed)
}

/// Reports whether output is printed as it comes: either its order is clear, as for one package whose output is wanted
/// anyway, or each line names its package.
fn streams_output(packages: &[Package], flags: &Flags) -> bool {
    let wanted = flags.verbose || flags.list || flags.help;
    let single = packages.len() == 1 || flags.jobs == Some(1);
    is_unbuffered(flags) || flags.json || flags.explore || wanted && single
}

/// Reports whether the go command passes its own output streams to the test program.
fn is_unbuffered(flags: &Flags) -> bool {
    flags.packages.is_empty() || flags.bench || flags.fuzz
}

/// The output about one package.
struct PackageOutput {
    is_streamed: bool,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    /// The results of tests whose interleavings were searched, for a report at the end.
    cases: Vec<TestCase>,
}

/// Held during one write, so that lines of packages that run at the same time stay whole.
static PRINT_LOCK: Mutex<()> = Mutex::new(());

impl PackageOutput {
    fn new(streamed: bool) -> Self {
        Self { is_streamed: streamed, stdout: Vec::new(), stderr: Vec::new(), cases: Vec::new() }
    }

    fn print(&self) {
        let _one = PRINT_LOCK.lock();
        // If stdout or stderr is closed, the exit status is the only report.
        let _ = io::stderr().write_all(&self.stderr);
        let _ = io::stdout().write_all(&self.stdout).and_then(|()| io::stdout().flush());
    }

    fn write_stdout(&mut self, bytes: &[u8]) {
        self.stdout.extend_from_slice(bytes);
        if self.is_streamed {
            self.print();
            self.stdout.clear();
        }
    }

    fn write_stderr(&mut self, bytes: &[u8]) {
        self.stderr.extend_from_slice(bytes);
        if self.is_streamed {
            self.print();
            self.stderr.clear();
        }
    }
}

/// Tests one package; returns whether it passed.
fn test_package(
    package: &Package,
    flags: &Flags,
    covering: Option<&RunCoverage>,
    shown: &mut PackageOutput,
) -> bool {
    if flags.explore && package.has_tests && package.error.is_none() {
        return explore::test_package(package, flags, shown);
    }
    let path = package.path.as_str();
    let mut events = flags.json.then(|| Events::new(path));
    let mut output = Vec::new();
    let mut print = |bytes: &[u8], shown: &mut PackageOutput| match &mut events {
        Some(events) => shown.write_stdout(&events.read(bytes)),
        None if shown.is_streamed => shown.write_stdout(bytes),
        None => {}
    };
    let program = Program { package, flags, coverage: covering };
    let ran = program.run(|bytes| {
        output.extend_from_slice(bytes);
        print(bytes, shown);
    });
    let mut verdict = match ran {
        Ok(ran) => ran,
        Err(error) => {
            shown.write_stderr(
                format!("cannot run minigo again: {}\n", errno::text(&error)).as_bytes(),
            );
            return false;
        }
    };
    let text = match &verdict.end {
        TestProgramEnd::NotBuilt { errors, step } => {
            match &mut events {
                Some(events) => shown.write_stdout(&events.build_failure_events(errors)),
                None => shown.write_stderr(errors),
            }
            format!("FAIL\t{path} [{step} failed]\n")
        }
        TestProgramEnd::NoTests => covering
            .and_then(|covering| covering.untested_line(package))
            .unwrap_or_else(|| format!("?   \t{path}\t[no test files]\n")),
        TestProgramEnd::With(status) => {
            let passed = status.success();
            let wanted = flags.verbose || flags.list || flags.help || !passed;
            if !shown.is_streamed && wanted {
                shown.write_stdout(&output);
            }
            // The go command does not look at output that it did not buffer.
            let seen = if is_unbuffered(flags) { &[][..] } else { &output };
            verdict.result_lines(path, seen, flags)
        }
    };
    if let Some(fresh) = verdict.storable_result.take() {
        fresh.store(&output);
    }
    match &mut events {
        Some(events) => {
            let mut lines = events.read(text.as_bytes());
            lines.extend(events.end_events(verdict.passed(), verdict.seconds));
            shown.write_stdout(&lines);
        }
        None => shown.write_stdout(text.as_bytes()),
    }
    verdict.passed()
}
