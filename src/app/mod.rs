//! Programs that are files of their own, as `minigo build` makes them: a copy of minigo with the program appended.
//!
//! A copy differs from minigo in its [`Seal`], a constant in the executable that says where the program lies. So minigo
//! itself only looks at a constant when it starts, and opens no file.
//!
//! ```text
//! minigo            the executable; its seal is overwritten
//! padding           to a multiple of 4096 bytes
//! program           as the cache stores it (Linked::encode)
//! build info        the result of ReadBuildInfo, as text
//! machine code      of the functions that the library does not have
//! ```
//!
//! # Trust
//! The bytes behind the executable are as trusted as the executable. The bytes are [checked](read_app) for damage,
//! since bytecode may do anything to memory: a file that was cut, or changed by something that does not know its form,
//! is refused with a message. Machine code is checked when the machine asks for it.

pub mod own_executable;
pub mod write;

use memchr::memmem;
use minigo_vm::{CodeStore, LinkedProgram, MappedFile};
use std::fs::File;
use std::ops::Range;
use std::path::Path;

/// The places of a program's parts in the executable file, and the hashes of the parts.
#[repr(C, align(8))]
pub struct Seal([u8; SEAL_LEN]);

/// The length of the marker.
const SEAL_MAGIC_LEN: usize = 16;

/// The length of a seal: marker, four numbers, two hashes.
const SEAL_LEN: usize = SEAL_MAGIC_LEN + 4 * 8 + 2 * blake3::OUT_LEN;

/// The length of the part of a seal that the first hash covers, together with the program and the build info.
const HASHED_SEAL_LEN: usize = SEAL_MAGIC_LEN + 4 * 8;

/// The seal of this executable. The executable contains the seal's marker exactly once, so that `write` can find the
/// seal.
#[used]
static OWN_SEAL: Seal = Seal([
    0xa7, b'm', b'i', b'n', b'i', b'g', b'o', 0xf3, b's', b'e', b'a', b'l', 0x1c, 0x8e, 0x55, 0xd2,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
]);

impl Seal {
    /// The seal of this executable as it is in memory: `black_box` keeps the compiler from using the constant's value
    /// at compile time, which is an empty seal.
    fn of_this_executable() -> &'static Self {
        std::hint::black_box(&OWN_SEAL)
    }

    fn magic_bytes(&self) -> &[u8] {
        &self.0[..SEAL_MAGIC_LEN]
    }

    fn number_at(&self, which: usize) -> u64 {
        let at = SEAL_MAGIC_LEN + which * 8;
        let bytes = self.0[at..at + 8].try_into().expect("eight bytes");
        u64::from_le_bytes(bytes)
    }

    fn hash(&self, which: usize) -> &[u8] {
        let at = HASHED_SEAL_LEN + which * blake3::OUT_LEN;
        &self.0[at..at + blake3::OUT_LEN]
    }

    /// Reports whether a program follows the executable.
    fn has_program(&self) -> bool {
        self.number_at(0) != 0
    }

    /// The ranges of program, build info and machine code in the file; `None` if the numbers of the seal are no ranges.
    fn part_ranges(&self) -> Option<[Range<usize>; 3]> {
        let mut at = usize::try_from(self.number_at(0)).ok()?;
        let mut part = |which| {
            let length = usize::try_from(self.number_at(which)).ok()?;
            let begin = at;
            at = at.checked_add(length)?;
            Some(begin..at)
        };
        Some([part(1)?, part(2)?, part(3)?])
    }

    /// The seal, with the places and hashes, of these parts, which follow each other in the file from `offset` on.
    fn of_parts(offset: u64, parts: [&[u8]; 3]) -> Self {
        let mut seal = Self([0; SEAL_LEN]);
        seal.0[..SEAL_MAGIC_LEN].copy_from_slice(Self::of_this_executable().magic_bytes());
        let lengths = parts.map(|part| part.len() as u64);
        for (which, number) in [offset].into_iter().chain(lengths).enumerate() {
            let at = SEAL_MAGIC_LEN + which * 8;
            seal.0[at..at + 8].copy_from_slice(&number.to_le_bytes());
        }
        let [program, info, code] = parts;
        let first = hash(&[&seal.0[..HASHED_SEAL_LEN], program, info]);
        let hashes = [first, hash(&[code])].concat();
        seal.0[HASHED_SEAL_LEN..].copy_from_slice(&hashes);
        seal
    }
}

