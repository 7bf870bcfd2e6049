//! Access to files that other processes read and write at the same time.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::Path;

use rustix::fs::{FlockOperation, flock};

/// Locks a file as the go command does, until the result is dropped.
///
/// # Errors
/// Returns the error of a system call.
pub fn lock(path: &Path) -> io::Result<File> {
    if let Some(dir) = path.parent() {
        fs::create_dir_all(dir)?;
    }
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o666)
        .open(path)?;
    flock(&file, FlockOperation::LockExclusive)?;
    Ok(file)
}

/// Writes a file atomically: no reader sees a part of it.
///
/// # Errors
/// Returns the error of a system call.
pub fn write_atomically(path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    let dir = path.parent().unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut number = 0;
    let (temporary, mut file) = loop {
        let temporary = dir.join(format!("{name}{}-{number}.tmp", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).mode(mode).open(&temporary) {
            Ok(file) => break (temporary, file),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1000 => {
                number += 1;
            }
            Err(error) => return Err(error),
        }
    };
    let written = file.write_all(bytes).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Removes the write permission from a directory and all its contents.
///
/// # Errors
/// Returns the error of a system call.
pub fn make_read_only(dir: &Path) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            make_read_only(&entry.path())?;
        }
    }
    let mode = fs::metadata(dir)?.permissions().mode();
    fs::set_permissions(dir, fs::Permissions::from_mode(mode & !0o222))
}

/// Removes a directory, even if directories in it are read-only.
///
/// # Errors
/// Returns the error of a system call.
pub fn remove_all(dir: &Path) -> io::Result<()> {
    let found = match fs::symlink_metadata(dir) {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    if !found.is_dir() {
        return fs::remove_file(dir);
    }
    fs::set_permissions(dir, fs::Permissions::from_mode(0o777))?;
    for entry in fs::read_dir(dir)? {
        remove_all(&entry?.path())?;
    }
    fs::remove_dir(dir)
}
