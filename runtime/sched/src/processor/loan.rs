//! A loan: a P while its worker is in a blocking call. The worker takes the P back when the call ends, unless another
//! thread has retaken the P.
//!
//! A loan is the one case in which a processor has no owner for a moment (`tests/loom_loan.rs` models it). The owner
//! stores the box's address and then a fresh ticket; the thread that moves the ticket to 0 owns the box. Tickets never
//! repeat, so an owner that comes back late cannot take a box that was lent under a later ticket.

use crate::primitives::loom::{AtomicPtr, AtomicU64, Ordering, loom_seq_cst_fence};

/// The place where the owner of a box lends it. The value in a place must be `Send`, though its type may not be known
/// to be (a processor holds its own place).
#[derive(Debug)]
pub struct BoxLoan<V> {
    /// The ticket of the loan; 0 if nothing is on loan.
    ticket: AtomicU64,
    lent_box: AtomicPtr<V>,
}

impl<V> Default for BoxLoan<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V> BoxLoan<V> {
    /// Creates a place with nothing on loan.
    pub fn new() -> Self {
        let at = AtomicPtr::new(std::ptr::null_mut());
        Self { ticket: AtomicU64::new(0), lent_box: at }
    }

    /// Lends `it` under a ticket that was never used here and is not 0. A stop of the world that has checked this loan
    /// before does not check it again, so the owner has to check for a stop afterwards.
    pub fn begin_loan(&self, it: Box<V>, ticket: u64) {
        self.lent_box.store(Box::into_raw(it), Ordering::Relaxed);
        // Publishes the address and everything in the box; SeqCst, against the stopper's flag.
        self.ticket.store(ticket, Ordering::SeqCst);
        loom_seq_cst_fence();
    }

    /// The ticket of the loan, or 0. SeqCst: a stop of the world sets the flag that the owner checks before it calls
    /// this.
    pub fn ticket(&self) -> u64 {
        loom_seq_cst_fence();
        self.ticket.load(Ordering::SeqCst)
    }

    /// Ends the loan under `ticket`, unless another thread has ended it.
    pub fn end_loan(&self, ticket: u64) -> Option<Box<V>> {
        self.ticket
            .compare_exchange(ticket, 0, Ordering::SeqCst, Ordering::Relaxed)
            .is_ok()
            // SAFETY: the address was written before the ticket, by `Box::into_raw`; only the thread that moved the
            // ticket to 0 gets here, and the next loan begins only after the box has an owner again.
            .then(|| unsafe { Box::from_raw(self.lent_box.load(Ordering::Relaxed)) })
    }
}

impl<V> Drop for BoxLoan<V> {
    fn drop(&mut self) {
        if self.ticket.load(Ordering::Acquire) != 0 {
            // SAFETY: no other thread has the loan any more, and the ticket says that the box is here.
            drop(unsafe { Box::from_raw(self.lent_box.load(Ordering::Relaxed)) });
        }
    }
}
