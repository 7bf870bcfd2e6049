//! The output of programs, while the user types a line and at other times.
//!
//! Goroutines keep running while the user types. While the user types, the output of goroutines must not go directly to
//! the terminal, because it would land in the middle of the line. The output waits in [`Screen`] until the editor
//! redraws the line, which happens at every key: then the output is printed above the prompt, in one write together
//! with the prompt. If no key is pressed, a thread sends the editor an empty message, which makes it redraw the line
//! too. Therefore no output is ever on its way to an editor that has just ended, and the goroutines' output stays in
//! order. While no line is being typed, output goes to the terminal at once.
//!
//! The waiting output has a size limit: goroutines that print faster than the terminal displays must wait. A traceback
//! never waits, since its goroutine may hold locks that other goroutines need.

use crate::session::Output;
use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};
use rustyline::ExternalPrinter;
use std::io::{Write as _, stdin};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The number of bytes of waiting output beyond which writers to standard output wait.
const MAX_WAITING_BYTES: usize = 256 << 10;

/// The time after which an incomplete line of output is shown without waiting for the rest of the line.
const LINE_TIMEOUT: Duration = Duration::from_millis(50);

/// The message that makes the editor redraw its line. The editor adds a line feed to a message, so the message moves
/// the cursor up first, and the cursor stays in its line.
const REDRAW: &str = "\x1b[A\n";

/// The terminal as programs see it: the receiver of their output.
#[derive(Default)]
pub(crate) struct Screen {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Whether a thread serves an editor.
    has_editor_thread: bool,
    /// Whether the user is typing a line in an editor that a thread serves.
    is_user_typing: bool,
    /// Whether the user is typing a line, also in an editor that no thread serves.
    is_reading: bool,
    /// The terminal's mode before the first line was typed, and its mode while a line is typed.
    mode_before: Option<Termios>,
    editor_mode: Option<Termios>,
    /// The number of times that the process was continued after a stop.
    process_continue_count: u64,
    /// Whether the editor must redraw the line.
    must_redraw: bool,
    /// The output that waits to be printed.
    waiting_output: Vec<u8>,
    /// Whether the beginning of an incomplete line of output has waited for [`LINE_TIMEOUT`].
    is_line_late: bool,
    /// Whether the editor has been sent a message and has not redrawn the line yet.
    editor_notified: bool,
    /// Whether the last output ended in the middle of a line.
    is_mid_line: bool,
    /// Whether the editor has ended.
    is_closed: bool,
}

impl Output for Screen {
    fn write(&self, fd: i32, buf: &[u8]) -> Result<usize, i32> {
        let mut state = self.lock();
        while fd == 1 && state.is_user_typing && state.waiting_output.len() > MAX_WAITING_BYTES {
            state = self.wait_for_change(state);
        }
        if state.is_user_typing {
            state.waiting_output.extend_from_slice(buf);
            self.changed.notify_all();
            return Ok(buf.len());
        }
        state.is_mid_line = buf.last().map_or(state.is_mid_line, |&last| last != b'\n');
        write_unbuffered(fd, buf).map_err(|error| error.raw_os_error().unwrap_or_default())?;
        Ok(buf.len())
    }
}

/// Ends the terminal's current line, unless the cursor is at the beginning of a line.
fn begin_line(state: &mut State) {
    if std::mem::take(&mut state.is_mid_line) {
        // If the terminal is gone, the failure has no effect.
        let _ = write_unbuffered(1, b"\n");
    }
}

/// Writes without buffering, so that the output of both streams stays in order.
fn write_unbuffered(fd: i32, buf: &[u8]) -> std::io::Result<()> {
    if fd == 2 {
        return std::io::stderr().lock().write_all(buf);
    }
    let mut out = std::io::stdout().lock();
    out.write_all(buf)?;
    out.flush()
}

