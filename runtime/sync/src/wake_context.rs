//! What the operations need from the code that performs them. It is a trait because loom models have a toy here
//! instead of a processor.

use crate::waiter::Waiter;
use minigo_sched::{OnP, Task, TaskRef};

/// Code that can reach waiters and wake tasks: it runs on a processor.
pub trait WakeContext {
    /// The waiter of a task.
    fn waiter(&self, task: TaskRef) -> &Waiter;
    /// Makes a parked task runnable, next in turn.
    fn wake(&mut self, task: TaskRef);
    /// A random number below `n`: in which order a select looks at its cases.
    fn random(&mut self, n: u32) -> u32;
    /// The time in nanoseconds: for how long a task has waited for a mutex.
    fn now(&self) -> u64;
    /// These words were taken out of a ring or of another task's waiter: see [`Task::shade_received`].
    #[inline]
    fn shade_received(&mut self, words: &[u64]) {
        let _ = words;
    }
}

impl<T: Task> WakeContext for OnP<'_, T>
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
    fn shade_received(&mut self, words: &[u64]) {
        T::shade_received(self.local(), words);
    }
}
