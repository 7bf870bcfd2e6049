//! Every interleaving of goroutines that ask for a whole cycle with a goroutine that begins a cycle by itself, and may
//! give up: no goroutine waits for ever, and a goroutine that asked gets a cycle that began afterwards.
//!
//! `RUSTFLAGS="--cfg loom" cargo test --release -p minigo-heap --lib`

use super::{CycleRequest, Cycles, Phase};
use crate::loom::Mutex;
use loom::sync::{Arc, Notify};
use loom::thread;

/// The garbage that goroutines have made, and the garbage that a cycle has found. The holder of the lock runs in the
/// world, or has stopped it.
#[derive(Default)]
struct Garbage {
    was_made: [bool; 2],
    was_found: [bool; 2],
}

struct World {
    cycles: Cycles<usize>,
    garbage: Mutex<Garbage>,
    woken: [Notify; 2],
}

impl World {
    fn new() -> Arc<Self> {
        Arc::new(Self {
            cycles: Cycles::default(),
            garbage: Mutex::new(Garbage::default()),
            woken: [Notify::new(), Notify::new()],
        })
    }

    fn wake(&self, waiting: Vec<usize>) {
        waiting.into_iter().for_each(|who| self.woken[who].notify());
    }

    /// Runs a cycle on the thread that has begun it; `beside`: marking is concurrent.
    fn collect(&self, beside: bool) {
        let seen = {
            let garbage = self.garbage.lock();
            self.cycles.commit_cycle();
            if beside {
                self.cycles.begin_marking();
            }
            garbage.was_made
        };
        if beside {
            let mut garbage = self.garbage.lock();
            assert_eq!(self.cycles.phase(), Phase::Marking, "no other thread changes the phase");
            garbage.was_found = seen;
            self.cycles.begin_sweeping();
        } else {
            self.garbage.lock().was_found = seen;
        }
        self.wake(self.cycles.end_cycle());
    }

    /// `runtime.GC`
    fn force_cycle(&self, me: usize, beside: bool) {
        let wanted = {
            let mut garbage = self.garbage.lock();
            garbage.was_made[me] = true;
            self.cycles.cycle_for_current_garbage()
        };
        loop {
            match self.cycles.request_cycle(wanted, me) {
                CycleRequest::Over => break,
                CycleRequest::Begin if self.cycles.begin_cycle() => self.collect(beside),
                CycleRequest::Begin | CycleRequest::Wait => {}
            }
            self.woken[me].wait();
        }
        assert!(self.garbage.lock().was_found[me], "the cycle has begun after the request");
    }
}

fn explore(model: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(model);
}

#[test]
fn a_request_during_a_cycle_gets_the_next_cycle() {
    for beside in [false, true] {
        explore(move || {
            let world = World::new();
            let other = world.clone();
            let other = thread::spawn(move || {
                if other.cycles.begin_cycle() {
                    other.collect(beside);
                }
            });
            world.force_cycle(0, beside);
            other.join().expect("the thread does not panic");
            assert_eq!(world.cycles.phase(), Phase::Idle);
        });
    }
}

#[test]
fn a_request_while_a_begin_is_given_up_is_woken() {
    explore(|| {
        let world = World::new();
        let other = world.clone();
        let other = thread::spawn(move || {
            if other.cycles.begin_cycle() {
                other.wake(other.cycles.abandon_cycle());
            }
        });
        world.force_cycle(0, true);
        other.join().expect("the thread does not panic");
    });
}

#[test]
fn two_requests_share_a_cycle_or_not() {
    explore(|| {
        let world = World::new();
        let other = world.clone();
        let other = thread::spawn(move || other.force_cycle(1, true));
        world.force_cycle(0, true);
        other.join().expect("the thread does not panic");
    });
}
