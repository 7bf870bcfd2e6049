//! Whether a run has failed, and how.

use super::program::Ran;
use crate::options::{Difference, Explore};
use minigo_vm::ExitStatus;
use minigo_vm::search::Cut;
use regex_automata::meta::Regex;

/// The kind of a failure; those that come first matter more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Kind {
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

impl Kind {
    /// Whether a run that fails so could also fail in a way that says more.
    pub(super) const fn is_minor(self) -> bool {
        matches!(self, Self::Leak | Self::Race)
    }

    /// As JSON has it.
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

/// How a run has failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Failure {
    pub(super) kind: Kind,
    /// In a line.
    pub(super) title: String,
}

/// What counts as a failure.
#[derive(Default)]
pub(super) struct Judge {
    differs: bool,
    assert: Option<Regex>,
}

impl Judge {
    pub(super) fn of(explore: &Explore) -> Result<Self, String> {
        let assert = explore
            .assert
            .as_deref()
            .map(|text| Regex::new(text).map_err(|error| format!("--assert: {text}: {error}")));
        Ok(Self {
            differs: explore.fail_on == Some(Difference::Output),
            assert: assert.transpose()?,
        })
    }

    /// Whether a run can fail by what another one has printed.
    pub(super) const fn compares(&self) -> bool {
        self.differs
    }

    /// How the run has failed, if it has; `first` is what the first one has printed.
    pub(super) fn judge(&self, ran: &Ran, first: Option<&[u8]>) -> Option<Failure> {
        let failure = |kind, title: &str| Some(Failure { kind, title: title.to_owned() });
        let text = String::from_utf8_lossy(&ran.stderr);
        let line = |prefix: &str| text.lines().find(|line| line.starts_with(prefix));
        match ran.shown.trace.cut {
            // Its leaks and races are some, however it would have gone on.
            Some(Cut::Unfinished) => return minor(ran, &text),
            Some(Cut::Redundant) => return None,
            Some(Cut::TooLong) => {
                return failure(Kind::Hang, "the program makes no end (hang or livelock)");
            }
            Some(Cut::Unkept) | None => {}
        }
        if ran.shown.deadlock && ran.crashed {
            return failure(Kind::Deadlock, line("fatal error: ").unwrap_or("deadlock"));
        }
        if ran.crashed {
            return match line("panic: ") {
                Some(title) => failure(Kind::Panic, title),
                None => failure(Kind::Fatal, line("fatal error: ").unwrap_or("fatal error")),
            };
        }
        match ran.status {
            ExitStatus::Exited(0) => {}
            // The detector's.
            ExitStatus::Exited(66) if ran.shown.race_count > 0 => {}
            ExitStatus::Exited(code) => {
                let title = failed_test(&ran.stdout);
                let title = title.unwrap_or_else(|| format!("exit status {code}"));
                return failure(Kind::Exit, &title);
            }
            ExitStatus::Killed(signal) => return failure(Kind::Exit, &format!("signal {signal}")),
        }
        if let Some(wanted) = &self.assert
            && !wanted.is_match(&ran.stdout)
        {
            return failure(Kind::Assertion, "the output does not match");
        }
        if self.differs && first.is_some_and(|first| first != ran.stdout) {
            return failure(Kind::Differs, "the output differs from that of the first run");
        }
        minor(ran, &text)
    }
}

/// A leak or a race of a run that has not failed otherwise; `text`: what it has printed on standard error.
fn minor(ran: &Ran, text: &str) -> Option<Failure> {
    let failure = |kind, title| Some(Failure { kind, title });
    if minigo_vm::tells_of_leaks(text) {
        return failure(Kind::Leak, leak(text));
    }
    if ran.shown.race_count > 0 {
        return failure(Kind::Race, race(text));
    }
    None
}

/// The line by which package testing says that a test has failed, without its time.
fn failed_test(stdout: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(stdout);
    let line = text.lines().find(|line| line.starts_with("--- FAIL: "))?;
    Some(line.split(" (").next().unwrap_or(line).to_owned())
}

/// What the report of a race names.
fn race(text: &str) -> String {
    let name = text.lines().find_map(|line| line.strip_prefix("variable: "));
    name.map_or_else(|| "data race".to_owned(), |name| format!("data race on {name}"))
}

/// The line of a report of leaks that names one.
fn leak(text: &str) -> String {
    let line = text.lines().find(|line| line.starts_with("minigo: ") && line.contains(" leaked"));
    let line = line.map_or("leaked goroutines", str::trim);
    line.strip_prefix("minigo: ").unwrap_or(line).to_owned()
}
