//! Goroutines on several threads that share cells, objects and slots: no crash, and no race between accesses that are
//! ordered.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use minigo_race::{AccessKind, Detector, Goroutine, Position, Region, SyncObjectKey};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex};
use std::thread;

const REGION_START: usize = 0x10_0000;
/// How many rounds each thread makes.
const ROUNDS: usize = if cfg!(miri) { 40 } else { 20_000 };
const KEY: SyncObjectKey = SyncObjectKey { addr: REGION_START + 4000, tag: 0 };

fn detector() -> Detector {
    Detector::new(&[Region { start: REGION_START, bytes: 1 << 16 }]).unwrap()
}

fn write(detector: &Detector, g: &mut Goroutine, at: usize, size: usize) -> bool {
    detector
        .record_access(g, REGION_START + at, size, AccessKind::Write, Position::new(1))
        .is_some()
}

#[test]
fn ordered_accesses_do_not_race() {
    let detector = detector();
    let mutex = Mutex::new(());
    thread::scope(|scope| {
        for id in 1..=3 {
            let (detector, mutex) = (&detector, &mutex);
            scope.spawn(move || {
                let mut g = detector.start_goroutine(None, id, 0);
                for i in 0..ROUNDS {
                    let held = mutex.lock().unwrap();
                    detector.acquire(&mut g, KEY);
                    assert!(!write(detector, &mut g, i % 8, 1));
                    let range = detector.record_bytes(
                        &mut g,
                        REGION_START,
                        40,
                        AccessKind::Read,
                        Position::new(2),
                    );
                    assert_eq!(range, None);
                    detector.release_store(&mut g, KEY);
                    drop(held);
                    // Bytes of the goroutine's own, in words that all goroutines share.
                    assert!(!write(detector, &mut g, 64 + 8 * (i % 50) + id as usize, 1));
                }
                detector.end_goroutine(g);
            });
        }
    });
}

#[test]
fn unordered_accesses_race() {
    let detector = detector();
    let found = AtomicUsize::new(0);
    let barrier = Barrier::new(2);
    thread::scope(|scope| {
        for id in 1..=2 {
            let (detector, found, barrier) = (&detector, &found, &barrier);
            scope.spawn(move || {
                let mut g = detector.start_goroutine(None, id, 0);
                barrier.wait();
                for i in 0..ROUNDS {
                    let raced = write(detector, &mut g, 8 * (i % 100), 8);
                    found.fetch_add(raced.into(), Ordering::Relaxed);
                    detector.release(&mut g, SyncObjectKey { tag: id as u8, ..KEY });
                }
            });
        }
    });
    // The two goroutines of the test write each word. (Miri shows threads old values of words, so some races are
    // missed.)
    let least = if cfg!(miri) { 1 } else { 100 };
    assert!(found.into_inner() >= least);
}

#[test]
fn goroutines_start_and_end_on_all_threads() {
    let detector = detector();
    thread::scope(|scope| {
        for id in 1..=3 {
            let detector = &detector;
            scope.spawn(move || {
                let mut g = detector.start_goroutine(None, id, 0);
                let base = 1000 * id as usize;
                for i in 0..ROUNDS / 5 {
                    let word = base + 8 * (i % 10);
                    assert!(!write(detector, &mut g, word, 8));
                    let mut child = detector.start_goroutine(Some(&mut g), id, 0);
                    assert!(!write(detector, &mut child, word, 8));
                    detector.join_from(&mut g, &mut child);
                    detector.end_goroutine(child);
                    if i % 10 == 0 {
                        detector.reset_memory(REGION_START + base, 80);
                    }
                }
                detector.end_goroutine(g);
            });
        }
    });
}
