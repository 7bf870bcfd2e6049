//! What code that holds a P can do: tasks (through `Cx`) and timer callbacks.

use crate::gmp::{Handle, Outcome, Processor, Sched, Task, TaskSlot};
use crate::primitives::loom::nap;
use crate::processor::ProcId;
use crate::task::state::Wake;
use crate::task::task_ref::{TaskRef, TaskStatus};
use crate::time::clock::{NEVER, Nanos};
use crate::trace::{Kind, Mark};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How long the thread that has ended a run leaves its core to the thread of [`Scheduler::run`](crate::Scheduler::run):
/// most processes are over by then.
const AFTERWARDS: Duration = Duration::from_micros(500);

/// What code that runs on a processor can do: tasks, by way of [`Cx`], and timer callbacks.
pub struct OnP<'a, T: Task> {
    pub(crate) sched: &'a Arc<Sched<T>>,
    pub(crate) p: &'a mut Processor<T>,
}

/// A task that was looked up, so that to wake it takes no second look.
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
    /// The shared part of its slot.
    ///
    /// # Panics
    /// Never: the slot was in use when it was looked up.
    #[inline]
    pub fn shared(self) -> &'a T::Shared {
        self.slot.shared().expect("a slot stays initialised")
    }
}

impl<'a, T: Task> OnP<'a, T> {
    /// Whether a timer waits, on any processor.
    pub fn has_timers(&self) -> bool {
        self.sched.earliest() != NEVER
    }

    /// The processor's local data.
    #[inline]
    pub fn local(&mut self) -> &mut T::Local {
        &mut self.p.local
    }

    /// Which processor it is.
    pub fn proc(&self) -> ProcId {
        self.p.id
    }

    /// Starts a task: it runs next here, unless an idle processor takes it.
    #[inline(always)]
    pub fn spawn(&mut self, task: T) -> TaskRef {
        let index = self.p.free.pop().unwrap_or_else(|| self.p.refill_free(self.sched));
        let slot = self.sched.slab.slot(index);
        self.p.note_create(index, || task.beginning());
        // SAFETY: the number came off this processor's free list.
        let generation = unsafe { slot.put(task) };
        self.p.shared.count_spawned();
        self.p.ready(index, self.sched);
        TaskRef::from_parts(index, generation)
    }

    /// Wakes a task: if it was parked it runs next here.
    #[inline]
    pub fn wake(&mut self, task: TaskRef) {
        if let Some(slot) = self.sched.slab.get(task.index()) {
            self.wake_peer(Peer { slot, task });
        }
    }

    /// The same for a task that was looked up.
    #[inline]
    pub fn wake_peer(&mut self, Peer { slot, task }: Peer<'_, T>) {
        if slot.state.wake(task.generation()) == Wake::Enqueue {
            if self.p.is_plain() && !self.p.shared.has_next() {
                self.p.shared.put_next(task.index());
                self.p.wakeup_pending = true;
            } else {
                self.wake_noted(task.index());
            }
        }
    }

