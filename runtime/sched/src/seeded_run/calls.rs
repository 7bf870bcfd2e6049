//! Blocking calls of seeded runs: making them, and keeping those that have lost their P.

use super::CALL_TIMEOUT;
use super::SeededWorker;
use crate::gmp::{BlockingCall, Processor, Sched, Task};
use crate::time::clock::Nanos;
use crate::trace::{Kind, QueuePlace};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A blocking call that has lost its P and has not been made yet.
pub(super) struct PendingCall {
    task: u32,
    home_proc: u32,
    call: BlockingCall,
    /// The time at which to make the call, for a call that stands for a pause.
    pub(super) due_time: Nanos,
}

impl<T: Task> SeededWorker<T> {
    /// The task's call takes long: its M continues without P number `home_proc`.
    pub(super) fn continue_without_processor(
        &mut self,
        task: u32,
        home_proc: u32,
        call: BlockingCall,
    ) {
        self.sched.detached_calls.fetch_add(1, Ordering::SeqCst);
        let at = self.sched.clock.now().saturating_add(call.pause_time());
        self.pending_calls.push(PendingCall { task, home_proc, call, due_time: at });
    }

    /// Makes the call of a task that is `Blocked`; returns whether it has ended.
    pub(super) fn make_call(
        &mut self,
        sched: &Arc<Sched<T>>,
        task: u32,
        call: BlockingCall,
    ) -> bool {
        if sched.config.makes_calls_inline {
            call.call();
            return true;
        }
        self.call_pool.make_call(sched, task, call, CALL_TIMEOUT)
    }

    /// Makes a call that has lost its P; then the task gets its old P, any idle one, or goes to the global queue.
    pub(super) fn make_pending_call(
        &mut self,
        PendingCall { task, home_proc, call, .. }: PendingCall,
    ) {
        let sched = self.sched.clone();
        let in_time = match call.pause_time() {
            0 => self.make_call(&sched, task, call),
            _ => {
                call.call();
                true
            }
        };
        sched.detached_calls.fetch_sub(1, Ordering::SeqCst);
        if !in_time {
            return;
        }
        let slot = sched.slab.slot(task);
        let mut core = sched.core.lock();
        let waits = |p: &&mut Box<Processor<T>>| p.parked_task == Some(task);
        if let Some(p) = core.idle_procs.iter_mut().find(waits) {
            slot.state.transition_from_blocked();
            p.parked_task = None;
            p.note_event(Kind::Unblock, task, 0);
            p.note_slice_start(slot, task, self.machine_of(p), false);
            p.running_task = Some(task);
            return;
        }
        let free =
            |p: &Processor<T>| !p.is_held_by_task() && !p.shared.has_work() && self.is_idle(p);
        let idle = |p: &Processor<T>| free(p) && p.id.0 == home_proc;
        let at = core.idle_procs.iter().position(|p| idle(p)).or_else(|| {
            let ids = core.idle_procs.iter().enumerate().filter(|(_, p)| free(p));
            ids.min_by_key(|(_, p)| p.id.0).map(|(at, _)| at)
        });
        let p = at.map(|at| core.idle_procs[at].id.0);
        self.come_back_from_call(task, p);
        match at {
            Some(at) => {
                slot.state.transition_from_blocked();
                let p = &mut core.idle_procs[at];
                p.note_event(Kind::call_return_kind(p.id.0 == home_proc), task, 0);
                p.note_slice_start(slot, task, self.machine_of(p), false);
                p.running_task = Some(task);
            }
            None => {
                sched.note_event(Kind::ReturnQueued, task, QueuePlace::Global.code());
                slot.state.transition_to_queued();
                core.inject_tasks(&[task], &sched);
            }
        }
    }
}
