//! Signals of the terminal. Ctrl-C ends a running input, and nothing else. (While a line is typed, the editor receives
//! Ctrl-C as a key.) Signals that end the process restore the terminal first. Ctrl-Z stops the process; when it is
//! continued, the user can go on typing the line.

use super::screen::Screen;
use crate::session::SessionHandle;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// The session that receives signals. The variable is global because signals belong to the process.
static CURRENT_SESSION: OnceLock<Mutex<CurrentSession>> = OnceLock::new();

/// The signals that the user or the end of the terminal may send.
const SIGNALS: [i32; 4] = [SIGINT, SIGQUIT, SIGTERM, SIGHUP];

/// The time that Ctrl-Z waits for the process to be stopped and continued. The kernel does not stop a process that no
/// shell could continue.
const STOP_TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Default)]
struct CurrentSession {
    /// The session's handle, once the session has been created.
    session_handle: Option<SessionHandle>,
    /// Whether Ctrl-C came before the session was created.
    interrupted_before_session: bool,
    /// Whether the program has received a Ctrl-C by package os/signal since the last line was typed.
    signal_received: bool,
}

/// Starts handling signals, for a session that is created later.
pub(crate) fn handle_signals(screen: &Arc<Screen>) {
    if let Some(last) = CURRENT_SESSION.get() {
        *lock_session(last) = CurrentSession::default();
        return;
    }
    screen.remember_mode();
    let current = CURRENT_SESSION.get_or_init(Mutex::default);
    let known = SIGNALS.into_iter().chain([SIGCONT]);
    let Ok(mut signals) = signal_hook::iterator::Signals::new(known) else { return };
    let screen = screen.clone();
    let wait = move || {
        for signal in signals.forever() {
            match signal {
                SIGTERM | SIGHUP => end_process(signal, current, &screen),
                SIGCONT => screen.restore_terminal(),
                // While a line is typed, the signal is not meant for a running input.
                _ if screen.note_echoed_interrupt() => {}
                _ => lock_session(current).interrupt(signal),
            }
        }
    };
    // If the thread cannot be started, only signals that the program handles have an effect.
    let _ = std::thread::Builder::new().name("minigo-signals".into()).spawn(wait);
}

/// Makes Ctrl-C end the inputs of this session, if signals are handled.
pub(crate) fn attach_session(remote: SessionHandle) {
    let Some(current) = CURRENT_SESSION.get() else { return };
    let mut current = lock_session(current);
    SIGNALS.into_iter().for_each(|signal| remote.handle_signal_in_caller(signal));
    if std::mem::take(&mut current.interrupted_before_session) {
        remote.interrupt_this_or_next();
    }
    current.session_handle = Some(remote);
}

/// Stops the process and its process group, as Ctrl-Z does in a terminal's normal mode. Returns when the process has
/// been continued.
pub(crate) fn stop_process(screen: &Screen) {
    let continued = screen.prepare_stop();
    // The signal goes to the whole process group, as from the terminal: a script that has started the command must stop
    // too.
    if kill(Pid::from_raw(0), Signal::SIGTSTP).is_ok() {
        screen.wait_until_continued(continued, STOP_TIMEOUT);
    }
    screen.resume_typing();
}

/// Prepares for a line to be typed, in which Ctrl-C is a key.
pub(crate) fn clear_pending_interrupts() {
    if let Some(current) = CURRENT_SESSION.get() {
        let mut current = lock_session(current);
        (current.signal_received, current.interrupted_before_session) = (false, false);
        if let Some(remote) = &current.session_handle {
            remote.clear_pending_interrupt();
        }
    }
}

impl CurrentSession {
    /// Interrupts the running input. A program that handles the signal by package os/signal receives it once; the next
    /// signal ends the input.
    fn interrupt(&mut self, signal: i32) {
        let Some(remote) = &self.session_handle else {
            self.interrupted_before_session = true;
            return;
        };
        if remote.deliver_signal(signal) && !std::mem::replace(&mut self.signal_received, true) {
            return;
        }
        remote.interrupt_this_or_next();
    }
}

/// Ends the process by the signal's default action, unless the program handles the signal by package os/signal.
fn end_process(signal: i32, current: &Mutex<CurrentSession>, screen: &Screen) {
    if lock_session(current)
        .session_handle
        .as_ref()
        .is_some_and(|remote| remote.deliver_signal(signal))
    {
        return;
    }
    screen.restore_mode();
    // The emulation fails only for signals that do not end a process.
    let _ = signal_hook::low_level::emulate_default_handler(signal);
}

fn lock_session(current: &Mutex<CurrentSession>) -> MutexGuard<'_, CurrentSession> {
    current.lock().unwrap_or_else(PoisonError::into_inner)
}
