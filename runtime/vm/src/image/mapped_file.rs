//! A file mapped as memory.
//!
//! Reading memory that another process may change is unsafe.

use bytes::Bytes;
use memmap2::{MmapMut, MmapOptions, UncheckedAdvice};
use std::fs::File;
use std::io;
use std::sync::Arc;

/// A mapped file; its pages are read when they are first accessed. Writes to the mapping are visible in this process
/// only.
#[derive(Clone, Debug)]
pub struct MappedFile(Arc<MmapMut>);

impl MappedFile {
    /// Maps a file that is never written again: it was complete when it got its name, and replacing or removing the
    /// file leaves its contents alone.
    ///
    /// # Errors
    /// Returns the error of the system call.
    pub fn new(file: &File) -> io::Result<Self> {
        // SAFETY: the bytes of the file do not change, as the documentation of this function demands. A process that
        // writes to the file nevertheless might as well change minigo, as with any mapped library.
        let map = unsafe { MmapOptions::new().map_copy(file) }?;
        Ok(Self(Arc::new(map)))
    }

    /// All bytes of the file.
    #[must_use]
    pub fn bytes(&self) -> Bytes {
        Bytes::from_owner(self.clone())
    }

    /// Drops the pages read so far; they come back from the page cache when they are needed again. To be called before
    /// anything is written to the mapping.
    pub fn release_pages(&self) {
        // SAFETY: the pages are a file's, not written yet: they get the same contents again. If the call fails, the
        // pages just stay.
        let _ = unsafe { self.0.unchecked_advise(UncheckedAdvice::DontNeed) };
    }
}

impl AsRef<[u8]> for MappedFile {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}
