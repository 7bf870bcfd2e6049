//! What readers of a trace know of goroutines, Ps and Ms after the events that were written.

use super::Here;
use crate::report::trace::replay::in_order;
use hashbrown::HashMap;
use minigo_sched::{Kind, Trace};
use std::collections::BTreeMap;

/// What a goroutine does; the numbers are those of Go's statuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Does {
    Runnable = 1,
    Running,
    Call,
    Waiting,
}

/// What a processor does; as above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Use {
    Running = 1,
    Idle,
    Call,
}

pub(super) struct Goroutine {
    pub(super) does: Does,
    pub(super) seq: u64,
    /// Where it runs or is in a call.
    pub(super) thread: u64,
    /// Wakes that came before their parks.
    pub(super) wakes: u32,
    /// Wakes that were written before they came.
    pub(super) owed: u32,
    /// It is not created yet for readers: what it runs and where it was made, as stacks.
    pub(super) unborn: Option<(u64, u64)>,
}

pub(super) struct Processor {
    pub(super) of: Use,
    pub(super) seq: u64,
    pub(super) thread: u64,
}

#[derive(Clone, Copy, Default)]
pub(super) struct Thread {
    pub(super) proc: Option<u32>,
    pub(super) g: Option<u64>,
}

/// sysmon and the poller, as a thread.
pub(super) const MONITOR: u64 = 1 << 20;

/// The first number of threads that were in calls already when the trace began.
const UNKNOWN: u64 = 1 << 21;

/// The states of all, from generation to generation.
#[derive(Default)]
pub(super) struct States {
    pub(super) generation: u64,
    pub(super) now: u64,
    /// Ordered, so that equal runs have equal traces.
    pub(super) goroutines: BTreeMap<u64, Goroutine>,
    pub(super) procs: BTreeMap<u32, Processor>,
    pub(super) threads: BTreeMap<u64, Thread>,
    /// The goroutine of a scheduler's slot.
    pub(super) slots: HashMap<u32, u64>,
    /// Where the next goroutine of a processor is made.
    pub(super) makers: HashMap<u32, u32>,
    pub(super) unknown: u64,
    /// The thread of the goroutine that has begun this generation.
    pub(super) stopper: u64,
    pub(super) collecting: bool,
    /// A begin or end of a collection that waits for a goroutine to run.
    pub(super) collection: Option<bool>,
    /// So does a change of the number of processors.
    pub(super) procs_changed: Option<u32>,
    pub(super) collections: u64,
}

impl States {
    pub(super) fn next_generation(&mut self) -> u64 {
        self.generation += 1;
        self.generation
    }

    /// The states when the trace begins: the records tell what all goroutines do, and that the one that has stopped the
    /// world runs.
    pub(super) fn learn(told: &Trace, here: Here) -> Self {
        let mut states = Self { stopper: u64::from(here.worker), ..Self::default() };
        for (_, r) in in_order(told) {
            states.now = states.now.max(r.at);
            let known = states.slots.get(&r.task).copied();
            match (r.kind, known) {
                (Kind::There | Kind::Start, _) => {
                    states.slots.insert(r.task, r.object);
                    states.goroutines.insert(r.object, Goroutine::new(None));
                }
                (Kind::Park, Some(id)) => states.set(id, Does::Waiting, 0),
                (Kind::Block, Some(id)) => {
                    states.unknown += 1;
                    let thread = UNKNOWN + states.unknown;
                    states.set(id, Does::Call, thread);
                    states.threads.insert(thread, Thread { proc: None, g: Some(id) });
                }
                _ => {}
            }
        }
        let (proc, thread) = (here.proc, states.stopper);
        states.set(here.g, Does::Running, thread);
        states.threads.insert(thread, Thread { proc: Some(proc), g: Some(here.g) });
        for p in 0..here.procs.max(proc + 1) {
            states.procs.insert(p, Processor::idle());
        }
        states.procs.insert(proc, Processor { of: Use::Running, seq: 0, thread });
        states
    }
}

impl States {
    /// Whether the processor is with a goroutine in a call.
    pub(super) fn is_in_call(&self, proc: u32) -> bool {
        self.procs.get(&proc).is_some_and(|p| p.of == Use::Call)
    }

    pub(super) fn set(&mut self, g: u64, does: Does, thread: u64) {
        if let Some(g) = self.goroutines.get_mut(&g) {
            (g.does, g.thread) = (does, thread);
        }
    }
}

impl Goroutine {
    /// One that can run.
    pub(super) fn new(unborn: Option<(u64, u64)>) -> Self {
        Self { does: Does::Runnable, seq: 0, thread: 0, wakes: 0, owed: 0, unborn }
    }
}

impl Processor {
    pub(super) fn idle() -> Self {
        Self { of: Use::Idle, seq: 0, thread: 0 }
    }
}
