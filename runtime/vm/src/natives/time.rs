//! Timers.

/// Timers that are armed.
#[derive(Default, Debug)]
pub(crate) struct Alarms {}
