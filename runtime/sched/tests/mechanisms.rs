//! Tests of each mechanism's purpose: fairness of the queues, idle processors that find work, timers against a model,
//! switched-off mechanisms.

// Many of these tests wait for real time.
#![cfg(not(any(loom, miri)))]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod closure_tasks;

use closure_tasks::{ClosureTask, config, scheduler};
use minigo_sched::{
    AfterFiring, Clock, Kind, Reason, RunOutcome, Scheduler, Step, StopResult, Switches, TaskRef,
    TimerRef, VirtualClock,
};
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

/// Returns a task that runs until the processor asks it to yield.
fn busy_task(until: Arc<AtomicBool>) -> ClosureTask {
    ClosureTask::new(move |cx| {
        loop {
            if until.load(Ordering::Relaxed) {
                return Step::Done;
            }
            if cx.should_yield() {
                return Step::Preempted;
            }
        }
    })
}

#[test]
fn two_tasks_that_wake_each_other_do_not_starve_others() {
    // The pair of tasks lives in runnext and inherits one time slice for ever; the third task is in the local queue.
    let s = scheduler(1);
    let end = Arc::new(AtomicBool::new(false));
    let ids = Arc::new(Mutex::new([TaskRef::NONE; 2]));
    s.spawn(ClosureTask::new(move |cx| {
        for i in 0..2 {
            let (end, ids) = (end.clone(), ids.clone());
            let id = cx.spawn(ClosureTask::new({
                let ids = ids.clone();
                move |cx| {
                    if end.load(Ordering::Relaxed) {
                        cx.wake(ids.lock().unwrap()[1 - i]);
                        return Step::Done;
                    }
                    cx.wake(ids.lock().unwrap()[1 - i]);
                    Step::Park(Reason::Unknown)
                }
            }));
            ids.lock().unwrap()[i] = id;
        }
        let end = end.clone();
        cx.spawn(ClosureTask::new(move |_| {
            end.store(true, Ordering::Relaxed);
            Step::Done
        }));
        // The third task is in runnext now; two more displace it into the queue, behind no task but before the pair's
        // next turn.
        cx.spawn(ClosureTask::new(|_| Step::Done));
        Step::Done
    }));
    assert_eq!(s.run(), RunOutcome::AllDone);
}

#[test]
fn the_global_queue_gets_its_turn() {
    // A task that keeps the local queue full of its children runs against one task in the global queue.
    let s = scheduler(1);
    let end = Arc::new(AtomicBool::new(false));
    fn child(end: Arc<AtomicBool>) -> ClosureTask {
        ClosureTask::new(move |cx| {
            if !end.load(Ordering::Relaxed) {
                cx.spawn(child(end.clone()));
                cx.spawn(ClosureTask::new(|_| Step::Done));
            }
            Step::Done
        })
    }
    s.spawn(child(end.clone()));
    let mut turns = 0;
    s.spawn(ClosureTask::new(move |_| {
        turns += 1;
        if turns == 20 {
            end.store(true, Ordering::Relaxed);
            return Step::Done;
        }
        Step::Yield
    }));
    assert_eq!(s.run(), RunOutcome::AllDone);
}

#[test]
fn an_idle_processor_finds_tasks_started_on_a_busy_one() {
    let s = scheduler(2);
    let end = Arc::new(AtomicBool::new(false));
    let other = end.clone();
    s.spawn(ClosureTask::new(move |cx| {
        // The child lies in runnext, and this task never parks; only another processor can run it.
        let end = other.clone();
        cx.spawn(ClosureTask::new(move |_| {
            end.store(true, Ordering::Relaxed);
            Step::Done
        }));
        wait_for_flag(&other);
        Step::Done
    }));
    assert_eq!(s.run(), RunOutcome::AllDone);
    assert!(end.load(Ordering::Relaxed));
}

