//! The machine: a program with everything that it needs to run, as one value.
//!
//! Embedders use only this type: everything else is reached through it. [`prepared`] links a program once for many
//! machines.

mod adapters;
pub mod debug;
pub(crate) mod driven_machine;
pub(crate) mod exploration_results;
pub(crate) mod input_values;
pub(crate) mod inspect;
pub(crate) mod options;
pub(crate) mod prepared;
pub(crate) mod runtime_settings;
pub(crate) mod session;
pub(crate) mod signals;
mod step;

use crate::access::{fault_handler, faulted_thread};
use crate::explore::snapshot::Snapshot;
use crate::explore::{Exploration, initialisation, run_record::ExploredRun};
use crate::goroutine::native_call::NativeFn;
use crate::goroutine::processor::{ProcLocal, SpareStacks};
use crate::goroutine::state::Goroutine;
use crate::host::signal_parker::{ListeningGuard, SignalParker};
use crate::host::{FdCall, Host, program_signals, system::SystemHost};
use crate::image::files::ProgramFileNames;
use crate::image::linked_program::LinkedProgram;
use crate::image::{Image, LinkError};
use crate::interp::compiled_code;
use crate::jit::{ahead_of_time, stored_code};
use crate::machine::adapters::{HostClock, LimitedThreads};
use crate::machine::options::Options;
use crate::memory::footprint;
use crate::memory::memory_limit_allocator::{ByteSize, with_margin};
use crate::memory::table::Table;
use crate::native::{Package, link_natives};
use crate::race::places::Places;
use crate::race::{self, HEAP_START, RaceOptions, Races};
use crate::report::exec_trace::{self, ExecTrace};
use crate::report::schedtrace::{SchedTrace, Ticker};
use crate::report::trace::Recording;
use crate::report::traceback::{self, Names, dump_all_goroutines};
use crate::report::{explain, leak_report, race as race_report};
use crate::shared::bubbles::Bubbles;
use crate::shared::code_store::CompiledVersions;
use crate::shared::collector::{Gc, GcOptions};
use crate::shared::computations::Computations;
use crate::shared::cpu_profile::CpuProfile;
use crate::shared::debugging::Debugging;
use crate::shared::dispatch_mode::DispatchMode;
use crate::shared::heap_profile::HeapProfile;
use crate::shared::kept_objects::KeptObjects;
use crate::shared::locks::OrphanedReadLocks;
use crate::shared::pools::Pools;
use crate::shared::session_inputs::SessionInputs;
use crate::shared::settings::{Settings, TracebackLevel};
use crate::shared::thaws::Thaws;
use crate::shared::tier::{Tier, Tiering};
use crate::shared::waits_profile::{Unlockers, WaitsProfile};
use crate::shared::work_part_counts::WorkPartCounts;
use crate::shared::{ExitStatus, FirstFault, LeakState, Shared};
use minigo_heap::{Heap, ledger::Ledger};
use minigo_race::{Detector, Region};
use minigo_sched::{Config, ProcId, RunOutcome, Scheduler};
use minigo_sync::SemaTable;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

impl Drop for Machine {
    fn drop(&mut self) {
        self.shared.gc.cycle.quit_threads();
        self.shared.tier.quit_compiler();
    }
}

/// The open descriptors of a program. The descriptors are closed when this value is dropped, after the scheduler's
/// threads have ended.
struct DescriptorCloser(Arc<Shared>);

impl Drop for DescriptorCloser {
    fn drop(&mut self) {
        self.0.host.close_descriptors();
    }
}

/// A program that can run.
pub struct Machine {
    scheduler: Scheduler<Goroutine>,
    _descriptor_closer: DescriptorCloser,
    shared: Arc<Shared>,
    natives: Arc<Table<NativeFn>>,
    sched_trace: Option<SchedTrace>,
    owns_process: bool,
    trace_window: Option<Duration>,
}

