//! Prints findings as JSON, one object per line, for editors and other programs.
//!
//! ```text
//! {"severity":"error","code":"UndeclaredName","message":"undefined: x","at":RANGE,"label":null,
//!  "labels":[{"at":RANGE,"message":"…"}],"notes":["…"],"help":"…",
//!  "suggestions":[{"at":RANGE,"replacement":"y","message":"did you mean `y`?"}]}
//! ```
//!
//! A RANGE is `{"file":"main.go","line":3,"column":2,"end_line":3,"end_column":5}`: lines and columns count from 1,
//! columns in bytes, and the end is one past the last byte. A RANGE is null for findings that belong to no file.

use minigo_syntax::diagnostic::{Diagnostic, Severity};
use minigo_syntax::source::{SourceMap, Span};
use serde::Serialize;
use std::io::Write;

#[derive(Serialize)]
struct Finding<'d> {
    severity: &'static str,
    code: &'static str,
    message: &'d str,
    at: Option<Range>,
    label: Option<&'d str>,
    labels: Vec<Label<'d>>,
    notes: &'d [String],
    help: Option<&'d str>,
    suggestions: Vec<Suggestion<'d>>,
}

#[derive(Serialize)]
struct Range {
    file: String,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
}

#[derive(Serialize)]
struct Label<'d> {
    at: Option<Range>,
    message: &'d str,
}

#[derive(Serialize)]
struct Suggestion<'d> {
    at: Option<Range>,
    replacement: &'d str,
    message: &'d str,
}

/// Writes one finding as a JSON object in a line of its own.
pub(super) fn write(
    out: &mut impl Write,
    sources: &SourceMap,
    d: &Diagnostic,
) -> std::io::Result<()> {
    let labels = d
        .labels
        .iter()
        .map(|l| Label { at: range(sources, l.span), message: &l.message })
        .collect();
    let suggestions = d.suggestions.iter().map(|s| {
        let (replacement, message) = (s.replacement.as_str(), s.message.as_str());
        Suggestion { at: range(sources, s.span), replacement, message }
    });
    let finding = Finding {
        severity: match d.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        code: d.code.name(),
        message: &d.message,
        at: range(sources, d.span),
        label: d.label.as_deref(),
        labels,
        notes: &d.notes,
        help: d.help.as_deref(),
        suggestions: suggestions.collect(),
    };
    serde_json::to_writer(&mut *out, &finding)?;
    writeln!(out)
}

fn range(sources: &SourceMap, span: Span) -> Option<Range> {
    let start = sources.position(span.start).filter(|_| span.start.is_known())?;
    let end = sources.position(span.end.max(span.start))?;
    let (line, column) = (start.line, start.column);
    let file = start.file.to_string();
    Some(Range { file, line, column, end_line: end.line, end_column: end.column })
}
