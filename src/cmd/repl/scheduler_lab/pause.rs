//! Commands that pause the scheduler and let it make its decisions one at a time.
//!
//! Events reported while the scheduler is paused are stored, and shown with the next decision.

use crate::cmd::repl::commands::{ArgumentCompletion, Command, Group};
use crate::cmd::repl::show::print_note;
use crate::cmd::repl::{Console, NextAction};
use crate::cmd::scheduler_decisions::RunningGoroutines;
use minigo_vm::inspect::DecisionReport;
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

pub(super) const GROUP: Group = Group {
    heading: "The scheduler's decisions",
    commands: &[
        Command {
            name: "pause",
            arguments: "",
            completion: ArgumentCompletion::Nothing,
            help: "stops the scheduler before its next decision; no input runs until :go",
            execute: pause_scheduler,
        },
        Command {
            name: "tick",
            arguments: "[N]",
            completion: ArgumentCompletion::Nothing,
            help: "makes the next decision, or the next N: each with its rule, and the queues after it",
            execute: allow_decisions,
        },
        Command {
            name: "go",
            arguments: "",
            completion: ArgumentCompletion::Nothing,
            help: "lets the scheduler go on after :pause",
            execute: resume_scheduler,
        },
    ],
};

/// The reported events that have not been shown yet, as text.
#[derive(Clone, Default)]
pub(crate) struct PauseReports(Arc<Mutex<String>>);

impl PauseReports {
    fn take_reports(&self) -> String {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The time limit for waiting for a decision.
const DECISION_TIMEOUT: Duration = Duration::from_millis(500);

/// The size in bytes beyond which no more text is stored between two commands.
const MAX_KEPT_TEXT: usize = 1 << 20;

/// The error for an input while the scheduler is paused.
pub(crate) const NO_INPUT_ERROR: &str = "the scheduler is paused, so no input can run: :tick makes its next decision, :go lets it go on";

fn pause_scheduler(console: &mut Console<'_>, _: &str) -> NextAction {
    if console.scheduler_pause.is_some() {
        print_note("the scheduler is paused already");
        return NextAction::Next;
    }
    let kept = PauseReports::default();
    let (listens, mut board) = (kept.clone(), RunningGoroutines::default());
    let listener = move |report: &DecisionReport, func: Option<&str>| {
        let mut kept = listens.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < MAX_KEPT_TEXT {
            kept.push_str(&board.text(report, func));
        }
    };
    let machine = console.session.machine();
    machine.pause_scheduler();
    machine.set_listener(Some(Box::new(listener)));
    console.scheduler_pause = Some(kept);
    print_note("paused: :tick makes the next decision, :go lets the scheduler go on");
    NextAction::Next
}

fn allow_decisions(console: &mut Console<'_>, count: &str) -> NextAction {
    let Some(kept) = &console.scheduler_pause else {
        console.report_failure("the scheduler is not paused: :pause first");
        return NextAction::Next;
    };
    let n = match count.parse() {
        Ok(n) if n > 0 => n,
        Err(_) if count.is_empty() => 1,
        _ => {
            console.report_failure(&format!("{count} is not a number of decisions"));
            return NextAction::Next;
        }
    };
    let missing = console.session.machine().allow_scheduler_decisions(n, DECISION_TIMEOUT);
    // If standard output is closed, nobody can read the text.
    let _ = std::io::stdout().write_all(kept.take_reports().as_bytes());
    if missing > 0 {
        print_note(match missing == n {
            true => "there is no decision to make: all goroutines wait, or continue to run",
            false => "no further decision is due: goroutines wait, or run on",
        });
    }
    NextAction::Next
}

fn resume_scheduler(console: &mut Console<'_>, _: &str) -> NextAction {
    if console.scheduler_pause.take().is_none() {
        print_note("the scheduler is not paused");
        return NextAction::Next;
    }
    let machine = console.session.machine();
    machine.set_listener(None);
    machine.resume_scheduler();
    NextAction::Next
}
