//! A worker (M): a thread that finds work, runs a slice, and acts on the outcome.
//!
//! A worker's life is a sequence of [`WorkerAction`]s. The processor that the worker holds is a field of the action, so
//! no code can use a processor that it has given away. The submodules in reading order:
//!
//! * `slice`: the worker's loop, and running a task; `blocking`: blocking calls, and how a P is retaken from one;
//! * `find_runnable`: the order in which a worker looks for work; `go_idle`: going idle;
//! * `frozen_tasks`: tasks that do not run until they are thawed;
//! * `parking_disabled`: the behaviour of workers when parking is switched off.

use crate::gmp::{Processor, Sched, Task, WorkerShared};
use crate::task::pin::Pin;
use crate::task::task_ref::TaskRef;
use std::sync::Arc;

mod blocking;
mod find_runnable;
mod frozen_tasks;
mod go_idle;
mod parking_disabled;
mod slice;

/// The next action of a worker.
pub(crate) enum WorkerAction<T: Task> {
    Find(Box<Processor<T>>),
    /// Runs the task in a slot. The last field: whether the task continues the time slice of the previous task.
    Run(Box<Processor<T>>, u32, bool),
    /// Waits for an assignment.
    Sleep,
    Exit,
}

/// The worker's own state.
pub(crate) struct Worker<T: Task> {
    pub(crate) sched: Arc<Sched<T>>,
    pub(crate) worker_shared: Arc<WorkerShared<T>>,
    /// Whether this worker is counted in `Sched::spinning`.
    is_spinning: bool,
    /// Whether the worker has slept since it began to spin, or has found no reason to.
    has_slept: bool,
    pub(crate) pin: Pin,
    /// How many slices have run since the clock was last checked for timers.
    slices_since_clock_check: u32,
    /// The tasks that the poller made runnable; empty between two polls.
    ready_tasks: Vec<TaskRef>,
}

/// How many slices may pass before the clock is checked.
const CLOCK_CHECK_INTERVAL: u32 = 8;