#[test]
fn an_idle_processor_finds_a_task_that_yielded() {
    // One task yields while another is in the local queue, and that one ends only once the first has had its second
    // turn: without stealing, the other processor can get it from the global queue only.
    let s = Scheduler::new(
        config(2).feature_switches(Switches { steal: false, ..Switches::default() }),
    );
    let end = Arc::new(AtomicBool::new(false));
    s.spawn(ClosureTask::new(move |cx| {
        let seen = end.clone();
        cx.spawn(ClosureTask::new(move |_| {
            wait_for_flag(&seen);
            Step::Done
        }));
        let (end, mut again) = (end.clone(), false);
        cx.spawn(ClosureTask::new(move |_| {
            if std::mem::replace(&mut again, true) {
                end.store(true, Ordering::Relaxed);
                return Step::Done;
            }
            Step::Yield
        }));
        Step::Done
    }));
    assert_eq!(s.run(), RunOutcome::AllDone);
}

#[test]
fn the_task_in_runnext_survives_a_blocking_call() {
    let s = scheduler(1);
    let ran = Arc::new(AtomicBool::new(false));
    let mut asked = false;
    s.spawn(ClosureTask::new(move |cx| {
        if std::mem::replace(&mut asked, true) {
            return Step::Done;
        }
        let inside = ran.clone();
        cx.spawn(ClosureTask::new({
            let ran = ran.clone();
            move |_| {
                ran.store(true, Ordering::Release);
                Step::Done
            }
        }));
        cx.block(Arc::new(move || wait_for_flag(&inside)))
    }));
    assert_eq!(s.run(), RunOutcome::AllDone);
}

#[test]
fn long_calls_part_with_their_processor_at_once() {
    // The call lasts until the other task has run.
    let s = scheduler(1);
    let ran = Arc::new(AtomicBool::new(false));
    let (seen, mut asked) = (ran.clone(), false);
    s.spawn(ClosureTask::new(move |cx| {
        if std::mem::replace(&mut asked, true) {
            return Step::Done;
        }
        let seen = seen.clone();
        cx.block_for_long(Arc::new(move || wait_for_flag(&seen)))
    }));
    s.spawn(ClosureTask::new(move |_| {
        ran.store(true, Ordering::Release);
        Step::Done
    }));
    assert_eq!(s.run(), RunOutcome::AllDone);
}

#[test]
fn timers_do_what_a_model_does() {
    // One processor, virtual time, a random mix of starting, stopping and moving timers: the timers that fire, and
    // their times, must match a list.
    for seed in 1..40_u64 {
        let mut dice = seed;
        let mut roll = move |n: u64| {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (dice >> 33) % n
        };
        let s = Scheduler::new(config(1).clock(Arc::new(VirtualClock::new(1))));
        let fired = Arc::new(Mutex::new(Vec::new()));
        let seen = fired.clone();
        let mut model: Vec<(u64, u64, TimerRef)> = Vec::new();
        let mut expected: Vec<(u64, u64)> = Vec::new();
        let mut next_id = 0;
        let mut steps = 0;
        let mut done: Vec<TimerRef> = Vec::new();
        let expectation = Arc::new(Mutex::new(Vec::new()));
        let result = expectation.clone();
        s.spawn(ClosureTask::new(move |cx| {
            let now = cx.now();
            model.sort_by_key(|timer| timer.0);
            while model.first().is_some_and(|timer| timer.0 <= now) {
                let (when, id, timer) = model.remove(0);
                expected.push((when, id));
                done.push(timer);
            }
            for _ in 0..roll(6) {
                match roll(4) {
                    0 | 1 => {
                        let (when, id) = (now + 1 + roll(1000) * 7 + next_id % 7, next_id);
                        next_id += 1;
                        if model.iter().any(|timer| timer.0 == when) {
                            continue;
                        }
                        let fired = fired.clone();
                        let timer = cx.call_at(when, move |on| {
                            fired.lock().unwrap().push((on.now(), id));
                            AfterFiring::Done
                        });
                        model.push((when, id, timer));
                    }
                    2 if !model.is_empty() => {
                        let (_, _, timer) = model.swap_remove(roll(model.len() as u64) as usize);
                        assert_eq!(cx.stop_timer(timer), StopResult::Prevented);
                        assert_eq!(cx.stop_timer(timer), StopResult::Gone);
                    }
                    3 if !model.is_empty() => {
                        let at = roll(model.len() as u64) as usize;
                        let when = now + 1 + roll(5000) * 11;
                        if model.iter().all(|timer| timer.0 != when) {
                            assert!(cx.reset_timer(model[at].2, when));
                            model[at].0 = when;
                        }
                    }
                    _ => {}
                }
            }
            if let Some(timer) = done.last() {
                assert_eq!(cx.stop_timer(*timer), StopResult::Gone);
                assert!(!cx.reset_timer(*timer, now + 5));
            }
            steps += 1;
            if steps > 200 && model.is_empty() {
                *expectation.lock().unwrap() = std::mem::take(&mut expected);
                return Step::Done;
            }
            let me = cx.current_task();
            // This task wakes after the callbacks of the same moment, whose timers were started earlier.
            cx.wake_at(now + 1 + roll(2000), me);
            Step::Park(Reason::Sleep)
        }));
        assert_eq!(s.run(), RunOutcome::AllDone);
        assert!(!result.lock().unwrap().is_empty());
        assert_eq!(*seen.lock().unwrap(), *result.lock().unwrap(), "seed {seed}");
    }
}

