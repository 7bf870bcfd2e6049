//! The program behind the executable of this process.

use super::{App, Seal, read_app};
use minigo_vm::host::identity;
use std::fs::File;

/// Reports whether this process runs a program that minigo has built, rather than minigo.
#[must_use]
pub fn is_built_program() -> bool {
    Seal::of_this_executable().has_program()
}

/// Reads the program behind this executable.
///
/// # Errors
/// Returns a message that says why the program cannot be run.
pub fn appended_app() -> Result<App, String> {
    let file = open_executable().ok_or("cannot open the program's own file")?;
    read_app(Seal::of_this_executable(), &file)
        .ok_or_else(|| "the executable's program is damaged: build it again".to_owned())
}

/// The executable file of the running process. If no /proc is mounted, the name by which the process was started is
/// used.
pub(super) fn open_executable() -> Option<File> {
    let by_kernel = File::open("/proc/self/exe").ok();
    by_kernel.or_else(|| File::open(identity::executable_path()?).ok())
}
