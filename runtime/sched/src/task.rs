//! What a task is, how a slice ends, and what code that holds a P can do.
//!
//! A module of its own because this is the whole boundary to the machine above: everything else is
//! inside.

use crate::alarm::NEVER;
use crate::clock::Nanos;
use crate::handle::{Standing, TaskRef};
use crate::pin::Pin;
use crate::processor::{FLAG_TIMERS, ProcId, Processor};
use crate::reason::Reason;
use crate::sched::{Handle, Outcome, Shared};
use crate::state::Wake;
use crate::timer::{Action, Next, Stopped, TimerRef};
use crate::trace::{Kind, Mark};
use crate::world::StoppedWorld;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Something that a worker can run in slices: for minigo, a goroutine.
pub trait Task: Send + Sized + 'static {
    /// Data that travels with a processor and needs no lock: the heap's cache, free stacks …
    type Local: Send + 'static;

    /// The part of a task that others may reach through its [`TaskRef`]: where a peer leaves what
    /// the task waited for. It belongs to the slot: made once, then inherited from task to task.
    type Shared: Default + Send + Sync + 'static;

    /// A value leaves the place where it was kept for tasks (a channel's ring, the waiter of a parked task) for another
    /// one: a collector that marks while tasks run must hear of it.
    #[inline]
    fn passing(local: &mut Self::Local, words: &[u64]) {
        let _ = (local, words);
    }

    /// Called before each slice of the task `me`, and before a reference to the task exists: from the return on nobody else has one
    /// until the slice has ended. Who lets others look at its tasks ([`Handle::visit_tasks`]) waits here until they are done, and
    /// keeps them out.
    #[inline]
    fn admit(on: &mut OnP<'_, Self>, me: TaskRef) {
        let _ = (on, me);
    }

    /// The time of an [alarm](OnP::alarm_at) has come; `timer` is the one that had it. It must be short and must not wait.
    fn go_off(on: &mut OnP<'_, Self>, alarm: u64, timer: TimerRef) -> Next {
        let _ = (on, alarm, timer);
        Next::Done
    }

    /// Runs until the task yields, waits or ends.
    fn resume(&mut self, cx: &mut Cx<'_, Self>) -> Step;

    /// What it is, for a trace.
    fn name(&self) -> Mark {
        Mark::default()
    }

    /// Where it is and what it waits for, for a trace; between two slices.
    fn place(&self) -> Mark {
        Mark::default()
    }

    /// The task has ended, and is dropped after this; what it owns may be kept for the next one.
    fn retire(&mut self, on: &mut OnP<'_, Self>) {
        let _ = on;
    }
}

/// Code to run without a P; what it finds out it leaves where the task will look.
pub trait Blocking: Send + Sync {
    /// Runs it: once, and before the task is resumed again.
    fn call(&self);
}

impl<F: Fn() + Send + Sync> Blocking for F {
    fn call(&self) {
        self();
    }
}

/// Such code, shared by the task, which finds the result there, and the thread that runs it: it may outlive the task when the
/// scheduler is dropped.
pub type BlockingCall = Arc<dyn Blocking>;

/// Why a slice ended.
pub enum Step {
    /// Gives way: to the tail of the global queue.
    Yield,
    /// Was asked to give way: to the tail of the global queue.
    Preempted,
    /// Has used up its budget and goes on where it stands: how slices end under a seed.
    Pause,
    /// Waits for a wake. It has published itself as a waiter before.
    Park(Reason),
    /// Makes a call that may block, then goes on. The call runs on this thread, and must not touch
    /// what only the holder of a P may touch; sysmon takes the P away if it lasts.
    Block(BlockingCall),
    /// The same for a call that is known to last: the P goes to another worker at once.
    BlockLong(BlockingCall),
    /// Has ended.
    Done,
}

/// A sleeper that was woken by the OS in time is there before this has passed since.
pub(crate) const LATE: Nanos = 250_000;

/// What code that runs on a processor can do: tasks, by way of [`Cx`], and timer callbacks.
pub struct OnP<'a, T: Task> {
    pub(crate) sched: &'a Arc<Shared<T>>,
    pub(crate) p: &'a mut Processor<T>,
}

impl<'a, T: Task> OnP<'a, T> {
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
    #[inline]
    pub fn spawn(&mut self, task: T) -> TaskRef {
        let index = self.p.free.pop().unwrap_or_else(|| self.p.refill_free(self.sched));
        let slot = self.sched.slab.slot(index);
        self.p.note_create(index, || Mark { object: task.name().object, ..task.place() });
        // SAFETY: the number came off this processor's free list.
        let generation = unsafe { slot.put(task) };
        self.p.face.count_spawned();
        self.p.ready(index, self.sched);
        TaskRef::from_parts(index, generation)
    }

