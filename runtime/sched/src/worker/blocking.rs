//! Blocking calls: the P goes on loan (`processor/loan.rs`), and is taken back by its worker or retaken by another
//! thread.
//!
//! Threads that retake a P (sysmon, stops of the world, the shutdown) hold the scheduler lock and count the call in
//! `Sched::detached_calls`.

use crate::gmp::TaskSlot;
use crate::gmp::{BlockingCall, Core, Processor, ProcessorShared, ProcessorUse, Sched, Task};
use crate::trace::{Kind, QueuePlace, Record};
use crate::worker::{Worker, WorkerAction};
use std::sync::atomic::Ordering;

impl<T: Task> Worker<T> {
    /// Makes the call; returns the processor with which to continue, or the worker's next action.
    pub(crate) fn block(
        &mut self,
        sched: &Sched<T>,
        mut p: Box<Processor<T>>,
        slot: &TaskSlot<T>,
        task: u32,
        call: BlockingCall,
        is_long: bool,
    ) -> Result<Box<Processor<T>>, WorkerAction<T>> {
        slot.state.transition_to_blocked();
        if !p.outgoing_queue.is_empty() {
            sched.flush_outgoing(&p);
        }
        if sched.config.is_driven() {
            return sched.make_driven_call(p, slot, task, call, is_long);
        }
        self.worker_shared.calling_task.store(task + 1, Ordering::Relaxed);
        if !p.policy.feature_switches.handoff {
            call.call();
            self.worker_shared.calling_task.store(0, Ordering::Relaxed);
            slot.state.transition_from_blocked();
            p.note_event(Kind::Unblock, task, 0);
            return Ok(p);
        }
        let home_proc = p.id.0;
        if is_long {
            p.wakeup_pending = false;
            p.note_event(Kind::Handoff, task, 0);
            self.hand_off_processor(p);
            call.call();
            self.worker_shared.calling_task.store(0, Ordering::Relaxed);
            return self.end_blocking_call(slot, task, home_proc);
        }
        // The delayed wake-up must happen now: this processor will not run the task in runnext for a while.
        if std::mem::take(&mut p.wakeup_pending) {
            sched.wake_one_worker();
        }
        p.next_loan_ticket += 1;
        let ticket = p.next_loan_ticket;
        // Do not use `p` here: the box is gone while the call lasts.
        let proc = sched.processor(home_proc).expect("a processor holds its shared part");
        p.use_at_stop = ProcessorUse::InCall { worker: self.worker_shared.number, task };
        proc.loan.begin_loan(p, ticket);
        // A stop of the world that looked here before the loan began will not look again: it waits until the processor
        // is given up.
        let ending = self.sched.is_world_stopping.load(Ordering::SeqCst)
            || sched.is_closing.load(Ordering::SeqCst);
        if ending && let Some(p) = proc.loan.end_loan(ticket) {
            self.hand_off_processor(p);
        }
        call.call();
        self.worker_shared.calling_task.store(0, Ordering::Relaxed);
        match proc.loan.end_loan(ticket) {
            Some(mut p) => {
                p.use_at_stop = ProcessorUse::Idle;
                slot.state.transition_from_blocked();
                p.note_event(Kind::Unblock, task, 0);
                Ok(p)
            }
            None => self.end_blocking_call(slot, task, home_proc),
        }
    }

    fn hand_off_processor(&self, p: Box<Processor<T>>) {
        let core = self.sched.core.lock();
        self.sched.detached_calls.fetch_add(1, Ordering::SeqCst);
        self.sched.release_processor(core, p);
    }

