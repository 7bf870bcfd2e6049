//! Idle workers: how they search, how they sleep, and how each is woken.
//!
//! * [`spinning`]: the two counters of the wake-up rule (the crate's header calls it the race to fear);
//! * [`parker`]: where a worker sleeps until it is assigned a processor;
//! * [`poll_sleeper`]: where one idle worker sleeps until the next timer is due or the network has something;
//! * `sysmon_parker`: where sysmon sleeps.
//!
//! Which worker to wake is decided in `worker/handoff.rs`.

pub mod parker;
pub mod poll_sleeper;
pub mod spinning;

pub(crate) mod sysmon_parker;
