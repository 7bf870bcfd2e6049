//! A simple test of each mechanism: outcomes, parking, timers, blocking calls, stopping the world, pinning.

#![cfg(not(loom))]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod closure_tasks;

use closure_tasks::{ClosureTask, config, scheduler};
use minigo_sched::{
    AfterFiring, Reason, RunOutcome, Scheduler, Step, StopResult, TaskRef, VirtualClock,
};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How often repeating tests repeat. Miri takes some thousand times as long.
const REPETITIONS: usize = if cfg!(miri) { 5 } else { 1000 };

#[test]
fn an_empty_task_list_is_finished_at_once() {
    assert_eq!(scheduler(2).run(), RunOutcome::AllDone);
}

#[test]
fn tasks_start_tasks() {
    let count = Arc::new(AtomicUsize::new(0));
    let s = scheduler(4);
    let outer = count.clone();
    s.spawn(ClosureTask::new(move |cx| {
        for _ in 0..REPETITIONS {
            let outer = outer.clone();
            cx.spawn(ClosureTask::new(move |cx| {
                for _ in 0..REPETITIONS / 10 + 1 {
                    let inner = outer.clone();
                    cx.spawn(ClosureTask::new(move |_| {
                        inner.fetch_add(1, Ordering::Relaxed);
                        Step::Done
                    }));
                }
                Step::Done
            }));
        }
        Step::Done
    }));
    assert_eq!(s.run(), RunOutcome::AllDone);
    assert_eq!(count.load(Ordering::Relaxed), REPETITIONS * (REPETITIONS / 10 + 1));
    assert_eq!(s.counts().live_tasks, 0);
}

#[test]
fn parked_for_ever_is_a_deadlock() {
    let s = scheduler(2);
    s.spawn(ClosureTask::new(|_| Step::Park(Reason::ChanReceive)));
    assert_eq!(s.run(), RunOutcome::Deadlock);
    let mut seen = Vec::new();
    s.stop_world().each_task(|_, status, _| seen.push(status.reason));
    assert_eq!(seen, [Reason::ChanReceive]);
    // The scheduler can run again.
    s.spawn(ClosureTask::new(|cx| {
        cx.finish(RunOutcome::Finished);
        Step::Done
    }));
    assert_eq!(s.run(), RunOutcome::Finished);
}

#[test]
fn a_guard_keeps_a_deadlock_away() {
    let s = scheduler(2);
    let begun = Arc::new(AtomicBool::new(false));
    let seen = begun.clone();
    let parked = s.spawn(ClosureTask::new(move |_| {
        if begun.swap(true, Ordering::Relaxed) { Step::Done } else { Step::Park(Reason::Unknown) }
    }));
    let guard = s.expect_external_wakes();
    let handle = s.handle();
    let other = std::thread::spawn(move || {
        while !seen.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
        std::thread::sleep(Duration::from_millis(20));
        handle.wake(parked);
        drop(guard);
    });
    assert_eq!(s.run(), RunOutcome::AllDone);
    other.join().unwrap();
}

#[test]
fn a_stale_wake_does_nothing() {
    let s = scheduler(1);
    let gone = s.spawn(ClosureTask::new(|_| Step::Done));
    assert_eq!(s.run(), RunOutcome::AllDone);
    s.wake(gone);
    s.wake(TaskRef::NONE);
    s.spawn(ClosureTask::new(|_| Step::Park(Reason::Unknown)));
    s.wake(gone);
    assert_eq!(s.run(), RunOutcome::Deadlock);
}

#[test]
fn sleepers_wake_in_order() {
    // In virtual time: a machine that stops for 10 ms between two starts would change the order of real timers.
    let order = Arc::new(Mutex::new(Vec::new()));
    let s = Scheduler::new(config(1).clock(Arc::new(VirtualClock::new(1))));
    for i in [30_u64, 10, 20, 0] {
        let order = order.clone();
        let mut due = None;
        s.spawn(ClosureTask::new(move |cx| {
            let now = cx.now();
            let until = *due.get_or_insert(now + i * 1_000_000);
            if now < until {
                let me = cx.current_task();
                cx.wake_at(until, me);
                return Step::Park(Reason::Sleep);
            }
            order.lock().unwrap().push(i);
            Step::Done
        }));
    }
    assert_eq!(s.run(), RunOutcome::AllDone);
    assert_eq!(*order.lock().unwrap(), [0, 10, 20, 30]);
}

