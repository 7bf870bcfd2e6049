//! Prints diagnostics in gc's form, as excerpts of the source (with colours on a terminal), or as JSON.

mod json;
mod pretty;

use crate::options::{CommonFlags, ErrorFormat};
use crate::pipeline::CheckedProgram;
use minigo_syntax::diagnostic::Diagnostic;
use minigo_syntax::source::{Pos, SourceMap, Span};
use pretty::Cache;
use std::io::{IsTerminal as _, Write};

/// Returns the default format: excerpts on a terminal that supports them, otherwise gc's form.
#[must_use]
pub fn default_format() -> ErrorFormat {
    let able = std::io::stderr().is_terminal() && !is_dumb();
    if able { ErrorFormat::Pretty } else { ErrorFormat::Go }
}

fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Reports whether output may have colours: see <https://no-color.org>.
fn has_colours() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    std::io::stderr().is_terminal() && !refused && !is_dumb()
}

/// Prints the diagnostics on standard error, in the format of the flag or of the terminal; reports whether there are
/// errors.
pub fn print_diagnostics(checked: &CheckedProgram, common: &CommonFlags) -> bool {
    let format = common.error_format.unwrap_or_else(default_format);
    // If standard error is closed, the exit status is the only report.
    let _ = write(&mut std::io::stderr().lock(), checked, format);
    checked.has_errors()
}

/// Writes all findings, package by package as `go build` does.
///
/// # Errors
/// Fails if writing to `out` fails.
pub fn write(
    out: &mut impl Write,
    checked: &CheckedProgram,
    format: ErrorFormat,
) -> std::io::Result<()> {
    let sources = &checked.sources;
    let mut cache = Cache::new(sources);
    let mut one = |out: &mut _, d: &Diagnostic| match format {
        ErrorFormat::Go => write_in_go_format(out, sources, d),
        ErrorFormat::Pretty => pretty::write(out, &mut cache, d),
        ErrorFormat::Json => json::write(out, sources, d),
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
        let too_many = checked.too_many_errors.iter();
        let mut last = too_many.filter_map(|&at| Some((at, sources.file_of(at)?.id)));
        if let Some((at, _)) = last.find(|(_, file)| package.files.contains(file)) {
            write_too_many_errors(out, sources, at, format)?;
        }
    }
    match checked.diagnostics.first() {
        Some(first) if format == ErrorFormat::Pretty => {
            writeln!(out, "`minigo explain {}` explains this error.", first.code.name())
        }
        _ => Ok(()),
    }
}

/// Writes that the package has more errors than are shown.
fn write_too_many_errors(
    out: &mut impl Write,
    sources: &SourceMap,
    at: Pos,
    format: ErrorFormat,
) -> std::io::Result<()> {
    match (format, sources.position(at)) {
        (ErrorFormat::Go, Some(p)) => {
            writeln!(out, "{}:{}:{}: too many errors", p.file, p.line, p.column)
        }
        (ErrorFormat::Pretty, _) => writeln!(out, "too many errors: `-e` shows all\n"),
        _ => Ok(()),
    }
}

/// Writes findings about texts that belong to no package.
///
/// # Errors
/// Fails if writing to `out` fails.
pub fn write_list(
    out: &mut impl Write,
    sources: &SourceMap,
    found: &[Diagnostic],
    format: ErrorFormat,
) -> std::io::Result<()> {
    let mut cache = Cache::new(sources);
    found.iter().try_for_each(|d| match format {
        ErrorFormat::Go => write_in_go_format(out, sources, d),
        ErrorFormat::Pretty => pretty::write(out, &mut cache, d),
        ErrorFormat::Json => json::write(out, sources, d),
    })
}

/// Writes a finding in gc's form: `file:line:column: message`, and below it the positions that gc adds.
fn write_in_go_format(
    out: &mut impl Write,
    sources: &SourceMap,
    diagnostic: &Diagnostic,
) -> std::io::Result<()> {
    let position = |span: Span| sources.position(span.start).filter(|_| span.start.is_known());
    match position(diagnostic.span) {
        Some(p) => writeln!(out, "{}:{}:{}: {}", p.file, p.line, p.column, diagnostic.message)?,
        None => writeln!(out, "{}", diagnostic.message)?,
    }
    for label in diagnostic.labels.iter().filter(|label| label.is_printed_by_go_compiler) {
        match position(label.span) {
            Some(p) => writeln!(out, "\t{}:{}:{}: {}", p.file, p.line, p.column, label.message)?,
            None => writeln!(out, "\t{}", label.message)?,
        }
    }
    Ok(())
}
