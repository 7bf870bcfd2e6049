//! A file that starts a running program again: the program sees its name as `os.Args[0]`.
//!
//! Under `go run` a program is a file, and starts itself again by that file's name: as a helper process in tests, as a
//! daemon, as a worker. minigo only reserves a name, and makes the file when the program asks for it
//! ([`ProgramFile::make_files`]). The file is a script. The script names a file with the linked program and the flags
//! that the program was started with. The file with the linked program is a hard link to its cache entry, so that a
//! change of the sources has no effect on it. The script and the file with the linked program lie in the cache, or in a
//! directory for temporary files where there is no cache. The names derive from the program and its flags: equal runs
//! share the files, and only [eviction](super::evict) removes them.

use minigo_syntax::small_sort::SmallSort as _;
use std::ffi::OsString;
use std::fs::{self, DirBuilder};
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{self, Write as _};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use minigo_vm::{LinkedProgram, MappedFile, identity};

use super::native::NativeCode;
use super::signing_key::{SIGNATURE_LEN, SigningKey};
use super::{
    ENTRY_EXTENSION, Entry, HEADER_LEN, MAGIC, SIGNATURE_OFFSET, cache_directory, is_private,
    open_entry, program_in, signed_parts, write_file,
};
use crate::atomic_file;

/// The hidden command that the script starts.
pub const LAUNCHED_COMMAND: &str = "launched";

/// The directory of the scripts inside the cache.
const SCRIPTS_DIRECTORY: &str = "exe";

/// The number of scripts that are kept.
const MAX_SCRIPTS: usize = 256;

/// The longest path, in bytes, that the first line of a script may name in every kernel.
const MAX_INTERPRETER_LEN: usize = 120;

/// Where the linked program comes from.
enum ProgramSource {
    /// The cache entry at this path, if it has this signature.
    Entry(PathBuf, [u8; SIGNATURE_LEN]),
    /// The encoded program, after space for the header of an entry.
    Encoded(Vec<u8>),
    /// No source: the program contains no call that can start a process.
    Nowhere,
}

/// The script and the linked program of one running program.
pub struct ProgramFile {
    /// The path of the script.
    path: PathBuf,
    /// The path of the linked program.
    linked_program_path: PathBuf,
    source: ProgramSource,
    /// The flags of minigo that the script contains.
    flags: Vec<OsString>,
}

impl ProgramFile {
    /// The file of the program `linked`. `entry` is the cache entry that the program was loaded from or stored in, if
    /// there is one. The file's name in its directory is that of `name`. Without an entry, the program is encoded only
    /// if it `starts` processes.
    #[must_use]
    pub fn for_program(
        linked: &LinkedProgram,
        entry: Option<&Entry>,
        name: &Path,
        flags: Vec<OsString>,
        starts: bool,
    ) -> Self {
        let mut hash = DefaultHasher::new();
        let cached = entry.and_then(|entry| Some((&entry.path, *entry.signature.get()?)));
        let (dir, source) = match cached {
            Some((path, signature)) => {
                hash.write(&signature);
                let dir = path.parent().map_or_else(PathBuf::new, Path::to_path_buf);
                (dir, ProgramSource::Entry(path.clone(), signature))
            }
            None if starts => {
                let mut all = vec![0; HEADER_LEN];
                linked.encode(&mut all);
                hash.write(&all);
                (uncached_directory(), ProgramSource::Encoded(all))
            }
            None => (uncached_directory(), ProgramSource::Nowhere),
        };
        for flag in flags.iter().filter(|flag| !flag.as_bytes().starts_with(SEED_FLAG)) {
            hash.write(flag.as_bytes());
            hash.write_u8(0);
        }
        let name = name.file_name().unwrap_or("main".as_ref());
        hash.write(name.as_bytes());
        let hash = format!("{:016x}", hash.finish());
        let path = dir.join(SCRIPTS_DIRECTORY).join(&hash).join(name);
        Self { path, linked_program_path: dir.join(hash + ENTRY_EXTENSION), source, flags }
    }

