//! Machine code of a compiled program, beside its [entry](super): what one run has compiled, the next begins with.
//!
//! It is mapped and executed, so it is as well guarded as the entry. The signature is of the code and of the entry's
//! own signature, which is of the program, the build of minigo and all that the compiler has looked at: code of another
//! program, of another build, or of what the program was before it changed is none. For which processor it is the
//! machine [sees itself](minigo_vm::CodeStore).
//!
//! A run that has compiled something new replaces the file, whole; of two runs at the same time the later one wins, and
//! what only the other has compiled is compiled again one day. The file is evicted together with the entry.
//!
//! ```text
//! magic       8 bytes
//! signature
//! code
//! ```

use super::signing_key::{SIGNATURE_LEN, SigningKey};
use super::{NATIVE, open_entry, write_file};
use minigo_vm::CodeStore;
use std::io::Read as _;
use std::path::{Path, PathBuf};

const MAGIC: [u8; 8] = *b"minigo\n\x01";

const HEADER: usize = MAGIC.len() + SIGNATURE_LEN;

/// The machine code of one program.
pub struct NativeCode {
    entry: PathBuf,
    path: PathBuf,
    /// The signature of the entry.
    program: [u8; SIGNATURE_LEN],
}

impl NativeCode {
    pub(super) fn beside(entry: &Path, program: [u8; SIGNATURE_LEN]) -> Self {
        Self { entry: entry.to_owned(), path: path_beside(entry), program }
    }

    /// What is signed before the code.
    fn owner(&self) -> [u8; HEADER] {
        let mut owner = [0; HEADER];
        owner[..MAGIC.len()].copy_from_slice(&MAGIC);
        owner[MAGIC.len()..].copy_from_slice(&self.program);
        owner
    }
}

/// Where the machine code of an entry's program is.
pub(super) fn path_beside(entry: &Path) -> PathBuf {
    entry.with_extension(&NATIVE[1..])
}

impl CodeStore for NativeCode {
    fn may_be_there(&self) -> bool {
        self.path.exists()
    }

    fn load(&self) -> Option<Vec<u8>> {
        let (mut file, _) = open_entry(&self.path)?;
        let mut header = [0; HEADER];
        file.read_exact(&mut header).ok()?;
        let (magic, signature) = header.split_first_chunk()?;
        let mut code = Vec::new();
        file.read_to_end(&mut code).ok()?;
        let key = SigningKey::of(self.path.parent()?)?;
        let valid =
            *magic == MAGIC && key.verify([&self.owner(), &code], signature.try_into().ok()?);
        valid.then_some(code)
    }

    fn store(&self, code: &[u8]) {
        // Without its entry, which may have been removed meanwhile, nobody would use it.
        if self.entry.exists() {
            // Without the code the next run compiles again.
            let _ = write_file(&self.path, |key| {
                [&MAGIC[..], &key.sign([&self.owner(), code]), code].concat()
            });
        }
    }
}
