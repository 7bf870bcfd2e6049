//! Detecting that nothing will ever happen again: "all goroutines are asleep" (Go: `checkdead`).

use crate::gmp::{Core, Outcome, Sched, Task};
use crate::time::clock::NEVER;
use std::sync::atomic::Ordering;

impl<T: Task> Core<T> {
    /// Ends the run if nothing will ever happen again. To be called whenever a processor becomes idle, a call without
    /// a P ends, or an outside source of wake-ups goes away.
    pub(crate) fn check_dead(&mut self, sched: &Sched<T>) {
        let procs = sched.procs.load(Ordering::Relaxed) as usize;
        let alive = self.idle_procs.len() < procs
            || !self.queue.is_empty()
            || self.idle_procs.iter().any(|p| p.shared.has_work());
        if !alive {
            self.check_stuck(sched);
        }
    }

    /// As [`check_dead`](Self::check_dead), where no processor can run what is queued, if anything is.
    pub(crate) fn check_stuck(&mut self, sched: &Sched<T>) {
        let alive = sched.detached_calls.load(Ordering::Relaxed) > 0
            || self.outside > 0
            || !self.running
            || sched.stopping.load(Ordering::Relaxed)
            || sched.closing.load(Ordering::Relaxed)
            || sched.earliest() != NEVER
            || sched.net.has_waiters();
        if alive {
            return;
        }
        let outcome = if sched.live() == 0 { Outcome::AllDone } else { self.outcome_of_stuck() };
        sched.announce(self, outcome);
    }

    /// What it is that no task goes on: a frozen one that could run still may, once it is thawed.
    pub(crate) fn outcome_of_stuck(&self) -> Outcome {
        if self.frozen.is_empty() { Outcome::Deadlock } else { Outcome::Frozen }
    }
}