impl Machine {
    /// Links a program with the natives of `packages`.
    ///
    /// # Errors
    /// Returns [`LinkError`] if a native is missing, or does not fit its declaration.
    pub fn new(
        program: impl Into<LinkedProgram>,
        packages: &[Package],
        options: &Options,
        host: Arc<dyn Host>,
    ) -> Result<Self, LinkError> {
        let program = program.into();
        let natives = link_natives(program.natives(), packages)?;
        let natives = Arc::new(Table::fixed(natives));
        Self::link_program(
            Image::link(program, false, watched_region(options)),
            natives,
            options,
            host,
            None,
        )
    }

    fn link_program(
        image: Image,
        natives: Arc<Table<NativeFn>>,
        options: &Options,
        host: Arc<dyn Host>,
        snapshot: Option<Arc<Snapshot>>,
    ) -> Result<Self, LinkError> {
        if !image.types.has_descriptors() {
            return Err(LinkError::NoDescriptors);
        }
        Ok(Self::with_shared(new_shared(image, None, options, host, snapshot), natives, options))
    }

    fn of_image(
        image: Image,
        natives: Arc<Table<NativeFn>>,
        inputs: Option<SessionInputs>,
        options: &Options,
        host: Arc<dyn Host>,
    ) -> Self {
        Self::with_shared(new_shared(image, inputs, options, host, None), natives, options)
    }

    fn with_shared(shared: Shared, natives: Arc<Table<NativeFn>>, options: &Options) -> Self {
        Self::configure(shared, natives, options, |config| config)
    }

    fn configure(
        shared: Shared,
        natives: Arc<Table<NativeFn>>,
        options: &Options,
        change: impl FnOnce(Config<Goroutine>) -> Config<Goroutine>,
    ) -> Self {
        let shared = Arc::new(shared);
        if let Some(ledger) = shared.heap.ledger() {
            ledger.charge(size_of_val(shared.image.global_words()));
        }
        shared.gc.set_goal(&shared);
        initialisation::delay_collection(&shared);
        let config = change(scheduler_config(&shared, &natives, options));
        fault_handler::install_handlers();
        Self {
            scheduler: Scheduler::new(config),
            _descriptor_closer: DescriptorCloser(shared.clone()),
            shared,
            natives,
            sched_trace: options.sched_trace,
            owns_process: options.owns_process,
            trace_window: options.trace_window,
        }
    }

