//! The operations of a task during a slice.

use crate::gmp::{BlockingCall, ProcessorCx, Step, Task, TaskSlot};
use crate::task::pin::Pin;
use crate::task::state::ParkResult;
use crate::task::task_ref::TaskRef;
use crate::time::clock::NEVER;
use crate::trace::{Kind, TraceMark};
use std::sync::atomic::{AtomicU32, Ordering};

/// The operations of a task during a slice.
pub struct Cx<'a, T: Task> {
    pub(crate) processor_cx: ProcessorCx<'a, T>,
    pub(crate) current_task: TaskRef,
    pub(crate) slot: &'a TaskSlot<T>,
    pub(crate) pin: &'a mut Pin,
    pub(crate) budget: u32,
    /// How many tasks may still have the slice after this one. Counted down while a timer is started: the worker has to
    /// check the clock from time to time.
    pub(crate) switches_left: u32,
    /// A pinned task that was to run next: the worker runs it, or hands it over.
    pub(crate) next_pinned_task: Option<u32>,
    /// The call with which the slice ends.
    pub(crate) blocking_call: Option<BlockingCall>,
}

/// The reason why a step that blocks has a call.
pub(crate) const MISSING_BLOCKING_CALL: &str = "`Cx::block` stores the call of a step that blocks";

/// The result of an attempt to [switch](Cx::switch).
#[must_use]
pub enum Switch<T> {
    /// Nothing was done: the slice ends with the step.
    Refused,
    /// The task was woken before it had parked: it continues.
    Woken,
    /// The step is done, and this task, which is [admitted](Task::before_slice), has the slice.
    To(*mut T),
    /// The step is done: the slice ends with [`Step::Switched`].
    Over,
}

impl<'a, T: Task> std::ops::Deref for Cx<'a, T> {
    type Target = ProcessorCx<'a, T>;
    fn deref(&self) -> &ProcessorCx<'a, T> {
        &self.processor_cx
    }
}

impl<'a, T: Task> std::ops::DerefMut for Cx<'a, T> {
    fn deref_mut(&mut self) -> &mut ProcessorCx<'a, T> {
        &mut self.processor_cx
    }
}

impl<'a, T: Task> Cx<'a, T> {
    /// The running task.
    #[inline]
    pub fn current_task(&self) -> TaskRef {
        self.current_task
    }

