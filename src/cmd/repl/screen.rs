//! What programs print, while a line is typed and otherwise.
//!
//! Goroutines go on while the user types. What they print then may not go to the terminal as it is: it would stand in
//! the middle of the line. It waits here until the editor shows the line anew, which it does for every key: then the
//! text goes out in front of the prompt, in one write with it. When no key comes, a thread sends the editor an empty
//! message, upon which it shows the line too. So no text is ever on its way to an editor that has just ended, and
//! what goroutines print stays in order. While no line is typed output goes to the terminal at once.
//!
//! Goroutines that print faster than the terminal shows wait: what waits here has a limit. A traceback never waits,
//! since its goroutine may hold what others need.

use crate::session::Output;
use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};
use rustyline::ExternalPrinter;
use std::io::{Write as _, stdin};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How many bytes of standard output may wait.
const ROOM: usize = 256 << 10;

/// How long the begin of a line waits for its rest.
const PATIENCE: Duration = Duration::from_millis(50);

/// The message that makes the editor show its line anew. The editor ends a message with a line feed: the cursor goes up
/// first, so that it stays where it is.
const NOTHING: &str = "\x1b[A\n";

/// The terminal as programs see it.
#[derive(Default)]
pub(crate) struct Screen {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Whether a thread serves an editor.
    attended: bool,
    /// Whether a line is being typed.
    typing: bool,
    /// The same, also where no thread serves the editor.
    reading: bool,
    /// The terminal's mode before the first line was typed, and while one is.
    before: Option<Termios>,
    mode: Option<Termios>,
    /// How often the process has gone on after it was stopped.
    continued: u64,
    /// Whether the line is to be shown anew.
    stale: bool,
    /// What has been printed meanwhile.
    waiting: Vec<u8>,
    /// Whether the begin of a line has waited long enough.
    due: bool,
    /// Whether the editor has been told that something waits, and has not come yet.
    told: bool,
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

/// Ends the line of the terminal in which the cursor stands, unless that is at its begin.
fn fresh(state: &mut State) {
    if std::mem::take(&mut state.in_line) {
        // If the terminal is gone there is nobody to tell.
        let _ = put(1, b"\n");
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

    /// The terminal itself has shown `^C`, where the cursor stood. Whether a line is typed now.
    pub(crate) fn has_shown_a_key(&self) -> bool {
        let mut state = self.lock();
        if !state.reading {
            state.in_line = true;
            fresh(&mut state);
        }
        state.reading
    }

    /// The editor has begun: the terminal is in its mode.
    pub(crate) fn is_in_mode(&self) {
        let mode = tcgetattr(stdin()).ok();
        self.lock().mode = mode;
    }

    /// The process is about to stop while a line is typed. How often it has gone on before.
    pub(crate) fn stops(&self) -> u64 {
        self.leave();
        self.lock().continued
    }

    /// Waits until the process has gone on, if it stops at all.
    pub(crate) fn waits_until_it_goes_on(&self, before: u64, limit: Duration) {
        let same = |state: &mut State| state.continued == before;
        // What comes of the wait does not matter: the line is typed on.
        let _ = self.changed.wait_timeout_while(self.lock(), limit, same);
    }

    /// The process was stopped and goes on: another process had the terminal meanwhile.
    pub(crate) fn goes_on(&self) {
        self.lock().continued += 1;
        self.types_on();
        self.changed.notify_all();
    }

    /// If a line is typed the terminal is the editor's again, and shows it.
    pub(crate) fn types_on(&self) {
        let mut state = self.lock();
        if let Some(mode) = state.mode.clone().filter(|_| state.reading) {
            // If the terminal is gone it has no mode.
            let _ = tcsetattr(stdin(), SetArg::TCSADRAIN, &mode);
            let _ = put(1, b"\x1b[?2004h");
            state.stale = true;
            self.changed.notify_all();
        }
    }

    /// The terminal is as it is to be when the process ends.
    pub(crate) fn remember_mode(&self) {
        let mode = tcgetattr(stdin()).ok();
        self.lock().before = mode;
    }

    /// The process ends or stops: what the editor has changed in the terminal is changed back.
    pub(crate) fn leave(&self) {
        let state = self.lock();
        if state.reading {
            let _ = put(1, b"\x1b[?2004l\r\n");
        }
        if let Some(before) = &state.before {
            // If the terminal is gone it has no mode.
            let _ = tcsetattr(stdin(), SetArg::TCSANOW, before);
        }
    }

    /// Begins a line, unless the cursor stands at the begin of one.
    pub(crate) fn fresh_line(&self) {
        fresh(&mut self.lock());
    }

    /// A line is typed from now on, at the begin of a line of the terminal.
    pub(crate) fn begin_typing(&self) {
        let mut state = self.lock();
        fresh(&mut state);
        (state.typing, state.reading) = (state.attended, true);
    }

    /// The line is there: what waits is printed.
    pub(crate) fn end_typing(&self) {
        let mut state = self.lock();
        (state.typing, state.reading, state.due, state.stale) = (false, false, false, false);
        state.mode = None;
        let rest = std::mem::take(&mut state.waiting);
        state.in_line = rest.last().is_some_and(|&last| last != b'\n');
        let _ = put(1, &rest);
        self.changed.notify_all();
    }

    /// What is to be printed in front of the line that is typed, in whole lines.
    pub(crate) fn take_lines(&self) -> String {
        let mut state = self.lock();
        state.told = false;
        let due = std::mem::take(&mut state.due);
        let end = state.waiting.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        let end = if due { state.waiting.len() } else { end };
        let lines: Vec<u8> = state.waiting.drain(..end).collect();
        self.changed.notify_all();
        drop(state);
        let mut text = String::from_utf8_lossy(&lines).into_owned();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }

    /// Tells the editor when something waits, until [`close`](Self::close).
    fn serve(&self, mut editor: impl ExternalPrinter) {
        while self.something_waits() {
            if editor.print(NOTHING.to_owned()).is_err() {
                return;
            }
        }
    }

    /// Waits until something is to be printed while a line is typed. False at the end.
    fn something_waits(&self) -> bool {
        let mut state = self.lock();
        let mut since = None;
        while !state.closed {
            if state.typing && !state.told && state.stale {
                (state.told, state.stale) = (true, false);
                return true;
            }
            if !state.typing || state.told || state.waiting.is_empty() {
                since = None;
                state = self.wait(state);
                continue;
            }
            let waited = since.get_or_insert_with(Instant::now).elapsed();
            state.due = waited >= PATIENCE;
            if state.due || state.waiting.contains(&b'\n') {
                state.told = true;
                return true;
            }
            let rest = self.changed.wait_timeout(state, PATIENCE - waited);
            state = rest.unwrap_or_else(PoisonError::into_inner).0;
        }
        false
    }

    /// There is no editor any more.
    fn close(&self) {
        let mut state = self.lock();
        (state.closed, state.attended) = (true, false);
        drop(state);
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
        self.lock().attended = true;
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
