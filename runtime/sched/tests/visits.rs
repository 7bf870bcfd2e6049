//! A thread that reads tasks while workers run them, as a collector does: either a worker or the thread that claimed a
//! task has it exclusively. (Miri and ThreadSanitizer watch the references; the tasks' own figures reveal errors that
//! these tools would miss.)

#![cfg(not(loom))]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use minigo_sched::{
    Config, Cx, Handle, LastScan, ProcessorCx, RunOutcome, Scheduler, Step, Task, TaskRef,
    TimerObjects, TraceMark,
};
use std::sync::atomic::{AtomicU32, Ordering};

const TASKS: usize = if cfg!(miri) { 2 } else { 64 };
const CYCLES: u32 = if cfg!(miri) { 3 } else { 300 };

/// The present cycle; changed while the world is stopped.
static CYCLE: AtomicU32 = AtomicU32::new(0);

/// A task that yields until the visits are over, and meanwhile writes to all that it owns.
struct VisitedTask {
    values: Vec<u64>,
    visits: u64,
}

impl TimerObjects for VisitedTask {}

impl Task for VisitedTask {
    type Local = ();
    type Shared = LastScan;

    fn before_slice(on: &mut ProcessorCx<'_, Self>, me: TaskRef) {
        let (cycle, scanned) = (CYCLE.load(Ordering::Relaxed), on.shared(me));
        // Either no thread has visited the task in this cycle, and none will; or a thread has, or is about to have.
        if scanned.claim_scan(cycle) {
            scanned.finish_scan(cycle);
        }
        while !scanned.is_done(cycle) {
            std::thread::yield_now();
        }
    }

    unsafe fn resume(task: *mut Self, _: &mut Cx<'_, Self>) -> Step {
        // SAFETY: no other reference to the running task is alive.
        let figures = unsafe { &mut (*task).values };
        let first = figures[0];
        assert!(figures.iter().all(|&f| f == first), "another thread writes to the slot");
        figures.iter_mut().for_each(|f| *f += 1);
        if CYCLE.load(Ordering::Relaxed) > CYCLES { Step::Done } else { Step::Yield }
    }

    fn creation_mark(&self) -> TraceMark {
        TraceMark { object: self.values[0], ..TraceMark::default() }
    }

    fn position_mark(&self, _: &mut ()) -> TraceMark {
        TraceMark { object: self.visits, ..TraceMark::default() }
    }
}

/// Replaces the figures of all tasks where they wait, like a scan that finds their stacks too large.
fn visit_all(handle: &Handle<VisitedTask>) -> u64 {
    let mut visits = 0;
    for cycle in 1..=CYCLES + 1 {
        let stopped = handle.stop_world();
        CYCLE.store(cycle, Ordering::Relaxed);
        drop(stopped);
        let claim = |scanned: &LastScan| scanned.claim_scan(cycle);
        let visit = |task: &mut VisitedTask, scanned: &LastScan| {
            task.values = task.values.iter().map(|f| f + 1).collect();
            task.visits += 1;
            visits += 1;
            scanned.finish_scan(cycle);
        };
        // SAFETY: `VisitedTask::before_slice` claims, or waits; this thread alone visits, and is done before the next
        // cycle.
        unsafe { handle.visit_tasks(0..handle.slot_count(), claim, visit) };
    }
    visits
}

#[test]
fn a_task_has_one_user_at_a_time() {
    let s = Scheduler::new(Config::new(2, |_| ()).trace_limit(64));
    for _ in 0..TASKS {
        s.spawn(VisitedTask { values: vec![0; 8], visits: 0 });
    }
    let handle = s.handle();
    let visitor = std::thread::spawn(move || visit_all(&handle));
    assert_eq!(s.run(), RunOutcome::AllDone);
    assert!(visitor.join().unwrap() > 0, "somebody is visited");
}
