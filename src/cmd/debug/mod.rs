//! `minigo debug`: the debugger in the terminal.

mod commands;
mod console;

use super::run;
use crate::debugger::Debugger;
use crate::options::Debug;
use console::Console;
use minigo_vm::host::DebugHost;
use minigo_vm::{ExitStatus, Machine};
use signal_hook::consts::SIGINT;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, channel};

/// The stack of the thread that runs a program: as large as that of a process's first thread may be.
const STACK: usize = 64 << 20;

/// A program that a debugger has started, or will start.
pub(super) struct Program {
    machine: Arc<Machine>,
    end: Option<Receiver<ExitStatus>>,
}

impl Program {
    pub(super) fn new(machine: Arc<Machine>) -> Self {
        Self { machine, end: None }
    }

    pub(super) fn has_started(&self) -> bool {
        self.end.is_some()
    }

    /// Starts the program on a thread of its own; `ended` is called on that thread when it has ended.
    pub(super) fn start(&mut self, ended: impl FnOnce(ExitStatus) + Send + 'static) {
        let (machine, (tell, end)) = (self.machine.clone(), channel());
        let run = move || {
            let status = machine.run();
            // Sending fails if the debugger has dropped the receiver: it does not wait for the end of the program.
            let _ = tell.send(status);
            ended(status);
        };
        let thread = std::thread::Builder::new().name("minigo-program".into()).stack_size(STACK);
        if thread.spawn(run).is_ok() {
            self.end = Some(end);
        }
    }

    /// The status with which the program has ended, if it has since the last call.
    pub(super) fn status(&self) -> Option<ExitStatus> {
        self.end.as_ref()?.try_recv().ok()
    }
}

/// Runs the command.
#[must_use]
pub fn run(debug: &Debug) -> u8 {
    let parts = DebugHost { has_no_input: true, ..DebugHost::default() };
    let machine = match run::debugged(&debug.as_run(), parts) {
        Ok(machine) => Arc::new(machine),
        Err(status) => return status,
    };
    let interrupted = Arc::new(AtomicBool::new(false));
    // Without the handler, Ctrl-C ends the debugger.
    let _ = signal_hook::flag::register(SIGINT, interrupted.clone());
    let debugger = Debugger::new(&machine);
    Console::new(debugger, Program::new(machine.clone()), interrupted).run()
}
