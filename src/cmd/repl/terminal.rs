//! The terminal: a line editor with a history across sessions, for inputs of one or several lines, typed or pasted.

use super::Console;
use super::helper::GoHelper;
use super::input::divide_inputs;
use super::interrupt;
use super::screen::{EditorThread, Screen};
use super::show::print_note;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{
    Cmd, ColorMode, CompletionType, ConditionalEventHandler, Config, Editor, Event, EventContext,
    EventHandler, KeyCode, KeyEvent, Modifiers,
};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{ErrorKind, IsTerminal as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The prompt before an input.
const PROMPT: &str = "> ";

/// The number of inputs in the history.
const MAX_HISTORY: usize = 10_000;

/// The number of completions that are listed without asking first.
const MAX_COMPLETIONS: usize = 200;

/// A terminal that reads the inputs of a console.
pub(crate) struct Terminal<'c, 's> {
    /// The editor; declared first, so that it is dropped before the thread that serves it.
    editor: Editor<GoHelper<'c, 's>, FileHistory>,
    /// Whether the user has discarded the line.
    is_line_discarded: Arc<AtomicBool>,
    type_ahead: Arc<TypeAhead>,
    history: Option<PathBuf>,
    /// The inputs of a pasted text that have not run yet.
    pasted_inputs: &'c mut VecDeque<String>,
    screen: Arc<Screen>,
    _editor_thread: Option<EditorThread>,
}

/// Reports whether standard input and standard output are a terminal.
pub(crate) fn is_interactive() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

impl<'c, 's> Terminal<'c, 's> {
    /// Opens the terminal of standard input and output.
    pub(crate) fn open(
        console: &'c RefCell<Console<'s>>,
        screen: &Arc<Screen>,
        pasted: &'c mut VecDeque<String>,
    ) -> rustyline::Result<Self> {
        let config = Config::builder()
            .max_history_size(MAX_HISTORY)?
            .completion_type(CompletionType::List)
            .completion_show_all_if_ambiguous(true)
            .completion_prompt_limit(MAX_COMPLETIONS)
            // The highlighter must always run, because it prints the output of goroutines; it observes NO_COLOR itself.
            .color_mode(ColorMode::Enabled)
            .build();
        let mut editor = Editor::with_config(config)?;
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let (typed, gave_up) = (RefCell::default(), Arc::new(AtomicBool::new(false)));
        let type_ahead = Arc::new(TypeAhead::default());
        let helper = GoHelper {
            console,
            screen: screen.clone(),
            type_ahead: type_ahead.clone(),
            typed_line: typed,
            is_no_color_set: plain,
        };
        editor.set_helper(Some(helper));
        let keys = KeyHandler {
            is_line_discarded: gave_up.clone(),
            type_ahead: type_ahead.clone(),
            screen: screen.clone(),
        };
        editor.bind_sequence(Event::Any, EventHandler::Conditional(Box::new(keys)));
        let history = history_file();
        if let Some(file) = &history {
            // A failure is ignored: the session works without a history.
            let _ = editor.load_history(file);
        }
        let attendance =
            editor.create_external_printer().ok().and_then(|p| screen.start_editor_thread(p));
        let screen = screen.clone();
        Ok(Self {
            editor,
            is_line_discarded: gave_up,
            type_ahead,
            history,
            pasted_inputs: pasted,
            screen,
            _editor_thread: attendance,
        })
    }

    /// Reports whether there are pasted inputs that have not run yet.
    pub(crate) fn has_pasted_inputs(&self) -> bool {
        !self.pasted_inputs.is_empty()
    }

    /// Discards the pasted inputs that have not run yet.
    pub(crate) fn discard_pasted_inputs(&mut self) {
        self.pasted_inputs.clear();
    }

    /// Returns the next input; `None` when the user leaves.
    pub(crate) fn next_input(&mut self) -> Option<String> {
        if let Some(next) = self.pasted_inputs.pop_front() {
            return Some(next);
        }
        let mut begun = (String::new(), 0);
        loop {
            self.screen.begin_typing();
            interrupt::clear_pending_interrupts();
            self.type_ahead.begin_line();
            let (left, right) = begun.0.split_at(begun.1);
            let line = self.editor.readline_with_initial(PROMPT, (left, right));
            self.screen.end_typing();
            begun = (String::new(), 0);
            match line {
                Ok(_) if self.is_line_discarded.swap(false, Ordering::Relaxed) => {}
                Ok(text) if text.trim().is_empty() => {}
                Ok(text) => {
                    self.remember_input(&text);
                    self.pasted_inputs.extend(divide_inputs(&text));
                    return self.pasted_inputs.pop_front();
                }
                Err(ReadlineError::Interrupted) => {}
                Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                    print_note("that is not UTF-8");
                    if let Some(helper) = self.editor.helper() {
                        begun = helper.typed_line.take();
                    }
                }
                Err(_) => return None,
            }
        }
    }

    /// Adds an input to the history.
    fn remember_input(&mut self, text: &str) {
        // A failure is ignored: the session works without a history.
        let _ = self.editor.add_history_entry(text);
        if let Some(file) = &self.history {
            let _ = self.editor.append_history(file);
        }
    }
}

