//! Every interleaving of submitting work with going to sleep: no work stays in a queue while all workers sleep.
//!
//! `RUSTFLAGS="--cfg loom" cargo test --release -p minigo-sched --test loom_spinning`

#![cfg(loom)]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use loom::sync::Arc;
use loom::sync::atomic::{AtomicU32, Ordering};
use loom::thread;
use minigo_sched::idle::spinning::Spinning;
use minigo_sched::processor::local_queue::{LocalQueue, PushResult, Stealer, new_queue};
use minigo_sched::processor::remote_queue::RemoteQueue;

/// A scheduler reduced to its wake-up rule: one busy processor with a queue, and one that goes idle.
struct World {
    spinning: Spinning,
    queue: Stealer<2>,
    remote_queue: RemoteQueue,
    /// How many workers were woken.
    woken_workers: AtomicU32,
    found_tasks: AtomicU32,
}

impl World {
    fn new(spins: bool) -> (Arc<Self>, LocalQueue<2>) {
        let (local, queue) = new_queue();
        let spinning = Spinning::new();
        if spins {
            spinning.begin_spinning();
        }
        let zero = || AtomicU32::new(0);
        let remote_queue = RemoteQueue::new();
        (
            Arc::new(Self {
                spinning,
                queue,
                remote_queue,
                woken_workers: zero(),
                found_tasks: zero(),
            }),
            local,
        )
    }

    /// `Sched::wake_one_worker`.
    fn submit(&self, local: &mut LocalQueue<2>) {
        assert_eq!(local.push(7), PushResult::Kept);
        self.wake_one();
    }

    /// `Sched::send_to_affine_processors`.
    fn send(&self) {
        self.remote_queue.push(&[7]);
        self.wake_one();
    }

    fn wake_one(&self) {
        if self.spinning.needs_wakeup() && self.spinning.begin_spinning_if_first() {
            self.woken_workers.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// `Worker::search` and `Worker::go_idle`.
    fn search_then_go_idle(&self, spins: bool) {
        let (mut mine, _) = new_queue::<2>();
        let stolen =
            self.queue.steal_half(&mut mine).or_else(|| self.remote_queue.steal_half(&mut mine));
        if stolen.is_some() {
            self.found_tasks.fetch_add(1, Ordering::Relaxed);
            return;
        }
        self.spinning.set_idle_processors(1);
        if spins {
            self.spinning.end_spinning();
        }
        self.spinning.fence_before_recheck();
        if !self.queue.is_empty() || !self.remote_queue.is_empty() {
            self.found_tasks.fetch_add(1, Ordering::Relaxed);
        }
    }
}

fn model(spins: bool, submit: fn(&World, &mut LocalQueue<2>)) {
    loom::model(move || {
        let (world, mut local) = World::new(spins);
        let other = world.clone();
        let worker = thread::spawn(move || other.search_then_go_idle(spins));
        submit(&world, &mut local);
        worker.join().unwrap();
        let seen =
            world.woken_workers.load(Ordering::Relaxed) + world.found_tasks.load(Ordering::Relaxed);
        assert!(seen > 0, "work is in the queue and all workers sleep");
    });
}

#[test]
fn against_a_spinning_worker() {
    model(true, World::submit);
}

#[test]
fn push_races_with_a_worker_that_goes_idle() {
    model(false, World::submit);
}

#[test]
fn remote_queue_against_a_spinning_worker() {
    model(true, |world, _| world.send());
}

#[test]
fn remote_push_races_with_a_worker_that_goes_idle() {
    model(false, |world, _| world.send());
}

/// The owner empties its remote queue while one thread sends and one steals: each task is taken once.
#[test]
fn each_handed_over_task_is_taken_once() {
    loom::model(|| {
        let remote_queue = Arc::new(RemoteQueue::new());
        remote_queue.push(&[1, 2, 3]);
        let (sender, thief) = (remote_queue.clone(), remote_queue.clone());
        let sender = thread::spawn(move || sender.push(&[4]));
        let thief = thread::spawn(move || {
            let (mut mine, _) = new_queue::<4>();
            let first = thief.steal_half(&mut mine);
            first.into_iter().chain(std::iter::from_fn(|| mine.pop())).collect::<Vec<_>>()
        });
        let (mut mine, _) = new_queue::<4>();
        remote_queue.move_to(&mut mine);
        let mut all: Vec<u32> = std::iter::from_fn(|| mine.pop()).collect();
        sender.join().unwrap();
        all.extend(thief.join().unwrap());
        remote_queue.move_to(&mut mine);
        all.extend(std::iter::from_fn(|| mine.pop()));
        all.sort_unstable();
        assert_eq!(all, [1, 2, 3, 4]);
        assert!(remote_queue.is_empty());
    });
}