    /// Looks a task up.
    ///
    /// # Panics
    /// If `task` is of no slot of this scheduler.
    #[inline]
    pub fn peer(&self, task: TaskRef) -> Peer<'a, T> {
        let slot = self.sched.slab.get(task.index());
        Peer { slot: slot.expect("a task of this scheduler"), task }
    }

    /// The rest of `wake`: out of line, and last there, so that the common case saves no registers.
    #[inline(never)]
    fn wake_noted(&mut self, index: u32) {
        self.p.note_placed(Kind::Wake, index, Processor::place_of_ready);
        self.p.ready(index, self.sched);
    }

    /// Wakes a task: it runs next here, but behind those woken so before it.
    pub fn wake_in_order(&mut self, task: TaskRef) {
        if let Some(slot) = self.sched.slab.get(task.index())
            && slot.state.wake(task.generation()) == Wake::Enqueue
        {
            if self.p.shared.has_next() {
                self.p.note_placed(Kind::Wake, task.index(), Processor::place_of_push);
                self.p.push(task.index(), self.sched);
                self.sched.wake_one();
            } else {
                self.p.note_placed(Kind::Wake, task.index(), Processor::place_of_ready);
                self.p.ready(task.index(), self.sched);
            }
        }
    }

    /// The shared part of a task's slot.
    ///
    /// # Panics
    /// If `task` is of no slot of this scheduler.
    #[inline]
    pub fn shared(&self, task: TaskRef) -> &'a T::Shared {
        self.peer(task).shared()
    }

    /// What a task does just now; `None` once it has ended.
    pub fn status(&self, task: TaskRef) -> Option<TaskStatus> {
        self.sched.status(task)
    }

    /// The time.
    pub fn now(&self) -> Nanos {
        self.sched.clock.now()
    }

    /// Whether events are recorded, and not only counted.
    #[inline]
    pub fn is_traced(&self) -> bool {
        self.p.lane.as_ref().is_some_and(|lane| lane.keeps())
    }

    /// For a trace: something that tasks may wait for was made; without an object, the place that the next task is made
    /// at.
    pub fn trace_made(&mut self, mark: Mark) {
        self.p.note_made(mark);
    }

    /// A random number below `n`, from the processor's generator: the order in which a select looks at its cases.
    #[inline]
    pub fn random(&mut self, n: u32) -> u32 {
        self.p.policy.rng.below(n)
    }

    /// One of `n` values, where a [`Chooser`](crate::Chooser) says what is left to chance.
    #[inline]
    pub fn chosen(&mut self, n: u32) -> Option<u32> {
        self.sched.config.chooser.as_ref().map(|chooser| chooser.value(n))
    }

    /// Wakes a worker for work that was stored without a wake-up: to be called about once a budget by a task that
    /// goes on.
    #[inline]
    pub fn poll(&mut self) {
        if !self.p.outgoing.is_empty() {
            self.sched.flush(self.p);
        }
        if self.p.wakeup_pending {
            self.p.wakeup_pending = false;
            self.sched.wake_one();
        }
    }

    /// Whether something has waited for a whole budget although a worker was woken for it. A spinning worker finds it
    /// within some µs, so the OS has no core for it: then what waits runs here first, and not at the end of a time
    /// slice.
    pub(crate) fn is_left_waiting(&mut self) -> bool {
        let sched = self.sched;
        let waits = self.p.shared.has_queued() || sched.global.load(Ordering::Relaxed) != 0;
        let left = waits
            && sched.spinning.count() != 0
            && sched.switches.get().preempt
            && sched.config.seed.is_none();
        std::mem::replace(&mut self.p.left_waiting, left) && left
    }

    /// The task of `slot` has ended.
    ///
    /// # Safety
    /// It is in phase `Running`, and admitted; nothing refers to it.
    pub(crate) unsafe fn retire(&mut self, slot: &TaskSlot<T>, task: u32) {
        // SAFETY: the caller's promise; the number goes to this processor's free list.
        unsafe {
            slot.task().retire(self);
            slot.empty();
        }
        self.p.shared.count_ended();
        self.p.keep_free(task, self.sched);
    }

    /// A handle for code without a P.
    pub fn handle(&self) -> Handle<T> {
        Handle::of(self.sched)
    }

    /// Ends [`Scheduler::run`](crate::Scheduler::run) with `outcome`; tasks go on until the
    /// scheduler is dropped.
    pub fn finish(&mut self, outcome: Outcome) {
        self.sched.finish(outcome);
        // That thread has slept, and all cores may run tasks: it gets this one.
        if self.sched.config.chooser.is_none() {
            nap(AFTERWARDS);
        }
    }

    /// How many tasks exist.
    pub fn live(&self) -> u64 {
        self.sched.live()
    }

    /// Whether other tasks are ready on this processor.
    pub fn has_others(&self) -> bool {
        self.p.shared.has_work()
    }

    /// Whether waiting by looking again and again makes sense: other processors run tasks, and this one has nothing
    /// else to do.
    pub fn may_spin(&self) -> bool {
        let busy = self.sched.spinning.idle() + self.sched.spinning.count() + 1;
        (self.procs() as u32) > busy && !self.p.shared.has_work()
    }

    /// Changes how many threads there may be, and says how many it were; too many already ends the run.
    pub fn set_max_threads(&mut self, limit: usize) -> usize {
        let core = self.sched.core.lock();
        let before = self.sched.max_threads.swap(limit, Ordering::Relaxed);
        let living = core.threads.iter().filter(|(m, _)| !m.has_exited()).count();
        drop(core);
        if living > limit {
            self.sched.finish(Outcome::NoThread { limit: Some(limit) });
        }
        before
    }

    /// How many processors there are.
    pub fn procs(&self) -> usize {
        self.sched.procs.load(Ordering::Relaxed) as usize
    }
}
