//! What package runtime/debug changes: limits, the pacing of the collector, and how much crashes show.

use crate::host::Host;
use crate::shared::collector::GcOptions;
use std::sync::Arc;
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
    fn of(variables: &[Vec<u8>]) -> Self {
        Self::parse(variable(variables, b"GOTRACEBACK="))
    }

    pub(crate) fn from_number(n: u8) -> Self {
        [Self::None, Self::Single, Self::All][usize::from(n.min(2))]
    }
}

/// What a variable of the environment says; its name ends in `=`.
fn variable<'a>(variables: &'a [Vec<u8>], name: &[u8]) -> &'a [u8] {
    variables.iter().find_map(|v| v.strip_prefix(name)).unwrap_or_default()
}

/// The limits that `runtime/debug` changes: collector percent, stack, threads, memory; then what GODEBUG says.
pub(crate) struct Settings(pub(crate) [AtomicI64; 4], pub(crate) Tracebacks, Debug);

/// What GODEBUG says.
struct Debug {
    /// What the program was built with: it holds where the environment says nothing else.
    preset: Arc<str>,
    /// Whether `panic(nil)` panics with nil: `panicnil=1`.
    panicnil: AtomicBool,
}

/// The value of a setting of GODEBUG; the last one counts.
fn value<'a>(all: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let mut settings = all.split(|c| *c == b',').rev();
    settings.find_map(|set| set.strip_prefix(name)?.strip_prefix(b"="))
}

/// How much crashes show: what the environment says, and what the program wants.
pub(crate) struct Tracebacks {
    pub(crate) least: Level,
    pub(crate) now: AtomicU8,
}

/// The values of all settings.
#[derive(Clone, Copy)]
pub(crate) struct Changed {
    limits: [i64; 4],
    traceback: u8,
    nil_panics: bool,
}

impl Settings {
    pub(crate) fn new(gc: &GcOptions, host: &dyn Host, preset: Arc<str>) -> Self {
        let limits = [gc.percent, 1_000_000_000, 10_000, gc.memory_limit].map(AtomicI64::new);
        let variables = host.environ();
        let least = Level::of(&variables);
        let tracebacks = Tracebacks { least, now: AtomicU8::new(least as u8) };
        let debug = Debug { preset, panicnil: AtomicBool::new(false) };
        let settings = Self(limits, tracebacks, debug);
        settings.take_debug(b"");
        settings.take_debug(variable(&variables, b"GODEBUG="));
        settings
    }

    /// Does what `GODEBUG` says. A value that is no number changes nothing.
    pub(crate) fn take_debug(&self, set: &[u8]) {
        let Debug { preset, panicnil } = &self.2;
        let name = b"panicnil".as_slice();
        let text = value(set, name).or_else(|| value(preset.as_bytes(), name)).unwrap_or(b"0");
        if let Some(number) = std::str::from_utf8(text).ok().and_then(|t| t.parse::<i32>().ok()) {
            panicnil.store(number == 1, Ordering::Relaxed);
        }
    }

    /// What the program was built with of GODEBUG.
    pub(crate) fn preset_debug(&self) -> Arc<str> {
        self.2.preset.clone()
    }

    /// Whether `panic(nil)` panics with nil.
    pub(crate) fn nil_panics(&self) -> bool {
        self.2.panicnil.load(Ordering::Relaxed)
    }

    /// What the program can have changed, as it is now.
    pub(crate) fn changed(&self) -> Changed {
        Changed {
            limits: self.0.each_ref().map(|limit| limit.load(Ordering::Relaxed)),
            traceback: self.1.now.load(Ordering::Relaxed),
            nil_panics: self.nil_panics(),
        }
    }

    /// As it was in another machine of the program.
    pub(crate) fn change(&self, to: &Changed) {
        for (limit, value) in self.0.iter().zip(to.limits) {
            limit.store(value, Ordering::Relaxed);
        }
        self.1.now.store(to.traceback, Ordering::Relaxed);
        self.2.panicnil.store(to.nil_panics, Ordering::Relaxed);
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
