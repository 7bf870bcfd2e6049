//! Results of test programs that have passed: `minigo test` prints the result of an earlier run again as long as
//! nothing has changed that the tests read.
//!
//! Only a run shows which files a test reads, so a result takes two files. The first is named for the program with its
//! arguments; it is the log of the environment variables and files that the tests read in their last run. The second is
//! named for the program, the log, and the present values of the variables and files in the log; it holds the result.
//! If the environment of a test goes back to an earlier state, its old result is found again.
//!
//! As for the go command, a file counts as unchanged if its size, mode and time are the same, and files outside the
//! module are ignored. A result that depends on a file written within the last two seconds is not stored: the next
//! change of the file might leave its time the same. The files are signed and evicted as [entries](super) are.

use super::signing_key::SigningKey;
use super::{
    RESULT_EXTENSION, cache_directory, is_private, open_entry, renew_time, signing_key, write_file,
};
use blake3::{Hash, Hasher};
use minigo_syntax::small_sort::SmallSort as _;
use minigo_vm::{LinkedProgram, identity};
use serde::{Deserialize, Serialize};
use std::ffi::{OsStr, OsString};
use std::fs::{self, Metadata};
use std::io::{self, Read as _};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

/// The result of a test program that has passed.
#[derive(Serialize, Deserialize)]
pub struct TestResult {
    /// The program's output.
    pub output: Vec<u8>,
    /// The coverage profile, if the program was to write one.
    pub profile: Option<Vec<u8>>,
}

/// The environment in which a test program runs.
pub struct TestEnvironment<'a> {
    /// The program's working directory at its start.
    pub directory: &'a Path,
    /// The directory of the module: only files below it count.
    pub module_root: &'a Path,
    /// The program's environment variables.
    pub env: &'a dyn Fn(&str) -> Option<OsString>,
}

/// The flags of a test program that allow a result to be reused by runs with the same values.
const CACHEABLE_TEST_FLAGS: [&str; 11] = [
    "benchtime",
    "cpu",
    "list",
    "parallel",
    "run",
    "short",
    "skip",
    "timeout",
    "failfast",
    "v",
    "fullpath",
];

/// The flag that names the file for the coverage profile.
const PROFILE_FLAG: &str = "coverprofile";

/// The name and value of a test program's flag.
fn test_flag(argument: &OsStr) -> Option<(&str, &str)> {
    argument.to_str()?.strip_prefix("-test.")?.split_once('=')
}

/// Reports whether results may be reused in spite of this argument, which the user has given. (The directory for
/// profiles has no effect on the output.)
#[must_use]
pub fn allows_result_reuse(argument: &OsStr) -> bool {
    test_flag(argument)
        .is_some_and(|(name, _)| name == "outputdir" || CACHEABLE_TEST_FLAGS.contains(&name))
}

/// The file to which the arguments make a test program write its coverage profile.
#[must_use]
pub fn coverage_profile_path(arguments: &[OsString]) -> Option<&str> {
    let flags = arguments.iter().filter_map(|argument| test_flag(argument));
    flags.filter(|(name, _)| *name == PROFILE_FLAG).map(|(_, file)| file).next_back()
}

/// The name for a program with its arguments. Runs with the same name have the same result if their surroundings are
/// the same.
#[must_use]
pub fn run_id(program: &LinkedProgram, arguments: &[OsString]) -> Option<Hash> {
    cache_directory()?;
    let counts = |argument: &&OsString| {
        test_flag(argument).is_some_and(|(name, _)| CACHEABLE_TEST_FLAGS.contains(&name))
    };
    let mut code = Vec::new();
    program.encode(&mut code);
    let mut hasher = Hasher::new();
    hash_field(&mut hasher, identity::build_id()?);
    hash_field(&mut hasher, &code);
    let arguments = arguments.iter().filter(counts);
    arguments.for_each(|argument| hash_field(&mut hasher, argument.as_bytes()));
    Some(hasher.finalize())
}

/// The result of an earlier run, if nothing has changed that the tests read in that run.
#[must_use]
pub fn find(id: &Hash, around: &TestEnvironment<'_>) -> Option<TestResult> {
    let log = String::from_utf8(read(id)?).ok()?;
    postcard::from_bytes(&read(&result_name(id, &log, around)?)?).ok()
}

/// Stores a result for later runs, if possible; `log` lists what the tests read.
pub fn store_result(id: &Hash, around: &TestEnvironment<'_>, log: &str, result: &TestResult) {
    let Some(answered) = result_name(id, log, around) else { return };
    let Ok(result) = postcard::to_allocvec(result) else { return };
    // If the files cannot be written, the tests run again next time.
    let _ = write(&answered, &result).and_then(|()| write(id, log.as_bytes()));
}

fn path_of(name: &Hash) -> Option<PathBuf> {
    Some(cache_directory()?.join(format!("{}{RESULT_EXTENSION}", &name.to_hex()[..16])))
}

