//! A worker (M) as the others see it.

use crate::gmp::{Processor, Task};
use crate::idle::parker::Inbox;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a sleeping worker is woken with.
pub(crate) type Handed<T> = crate::idle::parker::Handed<Box<Processor<T>>>;

/// A worker as the others see it.
pub(crate) struct Member<T: Task> {
    pub(crate) number: u32,
    pub(crate) inbox: Inbox<Box<Processor<T>>>,
    pub(crate) exited: AtomicBool,
}

impl<T: Task> Member<T> {
    pub(crate) fn new(number: u32) -> Self {
        let inbox = Inbox::new();
        Self { number, inbox, exited: AtomicBool::new(false) }
    }

    pub(crate) fn has_exited(&self) -> bool {
        self.exited.load(Ordering::Acquire)
    }
}
