//! Runs that a debugger repeats: of a schedule, or of a seed. Each repetition has a machine in a world of its own, so
//! it changes nothing outside, and prints only what no earlier one has printed.

use super::program::Program;
use super::{as_run, read_schedule};
use crate::cmd::{print_error, run};
use crate::options::{Patience, Run};
use minigo_vm::host::{DebugHost, Host, Output, SystemHost};
use minigo_vm::search::{Plan, Policy};
use minigo_vm::{HEAP_START, Machine, Options, Prepared};
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
    make: MakeMachine,
    printed: Arc<Mutex<[usize; 2]>>,
    output: Option<Arc<RunOutput>>,
}

impl RepeatedRun {
    /// The run of a schedule file.
    pub(in crate::cmd) fn of_schedule(
        run: &Run,
        path: &Path,
        parts: DebugHost,
    ) -> Result<Self, u8> {
        let watched = as_run(run.common.clone(), &run.words).ok_or(2)?;
        // The schedule counts the memory accesses of a line in code that detects races, so the program is compiled that
        // way.
        let linked = run::linked_program(&watched)?;
        // The schedule itself says which timers fire early, so no delay may make others fire early.
        let patience = Patience { delay: Duration::MAX, ..Patience::default() };
        let program = Program::new(&watched, &linked, patience).ok_or(2)?;
        let file = read_schedule(&program, path).map_err(|message| print_error(&message))?;
        program.add_race_places(&file.races);
        let schedule = Arc::new(file.schedule);
        Ok(Self::by(move |out| {
            let plan = Plan { policy: Policy::Schedule(schedule.clone()), ..Plan::default() };
            program.debugged(plan, out, parts.clone())
        }))
    }

    /// The run of a seed: that of `minigo run --seed`, so the program is compiled as for `minigo run`.
    pub(in crate::cmd) fn of_seed(run: &Run, seed: u64, parts: DebugHost) -> Result<Self, u8> {
        let linked = run::linked_program(run)?;
        let natives = linked.natives();
        let packages =
            minigo_stdlib::packages_of(|path| natives.iter().any(|n| &*n.package == path));
        let mut options = run::machine_options(run, &linked)?;
        (options.owns_process, options.signals) = (false, false);
        let options = Options {
            seed: Some(seed),
            heap_start: Some(HEAP_START),
            debug: Some(parts.clone()),
            ..options
        };
        let prepared = Prepared::new(&linked, &packages);
        let prepared = prepared.map_err(|error| print_error(&error.to_string()))?;
        let words = run.words.first().into_iter().chain(run.arguments());
        let args: Vec<Vec<u8>> = words.map(|word| word.clone().into_encoded_bytes()).collect();
        let outside = Arc::new(OutsideWorld::new(Arc::new(SystemHost::new(Vec::new()))));
        Ok(Self::by(move |out| {
            let host = SystemHost::new(args.clone()).debugged(parts.clone()).with_seed(seed);
            let host = Arc::new(host.with_output(out));
            let world: Arc<dyn Host> = Arc::new(World::new(host, outside.clone()));
            prepared.debugged_machine(&options, world).map_err(|error| error.to_string())
        }))
    }

    fn by(make: impl Fn(Arc<dyn Output>) -> Result<Machine, String> + 'static) -> Self {
        Self { make: Box::new(make), printed: Arc::default(), output: None }
    }

    /// Makes the machine of the next run.
    pub(in crate::cmd) fn machine(&mut self) -> Result<Machine, String> {
        let printed = self.printed.clone();
        let output =
            Arc::new(RunOutput { printed, written: Mutex::default(), closed: false.into() });
        self.output = Some(output.clone());
        (self.make)(output)
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
    printed: Arc<Mutex<[usize; 2]>>,
    /// How many bytes this run has written.
    written: Mutex<[usize; 2]>,
    closed: AtomicBool,
}

impl Output for RunOutput {
    fn write(&self, fd: i32, buf: &[u8]) -> Result<usize, i32> {
        if self.closed.load(Ordering::SeqCst) {
            return Ok(buf.len());
        }
        let stream = usize::from(fd == 2);
        let mut printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
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
