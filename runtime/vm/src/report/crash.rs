//! Ends the program with a message and a traceback.

use crate::goroutine::context::Cx;
use crate::goroutine::state::{PendingResume, Wait};
use crate::report::traceback::{self, Names};
use crate::shared::ExitStatus;
use crate::shared::debugging::StopCause;
use crate::shared::embedding::Crash;
use crate::shared::session_inputs::InputEnd;
use crate::shared::settings::TracebackLevel;
use minigo_sched::{Reason, RunOutcome, Step};
use std::sync::atomic::Ordering;

/// Ends the program. The goroutine is never resumed.
pub(crate) fn end_program(cx: &mut Cx, status: ExitStatus) -> Step {
    die_with_message(cx, status, &[])
}

/// Ends the program with a last message, unless another goroutine has ended it already.
pub(crate) fn die_with_message(cx: &mut Cx, status: ExitStatus, message: &[u8]) -> Step {
    if cx.shared().inputs.is_some() {
        return end_goroutine(cx, status, message);
    }
    if cx.shared().set_status(status) {
        cx.shared().has_crashed.store(!message.is_empty(), Ordering::SeqCst);
        cx.shared().write_crash(message);
    }
    cx.task().finish(RunOutcome::Finished);
    cx.g().wait = Wait::Forever;
    Step::Park(Reason::Unknown)
}

/// In a session only the goroutine ends, without its deferred calls: these have run already if it panicked.
fn end_goroutine(cx: &mut Cx, status: ExitStatus, message: &[u8]) -> Step {
    if cx.shared().embedding.is_none() {
        cx.shared().write_stderr(message);
    }
    end_goroutine_at_once(
        cx,
        if message.is_empty() { InputEnd::Exited(status.code()) } else { InputEnd::Failed },
    )
}

/// Ends a goroutine of a session, without its deferred calls.
pub(crate) fn end_goroutine_at_once(cx: &mut Cx, end: InputEnd) -> Step {
    if let Some(unwind) = cx.g().unwind_record.take() {
        let panics = unwind.panics.iter().filter(|panic| !panic.is_goexit).count();
        cx.shared().panicking_goroutines.fetch_sub(panics as u32, Ordering::SeqCst);
    }
    cx.end_input(end);
    Step::Done
}

/// Ends the program with a last message and the goroutine's stack; from level `others` on, the stacks of the other
/// goroutines follow.
pub(crate) fn crash_program(cx: &mut Cx, message: Vec<u8>, others: TracebackLevel) -> Step {
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    if let Some(debugging) = unsafe { &(*shared).debugging }
        && debugging.stops_at_crashes()
        && debugging.report_stop(cx.g().id, StopCause::Crash(first_line(&message)), cx.position())
    {
        if cx.counts_instructions {
            cx.g().pending_resume = PendingResume::Crash(Vec::new(), others);
            cx.wait_for_debugger(cx.position());
            cx.g().pending_resume = PendingResume::Nothing;
            return crash_now(cx, message, others);
        }
        cx.g().pending_resume = PendingResume::Crash(message, others);
        cx.task().freeze_current();
        return Step::Preempted;
    }
    crash_now(cx, message, others)
}

/// The first line of a message that says what has happened.
fn first_line(message: &[u8]) -> String {
    let text = String::from_utf8_lossy(message);
    text.lines().find(|line| !line.is_empty()).unwrap_or_default().to_owned()
}

/// Ends the program like [`crash_program`], without asking a debugger.
pub(crate) fn crash_now(cx: &mut Cx, mut message: Vec<u8>, others: TracebackLevel) -> Step {
    if cx.shared().embedding.is_some() {
        note_for_embedder(cx, &message);
        return die_with_message(cx, ExitStatus::Exited(2), &message);
    }
    let level = cx.shared().settings.traceback_level();
    if level >= TracebackLevel::Single {
        let mut stack = String::from("\n");
        traceback::append_current_goroutine(cx, Names::for_messages, &mut stack);
        message.extend(stack.as_bytes());
    }
    if level >= others && cx.shared().inputs.is_none() {
        let id = cx.g().id;
        cx.shared().dying_goroutine.store(id, Ordering::SeqCst);
    }
    die_with_message(cx, ExitStatus::Exited(2), &message)
}

/// Keeps the report of the goroutine that is about to end for the embedder: nothing is printed.
fn note_for_embedder(cx: &mut Cx, message: &[u8]) {
    let mut trace = String::new();
    traceback::append_current_goroutine(cx, Names::for_messages, &mut trace);
    let frames = traceback::crash_frames(cx);
    let message = String::from_utf8_lossy(message).trim_end().to_owned();
    let crash = Crash { goroutine: cx.g().id, message, trace, frames };
    if let Some(embedding) = cx.shared().embedding.as_deref() {
        embedding.note_crash(crash);
    }
}

/// Ends the program with a fatal error of the runtime itself: text, traceback, exit status 2.
pub(crate) fn throw(cx: &mut Cx, text: &str) -> Step {
    let text = text.replace('\n', "\n\t");
    crash_program(cx, format!("fatal error: {text}\n").into_bytes(), TracebackLevel::All)
}
