//! The operations of code that holds a P: tasks (through `Cx`) and timer callbacks.

use crate::gmp::{Handle, Processor, RunOutcome, Sched, Task, TaskSlot};
use crate::primitives::loom::sleep;
use crate::primitives::rng::Rng;
use crate::processor::ProcId;
use crate::task::state::WakeResult;
use crate::task::task_ref::{TaskRef, TaskStatus};
use crate::time::clock::Nanos;
use crate::trace::{Kind, TraceMark};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How long the thread that has ended a run leaves its core to the thread of [`Scheduler::run`](crate::Scheduler::run):
/// most processes exit within that time.
const CORE_YIELD_TIME: Duration = Duration::from_micros(500);

/// The operations of code that runs on a P: tasks, through [`Cx`], and timer callbacks.
pub struct ProcessorCx<'a, T: Task> {
    pub(crate) sched: &'a Arc<Sched<T>>,
    pub(crate) processor: &'a mut Processor<T>,
}

/// A caller that looks up tasks and wakes them. A trait because loom models have a substitute for the processor.
pub trait PeerWaker {
    /// A task whose slot has been looked up, so that waking it needs no second look-up.
    type Peer: Copy;

    /// Looks up a task.
    ///
    /// # Panics
    /// If there is no slot for `task`.
    fn peer(&self, task: TaskRef) -> Self::Peer;

    /// Makes a task runnable if it is parked: it is next in turn.
    fn wake_peer(&mut self, peer: Self::Peer);
}

/// The [`PeerWaker::Peer`] of a processor: a task's slot.
pub struct Peer<'a, T: Task> {
    slot: &'a TaskSlot<T>,
    task: TaskRef,
}

impl<T: Task> Clone for Peer<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Task> Copy for Peer<'_, T> {}

impl<'a, T: Task> Peer<'a, T> {
    /// The shared part of the task's slot.
    ///
    /// # Panics
    /// Never panics: the slot was in use when it was looked up.
    #[inline]
    pub fn shared(self) -> &'a T::Shared {
        self.slot.shared().expect("a slot stays initialised")
    }
}

impl<'a, T: Task> PeerWaker for ProcessorCx<'a, T> {
    type Peer = Peer<'a, T>;

    #[inline]
    fn peer(&self, task: TaskRef) -> Peer<'a, T> {
        let slot = self.sched.slab.get(task.index());
        Peer { slot: slot.expect("`task` has a slot in this scheduler"), task }
    }

    #[inline]
    fn wake_peer(&mut self, Peer { slot, task }: Peer<'a, T>) {
        if slot.state.wake(task.generation()) == WakeResult::Enqueue {
            if self.processor.is_untraced_with_runnext() && !self.processor.shared.runnext.is_some()
            {
                self.processor.shared.runnext.replace_task(task.index());
                self.processor.wakeup_pending = true;
            } else {
                self.wake_slow(task.index());
            }
        }
    }
}

/// The state of a processor's generator of random numbers: see [`ProcessorCx::rng_state`].
#[derive(Clone, Debug)]
pub struct RngState(Rng);

impl<'a, T: Task> ProcessorCx<'a, T> {
    /// Reports whether any processor has had a timer since the scheduler was made.
    pub fn has_had_timers(&self) -> bool {
        self.sched.allp().any(|proc| !proc.timers.is_unused())
    }

    /// Returns a copy of the processor's generator of random numbers.
    pub fn rng_state(&self) -> RngState {
        RngState(self.processor.policy.rng.clone())
    }

    /// Sets the processor's generator to a state that [`Self::dice`] has returned in another run of the same seed.
    pub fn set_rng_state(&mut self, dice: &RngState) {
        self.processor.policy.rng = dice.0.clone();
    }

    /// The local data of the P on which this code runs.
    #[inline]
    pub fn local_data(&mut self) -> &mut T::Local {
        &mut self.processor.local_data
    }

    /// This processor's number.
    pub fn proc(&self) -> ProcId {
        self.processor.id
    }

