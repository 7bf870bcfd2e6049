//! What others can see of a scheduler.
//!
//! * `snapshot`: the state at a moment, without stopping anybody (`schedtrace` lines);
//! * `take_trace`: the events that were recorded (see `trace/`), with the world stopped.

mod snapshot;
mod take_trace;

pub use snapshot::{Counts, ProcView, Snapshot, WorkerView};
