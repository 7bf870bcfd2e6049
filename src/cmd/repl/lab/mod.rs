//! The laboratory: commands that show what goroutines and the scheduler do, and that steer them.
//!
//! A file has a group of commands: `pub(super) const GROUP: Group`, with a row for each and the functions beside it. It
//! is known when it stands in [`GROUPS`]. All of them go by the session's interface, as an embedder would: see
//! [`inspect`](crate::inspect).
//!
//! [`which`] finds the goroutine that a command means, [`table`] lays out lists.

mod goroutines;
mod steer;
mod table;
mod which;

use super::commands::Group;

/// The groups of the laboratory, in the order of `:help`.
pub(super) const GROUPS: &[&Group] = &[&goroutines::GROUP, &steer::GROUP];
