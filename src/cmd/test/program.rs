//! The test program of one package: a process of `minigo run` that compiles the package with its tests, notes its start
//! in a file, and runs the tests.

use super::cached::{self, CacheRequest, StorableResult};
use super::cover::{RunCoverage, coverage_line};
use super::{Flags, Package};
use crate::cache;
use crate::cmd::seeds::{SEED, line};
use crate::options::coverage::Coverage;
use std::ffi::OsString;
use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The exit status of `minigo run --tests-of` for a package that cannot be loaded.
pub(in crate::cmd) const SETUP_FAILED: u8 = 3;
/// The exit status for a package with warnings that [`vet`](super::vet) keeps.
pub(in crate::cmd) const VET_FAILED: u8 = 4;

/// The test program of a package, with the flags of the command.
pub(super) struct Program<'p> {
    pub(super) package: &'p Package,
    pub(super) flags: &'p Flags,
    pub(super) covering: Option<&'p RunCoverage>,
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
    pub(super) ended: TestProgramEnd,
    /// How long the program ran, in seconds.
    pub(super) seconds: f64,
    /// How the program was forced to end, if it was.
    forced: Option<ForcedEnd>,
    /// Whether the result of an earlier run was printed.
    cached: bool,
    /// The result, if later runs may use it.
    pub(super) storable: Option<StorableResult>,
}

enum ForcedEnd {
    /// The program was asked to dump its goroutines and exit, after this time.
    Interrupted(Duration),
    /// The program was killed after this time.
    Killed(Duration),
    /// A process that the program had started kept its output open after this time.
    Open(Duration),
}

