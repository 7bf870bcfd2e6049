//! What a task can do during a slice.

use crate::gmp::{OnP, Task};
use crate::task::pin::Pin;
use crate::task::task_ref::TaskRef;
use crate::trace::{Kind, Mark};
use std::sync::atomic::{AtomicU32, Ordering};

/// What a task can do during a slice.
pub struct Cx<'a, T: Task> {
    pub(crate) on: OnP<'a, T>,
    pub(crate) me: TaskRef,
    pub(crate) pin: &'a mut Pin,
    pub(crate) budget: u32,
}

impl<'a, T: Task> std::ops::Deref for Cx<'a, T> {
    type Target = OnP<'a, T>;
    fn deref(&self) -> &OnP<'a, T> {
        &self.on
    }
}

impl<'a, T: Task> std::ops::DerefMut for Cx<'a, T> {
    fn deref_mut(&mut self) -> &mut OnP<'a, T> {
        &mut self.on
    }
}

impl<'a, T: Task> Cx<'a, T> {
    /// This task.
    #[inline]
    pub fn me(&self) -> TaskRef {
        self.me
    }

    /// For a trace: this task's stack has grown to this many bytes.
    #[cold]
    pub fn trace_stack(&mut self, bytes: usize) {
        let task = self.me.index();
        self.on.p.note(Kind::StackGrow, task, u32::try_from(bytes).unwrap_or(u32::MAX));
    }

    /// For a trace: the running task says something, which has this number.
    #[cold]
    pub fn trace_said(&mut self, number: u64) {
        let task = self.me.index();
        if let Some(lane) = &mut self.on.p.lane {
            lane.note(Kind::Said, task, 0, Mark { object: number, location: 0 });
        }
    }

    /// Whether the run is reproducible: one thread drives all processors, by the draw of a seed.
    pub fn is_seeded(&self) -> bool {
        self.on.sched.config.seed.is_some()
    }

    /// How much to do between two looks at [`flag`](Self::flag). At the end of a budget a task
    /// calls [`should_yield`](Self::should_yield).
    #[inline]
    pub fn budget(&self) -> u32 {
        self.budget
    }

    /// The end of a budget: says whether to return [`Step::Preempted`] (or stop for the collector),
    /// and pays what is wakeup_pending if not.
    #[inline]
    pub fn should_yield(&mut self) -> bool {
        if self.flag().load(Ordering::Relaxed) != 0 {
            return true;
        }
        self.on.poll();
        self.on.is_timer_late() || self.on.is_left_waiting()
    }

    /// Non-zero when the task is asked to return [`Step::Preempted`]: by sysmon, or to stop the
    /// world. It can be kept and polled for the length of the slice.
    #[inline]
    pub fn flag(&self) -> &AtomicU32 {
        &self.on.p.shared.flag
    }

    /// Keeps this task on its thread, and all others away from it (`runtime.LockOSThread`). Calls
    /// nest.
    pub fn lock_thread(&mut self) {
        self.pin.lock(self.on.sched.slab.slot(self.me.index()), self.me.index());
    }

    /// Undoes one [`lock_thread`](Self::lock_thread).
    pub fn unlock_thread(&mut self) {
        self.pin.unlock(self.on.sched.slab.slot(self.me.index()));
    }
}
