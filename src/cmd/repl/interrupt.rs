//! Ctrl-C while an input runs: it ends, and nothing else does. (While a line is typed the editor sees the key.)

use crate::session::Remote;
use std::sync::{Mutex, OnceLock};

/// The session whose input Ctrl-C ends. Signals are the process's, so this is too.
static CURRENT: OnceLock<Mutex<Remote>> = OnceLock::new();

/// Makes Ctrl-C end the input of this session.
pub(crate) fn on_ctrl_c(remote: Remote) {
    let again = remote.clone();
    let mut first = false;
    let current = CURRENT.get_or_init(|| {
        first = true;
        Mutex::new(remote)
    });
    if !first {
        *current.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = again;
        return;
    }
    let Ok(mut signals) = signal_hook::iterator::Signals::new([signal_hook::consts::SIGINT]) else {
        return;
    };
    let wait = move || {
        for _ in signals.forever() {
            let current = current.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            current.interrupt();
        }
    };
    // Without a thread for it Ctrl-C ends the process, as it does everywhere.
    let _ = std::thread::Builder::new().name("minigo-ctrl-c".into()).spawn(wait);
}
