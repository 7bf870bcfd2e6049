//! Stealing: a worker that has no task to run looks at the other processors, and at their timers.

use crate::gmp::{OnP, Processor, ProcessorShared, Sched, Task};
use crate::primitives::loom::sleep;
use crate::processor::ProcId;
use crate::trace::{Kind, Record};
use crate::worker::{Worker, WorkerAction};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How many times a thief visits all other processors.
const ROUNDS: u32 = 4;

/// How long a processor is watched for the beginning of a slice: tasks that communicate with each other have far
/// shorter slices.
const WATCHED: Duration = Duration::from_micros(3);

/// How long a spinning worker that has found nothing sleeps, once, if another processor switches tasks fast. The system
/// adds its timer slack, 50 µs on Linux: in all, that is some ten times the cost of waking a sleeping worker. A stop of
/// the world may have to wait for this sleep.
const SPIN_SLEEP: Duration = Duration::from_micros(20);

impl<T: Task> Worker<T> {
    /// Called when neither this processor nor the global queue has a task: looks at the other processors, then goes
    /// idle.
    #[cold]
    pub(super) fn search(&mut self, mut p: Box<Processor<T>>) -> WorkerAction<T> {
        let sched = self.sched.clone();
        let now = sched.clock.now();
        if p.shared.timers.earliest() <= now {
            let proc = p.shared.clone();
            proc.timers.run_due(now, &mut OnP { sched: &sched, p: &mut p });
            return WorkerAction::Find(p);
        }
        if sched.allp().any(|proc| !proc.outgoing.is_empty()) {
            let mut core = sched.core.lock();
            sched.allp().for_each(|proc| core.collect(proc, &sched));
            return WorkerAction::Find(p);
        }
        let switches = p.policy.switches;
        let procs = sched.procs.load(Ordering::Relaxed);
        let busy = procs.saturating_sub(sched.spinning.idle());
        let may_spin = self.spinning || 2 * sched.spinning.count() < busy;
        let enough = switches.steal && switches.spin && !may_spin;
        if switches.steal && !enough {
            if switches.spin && !self.spinning {
                self.spinning = true;
                p.note(Kind::SpinStart, Record::NO_TASK, self.me.number);
                sched.spinning.begin();
            }
            for round in 0..ROUNDS {
                let asked = p.shared.flag.load(Ordering::Relaxed) != 0;
                if asked || sched.global.load(Ordering::Relaxed) != 0 {
                    return WorkerAction::Find(p);
                }
                if let Some(task) = sched.steal(&mut p, procs, round + 1 == ROUNDS) {
                    return self.found(p, task, false);
                }
            }
            if Self::run_all_timers(&sched, &mut p, now) {
                return WorkerAction::Find(p);
            }
            // The worker still counts as spinning meanwhile: if tasks wake each other every 100 ns, each idle moment
            // would otherwise put this worker to sleep, and the next wake would wake it for one task.
            if self.spinning
                && !std::mem::replace(&mut self.has_slept, true)
                && sched.is_switching(&mut p, procs)
            {
                sleep(SPIN_SLEEP);
                return WorkerAction::Find(p);
            }
        }
        self.release_and_sleep(p, enough)
    }
}

impl<T: Task> Sched<T> {
    /// Visits all other processors once, beginning with a random one.
    pub(crate) fn steal(&self, p: &mut Processor<T>, procs: u32, last: bool) -> Option<u32> {
        let start = p.policy.rng.below(procs);
        let mut tried = Vec::new();
        for i in 0..procs {
            let victim = (start + i) % procs;
            if victim == p.id.0 {
                continue;
            }
            let Some(proc) = self.processor(victim) else { continue };
            if p.watch().is_some() {
                tried.push(ProcId(victim));
            }
            if let Some(task) = proc.steal.steal_half(&mut p.queue) {
                Self::report_theft(p, tried, task);
                p.note(Kind::Steal, task, victim);
                p.note_queue_moved();
                return Some(task);
            }
            if let Some(task) = proc.remote_queue.steal_half(&mut p.queue) {
                Self::report_theft(p, tried, task);
                p.note(Kind::Steal, task, victim);
                p.note_queue_moved();
                return Some(task);
            }
            if last
                && proc.has_next()
                && p.policy.is_stuck(|| Self::is_stuck(proc))
                && let Some(task) = proc.take_next()
            {
                Self::report_theft(p, tried, task);
                p.note(Kind::StealNext, task, victim);
                return Some(task);
            }
        }
        if let Some((watch, id)) = p.watch() {
            watch.tried(id, tried);
        }
        None
    }

    /// Reports a theft to the watch: the last of `tried` had tasks.
    #[cold]
    fn report_theft(p: &Processor<T>, mut tried: Vec<ProcId>, first: u32) {
        if let Some((watch, id)) = p.watch() {
            tried.pop();
            watch.tried(id, tried);
            p.report_moved(first);
        }
    }

    /// Reports whether the owner leaves the task in its runnext. Otherwise the owner is about to run that task itself,
    /// and stealing would separate two tasks that communicate with each other.
    fn is_stuck(proc: &ProcessorShared<T>) -> bool {
        !Self::begins_slice(proc) && proc.has_next()
    }

    /// Reports whether another processor, chosen at random, switches tasks fast.
    fn is_switching(&self, p: &mut Processor<T>, procs: u32) -> bool {
        let other = (p.id.0 + 1 + p.policy.rng.below(procs.saturating_sub(1).max(1))) % procs;
        other != p.id.0 && self.processor(other).is_some_and(|proc| Self::begins_slice(proc))
    }

    /// Reports whether a processor begins a slice while it is watched.
    fn begins_slice(proc: &ProcessorShared<T>) -> bool {
        let slices = proc.slices.load(Ordering::Relaxed);
        let start = Instant::now();
        while start.elapsed() < WATCHED {
            if proc.slices.load(Ordering::Relaxed) != slices {
                return true;
            }
            std::hint::spin_loop();
        }
        false
    }
}
