//! The options of a machine.

use crate::explore::ExploreOptions;
use crate::host::{DebugHost, ProgramExecutable};
use crate::race::RaceOptions;
use crate::report::schedtrace::SchedTrace;
use crate::shared::code_store::CodeStore;
use crate::shared::collector::GcOptions;
use crate::shared::dispatch_mode::DispatchMode;
use crate::shared::stress::Stress;
use crate::shared::tier::Tiering;
use minigo_sched::Switches;
use std::sync::Arc;
use std::time::Duration;

/// The options of a machine.
#[derive(Clone)]
pub struct Options {
    /// The number of processors; 0: as many as the host has.
    pub procs: usize,
    /// The most bytes that the program may use: on the heap, and for other memory of its threads: stacks, channels,
    /// timers, threads, mappings and memory of natives. If the process's allocator is
    /// [`MemoryLimitAllocator`](crate::MemoryLimitAllocator), every allocation of these threads counts; otherwise only
    /// the large ones do.
    pub heap_limit: usize,
    /// The most bytes of a goroutine's stack; the program can set a smaller limit (1 GB).
    pub stack_limit: usize,
    /// The machine is the only one of a process whose allocator is
    /// [`MemoryLimitAllocator`](crate::MemoryLimitAllocator): a failed allocation that no caller can handle, such as a
    /// longer list of timers, ends the process.
    pub owns_process: bool,
    /// The driver that dispatches instructions.
    pub dispatch_mode: DispatchMode,
    /// Whether hot functions are compiled.
    pub tiering: Tiering,
    /// Prints the compiled functions at the end, and why compiled code exited, on standard error.
    pub tier_counts: bool,
    /// Counts the parts of long work, and the calls made without a P: see
    /// [`Machine::work_part_report`](crate::Machine::work_part_report).
    pub work_part_counts: bool,
    /// Compares the memory accesses of each instruction with the accesses in the table of instructions, and panics if
    /// they differ. The accesses are compared only in builds with debug assertions.
    pub check_accesses: bool,
    /// Finds data races, and reports them on standard error. For a heap at another address than that of a process's
    /// first machine, `heap_start` must be set.
    pub race: Option<RaceOptions>,
    /// Stops at points of exploration, where a search chooses the goroutine that continues. Implies a race detector,
    /// and needs a seed.
    pub explore: Option<ExploreOptions>,
    /// The address of the heap, if it is free; otherwise, and by default, the address that a process's first machine
    /// uses.
    pub heap_start: Option<usize>,
    /// Prints the machine code of this function on standard error when the function is compiled.
    pub tier_dump: Option<String>,
    /// The store that keeps the program's compiled code between runs.
    pub code_store: Option<Arc<dyn CodeStore>>,
    /// Makes every choice of the scheduler reproducible; time is then virtual.
    pub seed: Option<u64>,
    /// Under a seed: events that depend on time without a seed, such as preemption, still depend on time
    /// ([`minigo_sched::Config::schedule_by_time`]).
    pub depends_on_time: bool,
    /// Lets the clock jump to the next timer when all goroutines wait.
    pub virtual_time: bool,
    /// The optional mechanisms of the scheduler that are switched on.
    pub scheduler_mechanisms: Switches,
    /// The time that a goroutine runs before it is asked to yield.
    pub quantum: Option<Duration>,
    /// The collector's options.
    pub gc: GcOptions,
    /// The stress actions of goroutines at every safepoint.
    pub stress: Stress,
    /// Records the scheduler's events: each processor keeps this many of its newest; with 0 events are only counted.
    pub traced_events: Option<usize>,
    /// Reports only this much time before the run's end of the recorded events.
    pub trace_window: Option<Duration>,
    /// Whether goroutines that are blocked when the program ends are listed on standard error.
    pub reports_leaks: bool,
    /// Prints the state of the scheduler at intervals.
    pub sched_trace: Option<SchedTrace>,
    /// The executable file that a program on the real operating system sees as its own.
    pub program_executable: Option<Arc<dyn ProgramExecutable>>,
    /// The machine handles the process's signals: see [`handles_signals::block_handled_signals`].
    pub handles_signals: bool,
    /// A debugger is attached: variables are kept to the ends of their scopes, and goroutines can be stopped
    /// ([`debug`](crate::debug)). Unless time is virtual, no time passes for the program while goroutines are stopped.
    pub debug: Option<DebugHost>,
}

impl Options {
    /// The driver that runs the goroutines.
    pub(super) fn choose_dispatch_mode(&self, finds_races: bool, explores: bool) -> DispatchMode {
        match (finds_races, self.seed) {
            (true, Some(_)) if explores => DispatchMode::Points,
            (false, Some(_)) => DispatchMode::Step,
            (false, None) => self.dispatch_mode,
            (true, Some(_)) => DispatchMode::RaceStep,
            (true, None) => DispatchMode::Race,
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            procs: 0,
            heap_limit: usize::MAX,
            stack_limit: usize::MAX,
            owns_process: false,
            dispatch_mode: DispatchMode::default(),
            tiering: Tiering::default(),
            tier_counts: false,
            work_part_counts: false,
            check_accesses: false,
            race: None,
            explore: None,
            heap_start: None,
            tier_dump: None,
            code_store: None,
            seed: None,
            depends_on_time: false,
            virtual_time: false,
            scheduler_mechanisms: Switches::default(),
            quantum: None,
            gc: GcOptions::default(),
            stress: Stress::default(),
            traced_events: None,
            trace_window: None,
            reports_leaks: false,
            sched_trace: None,
            program_executable: None,
            handles_signals: false,
            debug: None,
        }
    }
}
