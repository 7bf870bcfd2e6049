//! Whether a processor should be handed tasks that another one found ready in the network: what `net_io/affinity.rs`
//! has to know of it.

use crate::time::clock::Nanos;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// A processor that has not polled for this long is busy with something else.
const POLL_ABSENCE: Nanos = 5_000_000;

/// What others have to know of a processor to send it tasks.
#[derive(Debug)]
pub(crate) struct NetAffinity {
    /// The core it was last on.
    pub(crate) core: AtomicU32,
    /// When it last polled the network.
    pub(crate) last_poll: AtomicU64,
    /// How many slices it had run when it was last asked about.
    slices: AtomicU32,
}

impl Default for NetAffinity {
    fn default() -> Self {
        Self {
            core: AtomicU32::new(u32::MAX),
            last_poll: AtomicU64::new(0),
            slices: AtomicU32::new(0),
        }
    }
}

impl NetAffinity {
    /// The owner polls the network.
    pub(crate) fn note_poll(&self, now: Nanos) {
        self.core.store(current_core(), Ordering::Relaxed);
        self.last_poll.store(now, Ordering::Relaxed);
    }

    /// Whether the owner polls often: it has polled lately, and is not in the same slice, its `slices`th, as when
    /// this was last asked.
    pub(crate) fn polls_often(&self, now: Nanos, slices: u32) -> bool {
        let last_poll = self.last_poll.load(Ordering::Relaxed);
        now.saturating_sub(last_poll) < POLL_ABSENCE
            && self.slices.swap(slices, Ordering::Relaxed) != slices
    }
}

/// The core that this thread is on.
pub(crate) fn current_core() -> u32 {
    // SAFETY: it has no arguments.
    unsafe { libc::sched_getcpu() }.cast_unsigned()
}
