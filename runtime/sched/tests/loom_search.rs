//! Every interleaving of handing in work with going to sleep: work never lies in a queue while everybody
//! sleeps.
//!
//! `RUSTFLAGS="--cfg loom" cargo test --release -p minigo-sched --test loom_search`

#![cfg(loom)]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use loom::sync::Arc;
use loom::sync::atomic::{AtomicU32, Ordering};
use loom::thread;
use minigo_sched::idle::searchers::Searchers;
use minigo_sched::processor::local_queue::{Local, Pushed, Steal, queue};
use minigo_sched::processor::remote_queue::Mail;

/// A scheduler reduced to its wake-up rule: one busy processor with a queue, one that goes idle.
struct World {
    searchers: Searchers,
    queue: Steal<2>,
    mail: Mail,
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
        let mail = Mail::new();
        (Arc::new(Self { searchers, queue, mail, woken: zero(), found: zero() }), local)
    }

    /// `Shared::wake_one`.
    fn submit(&self, local: &mut Local<2>) {
        assert_eq!(local.push(7), Pushed::Kept);
        self.wake_one();
    }

    /// `Shared::send_home`.
    fn send(&self) {
        self.mail.put(&[7]);
        self.wake_one();
    }

    fn wake_one(&self) {
        if self.searchers.needs_searcher() && self.searchers.begin_first() {
            self.woken.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// `Worker::search` and `Worker::rest`.
    fn search_then_rest(&self, searching: bool) {
        let (mut mine, _) = queue::<2>();
        let stolen = self.queue.steal_half(&mut mine).or_else(|| self.mail.steal_half(&mut mine));
        if stolen.is_some() {
            self.found.fetch_add(1, Ordering::Relaxed);
            return;
        }
        self.searchers.set_idle(1);
        if searching {
            self.searchers.end();
        }
        self.searchers.look_again();
        if !self.queue.is_empty() || !self.mail.is_empty() {
            self.found.fetch_add(1, Ordering::Relaxed);
        }
    }
}

fn model(searching: bool, submit: fn(&World, &mut Local<2>)) {
    loom::model(move || {
        let (world, mut local) = World::new(searching);
        let other = world.clone();
        let searcher = thread::spawn(move || other.search_then_rest(searching));
        submit(&world, &mut local);
        searcher.join().unwrap();
        let seen = world.woken.load(Ordering::Relaxed) + world.found.load(Ordering::Relaxed);
        assert!(seen > 0, "work lies in the queue and everybody sleeps");
    });
}

#[test]
fn against_a_searcher() {
    model(true, World::submit);
}

#[test]
fn against_one_that_only_rests() {
    model(false, World::submit);
}

#[test]
fn mail_against_a_searcher() {
    model(true, |world, _| world.send());
}

#[test]
fn mail_against_one_that_only_rests() {
    model(false, |world, _| world.send());
}

/// The owner opens its mail while somebody sends and somebody steals: each task is taken once.
#[test]
fn mail_is_taken_once() {
    loom::model(|| {
        let mail = Arc::new(Mail::new());
        mail.put(&[1, 2, 3]);
        let (sender, thief) = (mail.clone(), mail.clone());
        let sender = thread::spawn(move || sender.put(&[4]));
        let thief = thread::spawn(move || {
            let (mut mine, _) = queue::<4>();
            let first = thief.steal_half(&mut mine);
            first.into_iter().chain(std::iter::from_fn(|| mine.pop())).collect::<Vec<_>>()
        });
        let (mut mine, _) = queue::<4>();
        mail.open(&mut mine);
        let mut all: Vec<u32> = std::iter::from_fn(|| mine.pop()).collect();
        sender.join().unwrap();
        all.extend(thief.join().unwrap());
        mail.open(&mut mine);
        all.extend(std::iter::from_fn(|| mine.pop()));
        all.sort_unstable();
        assert_eq!(all, [1, 2, 3, 4]);
        assert!(mail.is_empty());
    });
}
