//! Finding work: the order in which a worker looks for a task, which is Go's (`findRunnable`).
//!
//! In every 61st time slice the global queue comes first. In the other slices the order is: runnext; the local queue;
//! the remote queue; the global queue in batches; the netpoller without waiting; then the other processors, their
//! timers too; then going idle (`go_idle.rs`).

use super::CLOCK_CHECK_INTERVAL;
use crate::gmp::{
    Core, FLAG_EXIT, FLAG_STOP, FLAG_TIMERS, FLAG_YIELD, Processor, ProcessorCx, ProcessorShared,
    ProcessorUse, Sched, Task, TimerOwners,
};
use crate::primitives::loom::sleep;
use crate::processor::ProcId;
use crate::time::clock::{NEVER, Nanos};
use crate::trace::{Kind, QueuePlace, Record};
use crate::worker::{Worker, WorkerAction};
use parking_lot::MutexGuard;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How many times a thief visits all other processors.
const STEAL_ROUNDS: u32 = 4;

/// How long a processor is watched for the beginning of a slice: tasks that communicate with each other have far
/// shorter slices.
const SLICE_WATCH_TIME: Duration = Duration::from_micros(3);

/// How long a spinning worker that has found nothing sleeps, once, if another processor switches tasks fast. The system
/// adds its timer slack, 50 µs on Linux: in all, that is some ten times the cost of waking a sleeping worker. A stop of
/// the world may have to wait for this sleep.
const SPIN_SLEEP: Duration = Duration::from_micros(20);

/// Whether a worker that has no task searches the other processors.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SearchDecision {
    Steal,
    /// There may be a task by now: the worker begins anew.
    Again,
    /// Enough other workers spin.
    Enough,
    /// Stealing is switched off.
    Off,
}

impl<T: Task> Worker<T> {
    /// Finds a task to run, or goes to sleep.
    pub(crate) fn find_runnable(
        &mut self,
        sched: &Arc<Sched<T>>,
        mut p: Box<Processor<T>>,
    ) -> WorkerAction<T> {
        if p.shared.preempt_flag.load(Ordering::Relaxed) != 0 {
            return self.handle_flag(p);
        }
        let first = p.shared.timers.earliest_deadline();
        match first {
            NEVER => self.slices_since_clock_check = 0,
            _ => self.check_timers(&mut p, first),
        }
        if let Some((task, inherits)) = self.take_queued(&mut p) {
            return WorkerAction::Run(p, task, inherits);
        }
        if sched.net.wants_poll()
            && let Some(task) = self.poll_net(&mut p)
        {
            return WorkerAction::Run(p, task, false);
        }
        let now = sched.clock.now();
        let search = self.begin_search(sched, &mut p, now);
        if search == SearchDecision::Again {
            return WorkerAction::Find(p);
        }
        if search == SearchDecision::Steal {
            let procs = sched.procs.load(Ordering::Relaxed);
            for round in 0..STEAL_ROUNDS {
                let asked = p.shared.preempt_flag.load(Ordering::Relaxed) != 0;
                if asked || sched.global_queue_len.load(Ordering::Relaxed) != 0 {
                    return WorkerAction::Find(p);
                }
                if let Some(task) = sched.steal(&mut p, procs, round + 1 == STEAL_ROUNDS) {
                    return WorkerAction::Run(p, task, false);
                }
            }
            if self.end_search(sched, &mut p, procs, now) {
                return WorkerAction::Find(p);
            }
        }
        self.release_and_sleep(p, search == SearchDecision::Enough)
    }

    /// Takes a task from this processor's queues or the global queue. The flag: whether the task continues the time
    /// slice of the previous one.
    #[inline(always)]
    fn take_queued(&mut self, p: &mut Processor<T>) -> Option<(u32, bool)> {
        let shared_first = p.policy.is_global_queue_first(p.shared.tick.load(Ordering::Relaxed));
        if shared_first && !p.shared.remote_queue.is_empty() {
            p.shared.remote_queue.move_to(&mut p.queue);
        }
        if shared_first && self.has_global_work(p) {
            let mut core = self.sched.core.lock();
            core.move_outgoing_to_global(&p.shared, &self.sched);
            let next = core.take_from_global(p, 1, &self.sched);
            drop(core);
            if let Some(task) = next {
                p.note_event(Kind::Tick61, task, 1);
                return Some((task, false));
            }
        }
        if let Some(task) = p.shared.runnext.take_task() {
            p.wakeup_pending = false;
            return Some((task, true));
        }
        if let Some(task) = p.queue.pop() {
            p.count_unrecorded_event(Kind::Local);
            return Some((task, false));
        }
        if !p.shared.remote_queue.is_empty() {
            p.shared.remote_queue.move_to(&mut p.queue);
            if let Some(task) = p.queue.pop() {
                p.count_unrecorded_event(Kind::Local);
                return Some((task, false));
            }
        }
        if self.has_global_work(p) {
            let next = self.sched.core.lock().take_global_batch(p, &self.sched);
            return Some((next?, false));
        }
        None
    }

