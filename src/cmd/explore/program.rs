//! The explored program and its runs. Each run is a machine in a world of its own, with its own output, and reads the
//! input from the beginning.

use super::world_reads;
use crate::cmd::{print_error, run};
use crate::options::{ProgressLimits, Run};
use minigo_vm::host::{DebugHost, Host, Input, Output, SystemHost};
use minigo_vm::search::{Limits, Plan};
use minigo_vm::{
    ExitStatus, Exploration, ExploreOptions, ExploredResults, HEAP_DISTANCE, HEAP_START,
    LinkedProgram, Machine, Options, PreparedProgram, Tiering, identity,
};
use minigo_world::{OutsideWorld, World};
use std::collections::BTreeSet;
use std::io::{IsTerminal as _, Read as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// The seed of the random choices that are not explored: the order of maps, package math/rand.
pub(super) const UNEXPLORED_CHOICE_SEED: u64 = 1;

/// The time limit for a replay and for a run whose steps are recorded for an explanation. The limit of an explained run
/// is longer than that of other runs, since the schedule may come from a faster machine.
const EXPLAINED_RUN_LIMIT: Duration = Duration::from_secs(300);

/// A program that is run many times.
pub(super) struct Program {
    pub(super) name: String,
    pub(super) exploration: Arc<Exploration>,
    prepared: PreparedProgram,
    options: Options,
    /// The number of steps without progress after which goroutines take turns; see [`Limits`].
    steps_before_turns: AtomicUsize,
    start_delay: Duration,
    args: Vec<Vec<u8>>,
    input: Stdin,
    /// The part of the world that all runs share.
    outside_world: Arc<OutsideWorld>,
}

/// A finished run.
pub(super) struct FinishedRun {
    pub(super) status: ExitStatus,
    /// Whether the run ended by a panic or a fatal error.
    pub(super) crashed: bool,
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
    pub(super) explored: ExploredResults,
    /// The racing instructions that were points in the run.
    pub(super) racing_instructions: BTreeSet<u32>,
}

impl Program {
    pub(super) fn new(run: &Run, linked: &LinkedProgram, patience: ProgressLimits) -> Option<Self> {
        let natives = linked.natives();
        let packages =
            minigo_stdlib::packages_where(|path| natives.iter().any(|n| &*n.package == path));
        let mut options = run::machine_options(run, linked).ok()?;
        (options.owns_process, options.handles_signals, options.reports_leaks) =
            (false, false, true);
        (options.seed, options.procs, options.tiering) =
            (Some(UNEXPLORED_CHOICE_SEED), 1, Tiering::Off);
        let prepared =
            PreparedProgram::new(linked, &packages).map_err(|e| print_error(&e.to_string()));
        let prepared = prepared.ok()?;
        let words = run.words.first().into_iter().chain(run.arguments());
        let program = Self {
            name: run.words.first().map(|name| name.to_string_lossy().into_owned())?,
            exploration: Arc::default(),
            prepared,
            options,
            steps_before_turns: AtomicUsize::new(patience.steps),
            start_delay: patience.delay,
            args: words.map(|word| word.clone().into_encoded_bytes()).collect(),
            input: Stdin::default(),
            outside_world: Arc::new(OutsideWorld::new(Arc::new(SystemHost::new(Vec::new())))),
        };
        // The error of a program that cannot run at all is printed here, once.
        program.machine(0, Plan::default(), None, None, &Arc::default()).map(|_| program)
    }

    fn machine(
        &self,
        worker: usize,
        plan: Plan,
        story_from: Option<usize>,
        trace: Option<usize>,
        out: &Arc<CapturedOutput>,
    ) -> Option<Machine> {
        let time = if story_from.is_some() { EXPLAINED_RUN_LIMIT } else { Limits::default().time };
        let (limits, delay) = (Limits { steps: self.step_limit(), time }, self.start_delay);
        let explore = ExploreOptions {
            exploration: self.exploration.clone(),
            plan,
            limits,
            start_delay: delay,
            first_story_step: story_from,
            begins_at_program_start: story_from.is_some() || trace.is_some(),
        };
        let options = Options {
            explore: Some(explore),
            traced_events: trace,
            heap_start: Some(HEAP_START + worker * HEAP_DISTANCE),
            ..self.options.clone()
        };
        let host = SystemHost::new(self.args.clone()).with_seed(UNEXPLORED_CHOICE_SEED);
        let host = host.with_output(out.clone()).with_input(Box::new(self.input.new_reader()));
        match self.prepared.machine(&options, self.with_virtual_world(host)) {
            Ok(machine) => Some(machine),
            Err(error) => {
                print_error(&error.to_string());
                None
            }
        }
    }

    /// A simulated world for one run, above `host` and the part of the world that all runs share.
    fn with_virtual_world(&self, host: SystemHost) -> Arc<dyn Host> {
        Arc::new(World::new(Arc::new(host), self.outside_world.clone()))
    }

    /// A machine in which a debugger repeats a run of a schedule. The time that the run takes is not limited: the
    /// debugger may stop the program for long.
    pub(super) fn debugger_machine(
        &self,
        plan: Plan,
        out: Arc<dyn Output>,
        parts: DebugHost,
    ) -> Result<Machine, String> {
        let explore = ExploreOptions {
            exploration: self.exploration.clone(),
            plan,
            limits: Limits { steps: self.step_limit(), time: Duration::MAX },
            start_delay: self.start_delay,
            first_story_step: None,
            begins_at_program_start: true,
        };
        let options = Options {
            explore: Some(explore),
            heap_start: Some(HEAP_START),
            debug: Some(parts.clone()),
            reports_leaks: false,
            ..self.options.clone()
        };
        let host = SystemHost::new(self.args.clone())
            .with_debug_host(parts)
            .with_seed(UNEXPLORED_CHOICE_SEED);
        let world = self.with_virtual_world(host.with_output(out));
        self.prepared.debugged_machine(&options, world).map_err(|error| error.to_string())
    }

    /// Runs the program. Runs with different worker numbers may run at the same time.
    pub(super) fn run_plan(
        &self,
        worker: usize,
        plan: Plan,
        story_from: Option<usize>,
    ) -> FinishedRun {
        self.run_recorded(worker, plan, story_from, None, |_| ())
    }

    /// Like [`run_plan`](Self::run_plan); if `trace` is given, records that many events. Calls `look` with the machine
    /// after the run.
    pub(super) fn run_recorded(
        &self,
        worker: usize,
        plan: Plan,
        story_from: Option<usize>,
        trace: Option<usize>,
        look: impl FnOnce(&Machine),
    ) -> FinishedRun {
        let out = Arc::<CapturedOutput>::default();
        let races = self.exploration.racing_instructions();
        let machine = self.machine(worker, plan, story_from, trace, &out);
        let machine = machine.expect("an earlier run had memory for a machine");
        let status = machine.run();
        let crashed = machine.has_crashed();
        look(&machine);
        let shown = machine.take_results().expect("it is explored");
        drop(machine);
        let [stdout, stderr] = std::mem::take(&mut *out.texts());
        FinishedRun { status, crashed, stdout, stderr, explored: shown, racing_instructions: races }
    }

    /// A hash of all inputs of a run except files and standard input: the program, its arguments and environment, the
    /// lengths of runs, and this build of minigo.
    pub(super) fn hash(&self) -> blake3::Hasher {
        let mut hasher = blake3::Hasher::new();
        let mut field = |bytes: &[u8]| {
            hasher.update(&(bytes.len() as u64).to_le_bytes()).update(bytes);
        };
        field(identity::build_id().unwrap_or(env!("CARGO_PKG_VERSION").as_bytes()));
        field(self.prepared.bytes());
        self.args.iter().for_each(|arg| field(arg));
        field(&(self.step_limit() as u64).to_le_bytes());
        field(&self.start_delay.as_nanos().to_le_bytes());
        world_reads::add_environment(&mut hasher, self.outside_world.environ());
        hasher
    }

    /// The real paths that runs have looked at; each with `true` if a run has listed the directory at the path.
    pub(super) fn accessed_paths(&self) -> Vec<(Vec<u8>, bool)> {
        self.outside_world.accessed_paths()
    }

    /// The standard input, if a run has read it.
    pub(super) fn stdin_read_so_far(&self) -> Option<&[u8]> {
        self.input.0.get().map(Vec::as_slice)
    }

    /// The whole standard input; it is read now if no run has read it.
    pub(super) fn read_whole_stdin(&self) -> &[u8] {
        self.input.bytes()
    }

    /// The operations that runs were refused because they would have affected the real world.
    pub(super) fn refused_operations(&self) -> Vec<String> {
        self.outside_world.refused_operations()
    }

    /// The number of steps without progress after which goroutines take turns.
    pub(super) fn step_limit(&self) -> usize {
        self.steps_before_turns.load(Ordering::Relaxed)
    }

    /// Sets the number of steps without progress for later runs.
    pub(super) fn set_turn_steps(&self, steps: usize) {
        self.steps_before_turns.store(steps, Ordering::Relaxed);
    }

    /// Makes later runs count points by the rules of this version of schedule files.
    pub(super) fn set_point_rules_version(&self, version: u32) {
        if self.exploration.schedule_version() != version {
            let races = self.exploration.racing_instructions();
            self.exploration.set_schedule_version(version);
            let _ = self.machine(0, Plan::default(), None, None, &Arc::default());
            self.exploration.set_races(races);
        }
    }

    /// The source positions of the racing instructions.
    pub(super) fn race_places(&self) -> Vec<String> {
        let machine = self.machine(0, Plan::default(), None, None, &Arc::default());
        machine
            .map(|machine| machine.race_places(&self.exploration.racing_instructions()))
            .unwrap_or_default()
    }

    /// Makes the instructions at these source positions points.
    pub(super) fn add_race_places(&self, places: &[String]) {
        self.exploration.add_races(&self.instructions_at(places));
    }

    /// The instructions at these source positions; positions without instructions are ignored.
    pub(super) fn instructions_at(&self, places: &[String]) -> BTreeSet<u32> {
        if places.is_empty() {
            return BTreeSet::new();
        }
        let machine = self.machine(0, Plan::default(), None, None, &Arc::default());
        machine.map(|machine| machine.instructions_at(places)).unwrap_or_default()
    }
}

/// The bytes that a run has written to standard output and standard error.
#[derive(Default)]
struct CapturedOutput(Mutex<[Vec<u8>; 2]>);

/// The number of bytes that are kept of each stream.
const MAX_OUTPUT: usize = 8 << 20;

impl CapturedOutput {
    fn texts(&self) -> MutexGuard<'_, [Vec<u8>; 2]> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Output for CapturedOutput {
    fn write(&self, fd: i32, buf: &[u8]) -> Result<usize, i32> {
        let text = &mut self.texts()[usize::from(fd == 2)];
        let room = MAX_OUTPUT - text.len();
        text.extend_from_slice(&buf[..buf.len().min(room)]);
        Ok(buf.len())
    }

    fn never_blocks(&self) -> bool {
        true
    }
}

/// The standard input. Standard input is read to its end when the first run reads from it, and each run gets it from
/// the beginning. If a run only got the bytes that have arrived so far, its behaviour would depend on their timing.
#[derive(Clone, Default)]
struct Stdin(Arc<OnceLock<Vec<u8>>>);

impl Stdin {
    fn new_reader(&self) -> RunStdin {
        RunStdin { recorded_input: self.clone(), read_byte_count: Mutex::new(0) }
    }

    fn bytes(&self) -> &[u8] {
        self.0.get_or_init(|| {
            let mut all = Vec::new();
            // A terminal is not read: the user could not tell which run reads the input.
            let stdin = std::io::stdin();
            if !stdin.is_terminal() {
                // A read error counts as the end of the input.
                let _ = stdin.lock().read_to_end(&mut all);
            }
            all
        })
    }
}

/// The standard input of one run.
struct RunStdin {
    recorded_input: Stdin,
    read_byte_count: Mutex<usize>,
}

impl Input for RunStdin {
    fn read(&self, buf: &mut [u8]) -> Result<usize, i32> {
        let mut at = self.read_byte_count.lock().unwrap_or_else(PoisonError::into_inner);
        let left = &self.recorded_input.bytes()[*at..];
        let n = buf.len().min(left.len());
        buf[..n].copy_from_slice(&left[..n]);
        *at += n;
        Ok(n)
    }
}
