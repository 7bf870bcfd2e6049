//! Tests of snapshots: they show the actual state, and their parts fit together whatever the tasks do.

// The tests need threads and real time.
#![cfg(not(any(loom, miri)))]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod closure_tasks;

use closure_tasks::{ClosureTask, config, scheduler};
use minigo_sched::inspect::{MActivity, Snapshot, Status};
use minigo_sched::state::Phase;
use minigo_sched::{
    Cx, Handle, Kind, Reason, RunOutcome, Scheduler, Step, Switches, TaskRef, VirtualClock,
};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Takes a snapshot from inside a task.
fn take_snapshot(cx: &mut Cx<'_, ClosureTask>) -> Snapshot {
    cx.stop_world().unwrap().snapshot()
}

#[test]
fn a_snapshot_shows_queues_in_order_and_an_overflow() {
    let s = scheduler(1);
    let taken = Arc::new(Mutex::new(None));
    let put = taken.clone();
    s.spawn(ClosureTask::new(move |cx| {
        let made: Vec<TaskRef> =
            (0..300).map(|_| cx.spawn(ClosureTask::new(|_| Step::Done))).collect();
        *put.lock().unwrap() = Some((made, cx.current_task(), take_snapshot(cx)));
        Step::Done
    }));
    assert_eq!(s.run(), RunOutcome::AllDone);
    let (made, me, seen) = taken.lock().unwrap().take().unwrap();
    let p = &seen.ps[0];
    // Each new task displaces the one before from runnext to the tail; the 257th displaced task finds the queue full,
    // and half of the queue goes to the global queue, followed by that task.
    assert_eq!(p.runnext, Some(made[299]));
    assert_eq!(seen.global_queue[..128], made[..128]);
    let overflown = &seen.global_queue[128..];
    let local: Vec<TaskRef> =
        made[128..299].iter().filter(|t| !overflown.contains(t)).copied().collect();
    assert_eq!(p.queue, local);
    assert!(overflown.len() <= 1, "at most the task without room overflows: {overflown:?}");
    assert!(matches!(p.status, Status::Running { g, .. } if g == me), "{:?}", p.status);
    let m = p.status.m().unwrap();
    assert!(
        seen.ms
            .iter()
            .any(|it| it.number == m && it.activity == MActivity::Running { p: p.id, g: me })
    );
    assert_eq!(seen.live_tasks, 301);
}

#[test]
fn a_snapshot_from_outside_names_the_running_tasks() {
    let s = scheduler(2);
    let (end, began) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU32::new(0)));
    let spin = |cx: &mut Cx<'_, ClosureTask>, end: &AtomicBool, began: &AtomicU32| {
        began.fetch_add(1, Ordering::SeqCst);
        loop {
            if end.load(Ordering::Relaxed) {
                return Step::Done;
            }
            if cx.should_yield() {
                return Step::Preempted;
            }
        }
    };
    for _ in 0..2 {
        let (end, began) = (end.clone(), began.clone());
        s.spawn(ClosureTask::new(move |cx| spin(cx, &end, &began)));
    }
    let handle = s.handle();
    let looker = std::thread::spawn(move || {
        while began.load(Ordering::SeqCst) < 2 {
            std::thread::sleep(Duration::from_micros(100));
        }
        // Two loops run on two Ps: each P runs one, unless a loop has just been preempted.
        let both = |seen: &Snapshot| {
            seen.ps.iter().all(|p| matches!(p.status, Status::Running { .. }))
                && waiting_tasks(seen).is_empty()
        };
        while !both(&handle.snapshot()) {}
        let seen = handle.snapshot();
        end.store(true, Ordering::Relaxed);
        seen
    });
    assert_eq!(s.run(), RunOutcome::AllDone);
    let seen = looker.join().unwrap();
    assert_eq!(seen.ps.len(), 2);
    assert_eq!(seen.live_tasks, 2);
}

/// Every task that waits to run, according to the snapshot.
fn waiting_tasks(seen: &Snapshot) -> Vec<TaskRef> {
    seen.global_queue
        .iter()
        .chain(seen.ps.iter().flat_map(|p| p.waiting_tasks()))
        .copied()
        .collect()
}

