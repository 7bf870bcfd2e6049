//! Every interleaving of goroutines that ask for a whole cycle with one that begins a cycle by itself, and may give up: nobody waits
//! for ever, and who asked gets a cycle that began afterwards.
//!
//! `RUSTFLAGS="--cfg loom" cargo test --release -p minigo-heap --lib`

use super::{Asked, Phase, Turns};
use crate::loom::Mutex;
use loom::sync::{Arc, Notify};
use loom::thread;

/// What goroutines have made, and what a cycle has found. The world runs, or is stopped, for who has the lock.
#[derive(Default)]
struct Garbage {
    made: [bool; 2],
    found: [bool; 2],
}

struct World {
    turns: Turns<usize>,
    garbage: Mutex<Garbage>,
    woken: [Notify; 2],
}

impl World {
    fn new() -> Arc<Self> {
        Arc::new(Self {
            turns: Turns::default(),
            garbage: Mutex::new(Garbage::default()),
            woken: [Notify::new(), Notify::new()],
        })
    }

    fn wake(&self, waiting: Vec<usize>) {
        waiting.into_iter().for_each(|who| self.woken[who].notify());
    }

    /// A cycle by who has begun it; `beside`: marking goes on beside the program.
    fn collect(&self, beside: bool) {
        let seen = {
            let garbage = self.garbage.lock();
            self.turns.commit();
            if beside {
                self.turns.mark();
            }
            garbage.made
        };
        if beside {
            let mut garbage = self.garbage.lock();
            assert_eq!(self.turns.phase(), Phase::Marking, "nobody else turns it");
            garbage.found = seen;
            self.turns.sweep();
        } else {
            self.garbage.lock().found = seen;
        }
        self.wake(self.turns.end());
    }

    /// `runtime.GC`
    fn force(&self, me: usize, beside: bool) {
        let wanted = {
            let mut garbage = self.garbage.lock();
            garbage.made[me] = true;
            self.turns.wanted()
        };
        loop {
            match self.turns.ask(wanted, me) {
                Asked::Over => break,
                Asked::Begin if self.turns.begin() => self.collect(beside),
                Asked::Begin | Asked::Wait => {}
            }
            self.woken[me].wait();
        }
        assert!(self.garbage.lock().found[me], "the cycle has begun after it was asked for");
    }
}

fn explore(model: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(model);
}

#[test]
fn who_asks_beside_a_cycle_gets_the_next_one() {
    for beside in [false, true] {
        explore(move || {
            let world = World::new();
            let other = world.clone();
            let other = thread::spawn(move || {
                if other.turns.begin() {
                    other.collect(beside);
                }
            });
            world.force(0, beside);
            other.join().expect("it does not panic");
            assert_eq!(world.turns.phase(), Phase::Idle);
        });
    }
}

#[test]
fn who_asks_while_somebody_gives_up_is_woken() {
    explore(|| {
        let world = World::new();
        let other = world.clone();
        let other = thread::spawn(move || {
            if other.turns.begin() {
                other.wake(other.turns.give_up());
            }
        });
        world.force(0, true);
        other.join().expect("it does not panic");
    });
}

#[test]
fn two_who_ask_share_a_cycle_or_not() {
    explore(|| {
        let world = World::new();
        let other = world.clone();
        let other = thread::spawn(move || other.force(1, true));
        world.force(0, true);
        other.join().expect("it does not panic");
    });
}
