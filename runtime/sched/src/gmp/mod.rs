//! G, M, P and the scheduler: the types that refer to one another, and what is theirs alone.
//!
//! Read in this order:
//! * `task`: [`Task`], what a worker runs in slices, and why a slice ends;
//! * `processor`: P; `worker`: M as others see it;
//! * `core`: what the scheduler lock guards; `sched`: what all threads share;
//! * `on_p` and `cx`: what code that holds a P, and what a running task, can do; `timer`: its timers;
//! * `handle`: what code without a P can do;
//! * `chooser`: who says what runs next, in runs that are explored;
//! * `config`: what a scheduler is given; `outcome`: how a run ends; `note`: how events are noted.
//!
//! Every other folder either knows none of these (the parts, below) or adds methods to them (what workers do, above).

mod chooser;
mod config;
mod core;
pub(crate) mod cx;
mod handle;
mod note;
mod on_p;
mod outcome;
mod processor;
mod sched;
mod task;
mod timer;
mod worker;

pub use chooser::{Chooser, End};
pub use config::Config;
pub use cx::{Cx, Switch};
pub use handle::{Handle, KeepOpen};
pub use on_p::{OnP, Peer};
pub use outcome::Outcome;
pub use task::{Blocking, BlockingCall, Step, Task};

pub(crate) use config::MAX_PROCS;
pub(crate) use core::Core;
pub(crate) use processor::{
    FLAG_EXIT, FLAG_STOP, FLAG_TIMERS, FLAG_YIELD, Processor, ProcessorShared, Stood,
};
pub(crate) use sched::Sched;
pub(crate) use task::TaskSlot;
pub(crate) use timer::{Action, Callback, LATE};
pub(crate) use worker::{Assignment, WorkerShared};
