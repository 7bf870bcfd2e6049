//! Compiled programs on disk: `minigo run` of an unchanged program starts no compiler. The cache also keeps the
//! [results] of tests.
//!
//! # When an entry is valid
//! An entry is found by its *key*: the build of minigo, the files on the command line, and the flags and environment
//! variables that the compiler depends on. The entry holds the key, each [query](crate::load::fs_view) of the file
//! system that the compiler made with its result, and the linked program. The entry is valid if the key is equal and
//! each query has the same result now: texts are compared byte by byte, times are ignored. The parts of the key:
//!
//! * *The build* is the build id that the linker computes of compiler, library and runtime. Size, time and inode of the
//!   executable would be as cheap, but container images and package caches set times; a version does not tell builds
//!   between releases apart.
//! * *The working directory* is a part of the key if a path is relative to that directory. With absolute paths the
//!   directory only changes file names in messages, so the program's name in messages is the part of the key: a script
//!   that is run from many directories is compiled once.
//! * *The name* of an entry is a hash of the key. If two keys have the same name, the entry of the later one replaces
//!   the entry of the earlier.
//!
//! Only programs that compiled without any diagnostic are stored, and none that came from standard input or another
//! pipe, which cannot be read again.
//!
//! # Failures
//! Every failure of the cache counts as a miss, and after a miss the program is compiled: users never see a failure.
//!
//! * A directory that other users may write to is not used, nor an entry of another user: an entry is code.
//! * Entries are written under another name and renamed: parallel runs find a whole entry or none. No process writes to
//!   an entry again, so it can be mapped; removing it does not disturb the processes that run it.
//! * Entries are [signed](signing_key) with a key that only the user can read, and the signature is checked before
//!   anything is decoded. A file from elsewhere (an archive, another user, another program) is no entry, nor is an
//!   incomplete file that a full disk or a crash of the system left (minigo does not sync files). So every decoded
//!   entry was written by this build of minigo, and its bytecode, which may do anything to memory, need not be
//!   [verified](minigo_bytecode::verify) again; debug builds do verify it.
//! * A run that writes an entry whose name begins with a zero (one in sixteen) also evicts the least recently used
//!   entries, down to the limits. The modification time of an entry's file is that of the last use, to within an hour.
//!
//! The [machine code](native) that runs of the program have made lies in a file next to the entry.
//!
//! # File format
//! Magic, length of the file, length of the [linked program](minigo_vm::LinkedProgram), eight bytes each; signature of
//! all else; the program, as it is mapped and run; key and queries.

use minigo_syntax::small_sort::SmallSort as _;
pub mod native;
pub mod program_file;
mod signing_key;
pub mod test_results;

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

use minigo_vm::{LinkedProgram, MappedFile, identity};
use serde::{Deserialize, Serialize};

use self::native::NativeCode;
use self::signing_key::{SIGNATURE_LEN, SigningKey};
use crate::atomic_file::{self, UNFINISHED_EXTENSION};
use crate::load::fs_view::{FsQuery, FsResult, FsView, display_name};
use crate::load::go_env::BuildFlags;
use crate::options::Target;
use crate::options::coverage::Coverage;

/// The key of an entry: the inputs that the compiled program depends on, other than the files that the compiler reads.
#[derive(Serialize)]
struct EntryKey<'a> {
    minigo_build: &'a [u8],
    directory: Option<PathBuf>,
    shown_name: String,
    files: &'a [PathBuf],
    package: Option<&'a Path>,
    /// Whether the program consists of the tests of the files' package.
    tests: bool,
    /// Whether warnings of `vet` keep the program from being compiled.
    is_vetted: bool,
    language: Option<(u32, u32)>,
    flags: &'a BuildFlags,
    /// The import path of the package under test.
    import_path: Option<&'a str>,
    /// The packages whose statements the program counts.
    coverage: Option<&'a Coverage>,
}

/// The part of an entry that says when it is valid; it follows the program.
#[derive(Serialize, Deserialize)]
struct Validity<'a> {
    key: &'a [u8],
    #[serde(borrow)]
    queries: Vec<(FsQuery, FsResult<'a>)>,
}

/// The entry for one command line, whether it exists or not.
pub struct Entry {
    path: PathBuf,
    key: Vec<u8>,
    /// The signature of the entry's file, once the file was loaded or stored.
    signature: OnceLock<[u8; SIGNATURE_LEN]>,
}

