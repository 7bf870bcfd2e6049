//! A command in a terminal, tested as a user uses it: by typing keys and reading the screen.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The time limit of a step, even on a loaded machine.
const STEP_TIMEOUT: Duration = Duration::from_secs(60);

/// The bytes that the line editor writes when it ends a line.
const LINE_EDIT_END_SEQUENCE: &[u8] = b"\x1b[?2004l";

/// The bytes that the line editor writes before and after it paints.
const REPAINT_START_AND_END: [&[u8]; 2] = [b"\x1b[?2026h", b"\x1b[?2026l"];

/// A terminal and the command that runs in it.
pub(crate) struct Terminal {
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn std::io::Write + Send>,
    output: Arc<Mutex<TerminalOutput>>,
}

/// The output of the command so far.
struct TerminalOutput {
    screen: vt100::Parser,
    bytes: Vec<u8>,
}

impl TerminalOutput {
    fn count(&self, sequence: &[u8]) -> usize {
        self.bytes.windows(sequence.len()).filter(|window| *window == sequence).count()
    }

    /// Reports whether the screen is between two states, with the line half painted.
    fn is_half_painted(&self) -> bool {
        let last = |paints: &[u8]| self.bytes.windows(paints.len()).rposition(|w| w == paints);
        last(REPAINT_START_AND_END[0]) > last(REPAINT_START_AND_END[1])
    }

    /// Reports whether the cursor is behind an empty prompt of the editor.
    fn has_empty_prompt(&self) -> bool {
        let screen = self.screen.screen();
        let (row, col) = screen.cursor_position();
        // The editor moves the cursor to the start of a line that it takes from its history, so column 2 alone is not
        // enough.
        let shown = screen.rows(0, 80).nth(row.into()).unwrap_or_default();
        col == 2 && shown.trim_end() == ">" && screen.bracketed_paste()
    }

    /// Reports whether the cursor is at the end of this text in the editor.
    fn has_input_line(&self, text: &str) -> bool {
        self.has_text_before_cursor(text) && self.screen.screen().bracketed_paste()
    }

    /// Reports whether the cursor's line has this text before the cursor.
    fn has_text_before_cursor(&self, text: &str) -> bool {
        let screen = self.screen.screen();
        let (row, col) = screen.cursor_position();
        let shown = screen.rows(0, col).nth(row.into()).unwrap_or_default();
        shown.trim_end() == text.trim_end() && usize::from(col) == text.chars().count()
    }
}

