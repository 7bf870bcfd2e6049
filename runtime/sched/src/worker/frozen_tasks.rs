//! Frozen tasks: no slice of a frozen task begins until the task is thawed.
//!
//! A task is frozen by a bit beside its pin, which every start of a slice checks anyhow. A parked task stays parked,
//! and may be woken; a runnable task is taken from its queue by the worker that would have run it, and set aside in
//! `Core::frozen_tasks`, still `Queued`. So no wake-up and no value that is handed over is lost, and the collector
//! finds the task by its slot.
//!
//! The bit is set while the world is stopped: no slice is in progress then, and a slice that begins later sees it. The
//! bit is cleared under the scheduler lock, and checked again under that lock before a task is set aside: so no thawed
//! task is left in `Core::frozen_tasks`.

use crate::gmp::TaskSlot;
use crate::gmp::{Cx, Handle, Processor, Sched, Task};
use crate::task::pin::FROZEN;
use crate::task::state::Phase;
use crate::task::task_ref::TaskRef;
use crate::trace::Kind;
use crate::worker::{Worker, WorkerAction};
use crate::world::StoppedWorld;
use std::sync::atomic::Ordering;

impl<T: Task> Worker<T> {
    /// Sets aside the task, which is `Queued`, frozen, and was to run here.
    #[cold]
    pub(super) fn set_aside_frozen(&mut self, p: Box<Processor<T>>, task: u32) -> WorkerAction<T> {
        self.sched.set_aside_frozen(task);
        self.action_after_slice(p)
    }

    /// A blocking call has ended: its task continues on this processor, unless it was frozen during the call.
    pub(super) fn continue_unless_frozen(
        &mut self,
        p: Box<Processor<T>>,
        slot: &TaskSlot<T>,
        task: u32,
    ) -> Result<Box<Processor<T>>, WorkerAction<T>> {
        if slot.pinned_worker.load(Ordering::Relaxed) & FROZEN == 0 {
            return Ok(p);
        }
        slot.state.transition_to_queued();
        Err(self.set_aside_frozen(p, task))
    }
}

impl<T: Task> Sched<T> {
    /// Keeps a frozen task, which is no longer in a queue, until it is thawed; if it has been thawed already, queues
    /// it.
    pub(crate) fn set_aside_frozen(&self, task: u32) {
        let mut core = self.core.lock();
        if self.slab.slot(task).pinned_worker.load(Ordering::Relaxed) & FROZEN != 0 {
            core.frozen_tasks.push(task);
        } else {
            core.inject_tasks(&[task], self);
        }
    }
}

impl<T: Task> StoppedWorld<'_, T> {
    /// Freezes a task: it does not run until it is [thawed](Handle::thaw). A frozen task may be woken and given values.
    /// Returns false if the task has ended, or is the task that stopped the world.
    pub fn freeze(&mut self, task: TaskRef) -> bool {
        let Some(slot) = self.scheduler().slab.get(task.index()) else { return false };
        let (phase, generation) = slot.state.read();
        let exists = !matches!(phase, Phase::Unused | Phase::Free)
            && generation == task.generation()
            && task != self.stopping_task();
        if exists {
            slot.pinned_worker.fetch_or(FROZEN, Ordering::Relaxed);
        }
        exists
    }
}

impl<T: Task> Cx<'_, T> {
    /// Freezes the running task; it should return [`Step::Preempted`](crate::Step::Preempted).
    pub fn freeze_current(&mut self) {
        let slot = self.processor_cx.sched.slab.slot(self.current_task.index());
        slot.pinned_worker.fetch_or(FROZEN, Ordering::Relaxed);
    }
}

impl<T: Task> Handle<T> {
    /// Thaws a task: it may run again. Returns false if the task is not frozen.
    pub fn thaw(&self, task: TaskRef) -> bool {
        let sched = &*self.shared;
        let Some(slot) = sched.slab.get(task.index()) else { return false };
        let mut core = sched.core.lock();
        if slot.state.read().1 != task.generation()
            || slot.pinned_worker.fetch_and(!FROZEN, Ordering::Relaxed) & FROZEN == 0
        {
            return false;
        }
        if let Some(at) = core.frozen_tasks.iter().position(|&frozen| frozen == task.index()) {
            core.frozen_tasks.swap_remove(at);
            sched.note_event(Kind::Wake, task.index(), 0);
            core.inject_tasks(&[task.index()], sched);
        }
        drop(core);
        sched.wake_one_worker();
        true
    }
}
