//! A handle: the operations on a scheduler for code without a P (other threads, blocking calls).

use crate::gmp::{Callback, ProcessorCx, RunOutcome, Sched, Task};
use crate::task::state::WakeResult;
use crate::task::task_ref::{TaskRef, TaskStatus};
use crate::time::clock::Nanos;
use crate::time::timer_heap::{Action, AfterFiring};
use crate::trace::{Kind, QueuePlace};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The operations on a scheduler for code without a P: other threads, blocking calls.
pub struct Handle<T: Task> {
    pub(crate) shared: Arc<Sched<T>>,
}

impl<T: Task> Clone for Handle<T> {
    fn clone(&self) -> Self {
        Self { shared: self.shared.clone() }
    }
}

impl<T: Task> Handle<T> {
    pub(crate) fn sched(&self) -> &Arc<Sched<T>> {
        &self.shared
    }

    pub(crate) fn of(shared: &Arc<Sched<T>>) -> Self {
        Self { shared: shared.clone() }
    }

    /// Starts a task through the global queue. After the scheduler was dropped, drops the task and returns
    /// [`TaskRef::NONE`].
    pub fn spawn(&self, task: T) -> TaskRef {
        self.shared.spawn_from_other_thread(task)
    }

    /// Asks `keep` for every timer object whether its timer shall stay, and stops the timer if not. `firing` (the
    /// second argument): the timer is firing at this moment on some processor, which cannot be prevented. An object
    /// whose timer is started or moved during the call may be left out.
    pub fn retain_timer_objects(&self, mut keep: impl FnMut(u64, bool) -> bool) {
        self.shared.allp().for_each(|proc| proc.timers.retain_timer_objects(&mut keep));
    }

    /// Calls `visit` for every timer object, under a lock; from time to time calls it with `None`, without a lock.
    pub fn each_timer_object(&self, mut visit: impl FnMut(Option<u64>)) {
        self.shared.allp().for_each(|proc| proc.timers.each_timer_object(&mut visit));
    }

    /// Wakes a task through the global queue.
    pub fn wake(&self, task: TaskRef) {
        self.shared.wake_from_other_thread(task);
    }

    /// Runs `callback` on some processor soon: an outside thread sends to a channel in this way.
    pub fn call_on_p(&self, mut callback: impl FnMut(&mut ProcessorCx<'_, T>) + Send + 'static) {
        let action: Action<Callback<T>> =
            Action::Call(Box::new(move |on: &mut ProcessorCx<'_, T>| {
                callback(on);
                AfterFiring::Done
            }));
        let proc = self.shared.processor(0).expect("processor 0 always exists");
        proc.timers.start_timer(0, action);
        self.shared.poll_sleeper.wake(&self.shared.net);
        self.shared.wake_one_worker();
    }

    /// The shared part of a task's slot.
    ///
    /// # Panics
    /// If `task` has no slot in this scheduler.
    pub fn shared(&self, task: TaskRef) -> &T::Shared {
        self.shared.shared_of(task)
    }

    /// The task's present status; `None` once the task has ended.
    pub fn status(&self, task: TaskRef) -> Option<TaskStatus> {
        self.shared.status(task)
    }

    /// The present time of the scheduler's clock.
    pub fn now(&self) -> Nanos {
        self.shared.clock.now()
    }

    /// Under a seed: reports whether the run can be repeated exactly so far. The run cannot be repeated once a blocking
    /// call, or another process at the other end of a pipe, has taken longer than the run waits: the run then continued
    /// at a moment that the seed did not choose.
    pub fn is_repeatable(&self) -> bool {
        self.shared.is_repeatable.load(Ordering::Relaxed)
    }

    /// While the guard lives, an outside event may wake a task, so no deadlock is reported.
    pub fn expect_external_wakes(&self) -> ExternalWakeGuard<T> {
        self.shared.core.lock().external_wake_guard_count += 1;
        ExternalWakeGuard { shared: self.shared.clone() }
    }

    /// Ends [`Scheduler::run`].
    pub fn finish(&self, outcome: RunOutcome) {
        self.shared.finish(outcome);
    }

    /// How many slots for tasks there are; [`visit_tasks`](Self::visit_tasks) takes their numbers.
    pub fn slot_count(&self) -> u32 {
        self.shared.slab.len()
    }
}

/// The guard of [`Handle::expect_external_wakes`].
pub struct ExternalWakeGuard<T: Task> {
    shared: Arc<Sched<T>>,
}

impl<T: Task> Drop for ExternalWakeGuard<T> {
    fn drop(&mut self) {
        let mut core = self.shared.core.lock();
        core.external_wake_guard_count -= 1;
        core.check_deadlock(&self.shared);
    }
}

impl<T: Task> Sched<T> {
    fn spawn_from_other_thread(&self, task: T) -> TaskRef {
        let mut one = Vec::new();
        self.take_free_slots(&mut one, 1);
        if one.is_empty() {
            self.init_free_slots(self.slab.reserve_some(1), &mut one);
        }
        let index = one.pop().expect("a free slot was found or made");
        let mut core = self.core.lock();
        if self.is_closing.load(Ordering::Relaxed) {
            return TaskRef::NONE;
        }
        if self.tracer.is_some() {
            self.note_event_with_mark(
                Kind::Create,
                index,
                QueuePlace::Global.code(),
                task.start_mark(),
            );
        }
        // SAFETY: the number came off the free list; and `shut_down` empties the slots only after
        // it has taken the lock.
        let generation = unsafe { self.slab.slot(index).fill_slot(task) };
        self.spawned_by_other_threads.fetch_add(1, Ordering::Relaxed);
        core.inject_tasks(&[index], self);
        drop(core);
        self.wake_one_worker();
        TaskRef::from_parts(index, generation)
    }

    pub(crate) fn wake_from_other_thread(&self, task: TaskRef) {
        if let Some(slot) = self.slab.get(task.index())
            && slot.state.wake(task.generation()) == WakeResult::Enqueue
        {
            self.note_event(Kind::Wake, task.index(), QueuePlace::Global.code());
            self.inject_tasks(&[task.index()]);
            self.wake_one_worker();
        }
    }
}
