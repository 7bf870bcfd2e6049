//! Memory that outlives a heap, for the next one of many short runs.

use crate::os;
use parking_lot::Mutex;

/// The first mapping of a heap that is gone, for the next one that begins at the same address. To unmap memory, or to
/// give it back, stops all threads of the process for a moment.
#[derive(Default, Debug)]
pub struct KeptMapping(Mutex<Option<(usize, usize)>>);

/// Up to this many bytes of a kept mapping are zeroed; of more the OS has the pages back.
const MOST_ZEROED: usize = 1 << 20;

impl KeptMapping {
    /// The mapping, if it is this one; it reads as zero.
    pub(crate) fn take(&self, at: usize, size: usize) -> Option<usize> {
        self.0.lock().take_if(|kept| *kept == (at, size)).map(|(base, _)| base)
    }

    /// Keeps a mapping of which what lies before `high` was used.
    pub(crate) fn put(&self, base: usize, size: usize, high: usize) {
        let used = high.saturating_sub(base);
        if used <= MOST_ZEROED {
            os::clear(base, base + used);
        } else {
            os::give_back(base, used);
        }
        if let Some((base, size)) = self.0.lock().replace((base, size)) {
            os::unmap(base, size);
        }
    }
}

impl Drop for KeptMapping {
    fn drop(&mut self) {
        if let Some((base, size)) = self.0.get_mut().take() {
            os::unmap(base, size);
        }
    }
}
