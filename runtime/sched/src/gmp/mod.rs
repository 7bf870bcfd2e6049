//! G, M, P and the scheduler: the types that refer to one another, and their own methods.
//!
//! The submodules in reading order:
//! * `task`: [`Task`], the unit that a worker runs in slices, and the reasons why a slice ends;
//! * `processor`: P; `worker`: the part of M that other threads see, and which M to wake;
//! * `core`: the state that the scheduler lock guards; `sched`: the state that all threads share;
//! * `processor_cx` and `cx`: the operations of code that holds a P, and of a running task; `timer`: their timers;
//! * `handle`: the operations of code without a P;
//! * `chooser`: the interface that chooses the tasks in explored runs;
//! * `config`: a scheduler's parameters; `outcome`: the ways in which a run ends; `event_recording`: recording events.
//!
//! Every other folder either knows none of these types (the parts below) or adds methods to them (the layers above).

mod chooser;
mod config;
mod core;
pub(crate) mod cx;
mod event_recording;
mod handle;
mod processor;
mod processor_cx;
mod run_outcome;
mod sched;
mod task;
mod timer;
mod worker;

pub use chooser::{Chooser, SliceEnd};
pub use config::{BlockingCallThreads, Config};
pub use cx::{Cx, Switch};
pub use handle::{ExternalWakeGuard, Handle};
pub use processor_cx::{Peer, PeerWaker, ProcessorCx, RngState};
pub use run_outcome::RunOutcome;
pub use task::{Blocking, BlockingCall, Step, Task, TimerObjects};

pub(crate) use config::MAX_PROCS;
pub(crate) use core::{Core, LentProcessor};
pub(crate) use processor::{
    FLAG_EXIT, FLAG_STOP, FLAG_TIMERS, FLAG_YIELD, Processor, ProcessorShared, ProcessorUse,
};
pub(crate) use sched::Sched;
pub(crate) use task::TaskSlot;
pub(crate) use timer::{Callback, TIMER_TOLERANCE, TimerOwners};
pub use timer::{DueTimer, Timers};
pub(crate) use worker::{Assignment, WorkerShared};
pub use worker::{WorkerAssignment, WorkerParker};
