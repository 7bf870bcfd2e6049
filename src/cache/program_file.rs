//! A program that can be started by itself: what a running program has as its own file, `os.Args[0]`.
//!
//! Under `go run` a program is a file, and starts itself again by that file's name: as a helper process in tests, as a
//! daemon, as a worker. Here it is a name until somebody wants it ([`ProgramFile::make`]): then there is a script,
//! which names a file with the linked program (another name of its cache entry, so that a change of the sources changes
//! nothing) and the flags that the program was started with. Both lie in the cache, or in a directory for temporary
//! files where there is no cache. The names derive from the program and its flags: equal runs share them, so nobody has
//! to remove them but [eviction](super::evict).

use std::ffi::OsString;
use std::fs::{self, DirBuilder};
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{self, Write as _};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use minigo_vm::{Linked, Mapped, identity};

use super::native::NativeCode;
use super::signing_key::{SIGNATURE_LEN, SigningKey};
use super::{
    ENTRY, Entry, HEADER, MAGIC, SIGNATURE, directory, is_private, open_entry, program_in, signed,
    write_file,
};
use crate::unfinished;

/// The hidden command that the script starts.
pub const COMMAND: &str = "launched";

/// The folder of the scripts.
const SCRIPTS: &str = "exe";

/// So many scripts are kept.
const MOST_SCRIPTS: usize = 256;

/// The longest first line of a script that every kernel reads.
const MOST_INTERPRETER: usize = 120;

/// Where the linked program comes from.
enum Source {
    /// The cache entry, with its signature.
    Entry(PathBuf, [u8; SIGNATURE_LEN]),
    /// The program itself, behind room for a header.
    Encoded(Vec<u8>),
    /// Nothing of the program can start a process.
    Nowhere,
}

/// The file of one program.
pub struct ProgramFile {
    /// The script.
    path: PathBuf,
    /// The linked program.
    program: PathBuf,
    source: Source,
    /// Flags of minigo.
    flags: Vec<OsString>,
}

impl ProgramFile {
    /// The file of a program that was loaded from this entry or stored there, if there is one. `name` is its last name;
    /// a program that `starts` processes may need it.
    #[must_use]
    pub fn of(
        linked: &Linked,
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
                (dir, Source::Entry(path.clone(), signature))
            }
            None if starts => {
                let mut all = vec![0; HEADER];
                linked.encode(&mut all);
                hash.write(&all);
                (elsewhere(), Source::Encoded(all))
            }
            None => (elsewhere(), Source::Nowhere),
        };
        for flag in flags.iter().filter(|flag| !flag.as_bytes().starts_with(SEED)) {
            hash.write(flag.as_bytes());
            hash.write_u8(0);
        }
        let name = name.file_name().unwrap_or("main".as_ref());
        hash.write(name.as_bytes());
        let hash = format!("{:016x}", hash.finish());
        let path = dir.join(SCRIPTS).join(&hash).join(name);
        Self { path, program: dir.join(hash + ENTRY), source, flags }
    }

    /// The name of the script.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes the files that are not there.
    ///
    /// # Errors
    /// The error of the system call.
    pub fn make(&self) -> io::Result<()> {
        if !self.program.exists() {
            self.make_program()?;
        }
        if self.path.exists() {
            return Ok(());
        }
        let dir = self.path.parent().unwrap_or(Path::new("/"));
        let base = self.program.parent().unwrap_or(Path::new("/"));
        DirBuilder::new().recursive(true).mode(0o700).create(base)?;
        if !is_private(&fs::metadata(base)?) {
            // Somebody else could change what is started.
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        DirBuilder::new().recursive(true).mode(0o700).create(dir)?;
        if let Some(all) = dir.parent() {
            let _ = prune(all);
        }
        let script = self.script()?;
        // Another process, or another goroutine, may be making it too.
        unfinished::write(&self.path, 0o700, |file| super::within_limit(|| file.write_all(&script)))
    }

    fn make_program(&self) -> io::Result<()> {
        match &self.source {
            Source::Nowhere => Ok(()),
            Source::Entry(entry, signature) => {
                let own = unfinished::make_beside(&self.program, |own| fs::hard_link(entry, own))?;
                // It may be that of another program by now.
                let mut header = [0; HEADER];
                let same = open_entry(own.path()).is_some_and(|(mut file, _)| {
                    io::Read::read_exact(&mut file, &mut header).is_ok()
                        && header[SIGNATURE..] == signature[..]
                });
                match same {
                    // If the program has that name already, this leaves its own name, which is removed.
                    true => fs::rename(own.path(), &self.program),
                    false => Err(io::ErrorKind::NotFound.into()),
                }
            }
            Source::Encoded(encoded) => write_file(&self.program, |key| {
                let mut all = encoded.clone();
                let (length, program) = (all.len() as u64, (all.len() - HEADER) as u64);
                all[..8].copy_from_slice(&MAGIC);
                all[8..16].copy_from_slice(&length.to_le_bytes());
                all[16..24].copy_from_slice(&program.to_le_bytes());
                let signature = key.sign(signed(&all));
                all[SIGNATURE..HEADER].copy_from_slice(&signature);
                all
            }),
        }
    }

    /// A line for the kernel, then the file of the program and the flags, a zero byte behind each.
    fn script(&self) -> io::Result<Vec<u8>> {
        let minigo = std::env::current_exe()?;
        let direct = minigo.as_os_str().len() <= MOST_INTERPRETER
            && !minigo.as_os_str().as_bytes().iter().any(u8::is_ascii_whitespace);
        let mut text = Vec::new();
        if direct {
            text.extend(
                [&b"#!"[..], minigo.as_os_str().as_bytes(), b" ", COMMAND.as_bytes(), b"\n"]
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
                    COMMAND.as_bytes(),
                    b" \"$0\" \"$@\"\n",
                ]
                .concat(),
            );
        }
        text.push(0);
        for word in [self.program.as_os_str()].into_iter().chain(self.flags.iter().map(|f| &**f)) {
            text.extend_from_slice(word.as_bytes());
            text.push(0);
        }
        Ok(text)
    }
}

