//! Every interleaving of an owner that fills and empties its runnext with thieves that empty it: each task is taken
//! once, and the thread that takes it sees all that was written before it was put there.
//!
//! `RUSTFLAGS="--cfg loom" cargo test --release -p minigo-sched --test loom_runnext`

#![cfg(loom)]

use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::thread;
use minigo_sched::processor::runnext::RunNext;

/// Two tasks, and a runnext.
struct World {
    next: RunNext,
    tasks: [UnsafeCell<u32>; 2],
}

// SAFETY: the tasks are what the model checks: loom reports two users at a time.
unsafe impl Sync for World {}
// SAFETY: as above.
unsafe impl Send for World {}

impl World {
    fn new() -> Arc<Self> {
        Arc::new(Self { next: RunNext::new(), tasks: [0, 0].map(UnsafeCell::new) })
    }

    /// Runs a slice; the task then belongs to no other thread.
    fn run(&self, task: u32) -> u32 {
        // SAFETY: the thread that took the task has it alone; loom checks.
        self.tasks[task as usize].with_mut(|t| unsafe {
            *t += 1;
            *t
        })
    }

    fn steal(&self) -> u32 {
        self.next.take_task().map_or(0, |task| {
            self.run(task);
            1
        })
    }
}

#[test]
fn a_task_in_runnext_is_taken_once() {
    loom::model(|| {
        let world = World::new();
        let thieves = [world.clone(), world.clone()].map(|w| thread::spawn(move || w.steal()));
        world.run(0);
        assert_eq!(world.next.replace_task(0), None);
        let mine = world.steal();
        let stolen: u32 =
            thieves.into_iter().map(|t| t.join().expect("the thread does not panic")).sum();
        assert_eq!(mine + stolen + u32::from(world.next.is_some()), 1);
    });
}

#[test]
fn a_task_displaced_from_runnext_goes_to_its_owner() {
    loom::model(|| {
        let world = World::new();
        let thief = world.clone();
        let thief = thread::spawn(move || thief.steal());
        world.run(0);
        assert_eq!(world.next.replace_task(0), None);
        world.run(1);
        let displaced = world.next.replace_task(1);
        if let Some(task) = displaced {
            assert_eq!(task, 0);
            world.run(task);
        }
        let stolen = thief.join().expect("the thread does not panic");
        let left = u32::from(world.next.is_some());
        assert_eq!(stolen + left + u32::from(displaced.is_some()), 2, "none is lost");
    });
}

/// A task that left and came back looks to a thief as if it had never left: it may be taken nevertheless.
#[test]
fn a_task_that_comes_back_may_be_stolen() {
    loom::model(|| {
        let world = World::new();
        let thief = world.clone();
        let thief = thread::spawn(move || thief.steal());
        world.run(0);
        let mut had = 0;
        for _ in 0..2 {
            if had == 0 {
                assert_eq!(world.next.replace_task(0), None);
                if let Some(task) = world.next.take_task() {
                    world.run(task);
                } else {
                    had = 1;
                }
            }
        }
        let stolen = thief.join().expect("the thread does not panic");
        assert_eq!(stolen, had, "the thief has the task, or only the owner had it");
    });
}
