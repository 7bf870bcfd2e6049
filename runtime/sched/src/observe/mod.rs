//! The observable state of a scheduler.
//!
//! * [`inspect`]: the whole state at one moment, with the world stopped: the queues' contents, free lists, timers, the
//!   tasks that wait for the network. All views of the scheduler are made from it;
//! * `watch_decisions`: decisions, reported while they are made;
//! * `live_view`: some numbers, without stopping any thread (`schedtrace` lines);
//! * `take_trace`: the recorded events (see `trace/`), with the world stopped.

pub mod inspect;

mod live_view;
mod take_snapshot;
mod take_trace;
mod watch_decisions;

pub use live_view::{LiveView, ProcView, SchedulerCounts, WorkerView};