#[test]
fn every_mechanism_can_be_switched_off() {
    let all = Switches::default();
    let variants = [
        all,
        Switches { local_queues: false, ..all },
        Switches { runnext: false, ..all },
        Switches { steal: false, ..all },
        Switches { handoff: false, ..all },
        Switches { preempt: false, ..all },
        Switches { spin: false, ..all },
        Switches { tick61: false, ..all },
        Switches { park: false, ..all },
        Switches { local_queues: false, runnext: false, spin: false, tick61: false, ..all },
    ];
    for switches in variants {
        let s = Scheduler::new(config(3).feature_switches(switches));
        let sum = Arc::new(AtomicU64::new(0));
        for _ in 0..20 {
            let (sum, mut turns) = (sum.clone(), 0);
            s.spawn(ClosureTask::new(move |cx| {
                turns += 1;
                let me = cx.current_task();
                match turns {
                    1 => {
                        for _ in 0..10 {
                            let sum = sum.clone();
                            cx.spawn(ClosureTask::new(move |_| {
                                sum.fetch_add(1, Ordering::Relaxed);
                                Step::Done
                            }));
                        }
                        Step::Yield
                    }
                    2 => {
                        let soon = cx.now() + 100_000;
                        cx.wake_at(soon, me);
                        Step::Park(Reason::Sleep)
                    }
                    3 => cx.block(Arc::new(|| std::thread::sleep(Duration::from_micros(200)))),
                    _ => Step::Done,
                }
            }));
        }
        assert_eq!(s.run(), RunOutcome::AllDone, "{switches:?}");
        assert_eq!(sum.load(Ordering::Relaxed), 200, "{switches:?}");
    }
}

#[test]
fn without_preemption_a_loop_keeps_its_processor() {
    for preempt in [true, false] {
        let s =
            Scheduler::new(config(1).feature_switches(Switches { preempt, ..Switches::default() }));
        let end = Arc::new(AtomicBool::new(false));
        s.spawn(busy_task(end.clone()));
        let other = end.clone();
        s.spawn(ClosureTask::new(move |_| {
            other.store(true, Ordering::Relaxed);
            Step::Done
        }));
        let guard = s.expect_external_wakes();
        let watchdog = std::thread::spawn(move || {
            if preempt {
                wait_for_flag(&end);
            } else {
                std::thread::sleep(Duration::from_millis(200));
            }
            let in_time = end.swap(true, Ordering::Relaxed);
            drop(guard);
            in_time
        });
        assert_eq!(s.run(), RunOutcome::AllDone);
        assert_eq!(watchdog.join().unwrap(), preempt);
    }
}

