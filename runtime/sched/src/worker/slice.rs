//! The loop of a worker, and the slice: a worker resumes a task until it yields, parks, blocks, is preempted or ends,
//! and acts on the outcome.

use super::CLOCK_CHECK_INTERVAL;
use crate::gmp::TaskSlot;
use crate::gmp::cx::MISSING_BLOCKING_CALL;
use crate::gmp::{
    Assignment, BlockingCall, Cx, FLAG_STOP, Processor, ProcessorCx, ProcessorUse, Sched, Step,
    Task, WorkerShared,
};
use crate::task::pin::{FROZEN, Pin};
use crate::task::state::ParkResult;
use crate::task::task_ref::TaskRef;
use crate::time::clock::NEVER;
use crate::trace::{Kind, Record};
use crate::worker::{Worker, WorkerAction};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The result of a slice.
struct SliceResult {
    outcome: Step,
    /// A task to which the last one has [switched](Cx::switch) and which is pinned to another worker.
    next_pinned_task: Option<u32>,
    /// The blocking call that the task gave to [`Cx::block`], if the step is one.
    blocking_call: Option<BlockingCall>,
}

impl<T: Task> Worker<T> {
    pub(crate) fn new(sched: Arc<Sched<T>>, me: Arc<WorkerShared<T>>) -> Self {
        let pin = Pin::new(me.number);
        let (spinning, has_slept) = (false, false);
        Self {
            sched,
            worker_shared: me,
            is_spinning: spinning,
            has_slept,
            pin,
            slices_since_clock_check: 0,
            ready_tasks: Vec::new(),
        }
    }

    /// Performs actions until the scheduler shuts down.
    pub(crate) fn run(&mut self) {
        // One counted reference for the whole run: a slice must not touch the count.
        let sched = self.sched.clone();
        let mut turn = WorkerAction::Sleep;
        loop {
            turn = match turn {
                WorkerAction::Run(p, task, inherits) => self.execute(&sched, p, task, inherits),
                WorkerAction::Find(p) => {
                    if p.event_receiver().is_some() {
                        self.wait_for_turn(&p);
                    }
                    self.find_runnable(&sched, p)
                }
                WorkerAction::Sleep => {
                    self.note_sleep();
                    let assignment = self.worker_shared.parker.park();
                    self.accept(assignment)
                }
                WorkerAction::Exit => return,
            };
        }
    }

    /// Called while decisions are watched: if the scheduler is paused, waits until this decision may be made.
    #[cold]
    fn wait_for_turn(&self, p: &Processor<T>) {
        let pace = &self.sched.pause_state;
        if pace.is_paused() {
            pace.wait_for_turn(self.worker_shared.number, || {
                p.shared.preempt_flag.load(Ordering::Relaxed) != 0
            });
        }
    }

    fn note_sleep(&self) {
        let me = self.worker_shared.number;
        if self.sched.pause_state.is_paused() {
            self.sched.pause_state.leave_turn(me);
        }
        self.sched.note_event(Kind::ThreadIdle, Record::NO_TASK, me);
    }

    /// Begins the turn for which the worker was woken.
    fn accept(&mut self, assignment: Assignment<T>) -> WorkerAction<T> {
        let me = self.worker_shared.number;
        self.sched.note_event(Kind::ThreadWake, Record::NO_TASK, me);
        match assignment {
            Assignment::Processor { processor: mut p, spinning } => {
                self.is_spinning = spinning;
                p.note_event(Kind::ProcStart, Record::NO_TASK, me);
                if spinning {
                    p.note_event(Kind::SpinStart, Record::NO_TASK, me);
                }
                WorkerAction::Find(p)
            }
            Assignment::Pinned { processor: mut p, task } => {
                p.note_event(Kind::ProcStart, Record::NO_TASK, me);
                WorkerAction::Run(p, task, false)
            }
            Assignment::Exit => WorkerAction::Exit,
        }
    }

