//! Files that are whole or not there: another process, or another thread, may look for them meanwhile.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use tempfile::{Builder, NamedTempFile};

/// The end of the name of a file that is being made.
pub(crate) const UNFINISHED: &str = ".new";

/// Calls `make` with a path in the directory of `path` that nothing else has, and whose name begins as that of `path`.
/// What it makes there is removed when the result is dropped, unless it was renamed.
pub(crate) fn make_beside<R>(
    path: &Path,
    make: impl FnMut(&Path) -> io::Result<R>,
) -> io::Result<NamedTempFile<R>> {
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty());
    let mut prefix = OsString::from(path.file_name().unwrap_or_default());
    prefix.push(".");
    Builder::new().prefix(&prefix).suffix(UNFINISHED).make_in(dir.unwrap_or(Path::new(".")), make)
}

/// Writes a file with these permission bits in the place of what is at `path`; after an error that is as it was.
pub(crate) fn write(
    path: &Path,
    mode: u32,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let mut file = make_beside(path, |own| {
        OpenOptions::new().write(true).create_new(true).mode(mode).open(own)
    })?;
    write(file.as_file_mut())?;
    // What is executed must not be open for writing.
    file.into_temp_path().persist(path).map_err(io::Error::from)
}
