//! What programs print, while a line is typed and otherwise.
//!
//! Goroutines go on while the user types. What they print then may not go to the terminal as it is: it would stand in
//! the middle of the line. It waits here, and a thread hands it to the editor, which writes it above the line. While
//! no line is typed output goes to the terminal at once.
//!
//! The editor takes one message at a time, between two keys. So goroutines that print faster than that wait: what
//! waits here has a limit. A traceback never waits, since its goroutine may hold what others need.

use crate::session::Output;
use rustyline::ExternalPrinter;
use std::io::Write as _;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How many bytes of standard output may wait.
const ROOM: usize = 256 << 10;

/// How long the begin of a line waits for its rest.
const PATIENCE: Duration = Duration::from_millis(50);

/// The terminal as programs see it.
#[derive(Default)]
pub(crate) struct Screen {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Whether a line is being typed.
    typing: bool,
    /// What has been printed meanwhile.
    waiting: Vec<u8>,
    /// Whether what was printed last ends in the middle of a line.
    in_line: bool,
    /// Whether there is no editor any more.
    closed: bool,
}

impl Output for Screen {
    fn write(&self, fd: i32, buf: &[u8]) -> Result<usize, i32> {
        let mut state = self.lock();
        while fd == 1 && state.typing && state.waiting.len() > ROOM {
            state = self.wait(state);
        }
        if state.typing {
            state.waiting.extend_from_slice(buf);
            self.changed.notify_all();
            return Ok(buf.len());
        }
        state.in_line = buf.last().map_or(state.in_line, |&last| last != b'\n');
        put(fd, buf).map_err(|error| error.raw_os_error().unwrap_or_default())?;
        Ok(buf.len())
    }
}

/// Writes past all buffers, so that the order of both streams stays.
fn put(fd: i32, buf: &[u8]) -> std::io::Result<()> {
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

    fn wait<'l>(&self, state: MutexGuard<'l, State>) -> MutexGuard<'l, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a line, unless the cursor stands at the begin of one.
    pub(crate) fn fresh_line(&self) {
        let mut state = self.lock();
        if std::mem::take(&mut state.in_line) {
            let _ = put(1, b"\n");
        }
    }

    /// A line is being typed from now on.
    pub(crate) fn begin_typing(&self) {
        let mut state = self.lock();
        if !state.typing {
            state.typing = true;
            self.changed.notify_all();
        }
    }

    /// The line is there: what waits is printed.
    pub(crate) fn end_typing(&self) {
        let mut state = self.lock();
        state.typing = false;
        let rest = std::mem::take(&mut state.waiting);
        state.in_line = rest.last().is_some_and(|&last| last != b'\n');
        let _ = put(1, &rest);
        self.changed.notify_all();
    }

    /// Hands what is printed to the editor, until [`close`](Self::close).
    pub(crate) fn serve(&self, mut editor: impl ExternalPrinter) {
        while let Some(text) = self.next_lines() {
            if editor.print(text).is_err() {
                return;
            }
        }
    }

    /// The lines that have been printed while a line is typed; `None` at the end.
    fn next_lines(&self) -> Option<String> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if !state.typing || state.waiting.is_empty() {
                state = self.wait(state);
                continue;
            }
            if state.waiting.contains(&b'\n') {
                break;
            }
            let waited = self.changed.wait_timeout(state, PATIENCE);
            let (again, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
            state = again;
            if timeout.timed_out() && state.typing && !state.waiting.is_empty() {
                break;
            }
        }
        let end = state.waiting.iter().rposition(|&b| b == b'\n');
        let end = end.map_or(state.waiting.len(), |at| at + 1);
        let lines: Vec<u8> = state.waiting.drain(..end).collect();
        self.changed.notify_all();
        Some(String::from_utf8_lossy(&lines).into_owned())
    }

    /// There is no editor any more.
    fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// Begins to serve an editor, on a thread.
    pub(crate) fn attend(
        self: &Arc<Self>,
        editor: impl ExternalPrinter + Send + 'static,
    ) -> Option<Attendance> {
        self.lock().closed = false;
        let screen = self.clone();
        let serve = move || screen.serve(editor);
        let thread = std::thread::Builder::new().name("minigo-output".into()).spawn(serve).ok()?;
        Some(Attendance { screen: self.clone(), thread: Some(thread) })
    }
}

/// The thread that serves an editor, as long as this lives. The editor must end first.
pub(crate) struct Attendance {
    screen: Arc<Screen>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Drop for Attendance {
    fn drop(&mut self) {
        self.screen.close();
        if let Some(thread) = self.thread.take() {
            // A panic of the thread has been reported.
            drop(thread.join());
        }
    }
}
