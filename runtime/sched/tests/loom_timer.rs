//! Every interleaving of two processors that run the timers of one heap (its owner, and a thief that found nothing
//! else) with a task that stops or moves a timer: a timer fires once, and not after it was stopped.
//!
//! `RUSTFLAGS="--cfg loom" cargo test --release -p minigo-sched --test loom_timer`

#![cfg(loom)]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use loom::sync::Arc;
use loom::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use loom::thread;
use minigo_sched::{Action, AfterFiring, StopResult, TaskRef, Timers};

/// Callbacks are numbers; `fire_counts` counts the calls of each.
struct World {
    timers: Timers<usize>,
    fire_counts: [AtomicU32; 2],
    wake_count: AtomicU32,
    /// Whether the memory of the timer object, if there is one, is in use.
    is_object_alive: AtomicBool,
}

impl World {
    fn new() -> Arc<Self> {
        let zero = || AtomicU32::new(0);
        Arc::new(Self {
            timers: Timers::new(0),
            fire_counts: [zero(), zero()],
            wake_count: zero(),
            is_object_alive: AtomicBool::new(true),
        })
    }

    /// `ProcessorCx::run_due_timers`; callbacks ask to be called again at `again`.
    fn run_due(&self, now: u64, again: Option<u64>) {
        while self.timers.earliest_deadline() <= now {
            let Some(due) = self.timers.take_due(now) else { break };
            match due.action {
                Action::Wake(_) => {
                    self.wake_count.fetch_add(1, Ordering::Relaxed);
                }
                Action::Call(n) => {
                    self.fire_counts[n].fetch_add(1, Ordering::Relaxed);
                    let next = again.map_or(AfterFiring::Done, AfterFiring::At);
                    self.timers.finish_firing(due.timer, Action::Call(n), next);
                }
                Action::Object(_) => {
                    assert!(
                        self.is_object_alive.load(Ordering::Relaxed),
                        "an alarm that goes off is not freed"
                    );
                    let next = again.map_or(AfterFiring::Done, AfterFiring::At);
                    self.timers.finish_firing(due.timer, due.action, next);
                }
            }
        }
    }

    fn fire_count(&self, n: usize) -> u32 {
        self.fire_counts[n].load(Ordering::Relaxed)
    }
}

#[test]
fn owner_and_thief_fire_each_timer_once() {
    loom::model(|| {
        let world = World::new();
        let _ = world.timers.start_timer(1, Action::Call(0));
        let _ = world.timers.start_timer(2, Action::Wake(TaskRef::NONE));
        let thief = {
            let world = world.clone();
            thread::spawn(move || world.run_due(5, None))
        };
        // While the other thread runs due timers, the owner starts another timer.
        let _ = world.timers.start_timer(1, Action::Call(1));
        world.run_due(5, None);
        thief.join().unwrap();
        assert_eq!((world.fire_count(0), world.fire_count(1)), (1, 1));
        assert_eq!(world.wake_count.load(Ordering::Relaxed), 1);
        assert_eq!(world.timers.earliest_deadline(), u64::MAX);
    });
}

#[test]
fn a_stopped_timer_does_not_fire() {
    loom::model(|| {
        let world = World::new();
        let timer = world.timers.start_timer(1, Action::Call(0));
        let thief = {
            let world = world.clone();
            thread::spawn(move || world.run_due(5, Some(9)))
        };
        let stopped = world.timers.stop_timer(timer);
        let before = world.fire_count(0);
        thief.join().unwrap();
        match stopped {
            // The timer was stopped either before it fired, or after it was put back for the next time.
            StopResult::Prevented => assert_eq!(world.fire_count(0), before),
            // The timer's callback is running, and is not called again whatever it returns.
            StopResult::Firing => assert!(world.fire_count(0) <= before + 1),
            StopResult::Gone => panic!("a ticker exists until it is stopped"),
        }
        assert_eq!(world.timers.earliest_deadline(), u64::MAX);
        assert_eq!(world.timers.stop_timer(timer), StopResult::Gone);
    });
}

#[test]
fn a_timer_that_is_moved_fires_at_one_of_its_times() {
    loom::model(|| {
        let world = World::new();
        let timer = world.timers.start_timer(1, Action::Call(0));
        let thief = {
            let world = world.clone();
            thread::spawn(move || world.run_due(5, None))
        };
        let moved = world.timers.reset_timer(timer, 9);
        thief.join().unwrap();
        assert_eq!(world.fire_count(0), u32::from(!moved));
        world.run_due(9, None);
        assert_eq!(world.fire_count(0), 1);
    });
}

/// The collector frees a timer object that no task has, unless it is firing.
#[test]
fn an_alarm_that_goes_off_is_not_freed() {
    loom::model(|| {
        let world = World::new();
        let _ = world.timers.start_timer(1, Action::Object(64));
        let owner = {
            let world = world.clone();
            thread::spawn(move || world.run_due(5, Some(9)))
        };
        let mut found = 0;
        world.timers.retain_timer_objects(|_, going_off| {
            found += 1;
            if !going_off {
                // The check holds the heap's lock, so the object cannot begin to fire during the check.
                world.is_object_alive.store(false, Ordering::Relaxed);
            }
            false
        });
        assert_eq!(found, 1, "an alarm that has not ended is found");
        owner.join().unwrap();
        assert_eq!(world.timers.earliest_deadline(), u64::MAX, "the timer was stopped");
    });
}
