//! Idle workers: who searches, who sleeps, and how each is woken.
//!
//! * [`searchers`]: the two counters of the wake-up rule (the crate's header calls it the race to fear);
//! * [`parker`]: where a worker sleeps until it is handed a processor;
//! * [`poll_sleeper`]: where one idle worker sleeps until the next timer is due or the network has something;
//! * `sysmon_parker`: where sysmon sleeps.
//!
//! Whom to wake is decided in `worker/handoff.rs`.

pub mod parker;
pub mod poll_sleeper;
pub mod searchers;

pub(crate) mod sysmon_parker;
