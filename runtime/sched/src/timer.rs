//! Timers: a heap per processor; any worker runs what is due.
//!
//! A module of its own because a heap outlives its processor's being in use: it has a lock of its
//! own, and thieves, the alarm and sysmon look at its earliest deadline without it.

use crate::alarm::NEVER;
use crate::clock::Nanos;
use crate::handle::TaskRef;
use crate::task::{OnP, Task};
use crate::trace::{Kind, Record};
use parking_lot::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// What a timer's callback wants next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing more.
    Done,
    /// To be called again at that time (a ticker).
    At(Nanos),
}

/// A timer that was started. Stale ones are harmless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimerRef {
    pub(crate) heap: u32,
    slot: u32,
    generation: u32,
}

/// What stopping a timer found.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It will not fire.
    Prevented,
    /// Its callback runs just now, on another worker; it will not be called again.
    Firing,
    /// It had fired, or was stopped before.
    Gone,
}

/// What a timer calls.
pub(crate) type Callback<T> = Box<dyn FnMut(&mut OnP<'_, T>) -> Next + Send>;

/// What happens when a timer is due.
pub(crate) enum Action<T: Task> {
    Wake(TaskRef),
    Call(Callback<T>),
}

struct Entry {
    when: Nanos,
    /// Earlier started fires first among equals.
    seq: u64,
    slot: u32,
}

enum Place {
    Free,
    At(u32),
    /// Out of the heap, its callback running.
    Firing {
        cancelled: bool,
    },
}

struct Slot<T: Task> {
    generation: u32,
    place: Place,
    action: Option<Action<T>>,
}

/// A timer that is due, taken out of the heap.
struct Due<T: Task> {
    slot: u32,
    action: Action<T>,
}

struct Heap<T: Task> {
    entries: Vec<Entry>,
    slots: Vec<Slot<T>>,
    free: Vec<u32>,
    seq: u64,
}

/// A processor's timers.
pub(crate) struct Timers<T: Task> {
    /// The deadline of the first; `NEVER` without one. Written under the lock.
    earliest: AtomicU64,
    heap: Mutex<Heap<T>>,
}

impl<T: Task> Timers<T> {
    pub(crate) fn new() -> Self {
        Self {
            earliest: AtomicU64::new(NEVER),
            heap: Mutex::new(Heap {
                entries: Vec::new(),
                slots: Vec::new(),
                free: Vec::new(),
                seq: 0,
            }),
        }
    }

    /// The deadline of the first timer.
    #[inline]
    pub(crate) fn earliest(&self) -> Nanos {
        // SeqCst, against the alarm's deadline: see `Alarm::take`.
        self.earliest.load(Ordering::SeqCst)
    }

    fn publish(&self, heap: &Heap<T>) {
        let first = heap.entries.first().map_or(NEVER, |e| e.when);
        self.earliest.store(first, Ordering::SeqCst);
    }

    /// Starts a timer in this heap, which is number `number`.
    pub(crate) fn start(&self, number: u32, when: Nanos, action: Action<T>) -> TimerRef {
        let mut heap = self.heap.lock();
        let slot = heap.new_slot(action);
        heap.insert(when.min(NEVER - 1), slot);
        self.publish(&heap);
        TimerRef { heap: number, slot, generation: heap.slots[slot as usize].generation }
    }

    /// Stops a timer; drops its callback outside of the lock.
    pub(crate) fn stop(&self, timer: TimerRef) -> Stopped {
        let mut heap = self.heap.lock();
        let Some(slot) = heap.slots.get_mut(timer.slot as usize) else { return Stopped::Gone };
        if slot.generation != timer.generation {
            return Stopped::Gone;
        }
        match &mut slot.place {
            Place::Free => Stopped::Gone,
            Place::Firing { cancelled } => {
                *cancelled = true;
                Stopped::Firing
            }
            Place::At(at) => {
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

    /// Moves a timer that has not fired yet to another time; false if it is too late for that.
    pub(crate) fn reset(&self, timer: TimerRef, when: Nanos) -> bool {
        let mut heap = self.heap.lock();
        let Some(slot) = heap.slots.get(timer.slot as usize) else { return false };
        let (true, Place::At(at)) = (slot.generation == timer.generation, &slot.place) else {
            return false;
        };
        let at = *at;
        heap.remove(at);
        heap.insert(when.min(NEVER - 1), timer.slot);
        self.publish(&heap);
        true
    }

    fn take_due(&self, now: Nanos) -> Option<Due<T>> {
        let mut heap = self.heap.lock();
        if heap.entries.first()?.when > now {
            return None;
        }
        let slot = heap.remove(0).slot;
        let action = heap.slots[slot as usize].action.take().expect("an armed timer has an action");
        match action {
            Action::Wake(_) => heap.free_slot(slot),
            Action::Call(_) => {
                heap.slots[slot as usize].place = Place::Firing { cancelled: false };
            }
        }
        self.publish(&heap);
        Some(Due { slot, action })
    }

    fn finish(&self, slot: u32, callback: Callback<T>, next: Next) {
        let mut heap = self.heap.lock();
        let place = &heap.slots[slot as usize].place;
        match (next, place) {
            (Next::At(when), Place::Firing { cancelled: false }) => {
                heap.slots[slot as usize].action = Some(Action::Call(callback));
                heap.insert(when.min(NEVER - 1), slot);
                self.publish(&heap);
            }
            _ => {
                heap.free_slot(slot);
                drop(heap);
                drop(callback);
            }
        }
    }

    /// Forgets all timers; their callbacks may own anything.
    pub(crate) fn clear(&self) {
        let mut heap = self.heap.lock();
        let slots = std::mem::take(&mut heap.slots);
        heap.entries.clear();
        heap.free.clear();
        self.publish(&heap);
        drop(heap);
        drop(slots);
    }

    /// Runs everything due at `now`, with `on`'s processor. The lock is not held during callbacks.
    pub(crate) fn run_due(&self, now: Nanos, on: &mut OnP<'_, T>) -> bool {
        let mut ran = false;
        while self.earliest() <= now {
            let Some(due) = self.take_due(now) else { break };
            ran = true;
            on.p.note(Kind::Timer, Record::NO_TASK, 0);
            match due.action {
                Action::Wake(task) => on.wake_in_order(task),
                Action::Call(mut callback) => {
                    let next = callback(on);
                    self.finish(due.slot, callback, next);
                }
            }
        }
        ran
    }
}

impl<T: Task> Heap<T> {
    fn new_slot(&mut self, action: Action<T>) -> u32 {
        let action = Some(action);
        if let Some(slot) = self.free.pop() {
            self.slots[slot as usize].action = action;
            return slot;
        }
        self.slots.push(Slot { generation: 0, place: Place::Free, action });
        (self.slots.len() - 1) as u32
    }

    fn free_slot(&mut self, slot: u32) {
        let it = &mut self.slots[slot as usize];
        it.place = Place::Free;
        it.generation = it.generation.wrapping_add(1);
        self.free.push(slot);
    }

    fn insert(&mut self, when: Nanos, slot: u32) {
        self.seq += 1;
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

    fn before(&self, a: usize, b: usize) -> bool {
        let (a, b) = (&self.entries[a], &self.entries[b]);
        (a.when, a.seq) < (b.when, b.seq)
    }

    fn settle(&mut self, at: usize) {
        let slot = self.entries[at].slot;
        self.slots[slot as usize].place = Place::At(at as u32);
    }

    fn up(&mut self, mut at: usize) -> usize {
        while at > 0 && self.before(at, (at - 1) / 2) {
            self.entries.swap(at, (at - 1) / 2);
            self.settle(at);
            at = (at - 1) / 2;
        }
        self.settle(at);
        at
    }

    fn down(&mut self, mut at: usize) {
        loop {
            let (left, right) = (2 * at + 1, 2 * at + 2);
            let mut least = at;
            if left < self.entries.len() && self.before(left, least) {
                least = left;
            }
            if right < self.entries.len() && self.before(right, least) {
                least = right;
            }
            if least == at {
                break;
            }
            self.entries.swap(at, least);
            self.settle(at);
            at = least;
        }
        self.settle(at);
    }
}
