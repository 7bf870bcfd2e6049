//! The debugger's command line: reads commands, waits for stops and prints them.

use super::Program;
use super::commands;
use crate::debugger::backwards::BackTarget;
use crate::debugger::breakpoint::{BreakpointLocation, BreakpointRequest};
use crate::debugger::data_breakpoint::{DataBreakpointRequest, DataWrite};
use crate::debugger::{Debugger, Event, Stop, StopReason};
use minigo_vm::ExitStatus;
use minigo_vm::debug::{Frame, HitRule, StepKind};
use std::collections::HashMap;
use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The time between two checks for Ctrl-C and for the program's end while the program runs.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How many lines of source are listed before and behind the present line.
const CONTEXT_LINES: u32 = 5;

/// The prompt of a terminal.
const PROMPT: &str = "(debug) ";

/// The state of the debugger's command line.
pub(super) struct Console {
    pub(super) debugger: Debugger,
    program: Program,
    interrupted: Arc<AtomicBool>,
    /// The goroutine and frame that commands show.
    pub(super) goroutine: u64,
    pub(super) frame: usize,
    pub(super) status: Option<u8>,
    sources: HashMap<String, Option<Vec<String>>>,
    last_command: String,
}

/// Prints lines on standard output, as far as that is possible.
pub(super) fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{text}");
    let _ = out.flush();
}

impl Console {
    pub(super) fn new(debugger: Debugger, program: Program, interrupted: Arc<AtomicBool>) -> Self {
        Self {
            debugger,
            program,
            interrupted,
            goroutine: 1,
            frame: 0,
            status: None,
            sources: HashMap::new(),
            last_command: String::new(),
        }
    }

    /// Reads and executes commands until the user leaves. Returns the exit status: that of the program if it has ended.
    pub(super) fn run(mut self) -> u8 {
        let mut editor = match std::io::stdin().is_terminal() {
            true => rustyline::DefaultEditor::new().ok(),
            false => None,
        };
        print("The program has not started: :cont starts it, :help lists the commands.");
        loop {
            let line = match &mut editor {
                Some(editor) => match editor.readline(PROMPT) {
                    Ok(line) => {
                        let _ = editor.add_history_entry(&line);
                        Some(line)
                    }
                    Err(rustyline::error::ReadlineError::Interrupted) => Some(String::new()),
                    Err(_) => None,
                },
                None => {
                    let mut line = String::new();
                    let read = std::io::stdin().lock().read_line(&mut line);
                    read.is_ok_and(|n| n > 0).then_some(line)
                }
            };
            self.interrupted.store(false, Ordering::Relaxed);
            let Some(line) = line else { break };
            let line = match line.trim() {
                "" if editor.is_some() => self.last_command.clone(),
                line => line.to_owned(),
            };
            if editor.is_none() && !line.is_empty() {
                print(&format!("> {line}"));
            }
            self.last_command.clone_from(&line);
            if commands::execute(&mut self, &line) {
                break;
            }
        }
        if self.status.is_none() {
            self.debugger.end_program();
        }
        self.status.unwrap_or(0)
    }

    /// Reports whether the program stands still after it has started; otherwise prints why not.
    pub(super) fn check_stopped(&self) -> bool {
        match (self.debugger.is_stopped(), self.status) {
            (true, _) => return true,
            (_, Some(_)) => print("the program has ended"),
            (_, None) => print("the program has not started: :cont starts it"),
        }
        false
    }

    /// Lets the program go on, or starts it, and waits until it stops or ends.
    pub(super) fn resume(&mut self) {
        if self.status.is_some() {
            return print("the program has ended");
        }
        if self.program.has_started() {
            self.debugger.resume();
        } else {
            self.program.start();
        }
        self.wait_for_stop();
    }

    /// Steps. A program that has not started goes to its first line.
    pub(super) fn step(&mut self, kind: StepKind) {
        if !self.program.has_started() {
            if !self.debugger.run_to_function(1, "main.main") {
                print("the program has no function main.main: set a breakpoint");
                return;
            }
            return self.resume();
        }
        if self.check_stopped() {
            if self.debugger.step(self.goroutine, kind) {
                self.wait_for_stop();
            } else {
                print("the goroutine is in no function of the program: :cont goes on");
            }
        }
    }

