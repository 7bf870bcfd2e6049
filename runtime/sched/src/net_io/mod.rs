//! What tasks do with descriptors, and where they run when those are ready.
//!
//! * `ops`: open, read and write by turns, deadlines, close;
//! * `ready`: tasks that the poller has found ready are queued;
//! * `affinity`: on which processor such a task had better run.
//!
//! The poller itself and the protocols of a descriptor are in `netpoll/`.

mod affinity;
mod ops;
mod ready;

pub use ops::{Attempt, Closed};
