//! The parker of the thread of [`Machine::run`](crate::Machine::run): signals of the process wake the thread, as the
//! scheduler does.
//!
//! Signals are sent to the process rather than a machine: only a machine whose options have `signals` handles them. All
//! threads must block these signals ([`crate::host::block_handled_signals`]). The thread of `Machine::run` is the
//! scheduler's monitor and has no processor; it waits for signals while it sleeps, so they need no thread of their own.
//! `machine::signals` does what the signals request.

use crate::host::Host;
use minigo_sched::SysmonParker;
use std::cell::Cell;
use std::marker::PhantomData;
use std::ptr::null;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicI64, Ordering};
use std::time::Duration;

/// A parker that signals wake. The wake-up is itself a signal, sent to the sleeping thread alone.
pub(crate) struct SignalParker {
    host: Arc<dyn Host>,
    signals: &'static [i32],
    /// The id of the thread that sleeps here, once it has slept; the thread writes the id before it reads
    /// `is_notified`, and a waker reads the id after it has written `is_notified`.
    sleeping_thread: AtomicI64,
    is_notified: AtomicBool,
    /// The signal that has arrived and was not handled yet.
    arrived_signal: AtomicI32,
}

impl SignalParker {
    /// A parker for Ctrl-C, Ctrl-\ and SIGABRT; `user`: for SIGUSR1 too.
    pub(crate) fn new(host: Arc<dyn Host>, user: bool) -> Self {
        let signals: &[i32] = &[libc::SIGQUIT, libc::SIGINT, libc::SIGABRT, libc::SIGUSR1];
        Self {
            host,
            signals: if user { signals } else { &signals[..3] },
            sleeping_thread: AtomicI64::new(0),
            is_notified: AtomicBool::new(false),
            arrived_signal: AtomicI32::new(0),
        }
    }

    /// Returns and clears the signal that has arrived; 0: none.
    pub(crate) fn take_signal(&self) -> i32 {
        self.arrived_signal.swap(0, Ordering::Relaxed)
    }
}

/// The thread that runs the machine which handles the process's signals, the last one to begin if there are several; 0
/// if there is none.
static LISTENING_THREAD: AtomicI64 = AtomicI64::new(0);

thread_local! {
    /// The parker of the machine that this thread runs.
    static THREAD_PARKER: Cell<*const SignalParker> = const { Cell::new(null()) };
}

/// While this value lives, [`deliver_signal`] finds the parker.
pub(crate) struct ListeningGuard<'a> {
    parker: PhantomData<&'a SignalParker>,
    thread: i64,
}

impl<'a> ListeningGuard<'a> {
    pub(crate) fn listen_at(parker: &'a SignalParker) -> Self {
        let thread = parker.host.thread_id();
        THREAD_PARKER.set(parker);
        LISTENING_THREAD.store(thread, Ordering::SeqCst);
        Self { parker: PhantomData, thread }
    }
}

impl Drop for ListeningGuard<'_> {
    fn drop(&mut self) {
        let _ =
            LISTENING_THREAD.compare_exchange(self.thread, 0, Ordering::SeqCst, Ordering::SeqCst);
        THREAD_PARKER.set(null());
    }
}

/// Delivers a signal that was sent to the process, and that the kernel gave to the calling thread, to the machine that
/// handles the process's signals. The machine's own thread posts the signal at the parker; any other thread forwards
/// the signal to that thread with tgkill(2). False if no machine handles signals. Signal handlers may call this.
pub(crate) fn deliver_signal(signal: i32) -> bool {
    // SAFETY: the parker lives for as long as the thread's variable refers to it.
    if let Some(parker) = unsafe { THREAD_PARKER.get().as_ref() } {
        parker.post_signal(signal);
        return true;
    }
    let listener = LISTENING_THREAD.load(Ordering::SeqCst);
    // SAFETY: the call only takes numbers; it fails if the thread has ended.
    listener != 0
        && unsafe {
            libc::syscall(libc::SYS_tgkill, libc::getpid(), listener as libc::pid_t, signal)
        } == 0
}

impl SignalParker {
    /// Posts a signal that another thread or a handler got, so that this parker's thread handles it. Signal handlers
    /// may call this.
    pub(crate) fn post_signal(&self, signal: i32) {
        self.arrived_signal.store(signal, Ordering::Relaxed);
        self.unpark();
    }
}

impl SysmonParker for SignalParker {
    fn park(&self, limit: Option<Duration>) {
        let me = self.host.thread_id();
        if self.sleeping_thread.load(Ordering::Relaxed) != me {
            self.host.keep_wake_pending();
            self.sleeping_thread.store(me, Ordering::SeqCst);
        }
        if self.is_notified.swap(false, Ordering::SeqCst) {
            return;
        }
        // A wake that is sent from here on stays pending, and ends the wait at once.
        if let Some(signal) = self.host.wait_signal(self.signals, limit) {
            self.arrived_signal.store(signal, Ordering::Relaxed);
        }
    }

    /// Signal handlers may call this, if they may call the host's wake.
    fn unpark(&self) {
        self.is_notified.store(true, Ordering::SeqCst);
        let sleeper = self.sleeping_thread.load(Ordering::SeqCst);
        if sleeper != 0 {
            self.host.wake_thread(sleeper);
        }
    }
}
