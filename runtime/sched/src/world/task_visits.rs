//! Visiting tasks: all of them while the world is stopped, or some while it runs.

use crate::gmp::{Handle, Sched, Task};
use crate::task::state::Phase;
use crate::task::task_ref::{TaskRef, TaskStatus};
use crate::world::StoppedWorld;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;

impl<T: Task> StoppedWorld<'_, T> {
    /// Calls `visit` for every task except the one that stopped the world. Tasks in blocking calls
    /// are among them; a call does not touch its task.
    pub fn each_task(&mut self, mut visit: impl FnMut(TaskRef, TaskStatus, &mut T)) {
        for mut part in self.task_ranges(1) {
            part.for_each_task(&mut visit);
        }
    }

    /// Stops the timers that wake the tasks for which `selects` holds; searches all timers once.
    pub fn stop_wake_timers(&mut self, selects: impl Fn(TaskRef) -> bool) {
        self.sched.allp().for_each(|proc| proc.timers.stop_wake_timers(&selects));
    }

    /// Divides all tasks into `n` parts of about equal size, for as many threads.
    pub fn task_ranges(&mut self, n: usize) -> Vec<TaskRange<'_, T>> {
        let len = self.sched.slab.len();
        let n = n.max(1) as u32;
        let size = len.div_ceil(n).max(1);
        (0..n)
            .map(|i| TaskRange {
                sched: self.sched,
                slots: (i * size).min(len)..((i + 1) * size).min(len),
                stopping_task: self.stopping_task,
                world: PhantomData,
            })
            .collect()
    }
}

/// Some of the tasks of a stopped world.
pub struct TaskRange<'w, T: Task> {
    sched: &'w Arc<Sched<T>>,
    slots: Range<u32>,
    stopping_task: TaskRef,
    world: PhantomData<&'w mut T>,
}

impl<T: Task> TaskRange<'_, T> {
    /// Calls `visit` for each task of the part.
    pub fn for_each_task(&mut self, mut visit: impl FnMut(TaskRef, TaskStatus, &mut T)) {
        for index in self.slots.clone() {
            let slot = self.sched.slab.slot(index);
            let (phase, generation) = slot.state.read();
            let task = TaskRef::from_parts(index, generation);
            if matches!(phase, Phase::Unused | Phase::Free) || index == self.stopping_task.index() {
                continue;
            }
            let Some(status) = self.sched.status(task) else { continue };
            // SAFETY: the world is stopped, so no worker runs this task; the parts are disjoint,
            // and each is borrowed mutably here.
            visit(task, status, unsafe { slot.task() });
        }
    }
}

impl<T: Task> Handle<T> {
    /// Calls `visit` with the tasks in these slots for which `claim` returns that no worker will resume them meanwhile.
    /// Waits while the world is stopped.
    ///
    /// # Safety
    /// [`T::admit`](Task::admit) must take part in `claim`'s protocol: once `claim` has returned true for the slot's
    /// shared part, no `admit` of the slot's task returns before `visit` has, and no slice of the task was in progress.
    /// No slot is visited twice at a time.
    pub unsafe fn visit_tasks(
        &self,
        slots: std::ops::Range<u32>,
        claim: impl Fn(&T::Shared) -> bool,
        mut visit: impl FnMut(&mut T, &T::Shared),
    ) {
        let _visit = self.shared.task_visit_lock.read();
        for index in slots {
            let Some(slot) = self.shared.slab.get(index) else { return };
            if matches!(slot.state.read().0, Phase::Unused | Phase::Free) {
                continue;
            }
            if let Some(shared) = slot.shared()
                && claim(shared)
            {
                // SAFETY: the slot was filled before the phase that was read; to empty it again, or to have a
                // reference, a worker would have to admit the task, and by the caller's promise it does not.
                visit(unsafe { slot.task() }, shared);
            }
        }
    }
}
