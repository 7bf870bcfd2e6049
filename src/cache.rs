//! Compiled programs on disk, so that an unchanged program is not compiled again: `minigo run` then starts no compiler.
//!
//! A module of its own because it alone decides when what was compiled earlier is the same as what would be compiled now.
//!
//! # What decides
//! An entry is found by its *key*: which minigo was told to run which files, with which flags and environment that the compiler looks at. It holds the key, all that the compiler has asked of the file system with the [answers](crate::disk), and the linked program. It is
//! valid if the key is the same and each question has the same answer now: texts are compared byte by byte, times are not looked at. So nothing
//! is taken for unchanged that is not. Of the key:
//!
//! * *Which minigo* is the build id that the linker makes of all it has written: compiler, library and runtime. Size, time and inode of the
//!   executable would be as cheap, but images of containers and caches of packages set times; a version says nothing between releases.
//! * *The working directory* is a part of it if a path is relative to it. Otherwise it only decides how files are named in messages, so
//!   it is the program's name there that counts: a script that is run from many directories is compiled once.
//! * *The name* of an entry is a hash of the key. Two keys with one name displace each other, no more.
//!
//! Only what compiled without any diagnostic is stored, and never what came from standard input or another pipe: it cannot be read twice.
//!
//! # What can go wrong
//! Nothing that a user would see: whatever fails here is a miss, and a miss compiles.
//!
//! * A directory that others may write to is not used, nor an entry of another user: a program is code.
//! * Entries are written under another name and renamed: parallel runs find one whole entry or none. Nobody writes to an entry again, so
//!   it can be mapped; removing it leaves the memory of those who run it alone.
//! * Entries are [signed](crate::seal) with a key that only the user can read, and all of one is checked before anything of it is decoded: what
//!   comes from elsewhere (an archive, another user, a program that may write files but is not this one) is no entry, nor is what a
//!   full disk or a crash of the system has left (nothing is synced). So what is decoded was written by this very minigo, and the bytecode,
//!   which may do anything to memory, need not be [verified](minigo_bytecode::verify) again; debug builds do.
//!   (A run of `hello` from the cache takes no longer than with a keyless checksum, measured by turns.)
//! * A run that writes an entry whose name begins with a zero, one of sixteen, also removes those that were used longest ago, down to the
//!   limits. An entry's time is that of its last use, give or take an hour.
//!
//! # Form
//! Magic, length of the file, length of the [linked program](minigo_vm::Linked), each in eight bytes; signature of all else; the program,
//! to be run where it lies; key and answers.

use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use minigo_vm::{Linked, Mapped, identity};
use serde::{Deserialize, Serialize};

use crate::disk::{Answer, Disk, Question, shown_name};
use crate::options::Target;
use crate::seal::{self, SIGNED, Seal};

/// What makes a program another one beside the files that the compiler reads.
#[derive(Serialize)]
struct Key<'a> {
    minigo: &'a [u8],
    directory: Option<PathBuf>,
    shown: String,
    files: &'a [PathBuf],
    package: Option<&'a Path>,
    language: Option<(u32, u32)>,
    /// See [`crate::module`].
    workspace: Option<PathBuf>,
}

/// What stands behind the program.
#[derive(Serialize, Deserialize)]
struct Terms<'a> {
    key: &'a [u8],
    #[serde(borrow)]
    answers: Vec<(Question, Answer<'a>)>,
}

/// Where the program of one command line is kept, if it is.
pub struct Place {
    entry: PathBuf,
    key: Vec<u8>,
}

const MAGIC: [u8; 8] = *b"minigo\n\0";
/// Where the signature begins.
const SIGNATURE: usize = 24;
const HEADER: usize = SIGNATURE + SIGNED;

/// How much is kept.
const LIMITS: Limits = Limits { bytes: 128 << 20, entries: 1024 };

/// How old the time of an entry may grow before a use renews it.
const FRESH: Duration = Duration::from_secs(3600);

#[derive(Clone, Copy)]
struct Limits {
    bytes: u64,
    entries: usize,
}

