//! `minigo repl`, `minigo -e`: inputs from a terminal, a pipe or an argument, one after the other, in one session.
//!
//! [`input`] divides the text that is read into inputs. [`terminal`] is the line editor, with its callbacks
//! ([`helper`], [`complete`]) and the output of goroutines while a line is typed ([`screen`]). [`show`] prints the
//! result of an input. [`commands`] is the table of commands, which begin with a colon; [`scheduler_lab`] has the
//! commands about goroutines and the scheduler. [`tour`] plays chapters. The loop in this file creates sessions,
//! because resetting a session starts a new one.

mod commands;
mod complete;
mod helper;
mod input;
mod interrupt;
mod keys;
mod lazy_session;
mod scheduler_lab;
mod screen;
mod show;
mod terminal;
mod tour;

use super::{FAILURE_STATUS, print_error};
use crate::load::modules::LANGUAGE_VERSION;
use crate::options::{Repl, Tour};
use crate::session::{
    Allocated, Cost, Evaluation, Options, Output, PendingInput, SessionDeclaration, SyntaxStore,
};
use input::Lines;
use lazy_session::LazySession;
use minigo_vm::{InputEnd, footprint};
use scheduler_lab::scheduler_settings::SchedulerSettings;
use screen::Screen;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use terminal::Terminal;

/// The exit status when an input panics or has a fatal error.
const CRASH_STATUS: u8 = 2;

/// The continuation after an input or command.
pub(crate) enum NextAction {
    /// Read the next input.
    Next,
    /// Start a new session.
    Reset,
    /// Start a new session with this chapter of the tour.
    Chapter(usize),
    /// Leave with this exit status.
    Leave(u8),
}

/// An input that compiled.
pub(crate) struct CompiledInput {
    /// The file name of the input in positions.
    pub(crate) name: String,
    pub(crate) text: String,
}

/// A session and the inputs typed into it.
pub(crate) struct Console<'s> {
    session: LazySession<'s>,
    /// The inputs that compiled.
    accepted_inputs: Vec<CompiledInput>,
    /// The running input, unless it is a file, and the last input that has failed since the last exploration.
    running_input: Option<String>,
    failed_input: Option<String>,
    /// The explanation of the last exploration's failure.
    explanation: Option<String>,
    /// The text of the last input, whether it compiled or not.
    last_input: String,
    /// The number of inputs so far.
    input_count: u32,
    /// The exit status for the first input that failed, 0 if none has.
    exit_status: u8,
    /// Whether Ctrl-C has stopped the last input.
    was_interrupted: bool,
    /// Whether the time and the allocations of the next input are printed.
    shows_times: bool,
    /// The chapter of the tour with which the session began.
    current_chapter: Option<usize>,
    /// The user's settings of the scheduler.
    scheduler_settings: SchedulerSettings,
    /// If the scheduler is paused: the events that it has reported.
    scheduler_pause: Option<scheduler_lab::pause::PauseReports>,
    /// The running trace.
    trace: Option<scheduler_lab::record::RunningTrace>,
    /// The terminal, if a user types; then only the user's leaving ends the session.
    screen: Option<Arc<Screen>>,
}

/// The error for inputs after the session's machine has ended.
const ENDED_ERROR: &str = "the session's program has ended, and its goroutines and variables are gone: :save FILE writes the inputs, :reset begins a new session";

/// Runs the statements of `minigo -e`.
#[must_use]
pub fn eval_text(text: &str) -> u8 {
    let work = |console: &RefCell<Console<'_>>| {
        let mut console = console.borrow_mut();
        match text.trim_start().strip_prefix(':') {
            Some(_) => console.run_line(text),
            None => console.run_named_input("-e", text, None),
        }
    };
    run_session(&mut SchedulerSettings::default(), None, work).0
}

/// The beginning of a session.
enum SessionStart {
    /// The session begins with the declarations of these files.
    Files(Vec<PathBuf>),
    /// The session begins with a chapter of the tour.
    Chapter(usize),
}

/// Loads the files, then runs the inputs from standard input.
#[must_use]
pub fn run_repl(repl: &Repl) -> u8 {
    if repl.max_memory.is_some() {
        footprint::return_freed_memory_at_once();
    }
    run_sessions(SessionStart::Files(repl.files.clone()), repl.max_memory)
}

