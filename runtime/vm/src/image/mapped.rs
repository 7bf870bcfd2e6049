//! A file as memory.
//!
//! It is unsafe to look at what another process may change.

use bytes::Bytes;
use memmap2::{MmapMut, MmapOptions, UncheckedAdvice};
use std::fs::File;
use std::io;
use std::sync::Arc;

/// A file whose bytes are mapped; nothing is read before it is looked at. What this process writes there it alone sees.
#[derive(Clone, Debug)]
pub struct Mapped(Arc<MmapMut>);

impl Mapped {
    /// Maps a file that is never written again: it was complete when it got its name, and replacing or removing it
    /// leaves what it holds alone.
    ///
    /// # Errors
    /// What the system says.
    pub fn new(file: &File) -> io::Result<Self> {
        // SAFETY: as said. A process that may write to it all the same may as well change minigo, as with any library
        // that is mapped.
        let map = unsafe { MmapOptions::new().map_copy(file) }?;
        Ok(Self(Arc::new(map)))
    }

    /// All bytes of the file.
    #[must_use]
    pub fn bytes(&self) -> Bytes {
        Bytes::from_owner(self.clone())
    }

    /// Drops the pages that were read so far; they come back from the page cache as they are needed again. To be called
    /// before anything is written there.
    pub fn release(&self) {
        // SAFETY: the pages are a file's, not written yet: they hold the same again. If nothing happens they are
        // only there.
        let _ = unsafe { self.0.unchecked_advise(UncheckedAdvice::DontNeed) };
    }
}

impl AsRef<[u8]> for Mapped {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}
