//! A worker (M) as other threads see it.

use crate::gmp::{Processor, Task};
use crate::idle::parker::WorkerParker;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// The assignment with which a sleeping worker is woken.
pub(crate) type Assignment<T> = crate::idle::parker::Assignment<Box<Processor<T>>>;

/// The part of a worker that other threads see.
pub(crate) struct WorkerShared<T: Task> {
    pub(crate) number: u32,
    pub(crate) parker: WorkerParker<Box<Processor<T>>>,
    pub(crate) has_exited: AtomicBool,
    /// The task whose blocking call the worker makes, plus one; 0 for none. Only the worker writes this field.
    pub(crate) calling_task: AtomicU32,
    /// Whether the worker sleeps in the poller. Only the worker writes this field.
    pub(crate) in_poll: AtomicBool,
}

impl<T: Task> WorkerShared<T> {
    pub(crate) fn new(number: u32) -> Self {
        let parker = WorkerParker::new();
        let (exited, in_poll) = (AtomicBool::new(false), AtomicBool::new(false));
        Self { number, parker, has_exited: exited, calling_task: AtomicU32::new(0), in_poll }
    }

    pub(crate) fn has_exited(&self) -> bool {
        self.has_exited.load(Ordering::Acquire)
    }
}
