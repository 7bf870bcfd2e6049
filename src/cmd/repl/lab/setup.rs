//! What was chosen about the scheduler: a session that begins anew keeps it.

use crate::cmd::run::tiering;
use minigo_vm::{Options, Switches};
use std::time::Duration;

/// What was chosen.
#[derive(Clone, Default)]
pub(crate) struct Setup {
    pub(super) procs: Option<usize>,
    pub(super) quantum: Option<Duration>,
    pub(super) switches: Switches,
    pub(super) seed: Option<u64>,
    pub(super) virtual_time: bool,
}

impl Setup {
    /// A machine's options by it. What happens is counted, so that the views can tell how often.
    pub(crate) fn options(&self) -> Options {
        Options {
            procs: self.procs.unwrap_or(0),
            quantum: self.quantum,
            switches: self.switches,
            seed: self.seed,
            virtual_time: self.virtual_time,
            trace: Some(0),
            tiering: tiering(None).unwrap_or_default(),
            ..Options::default()
        }
    }
}
