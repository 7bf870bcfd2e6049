//! The key with which the entries of the [cache](crate::cache) are signed.
//!
//! A module of its own because it decides what a file must be for its holder to be believed: a regular file of the user, in a directory
//! that only the user writes to, that nobody else may read. Whoever can read the key can write entries, and an entry is code. The
//! key is made of the system's randomness when the first entry is written. One that others could read is never used again: the next
//! entry that is written comes with a new key, and those signed with the old one are misses.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;

use minigo_vm::identity;

/// Signs, and checks what was signed.
#[derive(Clone)]
pub struct Seal([u8; blake3::KEY_LEN]);

/// How long a signature is, in bytes.
pub const SIGNED: usize = blake3::OUT_LEN;

/// The name of the file with the key.
pub const NAME: &str = "key";

impl Seal {
    /// That of a directory, if there is one and nobody else could have read it.
    #[must_use]
    pub fn of(dir: &Path) -> Option<Self> {
        let mut file = open(&dir.join(NAME)).ok()?;
        let found = file.metadata().ok()?;
        let own = found.uid() == identity::user() && found.mode() & 0o077 == 0;
        if !own || !found.is_file() || found.len() != blake3::KEY_LEN as u64 {
            return None;
        }
        let mut key = [0; blake3::KEY_LEN];
        file.read_exact(&mut key).ok()?;
        Some(Self(key))
    }

    /// The same; makes one where there is none that can be used.
    ///
    /// # Errors
    /// What the system says when it cannot.
    pub fn of_or_new(dir: &Path) -> io::Result<Self> {
        if let Some(seal) = Self::of(dir) {
            return Ok(seal);
        }
        let mut key = [0; blake3::KEY_LEN];
        getrandom::fill(&mut key)?;
        let path = dir.join(NAME);
        let own = dir.join(format!("{NAME}.{}.new", std::process::id()));
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&own)?;
        // A link fails where there is a key: who runs at the same time may have made one, and that is then this one's too.
        let placed = file.write_all(&key).and_then(|()| match fs::hard_link(&own, &path) {
            Ok(()) => Ok(Self(key)),
            Err(_) => match Self::of(dir) {
                Some(seal) => Ok(seal),
                None => fs::rename(&own, &path).map(|()| Self(key)),
            },
        });
        // After a rename it is not there any more.
        let _ = fs::remove_file(&own);
        placed
    }

    /// The signature of these bytes, in this order.
    #[must_use]
    pub fn sign(&self, parts: [&[u8]; 2]) -> [u8; SIGNED] {
        self.hash(parts).into()
    }

    /// Whether these bytes were signed so. How long that takes does not tell where a wrong signature differs.
    #[must_use]
    pub fn holds(&self, parts: [&[u8]; 2], signature: [u8; SIGNED]) -> bool {
        self.hash(parts) == blake3::Hash::from_bytes(signature)
    }

    fn hash(&self, parts: [&[u8]; 2]) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new_keyed(&self.0);
        for part in parts {
            hasher.update(part);
        }
        hasher.finalize()
    }
}

/// Opens a file that is no link and, should it be a pipe, does not wait for a writer.
fn open(path: &Path) -> io::Result<File> {
    let flags = identity::OPEN_PLAINLY;
    OpenOptions::new().read(true).custom_flags(flags).open(path)
}
