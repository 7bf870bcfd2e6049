//! The case that no P can act: time passes, or the run ends.

use super::{LATE_EVENT_GRACE_PERIOD, MAX_SILENT_NET_WAITS, MAX_TIMER_DELAY, SeededWorker};
use crate::gmp::{Core, Task};
use crate::idle::poll_sleeper::PollWait as _;
use crate::time::clock::{NEVER, Nanos};
use parking_lot::MutexGuard;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

impl<T: Task> SeededWorker<T> {
    /// Called when no P can act: the clock advances to the next timer, or the worker goes idle. The result is that of
    /// [`run_until_idle`](Self::run_until_idle), or `None` to continue driving.
    #[allow(clippy::option_option, reason = "the inner option is a duration that may be endless")]
    pub(super) fn advance_clock_or_idle(
        &mut self,
        mut core: MutexGuard<'_, Core<T>>,
    ) -> Option<Option<Duration>> {
        let sched = self.sched.clone();
        let call = self.pending_calls.iter().map(|call| call.due_time).min();
        let timer = if core.awaits_timer(&sched) { sched.earliest_deadline() } else { NEVER };
        let first = timer.min(call.unwrap_or(NEVER));
        if first == NEVER {
            if sched.net.has_waiters() && sched.net.has_only_task_events() {
                drop(core);
                if self.poll_network() {
                    return None;
                }
                let mut core = sched.core.lock();
                core.check_deadlock_without_net(&sched);
                return self.push_idle_worker(core).then_some(None);
            }
            if sched.net.has_waiters() {
                // With parking switched off a waiting task keeps its P, and the other end of its connection may be
                // among the tasks that could run.
                let hopes = core.queue.is_empty()
                    && core.idle_procs.iter().all(|p| !p.shared.has_work())
                    || core.external_wake_guard_count > 0
                    || sched.detached_calls.load(Ordering::SeqCst) > 0;
                drop(core);
                self.empty_poll_count =
                    if self.wait_for_net() || hopes { 0 } else { self.empty_poll_count + 1 };
                if self.empty_poll_count == MAX_SILENT_NET_WAITS {
                    let mut core = sched.core.lock();
                    let outcome = core.deadlock_outcome();
                    sched.announce_outcome(&mut core, outcome);
                }
                return None;
            }
            core.check_deadlock_when_idle(&sched);
            return self.push_idle_worker(core).then_some(None);
        }
        if sched.clock.is_virtual() {
            drop(core);
            if sched.net.has_waiters() && self.wait_for_net() {
                return None;
            }
            if sched.detached_calls.load(Ordering::SeqCst) > 0
                && self.call_pool.wait_for_late_call(LATE_EVENT_GRACE_PERIOD)
            {
                return None;
            }
            let power = self.rng.below(MAX_TIMER_DELAY.ilog2() + 1);
            let late = self.rng.below(1 << power);
            sched.clock.jump_to(first.saturating_add(Nanos::from(late)));
            return None;
        }
        let left = first.saturating_sub(sched.clock.now());
        self.push_idle_worker(core).then_some(Some(Duration::from_nanos(left)))
    }

    /// Waits for data from the outside world; returns whether any came.
    pub(super) fn wait_for_net(&mut self) -> bool {
        if self.sched.net.has_only_task_events() || self.waits_for_processes() {
            return self.poll_network();
        }
        self.sched
            .net
            .wait_in_poll(LATE_EVENT_GRACE_PERIOD.as_nanos() as Nanos, &mut self.network_ready);
        self.queue_ready_tasks()
    }

    /// Joins the idle workers; returns false if work has arrived before the worker is idle.
    pub(super) fn push_idle_worker(&mut self, mut core: MutexGuard<'_, Core<T>>) -> bool {
        let sched = &*self.sched;
        core.idle_workers.push(self.worker.clone());
        sched.state_changed.notify_all();
        let idle = core.is_running && core.outcome.is_none();
        drop(core);
        sched.spinning.end_spinning();
        sched.spinning.fence_before_recheck();
        let news = sched.global_queue_len.load(Ordering::Relaxed) != 0
            || sched.earliest_deadline() <= sched.clock.now()
            || sched.is_closing.load(Ordering::SeqCst);
        if !(idle && news) {
            return true;
        }
        let mut core = sched.core.lock();
        let Some(at) = core.idle_workers.iter().position(|w| Arc::ptr_eq(w, &self.worker)) else {
            return true;
        };
        core.idle_workers.swap_remove(at);
        sched.spinning.begin_spinning();
        false
    }
}
