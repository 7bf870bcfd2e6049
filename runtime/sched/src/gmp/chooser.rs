//! [`Chooser`]: chooses the task for each slice when the order is explored rather than left to a policy.

use crate::task::task_ref::TaskRef;
use crate::time::clock::Nanos;

/// The way in which a slice has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SliceEnd {
    /// The task can continue.
    Paused,
    /// The task can continue, but wants others to run first.
    Yielded,
    /// The task waits for a wake.
    Parked,
    /// The task has ended.
    Done,
}

/// Chooses the task for each slice. Only the thread of the run calls these functions, and it holds no lock.
pub trait Chooser: Send + Sync {
    /// Returns the index of the task in `runnable` that continues. The list is not empty; it has more than
    /// [`max_choices`](Self::max_choices) entries if it does not contain all runnable tasks. `None` ends the run, as
    /// if a task had [finished](crate::ProcessorCx::finish) it.
    fn choose(&self, runnable: &[TaskRef]) -> Option<usize>;

    /// The most tasks to choose from: if more can run, those that have waited longest, and the latest one.
    fn max_choices(&self) -> usize;

    /// Returns one of `n` values, from 0, where a task leaves its behaviour to chance.
    fn choose_value(&self, n: u32) -> u32;

    /// Reports whether the next timer fires before any runnable task continues. The task that has waited longest became
    /// runnable `late` ns before that timer is due.
    fn fires_timer_early(&self, late: Nanos) -> bool;

    /// Reports whether tasks only wait for time to pass: they cycle through the same states.
    fn is_only_waiting_for_time(&self) -> bool;

    /// Reports whether the ended slice counts for the speed at which time passes.
    fn slice_advances_clock(&self) -> bool;

    /// Reports whether the ended slice used a whole budget. Called once a slice.
    fn has_used_budget(&self) -> bool;

    /// Called when the run is long and time would pass faster from now on, so that sleeping tasks wake: returns true if
    /// time shall not pass faster.
    fn keeps_clock_slow(&self) -> bool;

    /// The slice of `task` has ended.
    fn note_slice_end(&self, task: TaskRef, end: SliceEnd);
}
