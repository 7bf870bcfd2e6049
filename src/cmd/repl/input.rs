//! From lines to inputs: an input goes on as long as Go's grammar must.

use super::editor::Terminal;
use minigo_syntax::input::is_incomplete;
use minigo_syntax::source::SourceMap;
use std::io::{BufRead as _, BufReader, Stdin};

/// Where inputs come from.
pub(crate) enum Inputs {
    Pipe(Lines),
    Terminal(Box<Terminal>),
}

impl Inputs {
    /// Standard input, with a line editor if it is a terminal.
    pub(crate) fn of_stdin() -> Self {
        match Terminal::open() {
            Some(terminal) => Self::Terminal(Box::new(terminal)),
            None => Self::Pipe(Lines::of_stdin()),
        }
    }

    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, Self::Terminal(_))
    }

    /// The next input; `names` are asked for where they can be completed.
    pub(crate) fn next_input(&mut self, names: impl FnOnce() -> Vec<String>) -> Option<String> {
        match self {
            Self::Pipe(lines) => lines.next_input(),
            Self::Terminal(terminal) => terminal.next_input(names()),
        }
    }
}

/// The lines of a pipe or file.
pub(crate) struct Lines {
    from: BufReader<Stdin>,
}

impl Lines {
    pub(crate) fn of_stdin() -> Self {
        Self { from: BufReader::new(std::io::stdin()) }
    }

    /// The next input: one line, or several if the first ones are incomplete.
    pub(crate) fn next_input(&mut self) -> Option<String> {
        let mut text = String::new();
        loop {
            let mut line = Vec::new();
            match self.from.read_until(b'\n', &mut line) {
                Ok(n) if n > 0 => text.push_str(&String::from_utf8_lossy(&line)),
                _ => return (!text.trim().is_empty()).then_some(text),
            }
            if text.trim().is_empty() {
                text.clear();
            } else if !goes_on(&text) {
                return Some(text);
            }
        }
    }
}

/// Whether more must follow.
pub(crate) fn goes_on(text: &str) -> bool {
    if text.trim_start().starts_with(':') {
        return false;
    }
    let mut map = SourceMap::new();
    map.add("input", text).is_ok_and(is_incomplete)
}
