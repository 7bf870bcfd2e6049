//! What the operations need from whoever performs them.
//!
//! A module of its own because it is the seam to the scheduler: loom models put a toy here instead
//! of a processor.

use crate::waiter::Waiter;
use minigo_sched::{Cx, OnP, Task, TaskRef};

/// Somebody who can reach waiters and wake tasks: code that runs on a processor.
pub trait Party {
    /// The waiter of a task.
    fn waiter(&self, task: TaskRef) -> &Waiter;
    /// Makes a parked task runnable, next in turn.
    fn wake(&mut self, task: TaskRef);
    /// A random number below `n`: in which order a select looks at its cases.
    fn random(&mut self, n: u32) -> u32;
    /// The time in nanoseconds: how long somebody has waited for a mutex.
    fn now(&self) -> u64;
    /// These words were taken out of a ring or of somebody else's waiter: see [`Task::passing`].
    #[inline]
    fn passing(&mut self, words: &[u64]) {
        let _ = words;
    }
}

impl<T: Task> Party for OnP<'_, T>
where
    T::Shared: AsRef<Waiter>,
{
    #[inline]
    fn waiter(&self, task: TaskRef) -> &Waiter {
        self.shared(task).as_ref()
    }

    #[inline]
    fn wake(&mut self, task: TaskRef) {
        OnP::wake(self, task);
    }

    #[inline]
    fn random(&mut self, n: u32) -> u32 {
        OnP::random(self, n)
    }

    fn now(&self) -> u64 {
        OnP::now(self)
    }

    #[inline]
    fn passing(&mut self, words: &[u64]) {
        T::passing(self.local(), words);
    }
}

impl<T: Task> Party for Cx<'_, T>
where
    T::Shared: AsRef<Waiter>,
{
    #[inline]
    fn waiter(&self, task: TaskRef) -> &Waiter {
        self.shared(task).as_ref()
    }

    #[inline]
    fn wake(&mut self, task: TaskRef) {
        OnP::wake(self, task);
    }

    #[inline]
    fn random(&mut self, n: u32) -> u32 {
        OnP::random(self, n)
    }

    fn now(&self) -> u64 {
        OnP::now(self)
    }

    #[inline]
    fn passing(&mut self, words: &[u64]) {
        T::passing(self.local(), words);
    }
}
