//! Every interleaving of two or three tasks on a mutex: one holds it at a time, and no task sleeps for ever, starving
//! or not.
//!
//! `RUSTFLAGS="--cfg loom" cargo test --release -p minigo-sync --test loom_mutex`. Tasks are threads here, and
//! parking is the scheduler's state word over loom's `Notify`; a lost wake-up is a deadlock, which loom reports.

#![cfg(loom)]

use loom::sync::atomic::{AtomicU16, AtomicUsize, Ordering};
use loom::sync::{Arc, Notify};
use loom::thread;
use minigo_sched::TaskRef;
use minigo_sched::state::{Parked, Phase, State, Wake};
use minigo_sync::{LockStep, Locker, SemaTable, UnlockStep, Waiter, WakeContext, Word};

struct Slot {
    state: State,
    waiter: Waiter,
    wake: Notify,
}

/// A few tasks, a mutex, and a clock that goes on by `tick` at each look.
struct World {
    slots: Vec<Slot>,
    semas: SemaTable,
    word: AtomicU16,
    /// How many hold the mutex, and how often it was held.
    inside: AtomicUsize,
    held: AtomicUsize,
    clock: AtomicUsize,
    tick: usize,
}

#[derive(Clone)]
struct Tasks(Arc<World>);

impl WakeContext for Tasks {
    fn waiter(&self, task: TaskRef) -> &Waiter {
        &self.0.slots[task.index() as usize].waiter
    }
    fn wake(&mut self, task: TaskRef) {
        let slot = &self.0.slots[task.index() as usize];
        match slot.state.wake(task.generation()) {
            Wake::Enqueue => slot.wake.notify(),
            Wake::Noted => {}
            Wake::Stale => panic!("tasks live to the end"),
        }
    }
    fn random(&mut self, n: u32) -> u32 {
        n - 1
    }
    fn now(&self) -> u64 {
        self.0.clock.fetch_add(self.0.tick, Ordering::Relaxed) as u64
    }
}

impl Tasks {
    fn new(tasks: usize, tick: usize) -> Self {
        let slot = || {
            let state = State::new();
            state.transition_to_free();
            state.transition_to_new();
            Slot { state, waiter: Waiter::default(), wake: Notify::new() }
        };
        Self(Arc::new(World {
            slots: (0..tasks).map(|_| slot()).collect(),
            semas: SemaTable::with_roots(1),
            word: AtomicU16::new(0),
            inside: AtomicUsize::new(0),
            held: AtomicUsize::new(0),
            clock: AtomicUsize::new(0),
            tick,
        }))
    }

    fn park(&self, me: TaskRef) {
        let slot = &self.0.slots[me.index() as usize];
        match slot.state.transition_to_parked() {
            Parked::WokenMeanwhile => {}
            Parked::Asleep => {
                // loom's `Notify` also returns without cause.
                while slot.state.read().0 != Phase::Queued {
                    slot.wake.wait();
                }
                slot.state.transition_to_running();
            }
        }
    }

    /// Task `i` takes the mutex and gives it back, `times` over.
    fn work(mut self, i: usize, times: usize) {
        let me = TaskRef::from_parts(i as u32, self.0.slots[i].state.transition_to_running());
        let world = self.0.clone();
        let word = Word(&world.word);
        for _ in 0..times {
            let mut locker = Locker { me, since: None };
            let mut step = world.semas.lock(&mut self, word, &mut locker, false);
            while step == LockStep::Parked {
                self.park(me);
                if let Some(next) = world.semas.finish_lock(&mut self, word, &mut locker) {
                    step = next;
                }
            }
            assert_eq!(world.inside.fetch_add(1, Ordering::Relaxed), 0, "two hold it");
            world.held.fetch_add(1, Ordering::Relaxed);
            world.inside.fetch_sub(1, Ordering::Relaxed);
            assert_ne!(world.semas.unlock(&mut self, word), UnlockStep::WasFree);
        }
    }
}

fn run(tasks: usize, times: usize, tick: usize) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(move || {
        let all = Tasks::new(tasks, tick);
        let threads: Vec<_> = (1..tasks)
            .map(|i| {
                let all = all.clone();
                thread::spawn(move || all.work(i, times))
            })
            .collect();
        all.clone().work(0, times);
        for thread in threads {
            thread.join().expect("no task fails");
        }
        assert_eq!(all.0.held.load(Ordering::Relaxed), tasks * times);
        assert_eq!(all.0.word.load(Ordering::Relaxed), 0, "free, and nobody waits");
    });
}

#[test]
fn two_tasks_take_turns() {
    run(2, 2, 0);
}

#[test]
fn three_tasks_take_turns() {
    run(3, 1, 0);
}

#[test]
fn two_starving_tasks_take_turns() {
    run(2, 2, 2_000_000);
}

#[test]
fn three_starving_tasks_take_turns() {
    run(3, 1, 2_000_000);
}