const MAGIC: [u8; 8] = *b"minigo\n\0";
/// The offset of the signature in the file.
const SIGNATURE_OFFSET: usize = 24;
const HEADER_LEN: usize = SIGNATURE_OFFSET + SIGNATURE_LEN;

/// The limits of the whole cache directory.
const LIMITS: Limits = Limits { bytes: 128 << 20, entries: 1024 };

/// How old the modification time of an entry must be before a use of the entry renews it.
const RENEW_TIME_AFTER: Duration = Duration::from_secs(3600);

#[derive(Clone, Copy)]
struct Limits {
    bytes: u64,
    entries: usize,
}

impl Entry {
    /// The entry for the program that the user names; `None` if the program cannot be cached or the cache is off.
    #[must_use]
    pub fn for_target(
        target: &Target,
        flags: &BuildFlags,
        language: Option<(u32, u32)>,
        vetted: bool,
    ) -> Option<Self> {
        let (files, package, tests) = match target {
            Target::Files(files) => (files.as_slice(), None, None),
            Target::Directory(package) => (&[][..], Some(package.as_path()), None),
            Target::Tests(tests) => (tests.paths.as_slice(), None, Some(tests)),
            Target::Own(package) => (&[][..], Some(Path::new(package)), None),
            Target::Stdin | Target::Embedded(_) => return None,
        };
        let own = matches!(target, Target::Own(_));
        let import_path = tests.and_then(|tests| tests.import_path.as_deref());
        let cache = cache_directory()?;
        let words = || files.iter().map(PathBuf::as_path).chain(package);
        let relative = words().chain(flags.mod_file.as_deref()).any(|word| !word.is_absolute());
        let relative = !own && relative || import_path.is_some();
        let key = EntryKey {
            minigo_build: identity::build_id()?,
            directory: relative.then(std::env::current_dir).transpose().ok()?,
            shown_name: if own { String::new() } else { display_name(words().next()?) },
            files,
            package,
            tests: tests.is_some(),
            is_vetted: vetted,
            language,
            flags,
            import_path,
            coverage: tests.and_then(|tests| tests.coverage.as_ref()),
        };
        let key = postcard::to_allocvec(&key).ok()?;
        let mut name = DefaultHasher::new();
        name.write(&key);
        let path = cache.join(format!("{:016x}{ENTRY_EXTENSION}", name.finish()));
        Some(Self { path, key, signature: OnceLock::new() })
    }

