//! The gate of one direction of a descriptor: a task waits in it until the descriptor can be read, or written (in Go
//! `pollDesc.rg`, `wg`).
//!
//! No wake-up may be lost between a poller, a deadline, a close and the task. So the gate's whole state is one word
//! (`tests/loom_netpoll.rs` models it). The gate is closed, open, or holds the waiting task. The task changes the
//! gate's word from closed to the task, and from open to closed. A reporting thread changes the word to open (the
//! descriptor is ready) or from the task to closed (deadline, close), and then has to wake the task.

use crate::primitives::loom::{AtomicU64, Ordering};
use crate::task::task_ref::TaskRef;

const CLOSED: u64 = 0;
const OPEN: u64 = 1;

/// The state in which a task finds the gate.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GateState {
    /// The gate was open: try the operation again. The gate is closed behind the task.
    Open,
    /// The task is in the gate: it has to park.
    Waiting,
    /// Another thread took the task out without opening the gate: check the reason.
    Turned,
}

/// The gate's word.
#[derive(Debug)]
pub struct Gate(AtomicU64);

impl Default for Gate {
    fn default() -> Self {
        Self::new()
    }
}

fn waiting_word(task: TaskRef) -> u64 {
    (u64::from(task.index()) + 1) << 32 | u64::from(task.generation())
}

fn task_of_word(word: u64) -> Option<TaskRef> {
    (word > OPEN).then(|| TaskRef::from_parts((word >> 32) as u32 - 1, word as u32))
}

impl Gate {
    /// Creates a closed gate.
    pub fn new() -> Self {
        Self(AtomicU64::new(CLOSED))
    }

    /// Closes the gate. The following attempt finds all data that was ready before, since closing synchronises with the
    /// thread that opened the gate.
    pub fn close(&self) {
        self.0.swap(CLOSED, Ordering::SeqCst);
    }

    /// Waits at the gate after the operation of `me` would have blocked, unless the gate is open. Afterwards the task
    /// has to check whether a deadline or close came first (and then [withdraw](Self::withdraw)): those are announced
    /// before the announcing thread looks at the gate.
    ///
    /// # Panics
    /// If another task waits at the gate.
    pub fn try_wait(&self, me: TaskRef) -> GateState {
        loop {
            if self.try_replace(OPEN, CLOSED) {
                return GateState::Open;
            }
            if self.try_replace(CLOSED, waiting_word(me)) {
                return GateState::Waiting;
            }
            let now = self.0.load(Ordering::SeqCst);
            assert!(now <= OPEN, "two tasks wait at one gate");
        }
    }

    /// To be called when `me`, which waited at the gate, runs again.
    pub fn check_resumed(&self, me: TaskRef) -> GateState {
        if self.0.load(Ordering::SeqCst) == waiting_word(me) {
            return GateState::Waiting;
        }
        if self.try_replace(OPEN, CLOSED) { GateState::Open } else { GateState::Turned }
    }

    /// Takes `me` out of the gate; false if another thread has done so, and wakes the task without need.
    pub fn withdraw(&self, me: TaskRef) -> bool {
        self.try_replace(waiting_word(me), CLOSED)
    }

    /// Takes out the waiting task, which the caller has to wake; `ready` also opens the gate for the next one.
    #[must_use]
    pub fn open(&self, ready: bool) -> Option<TaskRef> {
        let mut now = self.0.load(Ordering::SeqCst);
        loop {
            let next = if ready { OPEN } else { CLOSED };
            if now == OPEN || now == next {
                return None;
            }
            match self.0.compare_exchange(now, next, Ordering::SeqCst, Ordering::SeqCst) {
                Ok(_) => return task_of_word(now),
                Err(seen) => now = seen,
            }
        }
    }

    /// The task that waits at the gate.
    pub fn waiting_task(&self) -> Option<TaskRef> {
        task_of_word(self.0.load(Ordering::SeqCst))
    }

    fn try_replace(&self, from: u64, to: u64) -> bool {
        self.0.compare_exchange(from, to, Ordering::SeqCst, Ordering::SeqCst).is_ok()
    }
}