    /// Wakes a task: if it was parked it runs next here.
    #[inline]
    pub fn wake(&mut self, task: TaskRef) {
        if let Some(slot) = self.sched.slab.get(task.index())
            && slot.state.wake(task.generation()) == Wake::Enqueue
        {
            if self.p.is_plain() && !self.p.face.has_next() {
                self.p.face.put_next(task.index());
                self.p.owed = true;
            } else {
                self.wake_noted(task.index());
            }
        }
    }

    /// The rest of `wake`: out of line, and last there, so that the common case saves no registers.
    #[inline(never)]
    fn wake_noted(&mut self, index: u32) {
        self.p.note(Kind::Wake, index, 0);
        self.p.ready(index, self.sched);
    }

    /// Wakes a task: it runs next here, but behind those woken so before it.
    pub fn wake_in_order(&mut self, task: TaskRef) {
        if let Some(slot) = self.sched.slab.get(task.index())
            && slot.state.wake(task.generation()) == Wake::Enqueue
        {
            self.p.note(Kind::Wake, task.index(), 0);
            if self.p.face.has_next() {
                self.p.push(task.index(), self.sched);
                self.sched.wake_one();
            } else {
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
        self.sched.shared_of(task)
    }

    /// What a task does just now; `None` once it has ended.
    pub fn standing(&self, task: TaskRef) -> Option<Standing> {
        self.sched.standing(task)
    }

    /// The time.
    pub fn now(&self) -> Nanos {
        self.sched.clock.now()
    }

    /// Something that tasks may wait for was made, for a trace.
    pub fn trace_made(&mut self, mark: Mark) {
        self.p.note_made(mark);
    }

    /// A random number below `n`, from the policy's dice: the order in which a select looks at its
    /// cases.
    #[inline]
    pub fn random(&mut self, n: u32) -> u32 {
        self.p.policy.dice.below(n)
    }

    /// Pays the debt of announcing work: to be called about once a budget by a task that goes on.
    #[inline]
    pub fn poll(&mut self) {
        self.p.note_long();
        if !self.p.outgoing.is_empty() {
            self.sched.flush(self.p);
        }
        if self.p.owed {
            self.p.owed = false;
            self.sched.wake_one();
        }
    }

    /// Whether a timer is overdue: then it is seen to here, as if sysmon had asked for it. Whoever sleeps at the alarm, or has just got
    /// up with the timer's processor, and sysmon too, may wait for a core as long as the OS lets this thread and others run (3 ms
    /// each on Linux).
    fn is_timer_late(&mut self) -> bool {
        let sched = self.sched;
        let first = sched.earliest();
        if first == NEVER || sched.clock.now().saturating_sub(LATE) <= first {
            return false;
        }
        let demands = sched.config.switches.preempt && sched.config.seed.is_none();
        if demands {
            self.p.face.flag.fetch_or(FLAG_TIMERS, Ordering::SeqCst);
        }
        demands
    }

    /// Whether something has waited for a whole budget for a worker who was called to fetch it. Who searches finds it within some µs, so
    /// the OS has no core for that one: then what waits runs here first, and not at the end of a time slice.
    fn is_left_waiting(&mut self) -> bool {
        let sched = self.sched;
        let waits = self.p.face.has_queued() || sched.global.load(Ordering::Relaxed) != 0;
        let left = waits
            && sched.searchers.searching() != 0
            && sched.config.switches.preempt
            && sched.config.seed.is_none();
        std::mem::replace(&mut self.p.unfetched, left) && left
    }

    /// Wakes `task` at `when`.
    pub fn wake_at(&mut self, when: Nanos, task: TaskRef) -> TimerRef {
        self.start(when, Action::Wake(task))
    }

    /// Runs `callback` at `when`, on whichever processor sees to it. It must be short and must not
    /// wait.
    pub fn call_at(
        &mut self,
        when: Nanos,
        callback: impl FnMut(&mut OnP<'_, T>) -> Next + Send + 'static,
    ) -> TimerRef {
        self.start(when, Action::Call(Box::new(callback)))
    }

    /// Has an alarm, memory of the tasks' own, [go off](Task::go_off) at `when`. Which alarms there are can be
    /// [looked through](Handle::retain_alarms).
    pub fn alarm_at(&mut self, when: Nanos, alarm: u64) -> TimerRef {
        self.start(when, Action::Alarm(alarm))
    }

    fn start(&mut self, when: Nanos, action: Action<T>) -> TimerRef {
        let timer = self.p.face.timers.start(when, action);
        self.announce(when);
        timer
    }

    /// Sees to it that somebody wakes in time for `when`.
    fn announce(&mut self, when: Nanos) {
        match self.sched.alarm.oversleeps(when) {
            Some(true) => {
                self.sched.alarm.ring(&self.sched.net);
            }
            Some(false) => {}
            None => self.p.owed = true,
        }
    }

    /// Stops a timer.
    pub fn stop_timer(&mut self, timer: TimerRef) -> Stopped {
        self.sched.face(timer.heap).map_or(Stopped::Gone, |face| face.timers.stop(timer))
    }

    /// Moves a timer that has not fired; false if it has (then start a new one).
    pub fn reset_timer(&mut self, timer: TimerRef, when: Nanos) -> bool {
        let moved = self.sched.face(timer.heap).is_some_and(|f| f.timers.reset(timer, when));
        if moved {
            self.announce(when);
        }
        moved
    }

    /// A handle for code without a P.
    pub fn handle(&self) -> Handle<T> {
        Handle::of(self.sched)
    }

    /// Ends [`Scheduler::run`](crate::Scheduler::run) with `outcome`; tasks go on until the
    /// scheduler is dropped.
    pub fn finish(&mut self, outcome: Outcome) {
        self.sched.finish(outcome);
    }

    /// How many tasks exist.
    pub fn live(&self) -> u64 {
        self.sched.live()
    }

    /// Whether other tasks are ready on this processor.
    pub fn has_others(&self) -> bool {
        self.p.face.has_work()
    }

    /// Whether waiting by looking again and again makes sense: other processors run tasks, and this one has nothing else
    /// to do.
    pub fn may_spin(&self) -> bool {
        let busy = self.sched.searchers.idle() + self.sched.searchers.searching() + 1;
        (self.procs() as u32) > busy && !self.p.face.has_work()
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

/// What a task can do during a slice.
pub struct Cx<'a, T: Task> {
    pub(crate) on: OnP<'a, T>,
    pub(crate) me: TaskRef,
    pub(crate) pin: &'a mut Pin,
    pub(crate) budget: u32,
}

impl<'a, T: Task> std::ops::Deref for Cx<'a, T> {
    type Target = OnP<'a, T>;
    fn deref(&self) -> &OnP<'a, T> {
        &self.on
    }
}

impl<'a, T: Task> std::ops::DerefMut for Cx<'a, T> {
    fn deref_mut(&mut self) -> &mut OnP<'a, T> {
        &mut self.on
    }
}

impl<'a, T: Task> Cx<'a, T> {
    /// This task.
    #[inline]
    pub fn me(&self) -> TaskRef {
        self.me
    }

    /// How much to do between two looks at [`flag`](Self::flag). At the end of a budget a task
    /// calls [`should_yield`](Self::should_yield).
    #[inline]
    pub fn budget(&self) -> u32 {
        self.budget
    }

    /// The end of a budget: says whether to return [`Step::Preempted`] (or stop for the collector),
    /// and pays what is owed if not.
    #[inline]
    pub fn should_yield(&mut self) -> bool {
        if self.flag().load(Ordering::Relaxed) != 0 {
            return true;
        }
        self.on.poll();
        self.on.is_timer_late() || self.on.is_left_waiting()
    }

    /// Non-zero when the task is asked to return [`Step::Preempted`]: by sysmon, or to stop the
    /// world. It can be kept and polled for the length of the slice.
    #[inline]
    pub fn flag(&self) -> &AtomicU32 {
        &self.on.p.face.flag
    }

    /// Keeps this task on its thread, and all others away from it (`runtime.LockOSThread`). Calls
    /// nest.
    pub fn lock_thread(&mut self) {
        self.pin.lock(self.on.sched.slab.slot(self.me.index()), self.me.index());
    }

    /// Undoes one [`lock_thread`](Self::lock_thread).
    pub fn unlock_thread(&mut self) {
        self.pin.unlock(self.on.sched.slab.slot(self.me.index()));
    }

    /// Stops all other tasks. `None` if somebody else is about to do that: return
    /// [`Step::Preempted`] and try again.
    pub fn stop_world(&mut self) -> Option<StoppedWorld<'_, T>> {
        StoppedWorld::from_task(self.on.sched, self.on.p, self.me)
    }
}
