//! A heap of timers, including the protocol for stopping a timer while another thread runs it.
//!
//! The heap knows neither tasks nor processors, so that a model can hold it: in `tests/loom_timer.rs` two processors
//! run one heap while a third stops and moves its timers.

use crate::primitives::loom::{AtomicU64, Mutex, Ordering};
use crate::primitives::rng::Rng;
use crate::task::task_ref::TaskRef;
use crate::time::clock::NEVER;
use crate::time::clock::Nanos;

/// The result of a timer's callback: what the heap does next with the timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The timer does not fire again.
    Done,
    /// The timer fires again at that time (a ticker).
    At(Nanos),
}

/// A reference to a timer, or [none](Self::NONE). A stale reference is harmless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct TimerRef {
    pub(crate) heap: u32,
    slot: u32,
    /// Distinguishes the timer from earlier and later timers in the same slot. Not 0.
    generation: u32,
}

impl TimerRef {
    /// A reference to no timer. All bytes of this value are zero.
    pub const NONE: Self = Self { heap: 0, slot: 0, generation: 0 };
}

/// The state in which stopping found the timer.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The timer will not fire.
    Prevented,
    /// Another worker is running its callback; the timer will not fire again.
    Firing,
    /// The timer had fired or had been stopped before.
    Gone,
}

/// The action of a timer that is due.
pub enum Action<C> {
    /// Wakes a task.
    Wake(TaskRef),
    /// Calls a callback.
    Call(C),
    /// Fires a timer object: memory of the tasks at this address, which is not freed while a timer refers to it.
    Object(u64),
}

struct Entry {
    when: Nanos,
    /// Orders timers of the same deadline: the one started earlier fires first, or, under a seed, a random one.
    seq: u64,
    slot: u32,
}

enum State {
    Free,
    At(u32),
    /// Taken out of the heap; its callback is running.
    Firing {
        cancelled: bool,
    },
}

struct Slot<C> {
    generation: u32,
    state: State,
    /// `None` if the slot is free or its callback is running. (The action of a timer object stays while it fires.)
    action: Option<Action<C>>,
}

impl<C> Slot<C> {
    fn is_awaited(&self, awaited: impl Fn(u64) -> bool) -> bool {
        matches!(self.state, State::At(_))
            && match self.action {
                Some(Action::Wake(_) | Action::Call(_)) => true,
                Some(Action::Object(object)) => awaited(object),
                None => false,
            }
    }
}

/// A due timer, taken out of the heap.
pub struct DueTimer<C> {
    /// The timer; [`Timers::finish`] takes it back.
    pub timer: TimerRef,
    /// The action to perform.
    pub action: Action<C>,
}

struct Heap<C> {
    entries: Vec<Entry>,
    slots: Vec<Slot<C>>,
    free: Vec<u32>,
    seq: u64,
    order: Option<Rng>,
}

/// The timers of one processor.
pub struct Timers<C> {
    /// The processor's number.
    number: u32,
    /// The deadline of the first timer; `NEVER` if there is none. Written under the lock.
    earliest: AtomicU64,
    heap: Mutex<Heap<C>>,
}

impl<C> Timers<C> {
    /// Creates the heap of processor `number`, without timers.
    pub fn new(number: u32) -> Self {
        Self::ordered_by(number, None)
    }

    /// Like [`new`](Self::new); a generator, if given, chooses the order of timers with equal deadlines.
    pub(crate) fn ordered_by(number: u32, order: Option<Rng>) -> Self {
        Self {
            number,
            earliest: AtomicU64::new(NEVER),
            heap: Mutex::new(Heap {
                entries: Vec::new(),
                slots: Vec::new(),
                free: Vec::new(),
                seq: 0,
                order,
            }),
        }
    }