    /// A machine on the real operating system, with these arguments; the options choose time and randomness.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_system_host(
        program: impl Into<LinkedProgram>,
        packages: &[Package],
        options: &Options,
        args: Vec<Vec<u8>>,
    ) -> Result<Self, LinkError> {
        let host = SystemHost::new(args);
        let host = match options.program_executable.clone() {
            Some(file) => host.with_program_executable(file),
            None => host,
        };
        let host = match options.debug.clone() {
            Some(parts) => host.with_debug_host(parts),
            None => host,
        };
        let host = match options.seed {
            Some(seed) => host.with_seed(seed),
            None if options.virtual_time => host.with_virtual_time(),
            None => host,
        };
        Self::new(program, packages, options, Arc::new(host))
    }

    /// Runs the program until it ends.
    #[must_use]
    pub fn run(&self) -> ExitStatus {
        if self.owns_process && self.shared.heap.limit() != usize::MAX {
            footprint::return_freed_memory_at_once();
        }
        let _entered = self.shared.heap.enter_account();
        if self.shared.heap.make_room(0).is_err() {
            return self.end_for_large_variables();
        }
        // Loading stored machine code writes to the program's mapping, so it comes after the caller of `new` has
        // released the mapping's pages.
        if self.shared.tier.tiering == Tiering::Eager || self.shared.race.is_some() {
            stored_code::load_before_start(&self.shared);
        }
        compiled_code::compile_at_first_call(&self.shared.image, &self.shared.tier, 0);
        let _main = self.scheduler.spawn(Goroutine::main(&self.shared));
        let (handle, shared) = (|| self.scheduler.handle(), || self.shared.clone());
        let ticker = self.sched_trace.map(|options| Ticker::start(options, handle(), shared()));
        let handle_of_parker = handle();
        let _listening = self.shared.signal_parker.get().map(|p| ListeningGuard::listen_at(p));
        let mut attend = || {
            faulted_thread::print_faulted_goroutine(&self.shared);
            if let Some(parker) = self.shared.signal_parker.get() {
                signals::handle_signal(parker, &handle_of_parker, &self.shared);
            }
        };
        let outcome = loop {
            let thaws = self.shared.thaws.thaw_count();
            match self.scheduler.run_with_wake_callback(&mut attend) {
                RunOutcome::Frozen => self.shared.thaws.wait_for_thaw(thaws),
                outcome => break outcome,
            }
        };
        drop(ticker);
        self.stop_at_deadlock(outcome);
        if let Some(explored) = self.shared.explored.as_deref().filter(|it| it.is_cut()) {
            if explored.is_story_step() {
                self.dump_unfinished_run(explored);
            }
            if explored.is_unfinished() {
                self.park_waiting_goroutines(explored);
                leak_report::report_unfinished_run(&self.scheduler.handle(), &self.shared);
            }
            return ExitStatus::Exited(0);
        }
        let dying = self.shared.dying_goroutine.load(Ordering::SeqCst);
        let bubble = self.shared.bubbles.deadlocked_bubble_id();
        if dying != 0 || bubble != 0 {
            let mut out = String::new();
            let wanted =
                |g: &Goroutine| if dying != 0 { g.id != dying } else { g.bubble == bubble };
            dump_all_goroutines(&handle(), &self.shared, wanted, &mut out);
            self.shared.write_crash(out.as_bytes());
        }
        if !self.scheduler.handle().is_repeatable() {
            self.shared.write_stderr(NOT_REPEATABLE_MESSAGE);
        }
        let status = *self.shared.status.lock();
        if let Some(status) = status {
            if let Some(explored) = self.shared.explored.as_deref() {
                self.park_waiting_goroutines(explored);
            }
            leak_report::report_at_exit(&self.scheduler.handle(), &self.shared);
            if status == ExitStatus::Exited(0)
                && let Some(code) = race_report::exit_status_after_races(&self.shared)
            {
                return ExitStatus::Exited(code);
            }
            return status;
        }
        self.report_outcome(outcome);
        ExitStatus::Exited(2)
    }

    /// Marks goroutines that stand before a lock held by another goroutine as waiting for that lock, for a report.
    fn park_waiting_goroutines(&self, explored: &ExploredRun) {
        explored.waiting_goroutines().into_iter().for_each(|(task, _, reason)| {
            self.scheduler.handle().park_queued(task, reason);
        });
    }

    /// Prints the positions of the goroutines of a run that was cut off before its program ended.
    #[cold]
    fn dump_unfinished_run(&self, explored: &ExploredRun) {
        self.park_waiting_goroutines(explored);
        let mut out = "minigo: the run was ended here:\n".to_owned();
        dump_all_goroutines(&self.scheduler.handle(), &self.shared, |_| true, &mut out);
        self.shared.write_stderr(out.as_bytes());
    }

    /// Ends a program whose package-level variables alone exceed the memory limit.
    #[cold]
    fn end_for_large_variables(&self) -> ExitStatus {
        let limit = ByteSize(self.shared.heap.limit());
        let bytes = size_of_val(self.shared.image.global_words());
        let why = format!(
            "runtime: out of memory: package-level variables take {bytes} bytes\n\
             fatal error: out of memory: the limit is {limit}\n"
        );
        self.shared.write_crash(why.as_bytes());
        ExitStatus::Exited(2)
    }

    /// The events recorded so far, if events are recorded; the counts are not reset.
    #[must_use]
    pub fn trace(&self) -> Option<Recording> {
        let trace = self.scheduler.stop_world().take_trace()?;
        Some(Recording::new(trace, self.shared.clone(), self.trace_window))
    }

    /// A text that lists the compiled functions, and why compiled code exited.
    #[must_use]
    pub fn tier_report(&self) -> String {
        self.shared.tier.counts_report()
    }

    /// How often natives and instructions yielded in the middle of long work, a line for each; empty unless the options
    /// ask for these counts.
    #[must_use]
    pub fn work_part_report(&self) -> String {
        self.shared.work_part_counts.as_ref().map(WorkPartCounts::report).unwrap_or_default()
    }

    /// Compiles the program's own functions, not the library's, before the program runs, and keeps the code in the
    /// [store](crate::CodeStore) that the options name. The store has no room for the code of a large program:
    /// functions in files whose names begin with `first` are compiled first.
    pub fn compile_ahead(&self, first: &str) {
        if self.shared.tier.is_on() {
            ahead_of_time::compile_user_functions(&self.shared, first);
            self.store_compiled_code();
        }
    }

    /// Keeps newly compiled code in the [store](crate::CodeStore) that the options name.
    pub fn store_compiled_code(&self) {
        stored_code::store_code(&self.shared);
    }

    /// Reports whether the program ended by a panic or a fatal error.
    #[must_use]
    pub fn has_crashed(&self) -> bool {
        self.shared.has_crashed.load(Ordering::SeqCst)
    }

    /// The text of the fatal error that ends a run with this outcome.
    fn fatal_message(&self, outcome: RunOutcome) -> String {
        let main_exited = self.shared.main_exited.load(Ordering::SeqCst);
        match outcome {
            RunOutcome::AllDone if main_exited => {
                "fatal error: no goroutines (main called runtime.Goexit) - deadlock!\n".to_owned()
            }
            RunOutcome::Deadlock
            | RunOutcome::AllDone
            | RunOutcome::Finished
            | RunOutcome::Frozen => {
                "fatal error: all goroutines are asleep - deadlock!\n".to_owned()
            }
            RunOutcome::NoThread { limit: Some(limit) } => format!(
                "runtime: program exceeds {limit}-thread limit\nfatal error: thread exhaustion\n"
            ),
            RunOutcome::NoThread { limit: None } => {
                let threads = self.scheduler.counts().threads;
                format!(
                    "runtime: failed to create new OS thread (have {threads} already)\n\
                     fatal error: newosproc\n"
                )
            }
            RunOutcome::NoRoom => {
                let limit = ByteSize(self.shared.heap.limit());
                format!(
                    "runtime: out of memory: cannot start a thread\n\
                     fatal error: out of memory: the limit is {limit}\n"
                )
            }
            RunOutcome::Panicked => "fatal error: minigo panicked (a bug of minigo)\n".to_owned(),
        }
    }

    /// Reports on standard error why no goroutine can continue.
    fn report_outcome(&self, outcome: RunOutcome) {
        self.shared.has_crashed.store(true, Ordering::SeqCst);
        let mut out = self.fatal_message(outcome);
        let handle = self.scheduler.handle();
        let (now, running) = (handle.now(), handle.running_tasks());
        let mut world = handle.stop_world();
        if self.shared.settings.traceback_level() >= TracebackLevel::Single {
            let names = Names::for_messages(&self.shared);
            traceback::append_others(names, &mut world, now, &running, |_| true, &mut out);
            if outcome == RunOutcome::Deadlock {
                explain::explain_deadlock(&handle, &mut world, &self.shared, &mut out);
            }
        }
        drop(world);
        self.shared.write_crash(out.as_bytes());
    }
}

