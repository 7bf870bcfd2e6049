//! `minigo run`

mod earlier_result;
mod go_run_target;

use super::compile::{self, CompilePurpose, CompileRequest, CompileResult, CompiledProgram};
use super::error_output::ErrorOutput;
use super::modules::add_needed_requirements;
use super::scheduler_decisions::RunningGoroutines;
use super::{CommandOutcome, explore, launch, print_error, seeds, trace};
use crate::app::AppCode;
use crate::cache::Entry;
use crate::cache::native::NativeCode;
use crate::debug_settings;
use crate::errno;
use crate::load::fs_view::FsView;
use crate::load::go_env::BuildFlags;
use crate::options::{DriverKind, Jit, Run, SchedulerMechanism, Tests, memory_size};
use crate::test_plan::Report;
use clap::ValueEnum as _;
use earlier_result::{EarlierResult, print_earlier_result};
use go_run_target::ProgramToCompile;
use minigo_vm::host::{DebugHost, ProgramExecutable};
use minigo_vm::inspect::DecisionReport;
use minigo_vm::{
    DispatchMode, ExitStatus, LinkedProgram, Machine, RaceOptions, SchedTrace, Switches, Tiering,
    footprint,
};
use std::sync::Arc;
use std::time::Duration;

/// A program that is ready to run.
pub struct ReadyProgram {
    machine: Arc<Machine>,
    seed: Option<u64>,
}

/// A server for debuggers, which attach to the program while it runs.
pub trait AttachServer {
    /// Waits until the program may start.
    fn wait_for_start(&self);

    /// Called when the program has ended, before the process does.
    fn report_end(&self, status: ExitStatus);
}

impl ReadyProgram {
    /// The machine that will run the program.
    #[must_use]
    pub fn machine(&self) -> &Arc<Machine> {
        &self.machine
    }

    /// Runs the program and ends the process.
    pub fn run_program(self, run: &Run, server: Option<&dyn AttachServer>) -> ! {
        footprint::release_freed_memory();
        footprint::release_code_pages();
        if run.step {
            let mut board = RunningGoroutines::default();
            let print =
                move |report: &DecisionReport, func: Option<&str>| board.print(report, func);
            self.machine.set_listener(Some(Box::new(print)));
        }
        if let Some(server) = server {
            server.wait_for_start();
        }
        let status = self.machine.run();
        if let Some(server) = server {
            server.report_end(status);
        }
        self.machine.store_compiled_code();
        trace::write_trace_files(run, &self.machine);
        if debug_settings::is_on("jitstats") {
            print_error(self.machine.tier_report().trim_end());
        }
        if debug_settings::is_on("partstats") {
            print_error(self.machine.work_part_report().trim_end());
        }
        if let Some(seed) = self.seed.filter(|_| self.machine.has_crashed()) {
            seeds::print_replay_hint(run, seed);
        }
        match status {
            ExitStatus::Exited(code) if code != 0 && run.is_go_run() => {
                // Like `go run`, which prints the program's exit status and exits with 1.
                footprint::exit_process(print_error(&format!("exit status {code}")).into())
            }
            ExitStatus::Exited(code) => footprint::exit_process(code),
            ExitStatus::Killed(signal) => minigo_vm::host::end_by_signal(signal),
        }
    }
}

/// The next step if this process need not compile the program here: the cache has it, or the run is one of `--seeds` or
/// `--replay`.
#[must_use]
pub fn prepare_from_cache<'a>(run: &'a Run, entry: Option<&Entry>) -> Option<CommandOutcome<'a>> {
    if let Some(range) = &run.seeds {
        return Some(CommandOutcome::Exit(seeds::run_all_seeds(run, range.clone())));
    }
    if let Some(file) = &run.replay {
        return Some(CommandOutcome::Exit(explore::replay(run, file)));
    }
    let (linked, map) = entry?.load_program()?;
    let ready = prepare_program(run, linked, entry).unwrap_or_else(CommandOutcome::Exit);
    // The pages of the mapping that linking has read are released: the run may never read them.
    map.release_pages();
    Some(ready)
}