    /// Called when neither this processor nor the global queue has a task: runs due timers, collects what other
    /// processors have for the global queue, and begins to spin if the worker is to search.
    #[cold]
    fn begin_search(
        &mut self,
        sched: &Arc<Sched<T>>,
        p: &mut Processor<T>,
        now: Nanos,
    ) -> SearchDecision {
        if p.shared.timers.earliest_deadline() <= now {
            ProcessorCx { sched, processor: p }.run_due_timers(TimerOwners::Own, now);
            return SearchDecision::Again;
        }
        if sched.allp().any(|proc| !proc.outgoing_queue.is_empty()) {
            let mut core = sched.core.lock();
            sched.allp().for_each(|proc| core.move_outgoing_to_global(proc, sched));
            return SearchDecision::Again;
        }
        let switches = p.policy.feature_switches;
        if !switches.steal {
            return SearchDecision::Off;
        }
        let procs = sched.procs.load(Ordering::Relaxed);
        let busy = procs.saturating_sub(sched.spinning.idle_processors());
        let may_spin = self.is_spinning || 2 * sched.spinning.spinning_workers() < busy;
        if switches.spin && !may_spin {
            return SearchDecision::Enough;
        }
        if switches.spin && !self.is_spinning {
            self.is_spinning = true;
            p.note_event(Kind::SpinStart, Record::NO_TASK, self.worker_shared.number);
            sched.spinning.begin_spinning();
        }
        SearchDecision::Steal
    }

    /// Called when no other processor has a task to steal: runs the due timers of all, and sleeps for a moment if
    /// others switch tasks fast. Returns whether the worker looks again.
    #[cold]
    fn end_search(
        &mut self,
        sched: &Arc<Sched<T>>,
        p: &mut Processor<T>,
        procs: u32,
        now: Nanos,
    ) -> bool {
        if (ProcessorCx { sched, processor: p }).run_due_timers(TimerOwners::All, now) {
            return true;
        }
        // The worker still counts as spinning meanwhile: if tasks wake each other every 100 ns, each idle moment
        // would otherwise put this worker to sleep, and the next wake would wake it for one task.
        let sleeps = self.is_spinning
            && !std::mem::replace(&mut self.has_slept, true)
            && sched.another_processor_switches_fast(p, procs);
        if sleeps {
            sleep(SPIN_SLEEP);
        }
        sleeps
    }

    /// Reports whether the global queue has a task, or will have one as soon as this processor flushes its outgoing
    /// tasks.
    #[inline]
    fn has_global_work(&self, p: &Processor<T>) -> bool {
        self.sched.global_queue_len.load(Ordering::Relaxed) != 0 || !p.outgoing_queue.is_empty()
    }

    /// Polls the network without waiting.
    pub(super) fn poll_net(&mut self, p: &mut Processor<T>) -> Option<u32> {
        let sched = &*self.sched;
        sched.net.poll(&mut self.ready_tasks);
        let now = sched.clock.now();
        sched.net.note_poll(now);
        p.shared.net_affinity.note_poll(now);
        if self.ready_tasks.is_empty() {
            return None;
        }
        sched.queue_ready_tasks(&mut self.ready_tasks, Some(p))
    }

    pub(super) fn stop_spinning(&mut self) {
        (self.is_spinning, self.has_slept) = (false, false);
        self.sched.spinning.end_spinning();
    }

    /// Runs the timers that are due on this processor. Reading the clock costs as much as a task switch, so it is read
    /// at every eighth slice, after every long slice, and when sysmon's last round says that a timer is due.
    fn check_timers(&mut self, p: &mut Processor<T>, first: u64) {
        self.slices_since_clock_check += 1;
        let due = first <= self.sched.coarse_time.load(Ordering::Relaxed);
        if self.slices_since_clock_check >= CLOCK_CHECK_INTERVAL || due {
            self.slices_since_clock_check = 0;
            let now = self.sched.clock.now();
            if first <= now {
                ProcessorCx { sched: &self.sched, processor: p }
                    .run_due_timers(TimerOwners::Own, now);
            }
        }
    }

    /// Handles the processor's flag: a stop of the world, the end, a request to yield, or due timers.
    #[cold]
    fn handle_flag(&mut self, mut p: Box<Processor<T>>) -> WorkerAction<T> {
        let flag = p.shared.preempt_flag.load(Ordering::SeqCst);
        if flag & (FLAG_STOP | FLAG_EXIT) != 0 {
            match self.give_up_processor(p) {
                Ok(back) => p = back,
                Err(turn) => return turn,
            }
        }
        p.use_at_stop = ProcessorUse::Idle;
        p.shared.preempt_flag.fetch_and(!(FLAG_YIELD | FLAG_TIMERS), Ordering::SeqCst);
        if !p.outgoing_queue.is_empty() {
            self.sched.flush_outgoing(&p);
        }
        // A task in runnext would inherit a time slice that has ended: it goes to the tail of the global queue, like a
        // preempted task.
        if let Some(task) = p.shared.runnext.take_task() {
            p.wakeup_pending = false;
            p.note_moved(&[task], QueuePlace::Global);
            self.sched.inject_tasks(&[task]);
            self.sched.wake_one_worker();
        }
        p.next_tick();
        if flag & FLAG_TIMERS != 0 {
            let now = self.sched.clock.now();
            ProcessorCx { sched: &self.sched, processor: &mut p }
                .run_due_timers(TimerOwners::All, now);
        }
        WorkerAction::Find(p)
    }