impl Screen {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_for_change<'l>(&self, state: MutexGuard<'l, State>) -> MutexGuard<'l, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Accounts for the `^C` that the terminal has echoed at the cursor. Returns whether a line is being typed.
    pub(crate) fn note_echoed_interrupt(&self) -> bool {
        let mut state = self.lock();
        if !state.is_reading {
            state.is_mid_line = true;
            begin_line(&mut state);
        }
        state.is_reading
    }

    /// Records the terminal's mode when the editor has started and set it.
    pub(crate) fn record_editor_mode(&self) {
        let mode = tcgetattr(stdin()).ok();
        self.lock().editor_mode = mode;
    }

    /// Prepares the terminal for a stop of the process while a line is typed. Returns how often the process was
    /// continued before.
    pub(crate) fn prepare_stop(&self) -> u64 {
        self.restore_mode();
        self.lock().process_continue_count
    }

    /// Waits until the process has been stopped and continued, at most for `limit`, because the process may not stop.
    pub(crate) fn wait_until_continued(&self, before: u64, limit: Duration) {
        let same = |state: &mut State| state.process_continue_count == before;
        // The result does not matter: typing continues in either case.
        let _ = self.changed.wait_timeout_while(self.lock(), limit, same);
    }

    /// Restores the terminal after the process was continued: another process may have changed it while this process
    /// was stopped.
    pub(crate) fn restore_terminal(&self) {
        self.lock().process_continue_count += 1;
        self.resume_typing();
        self.changed.notify_all();
    }

    /// If a line is being typed, restores the editor's terminal mode and makes the editor redraw the line.
    pub(crate) fn resume_typing(&self) {
        let mut state = self.lock();
        if let Some(mode) = state.editor_mode.clone().filter(|_| state.is_reading) {
            // If the terminal is gone, there is no mode to set.
            let _ = tcsetattr(stdin(), SetArg::TCSADRAIN, &mode);
            let _ = write_unbuffered(1, b"\x1b[?2004h");
            state.must_redraw = true;
            self.changed.notify_all();
        }
    }

    /// Records the terminal's mode, which [`Self::restore_mode`] restores.
    pub(crate) fn remember_mode(&self) {
        let mode = tcgetattr(stdin()).ok();
        self.lock().mode_before = mode;
    }

    /// Restores the terminal's mode from before the editor, when the process ends or stops.
    pub(crate) fn restore_mode(&self) {
        let state = self.lock();
        if state.is_reading {
            let _ = write_unbuffered(1, b"\x1b[?2004l\r\n");
        }
        if let Some(mode_before) = &state.mode_before {
            // If the terminal is gone, there is no mode to set.
            let _ = tcsetattr(stdin(), SetArg::TCSANOW, mode_before);
        }
    }

    /// Begins a new line, unless the cursor is at the beginning of one.
    pub(crate) fn fresh_line(&self) {
        begin_line(&mut self.lock());
    }

    /// Marks that a line is being typed from now on, and begins it in a new line of the terminal.
    pub(crate) fn begin_typing(&self) {
        let mut state = self.lock();
        begin_line(&mut state);
        (state.is_user_typing, state.is_reading) = (state.has_editor_thread, true);
    }

    /// Marks that the line has been typed, and prints the output that waits.
    pub(crate) fn end_typing(&self) {
        let mut state = self.lock();
        (state.is_user_typing, state.is_reading, state.is_line_late, state.must_redraw) =
            (false, false, false, false);
        state.editor_mode = None;
        let rest = std::mem::take(&mut state.waiting_output);
        state.is_mid_line = rest.last().is_some_and(|&last| last != b'\n');
        let _ = write_unbuffered(1, &rest);
        self.changed.notify_all();
    }

    /// Removes and returns the waiting output to print above the line that is being typed, in whole lines.
    pub(crate) fn take_waiting_lines(&self) -> String {
        let mut state = self.lock();
        state.editor_notified = false;
        let line_is_late = std::mem::take(&mut state.is_line_late);
        let end = state.waiting_output.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        let end = if line_is_late { state.waiting_output.len() } else { end };
        let lines: Vec<u8> = state.waiting_output.drain(..end).collect();
        self.changed.notify_all();
        drop(state);
        let mut text = String::from_utf8_lossy(&lines).into_owned();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }

    /// Makes the editor redraw its line whenever output waits, until [`close`](Self::close) is called.
    fn serve_editor(&self, mut editor: impl ExternalPrinter) {
        while self.wait_for_pending_output() {
            if editor.print(REDRAW.to_owned()).is_err() {
                return;
            }
        }
    }

    /// Waits until output must be printed while a line is being typed. Returns false once the editor has ended.
    fn wait_for_pending_output(&self) -> bool {
        let mut state = self.lock();
        let mut since = None;
        while !state.is_closed {
            if state.is_user_typing && !state.editor_notified && state.must_redraw {
                (state.editor_notified, state.must_redraw) = (true, false);
                return true;
            }
            if !state.is_user_typing || state.editor_notified || state.waiting_output.is_empty() {
                since = None;
                state = self.wait_for_change(state);
                continue;
            }
            let waited = since.get_or_insert_with(Instant::now).elapsed();
            state.is_line_late = waited >= LINE_TIMEOUT;
            if state.is_line_late || state.waiting_output.contains(&b'\n') {
                state.editor_notified = true;
                return true;
            }
            let rest = self.changed.wait_timeout(state, LINE_TIMEOUT - waited);
            state = rest.unwrap_or_else(PoisonError::into_inner).0;
        }
        false
    }

    /// Marks that the editor has ended.
    fn close(&self) {
        let mut state = self.lock();
        (state.is_closed, state.has_editor_thread) = (true, false);
        drop(state);
        self.changed.notify_all();
    }

    /// Starts a thread that serves an editor.
    pub(crate) fn start_editor_thread(
        self: &Arc<Self>,
        editor: impl ExternalPrinter + Send + 'static,
    ) -> Option<EditorThread> {
        self.lock().is_closed = false;
        let screen = self.clone();
        let serve = move || screen.serve_editor(editor);
        let thread = std::thread::Builder::new().name("minigo-output".into()).spawn(serve).ok()?;
        self.lock().has_editor_thread = true;
        Some(EditorThread { screen: self.clone(), thread: Some(thread) })
    }
}

/// The thread that serves an editor, until this value is dropped. The editor must end before the value is dropped.
pub(crate) struct EditorThread {
    screen: Arc<Screen>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Drop for EditorThread {
    fn drop(&mut self) {
        self.screen.close();
        if let Some(thread) = self.thread.take() {
            // A panic of the thread has been reported already.
            drop(thread.join());
        }
    }
}