/// The cache entry of the run's program.
#[must_use]
pub fn cache_entry(run: &Run) -> Option<Entry> {
    Entry::for_target(&run.target(), &run.common.build.flags(), run.common.lang, run.is_vetted())
        .filter(|_| {
            run.seeds.is_none()
                && run.replay.is_none()
                && run.attachable.debug_port.is_none()
                && go_run_target::always_names_same_program(run)
        })
}

/// The program, from the cache or compiled.
pub(super) fn linked_program(run: &Run) -> Result<LinkedProgram, u8> {
    let entry = cache_entry(run);
    match entry.as_ref().and_then(Entry::load_program) {
        Some((linked, _)) => Ok(linked),
        None => compile(run, entry.as_ref(), FsView::new),
    }
}

/// Compiles the program and stores it in the cache. Returns only an exit status if the program does not compile.
#[must_use]
pub fn prepare_machine<'a>(run: &'a Run, entry: Option<&Entry>) -> CommandOutcome<'a> {
    let view = match run.attachable.debug_port {
        Some(_) => FsView::for_debugger,
        None => FsView::new,
    };
    let linked = compile(run, entry, view);
    linked
        .and_then(|linked| prepare_program(run, linked, entry))
        .unwrap_or_else(CommandOutcome::Exit)
}

fn compile(
    run: &Run,
    entry: Option<&Entry>,
    view: impl Fn(BuildFlags) -> FsView,
) -> Result<LinkedProgram, u8> {
    let own = FsView::new(run.common.build.flags());
    own.build_flags().map_err(|error| print_error(&error))?;
    let words = go_run_target::program_words(run);
    if !words.is_empty() {
        add_needed_requirements(&run.common.build.flags(), &words, false)?;
    }
    let ProgramToCompile { target, common, temporary_module: temporary } =
        go_run_target::find_program(run)?;
    let fs = view(common.build.flags());
    let order = CompileRequest {
        target,
        common: &common,
        runs_vet: run.is_vetted(),
        purpose: CompilePurpose::Run,
        error_output: ErrorOutput::Text,
        import_path: "",
    };
    let CompiledProgram { code, has_no_diagnostics: no_diagnostics, .. } =
        match compile::compile(&order, &fs)? {
            CompileResult::Program(compiled) => *compiled,
            CompileResult::Package(path) => {
                return Err(print_error(&format!("package {path} is not a main package")));
            }
        };
    // Dropping `temporary` returns to the user's directory, in which the program starts.
    drop(temporary);
    let linked = LinkedProgram::from(code);
    if let Some(entry) = entry.filter(|_| no_diagnostics) {
        // Encoding the program needs memory: free memory that compiling has left is returned first.
        footprint::release_freed_memory();
        entry.store(&linked, fs);
    }
    footprint::release_code_pages();
    Ok(linked)
}

/// Makes a machine for the program, unless it is a test program with a cached result.
fn prepare_program<'a>(
    run: &'a Run,
    linked: LinkedProgram,
    entry: Option<&Entry>,
) -> Result<CommandOutcome<'a>, u8> {
    let earlier = print_earlier_result(run, &linked, || report_start(run, &Report::Reused))?;
    let EarlierResult::Open(result) = earlier else { return Ok(CommandOutcome::Exit(0)) };
    trace::create_trace_files(run)?;
    let own_file = launch::own_file_of(run, &linked, entry);
    let name =
        own_file.as_ref().map_or_else(|| program_name_in_words(run), launch::ProgramOwnFile::name);
    let mut options = machine_options(run, &linked)?;
    options.program_executable = own_file.map(|file| Arc::new(file) as Arc<_>);
    options.code_store = entry.and_then(Entry::native_code).map(|code| Arc::new(code) as Arc<_>);
    options.debug = run.attachable.debug_port.map(|_| DebugHost::default());
    let machine = Arc::new(new_machine(run, linked, &options, name)?);
    // The directory changes only now: the machine has recorded the directory to which names of source files are
    // relative.
    report_start(run, &Report::Started { result })?;
    Ok(CommandOutcome::Run(Box::new(ReadyProgram { machine, seed: options.seed }), run))
}