/// Handles each key before the editor does.
struct KeyHandler {
    /// Whether the last key was Ctrl-C, which discards a line. The editor has a command for that, but the command loses
    /// the keys that were typed after Ctrl-C.
    is_line_discarded: Arc<AtomicBool>,
    type_ahead: Arc<TypeAhead>,
    screen: Arc<Screen>,
}

impl ConditionalEventHandler for KeyHandler {
    fn handle(&self, event: &Event, _: u16, _: bool, at: &EventContext<'_>) -> Option<Cmd> {
        let key = event.get(0)?;
        let gives_up = *key == KeyEvent::ctrl('C') || *key == KeyEvent::ctrl('\\');
        self.is_line_discarded.store(gives_up, Ordering::Relaxed);
        if gives_up {
            return Some(Cmd::AcceptLine);
        }
        if self.type_ahead.was_key_typed_ahead(key) && *key == KeyEvent::ctrl('@') {
            return Some(if at.line().is_empty() { Cmd::EndOfFile } else { Cmd::Noop });
        }
        if *key == KeyEvent::ctrl('Z') {
            interrupt::stop_process(&self.screen);
            return Some(Cmd::Repaint);
        }
        // Before the first word of a line, the Tab key indents, because there is nothing to complete.
        let is_tab = *key == KeyEvent(KeyCode::Tab, Modifiers::NONE);
        (is_tab && is_blank(&at.line()[..at.pos()])).then(|| Cmd::Insert(1, "\t".to_owned()))
    }
}

/// The keys that were typed before the editor read them. Ctrl-D among the keys typed ahead is a zero byte: the terminal
/// converts the key while it is in line mode. In the editor's mode, a zero byte is Ctrl-space.
#[derive(Default)]
pub(crate) struct TypeAhead {
    /// The number of bytes typed ahead that the editor has not read.
    unread_bytes: AtomicU64,
    /// Whether the editor has not started yet.
    is_editor_starting: AtomicBool,
}

impl TypeAhead {
    fn begin_line(&self) {
        self.is_editor_starting.store(true, Ordering::Relaxed);
    }

    /// Counts the bytes typed ahead if the editor has just started. Returns whether the editor has just started; if
    /// not, the editor only redraws its line.
    pub(crate) fn count_bytes(&self) -> bool {
        let begins = self.is_editor_starting.swap(false, Ordering::Relaxed);
        if begins {
            let more = rustix::io::ioctl_fionread(std::io::stdin()).unwrap_or_default();
            self.unread_bytes.fetch_add(more, Ordering::Relaxed);
        }
        begins
    }

    /// Accounts for a key that the editor reads. Returns whether the key was typed ahead.
    fn was_key_typed_ahead(&self, key: &KeyEvent) -> bool {
        let sent = match key.0 {
            KeyCode::Char(c) => c.len_utf8(),
            _ => SPECIAL_KEY_BYTES,
        };
        let left = self.unread_bytes.load(Ordering::Relaxed);
        self.unread_bytes.store(left.saturating_sub(sent as u64), Ordering::Relaxed);
        left > 0
    }
}

/// The number of bytes that a special key such as an arrow sends.
const SPECIAL_KEY_BYTES: usize = 3;

/// Reports whether the last line of the text is blank.
fn is_blank(text: &str) -> bool {
    text.rsplit('\n').next().is_none_or(|line| line.trim().is_empty())
}

/// Returns the history's file: `$XDG_STATE_HOME/minigo/history`, else `~/.local/state/minigo/history`.
fn history_file() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let state = set("XDG_STATE_HOME").or_else(|| Some(set("HOME")?.join(".local/state")))?;
    let folder = state.join("minigo");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}
