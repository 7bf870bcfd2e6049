//! Ctrl-\, Ctrl-C, SIGABRT and SIGUSR1: the requests that a user can send to a running program.

use crate::goroutine::state::Goroutine;
use crate::host::signal_parker::SignalParker;
use crate::report::leak_report;
use crate::report::traceback::dump_all_goroutines;
use crate::shared::{ExitStatus, Shared};
use minigo_sched::{Handle, RunOutcome};

/// Handles the signal that arrived: SIGINT ends the program; SIGQUIT and SIGABRT end it after a dump of all goroutines,
/// as SIGSEGV and SIGBUS do if they were sent by kill(2); SIGUSR1 lists leaks. A signal that the program itself is
/// notified of has no other effect.
pub(super) fn handle_signal(parker: &SignalParker, handle: &Handle<Goroutine>, shared: &Shared) {
    let status = match parker.take_signal() {
        0 => return,
        signal if shared.program_signals.take_signal(signal) => return,
        libc::SIGUSR1 => return leak_report::report_on_demand(handle, shared),
        libc::SIGINT => ExitStatus::Killed(libc::SIGINT),
        signal => {
            let mut out = format!("{}\n", signal_name(signal));
            dump_all_goroutines(handle, shared, |_| true, &mut out);
            leak_report::append_to_dump(handle, shared, &mut out);
            shared.write_stderr(out.as_bytes());
            ExitStatus::Exited(2)
        }
    };
    shared.set_status(status);
    handle.finish(RunOutcome::Finished);
}

/// The signal's name as Go prints it before a dump.
fn signal_name(signal: i32) -> &'static str {
    match signal {
        libc::SIGABRT => "SIGABRT: abort",
        libc::SIGSEGV => "SIGSEGV: segmentation violation",
        libc::SIGBUS => "SIGBUS: bus error",
        _ => "SIGQUIT: quit",
    }
}
