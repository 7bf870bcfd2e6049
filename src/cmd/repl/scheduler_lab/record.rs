//! `:trace`: records the events from one input to another in a file.

use crate::cmd::repl::commands::{ArgumentCompletion, Command, Group};
use crate::cmd::repl::show::print_note;
use crate::cmd::repl::{Console, NextAction};
use crate::cmd::trace;
use minigo_vm::NoTrace;
use minigo_vm::inspect::Detail;
use std::path::{Path, PathBuf};

pub(super) const GROUP: Group = Group {
    heading: "Traces",
    commands: &[Command {
        name: "trace",
        arguments: "start|stop [FILE]",
        completion: ArgumentCompletion::Words(&["start", "stop"]),
        help: "records what the scheduler does; FILE.html is a page, FILE.json for ui.perfetto.dev, any other compact",
        execute: toggle_trace,
    }],
};

/// A running trace, and its file if that was named at the start.
pub(crate) struct RunningTrace(Option<PathBuf>);

fn toggle_trace(console: &mut Console<'_>, text: &str) -> NextAction {
    let (verb, file) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let file = Some(file.trim()).filter(|file| !file.is_empty()).map(PathBuf::from);
    match verb {
        "start" => start_recording(console, file),
        "stop" => stop_recording(console, file),
        _ => console.report_failure("usage: :trace start|stop [FILE]"),
    }
    NextAction::Next
}

fn start_recording(console: &mut Console<'_>, file: Option<PathBuf>) {
    let procs = console.session.inspect(Detail::SCHEDULER).scheduler.ps.len();
    match console.session.machine().start_trace(trace::default_events_per_p(procs)) {
        Ok(()) => {
            let end = if file.is_some() { ":trace stop" } else { ":trace stop FILE" };
            print_note(&format!("recording: {end} writes the trace"));
            console.trace = Some(RunningTrace(file));
        }
        Err(NoTrace::Running) => {
            console.report_failure("a trace runs already: :trace stop FILE ends it");
        }
        Err(NoTrace::NotCounted) => console.report_failure(
            "there is no trace to write: this session has recorded nothing (:trace start)",
        ),
    }
}

fn stop_recording(console: &mut Console<'_>, file: Option<PathBuf>) {
    let Some(RunningTrace(named)) = &console.trace else {
        console.report_failure("no trace runs: :trace start begins one");
        return;
    };
    match file.or_else(|| named.clone()) {
        Some(file) => write_recording(console, &file),
        None => console.report_failure("name a file: :trace stop FILE (recording continues)"),
    }
}

/// Ends the trace and writes it. If writing fails, the trace is lost, and an error says so.
fn write_recording(console: &mut Console<'_>, file: &Path) {
    console.trace = None;
    let Some(recording) = console.session.machine().stop_trace() else { return };
    match trace::save_recording(file, &recording) {
        Ok(missing) => {
            print_note(&format!("written to {}", file.display()));
            missing.iter().for_each(|missing| print_note(missing));
        }
        Err(why) => console.report_failure(&why),
    }
}

/// At the end of the session, writes a running trace if its file is known.
pub(in crate::cmd::repl) fn write_trace_at_session_end(console: &mut Console<'_>) {
    match &console.trace {
        Some(RunningTrace(Some(file))) => write_recording(console, &file.clone()),
        Some(RunningTrace(None)) => {
            console.trace = None;
            print_note("the trace was not written: no file was named");
        }
        None => {}
    }
}
