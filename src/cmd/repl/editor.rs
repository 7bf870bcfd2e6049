//! The line editor of a terminal: history across sessions, colours, completion, input over several lines.

use super::commands::{self, Completes};
use super::input::goes_on;
use minigo_syntax::lexer::Lexer;
use minigo_syntax::source::SourceMap;
use minigo_syntax::token::Token;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::borrow::Cow;
use std::path::PathBuf;

/// What is shown before an input.
const PROMPT: &str = "> ";

/// How many inputs the history keeps.
const HISTORY: usize = 10_000;

/// The terminal.
pub(crate) struct Terminal {
    editor: Editor<GoHelper, FileHistory>,
    history: Option<PathBuf>,
}

impl Terminal {
    /// The terminal that standard input and output are; `None` if they are none.
    pub(crate) fn open() -> Option<Self> {
        use std::io::IsTerminal as _;
        if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
            return None;
        }
        let config = Config::builder()
            .max_history_size(HISTORY)
            .ok()?
            .completion_type(CompletionType::List)
            .auto_add_history(true)
            .build();
        let mut editor = Editor::with_config(config).ok()?;
        editor.set_helper(Some(GoHelper::default()));
        let history = history_file();
        if let Some(file) = &history {
            // Without a history the session is as good.
            let _ = editor.load_history(file);
        }
        Some(Self { editor, history })
    }

    /// The next input; `None` when the user leaves. `names` are what can be completed.
    pub(crate) fn next_input(&mut self, names: Vec<String>) -> Option<String> {
        if let Some(helper) = self.editor.helper_mut() {
            helper.names = names;
        }
        loop {
            match self.editor.readline(PROMPT) {
                Ok(text) if text.trim().is_empty() => {}
                Ok(text) => {
                    if let Some(file) = &self.history {
                        let _ = self.editor.append_history(file);
                    }
                    return Some(text);
                }
                // Ctrl-C gives up the line.
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

/// What the editor asks while a line is typed.
#[derive(Default)]
struct GoHelper {
    names: Vec<String>,
}

impl Helper for GoHelper {}

impl Hinter for GoHelper {
    type Hint = String;
}

impl Validator for GoHelper {
    fn validate(&self, cx: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let more = goes_on(cx.input());
        Ok(if more { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

impl Highlighter for GoHelper {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        coloured(line).map_or(Cow::Borrowed(line), Cow::Owned)
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        true
    }
}

/// The text with escape sequences for colours.
fn coloured(line: &str) -> Option<String> {
    if line.trim_start().starts_with(':') {
        return None;
    }
    let mut map = SourceMap::new();
    let source = map.add("input", line).ok()?;
    let mut out = String::with_capacity(line.len() * 2);
    let mut at = 0;
    for (start, token, end) in Lexer::new(source) {
        let (start, end) = ((start.0 - source.base.0) as usize, (end.0 - source.base.0) as usize);
        let text = line.get(start..end)?;
        let colour = match token {
            Token::Literal(_) => "36",
            Token::Str(_) => "32",
            Token::LineComment | Token::BlockComment(_) => "90",
            Token::Ident(_) => "",
            _ if text.starts_with(|c: char| c.is_ascii_lowercase()) => "1",
            _ => "",
        };
        out.push_str(line.get(at..start)?);
        if colour.is_empty() {
            out.push_str(text);
        } else {
            out.extend(["\x1b[", colour, "m", text, "\x1b[0m"]);
        }
        at = end;
    }
    out.push_str(line.get(at..)?);
    Some(out)
}

impl Completer for GoHelper {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = &line[..pos];
        if let Some(command) = before.strip_prefix(':')
            && !command.contains(' ')
        {
            let all = commands::all().filter(|c| c.name.starts_with(command));
            return Ok((1, all.map(|c| c.name.to_owned()).collect()));
        }
        if let Some((name, rest)) = before.strip_prefix(':').and_then(|line| line.split_once(' '))
            && let Some(all) = commands::named(name).and_then(|command| words_of(command.completes))
        {
            return Ok((
                pos - rest.len(),
                all.into_iter().filter(|w| w.starts_with(rest)).collect(),
            ));
        }
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let word = before
            .rfind(|c: char| !is_part(c))
            .map_or(0, |at| at + before[at..].chars().next().map_or(0, char::len_utf8));
        let wanted = &before[word..];
        let head = before[..word].strip_suffix('.');
        let package = head.map(|head| {
            let at = head.rfind(|c: char| !is_part(c)).map_or(0, |at| at + 1);
            head.get(at..).unwrap_or_default()
        });
        let mut found: Vec<String> = match package {
            Some(package) => members(package),
            None => self.names.clone(),
        };
        found.retain(|name| name.starts_with(wanted));
        found.sort_unstable();
        found.dedup();
        Ok((word, found))
    }
}

/// What an argument can be, if it is not Go.
fn words_of(completes: Completes) -> Option<Vec<String>> {
    match completes {
        Completes::Go => None,
        Completes::Nothing | Completes::Files | Completes::Listed(_) => Some(Vec::new()),
        Completes::Commands => Some(commands::all().map(|c| c.name.to_owned()).collect()),
        Completes::Words(words) => Some(words.iter().map(|&word| word.to_owned()).collect()),
    }
}

/// The exported names of the library's package that has this name.
fn members(package: &str) -> Vec<String> {
    let Some(path) = crate::session::package_named(package) else { return Vec::new() };
    let Some(index) = minigo_stdlib::index(path) else { return Vec::new() };
    let exported = |name: &&str| minigo_syntax::ast::is_exported(name);
    index.names().filter(exported).map(str::to_owned).collect()
}