/// Printed when a seeded run gave up waiting for an event from outside.
const NOT_REPEATABLE_MESSAGE: &[u8] =
    b"minigo: a system call or another process took longer than 0.5 s, and the run went on \
without it: its seed may not repeat it\n";

/// The race detector; in an exploration, that of an earlier run if there was one.
fn race_detector(
    heap_start: Option<usize>,
    image: &Image,
    common: Option<&Exploration>,
    host: &dyn Host,
) -> Arc<Detector> {
    let regions = race::watched_regions(heap_start, image);
    let detector = match common {
        Some(common) => common.detector(&regions),
        None => Detector::new(&regions).map(Arc::new),
    };
    // Without address space the detector cannot work, and continuing would claim that there is no race.
    detector.unwrap_or_else(|error| out_of_address_space(host, &error))
}

/// The memory for which machine code compares accesses with the detector's cells inline, if the machine finds races.
fn watched_region(options: &Options) -> Option<Region> {
    let finds = options.race.is_some() && options.explore.is_none();
    finds.then(|| race::watched_heap(options.heap_start))
}

/// Ends the process: there is no address space for the race detector.
#[cold]
fn out_of_address_space(host: &dyn Host, error: &std::io::Error) -> ! {
    let _ = host.write(2, format!("minigo: no memory for the race detector: {error}\n").as_bytes());
    footprint::exit_process(1)
}

