//! The test program of one package: a process that executes a test plan. The process compiles the package with
//! its tests, reports the program's start, and runs the tests.

use super::cover::{RunCoverage, coverage_line};
use super::result_reuse::{self, CacheRequest, StorableResult};
use super::{Flags, Package};
use crate::cache;
use crate::cmd::shell_line::shell_command_line;
use crate::errno::signal_name;
use crate::options::Tests;
use crate::test_plan::{
    Report, Reports, SEED_PLACEHOLDER, SETUP_FAILED_STATUS, TestAction, TestPlan, VET_FAILED_STATUS,
};
use std::ffi::OsString;
use std::io::{self, PipeReader, Read};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The test program of a package, with the flags of the command.
pub(super) struct Program<'p> {
    pub(super) package: &'p Package,
    pub(super) flags: &'p Flags,
    pub(super) coverage: Option<&'p RunCoverage>,
}

/// How a test program ended.
pub(super) enum TestProgramEnd {
    /// The program was not started because this `step` of the preparations failed.
    NotBuilt { errors: Vec<u8>, step: &'static str },
    /// The package has no test files.
    NoTests,
    /// The program ended with this status.
    With(ExitStatus),
}

/// A test program that has ended.
pub(super) struct FinishedTest {
    pub(super) end: TestProgramEnd,
    /// How long the program ran, in seconds.
    pub(super) seconds: f64,
    /// How the program was forced to end, if it was.
    forced_end: Option<ForcedEnd>,
    /// Whether the result of an earlier run was printed.
    is_cached: bool,
    /// The result, if later runs may use it.
    pub(super) storable_result: Option<StorableResult>,
}

enum ForcedEnd {
    /// The program was asked to dump its goroutines and exit, after this time.
    Interrupted(Duration),
    /// The program was killed after this time.
    Killed(Duration),
    /// A process that the program had started kept its output open after this time.
    Open(Duration),
}

/// The interval at which the end of the process is polled once it has closed its stream of reports. The process is
/// about to end then, unless the program itself has closed the stream.
const POLL_INTERVAL: Duration = Duration::from_millis(2);
/// How much longer than its own time limit a program may take to dump its goroutines.
const KILL_AFTER: Duration = Duration::from_secs(60);
/// A time that no test takes.
const NO_TIMEOUT: Duration = Duration::from_secs(1 << 32);
/// How long the output of a program may stay open after its end.
const OUTPUT_TIMEOUT: Duration = Duration::from_secs(5);

impl Program<'_> {
    /// Compiles the package and runs its tests; calls `read` with their output.
    pub(super) fn run(&self, read: impl FnMut(&[u8])) -> io::Result<FinishedTest> {
        if let Some(error) = &self.package.error {
            let errors = format!("# {}\n{error}\n", self.package.path).into_bytes();
            let ended = TestProgramEnd::NotBuilt { errors, step: "setup" };
            return Ok(FinishedTest::without_program(ended));
        }
        if !self.package.has_tests {
            if self.package.goroot.is_some() {
                return Ok(FinishedTest::without_program(TestProgramEnd::NoTests));
            }
            return self.compile_only();
        }
        let dir = tempfile::Builder::new().prefix("minigo-test").tempdir()?;
        let (mut command, plan, asked) = self.prepare_process(dir.path())?;
        let (output, pipe) = io::pipe()?;
        let (mut child, reports) = plan.start(command.stdout(pipe.try_clone()?).stderr(pipe))?;
        // The command holds the other end of the pipe.
        drop(command);
        let events = events(output, reports);
        let mut output = OutputSplitter {
            started_at: None,
            is_reused: false,
            result_id: None,
            errors: Vec::new(),
            handle_output: read,
        };
        let mut limits = TimeLimit::new(self.flags);
        let mut reported = true;
        let status = loop {
            let wait =
                if reported { limits.time_until_next(output.started_at) } else { POLL_INTERVAL };
            match events.recv_timeout(wait) {
                Ok(ProcessEvent::LastReport) => reported = false,
                Ok(ProcessEvent::Output(bytes)) => output.forward(&bytes),
                Ok(ProcessEvent::Report(report)) => output.begin(report),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => std::thread::sleep(wait),
            }
            if !reported && let Some(status) = child.try_wait()? {
                break status;
            }
            limits.apply(&mut child, output.started_at)?;
        };
        let seconds = output.started_at.map_or(0.0, |since| since.elapsed().as_secs_f64());
        if !drain(&events, |bytes| output.forward(bytes)) {
            limits.forced_end.get_or_insert(ForcedEnd::Open(OUTPUT_TIMEOUT));
        }
        if let Some(covering) = self.coverage {
            covering.add_file(&profile_in(dir.path()));
        }
        let ended = match output.started_at {
            Some(_) => TestProgramEnd::With(status),
            None => self.build_failure(output.errors, status),
        };
        let cached = output.is_reused;
        let seconds = if cached { 0.0 } else { seconds };
        let mut ran = FinishedTest {
            end: ended,
            seconds,
            forced_end: limits.forced_end,
            is_cached: cached,
            storable_result: None,
        };
        if let (true, Some(asked), Some(result)) = (ran.passed(), asked, output.result_id) {
            ran.storable_result = asked.read_log(&result, &profile_in(dir.path()));
        }
        Ok(ran)
    }

