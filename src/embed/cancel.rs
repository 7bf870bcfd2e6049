//! Handles that cancel calls.

use super::task_waking::WakerSlot;
use minigo_vm::Interrupter;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering, fence};

/// Cancels a call, from any thread.
#[derive(Clone)]
pub struct Cancel {
    requests: Arc<CancelRequests>,
    interrupter: Interrupter,
    waker: Arc<WakerSlot>,
}

#[derive(Default, Debug)]
struct CancelRequests {
    /// Whether the call must end.
    must_end: AtomicBool,
    /// Whether the call's goroutine is to run its deferred calls and end.
    is_asked_to_end: AtomicBool,
}

impl fmt::Debug for Cancel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cancel").field("requests", &self.requests).finish_non_exhaustive()
    }
}

impl Cancel {
    pub(super) fn new(interrupter: Interrupter, waker: Arc<WakerSlot>) -> Self {
        Self { requests: Arc::default(), interrupter, waker }
    }

    /// Ends the call: its goroutines stop where they are, and deferred calls do not run. The call returns
    /// [`Error::Cancelled`](super::Error::Cancelled). A computation of the library in Rust, such as a power of large
    /// numbers, is abandoned: its thread ends alone.
    pub fn now(&self) {
        self.requests.must_end.store(true, Ordering::SeqCst);
        self.wake();
    }

    /// Asks the call to end, as by `runtime.Goexit`: the call's goroutine runs its deferred calls, which may take time
    /// and may use the machine, and `recover` does not stop it. The goroutines that the call has started end after the
    /// deferred calls, as by [`now`](Self::now), which also ends deferred calls that do not return. The call returns
    /// [`Error::Cancelled`](super::Error::Cancelled).
    pub fn ask(&self) {
        self.requests.is_asked_to_end.store(true, Ordering::SeqCst);
        self.wake();
    }

    fn wake(&self) {
        self.interrupter.interrupt();
        self.waker.wake();
    }

    /// Reports whether the handle can serve the next call too: the embedder has no handle of the last call, and has
    /// used none. Then only the machine and the ended call have one.
    pub(super) fn is_unused(&self) -> bool {
        let has_others = Arc::strong_count(&self.requests) > 2;
        // Pairs with the drop of another handle.
        fence(Ordering::Acquire);
        !has_others && !self.must_end() && !self.is_asked_to_end()
    }

    /// Reports whether the call must end.
    pub(super) fn must_end(&self) -> bool {
        self.requests.must_end.load(Ordering::SeqCst)
    }

    /// Reports whether the call is asked to end.
    pub(super) fn is_asked_to_end(&self) -> bool {
        self.requests.is_asked_to_end.load(Ordering::SeqCst)
    }
}
