//! Results of test programs that have passed, which `minigo test` prints again as long as they cannot have changed.
//!
//! What a test reads is known only when it has run, so there are two files a result. The first is named for the program
//! with its arguments; it lists what the tests asked of the system the last time: environment variables and files. The
//! second is named for that and for the answers that the same questions have now; it holds the result. A test whose
//! environment goes back to what it was finds its old result again.
//!
//! As for the go command a file is the same if its size, mode and time are, files outside the module do not count, and
//! a result that depends on a file written within the last two seconds is not stored: the next change might leave its
//! time as it is. The files are signed and evicted as [entries](super) are.

use super::signing_key::SigningKey;
use super::{RESULT, directory, is_private, open_entry, renew, signing_key, write_file};
use blake3::{Hash, Hasher};
use minigo_vm::{Linked, identity};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io::{self, Read as _};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

/// What a test program that passed has left.
#[derive(Serialize, Deserialize)]
pub struct TestResult {
    /// What it printed.
    pub output: Vec<u8>,
    /// Its profile of coverage, if it was to write one.
    pub profile: Option<Vec<u8>>,
}

/// Where a test program runs.
pub struct Surroundings<'a> {
    /// Its working directory when it starts.
    pub directory: &'a Path,
    /// The directory in which files count: that of the module.
    pub root: &'a Path,
    /// Its environment.
    pub env: &'a dyn Fn(&str) -> Option<OsString>,
}

/// Which program with which arguments: the results of two with the same name are the same, the surroundings apart.
#[must_use]
pub fn id<'a>(program: &Linked, arguments: impl Iterator<Item = &'a [u8]>) -> Option<Hash> {
    directory()?;
    let mut code = Vec::new();
    program.encode(&mut code);
    let mut hasher = Hasher::new();
    field(&mut hasher, identity::build_id()?);
    field(&mut hasher, &code);
    arguments.for_each(|argument| field(&mut hasher, argument));
    Some(hasher.finalize())
}

/// The result of an earlier run, if there is one that a run would have now.
#[must_use]
pub fn find(id: &Hash, around: &Surroundings<'_>) -> Option<TestResult> {
    let log = String::from_utf8(read(id)?).ok()?;
    postcard::from_bytes(&read(&with_answers(id, &log, around)?)?).ok()
}

/// Stores a result for later runs, if possible; `log` is what the tests asked.
pub fn store(id: &Hash, around: &Surroundings<'_>, log: &str, result: &TestResult) {
    let Some(answered) = with_answers(id, log, around) else { return };
    let Ok(result) = postcard::to_allocvec(result) else { return };
    // Without the files the tests run again.
    let _ = write(&answered, &result).and_then(|()| write(id, log.as_bytes()));
}

fn path_of(name: &Hash) -> Option<PathBuf> {
    Some(directory()?.join(format!("{}{RESULT}", &name.to_hex()[..16])))
}

/// The content of the file of this name, if there is one that this user has written.
pub fn read(name: &Hash) -> Option<Vec<u8>> {
    let path = path_of(name)?;
    let (mut file, found) = open_entry(&path)?;
    let mut all = Vec::new();
    file.read_to_end(&mut all).ok()?;
    let (signature, content) = all.split_first_chunk::<{ signing_key::SIGNATURE_LEN }>()?;
    let key = SigningKey::of(path.parent()?)?;
    if !key.verify([name.as_bytes(), content], *signature) {
        return None;
    }
    renew(&file, &found);
    Some(content.to_vec())
}

/// Writes a file of this name.
pub fn write(name: &Hash, content: &[u8]) -> io::Result<()> {
    let Some(path) = path_of(name) else { return Ok(()) };
    write_file(&path, |key| [&key.sign([name.as_bytes(), content])[..], content].concat())
}