    fn build_failure(&self, errors: Vec<u8>, status: ExitStatus) -> TestProgramEnd {
        let path = &self.package.path;
        let named = |head: &str| {
            let text = String::from_utf8_lossy(&errors);
            text.replace(&format!(" [{path}.test]\n"), head).into_bytes()
        };
        match status.code().and_then(|code| u8::try_from(code).ok()) {
            // If the package cannot be loaded, the heading must not name a test program.
            Some(SETUP_FAILED_STATUS) if errors.starts_with(b"# ") => {
                TestProgramEnd::NotBuilt { errors: named("\n"), step: "setup" }
            }
            Some(SETUP_FAILED_STATUS) => {
                let errors = [format!("# {path}\n").as_bytes(), &errors].concat();
                TestProgramEnd::NotBuilt { errors, step: "setup" }
            }
            Some(VET_FAILED_STATUS) => TestProgramEnd::NotBuilt {
                errors: named(&format!("\n# [{path}]\n")),
                step: "build",
            },
            _ => TestProgramEnd::NotBuilt { errors, step: "build" },
        }
    }

    /// Compiles a package without tests, to report its errors.
    fn compile_only(&self) -> io::Result<FinishedTest> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["check", "--no-vet", "--error-format=go"]).args(self.flags.build_args());
        command.arg(if self.flags.all_errors { "-e" } else { "--first-errors" });
        match self.package.is_of_dependency {
            true => command.arg(&self.package.path),
            false => command.args(&self.package.paths),
        };
        let found = command.stdin(Stdio::null()).output()?;
        let ended = if found.status.success() {
            TestProgramEnd::NoTests
        } else {
            TestProgramEnd::NotBuilt { errors: found.stderr, step: "build" }
        };
        Ok(FinishedTest::without_program(ended))
    }

    /// The `minigo test` command that repeats a run of this package's tests, with [`SEED_PLACEHOLDER`] in place of the
    /// seed.
    fn rerun_command_line(&self) -> String {
        let mut words = self.flags.rerun_flags();
        words.push(self.package.path.clone().into());
        words.extend(self.flags.user_test_arguments());
        format!("minigo test --seed {SEED_PLACEHOLDER} {}", shell_command_line(&words))
    }

    /// The plan of the process that tests the package, the command that starts it, and the request to store its result.
    fn prepare_process(&self, dir: &Path) -> io::Result<(Command, TestPlan, Option<CacheRequest>)> {
        let mut flags: Vec<OsString> = vec!["--error-format=go".into()];
        flags.extend(self.flags.build_args());
        if self.flags.all_errors {
            flags.push("-e".into());
        }
        flags.extend(self.flags.run_flags.iter().cloned());
        let mut command = TestPlan::command()?;
        self.set_environment(&mut command);
        let mut plan = TestPlan {
            action: TestAction::Run,
            tests: Tests {
                paths: self.package.paths.clone(),
                import_path: self.package.is_of_dependency.then(|| self.package.path.clone()),
                coverage: self.coverage.map(|covering| covering.coverage_of(self.package)),
            },
            flags,
            name: dir.join(program_name(self.package)).into(),
            arguments: self.added_test_arguments(dir)?,
            vet: self.flags.vet,
            results_root: None,
            repeated_by: Some(self.rerun_command_line()),
        };
        let root = result_reuse::input_root(self.package, self.flags);
        let asked = root
            .map(|root| CacheRequest::prepare_log(&command, &mut plan, root, self.package, dir));
        plan.arguments.extend(self.flags.arguments.iter().cloned());
        Ok((command, plan, asked))
    }

    /// The arguments that this command adds to the user's: `dir` is the program's directory for temporary files.
    fn added_test_arguments(&self, dir: &Path) -> io::Result<Vec<OsString>> {
        let mut arguments: Vec<OsString> = vec!["-test.paniconexit0".into()];
        if self.coverage.is_some_and(RunCoverage::writes_profiles) {
            arguments.push(format!("-test.coverprofile={}", profile_in(dir).display()).into());
        }
        // The program runs in another directory than this command, and its profiles are written to the directory of
        // this command.
        let here = self.flags.profile_flag.map(|_| PathBuf::from("."));
        if let Some(dir) = self.flags.output_dir.as_ref().or(here.as_ref()) {
            let dir = std::path::absolute(dir)?;
            arguments.push(format!("-test.outputdir={}", dir.display()).into());
        }
        if self.flags.fuzz {
            // Inputs that increase coverage are kept in the cache for the next run; if the cache is off, in a temporary
            // directory.
            let kept = cache::fuzz_inputs(&self.package.path).unwrap_or_else(|| dir.join("fuzz"));
            arguments.push(format!("-test.fuzzcachedir={}", kept.display()).into());
        }
        Ok(arguments)
    }

    /// Sets the variables of the test program that differ from those of this process.
    fn set_environment(&self, command: &mut Command) {
        let directory = self.package.paths[0].as_path();
        let directory = if directory.is_dir() { Some(directory) } else { directory.parent() };
        command.env("PWD", directory.unwrap_or(Path::new(".")));
        if let Some(root) = &self.package.goroot {
            let path = std::env::var_os("PATH").unwrap_or_default();
            let all = [root.join("bin")].into_iter().chain(std::env::split_paths(&path));
            command.env("PATH", std::env::join_paths(all).unwrap_or(path)).env("GOROOT", root);
        }
    }
}

