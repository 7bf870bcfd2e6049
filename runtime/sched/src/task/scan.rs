//! The scan word of a task: by it a marking thread and the worker that is about to resume the task agree which of them
//! scans the task's stack (`tests/loom_scan.rs` models it).
//!
//! While a collection marks, a task runs only after its stack has been scanned. At the collection's beginning the world
//! stops, so every slice ends; from then on the first thread to [claim](LastScan::claim_scan) a task scans it: a
//! marking thread that reaches it, or the worker that wants to resume it. A marking thread that loses continues with
//! other tasks; a worker that loses waits.

use crate::primitives::loom::{AtomicU32, Ordering};

/// The collection in which a task was scanned last.
#[derive(Debug, Default)]
pub struct LastScan(AtomicU32);

/// Bit: a thread is scanning the task.
const SCANNING: u32 = 1;

impl LastScan {
    /// The state of a task that was never scanned.
    pub fn new() -> Self {
        Self(AtomicU32::new(0))
    }

    /// Claims the scan in collection `cycle`; true for the first claim: the caller then scans, and calls
    /// [`finish_scan`](Self::finish_scan).
    pub fn claim_scan(&self, cycle: u32) -> bool {
        let seen = self.0.load(Ordering::Relaxed);
        if seen >> 1 == cycle & (u32::MAX >> 1) {
            return false;
        }
        // Acquire: sees the changes of the last collection's scanner (the stack may have been replaced by a smaller
        // one).
        let busy = cycle << 1 | SCANNING;
        self.0.compare_exchange(seen, busy, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    /// Ends the scan.
    pub fn finish_scan(&self, cycle: u32) {
        self.0.store(cycle << 1, Ordering::Release);
    }

    /// Reports whether the task was scanned in collection `cycle`; then the scanner's changes are visible.
    #[inline]
    pub fn is_done(&self, cycle: u32) -> bool {
        self.0.load(Ordering::Acquire) == cycle << 1
    }
}