#[test]
fn no_task_is_woken_too_early() {
    let s = scheduler(1);
    let mut due = None;
    let start = Instant::now();
    s.spawn(ClosureTask::new(move |cx| {
        let now = cx.now();
        let until = *due.get_or_insert(now + 30_000_000);
        if now >= until {
            return Step::Done;
        }
        let me = cx.current_task();
        cx.wake_at(until, me);
        Step::Park(Reason::Sleep)
    }));
    assert_eq!(s.run(), RunOutcome::AllDone);
    assert!(start.elapsed() >= Duration::from_millis(30));
}

#[test]
fn tickers_tick_and_stop() {
    let ticks = Arc::new(AtomicU64::new(0));
    let seen = ticks.clone();
    let s = scheduler(2);
    let mut ticker = None;
    s.spawn(ClosureTask::new(move |cx| {
        if ticker.is_none() {
            let (me, ticks) = (cx.current_task(), ticks.clone());
            let start = cx.now();
            ticker = Some(cx.call_at(start + 1_000_000, move |on| {
                let n = ticks.fetch_add(1, Ordering::Relaxed) + 1;
                if n == 5 {
                    on.wake(me);
                }
                AfterFiring::At(start + (n + 1) * 1_000_000)
            }));
            return Step::Park(Reason::Sleep);
        }
        if ticks.load(Ordering::Relaxed) < 5 {
            return Step::Park(Reason::Sleep);
        }
        let stopped = cx.stop_timer(ticker.unwrap());
        assert_ne!(stopped, StopResult::Gone);
        assert_ne!(cx.stop_timer(ticker.unwrap()), StopResult::Prevented);
        Step::Done
    }));
    assert_eq!(s.run(), RunOutcome::AllDone);
    assert!(seen.load(Ordering::Relaxed) >= 5);
}