    /// Starts a task: it runs next on this processor, unless an idle processor takes it.
    #[inline(always)]
    pub fn spawn(&mut self, task: T) -> TaskRef {
        let index = self
            .processor
            .free_slots
            .pop()
            .unwrap_or_else(|| self.processor.refill_free_slots(self.sched));
        let slot = self.sched.slab.slot(index);
        self.processor.note_create(index, || task.start_mark());
        // SAFETY: the number came off this processor's free list.
        let generation = unsafe { slot.fill_slot(task) };
        self.processor.shared.count_spawned();
        self.processor.make_runnable(index, self.sched);
        TaskRef::from_parts(index, generation)
    }

    /// Wakes a task: if it was parked, it runs next on this processor.
    #[inline]
    pub fn wake(&mut self, task: TaskRef) {
        if let Some(slot) = self.sched.slab.get(task.index()) {
            self.wake_peer(Peer { slot, task });
        }
    }

    /// The rest of `wake_peer`: out of line and in tail position, so that the common case saves no registers.
    #[inline(never)]
    fn wake_slow(&mut self, index: u32) {
        self.processor.note_event_at_place(Kind::Wake, index, Processor::ready_place);
        self.processor.make_runnable(index, self.sched);
    }

    /// Wakes a task: it runs next on this processor, but after tasks that this function has woken before.
    pub fn wake_in_order(&mut self, task: TaskRef) {
        if let Some(slot) = self.sched.slab.get(task.index())
            && slot.state.wake(task.generation()) == WakeResult::Enqueue
        {
            if self.processor.shared.runnext.is_some() {
                self.processor.note_event_at_place(Kind::Wake, task.index(), Processor::push_place);
                self.processor.push(task.index(), self.sched);
                self.sched.wake_one_worker();
            } else {
                self.processor.note_event_at_place(
                    Kind::Wake,
                    task.index(),
                    Processor::ready_place,
                );
                self.processor.make_runnable(task.index(), self.sched);
            }
        }
    }

