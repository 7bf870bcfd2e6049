//! A worker (M) as other threads see it: the place where it sleeps until it is assigned a processor, and the choice of
//! the worker to wake, for new work and for a processor whose worker continues without it (in Go `wakep`, `startm`,
//! `handoffp`).

use crate::gmp::{Core, Processor, ProcessorUse, Sched, Task};
use crate::idle::poll_sleeper::PollWait as _;
use crate::primitives::loom::{AtomicBool, Condvar, Mutex};
use crate::time::clock::NEVER;
use parking_lot::MutexGuard;
use std::sync::Arc;
use std::sync::atomic::{self, AtomicU32, Ordering};
use std::time::Duration;

/// The assignment with which a sleeping worker is woken.
pub(crate) type Assignment<T> = WorkerAssignment<Box<Processor<T>>>;

/// The part of a worker that other threads see.
pub(crate) struct WorkerShared<T: Task> {
    pub(crate) number: u32,
    pub(crate) parker: WorkerParker<Box<Processor<T>>>,
    pub(crate) has_exited: atomic::AtomicBool,
    /// The task whose blocking call the worker makes, plus one; 0 for none. Only the worker writes this field.
    pub(crate) calling_task: AtomicU32,
    /// Whether the worker sleeps in the poller. Only the worker writes this field.
    pub(crate) in_poll: atomic::AtomicBool,
}

impl<T: Task> WorkerShared<T> {
    pub(crate) fn new(number: u32) -> Self {
        let parker = WorkerParker::new();
        let (exited, in_poll) = (atomic::AtomicBool::new(false), atomic::AtomicBool::new(false));
        Self { number, parker, has_exited: exited, calling_task: AtomicU32::new(0), in_poll }
    }

    pub(crate) fn has_exited(&self) -> bool {
        self.has_exited.load(Ordering::Acquire)
    }
}

/// The assignment with which a sleeping worker is woken; `P` is a processor.
#[derive(Debug)]
pub enum WorkerAssignment<P> {
    /// The worker gets a processor, and searches for a task to run.
    Processor {
        /// The processor.
        processor: P,
        /// Whether the worker is counted as spinning.
        spinning: bool,
    },
    /// A processor, and the task that is pinned to this worker.
    Pinned {
        /// The processor.
        processor: P,
        /// The task's slot.
        task: u32,
    },
    /// The worker shall end.
    Exit,
}

/// The sleeping place of one worker.
///
/// A processor on its way to a worker is owned by the worker's parker alone: the processor must be taken out exactly
/// once, by the worker or by a thread that takes it back (`tests/loom_parker.rs` models it).
#[derive(Debug)]
pub struct WorkerParker<P> {
    slot: Mutex<Option<WorkerAssignment<P>>>,
    assignment_made: Condvar,
    /// Whether there is an assignment that the worker may not have taken yet. Set under the scheduler lock.
    has_assignment: AtomicBool,
}

impl<P> Default for WorkerParker<P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P> WorkerParker<P> {
    /// Creates a parker without an assignment.
    pub fn new() -> Self {
        Self {
            slot: Mutex::new(None),
            assignment_made: Condvar::new(),
            has_assignment: AtomicBool::new(false),
        }
    }

    /// Records that an assignment is about to be made.
    pub fn mark_assigned(&self) {
        self.has_assignment.store(true, Ordering::Relaxed);
    }

    /// Reports whether there is an assignment that the worker has not taken.
    pub fn is_assigned(&self) -> bool {
        self.has_assignment.load(Ordering::Relaxed)
    }

    /// Makes an assignment to the worker, which has none, and wakes the worker.
    pub fn assign(&self, assignment: WorkerAssignment<P>) {
        let mut slot = self.slot.lock();
        *slot = Some(assignment);
        drop(slot);
        self.assignment_made.notify_one();
    }

    /// Assigns `Exit`, unless a processor is assigned already: its flag asks the worker to exit too.
    pub fn unpark_to_exit(&self) {
        self.slot.lock().get_or_insert(WorkerAssignment::Exit);
        self.assignment_made.notify_one();
    }

