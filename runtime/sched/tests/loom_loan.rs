//! Every interleaving of blocking calls with the threads that retake the processor: sysmon, which hands the processor
//! on (the call returns to its old processor, an idle one or the global queue), and a stop of the world, which must get
//! the processor.
//!
//! `RUSTFLAGS="--cfg loom" cargo test --release -p minigo-sched --test loom_loan`

#![cfg(loom)]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use loom::sync::Arc;
use loom::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use loom::thread;
use minigo_sched::loom::{Mutex, loom_seq_cst_fence};
use minigo_sched::processor::loan::BoxLoan;

/// A processor: its holder increments a counter, so that two holders are noticed. The counter is the next free object
/// of its allocation cache.
struct Proc {
    id: u32,
    use_count: loom::cell::UnsafeCell<u32>,
    /// Whether its cache marks new objects.
    is_marking: loom::cell::UnsafeCell<bool>,
}

/// How many objects a processor's cache has.
const OBJECTS_PER_CACHE: u32 = 100;

impl Proc {
    fn new(id: u32) -> Box<Self> {
        let use_count = loom::cell::UnsafeCell::new(0);
        Box::new(Self { id, use_count, is_marking: loom::cell::UnsafeCell::new(false) })
    }

    /// Takes an object from the cache, without a lock; returns its number, and whether it is marked.
    fn alloc(&self) -> (u32, bool) {
        // SAFETY: only the owner of the box accesses it; the model checks this.
        let next = self.use_count.with_mut(|n| unsafe {
            *n += 1;
            *n
        });
        // SAFETY: as above.
        (self.id * OBJECTS_PER_CACHE + next, self.is_marking.with(|m| unsafe { *m }))
    }

    /// The effect of a beginning marking on a cache.
    fn begin_marking(&self) {
        // SAFETY: the stopped world has the box.
        self.is_marking.with_mut(|m| unsafe { *m = true });
    }

    /// Uses the processor: loom fails if another thread does so at the same time, or has not published its own use.
    fn use_exclusively(&self) {
        // SAFETY: only the owner of the box accesses it; the model checks this.
        self.use_count.with_mut(|n| unsafe { *n += 1 });
    }
}

/// The state that the scheduler lock guards.
#[derive(Default)]
struct Core {
    idle_procs: Vec<Box<Proc>>,
    held_procs: Vec<Box<Proc>>,
    /// The number of tasks in the global queue.
    queued_tasks: u32,
    stopping: bool,
}

struct World {
    core: Mutex<Core>,
    loan: BoxLoan<Proc>,
    stopping: AtomicBool,
    run_count: AtomicU32,
}

impl World {
    fn new() -> Arc<Self> {
        let (core, loan) = (Mutex::new(Core::default()), BoxLoan::new());
        Arc::new(Self {
            core,
            loan,
            stopping: AtomicBool::new(false),
            run_count: AtomicU32::new(0),
        })
    }

    /// `Sched::retake_processor`, then `release`.
    fn retake(&self) {
        let ticket = self.loan.ticket();
        if ticket != 0 {
            let mut core = self.core.lock();
            if let Some(p) = self.loan.end_loan(ticket) {
                p.use_exclusively();
                self.release(&mut core, p);
            }
        }
    }

    fn release(&self, core: &mut Core, p: Box<Proc>) {
        if core.stopping { core.held_procs.push(p) } else { core.idle_procs.push(p) }
    }

    /// `Worker::block` and `end_blocking_call`: makes a call; returns the processor with which to continue.
    fn make_blocking_call(&self, p: Box<Proc>, ticket: u64) -> Option<Box<Proc>> {
        let home = p.id;
        self.begin_blocking_call(p, ticket);
        thread::yield_now();
        if let Some(p) = self.loan.end_loan(ticket) {
            return Some(p);
        }
        let mut core = self.core.lock();
        let at = core.idle_procs.iter().position(|p| p.id == home);
        let at = at.or_else(|| core.idle_procs.len().checked_sub(1));
        if let Some(at) = at.filter(|_| !core.stopping) {
            return Some(core.idle_procs.swap_remove(at));
        }
        core.queued_tasks += 1;
        None
    }

    /// The start of a blocking call.
    fn begin_blocking_call(&self, p: Box<Proc>, ticket: u64) {
        self.loan.begin_loan(p, ticket);
        if self.stopping.load(Ordering::SeqCst)
            && let Some(p) = self.loan.end_loan(ticket)
        {
            let mut core = self.core.lock();
            self.release(&mut core, p);
        }
    }

    /// `StoppedWorld::collect_processors` without the waiting.
    fn stop(&self) {
        let mut core = self.core.lock();
        core.stopping = true;
        self.stopping.store(true, Ordering::SeqCst);
        loom_seq_cst_fence();
        let core = &mut *core;
        core.held_procs.append(&mut core.idle_procs);
        let ticket = self.loan.ticket();
        if ticket != 0
            && let Some(p) = self.loan.end_loan(ticket)
        {
            core.held_procs.push(p);
        }
    }
}