#[test]
fn the_stopped_world_is_visited_in_parallel() {
    let s = scheduler(2);
    for _ in 0..1000 {
        s.spawn(ClosureTask::new(|_| Step::Park(Reason::Select)));
    }
    assert_eq!(s.run(), RunOutcome::Deadlock);
    let mut world = s.stop_world();
    let seen = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for mut part in world.task_ranges(3) {
            let seen = &seen;
            scope.spawn(move || {
                part.for_each_task(|_, status, _| {
                    assert_eq!(status.reason, Reason::Select);
                    seen.fetch_add(1, Ordering::Relaxed);
                });
            });
        }
    });
    assert_eq!(seen.load(Ordering::Relaxed), 1000);
}

#[test]
fn without_parking_blocked_tasks_keep_their_processors() {
    // Two tasks that wait for a third, on two processors: they run in Go, and deadlock with parking switched off.
    for park in [true, false] {
        let s =
            Scheduler::new(config(2).feature_switches(Switches { park, ..Switches::default() }));
        let waiting: Vec<_> = (0..2)
            .map(|_| {
                let mut first = true;
                s.spawn(ClosureTask::new(move |_| {
                    if std::mem::take(&mut first) {
                        Step::Park(Reason::ChanReceive)
                    } else {
                        Step::Done
                    }
                }))
            })
            .collect();
        let mut turns = 0;
        s.spawn(ClosureTask::new(move |cx| {
            turns += 1;
            if turns < 5 {
                return Step::Yield;
            }
            for task in &waiting {
                cx.wake(*task);
            }
            Step::Done
        }));
        assert_eq!(s.run(), if park { RunOutcome::AllDone } else { RunOutcome::Deadlock });
    }
}

#[test]
fn preempted_tasks_go_to_the_tail_of_the_global_queue() {
    // Three loops on one processor take turns in the order in which they began: if a preempted loop went to the head of
    // the queue, or to the local queue, one of them would have two consecutive turns.
    let s = Scheduler::new(config(1).quantum(Duration::from_millis(1)));
    let turns = Arc::new(Mutex::new(Vec::new()));
    for i in 0..3 {
        let turns = turns.clone();
        s.spawn(ClosureTask::new(move |cx| {
            turns.lock().unwrap().push(i);
            if turns.lock().unwrap().len() >= 12 {
                return Step::Done;
            }
            while !cx.should_yield() {
                std::hint::spin_loop();
            }
            Step::Preempted
        }));
    }
    assert_eq!(s.run(), RunOutcome::AllDone);
    let turns = turns.lock().unwrap();
    let cycle: Vec<_> = (0..12).map(|n| turns[n % 3]).collect();
    assert_eq!(turns[..12], cycle[..]);
}

#[test]
fn a_yielding_task_goes_to_the_end_of_the_queue() {
    // Twenty tasks, more than a processor collects before it takes the scheduler lock, yield on one processor: each has
    // its n-th turn after the (n-1)-th of all others. The rule that the global queue comes first every 61st time slice
    // is off.
    let switches = Switches { tick61: false, ..Switches::default() };
    let s = Scheduler::new(config(1).feature_switches(switches));
    let turns = Arc::new(Mutex::new(Vec::new()));
    for i in 0..20 {
        let (turns, mut left) = (turns.clone(), 5);
        s.spawn(ClosureTask::new(move |_| {
            turns.lock().unwrap().push(i);
            left -= 1;
            if left == 0 { Step::Done } else { Step::Yield }
        }));
    }
    assert_eq!(s.run(), RunOutcome::AllDone);
    let turns = turns.lock().unwrap();
    let rounds: Vec<_> = (0..100).map(|n| n % 20).collect();
    assert_eq!(*turns, rounds);
}

