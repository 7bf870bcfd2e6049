//! The plan of one test program, and the stream by which it reaches the process that executes it.
//!
//! `minigo test` starts a process for each package: the process compiles the package with its tests and runs them, or
//! searches their interleavings. The process gets its plan on its standard input, one end of a pair of connected
//! sockets. On the sockets that have delivered the plan, the process reports the program's start; the end of the
//! process closes the sockets. The program has an empty standard input.
//!
//! Command `run` executes plans and `test` makes them; neither knows the other.

use crate::options::Tests;
use rustix::io::fcntl_dupfd_cloexec;
use rustix::stdio::dup2_stdin;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Child, Command};

/// The hidden command of minigo that executes a plan.
pub const PLANNED_COMMAND: &str = "planned";

/// The exit status for a package that cannot be loaded.
pub const SETUP_FAILED_STATUS: u8 = 3;
/// The exit status for a package with warnings of vet that keep it from being tested.
pub const VET_FAILED_STATUS: u8 = 4;

/// The place of the seed in [`TestPlan::repeated_by`].
pub const SEED_PLACEHOLDER: &str = "{seed}";

/// The least number for the process's end of the sockets: the program's own files have the numbers below, as under Go.
const MIN_SOCKET_FD: i32 = 200;

/// The action of a process on a package's tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TestAction {
    /// Runs the tests that the program's arguments choose.
    Run,
    /// Searches the interleavings of these tests.
    Explore,
}

/// The whole task of a process that works on the tests of one package.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TestPlan {
    /// The action.
    pub action: TestAction,
    /// The package, and the packages whose statements are counted.
    pub tests: Tests,
    /// Public flags of `minigo run` or `minigo explore`: for building, for the machine, for the search.
    pub flags: Vec<OsString>,
    /// The name that the test program gets.
    pub name: OsString,
    /// The arguments of the test program: filters and time limits of package testing, and the user's own.
    pub arguments: Vec<OsString>,
    /// Whether to run vet first; if it reports anything, the tests do not run.
    pub vet: bool,
    /// The directory whose files count as inputs of the tests; `None` if no earlier result may be printed.
    pub results_root: Option<PathBuf>,
    /// The command that repeats a run of these tests, with [`SEED_PLACEHOLDER`] in place of the seed.
    pub repeated_by: Option<String>,
}

/// An event that a process reports to the one that has started it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Report {
    /// The program has been compiled and starts.
    Started {
        /// The name under which the result of the tests can be stored; `None` if it cannot.
        result: Option<String>,
    },
    /// The process prints the result of an earlier run instead of starting the program.
    Reused,
}

impl TestPlan {
    /// The plan as a command line of minigo, without the package, for which the line has no words.
    pub fn words(&self) -> impl Iterator<Item = OsString> {
        let action = match self.action {
            TestAction::Run => "run",
            TestAction::Explore => "explore",
        };
        let command = ["minigo", action].map(OsString::from).into_iter();
        let program = ["--".into(), self.name.clone()];
        let arguments = self.arguments.iter().cloned();
        command.chain(self.flags.iter().cloned()).chain(program).chain(arguments)
    }

    /// A command that will execute a plan when it is started by [`start`](Self::start).
    ///
    /// # Errors
    /// The path of this executable is not known.
    pub fn command() -> io::Result<Command> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg(PLANNED_COMMAND);
        Ok(command)
    }

    /// Starts the process that executes this plan.
    ///
    /// # Errors
    /// The process cannot be started, or a path of the plan is not UTF-8.
    pub fn start(&self, command: &mut Command) -> io::Result<(Child, Reports)> {
        let text = postcard::to_allocvec(self).map_err(io::Error::other)?;
        let (mut ours, theirs) = UnixStream::pair()?;
        let child = command.stdin(OwnedFd::from(theirs)).spawn()?;
        // The command still holds the process's end, whose closing is to say that the process has ended.
        command.stdin(std::process::Stdio::null());
        // If the process has ended already, its exit status is the report.
        let _ = ours.write_all(&text).and_then(|()| ours.shutdown(Shutdown::Write));
        Ok((child, Reports(BufReader::new(ours))))
    }
}

/// The reports of a process, in order. The iterator ends with the process.
#[derive(Debug)]
pub struct Reports(BufReader<UnixStream>);

impl Iterator for Reports {
    type Item = Report;

    fn next(&mut self) -> Option<Report> {
        let mut line = String::new();
        self.0.read_line(&mut line).ok()?;
        serde_json::from_str(&line).ok()
    }
}

/// The plan that this process executes, and its stream of reports.
#[derive(Debug)]
pub struct PlannedTests {
    /// The plan.
    pub plan: TestPlan,
    reports: UnixStream,
}

impl PlannedTests {
    /// Receives the plan of this process, which then has an empty standard input.
    ///
    /// # Errors
    /// Standard input is not the socket of a process that sends a plan.
    pub fn receive() -> io::Result<Self> {
        let stdin = io::stdin();
        // The limit on open files may be below that number: then the socket gets the lowest free number.
        let high = fcntl_dupfd_cloexec(&stdin, MIN_SOCKET_FD);
        let mut reports = UnixStream::from(high.or_else(|_| fcntl_dupfd_cloexec(&stdin, 3))?);
        let mut text = Vec::new();
        reports.read_to_end(&mut text)?;
        let plan = postcard::from_bytes(&text).map_err(io::Error::other)?;
        dup2_stdin(File::open("/dev/null")?)?;
        Ok(Self { plan, reports })
    }

    /// Reports an event to the process that has sent the plan. If the process that has sent the plan has ended, the
    /// report is lost.
    pub fn report(&self, report: &Report) {
        if let Ok(line) = serde_json::to_string(report) {
            let _ = (&self.reports).write_all(format!("{line}\n").as_bytes());
        }
    }
}
