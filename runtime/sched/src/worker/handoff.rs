//! The choice of the worker to wake: for new work, and for a processor whose worker continues without it (in Go
//! `wakep`, `startm`, `handoffp`).

use crate::gmp::{Assignment, Core, Processor, Sched, StoppedUse, Task, WorkerShared};
use crate::idle::poll_sleeper::PollWait as _;
use crate::time::clock::NEVER;
use parking_lot::MutexGuard;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A sleeping worker that has to be woken. The waking thread must not hold the scheduler lock, because the woken worker
/// takes that lock at once: the worker would wait for the lock or, on this thread's core, make this thread wait.
#[must_use]
pub(crate) enum Wakeup<T: Task> {
    /// The worker and its assignment.
    Worker(Arc<WorkerShared<T>>, Assignment<T>),
    /// The worker that sleeps in the poller: it will find an idle processor.
    Sleeper,
}

impl<T: Task> Wakeup<T> {
    pub(crate) fn wake(self, sched: &Sched<T>) {
        match self {
            Self::Worker(worker, assignment) => worker.parker.assign(assignment),
            Self::Sleeper => sched.net.interrupt(),
        }
    }
}

impl<T: Task> Sched<T> {
    /// Called after new work was stored: wakes a worker to search for it, unless one spins already.
    pub(crate) fn wake_one(&self) {
        if self.spinning.needs_wakeup() {
            self.wake_spinner();
        }
    }

    #[cold]
    fn wake_spinner(&self) {
        let spins = self.switches.get().spin;
        if spins && !self.spinning.begin_first() {
            return;
        }
        let mut core = self.core.lock();
        match core.take_idle(self) {
            Some(p) => self.hand_over(core, p, spins),
            None => {
                drop(core);
                if spins {
                    self.spinning.end_spinning();
                }
            }
        }
    }

    /// Gives `p` to a sleeping worker, to the one that sleeps in the poller, or to a new worker.
    pub(crate) fn hand_over(
        &self,
        mut core: MutexGuard<'_, Core<T>>,
        p: Box<Processor<T>>,
        spinning: bool,
    ) {
        let wakeup = self.assign_to_worker(&mut core, p, spinning);
        drop(core);
        if let Some(wakeup) = wakeup {
            wakeup.wake(self);
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
            core.check_dead(self);
        }
        calls
    }

    /// Like [`hand_over`](Self::hand_over), but only chooses the worker, or starts one; the caller still has to
    /// [wake](Wakeup::wake) a sleeping one.
    pub(crate) fn assign_to_worker(
        &self,
        core: &mut Core<T>,
        p: Box<Processor<T>>,
        spinning: bool,
    ) -> Option<Wakeup<T>> {
        if let Some(worker) = core.idle_workers.pop() {
            core.note_assigned(&worker);
            return Some(Wakeup::Worker(worker, Assignment::Processor { processor: p, spinning }));
        }
        // The only worker of a seeded run is awake and looks at everything itself. With a chooser, the thread of the
        // run is that worker.
        let has_worker = !core.threads.is_empty() || self.config.chooser.is_some();
        let only = self.config.seed.is_some() && has_worker;
        // The thread that drives a run, if there is one at present, sleeps in the poller or looks for work before it
        // does.
        let is_driven = self.config.is_driven();
        if !only && !is_driven && !self.sleeper_takes_more(core) {
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
        let p = core.idle_procs.pop().expect("the processor was put there under this lock");
        self.spinning.set_idle(core.idle_procs.len());
        self.start_thread(core, Assignment::Processor { processor: p, spinning });
        None
    }

    /// Reports whether there are enough threads to wake the worker that sleeps in the poller: it takes an idle
    /// processor, and while all processors are in use no worker needs to sleep there.
    fn sleeper_takes_more(&self, core: &Core<T>) -> bool {
        core.threads.len() > self.procs.load(Ordering::Relaxed) as usize
    }

    /// Gives away a processor whose worker continues without it (the worker is in a blocking call, or waits for its
    /// pinned task): to another worker if that can help, else to the idle list.
    pub(crate) fn release_processor(
        &self,
        mut core: MutexGuard<'_, Core<T>>,
        mut p: Box<Processor<T>>,
    ) {
        // Check for a stop before the shutdown (`is_closing`): a stop of the world waits for every processor, also
        // while the shutdown waits for the stop.
        if self.is_stopping.load(Ordering::Relaxed) {
            core.stopped_processors.push(p);
            self.state_changed.notify_all();
            return;
        }
        p.use_at_stop = StoppedUse::Idle;
        if self.is_closing.load(Ordering::Relaxed) {
            core.put_idle(p, self);
            return;
        }
        if p.shared.has_work() || !core.queue.is_empty() {
            return self.hand_over(core, p, false);
        }
        // If no processor is idle and no worker spins, then a worker should take this one and spin, or the next piece
        // of work would wait. A worker should also take this processor if no worker would wake for the next timer, or
        // for the network.
        let first = self.earliest_deadline();
        let hope = first != NEVER || self.net.has_waiters();
        let unattended = hope && self.poll_sleeper.sleeps_past(first) != Some(false);
        let searchers = self.spinning.idle_processors() + self.spinning.spinning_workers();
        if (searchers == 0 || unattended) && core.is_running {
            let spins = self.switches.get().spin;
            if spins {
                self.spinning.begin_spinning();
            }
            return self.hand_over(core, p, spins);
        }
        core.put_idle(p, self);
        core.check_dead(self);
    }
}