/// A machine for a debugger: the program is compiled so that each variable and call can be seen, and is not cached.
pub(super) fn debugger_machine(run: &Run, parts: DebugHost) -> Result<Machine, u8> {
    let linked = compile(run, None, FsView::for_debugger)?;
    let mut options = machine_options(run, &linked)?;
    options.debug = Some(parts);
    options.handles_signals = false;
    let machine = new_machine(run, linked, &options, program_name_in_words(run))?;
    run.debugged_tests.as_ref().map_or(Ok(()), enter_directory)?;
    Ok(machine)
}

/// Prepares a program that is a file of its own.
pub(super) fn prepare_built_program(
    run: &Run,
    linked: LinkedProgram,
    code: AppCode,
) -> Result<ReadyProgram, u8> {
    let mut options = machine_options(run, &linked)?;
    options.code_store = Some(Arc::new(code));
    let machine = new_machine(run, linked, &options, program_name_in_words(run))?;
    Ok(ReadyProgram { machine: Arc::new(machine), seed: options.seed })
}

/// Prepares a program that was started by its own file.
pub(super) fn prepare_own_file_program(
    run: &Run,
    linked: LinkedProgram,
    native: NativeCode,
    own_file: impl ProgramExecutable + 'static,
) -> Result<ReadyProgram, u8> {
    let mut options = machine_options(run, &linked)?;
    options.program_executable = Some(Arc::new(own_file));
    options.code_store = Some(Arc::new(native));
    let machine = new_machine(run, linked, &options, program_name_in_words(run))?;
    Ok(ReadyProgram { machine: Arc::new(machine), seed: options.seed })
}

/// The program's name as the user gave it.
fn program_name_in_words(run: &Run) -> Vec<u8> {
    run.words.first().map_or_else(Vec::new, |name| name.clone().into_encoded_bytes())
}

fn new_machine(
    run: &Run,
    linked: LinkedProgram,
    options: &minigo_vm::Options,
    name: Vec<u8>,
) -> Result<Machine, u8> {
    let natives = linked.natives();
    let packages =
        minigo_stdlib::packages_where(|path| natives.iter().any(|n| &*n.package == path));
    let arguments = run.arguments().iter().map(|a| a.clone().into_encoded_bytes());
    let args = [name].into_iter().chain(arguments).collect();
    let machine = Machine::with_system_host(linked, &packages, options, args);
    machine.map_err(|error| print_error(&error.to_string()))
}

/// Reports to `minigo test` that the program has been compiled, and changes to the directory in which tests run.
fn report_start(run: &Run, report: &Report) -> Result<(), u8> {
    let Some(tests) = &run.tests else { return Ok(()) };
    tests.report(report);
    enter_directory(&tests.plan.tests)
}

/// Changes to the directory in which the tests run.
fn enter_directory(tests: &Tests) -> Result<(), u8> {
    let directory = tests.directory();
    let went = std::env::set_current_dir(&directory);
    went.map_err(|error| print_error(&format!("{}: {}", directory.display(), errno::text(&error))))
}

/// The exit status after a fatal error.
const CRASH_STATUS: u8 = 2;

