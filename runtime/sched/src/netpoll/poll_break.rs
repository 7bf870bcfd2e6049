//! How whoever waits in the poller is got up.
//!
//! A module of its own because it is a protocol of three (`tests/loom_netpoll.rs` models it): the poller tells of a kick once, and
//! may tell somebody who only has a look. Who kicks sets `kicked` and then kicks; the sleeper sets `inside` and then reads
//! `kicked`; a looker that was told reads `inside`, and kicks again if it is set. If it is not, the sleeper will see `kicked`.

use crate::primitives::loom::{AtomicBool, Ordering, fence, seq_cst_order};

/// The two flags.
#[derive(Debug)]
pub struct Kick {
    kicked: AtomicBool,
    inside: AtomicBool,
}

impl Default for Kick {
    fn default() -> Self {
        Self::new()
    }
}

impl Kick {
    /// Nobody is inside.
    pub fn new() -> Self {
        Self { kicked: AtomicBool::new(false), inside: AtomicBool::new(false) }
    }

    /// The sleeper wants to wait; false if it was kicked before: it must not.
    #[must_use]
    pub fn enter(&self) -> bool {
        self.inside.store(true, Ordering::SeqCst);
        seq_cst_order();
        let may = !self.kicked.load(Ordering::SeqCst);
        if !may {
            self.leave();
        }
        may
    }

    /// The sleeper is up, for whatever reason, and will look again at everything.
    pub fn leave(&self) {
        self.inside.store(false, Ordering::SeqCst);
        self.kicked.store(false, Ordering::SeqCst);
    }

    /// The caller is about to kick, and will see everything that a sleeper saw who does not see this.
    pub fn announce(&self) {
        self.kicked.store(true, Ordering::SeqCst);
        fence(Ordering::SeqCst);
    }

    /// A looker was told of a kick; whether it has to kick again.
    #[must_use]
    pub fn is_for_sleeper(&self) -> bool {
        seq_cst_order();
        self.inside.load(Ordering::SeqCst)
    }
}
