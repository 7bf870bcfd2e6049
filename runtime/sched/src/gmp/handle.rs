//! A handle: what code without a P (other threads, blocking calls) can do with a scheduler.

use crate::gmp::{Action, OnP, Outcome, Sched, Task};
use crate::task::state::Wake;
use crate::task::task_ref::{TaskRef, TaskStatus};
use crate::time::clock::Nanos;
use crate::time::timer_heap::Next;
use crate::trace::{Kind, Place};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// What code without a P can do with a scheduler: other threads, blocking calls.
pub struct Handle<T: Task> {
    pub(crate) shared: Arc<Sched<T>>,
}

impl<T: Task> Clone for Handle<T> {
    fn clone(&self) -> Self {
        Self { shared: self.shared.clone() }
    }
}

impl<T: Task> Handle<T> {
    pub(crate) fn shared_part(&self) -> &Arc<Sched<T>> {
        &self.shared
    }

    pub(crate) fn of(shared: &Arc<Sched<T>>) -> Self {
        Self { shared: shared.clone() }
    }

    /// Starts a task, by way of the global queue. After the scheduler was dropped it drops the task
    /// and returns [`TaskRef::NONE`].
    pub fn spawn(&self, task: T) -> TaskRef {
        self.shared.spawn_outside(task)
    }

    /// Asks of every timer object whether its timer is to be kept, and stops it if not; `firing`: it fires just now,
    /// on some processor, which cannot be prevented. An object whose timer is started or moved meanwhile may be left
    /// out.
    pub fn retain_timer_objects(&self, mut keep: impl FnMut(u64, bool) -> bool) {
        self.shared.allp().for_each(|proc| proc.timers.retain_timer_objects(&mut keep));
    }

    /// Calls `visit` for every timer object, under a lock; and now and then with `None`, under none.
    pub fn each_timer_object(&self, mut visit: impl FnMut(Option<u64>)) {
        self.shared.allp().for_each(|proc| proc.timers.each_timer_object(&mut visit));
    }

    /// Wakes a task, by way of the global queue.
    pub fn wake(&self, task: TaskRef) {
        self.shared.wake_outside(task);
    }

    /// Runs `callback` on some processor soon: how an outside thread sends to a channel.
    pub fn call(&self, mut callback: impl FnMut(&mut OnP<'_, T>) + Send + 'static) {
        let action = Action::Call(Box::new(move |on: &mut OnP<'_, T>| {
            callback(on);
            Next::Done
        }));
        let proc = self.shared.processor(0).expect("there is a processor 0");
        proc.timers.start(0, action);
        self.shared.poll_sleeper.wake(&self.shared.net);
        self.shared.wake_one();
    }

    /// The shared part of a task's slot.
    ///
    /// # Panics
    /// If `task` is of no slot of this scheduler.
    pub fn shared(&self, task: TaskRef) -> &T::Shared {
        self.shared.shared_of(task)
    }

    /// What a task does just now; `None` once it has ended.
    pub fn status(&self, task: TaskRef) -> Option<TaskStatus> {
        self.shared.status(task)
    }

    /// The time.
    pub fn now(&self) -> Nanos {
        self.shared.clock.now()
    }

    /// Under a seed: whether the run can be repeated exactly so far. It cannot once a blocking call, or another process
    /// at the other end of a pipe, has taken longer than the run waits: then it went on without knowing when that ends.
    pub fn is_repeatable(&self) -> bool {
        self.shared.repeatable.load(Ordering::Relaxed)
    }

    /// While the guard lives, something outside may wake a task: no deadlock is reported.
    pub fn keep_open(&self) -> KeepOpen<T> {
        self.shared.core.lock().outside += 1;
        KeepOpen { shared: self.shared.clone() }
    }

    /// Ends [`Scheduler::run`].
    pub fn finish(&self, outcome: Outcome) {
        self.shared.finish(outcome);
    }

    /// How many slots there are for tasks; [`visit_tasks`](Self::visit_tasks) takes their numbers.
    pub fn slots(&self) -> u32 {
        self.shared.slab.len()
    }
}

/// See [`Handle::keep_open`].
pub struct KeepOpen<T: Task> {
    shared: Arc<Sched<T>>,
}

impl<T: Task> Drop for KeepOpen<T> {
    fn drop(&mut self) {
        let mut core = self.shared.core.lock();
        core.outside -= 1;
        core.check_dead(&self.shared);
    }
}

impl<T: Task> Sched<T> {
    fn spawn_outside(&self, task: T) -> TaskRef {
        let mut one = Vec::new();
        self.take_free(&mut one, 1);
        if one.is_empty() {
            self.init_free(self.slab.reserve_some(1), &mut one);
        }
        let index = one.pop().expect("there was one or it was made");
        let mut core = self.core.lock();
        if self.closing.load(Ordering::Relaxed) {
            return TaskRef::NONE;
        }
        if self.tracer.is_some() {
            self.note_marked(Kind::Create, index, Place::Global.code(), task.beginning());
        }
        // SAFETY: the number came off the free list; and `shut_down` empties the slots only after
        // it has taken the lock.
        let generation = unsafe { self.slab.slot(index).put(task) };
        self.spawned_outside.fetch_add(1, Ordering::Relaxed);
        core.inject(&[index], self);
        drop(core);
        self.wake_one();
        TaskRef::from_parts(index, generation)
    }

    fn wake_outside(&self, task: TaskRef) {
        if let Some(slot) = self.slab.get(task.index())
            && slot.state.wake(task.generation()) == Wake::Enqueue
        {
            self.note(Kind::Wake, task.index(), Place::Global.code());
            self.inject(&[task.index()]);
            self.wake_one();
        }
    }
}