fn hash(parts: &[&[u8]]) -> [u8; blake3::OUT_LEN] {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(part);
    }
    hasher.finalize().into()
}

/// A program that was found behind an executable.
pub struct App {
    /// The linked program.
    pub linked: LinkedProgram,
    /// The memory mapping that contains the linked program.
    pub map: MappedFile,
    /// The program's machine code.
    pub machine_code: AppCode,
}

/// Reads the program that the seal of the executable `file` describes.
fn read_app(seal: &Seal, file: &File) -> Option<App> {
    let map = MappedFile::new(file).ok()?;
    let [program, _, code] = verified_parts(seal, &map.bytes())?;
    let linked = LinkedProgram::decode(&map.bytes().slice(program), true)?;
    let hash = seal.hash(1).try_into().ok()?;
    Some(App { linked, machine_code: AppCode { map: map.clone(), range: code, hash }, map })
}

/// The ranges of the parts, if all parts but the machine code have the hash that the seal says.
fn verified_parts(seal: &Seal, all: &[u8]) -> Option<[Range<usize>; 3]> {
    let [program, info, code] = seal.part_ranges()?;
    let parts = [&seal.0[..HASHED_SEAL_LEN], all.get(program.clone())?, all.get(info.clone())?];
    let whole = all.len() == code.end && program.start.is_multiple_of(8);
    (whole && hash(&parts) == *seal.hash(0)).then_some([program, info, code])
}

/// The build info of the program in the file at `path`, if minigo has built that file.
#[must_use]
pub fn build_info(path: &Path) -> Option<String> {
    let all = MappedFile::new(&File::open(path).ok()?).ok()?.bytes();
    // Another build of minigo may have made the file; its seal has the same form.
    let at = memmem::find(&all, Seal::of_this_executable().magic_bytes())?;
    let seal = Seal(all.get(at..at + SEAL_LEN)?.try_into().ok()?);
    let [_, info, _] = verified_parts(&seal, &all).filter(|_| seal.has_program())?;
    String::from_utf8(all.get(info)?.to_vec()).ok()
}

/// The machine code of a program that is a file of its own.
pub struct AppCode {
    map: MappedFile,
    range: Range<usize>,
    hash: [u8; blake3::OUT_LEN],
}

impl CodeStore for AppCode {
    fn is_probably_stored(&self) -> bool {
        !self.range.is_empty()
    }

    fn load(&self) -> Option<Vec<u8>> {
        let bytes = self.map.bytes();
        let code = bytes.get(self.range.clone())?;
        (hash(&[code]) == self.hash).then(|| code.to_vec())
    }

    fn store(&self, _: &[u8]) {
        // Like a program that Go has built, the program does not write to its own executable.
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_matches_only_its_own_executable() {
        assert!(!Seal::of_this_executable().has_program());
        let parts = [&b"program-"[..], b"info", b"code"];
        let seal = Seal::of_parts(16, parts);
        let mut all = vec![0; 16];
        parts.iter().for_each(|part| all.extend_from_slice(part));
        let whole = |all: &[u8], seal: &Seal| verified_parts(seal, all).is_some();
        assert!(seal.has_program() && whole(&all, &seal));
        assert_eq!(seal.part_ranges(), Some([16..24, 24..28, 28..32]));
        for cut in 0..all.len() {
            assert!(!whole(&all[..cut], &seal));
        }
        for at in 16..28 {
            let mut changed = all.clone();
            changed[at] ^= 1;
            assert!(!whole(&changed, &seal));
        }
        for at in SEAL_MAGIC_LEN..HASHED_SEAL_LEN {
            let mut changed = Seal(seal.0);
            changed.0[at] ^= 0x80;
            assert!(!whole(&all, &changed));
        }
    }
}
