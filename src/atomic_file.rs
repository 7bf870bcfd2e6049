//! Files that appear whole or not at all, since another process or thread may open them while they are written.

use rustix::fs::{AtFlags, CWD, OFlags, linkat};
use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use tempfile::{Builder, NamedTempFile};

/// The ending of the name of a file that is being written.
pub(crate) const UNFINISHED_EXTENSION: &str = ".new";

/// Calls `make` with an unused path in the directory of `path`; the name begins with that of `path`. The file that
/// `make` creates there is removed when the result is dropped, unless it was renamed.
pub(crate) fn create_in_same_directory<R>(
    path: &Path,
    make: impl FnMut(&Path) -> io::Result<R>,
) -> io::Result<NamedTempFile<R>> {
    let mut prefix = OsString::from(path.file_name().unwrap_or_default());
    prefix.push(".");
    Builder::new()
        .prefix(&prefix)
        .suffix(UNFINISHED_EXTENSION)
        .make_in(parent_directory(path), make)
}

/// Writes a file with the permission bits `mode` and puts it in the place of the file at `path`. After an error the old
/// file is unchanged.
///
/// Where the file system has files without a name, the file has no name until it is whole: a process that is killed
/// leaves no unfinished file.
pub(crate) fn write(
    path: &Path,
    mode: u32,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    // The kernel executes no file that is open for writing, so the file is closed before it gets its name.
    if let Some(mut file) = unnamed_file(parent_directory(path), mode) {
        write(&mut file)?;
        let content = format!("{OPEN_FILES_DIRECTORY}/{}", file.as_raw_fd());
        let flags = AtFlags::SYMLINK_FOLLOW;
        let named =
            create_in_same_directory(path, |own| Ok(linkat(CWD, &*content, CWD, own, flags)?))?;
        drop(file);
        return named.into_temp_path().persist(path).map_err(io::Error::from);
    }
    let mut file = create_in_same_directory(path, |own| {
        OpenOptions::new().write(true).create_new(true).mode(mode).open(own)
    })?;
    write(file.as_file_mut())?;
    file.into_temp_path().persist(path).map_err(io::Error::from)
}

/// The directory in which the kernel shows the files that this process has open.
const OPEN_FILES_DIRECTORY: &str = "/proc/self/fd";

/// A new file without a name in the directory `dir`; `None` if the file system has no such files or /proc is missing,
/// without which the file cannot get a name.
fn unnamed_file(dir: &Path, mode: u32) -> Option<File> {
    let flags = i32::try_from(OFlags::TMPFILE.bits()).ok()?;
    let mut options = OpenOptions::new();
    options.write(true).mode(mode).custom_flags(flags);
    Path::new(OPEN_FILES_DIRECTORY).is_dir().then(|| options.open(dir).ok()).flatten()
}

fn parent_directory(path: &Path) -> &Path {
    path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
