//! The scheduler with parking switched off (`--without park`): a parked task keeps its worker and its processor, as in
//! a naive scheduler. When every P is kept, the events that could wake one of the tasks find no P to run on: a deadlock
//! that Go would not have.

use crate::gmp::TaskSlot;
use crate::gmp::{
    Core, FLAG_STOP, FLAG_YIELD, Processor, ProcessorCx, ProcessorUse, Sched, Task, TimerOwners,
};
use crate::processor::ProcId;
use crate::task::state::Phase;
use crate::trace::{Kind, Record};
use crate::worker::{Worker, WorkerAction};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How long a silent network, in ns, counts as a reason to wait while other tasks could run but have no processor: they
/// may be the other ends of the connections.
const MAX_NET_SILENCE: u64 = 1_000_000_000;

impl<T: Task> Worker<T> {
    /// Waits with the processor until the task is woken.
    #[cold]
    pub(super) fn wait_with_processor(
        &mut self,
        mut p: Box<Processor<T>>,
        slot: &TaskSlot<T>,
        task: u32,
    ) -> WorkerAction<T> {
        let sched = self.sched.clone();
        p.note_event(Kind::Kept, Record::NO_TASK, self.worker_shared.number);
        if !p.outgoing_queue.is_empty() {
            sched.flush_outgoing(&p);
        }
        self.offer_runnext(&mut p);
        sched.record_kept_processor(task, p.id);
        let mut last = sched.clock.now();
        // The end of a time slice does not count: the task keeps worker and processor even if sysmon asks it to yield.
        let is_free =
            |p: &Processor<T>| p.shared.preempt_flag.load(Ordering::Relaxed) & !FLAG_YIELD == 0;
        while slot.state.read().0 == Phase::Parked && is_free(&p) {
            let now = sched.clock.now();
            let busy = self.poll_while_keeping_processor(&mut p, task, now);
            if busy {
                last = now;
                self.offer_runnext(&mut p);
            } else if sched.still_keeps_or_deadlock(
                task,
                p.id,
                now.saturating_sub(last) > MAX_NET_SILENCE,
            ) {
                std::thread::sleep(Duration::from_micros(50));
            } else {
                break;
            }
        }
        sched.release_kept_processor(task, p.id);
        if p.shared.preempt_flag.load(Ordering::Relaxed) & FLAG_STOP != 0 {
            p.use_at_stop = ProcessorUse::Kept { worker: self.worker_shared.number, task };
        }
        self.action_after_slice(p)
    }

    /// Runs due timers, also of processors that are out of use, and polls the network. Returns whether a timer was due
    /// or the network had an event.
    fn poll_while_keeping_processor(&mut self, p: &mut Processor<T>, task: u32, now: u64) -> bool {
        let sched = self.sched.clone();
        let procs = sched.procs.load(Ordering::Relaxed) as usize;
        let run = || std::iter::once(&p.shared).chain(sched.allp().skip(procs));
        if !run().any(|proc| proc.timers.earliest_deadline() <= now) && !sched.net.wants_poll() {
            return false;
        }
        // A task that is woken here is neither parked nor queued for a moment: that state must not be mistaken for a
        // deadlock.
        sched.release_kept_processor(task, p.id);
        let mut on = ProcessorCx { sched: &sched, processor: p };
        let mut busy = on.run_due_timers(TimerOwners::Own, now);
        busy |= on.run_due_timers(TimerOwners::OutOfUse, now);
        if let Some(task) = self.poll_net(p) {
            p.push(task, &sched);
            busy = true;
        }
        sched.record_kept_after_pause(task, p.id);
        busy
    }

    /// Moves the task in runnext to a queue where thieves find it: this processor runs nothing for a while.
    fn offer_runnext(&self, p: &mut Processor<T>) {
        p.wakeup_pending = false;
        if let Some(next) = p.shared.runnext.take_task() {
            let place = p.push_place();
            p.note_moved(&[next], place);
            p.push(next, &self.sched);
        }
        self.sched.wake_one_worker();
    }
}

impl<T: Task> Sched<T> {
    /// Records that `task` keeps processor `p`. If the task kept another processor before (the task was woken there,
    /// and then stolen), that processor becomes free.
    pub(crate) fn record_kept_processor(&self, task: u32, p: ProcId) {
        let mut core = self.core.lock();
        core.parked_with_p.retain(|(other, _)| *other != task);
        core.parked_with_p.push((task, p));
    }

    /// Like [`record_kept_processor`](Self::record_kept_processor), after a pause; does nothing if the task has begun
    /// to keep another processor since.
    pub(crate) fn record_kept_after_pause(&self, task: u32, p: ProcId) {
        let mut core = self.core.lock();
        if core.parked_with_p.iter().all(|(other, _)| *other != task) {
            core.parked_with_p.push((task, p));
        }
    }

    /// Records that `task` no longer keeps `p`.
    pub(crate) fn release_kept_processor(&self, task: u32, p: ProcId) {
        self.core.lock().parked_with_p.retain(|kept| *kept != (task, p));
    }

    /// Reports whether `task` still keeps `p`. Ends the run with a deadlock if all processors are kept by parked tasks,
    /// or idle, and no other event can wake one of these tasks.
    pub(crate) fn still_keeps_or_deadlock(&self, task: u32, p: ProcId, quiet: bool) -> bool {
        let mut core = self.core.lock();
        let stuck = self.all_processors_kept_or_idle(&core);
        let hope = core.external_wake_guard_count > 0
            || self.detached_calls.load(Ordering::SeqCst) > 0
            || core.awaits_timer(self)
            || self.net.has_waiters() && !(quiet && core.queue.len() + self.queued_tasks() > 0)
            || !core.is_running;
        if stuck && !hope {
            let outcome = core.deadlock_outcome();
            self.announce_outcome(&mut core, outcome);
        }
        core.parked_with_p.contains(&(task, p))
    }

    /// Reports whether each processor is kept by a parked task, or idle with no task that it could run.
    fn all_processors_kept_or_idle(&self, core: &Core<T>) -> bool {
        let procs = self.procs.load(Ordering::SeqCst) as usize;
        let idle = core.idle_procs.len();
        // A worker whose task was woken will notice, and its processor is then free for queued tasks.
        let asleep = |kept: &(u32, _)| self.slab.slot(kept.0).state.read().0 == Phase::Parked;
        if core.parked_with_p.len() + idle != procs || !core.parked_with_p.iter().all(asleep) {
            return false;
        }
        let has_work = core.idle_procs.iter().any(|p| p.shared.has_work());
        idle == 0 || !has_work && core.queue.is_empty() && !self.has_stealable_work()
    }
}