/// The interval at which the start and the end of the program are polled while it prints nothing.
const POLL_INTERVAL: Duration = Duration::from_millis(2);
/// How much longer than its own time limit a program may take to dump its goroutines.
const KILL_AFTER: Duration = Duration::from_secs(60);
/// How long the output of a program may stay open after its end.
const OUTPUT_OPEN: Duration = Duration::from_secs(5);

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
            return self.check();
        }
        let dir = tempfile::Builder::new().prefix("minigo-test").tempdir()?;
        let start = dir.path().join("start");
        let (mut command, asked) = self.command(dir.path(), &start)?;
        let (output, pipe) = io::pipe()?;
        command.stdin(Stdio::null()).stdout(pipe.try_clone()?).stderr(pipe);
        let mut child = command.spawn()?;
        // The command holds the other end of the pipe.
        drop(command);
        let (chunks, pieces) = channel();
        // The thread ends when the pipe is closed. A process that the program started may hold the pipe for longer than
        // minigo waits.
        std::thread::spawn(move || forward(output, |bytes| chunks.send(bytes.to_vec()).is_ok()));
        let mut output = Output { start: &start, running: None, errors: Vec::new(), read };
        let mut limits = Limits::new(self.flags);
        let status = loop {
            let piece = pieces.recv_timeout(POLL_INTERVAL);
            output.forward(piece.as_deref().unwrap_or_default());
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if piece == Err(RecvTimeoutError::Disconnected) {
                std::thread::sleep(POLL_INTERVAL);
            }
            limits.apply(&mut child, output.running)?;
        };
        let seconds = seconds_since(&start);
        if !drain(&pieces, |bytes| output.forward(bytes)) {
            limits.forced.get_or_insert(ForcedEnd::Open(OUTPUT_OPEN));
        }
        if let Some(covering) = self.covering {
            covering.add_file(&profile_in(dir.path()));
        }
        let ended = match output.running {
            Some(_) => TestProgramEnd::With(status),
            None => self.not_built(output.errors, status),
        };
        let note = std::fs::read_to_string(&start).unwrap_or_default();
        let cached = cached::was_cached(&note);
        let seconds = if cached { 0.0 } else { seconds };
        let mut ran =
            FinishedTest { ended, seconds, forced: limits.forced, cached, storable: None };
        if ran.passed() {
            ran.storable = asked.and_then(|asked| asked.read(&note, &profile_in(dir.path())));
        }
        Ok(ran)
    }

    fn not_built(&self, errors: Vec<u8>, status: ExitStatus) -> TestProgramEnd {
        let path = &self.package.path;
        let named = |head: &str| {
            let text = String::from_utf8_lossy(&errors);
            text.replace(&format!(" [{path}.test]\n"), head).into_bytes()
        };
        match status.code().and_then(|code| u8::try_from(code).ok()) {
            // If the package cannot be loaded, the heading must not name a test program.
            Some(SETUP_FAILED) if errors.starts_with(b"# ") => {
                TestProgramEnd::NotBuilt { errors: named("\n"), step: "setup" }
            }
            Some(SETUP_FAILED) => {
                let errors = [format!("# {path}\n").as_bytes(), &errors].concat();
                TestProgramEnd::NotBuilt { errors, step: "setup" }
            }
            Some(VET_FAILED) => TestProgramEnd::NotBuilt {
                errors: named(&format!("\n# [{path}]\n")),
                step: "build",
            },
            _ => TestProgramEnd::NotBuilt { errors, step: "build" },
        }
    }

    /// Compiles a package without tests, to report its errors.
    fn check(&self) -> io::Result<FinishedTest> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["check", "--no-vet", "--error-format=go"]).args(self.flags.build_args());
        command.arg(if self.flags.all_errors { "-e" } else { "--first-errors" });
        match self.package.of_dependency {
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

    /// The `minigo test` command that repeats a run of this package's tests, with [`SEED`] in place of the seed.
    fn repeating_command(&self) -> String {
        let mut words = self.flags.repeating_words();
        words.push(self.package.path.clone().into());
        words.extend(self.flags.own_arguments());
        format!("minigo test --seed {SEED} {}", line(&words))
    }

    fn command(&self, dir: &Path, start: &Path) -> io::Result<(Command, Option<CacheRequest>)> {
        let mut args: Vec<OsString> = vec!["run".into(), "--error-format=go".into()];
        for path in &self.package.paths {
            args.push(format!("--tests-of={}", path.display()).into());
        }
        if self.package.of_dependency {
            args.push(format!("--import-path={}", self.package.path).into());
        }
        args.extend(self.flags.build_args());
        if self.flags.vet {
            args.push("--vet".into());
        }
        if self.flags.all_errors {
            args.push("-e".into());
        }
        args.extend(self.covering.into_iter().flat_map(|it| coverage_args(&it.of(self.package))));
        args.extend(self.flags.run.iter().cloned());
        let minigo = std::env::current_exe()?;
        let last = self.package.path.rsplit('/').next().unwrap_or("main");
        let name = dir.join(format!("{last}.test"));
        let mut command = Command::new(minigo);
        command.args(&args).arg("--note-start").arg(start);
        if self.flags.is_seeded() {
            command.arg(format!("--repeated-by={}", self.repeating_command()));
        }
        let root = cached::root(self.package, self.flags);
        if let Some(root) = &root {
            command.arg("--results-of").arg(root);
        }
        command.arg("--").arg(name).arg("-test.paniconexit0");
        if self.covering.is_some_and(RunCoverage::profiles) {
            command.arg(format!("-test.coverprofile={}", profile_in(dir).display()));
        }
        // The program runs in another directory than this command, and its profiles are written to the directory of
        // this command.
        let here = self.flags.profiled.map(|_| PathBuf::from("."));
        if let Some(dir) = self.flags.output_dir.as_ref().or(here.as_ref()) {
            command.arg(format!("-test.outputdir={}", std::path::absolute(dir)?.display()));
        }
        let directory = self.package.paths[0].as_path();
        let directory = if directory.is_dir() { Some(directory) } else { directory.parent() };
        command.env("PWD", directory.unwrap_or(Path::new(".")));
        if let Some(root) = &self.package.goroot {
            let path = std::env::var_os("PATH").unwrap_or_default();
            let all = [root.join("bin")].into_iter().chain(std::env::split_paths(&path));
            command.env("PATH", std::env::join_paths(all).unwrap_or(path)).env("GOROOT", root);
        }
        if self.flags.fuzz {
            // Inputs that increase coverage are kept in the cache for the next run; if the cache is off, in a temporary
            // directory.
            let kept = cache::fuzz_inputs(&self.package.path).unwrap_or_else(|| dir.join("fuzz"));
            command.arg(format!("-test.fuzzcachedir={}", kept.display()));
        }
        let asked = root.map(|root| CacheRequest::by(&mut command, root, self.package, dir));
        command.args(&self.flags.arguments);
        Ok((command, asked))
    }
}

/// The flags of `minigo run` for coverage.
fn coverage_args(coverage: &Coverage) -> Vec<OsString> {
    let mut args = vec![OsString::from(format!("--cover-mode={}", coverage.mode.name()))];
    args.extend(coverage.packages.iter().map(|path| format!("--cover-package={path}").into()));
    args.extend(coverage.words.iter().map(|words| format!("--cover-words={words}").into()));
    args
}