/// Plays a chapter of the tour, then runs the inputs from standard input.
#[must_use]
pub fn run_tour(options: &Tour) -> u8 {
    if options.list {
        // If standard output is closed, nobody can read the text.
        let _ = std::io::stdout().write_all(tour::table_of_contents().as_bytes());
        return 0;
    }
    match tour::chapter_numbered(&options.chapter) {
        Some(number) => run_sessions(SessionStart::Chapter(number), None),
        None => {
            let chapters = tour::table_of_contents();
            print_error(&format!("{} is no chapter; the chapters are\n{chapters}", options.chapter))
        }
    }
}

/// Runs the inputs from standard input, in one session after the other.
fn run_sessions(mut start: SessionStart, max_memory: Option<usize>) -> u8 {
    let screen = terminal::is_interactive().then(|| Arc::new(Screen::default()));
    let mut lines = Lines::of_stdin();
    let mut pasted = VecDeque::new();
    let mut setup = SchedulerSettings::with_max_memory(max_memory);
    let mut failed = 0;
    if screen.is_some() && matches!(start, SessionStart::Files(_)) {
        show::print_note(&banner_text());
    }
    loop {
        if matches!(start, SessionStart::Chapter(_)) {
            setup = SchedulerSettings::with_max_memory(max_memory);
        }
        let (status, next) = run_session(&mut setup, screen.clone(), |console| {
            console.borrow_mut().exit_status = failed;
            match console.borrow_mut().begin_session(&start) {
                NextAction::Next => {}
                other => return other,
            }
            match &screen {
                Some(screen) => read_typed(console, screen, &mut pasted),
                None => read_piped(console, &mut lines),
            }
        });
        let Some(next) = next else { return status };
        (start, failed) = (next, status);
    }
}

/// Runs the inputs from a pipe or file.
fn read_piped(console: &RefCell<Console<'_>>, lines: &mut Lines) -> NextAction {
    while let Some(text) = lines.next_input() {
        match console.borrow_mut().run_line(&text) {
            NextAction::Next => {}
            other => return other,
        }
    }
    NextAction::Leave(console.borrow().status_at_end())
}

/// Runs the inputs that the user types, after inputs that were pasted in a previous session.
fn read_typed(
    console: &RefCell<Console<'_>>,
    screen: &Arc<Screen>,
    pasted: &mut VecDeque<String>,
) -> NextAction {
    let mut terminal = match Terminal::open(console, screen, pasted) {
        Ok(terminal) => terminal,
        Err(error) => {
            return NextAction::Leave(print_error(&format!("minigo: the terminal: {error}")));
        }
    };
    while let Some(text) = terminal.next_input() {
        if let Err(error) = console.borrow().session.create_session() {
            return NextAction::Leave(print_error(error.text()));
        }
        match console.borrow_mut().run_line(&text) {
            NextAction::Next => {}
            other => return other,
        }
        console.borrow_mut().discard_pasted_inputs(&mut terminal);
    }
    NextAction::Leave(console.borrow().status_at_end())
}

