//! The zip file of a module: computes its checksum, checks it against the rules for such files, and unpacks it.

use minigo_syntax::small_sort::SmallSort as _;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::fs;
use std::io::{self, Cursor, Read, Write as _};
use std::num::NonZero;
use std::os::unix::fs::OpenOptionsExt as _;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock};
use std::thread;

use sha2::{Digest as _, Sha256};
use zip::ZipArchive;

use crate::path::{PathKind, check, quote};
use crate::sums::sum_of;
use crate::version::ModuleVersion;

/// The most bytes that all files of a module may have together.
const MAX_MODULE_SIZE: u64 = 500 << 20;

/// The most bytes of a `go.mod` or a `LICENSE`.
const MAX_TEXT_FILE_BYTES: u64 = 16 << 20;

/// The reason why the zip file of a module cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArchiveError {
    /// The bytes are no zip file.
    NoZip(String),
    /// The zip file is not allowed for the module, or cannot be unpacked.
    OfModule(String),
}

impl From<String> for ArchiveError {
    fn from(text: String) -> Self {
        Self::OfModule(text)
    }
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoZip(text) => write!(to, "zip: {text}"),
            Self::OfModule(text) => to.write_str(text),
        }
    }
}

type Archive<'b> = ZipArchive<Cursor<&'b [u8]>>;

/// Opens a zip file whose directory lists each name once.
///
/// Crate zip reads only the last of several entries with one name. The checksum would cover the last entry alone, so
/// that two different zip files could have the same checksum.
fn open(bytes: &[u8]) -> Result<Archive<'_>, ArchiveError> {
    let invalid = || ArchiveError::NoZip("not a valid zip file".into());
    let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| invalid())?;
    let start = usize::try_from(archive.central_directory_start()).map_err(|_| invalid())?;
    let mut rest = bytes.get(start..).ok_or_else(invalid)?;
    let mut seen = HashSet::new();
    while rest.starts_with(b"PK\x01\x02") {
        let half =
            |at: usize| rest.get(at..at + 2).map(|it| usize::from(it[0]) | usize::from(it[1]) << 8);
        let (Some(name), Some(extra), Some(comment)) = (half(28), half(30), half(32)) else {
            return Err(invalid());
        };
        let full = rest.get(46..46 + name).ok_or_else(invalid)?;
        if !seen.insert(full) {
            let full = String::from_utf8_lossy(full);
            // The names of the entries begin with PATH@VERSION/, where the path can contain slashes.
            let below = full.find('@').and_then(|at| full[at..].split_once('/'));
            let name = quote(below.map_or(&*full, |(_, name)| name));
            let text = format!("{full}: multiple entries for file {name}");
            return Err(text.into());
        }
        rest = rest.get(46 + name + extra + comment..).ok_or_else(invalid)?;
    }
    if seen.len() != archive.len() { Err(invalid()) } else { Ok(archive) }
}

/// Calls `each` for all entries of a zip file, in several threads, and returns the results in the order of the entries.
///
/// # Errors
/// Returns the error of the first entry for which `each` fails.
fn map_entries<T: Send>(
    archive: &Archive<'_>,
    each: impl Fn(&mut Archive<'_>, usize) -> Result<T, ArchiveError> + Sync,
) -> Result<Vec<T>, ArchiveError> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicUsize::new(0);
    let work = || {
        // A copy of an archive shares the zip file's directory with the original.
        let mut archive = archive.clone();
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= archive.len() {
                return done;
            }
            let result = each(&mut archive, at);
            if result.is_err() {
                // This store makes the other threads end. All entries before the failing one have been taken already.
                next.store(archive.len(), Ordering::Relaxed);
            }
            done.push((at, result));
        }
    };
    let mut results = thread::scope(|scope| {
        let more = threads.min(archive.len() / ENTRIES_PER_THREAD).saturating_sub(1);
        let handles: Vec<_> = (0..more).map(|_| scope.spawn(work)).collect();
        let mut results = work();
        for handle in handles {
            results.extend(handle.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        results
    });
    results.small_sort_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}

/// The least number of entries for which a thread is started.
const ENTRIES_PER_THREAD: usize = 64;

/// Subtracts `copied` from `left`, the number of bytes that may still be unpacked; fails if `left` is smaller.
fn consume_limit(left: &AtomicU64, copied: u64) -> Result<(), String> {
    let rest = |left: u64| left.checked_sub(copied);
    let taken = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, rest);
    taken.map(|_| ()).map_err(|_| too_large())
}

