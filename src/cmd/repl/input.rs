//! Divides lines into inputs: an input continues as long as Go's grammar requires more.

use minigo_syntax::session_input::{self as go_input, InputProgress, only_declares};
use minigo_syntax::source::SourceMap;
use std::io::{BufRead as _, BufReader, Stdin};

/// The lines of standard input, if that is a pipe or file.
pub(crate) struct Lines {
    stdin: BufReader<Stdin>,
}

impl Lines {
    pub(crate) fn of_stdin() -> Self {
        Self { stdin: BufReader::new(std::io::stdin()) }
    }

    /// Returns the next input: one line, or several lines if the first ones are incomplete.
    pub(crate) fn next_input(&mut self) -> Option<String> {
        let (mut text, mut progress) = (String::new(), InputProgress::default());
        loop {
            let mut line = Vec::new();
            match self.stdin.read_until(b'\n', &mut line) {
                Ok(n) if n > 0 => {}
                _ => return (!text.trim().is_empty()).then_some(text),
            }
            let line = String::from_utf8_lossy(&line);
            text.push_str(&line);
            if text.trim().is_empty() {
                text.clear();
            } else if is_command(&text) || !progress.add(&line) {
                return Some(text);
            }
        }
    }
}

/// Reports whether the input `text` is incomplete.
pub(crate) fn is_incomplete(text: &str) -> bool {
    let mut map = SourceMap::new();
    !is_command(text) && map.add("input", text).is_ok_and(go_input::is_incomplete)
}

fn is_command(text: &str) -> bool {
    text.trim_start().starts_with(':')
}

/// Divides a text of several lines into inputs, each as short as its grammar allows. Statements and expressions become
/// inputs of their own, so that each value is shown. Successive declarations become one input, since they may refer to
/// each other.
pub(crate) fn divide_inputs(text: &str) -> Vec<String> {
    let mut inputs: Vec<(bool, String)> = Vec::new();
    let (mut open, mut progress) = (String::new(), InputProgress::default());
    for line in text.split_inclusive('\n') {
        open.push_str(line);
        if open.trim().is_empty() || !is_command(&open) && progress.add(line) {
            continue;
        }
        progress = InputProgress::default();
        let input = std::mem::take(&mut open);
        let declares = is_declaration(&input);
        match inputs.last_mut() {
            Some((true, last)) if declares => last.push_str(&input),
            _ => inputs.push((declares, input)),
        }
    }
    if !open.trim().is_empty() {
        inputs.push((false, open));
    }
    inputs.into_iter().map(|(_, input)| input).collect()
}

/// Reports whether a text contains only declarations.
fn is_declaration(text: &str) -> bool {
    let mut map = SourceMap::new();
    !is_command(text) && map.add("input", text).is_ok_and(only_declares)
}
