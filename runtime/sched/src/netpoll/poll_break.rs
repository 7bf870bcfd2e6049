//! Interrupting the worker that waits in the poller (in Go `netpollBreak`).
//!
//! The protocol has three parties (`tests/loom_netpoll.rs` models it): the poller reports an interrupt once, and may
//! report it to a thread that polls without waiting. The interrupting thread sets `is_requested` and then interrupts;
//! the sleeper sets `is_waiting` and then reads `is_requested`; a polling thread that got the report reads
//! `is_waiting`, and interrupts again if it is set. If `is_waiting` is not set, the sleeper will see `is_requested`.

use crate::primitives::loom::{AtomicBool, Ordering, fence, loom_seq_cst_fence};

/// The two flags of the protocol.
#[derive(Debug)]
pub struct PollBreak {
    is_requested: AtomicBool,
    is_waiting: AtomicBool,
}

impl Default for PollBreak {
    fn default() -> Self {
        Self::new()
    }
}

impl PollBreak {
    /// Creates the flags: no thread waits in the poller.
    pub fn new() -> Self {
        Self { is_requested: AtomicBool::new(false), is_waiting: AtomicBool::new(false) }
    }

    /// Called by the sleeper before it waits; false if an interrupt was requested before: then it must not wait.
    #[must_use]
    pub fn begin_wait(&self) -> bool {
        self.is_waiting.store(true, Ordering::SeqCst);
        loom_seq_cst_fence();
        let may = !self.is_requested.load(Ordering::SeqCst);
        if !may {
            self.end_wait();
        }
        may
    }

    /// Called when the sleeper is awake, for whatever reason: after this call it looks for work and timers again.
    pub fn end_wait(&self) {
        self.is_waiting.store(false, Ordering::SeqCst);
        self.is_requested.store(false, Ordering::SeqCst);
    }

    /// Called before an interrupt: if the sleeper does not see this request, the caller sees all that the sleeper did
    /// before its wait.
    pub fn request(&self) {
        self.is_requested.store(true, Ordering::SeqCst);
        fence(Ordering::SeqCst);
    }

    /// Called by a polling thread that the system has told of an interrupt; returns whether the interrupt is for the
    /// sleeping thread, so that the caller has to interrupt once more.
    #[must_use]
    pub fn is_for_sleeper(&self) -> bool {
        loom_seq_cst_fence();
        self.is_waiting.load(Ordering::SeqCst)
    }
}