    /// Goes back to an earlier moment of a run that can be repeated. A program that has ended can go back too.
    pub(super) fn go_back(&mut self, back: BackTarget<'_>) {
        if !self.program.has_started() {
            return print("the program has not started: :cont starts it");
        }
        let here = (self.goroutine, self.frame);
        self.status = None;
        match self.debugger.go_back(&mut self.program, here, back) {
            Ok(stop) => {
                self.show_stop(&stop);
                if let BackTarget::Write(text) = back
                    && let Some(frame) = self.debugger.frames(stop.goroutine).get(self.frame)
                {
                    let (file, line) = (short_path(&frame.file), frame.line);
                    let func = &frame.func;
                    print(&format!("G{} writes {text} at {file}:{line} in {func}", stop.goroutine));
                }
            }
            Err(why) => print(&why),
        }
        if let Some(status) = self.program.status() {
            self.status = Some(status.code() as u8);
        }
    }

    fn wait_for_stop(&mut self) {
        loop {
            match self.debugger.wait(POLL_INTERVAL) {
                Some(Event::Stopped(stop)) => return self.show_stop(&stop),
                Some(Event::Logged(lines)) => lines.iter().for_each(|line| print(line)),
                None => {}
            }
            if let Some(status) = self.program.status() {
                let code = match status {
                    ExitStatus::Exited(code) => code,
                    ExitStatus::Killed(signal) => 128 + signal,
                };
                self.status = Some(code as u8);
                return print(&format!("the program has ended with status {code}"));
            }
            if self.interrupted.swap(false, Ordering::Relaxed) {
                let stop = self.debugger.pause();
                return self.show_stop(&stop);
            }
        }
    }

    fn show_stop(&mut self, stop: &Stop) {
        stop.notes.iter().for_each(|note| print(note));
        (self.goroutine, self.frame) = (stop.goroutine, 0);
        let why = match &stop.reason {
            StopReason::Breakpoints(numbers) => {
                let all: Vec<String> = numbers.iter().map(u32::to_string).collect();
                format!("breakpoint {}", all.join(", "))
            }
            StopReason::Step => String::from("step"),
            StopReason::Pause => String::from("interrupt"),
            StopReason::Panic(value) => format!("panic: {value}"),
            StopReason::Crash(message) => format!("the program ends: {message}"),
            StopReason::Deadlock => String::from("all goroutines are asleep: deadlock"),
            StopReason::Write => String::from("last write"),
            StopReason::Writes(_) => String::from("write"),
        };
        let frames = self.debugger.frames(self.goroutine);
        let in_library = matches!(
            stop.reason,
            StopReason::Panic(_)
                | StopReason::Crash(_)
                | StopReason::Deadlock
                | StopReason::Write
                | StopReason::Writes(_)
        );
        if in_library {
            self.frame = frames.iter().position(|f| !f.is_library).unwrap_or(0);
        }
        let others: Vec<String> = stop
            .all_goroutines
            .iter()
            .filter(|&&id| id != stop.goroutine && id != 0)
            .map(|id| format!("G{id}"))
            .collect();
        let also =
            if others.is_empty() { String::new() } else { format!("; also {}", others.join(", ")) };
        print(&format!("{why} (G{}){also}", self.goroutine));
        if let StopReason::Writes(writes) = &stop.reason {
            writes.iter().for_each(|write| print(&write_text(write)));
        }
        self.show_frame();
    }

    /// Prints the present frame with its line of source.
    pub(super) fn show_frame(&mut self) {
        let frames = self.debugger.frames(self.goroutine);
        let Some(frame) = frames.get(self.frame) else {
            return print("no such frame");
        };
        print(&frame_text(self.frame, frame));
        let (file, line) = (frame.file.clone(), frame.line);
        if let Some(text) = self.source_line(&file, line) {
            print(&format!("{line:>5}  {text}"));
        }
    }

