//! The program behind the executable of this process.

use super::{App, Seal, read};
use minigo_vm::host::identity;
use std::fs::File;

/// Whether there is one: whether this is not minigo, but what minigo has built.
#[must_use]
pub fn is_there() -> bool {
    Seal::own().is_set()
}

/// Reads it.
///
/// # Errors
/// Why it cannot be run.
pub fn app() -> Result<App, String> {
    let file = executable().ok_or("cannot open the program's own file")?;
    read(Seal::own(), &file).ok_or_else(|| "the program's own file is damaged".to_owned())
}

/// This process's executable. Where no /proc is mounted, the name that it was started by must do.
pub(super) fn executable() -> Option<File> {
    let by_kernel = File::open("/proc/self/exe").ok();
    by_kernel.or_else(|| File::open(identity::executable()?).ok())
}
