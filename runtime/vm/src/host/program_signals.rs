//! Signals that the program itself is notified of, as package os/signal asks.
//!
//! A signal handler may do very little: it looks up the signal's disposition, and writes a byte to a pipe.

use crate::host::Host;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicI64, AtomicU8, Ordering};

/// One more than the highest signal.
const SIGNAL_COUNT: usize = 65;

/// The dispositions of a signal: package os/signal's numbers.
pub(crate) const DEFAULT_DISPOSITION: u8 = 0;

pub(crate) const NOTIFY_DISPOSITION: u8 = 1;

pub(crate) const IGNORE_DISPOSITION: u8 = 2;

/// Signals that Go's runtime handles without effect, unless the program asks to be notified.
const IGNORED_SIGNALS: [i32; 8] = [
    libc::SIGUSR1,
    libc::SIGUSR2,
    libc::SIGALRM,
    libc::SIGVTALRM,
    libc::SIGXCPU,
    libc::SIGXFSZ,
    libc::SIGIO,
    libc::SIGPWR,
];

/// Keeps these signals from ending the process; `listing`: SIGUSR1 requests a list of leaks.
pub(crate) fn ignore_signals(signals: &Arc<ProgramSignals>, host: &dyn Host, listing: bool) {
    for signal in
        IGNORED_SIGNALS.into_iter().filter(|signal| !(listing && *signal == libc::SIGUSR1))
    {
        if !signals.has_handler[signal as usize].swap(true, Ordering::SeqCst) {
            let taker = signals.clone();
            let taken = move || {
                taker.take_signal(signal);
                true
            };
            let _ = host.handle_signal(signal, Box::new(taken));
        }
    }
}

/// The signal dispositions of a program.
pub(crate) struct ProgramSignals {
    pub(crate) signal_actions: [AtomicU8; SIGNAL_COUNT],
    /// Whether the handler is installed; it stays installed.
    pub(crate) has_handler: [AtomicBool; SIGNAL_COUNT],
    /// Whether the machine's owner handles the signal.
    is_handled_by_machine_owner: [AtomicBool; SIGNAL_COUNT],
    /// The pipe's write end, -1 before there is one.
    pub(crate) write_end: AtomicI32,
    pub(crate) unread_signals: AtomicI64,
}

impl Default for ProgramSignals {
    fn default() -> Self {
        Self {
            signal_actions: [const { AtomicU8::new(DEFAULT_DISPOSITION) }; SIGNAL_COUNT],
            has_handler: [const { AtomicBool::new(false) }; SIGNAL_COUNT],
            is_handled_by_machine_owner: [const { AtomicBool::new(false) }; SIGNAL_COUNT],
            write_end: AtomicI32::new(-1),
            unread_signals: AtomicI64::new(0),
        }
    }
}

impl ProgramSignals {
    /// From now on the machine's owner handles the signal: it [tells](Self::notify_program) the program, and takes the
    /// default action.
    pub(crate) fn mark_handled_by_machine_owner(&self, signal: i32) {
        if let Some(is_handled) = self.is_handled_by_machine_owner.get(signal as usize) {
            is_handled.store(true, Ordering::SeqCst);
        }
    }

    fn is_handled_by_machine_owner(&self, signal: i32) -> bool {
        self.is_handled_by_machine_owner
            .get(signal as usize)
            .is_some_and(|is_handled| is_handled.load(Ordering::SeqCst))
    }

    /// Handles a signal that has arrived, perhaps in its handler; returns false if the caller must take the default
    /// action.
    pub(crate) fn take_signal(&self, signal: i32) -> bool {
        self.is_handled_by_machine_owner(signal) || self.notify_program(signal)
    }

    /// Notifies the program of a signal, if it has asked for that; returns false if the caller must take the default
    /// action. Signal handlers may call this.
    pub(crate) fn notify_program(&self, signal: i32) -> bool {
        match self.signal_actions[signal as usize].load(Ordering::SeqCst) {
            NOTIFY_DISPOSITION => {
                let byte = signal as u8;
                self.unread_signals.fetch_add(1, Ordering::SeqCst);
                // SAFETY: the byte is readable; write(2) may be called in handlers.
                let n = unsafe {
                    libc::write(self.write_end.load(Ordering::SeqCst), (&raw const byte).cast(), 1)
                };
                if n != 1 {
                    // The pipe is full: a channel has no room for that many signals either.
                    self.unread_signals.fetch_sub(1, Ordering::SeqCst);
                }
                true
            }
            disposition => disposition == IGNORE_DISPOSITION,
        }
    }
}