    /// Runs one slice of `task` (more than one if no other task waits) and acts on the outcome.
    pub(crate) fn execute(
        &mut self,
        sched: &Arc<Sched<T>>,
        mut p: Box<Processor<T>>,
        mut task: u32,
        mut inherits: bool,
    ) -> WorkerAction<T> {
        if self.is_spinning {
            p.note_event(Kind::SpinStop, task, self.worker_shared.number);
            self.stop_spinning();
            // A spinning worker has found work: there may be more, so another worker starts to spin.
            sched.wake_one_worker();
        }
        let mut slot = sched.slab.slot(task);
        let pin = slot.pinned_worker.load(Ordering::Relaxed);
        if pin != 0 && pin != self.pin.worker {
            return self.pass_on_frozen_or_pinned(p, task, pin);
        }
        let mut me = TaskRef::from_parts(task, slot.state.transition_to_running());
        if !inherits {
            p.next_tick();
        }
        loop {
            p.count_slice();
            T::before_slice(&mut ProcessorCx { sched, processor: &mut p }, me);
            p.note_slice_start(slot, task, self.pin.worker - 1, inherits);
            inherits = false;
            let (budget, switches) = (p.policy.budget(), self.switch_limit(&p));
            let mut cx = Cx {
                processor_cx: ProcessorCx { sched, processor: &mut p },
                current_task: me,
                slot,
                pin: &mut self.pin,
                budget,
                switches_left: switches,
                next_pinned_task: None,
                blocking_call: None,
            };
            // SAFETY: this worker moved the state to `Running`, and the task was admitted: no other thread looks at it.
            let outcome = unsafe { T::resume(slot.task_place(), &mut cx) };
            let Cx {
                current_task: last, switches_left, next_pinned_task: next, blocking_call, ..
            } = cx;
            self.slices_since_clock_check += switches - switches_left;
            if last != me {
                (me, task) = (last, last.index());
                slot = sched.slab.slot(task);
            }
            let result = SliceResult { outcome, next_pinned_task: next, blocking_call };
            match self.apply_slice_result(sched, p, slot, task, result) {
                Ok(back) => p = back,
                Err(turn) => return turn,
            }
        }
    }

    /// Acts on the outcome of a slice: the task has another slice at once, or the worker has its next turn.
    #[inline(always)]
    fn apply_slice_result(
        &mut self,
        sched: &Arc<Sched<T>>,
        mut p: Box<Processor<T>>,
        slot: &TaskSlot<T>,
        task: u32,
        SliceResult { outcome: step, next_pinned_task: next, blocking_call }: SliceResult,
    ) -> Result<Box<Processor<T>>, WorkerAction<T>> {
        p.note_slice_end(slot, task, step);
        match step {
            Step::Switched => {
                return Err(match next {
                    Some(next) => WorkerAction::Run(p, next, true),
                    None => self.action_after_slice(p),
                });
            }
            Step::Park(reason) => {
                slot.note_park(reason, sched.coarse_time.load(Ordering::Relaxed));
                match slot.state.transition_to_parked() {
                    ParkResult::Asleep if p.policy.feature_switches.park => {
                        return Err(self.action_after_slice(p));
                    }
                    ParkResult::Asleep => return Err(self.wait_with_processor(p, slot, task)),
                    ParkResult::WokenMeanwhile => p.note_event(Kind::Unpark, task, 0),
                }
            }
            Step::Yield if self.would_yield_to_itself(&p) => {
                // The task would go to the global queue and come straight back: continue it without the lock.
                self.slices_since_clock_check += 1;
                p.next_tick();
            }
            Step::Yield => return Err(self.requeue_yielded(p, slot, task)),
            Step::Preempted if p.shared.preempt_flag.load(Ordering::Relaxed) == FLAG_STOP => {
                self.requeue_stopped(&mut p, slot, task);
                return Err(self.action_after_slice(p));
            }
            Step::Preempted | Step::Pause => {
                self.slices_since_clock_check = CLOCK_CHECK_INTERVAL;
                return Err(self.requeue_yielded(p, slot, task));
            }
            Step::Done => {
                // SAFETY: this worker moved the state to `Running`, and admitted the task.
                unsafe { ProcessorCx { sched, processor: &mut p }.retire_task(slot, task) };
                if self.pin.clear() {
                    slot.pinned_worker.store(0, Ordering::Relaxed);
                }
                return Err(self.action_after_slice(p));
            }
            Step::Block | Step::BlockLong => {
                let call = blocking_call.expect(MISSING_BLOCKING_CALL);
                let is_long = step == Step::BlockLong;
                let back = self.block(sched, p, slot, task, call, is_long);
                p = back.and_then(|back| self.continue_unless_frozen(back, slot, task))?;
            }
        }
        if p.shared.preempt_flag.load(Ordering::Relaxed) != 0 {
            p.note_event_at_place(Kind::Displaced, task, Processor::push_place);
            p.use_at_stop = ProcessorUse::Running { worker: self.worker_shared.number, task };
            slot.state.transition_to_queued();
            p.push(task, sched);
            return Err(self.action_after_slice(p));
        }
        Ok(p)
    }

