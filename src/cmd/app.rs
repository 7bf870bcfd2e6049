//! Starts the program stored behind this executable.

use super::print_error;
use super::run::{self, ReadyProgram};
use crate::app::{App, own_executable};
use crate::options::Run;

/// The program behind this executable, ready to run with the words of the command line.
///
/// # Errors
/// Returns the exit status, after the reason was printed, if the program cannot be run.
pub fn prepare_app() -> Result<(Run, ReadyProgram), u8> {
    let run = Run { words: std::env::args_os().collect(), launched: true, ..Run::default() };
    let name = run.words.first().map_or_else(String::new, |name| format!("{}: ", name.display()));
    let App { linked, map, machine_code: code } =
        own_executable::appended_app().map_err(|why| print_error(&format!("{name}{why}")))?;
    let ready = run::prepare_built_program(&run, linked, code)?;
    // The pages of the mapping that linking has read are released: the run may never read them.
    map.release_pages();
    Ok((run, ready))
}
