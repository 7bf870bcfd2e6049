//! The states of goroutines, Ps and Ms that a reader has after the events written so far.

use super::StopPosition;
use crate::report::trace::replay::records_in_order;
use hashbrown::HashMap;
use minigo_sched::{Kind, Trace};
use std::collections::BTreeMap;

/// The state of a goroutine; the numbers are those of Go's statuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum GoroutineStatus {
    Runnable = 1,
    Running,
    Call,
    Waiting,
}

/// The state of a processor; the numbers are those of Go's statuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum ProcStatus {
    Running = 1,
    Idle,
    Call,
}

pub(super) struct Goroutine {
    pub(super) status: GoroutineStatus,
    pub(super) sequence: u64,
    /// The thread on which the goroutine runs or makes a call.
    pub(super) thread: u64,
    /// The number of wakes that came before their parks.
    pub(super) wakes_before_park: u32,
    /// The number of wakes that were written before they came.
    pub(super) prewritten_wakes: u32,
    /// Set while readers do not know the goroutine: its function and the place where it was made, as stacks.
    pub(super) unannounced_stacks: Option<(u64, u64)>,
}

pub(super) struct Processor {
    pub(super) status: ProcStatus,
    pub(super) sequence: u64,
    pub(super) thread: u64,
}

#[derive(Clone, Copy, Default)]
pub(super) struct Thread {
    pub(super) proc: Option<u32>,
    pub(super) goroutine: Option<u64>,
}

/// The thread number of sysmon and the poller.
pub(super) const MONITOR_THREAD: u64 = 1 << 20;

/// The first number for threads that were already in calls when the trace began.
const FIRST_UNKNOWN_THREAD: u64 = 1 << 21;

/// All states, kept from generation to generation.
#[derive(Default)]
pub(super) struct States {
    pub(super) generation: u64,
    pub(super) current_time: u64,
    /// Ordered, so that equal runs give equal traces.
    pub(super) goroutines: BTreeMap<u64, Goroutine>,
    pub(super) procs: BTreeMap<u32, Processor>,
    pub(super) threads: BTreeMap<u64, Thread>,
    /// The goroutines by their slot in the scheduler.
    pub(super) goroutines_by_slot: HashMap<u32, u64>,
    /// The place where the next goroutine of a processor is made.
    pub(super) next_go_statements: HashMap<u32, u32>,
    pub(super) next_unknown_thread: u64,
    /// The thread of the goroutine that has begun this generation.
    pub(super) stopping_thread: u64,
    pub(super) is_collecting: bool,
    /// The begin (true) or end of a collection whose event can only be written when a goroutine runs.
    pub(super) pending_collection: Option<bool>,
    /// A new number of processors whose event can only be written when a goroutine runs.
    pub(super) pending_proc_count: Option<u32>,
    pub(super) collection_count: u64,
}

impl States {
    pub(super) fn next_generation(&mut self) -> u64 {
        self.generation += 1;
        self.generation
    }

    /// The states when the trace begins: the records give the states of all goroutines, and the goroutine that has
    /// stopped the world is running.
    pub(super) fn from_trace(trace: &Trace, stop_position: StopPosition) -> Self {
        let mut states =
            Self { stopping_thread: u64::from(stop_position.worker), ..Self::default() };
        for (_, r) in records_in_order(trace) {
            states.current_time = states.current_time.max(r.time);
            let known = states.goroutines_by_slot.get(&r.task).copied();
            match (r.kind, known) {
                (Kind::There | Kind::Start, _) => {
                    states.goroutines_by_slot.insert(r.task, r.object);
                    states.goroutines.insert(r.object, Goroutine::new(None));
                }
                (Kind::Park, Some(id)) => states.set_goroutine(id, GoroutineStatus::Waiting, 0),
                (Kind::Block, Some(id)) => {
                    states.next_unknown_thread += 1;
                    let thread = FIRST_UNKNOWN_THREAD + states.next_unknown_thread;
                    states.set_goroutine(id, GoroutineStatus::Call, thread);
                    states.threads.insert(thread, Thread { proc: None, goroutine: Some(id) });
                }
                _ => {}
            }
        }
        let (proc, thread) = (stop_position.proc, states.stopping_thread);
        states.set_goroutine(stop_position.goroutine, GoroutineStatus::Running, thread);
        states
            .threads
            .insert(thread, Thread { proc: Some(proc), goroutine: Some(stop_position.goroutine) });
        for p in 0..stop_position.procs.max(proc + 1) {
            states.procs.insert(p, Processor::idle());
        }
        states.procs.insert(proc, Processor { status: ProcStatus::Running, sequence: 0, thread });
        states
    }
}

impl States {
    /// Reports whether the processor belongs to a goroutine in a call.
    pub(super) fn is_in_blocking_call(&self, proc: u32) -> bool {
        self.procs.get(&proc).is_some_and(|p| p.status == ProcStatus::Call)
    }

    pub(super) fn set_goroutine(&mut self, g: u64, does: GoroutineStatus, thread: u64) {
        if let Some(g) = self.goroutines.get_mut(&g) {
            (g.status, g.thread) = (does, thread);
        }
    }
}

impl Goroutine {
    /// A runnable goroutine.
    pub(super) fn new(unborn: Option<(u64, u64)>) -> Self {
        Self {
            status: GoroutineStatus::Runnable,
            sequence: 0,
            thread: 0,
            wakes_before_park: 0,
            prewritten_wakes: 0,
            unannounced_stacks: unborn,
        }
    }
}

impl Processor {
    pub(super) fn idle() -> Self {
        Self { status: ProcStatus::Idle, sequence: 0, thread: 0 }
    }
}