/// The machine's options, as flags and environment say.
pub(super) fn machine_options(run: &Run, linked: &LinkedProgram) -> Result<minigo_vm::Options, u8> {
    let mut options = minigo_vm::Options::default();
    let set = |name: &str| std::env::var(name).ok();
    let from_environment = || set("GOMAXPROCS")?.parse().ok();
    options.procs = run.procs.or_else(from_environment).unwrap_or(0);
    options.dispatch_mode = match run.driver {
        Some(DriverKind::Tail) => DispatchMode::Tail,
        Some(DriverKind::Match) => DispatchMode::Switch,
        None => options.dispatch_mode,
    };
    options.tiering = tiering_of(run.jit)?;
    options.scheduler_mechanisms = switches_without_mechanisms(&run.without);
    options.quantum = run.quantum;
    options.reports_leaks = run.leaks;
    let counted = debug_settings::is_on("schedstats").then_some(0);
    options.traced_events = trace::events_per_p(run, options.procs).or(counted);
    options.trace_window = run.trace_last;
    options.seed = seeds::chosen_seed(run);
    if run.step {
        options.depends_on_time = true;
        options.seed = options.seed.or(Some(1));
        options.traced_events = options.traced_events.or(Some(0));
    }
    options.virtual_time = run.virtual_time;
    options.race = linked.is_watched().then(race_options);
    let go_debug = set("GODEBUG").unwrap_or_default();
    let of_go = |name: &str| debug_settings::value_in(&go_debug, name).map(str::to_owned);
    options.sched_trace = sched_trace(debug_settings::value).or_else(|| sched_trace(of_go));
    options.handles_signals = true;
    options.heap_limit = run.max_memory.unwrap_or(options.heap_limit);
    options.owns_process = true;
    let gc = &mut options.gc;
    gc.gogc_percent = match set("GOGC").as_deref() {
        Some("off") => -1,
        percent => percent.and_then(|p| p.parse().ok()).unwrap_or(gc.gogc_percent),
    };
    if let Some(limit) = set("GOMEMLIMIT").filter(|l| !l.is_empty() && l != "off") {
        let bytes = memory_size(&limit).ok().and_then(|l| l.try_into().ok());
        gc.memory_limit = bytes.ok_or_else(|| report_malformed_memory_limit(&limit))?;
    }
    gc.trace = of_go("gctrace").is_some_and(|value| value == "1");
    gc.stops_world = of_go("gcstoptheworld").is_some_and(|value| value == "1");
    debug_settings::set_stress_options(&mut options);
    options.tier_counts = debug_settings::is_on("jitstats");
    options.work_part_counts = debug_settings::is_on("partstats");
    options.tier_dump = debug_settings::value("jitdump");
    Ok(options)
}

/// When functions are compiled to machine code: as `--jit` says, else `MINIGODEBUG=jit=…`, else the default of the
/// build.
pub(super) fn tiering_of(flag: Option<Jit>) -> Result<Tiering, u8> {
    let named = debug_settings::value("jit").and_then(|name| Jit::from_str(&name, false).ok());
    match flag.or(named) {
        Some(Jit::On | Jit::Eager) if !Tiering::IS_AVAILABLE => Err(print_error(
            "minigo: this build has no machine-code compiler: only --jit=off is possible",
        )),
        Some(Jit::Off) => Ok(Tiering::Off),
        Some(Jit::On) => Ok(Tiering::On),
        Some(Jit::Eager) => Ok(Tiering::Eager),
        None => Ok(Tiering::default_of_build()),
    }
}

/// Reads `GORACE` as Go does: options with values, divided by blanks or colons. Options that have no meaning in minigo
/// are ignored.
pub(super) fn race_options() -> RaceOptions {
    let text = std::env::var("GORACE").unwrap_or_default();
    let mut options = RaceOptions::default();
    for option in text.split([' ', ':', ',', '\t']) {
        match option.split_once('=') {
            Some(("halt_on_error", value)) => options.halt_on_error = value == "1",
            Some(("exitcode", value)) => {
                options.exit_code = value.parse().unwrap_or(options.exit_code);
            }
            Some(("log_path", "stderr" | "")) => options.log_path = None,
            Some(("log_path", path)) => options.log_path = Some(path.to_owned()),
            _ => {}
        }
    }
    options
}

/// Prints that `GOMEMLIMIT` is malformed; as in Go, the program does not start.
fn report_malformed_memory_limit(limit: &str) -> u8 {
    print_error(&format!(
        "GOMEMLIMIT={limit}\nfatal error: malformed GOMEMLIMIT; see `go doc runtime/debug.SetMemoryLimit`"
    ));
    CRASH_STATUS
}

/// Reads `schedtrace=1000,scheddetail=1`.
fn sched_trace(setting: impl Fn(&str) -> Option<String>) -> Option<SchedTrace> {
    let above_zero = |name| setting(name)?.parse::<u64>().ok().filter(|value| *value > 0);
    let interval = Duration::from_millis(above_zero("schedtrace")?);
    Some(SchedTrace { interval, has_detail: above_zero("scheddetail").is_some() })
}

/// The scheduler's mechanisms without these.
fn switches_without_mechanisms(without: &[SchedulerMechanism]) -> Switches {
    let mut switches = Switches::default();
    for mechanism in without {
        let name =
            mechanism.to_possible_value().expect("each mechanism has a name on the command line");
        *switches
            .by_name_mut(name.get_name())
            .expect("each mechanism of --without is a field of Switches") = false;
    }
    switches
}
