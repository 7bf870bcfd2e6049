//! Who scans a task: the word by which a collector's thread and the worker that is about to resume the task agree.
//!
//! A module of its own because it is a protocol of two parties, modelled alone (`tests/loom_scan.rs`).
//!
//! While a collection marks, no task runs before it was scanned. At the collection's begin the world stops, so every
//! slice ends; from then on the first who [claims](Scanned::claim) a task scans it: a thread of the collector that comes by, or
//! the worker that wants to resume it. The other one goes on if it is a collector, and waits if it is a worker.

use crate::primitives::loom::{AtomicU32, Ordering};

/// In which collection a task was scanned last.
#[derive(Debug, Default)]
pub struct Scanned(AtomicU32);

/// Being scanned just now.
const BUSY: u32 = 1;

impl Scanned {
    /// Never scanned.
    pub fn new() -> Self {
        Self(AtomicU32::new(0))
    }

    /// True for the first who asks in collection `cycle`: it then scans, and says so by [`finish`](Self::finish).
    pub fn claim(&self, cycle: u32) -> bool {
        let seen = self.0.load(Ordering::Relaxed);
        if seen >> 1 == cycle & (u32::MAX >> 1) {
            return false;
        }
        // Acquire: what the scanner of the last collection changed (the stack may be a smaller one now).
        let busy = cycle << 1 | BUSY;
        self.0.compare_exchange(seen, busy, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    /// The scan is over.
    pub fn finish(&self, cycle: u32) {
        self.0.store(cycle << 1, Ordering::Release);
    }

    /// Whether it was scanned in collection `cycle`; then what the scanner changed can be seen.
    #[inline]
    pub fn is_done(&self, cycle: u32) -> bool {
        self.0.load(Ordering::Acquire) == cycle << 1
    }
}