    /// The program, if it was compiled before and none of its inputs has changed.
    #[must_use]
    pub fn load_program(&self) -> Option<(LinkedProgram, MappedFile)> {
        let (file, found) = open_entry(&self.path)?;
        let signing_key = SigningKey::for_directory(self.path.parent()?)?;
        let map = MappedFile::new(&file).ok()?;
        let all = map.bytes();
        let program = program_in(&all, &signing_key)?;
        let validity: Validity<'_> = postcard::from_bytes(&all[program.end..]).ok()?;
        let unchanged = |(query, result): &(FsQuery, FsResult<'_>)| query.has_same_result(result);
        if validity.key != self.key || !validity.queries.iter().all(unchanged) {
            return None;
        }
        let linked = LinkedProgram::decode(&all.slice(program), true)?;
        renew_time(&file, &found);
        let _ = self.signature.set(all[SIGNATURE_OFFSET..HEADER_LEN].try_into().ok()?);
        Some((linked, map))
    }

    /// The machine code of the program, once the program was loaded or stored.
    #[must_use]
    pub fn native_code(&self) -> Option<NativeCode> {
        self.signature.get().map(|signature| NativeCode::of_entry(&self.path, *signature))
    }

    /// Stores the program for later runs, if possible.
    pub fn store(&self, linked: &LinkedProgram, fs: FsView) {
        let Some(queries) = fs.into_results() else { return };
        let mut all = vec![0; HEADER_LEN];
        linked.encode(&mut all);
        let program = (all.len() - HEADER_LEN) as u64;
        let validity = Validity { key: &self.key, queries };
        // The encoding fails for a path that is not UTF-8.
        let Ok(mut all) = postcard::to_extend(&validity, all) else { return };
        let length = all.len() as u64;
        all[..8].copy_from_slice(&MAGIC);
        all[8..16].copy_from_slice(&length.to_le_bytes());
        all[16..24].copy_from_slice(&program.to_le_bytes());
        let mut signature = None;
        let written = write_file(&self.path, |key| {
            let signature = signature.insert(key.sign(signed_parts(&all)));
            all[SIGNATURE_OFFSET..HEADER_LEN].copy_from_slice(signature);
            all
        });
        // If the entry cannot be written, the next run compiles again.
        if let (Ok(()), Some(signature)) = (written, signature) {
            let _ = self.signature.set(signature);
            // The file next to the entry may have the machine code of an older program.
            let _ = fs::remove_file(native::code_path_of(&self.path));
        }
    }
}

/// The endings of the names of entries, of their machine code and of test results.
const ENTRY_EXTENSION: &str = ".entry";
const NATIVE_EXTENSION: &str = ".native";
const RESULT_EXTENSION: &str = ".result";

/// Opens a file of the cache if the file and its directory belong to the user and only the user may create files there.
/// The call does not block if the name is that of something else, such as a pipe without a writer.
fn open_entry(path: &Path) -> Option<(File, Metadata)> {
    let flags = identity::SAFE_OPEN_FLAGS;
    let file = OpenOptions::new().read(true).custom_flags(flags).open(path).ok()?;
    let found = file.metadata().ok()?;
    let private = is_private(&fs::metadata(path.parent()?).ok()?);
    let own = private && found.is_file() && found.uid() == identity::user_id();
    own.then_some((file, found))
}

/// Sets the modification time of a file that is used, unless the time is newer than [`RENEW_TIME_AFTER`].
fn renew_time(file: &File, found: &Metadata) {
    let now = SystemTime::now();
    let until = found.modified().ok().and_then(|time| time.checked_add(RENEW_TIME_AFTER));
    if until.is_none_or(|until| until < now) {
        // If the time cannot be set, the file is evicted earlier.
        let _ = file.set_modified(now);
    }
}

/// Writes a file of the cache, whole or not at all; `content` returns the file's bytes, signed with the key.
fn write_file(path: &Path, content: impl FnOnce(&SigningKey) -> Vec<u8>) -> io::Result<()> {
    let (Some(dir), Some(name)) = (path.parent(), path.file_name()) else {
        return Ok(());
    };
    if !dir.is_dir() {
        DirBuilder::new().recursive(true).mode(0o700).create(dir)?;
    }
    if !is_private(&fs::metadata(dir)?) {
        return Ok(());
    }
    let all = content(&SigningKey::load_or_create(dir)?);
    let written = atomic_file::write(path, 0o600, |file| {
        write_within_file_size_limit(|| file.write_all(&all))
    });
    if name.as_encoded_bytes().starts_with(b"0") {
        evict_old(dir, LIMITS)?;
    }
    written
}

/// Runs `write`, which writes a file. If the file grows beyond the limit of the user (`ulimit -f`), `write` gets an
/// error, where the system would otherwise end the process.
pub(crate) fn write_within_file_size_limit(
    write: impl FnOnce() -> io::Result<()>,
) -> io::Result<()> {
    let held = minigo_vm::host::BlockedSignal::file_too_large();
    let written = write();
    drop(held);
    written
}

/// The range of the program in the bytes of an entry, if the entry is complete and correctly signed.
fn program_in(all: &[u8], key: &SigningKey) -> Option<std::ops::Range<usize>> {
    let number = |at: usize| Some(u64::from_le_bytes(all.get(at..at + 8)?.try_into().ok()?));
    let whole = all.starts_with(&MAGIC) && number(8)? == all.len() as u64;
    let program = HEADER_LEN..usize::try_from(number(16)?).ok()?.checked_add(HEADER_LEN)?;
    let signature = all.get(SIGNATURE_OFFSET..HEADER_LEN)?.try_into().ok()?;
    (whole && program.end <= all.len() && key.verify(signed_parts(all), signature))
        .then_some(program)
}

/// The two parts of an entry that the signature covers: the bytes before it and the bytes after it.
fn signed_parts(all: &[u8]) -> [&[u8]; 2] {
    [&all[..SIGNATURE_OFFSET], &all[HEADER_LEN..]]
}

/// Reports whether only the user may create files in the directory.
fn is_private(dir: &Metadata) -> bool {
    dir.is_dir() && dir.uid() == identity::user_id() && dir.mode() & 0o022 == 0
}

/// The cache directory that the environment names; `None` if the cache is off.
fn cache_directory() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    match set("MINIGOCACHE") {
        Some(off) if off == "off" => None,
        Some(dir) => Some(dir.into()),
        None => {
            let home = || Some(PathBuf::from(set("HOME")?).join(".cache"));
            let of_user = set("XDG_CACHE_HOME").map(PathBuf::from).filter(|dir| dir.is_absolute());
            Some(of_user.or_else(home)?.join("minigo"))
        }
    }
}

