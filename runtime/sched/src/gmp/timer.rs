//! Timers: each processor has a heap of them (`time/timer_heap.rs`), and any worker runs due timers.
//!
//! A heap has its own lock, since it stays alive when its processor goes out of use; thieves, the poll sleeper and
//! sysmon read its earliest deadline without the lock. [`Timers`] also has the protocol for stopping a timer while
//! another thread runs it. [`Timers`] knows neither tasks nor processors, so that a model can hold it: in
//! `tests/loom_timer.rs` two processors run one heap while a third stops and moves its timers.
//!
//! All due timers are run by [`ProcessorCx::run_due_timers`].

use crate::gmp::{FLAG_TIMERS, ProcessorCx, Task};
use crate::primitives::loom::{AtomicU64, Mutex, Ordering};
use crate::primitives::rng::Rng;
use crate::task::task_ref::TaskRef;
use crate::time::clock::{NEVER, Nanos};
use crate::time::timer_heap::{Action, AfterFiring, Heap, State, StopResult, TimerRef};
use crate::trace::{Kind, Record};

/// The delay after a deadline, in ns, within which a worker that the operating system wakes in time has run the timer.
pub(crate) const TIMER_TOLERANCE: Nanos = 250_000;

/// The callback of a timer.
pub(crate) type Callback<T> = Box<dyn FnMut(&mut ProcessorCx<'_, T>) -> AfterFiring + Send>;

/// A due timer, taken out of the heap.
pub struct DueTimer<C> {
    /// The timer; [`Timers::finish_firing`] takes it back.
    pub timer: TimerRef,
    /// The action to perform.
    pub action: Action<C>,
}

/// The timers of one processor.
pub struct Timers<C> {
    /// The processor's number.
    proc_number: u32,
    /// The deadline of the first timer; `NEVER` if there is none. The deadline is written under the lock of `heap`.
    earliest_deadline: AtomicU64,
    heap: Mutex<Heap<C>>,
}

impl<C> Timers<C> {
    /// Creates the heap of processor `number`, without timers.
    pub fn new(number: u32) -> Self {
        Self::with_tie_order(number, None)
    }

    /// Like [`new`](Self::new); a generator, if given, chooses the order of timers with equal deadlines.
    pub(crate) fn with_tie_order(number: u32, order: Option<Rng>) -> Self {
        Self {
            proc_number: number,
            earliest_deadline: AtomicU64::new(NEVER),
            heap: Mutex::new(Heap::new(order)),
        }
    }

    /// The deadline of the first timer.
    #[inline]
    pub fn earliest_deadline(&self) -> Nanos {
        // SeqCst, against the deadline of the poll sleeper: see `PollSleeper::claim`.
        self.earliest_deadline.load(Ordering::SeqCst)
    }

    /// Returns how many timers the heap has.
    pub fn len(&self) -> usize {
        self.heap.lock().entries.len()
    }

    /// Reports whether the heap has no timers.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reports whether the heap has never had a timer.
    pub fn is_unused(&self) -> bool {
        self.heap.lock().slots.is_empty()
    }

    /// Returns each timer's deadline, the earliest first, and the task that it wakes if that is its only action.
    pub fn list_timers(&self) -> Vec<(Nanos, Option<TaskRef>)> {
        let heap = self.heap.lock();
        let mut all: Vec<_> =
            heap.entries.iter().map(|e| (e.deadline, e.sequence, e.slot)).collect();
        all.sort_unstable();
        let wakes = |slot: u32| match heap.slots[slot as usize].action {
            Some(Action::Wake(task)) => Some(task),
            _ => None,
        };
        all.into_iter().map(|(when, _, slot)| (when, wakes(slot))).collect()
    }

    /// Reports whether a task depends on a timer: the timer has not fired yet, and is not merely a timer object without
    /// waiting tasks. For a timer object `awaited` decides whether tasks wait; it is called under the heap's lock.
    pub(crate) fn is_awaited(&self, timer: TimerRef, awaited: impl Fn(u64) -> bool) -> bool {
        let heap = self.heap.lock();
        let slot = heap.slots.get(timer.slot as usize);
        slot.is_some_and(|s| s.generation == timer.generation && s.is_awaited(awaited))
    }

    /// Finds a timer that a task waits for among the first `max_entries` entries of the heap, beginning with the timer
    /// that fires next.
    pub(crate) fn find_awaited(
        &self,
        max_entries: usize,
        awaited: impl Fn(u64) -> bool,
    ) -> Option<TimerRef> {
        let heap = self.heap.lock();
        let slots = heap.entries.iter().take(max_entries).map(|entry| entry.slot);
        slots.map(|slot| (slot, &heap.slots[slot as usize])).find_map(|(slot, it)| {
            let timer = TimerRef { heap: self.proc_number, slot, generation: it.generation };
            it.is_awaited(&awaited).then_some(timer)
        })
    }

    fn publish_earliest(&self, heap: &Heap<C>) {
        let first = heap.entries.first().map_or(NEVER, |e| e.deadline);
        self.earliest_deadline.store(first, Ordering::SeqCst);
    }

    /// Starts a timer in this heap.
    pub fn start_timer(&self, when: Nanos, action: Action<C>) -> TimerRef {
        let mut heap = self.heap.lock();
        let slot = heap.new_slot(action);
        heap.insert(when.min(NEVER - 1), slot);
        self.publish_earliest(&heap);
        TimerRef { heap: self.proc_number, slot, generation: heap.slots[slot as usize].generation }
    }

    /// Stops a timer; drops its callback without holding the heap's lock.
    pub fn stop_timer(&self, timer: TimerRef) -> StopResult {
        let mut heap = self.heap.lock();
        let Some(slot) = heap.slots.get_mut(timer.slot as usize) else { return StopResult::Gone };
        if slot.generation != timer.generation {
            return StopResult::Gone;
        }
        match &mut slot.state {
            State::Free => StopResult::Gone,
            State::Firing { is_cancelled: cancelled } => {
                *cancelled = true;
                StopResult::Firing
            }
            State::At(at) => {
                let at = *at;
                let action = slot.action.take();
                heap.remove(at);
                heap.free_slot(timer.slot);
                self.publish_earliest(&heap);
                drop(heap);
                drop(action);
                StopResult::Prevented
            }
        }
    }

    /// Moves a timer that has not fired yet to another time; returns false if it has fired or was stopped.
    pub fn reset_timer(&self, timer: TimerRef, when: Nanos) -> bool {
        let mut heap = self.heap.lock();
        let Some(slot) = heap.slots.get(timer.slot as usize) else { return false };
        let (true, State::At(at)) = (slot.generation == timer.generation, &slot.state) else {
            return false;
        };
        let at = *at;
        heap.remove(at);
        heap.insert(when.min(NEVER - 1), timer.slot);
        self.publish_earliest(&heap);
        true
    }

    /// Takes out the first timer if it is due.
    pub fn take_due(&self, now: Nanos) -> Option<DueTimer<C>> {
        let mut heap = self.heap.lock();
        if heap.entries.first()?.deadline > now {
            return None;
        }
        let slot = heap.remove(0).slot;
        let it = &mut heap.slots[slot as usize];
        let generation = it.generation;
        let action = it.action.take().expect("an armed timer has an action");
        match action {
            Action::Wake(_) => heap.free_slot(slot),
            Action::Call(_) => it.state = State::Firing { is_cancelled: false },
            Action::Object(object) => {
                it.state = State::Firing { is_cancelled: false };
                it.action = Some(Action::Object(object));
            }
        }
        self.publish_earliest(&heap);
        Some(DueTimer { timer: TimerRef { heap: self.proc_number, slot, generation }, action })
    }

    /// Called when the action of a due timer has returned.
    pub fn finish_firing(&self, timer: TimerRef, action: Action<C>, next: AfterFiring) {
        let slot = timer.slot;
        let mut heap = self.heap.lock();
        let state = &heap.slots[slot as usize].state;
        match (next, state) {
            (AfterFiring::At(when), State::Firing { is_cancelled: false }) => {
                heap.slots[slot as usize].action = Some(action);
                heap.insert(when.min(NEVER - 1), slot);
                self.publish_earliest(&heap);
            }
            _ => {
                heap.free_slot(slot);
                drop(heap);
                drop(action);
            }
        }
    }

    /// Asks `keep` for every timer object whether its timer shall stay, and stops the timer if not. `firing` (the
    /// second argument): the timer is firing at this moment, which cannot be prevented. An object whose timer is
    /// started or moved during the call may be left out. The lock is released from time to time, so that a task that
    /// starts a timer waits only for a few answers.
    pub fn retain_timer_objects(&self, mut keep: impl FnMut(u64, bool) -> bool) {
        let mut next = Some(0);
        while let Some(first) = next {
            next = self.retain_some_timer_objects(first, &mut keep);
        }
    }

    /// Calls `visit` for every timer object; calls it with `None` from time to time, while the lock is released.
    pub fn each_timer_object(&self, mut visit: impl FnMut(Option<u64>)) {
        let mut next = Some(0);
        while let Some(first) = next {
            next = self.retain_some_timer_objects(first, &mut |object, _| {
                visit(Some(object));
                true
            });
            visit(None);
        }
    }

    /// Does the work of [`Self::retain_timer_objects`] for some slots from `first` on; returns the next slot, if there
    /// are more.
    fn retain_some_timer_objects(
        &self,
        first: usize,
        keep: &mut impl FnMut(u64, bool) -> bool,
    ) -> Option<usize> {
        const SLOTS_PER_PART: usize = 256;
        let mut heap = self.heap.lock();
        let end = heap.slots.len().min(first + SLOTS_PER_PART);
        if first >= end {
            return None;
        }
        for slot in first..end {
            let Some(Action::Object(object)) = heap.slots[slot].action else { continue };
            let kept = keep(object, matches!(heap.slots[slot].state, State::Firing { .. }));
            match &mut heap.slots[slot].state {
                State::Firing { is_cancelled: cancelled } => *cancelled |= !kept,
                State::At(at) if !kept => {
                    let at = *at;
                    heap.remove(at);
                    heap.free_slot(slot as u32);
                }
                State::At(_) | State::Free => {}
            }
        }
        self.publish_earliest(&heap);
        Some(end)
    }

    /// Stops the timers that wake the tasks for which `selects` holds.
    pub fn stop_wake_timers(&self, selects: impl Fn(TaskRef) -> bool) {
        let mut heap = self.heap.lock();
        let Heap { entries, slots, .. } = &*heap;
        let wakes = |slot: u32| matches!(slots[slot as usize].action, Some(Action::Wake(task)) if selects(task));
        let stopped: Vec<u32> =
            entries.iter().map(|entry| entry.slot).filter(|&s| wakes(s)).collect();
        for slot in stopped {
            if let State::At(at) = heap.slots[slot as usize].state {
                heap.remove(at);
                heap.free_slot(slot);
            }
        }
        self.publish_earliest(&heap);
    }

    /// Drops all timers without holding the heap's lock, because their callbacks may own anything.
    pub fn clear(&self) {
        let mut heap = self.heap.lock();
        let slots = std::mem::take(&mut heap.slots);
        heap.entries.clear();
        heap.free_slots.clear();
        self.publish_earliest(&heap);
        drop(heap);
        drop(slots);
    }
}

/// The processors whose due timers a worker runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TimerOwners {
    /// The worker's own processor.
    Own,
    /// All processors, also those that are out of use.
    All,
    /// The processors that are out of use: their timers still count.
    OutOfUse,
}

