//! The key with which the entries of the [cache](crate::cache) are signed.
//!
//! An entry is code, and a process that can read the key can write entries. So the key must be a regular file of the
//! user that no other user may read, in a directory that only the user may write to. The key is drawn from the system's
//! randomness when the first entry is written. A key that others could read is never used again: the next entry comes
//! with a new key, and entries signed with the old one are misses.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;

use crate::atomic_file;
use minigo_vm::identity;

/// A key for a keyed hash (blake3).
#[derive(Clone)]
pub(super) struct SigningKey([u8; blake3::KEY_LEN]);

/// The length of a signature in bytes.
pub(super) const SIGNATURE_LEN: usize = blake3::OUT_LEN;

/// The name of the file with the key.
pub(super) const KEY_FILE_NAME: &str = "key";

impl SigningKey {
    /// The key of a cache directory, if it has one that no other user could have read.
    #[must_use]
    pub(super) fn for_directory(dir: &Path) -> Option<Self> {
        let mut file = open(&dir.join(KEY_FILE_NAME)).ok()?;
        let found = file.metadata().ok()?;
        let own = found.uid() == identity::user_id() && found.mode() & 0o077 == 0;
        if !own || !found.is_file() || found.len() != blake3::KEY_LEN as u64 {
            return None;
        }
        let mut key = [0; blake3::KEY_LEN];
        file.read_exact(&mut key).ok()?;
        Some(Self(key))
    }

    /// The key of a cache directory; makes one if there is none that can be used.
    ///
    /// # Errors
    /// Returns the error of the system call.
    pub(super) fn load_or_create(dir: &Path) -> io::Result<Self> {
        if let Some(key) = Self::for_directory(dir) {
            return Ok(key);
        }
        let mut key = [0; blake3::KEY_LEN];
        getrandom::fill(&mut key)?;
        let path = dir.join(KEY_FILE_NAME);
        let mut own = atomic_file::create_in_same_directory(&path, |own| {
            OpenOptions::new().write(true).create_new(true).mode(0o600).open(own)
        })?;
        super::write_within_file_size_limit(|| own.write_all(&key))?;
        // The link fails if the file exists: if another process has made a key in the meantime, both processes use that
        // key.
        if fs::hard_link(own.path(), &path).is_err() {
            if let Some(key) = Self::for_directory(dir) {
                return Ok(key);
            }
            own.persist(&path)?;
        }
        Ok(Self(key))
    }

    /// The signature of these bytes, in this order.
    #[must_use]
    pub(super) fn sign(&self, parts: [&[u8]; 2]) -> [u8; SIGNATURE_LEN] {
        self.hash(parts).into()
    }

    /// Reports whether this is the signature of these bytes. The comparison takes constant time.
    #[must_use]
    pub(super) fn verify(&self, parts: [&[u8]; 2], signature: [u8; SIGNATURE_LEN]) -> bool {
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

/// Opens a file for reading. Fails if the path is a symbolic link, and does not block on a pipe without a writer.
fn open(path: &Path) -> io::Result<File> {
    let flags = identity::SAFE_OPEN_FLAGS;
    OpenOptions::new().read(true).custom_flags(flags).open(path)
}
