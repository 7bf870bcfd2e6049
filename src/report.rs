//! Prints diagnostics: as gc prints them, or as excerpts of the source, with colours on a terminal.

use crate::options::ErrorFormat;
use crate::pipeline::Checked;
use ariadne::{Color, Config, IndexType, Label, Report, ReportKind};
use minigo_syntax::diagnostic::{Diagnostic, Severity};
use minigo_syntax::source::{FileId, SourceMap, Span};
use std::collections::HashMap;
use std::io::{IsTerminal as _, Write};

/// The default format: excerpts on a terminal that supports them.
#[must_use]
pub fn default_format() -> ErrorFormat {
    let able = std::io::stderr().is_terminal() && !is_dumb();
    if able { ErrorFormat::Pretty } else { ErrorFormat::Go }
}

fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Whether colours are wanted: see <https://no-color.org>.
fn has_colours() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    std::io::stderr().is_terminal() && !refused && !is_dumb()
}

/// Writes all findings, package by package as `go build` does.
///
/// # Errors
/// Those of writing.
pub fn write(out: &mut impl Write, checked: &Checked, format: ErrorFormat) -> std::io::Result<()> {
    let sources = &checked.sources;
    let mut cache = Cache { sources, texts: HashMap::new() };
    let mut one = |out: &mut _, d: &Diagnostic| match format {
        ErrorFormat::Go => write_go(out, sources, d),
        ErrorFormat::Pretty => write_pretty(out, &mut cache, d),
    };
    let file_of = |d: &Diagnostic| sources.file_of(d.span.start).map(|f| f.id);
    for d in checked.diagnostics.iter().filter(|d| !d.span.start.is_known()) {
        one(out, d)?;
    }
    for package in &checked.packages {
        let mut own = checked.diagnostics.iter().filter(|d| {
            d.span.start.is_known() && file_of(d).is_some_and(|f| package.files.contains(&f))
        });
        if let Some(first) = own.next() {
            if format == ErrorFormat::Go {
                writeln!(out, "# {}", package.path)?;
            }
            one(out, first)?;
            own.try_for_each(|d| one(out, d))?;
        }
    }
    Ok(())
}

fn write_go(
    out: &mut impl Write,
    sources: &SourceMap,
    diagnostic: &Diagnostic,
) -> std::io::Result<()> {
    let place = |span: Span| sources.position(span.start).filter(|_| span.start.is_known());
    match place(diagnostic.span) {
        Some(p) => writeln!(out, "{}:{}:{}: {}", p.file, p.line, p.column, diagnostic.message)?,
        None => writeln!(out, "{}", diagnostic.message)?,
    }
    for note in &diagnostic.notes {
        match note.span.and_then(place) {
            Some(p) => writeln!(out, "\t{}:{}:{}: {}", p.file, p.line, p.column, note.message)?,
            None => writeln!(out, "\t{}", note.message)?,
        }
    }
    Ok(())
}

/// Where ariadne finds the texts.
struct Cache<'s> {
    sources: &'s SourceMap,
    texts: HashMap<FileId, ariadne::Source>,
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

fn write_pretty(
    out: &mut impl Write,
    cache: &mut Cache<'_>,
    diagnostic: &Diagnostic,
) -> std::io::Result<()> {
    let known = Some(diagnostic.span).filter(|s| s.start.is_known());
    let Some(at) = known.and_then(|s| range(cache.sources, s)) else {
        return writeln!(out, "{}", diagnostic.message);
    };
    let kind = match diagnostic.severity {
        Severity::Error => ReportKind::Error,
        Severity::Warning => ReportKind::Warning,
    };
    let (first, rest) = diagnostic.message.split_once('\n').unwrap_or((&diagnostic.message, ""));
    // The message stands above the excerpt already.
    let label = Label::new(at.clone()).with_color(Color::Red).with_message("");
    let config = Config::default().with_index_type(IndexType::Byte).with_color(has_colours());
    let mut report = Report::build(kind, at)
        .with_config(config)
        .with_code(diagnostic.code)
        .with_message(first)
        .with_label(label);
    for line in rest.lines() {
        report.add_note(line.trim());
    }
    if let Some(hint) = &diagnostic.hint {
        report.add_help(hint);
    }
    // The first places in each file, which head the excerpts.
    let mut heads: Vec<_> = place_of(cache.sources, diagnostic.span).into_iter().collect();
    for note in &diagnostic.notes {
        match note.span.and_then(|s| range(cache.sources, s)) {
            Some(at) => {
                heads.extend(note.span.and_then(|s| place_of(cache.sources, s)));
                let label = Label::new(at).with_color(Color::Blue).with_message(&note.message);
                report.add_label(label);
            }
            None => report.add_help(&note.message),
        }
    }
    let mut text = Vec::new();
    report.finish().write(cache, &mut text)?;
    out.write_all(with_places(&String::from_utf8_lossy(&text), heads).as_bytes())
}

/// The name of a span's file, and its place as [`write_go`] tells it.
fn place_of(sources: &SourceMap, span: Span) -> Option<(String, String)> {
    let (file, place) = (sources.file_of(span.start)?, sources.position(span.start)?);
    Some((file.name.to_string(), format!("{}:{}:{}", place.file, place.line, place.column)))
}

/// Replaces the places at the heads of a report, whose columns are counted in characters and which know no line
/// directives, by those that the other format gives.
fn with_places(report: &str, heads: Vec<(String, String)>) -> String {
    let (mut out, mut seen) = (String::with_capacity(report.len()), Vec::new());
    for line in report.split_inclusive('\n').filter(|line| !is_bare_arrow(line)) {
        let head = heads.iter().find_map(|(file, place)| {
            let at = line.find(&format!(" {file}:"))? + 1;
            let number = |c: char| c.is_ascii_digit() || c == ':' || c == '?';
            let rest = &line[at + file.len()..];
            let end = line.len() - rest.trim_start_matches(number).len();
            let is = !seen.contains(&file) && (line.contains('╭') || line.contains('├'));
            is.then_some((at, end, file, place))
        });
        match head {
            Some((at, end, file, place)) => {
                out.extend([&line[..at], place, &line[end..]]);
                seen.push(file);
            }
            None => out.push_str(line),
        }
    }
    out
}

/// Whether the line is the arrow to a label without a text.
fn is_bare_arrow(line: &str) -> bool {
    line.contains('╰') && line.trim_end().ends_with('─')
}

/// The file and the bytes of a span; at least one byte where there is one.
fn range(sources: &SourceMap, span: Span) -> Option<(FileId, std::ops::Range<usize>)> {
    let source = sources.file_of(span.start)?;
    let start = (span.start.0 - source.base.0) as usize;
    let end = span.end.0.saturating_sub(source.base.0) as usize;
    let end = end.max(start + 1).min(source.text.len()).max(start);
    Some((source.id, start..end))
}
