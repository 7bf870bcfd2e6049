//! Every interleaving of a worker that waits at its inbox with who hands it a processor, who takes that back, and the end: the processor
//! has one owner, and the worker is not left asleep.
//!
//! `RUSTFLAGS="--cfg loom" cargo test --release -p minigo-sched --test loom_inbox`

#![cfg(loom)]

use loom::cell::UnsafeCell;
use loom::sync::{Arc, Mutex};
use loom::thread;
use minigo_sched::idle::parker::{Handed, Inbox};

/// What a processor is here: something that has one owner.
struct P(Arc<UnsafeCell<u32>>);

// SAFETY: the cell is what the model checks: loom reports two users at a time.
unsafe impl Send for P {}

impl P {
    fn new() -> Self {
        Self(Arc::new(UnsafeCell::new(0)))
    }

    fn run(&self) {
        // SAFETY: who has the processor has it alone; loom checks.
        self.0.with_mut(|p| unsafe { *p += 1 });
    }
}

/// The worker's side: what it was handed.
fn work(inbox: &Inbox<P>) -> u32 {
    match inbox.take() {
        Handed::Processor { p, .. } | Handed::Pinned { p, .. } => {
            p.run();
            1
        }
        Handed::Exit => 0,
    }
}

#[test]
fn what_is_handed_arrives() {
    loom::model(|| {
        let inbox = Arc::new(Inbox::new());
        let worker = inbox.clone();
        let worker = thread::spawn(move || work(&worker));
        let p = P::new();
        p.run();
        inbox.call();
        inbox.put(Handed::Processor { p, spinning: false });
        assert_eq!(worker.join().expect("it does not panic"), 1);
        assert!(!inbox.is_called());
    });
}

/// The world stops while the processor is on its way: the worker takes it, or who stops. Afterwards the worker is handed another one.
#[test]
fn what_is_taken_back_has_one_owner() {
    loom::model(|| {
        let inbox = Arc::new(Inbox::new());
        let worker = inbox.clone();
        let worker = thread::spawn(move || work(&worker));
        inbox.call();
        let stopper = inbox.clone();
        let stopper = thread::spawn(move || {
            let Some((p, spinning)) = stopper.take_back() else { return None };
            assert!(spinning);
            p.run();
            Some(p)
        });
        let p = P::new();
        p.run();
        inbox.put(Handed::Processor { p, spinning: true });
        let back = stopper.join().expect("it does not panic");
        if let Some(p) = back {
            assert!(!inbox.is_called());
            inbox.put(Handed::Pinned { p, task: 0 });
        }
        assert_eq!(worker.join().expect("it does not panic"), 1);
    });
}

/// The scheduler ends while a processor may be on its way. Calls and the end are said under the scheduler's lock, as there: a worker that was
/// called gets a processor, which says so too; any other one is told.
#[test]
fn the_end_displaces_no_processor() {
    loom::model(|| {
        let inbox = Arc::new(Inbox::new());
        let worker = inbox.clone();
        let worker = thread::spawn(move || work(&worker));
        let lock = Arc::new(Mutex::new(false));
        let (caller, core) = (inbox.clone(), lock.clone());
        let caller = thread::spawn(move || {
            let closing = core.lock().expect("nobody panics");
            if *closing {
                return 0;
            }
            caller.call();
            drop(closing);
            // Without the lock: it may come after the end.
            caller.put(Handed::Processor { p: P::new(), spinning: false });
            1
        });
        let mut closing = lock.lock().expect("nobody panics");
        *closing = true;
        if !inbox.is_called() {
            inbox.put_exit();
        }
        drop(closing);
        let handed = caller.join().expect("it does not panic");
        let got = worker.join().expect("it does not panic");
        // Where the worker has taken the processor before the end it finds the end when it comes back.
        let left = if handed == 1 && got == 0 { work(&inbox) } else { 0 };
        assert_eq!(got + left, handed, "a processor is lost");
    });
}
