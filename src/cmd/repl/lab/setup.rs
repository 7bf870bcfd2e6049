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
    /// The most memory of the program.
    pub(super) max_memory: Option<usize>,
}

impl Setup {
    /// Nothing chosen but the most memory of the program.
    pub(crate) fn limited(max_memory: Option<usize>) -> Self {
        Self { max_memory, ..Self::default() }
    }

    /// A machine's options by it. What happens is counted, so that the views can tell how often.
    pub(crate) fn options(&self) -> Options {
        let unlimited = Options::default();
        Options {
            heap_limit: self.max_memory.unwrap_or(unlimited.heap_limit),
            procs: self.procs.unwrap_or(0),
            quantum: self.quantum,
            switches: self.switches,
            seed: self.seed,
            virtual_time: self.virtual_time,
            trace: Some(0),
            tiering: tiering(None).unwrap_or_default(),
            ..unlimited
        }
    }
}
