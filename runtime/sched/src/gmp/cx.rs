//! What a task can do during a slice.

use crate::gmp::{OnP, Task, TaskSlot};
use crate::task::pin::Pin;
use crate::task::reason::Reason;
use crate::task::state::Parked;
use crate::task::task_ref::TaskRef;
use crate::time::clock::NEVER;
use crate::trace::{Kind, Mark};
use std::sync::atomic::{AtomicU32, Ordering};

/// What a task can do during a slice.
pub struct Cx<'a, T: Task> {
    pub(crate) on: OnP<'a, T>,
    pub(crate) me: TaskRef,
    pub(crate) slot: &'a TaskSlot<T>,
    pub(crate) pin: &'a mut Pin,
    pub(crate) budget: u32,
    /// How many tasks may still have the slice after this one. Counted down while a timer is started: the worker has to
    /// look at the clock now and then.
    pub(crate) switches: u32,
    /// A task that was taken out of runnext and is pinned: the worker runs it, or hands it over.
    pub(crate) next: Option<u32>,
}

/// What became of an attempt to [switch](Cx::switch).
#[must_use]
pub enum Switch<T> {
    /// Nothing was done: the slice ends with [`Step::Park`](crate::Step::Park).
    Refused,
    /// The task was woken before it had parked: it goes on.
    Woken,
    /// The task has parked, and this one, which is [admitted](Task::admit), has the slice.
    To(*mut T),
    /// The task has parked: the slice ends with [`Step::Switched`](crate::Step::Switched).
    Parked,
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

    /// The part of this task that others may reach.
    ///
    /// # Panics
    /// Never: the slot of a task that runs is initialised.
    #[inline]
    pub fn my_shared(&self) -> &'a T::Shared {
        self.slot.shared().expect("a task runs in it")
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

    /// Parks this task, which has published itself as a waiter, and gives the rest of the slice to the task in runnext:
    /// what the worker would do next, without its loop, which takes longer than the switch. Refused where the worker
    /// would look at anything else first: a flag, the clock, another queue.
    #[inline]
    pub fn switch(&mut self, reason: Reason) -> Switch<T> {
        if !self.may_switch() {
            return Switch::Refused;
        }
        let (slot, OnP { sched, p }) = (self.slot, &mut self.on);
        slot.note_park(reason, sched.coarse.load(Ordering::Relaxed));
        if slot.state.transition_to_parked() == Parked::WokenMeanwhile {
            return Switch::Woken;
        }
        let Some(next) = p.shared.take_next() else { return Switch::Parked };
        p.wakeup_pending = false;
        let slot = sched.slab.slot(next);
        if slot.pin.load(Ordering::Relaxed) != 0 {
            self.next = Some(next);
            return Switch::Parked;
        }
        self.me = TaskRef::from_parts(next, slot.state.transition_to_running());
        self.slot = slot;
        p.count_slice();
        T::admit(&mut self.on, self.me);
        Switch::To(slot.task_place())
    }

    /// Whether a worker would run the task in runnext next.
    #[inline]
    fn may_switch(&mut self) -> bool {
        let shared = &self.on.p.shared;
        if self.switches == 0
            || !shared.has_next()
            || shared.flag.load(Ordering::Relaxed) != 0
            || self.pin.task.is_some()
        {
            return false;
        }
        let first = shared.timers.earliest();
        if first != NEVER {
            self.switches -= 1;
            return first > self.on.sched.coarse.load(Ordering::Relaxed);
        }
        true
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
        self.pin.lock(self.slot, self.me.index());
    }

    /// Undoes one [`lock_thread`](Self::lock_thread).
    pub fn unlock_thread(&mut self) {
        self.pin.unlock(self.slot);
    }
}
