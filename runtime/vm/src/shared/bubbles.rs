//! Bubbles of package testing/synctest: goroutines that share a clock of their own.
//!
//! A goroutine is in the bubble of its maker. The machine keeps the bubble's clock and the goroutines that sleep by it;
//! the library keeps the bubble's timers. The goroutine that made the bubble is its controller: it alone moves the
//! clock, and only while all other goroutines of the bubble wait [durably](crate::goroutine::durable). Each goroutine
//! of the bubble that parks or ends wakes the controller, which then examines the others with the world stopped. So the
//! controller always sees a goroutine that can run, and that goroutine's own next wait makes the controller examine the
//! goroutines again.

use hashbrown::HashMap;
use minigo_sched::TaskRef;
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};

/// The first time of a new bubble's clock, in nanoseconds since 1970: midnight UTC of 2000-01-01.
const START_NANOS: i64 = 946_684_800_000_000_000;

/// The bubbles of a machine.
#[derive(Default)]
pub(crate) struct Bubbles {
    last_id: AtomicU32,
    by_id: Mutex<HashMap<u32, Bubble>>,
    /// The bubble whose deadlock ends the program; 0 for none.
    deadlocked_bubble_id: AtomicU32,
}

struct Bubble {
    controller: TaskRef,
    clock_nanos: i64,
    /// The sleeping goroutines, in the order in which they wake.
    sleeping_tasks: BTreeMap<Sleep, TaskRef>,
    /// The number of sleeps so far.
    sleep_count: u64,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Sleep {
    wake_time: i64,
    /// A random number: goroutines that sleep until the same time wake in a random order.
    random_order: u32,
    /// The number of this sleep in the bubble.
    sleep_number: u64,
}

impl Bubble {
    fn new(controller: TaskRef) -> Bubble {
        Bubble {
            controller,
            clock_nanos: START_NANOS,
            sleeping_tasks: BTreeMap::new(),
            sleep_count: 0,
        }
    }
}

impl Bubbles {
    /// Makes a bubble with this controller and returns its id.
    pub(crate) fn begin_bubble(&self, controller: TaskRef) -> u32 {
        let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        self.by_id.lock().insert(id, Bubble::new(controller));
        id
    }

    /// Ends a bubble: the bubble's clock stands still from now on.
    pub(crate) fn end_bubble(&self, id: u32) {
        self.by_id.lock().remove(&id);
    }

    /// The controller of a bubble; `None` once the bubble has ended.
    pub(crate) fn controller_of(&self, id: u32) -> Option<TaskRef> {
        self.by_id.lock().get(&id).map(|bubble| bubble.controller)
    }

    /// The time of the bubble's clock, in nanoseconds since 1970.
    pub(crate) fn now_in(&self, id: u32) -> i64 {
        self.by_id.lock().get(&id).map_or(START_NANOS, |bubble| bubble.clock_nanos)
    }

    /// Sets the clock.
    pub(crate) fn set_now(&self, id: u32, now: i64) {
        self.by_id.lock().get_mut(&id).into_iter().for_each(|bubble| bubble.clock_nanos = now);
    }

    /// Removes and returns the first goroutine whose sleep is over.
    pub(crate) fn take_due_sleeper(&self, id: u32) -> Option<TaskRef> {
        let mut all = self.by_id.lock();
        let bubble = all.get_mut(&id)?;
        let first = bubble.sleeping_tasks.first_entry()?;
        (first.key().wake_time <= bubble.clock_nanos).then(|| first.remove())
    }

    /// Records that a goroutine sleeps for `nanos`. Returns the time at which the sleep ends.
    pub(crate) fn sleep(&self, id: u32, nanos: i64, order: u32, task: TaskRef) -> i64 {
        let mut all = self.by_id.lock();
        let Some(bubble) = all.get_mut(&id) else { return i64::MAX };
        let until = bubble.clock_nanos.saturating_add(nanos);
        bubble.sleep_count += 1;
        bubble.sleeping_tasks.insert(
            Sleep { wake_time: until, random_order: order, sleep_number: bubble.sleep_count },
            task,
        );
        until
    }

    /// Removes a goroutine that does not sleep any more.
    pub(crate) fn forget_sleeper(&self, id: u32, task: TaskRef) {
        let mut all = self.by_id.lock();
        all.get_mut(&id)
            .into_iter()
            .for_each(|b| b.sleeping_tasks.retain(|_, sleeper| *sleeper != task));
    }

    /// The time at which the first sleep ends; -1 if no goroutine sleeps.
    pub(crate) fn next_wake_time(&self, id: u32) -> i64 {
        let all = self.by_id.lock();
        let first = all.get(&id).and_then(|bubble| bubble.sleeping_tasks.first_key_value());
        first.map_or(-1, |(sleep, _)| sleep.wake_time)
    }

    /// Records that the deadlock of this bubble ends the program.
    pub(crate) fn note_deadlock(&self, id: u32) {
        self.deadlocked_bubble_id.store(id, Ordering::SeqCst);
    }

    /// The bubble whose deadlock ends the program; 0 for none.
    pub(crate) fn deadlocked_bubble_id(&self) -> u32 {
        self.deadlocked_bubble_id.load(Ordering::SeqCst)
    }
}
