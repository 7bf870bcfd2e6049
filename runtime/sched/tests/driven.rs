//! Runs that the test's thread drives: no scheduler thread exists.

#![cfg(not(loom))]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod closure_tasks;

use closure_tasks::{ClosureTask, config};
use minigo_sched::{
    AfterFiring, BlockingCallThreads, DriveEnd, Driver, Nanos, Reason, RunOutcome, Scheduler, Step,
    VirtualClock,
};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread::ThreadId;

/// A new thread for each call.
struct NewThreads;

impl BlockingCallThreads for NewThreads {
    fn start(&self, job: Box<dyn FnOnce() + Send>) {
        std::thread::spawn(job);
    }
}

fn driven_scheduler() -> (Scheduler<ClosureTask>, Driver<ClosureTask>) {
    let scheduler = Scheduler::new(config(4).driven_by_caller(Arc::new(NewThreads)));
    let driver = Driver::new(&scheduler);
    (scheduler, driver)
}

#[test]
fn tasks_run_on_the_callers_thread() {
    let (scheduler, mut driver) = driven_scheduler();
    let seen: Arc<Mutex<Vec<ThreadId>>> = Arc::default();
    for _ in 0..3 {
        let seen = seen.clone();
        scheduler.spawn(ClosureTask::new(move |cx| {
            let seen = seen.clone();
            seen.lock().unwrap().push(std::thread::current().id());
            cx.spawn(ClosureTask::new(move |_| {
                seen.lock().unwrap().push(std::thread::current().id());
                Step::Done
            }));
            Step::Done
        }));
    }
    assert!(seen.lock().unwrap().is_empty());
    assert_eq!(driver.drive(true, Nanos::MAX, &mut || false), DriveEnd::Ended(RunOutcome::AllDone));
    assert_eq!(*seen.lock().unwrap(), [std::thread::current().id(); 6]);
    assert_eq!(scheduler.counts().threads, 0);
}

#[test]
fn a_drive_ends_where_its_caller_says_and_the_next_one_continues() {
    let (scheduler, mut driver) = driven_scheduler();
    let turns = Arc::new(AtomicUsize::new(0));
    let counted = turns.clone();
    scheduler.spawn(ClosureTask::new(move |cx| {
        counted.fetch_add(1, Ordering::Relaxed);
        cx.spawn(ClosureTask::new(|_| Step::Done));
        Step::Yield
    }));
    for most in [10, 20] {
        let end = driver.drive(true, Nanos::MAX, &mut || turns.load(Ordering::Relaxed) >= most);
        assert_eq!(end, DriveEnd::Over);
        assert_eq!(turns.load(Ordering::Relaxed), most);
    }
}

#[test]
fn without_waiting_a_drive_reports_the_next_timer() {
    let clock = Arc::new(VirtualClock::new(0));
    let scheduler = Scheduler::new(config(1).clock(clock).driven_by_caller(Arc::new(NewThreads)));
    let mut driver = Driver::new(&scheduler);
    let _open = scheduler.expect_external_wakes();
    assert_eq!(driver.drive(false, Nanos::MAX, &mut || false), DriveEnd::Quiet(None));
    let mut asleep = false;
    scheduler.spawn(ClosureTask::new(move |cx| {
        if asleep {
            return Step::Done;
        }
        asleep = true;
        let me = cx.current_task();
        cx.wake_at(5000, me);
        Step::Park(Reason::Sleep)
    }));
    assert_eq!(driver.drive(false, Nanos::MAX, &mut || false), DriveEnd::Quiet(Some(5000)));
    assert_eq!(scheduler.counts().live_tasks, 1);
    let ends = || scheduler.counts().live_tasks == 0;
    assert_eq!(driver.drive(true, Nanos::MAX, &mut { ends }), DriveEnd::Over);
    assert!(scheduler.now() >= 5000);
}

#[test]
fn a_deadlock_ends_the_drive_and_a_guard_prevents_it() {
    let (scheduler, mut driver) = driven_scheduler();
    scheduler.spawn(ClosureTask::new(|_| Step::Park(Reason::ChanReceive)));
    let open = scheduler.expect_external_wakes();
    assert_eq!(driver.drive(false, Nanos::MAX, &mut || false), DriveEnd::Quiet(None));
    drop(open);
    assert_eq!(
        driver.drive(true, Nanos::MAX, &mut || false),
        DriveEnd::Ended(RunOutcome::Deadlock)
    );
    // The machine can be driven again.
    scheduler.spawn(ClosureTask::new(|cx| {
        cx.finish(RunOutcome::Finished);
        Step::Done
    }));
    assert_eq!(
        driver.drive(true, Nanos::MAX, &mut || false),
        DriveEnd::Ended(RunOutcome::Finished)
    );
}

