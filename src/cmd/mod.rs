//! The commands, one module each. A command returns its exit status.

pub mod check;
pub mod clean;
pub(crate) mod decisions;
pub mod doc;
pub mod dump;
pub mod explain;
pub mod explore;
pub mod fmt;
pub mod launch;
pub mod list;
pub mod modules;
pub mod repl;
pub mod run;
mod seeds;
pub mod test;
mod trace;
pub mod version;
pub mod xray;

use crate::errno;
use crate::options::{Common, ErrorFormat, Run};
use crate::pipeline::Checked;
use crate::report;
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
