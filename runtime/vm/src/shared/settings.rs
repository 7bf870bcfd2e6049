//! What package runtime/debug changes: limits, the pacing of the collector, and how much crashes show.

use crate::host::Host;
use crate::shared::collector::GcOptions;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, Ordering};

/// How much crashes show.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(crate) enum Level {
    /// No stack.
    None,
    /// The stack of the goroutine that failed.
    Single,
    /// All stacks.
    All,
}

impl Level {
    /// What `GOTRACEBACK` or `debug.SetTraceback` say; what is not known there means one stack.
    pub(crate) fn parse(name: &[u8]) -> Self {
        match name {
            b"none" | b"0" => Self::None,
            b"all" | b"1" | b"system" | b"2" | b"crash" | b"wer" => Self::All,
            _ => Self::Single,
        }
    }

    /// What the environment says.
    pub(crate) fn of(host: &dyn Host) -> Self {
        let variables = host.environ();
        let value = variables.iter().find_map(|v| v.strip_prefix(b"GOTRACEBACK="));
        Self::parse(value.unwrap_or_default())
    }

    pub(crate) fn from_number(n: u8) -> Self {
        [Self::None, Self::Single, Self::All][usize::from(n.min(2))]
    }
}

/// The limits that `runtime/debug` changes: collector percent, stack, threads, memory; then whether `panic(nil)` panics
/// with nil: `GODEBUG=panicnil=1`.
pub(crate) struct Settings(pub(crate) [AtomicI64; 4], pub(crate) Tracebacks, AtomicBool);

/// How much crashes show: what the environment says, and what the program wants.
pub(crate) struct Tracebacks {
    pub(crate) least: Level,
    pub(crate) now: AtomicU8,
}

impl Settings {
    pub(crate) fn new(gc: &GcOptions, host: &dyn Host) -> Self {
        let limits = [gc.percent, 1_000_000_000, 10_000, gc.memory_limit].map(AtomicI64::new);
        let least = Level::of(host);
        let tracebacks = Tracebacks { least, now: AtomicU8::new(least as u8) };
        let settings = Self(limits, tracebacks, AtomicBool::new(false));
        let variables = host.environ();
        let debug = variables.iter().find_map(|v| v.strip_prefix(b"GODEBUG="));
        settings.take_debug(debug.unwrap_or_default());
        settings
    }

    /// Does what `GODEBUG` says, of which the last setting of a name counts.
    pub(crate) fn take_debug(&self, value: &[u8]) {
        let nil = value.split(|c| *c == b',').rev().find_map(|s| s.strip_prefix(b"panicnil="));
        self.2.store(nil == Some(b"1"), Ordering::Relaxed);
    }

    /// Whether `panic(nil)` panics with nil.
    pub(crate) fn nil_panics(&self) -> bool {
        self.2.load(Ordering::Relaxed)
    }

    /// How much crashes show.
    pub(crate) fn traceback(&self) -> Level {
        Level::from_number(self.1.now.load(Ordering::Relaxed))
    }

    /// The most bytes of a goroutine's stack.
    pub(crate) fn max_stack(&self) -> usize {
        usize::try_from(self.0[1].load(Ordering::Relaxed)).unwrap_or(0)
    }

    /// The percentage and the memory limit by which the collector is paced.
    pub(crate) fn gc(&self) -> (i64, i64) {
        let [percent, .., limit] = &self.0;
        (percent.load(Ordering::Relaxed), limit.load(Ordering::Relaxed))
    }
}
