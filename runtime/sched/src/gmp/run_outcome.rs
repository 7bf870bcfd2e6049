//! The outcome of a run.

/// The way in which [`Scheduler::run`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunOutcome {
    /// A task ended the run ([`ProcessorCx::finish`]).
    Finished,
    /// No task is left.
    AllDone,
    /// Tasks are left, all of them parked, and nothing can wake them.
    Deadlock,
    /// Tasks are left; each is either parked for good or frozen.
    Frozen,
    /// The limit on threads is reached, or the system refuses another thread.
    NoThread {
        /// The limit; `None` if the system refused.
        limit: Option<usize>,
    },
    /// The [owner of the threads](crate::ThreadAccounting) has no room for a thread.
    NoRoom,
    /// A worker panicked: a bug in a task's code.
    Panicked,
}