    /// The path of the script, which may not exist yet.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes the script and the file with the linked program if they do not exist.
    ///
    /// # Errors
    /// Returns the error of the system call.
    pub fn make_files(&self) -> io::Result<()> {
        if !self.linked_program_path.exists() {
            self.make_program()?;
        }
        if self.path.exists() {
            return Ok(());
        }
        let dir = self.path.parent().unwrap_or(Path::new("/"));
        let base = self.linked_program_path.parent().unwrap_or(Path::new("/"));
        DirBuilder::new().recursive(true).mode(0o700).create(base)?;
        if !is_private(&fs::metadata(base)?) {
            // Another user could replace the program.
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        DirBuilder::new().recursive(true).mode(0o700).create(dir)?;
        if let Some(all) = dir.parent() {
            let _ = prune_scripts(all);
        }
        let script = self.script_text()?;
        // Another process or goroutine may be making the script at the same time.
        atomic_file::write(&self.path, 0o700, |file| {
            super::write_within_file_size_limit(|| file.write_all(&script))
        })
    }

    fn make_program(&self) -> io::Result<()> {
        match &self.source {
            ProgramSource::Nowhere => Ok(()),
            ProgramSource::Entry(entry, signature) => {
                let own =
                    atomic_file::create_in_same_directory(&self.linked_program_path, |own| {
                        fs::hard_link(entry, own)
                    })?;
                // A later run may have replaced the entry by that of another program.
                let mut header = [0; HEADER_LEN];
                let same = open_entry(own.path()).is_some_and(|(mut file, _)| {
                    io::Read::read_exact(&mut file, &mut header).is_ok()
                        && header[SIGNATURE_OFFSET..] == signature[..]
                });
                match same {
                    // If the new name is the same file already, rename does nothing; the temporary name is then removed
                    // on drop.
                    true => fs::rename(own.path(), &self.linked_program_path),
                    false => Err(io::ErrorKind::NotFound.into()),
                }
            }
            ProgramSource::Encoded(encoded) => write_file(&self.linked_program_path, |key| {
                let mut all = encoded.clone();
                let (length, program) = (all.len() as u64, (all.len() - HEADER_LEN) as u64);
                all[..8].copy_from_slice(&MAGIC);
                all[8..16].copy_from_slice(&length.to_le_bytes());
                all[16..24].copy_from_slice(&program.to_le_bytes());
                let signature = key.sign(signed_parts(&all));
                all[SIGNATURE_OFFSET..HEADER_LEN].copy_from_slice(&signature);
                all
            }),
        }
    }

    /// The text of the script: a line for the kernel, then the path of the program and the flags, each followed by a
    /// zero byte.
    fn script_text(&self) -> io::Result<Vec<u8>> {
        let minigo = std::env::current_exe()?;
        let direct = minigo.as_os_str().len() <= MAX_INTERPRETER_LEN
            && !minigo.as_os_str().as_bytes().iter().any(u8::is_ascii_whitespace);
        let mut text = Vec::new();
        if direct {
            text.extend(
                [
                    &b"#!"[..],
                    minigo.as_os_str().as_bytes(),
                    b" ",
                    LAUNCHED_COMMAND.as_bytes(),
                    b"\n",
                ]
                .concat(),
            );
        } else {
            let quoted = minigo.as_os_str().as_bytes().split(|b| *b == b'\'').collect::<Vec<_>>();
            let quoted = quoted.join(&b"'\\''"[..]);
            text.extend(
                [
                    &b"#!/bin/sh\nexec '"[..],
                    &quoted[..],
                    b"' ",
                    LAUNCHED_COMMAND.as_bytes(),
                    b" \"$0\" \"$@\"\n",
                ]
                .concat(),
            );
        }
        text.push(0);
        for word in [self.linked_program_path.as_os_str()]
            .into_iter()
            .chain(self.flags.iter().map(|f| &**f))
        {
            text.extend_from_slice(word.as_bytes());
            text.push(0);
        }
        Ok(text)
    }
}

/// A flag that is left out of the script's name: runs that differ only in the seed have the same name, since a program
/// may print it.
const SEED_FLAG: &[u8] = b"--seed=";

/// The directory of the files of a program that has no cache entry.
fn uncached_directory() -> PathBuf {
    cache_directory()
        .unwrap_or_else(|| std::env::temp_dir().join(format!("minigo-{}", identity::user_id())))
}

/// Removes the oldest scripts in the directory `all` beyond [`MAX_SCRIPTS`].
fn prune_scripts(all: &Path) -> io::Result<()> {
    let mut dirs = Vec::new();
    for found in fs::read_dir(all)? {
        let found = found?;
        dirs.push((found.metadata()?.modified()?, found.path()));
    }
    dirs.small_sort();
    let surplus = dirs.len().saturating_sub(MAX_SCRIPTS);
    dirs.iter().take(surplus).for_each(|(_, dir)| drop(fs::remove_dir_all(dir)));
    Ok(())
}

/// Removes all scripts of a cache directory.
pub(super) fn clean_scripts(dir: &Path) -> io::Result<()> {
    super::ignore_not_found(fs::remove_dir_all(dir.join(SCRIPTS_DIRECTORY)))
}

/// A program that was started by its script.
pub struct LaunchedProgram {
    /// The linked program.
    pub linked: LinkedProgram,
    /// The memory mapping that contains the linked program.
    pub map: MappedFile,
    /// The program's machine code.
    pub native: NativeCode,
    /// The flags of minigo that the script contains.
    pub flags: Vec<OsString>,
}

/// Reads the program and the flags that a script names.
///
/// # Errors
/// Returns a message that says why the program cannot be started.
pub fn load_launched(script: &Path) -> Result<LaunchedProgram, String> {
    let shown = script.display();
    let text = fs::read(script).map_err(|e| format!("{shown}: {}", crate::errno::text(&e)))?;
    let mut words =
        text.split(|byte| *byte == 0).skip(1).map(<[u8]>::to_vec).map(OsString::from_vec);
    let program = words.next().map(PathBuf::from).unwrap_or_default();
    let mut flags: Vec<OsString> = words.collect();
    // The last element is the empty rest behind the last zero byte.
    flags.pop();
    let (linked, map, native) = load_linked(&program)
        .ok_or_else(|| format!("minigo: {shown}: the compiled program that this script starts was removed from the cache; run its sources again"))?;
    Ok(LaunchedProgram { linked, map, native, flags })
}

fn load_linked(path: &Path) -> Option<(LinkedProgram, MappedFile, NativeCode)> {
    let (file, _) = open_entry(path)?;
    let dir = path.parent()?;
    if !is_private(&fs::metadata(dir).ok()?) {
        return None;
    }
    let signing_key = SigningKey::for_directory(dir)?;
    let map = MappedFile::new(&file).ok()?;
    let all = map.bytes();
    let program = program_in(&all, &signing_key)?;
    let linked = LinkedProgram::decode(&all.slice(program), true)?;
    let signature = all[SIGNATURE_OFFSET..HEADER_LEN].try_into().ok()?;
    Some((linked, map, NativeCode::of_entry(path, signature)))
}
