//! Interrupting the worker that waits in the poller (Go: `netpollBreak`).
//!
//! A protocol of three (`tests/loom_netpoll.rs` models it): the poller reports an interrupt once, and may report it
//! to a thread that polls without waiting. The interrupting thread sets `requested` and then interrupts; the sleeper
//! sets `waiting` and then reads `requested`; a polling thread that got the report reads `waiting`, and interrupts
//! again if it is set. If it is not, the sleeper will see `requested`.

use crate::primitives::loom::{AtomicBool, Ordering, fence, seq_cst_order};

/// The two flags.
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
    /// No thread waits in the poller.
    pub fn new() -> Self {
        Self { requested: AtomicBool::new(false), waiting: AtomicBool::new(false) }
    }

    /// The sleeper wants to wait; false if an interrupt was requested before: it must not.
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

    /// The sleeper is awake, for whatever reason, and will look again at everything.
    pub fn end_wait(&self) {
        self.waiting.store(false, Ordering::SeqCst);
        self.requested.store(false, Ordering::SeqCst);
    }

    /// The caller is about to interrupt, and will see everything that was done by a sleeper that does not see this
    /// request.
    pub fn request(&self) {
        self.requested.store(true, Ordering::SeqCst);
        fence(Ordering::SeqCst);
    }

    /// A polling thread got the report of an interrupt; whether it has to interrupt again.
    #[must_use]
    pub fn reaches_sleeper(&self) -> bool {
        seq_cst_order();
        self.waiting.load(Ordering::SeqCst)
    }
}
