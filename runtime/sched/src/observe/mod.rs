//! What others can see of a scheduler.
//!
//! * [`inspect`]: everything at one moment, with the world stopped: the queues' contents, free lists, timers, who
//!   waits for the network. All views of the scheduler are made from it;
//! * `glance`: some numbers, without stopping any thread (`schedtrace` lines);
//! * `take_trace`: the events that were recorded (see `trace/`), with the world stopped.

pub mod inspect;

mod glance;
mod take_snapshot;
mod take_trace;

pub use glance::{Counts, Glance, ProcView, WorkerView};