impl<T: Task> ProcessorCx<'_, T> {
    /// Runs the timers that are due at `now`, without a lock; returns whether there were any.
    pub(crate) fn run_due_timers(&mut self, of: TimerOwners, now: Nanos) -> bool {
        let (sched, own) = (self.sched, self.processor.id.0);
        let known = sched.allp_len.load(Ordering::Acquire);
        let numbers = match of {
            TimerOwners::Own => own..own + 1,
            TimerOwners::All => 0..known,
            TimerOwners::OutOfUse => sched.procs.load(Ordering::Relaxed)..known,
        };
        let mut ran = false;
        for (number, proc) in numbers.filter_map(|n| Some((n, sched.processor(n)?))) {
            let is_theft = of == TimerOwners::All && number != own && sched.config.seed.is_none();
            if is_theft && proc.timers.earliest_deadline() <= now {
                self.processor.note_event(Kind::TimerSteal, Record::NO_TASK, number);
            }
            while proc.timers.earliest_deadline() <= now {
                let Some(due) = proc.timers.take_due(now) else { break };
                ran = true;
                self.processor.note_event(Kind::Timer, Record::NO_TASK, 0);
                match due.action {
                    Action::Wake(task) => self.wake_in_order(task),
                    Action::Call(mut callback) => {
                        let next = callback(self);
                        proc.timers.finish_firing(due.timer, Action::Call(callback), next);
                    }
                    Action::Object(object) => {
                        let next = T::fire_timer_object(self, object, due.timer);
                        proc.timers.finish_firing(due.timer, due.action, next);
                    }
                }
            }
        }
        ran
    }
}