/// The path of the test program's coverage profile.
fn profile_in(dir: &Path) -> PathBuf {
    dir.join("cover.out")
}

/// Divides the output of the process: it is errors of the compiler until the program starts, and then the program's
/// output.
struct Output<'s, F> {
    /// The file that exists once the program has started.
    start: &'s Path,
    running: Option<Instant>,
    errors: Vec<u8>,
    read: F,
}

impl<F: FnMut(&[u8])> Output<'_, F> {
    fn forward(&mut self, bytes: &[u8]) {
        if self.running.is_none() && self.start.exists() {
            self.running = Some(Instant::now());
            (self.read)(&std::mem::take(&mut self.errors));
        }
        match self.running {
            Some(_) => (self.read)(bytes),
            None => self.errors.extend_from_slice(bytes),
        }
    }
}

/// The time in seconds since a file was written.
fn seconds_since(file: &Path) -> f64 {
    let written = file.metadata().and_then(|found| found.modified()).ok();
    written.and_then(|time| time.elapsed().ok()).unwrap_or_default().as_secs_f64()
}

/// Passes on the bytes from the pipe until it ends or `take` returns false.
fn forward(mut from: impl Read, mut take: impl FnMut(&[u8]) -> bool) {
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
fn drain(pieces: &Receiver<Vec<u8>>, mut read: impl FnMut(&[u8])) -> bool {
    let until = Instant::now() + OUTPUT_OPEN;
    loop {
        match pieces.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(bytes) => read(&bytes),
            Err(RecvTimeoutError::Disconnected) => return true,
            Err(RecvTimeoutError::Timeout) => return false,
        }
    }
}

/// Ends a program that exceeds its time limit. The program ends itself, by a timer of package testing, if its
/// goroutines still run.
struct Limits {
    after: Option<Duration>,
    forced: Option<ForcedEnd>,
}

impl Limits {
    fn new(flags: &Flags) -> Self {
        let endless = flags.bench || flags.fuzz;
        Self { after: flags.timeout.filter(|_| !endless).map(|t| t + KILL_AFTER), forced: None }
    }

    /// Applies the limit; `since` is the time at which the program started, if it has.
    fn apply(&mut self, child: &mut Child, since: Option<Instant>) -> io::Result<()> {
        let (Some(after), Some(since)) = (self.after, since) else { return Ok(()) };
        let ran = since.elapsed();
        if ran > after && self.forced.is_none() {
            minigo_vm::host::request_goroutine_dump(child.id());
            self.forced = Some(ForcedEnd::Interrupted(after));
        }
        if ran > after + OUTPUT_OPEN && !matches!(self.forced, Some(ForcedEnd::Killed(_))) {
            child.kill()?;
            self.forced = Some(ForcedEnd::Killed(after));
        }
        Ok(())
    }
}

impl FinishedTest {
    /// The result if no program was started.
    fn without_program(ended: TestProgramEnd) -> Self {
        Self { ended, seconds: 0.0, forced: None, cached: false, storable: None }
    }

    /// Reports whether the tests have passed.
    pub(super) fn passed(&self) -> bool {
        match &self.ended {
            TestProgramEnd::NotBuilt { .. } => false,
            TestProgramEnd::NoTests => true,
            TestProgramEnd::With(status) => status.success() && self.forced.is_none(),
        }
    }

    /// The last lines about a program that has run.
    pub(super) fn line(&self, path: &str, output: &[u8], flags: &Flags) -> String {
        let time = if self.cached { "(cached)".into() } else { format!("{:.3}s", self.seconds) };
        let mut text = String::new();
        let ended = output.is_empty() || output.ends_with(b"\n");
        let TestProgramEnd::With(status) = &self.ended else { return text };
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
        match &self.forced {
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

/// The text for a signal in Go's syscall.Signal.
pub(in crate::cmd) fn signal_name(signal: i32) -> String {
    let name = match signal {
        1 => "hangup",
        2 => "interrupt",
        3 => "quit",
        4 => "illegal instruction",
        6 => "aborted",
        7 => "bus error",
        8 => "floating point exception",
        9 => "killed",
        11 => "segmentation fault",
        13 => "broken pipe",
        14 => "alarm clock",
        15 => "terminated",
        _ => return format!("signal {signal}"),
    };
    name.to_owned()
}
