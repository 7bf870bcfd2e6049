//! Idle workers: how they spin, how they sleep, and how each is woken.
//!
//! * [`spinning`]: the two counters of the wake-up rule (the crate's header calls it the race to fear);
//! * [`poll_sleeper`]: one idle worker sleeps in the poller until the next timer or network event;
//! * `sysmon_parker`: the place where sysmon sleeps.
//!
//! `gmp/worker.rs` has the place where a worker sleeps until it is assigned a processor, and the choice of the worker
//! to wake.

pub mod poll_sleeper;
pub mod spinning;

pub(crate) mod sysmon_parker;
