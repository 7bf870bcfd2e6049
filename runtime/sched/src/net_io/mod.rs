//! The operations of tasks on descriptors, and the choice of where tasks run when descriptors are ready.
//!
//! * `ops`: open, read and write in turn, deadlines, close;
//! * `ready_tasks`: tasks that the poller has found ready are queued;
//! * `affinity`: the processor on which such a task should run.
//!
//! The poller itself and the protocols of a descriptor are in `netpoll/`.

mod affinity;
mod ops;
mod ready_tasks;

pub use ops::{CloseResult, NetAttempt};
