//! Ctrl-\, Ctrl-C, SIGABRT and SIGUSR1: what a running program's user can ask for from outside.

use crate::goroutine::state::Goroutine;
use crate::host::signal_parker::SignalParker;
use crate::report::leak_report;
use crate::report::traceback::dump_all;
use crate::shared::{ExitStatus, Shared};
use minigo_sched::{Handle, Outcome};

/// Does what the signal that came asks for: SIGINT ends the program, SIGQUIT and
/// SIGABRT do so after a dump of all goroutines, as SIGSEGV and SIGBUS do when they were sent by kill(2), SIGUSR1 lists
/// leaks; unless the program itself is notified of them.
pub(super) fn attend(parker: &SignalParker, handle: &Handle<Goroutine>, shared: &Shared) {
    let status = match parker.take() {
        0 => return,
        signal if shared.program_signals.take(signal) => return,
        libc::SIGUSR1 => return leak_report::on_demand(handle, shared),
        libc::SIGINT => ExitStatus::Killed(libc::SIGINT),
        signal => {
            let mut out = format!("{}\n", name(signal));
            dump_all(handle, shared, |_| true, &mut out);
            leak_report::of_dump(handle, shared, &mut out);
            shared.write_stderr(out.as_bytes());
            ExitStatus::Exited(2)
        }
    };
    shared.set_status(status);
    handle.finish(Outcome::Finished);
}

/// As Go shows it in front of a dump.
fn name(signal: i32) -> &'static str {
    match signal {
        libc::SIGABRT => "SIGABRT: abort",
        libc::SIGSEGV => "SIGSEGV: segmentation violation",
        libc::SIGBUS => "SIGBUS: bus error",
        _ => "SIGQUIT: quit",
    }
}
