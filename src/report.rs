//! Shows diagnostics: as gc prints them, or as excerpts of the source. The only place that knows colours.

use crate::options::ErrorFormat;
use ariadne::{Color, Config, IndexType, Label, Report, ReportKind};
use minigo_syntax::diagnostic::{Diagnostic, Severity};
use minigo_syntax::source::{FileId, SourceMap, Span};
use std::collections::HashMap;
use std::io::{IsTerminal as _, Write};
use std::path::Path;

/// The format for standard error as it is now.
#[must_use]
pub fn default_format() -> ErrorFormat {
    if std::io::stderr().is_terminal() { ErrorFormat::Pretty } else { ErrorFormat::Go }
}

/// Writes all diagnostics.
///
/// # Errors
/// Those of writing.
pub fn write(
    out: &mut impl Write,
    sources: &SourceMap,
    diagnostics: &[Diagnostic],
    format: ErrorFormat,
) -> std::io::Result<()> {
    match format {
        ErrorFormat::Go => {
            for diagnostic in diagnostics {
                write_go(out, sources, diagnostic)?;
            }
        }
        ErrorFormat::Pretty => {
            let mut cache = Cache { sources, texts: HashMap::new() };
            for diagnostic in diagnostics {
                write_pretty(out, &mut cache, diagnostic)?;
            }
        }
    }
    Ok(())
}

fn write_go(
    out: &mut impl Write,
    sources: &SourceMap,
    diagnostic: &Diagnostic,
) -> std::io::Result<()> {
    match sources.place(diagnostic.span.start) {
        Some(place) => {
            let file = shown_path(&place.file);
            writeln!(out, "{file}:{}:{}: {}", place.line, place.column, diagnostic.message)?;
        }
        None => writeln!(out, "{}", diagnostic.message)?,
    }
    for note in &diagnostic.notes {
        match note.span.and_then(|s| sources.place(s.start)) {
            Some(place) => {
                let file = shown_path(&place.file);
                writeln!(out, "\t{file}:{}:{}: {}", place.line, place.column, note.message)?;
            }
            None => writeln!(out, "\t{}", note.message)?,
        }
    }
    Ok(())
}

/// A path as go's tools show it: relative to the working directory when it lies below, with `./`.
fn shown_path(file: &str) -> String {
    let path = Path::new(file);
    if path.is_absolute() {
        let below = std::env::current_dir().ok().and_then(|cwd| {
            path.strip_prefix(cwd).ok().map(|rest| format!("./{}", rest.display()))
        });
        return below.unwrap_or_else(|| file.to_owned());
    }
    let plain = file.starts_with("./") || file.starts_with("../") || file.starts_with('$');
    if plain { file.to_owned() } else { format!("./{file}") }
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
        Some(shown_path(&self.sources.file(*id).name))
    }
}

fn write_pretty(
    out: &mut impl Write,
    cache: &mut Cache<'_>,
    diagnostic: &Diagnostic,
) -> std::io::Result<()> {
    let Some(at) = range(cache.sources, diagnostic.span) else {
        return writeln!(out, "{}", diagnostic.message);
    };
    let kind = match diagnostic.severity {
        Severity::Error => ReportKind::Error,
        Severity::Warning => ReportKind::Warning,
    };
    let (first, rest) = diagnostic.message.split_once('\n').unwrap_or((&diagnostic.message, ""));
    let label = Label::new(at.clone()).with_color(Color::Red).with_message(first);
    let config = Config::default().with_index_type(IndexType::Byte);
    let mut report = Report::build(kind, at)
        .with_config(config)
        .with_code(diagnostic.code)
        .with_message(first)
        .with_label(label);
    for line in rest.lines() {
        report.add_note(line.trim());
    }
    for note in &diagnostic.notes {
        match note.span.and_then(|s| range(cache.sources, s)) {
            Some(at) => {
                let label = Label::new(at).with_color(Color::Blue).with_message(&note.message);
                report.add_label(label);
            }
            None => report.add_help(&note.message),
        }
    }
    report.finish().write(cache, out)
}

/// The file and the bytes of a span; at least one byte where there is one.
fn range(sources: &SourceMap, span: Span) -> Option<(FileId, std::ops::Range<usize>)> {
    let source = sources.file_of(span.start)?;
    let start = (span.start.0 - source.base.0) as usize;
    let end = span.end.0.saturating_sub(source.base.0) as usize;
    let end = end.max(start + 1).min(source.text.len()).max(start);
    Some((source.id, start..end))
}
