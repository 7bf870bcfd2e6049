//! `minigo repl`, `minigo -e`: inputs from a terminal, a pipe or an argument, one after the other, in one session.
//!
//! [`input`] divides what is read into inputs, [`editor`] is the terminal's line editor, [`show`] prints what came of
//! one, [`commands`] is the table of what begins with a colon, [`lab`] has its rows about goroutines and the scheduler.
//! A session that is reset begins anew, so that the loop here makes sessions.

mod commands;
mod editor;
mod input;
mod interrupt;
mod lab;
mod show;

use super::{FAILED, print_error};
use crate::options::Repl;
use crate::session::{Evaluation, Options, Session, Store};
use minigo_vm::InputEnd;
use std::path::Path;

/// Keywords and predeclared names that are worth completing.
const KNOWN: &[&str] = &[
    "append",
    "any",
    "bool",
    "break",
    "byte",
    "case",
    "chan",
    "clear",
    "close",
    "const",
    "continue",
    "copy",
    "default",
    "defer",
    "delete",
    "else",
    "error",
    "fallthrough",
    "false",
    "float64",
    "func",
    "interface",
    "int64",
    "len",
    "make",
    "map",
    "new",
    "panic",
    "print",
    "println",
    "range",
    "recover",
    "return",
    "rune",
    "select",
    "string",
    "struct",
    "switch",
    "true",
    "type",
    "uint64",
    "var",
];

/// The exit status when an input panics or makes a fatal error.
const CRASHED: u8 = 2;

/// What a command wants to happen next.
pub(crate) enum Then {
    /// The next input.
    Next,
    /// A new session.
    Reset,
    /// The end, with this status.
    Leave(u8),
}

/// A session and what was typed into it.
pub(crate) struct Console<'s> {
    session: Session<'s>,
    /// The inputs that were accepted.
    accepted: Vec<String>,
    /// How many inputs there were.
    number: u32,
    /// The status of the first input that failed.
    status: u8,
    /// Whether the next input is timed.
    timed: bool,
    /// Whether somebody types: then nothing but leaving ends the session.
    interactive: bool,
}

/// Runs the statements of `minigo -e`.
#[must_use]
pub fn eval(text: &str) -> u8 {
    with_console(false, |console| match text.trim_start().strip_prefix(':') {
        Some(_) => console.take(text),
        None => console.named_input("-e", text),
    })
    .0
}

/// Runs the inputs of standard input, after the declarations of the files.
#[must_use]
pub fn run(repl: &Repl) -> u8 {
    let mut inputs = input::Inputs::of_stdin();
    let interactive = inputs.is_terminal();
    let mut files = &repl.files[..];
    loop {
        let (status, again) = with_console(interactive, |console| {
            for file in files {
                match console.load(file) {
                    Then::Next => {}
                    other => return other,
                }
            }
            while let Some(text) = inputs.next_input(|| console.names()) {
                match console.take(&text) {
                    Then::Next => {}
                    other => return other,
                }
            }
            Then::Leave(if interactive { 0 } else { console.status })
        });
        if !again {
            return status;
        }
        files = &[];
    }
}

/// Makes a session for `work`. Returns its status, and whether another session is wanted.
fn with_console(interactive: bool, work: impl FnOnce(&mut Console<'_>) -> Then) -> (u8, bool) {
    let store = Store::default();
    let args = std::env::args_os().take(1).map(std::ffi::OsString::into_encoded_bytes).collect();
    let session = match Session::new(&store, &Options { args, ..Options::default() }) {
        Ok(session) => session,
        Err(error) => return (print_error(&error.0), false),
    };
    if interactive {
        interrupt::on_ctrl_c(session.remote());
    }
    let (accepted, number, status) = (Vec::new(), 0, 0);
    let mut console = Console { session, accepted, number, status, timed: false, interactive };
    match work(&mut console) {
        Then::Next => (console.status, false),
        Then::Reset => (console.status, true),
        Then::Leave(status) => (status, false),
    }
}

impl Console<'_> {
    /// Does what an input or command says.
    fn take(&mut self, text: &str) -> Then {
        match text.trim_start().strip_prefix(':') {
            Some(command) => commands::run(self, command.trim()),
            None => self.input(text),
        }
    }

    /// Runs an input.
    pub(crate) fn input(&mut self, text: &str) -> Then {
        self.number += 1;
        let name = format!("input·{}", self.number);
        self.named_input(&name, text)
    }

    fn named_input(&mut self, name: &str, text: &str) -> Then {
        let began = std::time::Instant::now();
        let compiled = self.session.compile(name, text);
        show::findings(&self.session, &compiled.evaluation);
        let result = self.session.run(compiled);
        let took = began.elapsed();
        show::values(&result);
        if std::mem::take(&mut self.timed) {
            print_error(&format!("{took:.1?}, {} goroutines", self.session.goroutines()));
        }
        if !result.is_rejected() {
            self.accepted.push(text.to_owned());
        }
        self.ended(&result)
    }

    fn ended(&mut self, result: &Evaluation) -> Then {
        let failed = match result.end {
            _ if result.is_rejected() => FAILED,
            Some(InputEnd::Exited(status)) => return self.exit(status),
            Some(InputEnd::Interrupted) => {
                print_error("interrupted");
                0
            }
            Some(InputEnd::Failed | InputEnd::Deadlocked) => CRASHED,
            _ => 0,
        };
        if self.status == 0 {
            self.status = failed;
        }
        match self.session.take_exit() {
            Some(status) => self.exit(status),
            None => Then::Next,
        }
    }

    /// Says why a command cannot do what it should.
    pub(crate) fn fail(&mut self, why: &str) {
        self.status = print_error(why);
    }

    /// Something has called `os.Exit`.
    fn exit(&mut self, status: i32) -> Then {
        if self.interactive {
            print_error(&format!("exit status {status} (the session goes on; Ctrl-D leaves)"));
            return Then::Next;
        }
        Then::Leave(status as u8)
    }

    /// What can be completed: what has been declared, packages, predeclared names, keywords.
    fn names(&mut self) -> Vec<String> {
        let declared = self.session.environment().into_iter().map(|d| d.name.to_string());
        let last = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
        let packages = minigo_stdlib::paths().filter(|p| !p.contains("internal")).map(last);
        declared.chain(packages).chain(KNOWN.iter().map(|name| (*name).to_owned())).collect()
    }

    /// Runs a file as one input.
    pub(crate) fn load(&mut self, file: &Path) -> Then {
        match std::fs::read_to_string(file) {
            Ok(text) => self.named_input(&file.display().to_string(), &text),
            Err(error) => {
                let why = crate::errno::text(&error);
                self.status = print_error(&format!("open {}: {why}", file.display()));
                Then::Next
            }
        }
    }
}
