//! The standard input for many runs: it is read once, and each run gets it from the beginning.
//!
//! A run that reads nothing must end even while standard input stays open, so a separate thread reads standard input.

use std::io::{IsTerminal as _, Read as _, Write as _};
use std::process::ChildStdin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The bytes that have been read so far.
#[derive(Default)]
struct ReceivedInput {
    bytes: Vec<u8>,
    has_ended: bool,
}

/// The input that has been read, and whether it has ended.
#[derive(Clone, Default)]
pub(super) struct Input(Arc<(Mutex<ReceivedInput>, Condvar)>);

impl Input {
    /// Begins to read. A terminal is not read: the user could not tell which run reads the input.
    pub(super) fn start() -> Self {
        let input = Self::default();
        if std::io::stdin().is_terminal() {
            input.lock_received().has_ended = true;
            return input;
        }
        let reader = input.clone();
        // The thread ends at the end of the input or with the process.
        std::thread::spawn(move || reader.read());
        input
    }

    fn lock_received(&self) -> MutexGuard<'_, ReceivedInput> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self) {
        let mut buffer = [0; 1 << 16];
        let mut stdin = std::io::stdin().lock();
        loop {
            let n = match stdin.read(&mut buffer) {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Ok(n) => n,
                Err(_) => 0,
            };
            let mut received = self.lock_received();
            received.bytes.extend_from_slice(&buffer[..n]);
            received.has_ended = n == 0;
            let ended = received.has_ended;
            drop(received);
            self.0.1.notify_all();
            if ended {
                return;
            }
        }
    }

    /// Writes the input to a run until the input or the run ends.
    pub(super) fn feed_run(&self, to: &mut ChildStdin, ended: &dyn Fn() -> bool) {
        let mut given = 0;
        loop {
            let mut received = self.lock_received();
            while received.bytes.len() == given && !received.has_ended {
                if ended() {
                    return;
                }
                let waited = self.0.1.wait_timeout(received, std::time::Duration::from_millis(50));
                received = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
            let part = received.bytes[given..].to_vec();
            drop(received);
            // The write fails if the run has closed its standard input.
            if part.is_empty() || to.write_all(&part).is_err() {
                return;
            }
            given += part.len();
        }
    }
}