#[test]
fn at_most_half_as_many_spin_as_are_busy() {
    // Two processors: while one worker spins (meanwhile it runs a long timer callback), the other worker, whose task
    // ends, must not spin.
    let s = Scheduler::new(config(2).trace_limit(100_000));
    let inside = Arc::new(AtomicBool::new(false));
    s.spawn(ClosureTask::new(move |cx| {
        let seen = inside.clone();
        let when = cx.now() + 1_000_000;
        cx.call_at(when, move |on| {
            seen.store(true, Ordering::Release);
            let handle = on.handle();
            while handle.live_view().procs.iter().all(|p| !p.idle) {
                std::thread::sleep(Duration::from_micros(100));
            }
            AfterFiring::Done
        });
        while !inside.load(Ordering::Acquire) {
            // The timer is passed to another idle worker.
            let _ = cx.should_yield();
        }
        Step::Done
    }));
    assert_eq!(s.run(), RunOutcome::AllDone);
    let handle = s.handle();
    let trace = handle.stop_world().take_trace().unwrap();
    let after_task = trace.lanes.iter().find_map(|lane| {
        let kinds: Vec<Kind> = lane.records().map(|r| r.kind).collect();
        let end = kinds.iter().position(|&k| k == Kind::Done)?;
        Some(kinds[end..].to_vec())
    });
    let kinds = after_task.unwrap();
    let rest = kinds.iter().position(|&k| k == Kind::ProcIdle).unwrap();
    assert!(!kinds[..rest].contains(&Kind::SpinStart), "{kinds:?}");
    assert!(trace.event_count(Kind::SpinStart) > 0, "the other worker spins");
}

#[test]
fn a_busy_task_runs_a_timer_that_is_late() {
    let clock = Arc::new(VirtualClock::new(0));
    for preempt in [true, false] {
        let switches = Switches { preempt, ..Switches::default() };
        let s = Scheduler::new(config(1).clock(clock.clone()).feature_switches(switches));
        let fired = Arc::new(AtomicBool::new(false));
        let (clock, seen) = (clock.clone(), fired.clone());
        let mut began = false;
        s.spawn(ClosureTask::new(move |cx| {
            if std::mem::replace(&mut began, true) {
                return Step::Done;
            }
            let (when, seen) = (cx.now() + 1_000_000, seen.clone());
            cx.call_at(when, move |_| {
                seen.store(true, Ordering::Relaxed);
                AfterFiring::Done
            });
            // After this time sysmon's rounds are rare.
            std::thread::sleep(Duration::from_millis(60));
            assert!(!cx.should_yield());
            clock.advance(2_000_000);
            assert_eq!(cx.should_yield(), preempt);
            Step::Preempted
        }));
        assert_eq!(s.run(), RunOutcome::AllDone);
        assert!(fired.load(Ordering::Relaxed));
    }
}

/// Processors are on their way to workers all the time here, while a worker that slept until the alarm wakes and takes
/// one of them over, and while the world stops: no processor is lost, and none has two holders.
#[test]
fn no_processor_is_lost_between_hand_off_alarm_and_stop() {
    const ROUNDS: u64 = 300;
    let s = scheduler(3);
    let (inside, rounds) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    for i in 0..24 {
        let (inside, rounds, mut n) = (inside.clone(), rounds.clone(), 0);
        s.spawn(ClosureTask::new(move |cx| {
            assert!(inside.fetch_add(1, Ordering::AcqRel) < 3, "more slices than processors");
            n += 1;
            rounds.fetch_add(1, Ordering::Relaxed);
            let step = match (n, (n + i) % 4) {
                (ROUNDS, _) => Step::Done,
                (_, 0) => Step::Yield,
                _ => {
                    let (due, me) = (cx.now() + (n * 7919 + i * 31) % 100_000, cx.current_task());
                    cx.wake_at(due, me);
                    Step::Park(Reason::Sleep)
                }
            };
            inside.fetch_sub(1, Ordering::AcqRel);
            step
        }));
    }
    let (handle, over) = (s.handle(), Arc::new(AtomicBool::new(false)));
    let end = over.clone();
    let stopper = std::thread::spawn(move || {
        while !end.load(Ordering::Acquire) {
            let mut world = handle.stop_world();
            let mut procs = 0;
            world.each_local(|_, _| procs += 1);
            assert_eq!(procs, 3);
            drop(world);
            std::thread::sleep(Duration::from_micros(300));
        }
    });
    assert_eq!(s.run(), RunOutcome::AllDone);
    over.store(true, Ordering::Release);
    stopper.join().unwrap();
    assert_eq!(rounds.load(Ordering::Relaxed), 24 * ROUNDS);
}
