//! LockOSThread: a task that runs on one thread only, and a thread that runs one task only.
//!
//! Every slice asks whether its task is pinned, and almost none is: the slot and the worker each have a word for it,
//! and everything else happens on cold paths of the worker.

use crate::task::slab::Slot;
use std::sync::atomic::Ordering;

/// The bit of a slot's word that says that the task is frozen. It makes the word differ from any worker's number, so
/// that no slice of the task begins; and it is set and cleared by threads that do not run the task.
pub(crate) const FROZEN: u32 = 1 << 31;

/// A worker's side.
#[derive(Debug)]
pub(crate) struct Pin {
    /// The worker's number plus one: what a pinned task's slot holds.
    pub(crate) worker: u32,
    /// The task pinned here.
    pub(crate) task: Option<u32>,
    depth: u32,
}

impl Pin {
    pub(crate) fn new(worker: u32) -> Self {
        Self { worker: worker + 1, task: None, depth: 0 }
    }

    pub(crate) fn lock<T, S>(&mut self, slot: &Slot<T, S>, index: u32) {
        self.depth += 1;
        self.task = Some(index);
        slot.pin.store(self.worker, Ordering::Relaxed);
    }

    pub(crate) fn unlock<T, S>(&mut self, slot: &Slot<T, S>) {
        self.depth = self.depth.saturating_sub(1);
        if self.depth == 0 {
            self.task = None;
            slot.pin.store(0, Ordering::Relaxed);
        }
    }

    /// The task has ended: the thread is free again. Says whether it was pinned.
    pub(crate) fn clear(&mut self) -> bool {
        self.depth = 0;
        self.task.take().is_some()
    }
}
