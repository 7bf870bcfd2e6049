//! The parts of a processor (P), each a small protocol; the P that owns them is `gmp/processor.rs`.
//!
//! * [`local_queue`]: the local run queue, of which thieves take half; [`runnext`]: the task to run next;
//! * [`remote_queue`]: tasks that other processors hand over to this one;
//! * [`loan`]: the P itself, while its worker is in a blocking call;
//! * `net_affinity`: whether other processors should hand over tasks to it that the network has made ready;
//! * `policy`: the scheduler's choices, and `feature_switches`: the mechanisms that can be switched off.

pub mod loan;
pub mod local_queue;
pub mod remote_queue;
pub mod runnext;

pub(crate) mod feature_switches;
pub(crate) mod net_affinity;
pub(crate) mod policy;

/// The number of a processor, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProcId(pub u32);