/// The name of the directory for the sources of programs that commands of minigo run themselves.
const HELPER_PROGRAMS_DIRECTORY: &str = "helpers";

/// Makes a file with the source text of a program that a command of minigo runs itself. The file stays in the cache, as
/// does the compiled program. If the cache is off, the file is in a temporary directory, which is returned too: the
/// caller removes it.
///
/// # Errors
/// Returns the error of the system call.
pub fn helper_program_file(
    name: &str,
    text: &str,
) -> io::Result<(PathBuf, Option<tempfile::TempDir>)> {
    let Some(dir) = cache_directory() else {
        let dir = tempfile::tempdir()?;
        let file = dir.path().join(name);
        fs::write(&file, text)?;
        return Ok((file, Some(dir)));
    };
    let file = dir.join(HELPER_PROGRAMS_DIRECTORY).join(name);
    if fs::read(&file).is_ok_and(|known| known == text.as_bytes()) {
        return Ok((file, None));
    }
    DirBuilder::new().recursive(true).mode(0o700).create(dir.join(HELPER_PROGRAMS_DIRECTORY))?;
    atomic_file::write(&file, 0o600, |out| out.write_all(text.as_bytes()))?;
    Ok((file, None))
}

/// The name of the directory for the inputs that the fuzzer keeps.
const FUZZ_DIRECTORY: &str = "fuzz";

/// The directory for the fuzzer's inputs to the targets of the package at `path`; `None` if the cache is off.
#[must_use]
pub fn fuzz_inputs(path: &str) -> Option<PathBuf> {
    Some(cache_directory()?.join(FUZZ_DIRECTORY).join(path.trim_start_matches(['/', '_'])))
}

/// Removes the inputs that the fuzzer keeps.
///
/// # Errors
/// Returns the error of the system call.
pub fn clean_fuzz_inputs() -> io::Result<()> {
    cache_directory()
        .map_or(Ok(()), |dir| ignore_not_found(fs::remove_dir_all(dir.join(FUZZ_DIRECTORY))))
}

/// Removes all entries, test results and fuzzer inputs, and the key with which they were signed.
///
/// # Errors
/// Returns the error of the system call.
pub fn clean_cache() -> io::Result<()> {
    match cache_directory() {
        Some(dir) if dir.exists() => {
            evict_old(&dir, Limits { bytes: 0, entries: 0 })?;
            ignore_not_found(fs::remove_dir_all(dir.join(FUZZ_DIRECTORY)))?;
            ignore_not_found(fs::remove_dir_all(dir.join(HELPER_PROGRAMS_DIRECTORY)))?;
            program_file::clean_scripts(&dir)?;
            ignore_not_found(fs::remove_file(dir.join(signing_key::KEY_FILE_NAME)))
        }
        _ => Ok(()),
    }
}

/// Removes the least recently used entries until the cache is within the limits; an entry's machine code is removed
/// with it. Files whose names are not those of entries stay.
fn evict_old(dir: &Path, limits: Limits) -> io::Result<()> {
    let mut all: HashMap<PathBuf, (SystemTime, u64)> = HashMap::new();
    for found in fs::read_dir(dir)? {
        let found = found?;
        if is_entry(&found.file_name()) {
            // Another process may have removed the file.
            let Ok(file) = found.metadata() else { continue };
            if file.is_dir() {
                continue;
            }
            let path = found.path();
            let is_native = path.extension().is_some_and(|e| e == &NATIVE_EXTENSION[1..]);
            let entry = if is_native { path.with_extension(&ENTRY_EXTENSION[1..]) } else { path };
            let (used, length) = all.entry(entry).or_insert((SystemTime::UNIX_EPOCH, 0));
            (*used, *length) = (file.modified()?.max(*used), *length + file.len());
        }
    }
    let mut all: Vec<_> = all.into_iter().map(|(path, (used, len))| (used, len, path)).collect();
    all.small_sort();
    let (mut entries, mut bytes) =
        (all.len(), all.iter().map(|(_, length, _)| length).sum::<u64>());
    for (_, length, path) in all {
        if entries <= limits.entries && bytes <= limits.bytes {
            break;
        }
        if path.extension().is_some_and(|e| e == &ENTRY_EXTENSION[1..]) {
            ignore_not_found(fs::remove_file(native::code_path_of(&path)))?;
        }
        ignore_not_found(fs::remove_file(path))?;
        (entries, bytes) = (entries - 1, bytes - length);
    }
    Ok(())
}