/// Runs that differ by the seed alone have the same name: a program may print it.
const SEED: &[u8] = b"--seed=";

/// The directory in place of the cache.
fn elsewhere() -> PathBuf {
    directory().unwrap_or_else(|| std::env::temp_dir().join(format!("minigo-{}", identity::user())))
}

/// Removes the oldest scripts.
fn prune(all: &Path) -> io::Result<()> {
    let mut dirs = Vec::new();
    for found in fs::read_dir(all)? {
        let found = found?;
        dirs.push((found.metadata()?.modified()?, found.path()));
    }
    dirs.sort();
    let surplus = dirs.len().saturating_sub(MOST_SCRIPTS);
    dirs.iter().take(surplus).for_each(|(_, dir)| drop(fs::remove_dir_all(dir)));
    Ok(())
}

/// Removes all scripts of a cache.
pub(super) fn clean(dir: &Path) -> io::Result<()> {
    super::unless_gone(fs::remove_dir_all(dir.join(SCRIPTS)))
}

/// A program that its script has started.
pub struct Started {
    /// The linked program.
    pub linked: Linked,
    /// The mapping that it lies in.
    pub map: Mapped,
    /// Its machine code.
    pub native: NativeCode,
    /// Flags of minigo.
    pub flags: Vec<OsString>,
}

/// Reads what a script names.
///
/// # Errors
/// Why it cannot be started, as a message.
pub fn start(script: &Path) -> Result<Started, String> {
    let shown = script.display();
    let text = fs::read(script).map_err(|e| format!("{shown}: {}", crate::errno::text(&e)))?;
    let mut words =
        text.split(|byte| *byte == 0).skip(1).map(<[u8]>::to_vec).map(OsString::from_vec);
    let program = words.next().map(PathBuf::from).unwrap_or_default();
    let mut flags: Vec<OsString> = words.collect();
    // Behind the last zero byte nothing follows.
    flags.pop();
    let (linked, map, native) = load(&program)
        .ok_or_else(|| format!("minigo: {shown}: its program is not in the cache any more"))?;
    Ok(Started { linked, map, native, flags })
}

fn load(path: &Path) -> Option<(Linked, Mapped, NativeCode)> {
    let (file, _) = open_entry(path)?;
    let dir = path.parent()?;
    if !is_private(&fs::metadata(dir).ok()?) {
        return None;
    }
    let signing_key = SigningKey::of(dir)?;
    let map = Mapped::new(&file).ok()?;
    let all = map.bytes();
    let program = program_in(&all, &signing_key)?;
    let linked = Linked::decode(&all.slice(program), true)?;
    let signature = all[SIGNATURE..HEADER].try_into().ok()?;
    Some((linked, map, NativeCode::beside(path, signature)))
}
