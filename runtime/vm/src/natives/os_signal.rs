//! What package `os/signal` asks for: signals that come from outside, as bytes of a pipe.
//!
//! A module of its own because a handler of signals may do next to nothing: it looks up what the signal is to do, and writes a
//! byte, for which a goroutine waits as for any other pipe.

use crate::native::{Native, NativeCx};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicI64, AtomicU8, Ordering};

/// One more than the highest signal.
const COUNT: usize = 65;

/// What a signal does: package os/signal's numbers.
const BY_DEFAULT: u8 = 0;
const TOLD: u8 = 1;
const IGNORED: u8 = 2;

/// What the signals of a program do.
pub(crate) struct Heard {
    how: [AtomicU8; COUNT],
    /// Whether the handler is there; it stays.
    handled: [AtomicBool; COUNT],
    /// The pipe's end to write to, -1 before there is one.
    out: AtomicI32,
    sent: AtomicI64,
}

impl Default for Heard {
    fn default() -> Self {
        Self {
            how: [const { AtomicU8::new(BY_DEFAULT) }; COUNT],
            handled: [const { AtomicBool::new(false) }; COUNT],
            out: AtomicI32::new(-1),
            sent: AtomicI64::new(0),
        }
    }
}

impl Heard {
    /// A signal has come, perhaps in its handler; false: it is to do what it does by default.
    pub(crate) fn take(&self, signal: i32) -> bool {
        match self.how[signal as usize].load(Ordering::SeqCst) {
            TOLD => {
                let byte = signal as u8;
                self.sent.fetch_add(1, Ordering::SeqCst);
                // SAFETY: the byte is readable; write(2) may be called in handlers.
                let n = unsafe {
                    libc::write(self.out.load(Ordering::SeqCst), (&raw const byte).cast(), 1)
                };
                if n != 1 {
                    // The pipe is full: nobody has room for that many signals either.
                    self.sent.fetch_sub(1, Ordering::SeqCst);
                }
                true
            }
            how => how == IGNORED,
        }
    }
}

impl NativeCx {
    /// Something has happened that the kernel would tell by a signal; false: it is to do what it does by default.
    pub fn take_signal(&self, signal: i32) -> bool {
        self.heard().take(signal)
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
            cx.heard().out.store(out, Ordering::SeqCst);
            (i64::from(input), 0)
        }
        Err(errno) => (-1, i64::from(errno)),
    }
}

fn set(cx: &mut NativeCx, signal: i64, how: i64) {
    let heard: &Arc<Heard> = cx.heard();
    let Some(cell) = heard.how.get(signal as usize) else { return };
    let how = how as u8;
    if how == BY_DEFAULT && cell.load(Ordering::SeqCst) == IGNORED {
        // As in Go, only Notify takes that back.
        return;
    }
    let old = cell.swap(how, Ordering::SeqCst);
    let (handled, taker) = (&heard.handled[signal as usize], heard.clone());
    let (host, signal) = (cx.host().clone(), signal as i32);
    // Those that cannot be handled keep what they do, as in Go.
    if (how == IGNORED) != (old == IGNORED) {
        let _ = host.ignore_signal(signal, how == IGNORED);
    }
    if how == TOLD && !handled.swap(true, Ordering::SeqCst) {
        let _ = host.handle_signal(signal, Box::new(move || taker.take(signal)));
    }
}

fn is_ignored(cx: &mut NativeCx, signal: i64) -> bool {
    match cx.heard().how.get(signal as usize).map(|how| how.load(Ordering::SeqCst)) {
        Some(BY_DEFAULT) => cx.host().clone().ignores_signal(signal as i32),
        how => how == Some(IGNORED),
    }
}

/// The natives of package `os/signal`.
#[must_use]
pub fn natives() -> Vec<Native> {
    vec![
        Native::new("open", open),
        Native::new("set", set),
        Native::new("isIgnored", is_ignored),
        Native::new("sent", |cx: &mut NativeCx| cx.heard().sent.load(Ordering::SeqCst)),
    ]
}
