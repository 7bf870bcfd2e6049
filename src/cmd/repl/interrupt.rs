//! Signals of the terminal. Ctrl-C while an input runs: it ends, and nothing else does. (While a line is typed the
//! editor sees the key.) What ends the process leaves the terminal as it was.

use super::screen::Screen;
use crate::session::Remote;
use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use std::io::stdin;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// The session that signals are for. Signals are the process's, so this is too.
static CURRENT: OnceLock<Mutex<Current>> = OnceLock::new();

/// The signals that the terminal's user, or its end, may send.
const ALL: [i32; 4] = [SIGINT, SIGQUIT, SIGTERM, SIGHUP];

struct Current {
    remote: Remote,
    /// Whether the program has been told of a Ctrl-C by package os/signal since the last line was typed.
    told: bool,
}

/// Makes Ctrl-C end the input of this session.
pub(crate) fn attend(remote: Remote, screen: &Arc<Screen>) {
    ALL.into_iter().for_each(|signal| remote.attend_signal(signal));
    let current = Current { remote, told: false };
    if let Some(last) = CURRENT.get() {
        *lock(last) = current;
        return;
    }
    let current = CURRENT.get_or_init(|| Mutex::new(current));
    let Ok(mut signals) = signal_hook::iterator::Signals::new(ALL) else { return };
    let screen = screen.clone();
    let before = tcgetattr(stdin()).ok();
    let wait = move || {
        for signal in signals.forever() {
            match signal {
                SIGTERM | SIGHUP => end(signal, current, &screen, before.as_ref()),
                _ => {
                    screen.has_shown_a_key();
                    lock(current).interrupt(signal);
                }
            }
        }
    };
    // Without a thread for it nothing comes of these signals but what the program makes of them.
    let _ = std::thread::Builder::new().name("minigo-signals".into()).spawn(wait);
}

/// A line is going to be typed: Ctrl-C is a key.
pub(crate) fn is_a_key() {
    if let Some(current) = CURRENT.get() {
        let mut current = lock(current);
        current.told = false;
        current.remote.spare_next();
    }
}

impl Current {
    /// A program that has asked to be told of the signal gets it once; the next one ends the input all the same.
    fn interrupt(&mut self, signal: i32) {
        if self.remote.hears(signal) && !std::mem::replace(&mut self.told, true) {
            return;
        }
        self.remote.interrupt_this_or_next();
    }
}

/// Ends the process as the signal does, unless the program has asked to be told of it.
fn end(signal: i32, current: &Mutex<Current>, screen: &Screen, before: Option<&Termios>) {
    if lock(current).remote.hears(signal) {
        return;
    }
    if let Some(before) = before {
        screen.leave();
        // If the terminal is gone it has no mode.
        let _ = tcsetattr(stdin(), SetArg::TCSANOW, before);
    }
    // Not for signals that do not end a process.
    let _ = signal_hook::low_level::emulate_default_handler(signal);
}

fn lock(current: &Mutex<Current>) -> MutexGuard<'_, Current> {
    current.lock().unwrap_or_else(PoisonError::into_inner)
}
