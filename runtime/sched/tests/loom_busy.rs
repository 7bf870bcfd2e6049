//! Every interleaving of the real `BusyMutex` (other models use a twin that is easier to explore): it has one owner at
//! a time, each owner sees the writes of the one before, and `is_held` keeps its promise to a thread that checks the
//! mutex without taking it.
//!
//! `RUSTFLAGS="--cfg loom" cargo test --release -p minigo-sched --test loom_busy`

#![cfg(loom)]

use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::sync::atomic::{AtomicBool, Ordering};
use loom::thread;
use minigo_sched::loom::loom_seq_cst_fence;
use minigo_sched::primitives::busy_mutex::BusyMutex;

/// Adds one; loom reports two threads that do so at a time, and a thread that does not see another one's write.
fn add(mutex: &BusyMutex<UnsafeCell<u32>>) {
    let count = mutex.lock();
    // SAFETY: the guard is the only one; loom checks.
    count.with_mut(|c| unsafe { *c += 1 });
}

#[test]
fn there_is_one_owner_at_a_time() {
    loom::model(|| {
        let mutex = Arc::new(BusyMutex::new(UnsafeCell::new(0)));
        let other = mutex.clone();
        let thread = thread::spawn(move || {
            add(&other);
            add(&other);
        });
        add(&mutex);
        thread.join().expect("the thread does not panic");
        let count = mutex.lock();
        // SAFETY: as above.
        assert_eq!(count.with(|c| unsafe { *c }), 3);
    });
}

/// A thread announces that it waits, and then finds the mutex free: either it sees the last owner's writes, or the next
/// owner sees the announcement.
#[test]
fn a_critical_section_is_visible_to_the_next_owner() {
    loom::model(|| {
        let mutex = Arc::new(BusyMutex::new(()));
        let (waits, done) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let (m, w, d) = (mutex.clone(), waits.clone(), done.clone());
        let owner = thread::spawn(move || {
            let _held = m.lock();
            let seen = w.load(Ordering::SeqCst);
            d.store(true, Ordering::Relaxed);
            seen
        });
        waits.store(true, Ordering::SeqCst);
        loom_seq_cst_fence();
        let missed = !mutex.is_held() && !done.load(Ordering::Relaxed);
        let seen = owner.join().expect("the thread does not panic");
        assert!(!missed || seen, "neither has seen the other");
    });
}
