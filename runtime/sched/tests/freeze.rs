//! Frozen tasks: none of their slices begins, and no event that concerns them meanwhile is lost.

#![cfg(not(loom))]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod closure_tasks;

use closure_tasks::{ClosureTask, config, scheduler};
use minigo_sched::{BlockingCall, Cx, Reason, RunOutcome, Scheduler, Step, TaskRef};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

fn freeze(s: &Scheduler<ClosureTask>, task: TaskRef) -> bool {
    s.stop_world().freeze(task)
}

/// A task that counts its slices, and ends after `slices` of them.
fn counting_task(
    slices: u32,
    step: impl Fn(&mut Cx<'_, ClosureTask>) -> Step + Send + 'static,
) -> (ClosureTask, Arc<AtomicU32>) {
    let count = Arc::new(AtomicU32::new(0));
    let counted = count.clone();
    let body = move |cx: &mut Cx<'_, ClosureTask>| {
        let n = counted.fetch_add(1, Ordering::Relaxed) + 1;
        if n == slices { Step::Done } else { step(cx) }
    };
    (ClosureTask::new(body), count)
}

#[test]
fn a_frozen_task_does_not_run_until_it_is_thawed() {
    for seed in [None, Some(1), Some(2)] {
        let s = Scheduler::new(match seed {
            None => config(2),
            Some(seed) => config(2).seed(seed),
        });
        let (toy, count) = counting_task(3, |_| Step::Yield);
        let task = s.spawn(toy);
        assert!(freeze(&s, task));
        let (other, others) = counting_task(100, |_| Step::Yield);
        s.spawn(other);
        assert_eq!(s.run(), RunOutcome::Frozen);
        assert_eq!((count.load(Ordering::Relaxed), others.load(Ordering::Relaxed)), (0, 100));
        assert!(s.status(task).unwrap().is_frozen);
        assert!(s.thaw(task) && !s.thaw(task));
        assert_eq!(s.run(), RunOutcome::AllDone);
        assert_eq!(count.load(Ordering::Relaxed), 3);
        assert!(!freeze(&s, task) && !s.thaw(task), "the task has ended");
    }
}

#[test]
fn a_wake_reaches_a_frozen_task() {
    let s = scheduler(2);
    let (toy, count) = counting_task(2, |_| Step::Park(Reason::ChanReceive));
    let task = s.spawn(toy);
    assert_eq!(s.run(), RunOutcome::Deadlock);
    assert!(freeze(&s, task));
    // The task is parked for good, frozen or not.
    assert_eq!(s.run(), RunOutcome::Deadlock);
    s.wake(task);
    assert_eq!(s.run(), RunOutcome::Frozen);
    assert_eq!(count.load(Ordering::Relaxed), 1);
    assert!(s.thaw(task));
    assert_eq!(s.run(), RunOutcome::AllDone);
}

#[test]
fn a_task_in_a_blocking_call_is_frozen_when_the_call_ends() {
    for long in [false, true] {
        let s = scheduler(2);
        let (begun, end) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let (begins, ends) = (begun.clone(), end.clone());
        let call: BlockingCall = Arc::new(move || {
            begins.store(true, Ordering::SeqCst);
            while !ends.load(Ordering::SeqCst) {
                std::thread::yield_now();
            }
        });
        let made = move |cx: &mut Cx<'_, ClosureTask>| match long {
            true => cx.block_for_long(call.clone()),
            false => cx.block(call.clone()),
        };
        let (toy, count) = counting_task(2, made);
        let task = s.spawn(toy);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !begun.load(Ordering::SeqCst) {
                    std::thread::yield_now();
                }
                assert!(freeze(&s, task));
                end.store(true, Ordering::SeqCst);
            });
            assert_eq!(s.run(), RunOutcome::Frozen, "long: {long}");
        });
        assert_eq!(count.load(Ordering::Relaxed), 1);
        assert!(s.thaw(task));
        assert_eq!(s.run(), RunOutcome::AllDone);
    }
}

#[test]
fn a_task_can_freeze_itself() {
    let s = scheduler(2);
    let task = {
        let mut n = 0;
        s.spawn(ClosureTask::new(move |cx| {
            n += 1;
            if n == 4 {
                return Step::Done;
            }
            cx.freeze_current();
            Step::Preempted
        }))
    };
    for _ in 0..3 {
        assert_eq!(s.run(), RunOutcome::Frozen);
        assert!(s.thaw(task));
    }
    assert_eq!(s.run(), RunOutcome::AllDone);
}

#[test]
fn freezing_and_thawing_at_any_time_loses_nothing() {
    const TASKS: usize = 8;
    const SLICES: u32 = if cfg!(miri) { 20 } else { 20_000 };
    let s = scheduler(3);
    let (tasks, counts): (Vec<_>, Vec<_>) = (0..TASKS)
        .map(|_| {
            let (toy, count) = counting_task(SLICES, |_| Step::Yield);
            (s.spawn(toy), count)
        })
        .unzip();
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut at = 0_usize;
            while !over.load(Ordering::SeqCst) {
                at = at.wrapping_mul(5).wrapping_add(3);
                let task = tasks[at % TASKS];
                freeze(&s, task);
                std::thread::yield_now();
                s.thaw(task);
            }
        });
        loop {
            match s.run() {
                // The other thread will thaw the frozen task soon: run again.
                RunOutcome::Frozen => {}
                outcome => {
                    over.store(true, Ordering::SeqCst);
                    assert_eq!(outcome, RunOutcome::AllDone);
                    break;
                }
            }
        }
    });
    assert!(counts.iter().all(|count| count.load(Ordering::Relaxed) == SLICES));
}
