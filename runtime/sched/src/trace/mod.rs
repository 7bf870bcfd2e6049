//! Events: every transition of tasks, workers and processors, recorded where it takes place.
//!
//! The mechanisms call `Processor::note_event` or `Sched::note_event` (`gmp/event_recording.rs`), which cost one branch
//! on a field of the processor when tracing is off.
//!
//! * `kind`: the kinds of events; `queue_place`: the place where a runnable task waits; `record`: one event, and the
//!   finished trace;
//! * `packed_records`: records as bytes;
//! * `lane`: the records of one processor. The processor's holder writes them without a lock; events outside any
//!   processor (sysmon, workers that come and go, outside threads) go to one shared lane. A lane keeps the newest
//!   records up to a limit, counts the dropped ones, and counts all events by kind. With a limit of 0 there are only
//!   the counts;
//! * `decisions`: events reported while they happen, as decisions with their rules;
//! * `pause`: pausing, so that decisions are made one at a time;
//! * `stamps`: the source of time stamps.

mod decisions;
mod event_kind;
mod lane;
mod packed_records;
mod pause;
mod queue_place;
mod record;
mod stamps;

pub use decisions::{DecisionReport, Listener, Queues};
pub(crate) use decisions::{EventReceiver, SlotQueues};
pub(crate) use event_kind::EVENT_KIND_COUNT;
pub use event_kind::Kind;
pub(crate) use lane::{Lane, Tracer};
pub(crate) use pause::PauseState;
pub use queue_place::QueuePlace;
pub use record::{GcPhase, LaneTrace, Record, Trace, TraceLimit, TraceMark};
