//! Every interleaving of handing in work with going to sleep: work never lies in a queue while everybody
//! sleeps.
//!
//! `RUSTFLAGS="--cfg loom" cargo test --release -p minigo-sched --test loom_search`

#![cfg(loom)]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use loom::sync::Arc;
use loom::sync::atomic::{AtomicU32, Ordering};
use loom::thread;
use minigo_sched::queue::{Local, Pushed, Steal, queue};
use minigo_sched::search::Searchers;

/// A scheduler reduced to its wake-up rule: one busy processor with a queue, one that goes idle.
struct World {
    searchers: Searchers,
    queue: Steal<2>,
    /// What went out to wake a worker.
    woken: AtomicU32,
    found: AtomicU32,
}

impl World {
    fn new(searching: bool) -> (Arc<Self>, Local<2>) {
        let (local, queue) = queue();
        let searchers = Searchers::new();
        if searching {
            searchers.begin();
        }
        let zero = || AtomicU32::new(0);
        (Arc::new(Self { searchers, queue, woken: zero(), found: zero() }), local)
    }

    /// `Shared::wake_one`.
    fn submit(&self, local: &mut Local<2>) {
        assert_eq!(local.push(7), Pushed::Kept);
        if self.searchers.needs_searcher() && self.searchers.begin_first() {
            self.woken.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// `Worker::search` and `Worker::rest`.
    fn search_then_rest(&self, searching: bool) {
        let (mut mine, _) = queue::<2>();
        if self.queue.steal_half(&mut mine).is_some() {
            self.found.fetch_add(1, Ordering::Relaxed);
            return;
        }
        self.searchers.set_idle(1);
        if searching {
            self.searchers.end();
        }
        self.searchers.look_again();
        if !self.queue.is_empty() {
            self.found.fetch_add(1, Ordering::Relaxed);
        }
    }
}

fn model(searching: bool) {
    loom::model(move || {
        let (world, mut local) = World::new(searching);
        let other = world.clone();
        let searcher = thread::spawn(move || other.search_then_rest(searching));
        world.submit(&mut local);
        searcher.join().unwrap();
        let seen = world.woken.load(Ordering::Relaxed) + world.found.load(Ordering::Relaxed);
        assert!(seen > 0, "work lies in the queue and everybody sleeps");
    });
}

#[test]
fn against_a_searcher() {
    model(true);
}

#[test]
fn against_one_that_only_rests() {
    model(false);
}
