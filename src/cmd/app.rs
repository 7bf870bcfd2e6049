//! The start of a program that is a file of its own.

use super::print_error;
use super::run::{self, Ready};
use crate::app::{App, own};
use crate::options::Run;

/// The program behind this executable, ready to run with the words of the command line.
///
/// # Errors
/// The exit status, if it cannot be run; why was printed.
pub fn ready() -> Result<(Run, Ready), u8> {
    let run = Run { words: std::env::args_os().collect(), launched: true, ..Run::default() };
    let name = run.words.first().map_or_else(String::new, |name| format!("{}: ", name.display()));
    let App { linked, map, code } =
        own::app().map_err(|why| print_error(&format!("{name}{why}")))?;
    let ready = run::built(&run, linked, code)?;
    // The run may never read the pages that linking has read.
    map.release();
    Ok((run, ready))
}