#[test]
#[cfg_attr(miri, ignore = "threads overlap in real time")]
fn a_thousand_blocking_calls_overlap() {
    // If each task had its own processor, two tasks would be in a call at a time.
    let s = scheduler(2);
    let (inside, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    for _ in 0..1000 {
        let (inside, most, mut called) = (inside.clone(), most.clone(), false);
        s.spawn(ClosureTask::new(move |cx| {
            if std::mem::replace(&mut called, true) {
                return Step::Done;
            }
            let (inside, most) = (inside.clone(), most.clone());
            cx.block(Arc::new(move || {
                most.fetch_max(inside.fetch_add(1, Ordering::Relaxed) + 1, Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(100));
                inside.fetch_sub(1, Ordering::Relaxed);
            }))
        }));
    }
    assert_eq!(s.run(), RunOutcome::AllDone);
    assert!(most.load(Ordering::Relaxed) > 20, "{} at a time", most.load(Ordering::Relaxed));
}

#[test]
fn endless_loops_are_preempted() {
    let s = scheduler(2);
    let stop = Arc::new(AtomicBool::new(false));
    for _ in 0..4 {
        let stop = stop.clone();
        s.spawn(ClosureTask::new(move |cx| {
            loop {
                if stop.load(Ordering::Relaxed) {
                    return Step::Done;
                }
                if cx.should_yield() {
                    return Step::Preempted;
                }
            }
        }));
    }
    let mut turns = 0;
    s.spawn(ClosureTask::new(move |_| {
        turns += 1;
        if turns == 5 {
            stop.store(true, Ordering::Relaxed);
            return Step::Done;
        }
        Step::Yield
    }));
    assert_eq!(s.run(), RunOutcome::AllDone);
}

#[test]
fn shutting_down_in_the_middle() {
    let dropped = Arc::new(());
    for _ in 0..REPETITIONS.min(50) {
        let s = scheduler(3);
        for _ in 0..10 {
            let token = dropped.clone();
            let handle = s.handle();
            s.spawn(ClosureTask::new(move |cx| {
                let _keep = (&token, &handle);
                if cx.should_yield() { Step::Preempted } else { Step::Yield }
            }));
        }
        s.spawn(ClosureTask::new(|cx| {
            cx.finish(RunOutcome::Finished);
            Step::Park(Reason::Unknown)
        }));
        assert_eq!(s.run(), RunOutcome::Finished);
    }
    assert_eq!(Arc::strong_count(&dropped), 1);
}

#[test]
fn the_world_stops() {
    let s = scheduler(4);
    let (a, b) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let end = Arc::new(AtomicBool::new(false));
    for _ in 0..8 {
        let (a, b, end) = (a.clone(), b.clone(), end.clone());
        s.spawn(ClosureTask::new(move |cx| {
            loop {
                a.fetch_add(1, Ordering::SeqCst);
                b.fetch_add(1, Ordering::SeqCst);
                if end.load(Ordering::Relaxed) {
                    return Step::Done;
                }
                if cx.should_yield() {
                    return Step::Preempted;
                }
            }
        }));
    }
    let mut round = 0;
    s.spawn(ClosureTask::new(move |cx| {
        let Some(mut world) = cx.stop_world() else { return Step::Preempted };
        let before = (a.load(Ordering::SeqCst), b.load(Ordering::SeqCst));
        let mut tasks = 0;
        world.each_task(|_, _, _| tasks += 1);
        let mut locals = 0;
        world.each_local(|_, n| {
            *n += 1;
            locals += 1;
        });
        assert_eq!((tasks, locals >= world.procs()), (8, true));
        assert_eq!((a.load(Ordering::SeqCst), b.load(Ordering::SeqCst)), before);
        assert_eq!(before.0, before.1);
        round += 1;
        world.set_procs([1, 4, 2, 8][round % 4]);
        drop(world);
        if round == REPETITIONS.min(40) {
            end.store(true, Ordering::Relaxed);
            return Step::Done;
        }
        Step::Yield
    }));
    assert_eq!(s.run(), RunOutcome::AllDone);
}

#[test]
fn a_pinned_task_keeps_its_thread() {
    const TURNS: u32 = if cfg!(miri) { 20 } else { 100 };
    let s = scheduler(2);
    for pinned in 0..6 {
        let mut turns = 0;
        let mut home = None;
        s.spawn(ClosureTask::new(move |cx| {
            let here = std::thread::current().id();
            if pinned < 3 {
                if home.is_none() {
                    cx.lock_thread();
                    home = Some(here);
                }
                assert_eq!(home, Some(here));
            }
            turns += 1;
            match turns {
                TURNS => {
                    if pinned == 1 {
                        cx.unlock_thread();
                    }
                    Step::Done
                }
                n if n % 10 == 0 => cx.block(Arc::new(|| {
                    std::thread::sleep(Duration::from_micros(50));
                })),
                n if n % 10 == 5 => {
                    let (me, soon) = (cx.current_task(), cx.now() + 10_000);
                    cx.wake_at(soon, me);
                    Step::Park(Reason::Sleep)
                }
                _ => Step::Yield,
            }
        }));
    }
    assert_eq!(s.run(), RunOutcome::AllDone);
}

#[test]
fn a_seed_decides_everything() {
    let run = |seed| {
        let order = Arc::new(Mutex::new(Vec::new()));
        let s = Scheduler::new(config(4).seed(seed));
        for i in 0..10 {
            let order = order.clone();
            let mut left = 5;
            s.spawn(ClosureTask::new(move |_| {
                order.lock().unwrap().push(i);
                left -= 1;
                if left == 0 { Step::Done } else { Step::Yield }
            }));
        }
        assert_eq!(s.run(), RunOutcome::AllDone);
        drop(s);
        Arc::try_unwrap(order).unwrap().into_inner().unwrap()
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

#[test]
fn a_seed_chooses_among_timers_of_the_same_moment() {
    let order_under = |seed| {
        let clock = Arc::new(VirtualClock::new(1));
        let s = Scheduler::new(config(1).clock(clock).seed(seed));
        let order = Arc::new(Mutex::new(Vec::new()));
        let seen = order.clone();
        s.spawn(ClosureTask::new(move |cx| {
            for i in 0..5 {
                let order = order.clone();
                let _ = cx.call_at(1_000_000, move |_| {
                    order.lock().unwrap().push(i);
                    AfterFiring::Done
                });
            }
            Step::Done
        }));
        assert_eq!(s.run(), RunOutcome::AllDone);
        seen.lock().unwrap().clone()
    };
    let seeds = REPETITIONS.min(40) as u64;
    let orders: std::collections::BTreeSet<_> = (0..seeds).map(order_under).collect();
    assert!(orders.len() as u64 > seeds / 2, "{orders:?}");
    assert_eq!(order_under(3), order_under(3));
}
