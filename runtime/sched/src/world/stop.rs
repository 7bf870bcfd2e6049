//! Stopping the world: one thread holds every processor, so no task runs.
//!
//! Holding a [`StoppedWorld`] permits otherwise forbidden operations: reading every task and every processor's data,
//! and changing how many processors there are.

use crate::gmp::{Core, Cx, FLAG_STOP, Handle, Processor, Sched, Task};
use crate::processor::ProcId;
use crate::task::task_ref::TaskRef;
use crate::trace::{Kind, Record};
use parking_lot::{MutexGuard, RwLockWriteGuard};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How long the stopping thread spins before it sleeps: most stops take less, and a wake takes longer (on a virtual
/// core that has gone to sleep, sometimes some ms).
const SPIN_TIME: Duration = Duration::from_micros(50);

/// The stopped world; dropping it starts it again.
pub struct StoppedWorld<'a, T: Task> {
    pub(super) sched: &'a Arc<Sched<T>>,
    /// All processors but the caller's.
    pub(crate) stopped_processors: Vec<Box<Processor<T>>>,
    pub(crate) own_p: Option<&'a mut Processor<T>>,
    pub(crate) stopping_task: TaskRef,
    /// The worker of the task that stopped the world.
    pub(crate) stopping_worker: u32,
    /// Whether a task has stopped the world.
    is_from_task: bool,
    /// The guard is taken once no task runs, so that no other thread visits tasks.
    _visit_guard: RwLockWriteGuard<'a, ()>,
}

impl<'a, T: Task> StoppedWorld<'a, T> {
    pub(crate) fn from_task(
        sched: &'a Arc<Sched<T>>,
        own_p: &'a mut Processor<T>,
        me: TaskRef,
        worker: u32,
    ) -> Option<Self> {
        let core = sched.core.lock();
        let busy = sched.is_world_stopping.load(Ordering::Relaxed)
            || sched.is_closing.load(Ordering::Relaxed);
        if busy {
            return None;
        }
        let held = Self::collect_processors(sched, core, 1);
        Some(Self {
            sched,
            stopped_processors: held,
            own_p: Some(own_p),
            stopping_task: me,
            stopping_worker: worker,
            is_from_task: true,
            _visit_guard: sched.task_visit_lock.write(),
        })
    }

    pub(crate) fn from_outside(sched: &'a Arc<Sched<T>>) -> Self {
        let mut core = sched.core.lock();
        while sched.is_world_stopping.load(Ordering::Relaxed) {
            sched.state_changed.wait(&mut core);
        }
        Self::from_outside_with(sched, core)
    }

    /// Like [`from_outside`](Self::from_outside), with the scheduler lock held; no other thread stops the world.
    pub(super) fn from_outside_with(
        sched: &'a Arc<Sched<T>>,
        core: MutexGuard<'a, Core<T>>,
    ) -> Self {
        let held = Self::collect_processors(sched, core, 0);
        let own_p = sched.core.lock().borrow_lent();
        let _visits = sched.task_visit_lock.write();
        Self {
            sched,
            stopped_processors: held,
            own_p,
            stopping_task: TaskRef::NONE,
            stopping_worker: 0,
            is_from_task: false,
            _visit_guard: _visits,
        }
    }

    fn collect_processors(
        sched: &Sched<T>,
        mut core: MutexGuard<'_, Core<T>>,
        own: usize,
    ) -> Vec<Box<Processor<T>>> {
        // A stop from outside the run is no event of the run.
        let inside = own != 0;
        if inside {
            sched.note_event(Kind::StopWorld, Record::NO_TASK, 0);
        }
        sched.is_world_stopping.store(true, Ordering::SeqCst);
        for proc in sched.allp() {
            proc.preempt_flag.fetch_or(FLAG_STOP, Ordering::SeqCst);
        }
        let mut idle = std::mem::take(&mut core.idle_procs);
        sched.spinning.set_idle_processors(0);
        core.stopped_processors.append(&mut idle);
        sched.collect_loans(&mut core);
        core.take_back_assigned_processors(sched);
        let procs = sched.procs.load(Ordering::Relaxed) as usize;
        let began = Instant::now();
        let missing = |core: &Core<T>| {
            let own = own.max(usize::from(core.lent_processor.is_some()));
            core.stopped_processors.len() + own < procs
        };
        while missing(&core) && core.permanent_outcome.is_none() {
            if began.elapsed() < SPIN_TIME {
                MutexGuard::unlocked(&mut core, || (0..64).for_each(|_| std::hint::spin_loop()));
            } else {
                sched.state_changed.wait(&mut core);
            }
        }
        if inside {
            sched.note_event(Kind::Stopped, Record::NO_TASK, 0);
        }
        let mut held = std::mem::take(&mut core.stopped_processors);
        held.iter_mut().for_each(|p| p.use_at_stop = p.use_before_stop());
        held
    }