impl Place {
    /// The place for what the user names; none if nothing is to be cached.
    #[must_use]
    pub fn of(target: &Target, language: Option<(u32, u32)>) -> Option<Self> {
        let (files, package) = match target {
            Target::Files(files) => (files.as_slice(), None),
            Target::Directory(package) => (&[][..], Some(package.as_path())),
            Target::Stdin => return None,
        };
        let cache = directory()?;
        let words = || files.iter().map(PathBuf::as_path).chain(package);
        let relative = words().any(|word| !word.is_absolute());
        let key = Key {
            minigo: identity::build_id()?,
            directory: relative.then(std::env::current_dir).transpose().ok()?,
            shown: shown_name(words().next()?),
            files,
            package,
            language,
            workspace: std::env::var_os("GOWORK").map(PathBuf::from),
        };
        let key = postcard::to_allocvec(&key).ok()?;
        let mut name = DefaultHasher::new();
        name.write(&key);
        Some(Self { entry: cache.join(format!("{:016x}{ENTRY}", name.finish())), key })
    }

    /// The program, if it was compiled before and nothing has changed.
    #[must_use]
    pub fn load(&self) -> Option<(Linked, Mapped)> {
        let file = File::open(&self.entry).ok()?;
        let found = file.metadata().ok()?;
        let dir = self.entry.parent()?;
        let private = is_private(&fs::metadata(dir).ok()?);
        if !private || !found.is_file() || found.uid() != identity::user() {
            return None;
        }
        let seal = Seal::of(dir)?;
        let map = Mapped::new(&file).ok()?;
        let all = map.bytes();
        let program = program_in(&all, &seal)?;
        let terms: Terms<'_> = postcard::from_bytes(&all[program.end..]).ok()?;
        let holds = |(question, answer): &(Question, Answer<'_>)| question.ask() == *answer;
        if terms.key != self.key || !terms.answers.iter().all(holds) {
            return None;
        }
        let linked = Linked::decode(&all.slice(program))?;
        let now = SystemTime::now();
        if found.modified().ok()?.checked_add(FRESH).is_none_or(|until| until < now) {
            // It is only removed earlier, then.
            let _ = file.set_modified(now);
        }
        Some((linked, map))
    }

    /// Keeps the program for later runs, if that is possible.
    pub fn store(&self, linked: &Linked, disk: Disk) {
        let Some(answers) = disk.into_answers() else { return };
        let mut all = vec![0; HEADER];
        linked.encode(&mut all);
        let program = (all.len() - HEADER) as u64;
        let terms = Terms { key: &self.key, answers };
        // A path that is no text cannot be written.
        let Ok(mut all) = postcard::to_extend(&terms, all) else { return };
        let length = all.len() as u64;
        all[..8].copy_from_slice(&MAGIC);
        all[8..16].copy_from_slice(&length.to_le_bytes());
        all[16..24].copy_from_slice(&program.to_le_bytes());
        // Who has no cache has only that.
        let _ = self.write(&mut all);
    }

    fn write(&self, all: &mut [u8]) -> io::Result<()> {
        let (Some(dir), Some(name)) = (self.entry.parent(), self.entry.file_name()) else {
            return Ok(());
        };
        if !dir.is_dir() {
            DirBuilder::new().recursive(true).mode(0o700).create(dir)?;
        }
        if !is_private(&fs::metadata(dir)?) {
            return Ok(());
        }
        let signature = Seal::of_or_new(dir)?.sign(signed(all));
        all[SIGNATURE..HEADER].copy_from_slice(&signature);
        let own = self.entry.with_extension(format!("{}{UNFINISHED}", std::process::id()));
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&own)?;
        let written = file.write_all(all).and_then(|()| fs::rename(&own, &self.entry));
        if written.is_err() {
            fs::remove_file(&own)?;
        }
        if name.as_encoded_bytes().starts_with(b"0") {
            trim(dir, LIMITS)?;
        }
        written
    }
}

/// How the names of entries end, and of those that are being written.
const ENTRY: &str = ".entry";
const UNFINISHED: &str = ".new";

