//! Every interleaving of an owner with thieves on a tiny local queue: each entry is taken exactly once.
//!
//! `RUSTFLAGS="--cfg loom" cargo test --release -p minigo-sched --test loom_queue`

#![cfg(loom)]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use loom::thread;
use minigo_sched::processor::local_queue::{LocalQueue, PushResult, Stealer, new_queue};

fn drain<const N: usize>(queue: &mut LocalQueue<N>, into: &mut Vec<u32>) {
    while let Some(entry) = queue.pop() {
        into.push(entry);
    }
}

fn thief<const N: usize>(steal: Stealer<N>) -> thread::JoinHandle<Vec<u32>> {
    thread::spawn(move || {
        let (mut mine, _) = new_queue::<N>();
        let mut got = Vec::new();
        got.extend(steal.steal_half(&mut mine));
        drain(&mut mine, &mut got);
        got
    })
}

fn take_all_stealable<const N: usize>(steal: &Stealer<N>) -> Vec<u32> {
    let mut got = [0; N];
    let n = steal.take_all(&mut got);
    got[..n].to_vec()
}

fn push<const N: usize>(local: &mut LocalQueue<N>, entry: u32, global: &mut Vec<u32>) {
    match local.push(entry) {
        PushResult::Kept => {}
        PushResult::Overflow(half) => global.extend(half),
    }
}

fn check_each_taken_once(mut all: Vec<u32>, n: u32) {
    all.sort_unstable();
    assert_eq!(all, (0..n).collect::<Vec<_>>());
}

#[test]
fn a_thief_against_push_and_pop() {
    loom::model(|| {
        let (mut local, steal) = new_queue::<4>();
        let mut all = Vec::new();
        push(&mut local, 0, &mut all);
        push(&mut local, 1, &mut all);
        let thief = thief(steal);
        all.extend(local.pop());
        push(&mut local, 2, &mut all);
        drain(&mut local, &mut all);
        all.extend(thief.join().unwrap());
        check_each_taken_once(all, 3);
    });
}

#[test]
fn a_thief_against_overflow() {
    loom::model(|| {
        let (mut local, steal) = new_queue::<2>();
        let mut all = Vec::new();
        push(&mut local, 0, &mut all);
        push(&mut local, 1, &mut all);
        let thief = thief(steal);
        for entry in 2..5 {
            push(&mut local, entry, &mut all);
        }
        drain(&mut local, &mut all);
        all.extend(thief.join().unwrap());
        check_each_taken_once(all, 5);
    });
}

#[test]
fn a_thief_of_a_whole_queue_races_with_the_owner() {
    // The outgoing queue: the owner adds to it and empties it when it is full; a searching worker empties it at any
    // time.
    loom::model(|| {
        let (mut local, steal) = new_queue::<2>();
        let mine = steal.clone();
        let taker = thread::spawn(move || take_all_stealable(&steal));
        let mut all = Vec::new();
        for entry in 0..4 {
            if local.try_push(entry).is_err() {
                all.extend(take_all_stealable(&mine));
                all.push(entry);
            }
        }
        all.extend(take_all_stealable(&mine));
        all.extend(taker.join().unwrap());
        check_each_taken_once(all, 4);
    });
}

#[test]
fn two_thieves() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(|| {
        let (mut local, steal) = new_queue::<4>();
        let mut all = Vec::new();
        for entry in 0..3 {
            push(&mut local, entry, &mut all);
        }
        let (one, two) = (thief(steal.clone()), thief(steal));
        all.extend(local.pop());
        push(&mut local, 3, &mut all);
        all.extend(one.join().unwrap());
        all.extend(two.join().unwrap());
        drain(&mut local, &mut all);
        check_each_taken_once(all, 4);
    });
}
