//! What can be chosen about a machine.

use crate::explore::ExploreOptions;
use crate::host::OwnFile;
use crate::race::RaceOptions;
use crate::report::schedtrace::SchedTrace;
use crate::shared::code_store::CodeStore;
use crate::shared::collector::GcOptions;
use crate::shared::driver::Driver;
use crate::shared::stress::Stress;
use crate::shared::tier::Tiering;
use minigo_sched::Switches;
use std::sync::Arc;
use std::time::Duration;

/// What can be chosen about a machine.
#[derive(Clone)]
pub struct Options {
    /// How many processors; 0: as many as the host has.
    pub procs: usize,
    /// The most bytes that the program may have: on the heap, and in what its threads take beside it, such as stacks,
    /// channels, timers, threads, mappings and what natives need. If the process's allocator is
    /// [`Strict`](crate::Strict), all counts that these threads allocate; else what is large among that.
    pub heap_limit: usize,
    /// The machine is the only one of a process whose allocator is [`Strict`](crate::Strict): what nobody can be told
    /// does not fit, such as a longer list of timers, ends the process.
    pub whole_process: bool,
    /// How instructions are dispatched.
    pub driver: Driver,
    /// Whether hot functions are compiled.
    pub tiering: Tiering,
    /// Prints at the end what was compiled, and why compiled code was left, on standard error.
    pub tier_counts: bool,
    /// Counts parts of long work, and calls without a P: see [`Machine::part_report`](crate::Machine::part_report).
    pub part_counts: bool,
    /// Compares the accesses to memory of each instruction with those that the table of instructions says, and panics
    /// where they differ. In builds with debug assertions only.
    pub check_accesses: bool,
    /// Finds data races, and reports them on standard error. Of a heap at another place than a process's first one
    /// `heap_start` has to say where it is.
    pub race: Option<RaceOptions>,
    /// Stops at points, where a search says which goroutine goes on. It implies a detector of data races, and wants a
    /// seed.
    pub explore: Option<ExploreOptions>,
    /// Where the heap begins, if there is room: else where that of a process's first machine does.
    pub heap_start: Option<usize>,
    /// Prints the machine code of this function when it is compiled, on standard error.
    pub tier_dump: Option<String>,
    /// Where compiled code of the program is kept between runs.
    pub code_store: Option<Arc<dyn CodeStore>>,
    /// Makes every choice of the scheduler reproducible; time is virtual then.
    pub seed: Option<u64>,
    /// Under a seed: what goes by time otherwise, such as preemption, does so too ([`minigo_sched::Config::by_time`]).
    pub by_time: bool,
    /// Lets the clock jump to the next timer when all goroutines wait.
    pub virtual_time: bool,
    /// The mechanisms of the scheduler that are on.
    pub switches: Switches,
    /// How long a goroutine runs before it is asked to yield.
    pub quantum: Option<Duration>,
    /// The collector's choices.
    pub gc: GcOptions,
    /// What goroutines do at every safepoint.
    pub stress: Stress,
    /// Records what the scheduler does: this many of the newest events of each processor; with 0 they are only counted.
    pub trace: Option<usize>,
    /// Of what is recorded only this much of the run's end is told.
    pub trace_window: Option<Duration>,
    /// Whether goroutines that are blocked when the program ends are listed on standard error.
    pub leaks: bool,
    /// Prints the state of the scheduler from time to time.
    pub sched_trace: Option<SchedTrace>,
    /// The file that a program of the real world has as its own.
    pub own_file: Option<Arc<dyn OwnFile>>,
    /// Takes the process's signals: see [`signals::hold_signals`].
    pub signals: bool,
}

impl Options {
    /// Which driver runs the goroutines.
    pub(super) fn driver_of(&self, finds_races: bool, explores: bool) -> Driver {
        match (finds_races, self.seed) {
            (true, Some(_)) if explores => Driver::Points,
            (false, Some(_)) => Driver::Step,
            (false, None) => self.driver,
            (true, Some(_)) => Driver::RaceStep,
            (true, None) => Driver::Race,
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            procs: 0,
            heap_limit: usize::MAX,
            whole_process: false,
            driver: Driver::default(),
            tiering: Tiering::default(),
            tier_counts: false,
            part_counts: false,
            check_accesses: false,
            race: None,
            explore: None,
            heap_start: None,
            tier_dump: None,
            code_store: None,
            seed: None,
            by_time: false,
            virtual_time: false,
            switches: Switches::default(),
            quantum: None,
            gc: GcOptions::default(),
            stress: Stress::default(),
            trace: None,
            trace_window: None,
            leaks: false,
            sched_trace: None,
            own_file: None,
            signals: false,
        }
    }
}
