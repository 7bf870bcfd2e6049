//! Writes a program as a file of its own.

use super::{SEAL_LEN, SEAL_MAGIC_LEN, Seal, own_executable};
use crate::atomic_file;
use crate::cache::write_within_file_size_limit;
use memchr::memmem;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

/// The alignment in the file of the program behind the executable, in bytes.
const PROGRAM_ALIGNMENT: u64 = 4096;

/// The permission bits of an executable; the user's umask takes some of them away.
const EXECUTABLE_MODE: u32 = 0o777;

/// Writes a copy of this executable with the encoded program behind it to `path`. After an error an existing file at
/// `path` is unchanged.
///
/// # Errors
/// Returns the error of the system call; `InvalidData` if this executable has no seal.
pub fn write(path: &Path, program: &[u8], build_info: &str, code: &[u8]) -> io::Result<()> {
    let mut minigo = Vec::new();
    own_executable::open_executable().ok_or(io::ErrorKind::NotFound)?.read_to_end(&mut minigo)?;
    let seal = seal_offset(&minigo).ok_or(io::ErrorKind::InvalidData)?;
    let padded = (minigo.len() as u64).next_multiple_of(PROGRAM_ALIGNMENT);
    let parts = [program, build_info.as_bytes(), code];
    let sealed = Seal::of_parts(padded, parts);
    atomic_file::write(path, EXECUTABLE_MODE, |file| {
        write_within_file_size_limit(|| {
            file.write_all(&minigo[..seal])?;
            file.write_all(&sealed.0)?;
            file.write_all(&minigo[seal + SEAL_LEN..])?;
            file.seek(SeekFrom::Start(padded))?;
            parts.iter().try_for_each(|part| file.write_all(part))
        })
    })
}

/// The offset of the seal in the bytes of an executable.
fn seal_offset(executable: &[u8]) -> Option<usize> {
    let mut found = memmem::find_iter(executable, Seal::of_this_executable().magic_bytes());
    let at = found.next()?;
    let free = executable.get(at + SEAL_MAGIC_LEN..at + SEAL_LEN)?.iter().all(|byte| *byte == 0);
    (found.next().is_none() && free).then_some(at)
}