    /// Called when the call has ended and its processor was retaken. Takes the old processor if it is idle, or else any
    /// idle one, or else queues the task globally.
    fn end_blocking_call(
        &self,
        slot: &TaskSlot<T>,
        task: u32,
        home_proc: u32,
    ) -> Result<Box<Processor<T>>, WorkerAction<T>> {
        let sched = &*self.sched;
        let mut core = sched.core.lock();
        sched.detached_calls.fetch_sub(1, Ordering::SeqCst);
        if sched.is_closing.load(Ordering::Relaxed) {
            return Err(WorkerAction::Exit);
        }
        if let Some(at) = core.idle_procs.iter().position(|p| p.id.0 == home_proc) {
            let last = core.idle_procs.len() - 1;
            core.idle_procs.swap(at, last);
        }
        if let Some(mut p) = core.take_idle(sched) {
            drop(core);
            slot.state.transition_from_blocked();
            p.note_event(Kind::ProcStart, Record::NO_TASK, self.worker_shared.number);
            p.note_event(Kind::call_return_kind(p.id.0 == home_proc), task, 0);
            return Ok(p);
        }
        sched.note_event(Kind::ReturnQueued, task, QueuePlace::Global.code());
        slot.state.transition_to_queued();
        core.inject_tasks(&[task], sched);
        if self.pin.task.is_none() {
            core.idle_workers.push(self.worker_shared.clone());
        }
        Err(WorkerAction::Sleep)
    }
}

impl<T: Task> Sched<T> {
    /// Has another thread make the blocking call of `task`; the driver continues with its processor. Calls that are not
    /// long are made here if [they never wait](crate::Config::makes_calls_inline).
    pub(crate) fn make_driven_call(
        &self,
        mut p: Box<Processor<T>>,
        slot: &TaskSlot<T>,
        task: u32,
        call: BlockingCall,
        is_long: bool,
    ) -> Result<Box<Processor<T>>, WorkerAction<T>> {
        if self.config.makes_calls_inline && !is_long {
            call.call();
            slot.state.transition_from_blocked();
            p.note_event(Kind::Unblock, task, 0);
            return Ok(p);
        }
        let Some(threads) = &self.config.blocking_call_threads else {
            unreachable!("the run is driven")
        };
        self.detached_calls.fetch_add(1, Ordering::SeqCst);
        let sched = self.weak_self.upgrade().expect("the caller uses the scheduler");
        threads.start(Box::new(move || {
            call.call();
            drop(call);
            sched.return_from_call(task);
        }));
        p.note_event(Kind::Handoff, task, 0);
        Err(WorkerAction::Find(p))
    }

    /// Queues a task whose blocking call has ended on a thread that is no worker.
    pub(crate) fn return_from_call(&self, task: u32) {
        let mut core = self.core.lock();
        self.detached_calls.fetch_sub(1, Ordering::SeqCst);
        if !self.is_closing.load(Ordering::Relaxed) {
            self.note_event(Kind::ReturnQueued, task, QueuePlace::Global.code());
            self.slab.slot(task).state.transition_to_queued();
            core.inject_tasks(&[task], self);
        }
        drop(core);
        self.wake_one_worker();
    }

    /// Retakes the processor of a blocking call.
    pub(crate) fn retake_processor(&self, proc: &ProcessorShared<T>, ticket: u64) {
        let core = self.core.lock();
        if let Some(mut p) = proc.loan.end_loan(ticket) {
            p.use_at_stop = ProcessorUse::Idle;
            self.note_event(Kind::Retake, Record::NO_TASK, p.id.0);
            self.detached_calls.fetch_add(1, Ordering::SeqCst);
            self.release_processor(core, p);
        }
    }

    /// Retakes all processors on loan: puts them into `Core::stopped_processors` if the world has to stop, otherwise
    /// into the idle list.
    pub(crate) fn collect_loans(&self, core: &mut Core<T>) {
        for proc in self.allp() {
            let ticket = proc.loan.ticket();
            if ticket == 0 {
                continue;
            }
            if let Some(mut p) = proc.loan.end_loan(ticket) {
                self.note_event(Kind::Retake, Record::NO_TASK, p.id.0);
                self.detached_calls.fetch_add(1, Ordering::SeqCst);
                if self.is_world_stopping.load(Ordering::Relaxed) {
                    core.stopped_processors.push(p);
                } else {
                    p.use_at_stop = ProcessorUse::Idle;
                    core.put_idle(p, self);
                }
            }
        }
    }
}