fn new_heap(options: &Options) -> Heap {
    let limit = options.heap_limit;
    let ledger = || Ledger::new(limit, with_margin(limit), options.owns_process);
    let heap = Heap::with_ledger(limit, (limit != usize::MAX).then(ledger).map(Arc::new));
    if let Some(start) = options.heap_start {
        heap.set_base_address(start);
        if let Some(explore) = &options.explore {
            heap.use_reusable_mapping(&explore.exploration.heap_at(start));
        }
    }
    heap
}

/// The state that all threads of a machine share; it begins with the snapshot, if the snapshot fits.
fn new_shared(
    mut image: Image,
    inputs: Option<SessionInputs>,
    options: &Options,
    host: Arc<dyn Host>,
    snapshot: Option<Arc<Snapshot>>,
) -> Shared {
    let heap = new_heap(options);
    image.keeps_variables = options.debug.is_some();
    let snapshot = snapshot.filter(|snapshot| snapshot.fits_machine(&image, &heap));
    let settings =
        Settings::new(&options.gc, &*host, image.program.godebug.clone(), options.stack_limit);
    // The work of threads that run concurrently with goroutines cannot be made repeatable.
    let stopped = options.gc.stops_world || options.seed.is_some();
    let gc = Gc::new(GcOptions { stops_world: stopped, ..options.gc }, host.monotonic(), &heap);
    let files = ProgramFileNames::new(image.program.file_names, &*host);
    // Seeded runs stop between any two instructions. The compiler's own memory would count towards a hard limit.
    let explore = options.explore.clone().filter(|_| inputs.is_none());
    let race = options.race.clone().or_else(|| explore.as_ref().map(|_| RaceOptions::default()));
    let steps = options.seed.is_some() || explore.is_some();
    let interprets = steps || options.dispatch_mode == DispatchMode::Step;
    let compiles = Tiering::IS_AVAILABLE && !interprets && options.heap_limit == usize::MAX;
    let tiering = if compiles { options.tiering } else { Tiering::Off };
    // Code that is to be printed must be compiled, not loaded.
    let keeps = options.tier_dump.is_none();
    let store = options.code_store.clone().filter(|_| keeps);
    let versions = store.filter(|_| tiering != Tiering::Off).map(CompiledVersions::new);
    let driver = options.choose_dispatch_mode(race.is_some(), explore.is_some());
    let race = race.map(|race| {
        let common = explore.as_ref().map(|explore| &*explore.exploration);
        let detector = race_detector(options.heap_start, &image, common, &*host);
        let new = || Places::new(image.code.capacity());
        let places = common.map_or_else(new, |common| common.race_places(new));
        Box::new(Races::new(&heap, detector, places, race))
    });
    let explored = explore.map(|explore| {
        let start = options.heap_start.unwrap_or(HEAP_START);
        Arc::new(ExploredRun::new(explore, &image, (start, heap.clone()), snapshot.clone()))
    });
    let mut shared = Shared {
        race,
        explored,
        tier: Tier::new(tiering, options.tier_counts, options.tier_dump.clone(), versions),
        computations: Computations::default(),
        work_part_counts: options.work_part_counts.then(WorkPartCounts::default),
        check_accesses: options.check_accesses,
        image,
        host,
        heap,
        dispatch_mode: driver,
        next_goroutine_id: AtomicU64::new(18),
        sema_table: SemaTable::new(),
        orphans: OrphanedReadLocks::default(),
        status: Mutex::new(None),
        has_crashed: AtomicBool::new(false),
        crash_output: AtomicI32::new(-1),
        dying_goroutine: AtomicU64::new(0),
        main_exited: AtomicBool::new(false),
        program_signals: Arc::default(),
        panicking_goroutines: AtomicU32::new(0),
        main_panic_waits_left: AtomicI32::new(1000),
        zero_size_target: Arc::new([0; 2]),
        pools: Pools::default(),
        kept_objects: KeptObjects::default(),
        settings,
        gc,
        stress: options.stress,
        leaks: LeakState { reports_at_exit: options.reports_leaks, ..LeakState::default() },
        first_fault: FirstFault::default(),
        files,
        inputs,
        embedding: None,
        awaited_names: Mutex::default(),
        bubbles: Bubbles::default(),
        exec_trace: ExecTrace::default(),
        thaws: Thaws::default(),
        debugging: options.debug.as_ref().map(|d| Box::new(Debugging::new(d.clock.clone()))),
        cpu_profile: CpuProfile::default(),
        heap_profile: HeapProfile::default(),
        block_profile: WaitsProfile::default(),
        mutex_profile: WaitsProfile::default(),
        unlockers: Unlockers::default(),
        signal_parker: OnceLock::new(),
    };
    if let Some(snapshot) = snapshot {
        snapshot.restore_into(&mut shared);
    }
    shared
}