    /// The shared part of a task's slot.
    ///
    /// # Panics
    /// If `task` has no slot in this scheduler.
    #[inline]
    pub fn shared(&self, task: TaskRef) -> &'a T::Shared {
        self.peer(task).shared()
    }

    /// The task's present status; `None` once the task has ended.
    pub fn status(&self, task: TaskRef) -> Option<TaskStatus> {
        self.sched.status(task)
    }

    /// The present time of the scheduler's clock.
    pub fn now(&self) -> Nanos {
        self.sched.clock.now()
    }

    /// Reports whether events are recorded, and not only counted.
    #[inline]
    pub fn is_traced(&self) -> bool {
        self.processor.trace_lane.as_ref().is_some_and(|lane| lane.keeps_records())
    }

    /// Records in the trace that an object was made on which tasks may wait; without an object, records the place at
    /// which the next task is made.
    pub fn trace_object_made(&mut self, mark: TraceMark) {
        self.processor.note_object_made(mark);
    }

    /// Returns a random number below `n` from the processor's generator, for the order in which a select tries its
    /// cases.
    #[inline]
    pub fn random(&mut self, n: u32) -> u32 {
        self.processor.policy.rng.below(n)
    }

    /// Returns one of `n` values if a [`Chooser`](crate::Chooser) makes the scheduler's random choices.
    #[inline]
    pub fn explored_choice(&mut self, n: u32) -> Option<u32> {
        self.sched.config.chooser.as_ref().map(|chooser| chooser.choose_value(n))
    }

    /// Called at the end of a budget: returns whether the task has to return [`Step::Preempted`](crate::Step) (or to
    /// stop for the collector); if not, wakes a worker for work that was stored without a wake-up.
    #[inline]
    pub fn should_yield(&mut self) -> bool {
        if self.processor.shared.preempt_flag.load(Ordering::Relaxed) != 0 {
            return true;
        }
        if !self.processor.outgoing_queue.is_empty() {
            self.sched.flush_outgoing(self.processor);
        }
        if self.processor.wakeup_pending {
            self.processor.wakeup_pending = false;
            self.sched.wake_one_worker();
        }
        self.is_timer_late() || self.has_unserved_work() || self.is_driven_too_long()
    }

    /// Reports whether work has waited for a whole budget although a worker was woken for it. A spinning worker finds
    /// work within some µs, so the operating system has no core for that worker: then the waiting work runs here first,
    /// rather than at the end of a time slice.
    fn has_unserved_work(&mut self) -> bool {
        let sched = self.sched;
        let waits = self.processor.shared.has_queued_tasks()
            || sched.global_queue_len.load(Ordering::Relaxed) != 0;
        let left = waits
            && sched.spinning.spinning_workers() != 0
            && sched.feature_switches.get().preempt
            && sched.config.seed.is_none();
        std::mem::replace(&mut self.processor.had_unserved_work, left) && left
    }

    /// Reports whether the task of a driven run has used up its time slice while other tasks wait, or the deadline of
    /// the drive has passed.
    fn is_driven_too_long(&self) -> bool {
        let (sched, proc) = (self.sched, &self.processor.shared);
        if !sched.config.is_driven() {
            return false;
        }
        if sched.is_drive_overdue() {
            return true;
        }
        if !proc.has_work() && sched.global_queue_len.load(Ordering::Relaxed) == 0 {
            return false;
        }
        let (now, tick) = (sched.clock.now(), proc.tick.load(Ordering::Relaxed));
        if proc.seen_tick.swap(tick, Ordering::Relaxed) != tick {
            proc.tick_seen_since.store(now, Ordering::Relaxed);
        }
        let ran = now.saturating_sub(proc.tick_seen_since.load(Ordering::Relaxed));
        sched.feature_switches.get().preempt && ran >= sched.quantum.load(Ordering::Relaxed)
    }

    /// Retires the task of `slot`, which has ended.
    ///
    /// # Safety
    /// The slot is in phase `Running`, and admitted; nothing refers to it.
    pub(crate) unsafe fn retire_task(&mut self, slot: &TaskSlot<T>, task: u32) {
        // SAFETY: the caller's promise; the number goes to this processor's free list.
        unsafe {
            slot.task().retire(self);
            slot.clear_slot();
        }
        self.processor.shared.count_ended();
        self.processor.keep_free_slot(task, self.sched);
    }

    /// Returns a handle for code without a P.
    pub fn handle(&self) -> Handle<T> {
        Handle::of(self.sched)
    }

    /// Ends [`Scheduler::run`](crate::Scheduler::run) with `outcome`; tasks continue until the scheduler is dropped.
    pub fn finish(&mut self, outcome: RunOutcome) {
        self.sched.finish(outcome);
        // The thread of `run` has slept, and all cores may be running tasks: leave this core to that thread.
        if self.sched.config.chooser.is_none() && !self.sched.config.is_driven() {
            sleep(CORE_YIELD_TIME);
        }
    }

    /// Returns how many tasks exist.
    pub fn live_tasks(&self) -> u64 {
        self.sched.live_tasks()
    }

    /// Reports whether other tasks are ready on this processor.
    pub fn has_other_tasks(&self) -> bool {
        self.processor.shared.has_work()
    }

    /// Reports whether busy waiting makes sense: other processors run tasks, and this one has nothing else to run.
    pub fn may_spin(&self) -> bool {
        let busy =
            self.sched.spinning.idle_processors() + self.sched.spinning.spinning_workers() + 1;
        (self.procs() as u32) > busy && !self.processor.shared.has_work()
    }

    /// Sets the limit on threads and returns the previous one; a limit below the number of threads ends the run.
    pub fn set_max_threads(&mut self, limit: usize) -> usize {
        let core = self.sched.core.lock();
        let before = self.sched.max_threads.swap(limit, Ordering::Relaxed);
        let living = core.threads.iter().filter(|(m, _)| !m.has_exited()).count();
        drop(core);
        if living > limit {
            self.sched.finish(RunOutcome::NoThread { limit: Some(limit) });
        }
        before
    }

    /// Returns how many processors there are.
    pub fn procs(&self) -> usize {
        self.sched.procs.load(Ordering::Relaxed) as usize
    }
}
