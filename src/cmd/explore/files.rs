//! Reads and writes the files of a search: schedules and results. Error messages contain the name of the file.

use crate::{atomic_file, errno};
use minigo_syntax::small_sort::SmallSort as _;
use std::io;
use std::path::{Path, PathBuf};

/// An error about a file.
pub(super) fn file_error(path: &Path, error: &io::Error) -> String {
    format!("{}: {}", path.display(), errno::text(error))
}

pub(super) fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| file_error(path, &error))
}

pub(super) fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| file_error(path, &error))
}

/// Writes a file atomically, since another process may read the directory; makes the directory if it does not exist.
pub(super) fn write_atomically(path: &Path, text: &str) -> Result<(), String> {
    let dir = path.parent().unwrap_or(Path::new("."));
    let placed = std::fs::create_dir_all(dir).and_then(|()| {
        atomic_file::write(path, 0o666, |file| io::Write::write_all(file, text.as_bytes()))
    });
    placed.map_err(|error| file_error(path, &error))
}

/// The files in a directory with this extension, sorted by name; an empty list if the directory does not exist.
pub(super) fn list_files(dir: &Path, ending: &str) -> Result<Vec<PathBuf>, String> {
    let entries = match std::fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(file_error(dir, &error)),
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == ending));
    paths.small_sort();
    Ok(paths)
}
