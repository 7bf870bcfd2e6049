//! The scan word of a task: a marking thread and the worker that is about to resume the task agree by it which of
//! them scans the task's stack (`tests/loom_scan.rs` models it).
//!
//! While a collection marks, no task runs before it was scanned. At the collection's beginning the world stops, so
//! every slice ends; from then on the first thread to [claim](Scanned::claim) a task scans it: a marking thread that
//! comes by, or the worker that wants to resume it. A marking thread that loses goes on; a worker that loses waits.

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

    /// True for the first claim in collection `cycle`: the caller then scans, and calls [`finish`](Self::finish).
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
