//! LockOSThread: a task that runs on one thread only, and a thread that runs one task only.
//!
//! Every slice asks whether its task is pinned, and almost no task is: the slot and the worker each have a word for it,
//! and all else happens on cold paths of the worker.

use crate::task::slab::Slot;
use std::sync::atomic::Ordering;

/// The bit of a slot's word that says that the task is frozen. The bit makes the word differ from any worker's number,
/// so that no slice of the task begins. Threads that do not run the task set and clear it.
pub(crate) const FROZEN: u32 = 1 << 31;

/// The worker's part of a pin.
#[derive(Debug)]
pub(crate) struct Pin {
    /// The worker's number plus one: the value in a pinned task's slot.
    pub(crate) worker: u32,
    /// The task that is pinned to this worker.
    pub(crate) task: Option<u32>,
    lock_depth: u32,
}

impl Pin {
    pub(crate) fn new(worker: u32) -> Self {
        Self { worker: worker + 1, task: None, lock_depth: 0 }
    }

    pub(crate) fn lock<T, S>(&mut self, slot: &Slot<T, S>, index: u32) {
        self.lock_depth += 1;
        self.task = Some(index);
        slot.pinned_worker.store(self.worker, Ordering::Relaxed);
    }

    pub(crate) fn unlock<T, S>(&mut self, slot: &Slot<T, S>) {
        self.lock_depth = self.lock_depth.saturating_sub(1);
        if self.lock_depth == 0 {
            self.task = None;
            slot.pinned_worker.store(0, Ordering::Relaxed);
        }
    }

    /// Called when the task has ended: the thread is free again. Returns whether the task was pinned.
    pub(crate) fn clear(&mut self) -> bool {
        self.lock_depth = 0;
        self.task.take().is_some()
    }
}
