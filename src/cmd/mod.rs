//! The commands, one module each. A command returns its exit status.

pub mod app;
pub mod build;
pub mod check;
pub mod clean;
mod compile;
pub(crate) mod decisions;
pub mod doc;
pub mod dump;
pub mod env;
pub mod explain;
pub mod explore;
pub mod fmt;
pub mod generate;
pub mod launch;
pub mod list;
pub mod modules;
pub mod repl;
pub mod run;
mod seeds;
pub mod test;
mod trace;
pub mod version;
pub mod vet;
pub mod xray;

use crate::errno;
use crate::options::{Common, ErrorFormat, Run};
use crate::pipeline::Checked;
use crate::report;
use minigo_syntax::diagnostic::Code;
use std::io::Write as _;
use std::path::Path;

/// What the process does after a command.
pub enum Next<'a> {
    /// It exits with this status.
    Exit(u8),
    /// It runs a program.
    Run(Box<run::Ready>, &'a Run),
}

/// The status when a program has errors or cannot be loaded.
pub const FAILED: u8 = 1;

/// Prints why a command failed on standard error; gives the exit status for it.
pub fn print_error(message: &str) -> u8 {
    // If standard error is closed, the status is all that is left.
    let _ = writeln!(std::io::stderr(), "{message}");
    FAILED
}

/// Prints that there is no way to the directory of -C; gives the exit status for it.
pub fn print_no_directory(dir: &Path, error: &std::io::Error) -> u8 {
    print_error(&format!("go: chdir {}: {}", dir.display(), errno::text(error)))
}

/// Reports a failure of minigo itself; its status differs from that of errors in programs.
pub fn print_internal_error() -> u8 {
    print_error("minigo: internal error: this is a bug of minigo, not of the program");
    101
}

/// Shows the diagnostics on standard error; tells whether there are errors.
fn show(checked: &Checked, common: &Common) -> bool {
    let format: ErrorFormat = common.error_format.unwrap_or_else(report::default_format);
    let _ = report::write(&mut std::io::stderr().lock(), checked, format);
    checked.has_errors()
}

/// Prints imports that could not be loaded as the go command prints them, before it compiles anything; whether there
/// are some.
fn print_broken_imports(checked: &Checked) -> bool {
    let broken = checked.diagnostics.iter().filter(|found| found.code == Code::BrokenImport);
    let mut some = false;
    for found in broken {
        let message = found.message.strip_prefix("could not import ");
        let why = message.and_then(|text| text.split_once(" (")?.1.strip_suffix(')'));
        let place = checked.sources.position(found.span.start).map(|place| {
            let file = place.file.strip_prefix("./").unwrap_or(&place.file).to_owned();
            format!("{file}:{}:{}: ", place.line, place.column)
        });
        print_error(&format!("{}{}", place.unwrap_or_default(), why.unwrap_or(&found.message)));
        some = true;
    }
    some
}
