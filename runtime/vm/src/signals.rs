//! Ctrl-\, Ctrl-C and SIGUSR1: what a running program's user can ask for from outside.
//!
//! A module of its own because signals come to the process, not to a machine: only the machine that is told to takes them. They
//! must be held back in all threads ([`crate::host::hold_signals`]); the thread of [`Machine::run`](crate::Machine::run), which
//! looks after the processors and has none itself, sleeps where it hears of them, so that they need no thread of their own.

use crate::goroutine::Goroutine;
use crate::host::Host;
use crate::leak_report;
use crate::machine::{ExitStatus, Shared, dump_all};
use minigo_sched::{Doorbell, Handle, Outcome};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicI64, Ordering};
use std::time::Duration;

/// A bed that signals reach. The bell is a signal too, to the sleeper alone.
pub(crate) struct Bell {
    host: Arc<dyn Host>,
    signals: &'static [i32],
    /// The thread that sleeps here, once it has; written before it looks at `rung`, read by who rings after writing that.
    sleeper: AtomicI64,
    rung: AtomicBool,
    /// The signal that came and was not dealt with yet; only the sleeper's own thread touches it.
    came: AtomicI32,
}

impl Bell {
    /// Ctrl-C and Ctrl-\ are heard here; `user`: SIGUSR1 too.
    pub(crate) fn new(host: Arc<dyn Host>, user: bool) -> Self {
        let signals: &[i32] = &[libc::SIGQUIT, libc::SIGINT, libc::SIGUSR1];
        Self {
            host,
            signals: if user { signals } else { &signals[..2] },
            sleeper: AtomicI64::new(0),
            rung: AtomicBool::new(false),
            came: AtomicI32::new(0),
        }
    }

    /// Does what the signal that came asks for: SIGINT ends the program (status 130, as shells show it), SIGQUIT does so after
    /// a dump of all goroutines, SIGUSR1 lists leaks; unless the program itself hears of them.
    pub(crate) fn attend(&self, handle: &Handle<Goroutine>, shared: &Shared) {
        let status = match self.came.swap(0, Ordering::Relaxed) {
            0 => return,
            signal if shared.heard.take(signal) => return,
            libc::SIGUSR1 => return leak_report::on_demand(handle, shared),
            libc::SIGQUIT => {
                let mut out = String::from("SIGQUIT: quit\n");
                dump_all(handle, shared, None, &mut out);
                shared.write_stderr(out.as_bytes());
                2
            }
            _ => 130,
        };
        shared.set_status(ExitStatus::Exited(status));
        handle.finish(Outcome::Finished);
    }
}

impl Doorbell for Bell {
    fn wait(&self, limit: Option<Duration>) {
        let me = self.host.thread_id();
        if self.sleeper.load(Ordering::Relaxed) != me {
            self.host.hold_wake();
            self.sleeper.store(me, Ordering::SeqCst);
        }
        if self.rung.swap(false, Ordering::SeqCst) {
            return;
        }
        // A wake that is sent from here on stays pending, and ends the wait at once.
        if let Some(signal) = self.host.wait_signal(self.signals, limit) {
            self.came.store(signal, Ordering::Relaxed);
        }
    }

    fn ring(&self) {
        self.rung.store(true, Ordering::SeqCst);
        let sleeper = self.sleeper.load(Ordering::SeqCst);
        if sleeper != 0 {
            self.host.wake_thread(sleeper);
        }
    }
}
