//! Signals of the terminal. Ctrl-C while an input runs: it ends, and nothing else does. (While a line is typed the
//! editor sees the key.) What ends the process leaves the terminal as it was; Ctrl-Z stops it, and when it goes on the
//! line is typed on.

use super::screen::Screen;
use crate::session::Remote;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// The session that signals are for. Signals are the process's, so this is too.
static CURRENT: OnceLock<Mutex<Current>> = OnceLock::new();

/// The signals that the terminal's user, or its end, may send.
const ALL: [i32; 4] = [SIGINT, SIGQUIT, SIGTERM, SIGHUP];

/// How long Ctrl-Z waits for the process to stop and go on: the kernel does not stop one that no shell could continue.
const STOPS: Duration = Duration::from_secs(2);

#[derive(Default)]
struct Current {
    /// The session's, once it has been made.
    remote: Option<Remote>,
    /// Whether Ctrl-C has come before that.
    early: bool,
    /// Whether the program has been told of a Ctrl-C by package os/signal since the last line was typed.
    told: bool,
}

/// Takes the signals, for a session that is still to be made.
pub(crate) fn attend(screen: &Arc<Screen>) {
    if let Some(last) = CURRENT.get() {
        *lock(last) = Current::default();
        return;
    }
    screen.remember_mode();
    let current = CURRENT.get_or_init(Mutex::default);
    let known = ALL.into_iter().chain([SIGCONT]);
    let Ok(mut signals) = signal_hook::iterator::Signals::new(known) else { return };
    let screen = screen.clone();
    let wait = move || {
        for signal in signals.forever() {
            match signal {
                SIGTERM | SIGHUP => end(signal, current, &screen),
                SIGCONT => screen.goes_on(),
                // The line that is typed is not what the signal was meant for.
                _ if screen.has_shown_a_key() => {}
                _ => lock(current).interrupt(signal),
            }
        }
    };
    // Without a thread for it nothing comes of these signals but what the program makes of them.
    let _ = std::thread::Builder::new().name("minigo-signals".into()).spawn(wait);
}

/// Makes Ctrl-C end the input of this session, if signals are attended.
pub(crate) fn serve(remote: Remote) {
    let Some(current) = CURRENT.get() else { return };
    let mut current = lock(current);
    ALL.into_iter().for_each(|signal| remote.attend_signal(signal));
    if std::mem::take(&mut current.early) {
        remote.interrupt_this_or_next();
    }
    current.remote = Some(remote);
}

/// Stops the process and those that were started with it, as Ctrl-Z does in a terminal that is not the editor's, and
/// returns when it goes on.
pub(crate) fn stop(screen: &Screen) {
    let continued = screen.stops();
    // The whole group, as the terminal does it: a script that has started the command is to stop too.
    if kill(Pid::from_raw(0), Signal::SIGTSTP).is_ok() {
        screen.waits_until_it_goes_on(continued, STOPS);
    }
    screen.types_on();
}

/// A line is going to be typed: Ctrl-C is a key.
pub(crate) fn is_a_key() {
    if let Some(current) = CURRENT.get() {
        let mut current = lock(current);
        (current.told, current.early) = (false, false);
        if let Some(remote) = &current.remote {
            remote.spare_next();
        }
    }
}

impl Current {
    /// A program that has asked to be told of the signal gets it once; the next one ends the input all the same.
    fn interrupt(&mut self, signal: i32) {
        let Some(remote) = &self.remote else {
            self.early = true;
            return;
        };
        if remote.tell_signal(signal) && !std::mem::replace(&mut self.told, true) {
            return;
        }
        remote.interrupt_this_or_next();
    }
}

/// Ends the process as the signal does, unless the program has asked to be told of it.
fn end(signal: i32, current: &Mutex<Current>, screen: &Screen) {
    if lock(current).remote.as_ref().is_some_and(|remote| remote.tell_signal(signal)) {
        return;
    }
    screen.leave();
    // Not for signals that do not end a process.
    let _ = signal_hook::low_level::emulate_default_handler(signal);
}

fn lock(current: &Mutex<Current>) -> MutexGuard<'_, Current> {
    current.lock().unwrap_or_else(PoisonError::into_inner)
}
