//! Decides whether a run has failed, and how.

use super::program::FinishedRun;
use crate::options::{Explore, RunDifference};
use minigo_vm::ExitStatus;
use minigo_vm::search::CutReason;
use regex_automata::meta::Regex;

/// The kind of a failure, the most serious kinds first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum FailureKind {
    Panic,
    Fatal,
    Deadlock,
    Hang,
    Exit,
    Assertion,
    Differs,
    Leak,
    Race,
}

impl FailureKind {
    /// Reports whether the kind is a race or a leak: another failure of the same program could say more.
    pub(super) const fn is_minor(self) -> bool {
        matches!(self, Self::Leak | Self::Race)
    }

    /// The kind's name in JSON.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Panic => "panic",
            Self::Fatal => "fatal error",
            Self::Deadlock => "deadlock",
            Self::Hang => "hang",
            Self::Exit => "exit status",
            Self::Assertion => "assertion",
            Self::Differs => "output",
            Self::Leak => "leak",
            Self::Race => "data race",
        }
    }
}

/// The failure of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Failure {
    pub(super) kind: FailureKind,
    /// The failure in one line.
    pub(super) title: String,
}

/// The conditions for a failure.
#[derive(Default)]
pub(super) struct FailureConditions {
    output_differs: bool,
    assert_pattern: Option<Regex>,
}

impl FailureConditions {
    pub(super) fn of(explore: &Explore) -> Result<Self, String> {
        let assert = explore
            .assert
            .as_deref()
            .map(|text| Regex::new(text).map_err(|error| format!("--assert: {text}: {error}")));
        Ok(Self {
            output_differs: explore.fail_on == Some(RunDifference::Output),
            assert_pattern: assert.transpose()?,
        })
    }

    /// Reports whether a run can fail because its output differs from another run's.
    pub(super) const fn compares_outcomes(&self) -> bool {
        self.output_differs
    }

    /// The failure of the run, if it failed; `first` is the output of the first run.
    pub(super) fn failure_of(&self, ran: &FinishedRun, first: Option<&[u8]>) -> Option<Failure> {
        let failure = |kind, title: &str| Some(Failure { kind, title: title.to_owned() });
        let text = String::from_utf8_lossy(&ran.stderr);
        let line = |prefix: &str| text.lines().find(|line| line.starts_with(prefix));
        match ran.explored.trace.cut_reason {
            // The run was not finished, but leaks and races that it has already are failures.
            Some(CutReason::Unfinished) => return minor_failure(ran, &text),
            Some(CutReason::Redundant) => return None,
            Some(CutReason::TooLong) => {
                return failure(FailureKind::Hang, "the program does not end (hang or livelock)");
            }
            Some(CutReason::Unkept) | None => {}
        }
        if ran.explored.is_deadlock && ran.crashed {
            return failure(FailureKind::Deadlock, line("fatal error: ").unwrap_or("deadlock"));
        }
        if ran.crashed {
            return match line("panic: ") {
                Some(title) => failure(FailureKind::Panic, title),
                None => failure(FailureKind::Fatal, line("fatal error: ").unwrap_or("fatal error")),
            };
        }
        match ran.status {
            ExitStatus::Exited(0) => {}
            // The race detector has set this exit status.
            ExitStatus::Exited(66) if ran.explored.race_count > 0 => {}
            ExitStatus::Exited(code) => {
                let title = failed_test(&ran.stdout);
                let title = title.unwrap_or_else(|| format!("exit status {code}"));
                return failure(FailureKind::Exit, &title);
            }
            ExitStatus::Killed(signal) => {
                return failure(FailureKind::Exit, &format!("signal {signal}"));
            }
        }
        if let Some(wanted) = &self.assert_pattern
            && !wanted.is_match(&ran.stdout)
        {
            return failure(FailureKind::Assertion, "the output does not match");
        }
        if self.output_differs && first.is_some_and(|first| first != ran.stdout) {
            return failure(FailureKind::Differs, "the output differs from that of the first run");
        }
        minor_failure(ran, &text)
    }
}

/// The leak or race of a run that has not failed otherwise; `text` is its output on standard error.
fn minor_failure(ran: &FinishedRun, text: &str) -> Option<Failure> {
    let failure = |kind, title| Some(Failure { kind, title });
    if minigo_vm::mentions_leaks(text) {
        return failure(FailureKind::Leak, leak_title(text));
    }
    if ran.explored.race_count > 0 {
        return failure(FailureKind::Race, race_title(text));
    }
    None
}

/// The line in which package testing reports a failed test, without the time.
fn failed_test(stdout: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(stdout);
    let line = text.lines().find(|line| line.starts_with("--- FAIL: "))?;
    Some(line.split(" (").next().unwrap_or(line).to_owned())
}

/// The title for a race: it names the variable in the race report.
fn race_title(text: &str) -> String {
    let name = text.lines().find_map(|line| line.strip_prefix("variable: "));
    name.map_or_else(|| "data race".to_owned(), |name| format!("data race on {name}"))
}

/// The line of a leak report that names a leaked goroutine.
fn leak_title(text: &str) -> String {
    let line = text.lines().find(|line| line.starts_with("minigo: ") && line.contains(" leaked"));
    let line = line.map_or("leaked goroutines", str::trim);
    line.strip_prefix("minigo: ").unwrap_or(line).to_owned()
}
