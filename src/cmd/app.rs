//! Starts the program stored behind this executable.

use super::print_error;
use super::run::{self, Ready};
use crate::app::{App, own_executable};
use crate::options::Run;

/// The program behind this executable, ready to run with the words of the command line.
///
/// # Errors
/// The exit status, after the reason was printed, if the program cannot be run.
pub fn ready() -> Result<(Run, Ready), u8> {
    let run = Run { words: std::env::args_os().collect(), launched: true, ..Run::default() };
    let name = run.words.first().map_or_else(String::new, |name| format!("{}: ", name.display()));
    let App { linked, map, code } =
        own_executable::app().map_err(|why| print_error(&format!("{name}{why}")))?;
    let ready = run::built(&run, linked, code)?;
    // The pages of the mapping that linking has read are released: the run may never read them.
    map.release();
    Ok((run, ready))
}
