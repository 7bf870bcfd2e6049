//! A scheduler from its start to its end: threads, blocking calls, panics, reuse of slots, several schedulers side by
//! side.

// Many of these tests wait for real time.
#![cfg(not(any(loom, miri)))]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod closure_tasks;

use closure_tasks::{ClosureTask, config, scheduler};
use minigo_sched::{Reason, RunOutcome, Scheduler, Step, VirtualClock};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Only a wait for an event that never comes takes this long: a machine may stop any thread, or all, for a while.
const HANG_LIMIT: Duration = Duration::from_secs(60);

/// Waits on the calling thread.
fn wait_for_flag(what: &AtomicBool) {
    let start = Instant::now();
    while !what.load(Ordering::Acquire) {
        assert!(start.elapsed() < HANG_LIMIT, "the event never came");
        std::thread::sleep(Duration::from_micros(100));
    }
}

#[test]
fn dropping_does_not_wait_for_blocking_calls() {
    // The call lasts until the scheduler has been dropped.
    let (gone, over) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let s = scheduler(2);
    let (until, flag, mut asked) = (gone.clone(), over.clone(), false);
    s.spawn(ClosureTask::new(move |cx| {
        if std::mem::replace(&mut asked, true) {
            unreachable!("not resumed after the end");
        }
        let (until, flag) = (until.clone(), flag.clone());
        cx.spawn(ClosureTask::new(|cx| {
            cx.finish(RunOutcome::Finished);
            Step::Done
        }));
        cx.block(Arc::new(move || {
            wait_for_flag(&until);
            flag.store(true, Ordering::Release);
        }))
    }));
    assert_eq!(s.run(), RunOutcome::Finished);
    drop(s);
    gone.store(true, Ordering::Release);
    wait_for_flag(&over);
}

#[test]
fn the_end_comes_while_the_world_is_being_stopped() {
    // The stopping thread waits for the other task's processor, and that task makes a blocking call while the scheduler
    // is being dropped.
    let s = scheduler(2);
    let (began, handle) = (Arc::new(AtomicBool::new(false)), s.handle());
    let (mut asked, seen, stopping) = (false, began.clone(), handle.clone());
    s.spawn(ClosureTask::new(move |cx| {
        if std::mem::replace(&mut asked, true) {
            return Step::Done;
        }
        seen.store(true, Ordering::Release);
        while !stopping.live_view().is_world_stopping {
            std::thread::sleep(Duration::from_micros(100));
        }
        // Long enough for the drop to begin; if it has not begun, the test proves nothing, but passes.
        std::thread::sleep(Duration::from_millis(50));
        cx.block_for_long(Arc::new(|| {}))
    }));
    s.spawn(ClosureTask::new(move |cx| {
        wait_for_flag(&began);
        cx.finish(RunOutcome::Finished);
        drop(cx.stop_world());
        Step::Done
    }));
    assert_eq!(s.run(), RunOutcome::Finished);
    while !handle.live_view().is_world_stopping {
        std::thread::sleep(Duration::from_micros(100));
    }
    let over = Arc::new(AtomicBool::new(false));
    let flag = over.clone();
    std::thread::spawn(move || {
        drop(s);
        flag.store(true, Ordering::Release);
    });
    wait_for_flag(&over);
}

fn thread_count() -> usize {
    std::fs::read_dir("/proc/self/task").map_or(0, Iterator::count)
}

#[test]
fn threads_end_with_the_scheduler() {
    // Other tests run beside this one, as many as there are CPUs, so only a leak that grows with the number of
    // schedulers counts: four threads of each would be 400.
    let before = thread_count();
    for _ in 0..100 {
        let s = scheduler(4);
        for _ in 0..20 {
            s.spawn(ClosureTask::new(|cx| {
                cx.spawn(ClosureTask::new(|_| Step::Done));
                Step::Done
            }));
        }
        assert_eq!(s.run(), RunOutcome::AllDone);
    }
    assert!(thread_count() < before + 350, "{} after {before}", thread_count());
}

#[test]
fn a_panicking_task_ends_the_run() {
    let s = scheduler(2);
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    s.spawn(ClosureTask::new(|_| panic!("a bug in a task's code")));
    let outcome = s.run();
    std::panic::set_hook(hook);
    assert_eq!(outcome, RunOutcome::Panicked);
}

#[test]
fn schedulers_run_side_by_side() {
    let runs: Vec<_> = (0..8)
        .map(|i| {
            std::thread::spawn(move || {
                let s = scheduler(2);
                let count = Arc::new(AtomicU64::new(0));
                for _ in 0..50 {
                    let (count, mut left) = (count.clone(), i * 10);
                    s.spawn(ClosureTask::new(move |_| {
                        if left == 0 {
                            return Step::Done;
                        }
                        left -= 1;
                        count.fetch_add(1, Ordering::Relaxed);
                        Step::Yield
                    }));
                }
                assert_eq!(s.run(), RunOutcome::AllDone);
                assert_eq!(count.load(Ordering::Relaxed), 500 * i);
            })
        })
        .collect();
    for run in runs {
        run.join().unwrap();
    }
}

#[test]
fn slots_of_ended_tasks_are_reused() {
    let s = scheduler(2);
    let slots = Arc::new(Mutex::new(std::collections::BTreeSet::new()));
    let (seen, mut left) = (slots.clone(), 10_000);
    s.spawn(ClosureTask::new(move |cx| {
        for _ in 0..10 {
            let new = cx.spawn(ClosureTask::new(|_| Step::Done));
            seen.lock().unwrap().insert(new.index());
        }
        left -= 10;
        if left == 0 { Step::Done } else { Step::Yield }
    }));
    assert_eq!(s.run(), RunOutcome::AllDone);
    // The slots are at most a few batches on each processor's list and on the shared list.
    assert!(slots.lock().unwrap().len() < 1_000, "{}", slots.lock().unwrap().len());
}

#[test]
fn too_many_threads_end_the_run() {
    // All blocking calls last until the run has ended.
    let over = Arc::new(AtomicBool::new(false));
    let s = Scheduler::new(config(2).max_threads(6));
    for _ in 0..20 {
        let over = over.clone();
        s.spawn(ClosureTask::new(move |cx| {
            let over = over.clone();
            cx.block_for_long(Arc::new(move || wait_for_flag(&over)))
        }));
    }
    assert_eq!(s.run(), RunOutcome::NoThread { limit: Some(6) });
    over.store(true, Ordering::Release);
}

#[test]
fn virtual_time_passes_at_once() {
    // If the hours were real, the test would never end in time.
    let clock = Arc::new(VirtualClock::new(1));
    let s = Scheduler::new(config(4).clock(clock.clone()));
    for hours in [3_u64, 1, 2] {
        let mut slept = false;
        s.spawn(ClosureTask::new(move |cx| {
            let until = hours * 3_600_000_000_000;
            if cx.now() >= until {
                return Step::Done;
            }
            assert!(!std::mem::replace(&mut slept, true), "woken too early");
            let me = cx.current_task();
            cx.wake_at(until, me);
            Step::Park(Reason::Sleep)
        }));
    }
    assert_eq!(s.run(), RunOutcome::AllDone);
    assert_eq!(s.now(), 3 * 3_600_000_000_000);
}
