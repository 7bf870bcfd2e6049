//! The gate of one direction of a descriptor: where a task waits until it can read, or write (Go: `pollDesc.rg`,
//! `wg`).
//!
//! No wake-up may be lost between a poller, a deadline, a close and the task, and all that is this one word
//! (`tests/loom_netpoll.rs` models it). It is closed, open, or holds the task that waits. The task moves it from
//! closed to itself, and from open to closed; a thread with news moves it to open (the descriptor is ready) or from
//! the task to closed (deadline, close), and then has to wake the task.

use crate::primitives::loom::{AtomicU64, Ordering};
use crate::task::task_ref::TaskRef;

const CLOSED: u64 = 0;
const OPEN: u64 = 1;

/// What a task finds at the gate.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// It was open: try again what could not be done. The gate is closed behind the task.
    Open,
    /// The task is in the gate: it has to park.
    Waiting,
    /// Another thread took the task out of it without opening it: look why.
    Turned,
}

/// The word.
#[derive(Debug)]
pub struct Gate(AtomicU64);

impl Default for Gate {
    fn default() -> Self {
        Self::new()
    }
}

fn word(task: TaskRef) -> u64 {
    (u64::from(task.index()) + 1) << 32 | u64::from(task.generation())
}

fn task(word: u64) -> Option<TaskRef> {
    (word > OPEN).then(|| TaskRef::from_parts((word >> 32) as u32 - 1, word as u32))
}

impl Gate {
    /// A closed gate.
    pub fn new() -> Self {
        Self(AtomicU64::new(CLOSED))
    }

    /// Closes it: what was ready before will be found by the attempt that follows, since this synchronises with the
    /// thread that opened it.
    pub fn close(&self) {
        self.0.swap(CLOSED, Ordering::SeqCst);
    }

    /// `me` could not do what it wanted: waits here, unless the gate is open. Afterwards the task has to look whether a
    /// deadline or close came first ([`withdraw`](Self::withdraw) if so): those are announced before they look here.
    ///
    /// # Panics
    /// If another task waits here.
    pub fn wait(&self, me: TaskRef) -> Found {
        loop {
            if self.swap(OPEN, CLOSED) {
                return Found::Open;
            }
            if self.swap(CLOSED, word(me)) {
                return Found::Waiting;
            }
            let now = self.0.load(Ordering::SeqCst);
            assert!(now <= OPEN, "two tasks wait at one gate");
        }
    }

    /// `me` waited here and runs again.
    pub fn look(&self, me: TaskRef) -> Found {
        if self.0.load(Ordering::SeqCst) == word(me) {
            return Found::Waiting;
        }
        if self.swap(OPEN, CLOSED) { Found::Open } else { Found::Turned }
    }

    /// Takes `me` out again; false if another thread did, and wakes it without need.
    pub fn withdraw(&self, me: TaskRef) -> bool {
        self.swap(word(me), CLOSED)
    }

    /// Lets the waiting task go, to wake it; `ready` also lets the next one through.
    #[must_use]
    pub fn open(&self, ready: bool) -> Option<TaskRef> {
        let mut now = self.0.load(Ordering::SeqCst);
        loop {
            let next = if ready { OPEN } else { CLOSED };
            if now == OPEN || now == next {
                return None;
            }
            match self.0.compare_exchange(now, next, Ordering::SeqCst, Ordering::SeqCst) {
                Ok(_) => return task(now),
                Err(seen) => now = seen,
            }
        }
    }

    /// The task that waits here.
    pub fn waiting(&self) -> Option<TaskRef> {
        task(self.0.load(Ordering::SeqCst))
    }

    fn swap(&self, from: u64, to: u64) -> bool {
        self.0.compare_exchange(from, to, Ordering::SeqCst, Ordering::SeqCst).is_ok()
    }
}
