//! What others have to know of a processor to send it tasks that the network has made ready.

use crate::time::clock::Nanos;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Who has not looked for so long is busy with something else.
const AWAY: Nanos = 5_000_000;

/// What others have to know of a processor to send it tasks.
#[derive(Debug)]
pub(crate) struct Seat {
    /// The core it was last on.
    pub(crate) core: AtomicU32,
    /// When it last looked at the network.
    pub(crate) looked: AtomicU64,
    /// How many slices it had run when somebody last wanted to send it something.
    slices: AtomicU32,
}

impl Default for Seat {
    fn default() -> Self {
        Self {
            core: AtomicU32::new(u32::MAX),
            looked: AtomicU64::new(0),
            slices: AtomicU32::new(0),
        }
    }
}

impl Seat {
    /// The owner looks at the network.
    pub(crate) fn note_look(&self, now: Nanos) {
        self.core.store(current_core(), Ordering::Relaxed);
        self.looked.store(now, Ordering::Relaxed);
    }

    /// Whether the owner is at it: it has looked lately, and is not in the same slice, its `slices`th, as when this was last asked.
    pub(crate) fn is_taken(&self, now: Nanos, slices: u32) -> bool {
        let looked = self.looked.load(Ordering::Relaxed);
        now.saturating_sub(looked) < AWAY && self.slices.swap(slices, Ordering::Relaxed) != slices
    }
}

/// The core this thread is on.
pub(crate) fn current_core() -> u32 {
    // SAFETY: it has no arguments.
    unsafe { libc::sched_getcpu() }.cast_unsigned()
}
