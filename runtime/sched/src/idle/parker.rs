//! Where a worker sleeps until it is handed something.
//!
//! A module of its own because a processor on its way to a worker has no other owner than this place: it must be taken out once, by the
//! worker or by who takes it back (`tests/loom_inbox.rs` models it).

use crate::primitives::loom::{AtomicBool, Condvar, Mutex, Ordering};
use std::time::Duration;

/// What a sleeping worker is woken with; `P` is a processor.
#[derive(Debug)]
pub enum Handed<P> {
    /// A processor to find work with.
    Processor {
        /// The processor.
        p: P,
        /// The worker is counted among those who search.
        spinning: bool,
    },
    /// A processor, and the task that is pinned to this worker.
    Pinned {
        /// The processor.
        p: P,
        /// The task's slot.
        task: u32,
    },
    /// The end.
    Exit,
}

/// The place.
#[derive(Debug)]
pub struct Inbox<P> {
    slot: Mutex<Option<Handed<P>>>,
    filled: Condvar,
    /// Something is on its way. Set under the scheduler's lock.
    called: AtomicBool,
}

impl<P> Default for Inbox<P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P> Inbox<P> {
    /// Nothing is there or on its way.
    pub fn new() -> Self {
        Self { slot: Mutex::new(None), filled: Condvar::new(), called: AtomicBool::new(false) }
    }

    /// Something is on its way.
    pub fn call(&self) {
        self.called.store(true, Ordering::Relaxed);
    }

    /// Whether something is on its way that the worker has not taken.
    pub fn is_called(&self) -> bool {
        self.called.load(Ordering::Relaxed)
    }

    /// Puts something there for the worker, which has nothing.
    pub fn put(&self, handed: Handed<P>) {
        let mut slot = self.slot.lock();
        *slot = Some(handed);
        drop(slot);
        self.filled.notify_one();
    }

    /// Puts `Exit`, unless a processor is on its way: that one says so too.
    pub fn put_exit(&self) {
        self.slot.lock().get_or_insert(Handed::Exit);
        self.filled.notify_one();
    }

    /// Takes a processor that its worker has not taken yet, and whether it was to search with it.
    pub fn take_back(&self) -> Option<(P, bool)> {
        let mut slot = self.slot.lock();
        let free = |handed: &mut Handed<P>| matches!(handed, Handed::Processor { .. });
        let Handed::Processor { p, spinning } = slot.take_if(free)? else { return None };
        self.called.store(false, Ordering::Relaxed);
        Some((p, spinning))
    }

    /// Waits for something, but for so long only.
    pub fn take_for(&self, patience: Duration) -> Option<Handed<P>> {
        let mut slot = self.slot.lock();
        if slot.is_none() {
            self.filled.wait_for(&mut slot, patience);
        }
        self.open(&mut slot)
    }

    /// Waits for something.
    pub fn take(&self) -> Handed<P> {
        let mut slot = self.slot.lock();
        loop {
            if let Some(handed) = self.open(&mut slot) {
                return handed;
            }
            self.filled.wait(&mut slot);
        }
    }

    fn open(&self, slot: &mut Option<Handed<P>>) -> Option<Handed<P>> {
        let handed = slot.take()?;
        self.called.store(false, Ordering::Relaxed);
        Some(handed)
    }
}