    /// Prints the source around the present line.
    pub(super) fn list_source(&mut self) {
        let frames = self.debugger.frames(self.goroutine);
        let Some(frame) = frames.get(self.frame) else { return };
        let (file, at) = (frame.file.clone(), frame.line);
        let mut some = false;
        for line in at.saturating_sub(CONTEXT_LINES).max(1)..=at + CONTEXT_LINES {
            let Some(text) = self.source_line(&file, line) else { continue };
            let mark = if line == at { '>' } else { ' ' };
            print(format!("{mark}{line:>5}  {text}").trim_end());
            some = true;
        }
        if !some {
            print(&format!("no source of {file}"));
        }
    }

    /// A line of a source file, with tabs as four blanks.
    fn source_line(&mut self, file: &str, line: u32) -> Option<String> {
        let read = || {
            let text = std::fs::read_to_string(file).ok()?;
            Some(text.lines().map(|line| line.replace('\t', "    ")).collect())
        };
        let lines: &Option<Vec<String>> = self.sources.entry(file.to_owned()).or_insert_with(read);
        lines.as_ref()?.get(line.checked_sub(1)? as usize).cloned()
    }

    /// The file of the present frame, or of the program's function main.
    pub(super) fn current_file(&mut self) -> Option<String> {
        let frames = match self.debugger.is_stopped() {
            true => self.debugger.frames(self.goroutine),
            false => Vec::new(),
        };
        match frames.get(self.frame) {
            Some(frame) => Some(frame.file.clone()),
            None => self.debugger.while_stopped(|stopped| {
                let places = stopped.places_of_function("main.main");
                places.first().and_then(|&at| stopped.file_of(at))
            }),
        }
    }

    /// Sets a data breakpoint for the variable, field or element that an expression of the present frame names.
    pub(super) fn watch(&mut self, name: &str, condition: Option<String>) {
        let found = self.debugger.watched_variable(self.goroutine, self.frame, name);
        let set = found.and_then(|watched| {
            let (name, rule) = (name.to_owned(), HitRule::Always);
            let request = DataBreakpointRequest { name, watched, condition, rule };
            self.debugger.set_data_breakpoint(request)
        });
        match set {
            Ok(set) => print(&format!("watch {}: {name} is {}", set.number, set.value)),
            Err(why) => print(&why),
        }
    }

    /// Sets a breakpoint and prints where it is.
    pub(super) fn set_breakpoint(&mut self, request: BreakpointRequest) {
        let request = match request.place {
            BreakpointLocation::Line { file, line } => {
                let file = file.strip_prefix("./").unwrap_or(&file).to_owned();
                BreakpointRequest { place: BreakpointLocation::Line { file, line }, ..request }
            }
            BreakpointLocation::Function(_) => request,
        };
        match self.debugger.set_breakpoint(request) {
            Ok(set) => {
                let (number, line, file) = (set.number, set.line, short_path(&set.file));
                print(&format!("breakpoint {number} at {file}:{line}"));
            }
            Err(why) => print(&why),
        }
    }
}

/// A frame as a line of text.
pub(super) fn frame_text(number: usize, frame: &Frame) -> String {
    let inlined = if frame.is_inlined { " (inlined)" } else { "" };
    format!("#{number} {} at {}:{}{inlined}", frame.func, short_path(&frame.file), frame.line)
}

/// A write of a watched variable as a line of text.
fn write_text(write: &DataWrite) -> String {
    let place = write.place.as_ref().map(|(func, file, line)| {
        format!(", written by G{} at {}:{line} in {func}", write.goroutine, short_path(file))
    });
    format!("{}{}", write.change_text(), place.unwrap_or_default())
}

/// A file's name relative to the working directory, if it is below that.
pub(super) fn short_path(file: &str) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let relative = Path::new(file).strip_prefix(here);
    relative.map_or_else(|_| file.to_owned(), |path| path.display().to_string())
}