/// Creates a session for `work`. Returns the session's exit status, and the beginning of the next session if there is
/// to be one.
fn run_session(
    setup: &mut SchedulerSettings,
    screen: Option<Arc<Screen>>,
    work: impl FnOnce(&RefCell<Console<'_>>) -> NextAction,
) -> (u8, Option<SessionStart>) {
    let store = SyntaxStore::default();
    let args = std::env::args_os().take(1).map(std::ffi::OsString::into_encoded_bytes).collect();
    let output = screen.clone().map(|screen| screen as Arc<dyn Output>);
    let machine = setup.options();
    let dir = Some(PathBuf::from("."));
    let options = Options { machine, args, output, dir, ..Options::default() };
    let session = LazySession::new(&store, options);
    match &screen {
        Some(screen) => interrupt::handle_signals(screen),
        None => {
            if let Err(error) = session.create_session() {
                return (print_error(error.text()), None);
            }
        }
    }
    let console = RefCell::new(Console {
        session,
        accepted_inputs: Vec::new(),
        running_input: None,
        failed_input: None,
        explanation: None,
        last_input: String::new(),
        input_count: 0,
        exit_status: 0,
        was_interrupted: false,
        shows_times: false,
        current_chapter: None,
        scheduler_settings: setup.clone(),
        scheduler_pause: None,
        trace: None,
        screen,
    });
    let then = work(&console);
    scheduler_lab::record::write_trace_at_session_end(&mut console.borrow_mut());
    *setup = console.borrow().scheduler_settings.clone();
    let status = console.borrow().exit_status;
    match then {
        NextAction::Next => (status, None),
        NextAction::Reset => (status, Some(SessionStart::Files(Vec::new()))),
        NextAction::Chapter(number) => (status, Some(SessionStart::Chapter(number))),
        NextAction::Leave(status) => (status, None),
    }
}

impl Console<'_> {
    /// Reports whether a user types the inputs.
    pub(crate) fn is_interactive(&self) -> bool {
        self.screen.is_some()
    }

    /// Returns the exit status for the end of the inputs: 0 in a terminal, where the user has seen the failures.
    pub(crate) fn status_at_end(&self) -> u8 {
        if self.is_interactive() { 0 } else { self.exit_status }
    }

    /// After Ctrl-C, discards the pasted inputs that have not run yet. Ctrl-C may also have come when the last input
    /// was about to return, or while a command ran.
    fn discard_pasted_inputs(&mut self, terminal: &mut Terminal<'_, '_>) {
        let mut interrupted = std::mem::take(&mut self.was_interrupted);
        if !interrupted
            && terminal.has_pasted_inputs()
            && self.session.remote().clear_pending_interrupt()
        {
            print_error("interrupted");
            interrupted = true;
        }
        if interrupted {
            terminal.discard_pasted_inputs();
        }
    }

    /// Does the work before the first input: loads files or plays a chapter.
    fn begin_session(&mut self, start: &SessionStart) -> NextAction {
        let is_empty = matches!(start, SessionStart::Files(files) if files.is_empty());
        if !is_empty && let Err(error) = self.session.create_session() {
            return NextAction::Leave(print_error(error.text()));
        }
        match start {
            SessionStart::Chapter(number) => tour::play_chapter(self, *number),
            SessionStart::Files(files) => {
                if let Some(first) = files.first().filter(|first| !first.is_dir()) {
                    self.session.import_from(dir_of(first));
                }
                for file in files {
                    match self.load_path(file) {
                        NextAction::Next => {}
                        other => return other,
                    }
                }
                NextAction::Next
            }
        }
    }

    /// Runs an input or command.
    fn run_line(&mut self, text: &str) -> NextAction {
        match text.trim_start().strip_prefix(':') {
            Some(command) => commands::run_command(self, command.trim()),
            None => match self.plain_command(text.trim()) {
                Some(command) => commands::run_command(self, command),
                None => self.run_input(text),
            },
        }
    }

    /// Returns the command that a plain word stands for, since users of other programs type `help` or `exit`; none if
    /// an input has declared that name.
    fn plain_command(&mut self, word: &str) -> Option<&'static str> {
        let command = match word {
            "help" => "help",
            "exit" | "quit" => "quit",
            _ => return None,
        };
        (!self.session.declares(word)).then_some(command)
    }

    /// Runs an input under the next number.
    pub(crate) fn run_input(&mut self, text: &str) -> NextAction {
        self.input_count += 1;
        text.clone_into(&mut self.last_input);
        let name = format!("input·{}", self.input_count);
        self.run_named_input(&name, text, None)
    }

    /// Runs an input whose goroutines are frozen before they begin, and prints their names.
    pub(crate) fn run_with_frozen_goroutines(&mut self, text: &str) -> NextAction {
        self.input_count += 1;
        if !self.check_can_run() {
            return NextAction::Next;
        }
        let compiled = self.session.compile(&format!("input·{}", self.input_count), text);
        show::print_findings(&self.session, &compiled.evaluation);
        let (result, held) = self.session.run_freezing_started(compiled);
        show::print_values(&result);
        for id in held {
            show::print_note(&format!("G{id} has not begun: :step G{id} executes its first line"));
        }
        self.next_action(&result)
    }

    /// Reports whether inputs can run; if not, prints the reason.
    fn check_can_run(&mut self) -> bool {
        if self.scheduler_pause.is_some() {
            self.report_failure(scheduler_lab::pause::NO_INPUT_ERROR);
        } else if self.session.has_ended() {
            self.report_failure(ENDED_ERROR);
        } else {
            return true;
        }
        false
    }

    /// Runs an input. If `dir` is given, the input is a file that imports as other files of that directory do.
    fn run_named_input(&mut self, name: &str, text: &str, dir: Option<&Path>) -> NextAction {
        if !self.check_can_run() {
            return NextAction::Next;
        }
        let began = std::time::Instant::now();
        let compiled = match dir {
            Some(dir) => self.session.compile_file(name, text, dir),
            None => self.session.compile(name, text),
        };
        if !compiled.evaluation.is_rejected() {
            self.accepted_inputs
                .push(CompiledInput { name: name.to_owned(), text: text.to_owned() });
        }
        if dir.is_some() {
            note_main_not_run(&compiled.evaluation);
        }
        self.running_input = dir.is_none().then(|| text.to_owned());
        let took = began.elapsed();
        let (then, cost) = self.run_compiled(compiled);
        if std::mem::take(&mut self.shows_times) {
            let Cost { time, allocated: Allocated { objects, bytes } } = cost;
            let goroutines = self.session.goroutine_count();
            print_error(&format!(
                "{took:.1?} to compile, {time:.1?} to run, {objects} allocations of {bytes} bytes, {goroutines} goroutines"
            ));
        }
        then
    }

    /// Runs a compiled input. The cost is measured only if `shows_times` is set.
    fn run_compiled(&mut self, compiled: PendingInput) -> (NextAction, Cost) {
        show::print_findings(&self.session, &compiled.evaluation);
        let races = self.session.race_count();
        let (result, cost) = match self.shows_times {
            true => self.session.run_measured(compiled),
            false => (self.session.run(compiled), Cost::default()),
        };
        self.was_interrupted = result.end == Some(InputEnd::Interrupted);
        if let Some(screen) = &self.screen {
            screen.fresh_line();
        }
        show::print_values(&result);
        if self.session.race_count() > races {
            self.failed_input = self.running_input.clone();
        }
        (self.next_action(&result), cost)
    }

    fn next_action(&mut self, result: &Evaluation) -> NextAction {
        let failed = match result.end {
            _ if result.is_rejected() => FAILURE_STATUS,
            Some(InputEnd::Exited(status)) => return self.exit_with(status),
            Some(InputEnd::Interrupted) => {
                print_error("interrupted");
                0
            }
            Some(InputEnd::Failed | InputEnd::Deadlocked) => {
                self.failed_input = self.running_input.take();
                CRASH_STATUS
            }
            _ => 0,
        };
        if self.exit_status == 0 {
            self.exit_status = failed;
        }
        if self.session.has_ended() {
            print_error(ENDED_ERROR);
        }
        match self.session.take_exit() {
            Some(status) => self.exit_with(status),
            None => NextAction::Next,
        }
    }

    /// Prints the reason why a command failed.
    pub(crate) fn report_failure(&mut self, why: &str) {
        self.exit_status = print_error(why);
    }

    /// Handles a call of `os.Exit`.
    fn exit_with(&mut self, status: i32) -> NextAction {
        if self.is_interactive() {
            print_error(&format!("exit status {status} (the session goes on; Ctrl-D leaves)"));
            return NextAction::Next;
        }
        NextAction::Leave(status as u8)
    }

    /// Runs a file as one input, or the files of a directory, to whose package all later inputs belong.
    pub(crate) fn load_path(&mut self, file: &Path) -> NextAction {
        if file.is_dir() {
            return match self.session.compile_directory(file) {
                Ok(compiled) => {
                    note_main_not_run(&compiled.evaluation);
                    self.run_compiled(compiled).0
                }
                Err(error) => {
                    self.report_failure(error.text());
                    NextAction::Next
                }
            };
        }
        match std::fs::read_to_string(file) {
            Ok(text) => {
                self.run_named_input(&file.display().to_string(), &text, Some(dir_of(file)))
            }
            Err(error) => {
                let why = crate::errno::text(&error);
                self.exit_status = print_error(&format!("open {}: {why}", file.display()));
                NextAction::Next
            }
        }
    }
}

/// Prints a note if a loaded file or package declares a main function, because loading does not run it.
fn note_main_not_run(evaluation: &Evaluation) {
    let is_main =
        |declared: &SessionDeclaration| &*declared.name == "main" && declared.kind == "func";
    if evaluation.declared.iter().any(is_main) {
        show::print_note("note: main was declared but not run; the input main() runs it");
    }
}

/// The text that a terminal shows before the first input.
fn banner_text() -> String {
    format!(
        "minigo {}, Go {}.{}: each input runs at once, and its declarations stay\n:help lists the commands, :tour shows the scheduler at work, Ctrl-D leaves",
        env!("CARGO_PKG_VERSION"),
        LANGUAGE_VERSION.0,
        LANGUAGE_VERSION.1
    )
}

/// Returns the directory of a file.
fn dir_of(file: &Path) -> &Path {
    file.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
