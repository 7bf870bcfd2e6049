//! The place where a worker sleeps until it is assigned a processor.
//!
//! A processor on its way to a worker is owned by the worker's parker alone: the processor must be taken out exactly
//! once, by the worker or by a thread that takes it back (`tests/loom_parker.rs` models it).

use crate::primitives::loom::{AtomicBool, Condvar, Mutex, Ordering};
use std::time::Duration;

/// The assignment with which a sleeping worker is woken; `P` is a processor.
#[derive(Debug)]
pub enum Assignment<P> {
    /// The worker gets a processor, and searches for a task to run.
    Processor {
        /// The processor.
        processor: P,
        /// Whether the worker is counted as spinning.
        spinning: bool,
    },
    /// A processor, and the task that is pinned to this worker.
    Pinned {
        /// The processor.
        processor: P,
        /// The task's slot.
        task: u32,
    },
    /// The worker shall end.
    Exit,
}

/// The sleeping place of one worker.
#[derive(Debug)]
pub struct WorkerParker<P> {
    slot: Mutex<Option<Assignment<P>>>,
    assignment_made: Condvar,
    /// Whether there is an assignment that the worker may not have taken yet. Set under the scheduler lock.
    has_assignment: AtomicBool,
}

impl<P> Default for WorkerParker<P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P> WorkerParker<P> {
    /// Creates a parker without an assignment.
    pub fn new() -> Self {
        Self {
            slot: Mutex::new(None),
            assignment_made: Condvar::new(),
            has_assignment: AtomicBool::new(false),
        }
    }

    /// Records that an assignment is about to be made.
    pub fn mark_assigned(&self) {
        self.has_assignment.store(true, Ordering::Relaxed);
    }

    /// Reports whether there is an assignment that the worker has not taken.
    pub fn is_assigned(&self) -> bool {
        self.has_assignment.load(Ordering::Relaxed)
    }

    /// Makes an assignment to the worker, which has none, and wakes the worker.
    pub fn assign(&self, assignment: Assignment<P>) {
        let mut slot = self.slot.lock();
        *slot = Some(assignment);
        drop(slot);
        self.assignment_made.notify_one();
    }

    /// Assigns `Exit`, unless a processor is assigned already: its flag asks the worker to exit too.
    pub fn unpark_to_exit(&self) {
        self.slot.lock().get_or_insert(Assignment::Exit);
        self.assignment_made.notify_one();
    }

    /// Takes back a processor that the worker has not taken yet; also returns whether the worker was to spin with it.
    pub fn take_back(&self) -> Option<(P, bool)> {
        let mut slot = self.slot.lock();
        let free =
            |assignment: &mut Assignment<P>| matches!(assignment, Assignment::Processor { .. });
        let Assignment::Processor { processor: p, spinning } = slot.take_if(free)? else {
            return None;
        };
        self.has_assignment.store(false, Ordering::Relaxed);
        Some((p, spinning))
    }

    /// Waits for an assignment, at most for `limit`.
    pub fn park_timeout(&self, limit: Duration) -> Option<Assignment<P>> {
        let mut slot = self.slot.lock();
        if slot.is_none() {
            self.assignment_made.wait_for(&mut slot, limit);
        }
        self.take_assignment(&mut slot)
    }

    /// Waits for an assignment.
    pub fn park(&self) -> Assignment<P> {
        let mut slot = self.slot.lock();
        loop {
            if let Some(assignment) = self.take_assignment(&mut slot) {
                return assignment;
            }
            self.assignment_made.wait(&mut slot);
        }
    }

    fn take_assignment(&self, slot: &mut Option<Assignment<P>>) -> Option<Assignment<P>> {
        let assignment = slot.take()?;
        self.has_assignment.store(false, Ordering::Relaxed);
        Some(assignment)
    }
}
