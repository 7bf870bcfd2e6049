//! Bubbles of package testing/synctest: goroutines that share a clock of their own.
//!
//! A goroutine is in the bubble of the one that made it. The machine keeps the clock and those that sleep by it; the
//! library keeps a bubble's timers. The goroutine that made the bubble is its controller: it alone moves the clock, and
//! only while all others wait [durably](crate::goroutine::durable). Each of them that parks or ends wakes it, and then
//! it looks with the world stopped. So one that is to run is always seen, and its own next wait leads to the next look.

use hashbrown::HashMap;
use minigo_sched::TaskRef;
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};

/// What the clock of a new bubble shows, in nanoseconds since 1970: midnight UTC of 2000-01-01.
const START: i64 = 946_684_800_000_000_000;

/// The bubbles that there are.
#[derive(Default)]
pub(crate) struct Bubbles {
    last: AtomicU32,
    all: Mutex<HashMap<u32, Bubble>>,
    /// The one whose deadlock ends the program; 0 for none.
    deadlocked: AtomicU32,
}

struct Bubble {
    controller: TaskRef,
    now: i64,
    /// The goroutines that sleep: the first to wake is first.
    sleepers: BTreeMap<Sleep, TaskRef>,
    /// How many sleeps there have been.
    sleeps: u64,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Sleep {
    until: i64,
    /// Random: those that sleep until the same time are woken in any order.
    order: u32,
    /// Which sleep of the bubble it is.
    number: u64,
}

impl Bubble {
    fn new(controller: TaskRef) -> Bubble {
        Bubble { controller, now: START, sleepers: BTreeMap::new(), sleeps: 0 }
    }
}

impl Bubbles {
    /// A new bubble with this controller.
    pub(crate) fn begin(&self, controller: TaskRef) -> u32 {
        let id = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        self.all.lock().insert(id, Bubble::new(controller));
        id
    }

    /// The bubble's clock stands still from now on.
    pub(crate) fn end(&self, id: u32) {
        self.all.lock().remove(&id);
    }

    /// The controller of a bubble; `None` once that has ended.
    pub(crate) fn controller(&self, id: u32) -> Option<TaskRef> {
        self.all.lock().get(&id).map(|bubble| bubble.controller)
    }

    /// What the bubble's clock shows, in nanoseconds since 1970.
    pub(crate) fn now(&self, id: u32) -> i64 {
        self.all.lock().get(&id).map_or(START, |bubble| bubble.now)
    }

    /// Sets the clock.
    pub(crate) fn set_now(&self, id: u32, now: i64) {
        self.all.lock().get_mut(&id).into_iter().for_each(|bubble| bubble.now = now);
    }

    /// Removes the first of the sleepers whose sleep is over, and gives it.
    pub(crate) fn take_due_sleeper(&self, id: u32) -> Option<TaskRef> {
        let mut all = self.all.lock();
        let bubble = all.get_mut(&id)?;
        let first = bubble.sleepers.first_entry()?;
        (first.key().until <= bubble.now).then(|| first.remove())
    }

    /// Notes that a goroutine sleeps for `nanos`; until when that is.
    pub(crate) fn sleep(&self, id: u32, nanos: i64, order: u32, task: TaskRef) -> i64 {
        let mut all = self.all.lock();
        let Some(bubble) = all.get_mut(&id) else { return i64::MAX };
        let until = bubble.now.saturating_add(nanos);
        bubble.sleeps += 1;
        bubble.sleepers.insert(Sleep { until, order, number: bubble.sleeps }, task);
        until
    }

    /// A goroutine does not sleep any more.
    pub(crate) fn forget(&self, id: u32, task: TaskRef) {
        let mut all = self.all.lock();
        all.get_mut(&id).into_iter().for_each(|b| b.sleepers.retain(|_, sleeper| *sleeper != task));
    }

    /// When the first sleep ends; -1 if none sleeps.
    pub(crate) fn next_sleeper(&self, id: u32) -> i64 {
        let all = self.all.lock();
        let first = all.get(&id).and_then(|bubble| bubble.sleepers.first_key_value());
        first.map_or(-1, |(sleep, _)| sleep.until)
    }

    /// The program ends by the deadlock of a bubble.
    pub(crate) fn note_deadlock(&self, id: u32) {
        self.deadlocked.store(id, Ordering::SeqCst);
    }

    /// The bubble whose deadlock ends the program; 0 for none.
    pub(crate) fn deadlocked(&self) -> u32 {
        self.deadlocked.load(Ordering::SeqCst)
    }
}
