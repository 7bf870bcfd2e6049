//! [`Chooser`]: who says which task has the next slice, where the order is explored and not left to a policy.

use crate::task::task_ref::TaskRef;
use crate::time::clock::Nanos;

/// How a slice has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The task can go on.
    Paused,
    /// The task can go on, but wants others to do so first.
    Yielded,
    /// The task waits.
    Parked,
    /// The task is over.
    Done,
}

/// Says which task has the next slice. It is called by the thread of the run only, without locks.
pub trait Chooser: Send + Sync {
    /// Which of these tasks goes on: its place in the list, which is not empty, and longer than
    /// [`most_choices`](Self::most_choices) if not all that can go on are in it. `None`: the run is to end. It is then
    /// as if a task had [finished](crate::OnP::finish) it.
    fn choose(&self, able: &[TaskRef]) -> Option<usize>;

    /// How many tasks are chosen from: if more can go on, those that have waited longest, and the one that came last.
    fn most_choices(&self) -> usize;

    /// One of `n` values, where a task leaves to chance what it does: from 0 on.
    fn value(&self, n: u32) -> u32;

    /// Tasks can go on, the longest waiting one since a moment `late` ns before the next timer is due: whether that
    /// timer fires before any of them goes on.
    fn fires_early(&self, late: Nanos) -> bool;

    /// Whether tasks only wait for time to pass: they go round in the same states.
    fn is_spinning(&self) -> bool;

    /// Whether the slice that has ended counts for how fast time passes.
    fn counts_slice(&self) -> bool;

    /// Whether the slice that has ended was one of a whole budget. It is asked once a slice.
    fn has_used_budget(&self) -> bool;

    /// The run is long, and time is to pass faster from now on, so that what sleeps wakes: whether it does not.
    fn keeps_time(&self) -> bool;

    /// The slice of `task` has ended.
    fn ended(&self, task: TaskRef, end: End);
}
