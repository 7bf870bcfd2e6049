//! Prints the result of an input.

use crate::report;
use crate::session::{Evaluation, Session};
use std::io::Write as _;

/// Prints notes and errors to standard error.
pub(crate) fn print_findings(session: &Session<'_>, result: &Evaluation) {
    let mut err = std::io::stderr().lock();
    // If standard error is closed, nobody can read the notes and errors.
    for path in &result.imported {
        let _ = writeln!(err, "note: imported {path:?}");
    }
    let format = report::default_format();
    let _ = report::write_list(&mut err, session.sources(), &result.diagnostics, format);
    for (name, users) in &result.outdated_names {
        let users = users.join(", ");
        let _ = writeln!(err, "note: {name} has a new type; these still use the old one: {users}");
    }
}

/// Prints values to standard output.
pub(crate) fn print_values(result: &Evaluation) {
    let mut out = std::io::stdout().lock();
    for value in &result.values {
        let _ = writeln!(out, "{} : {}", value.text, value.ty);
    }
    let _ = out.flush();
    if let Some(ty) = &result.timed_out_type {
        print_note(&format!(
            "note: the method String or Error of {ty} did not return in time; the value's fields are shown"
        ));
    }
}

/// Prints a text that is neither a value nor an error. The text goes to standard error, so that a pipe from standard
/// output contains only the program's output and values.
pub(crate) fn print_note(text: &str) {
    // If standard error is closed, nobody can read the text.
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Prints the output of a command to standard output. If standard output is closed, nobody can read the output.
pub(crate) fn print_text(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
}