/// The scheduler's configuration for a machine.
fn scheduler_config(
    shared: &Arc<Shared>,
    natives: &Arc<Table<NativeFn>>,
    options: &Options,
) -> Config<Goroutine> {
    let host = &shared.host;
    let procs = if options.procs == 0 { host.cpus() } else { options.procs };
    let clock = host.clock().unwrap_or_else(|| Arc::new(HostClock(host.clone())));
    let (natives, spare) = (natives.clone(), Arc::<SpareStacks>::default());
    let (of_procs, of_net) = (shared.clone(), host.clone());
    let config = Config::new(procs, move |number| {
        let mut local = ProcLocal::new(of_procs.clone(), natives.clone(), spare.clone());
        let explored = of_procs.explored.as_deref().filter(|_| number == ProcId(0));
        if let Some(snapshot) = explored.and_then(ExploredRun::snapshot) {
            snapshot.restore_processor(&mut local);
        }
        local
    });
    let config = config.close_descriptor(move |fd| {
        // An error here has no caller left to report it to.
        let _ = of_net.fd_call(FdCall::Close, fd, 0, 0);
    });
    let mut config = config.clock(clock).feature_switches(options.scheduler_mechanisms);
    if let Some(source) = host.readiness() {
        config = config.readiness(source);
    }
    if host.never_waits() {
        config = config.make_calls_inline();
    }
    if let Some(ledger) = shared.heap.ledger() {
        config = config.thread_accounting(Arc::new(LimitedThreads(ledger.clone())));
    }
    if let Some(quantum) = options.quantum {
        config = config.quantum(quantum);
    }
    if let Some(seed) = options.seed {
        config = config.seed(seed);
        if options.depends_on_time {
            config = config.schedule_by_time();
        }
        if let Some(explored) = &shared.explored {
            config = config.chooser(explored.clone());
        }
    }
    // Detailed scheduler traces say which task runs on which processor, and that is recorded with the events. A program
    // that can start an execution trace needs the events from its beginning.
    let detail = options.sched_trace.is_some_and(|t| t.has_detail);
    let counted = (detail || exec_trace::can_start_trace(&shared.image)).then_some(0);
    if let Some(records) = options.traced_events.or(counted) {
        config = config.trace_limit(records);
        if let Some(window) = options.trace_window {
            config = config.trace_window(window);
        }
    }
    let leaks = options.reports_leaks;
    let parker = || Arc::new(SignalParker::new(shared.host.clone(), leaks));
    if options.handles_signals {
        program_signals::ignore_signals(&shared.program_signals, &*shared.host, leaks);
        config = config.sysmon_parker(shared.signal_parker.get_or_init(parker).clone());
    }
    config
}
