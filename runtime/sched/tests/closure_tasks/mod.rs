//! A task made of a closure, for the scheduler's tests and benchmarks.

use minigo_sched::{Config, Cx, Scheduler, Step, Task, TimerObjects};

pub(crate) type Body = Box<dyn FnMut(&mut Cx<'_, ClosureTask>) -> Step + Send>;

/// A task whose `resume` is a closure.
pub(crate) struct ClosureTask(pub(crate) Body);

impl ClosureTask {
    /// Boxes the closure.
    pub(crate) fn new(body: impl FnMut(&mut Cx<'_, ClosureTask>) -> Step + Send + 'static) -> Self {
        Self(Box::new(body))
    }
}

impl TimerObjects for ClosureTask {}

impl Task for ClosureTask {
    type Local = u64;
    type Shared = ();
    unsafe fn resume(task: *mut Self, cx: &mut Cx<'_, Self>) -> Step {
        // SAFETY: no other reference to the running task is alive.
        let toy = unsafe { &mut *task };
        (toy.0)(cx)
    }
}

/// The configuration of most tests.
#[allow(dead_code, reason = "only some of the tests use this item")]
pub(crate) fn config(procs: usize) -> Config<ClosureTask> {
    Config::new(procs, |_| 0)
}

/// A scheduler with the usual configuration.
#[allow(dead_code, reason = "only some of the tests use this item")]
pub(crate) fn scheduler(procs: usize) -> Scheduler<ClosureTask> {
    Scheduler::new(config(procs))
}
