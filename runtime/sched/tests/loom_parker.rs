//! Every interleaving of a worker that parks with a thread that assigns it a processor, a thread that takes the
//! processor back, and the shutdown: the processor has one owner, and the worker is not left asleep.
//!
//! `RUSTFLAGS="--cfg loom" cargo test --release -p minigo-sched --test loom_parker`

#![cfg(loom)]

use loom::cell::UnsafeCell;
use loom::sync::{Arc, Mutex};
use loom::thread;
use minigo_sched::{WorkerAssignment, WorkerParker};

/// The model of a processor: a value that has one owner.
struct P(Arc<UnsafeCell<u32>>);

// SAFETY: the cell is what the model checks: loom reports two users at a time.
unsafe impl Send for P {}

impl P {
    fn new() -> Self {
        Self(Arc::new(UnsafeCell::new(0)))
    }

    fn run(&self) {
        // SAFETY: a processor has one owner; loom checks.
        self.0.with_mut(|p| unsafe { *p += 1 });
    }
}

/// The worker's part: parks, and uses the processor that it was assigned.
fn work(parker: &WorkerParker<P>) -> u32 {
    match parker.park() {
        WorkerAssignment::Processor { processor: p, .. }
        | WorkerAssignment::Pinned { processor: p, .. } => {
            p.run();
            1
        }
        WorkerAssignment::Exit => 0,
    }
}

#[test]
fn an_assignment_reaches_the_parked_worker() {
    loom::model(|| {
        let parker = Arc::new(WorkerParker::new());
        let worker = parker.clone();
        let worker = thread::spawn(move || work(&worker));
        let p = P::new();
        p.run();
        parker.mark_assigned();
        parker.assign(WorkerAssignment::Processor { processor: p, spinning: false });
        assert_eq!(worker.join().expect("the thread does not panic"), 1);
        assert!(!parker.is_assigned());
    });
}

/// The world stops while the processor is on its way: the worker takes it, or the stopping thread does. After the
/// withdrawal the worker is assigned another processor.
#[test]
fn a_withdrawn_assignment_has_one_owner() {
    loom::model(|| {
        let parker = Arc::new(WorkerParker::new());
        let worker = parker.clone();
        let worker = thread::spawn(move || work(&worker));
        parker.mark_assigned();
        let stopper = parker.clone();
        let stopper = thread::spawn(move || {
            let Some((p, spinning)) = stopper.take_back_processor() else { return None };
            assert!(spinning);
            p.run();
            Some(p)
        });
        let p = P::new();
        p.run();
        parker.assign(WorkerAssignment::Processor { processor: p, spinning: true });
        let back = stopper.join().expect("the thread does not panic");
        if let Some(p) = back {
            assert!(!parker.is_assigned());
            parker.assign(WorkerAssignment::Pinned { processor: p, task: 0 });
        }
        assert_eq!(worker.join().expect("the thread does not panic"), 1);
    });
}

/// The scheduler shuts down while a processor may be on its way. Assignments are announced under the scheduler lock, as
/// in the real code: a worker with an assignment takes its processor, whose flag asks it to exit; any other worker is
/// assigned `Exit`.
#[test]
fn ending_the_run_displaces_no_processor() {
    loom::model(|| {
        let parker = Arc::new(WorkerParker::new());
        let worker = parker.clone();
        let worker = thread::spawn(move || work(&worker));
        let lock = Arc::new(Mutex::new(false));
        let (assigner, core) = (parker.clone(), lock.clone());
        let assigner = thread::spawn(move || {
            let closing = core.lock().expect("no thread panics");
            if *closing {
                return 0;
            }
            assigner.mark_assigned();
            drop(closing);
            // Without the lock, so the assignment may come after the shutdown.
            assigner.assign(WorkerAssignment::Processor { processor: P::new(), spinning: false });
            1
        });
        let mut closing = lock.lock().expect("no thread panics");
        *closing = true;
        if !parker.is_assigned() {
            parker.unpark_to_exit();
        }
        drop(closing);
        let assigned = assigner.join().expect("the thread does not panic");
        let got = worker.join().expect("the thread does not panic");
        // If the worker took the processor before the shutdown, its next park returns the request to exit.
        let left = if assigned == 1 && got == 0 { work(&parker) } else { 0 };
        assert_eq!(got + left, assigned, "a processor is lost");
    });
}
