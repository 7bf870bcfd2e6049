//! One step of a processor.

use super::SeededWorker;
use super::exploration::EXPLORED_BUDGET;
use crate::gmp::TaskSlot;
use crate::gmp::cx::MISSING_BLOCKING_CALL;
use crate::gmp::{BlockingCall, Cx, Processor, ProcessorCx, Sched, Step, Task, TimerOwners};
use crate::task::pin::{FROZEN, Pin};
use crate::task::state::ParkResult;
use crate::task::task_ref::TaskRef;
use crate::time::clock::Nanos;
use crate::trace::{Kind, QueuePlace, Record};
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl<T: Task> SeededWorker<T> {
    /// Runs one step of a processor: its due timers, then a slice of a task.
    pub(super) fn run_step(&mut self, mut p: Box<Processor<T>>) -> Box<Processor<T>> {
        let sched = self.sched.clone();
        let now = sched.clock.now();
        if self.is_idle(&p) {
            // An idle processor acts only because a timer is due.
            self.start_machine(&mut p, true);
        }
        let is_due = p.shared.timers.earliest_deadline() <= now;
        if is_due && (!p.is_held_by_task() || self.rng.below(2) == 0) {
            ProcessorCx { sched: &sched, processor: &mut p }.run_due_timers(TimerOwners::Own, now);
        }
        ProcessorCx { sched: &sched, processor: &mut p }.run_due_timers(TimerOwners::OutOfUse, now);
        p.wakeup_pending = false;
        if sched.config.chooser.is_some() {
            self.run_chosen_slice(&mut p);
            return p;
        }
        if p.parked_task.is_some() {
            return p;
        }
        let task = match p.running_task.take() {
            Some(task) if self.is_frozen(task) => {
                sched.slab.slot(task).state.transition_to_queued();
                sched.set_aside_frozen(task);
                return p;
            }
            Some(task) => task,
            None => match self.find_task(&mut p) {
                Some((task, _)) if self.is_frozen(task) => {
                    sched.set_aside_frozen(task);
                    return p;
                }
                Some((task, inherits)) => {
                    self.end_search(&mut p);
                    sched.slab.slot(task).state.transition_to_running();
                    if !inherits {
                        p.next_tick();
                    }
                    self.begin_time_slice(&p, inherits);
                    p.count_slice();
                    let worker = self.machine_of(&p);
                    p.note_slice_start(sched.slab.slot(task), task, worker, inherits);
                    task
                }
                None => {
                    self.make_machine_idle(&mut p);
                    return p;
                }
            },
        };
        self.run_slice(&sched, &mut p, task);
        p.wakeup_pending = false;
        p
    }

    fn is_frozen(&self, task: u32) -> bool {
        self.sched.slab.slot(task).pinned_worker.load(Ordering::Relaxed) & FROZEN != 0
    }

    /// The task that the processor runs next, in the order of `Worker::find_runnable`. The flag: whether the task
    /// continues the time slice of the previous one.
    pub(super) fn find_task(&mut self, p: &mut Processor<T>) -> Option<(u32, bool)> {
        let sched = self.sched.clone();
        if p.policy.feature_switches.preempt && self.is_slice_expired(&sched, p, 0) {
            sched.note_event(Kind::PreemptAsk, Record::NO_TASK, p.id.0);
            self.end_time_slice(p);
        }
        if p.policy.is_global_queue_first(p.shared.tick.load(Ordering::Relaxed))
            && let Some(task) = sched.core.lock().take_from_global(p, 1, &sched)
        {
            p.note_event(Kind::Tick61, task, 1);
            return Some((task, false));
        }
        if let Some(task) = p.shared.runnext.take_task() {
            return Some((task, true));
        }
        if let Some(task) = p.queue.pop() {
            p.count_unrecorded_event(Kind::Local);
            return Some((task, false));
        }
        if let Some(task) = sched.core.lock().take_global_batch(p, &sched) {
            return Some((task, false));
        }
        if sched.feature_switches.get().steal && self.may_search(p) {
            let procs = sched.procs.load(Ordering::Relaxed);
            for last in [false, true] {
                if let Some(task) = sched.steal(p, procs, last) {
                    return Some((task, false));
                }
            }
        }
        None
    }

    /// The M of the P that is about to run a task; without Ms the number of the P.
    pub(super) fn machine_of(&self, p: &Processor<T>) -> u32 {
        self.machines.as_ref().and_then(|machines| machines.machine_of(p.id.0)).unwrap_or(p.id.0)
    }

    /// Begins a time slice, or inherits the rest of one.
    fn begin_time_slice(&mut self, p: &Processor<T>, inherits: bool) {
        let Some(machines) = &mut self.machines else { return };
        if !inherits {
            return machines.begin_slice(p.id.0);
        }
        if let Some((watch, id)) = p.event_receiver() {
            let quantum = self.sched.quantum.load(Ordering::Relaxed);
            watch.note_slice_left(id, quantum.saturating_sub(machines.add_slice_time(p.id.0, 0)));
        }
    }

    /// Ends the time slice: the task that would inherit it goes to the tail of the global queue, as in
    /// `Worker::handle_flag`.
    fn end_time_slice(&mut self, p: &mut Processor<T>) {
        if let Some(task) = p.shared.runnext.take_task() {
            p.note_event(Kind::Preempted, task, QueuePlace::Global.code());
            self.sched.inject_tasks(&[task]);
        }
        p.next_tick();
        if let Some(machines) = &mut self.machines {
            machines.begin_slice(p.id.0);
        }
    }

    /// Reports whether the time slice has passed, after the task has run for `budget`.
    fn is_slice_expired(&mut self, sched: &Sched<T>, p: &Processor<T>, budget: u32) -> bool {
        let Some(machines) = &mut self.machines else { return false };
        machines.add_slice_time(p.id.0, Nanos::from(budget))
            >= sched.quantum.load(Ordering::Relaxed)
    }

    /// How much a task does in its next slice.
    pub(super) fn draw_budget(&mut self) -> u32 {
        if self.sched.config.chooser.is_some() {
            return EXPLORED_BUDGET;
        }
        let high = 1 << self.rng.below(self.schedule_parameters.longest_slice_log2 + 1);
        self.schedule_parameters.shortest_slice + high + self.rng.below(high)
    }

    /// Runs the task, which is `Running`, for one slice, and acts on the outcome.
    pub(super) fn run_slice(&mut self, sched: &Arc<Sched<T>>, p: &mut Processor<T>, task: u32) {
        let slot = sched.slab.slot(task);
        let me = TaskRef::from_parts(task, slot.state.read().1);
        let budget = self.draw_budget();
        let mut pin = self.task_pins.remove(&task).unwrap_or_else(|| Pin::new(self.worker.number));
        T::before_slice(&mut ProcessorCx { sched, processor: p }, me);
        let on = ProcessorCx { sched, processor: p };
        let mut cx = Cx {
            processor_cx: on,
            current_task: me,
            slot,
            pin: &mut pin,
            budget,
            switches_left: 0,
            next_pinned_task: None,
            blocking_call: None,
        };
        // SAFETY: this worker, the only one, moved the state to `Running`, and the task was admitted.
        let step = unsafe { T::resume(slot.task_place(), &mut cx) };
        let call = cx.blocking_call;
        if pin.task.is_some() && !matches!(step, Step::Done) {
            self.task_pins.insert(task, pin);
        }
        if let Some(chooser) = &sched.config.chooser {
            Self::notify_chooser(&**chooser, me, step);
        }
        let side_by_side =
            self.machines.as_ref().map_or(1, |machines| machines.busy_count().max(1));
        let chooser = sched.config.chooser.as_deref();
        let passed = chooser.map_or(budget, |chooser| self.slice_time(chooser));
        sched.clock.advance(Nanos::from(passed) / side_by_side as Nanos);
        let slice_expired = self.is_slice_expired(sched, p, budget);
        if !matches!(step, Step::Pause | Step::Preempted) {
            p.note_slice_end(slot, task, step);
        }
        match step {
            Step::Pause | Step::Preempted => self.end_slice_mid_code(p, slot, task, slice_expired),
            Step::Park(reason) => {
                slot.note_park(reason, sched.clock.now());
                self.park(p, slot, task);
            }
            Step::Switched => unreachable!("under a seed a slice runs one task"),
            Step::Yield => {
                slot.state.transition_to_queued();
                sched.inject_tasks(&[task]);
            }
            Step::Done => {
                // SAFETY: this worker moved the state to `Running`, and admitted the task.
                unsafe { ProcessorCx { sched, processor: p }.retire_task(slot, task) };
                slot.pinned_worker.store(0, Ordering::Relaxed);
            }
            Step::Block => {
                let call = call.expect(MISSING_BLOCKING_CALL);
                slot.state.transition_to_blocked();
                self.block(sched, p, slot, task, call);
            }
            Step::BlockLong => {
                let call = call.expect(MISSING_BLOCKING_CALL);
                if p.policy.feature_switches.handoff {
                    p.note_event(Kind::Handoff, task, 0);
                    self.leave_processor_for_call(p.id.0, task);
                } else {
                    p.parked_task = Some(task);
                }
                slot.state.transition_to_blocked();
                self.continue_without_processor(task, p.id.0, call);
            }
        }
    }

    /// Parks the task.
    fn park(&self, p: &mut Processor<T>, slot: &TaskSlot<T>, task: u32) {
        match slot.state.transition_to_parked() {
            ParkResult::Asleep if !p.policy.feature_switches.park => {
                p.note_event(Kind::Kept, Record::NO_TASK, p.id.0);
                p.parked_task = Some(task);
            }
            ParkResult::Asleep => {}
            ParkResult::WokenMeanwhile => {
                p.note_event(Kind::Unpark, task, 0);
                p.note_slice_start(slot, task, self.machine_of(p), false);
                self.keep_running(p, slot, task);
            }
        }
    }

    /// Makes the task's blocking call: now, or, if the draw takes its P away, later.
    fn block(
        &mut self,
        sched: &Arc<Sched<T>>,
        p: &mut Processor<T>,
        slot: &TaskSlot<T>,
        task: u32,
        call: BlockingCall,
    ) {
        let chosen = sched.config.chooser.is_some();
        if p.policy.feature_switches.handoff
            && !chosen
            && self.rng.below(self.schedule_parameters.retake_odds) == 0
        {
            sched.note_event(Kind::Retake, Record::NO_TASK, p.id.0);
            self.leave_processor_for_call(p.id.0, task);
            self.continue_without_processor(task, p.id.0, call);
        } else if self.make_call(sched, task, call) {
            slot.state.transition_from_blocked();
            p.note_event(Kind::Unblock, task, 0);
            p.note_slice_start(slot, task, self.machine_of(p), false);
            self.keep_running(p, slot, task);
        }
    }

    /// Ends a slice in the middle of the task's code: the task stays with its P, or is preempted.
    pub(super) fn end_slice_mid_code(
        &mut self,
        p: &mut Processor<T>,
        slot: &TaskSlot<T>,
        task: u32,
        slice_expired: bool,
    ) {
        if self.sched.config.chooser.is_some() {
            slot.state.transition_to_queued();
            self.runnable_tasks.push_back((task, self.sched.clock.now()));
            return;
        }
        let mut drawn = || {
            self.machines.is_none() && self.rng.below(self.schedule_parameters.preempt_odds) == 0
        };
        if p.policy.feature_switches.preempt && (slice_expired || drawn()) {
            if slice_expired {
                self.sched.note_event(Kind::PreemptAsk, Record::NO_TASK, p.id.0);
            }
            p.note_slice_end(slot, task, Step::Preempted);
            slot.state.transition_to_queued();
            self.sched.inject_tasks(&[task]);
            if slice_expired {
                self.end_time_slice(p);
            }
        } else {
            self.keep_running(p, slot, task);
        }
    }

    /// Keeps the task on this processor, unless the processor has another task meanwhile.
    pub(super) fn keep_running(&self, p: &mut Processor<T>, slot: &TaskSlot<T>, task: u32) {
        if p.is_held_by_task() {
            p.note_event(Kind::Displaced, task, QueuePlace::Global.code());
            slot.state.transition_to_queued();
            self.sched.inject_tasks(&[task]);
        } else {
            p.running_task = Some(task);
        }
    }
}
