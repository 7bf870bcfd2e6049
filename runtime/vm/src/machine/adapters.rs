//! The host's clock and the heap's ledger, as the scheduler needs them.

use crate::host::Host;
use minigo_heap::ledger::Ledger;
use minigo_sched::{Clock, Nanos, ThreadAccounting};
use std::any::Any;
use std::sync::Arc;

/// The host's clock as the scheduler's clock: timers and programs use the same clock.
pub(super) struct HostClock(pub(super) Arc<dyn Host>);

impl Clock for HostClock {
    fn now(&self) -> Nanos {
        self.0.monotonic() as u64
    }
}

/// A machine with a memory limit: the limit counts its threads and their allocations.
pub(super) struct LimitedThreads(pub(super) Arc<Ledger>);

impl ThreadAccounting for LimitedThreads {
    fn admit_thread(&self) -> bool {
        self.0.admit_thread()
    }

    fn release_thread(&self) {
        self.0.release_thread();
    }

    fn enter_thread(&self) -> Box<dyn Any> {
        Box::new(self.0.enter_account())
    }
}