    /// Takes back a processor that the worker has not taken yet; also returns whether the worker was to spin with it.
    pub fn take_back_processor(&self) -> Option<(P, bool)> {
        let mut slot = self.slot.lock();
        let free = |assignment: &mut WorkerAssignment<P>| {
            matches!(assignment, WorkerAssignment::Processor { .. })
        };
        let WorkerAssignment::Processor { processor: p, spinning } = slot.take_if(free)? else {
            return None;
        };
        self.has_assignment.store(false, Ordering::Relaxed);
        Some((p, spinning))
    }

    /// Waits for an assignment, at most for `limit`.
    pub fn park_timeout(&self, limit: Duration) -> Option<WorkerAssignment<P>> {
        let mut slot = self.slot.lock();
        if slot.is_none() {
            self.assignment_made.wait_for(&mut slot, limit);
        }
        self.take_assignment(&mut slot)
    }

    /// Waits for an assignment.
    pub fn park(&self) -> WorkerAssignment<P> {
        let mut slot = self.slot.lock();
        loop {
            if let Some(assignment) = self.take_assignment(&mut slot) {
                return assignment;
            }
            self.assignment_made.wait(&mut slot);
        }
    }

    fn take_assignment(
        &self,
        slot: &mut Option<WorkerAssignment<P>>,
    ) -> Option<WorkerAssignment<P>> {
        let assignment = slot.take()?;
        self.has_assignment.store(false, Ordering::Relaxed);
        Some(assignment)
    }
}

/// A sleeping worker that has to be woken. The wake is done without the scheduler lock, which the worker takes at once:
/// the worker would wait for the lock or, on this thread's core, make this thread wait.
#[must_use]
pub(crate) enum Wakeup<T: Task> {
    /// The worker and its assignment.
    Worker(Arc<WorkerShared<T>>, Assignment<T>),
    /// The worker that sleeps in the poller: it will find an idle processor.
    Sleeper,
}

impl<T: Task> Sched<T> {
    /// Called after new work was stored: wakes a worker to search for it, unless one spins already.
    pub(crate) fn wake_one_worker(&self) {
        if !self.spinning.needs_wakeup() {
            return;
        }
        let spins = self.feature_switches.get().spin;
        if spins && !self.spinning.begin_spinning_if_first() {
            return;
        }
        let mut core = self.core.lock();
        let Some(p) = core.take_idle(self) else {
            drop(core);
            if spins {
                self.spinning.end_spinning();
            }
            return;
        };
        if let Some(worker) = core.take_idle_worker() {
            drop(core);
            worker.parker.assign(Assignment::Processor { processor: p, spinning: spins });
            return;
        }
        let wakeup = self.assign_to_worker(&mut core, p, spins);
        drop(core);
        self.wake(wakeup);
    }

    /// Wakes workers. The caller does not hold the scheduler lock.
    pub(crate) fn wake(&self, wakeups: impl IntoIterator<Item = Wakeup<T>>) {
        for wakeup in wakeups {
            match wakeup {
                Wakeup::Worker(worker, assignment) => worker.parker.assign(assignment),
                Wakeup::Sleeper => self.net.interrupt(),
            }
        }
    }

    /// Called when the world starts again: hands processors that have work to workers, and one more processor if one is
    /// idle. Returns the workers that have to be woken.
    pub(crate) fn restart_processors(
        &self,
        core: &mut Core<T>,
        working: Vec<Box<Processor<T>>>,
    ) -> Vec<Wakeup<T>> {
        // When the run has ended, the remaining tasks stay where they are.
        let closing = self.is_closing.load(Ordering::Relaxed) || !core.is_running;
        let seeded = self.config.seed.is_some();
        let mut calls = Vec::with_capacity(working.len() + 1);
        for p in working {
            if closing || seeded {
                core.put_idle(p, self);
            } else {
                calls.extend(self.assign_to_worker(core, p, false));
            }
        }
        // The workers that spun or slept in the poller went idle at the stop: one worker starts again, and finds out
        // what to do.
        if let Some(p) = core.take_idle(self) {
            calls.extend(self.assign_to_worker(core, p, false));
        } else {
            core.check_deadlock(self);
        }
        calls
    }

