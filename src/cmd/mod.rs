//! The commands, one module each. A command returns its exit status.

pub mod check;
pub mod clean;
pub mod dump;
pub mod run;
mod seeds;
pub mod version;

use crate::options::{Common, ErrorFormat, Run};
use crate::pipeline::Checked;
use crate::report;
use std::io::Write as _;

/// What is left to do when a command has done its part.
pub enum Next<'a> {
    /// To end with this status.
    Exit(u8),
    /// To run a program.
    Run(Box<run::Ready>, &'a Run),
}

/// The status when a program has errors or cannot be loaded.
pub const FAILED: u8 = 1;

/// Says on standard error why a command could not do its work.
pub fn complain(message: &str) -> u8 {
    // Nobody is left to tell when standard error is gone.
    let _ = writeln!(std::io::stderr(), "{message}");
    FAILED
}

/// Says that minigo itself has failed; the status tells it from errors of programs.
pub fn complain_of_bug() -> u8 {
    complain("minigo: internal error: this is a bug of minigo, not of the program");
    101
}

/// Shows the diagnostics; tells whether there are errors.
fn show(checked: &Checked, common: &Common) -> bool {
    let format: ErrorFormat = common.error_format.unwrap_or_else(report::default_format);
    let mut out = std::io::stderr().lock();
    let _ = report::write(&mut out, checked, format);
    checked.has_errors()
}
