//! The laboratory: commands that show what goroutines and the scheduler do, and that steer them.
//!
//! A file has a group of commands: `pub(super) const GROUP: Group`, with a row for each and the functions beside it. It
//! is known when it stands in [`GROUPS`]. All of them go by the session's interface, as an embedder would: see
//! [`inspect`](crate::inspect).
//!
//! * [`goroutines`]: what goroutines do and wait for; [`which`] finds the one that a command means, [`listing`] puts
//!   those that are alike into one line;
//! * [`scheduler`]: Ps, Ms and queues; [`views`] is how they look; [`table`] lays out lists;
//! * [`pause`]: decisions one at a time; [`record`]: traces;
//! * [`explore`]: the interleavings of an input;
//! * [`tune`] changes the scheduler, and [`setup`] is what was chosen so, which outlives a session that is reset.

mod explore;
mod goroutines;
mod listing;
pub(super) mod pause;
pub(super) mod record;
mod scheduler;
pub(super) mod setup;
mod steer;
mod table;
mod tune;
mod views;
mod which;

use super::commands::Group;

/// The groups of the laboratory, in the order of `:help`.
pub(super) const GROUPS: &[&Group] = &[
    &goroutines::GROUP,
    &steer::GROUP,
    &scheduler::GROUP,
    &tune::GROUP,
    &pause::GROUP,
    &record::GROUP,
    &explore::GROUP,
];
