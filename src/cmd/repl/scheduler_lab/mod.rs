//! The laboratory: commands that show and control goroutines and the scheduler.
//!
//! Each file has a group of commands: the constant `GROUP` has a row for each command, and the commands' functions
//! stand beside it. Listing the group in [`GROUPS`] registers it. All commands use the session's public interface, as
//! an embedder would: see [`inspect`](crate::inspect).
//!
//! * [`goroutines`] shows goroutines and the objects that they wait for; [`find_goroutine`] finds the goroutine that a
//!   command names, [`goroutine_listing`] combines similar goroutines in one line;
//! * [`scheduler`] shows Ps, Ms and queues, which [`scheduler_views`] turns into text; [`table`] lays out lists;
//! * [`pause`] makes the scheduler's decisions one at a time; [`record`] writes traces;
//! * [`explore`] searches the interleavings of an input;
//! * [`tune`] changes the scheduler's settings, and [`scheduler_settings`] stores the settings, which survive the reset
//!   of a session.

mod explore;
mod find_goroutine;
mod freeze_step;
mod goroutine_listing;
mod goroutines;
pub(super) mod pause;
pub(super) mod record;
mod scheduler;
pub(super) mod scheduler_settings;
mod scheduler_views;
mod table;
mod tune;

use super::commands::Group;

/// The groups of the laboratory, in the order of `:help`.
pub(super) const GROUPS: &[&Group] = &[
    &goroutines::GROUP,
    &freeze_step::GROUP,
    &scheduler::GROUP,
    &tune::GROUP,
    &pause::GROUP,
    &record::GROUP,
    &explore::GROUP,
];
