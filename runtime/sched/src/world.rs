//! Stopping the world: one party holds every processor, so nobody runs a task.
//!
//! A module of its own because holding a [`StoppedWorld`] is the licence for what is forbidden
//! otherwise: looking into every task, into every processor's data, changing how many processors
//! there are.

use crate::handle::{Standing, TaskRef};
use crate::idle::Core;
use crate::processor::{FLAG_STOP, ProcId, Processor};
use crate::sched::{Handle, Shared};
use crate::state::Phase;
use crate::task::Task;
use crate::trace::{Kind, Record};
use parking_lot::{MutexGuard, RwLockWriteGuard};
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Who stops the world does not sleep for so long: most stops take less, and to get up again takes longer than that (on a virtual core
/// that has gone to sleep, some ms at times).
const AWAKE: Duration = Duration::from_micros(50);

/// The stopped world; dropping it starts it again.
pub struct StoppedWorld<'a, T: Task> {
    sched: &'a Arc<Shared<T>>,
    /// All processors but the caller's.
    held: Vec<Box<Processor<T>>>,
    own: Option<&'a mut Processor<T>>,
    me: TaskRef,
    /// Taken once nobody runs, so that nobody else looks into tasks.
    _visits: RwLockWriteGuard<'a, ()>,
}

impl<'a, T: Task> StoppedWorld<'a, T> {
    pub(crate) fn from_task(
        sched: &'a Arc<Shared<T>>,
        own: &'a mut Processor<T>,
        me: TaskRef,
    ) -> Option<Self> {
        let core = sched.core.lock();
        let busy = sched.stopping.load(Ordering::Relaxed) || sched.closing.load(Ordering::Relaxed);
        if busy {
            return None;
        }
        let held = Self::collect(sched, core, 1);
        Some(Self { sched, held, own: Some(own), me, _visits: sched.visits.write() })
    }

    pub(crate) fn from_outside(sched: &'a Arc<Shared<T>>) -> Self {
        let mut core = sched.core.lock();
        while sched.stopping.load(Ordering::Relaxed) {
            sched.news.wait(&mut core);
        }
        let held = Self::collect(sched, core, 0);
        let _visits = sched.visits.write();
        Self { sched, held, own: None, me: TaskRef::NONE, _visits }
    }

    fn collect(
        sched: &Shared<T>,
        mut core: MutexGuard<'_, Core<T>>,
        own: usize,
    ) -> Vec<Box<Processor<T>>> {
        // Who looks on from outside is no event of the run.
        let inside = own != 0;
        if inside {
            sched.note(Kind::StopWorld, Record::NO_TASK, 0);
        }
        sched.stopping.store(true, Ordering::SeqCst);
        for face in sched.faces() {
            face.flag.fetch_or(FLAG_STOP, Ordering::SeqCst);
        }
        let mut idle = std::mem::take(&mut core.idle_procs);
        sched.searchers.set_idle(0);
        core.held.append(&mut idle);
        sched.collect_loans(&mut core);
        core.call_off(sched);
        let procs = sched.procs.load(Ordering::Relaxed) as usize;
        let began = Instant::now();
        while core.held.len() + own < procs && !core.broken {
            if began.elapsed() < AWAKE {
                MutexGuard::unlocked(&mut core, || (0..64).for_each(|_| std::hint::spin_loop()));
            } else {
                sched.news.wait(&mut core);
            }
        }
        if inside {
            sched.note(Kind::Stopped, Record::NO_TASK, 0);
        }
        std::mem::take(&mut core.held)
    }

    /// Calls `visit` for every task except the one that stopped the world. Tasks in blocking calls
    /// are among them; a call does not touch its task.
    pub fn each_task(&mut self, mut visit: impl FnMut(TaskRef, Standing, &mut T)) {
        for mut part in self.parts(1) {
            part.each(&mut visit);
        }
    }

