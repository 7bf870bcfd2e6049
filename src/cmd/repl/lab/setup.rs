//! What was chosen about the scheduler: a session that begins anew keeps it.

use crate::cmd::run::{race_options, tiering};
use minigo_vm::{HEAP_DISTANCE, HEAP_START, Options, RaceOptions, Switches};
use std::time::Duration;

/// What was chosen.
#[derive(Clone, Default)]
pub(crate) struct Setup {
    pub(super) procs: Option<usize>,
    pub(super) quantum: Option<Duration>,
    pub(super) switches: Switches,
    pub(super) seed: Option<u64>,
    pub(super) virtual_time: bool,
    /// Whether data races are looked for.
    pub(super) race: bool,
    /// How many sessions have begun: each watches a heap at a place of its own.
    sessions: usize,
    /// The most memory of the program.
    pub(super) max_memory: Option<usize>,
}

impl Setup {
    /// Nothing chosen but the most memory of the program.
    pub(crate) fn limited(max_memory: Option<usize>) -> Self {
        Self { max_memory, ..Self::default() }
    }

    /// A new machine's options by it. What happens is counted, so that the views can tell how often.
    pub(crate) fn options(&mut self) -> Options {
        let heap_start = HEAP_START + self.sessions * HEAP_DISTANCE;
        self.sessions += 1;
        let unlimited = Options::default();
        Options {
            heap_limit: self.max_memory.unwrap_or(unlimited.heap_limit),
            procs: self.procs.unwrap_or(0),
            quantum: self.quantum,
            switches: self.switches,
            seed: self.seed,
            virtual_time: self.virtual_time,
            // A session goes on after a race.
            race: self.race.then(|| RaceOptions { halt_on_error: false, ..race_options() }),
            heap_start: self.race.then_some(heap_start),
            trace: Some(0),
            tiering: tiering(None).unwrap_or_default(),
            ..unlimited
        }
    }
}