/// Where the program lies in a file that is whole, and that the holder of the key has written.
fn program_in(all: &[u8], seal: &Seal) -> Option<std::ops::Range<usize>> {
    let number = |at: usize| Some(u64::from_le_bytes(all.get(at..at + 8)?.try_into().ok()?));
    let whole = all.starts_with(&MAGIC) && number(8)? == all.len() as u64;
    let program = HEADER..usize::try_from(number(16)?).ok()?.checked_add(HEADER)?;
    let signature = all.get(SIGNATURE..HEADER)?.try_into().ok()?;
    (whole && program.end <= all.len() && seal.holds(signed(all), signature)).then_some(program)
}

/// All of an entry but its signature.
fn signed(all: &[u8]) -> [&[u8]; 2] {
    [&all[..SIGNATURE], &all[HEADER..]]
}

/// Whether nobody but the user puts files there.
fn is_private(dir: &Metadata) -> bool {
    dir.is_dir() && dir.uid() == identity::user() && dir.mode() & 0o022 == 0
}

/// The directory that the user wants to be used, if any.
fn directory() -> Option<PathBuf> {
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

/// Removes all entries, and the key with which they were signed.
///
/// # Errors
/// What the system says when it cannot.
pub fn clean() -> io::Result<()> {
    match directory() {
        Some(dir) if dir.exists() => {
            trim(&dir, Limits { bytes: 0, entries: 0 })?;
            match fs::remove_file(dir.join(seal::NAME)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

/// Removes what was used longest ago until the rest is within the limits. What has other names than entries stays: it is not ours.
fn trim(dir: &Path, limits: Limits) -> io::Result<()> {
    let mut all = Vec::new();
    for found in fs::read_dir(dir)? {
        let found = found?;
        if is_ours(&found.file_name()) {
            // Somebody else may have removed it.
            let Ok(file) = found.metadata() else { continue };
            all.push((file.modified()?, file.len(), found.path()));
        }
    }
    all.sort();
    let (mut entries, mut bytes) =
        (all.len(), all.iter().map(|(_, length, _)| length).sum::<u64>());
    for (_, length, path) in all {
        if entries <= limits.entries && bytes <= limits.bytes {
            break;
        }
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => (entries, bytes) = (entries - 1, bytes - length),
        }
    }
    Ok(())
}

/// Sixteen hexadecimal digits, and one of the endings.
fn is_ours(name: &OsStr) -> bool {
    let Some((hash, ending)) = name.to_str().and_then(|name| name.split_at_checked(16)) else {
        return false;
    };
    hash.bytes().all(|b| b.is_ascii_hexdigit()) && (ending == ENTRY || ending.ends_with(UNFINISHED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_used_longest_ago_goes_first_and_other_files_stay() {
        let dir = std::env::temp_dir().join(format!("minigo-trim-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        let name = |n: u64| format!("{n:016x}{ENTRY}");
        for n in 0..6 {
            let file = File::create(dir.join(name(n))).unwrap();
            file.set_len(100).unwrap();
            // The highest number was used longest ago.
            file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1000 - n)).unwrap();
        }
        fs::write(dir.join("0000000000000000.txt"), "mine").unwrap();
        let left = |limits| {
            trim(&dir, limits).unwrap();
            let names = fs::read_dir(&dir).unwrap().map(|e| e.unwrap().file_name());
            let mut names: Vec<String> = names.map(|n| n.into_string().unwrap()).collect();
            names.sort();
            let others = names.extract_if(.., |name| !name.ends_with(ENTRY));
            assert_eq!(others.collect::<Vec<_>>(), ["0000000000000000.txt"]);
            names
        };
        assert_eq!(left(Limits { bytes: 1000, entries: 5 }).len(), 5);
        assert_eq!(left(Limits { bytes: 350, entries: 5 }), [name(0), name(1), name(2)]);
        assert!(left(Limits { bytes: 0, entries: 0 }).is_empty());
        fs::remove_dir_all(dir).unwrap();
    }
}
