//! What happened: every transition of tasks, workers and processors, recorded where it takes place.
//!
//! A module of its own because the mechanisms must not know how they are watched: they call
//! [`Processor::note`] or [`Shared::note`], which are one branch on a field of the processor when
//! nobody watches.
//!
//! A [`Lane`] belongs to a processor and is written by whoever holds that, without a lock; events of
//! those who hold none (sysmon, workers that come and go, outside threads) go to one shared lane. A
//! lane keeps the newest records, up to a limit, and counts what it had to forget; the counts by kind
//! are of everything. With a limit of 0 there are only the counts.
//!
//! Stamps are the processor's cycle counter where that runs evenly (a clock call costs three times as
//! much), turned into the clock's nanoseconds when the trace is taken. A wake in the first budget of a
//! slice has the stamp of its beginning, which saves half of the stamps where tasks only talk. Under a seed or a virtual clock
//! they are a step count that never falls behind the clock, so that equal runs have equal traces.

mod kind;
mod lane;
mod record;
mod stamps;

pub(crate) use kind::KINDS;
pub use kind::Kind;
pub(crate) use lane::{Lane, Tracer};
pub use record::{GcPhase, LaneTrace, Mark, Record, Trace};
