//! Whether a processor should be handed tasks that another one found ready in the network: the state that
//! `net_io/affinity.rs` reads.

use crate::time::clock::Nanos;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// A processor that has not polled for this many nanoseconds is busy with other work.
const POLL_ABSENCE: Nanos = 5_000_000;

/// The state that other processors read before they hand tasks to this one.
#[derive(Debug)]
pub(crate) struct NetAffinity {
    /// The core on which the processor ran last.
    pub(crate) last_core: AtomicU32,
    /// The time of its last poll of the network.
    pub(crate) last_poll: AtomicU64,
    /// How many slices it had run when `polls_often` was last called.
    last_slice_count: AtomicU32,
}

impl Default for NetAffinity {
    fn default() -> Self {
        Self {
            last_core: AtomicU32::new(u32::MAX),
            last_poll: AtomicU64::new(0),
            last_slice_count: AtomicU32::new(0),
        }
    }
}

impl NetAffinity {
    /// Records that the owner polls the network.
    pub(crate) fn note_poll(&self, now: Nanos) {
        self.last_core.store(current_core(), Ordering::Relaxed);
        self.last_poll.store(now, Ordering::Relaxed);
    }

    /// Reports whether the owner polls often: it has polled lately, and it is not in the same slice (its `slices`th) as
    /// at the last call.
    pub(crate) fn polls_often(&self, now: Nanos, slices: u32) -> bool {
        let last_poll = self.last_poll.load(Ordering::Relaxed);
        now.saturating_sub(last_poll) < POLL_ABSENCE
            && self.last_slice_count.swap(slices, Ordering::Relaxed) != slices
    }
}

/// The core on which this thread runs.
pub(crate) fn current_core() -> u32 {
    // SAFETY: the function has no arguments.
    unsafe { libc::sched_getcpu() }.cast_unsigned()
}
