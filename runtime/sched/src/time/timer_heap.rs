//! A heap of timers, the earliest first. The heap's lock, and the protocol of starting, firing and stopping timers, are
//! in `gmp/timer.rs`.

use crate::primitives::rng::Rng;
use crate::task::task_ref::TaskRef;
use crate::time::clock::Nanos;

/// The result of a timer's callback: what the heap does next with the timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterFiring {
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
    pub(crate) slot: u32,
    /// Distinguishes the timer from earlier and later timers in the same slot. Not 0.
    pub(crate) generation: u32,
}

impl TimerRef {
    /// A reference to no timer. All bytes of this value are zero.
    pub const NONE: Self = Self { heap: 0, slot: 0, generation: 0 };
}

/// The state in which stopping found the timer.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopResult {
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

pub(crate) struct Entry {
    pub(crate) deadline: Nanos,
    /// Orders timers of the same deadline: the one started earlier fires first, or, under a seed, a random one.
    pub(crate) sequence: u64,
    pub(crate) slot: u32,
}

/// The state of a timer's slot.
pub(crate) enum State {
    Free,
    /// In the heap, at this index.
    At(u32),
    /// Taken out of the heap; its callback is running.
    Firing {
        is_cancelled: bool,
    },
}

pub(crate) struct Slot<C> {
    pub(crate) generation: u32,
    pub(crate) state: State,
    /// `None` if the slot is free or its callback is running. (The action of a timer object stays while it fires.)
    pub(crate) action: Option<Action<C>>,
}

impl<C> Slot<C> {
    /// Reports whether a task depends on the slot's timer; `awaited` decides for timer objects.
    pub(crate) fn is_awaited(&self, awaited: impl Fn(u64) -> bool) -> bool {
        matches!(self.state, State::At(_))
            && match self.action {
                Some(Action::Wake(_) | Action::Call(_)) => true,
                Some(Action::Object(object)) => awaited(object),
                None => false,
            }
    }
}

/// The timers of a processor, in slots, and the heap of those that are armed.
pub(crate) struct Heap<C> {
    pub(crate) entries: Vec<Entry>,
    pub(crate) slots: Vec<Slot<C>>,
    pub(crate) free_slots: Vec<u32>,
    next_sequence: u64,
    /// Chooses the order of timers with equal deadlines, under a seed.
    tie_order: Option<Rng>,
}

impl<C> Heap<C> {
    pub(crate) fn new(order: Option<Rng>) -> Self {
        Self {
            entries: Vec::new(),
            slots: Vec::new(),
            free_slots: Vec::new(),
            next_sequence: 0,
            tie_order: order,
        }
    }

    pub(crate) fn new_slot(&mut self, action: Action<C>) -> u32 {
        let action = Some(action);
        if let Some(slot) = self.free_slots.pop() {
            self.slots[slot as usize].action = action;
            return slot;
        }
        self.slots.push(Slot { generation: 1, state: State::Free, action });
        (self.slots.len() - 1) as u32
    }

    pub(crate) fn free_slot(&mut self, slot: u32) {
        let it = &mut self.slots[slot as usize];
        it.state = State::Free;
        it.action = None;
        it.generation = it.generation.wrapping_add(1).max(1);
        self.free_slots.push(slot);
    }

    pub(crate) fn insert(&mut self, when: Nanos, slot: u32) {
        self.next_sequence = self.tie_order.as_mut().map_or(self.next_sequence + 1, Rng::next);
        let at = self.entries.len();
        self.entries.push(Entry { deadline: when, sequence: self.next_sequence, slot });
        self.sift_up(at);
    }

    pub(crate) fn remove(&mut self, at: u32) -> Entry {
        let at = at as usize;
        let entry = self.entries.swap_remove(at);
        if at < self.entries.len() {
            let at = self.sift_up(at);
            self.sift_down(at);
        }
        entry
    }

    fn fires_before(&self, a: usize, b: usize) -> bool {
        let (a, b) = (&self.entries[a], &self.entries[b]);
        (a.deadline, a.sequence) < (b.deadline, b.sequence)
    }

    fn restore_order(&mut self, at: usize) {
        let slot = self.entries[at].slot;
        self.slots[slot as usize].state = State::At(at as u32);
    }

    fn sift_up(&mut self, mut at: usize) -> usize {
        while at > 0 && self.fires_before(at, (at - 1) / 2) {
            self.entries.swap(at, (at - 1) / 2);
            self.restore_order(at);
            at = (at - 1) / 2;
        }
        self.restore_order(at);
        at
    }

    fn sift_down(&mut self, mut at: usize) {
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