/// Removes all results.
///
/// # Errors
/// The error of the system call.
pub fn clean() -> io::Result<()> {
    let Some(dir) = directory().filter(|dir| dir.exists()) else { return Ok(()) };
    if !is_private(&fs::metadata(&dir)?) {
        return Ok(());
    }
    for found in fs::read_dir(dir)? {
        let path = found?.path();
        let is_result = path.file_name().is_some_and(|name| {
            super::is_entry(name) && name.as_encoded_bytes().ends_with(RESULT.as_bytes())
        });
        match is_result.then(|| fs::remove_file(path)) {
            Some(Err(error)) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// How old a file must be for its time to tell of the next change.
const SETTLED: Duration = Duration::from_secs(2);

/// The name of the result for the answers that the questions have now; none if one of them may change unseen.
fn with_answers(id: &Hash, log: &str, around: &Surroundings<'_>) -> Option<Hash> {
    let mut lines = log.lines();
    if lines.next() != Some("# test log") || !log.ends_with('\n') {
        return None;
    }
    let mut hasher = Hasher::new();
    field(&mut hasher, id.as_bytes());
    // The runtime itself reads these, before there is a log.
    for name in ["GODEBUG", "MINIGODEBUG"] {
        answer_env(&mut hasher, name, around);
    }
    let mut directory = around.directory.to_owned();
    for line in lines {
        let (op, name) = line.split_once(' ')?;
        field(&mut hasher, line.as_bytes());
        if op == "getenv" {
            answer_env(&mut hasher, name, around);
            continue;
        }
        let path = clean_path(&directory.join(name));
        match op {
            "chdir" => {
                answer_stat(&mut hasher, &path);
                directory = path;
            }
            "stat" if is_inside(&path, around.root) => answer_stat(&mut hasher, &path),
            "open" if is_inside(&path, around.root) => answer_open(&mut hasher, &path)?,
            "stat" | "open" => {}
            _ => return None,
        }
    }
    Some(hasher.finalize())
}

/// Adds bytes with their number, so that no two lists of fields look the same.
fn field(hasher: &mut Hasher, bytes: &[u8]) {
    hasher.update(&(bytes.len() as u64).to_le_bytes());
    hasher.update(bytes);
}

fn answer_env(hasher: &mut Hasher, name: &str, around: &Surroundings<'_>) {
    let value = (around.env)(name);
    hasher.update(&[u8::from(value.is_some())]);
    field(hasher, value.unwrap_or_default().as_bytes());
}

fn answer_stat(hasher: &mut Hasher, path: &Path) {
    metadata(hasher, fs::metadata(path).as_ref());
    metadata(hasher, fs::symlink_metadata(path).as_ref());
}

/// None for a file that has changed just now.
fn answer_open(hasher: &mut Hasher, path: &Path) -> Option<()> {
    let found = fs::metadata(path);
    metadata(hasher, found.as_ref());
    let Ok(found) = found else { return Some(()) };
    if found.is_dir() {
        let mut entries: Vec<_> = fs::read_dir(path).into_iter().flatten().flatten().collect();
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            field(hasher, entry.file_name().as_bytes());
            metadata(hasher, entry.metadata().as_ref());
        }
    } else if found.is_file() {
        let age = found.modified().ok()?.elapsed().unwrap_or_default();
        return (age >= SETTLED).then_some(());
    }
    Some(())
}

fn metadata(hasher: &mut Hasher, found: Result<&Metadata, &io::Error>) {
    let numbers = match found {
        Ok(it) => [it.len(), it.mode().into(), it.mtime() as u64, it.mtime_nsec() as u64],
        Err(error) => [u64::MAX, error.raw_os_error().unwrap_or_default() as u64, 0, 0],
    };
    for number in numbers {
        hasher.update(&number.to_le_bytes());
    }
}

fn is_inside(path: &Path, root: &Path) -> bool {
    path.starts_with(root) || path.canonicalize().is_ok_and(|real| real.starts_with(root))
}

/// The path without `.` and `..`, as path/filepath.Clean makes it of an absolute one.
fn clean_path(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(clean.pop()),
            part => clean.push(part),
        }
    }
    clean
}
