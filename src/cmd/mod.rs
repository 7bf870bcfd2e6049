//! The commands, one module each. A command returns its exit status.

pub mod app;
pub mod build;
pub mod check;
pub mod clean;
mod compile;
pub mod completions_and_man;
pub mod dap;
pub mod debug;
pub mod doc;
pub mod dump;
pub mod env;
mod error_output;
pub mod explain;
pub mod explore;
pub mod fmt;
pub mod generate;
pub mod launch;
pub mod list;
pub mod modules;
pub mod repl;
pub mod run;
pub(crate) mod scheduler_decisions;
mod seeds;
mod shell_line;
pub mod test;
mod trace;
pub mod version;
pub mod vet;
pub mod xray;

use crate::errno;
use crate::load::file_selection::{self, FileRules};
use crate::load::fs_view::FsView;
use crate::options::Run;
use crate::pipeline::CheckedProgram;
use error_output::ErrorOutput;
use minigo_syntax::decl_splitter::split_file;
use minigo_syntax::diagnostic::Code;
use minigo_syntax::source::{Pos, SourceMap, decode_utf8};
use std::io::Write as _;
use std::path::Path;

/// The next action of the process after a command.
pub enum CommandOutcome<'a> {
    /// The process exits with this status.
    Exit(u8),
    /// The process runs a program.
    Run(Box<run::ReadyProgram>, &'a Run),
}

/// The exit status when a program has errors or cannot be loaded.
pub const FAILURE_STATUS: u8 = 1;

/// Prints on standard error why a command failed; returns the exit status for that.
pub fn print_error(message: &str) -> u8 {
    // If standard error is closed, the exit status is the only report.
    let _ = writeln!(std::io::stderr(), "{message}");
    FAILURE_STATUS
}

/// Prints that the directory of -C cannot be entered; returns the exit status for that.
pub fn print_no_directory(dir: &Path, error: &std::io::Error) -> u8 {
    print_error(&format!("go: chdir {}: {}", dir.display(), errno::text(error)))
}

/// The number of bytes from the name in an import to its path; 0 without a name. The go command shows the position of
/// the name.
fn import_name_width(checked: &CheckedProgram, path: Pos) -> u32 {
    let Some(source) = checked.sources.file_of(path) else { return 0 };
    let text = source.text.get(..(path.0 - source.base.0) as usize).unwrap_or_default();
    let line = text.rsplit('\n').next().unwrap_or_default();
    let start = line.trim_end().rfind([' ', '\t', '(', ';']).map_or(0, |at| at + 1);
    match line[start..].trim_end() {
        "" | "import" => 0,
        _ => u32::try_from(line.len() - start).unwrap_or(0),
    }
}

/// The name in a file's package clause; empty if there is none.
fn package_name(bytes: &[u8]) -> String {
    let mut sources = SourceMap::new();
    let Ok(source) = sources.add("", decode_utf8(bytes.to_vec()).0) else { return String::new() };
    match split_file(source) {
        Ok(cut) => cut.package.to_owned(),
        Err(_) => match &*minigo_syntax::parse_file(source).file.package.name {
            // The parser uses this name for a missing clause.
            "_" => String::new(),
            name => name.to_owned(),
        },
    }
}

/// Reports whether the package in a directory is a program.
fn is_program(fs: &FsView, dir: &Path) -> bool {
    let files = file_selection::read_dir(fs, dir, FileRules::default()).unwrap_or_default();
    files.first().is_some_and(|(_, bytes)| package_name(bytes) == "main")
}

/// Reports a failure of minigo itself; the exit status differs from that of errors in programs.
pub fn print_internal_error() -> u8 {
    print_error("minigo: internal error: this is a bug of minigo, not of the program");
    101
}

/// Prints imports that could not be loaded, as the go command does before it compiles anything. Reports whether any
/// import could not be loaded.
fn print_broken_imports(checked: &CheckedProgram, outlet: ErrorOutput) -> bool {
    let broken = checked.diagnostics.iter().filter(|found| found.code == Code::BrokenImport);
    let mut some = false;
    for found in broken {
        let message = found.message.strip_prefix("could not import ");
        let why = message.and_then(|text| text.split_once(" (")?.1.strip_suffix(')'));
        let place = checked.sources.position(found.span.start).map(|place| {
            let file = place.file.strip_prefix("./").unwrap_or(&place.file).to_owned();
            format!(
                "{file}:{}:{}: ",
                place.line,
                place.column - import_name_width(checked, found.span.start)
            )
        });
        let path = message.and_then(|text| text.split(" (").next()).unwrap_or_default();
        let text = format!("{}{}", place.unwrap_or_default(), why.unwrap_or(&found.message));
        outlet.print_error(path, &text);
        some = true;
    }
    some
}
