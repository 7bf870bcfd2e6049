//! Natives of package `os/signal`: signals from outside, as bytes of a pipe.
//!
//! The program's dispositions of signals are kept in [`ProgramSignals`](crate::host::program_signals::ProgramSignals),
//! where signal handlers look them up; a handler writes a byte to the pipe, for which a goroutine waits as for any
//! other pipe.

use crate::host::program_signals::{
    DEFAULT_DISPOSITION, IGNORE_DISPOSITION, NOTIFY_DISPOSITION, ProgramSignals,
};
use crate::native::{Native, NativeCx};
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl NativeCx {
    /// Handles an event that the kernel would report by a signal; returns false if the caller must take the signal's
    /// default action.
    pub fn take_signal(&self, signal: i32) -> bool {
        self.program_signals().take_signal(signal)
    }
}

fn open(cx: &mut NativeCx) -> (i64, i64) {
    let host = cx.host().clone();
    let fds = host.pipe().and_then(|(input, out)| {
        host.sockets().set_nonblocking(input, true)?;
        host.sockets().set_nonblocking(out, true)?;
        Ok((input, out))
    });
    match fds {
        Ok((input, out)) => {
            cx.program_signals().write_end.store(out, Ordering::SeqCst);
            (i64::from(input), 0)
        }
        Err(errno) => (-1, i64::from(errno)),
    }
}

fn set(cx: &mut NativeCx, signal: i64, disposition: i64) {
    let heard: &Arc<ProgramSignals> = cx.program_signals();
    let Some(cell) = heard.signal_actions.get(signal as usize) else { return };
    let disposition = disposition as u8;
    if disposition == DEFAULT_DISPOSITION && cell.load(Ordering::SeqCst) == IGNORE_DISPOSITION {
        // As in Go, only Notify cancels Ignore.
        return;
    }
    let old = cell.swap(disposition, Ordering::SeqCst);
    let (handled, taker) = (&heard.has_handler[signal as usize], heard.clone());
    let (host, signal) = (cx.host().clone(), signal as i32);
    // Signals that cannot be handled keep their action, as in Go.
    if (disposition == IGNORE_DISPOSITION) != (old == IGNORE_DISPOSITION) {
        let _ = host.ignore_signal(signal, disposition == IGNORE_DISPOSITION);
    }
    if disposition == NOTIFY_DISPOSITION && !handled.swap(true, Ordering::SeqCst) {
        let _ = host.handle_signal(signal, Box::new(move || taker.take_signal(signal)));
    }
}

fn is_ignored(cx: &mut NativeCx, signal: i64) -> bool {
    match cx
        .program_signals()
        .signal_actions
        .get(signal as usize)
        .map(|disposition| disposition.load(Ordering::SeqCst))
    {
        Some(DEFAULT_DISPOSITION) => cx.host().clone().ignores_signal(signal as i32),
        disposition => disposition == Some(IGNORE_DISPOSITION),
    }
}

/// The natives of package `os/signal`.
#[must_use]
pub fn natives() -> Vec<Native> {
    vec![
        Native::constant_time("open", open),
        Native::constant_time("set", set),
        Native::constant_time("isIgnored", is_ignored),
        Native::constant_time("sent", |cx: &mut NativeCx| {
            cx.program_signals().unread_signals.load(Ordering::SeqCst)
        }),
    ]
}
