//! Ctrl-C while an input runs: it ends, and nothing else does. (While a line is typed the editor sees the key.)

use super::screen::Screen;
use crate::session::Remote;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// The session whose input Ctrl-C ends. Signals are the process's, so this is too.
static CURRENT: OnceLock<Mutex<Remote>> = OnceLock::new();

/// Makes Ctrl-C end the input of this session.
pub(crate) fn on_ctrl_c(remote: Remote, screen: &Arc<Screen>) {
    let again = remote.clone();
    let mut first = false;
    let current = CURRENT.get_or_init(|| {
        first = true;
        Mutex::new(remote)
    });
    if !first {
        *lock(current) = again;
        return;
    }
    let Ok(mut signals) = signal_hook::iterator::Signals::new([signal_hook::consts::SIGINT]) else {
        return;
    };
    let screen = screen.clone();
    let wait = move || {
        for _ in signals.forever() {
            screen.has_shown_a_key();
            lock(current).interrupt_this_or_next();
        }
    };
    // Without a thread for it Ctrl-C ends the process, as it does everywhere.
    let _ = std::thread::Builder::new().name("minigo-ctrl-c".into()).spawn(wait);
}

fn lock(current: &Mutex<Remote>) -> MutexGuard<'_, Remote> {
    current.lock().unwrap_or_else(PoisonError::into_inner)
}