    /// All tasks in `n` parts of about equal size, for as many threads.
    pub fn parts(&mut self, n: usize) -> Vec<TaskPart<'_, T>> {
        let len = self.sched.slab.len();
        let n = n.max(1) as u32;
        let size = len.div_ceil(n).max(1);
        (0..n)
            .map(|i| TaskPart {
                sched: self.sched,
                slots: (i * size).min(len)..((i + 1) * size).min(len),
                me: self.me,
                world: PhantomData,
            })
            .collect()
    }

    /// Calls `visit` for the data of every processor, also of those that are out of use.
    pub fn each_local(&mut self, mut visit: impl FnMut(ProcId, &mut T::Local)) {
        if let Some(own) = &mut self.own {
            visit(own.id, &mut own.local);
        }
        for p in &mut self.held {
            visit(p.id, &mut p.local);
        }
        for p in &mut self.sched.core.lock().retired {
            visit(p.id, &mut p.local);
        }
    }

    /// Calls `visit` for every processor, also for those that are out of use.
    pub(crate) fn each_processor(&mut self, mut visit: impl FnMut(&mut Processor<T>)) {
        if let Some(own) = &mut self.own {
            visit(own);
        }
        self.held.iter_mut().for_each(|p| visit(p));
        self.sched.core.lock().retired.iter_mut().for_each(|p| visit(p));
    }

    /// For what does not need the stopped world.
    pub fn handle(&self) -> Handle<T> {
        Handle::of(self.sched)
    }

    pub(crate) fn scheduler(&self) -> &Arc<Shared<T>> {
        self.sched
    }

    /// How many of the processors have nothing to do.
    pub fn idle_procs(&self) -> usize {
        let idle = self.held.iter().filter(|p| !p.face.has_work()).count();
        idle.saturating_sub(self.sched.global.load(Ordering::Relaxed) as usize)
    }

    /// How many processors there are.
    pub fn procs(&self) -> usize {
        self.sched.procs.load(Ordering::Relaxed) as usize
    }

    /// Changes how many processors there are (1 to 256). The task that stopped the world may go on
    /// with another one.
    pub fn set_procs(&mut self, n: usize) {
        let n = n.clamp(1, crate::config::MAX_PROCS) as u32;
        let sched = self.sched;
        while sched.procs.load(Ordering::Relaxed) < n {
            sched.add_proc();
            sched.note(Kind::Procs, Record::NO_TASK, sched.procs.load(Ordering::Relaxed));
        }
        if sched.procs.load(Ordering::Relaxed) == n {
            return;
        }
        sched.note(Kind::Procs, Record::NO_TASK, n);
        sched.procs.store(n, Ordering::SeqCst);
        if let Some(own) = &mut self.own
            && own.id.0 >= n
            && let Some(kept) = self.held.iter_mut().find(|p| p.id.0 < n)
        {
            std::mem::swap(&mut **own, &mut **kept);
        }
        let (gone, kept) = std::mem::take(&mut self.held).into_iter().partition(|p| p.id.0 >= n);
        self.held = kept;
        let mut gone: Vec<Box<Processor<T>>> = gone;
        let mut core = sched.core.lock();
        for p in &mut gone {
            p.owed = false;
            p.kept = None;
            if let Some(task) = p.running.take() {
                sched.slab.slot(task).state.transition_to_queued();
                core.inject(&[task], sched);
            }
            core.collect(&p.face, sched);
            loop {
                p.face.mail.open(&mut p.queue);
                let Some(task) = p.face.take_next().or_else(|| p.queue.pop()) else { break };
                core.inject(&[task], sched);
            }
        }
        core.retired.append(&mut gone);
    }

    /// The data of the processor on which the task that stopped the world runs.
    pub fn local(&mut self) -> Option<&mut T::Local> {
        self.own.as_mut().map(|p| &mut p.local)
    }
}

impl<T: Task> Drop for StoppedWorld<'_, T> {
    fn drop(&mut self) {
        let sched = &**self.sched;
        let mut core = sched.core.lock();
        if self.own.is_some() {
            sched.note(Kind::StartWorld, Record::NO_TASK, 0);
        }
        sched.stopping.store(false, Ordering::SeqCst);
        for face in sched.faces() {
            face.flag.fetch_and(!FLAG_STOP, Ordering::SeqCst);
        }
        let (working, idle): (Vec<_>, Vec<_>) =
            self.held.drain(..).partition(|p| p.face.has_work());
        for p in idle {
            core.put_idle(p, sched);
        }
        // What was left when the run ended stays where it is.
        let closing = sched.closing.load(Ordering::Relaxed) || !core.running;
        let seeded = sched.config.seed.is_some();
        // Whoever is woken may take this thread's core: all that the others wait for is done before.
        let mut calls = Vec::with_capacity(working.len() + 1);
        for p in working {
            if closing || seeded {
                core.put_idle(p, sched);
            } else {
                calls.extend(sched.assign(&mut core, p, false));
            }
        }
        // Whoever was to search or to watch the alarm was sent to bed: one begins again, and finds
        // out.
        if seeded && core.idle_workers.is_empty() {
            // The only worker is up.
        } else if let Some(p) = core.take_idle(sched) {
            calls.extend(sched.assign(&mut core, p, false));
        } else {
            core.check_dead(sched);
        }
        drop(core);
        calls.into_iter().for_each(|call| call.wake(sched));
        sched.news.notify_all();
    }
}

/// Some of the tasks of a stopped world.
pub struct TaskPart<'w, T: Task> {
    sched: &'w Arc<Shared<T>>,
    slots: Range<u32>,
    me: TaskRef,
    world: PhantomData<&'w mut T>,
}

impl<T: Task> TaskPart<'_, T> {
    /// Calls `visit` for each.
    pub fn each(&mut self, mut visit: impl FnMut(TaskRef, Standing, &mut T)) {
        for index in self.slots.clone() {
            let slot = self.sched.slab.slot(index);
            let (phase, generation) = slot.state.read();
            let task = TaskRef::from_parts(index, generation);
            if matches!(phase, Phase::Virgin | Phase::Free) || index == self.me.index() {
                continue;
            }
            let Some(standing) = self.sched.standing(task) else { continue };
            // SAFETY: the world is stopped, so no worker runs this task; the parts are disjoint,
            // and each is borrowed mutably here.
            visit(task, standing, unsafe { slot.task() });
        }
    }
}