/// The content of the cache file with this name; `None` if there is no such file with a valid signature.
pub fn read(name: &Hash) -> Option<Vec<u8>> {
    let path = path_of(name)?;
    let (mut file, found) = open_entry(&path)?;
    let mut all = Vec::new();
    file.read_to_end(&mut all).ok()?;
    let (signature, content) = all.split_first_chunk::<{ signing_key::SIGNATURE_LEN }>()?;
    let key = SigningKey::for_directory(path.parent()?)?;
    if !key.verify([name.as_bytes(), content], *signature) {
        return None;
    }
    renew_time(&file, &found);
    Some(content.to_vec())
}

/// Writes the file with this name.
pub fn write(name: &Hash, content: &[u8]) -> io::Result<()> {
    let Some(path) = path_of(name) else { return Ok(()) };
    write_file(&path, |key| [&key.sign([name.as_bytes(), content])[..], content].concat())
}

/// Removes all results.
///
/// # Errors
/// Returns the error of the system call.
pub fn clean_results() -> io::Result<()> {
    let Some(dir) = cache_directory().filter(|dir| dir.exists()) else { return Ok(()) };
    if !is_private(&fs::metadata(&dir)?) {
        return Ok(());
    }
    for found in fs::read_dir(dir)? {
        let path = found?.path();
        let is_result = path.file_name().is_some_and(|name| {
            super::is_entry(name) && name.as_encoded_bytes().ends_with(RESULT_EXTENSION.as_bytes())
        });
        match is_result.then(|| fs::remove_file(path)) {
            Some(Err(error)) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// How old a file must be for a later change to be visible in its modification time.
const MIN_SETTLED_FILE_AGE: Duration = Duration::from_secs(2);

/// The name of the result for the present values of the variables and files in `log`; `None` if a change of a file
/// could go unseen.
fn result_name(id: &Hash, log: &str, around: &TestEnvironment<'_>) -> Option<Hash> {
    let mut lines = log.lines();
    if lines.next() != Some("# test log") || !log.ends_with('\n') {
        return None;
    }
    let mut hasher = Hasher::new();
    hash_field(&mut hasher, id.as_bytes());
    // The runtime itself reads GODEBUG and MINIGODEBUG before the log begins.
    for name in ["GODEBUG", "MINIGODEBUG"] {
        hash_env(&mut hasher, name, around);
    }
    let mut directory = around.directory.to_owned();
    for line in lines {
        let (op, name) = line.split_once(' ')?;
        hash_field(&mut hasher, line.as_bytes());
        if op == "getenv" {
            hash_env(&mut hasher, name, around);
            continue;
        }
        let path = clean_path(&directory.join(name));
        match op {
            "chdir" => {
                hash_stat(&mut hasher, &path);
                directory = path;
            }
            "stat" if is_inside(&path, around.module_root) => hash_stat(&mut hasher, &path),
            "open" if is_inside(&path, around.module_root) => hash_open(&mut hasher, &path)?,
            "stat" | "open" => {}
            _ => return None,
        }
    }
    Some(hasher.finalize())
}

/// Hashes the length of `bytes`, then the bytes, so that no two lists of fields have the same hash.
fn hash_field(hasher: &mut Hasher, bytes: &[u8]) {
    hasher.update(&(bytes.len() as u64).to_le_bytes());
    hasher.update(bytes);
}

fn hash_env(hasher: &mut Hasher, name: &str, around: &TestEnvironment<'_>) {
    let value = (around.env)(name);
    hasher.update(&[u8::from(value.is_some())]);
    hash_field(hasher, value.unwrap_or_default().as_bytes());
}

fn hash_stat(hasher: &mut Hasher, path: &Path) {
    hash_metadata(hasher, fs::metadata(path).as_ref());
    hash_metadata(hasher, fs::symlink_metadata(path).as_ref());
}

/// Hashes the state of a file that the tests opened. Returns `None` if the file has just changed.
fn hash_open(hasher: &mut Hasher, path: &Path) -> Option<()> {
    let found = fs::metadata(path);
    hash_metadata(hasher, found.as_ref());
    let Ok(found) = found else { return Some(()) };
    if found.is_dir() {
        let mut entries: Vec<_> = fs::read_dir(path).into_iter().flatten().flatten().collect();
        entries.small_sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            hash_field(hasher, entry.file_name().as_bytes());
            hash_metadata(hasher, entry.metadata().as_ref());
        }
    } else if found.is_file() {
        let age = found.modified().ok()?.elapsed().unwrap_or_default();
        return (age >= MIN_SETTLED_FILE_AGE).then_some(());
    }
    Some(())
}

fn hash_metadata(hasher: &mut Hasher, found: Result<&Metadata, &io::Error>) {
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

/// The absolute path `path` without `.` and `..`, as path/filepath.Clean returns it.
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
