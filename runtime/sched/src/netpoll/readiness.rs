//! The netpoller's source of readiness, as a trait: one implementation is the system's events (`events`), another is a
//! simulated network. Tasks wait at gates for reports in the same way for every source.

use std::io;
use std::time::Duration;

/// A report on a descriptor: an operation that would have waited should be tried again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// The token that the descriptor was registered with.
    pub token: u64,
    /// Whether reading may succeed.
    pub readable: bool,
    /// Whether writing may succeed.
    pub writable: bool,
    /// Whether there is an event other than ordinary data to read: an end, an error, urgent data.
    pub has_exceptional_condition: bool,
}

/// Reports which descriptors are ready, edge-triggered.
///
/// A source reports each change after which an operation may succeed that would have waited before. A superfluous
/// report costs time only; a missing report leaves a task waiting for ever.
pub trait Readiness: Send + Sync {
    /// Adds a descriptor, for reading and writing: the next [wait](Self::wait) reports its present readiness, later
    /// waits report each change.
    ///
    /// # Errors
    /// Returns the errors of epoll_ctl(2): `EPERM` for descriptors that cannot be waited for, like regular files.
    fn register(&self, fd: i32, token: u64) -> io::Result<()>;

    /// Stops reporting on the descriptor.
    fn deregister(&self, fd: i32);

    /// Waits until there is a report, at most for `pause` (`None`: without limit), and passes reports to `show`.
    /// Returns true if an [interrupt](Self::interrupt) was taken.
    fn wait(&self, pause: Option<Duration>, show: &mut dyn FnMut(Event)) -> bool;

    /// Ends the wait in progress, or the next wait if no thread waits. One interrupt is taken once, by any thread that
    /// waits or polls.
    fn interrupt(&self);

    /// Reports whether descriptors become ready only by operations of this scheduler's tasks. With such descriptors no
    /// report can come while no task can run.
    fn has_only_task_events(&self) -> bool {
        false
    }
}