/// The file name of a package's test program.
pub(super) fn program_name(package: &Package) -> String {
    format!("{}.test", package.path.rsplit('/').next().unwrap_or("main"))
}

/// The path of the test program's coverage profile.
fn profile_in(dir: &Path) -> PathBuf {
    dir.join("cover.out")
}

/// An event of the test process: output, a report, or the end of the reports.
enum ProcessEvent {
    Output(Vec<u8>),
    Report(Report),
    /// The process has closed its stream of reports, because the process ends.
    LastReport,
}

/// The events of a process. The channel is disconnected when the process has closed both of its streams.
fn events(output: PipeReader, reports: Reports) -> Receiver<ProcessEvent> {
    let (events, received) = channel();
    let pieces = events.clone();
    // The threads end when the streams are closed. A process that the program started may hold its output for longer
    // than minigo waits.
    std::thread::spawn(move || {
        forward_pipe(output, |bytes| pieces.send(ProcessEvent::Output(bytes.to_vec())).is_ok());
    });
    std::thread::spawn(move || {
        let all = reports.map(ProcessEvent::Report).chain([ProcessEvent::LastReport]);
        all.map(|event| events.send(event)).all(|sent| sent.is_ok())
    });
    received
}

/// Divides the output of the process: it is errors of the compiler until the program starts, and then the program's
/// output.
struct OutputSplitter<F> {
    /// The time at which the program started, if it has.
    started_at: Option<Instant>,
    /// Whether the process prints the result of an earlier run.
    is_reused: bool,
    /// The name under which the result can be stored.
    result_id: Option<String>,
    errors: Vec<u8>,
    handle_output: F,
}

impl<F: FnMut(&[u8])> OutputSplitter<F> {
    /// Takes the report that the program starts. If many runs are made, the first report counts.
    fn begin(&mut self, report: Report) {
        if self.started_at.is_none() {
            self.started_at = Some(Instant::now());
            (self.handle_output)(&std::mem::take(&mut self.errors));
        }
        match report {
            Report::Started { result } => self.result_id = result,
            Report::Reused => self.is_reused = true,
        }
    }

    fn forward(&mut self, bytes: &[u8]) {
        match self.started_at {
            Some(_) => (self.handle_output)(bytes),
            None => self.errors.extend_from_slice(bytes),
        }
    }
}

/// Calls `take` with the bytes from a pipe until the pipe ends or `take` returns false.
fn forward_pipe(mut from: impl Read, mut take: impl FnMut(&[u8]) -> bool) {
    let mut buffer = vec![0; 1 << 16];
    loop {
        match from.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(n @ 1..) if take(&buffer[..n]) => {}
            _ => break,
        }
    }
}

/// Reads the rest of the pipe; returns false if the pipe stays open.
fn drain(events: &Receiver<ProcessEvent>, mut read: impl FnMut(&[u8])) -> bool {
    let until = Instant::now() + OUTPUT_TIMEOUT;
    loop {
        match events.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(ProcessEvent::Output(bytes)) => read(&bytes),
            // Only the test process reports, and it has ended.
            Ok(ProcessEvent::Report(_) | ProcessEvent::LastReport) => {}
            Err(RecvTimeoutError::Disconnected) => return true,
            Err(RecvTimeoutError::Timeout) => return false,
        }
    }
}