    /// The deadline of the first timer.
    #[inline]
    pub fn earliest(&self) -> Nanos {
        // SeqCst, against the deadline of the poll sleeper: see `PollSleeper::claim`.
        self.earliest.load(Ordering::SeqCst)
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
    pub fn list(&self) -> Vec<(Nanos, Option<TaskRef>)> {
        let heap = self.heap.lock();
        let mut all: Vec<_> = heap.entries.iter().map(|e| (e.when, e.seq, e.slot)).collect();
        all.sort_unstable();
        let wakes = |slot: u32| match heap.slots[slot as usize].action {
            Some(Action::Wake(task)) => Some(task),
            _ => None,
        };
        all.into_iter().map(|(when, _, slot)| (when, wakes(slot))).collect()
    }

    /// Reports whether a task depends on a timer: it has not fired yet, and is not merely a timer object without
    /// waiting tasks. `awaited` decides that for timer objects, under the lock.
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
            let timer = TimerRef { heap: self.number, slot, generation: it.generation };
            it.is_awaited(&awaited).then_some(timer)
        })
    }

    fn publish(&self, heap: &Heap<C>) {
        let first = heap.entries.first().map_or(NEVER, |e| e.when);
        self.earliest.store(first, Ordering::SeqCst);
    }

    /// Starts a timer in this heap.
    pub fn start(&self, when: Nanos, action: Action<C>) -> TimerRef {
        let mut heap = self.heap.lock();
        let slot = heap.new_slot(action);
        heap.insert(when.min(NEVER - 1), slot);
        self.publish(&heap);
        TimerRef { heap: self.number, slot, generation: heap.slots[slot as usize].generation }
    }

    /// Stops a timer; drops its callback outside of the lock.
    pub fn stop(&self, timer: TimerRef) -> Stopped {
        let mut heap = self.heap.lock();
        let Some(slot) = heap.slots.get_mut(timer.slot as usize) else { return Stopped::Gone };
        if slot.generation != timer.generation {
            return Stopped::Gone;
        }
        match &mut slot.state {
            State::Free => Stopped::Gone,
            State::Firing { cancelled } => {
                *cancelled = true;
                Stopped::Firing
            }
            State::At(at) => {
                let at = *at;
                let action = slot.action.take();
                heap.remove(at);
                heap.free_slot(timer.slot);
                self.publish(&heap);
                drop(heap);
                drop(action);
                Stopped::Prevented
            }
        }
    }

    /// Moves a timer that has not fired yet to another time; returns false if it has fired or was stopped.
    pub fn reset(&self, timer: TimerRef, when: Nanos) -> bool {
        let mut heap = self.heap.lock();
        let Some(slot) = heap.slots.get(timer.slot as usize) else { return false };
        let (true, State::At(at)) = (slot.generation == timer.generation, &slot.state) else {
            return false;
        };
        let at = *at;
        heap.remove(at);
        heap.insert(when.min(NEVER - 1), timer.slot);
        self.publish(&heap);
        true
    }

    /// Takes out the first timer if it is due.
    pub fn take_due(&self, now: Nanos) -> Option<DueTimer<C>> {
        let mut heap = self.heap.lock();
        if heap.entries.first()?.when > now {
            return None;
        }
        let slot = heap.remove(0).slot;
        let it = &mut heap.slots[slot as usize];
        let generation = it.generation;
        let action = it.action.take().expect("an armed timer has an action");
        match action {
            Action::Wake(_) => heap.free_slot(slot),
            Action::Call(_) => it.state = State::Firing { cancelled: false },
            Action::Object(object) => {
                it.state = State::Firing { cancelled: false };
                it.action = Some(Action::Object(object));
            }
        }
        self.publish(&heap);
        Some(DueTimer { timer: TimerRef { heap: self.number, slot, generation }, action })
    }

    /// Called when the action of a due timer has returned.
    pub fn finish(&self, timer: TimerRef, action: Action<C>, next: Next) {
        let slot = timer.slot;
        let mut heap = self.heap.lock();
        let state = &heap.slots[slot as usize].state;
        match (next, state) {
            (Next::At(when), State::Firing { cancelled: false }) => {
                heap.slots[slot as usize].action = Some(action);
                heap.insert(when.min(NEVER - 1), slot);
                self.publish(&heap);
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
            next = self.retain_some(first, &mut keep);
        }
    }

    /// Calls `visit` for every timer object; calls it with `None` from time to time, while the lock is released.
    pub fn each_timer_object(&self, mut visit: impl FnMut(Option<u64>)) {
        let mut next = Some(0);
        while let Some(first) = next {
            next = self.retain_some(first, &mut |object, _| {
                visit(Some(object));
                true
            });
            visit(None);
        }
    }

    /// Does the work of [`Self::retain_timer_objects`] for some slots from `first` on; returns the next slot, if there
    /// are more.
    fn retain_some(&self, first: usize, keep: &mut impl FnMut(u64, bool) -> bool) -> Option<usize> {
        const PART_LEN: usize = 256;
        let mut heap = self.heap.lock();
        let end = heap.slots.len().min(first + PART_LEN);
        if first >= end {
            return None;
        }
        for slot in first..end {
            let Some(Action::Object(object)) = heap.slots[slot].action else { continue };
            let kept = keep(object, matches!(heap.slots[slot].state, State::Firing { .. }));
            match &mut heap.slots[slot].state {
                State::Firing { cancelled } => *cancelled |= !kept,
                State::At(at) if !kept => {
                    let at = *at;
                    heap.remove(at);
                    heap.free_slot(slot as u32);
                }
                State::At(_) | State::Free => {}
            }
        }
        self.publish(&heap);
        Some(end)
    }

    /// Stops the timers that wake the tasks for which `selects` holds.
    pub fn stop_wakes_of(&self, selects: impl Fn(TaskRef) -> bool) {
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
        self.publish(&heap);
    }

    /// Drops all timers outside of the lock, because their callbacks may own anything.
    pub fn clear(&self) {
        let mut heap = self.heap.lock();
        let slots = std::mem::take(&mut heap.slots);
        heap.entries.clear();
        heap.free.clear();
        self.publish(&heap);
        drop(heap);
        drop(slots);
    }
}