/// Turns the error that a file to be removed does not exist into success.
fn ignore_not_found(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Reports whether the name is that of a file of the cache: sixteen hexadecimal digits and one of the endings.
fn is_entry(name: &OsStr) -> bool {
    let Some((hash, ending)) = name.to_str().and_then(|name| name.split_at_checked(16)) else {
        return false;
    };
    let ours = [ENTRY_EXTENSION, NATIVE_EXTENSION, RESULT_EXTENSION].contains(&ending)
        || ending.ends_with(UNFINISHED_EXTENSION);
    ours && hash.bytes().all(|b| b.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_entries_are_evicted_and_other_files_stay() {
        let dir = std::env::temp_dir().join(format!("minigo-evict-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        let name = |n: u64| format!("{n:016x}{ENTRY_EXTENSION}");
        for n in 0..6 {
            let file = File::create(dir.join(name(n))).unwrap();
            file.set_len(100).unwrap();
            // The file with the highest number is the least recently used.
            file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1000 - n)).unwrap();
        }
        fs::write(dir.join("0000000000000000.txt"), "mine").unwrap();
        let left = |limits| {
            evict_old(&dir, limits).unwrap();
            let names = fs::read_dir(&dir).unwrap().map(|e| e.unwrap().file_name());
            let mut names: Vec<String> = names.map(|n| n.into_string().unwrap()).collect();
            names.sort();
            let others = names.extract_if(.., |name| !name.ends_with(ENTRY_EXTENSION));
            assert_eq!(others.collect::<Vec<_>>(), ["0000000000000000.txt"]);
            names
        };
        assert_eq!(left(Limits { bytes: 1000, entries: 5 }).len(), 5);
        assert_eq!(left(Limits { bytes: 350, entries: 5 }), [name(0), name(1), name(2)]);
        assert!(left(Limits { bytes: 0, entries: 0 }).is_empty());
        fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn machine_code_is_evicted_with_its_entry() {
        let dir = std::env::temp_dir().join(format!("minigo-evict-code-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        let file = |n: u64, ending: &str, age: u64| {
            let file = File::create(dir.join(format!("{n:016x}{ending}"))).unwrap();
            file.set_len(100).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1000 - age)).unwrap();
        };
        // The machine code was written long after its entry, or long before the entry was last used; the last code has
        // no entry.
        for (n, entry, code) in [(0, 10, 90), (1, 80, 5), (2, 70, 60)] {
            file(n, ENTRY_EXTENSION, entry);
            file(n, NATIVE_EXTENSION, code);
        }
        file(3, NATIVE_EXTENSION, 50);
        let left = |limits| {
            evict_old(&dir, limits).unwrap();
            let names = fs::read_dir(&dir).unwrap().map(|e| e.unwrap().file_name());
            let mut names: Vec<String> = names.map(|n| n.into_string().unwrap()).collect();
            names.sort();
            names
        };
        let names = |all: &[u64]| -> Vec<String> {
            let both = |n: &u64| {
                [format!("{n:016x}{ENTRY_EXTENSION}"), format!("{n:016x}{NATIVE_EXTENSION}")]
            };
            all.iter().flat_map(both).collect()
        };
        assert_eq!(left(Limits { bytes: 700, entries: 4 }).len(), 7);
        assert_eq!(
            left(Limits { bytes: 550, entries: 4 }).len(),
            5,
            "the two entries of the second use were evicted"
        );
        assert_eq!(left(Limits { bytes: 550, entries: 2 }), names(&[0, 1]));
        assert_eq!(left(Limits { bytes: 300, entries: 2 }), names(&[1]));
        fs::remove_dir_all(dir).unwrap();
    }
}
