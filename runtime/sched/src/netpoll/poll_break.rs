//! Interrupting the worker that waits in the poller (Go: `netpollBreak`).
//!
//! The protocol has three parties (`tests/loom_netpoll.rs` models it): the poller reports an interrupt once, and may
//! report it to a thread that polls without waiting. The interrupting thread sets `requested` and then interrupts; the
//! sleeper sets `waiting` and then reads `requested`; a polling thread that got the report reads `waiting`, and
//! interrupts again if it is set. If it is not, the sleeper will see `requested`.

use crate::primitives::loom::{AtomicBool, Ordering, fence, seq_cst_order};

/// The two flags of the protocol.
#[derive(Debug)]
pub struct PollBreak {
    requested: AtomicBool,
    waiting: AtomicBool,
}

impl Default for PollBreak {
    fn default() -> Self {
        Self::new()
    }
}

impl PollBreak {
    /// Creates the flags: no thread waits in the poller.
    pub fn new() -> Self {
        Self { requested: AtomicBool::new(false), waiting: AtomicBool::new(false) }
    }

    /// Called by the sleeper before it waits; false if an interrupt was requested before: then it must not wait.
    #[must_use]
    pub fn begin_wait(&self) -> bool {
        self.waiting.store(true, Ordering::SeqCst);
        seq_cst_order();
        let may = !self.requested.load(Ordering::SeqCst);
        if !may {
            self.end_wait();
        }
        may
    }

    /// Called when the sleeper is awake, for whatever reason: it will check everything again.
    pub fn end_wait(&self) {
        self.waiting.store(false, Ordering::SeqCst);
        self.requested.store(false, Ordering::SeqCst);
    }

    /// Called before an interrupt: a sleeper that does not see this request has done everything before, and the caller
    /// will see it.
    pub fn request(&self) {
        self.requested.store(true, Ordering::SeqCst);
        fence(Ordering::SeqCst);
    }

    /// Called by a polling thread that the system has told of an interrupt; returns whether the interrupt is for the
    /// sleeping thread, so that the caller has to interrupt once more.
    #[must_use]
    pub fn reaches_sleeper(&self) -> bool {
        seq_cst_order();
        self.waiting.load(Ordering::SeqCst)
    }
}
