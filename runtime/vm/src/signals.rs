//! Ctrl-\, Ctrl-C and SIGUSR1: what a running program's user can ask for from outside.
//!
//! A module of its own because signals come to the process, not to a machine: only the machine that is told to takes them, on a
//! thread that waits for nothing else. The signals must be held back in all threads ([`crate::host::hold_signals`]).

use crate::goroutine::Goroutine;
use crate::leak_report;
use crate::machine::{ExitStatus, Shared, dump_all};
use minigo_sched::{Handle, Outcome};
use std::sync::Arc;

/// Ends the program on SIGINT (status 130, as shells show it) and, after a dump of all goroutines, on SIGQUIT. Where leaks are
/// looked for, SIGUSR1 lists them.
pub(crate) fn watch(handle: Handle<Goroutine>, shared: Arc<Shared>) {
    let body = move || {
        let signals = [libc::SIGQUIT, libc::SIGINT, libc::SIGUSR1];
        let signals = if shared.leaks.at_exit { &signals } else { &signals[..2] };
        while let Ok(signal) = shared.host.wait_signal(signals) {
            let status = match signal {
                libc::SIGUSR1 => {
                    leak_report::on_demand(&handle, &shared);
                    continue;
                }
                libc::SIGQUIT => {
                    let mut out = String::from("SIGQUIT: quit\n");
                    dump_all(&handle, &shared, None, &mut out);
                    shared.write_stderr(out.as_bytes());
                    2
                }
                _ => 130,
            };
            shared.set_status(ExitStatus::Exited(status));
            handle.finish(Outcome::Finished);
        }
    };
    // Without the thread the signals do nothing.
    drop(std::thread::Builder::new().name("minigo-signals".into()).spawn(body));
}