    /// The part of this task that others may reach.
    ///
    /// # Panics
    /// Never panics: the slot of a task that runs is initialised.
    #[inline]
    pub fn shared_data(&self) -> &'a T::Shared {
        self.slot.shared().expect("a task runs in this slot")
    }

    /// Records in the trace that this task's stack has grown to this many bytes.
    #[cold]
    pub fn trace_stack_growth(&mut self, bytes: usize) {
        let task = self.current_task.index();
        self.processor_cx.processor.note_event(
            Kind::StackGrow,
            task,
            u32::try_from(bytes).unwrap_or(u32::MAX),
        );
    }

    /// Records in the trace that the running task emits the message with this number.
    #[cold]
    pub fn trace_message(&mut self, number: u64) {
        let task = self.current_task.index();
        if let Some(lane) = &mut self.processor_cx.processor.trace_lane {
            lane.note_event(Kind::Said, task, 0, TraceMark { object: number, location: 0 });
        }
    }

    /// Takes a call that may block; returns the step with which the slice must end.
    pub fn block(&mut self, call: BlockingCall) -> Step {
        self.blocking_call = Some(call);
        Step::Block
    }

    /// Like [`block`](Self::block), for a call that is known to take long.
    pub fn block_for_long(&mut self, call: BlockingCall) -> Step {
        self.blocking_call = Some(call);
        Step::BlockLong
    }

    /// Reports whether the run is reproducible: one thread drives all processors, as drawn from a seed.
    pub fn is_seeded(&self) -> bool {
        self.processor_cx.sched.config.seed.is_some()
    }

    /// Does what `step` demands, as the worker would at the end of the slice, and gives the rest of the slice to the
    /// task that would run next, without the worker's loop, which takes longer than the switch itself. Refused if the
    /// worker would first check anything else (a flag, the clock, the global queue), or has more to do for the step.
    #[inline(always)]
    pub fn switch(&mut self, step: Step) -> Switch<T> {
        if !matches!(step, Step::Park(_) | Step::Yield | Step::Done) || !self.may_switch() {
            return Switch::Refused;
        }
        let (slot, task, ProcessorCx { sched, processor: p }) =
            (self.slot, self.current_task.index(), &mut self.processor_cx);
        match step {
            Step::Park(reason) => {
                slot.note_park(reason, sched.coarse_time.load(Ordering::Relaxed));
                if slot.state.transition_to_parked() == ParkResult::WokenMeanwhile {
                    return Switch::Woken;
                }
            }
            Step::Yield => {
                slot.state.transition_to_queued();
                p.queue_yielded_task(task, sched);
                sched.wake_one_worker();
            }
            // SAFETY: the task is the running one, and was admitted; it ends here.
            _ => unsafe { self.processor_cx.retire_task(slot, task) },
        }
        self.begin_next_task()
    }

    /// Gives the slice to the task in runnext, or to the head of the local queue, unless a thief takes it first.
    #[inline(always)]
    fn begin_next_task(&mut self) -> Switch<T> {
        let ProcessorCx { sched, processor: p } = &mut self.processor_cx;
        let next = match p.shared.runnext.take_task() {
            Some(next) => {
                p.wakeup_pending = false;
                next
            }
            None => {
                let Some(next) = p.queue.pop() else { return Switch::Over };
                if p.next_tick_is_global_first() {
                    self.switches_left = 0;
                }
                next
            }
        };
        let slot = sched.slab.slot(next);
        if slot.pinned_worker.load(Ordering::Relaxed) != 0 {
            self.next_pinned_task = Some(next);
            return Switch::Over;
        }
        self.current_task = TaskRef::from_parts(next, slot.state.transition_to_running());
        self.slot = slot;
        p.count_slice();
        T::before_slice(&mut self.processor_cx, self.current_task);
        Switch::To(slot.task_place())
    }

    /// Reports whether a worker would run a task of this processor next.
    #[inline]
    fn may_switch(&mut self) -> bool {
        let p = &*self.processor_cx.processor;
        if self.switches_left == 0
            || !p.shared.runnext.is_some() && p.queue.is_empty()
            || p.shared.preempt_flag.load(Ordering::Relaxed) != 0
            || self.pin.task.is_some()
        {
            return false;
        }
        let first = p.shared.timers.earliest_deadline();
        if first != NEVER {
            self.switches_left -= 1;
            return first > self.processor_cx.sched.coarse_time.load(Ordering::Relaxed);
        }
        true
    }

    /// How much a task may do between two checks of [`preempt_flag`](Self::preempt_flag). At the end of a budget a task
    /// calls [`should_yield`](ProcessorCx::should_yield).
    #[inline]
    pub fn budget(&self) -> u32 {
        self.budget
    }

    /// Non-zero when the task is asked to return [`Step::Preempted`]: by sysmon, or to stop the world. The reference
    /// can be kept and polled for the length of the slice.
    #[inline]
    pub fn preempt_flag(&self) -> &AtomicU32 {
        &self.processor_cx.processor.shared.preempt_flag
    }

    /// Keeps this task on its thread, and all others away from it (`runtime.LockOSThread`). Calls
    /// nest.
    pub fn lock_thread(&mut self) {
        if !self.processor_cx.sched.config.is_driven() {
            self.pin.lock(self.slot, self.current_task.index());
        }
    }

    /// Undoes one [`lock_thread`](Self::lock_thread).
    pub fn unlock_thread(&mut self) {
        if !self.processor_cx.sched.config.is_driven() {
            self.pin.unlock(self.slot);
        }
    }
}
