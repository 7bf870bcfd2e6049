//! The elements and the waiting tasks of a channel, for reports and the collector.

use super::{Channel, Queue};
use crate::waiter::Waiter;
use minigo_sched::TaskRef;

impl Channel {
    /// Calls `visit` with the words of each buffered element, oldest first: for the collector.
    pub fn each_element(&self, mut visit: impl FnMut(&[u64])) {
        let inner = self.inner.lock();
        for i in 0..inner.len {
            let at = (inner.head_index + i) % self.capacity * self.element_words;
            visit(&inner.buffer[at..at + self.element_words]);
        }
    }

    /// Reports whether a task waits to receive. (True also for a task whose select has been completed by another case
    /// and which has not run since.)
    pub fn has_receiver(&self) -> bool {
        !self.inner.lock().receivers.is_empty()
    }

    /// The tasks that wait to receive, and those that wait to send: for reports.
    pub fn waiting_tasks(&self) -> (Vec<TaskRef>, Vec<TaskRef>) {
        let inner = self.inner.lock();
        let tasks = |queue: &Queue| queue.iter().map(|entry| entry.task).collect();
        (tasks(&inner.receivers), tasks(&inner.senders))
    }

    /// Calls `visit` with each task that waits to receive, then with each task that waits to send and its value, in
    /// queue order: for reports. Tasks whose wait has ended are left out.
    pub fn each_waiting_task<'w>(
        &self,
        waiter_of: impl Fn(TaskRef) -> &'w Waiter,
        mut visit: impl FnMut(TaskRef, Option<&[u64]>),
    ) {
        let inner = self.inner.lock();
        for entry in inner.receivers.iter() {
            if waiter_of(entry.task).is_waiting(entry.wait_ticket) {
                visit(entry.task, None);
            }
        }
        let mut value = vec![0; self.element_words];
        for entry in inner.senders.iter() {
            let waiter = waiter_of(entry.task);
            if waiter.is_waiting(entry.wait_ticket) {
                waiter.get_value(entry.offset_or_time as usize, &mut value);
                visit(entry.task, Some(&value));
            }
        }
    }
}