#[test]
fn a_call_and_sysmon() {
    loom::model(|| {
        let world = World::new();
        let other = world.clone();
        // Retake twice, so that the first call's ticket may meet the second call.
        let sysmon = thread::spawn(move || {
            other.retake();
            other.retake();
        });
        let mut p = Some(Proc::new(0));
        for ticket in 1..=2 {
            let Some(held_procs) = p.take() else { break };
            held_procs.use_exclusively();
            p = world.make_blocking_call(held_procs, ticket);
        }
        sysmon.join().unwrap();
        if let Some(p) = &p {
            p.use_exclusively();
        }
        let core = world.core.lock();
        assert_eq!(
            core.idle_procs.len() + usize::from(p.is_some()),
            1,
            "the processor is neither lost nor doubled"
        );
        assert_eq!(core.queued_tasks, u32::from(p.is_none()), "the task runs or is queued");
    });
}

#[test]
fn two_blocking_calls_contend_for_another_processor() {
    loom::model(|| {
        let world = World::new();
        world.core.lock().idle_procs.push(Proc::new(1));
        let other = world.clone();
        let sysmon = thread::spawn(move || other.retake());
        let p = world
            .make_blocking_call(Proc::new(0), 1)
            .expect("the old processor or another one is available");
        p.use_exclusively();
        sysmon.join().unwrap();
        assert_eq!(world.core.lock().idle_procs.len(), 1);
        assert_eq!(world.core.lock().queued_tasks, 0);
    });
}

#[test]
fn cache_moves_with_its_processor() {
    loom::model(|| {
        let world = World::new();
        world.core.lock().idle_procs.push(Proc::new(1));
        let other = world.clone();
        // Sysmon takes the processor away; the worker that gets it allocates from the same cache.
        let taker = thread::spawn(move || {
            let ticket = other.loan.ticket();
            let taken = (ticket != 0).then(|| {
                let _core = other.core.lock();
                other.loan.end_loan(ticket)
            });
            let p = taken.flatten()?;
            let object = p.alloc();
            other.release(&mut other.core.lock(), p);
            Some(object)
        });
        let p = Proc::new(0);
        let mut objects = vec![p.alloc()];
        let p =
            world.make_blocking_call(p, 1).expect("the old processor or another one is available");
        objects.push(p.alloc());
        objects.extend(taker.join().unwrap());
        objects.sort_unstable();
        let count = objects.len();
        objects.dedup();
        assert_eq!(objects.len(), count, "an object was given away twice");
    });
}

#[test]
fn marking_reaches_a_loaned_cache() {
    loom::model(|| {
        let world = World::new();
        let other = world.clone();
        let caller = thread::spawn(move || {
            let Some(p) = other.make_blocking_call(Proc::new(0), 1) else { return };
            // The running worker continues to its next safepoint.
            p.alloc();
            other.release(&mut other.core.lock(), p);
        });
        world.stop();
        let mut core = world.core.lock();
        // The stopping thread waits for the running one.
        while core.held_procs.is_empty() {
            drop(core);
            thread::yield_now();
            core = world.core.lock();
        }
        core.held_procs[0].begin_marking();
        core.stopping = false;
        world.stopping.store(false, Ordering::SeqCst);
        let core_ref = &mut *core;
        core_ref.idle_procs.append(&mut core_ref.held_procs);
        drop(core);
        caller.join().unwrap();
        let core = world.core.lock();
        assert_eq!(core.idle_procs.len(), 1);
        assert!(core.idle_procs[0].alloc().1, "objects allocated during the stop must be marked");
    });
}

#[test]
fn a_stopper_gets_the_processor_of_a_call_that_never_ends() {
    loom::model(|| {
        let world = World::new();
        let other = world.clone();
        let caller = thread::spawn(move || other.begin_blocking_call(Proc::new(0), 1));
        world.stop();
        caller.join().unwrap();
        let core = world.core.lock();
        assert_eq!(
            core.held_procs.len(),
            1,
            "the stopping thread would wait for the processor forever"
        );
        core.held_procs[0].use_exclusively();
    });
}

#[test]
fn a_call_that_ends_while_the_number_of_processors_changes() {
    loom::model(|| {
        let world = World::new();
        let other = world.clone();
        let caller = thread::spawn(move || {
            let Some(p) = other.make_blocking_call(Proc::new(0), 1) else { return };
            // The worker sees the flag at its next check, or the stopper finds the processor idle.
            let mut core = other.core.lock();
            other.run_count.fetch_add(1, Ordering::Relaxed);
            other.release(&mut core, p);
        });
        world.stop();
        // `set_procs(1)`, then the drop of `StoppedWorld`: the processors are idle again, and one worker looks for
        // work.
        let mut core = world.core.lock();
        core.held_procs.push(Proc::new(1));
        core.stopping = false;
        world.stopping.store(false, Ordering::SeqCst);
        let core_ref = &mut *core;
        core_ref.idle_procs.append(&mut core_ref.held_procs);
        drop(core);
        caller.join().unwrap();
        // `release_and_sleep` of the started worker: the worker checks the queue under the scheduler lock before it
        // gives the processor back.
        let mut core = world.core.lock();
        let found = std::mem::take(&mut core.queued_tasks);
        assert_eq!(world.run_count.load(Ordering::Relaxed) + found, 1, "the task runs once");
        assert_eq!(core.idle_procs.len() + core.held_procs.len(), 2);
    });
}
