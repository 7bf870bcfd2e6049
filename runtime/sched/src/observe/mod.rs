//! The observable state of a scheduler.
//!
//! * [`inspect`]: the whole state at one moment, with the world stopped: the queues' contents, free lists, timers, the
//!   tasks that wait for the network. All views of the scheduler are made from it;
//! * `watch`: decisions, reported while they are made;
//! * `glance`: some numbers, without stopping any thread (`schedtrace` lines);
//! * `take_trace`: the recorded events (see `trace/`), with the world stopped.

pub mod inspect;

mod glance;
mod take_snapshot;
mod take_trace;
mod watch;

pub use glance::{Counts, LiveView, ProcView, WorkerView};
