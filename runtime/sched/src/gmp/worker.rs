//! A worker (M) as others see it.

use crate::gmp::{Processor, Task};
use crate::idle::parker::WorkerParker;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a sleeping worker is woken with.
pub(crate) type Assignment<T> = crate::idle::parker::Assignment<Box<Processor<T>>>;

/// A worker as the others see it.
pub(crate) struct WorkerShared<T: Task> {
    pub(crate) number: u32,
    pub(crate) parker: WorkerParker<Box<Processor<T>>>,
    pub(crate) exited: AtomicBool,
}

impl<T: Task> WorkerShared<T> {
    pub(crate) fn new(number: u32) -> Self {
        let parker = WorkerParker::new();
        Self { number, parker, exited: AtomicBool::new(false) }
    }

    pub(crate) fn has_exited(&self) -> bool {
        self.exited.load(Ordering::Acquire)
    }
}
