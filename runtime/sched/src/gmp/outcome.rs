//! How a run ended.

/// How [`Scheduler::run`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A task said so ([`OnP::finish`]).
    Finished,
    /// No task is left.
    AllDone,
    /// Tasks are left, all of them parked, and nothing can wake them.
    Deadlock,
    /// Tasks are left, and those of them that are not parked for good are frozen.
    Frozen,
    /// The limit of threads is reached; without one, the system gives no more.
    NoThread {
        /// The limit.
        limit: Option<usize>,
    },
    /// The [employer](crate::Employer) has no room for a thread.
    NoRoom,
    /// A worker panicked: a bug in a task's code.
    Panicked,
}