    /// How many further tasks may have the slice before the worker itself looks for the next task: none if the worker
    /// would look into the global queue first, or if events are recorded, which happens slice by slice.
    #[inline]
    fn switch_limit(&self, p: &Processor<T>) -> u32 {
        if p.is_untraced_with_runnext()
            && p.policy.feature_switches.park
            && !p.is_global_queue_first()
        {
            CLOCK_CHECK_INTERVAL.saturating_sub(self.slices_since_clock_check)
        } else {
            0
        }
    }

    /// Queues a task that was interrupted only because the world stops: afterwards the task continues on this
    /// processor.
    fn requeue_stopped(&self, p: &mut Processor<T>, slot: &TaskSlot<T>, task: u32) {
        slot.state.transition_to_queued();
        p.use_at_stop = ProcessorUse::Running { worker: self.worker_shared.number, task };
        if p.policy.feature_switches.runnext && !p.shared.runnext.is_some() {
            p.shared.runnext.replace_task(task);
        } else {
            p.push(task, &self.sched);
        }
    }

    /// The action after a slice; a pinned worker has nothing to do until its task runs again.
    pub(super) fn action_after_slice(&mut self, p: Box<Processor<T>>) -> WorkerAction<T> {
        if self.pin.task.is_none() {
            return WorkerAction::Find(p);
        }
        self.sched.release_processor(self.sched.core.lock(), p);
        WorkerAction::Sleep
    }

    /// Reports whether a task that yields would be the next task to run on this processor, and neither the clock nor
    /// the network must be checked before.
    #[inline]
    fn would_yield_to_itself(&self, p: &Processor<T>) -> bool {
        let sched = &*self.sched;
        let looks = p.shared.timers.earliest_deadline() != NEVER
            || sched.net.wants_poll()
            || sched.config.is_driven();
        (self.slices_since_clock_check < CLOCK_CHECK_INTERVAL || !looks)
            && self.sched.global_queue_len.load(Ordering::Relaxed) == 0
            && p.has_no_queued_tasks()
            && p.outgoing_queue.is_empty()
            && !p.shared.runnext.is_some()
            && p.shared.preempt_flag.load(Ordering::Relaxed) == 0
    }

    /// Queues a yielding task: the task goes to the tail of the global queue, through the tasks that this processor
    /// collects for it. If there is nothing local to run, the collected tasks go there now, and the head of that queue
    /// is next, in the same critical section.
    fn requeue_yielded(
        &mut self,
        mut p: Box<Processor<T>>,
        slot: &TaskSlot<T>,
        task: u32,
    ) -> WorkerAction<T> {
        slot.state.transition_to_queued();
        let sched = &*self.sched;
        let alone =
            self.pin.task.is_none() && p.has_no_queued_tasks() && !p.shared.runnext.is_some();
        if !alone {
            p.queue_yielded_task(task, sched);
            sched.wake_one_worker();
            return self.action_after_slice(p);
        }
        let mut core = sched.core.lock();
        core.move_outgoing_to_global(&p.shared, sched);
        core.inject_tasks(&[task], sched);
        let at_once = p.shared.preempt_flag.load(Ordering::Relaxed) == 0
            && self.slices_since_clock_check < CLOCK_CHECK_INTERVAL;
        if !at_once {
            let more = core.queue.len() > 1;
            drop(core);
            if more {
                sched.wake_one_worker();
            }
            return self.action_after_slice(p);
        }
        self.slices_since_clock_check += 1;
        let next = core.take_global_batch(&mut p, sched).expect("the task has just been queued");
        let more = !core.queue.is_empty();
        drop(core);
        if more {
            sched.wake_one_worker();
        }
        WorkerAction::Run(p, next, false)
    }

    /// Handles a task that is frozen, or pinned to another worker, which then gets the task and the processor.
    #[cold]
    fn pass_on_frozen_or_pinned(
        &mut self,
        mut p: Box<Processor<T>>,
        task: u32,
        pin: u32,
    ) -> WorkerAction<T> {
        if pin & FROZEN != 0 {
            return self.set_aside_frozen(p, task);
        }
        let core = self.sched.core.lock();
        if self.sched.is_closing.load(Ordering::Relaxed) {
            // The worker to which the task is pinned may have ended.
            self.sched.release_processor(core, p);
            return WorkerAction::Exit;
        }
        let owner = core.threads.iter().find(|(member, _)| member.number + 1 == pin);
        let owner = owner.map(|(member, _)| member.clone());
        let owner = owner.expect("a worker outlives the task that is pinned to it");
        p.note_event(Kind::Pinned, task, owner.number);
        owner.parker.assign(Assignment::Pinned { processor: p, task });
        self.push_idle_worker(core)
    }
}
