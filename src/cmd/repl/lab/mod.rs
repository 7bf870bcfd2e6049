//! The laboratory: commands that show and control goroutines and the scheduler.
//!
//! Each file has a group of commands: `pub(super) const GROUP: Group`, with a row for each command and the functions
//! beside it. Listing the group in [`GROUPS`] registers it. All commands use the session's public interface, as an
//! embedder would: see [`inspect`](crate::inspect).
//!
//! * [`goroutines`]: goroutines and the objects that they wait for; [`find_goroutine`] finds the goroutine that a
//!   command names, [`listing`] combines similar goroutines in one line;
//! * [`scheduler`]: Ps, Ms and queues; [`views`] turns them into text; [`table`] lays out lists;
//! * [`pause`]: decisions one at a time; [`record`]: traces;
//! * [`explore`]: the interleavings of an input;
//! * [`tune`] changes the scheduler's settings, and [`setup`] stores the settings, which survive the reset of a
//!   session.

mod explore;
mod find_goroutine;
mod freeze_step;
mod goroutines;
mod listing;
pub(super) mod pause;
pub(super) mod record;
mod scheduler;
pub(super) mod setup;
mod table;
mod tune;
mod views;

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
