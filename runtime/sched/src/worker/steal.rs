//! Steal: a worker whose own queues are empty looks at the others.

use crate::gmp::{Face, OnP, Processor, Shared, Task};
use crate::trace::{Kind, Record};
use crate::worker::{Turn, Worker};
use std::sync::atomic::Ordering;

/// How often a thief goes round.
const ROUNDS: u32 = 4;

impl<T: Task> Worker<T> {
    /// Nothing here and nothing in the global queue: looks at the others, then rests.
    #[cold]
    pub(super) fn search(&mut self, mut p: Box<Processor<T>>) -> Turn<T> {
        let sched = self.sched.clone();
        let now = sched.clock.now();
        if p.face.timers.earliest() <= now {
            let face = p.face.clone();
            face.timers.run_due(now, &mut OnP { sched: &sched, p: &mut p });
            return Turn::Find(p);
        }
        if sched.faces().any(|face| !face.outgoing.is_empty()) {
            let mut core = sched.core.lock();
            sched.faces().for_each(|face| core.collect(face, &sched));
            return Turn::Find(p);
        }
        let switches = p.policy.switches;
        let procs = sched.procs.load(Ordering::Relaxed);
        let busy = procs.saturating_sub(sched.searchers.idle());
        let may_spin = self.spinning || 2 * sched.searchers.searching() < busy;
        if switches.steal && (may_spin || !switches.spin) {
            if switches.spin && !self.spinning {
                self.spinning = true;
                p.note(Kind::SpinStart, Record::NO_TASK, self.me.number);
                sched.searchers.begin();
            }
            for round in 0..ROUNDS {
                if p.face.flag.load(Ordering::Relaxed) != 0 {
                    return Turn::Find(p);
                }
                if sched.global.load(Ordering::Relaxed) != 0 {
                    return Turn::Find(p);
                }
                if let Some(task) = sched.steal(&mut p, procs, round + 1 == ROUNDS) {
                    return self.found(p, task, false);
                }
            }
            if Self::run_all_timers(&sched, &mut p, now) {
                return Turn::Find(p);
            }
        }
        self.rest(p)
    }
}

impl<T: Task> Shared<T> {
    /// Goes round all other processors once, from a random one on.
    pub(crate) fn steal(&self, p: &mut Processor<T>, procs: u32, last: bool) -> Option<u32> {
        let start = p.policy.dice.below(procs);
        for i in 0..procs {
            let victim = (start + i) % procs;
            if victim == p.id.0 {
                continue;
            }
            let Some(face) = self.face(victim) else { continue };
            if let Some(task) = face.steal.steal_half(&mut p.queue) {
                p.note(Kind::Steal, task, victim);
                return Some(task);
            }
            if let Some(task) = face.mail.steal_half(&mut p.queue) {
                p.note(Kind::Steal, task, victim);
                return Some(task);
            }
            if last
                && face.has_next()
                && p.policy.is_stuck(|| Self::is_stuck(face))
                && let Some(task) = face.take_next()
            {
                p.note(Kind::StealNext, task, victim);
                return Some(task);
            }
        }
        None
    }

    /// Whether the owner of a full runnext leaves it there for 3 µs: else it is about to run it
    /// itself, and taking it away would tear apart two tasks that talk to each other.
    fn is_stuck(face: &Face<T>) -> bool {
        let slices = face.slices.load(Ordering::Relaxed);
        let start = std::time::Instant::now();
        while start.elapsed().as_nanos() < 3_000 {
            if face.slices.load(Ordering::Relaxed) != slices {
                return false;
            }
            std::hint::spin_loop();
        }
        face.has_next() && face.slices.load(Ordering::Relaxed) == slices
    }
}
