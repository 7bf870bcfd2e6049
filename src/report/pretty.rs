//! Prints findings as excerpts of the source with carets and labels, drawn by ariadne.

use super::has_colours;
use ariadne::{Color, Config, IndexType, Label, Report, ReportKind};
use minigo_syntax::diagnostic::{Diagnostic, Severity};
use minigo_syntax::small_sort::SmallSort as _;
use minigo_syntax::source::{FileId, SourceMap, Span};
use std::collections::HashMap;
use std::io::Write;

/// A range of bytes in a file.
type ByteRange = (FileId, std::ops::Range<usize>);

/// The width of notes and advice in columns. With the text that ariadne puts before them, notes and advice fit into a
/// terminal of 80 columns.
const WIDTH: usize = 66;

/// Provides the source texts to ariadne.
pub(super) struct Cache<'s> {
    sources: &'s SourceMap,
    texts: HashMap<FileId, ariadne::Source>,
}

impl<'s> Cache<'s> {
    /// Creates a cache of the texts of `sources`.
    pub(super) fn new(sources: &'s SourceMap) -> Self {
        Self { sources, texts: HashMap::new() }
    }
}

impl ariadne::Cache<FileId> for &mut Cache<'_> {
    type Storage = String;

    fn fetch(&mut self, id: &FileId) -> Result<&ariadne::Source, impl std::fmt::Debug> {
        let text = || ariadne::Source::from(self.sources.file(*id).text.to_string());
        Ok::<_, std::convert::Infallible>(self.texts.entry(*id).or_insert_with(text))
    }

    fn display<'a>(&self, id: &'a FileId) -> Option<impl std::fmt::Display + 'a> {
        Some(self.sources.file(*id).name.clone())
    }
}

/// Writes one finding: the message once, the excerpts with their labels, then notes and advice.
pub(super) fn write(
    out: &mut impl Write,
    cache: &mut Cache<'_>,
    diagnostic: &Diagnostic,
) -> std::io::Result<()> {
    let known = Some(diagnostic.span).filter(|s| s.start.is_known());
    let Some(at) = known.and_then(|s| char_range(cache.sources, s)) else {
        return writeln!(out, "{}", diagnostic.message);
    };
    let (kind, color) = match diagnostic.severity {
        Severity::Error => (ReportKind::Error, Color::Red),
        Severity::Warning => (ReportKind::Warning, Color::Yellow),
    };
    let (first, rest) = diagnostic.message.split_once('\n').unwrap_or((&diagnostic.message, ""));
    let config = Config::default().with_index_type(IndexType::Byte).with_color(has_colours());
    let mut report = Report::build(kind, at.clone())
        .with_config(config)
        .with_code(diagnostic.code.name())
        .with_message(first);
    for line in rest.lines().map(str::trim).chain(diagnostic.notes.iter().map(String::as_str)) {
        report.add_note(textwrap::fill(line, WIDTH));
    }
    let suggested = diagnostic.suggestions.iter().map(|suggestion| &suggestion.message);
    for help in suggested.chain(&diagnostic.help) {
        report.add_help(textwrap::fill(help, WIDTH));
    }
    let marks = marked_ranges(cache.sources, diagnostic, at, color);
    for (at, color, message) in marks {
        report.add_label(Label::new(at).with_color(color).with_message(message));
    }
    // The first position in each file, which the head of its excerpt names.
    let spans = diagnostic.labels.iter().map(|label| label.span);
    let heads = std::iter::once(diagnostic.span).chain(spans);
    let heads = heads.filter_map(|span| position_of(cache.sources, span)).collect();
    let mut text = Vec::new();
    report.finish().write(cache, &mut text)?;
    out.write_all(with_positions(&String::from_utf8_lossy(&text), heads).as_bytes())
}

/// Returns the ranges that the excerpts mark, in the order of the text. The order matters: ariadne begins a new excerpt
/// where a label stands above the previous one.
fn marked_ranges<'d>(
    sources: &SourceMap,
    diagnostic: &'d Diagnostic,
    at: ByteRange,
    color: Color,
) -> Vec<(ByteRange, Color, &'d str)> {
    let own = at.0;
    let mut marks = vec![(at, color, diagnostic.label.as_deref().unwrap_or_default())];
    for label in &diagnostic.labels {
        let at = char_range(sources, label.span);
        marks.extend(at.map(|at| (at, Color::Blue, label.message.as_str())));
    }
    marks.small_sort_by_key(|(at, ..)| (at.0 != own, at.1.start));
    marks
}

/// Returns the name of a span's file, and the span's position in gc's form.
fn position_of(sources: &SourceMap, span: Span) -> Option<(String, String)> {
    let (file, position) = (sources.file_of(span.start)?, sources.position(span.start)?);
    Some((
        file.name.to_string(),
        format!("{}:{}:{}", position.file, position.line, position.column),
    ))
}

/// Replaces the positions in the heads of a report by those in gc's form. ariadne counts columns in characters and does
/// not know line directives.
fn with_positions(report: &str, heads: Vec<(String, String)>) -> String {
    let (mut out, mut seen) = (String::with_capacity(report.len()), Vec::new());
    for line in report.split_inclusive('\n').filter(|line| !is_bare_arrow(line)) {
        let head = heads.iter().find_map(|(file, position)| {
            let at = line.find(&format!(" {file}:"))? + 1;
            let number = |c: char| c.is_ascii_digit() || c == ':' || c == '?';
            let rest = &line[at + file.len()..];
            let end = line.len() - rest.trim_start_matches(number).len();
            let is = !seen.contains(&file) && (line.contains('╭') || line.contains('├'));
            is.then_some((at, end, file, position))
        });
        match head {
            Some((at, end, file, position)) => {
                out.extend([&line[..at], position, &line[end..]]);
                seen.push(file);
            }
            None => out.push_str(line),
        }
    }
    out
}

/// Reports whether the line is the arrow to a label that has no text.
fn is_bare_arrow(line: &str) -> bool {
    line.contains('╰') && line.trim_end().ends_with('─')
}

/// Returns the file and the byte range of a span, at least one byte long unless the file ends there.
fn char_range(sources: &SourceMap, span: Span) -> Option<ByteRange> {
    let source = sources.file_of(span.start)?;
    let start = (span.start.0 - source.base.0) as usize;
    let end = span.end.0.saturating_sub(source.base.0) as usize;
    let end = end.max(start + 1).min(source.text.len()).max(start);
    Some((source.id, start..end))
}
