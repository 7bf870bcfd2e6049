//! All goroutines are asleep: when nothing will ever happen again.

use crate::gmp::{Core, Outcome, Shared, Task};
use crate::time::clock::NEVER;
use std::sync::atomic::Ordering;

impl<T: Task> Core<T> {
    /// Reports that nothing will ever happen again, if so. To be asked whenever a processor becomes
    /// idle, a lent one's call ends, or an outside source goes away.
    pub(crate) fn check_dead(&mut self, sched: &Shared<T>) {
        let procs = sched.procs.load(Ordering::Relaxed) as usize;
        let alive = self.idle_procs.len() < procs
            || !self.queue.is_empty()
            || self.idle_procs.iter().any(|p| p.face.has_work());
        if !alive {
            self.check_stuck(sched);
        }
    }

    /// The same if nobody can run what is queued, if anything is.
    pub(crate) fn check_stuck(&mut self, sched: &Shared<T>) {
        let alive = sched.lent.load(Ordering::Relaxed) > 0
            || self.outside > 0
            || !self.running
            || sched.stopping.load(Ordering::Relaxed)
            || sched.closing.load(Ordering::Relaxed)
            || sched.earliest() != NEVER
            || sched.net.has_waiters();
        if alive {
            return;
        }
        let outcome = if sched.live() == 0 { Outcome::AllDone } else { Outcome::Deadlock };
        sched.announce(self, outcome);
    }
}
