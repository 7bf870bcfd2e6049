//! Ctrl-\, Ctrl-C, SIGABRT and SIGUSR1: what a running program's user can ask for from outside.
//!
//! A module of its own because signals come to the process, not to a machine: only the machine that is told to takes them. They
//! must be held back in all threads ([`crate::host::hold_signals`]); the thread of [`Machine::run`](crate::Machine::run), which
//! looks after the processors and has none itself, sleeps where it hears of them, so that they need no thread of their own.

use crate::goroutine::Goroutine;
use crate::host::Host;
use crate::leak_report;
use crate::machine::{ExitStatus, Shared, dump_all};
use minigo_sched::{Doorbell, Handle, Outcome};
use std::cell::Cell;
use std::marker::PhantomData;
use std::ptr::null;
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
    /// The signal that came and was not dealt with yet.
    came: AtomicI32,
}

impl Bell {
    /// Ctrl-C, Ctrl-\ and SIGABRT are heard here; `user`: SIGUSR1 too.
    pub(crate) fn new(host: Arc<dyn Host>, user: bool) -> Self {
        let signals: &[i32] = &[libc::SIGQUIT, libc::SIGINT, libc::SIGABRT, libc::SIGUSR1];
        Self {
            host,
            signals: if user { signals } else { &signals[..3] },
            sleeper: AtomicI64::new(0),
            rung: AtomicBool::new(false),
            came: AtomicI32::new(0),
        }
    }

    /// Does what the signal that came asks for: SIGINT ends the program (status 130, as shells show it), SIGQUIT and SIGABRT do so
    /// after a dump of all goroutines, as SIGSEGV and SIGBUS do when somebody has sent them, SIGUSR1 lists leaks; unless the program itself hears of them.
    pub(crate) fn attend(&self, handle: &Handle<Goroutine>, shared: &Shared) {
        let status = match self.came.swap(0, Ordering::Relaxed) {
            0 => return,
            signal if shared.heard.take(signal) => return,
            libc::SIGUSR1 => return leak_report::on_demand(handle, shared),
            libc::SIGINT => 130,
            signal => {
                let mut out = format!("{}\n", name(signal));
                dump_all(handle, shared, None, &mut out);
                leak_report::of_dump(handle, shared, &mut out);
                shared.write_stderr(out.as_bytes());
                2
            }
        };
        shared.set_status(ExitStatus::Exited(status));
        handle.finish(Outcome::Finished);
    }
}

/// The thread that runs the machine which takes the process's signals, the last that began if there are several; 0 without one.
static LISTENER: AtomicI64 = AtomicI64::new(0);

thread_local! {
    /// The bell of the machine that this thread runs.
    static BELL: Cell<*const Bell> = const { Cell::new(null()) };
}

/// While it lives, [`deliver`] finds the bell.
pub(crate) struct Listening<'a> {
    bell: PhantomData<&'a Bell>,
    thread: i64,
}

impl<'a> Listening<'a> {
    pub(crate) fn at(bell: &'a Bell) -> Self {
        let thread = bell.host.thread_id();
        BELL.set(bell);
        LISTENER.store(thread, Ordering::SeqCst);
        Self { bell: PhantomData, thread }
    }
}

impl Drop for Listening<'_> {
    fn drop(&mut self) {
        let _ = LISTENER.compare_exchange(self.thread, 0, Ordering::SeqCst, Ordering::SeqCst);
        BELL.set(null());
    }
}

/// Delivers a signal that was sent to the process, and that the kernel gave to the calling thread, to the machine that takes the
/// process's signals. That machine's own thread posts it at the bell; any other thread sends it on to that one with tgkill(2).
/// False if no machine takes signals. May be called in handlers.
pub(crate) fn deliver(signal: i32) -> bool {
    // SAFETY: the bell is there as long as the thread says so.
    if let Some(bell) = unsafe { BELL.get().as_ref() } {
        bell.post(signal);
        return true;
    }
    let listener = LISTENER.load(Ordering::SeqCst);
    // SAFETY: the call takes numbers only; it fails if the thread has ended.
    listener != 0
        && unsafe {
            libc::syscall(libc::SYS_tgkill, libc::getpid(), listener as libc::pid_t, signal)
        } == 0
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

impl Bell {
    /// A signal has come elsewhere: it is dealt with here. May be called in handlers.
    pub(crate) fn post(&self, signal: i32) {
        self.came.store(signal, Ordering::Relaxed);
        self.ring();
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

    /// May be called in handlers of signals, as long as the host's wake may.
    fn ring(&self) {
        self.rung.store(true, Ordering::SeqCst);
        let sleeper = self.sleeper.load(Ordering::SeqCst);
        if sleeper != 0 {
            self.host.wake_thread(sleeper);
        }
    }
}