#[test]
fn other_threads_make_blocking_calls_while_tasks_run() {
    let (scheduler, mut driver) = driven_scheduler();
    let (released, waits) = channel::<()>();
    let waits = Mutex::new(waits);
    let on_thread = Arc::new(Mutex::new(None));
    let (seen, mut blocked) = (on_thread.clone(), false);
    let call: Arc<dyn minigo_sched::Blocking> = Arc::new(move || {
        waits.lock().unwrap().recv().unwrap();
        *seen.lock().unwrap() = Some(std::thread::current().id());
    });
    scheduler.spawn(ClosureTask::new(move |cx| {
        if blocked {
            return Step::Done;
        }
        blocked = true;
        cx.block(call.clone())
    }));
    let mut released = Some(released);
    scheduler.spawn(ClosureTask::new(move |_| {
        if let Some(sender) = released.take() {
            sender.send(()).unwrap();
            return Step::Yield;
        }
        Step::Done
    }));
    assert_eq!(driver.drive(true, Nanos::MAX, &mut || false), DriveEnd::Ended(RunOutcome::AllDone));
    let made_on = on_thread.lock().unwrap().unwrap();
    assert_ne!(made_on, std::thread::current().id());
}

#[test]
fn another_thread_interrupts_a_drive() {
    let (scheduler, mut driver) = driven_scheduler();
    let stop = Arc::new(AtomicBool::new(false));
    for runs in [false, true] {
        stop.store(false, Ordering::Relaxed);
        let _open = scheduler.expect_external_wakes();
        scheduler.spawn(ClosureTask::new(move |cx| {
            if !runs {
                return Step::Park(Reason::ChanReceive);
            }
            while cx.preempt_flag().load(Ordering::Relaxed) == 0 {
                std::hint::spin_loop();
            }
            Step::Preempted
        }));
        let (handle, stops) = (scheduler.handle(), stop.clone());
        let other = std::thread::spawn(move || {
            stops.store(true, Ordering::SeqCst);
            handle.interrupt_drive();
        });
        let end = driver.drive(true, Nanos::MAX, &mut || stop.load(Ordering::SeqCst));
        assert_eq!(end, DriveEnd::Over);
        other.join().unwrap();
    }
}

#[test]
fn a_task_gives_way_at_the_end_of_its_time_slice() {
    let (scheduler, mut driver) = driven_scheduler();
    let other_ran = Arc::new(AtomicBool::new(false));
    let seen = other_ran.clone();
    scheduler.spawn(ClosureTask::new(move |cx| {
        while !seen.load(Ordering::Relaxed) {
            if cx.should_yield() {
                return Step::Preempted;
            }
        }
        Step::Done
    }));
    scheduler.spawn(ClosureTask::new(move |_| {
        other_ran.store(true, Ordering::Relaxed);
        Step::Done
    }));
    assert_eq!(driver.drive(true, Nanos::MAX, &mut || false), DriveEnd::Ended(RunOutcome::AllDone));
}

#[test]
fn other_threads_stop_the_world_between_and_during_drives() {
    let (scheduler, mut driver) = driven_scheduler();
    let stop = Arc::new(AtomicBool::new(false));
    scheduler.spawn(ClosureTask::new(|cx| {
        cx.call_at(0, |_| AfterFiring::Done);
        Step::Yield
    }));
    let count = || {
        let mut tasks = 0;
        scheduler.stop_world().each_task(|_, _, _| tasks += 1);
        tasks
    };
    assert_eq!(count(), 1);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..100 {
                assert_eq!(count(), 1);
            }
            stop.store(true, Ordering::SeqCst);
            scheduler.interrupt_drive();
        });
        assert_eq!(
            driver.drive(true, Nanos::MAX, &mut || stop.load(Ordering::SeqCst)),
            DriveEnd::Over
        );
    });
    assert_eq!(count(), 1);
}

#[test]
fn a_drive_ends_at_its_deadline() {
    let (scheduler, mut driver) = driven_scheduler();
    for runs in [false, true] {
        let _open = scheduler.expect_external_wakes();
        scheduler.spawn(ClosureTask::new(move |cx| {
            if !runs {
                return Step::Park(Reason::ChanReceive);
            }
            while !cx.should_yield() {}
            Step::Preempted
        }));
        let deadline = scheduler.now() + 1_000_000;
        assert_eq!(driver.drive(true, deadline, &mut || false), DriveEnd::Late);
        assert!(scheduler.now() >= deadline);
    }
}

#[test]
fn a_driver_can_move_to_another_thread() {
    let (scheduler, mut driver) = driven_scheduler();
    scheduler.spawn(ClosureTask::new(|cx| {
        cx.lock_thread();
        Step::Yield
    }));
    let mut turns = 0;
    let mut few = || {
        turns += 1;
        turns % 5 == 0
    };
    assert_eq!(driver.drive(true, Nanos::MAX, &mut few), DriveEnd::Over);
    let mut driver = std::thread::spawn(move || {
        let mut turns = 0;
        let end = driver.drive(true, Nanos::MAX, &mut || {
            turns += 1;
            turns == 5
        });
        assert_eq!(end, DriveEnd::Over);
        driver
    })
    .join()
    .unwrap();
    assert_eq!(driver.drive(true, Nanos::MAX, &mut few), DriveEnd::Over);
}
