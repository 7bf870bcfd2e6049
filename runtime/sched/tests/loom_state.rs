//! Every interleaving of parking and waking: no wake-up is lost, none makes a task run twice, and all that the waker
//! wrote before is seen.
//!
//! `RUSTFLAGS="--cfg loom" cargo test --release -p minigo-sched --test loom_state`

#![cfg(loom)]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use loom::sync::Arc;
use loom::sync::atomic::{AtomicU32, Ordering};
use loom::thread;
use minigo_sched::state::{ParkResult, Phase, State, WakeResult};

/// A task that waits for `wanted` units and then ends.
struct Slot {
    state: State,
    work_units: AtomicU32,
    has_ended: AtomicU32,
    running_count: AtomicU32,
}

impl Slot {
    fn new() -> (Arc<Self>, u32) {
        let state = State::new();
        state.transition_to_free();
        let generation = state.transition_to_new();
        let zero = || AtomicU32::new(0);
        (
            Arc::new(Self { state, work_units: zero(), has_ended: zero(), running_count: zero() }),
            generation,
        )
    }

    /// Runs a queued task as a worker does.
    fn run(&self, wanted: u32) {
        self.state.transition_to_running();
        assert_eq!(self.running_count.fetch_add(1, Ordering::Relaxed), 0, "one worker at a time");
        // Relaxed on purpose: the transitions have to publish the waker's writes.
        while self.work_units.load(Ordering::Relaxed) < wanted {
            self.running_count.fetch_sub(1, Ordering::Relaxed);
            match self.state.transition_to_parked() {
                ParkResult::Asleep => return,
                ParkResult::WokenMeanwhile => {
                    assert_eq!(self.running_count.fetch_add(1, Ordering::Relaxed), 0);
                }
            }
        }
        self.has_ended.store(1, Ordering::Relaxed);
        self.running_count.fetch_sub(1, Ordering::Relaxed);
        self.state.transition_to_free();
    }

    /// Wakes the task as a waker does; the waker is also the worker of the task that it made runnable.
    fn supply_work_unit(&self, generation: u32, wanted: u32) {
        self.work_units.fetch_add(1, Ordering::Relaxed);
        match self.state.wake(generation) {
            WakeResult::Enqueue => self.run(wanted),
            WakeResult::Noted | WakeResult::Stale => {}
        }
    }
}

fn model(wakers: u32) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(move || {
        let (slot, generation) = Slot::new();
        let threads: Vec<_> = (0..wakers)
            .map(|_| {
                let slot = slot.clone();
                thread::spawn(move || slot.supply_work_unit(generation, wakers))
            })
            .collect();
        slot.run(wakers);
        for thread in threads {
            thread.join().unwrap();
        }
        assert_eq!(slot.has_ended.load(Ordering::Relaxed), 1, "a wake-up was lost");
        assert_eq!(slot.state.read().0, Phase::Free);
        assert_eq!(slot.state.wake(generation), WakeResult::Stale);
    });
}

#[test]
fn one_waker() {
    model(1);
}

#[test]
fn two_wakers() {
    model(2);
}

#[test]
fn a_wake_during_a_yield() {
    loom::model(|| {
        let (slot, generation) = Slot::new();
        let other = slot.clone();
        let waker = thread::spawn(move || other.supply_work_unit(generation, 1));
        slot.state.transition_to_running();
        slot.state.transition_to_queued();
        slot.run(1);
        waker.join().unwrap();
        assert_eq!(slot.has_ended.load(Ordering::Relaxed), 1, "a wake-up was lost");
    });
}

#[test]
fn a_wake_during_a_blocking_call() {
    loom::model(|| {
        let (slot, generation) = Slot::new();
        let other = slot.clone();
        let waker = thread::spawn(move || other.supply_work_unit(generation, 1));
        slot.state.transition_to_running();
        slot.state.transition_to_blocked();
        slot.state.transition_from_blocked();
        slot.state.transition_to_queued();
        slot.run(1);
        waker.join().unwrap();
        assert_eq!(slot.has_ended.load(Ordering::Relaxed), 1, "a wake-up was lost");
    });
}
