//! Runs that a debugger repeats: of a schedule, or of a seed. Each repetition has a machine in a world of its own, so
//! it changes nothing outside, and prints only what no earlier one has printed.

use super::program::Program;
use super::{race_detecting_run, read_schedule};
use crate::cmd::{print_error, run};
use crate::options::{ProgressLimits, Run};
use minigo_vm::host::{DebugHost, Host, Output, SystemHost};
use minigo_vm::search::{Plan, Policy};
use minigo_vm::{HEAP_START, Machine, Options, PreparedProgram};
use minigo_world::{OutsideWorld, World};
use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Makes a machine that writes to this output; the error says why there is none.
type MakeMachine = Box<dyn Fn(Arc<dyn Output>) -> Result<Machine, String>>;

/// Makes the machines of a run that is repeated.
pub(in crate::cmd) struct RepeatedRun {
    make_machine: MakeMachine,
    printed_bytes: Arc<Mutex<[usize; 2]>>,
    output: Option<Arc<RunOutput>>,
}

impl RepeatedRun {
    /// The run of a schedule file.
    pub(in crate::cmd) fn of_schedule(
        run: &Run,
        path: &Path,
        parts: DebugHost,
    ) -> Result<Self, u8> {
        let watched = race_detecting_run(run.common.clone(), &run.words).ok_or(2)?;
        // The schedule counts the memory accesses of a line in code that detects races, so the program is compiled that
        // way.
        let linked = run::linked_program(&watched)?;
        // The schedule itself says which timers fire early, so no delay may make others fire early.
        let patience = ProgressLimits { delay: Duration::MAX, ..ProgressLimits::default() };
        let program = Program::new(&watched, &linked, patience).ok_or(2)?;
        let file = read_schedule(&program, path).map_err(|message| print_error(&message))?;
        program.add_race_places(&file.race_places);
        let schedule = Arc::new(file.schedule);
        Ok(Self::with_maker(move |out| {
            let plan = Plan { policy: Policy::Schedule(schedule.clone()), ..Plan::default() };
            program.debugger_machine(plan, out, parts.clone())
        }))
    }

    /// The run of a seed: that of `minigo run --seed`, so the program is compiled as for `minigo run`.
    pub(in crate::cmd) fn of_seed(run: &Run, seed: u64, parts: DebugHost) -> Result<Self, u8> {
        let linked = run::linked_program(run)?;
        let natives = linked.natives();
        let packages =
            minigo_stdlib::packages_where(|path| natives.iter().any(|n| &*n.package == path));
        let mut options = run::machine_options(run, &linked)?;
        (options.owns_process, options.handles_signals) = (false, false);
        let options = Options {
            seed: Some(seed),
            heap_start: Some(HEAP_START),
            debug: Some(parts.clone()),
            ..options
        };
        let prepared = PreparedProgram::new(&linked, &packages);
        let prepared = prepared.map_err(|error| print_error(&error.to_string()))?;
        let words = run.words.first().into_iter().chain(run.arguments());
        let args: Vec<Vec<u8>> = words.map(|word| word.clone().into_encoded_bytes()).collect();
        let outside = Arc::new(OutsideWorld::new(Arc::new(SystemHost::new(Vec::new()))));
        Ok(Self::with_maker(move |out| {
            let host = SystemHost::new(args.clone()).with_debug_host(parts.clone()).with_seed(seed);
            let host = Arc::new(host.with_output(out));
            let world: Arc<dyn Host> = Arc::new(World::new(host, outside.clone()));
            prepared.debugged_machine(&options, world).map_err(|error| error.to_string())
        }))
    }

    fn with_maker(make: impl Fn(Arc<dyn Output>) -> Result<Machine, String> + 'static) -> Self {
        Self { make_machine: Box::new(make), printed_bytes: Arc::default(), output: None }
    }

    /// Makes the machine of the next run.
    pub(in crate::cmd) fn next_machine(&mut self) -> Result<Machine, String> {
        let printed = self.printed_bytes.clone();
        let output = Arc::new(RunOutput {
            printed_bytes: printed,
            written_bytes: Mutex::default(),
            closed: false.into(),
        });
        self.output = Some(output.clone());
        (self.make_machine)(output)
    }

    /// Chooses whether the output of the present run is discarded from now on.
    pub(in crate::cmd) fn mute(&self, mutes: bool) {
        if let Some(output) = &self.output {
            output.closed.store(mutes, Ordering::SeqCst);
        }
    }
}

/// The output of one run.
struct RunOutput {
    /// How many bytes runs have printed on standard output and standard error: a later run first writes the same bytes,
    /// which are not printed again.
    printed_bytes: Arc<Mutex<[usize; 2]>>,
    /// How many bytes this run has written.
    written_bytes: Mutex<[usize; 2]>,
    closed: AtomicBool,
}

impl Output for RunOutput {
    fn write(&self, fd: i32, buf: &[u8]) -> Result<usize, i32> {
        if self.closed.load(Ordering::SeqCst) {
            return Ok(buf.len());
        }
        let stream = usize::from(fd == 2);
        let mut printed = self.printed_bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let mut written = self.written_bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let known = printed[stream].saturating_sub(written[stream]).min(buf.len());
        written[stream] += buf.len();
        printed[stream] = printed[stream].max(written[stream]);
        let new = &buf[known..];
        // The reader may have closed standard output or standard error: the program runs on without output.
        let _ = match stream {
            0 => std::io::stdout().write_all(new).and_then(|()| std::io::stdout().flush()),
            _ => std::io::stderr().write_all(new),
        };
        Ok(buf.len())
    }
}
