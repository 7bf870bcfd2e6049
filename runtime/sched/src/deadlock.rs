//! Deadlock detection: "all goroutines are asleep" (in Go `checkdead`).

use crate::gmp::{Core, RunOutcome, Sched, Task};
use crate::time::clock::NEVER;
use crate::time::timer_heap::TimerRef;
use std::sync::atomic::Ordering;

impl<T: Task> Core<T> {
    /// Ends the run if no event can ever make a task runnable again. To be called whenever a processor becomes idle, a
    /// call without a P ends, or an outside source of wake-ups goes away.
    pub(crate) fn check_deadlock(&mut self, sched: &Sched<T>) {
        let procs = sched.procs.load(Ordering::Relaxed) as usize;
        let alive = self.idle_procs.len() < procs
            || !self.queue.is_empty()
            || self.idle_procs.iter().any(|p| p.shared.has_work());
        if !alive {
            self.check_deadlock_when_idle(sched);
        }
    }

    /// Like [`check_deadlock`](Self::check_deadlock), but ignores queued tasks: the caller knows that no processor can
    /// run them.
    pub(crate) fn check_deadlock_when_idle(&mut self, sched: &Sched<T>) {
        if !sched.net.has_waiters() {
            self.check_deadlock_without_net(sched);
        }
    }

    /// Like [`check_deadlock_when_idle`](Self::check_deadlock_when_idle), but ignores tasks that wait for the network:
    /// the caller knows that no event will come from there.
    pub(crate) fn check_deadlock_without_net(&mut self, sched: &Sched<T>) {
        let alive = sched.detached_calls.load(Ordering::Relaxed) > 0
            || self.external_wake_guard_count > 0
            || !self.is_running
            || sched.is_world_stopping.load(Ordering::Relaxed)
            || sched.is_closing.load(Ordering::Relaxed)
            || self.awaits_timer(sched);
        if alive {
            return;
        }
        let outcome =
            if sched.live_tasks() == 0 { RunOutcome::AllDone } else { self.deadlock_outcome() };
        sched.announce_outcome(self, outcome);
    }

    /// Reports whether a task waits for any timer. A timer for which no task waits (a forgotten ticker: its channel has
    /// no receiver) fires without consequence, since no task can begin to wait for it while none can run.
    pub(crate) fn awaits_timer(&mut self, sched: &Sched<T>) -> bool {
        let known = self.awaited_timer;
        let timers = sched.processor(known.heap).map(|proc| &proc.timers);
        if timers.is_some_and(|timers| timers.is_awaited(known, T::is_timer_object_awaited)) {
            return true;
        }
        let found = sched.find_awaited_timer();
        self.awaited_timer = found.unwrap_or(TimerRef::NONE);
        found.is_some()
    }

    /// The outcome when no task can run: a frozen task may still run once it is thawed.
    pub(crate) fn deadlock_outcome(&self) -> RunOutcome {
        if self.frozen_tasks.is_empty() { RunOutcome::Deadlock } else { RunOutcome::Frozen }
    }
}

impl<T: Task> Sched<T> {
    /// Finds a timer for which a task waits. Most often the result is the next timer of some processor.
    pub(crate) fn find_awaited_timer(&self) -> Option<TimerRef> {
        let find = |most| {
            self.allp().find_map(|p| p.timers.find_awaited(most, T::is_timer_object_awaited))
        };
        if self.earliest_deadline() == NEVER { None } else { find(1).or_else(|| find(usize::MAX)) }
    }
}