    /// Gives `p` to a sleeping worker, to the one that sleeps in the poller, or to a new worker. The caller still has
    /// to [wake](Self::wake) a sleeping one.
    pub(crate) fn assign_to_worker(
        &self,
        core: &mut Core<T>,
        p: Box<Processor<T>>,
        spinning: bool,
    ) -> Option<Wakeup<T>> {
        if let Some(worker) = core.take_idle_worker() {
            return Some(Wakeup::Worker(worker, Assignment::Processor { processor: p, spinning }));
        }
        // The only worker of a seeded run is awake and looks at everything itself. With a chooser, the thread of the
        // run is that worker.
        let has_worker = !core.threads.is_empty() || self.config.chooser.is_some();
        let only = self.config.seed.is_some() && has_worker;
        // The thread that drives a run, if there is one at present, sleeps in the poller or looks for work before it
        // does.
        let is_driven = self.config.is_driven();
        if !only && !is_driven && !self.may_wake_poll_sleeper(core) {
            self.start_thread(core, Assignment::Processor { processor: p, spinning });
            return None;
        }
        core.put_idle(p, self);
        if only || self.poll_sleeper.request_wake() || is_driven {
            if spinning {
                self.spinning.end_spinning();
            }
            return (!only).then_some(Wakeup::Sleeper);
        }
        let p = core
            .idle_procs
            .pop()
            .expect("the processor was put into the assignment under this lock");
        self.spinning.set_idle_processors(core.idle_procs.len());
        self.start_thread(core, Assignment::Processor { processor: p, spinning });
        None
    }

    /// Reports whether there are enough threads to wake the worker that sleeps in the poller: it takes an idle
    /// processor, and while all processors are in use no worker needs to sleep there.
    fn may_wake_poll_sleeper(&self, core: &Core<T>) -> bool {
        core.threads.len() > self.procs.load(Ordering::Relaxed) as usize
    }

    /// Gives away a processor whose worker continues without it (the worker is in a blocking call, or waits for its
    /// pinned task): to another worker if that can help, else to the idle list.
    pub(crate) fn release_processor(
        &self,
        mut core: MutexGuard<'_, Core<T>>,
        mut p: Box<Processor<T>>,
    ) {
        // Before the check of `closing`: a stop of the world waits for every processor, also while the shutdown waits
        // for the stop.
        if self.is_world_stopping.load(Ordering::Relaxed) {
            core.stopped_processors.push(p);
            self.state_changed.notify_all();
            return;
        }
        p.use_at_stop = ProcessorUse::Idle;
        if self.is_closing.load(Ordering::Relaxed) {
            core.put_idle(p, self);
            return;
        }
        if p.shared.has_work() || !core.queue.is_empty() {
            let wakeup = self.assign_to_worker(&mut core, p, false);
            drop(core);
            return self.wake(wakeup);
        }
        // If no processor is idle and no worker spins, then a worker should take this one and spin, or the next piece
        // of work would wait. A worker should also take this processor if no worker would wake for the next timer, or
        // for the network.
        let first = self.earliest_deadline();
        let hope = first != NEVER || self.net.has_waiters();
        let unattended = hope && self.poll_sleeper.sleeps_past(first) != Some(false);
        let searchers = self.spinning.idle_processors() + self.spinning.spinning_workers();
        if (searchers == 0 || unattended) && core.is_running {
            let spins = self.feature_switches.get().spin;
            if spins {
                self.spinning.begin_spinning();
            }
            let wakeup = self.assign_to_worker(&mut core, p, spins);
            drop(core);
            return self.wake(wakeup);
        }
        core.put_idle(p, self);
        core.check_deadlock(self);
    }
}
