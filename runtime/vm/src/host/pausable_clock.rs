//! A clock that can stand still: while a debugger has stopped a program, no time passes for the program.

use crate::host::SysResult;
use crate::host::streams::Input;
use crate::host::system::SystemHost;
use parking_lot::Mutex;
use std::sync::Arc;
use std::time::Instant;

/// The parts of a host that a debugger chooses.
#[derive(Clone, Default, Debug)]
pub struct DebugHost {
    /// The clock, unless time is virtual.
    pub clock: Arc<PausableClock>,
    /// The program's environment, each entry as `KEY=value`, if it is not the process's.
    pub environment: Option<Vec<Vec<u8>>>,
    /// Whether the program's standard input is empty, since the debugger reads the process's.
    pub has_no_input: bool,
}

struct NoInput;

impl Input for NoInput {
    fn read(&self, _buf: &mut [u8]) -> SysResult<usize> {
        Ok(0)
    }
}

impl SystemHost {
    /// The parts of this host that a debugger chooses.
    #[must_use]
    pub fn with_debug_host(mut self, parts: DebugHost) -> Self {
        if parts.has_no_input {
            self = self.with_input(Box::new(NoInput));
        }
        self.debug_host = Some(parts);
        self
    }
}

/// A monotonic clock that a debugger stops and starts.
#[derive(Debug)]
pub struct PausableClock {
    start: Instant,
    state: Mutex<State>,
}

#[derive(Default, Debug)]
struct State {
    /// For how many nanoseconds the clock has stood still, without the present stop.
    paused_nanos: i64,
    /// The clock's time, while it stands still.
    paused_at: Option<i64>,
}

impl Default for PausableClock {
    fn default() -> Self {
        Self { start: Instant::now(), state: Mutex::default() }
    }
}

impl PausableClock {
    /// The time since the clock was made, in nanoseconds, without the time for which it has stood still. At least 1.
    pub(crate) fn now(&self) -> i64 {
        let state = self.state.lock();
        state.paused_at.unwrap_or_else(|| self.running_nanos() - state.paused_nanos)
    }

    fn running_nanos(&self) -> i64 {
        self.start.elapsed().as_nanos() as i64 + 1
    }

    /// Stops the clock. A clock that stands still is not changed.
    pub(crate) fn stop(&self) {
        let mut state = self.state.lock();
        let now = self.running_nanos() - state.paused_nanos;
        state.paused_at.get_or_insert(now);
    }

    /// Lets the clock run again, from the time at which it was stopped.
    pub(crate) fn start(&self) {
        let mut state = self.state.lock();
        if let Some(at) = state.paused_at.take() {
            state.paused_nanos = self.running_nanos() - at;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PausableClock;
    use std::time::Duration;

    #[test]
    fn no_time_passes_while_the_clock_stands() {
        let clock = PausableClock::default();
        clock.stop();
        let stopped = clock.now();
        std::thread::sleep(Duration::from_millis(5));
        assert_eq!(clock.now(), stopped);
        clock.stop();
        clock.start();
        assert!(clock.now() >= stopped);
        std::thread::sleep(Duration::from_millis(1));
        assert!(clock.now() > stopped);
    }
}