/// Reports whether a slice of the task is in progress: under a seed, also while it is paused between two instructions.
fn is_active(phase: Phase) -> bool {
    matches!(phase, Phase::Running | Phase::Notified)
}

/// Checks that the parts of a snapshot fit together, and agree with the tasks' own states.
fn check_snapshot(handle: &Handle<ClosureTask>) -> Snapshot {
    let (mut before, mut phases) = (HashMap::new(), HashMap::new());
    let mut world = handle.stop_world();
    world.each_task(|task, status, _| _ = before.insert(task, status.phase));
    let mut seen = world.snapshot();
    world.each_task(|task, status, _| _ = phases.insert(task, status.phase));
    drop(world);
    assert_eq!(seen.live_tasks as usize, phases.len(), "{seen:?}");
    // A blocking call continues while the world is stopped, and its task is queued when it ends.
    phases.retain(|task, phase| before.get(task) == Some(phase));
    seen.global_queue.retain(|task| phases.contains_key(task));
    let queued = waiting_tasks(&seen);
    let runs: Vec<TaskRef> = seen
        .ps
        .iter()
        .filter_map(|p| match p.status {
            Status::Running { g, .. } => Some(g),
            _ => None,
        })
        .collect();
    let mut once = HashSet::new();
    for task in queued.iter().chain(&runs) {
        assert!(once.insert(*task), "{task:?} is in two places: {seen:?}");
        let phase = phases.get(task).copied();
        let paused = runs.contains(task) && phase.is_some_and(is_active);
        assert!(paused || phase == Some(Phase::Queued), "{task:?} {phase:?} {seen:?}");
    }
    for (task, phase) in &phases {
        let there = *phase == Phase::Queued || is_active(*phase);
        assert_eq!(once.contains(task), there, "{task:?} {phase:?} {seen:?}");
    }
    for p in &seen.ps {
        if let Status::InCall { g, .. } = p.status {
            assert!(phases.get(&g).is_none_or(|phase| *phase == Phase::Blocked), "{seen:?}");
        }
        assert_eq!(seen.idle_ps.contains(&p.id), p.status == Status::Idle, "{seen:?}");
    }
    let mut ms = HashSet::new();
    assert!(seen.ps.iter().filter_map(|p| p.status.m()).all(|m| ms.insert(m)), "{seen:?}");
    assert!(seen.idle_ms.iter().all(|m| ms.insert(*m)), "an idle M has no P: {seen:?}");
    seen
}

/// Tasks of all kinds: some spawn, some park and are woken, some yield, some make calls.
fn mixed_task(left: Arc<AtomicU32>, sleepers: Arc<Mutex<Vec<TaskRef>>>) -> ClosureTask {
    ClosureTask::new(move |cx| {
        match cx.random(6) {
            0 => {
                cx.spawn(ClosureTask::new(|_| Step::Done));
                Step::Yield
            }
            1 => {
                let peer = sleepers.lock().unwrap().pop();
                if let Some(peer) = peer {
                    cx.wake(peer);
                }
                Step::Yield
            }
            2 if left.load(Ordering::Relaxed) > 0 => {
                // A peer wakes the task, or else a timer does.
                sleepers.lock().unwrap().push(cx.current_task());
                let (at, me) = (cx.now() + 20_000, cx.current_task());
                cx.wake_at(at, me);
                Step::Park(Reason::Sleep)
            }
            3 => cx.block(Arc::new(|| std::thread::sleep(Duration::from_micros(30)))),
            4 => {
                (0..200).for_each(|_| std::hint::spin_loop());
                if cx.should_yield() { Step::Preempted } else { Step::Yield }
            }
            _ if left.load(Ordering::Relaxed) == 0 => Step::Done,
            _ => {
                left.fetch_sub(1, Ordering::Relaxed);
                Step::Yield
            }
        }
    })
}

fn run_mixed_tasks(s: &Scheduler<ClosureTask>) -> u32 {
    let left = Arc::new(AtomicU32::new(8_000));
    let sleepers = Arc::<Mutex<Vec<TaskRef>>>::default();
    for _ in 0..40 {
        s.spawn(mixed_task(left.clone(), sleepers.clone()));
    }
    let (handle, over) = (s.handle(), Arc::new(AtomicBool::new(false)));
    let ended = over.clone();
    let looker = std::thread::spawn(move || {
        let mut looks = 0;
        while !ended.load(Ordering::Relaxed) {
            check_snapshot(&handle);
            looks += 1;
            std::thread::sleep(Duration::from_micros(200));
        }
        looks
    });
    assert_eq!(s.run(), RunOutcome::AllDone);
    over.store(true, Ordering::Relaxed);
    looker.join().unwrap()
}