impl<C> Heap<C> {
    fn new_slot(&mut self, action: Action<C>) -> u32 {
        let action = Some(action);
        if let Some(slot) = self.free.pop() {
            self.slots[slot as usize].action = action;
            return slot;
        }
        self.slots.push(Slot { generation: 1, state: State::Free, action });
        (self.slots.len() - 1) as u32
    }

    fn free_slot(&mut self, slot: u32) {
        let it = &mut self.slots[slot as usize];
        it.state = State::Free;
        it.action = None;
        it.generation = it.generation.wrapping_add(1).max(1);
        self.free.push(slot);
    }

    fn insert(&mut self, when: Nanos, slot: u32) {
        self.seq = self.order.as_mut().map_or(self.seq + 1, Rng::next);
        let at = self.entries.len();
        self.entries.push(Entry { when, seq: self.seq, slot });
        self.up(at);
    }

    fn remove(&mut self, at: u32) -> Entry {
        let at = at as usize;
        let entry = self.entries.swap_remove(at);
        if at < self.entries.len() {
            let at = self.up(at);
            self.down(at);
        }
        entry
    }

    fn fires_before(&self, a: usize, b: usize) -> bool {
        let (a, b) = (&self.entries[a], &self.entries[b]);
        (a.when, a.seq) < (b.when, b.seq)
    }

    fn restore_order(&mut self, at: usize) {
        let slot = self.entries[at].slot;
        self.slots[slot as usize].state = State::At(at as u32);
    }

    fn up(&mut self, mut at: usize) -> usize {
        while at > 0 && self.fires_before(at, (at - 1) / 2) {
            self.entries.swap(at, (at - 1) / 2);
            self.restore_order(at);
            at = (at - 1) / 2;
        }
        self.restore_order(at);
        at
    }

    fn down(&mut self, mut at: usize) {
        loop {
            let (left, right) = (2 * at + 1, 2 * at + 2);
            let mut least = at;
            if left < self.entries.len() && self.fires_before(left, least) {
                least = left;
            }
            if right < self.entries.len() && self.fires_before(right, least) {
                least = right;
            }
            if least == at {
                break;
            }
            self.entries.swap(at, least);
            self.restore_order(at);
            at = least;
        }
        self.restore_order(at);
    }
}