    /// Called when the world stops or the run ends: gives the processor up, unless the stop has ended already.
    fn give_up_processor(
        &mut self,
        mut p: Box<Processor<T>>,
    ) -> Result<Box<Processor<T>>, WorkerAction<T>> {
        let spun = self.is_spinning;
        if spun {
            p.note_event(Kind::SpinStop, Record::NO_TASK, self.worker_shared.number);
            self.stop_spinning();
        }
        let mut core = self.sched.core.lock();
        let stopping = self.sched.is_world_stopping.load(Ordering::Relaxed);
        if self.sched.is_closing.load(Ordering::Relaxed) {
            if stopping {
                core.stopped_processors.push(p);
            } else {
                core.put_idle(p, &self.sched);
            }
            self.sched.state_changed.notify_all();
            return Err(WorkerAction::Exit);
        }
        if stopping {
            if p.use_at_stop == ProcessorUse::Idle {
                p.use_at_stop =
                    ProcessorUse::Finding { worker: self.worker_shared.number, spinning: spun };
            }
            core.stopped_processors.push(p);
            self.sched.state_changed.notify_all();
            return Err(self.push_idle_worker(core));
        }
        p.use_at_stop = ProcessorUse::Idle;
        Ok(p)
    }

    /// Joins the idle workers.
    pub(super) fn push_idle_worker(&self, mut core: MutexGuard<'_, Core<T>>) -> WorkerAction<T> {
        if self.sched.is_closing.load(Ordering::Relaxed) {
            return WorkerAction::Exit;
        }
        if self.sched.config.is_driven() {
            return WorkerAction::Sleep;
        }
        core.idle_workers.push(self.worker_shared.clone());
        WorkerAction::Sleep
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
            if p.event_receiver().is_some() {
                tried.push(ProcId(victim));
            }
            if let Some(task) = proc.stealer.steal_half(&mut p.queue) {
                Self::report_theft(p, tried, task);
                p.note_event(Kind::Steal, task, victim);
                p.note_queue_moved();
                return Some(task);
            }
            if let Some(task) = proc.remote_queue.steal_half(&mut p.queue) {
                Self::report_theft(p, tried, task);
                p.note_event(Kind::Steal, task, victim);
                p.note_queue_moved();
                return Some(task);
            }
            if last
                && proc.runnext.is_some()
                && p.policy.may_steal_runnext(|| Self::is_runnext_stuck(proc))
                && let Some(task) = proc.runnext.take_task()
            {
                Self::report_theft(p, tried, task);
                p.note_event(Kind::StealNext, task, victim);
                return Some(task);
            }
        }
        if let Some((watch, id)) = p.event_receiver() {
            watch.report_tried_victims(id, tried);
        }
        None
    }

    /// Reports a theft to the watch: the last of `tried` had tasks.
    #[cold]
    fn report_theft(p: &Processor<T>, mut tried: Vec<ProcId>, first: u32) {
        if let Some((watch, id)) = p.event_receiver() {
            tried.pop();
            watch.report_tried_victims(id, tried);
            p.report_moved(first);
        }
    }

    /// Reports whether the owner leaves the task in its runnext. An owner that begins another slice soon will run that
    /// task itself, and stealing would separate two tasks that communicate with each other.
    fn is_runnext_stuck(proc: &ProcessorShared<T>) -> bool {
        !Self::watch_for_slice_start(proc) && proc.runnext.is_some()
    }

    /// Reports whether another processor, chosen at random, switches tasks fast.
    fn another_processor_switches_fast(&self, p: &mut Processor<T>, procs: u32) -> bool {
        let other = (p.id.0 + 1 + p.policy.rng.below(procs.saturating_sub(1).max(1))) % procs;
        other != p.id.0
            && self.processor(other).is_some_and(|proc| Self::watch_for_slice_start(proc))
    }

    /// Reports whether a processor begins a slice while it is watched.
    fn watch_for_slice_start(proc: &ProcessorShared<T>) -> bool {
        let slices = proc.slice_count.load(Ordering::Relaxed);
        let start = Instant::now();
        while start.elapsed() < SLICE_WATCH_TIME {
            if proc.slice_count.load(Ordering::Relaxed) != slices {
                return true;
            }
            std::hint::spin_loop();
        }
        false
    }
}
