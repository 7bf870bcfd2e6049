//! `minigo debug`: the debugger in the terminal.

mod commands;
mod console;

use super::explore::RepeatedRun;
use super::{print_error, run};
use crate::debugger::Debugger;
use crate::debugger::backwards::RepeatableProgram;
use crate::options::{Debug, Run};
use console::Console;
use minigo_vm::host::DebugHost;
use minigo_vm::{ExitStatus, Machine};
use parking_lot::{Condvar, Mutex};
use signal_hook::consts::SIGINT;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;

/// The stack of the thread that runs a program: as large as that of a process's first thread may be.
const STACK_SIZE: usize = 64 << 20;

/// How the run of a program can be repeated, and the environment of the program.
#[derive(Default)]
pub(super) struct RepeatSettings {
    pub(super) seed: Option<u64>,
    pub(super) replay: Option<PathBuf>,
    pub(super) environment: Option<Vec<Vec<u8>>>,
}

/// A program that a debugger has started, or will start.
pub(super) struct Program {
    /// The machine of the present run; `None` while another run begins.
    machine: Option<Arc<Machine>>,
    /// Makes the machines of further runs.
    repeated: Option<RepeatedRun>,
    /// Called on the program's thread when the program has ended.
    on_end: Arc<dyn Fn(ExitStatus) + Send + Sync>,
    run: Option<ProgramRun>,
    status: Option<ExitStatus>,
    /// Lets a program start that another thread runs.
    gate: Option<Arc<Gate>>,
}

/// Holds a program until a debugger lets it start.
pub(super) struct Gate {
    is_open: Mutex<bool>,
    open_signal: Condvar,
}

impl Gate {
    pub(super) fn new(is_open: bool) -> Self {
        Self { is_open: Mutex::new(is_open), open_signal: Condvar::new() }
    }

    fn is_open(&self) -> bool {
        *self.is_open.lock()
    }

    fn open(&self) {
        *self.is_open.lock() = true;
        self.open_signal.notify_all();
    }

    /// Waits until the gate is open.
    pub(super) fn wait(&self) {
        let mut is_open = self.is_open.lock();
        while !*is_open {
            self.open_signal.wait(&mut is_open);
        }
    }
}

/// The thread of a run.
struct ProgramRun {
    end_receiver: Receiver<ExitStatus>,
    thread: JoinHandle<()>,
    /// Whether the debugger has discarded the run, so that the end of the run is not reported.
    is_over: Arc<AtomicBool>,
}

impl Program {
    pub(super) fn new(
        machine: Arc<Machine>,
        repeated: Option<RepeatedRun>,
        ended: impl Fn(ExitStatus) + Send + Sync + 'static,
    ) -> Self {
        let (machine, ended) = (Some(machine), Arc::new(ended));
        Self { machine, repeated, on_end: ended, run: None, status: None, gate: None }
    }

    /// A program that another thread runs, if the gate is open.
    pub(super) fn of_attached_machine(machine: Arc<Machine>, gate: Arc<Gate>) -> Self {
        Self { gate: Some(gate), ..Self::new(machine, None, |_| {}) }
    }

    pub(super) fn has_started(&self) -> bool {
        self.run.is_some() || self.gate.as_ref().is_some_and(|gate| gate.is_open())
    }

    /// Starts the program on a thread of its own, or opens the gate.
    pub(super) fn start(&mut self) {
        if let Some(gate) = &self.gate {
            return gate.open();
        }
        let Some(machine) = self.machine.clone() else { return };
        let (tell, end) = channel();
        let (ended, is_over) = (self.on_end.clone(), Arc::<AtomicBool>::default());
        let over = is_over.clone();
        let run = move || {
            let status = machine.run();
            drop(machine);
            // Sending fails if the debugger has dropped the receiver: it does not wait for the end of the program.
            let _ = tell.send(status);
            if !over.load(Ordering::SeqCst) {
                ended(status);
            }
        };
        let thread =
            std::thread::Builder::new().name("minigo-program".into()).stack_size(STACK_SIZE);
        if let Ok(thread) = thread.spawn(run) {
            self.run = Some(ProgramRun { end_receiver: end, thread, is_over });
        }
    }

    /// The status with which the program has ended, if it has.
    pub(super) fn status(&mut self) -> Option<ExitStatus> {
        if let Some(run) = &self.run {
            self.status = run.end_receiver.try_recv().ok().or(self.status);
        }
        self.status
    }
}

impl RepeatableProgram for Program {
    fn discard_run(&mut self) {
        if let Some(repeated) = &self.repeated {
            repeated.mute(true);
        }
        if let Some(run) = &self.run {
            run.is_over.store(true, Ordering::SeqCst);
        }
    }

    fn repeat_machine(&mut self, old: Arc<Machine>) -> Result<Arc<Machine>, String> {
        let Some(repeated) = &mut self.repeated else {
            return Err(String::from("the run cannot be repeated"));
        };
        if let Some(run) = self.run.take() {
            // The thread ends with the run, which the debugger has ended.
            let _ = run.thread.join();
        }
        // The old machine is dropped first, since the next machine has its heap at the same addresses.
        self.machine = None;
        drop(old);
        self.status = None;
        let machine = Arc::new(repeated.next_machine()?);
        self.machine = Some(machine.clone());
        Ok(machine)
    }

    fn set_output_muted(&mut self, mutes: bool) {
        if let Some(repeated) = &self.repeated {
            repeated.mute(mutes);
        }
    }

    fn start_repeat(&mut self) {
        self.start();
    }

    fn has_ended(&mut self) -> bool {
        self.status().is_some()
    }
}

/// The machine of the program that is debugged, and, if its run can be repeated, the [`RepeatedRun`] that makes further
/// machines.
pub(super) fn machine_of(
    run: &Run,
    debug: &RepeatSettings,
) -> Result<(Machine, Option<RepeatedRun>), u8> {
    let parts = DebugHost {
        has_no_input: true,
        environment: debug.environment.clone(),
        ..DebugHost::default()
    };
    let mut repeated = match (&debug.replay, debug.seed) {
        (None, None) => return Ok((run::debugger_machine(run, parts)?, None)),
        (Some(file), _) => RepeatedRun::of_schedule(run, file, parts)?,
        (None, Some(seed)) => RepeatedRun::of_seed(run, seed, parts)?,
    };
    let machine = repeated.next_machine().map_err(|error| print_error(&error))?;
    Ok((machine, Some(repeated)))
}

/// Runs the command.
#[must_use]
pub fn run(debug: &Debug) -> u8 {
    let repeated =
        RepeatSettings { seed: debug.seed, replay: debug.replay.clone(), environment: None };
    let (machine, repeated) = match machine_of(&debug.as_run(), &repeated) {
        Ok((machine, repeated)) => (Arc::new(machine), repeated),
        Err(status) => return status,
    };
    let interrupted = Arc::new(AtomicBool::new(false));
    // Without the handler, Ctrl-C ends the debugger.
    let _ = signal_hook::flag::register(SIGINT, interrupted.clone());
    let debugger = Debugger::new(machine.clone());
    Console::new(debugger, Program::new(machine, repeated, |_| {}), interrupted).run()
}
