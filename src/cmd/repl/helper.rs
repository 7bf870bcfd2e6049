//! The line editor's callbacks: colours, whether an input is complete, completion of words.

use super::input::is_incomplete;
use super::screen::Screen;
use super::terminal::TypeAhead;
use super::{Console, complete};
use minigo_syntax::lexer::Lexer;
use minigo_syntax::source::SourceMap;
use minigo_syntax::token::Token;
use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Helper};
use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;

/// Answers the editor's queries.
pub(crate) struct GoHelper<'c, 's> {
    pub(crate) console: &'c RefCell<Console<'s>>,
    pub(crate) screen: Arc<Screen>,
    pub(crate) type_ahead: Arc<TypeAhead>,
    /// The line as it was last shown, and the position of the cursor.
    pub(crate) typed_line: RefCell<(String, usize)>,
    /// Whether `NO_COLOR` is set.
    pub(crate) is_no_color_set: bool,
}

impl Helper for GoHelper<'_, '_> {}

impl Hinter for GoHelper<'_, '_> {
    type Hint = String;

    /// Gives no hint, but stores the line for the case that the editor fails. Also creates the session while the user
    /// types the first line, so that the result of that line need not wait for it.
    fn hint(&self, line: &str, pos: usize, _: &Context<'_>) -> Option<String> {
        if !line.is_empty() {
            // If the session cannot be created, the reason is printed when the line is complete.
            let _ = self.console.borrow().session.create_session();
        }
        let mut typed = self.typed_line.borrow_mut();
        typed.0.clear();
        typed.0.push_str(line);
        typed.1 = pos;
        None
    }
}

impl Validator for GoHelper<'_, '_> {
    fn validate(&self, cx: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let more = is_incomplete(cx.input());
        Ok(if more { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

impl Highlighter for GoHelper<'_, '_> {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        let coloured = if self.is_no_color_set { None } else { coloured_line(line) };
        coloured.map_or(Cow::Borrowed(line), Cow::Owned)
    }

    /// Puts the goroutines' waiting output above the prompt, which the editor is about to show at the beginning of a
    /// line.
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        if self.type_ahead.count_bytes() {
            self.screen.record_editor_mode();
        }
        let above = self.screen.take_waiting_lines();
        if above.is_empty() { Cow::Borrowed(prompt) } else { Cow::Owned(above + prompt) }
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        true
    }
}

impl Completer for GoHelper<'_, '_> {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let mut console = self.console.borrow_mut();
        if console.session.create_session().is_err() {
            return Ok((pos, Vec::new()));
        }
        Ok(complete::complete_line(&mut console, &line[..pos]))
    }
}

/// Returns the text with escape sequences for colours.
fn coloured_line(line: &str) -> Option<String> {
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