/// The checksum of the files of a module.
///
/// # Errors
/// Fails if the bytes are no zip file, or not the zip file of this module.
pub fn sum(bytes: &[u8], module: &ModuleVersion) -> Result<String, ArchiveError> {
    let prefix = format!("{module}/");
    let left = AtomicU64::new(MAX_MODULE_SIZE);
    let files = map_entries(&open(bytes)?, |archive, at| {
        let file = archive.by_index(at).map_err(|error| invalid_archive(&error))?;
        let name = name_of(&file)?;
        if !name.starts_with(&prefix) {
            return Err(format!("zip for {module} has unexpected file {name}").into());
        }
        if name.ends_with('/') {
            return Ok(None);
        }
        let mut hasher = Hasher(Sha256::new());
        let limit = left.load(Ordering::Relaxed);
        let copied = io::copy(&mut file.take(limit + 1), &mut hasher);
        let copied = copied.map_err(|error| ArchiveError::NoZip(error.to_string()))?;
        consume_limit(&left, copied)?;
        Ok(Some((name, hasher.0.finalize().into())))
    })?;
    Ok(sum_of(files.iter().flatten().map(|(name, hash)| (name.as_str(), *hash))))
}

struct Hasher(Sha256);

impl io::Write for Hasher {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn name_of<R: Read + ?Sized>(file: &zip::read::ZipFile<'_, R>) -> Result<String, ArchiveError> {
    file.name().map(|name| name.into_owned()).map_err(|error| invalid_archive(&error))
}

fn invalid_archive(error: &zip::result::ZipError) -> ArchiveError {
    ArchiveError::NoZip(error.to_string())
}

fn too_large() -> String {
    format!(
        "total uncompressed size of module contents too large (max size is {MAX_MODULE_SIZE} bytes)"
    )
}

/// Unpacks the files of a module into a directory.
///
/// # Errors
/// Fails if the zip file contains a file that is not allowed, or a file cannot be written.
pub fn unpack(bytes: &[u8], module: &ModuleVersion, dir: &Path) -> Result<(), ArchiveError> {
    let mut archive = open(bytes)?;
    let prefix = format!("{module}/");
    check_entries(&mut archive, &prefix)?;
    fs::create_dir_all(dir).map_err(|error| ArchiveError::OfModule(error.to_string()))?;
    let left = AtomicU64::new(MAX_MODULE_SIZE);
    let made: RwLock<HashSet<PathBuf>> = RwLock::default();
    map_entries(&archive, |archive, at| {
        let mut file = archive.by_index(at).map_err(|error| invalid_archive(&error))?;
        let name = name_of(&file)?.strip_prefix(&prefix).unwrap_or_default().to_owned();
        if name.is_empty() || name.ends_with('/') {
            return Ok(());
        }
        let failed = |error: io::Error| format!("{name}: {error}");
        let path = dir.join(&name);
        let parent = path.parent().unwrap_or(dir);
        if !made.read().unwrap_or_else(PoisonError::into_inner).contains(parent) {
            fs::create_dir_all(parent).map_err(failed)?;
            made.write().unwrap_or_else(PoisonError::into_inner).insert(parent.to_path_buf());
        }
        let options = fs::OpenOptions::new().write(true).create_new(true).mode(0o444).open(&path);
        let mut to = options.map_err(failed)?;
        let limit = size_limit_of(&name).min(left.load(Ordering::Relaxed));
        let copied = io::copy(&mut Read::by_ref(&mut file).take(limit + 1), &mut to);
        let copied = copied.map_err(failed)?;
        if copied > limit {
            return Err(too_large().into());
        }
        to.flush().map_err(failed)?;
        Ok(consume_limit(&left, copied)?)
    })?;
    Ok(())
}

fn size_limit_of(name: &str) -> u64 {
    if matches!(name, "go.mod" | "LICENSE") { MAX_TEXT_FILE_BYTES } else { MAX_MODULE_SIZE }
}

/// Checks all names and sizes; nothing has been written yet.
fn check_entries(archive: &mut Archive<'_>, prefix: &str) -> Result<(), ArchiveError> {
    let mut seen: HashMap<String, (String, bool)> = HashMap::new();
    let mut total: u64 = 0;
    for at in 0..archive.len() {
        let file = archive.by_index(at).map_err(|error| invalid_archive(&error))?;
        let full = name_of(&file)?;
        let Some(name) = full.strip_prefix(prefix) else {
            return Err(format!("path does not have prefix {}: {full}", quote(prefix)).into());
        };
        if name.is_empty() {
            continue;
        }
        let (name, directory) = match name.strip_suffix('/') {
            Some(name) => (name, true),
            None => (name, false),
        };
        check(name, PathKind::File).map_err(|why| format!("{full}: {why}"))?;
        check_collision(&mut seen, name, directory).map_err(|why| format!("{full}: {why}"))?;
        if directory {
            continue;
        }
        let last = name.rsplit('/').next().unwrap_or(name);
        if last.eq_ignore_ascii_case("go.mod") {
            // A directory with a go.mod belongs to another module.
            if last.len() != name.len() {
                return Err(format!("{full}: go.mod file not in module root directory").into());
            }
            if name != "go.mod" {
                return Err(format!("{full}: go.mod files must have lowercase names").into());
            }
        }
        if file.size() > size_limit_of(name) {
            return Err(format!(
                "{full}: file is too large (max size is {} bytes)",
                size_limit_of(name)
            )
            .into());
        }
        total = total.saturating_add(file.size());
        if total > MAX_MODULE_SIZE {
            return Err(too_large().into());
        }
    }
    Ok(())
}

/// Refuses names that differ only in case, and names that are both a file and a directory.
fn check_collision(
    seen: &mut HashMap<String, (String, bool)>,
    name: &str,
    directory: bool,
) -> Result<(), String> {
    let folded = name.to_lowercase();
    if let Some((other, other_directory)) = seen.get(&folded) {
        if other != name {
            let (other, name) = (quote(other), quote(name));
            return Err(format!("case-insensitive file name collision: {other} and {name}"));
        }
        if *other_directory != directory {
            return Err(format!("entry {} is both a file and a directory", quote(name)));
        }
        if !directory {
            return Err(format!("multiple entries for file {}", quote(name)));
        }
        return Ok(());
    }
    seen.insert(folded, (name.to_owned(), directory));
    match name.rsplit_once('/') {
        Some((parent, _)) => check_collision(seen, parent, true),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zip::write::{SimpleFileOptions, ZipWriter};

    fn pack_archive(names: &[&str]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for name in names {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(name.as_bytes()).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    fn replace_bytes(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
        let mut out = bytes.to_vec();
        for at in 0..=out.len() - from.len() {
            if out[at..].starts_with(from) {
                out[at..at + to.len()].copy_from_slice(to);
            }
        }
        out
    }

    #[test]
    fn a_name_that_is_listed_twice_is_refused() {
        let module = ModuleVersion::new("a.b/c", "v1.0.0");
        let bytes = pack_archive(&["a.b/c@v1.0.0/x.go", "a.b/c@v1.0.0/y.go"]);
        assert!(sum(&bytes, &module).is_ok());
        let error = sum(&replace_bytes(&bytes, b"y.go", b"x.go"), &module).unwrap_err();
        assert_eq!(error.to_string(), "a.b/c@v1.0.0/x.go: multiple entries for file \"x.go\"");
    }

    #[test]
    fn many_files_are_unpacked_and_summed_in_any_number_of_threads() {
        let names: Vec<String> =
            (0..1000).map(|n| format!("a.b/c@v1.0.0/d{}/f{n}.go", n % 7)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let (module, bytes) = (ModuleVersion::new("a.b/c", "v1.0.0"), pack_archive(&names));
        let to = tempfile::tempdir().unwrap();
        unpack(&bytes, &module, &to.path().join("m")).unwrap();
        let hashes = names.iter().map(|name| {
            let path = to.path().join("m").join(name.strip_prefix("a.b/c@v1.0.0/").unwrap());
            assert_eq!(fs::read_to_string(path).unwrap(), *name);
            (*name, Sha256::digest(name).into())
        });
        assert_eq!(sum(&bytes, &module).unwrap(), sum_of(hashes));
    }

    #[test]
    fn the_first_entry_of_another_module_is_the_one_that_is_named() {
        let mut names: Vec<String> = (0..500).map(|n| format!("a.b/c@v1.0.0/f{n}.go")).collect();
        names.insert(300, "a.b/d@v1.0.0/x.go".into());
        names.insert(400, "a.b/d@v1.0.0/y.go".into());
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let module = ModuleVersion::new("a.b/c", "v1.0.0");
        let error = sum(&pack_archive(&names), &module).unwrap_err();
        assert_eq!(error.to_string(), "zip for a.b/c@v1.0.0 has unexpected file a.b/d@v1.0.0/x.go");
    }

    #[test]
    fn a_go_mod_below_the_root_is_refused() {
        let module = ModuleVersion::new("a.b/c", "v1.0.0");
        for name in ["go.mod", "GO.MOD"] {
            let full = format!("a.b/c@v1.0.0/sub/{name}");
            let to = tempfile::tempdir().unwrap();
            let error = unpack(&pack_archive(&[&full]), &module, &to.path().join("m")).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("{full}: go.mod file not in module root directory")
            );
        }
    }
}
