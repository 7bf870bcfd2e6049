//! Going idle: the worker gives its processor back, looks for work once more, and sleeps: in the poller if no other
//! worker does, else until it is assigned a processor.

use crate::gmp::{Processor, ProcessorCx, Sched, Task, TimerOwners};
use crate::task::task_ref::TaskRef;
use crate::time::clock::{NEVER, Nanos};
use crate::trace::{Kind, Record};
use crate::worker::{Worker, WorkerAction};
use std::sync::atomic::Ordering;

/// How many milliseconds the sleeper polls the network before a virtual clock jumps.
const POLLS_BEFORE_CLOCK_JUMP: u32 = 5;

impl<T: Task> Worker<T> {
    /// Gives the processor back, looks once more, and sleeps. `enough`: this worker has not searched, because enough
    /// other workers spin.
    pub(super) fn release_and_sleep(
        &mut self,
        mut p: Box<Processor<T>>,
        enough: bool,
    ) -> WorkerAction<T> {
        let sched = self.sched.clone();
        let mut core = sched.core.lock();
        if p.shared.preempt_flag.load(Ordering::Relaxed) != 0 {
            return WorkerAction::Find(p);
        }
        if let Some(task) = core.take_global_batch(&mut p, &sched) {
            drop(core);
            return WorkerAction::Run(p, task, false);
        }
        p.wakeup_pending = false;
        if self.is_spinning {
            p.note_event(Kind::SpinStop, Record::NO_TASK, self.worker_shared.number);
        }
        p.note_event(Kind::ProcIdle, Record::NO_TASK, self.worker_shared.number);
        let watch = p.trace_lane.as_ref().and_then(|lane| lane.event_receiver.clone());
        core.put_idle(p, &sched);
        core.check_deadlock(&sched);
        drop(core);
        if let Some((watch, p)) = watch {
            watch.report_idle(p, self.worker_shared.number, enough);
        }
        if self.is_spinning {
            self.stop_spinning();
        }
        if sched.config.is_driven() {
            return WorkerAction::Sleep;
        }
        sched.spinning.fence_before_recheck();
        if sched.has_stealable_work() {
            // If the condition of an `if let` took the scheduler lock, the lock would be held through the block, in
            // which timers run.
            let free = sched.core.lock().take_available_processor(&sched);
            if let Some((p, spinning)) = free {
                self.is_spinning = spinning;
                return self.begin_spinning_with(p);
            }
        }
        self.sleep_in_poll()
    }

    /// Sleeps until the next timer or network event, unless another worker does; else until it is assigned a processor.
    fn sleep_in_poll(&mut self) -> WorkerAction<T> {
        let sched = self.sched.clone();
        let first = sched.earliest_deadline();
        if (first == NEVER && !sched.net.has_waiters()) || !sched.poll_sleeper.claim(first) {
            return self.push_idle_worker(sched.core.lock());
        }
        // A shutdown wakes the sleeper, but may have done so before this worker became it.
        if sched.is_closing.load(Ordering::SeqCst) {
            sched.poll_sleeper.release();
            return self.push_idle_worker(sched.core.lock());
        }
        let mut ready = std::mem::take(&mut self.ready_tasks);
        self.worker_shared.in_poll.store(true, Ordering::Relaxed);
        let now = sched.sleep_as_poller(NEVER, &mut ready);
        self.worker_shared.in_poll.store(false, Ordering::Relaxed);
        let taken = sched.core.lock().take_available_processor(&sched);
        let Some((mut p, spinning)) = taken else {
            // All processors are busy, and check timers and network by themselves.
            sched.queue_ready_tasks(&mut ready, None);
            self.ready_tasks = ready;
            return self.push_idle_worker(sched.core.lock());
        };
        p.shared.net_affinity.note_poll(now);
        self.is_spinning = spinning;
        let task = sched.queue_ready_tasks(&mut ready, Some(&mut p));
        self.ready_tasks = ready;
        match task {
            Some(task) => {
                if spinning {
                    p.note_event(Kind::SpinStart, Record::NO_TASK, self.worker_shared.number);
                }
                WorkerAction::Run(p, task, false)
            }
            None => self.begin_spinning_with(p),
        }
    }

    fn begin_spinning_with(&mut self, mut p: Box<Processor<T>>) -> WorkerAction<T> {
        p.note_event(Kind::ProcStart, Record::NO_TASK, self.worker_shared.number);
        if self.sched.feature_switches.get().spin {
            p.note_event(Kind::SpinStart, Record::NO_TASK, self.worker_shared.number);
            if !std::mem::replace(&mut self.is_spinning, true) {
                self.sched.spinning.begin_spinning();
            }
        }
        let now = self.sched.clock.now();
        ProcessorCx { sched: &self.sched, processor: &mut p }.run_due_timers(TimerOwners::All, now);
        WorkerAction::Find(p)
    }
}

impl<T: Task> Sched<T> {
    /// Sleeps as the poll sleeper. Adds the tasks that become runnable to `ready`; returns the time at the end of the
    /// sleep, which comes at `deadline` at the latest.
    pub(crate) fn sleep_as_poller(&self, deadline: Nanos, ready: &mut Vec<TaskRef>) -> Nanos {
        // A clock that jumps must not overtake data that has already been sent; nor should it jump to a timer that no
        // task waits for, again and again if that is a ticker.
        let looks = std::cell::Cell::new(0);
        let quiet = || {
            looks.set(looks.get() + 1);
            let heard = !self.net.has_waiters() || looks.get() > POLLS_BEFORE_CLOCK_JUMP;
            let quiet = heard
                && self.are_all_processors_idle()
                && self.detached_calls.load(Ordering::SeqCst) == 0;
            quiet && self.clock.is_virtual() && self.find_awaited_timer().is_some()
        };
        // The earliest deadline is read again here: from now on a task that starts an earlier timer wakes the sleeper.
        let until = self.earliest_deadline().min(deadline);
        self.poll_sleeper.sleep(until, &*self.clock, &self.net, quiet, ready);
        let now = self.clock.now();
        self.coarse_time.store(now, Ordering::Relaxed);
        self.net.note_poll(now);
        now
    }
}
