//! Tasks that give the rest of their slice to the one in runnext.

use minigo_sched::{Config, Cx, Outcome, Reason, Scheduler, Step, Switch, Task, TaskRef};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

const TURNS: u32 = if cfg!(miri) { 50 } else { 20_000 };

/// What a ring of players shares.
struct Ring {
    players: Vec<AtomicU64>,
    /// The player whose turn it is.
    turn: AtomicU32,
    /// Turns that are left.
    left: AtomicU32,
    /// Slices that were given on by a switch.
    switched: AtomicU32,
}

/// A player waits for its turn, then makes it the next one's.
struct Player {
    ring: Arc<Ring>,
    number: u32,
}

fn task_of(word: &AtomicU64) -> Option<TaskRef> {
    let word = word.load(Ordering::SeqCst);
    (word != 0).then(|| TaskRef::from_parts((word >> 32) as u32 - 1, word as u32))
}

impl Player {
    /// Plays while it is its turn; `Park` when it is another one's.
    fn play(&self, cx: &mut Cx<'_, Self>) -> Step {
        let (ring, me) = (&*self.ring, cx.me());
        let word = u64::from(me.index() + 1) << 32 | u64::from(me.generation());
        ring.players[self.number as usize].store(word, Ordering::SeqCst);
        if ring.players.iter().any(|player| task_of(player).is_none()) {
            return Step::Yield;
        }
        loop {
            if ring.left.load(Ordering::SeqCst) == 0 {
                ring.players.iter().filter_map(task_of).for_each(|player| cx.wake(player));
                return Step::Done;
            }
            if ring.turn.load(Ordering::SeqCst) != self.number {
                return Step::Park(Reason::Unknown);
            }
            ring.left.fetch_sub(1, Ordering::SeqCst);
            let next = (self.number + 1) % ring.players.len() as u32;
            ring.turn.store(next, Ordering::SeqCst);
            cx.wake(task_of(&ring.players[next as usize]).expect("all have begun"));
        }
    }
}

impl Task for Player {
    type Local = ();
    type Shared = ();

    unsafe fn resume(mut task: *mut Self, cx: &mut Cx<'_, Self>) -> Step {
        loop {
            // SAFETY: the running task, or the one that has the slice now.
            let step = unsafe { &*task }.play(cx);
            let Step::Park(reason) = step else { return step };
            match cx.switch(reason) {
                Switch::Refused => return step,
                Switch::Woken => {}
                Switch::To(next) => {
                    task = next;
                    // SAFETY: as above.
                    unsafe { &*task }.ring.switched.fetch_add(1, Ordering::Relaxed);
                }
                Switch::Parked => return Step::Switched,
            }
        }
    }
}

/// Runs a ring; says how many slices were given on by a switch.
fn play(config: Config<Player>, players: u32) -> u32 {
    let scheduler = Scheduler::new(config);
    let ring = Arc::new(Ring {
        players: (0..players).map(|_| AtomicU64::new(0)).collect(),
        turn: AtomicU32::new(0),
        left: AtomicU32::new(TURNS),
        switched: AtomicU32::new(0),
    });
    for number in 0..players {
        scheduler.spawn(Player { ring: ring.clone(), number });
    }
    assert_eq!(scheduler.run(), Outcome::AllDone);
    assert_eq!(ring.left.load(Ordering::SeqCst), 0);
    ring.switched.load(Ordering::Relaxed)
}

fn config(procs: usize) -> Config<Player> {
    Config::new(procs, |_| ())
}

#[test]
fn a_pair_shares_its_slice() {
    let switched = play(config(1), 2);
    assert!(switched > TURNS / 2, "{switched} of {TURNS} turns were switches");
}

#[test]
fn rings_go_on_over_several_processors() {
    for procs in [2, 4] {
        let _ = play(config(procs), 7);
    }
}

#[test]
fn a_seeded_run_does_not_switch() {
    assert_eq!(play(config(2).seed(7), 3), 0);
}
