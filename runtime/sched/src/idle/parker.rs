//! Where a worker sleeps until it is assigned something.
//!
//! A processor on its way to a worker has no other owner than this place: it must be taken out exactly once, by the
//! worker or by a thread that takes it back (`tests/loom_parker.rs` models it).

use crate::primitives::loom::{AtomicBool, Condvar, Mutex, Ordering};
use std::time::Duration;

/// What a sleeping worker is woken with; `P` is a processor.
#[derive(Debug)]
pub enum Assignment<P> {
    /// A processor to find work with.
    Processor {
        /// The processor.
        p: P,
        /// The worker is counted as spinning.
        spinning: bool,
    },
    /// A processor, and the task that is pinned to this worker.
    Pinned {
        /// The processor.
        p: P,
        /// The task's slot.
        task: u32,
    },
    /// The worker is to end.
    Exit,
}

/// The place.
#[derive(Debug)]
pub struct WorkerParker<P> {
    slot: Mutex<Option<Assignment<P>>>,
    assignment_made: Condvar,
    /// Something was assigned that the worker may not have taken yet. Set under the scheduler lock.
    assigned: AtomicBool,
}

impl<P> Default for WorkerParker<P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P> WorkerParker<P> {
    /// Nothing is assigned.
    pub fn new() -> Self {
        Self {
            slot: Mutex::new(None),
            assignment_made: Condvar::new(),
            assigned: AtomicBool::new(false),
        }
    }

    /// Notes that something is about to be assigned.
    pub fn mark_assigned(&self) {
        self.assigned.store(true, Ordering::Relaxed);
    }

    /// Whether something is assigned that the worker has not taken.
    pub fn is_assigned(&self) -> bool {
        self.assigned.load(Ordering::Relaxed)
    }

    /// Assigns something to the worker, which has nothing, and wakes it.
    pub fn assign(&self, assignment: Assignment<P>) {
        let mut slot = self.slot.lock();
        *slot = Some(assignment);
        drop(slot);
        self.assignment_made.notify_one();
    }

    /// Assigns `Exit`, unless a processor is assigned already: its flag says so too.
    pub fn unpark_to_exit(&self) {
        self.slot.lock().get_or_insert(Assignment::Exit);
        self.assignment_made.notify_one();
    }

    /// Takes back a processor that the worker has not taken yet, and whether it was to spin with it.
    pub fn take_back(&self) -> Option<(P, bool)> {
        let mut slot = self.slot.lock();
        let free =
            |assignment: &mut Assignment<P>| matches!(assignment, Assignment::Processor { .. });
        let Assignment::Processor { p, spinning } = slot.take_if(free)? else { return None };
        self.assigned.store(false, Ordering::Relaxed);
        Some((p, spinning))
    }

    /// Waits for an assignment, at most this long.
    pub fn park_timeout(&self, limit: Duration) -> Option<Assignment<P>> {
        let mut slot = self.slot.lock();
        if slot.is_none() {
            self.assignment_made.wait_for(&mut slot, limit);
        }
        self.take(&mut slot)
    }

    /// Waits for an assignment.
    pub fn park(&self) -> Assignment<P> {
        let mut slot = self.slot.lock();
        loop {
            if let Some(assignment) = self.take(&mut slot) {
                return assignment;
            }
            self.assignment_made.wait(&mut slot);
        }
    }

    fn take(&self, slot: &mut Option<Assignment<P>>) -> Option<Assignment<P>> {
        let assignment = slot.take()?;
        self.assigned.store(false, Ordering::Relaxed);
        Some(assignment)
    }
}