/// Ends a program that exceeds its time limit. The program ends itself, by a timer of package testing, if its
/// goroutines still run.
struct TimeLimit {
    time_limit: Option<Duration>,
    forced_end: Option<ForcedEnd>,
}

impl TimeLimit {
    fn new(flags: &Flags) -> Self {
        let endless = flags.bench || flags.fuzz;
        Self {
            time_limit: flags.timeout.filter(|_| !endless).map(|t| t + KILL_AFTER),
            forced_end: None,
        }
    }

    /// The time after which the caller has to apply the limit.
    fn time_until_next(&self, since: Option<Instant>) -> Duration {
        let (Some(after), Some(since)) = (self.time_limit, since) else { return NO_TIMEOUT };
        let next = match &self.forced_end {
            None => after,
            Some(ForcedEnd::Killed(_)) => return NO_TIMEOUT,
            Some(_) => after + OUTPUT_TIMEOUT,
        };
        // `apply` acts only when more time than `next` has passed.
        (next + Duration::from_millis(1)).saturating_sub(since.elapsed())
    }

    /// Applies the limit; `since` is the time at which the program started, if it has.
    fn apply(&mut self, child: &mut Child, since: Option<Instant>) -> io::Result<()> {
        let (Some(after), Some(since)) = (self.time_limit, since) else { return Ok(()) };
        let ran = since.elapsed();
        if ran > after && self.forced_end.is_none() {
            minigo_vm::host::request_goroutine_dump(child.id());
            self.forced_end = Some(ForcedEnd::Interrupted(after));
        }
        if ran > after + OUTPUT_TIMEOUT && !matches!(self.forced_end, Some(ForcedEnd::Killed(_))) {
            child.kill()?;
            self.forced_end = Some(ForcedEnd::Killed(after));
        }
        Ok(())
    }
}

impl FinishedTest {
    /// The result if no program was started.
    fn without_program(ended: TestProgramEnd) -> Self {
        Self { end: ended, seconds: 0.0, forced_end: None, is_cached: false, storable_result: None }
    }

    /// Reports whether the tests have passed.
    pub(super) fn passed(&self) -> bool {
        match &self.end {
            TestProgramEnd::NotBuilt { .. } => false,
            TestProgramEnd::NoTests => true,
            TestProgramEnd::With(status) => status.success() && self.forced_end.is_none(),
        }
    }

    /// The last lines about a program that has run.
    pub(super) fn result_lines(&self, path: &str, output: &[u8], flags: &Flags) -> String {
        let time = if self.is_cached { "(cached)".into() } else { format!("{:.3}s", self.seconds) };
        let mut text = String::new();
        let ended = output.is_empty() || output.ends_with(b"\n");
        let TestProgramEnd::With(status) = &self.end else { return text };
        if self.passed() {
            if !ended {
                text.push('\n');
            }
            let says = |line: &str| {
                let line = format!("testing: warning: {line}\n");
                memchr::memmem::find(output, line.as_bytes()).is_some()
            };
            let none = match () {
                () if says("no tests to run") => " [no tests to run]",
                () if says("no fuzz tests to fuzz") => " [no fuzz tests to fuzz]",
                () if says("-fuzz matches more than one fuzz test, won't fuzz") => {
                    "[-fuzz matches more than one fuzz test, won't fuzz]"
                }
                () => "",
            };
            let covered = flags.cover.as_ref().map(|_| coverage_line(output)).unwrap_or_default();
            return text + &format!("ok  \t{path}\t{time}{covered}{none}\n");
        }
        match &self.forced_end {
            Some(ForcedEnd::Interrupted(after)) => {
                let after = after.as_secs_f64();
                text += &format!("*** Test killed with quit: ran too long ({after}s).\n");
            }
            Some(ForcedEnd::Killed(after)) => {
                text += &format!("*** Test killed: ran too long ({}s).\n", after.as_secs_f64());
            }
            Some(ForcedEnd::Open(for_time)) => {
                let seconds = for_time.as_secs_f64();
                text += &format!("*** Test I/O incomplete {seconds}s after exiting.\n");
            }
            None => {}
        }
        match (status.code(), status.signal()) {
            (None, Some(signal)) => text += &format!("signal: {}\n", signal_name(signal)),
            (Some(code), _) if output.is_empty() => text += &format!("exit status {code}\n"),
            _ if !ended => text.insert(0, '\n'),
            _ => {}
        }
        let mark = if flags.json { "\x16" } else { "" };
        text + &format!("{mark}FAIL\t{path}\t{time}\n")
    }
}
