//! Single keys, for commands that do not read lines: the end of `:top`, the pauses of the tour.

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::termios::{LocalFlags, SetArg, Termios, tcgetattr, tcsetattr};
use std::io::stdin;
use std::os::fd::AsFd as _;
use std::time::Duration;

/// A key that the user has pressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Key {
    /// No key within the time limit.
    Nothing,
    /// Enter, or the space bar.
    GoOn,
    /// Ctrl-C, Ctrl-D or q; or the end of standard input.
    Leave,
    Other,
}

/// Makes standard input return single keys, which the terminal does not echo, until this value is dropped.
pub(crate) struct KeyReader {
    mode_before: Option<Termios>,
}

impl KeyReader {
    pub(crate) fn open() -> Self {
        let mode_before = tcgetattr(stdin()).ok();
        if let Some(mut mode) = mode_before.clone() {
            mode.local_flags.remove(LocalFlags::ICANON | LocalFlags::ECHO | LocalFlags::ISIG);
            // If setting the mode fails, keys arrive only when Enter is pressed.
            let _ = tcsetattr(stdin(), SetArg::TCSADRAIN, &mode);
        }
        Self { mode_before }
    }

    /// Waits for a key, at most for `limit`.
    pub(crate) fn next_key(&self, limit: Option<Duration>) -> Key {
        let limit = limit.map_or(PollTimeout::NONE, |limit| {
            PollTimeout::try_from(limit).unwrap_or(PollTimeout::MAX)
        });
        if !self.is_ready(limit) {
            return Key::Nothing;
        }
        let key = self.read_byte();
        if key == Some(0x1b) {
            // Skip the rest of the bytes that an arrow or another special key sends. The user cannot press the next key
            // that soon.
            while self.is_ready(PollTimeout::ZERO)
                && self.read_byte().is_some_and(|b| !ends_sequence(b))
            {}
        }
        match key {
            Some(b'\r' | b'\n' | b' ') => Key::GoOn,
            Some(3 | 4 | b'q') | None => Key::Leave,
            Some(_) => Key::Other,
        }
    }

    fn is_ready(&self, limit: PollTimeout) -> bool {
        let input = stdin();
        // A signal, for example for a new window size, ends the wait too.
        poll(&mut [PollFd::new(input.as_fd(), PollFlags::POLLIN)], limit).is_ok_and(|n| n > 0)
    }

    /// Reads the next byte without the buffer of standard input, which would consume the bytes behind it too.
    fn read_byte(&self) -> Option<u8> {
        let mut byte = [0];
        (nix::unistd::read(stdin(), &mut byte) == Ok(1)).then_some(byte[0])
    }
}

/// Reports whether an escape sequence may end with this byte.
fn ends_sequence(byte: u8) -> bool {
    byte.is_ascii_alphabetic() && byte != b'O' || byte == b'~'
}

impl Drop for KeyReader {
    fn drop(&mut self) {
        if let Some(mode_before) = &self.mode_before {
            // If the terminal is gone, there is no mode to set.
            let _ = tcsetattr(stdin(), SetArg::TCSADRAIN, mode_before);
        }
    }
}
