//! The user's settings of the scheduler, which a new session keeps.

use crate::cmd::run::{race_options, tiering_of};
use minigo_vm::{HEAP_DISTANCE, HEAP_START, Options, RaceOptions, Switches};
use std::time::Duration;

/// The settings.
#[derive(Clone, Default)]
pub(crate) struct SchedulerSettings {
    pub(super) procs: Option<usize>,
    pub(super) quantum: Option<Duration>,
    pub(super) switches: Switches,
    pub(super) seed: Option<u64>,
    pub(super) virtual_time: bool,
    /// Whether data races are detected.
    pub(super) detects_races: bool,
    /// The number of sessions so far. Each session that detects races has its heap at another address.
    session_count: usize,
    /// The limit of the program's memory in bytes.
    pub(super) max_memory: Option<usize>,
}

impl SchedulerSettings {
    /// Returns default settings with a memory limit.
    pub(crate) fn with_max_memory(max_memory: Option<usize>) -> Self {
        Self { max_memory, ..Self::default() }
    }

    /// Returns the options of a new machine with these settings. The machine counts events, so that the views can show
    /// how often they occurred.
    pub(crate) fn options(&mut self) -> Options {
        let heap_start = HEAP_START + self.session_count * HEAP_DISTANCE;
        self.session_count += 1;
        let unlimited = Options::default();
        Options {
            heap_limit: self.max_memory.unwrap_or(unlimited.heap_limit),
            procs: self.procs.unwrap_or(0),
            quantum: self.quantum,
            scheduler_mechanisms: self.switches,
            seed: self.seed,
            virtual_time: self.virtual_time,
            // A session must survive a data race.
            race: self
                .detects_races
                .then(|| RaceOptions { halt_on_error: false, ..race_options() }),
            heap_start: self.detects_races.then_some(heap_start),
            traced_events: Some(0),
            tiering: tiering_of(None).unwrap_or_default(),
            ..unlimited
        }
    }
}