#[test]
fn each_runnable_task_is_in_exactly_one_place() {
    for procs in [1, 2, 4] {
        assert!(run_mixed_tasks(&scheduler(procs)) > 0);
    }
}

#[test]
fn each_runnable_task_is_in_exactly_one_place_without_mechanisms() {
    for name in ["local-queues", "runnext", "steal", "park", "handoff", "preempt", "spin"] {
        let mut switches = Switches::default();
        *switches.by_name_mut(name).unwrap() = false;
        assert!(run_mixed_tasks(&Scheduler::new(config(3).feature_switches(switches))) > 0);
    }
}

#[test]
fn each_runnable_task_is_in_exactly_one_place_under_a_seed() {
    for seed in 0..4 {
        let clock = Arc::new(VirtualClock::new(0));
        assert!(run_mixed_tasks(&Scheduler::new(config(3).seed(seed).clock(clock))) > 0);
    }
}

#[test]
fn a_run_that_begins_in_a_stopped_world_goes_on_after_it() {
    for config in [config(2), config(2).seed(1)] {
        let s = Scheduler::new(config);
        s.spawn(ClosureTask::new(|_| Step::Done));
        let (handle, stopped) = (s.handle(), std::sync::mpsc::channel());
        let stopper = std::thread::spawn(move || {
            let world = handle.stop_world();
            stopped.0.send(()).unwrap();
            std::thread::sleep(Duration::from_millis(20));
            drop(world);
        });
        stopped.1.recv().unwrap();
        assert_eq!(s.run(), RunOutcome::AllDone);
        stopper.join().unwrap();
    }
}

#[test]
fn a_snapshot_has_the_counters_of_the_trace() {
    let s = Scheduler::new(config(1).trace_limit(0));
    s.spawn(ClosureTask::new(|cx| {
        (0..600).for_each(|_| _ = cx.spawn(ClosureTask::new(|_| Step::Done)));
        Step::Done
    }));
    assert_eq!(s.run(), RunOutcome::AllDone);
    let counters = s.handle().snapshot().counters.unwrap();
    assert!(counters.of(Kind::Overflow) >= 2, "{counters:?}");
    assert_eq!(counters.of(Kind::Done), 601);
    assert_eq!(scheduler(1).handle().snapshot().counters, None);
}

#[test]
fn a_snapshot_shows_timers_and_blocking_calls() {
    let s = scheduler(1);
    let taken = Arc::new(Mutex::new(None));
    let (put, mut turn) = (taken.clone(), 0);
    let gone = Arc::new(AtomicBool::new(false));
    let go = gone.clone();
    s.spawn(ClosureTask::new(move |cx| {
        turn += 1;
        if turn > 1 {
            return Step::Done;
        }
        let wait = go.clone();
        cx.block_for_long(Arc::new(move || {
            while !wait.load(Ordering::Acquire) {
                std::thread::sleep(Duration::from_micros(100));
            }
        }))
    }));
    let mut turn = 0;
    s.spawn(ClosureTask::new(move |cx| {
        turn += 1;
        if turn > 1 {
            return Step::Done;
        }
        let (at, me) = (cx.now() + 1_000_000, cx.current_task());
        cx.wake_at(at, me);
        *put.lock().unwrap() = Some((cx.current_task(), at, take_snapshot(cx)));
        gone.store(true, Ordering::Release);
        Step::Park(Reason::Sleep)
    }));
    assert_eq!(s.run(), RunOutcome::AllDone);
    let (me, at, seen) = taken.lock().unwrap().take().unwrap();
    assert_eq!((seen.ps[0].timers[0].when, seen.ps[0].timers[0].woken_task), (at, Some(me)));
    let in_call =
        |m: &&minigo_sched::inspect::M| matches!(m.activity, MActivity::InCall { p: None, .. });
    assert_eq!(seen.ms.iter().filter(in_call).count(), 1, "{seen:?}");
}
