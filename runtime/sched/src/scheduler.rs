//! [`Scheduler`]: starting a scheduler, running it, shutting it down.

use crate::gmp::{Config, Core, FLAG_EXIT, Handle, RunOutcome, Sched, Task};
use crate::sysmon::SysmonState;
use parking_lot::MutexGuard;
use std::sync::atomic::Ordering;
use std::thread::JoinHandle;

/// A scheduler with its threads. Dropping a scheduler ends its threads: running tasks are asked to yield and are not
/// resumed; threads inside a blocking call end when the call does. Must not be dropped on one of its own threads.
pub struct Scheduler<T: Task> {
    handle: Handle<T>,
}

impl<T: Task> Scheduler<T> {
    /// Creates a scheduler without tasks; it starts threads when there is work.
    pub fn new(config: Config<T>) -> Self {
        Self { handle: Handle { shared: Sched::new(config) } }
    }

    /// Runs tasks until one calls [`ProcessorCx::finish`], none is left, or none can run. Can be called again: the
    /// tasks still exist (after a deadlock, all of them parked).
    pub fn run(&self) -> RunOutcome {
        self.run_with_wake_callback(&mut || {})
    }

    /// Like [`run`](Self::run); the thread, which has no processor and may stop the world, calls `visit` whenever it
    /// has slept. The [parker](Config::sysmon_parker) can wake the thread in time.
    pub fn run_with_wake_callback(&self, visit: &mut dyn FnMut()) -> RunOutcome {
        let shared = &self.handle.shared;
        let seeded = shared.config.seed.is_some();
        if let (Some(seed), Some(_)) = (shared.config.seed, &shared.config.chooser) {
            return self.run_by_chooser(seed);
        }
        shared.start_running();
        if seeded {
            while !shared.sysmon.has_outcome() {
                shared.sysmon.park(None);
                visit();
            }
        } else {
            SysmonState::new(shared.clone()).run(visit);
        }
        let mut core = shared.core.lock();
        shared.sysmon.set_has_outcome(false);
        let outcome = core.outcome.take().expect("the run is over because it has an outcome");
        core.is_running = false;
        // The one worker of a seeded run goes idle first, so that the following run is repeatable too.
        while seeded && core.idle_workers.is_empty() && core.permanent_outcome.is_none() {
            shared.state_changed.wait(&mut core);
        }
        // A thread may have been lost after the run got its outcome: then `permanent_outcome` replaces that outcome.
        core.permanent_outcome.unwrap_or(outcome)
    }

    /// Runs in this thread, as the chooser decides.
    fn run_by_chooser(&self, seed: u64) -> RunOutcome {
        let shared = &self.handle.shared;
        shared.run_in_this_thread(seed);
        let mut core = shared.core.lock();
        shared.sysmon.set_has_outcome(false);
        core.idle_workers.clear();
        core.is_running = false;
        core.permanent_outcome.or(core.outcome.take()).unwrap_or(RunOutcome::Finished)
    }

    /// A handle for other threads.
    pub fn handle(&self) -> Handle<T> {
        self.handle.clone()
    }
}

impl<T: Task> std::ops::Deref for Scheduler<T> {
    type Target = Handle<T>;
    fn deref(&self) -> &Handle<T> {
        &self.handle
    }
}

impl<T: Task> Drop for Scheduler<T> {
    fn drop(&mut self) {
        self.handle.shared.shut_down();
    }
}

impl<T: Task> Sched<T> {
    /// Begins a run.
    pub(crate) fn start_running(&self) {
        let mut core = self.core.lock();
        core.is_running = true;
        if let Some(why) = core.permanent_outcome {
            return self.announce_outcome(&mut core, why);
        }
        let working = core.idle_procs.extract_if(.., |p| p.shared.has_work()).collect::<Vec<_>>();
        self.spinning.set_idle_processors(core.idle_procs.len());
        let seeded = self.config.seed.is_some();
        let mut calls = Vec::with_capacity(working.len() + 1);
        for p in working {
            if seeded {
                core.put_idle(p, self);
            } else {
                calls.extend(self.assign_to_worker(&mut core, p, false));
            }
        }
        match core.take_idle(self) {
            Some(p) => calls.extend(self.assign_to_worker(&mut core, p, false)),
            None => core.check_deadlock(self),
        }
        drop(core);
        self.wake(calls);
    }

    /// Ends all threads except those in blocking calls, and drops tasks, timers and processors.
    pub(crate) fn shut_down(&self) {
        let mut core = self.core.lock();
        self.is_closing.store(true, Ordering::SeqCst);
        self.collect_loans(&mut core);
        for proc in self.allp() {
            proc.preempt_flag.fetch_or(FLAG_EXIT, Ordering::SeqCst);
        }
        // A worker that was assigned a processor takes it, and the processor's flag asks it to exit too: a processor
        // that no worker takes would be lost to a stop of the world.
        for (member, _) in core.threads.iter().filter(|(m, _)| !m.parker.is_assigned()) {
            member.parker.unpark_to_exit();
        }
        self.poll_sleeper.wake(&self.net);
        let ended = self.wait_for_threads(&mut core);
        let mut processors = std::mem::take(&mut core.idle_procs);
        processors.append(&mut core.retired_processors);
        processors.append(&mut core.stopped_processors);
        drop(core);
        for thread in ended {
            // A worker's panic has been reported already, as an outcome.
            drop(thread.join());
        }
        drop(processors);
        for proc in self.allp() {
            proc.timers.clear();
        }
        self.slab.clear();
        self.net.close_all(&*self.config.close_descriptor);
    }

    /// Waits until all threads have ended except those in blocking calls; returns the handles of the ended ones.
    fn wait_for_threads(&self, core: &mut MutexGuard<'_, Core<T>>) -> Vec<JoinHandle<()>> {
        let in_calls = || match self.config.seed {
            // Under a seed, blocking calls have threads of their own.
            Some(_) => 0,
            None => self.detached_calls.load(Ordering::Relaxed) as usize,
        };
        while core.threads.iter().filter(|(m, _)| !m.has_exited()).count() > in_calls() {
            self.state_changed.wait(core);
        }
        let ended = core.threads.iter_mut().filter(|(member, _)| member.has_exited());
        ended.filter_map(|(_, thread)| thread.take()).collect()
    }
}
