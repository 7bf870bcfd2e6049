//! Finding work: the order in which a worker looks for a task, which is Go's (`findRunnable`).
//!
//! In every 61st time slice the global queue comes first. Otherwise: runnext; the local queue; the remote queue; the
//! global queue in batches; the netpoller without waiting; then stealing (`steal.rs`), then going idle
//! (`rest.rs`).

use super::CHECK_CLOCK_EVERY;
use crate::gmp::{
    Core, FLAG_EXIT, FLAG_STOP, FLAG_TIMERS, FLAG_YIELD, OnP, Processor, StoppedUse, Task,
};
use crate::time::clock::NEVER;
use crate::trace::{Kind, QueuePlace, Record};
use crate::worker::{Worker, WorkerAction};
use parking_lot::MutexGuard;
use std::sync::atomic::Ordering;

impl<T: Task> Worker<T> {
    /// Finds a task to run, or goes to sleep.
    pub(crate) fn find_runnable(&mut self, mut p: Box<Processor<T>>) -> WorkerAction<T> {
        if p.shared.flag.load(Ordering::Relaxed) != 0 {
            return self.handle_flag(p);
        }
        let first = p.shared.timers.earliest();
        match first {
            NEVER => self.slices_since_clock = 0,
            _ => self.check_timers(&mut p, first),
        }
        let shared_first = p.policy.global_first(p.shared.tick.load(Ordering::Relaxed));
        if shared_first && !p.shared.remote_queue.is_empty() {
            p.shared.remote_queue.move_to(&mut p.queue);
        }
        if shared_first && self.has_global(&p) {
            let mut core = self.sched.core.lock();
            core.collect(&p.shared, &self.sched);
            let next = core.take_some(&mut p, 1, &self.sched);
            drop(core);
            if let Some(task) = next {
                p.note(Kind::Tick61, task, 1);
                return self.found(p, task, false);
            }
        }
        if let Some(task) = p.shared.take_next() {
            p.wakeup_pending = false;
            return self.found(p, task, true);
        }
        if let Some(task) = p.queue.pop() {
            p.count_only(Kind::Local);
            return self.found(p, task, false);
        }
        if !p.shared.remote_queue.is_empty() {
            p.shared.remote_queue.move_to(&mut p.queue);
            if let Some(task) = p.queue.pop() {
                p.count_only(Kind::Local);
                return self.found(p, task, false);
            }
        }
        if self.has_global(&p) {
            let next = self.sched.core.lock().take_batch(&mut p, &self.sched);
            if let Some(task) = next {
                return self.found(p, task, false);
            }
        }
        if self.sched.net.wants_poll()
            && let Some(task) = self.poll_net(&mut p)
        {
            return self.found(p, task, false);
        }
        self.search(p)
    }

    /// Reports whether the global queue has a task, or will have one as soon as this processor flushes its outgoing
    /// tasks.
    #[inline]
    fn has_global(&self, p: &Processor<T>) -> bool {
        self.sched.global.load(Ordering::Relaxed) != 0 || !p.outgoing.is_empty()
    }

    /// Polls the network without waiting.
    pub(super) fn poll_net(&mut self, p: &mut Processor<T>) -> Option<u32> {
        let sched = &*self.sched;
        sched.net.poll(&mut self.ready);
        let now = sched.clock.now();
        sched.net.note_poll(now);
        p.shared.net_affinity.note_poll(now);
        if self.ready.is_empty() {
            return None;
        }
        sched.ready_list(&mut self.ready, Some(p))
    }

    #[inline]
    pub(super) fn found(
        &mut self,
        mut p: Box<Processor<T>>,
        task: u32,
        inherits: bool,
    ) -> WorkerAction<T> {
        if self.spinning {
            p.note(Kind::SpinStop, task, self.me.number);
            self.stop_spinning();
            // A spinning worker has found work: there may be more, so another worker starts to spin.
            self.sched.wake_one();
        }
        WorkerAction::Run(p, task, inherits)
    }

    pub(super) fn stop_spinning(&mut self) {
        (self.spinning, self.has_slept) = (false, false);
        self.sched.spinning.end();
    }

    /// Runs the timers that are due on this processor. Reading the clock costs as much as a task switch, so it is read
    /// at every eighth slice, after every long slice, and when sysmon's last round says that a timer is due.
    fn check_timers(&mut self, p: &mut Processor<T>, first: u64) {
        self.slices_since_clock += 1;
        let due = first <= self.sched.coarse_time.load(Ordering::Relaxed);
        if self.slices_since_clock >= CHECK_CLOCK_EVERY || due {
            self.slices_since_clock = 0;
            let now = self.sched.clock.now();
            if first <= now {
                let proc = p.shared.clone();
                proc.timers.run_due(now, &mut OnP { sched: &self.sched, p });
            }
        }
    }

    /// Handles the processor's flag: a stop of the world, the end, a request to yield, or due timers.
    #[cold]
    fn handle_flag(&mut self, mut p: Box<Processor<T>>) -> WorkerAction<T> {
        let flag = p.shared.flag.load(Ordering::SeqCst);
        if flag & (FLAG_STOP | FLAG_EXIT) != 0 {
            match self.give_up(p) {
                Ok(back) => p = back,
                Err(turn) => return turn,
            }
        }
        p.use_at_stop = StoppedUse::Idle;
        p.shared.flag.fetch_and(!(FLAG_YIELD | FLAG_TIMERS), Ordering::SeqCst);
        if !p.outgoing.is_empty() {
            self.sched.flush(&p);
        }
        // A task in runnext would inherit a time slice that has ended: it goes to the tail of the global queue, like a
        // preempted task.
        if let Some(task) = p.shared.take_next() {
            p.wakeup_pending = false;
            p.note_moved(&[task], QueuePlace::Global);
            self.sched.inject(&[task]);
            self.sched.wake_one();
        }
        p.next_tick();
        if flag & FLAG_TIMERS != 0 {
            Self::run_all_timers(&self.sched, &mut p, self.sched.clock.now());
        }
        WorkerAction::Find(p)
    }

    /// Called when the world stops or the run ends: gives the processor up, unless the stop has ended already.
    fn give_up(&mut self, mut p: Box<Processor<T>>) -> Result<Box<Processor<T>>, WorkerAction<T>> {
        let spun = self.spinning;
        if spun {
            p.note(Kind::SpinStop, Record::NO_TASK, self.me.number);
            self.stop_spinning();
        }
        let mut core = self.sched.core.lock();
        let stopping = self.sched.stopping.load(Ordering::Relaxed);
        if self.sched.closing.load(Ordering::Relaxed) {
            if stopping {
                core.held.push(p);
            } else {
                core.put_idle(p, &self.sched);
            }
            self.sched.changed.notify_all();
            return Err(WorkerAction::Exit);
        }
        if stopping {
            if p.use_at_stop == StoppedUse::Idle {
                p.use_at_stop = StoppedUse::Finding { worker: self.me.number, spinning: spun };
            }
            core.held.push(p);
            self.sched.changed.notify_all();
            return Err(self.push_idle_worker(core));
        }
        p.use_at_stop = StoppedUse::Idle;
        Ok(p)
    }

    /// Joins the idle workers.
    pub(super) fn push_idle_worker(&self, mut core: MutexGuard<'_, Core<T>>) -> WorkerAction<T> {
        if self.sched.closing.load(Ordering::Relaxed) {
            return WorkerAction::Exit;
        }
        if self.sched.config.is_driven() {
            return WorkerAction::Sleep;
        }
        core.idle_workers.push(self.me.clone());
        WorkerAction::Sleep
    }
}
