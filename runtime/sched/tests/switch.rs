//! Tests of tasks that give the rest of their slice to the next task when they wait, yield or end.

use minigo_sched::{
    Config, Cx, Reason, RunOutcome, Scheduler, Step, Switch, Task, TaskRef, TimerObjects,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

const TURNS: u32 = if cfg!(miri) { 50 } else { 20_000 };

/// The state that a ring of players shares.
struct Ring {
    ring_tasks: Vec<AtomicU64>,
    /// The player whose turn it is.
    turn: AtomicU32,
    /// How many turns are left.
    remaining: AtomicU32,
    /// How many slices were passed on by a switch.
    switch_count: AtomicU32,
}

/// A player waits for its turn, then gives the turn to the next player.
struct RingTask {
    ring: Arc<Ring>,
    number: u32,
}

fn task_of(word: &AtomicU64) -> Option<TaskRef> {
    let word = word.load(Ordering::SeqCst);
    (word != 0).then(|| TaskRef::from_parts((word >> 32) as u32 - 1, word as u32))
}

impl RingTask {
    /// Plays while it is its turn; `Park` when it is another player's.
    fn take_turn(&self, cx: &mut Cx<'_, Self>) -> Step {
        let (ring, me) = (&*self.ring, cx.current_task());
        let word = u64::from(me.index() + 1) << 32 | u64::from(me.generation());
        ring.ring_tasks[self.number as usize].store(word, Ordering::SeqCst);
        if ring.ring_tasks.iter().any(|player| task_of(player).is_none()) {
            return Step::Yield;
        }
        loop {
            if ring.remaining.load(Ordering::SeqCst) == 0 {
                ring.ring_tasks.iter().filter_map(task_of).for_each(|player| cx.wake(player));
                return Step::Done;
            }
            if ring.turn.load(Ordering::SeqCst) != self.number {
                return Step::Park(Reason::Unknown);
            }
            ring.remaining.fetch_sub(1, Ordering::SeqCst);
            let next = (self.number + 1) % ring.ring_tasks.len() as u32;
            ring.turn.store(next, Ordering::SeqCst);
            cx.wake(task_of(&ring.ring_tasks[next as usize]).expect("all have begun"));
        }
    }
}

impl TimerObjects for RingTask {}

impl Task for RingTask {
    type Local = ();
    type Shared = ();

    unsafe fn resume(task: *mut Self, cx: &mut Cx<'_, Self>) -> Step {
        // SAFETY: the caller's promise.
        unsafe {
            run(task, cx, |player, cx| player.take_turn(cx), |player| &player.ring.switch_count)
        }
    }
}

/// Runs a slice of `task`, and of the tasks to which it is passed on; counts their beginnings.
///
/// # Safety
/// As for [`Task::resume`].
unsafe fn run<T: Task>(
    mut task: *mut T,
    cx: &mut Cx<'_, T>,
    step: impl Fn(&mut T, &mut Cx<'_, T>) -> Step,
    count: impl Fn(&T) -> &AtomicU32,
) -> Step {
    loop {
        // SAFETY: the running task, or the one that has the slice now.
        let step = step(unsafe { &mut *task }, cx);
        match cx.switch(step) {
            Switch::Refused => return step,
            Switch::Woken => {}
            Switch::To(next) => {
                task = next;
                // SAFETY: as above.
                count(unsafe { &*task }).fetch_add(1, Ordering::Relaxed);
            }
            Switch::Over => return Step::Switched,
        }
    }
}

/// A task that yields some times, then starts the next runner and ends.
struct RelayTask {
    yields: u32,
    group: Arc<RelayGroup>,
}

/// The state that runners share.
#[derive(Default)]
struct RelayGroup {
    remaining: AtomicU32,
    yield_count: AtomicU32,
    switch_count: AtomicU32,
}

impl TimerObjects for RelayTask {}

impl Task for RelayTask {
    type Local = ();
    type Shared = ();

    unsafe fn resume(task: *mut Self, cx: &mut Cx<'_, Self>) -> Step {
        let step = |runner: &mut Self, cx: &mut Cx<'_, Self>| {
            if let Some(left) = runner.yields.checked_sub(1) {
                runner.yields = left;
                runner.group.yield_count.fetch_add(1, Ordering::Relaxed);
                return Step::Yield;
            }
            let left = |left: u32| left.checked_sub(1);
            if runner.group.remaining.fetch_update(Ordering::SeqCst, Ordering::SeqCst, left).is_ok()
            {
                cx.spawn(Self { yields: 3, group: runner.group.clone() });
            }
            Step::Done
        };
        // SAFETY: the caller's promise.
        unsafe { run(task, cx, step, |runner| &runner.group.switch_count) }
    }
}

/// Runs `lanes` sequences of runners; returns how many slices were passed on by a switch.
fn run_group(config: Config<RelayTask>, lanes: u32) -> u32 {
    let scheduler = Scheduler::new(config);
    let race = Arc::new(RelayGroup { remaining: AtomicU32::new(TURNS), ..RelayGroup::default() });
    for _ in 0..lanes {
        scheduler.spawn(RelayTask { yields: 3, group: race.clone() });
    }
    assert_eq!(scheduler.run(), RunOutcome::AllDone);
    assert_eq!(race.remaining.load(Ordering::SeqCst), 0);
    assert_eq!(race.yield_count.load(Ordering::Relaxed), 3 * (TURNS + lanes));
    race.switch_count.load(Ordering::Relaxed)
}

/// Runs a ring; returns how many slices were passed on by a switch.
fn run_ring(config: Config<RingTask>, players: u32) -> u32 {
    let scheduler = Scheduler::new(config);
    let ring = Arc::new(Ring {
        ring_tasks: (0..players).map(|_| AtomicU64::new(0)).collect(),
        turn: AtomicU32::new(0),
        remaining: AtomicU32::new(TURNS),
        switch_count: AtomicU32::new(0),
    });
    for number in 0..players {
        scheduler.spawn(RingTask { ring: ring.clone(), number });
    }
    assert_eq!(scheduler.run(), RunOutcome::AllDone);
    assert_eq!(ring.remaining.load(Ordering::SeqCst), 0);
    ring.switch_count.load(Ordering::Relaxed)
}

fn config<T: Task<Local = ()>>(procs: usize) -> Config<T> {
    Config::new(procs, |_| ())
}

#[test]
fn a_pair_shares_its_slice() {
    let switched = run_ring(config(1), 2);
    assert!(switched > TURNS / 2, "{switched} of {TURNS} turns were switches");
}

#[test]
fn rings_go_on_over_several_processors() {
    for procs in [2, 4] {
        let _ = run_ring(config(procs), 7);
    }
}

#[test]
fn runners_that_yield_and_end_share_a_slice() {
    let switched = run_group(config(1), 4);
    assert!(switched > 2 * TURNS, "{switched} of {} slices were given on", 4 * TURNS);
}

#[test]
fn races_go_on_over_several_processors() {
    for procs in [2, 4] {
        let _ = run_group(config(procs), 5);
    }
}

#[test]
fn a_seeded_run_does_not_switch() {
    assert_eq!(run_ring(config(2).seed(7), 3), 0);
}