impl<T: Task> ProcessorCx<'_, T> {
    /// Reports whether a timer is overdue: then this worker runs it, as if sysmon had asked for it. The worker that
    /// sleeps in the poller, or has just been woken with the timer's processor, and sysmon too, may wait for a core as
    /// long as the operating system lets this thread and others run (3 ms each on Linux).
    pub(crate) fn is_timer_late(&mut self) -> bool {
        let sched = self.sched;
        let first = sched.earliest_deadline();
        if first == NEVER || sched.clock.now().saturating_sub(TIMER_TOLERANCE) <= first {
            return false;
        }
        let demands = sched.feature_switches.get().preempt && sched.config.seed.is_none();
        if demands {
            self.processor.shared.preempt_flag.fetch_or(FLAG_TIMERS, Ordering::SeqCst);
        }
        demands
    }

    /// Wakes `task` at `when`.
    pub fn wake_at(&mut self, when: Nanos, task: TaskRef) -> TimerRef {
        self.start_timer(when, Action::Wake(task))
    }

    /// Runs `callback` at `when`, on whichever processor runs the timer. The callback must be short and must not wait.
    pub fn call_at(
        &mut self,
        when: Nanos,
        callback: impl FnMut(&mut ProcessorCx<'_, T>) -> AfterFiring + Send + 'static,
    ) -> TimerRef {
        self.start_timer(when, Action::Call(Box::new(callback)))
    }

    /// Fires an object, which is memory of the tasks, at `when` ([`TimerObjects`](crate::TimerObjects)). The existing
    /// timer objects can be [visited](Handle::retain_timer_objects).
    pub fn fire_object_at(&mut self, when: Nanos, object: u64) -> TimerRef {
        self.start_timer(when, Action::Object(object))
    }

    fn start_timer(&mut self, when: Nanos, action: Action<Callback<T>>) -> TimerRef {
        let timer = self.processor.shared.timers.start_timer(when, action);
        self.ensure_worker_wakes_at(when);
        timer
    }

    /// Ensures that a worker wakes in time for `when`.
    fn ensure_worker_wakes_at(&mut self, when: Nanos) {
        match self.sched.poll_sleeper.sleeps_past(when) {
            Some(true) => {
                self.sched.poll_sleeper.wake(&self.sched.net);
            }
            Some(false) => {}
            None => self.processor.wakeup_pending = true,
        }
    }

    /// Stops a timer.
    pub fn stop_timer(&mut self, timer: TimerRef) -> StopResult {
        self.sched
            .processor(timer.heap)
            .map_or(StopResult::Gone, |proc| proc.timers.stop_timer(timer))
    }

    /// Stops the timers that wake a task; searches all timers.
    pub fn stop_wake_timers(&mut self, task: TaskRef) {
        self.sched.allp().for_each(|proc| proc.timers.stop_wake_timers(|woken| woken == task));
    }

    /// Moves a timer that has not fired; returns false if it has (then start a new one).
    pub fn reset_timer(&mut self, timer: TimerRef, when: Nanos) -> bool {
        let moved =
            self.sched.processor(timer.heap).is_some_and(|f| f.timers.reset_timer(timer, when));
        if moved {
            self.ensure_worker_wakes_at(when);
        }
        moved
    }
}
