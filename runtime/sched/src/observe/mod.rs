//! What others can see of a scheduler.
//!
//! * [`inspect`]: everything at one moment, with the world stopped: the queues' contents, free lists, timers, who
//!   waits for the network. All views of the scheduler are made from it;
//! * `watch`: decisions, told while they are made;
//! * `glance`: some numbers, without stopping any thread (`schedtrace` lines);
//! * `take_trace`: the events that were recorded (see `trace/`), with the world stopped.

pub mod inspect;

mod glance;
mod take_snapshot;
mod take_trace;
mod watch;

pub use glance::{Counts, Glance, ProcView, WorkerView};
