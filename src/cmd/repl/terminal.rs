//! The terminal: lines with history across sessions; input over several lines, typed or pasted.

use super::Console;
use super::helper::GoHelper;
use super::input::divided;
use super::screen::{Attendance, Screen};
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{CompletionType, Config, Editor};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::sync::Arc;

/// What is shown before an input.
const PROMPT: &str = "> ";

/// How many inputs the history keeps.
const HISTORY: usize = 10_000;

/// How many completions are listed without asking first.
const COMPLETIONS: usize = 200;

/// A terminal that asks for the inputs of a console.
pub(crate) struct Terminal<'c, 's> {
    /// Ends before what serves it.
    editor: Editor<GoHelper<'c, 's>, FileHistory>,
    history: Option<PathBuf>,
    /// The inputs of a text that was pasted.
    pasted: VecDeque<String>,
    screen: Arc<Screen>,
    _attendance: Option<Attendance>,
}

/// Whether standard input and output are a terminal.
pub(crate) fn is_there() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

impl<'c, 's> Terminal<'c, 's> {
    /// Opens the terminal that standard input and output are.
    pub(crate) fn open(
        console: &'c RefCell<Console<'s>>,
        screen: &Arc<Screen>,
    ) -> rustyline::Result<Self> {
        let config = Config::builder()
            .max_history_size(HISTORY)?
            .completion_type(CompletionType::List)
            .completion_show_all_if_ambiguous(true)
            .completion_prompt_limit(COMPLETIONS)
            .auto_add_history(true)
            .build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(GoHelper { console, screen: screen.clone() }));
        let history = history_file();
        if let Some(file) = &history {
            // Without a history the session is as good.
            let _ = editor.load_history(file);
        }
        let attendance = editor.create_external_printer().ok().and_then(|p| screen.attend(p));
        let (pasted, screen) = (VecDeque::new(), screen.clone());
        Ok(Self { editor, history, pasted, screen, _attendance: attendance })
    }

    /// The next input; `None` when the user leaves.
    pub(crate) fn next_input(&mut self) -> Option<String> {
        if let Some(next) = self.pasted.pop_front() {
            return Some(next);
        }
        loop {
            self.screen.fresh_line();
            let line = self.editor.readline(PROMPT);
            self.screen.end_typing();
            match line {
                Ok(text) if text.trim().is_empty() => {}
                Ok(text) => {
                    if let Some(file) = &self.history {
                        let _ = self.editor.append_history(file);
                    }
                    self.pasted = divided(&text).into();
                    return self.pasted.pop_front();
                }
                // Ctrl-C gives up what was typed.
                Err(ReadlineError::Interrupted) => {}
                Err(_) => return None,
            }
        }
    }
}

/// `$XDG_STATE_HOME/minigo/history`, else `~/.local/state/minigo/history`.
fn history_file() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let state = set("XDG_STATE_HOME").or_else(|| Some(set("HOME")?.join(".local/state")))?;
    let folder = state.join("minigo");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}