fn size(cols: u16, rows: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

impl Terminal {
    /// Runs a command in a terminal of 80 columns and 50 rows, in the folder `state`, which also contains the history.
    pub(crate) fn open(state: &Path, command: &[&str]) -> Self {
        let pair = native_pty_system().openpty(size(80, 50)).unwrap();
        let mut builder = CommandBuilder::new(command[0]);
        builder.args(&command[1..]);
        builder.cwd(state);
        builder.env("TERM", "xterm");
        builder.env("GOMAXPROCS", "2");
        builder.env("XDG_STATE_HOME", state);
        builder.env("EDITOR", "sed -i s/40/41/");
        builder.env("PS1", "$ ");
        for name in ["VISUAL", "GOTRACEBACK", "NO_COLOR", "TERM_PROGRAM", "ENV"] {
            builder.env_remove(name);
        }
        let child = pair.slave.spawn_command(builder).unwrap();
        let keys = pair.master.take_writer().unwrap();
        let mut from = pair.master.try_clone_reader().unwrap();
        let screen = vt100::Parser::new(50, 80, 0);
        let seen = Arc::new(Mutex::new(TerminalOutput { screen, bytes: Vec::new() }));
        let shown = seen.clone();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = from.read(&mut bytes) {
                let mut seen = lock(&shown);
                seen.screen.process(&bytes[..n]);
                seen.bytes.extend_from_slice(&bytes[..n]);
            }
        });
        Self { master: pair.master, child, keys, output: seen }
    }

    pub(crate) fn type_text(&mut self, text: &str) {
        self.type_bytes(text.as_bytes());
    }

    pub(crate) fn type_bytes(&mut self, bytes: &[u8]) {
        self.keys.write_all(bytes).unwrap();
        self.keys.flush().unwrap();
    }

    /// Types keys that end a line, behind an empty prompt or typed text, and waits until the line has ended.
    pub(crate) fn type_and_wait_for_line_end(&mut self, text: &str) {
        let before = lock(&self.output).count(LINE_EDIT_END_SEQUENCE);
        self.type_text(text);
        self.wait_until("end of the line", |seen| seen.count(LINE_EDIT_END_SEQUENCE) > before);
    }

    /// Waits for an empty prompt, and types a line and Enter.
    pub(crate) fn enter_line(&mut self, line: &str) {
        self.wait_for_prompt();
        self.type_and_wait_for_line_end(&format!("{line}\r"));
    }

    /// Waits for an empty prompt.
    pub(crate) fn wait_for_prompt(&self) {
        self.wait_until("prompt", TerminalOutput::has_empty_prompt);
    }

    /// Waits until the editor shows this line, including the prompt, with the cursor at its end.
    pub(crate) fn wait_for_line(&self, text: &str) {
        self.wait_until(text, |seen| seen.has_input_line(text));
    }

    /// Waits until the cursor is behind this text, whether the editor or the terminal shows it.
    pub(crate) fn wait_for_cursor(&self, text: &str) {
        self.wait_until(text, |seen| seen.has_text_before_cursor(text));
    }

    pub(crate) fn resize(&self, cols: u16, rows: u16) {
        lock(&self.output).screen.screen_mut().set_size(rows, cols);
        self.master.resize(size(cols, rows)).unwrap();
    }

    /// Returns the screen's content, with `▒` at the cursor.
    pub(crate) fn screen_text(&self) -> String {
        render_screen(lock(&self.output).screen.screen())
    }

    fn wait_until(&self, what: &str, is_right: impl Fn(&TerminalOutput) -> bool) {
        let began = Instant::now();
        let is_reached = |seen: &TerminalOutput| !seen.is_half_painted() && is_right(seen);
        while !is_reached(&lock(&self.output)) {
            assert!(
                began.elapsed() < STEP_TIMEOUT,
                "no {what} on the screen:\n{}\n",
                self.screen_text()
            );
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Waits until the screen contains a text.
    pub(crate) fn wait_for_text(&self, text: &str) {
        self.wait_until(text, |seen| seen.screen.screen().contents().contains(text));
    }

    /// Waits until the screen has the expected content.
    pub(crate) fn wait_for_screen(&self, wanted: &str, as_shown: impl Fn(&str) -> String) {
        let is_right =
            |seen: &TerminalOutput| as_shown(&render_screen(seen.screen.screen())) == wanted;
        self.wait_until(&format!("screen like\n{wanted}\n\nbut this"), is_right);
    }

    /// Waits until the command has ended. Returns its status, or the name of the signal that ended it.
    pub(crate) fn wait_for_exit(&mut self) -> String {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                let signal = status.signal().map(str::to_owned);
                return signal.unwrap_or_else(|| status.exit_code().to_string());
            }
            assert!(
                began.elapsed() < STEP_TIMEOUT,
                "the command does not end:\n{}",
                self.screen_text()
            );
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Sends a signal to the command.
    pub(crate) fn send_signal(&self, name: &str) {
        let id = self.child.process_id().unwrap().to_string();
        let status = std::process::Command::new("kill").args(["-s", name, &id]).status();
        assert!(status.unwrap().success());
    }

    /// Waits until the terminal is in the mode that a shell expects: lines with echo, and unmarked pastes.
    pub(crate) fn wait_for_original_mode(&self) {
        self.wait_until("the terminal has its original mode", |seen| {
            let mode = self.master.get_termios().unwrap().local_flags;
            let flags = libc::ECHO | libc::ICANON | libc::ISIG;
            mode.bits() & flags == flags && !seen.screen.screen().bracketed_paste()
        });
    }
}

fn lock(seen: &Mutex<TerminalOutput>) -> MutexGuard<'_, TerminalOutput> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}

fn render_screen(screen: &vt100::Screen) -> String {
    let (rows, cols) = screen.size();
    let cursor = screen.cursor_position();
    let mut out = String::new();
    for row in 0..rows {
        let mut line = String::new();
        for col in 0..cols {
            if (row, col) == cursor {
                line.push('▒');
            }
            let cell = screen.cell(row, col).unwrap();
            match cell.contents() {
                _ if cell.is_wide_continuation() => {}
                "" => line.push(' '),
                contents => line.push_str(contents),
            }
        }
        if cursor == (row, cols) {
            line.push('▒');
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out.trim_end().to_owned()
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// Creates an empty folder, with a Go file in it.
pub(crate) fn create_state_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("terminal-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("shapes.go"), "func area(w, h int) int { return w * h }\n").unwrap();
    folder
}