    /// Calls `visit` for the data of every processor, including those out of use.
    pub fn each_local(&mut self, mut visit: impl FnMut(ProcId, &mut T::Local)) {
        if let Some(own) = &mut self.own_p {
            visit(own.id, &mut own.local_data);
        }
        for p in &mut self.stopped_processors {
            visit(p.id, &mut p.local_data);
        }
        for p in &mut self.sched.core.lock().retired_processors {
            visit(p.id, &mut p.local_data);
        }
    }

    /// Calls `visit` for every processor, including those out of use.
    pub(crate) fn each_processor(&mut self, mut visit: impl FnMut(&mut Processor<T>)) {
        if let Some(own) = &mut self.own_p {
            visit(own);
        }
        self.stopped_processors.iter_mut().for_each(|p| visit(p));
        self.sched.core.lock().retired_processors.iter_mut().for_each(|p| visit(p));
    }

    /// Returns a handle, for operations that do not need the stopped world.
    pub fn handle(&self) -> Handle<T> {
        Handle::of(self.sched)
    }

    /// The task that stopped the world, if one did.
    pub(crate) fn stopping_task(&self) -> TaskRef {
        self.stopping_task
    }

    pub(crate) fn scheduler(&self) -> &Arc<Sched<T>> {
        self.sched
    }

    /// How many processors have nothing to run.
    pub fn idle_procs(&self) -> usize {
        let idle = self.stopped_processors.iter().filter(|p| !p.shared.has_work()).count();
        idle.saturating_sub(self.sched.global_queue_len.load(Ordering::Relaxed) as usize)
    }

    /// How many processors there are.
    pub fn procs(&self) -> usize {
        self.sched.procs.load(Ordering::Relaxed) as usize
    }

    /// The processor and the worker of the task that stopped the world, if one did.
    pub fn stopper(&self) -> Option<(ProcId, u32)> {
        self.own_p.as_ref().filter(|_| self.is_from_task).map(|own| (own.id, self.stopping_worker))
    }

    /// The data of the processor on which the task that stopped the world runs.
    pub fn local_data(&mut self) -> Option<&mut T::Local> {
        self.own_p.as_mut().map(|p| &mut p.local_data)
    }
}

impl<T: Task> Drop for StoppedWorld<'_, T> {
    fn drop(&mut self) {
        let sched = &**self.sched;
        let mut core = sched.core.lock();
        if self.is_from_task {
            sched.note_event(Kind::StartWorld, Record::NO_TASK, 0);
        }
        sched.is_world_stopping.store(false, Ordering::SeqCst);
        for proc in sched.allp() {
            proc.preempt_flag.fetch_and(!FLAG_STOP, Ordering::SeqCst);
        }
        let (mut working, mut idle): (Vec<_>, Vec<_>) =
            self.stopped_processors.drain(..).partition(|p| p.shared.has_work());
        working.iter_mut().chain(&mut idle).for_each(|p| p.end_stop());
        for p in idle {
            core.put_idle(p, sched);
        }
        // A woken thread may take this thread's core: first do everything for which the others wait.
        let calls = sched.restart_processors(&mut core, working);
        drop(core);
        sched.wake(calls);
        sched.state_changed.notify_all();
    }
}

impl<T: Task> Cx<'_, T> {
    /// Stops all other tasks. `None` if another thread is about to stop the world: return
    /// [`Step::Preempted`](crate::Step::Preempted) and try again.
    pub fn stop_world(&mut self) -> Option<StoppedWorld<'_, T>> {
        let worker = match self.processor_cx.sched.config.seed {
            Some(_) => self.processor_cx.processor.id.0,
            None => self.pin.worker - 1,
        };
        StoppedWorld::from_task(
            self.processor_cx.sched,
            self.processor_cx.processor,
            self.current_task,
            worker,
        )
    }
}

impl<T: Task> Handle<T> {
    /// Stops all tasks, from a thread without a P. If another thread stops the world, this call waits until that thread
    /// is done.
    pub fn stop_world(&self) -> StoppedWorld<'_, T> {
        StoppedWorld::from_outside(&self.shared)
    }
}
