//! Every interleaving of two or three tasks on a mutex: one holds it at a time, and no task sleeps for ever, starving
//! or not, even if one withdraws its wait.
//!
//! `RUSTFLAGS="--cfg loom" cargo test --release -p minigo-sync --test loom_mutex`.

#![cfg(loom)]

mod loom_tasks;

use loom::sync::Arc;
use loom::sync::atomic::{AtomicU16, AtomicUsize, Ordering};
use loom::thread;
use loom_tasks::Tasks;
use minigo_sync::{LockStep, Locker, MutexWord, SemaTable, UnlockStep};

/// A mutex with its semaphore table.
struct World {
    sema_table: SemaTable,
    word: AtomicU16,
    /// How many tasks hold the mutex, and below how often it was held.
    holder_count: AtomicUsize,
    times_held: AtomicUsize,
}

impl World {
    fn new() -> Self {
        Self {
            sema_table: SemaTable::with_roots(1),
            word: AtomicU16::new(0),
            holder_count: AtomicUsize::new(0),
            times_held: AtomicUsize::new(0),
        }
    }

    /// Task `i` locks and unlocks the mutex `times` times; a task that is not `patient` withdraws instead of parking.
    fn work(&self, mut on: Tasks, i: usize, times: usize, patient: bool) {
        let me = on.begin_task(i);
        let word = MutexWord(&self.word);
        'again: for _ in 0..times {
            let mut locker = Locker { locking_task: me, waiting_since: None };
            let mut step = self.sema_table.lock(&mut on, word, &mut locker, false);
            while step == LockStep::Parked {
                if !patient {
                    self.sema_table.withdraw_lock(&mut on, word, me);
                    continue 'again;
                }
                on.park(me);
                if let Some(next) = self.sema_table.finish_lock(&mut on, word, &mut locker) {
                    step = next;
                }
            }
            assert_eq!(
                self.holder_count.fetch_add(1, Ordering::Relaxed),
                0,
                "two tasks hold the mutex"
            );
            self.times_held.fetch_add(1, Ordering::Relaxed);
            self.holder_count.fetch_sub(1, Ordering::Relaxed);
            assert_ne!(self.sema_table.unlock(&mut on, word), UnlockStep::WasFree);
        }
    }
}

/// Runs `tasks` tasks; the last one is not patient if `one_leaves`.
fn run(tasks: usize, times: usize, tick: usize, one_leaves: bool) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(move || {
        let on = Tasks::new(tasks, tick);
        let world = Arc::new(World::new());
        let threads: Vec<_> = (1..tasks)
            .map(|i| {
                let (on, world) = (on.clone(), world.clone());
                let patient = !one_leaves || i + 1 < tasks;
                thread::spawn(move || world.work(on, i, times, patient))
            })
            .collect();
        world.work(on, 0, times, true);
        for thread in threads {
            thread.join().expect("no task fails");
        }
        let times_held = world.times_held.load(Ordering::Relaxed);
        assert!(times_held == tasks * times || one_leaves && times_held >= (tasks - 1) * times);
        assert_eq!(world.word.load(Ordering::Relaxed), 0, "the mutex is free, and no task waits");
    });
}

#[test]
fn two_tasks_take_turns() {
    run(2, 2, 0, false);
}

#[test]
fn three_tasks_take_turns() {
    run(3, 1, 0, false);
}

#[test]
fn two_starving_tasks_take_turns() {
    run(2, 2, 2_000_000, false);
}

#[test]
fn three_starving_tasks_take_turns() {
    run(3, 1, 2_000_000, false);
}

#[test]
fn one_of_three_tasks_gives_up() {
    run(3, 1, 0, true);
}

#[test]
fn one_of_three_starving_tasks_gives_up() {
    run(3, 1, 2_000_000, true);
}
