//! The tasks of this crate's models: threads that park by the scheduler's state word over loom's `Notify`; a lost
//! wake-up is a deadlock, which loom reports.

use loom::sync::atomic::{AtomicUsize, Ordering};
use loom::sync::{Arc, Notify};
use minigo_sched::state::{ParkResult, Phase, State, WakeResult};
use minigo_sched::{PeerWaker, TaskRef};
use minigo_sync::{Waiter, WakeContext};

struct Slot {
    state: State,
    waiter: Waiter,
    wake: Notify,
}

struct World {
    slots: Vec<Slot>,
    clock: AtomicUsize,
    tick: usize,
}

/// A few tasks, and a clock that advances by `tick` with each reading.
#[derive(Clone)]
pub(crate) struct Tasks(Arc<World>);

impl PeerWaker for Tasks {
    type Peer = TaskRef;
    fn peer(&self, task: TaskRef) -> TaskRef {
        task
    }
    fn wake_peer(&mut self, task: TaskRef) {
        let slot = &self.0.slots[task.index() as usize];
        match slot.state.wake(task.generation()) {
            WakeResult::Enqueue => slot.wake.notify(),
            WakeResult::Noted => {}
            WakeResult::Stale => panic!("tasks live to the end"),
        }
    }
}

impl WakeContext for Tasks {
    fn waiter_of(&self, task: TaskRef) -> &Waiter {
        &self.0.slots[task.index() as usize].waiter
    }
    fn random(&mut self, n: u32) -> u32 {
        n - 1
    }
    fn now(&self) -> u64 {
        self.0.clock.fetch_add(self.0.tick, Ordering::Relaxed) as u64
    }
}

impl Tasks {
    /// Creates `tasks` tasks.
    pub(crate) fn new(tasks: usize, tick: usize) -> Self {
        let slot = || {
            let state = State::new();
            state.transition_to_free();
            state.transition_to_new();
            Slot { state, waiter: Waiter::default(), wake: Notify::new() }
        };
        let slots = (0..tasks).map(|_| slot()).collect();
        Self(Arc::new(World { slots, clock: AtomicUsize::new(0), tick }))
    }

    /// Begins task `i` on this thread.
    pub(crate) fn begin_task(&self, i: usize) -> TaskRef {
        TaskRef::from_parts(i as u32, self.0.slots[i].state.transition_to_running())
    }

    /// Parks until resumed.
    pub(crate) fn park(&self, me: TaskRef) {
        let slot = &self.0.slots[me.index() as usize];
        match slot.state.transition_to_parked() {
            ParkResult::WokenMeanwhile => {}
            ParkResult::Asleep => {
                // loom's `Notify` also wakes spuriously.
                while slot.state.read().0 != Phase::Queued {
                    slot.wake.wait();
                }
                slot.state.transition_to_running();
            }
        }
    }
}
