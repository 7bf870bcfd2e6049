//! The program, and one run of it: a machine in a world of its own, with its own output, and input from the beginning.

use super::surroundings;
use crate::cmd::{print_error, run};
use crate::options::{Patience, Run};
use minigo_vm::host::{Host, Input, Output, SystemHost};
use minigo_vm::search::{Limits, Plan};
use minigo_vm::{
    ExitStatus, Exploration, ExploreOptions, HEAP_DISTANCE, HEAP_START, Linked, Machine, Options,
    Prepared, Shown, Tiering, identity,
};
use minigo_world::{Outside, World};
use std::collections::BTreeSet;
use std::io::{IsTerminal as _, Read as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// The seed of what is not explored: the order of maps, package math/rand.
pub(super) const SEED: u64 = 1;

/// The most time for a run whose story is told and for a replay: a schedule may come from a faster machine than this.
const LONGEST_TOLD: Duration = Duration::from_secs(300);

/// A program that is run many times.
pub(super) struct Program {
    pub(super) name: String,
    pub(super) common: Arc<Exploration>,
    prepared: Prepared,
    options: Options,
    /// After how many steps without progress a run is ended.
    steps: AtomicUsize,
    delay: Duration,
    args: Vec<Vec<u8>>,
    input: Stdin,
    /// What the worlds of all runs share.
    outside: Arc<Outside>,
}

/// A run that is over.
pub(super) struct Ran {
    pub(super) status: ExitStatus,
    /// Whether it ended by a panic or a fatal error.
    pub(super) crashed: bool,
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
    pub(super) shown: Shown,
    /// The racing instructions that were points.
    pub(super) races: BTreeSet<u32>,
}

impl Program {
    pub(super) fn new(run: &Run, linked: &Linked, patience: Patience) -> Option<Self> {
        let natives = linked.natives();
        let packages =
            minigo_stdlib::packages_of(|path| natives.iter().any(|n| &*n.package == path));
        let mut options = run::machine_options(run, linked).ok()?;
        (options.whole_process, options.signals, options.leaks) = (false, false, true);
        (options.seed, options.procs, options.tiering) = (Some(SEED), 1, Tiering::Off);
        let prepared = Prepared::new(linked, &packages).map_err(|e| print_error(&e.to_string()));
        let prepared = prepared.ok()?;
        let words = run.words.first().into_iter().chain(run.arguments());
        let program = Self {
            name: run.words.first().map(|name| name.to_string_lossy().into_owned())?,
            common: Arc::default(),
            prepared,
            options,
            steps: AtomicUsize::new(patience.steps),
            delay: patience.delay,
            args: words.map(|word| word.clone().into_encoded_bytes()).collect(),
            input: Stdin::default(),
            outside: Arc::new(Outside::new(Arc::new(SystemHost::new(Vec::new())))),
        };
        // What cannot run at all is said once.
        program.machine(0, Plan::default(), None, None, &Arc::default()).map(|_| program)
    }

    fn machine(
        &self,
        worker: usize,
        plan: Plan,
        tells: Option<usize>,
        trace: Option<usize>,
        out: &Arc<Captured>,
    ) -> Option<Machine> {
        let time = if tells.is_some() { LONGEST_TOLD } else { Limits::default().time };
        let (limits, delay) = (Limits { steps: self.steps(), time }, self.delay);
        let explore = ExploreOptions {
            common: self.common.clone(),
            plan,
            limits,
            delay,
            tells,
            is_recorded: tells.is_some() || trace.is_some(),
        };
        let options = Options {
            explore: Some(explore),
            trace,
            heap_start: Some(HEAP_START + worker * HEAP_DISTANCE),
            ..self.options.clone()
        };
        let host = SystemHost::new(self.args.clone()).with_seed(SEED);
        let host = host.with_output(out.clone()).with_input(Box::new(self.input.again()));
        let host: Arc<dyn Host> = Arc::new(World::new(Arc::new(host), self.outside.clone()));
        match self.prepared.machine(&options, host) {
            Ok(machine) => Some(machine),
            Err(error) => {
                print_error(&error.to_string());
                None
            }
        }
    }

    /// Runs it. Runs with different numbers of workers can go on at the same time.
    pub(super) fn run(&self, worker: usize, plan: Plan, tells: Option<usize>) -> Ran {
        self.run_recorded(worker, plan, tells, None, |_| ())
    }

    /// The same, with a trace of so many events, if they are given, at which one can look when the run is over.
    pub(super) fn run_recorded(
        &self,
        worker: usize,
        plan: Plan,
        tells: Option<usize>,
        trace: Option<usize>,
        look: impl FnOnce(&Machine),
    ) -> Ran {
        let out = Arc::<Captured>::default();
        let races = self.common.races();
        let machine = self.machine(worker, plan, tells, trace, &out);
        let machine = machine.expect("there was one before");
        let status = machine.run();
        let crashed = machine.crashed();
        look(&machine);
        let shown = machine.shown().expect("it is explored");
        drop(machine);
        let [stdout, stderr] = std::mem::take(&mut *out.texts());
        Ran { status, crashed, stdout, stderr, shown, races }
    }

    /// A hash of all that its runs depend on but files and standard input: the program, its arguments and environment,
    /// how long runs are, and this build of minigo.
    pub(super) fn hash(&self) -> blake3::Hasher {
        let mut hasher = blake3::Hasher::new();
        let mut field = |bytes: &[u8]| {
            hasher.update(&(bytes.len() as u64).to_le_bytes()).update(bytes);
        };
        field(identity::build_id().unwrap_or(env!("CARGO_PKG_VERSION").as_bytes()));
        field(self.prepared.bytes());
        self.args.iter().for_each(|arg| field(arg));
        field(&(self.steps() as u64).to_le_bytes());
        field(&self.delay.as_nanos().to_le_bytes());
        surroundings::add_environment(&mut hasher, self.outside.environ());
        hasher
    }

    /// The real paths that runs have looked at, and whether they have listed the directory there.
    pub(super) fn looked_at(&self) -> Vec<(Vec<u8>, bool)> {
        self.outside.looked_at()
    }

    /// Standard input, if a run has read it.
    pub(super) fn input_read(&self) -> Option<&[u8]> {
        self.input.0.get().map(Vec::as_slice)
    }

    /// Standard input, which is read now if no run has.
    pub(super) fn input_to_end(&self) -> &[u8] {
        self.input.bytes()
    }

    /// What runs were refused so far, since it would have reached the real world.
    pub(super) fn refused(&self) -> Vec<String> {
        self.outside.refused()
    }

    /// After how many steps without progress goroutines take turns.
    pub(super) fn steps(&self) -> usize {
        self.steps.load(Ordering::Relaxed)
    }

    /// Runs are as long from now on.
    pub(super) fn set_steps(&self, steps: usize) {
        self.steps.store(steps, Ordering::Relaxed);
    }

    /// Counts the points of runs as this version of schedule files.
    pub(super) fn count_points_as(&self, version: u32) {
        if self.common.version() != version {
            let races = self.common.races();
            self.common.count_points_as(version);
            let _ = self.machine(0, Plan::default(), None, None, &Arc::default());
            self.common.set_races(races);
        }
    }

    /// The places of racing instructions, in the sources.
    pub(super) fn race_places(&self) -> Vec<String> {
        let machine = self.machine(0, Plan::default(), None, None, &Arc::default());
        machine.map(|machine| machine.race_places(&self.common.races())).unwrap_or_default()
    }

    /// Makes the instructions at these places points.
    pub(super) fn add_race_places(&self, places: &[String]) {
        self.common.add_races(&self.instructions_at(places));
    }

    /// The instructions at these places, of those that there are.
    pub(super) fn instructions_at(&self, places: &[String]) -> BTreeSet<u32> {
        if places.is_empty() {
            return BTreeSet::new();
        }
        let machine = self.machine(0, Plan::default(), None, None, &Arc::default());
        machine.map(|machine| machine.instructions_at(places)).unwrap_or_default()
    }
}

/// What a run has written to standard output and error.
#[derive(Default)]
struct Captured(Mutex<[Vec<u8>; 2]>);

/// More of a stream is not kept.
const MOST: usize = 8 << 20;

impl Captured {
    fn texts(&self) -> MutexGuard<'_, [Vec<u8>; 2]> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Output for Captured {
    fn write(&self, fd: i32, buf: &[u8]) -> Result<usize, i32> {
        let text = &mut self.texts()[usize::from(fd == 2)];
        let room = MOST - text.len();
        text.extend_from_slice(&buf[..buf.len().min(room)]);
        Ok(buf.len())
    }

    fn is_memory(&self) -> bool {
        true
    }
}

/// Standard input: read to its end when a run reads from it first, and given to each run from its beginning. A run that
/// got what had come so far would depend on how fast it came.
#[derive(Clone, Default)]
struct Stdin(Arc<OnceLock<Vec<u8>>>);

impl Stdin {
    fn again(&self) -> Again {
        Again { from: self.clone(), at: Mutex::new(0) }
    }

    fn bytes(&self) -> &[u8] {
        self.0.get_or_init(|| {
            let mut all = Vec::new();
            // A terminal is not read: it would be unclear whom the user types for.
            let stdin = std::io::stdin();
            if !stdin.is_terminal() {
                // An error ends it, as it would for the program.
                let _ = stdin.lock().read_to_end(&mut all);
            }
            all
        })
    }
}

/// It, for one run.
struct Again {
    from: Stdin,
    at: Mutex<usize>,
}

impl Input for Again {
    fn read(&self, buf: &mut [u8]) -> Result<usize, i32> {
        let mut at = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        let left = &self.from.bytes()[*at..];
        let n = buf.len().min(left.len());
        buf[..n].copy_from_slice(&left[..n]);
        *at += n;
        Ok(n)
    }
}
