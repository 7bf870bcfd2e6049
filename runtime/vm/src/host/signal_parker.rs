//! Where the thread of [`Machine::run`](crate::Machine::run) sleeps: signals of the process wake it, as the scheduler
//! does.
//!
//! Signals come to the process, not to a machine: only the machine that is told to takes them. They must be held back
//! in all threads ([`crate::host::hold_signals`]). The thread of `Machine::run` is the scheduler's monitor and has no
//! processor; it waits for signals while it sleeps, so they need no thread of their own. What a signal asks for is in
//! `machine::signals`.

use crate::host::Host;
use minigo_sched::SysmonParker;
use std::cell::Cell;
use std::marker::PhantomData;
use std::ptr::null;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicI64, Ordering};
use std::time::Duration;

/// A parker that signals wake. The wake-up is a signal too, sent to the sleeping thread alone.
pub(crate) struct SignalParker {
    host: Arc<dyn Host>,
    signals: &'static [i32],
    /// The thread that sleeps here, once it has; written before it looks at `notified`, and read by the thread that
    /// wakes it after writing that.
    sleeper: AtomicI64,
    notified: AtomicBool,
    /// The signal that came and was not dealt with yet.
    came: AtomicI32,
}

impl SignalParker {
    /// Ctrl-C, Ctrl-\ and SIGABRT are heard here; `user`: SIGUSR1 too.
    pub(crate) fn new(host: Arc<dyn Host>, user: bool) -> Self {
        let signals: &[i32] = &[libc::SIGQUIT, libc::SIGINT, libc::SIGABRT, libc::SIGUSR1];
        Self {
            host,
            signals: if user { signals } else { &signals[..3] },
            sleeper: AtomicI64::new(0),
            notified: AtomicBool::new(false),
            came: AtomicI32::new(0),
        }
    }

    /// The signal that has come since this was asked last; 0: none.
    pub(crate) fn take(&self) -> i32 {
        self.came.swap(0, Ordering::Relaxed)
    }
}

/// The thread that runs the machine which takes the process's signals, the last that began if there are several; 0
/// without one.
static LISTENER: AtomicI64 = AtomicI64::new(0);

thread_local! {
    /// The parker of the machine that this thread runs.
    static PARKER: Cell<*const SignalParker> = const { Cell::new(null()) };
}

/// While it lives, [`deliver`] finds the parker.
pub(crate) struct Listening<'a> {
    parker: PhantomData<&'a SignalParker>,
    thread: i64,
}

impl<'a> Listening<'a> {
    pub(crate) fn at(parker: &'a SignalParker) -> Self {
        let thread = parker.host.thread_id();
        PARKER.set(parker);
        LISTENER.store(thread, Ordering::SeqCst);
        Self { parker: PhantomData, thread }
    }
}

impl Drop for Listening<'_> {
    fn drop(&mut self) {
        let _ = LISTENER.compare_exchange(self.thread, 0, Ordering::SeqCst, Ordering::SeqCst);
        PARKER.set(null());
    }
}

/// Delivers a signal that was sent to the process, and that the kernel gave to the calling thread, to the machine that
/// takes the process's signals. That machine's own thread posts it at the parker; any other thread sends it on to that
/// one with tgkill(2). False if no machine takes signals. May be called in handlers.
pub(crate) fn deliver(signal: i32) -> bool {
    // SAFETY: the parker is there as long as the thread says so.
    if let Some(parker) = unsafe { PARKER.get().as_ref() } {
        parker.post(signal);
        return true;
    }
    let listener = LISTENER.load(Ordering::SeqCst);
    // SAFETY: the call takes numbers only; it fails if the thread has ended.
    listener != 0
        && unsafe {
            libc::syscall(libc::SYS_tgkill, libc::getpid(), listener as libc::pid_t, signal)
        } == 0
}

impl SignalParker {
    /// A signal has come elsewhere: it is dealt with here. May be called in handlers.
    pub(crate) fn post(&self, signal: i32) {
        self.came.store(signal, Ordering::Relaxed);
        self.unpark();
    }
}

impl SysmonParker for SignalParker {
    fn park(&self, limit: Option<Duration>) {
        let me = self.host.thread_id();
        if self.sleeper.load(Ordering::Relaxed) != me {
            self.host.hold_wake();
            self.sleeper.store(me, Ordering::SeqCst);
        }
        if self.notified.swap(false, Ordering::SeqCst) {
            return;
        }
        // A wake that is sent from here on stays pending, and ends the wait at once.
        if let Some(signal) = self.host.wait_signal(self.signals, limit) {
            self.came.store(signal, Ordering::Relaxed);
        }
    }

    /// May be called in handlers of signals, as long as the host's wake may.
    fn unpark(&self) {
        self.notified.store(true, Ordering::SeqCst);
        let sleeper = self.sleeper.load(Ordering::SeqCst);
        if sleeper != 0 {
            self.host.wake_thread(sleeper);
        }
    }
}
