//! Machine code of a compiled program, stored beside its [entry](super): a run begins with the code that earlier runs
//! have compiled.
//!
//! The machine code is mapped and executed, so it is as well guarded as the entry. The signature of the file covers the
//! code and the entry's own signature. The entry's signature covers the program, the build of minigo and all files that
//! the compiler has read, so code of another program, of another build, or of an older version of the program is not
//! used. The machine itself [checks](minigo_vm::CodeStore) for which processor the code was made.
//!
//! A run that has compiled something new replaces the whole file. If two runs end at the same time, the file of the
//! later one stays; functions that only the other run has compiled are compiled again by a later run. The file is
//! evicted together with the entry.
//!
//! ```text
//! magic       8 bytes
//! signature
//! code
//! ```

use super::signing_key::{SIGNATURE_LEN, SigningKey};
use super::{NATIVE_EXTENSION, open_entry, write_file};
use minigo_vm::CodeStore;
use std::io::Read as _;
use std::path::{Path, PathBuf};

const MAGIC: [u8; 8] = *b"minigo\n\x01";

const HEADER_LEN: usize = MAGIC.len() + SIGNATURE_LEN;

/// The machine code file of one program.
pub struct NativeCode {
    entry: PathBuf,
    path: PathBuf,
    /// The signature of the entry.
    entry_signature: [u8; SIGNATURE_LEN],
}

impl NativeCode {
    pub(super) fn of_entry(entry: &Path, program: [u8; SIGNATURE_LEN]) -> Self {
        Self { entry: entry.to_owned(), path: code_path_of(entry), entry_signature: program }
    }

    /// The bytes that the signature covers before the code: the magic number and the signature of the entry.
    fn signed_header(&self) -> [u8; HEADER_LEN] {
        let mut owner = [0; HEADER_LEN];
        owner[..MAGIC.len()].copy_from_slice(&MAGIC);
        owner[MAGIC.len()..].copy_from_slice(&self.entry_signature);
        owner
    }
}

/// The path of the machine code of the program in `entry`.
pub(super) fn code_path_of(entry: &Path) -> PathBuf {
    entry.with_extension(&NATIVE_EXTENSION[1..])
}

impl CodeStore for NativeCode {
    fn is_probably_stored(&self) -> bool {
        self.path.exists()
    }

    fn load(&self) -> Option<Vec<u8>> {
        let (mut file, _) = open_entry(&self.path)?;
        let mut header = [0; HEADER_LEN];
        file.read_exact(&mut header).ok()?;
        let (magic, signature) = header.split_first_chunk()?;
        let mut code = Vec::new();
        file.read_to_end(&mut code).ok()?;
        let key = SigningKey::for_directory(self.path.parent()?)?;
        let valid = *magic == MAGIC
            && key.verify([&self.signed_header(), &code], signature.try_into().ok()?);
        valid.then_some(code)
    }

    fn store(&self, code: &[u8]) {
        // If the entry was removed in the meantime, no run would find the machine code.
        if self.entry.exists() {
            // If the machine code cannot be written, the next run compiles it again.
            let _ = write_file(&self.path, |key| {
                [&MAGIC[..], &key.sign([&self.signed_header(), code]), code].concat()
            });
        }
    }
}
