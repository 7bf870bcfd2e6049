//! The settings that package runtime/debug changes: limits, the pacing of the collector, and the detail of crash
//! reports.

use crate::host::Host;
use crate::shared::collector::GcOptions;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, Ordering};

/// The stacks that a crash report shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(crate) enum TracebackLevel {
    /// No stack.
    None,
    /// The stack of the goroutine that failed.
    Single,
    /// All stacks.
    All,
}

impl TracebackLevel {
    /// The level that `GOTRACEBACK` or `debug.SetTraceback` names; an unknown name means one stack.
    pub(crate) fn parse(name: &[u8]) -> Self {
        match name {
            b"none" | b"0" => Self::None,
            b"all" | b"1" | b"system" | b"2" | b"crash" | b"wer" => Self::All,
            _ => Self::Single,
        }
    }

    /// The level that the environment sets.
    fn of(variables: &[Vec<u8>]) -> Self {
        Self::parse(environment_variable(variables, b"GOTRACEBACK="))
    }

    pub(crate) fn from_number(n: u8) -> Self {
        [Self::None, Self::Single, Self::All][usize::from(n.min(2))]
    }
}

/// The value of an environment variable; `name` ends in `=`.
fn environment_variable<'a>(variables: &'a [Vec<u8>], name: &[u8]) -> &'a [u8] {
    variables.iter().find_map(|v| v.strip_prefix(name)).unwrap_or_default()
}

/// The settings of a machine that its program can change.
pub(crate) struct Settings {
    /// The limits that package runtime/debug changes: collector percent, stack, threads, memory.
    pub(crate) runtime_limits: [AtomicI64; 4],
    /// The most bytes of a stack, whatever the program sets.
    stack_limit: usize,
    pub(crate) tracebacks: Tracebacks,
    debug: DebugSettings,
    /// The value of `GOMAXPROCS` in an explored run, which has one processor whatever the program sets; 0: the host's
    /// number of CPUs.
    shown_procs: AtomicI64,
}

/// The settings of GODEBUG.
struct DebugSettings {
    /// The settings that the program was built with: they apply where the environment sets nothing else.
    preset_godebug: Arc<str>,
    /// Whether `panic(nil)` panics with nil: `panicnil=1`.
    panicnil: AtomicBool,
}

/// The value of a GODEBUG setting; the last one counts.
fn godebug_value<'a>(all: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let mut settings = all.split(|c| *c == b',').rev();
    settings.find_map(|set| set.strip_prefix(name)?.strip_prefix(b"="))
}

/// The stacks in crash reports: the level of the environment, and the level that the program sets.
pub(crate) struct Tracebacks {
    pub(crate) lowest_level: TracebackLevel,
    pub(crate) current_level: AtomicU8,
}

/// The values of all settings.
#[derive(Clone, Copy)]
pub(crate) struct ChangedSettings {
    limits: [i64; 4],
    traceback_level: u8,
    nil_panics: bool,
    shown_procs: i64,
}

impl Settings {
    pub(crate) fn new(
        gc: &GcOptions,
        host: &dyn Host,
        preset: Arc<str>,
        stack_limit: usize,
    ) -> Self {
        let limits = [gc.gogc_percent, 1_000_000_000, 10_000, gc.memory_limit].map(AtomicI64::new);
        let variables = host.environ();
        let least = TracebackLevel::of(&variables);
        let tracebacks =
            Tracebacks { lowest_level: least, current_level: AtomicU8::new(least as u8) };
        let debug = DebugSettings { preset_godebug: preset, panicnil: AtomicBool::new(false) };
        let settings = Self {
            runtime_limits: limits,
            stack_limit,
            tracebacks,
            debug,
            shown_procs: AtomicI64::new(0),
        };
        settings.apply_godebug(b"");
        settings.apply_godebug(environment_variable(&variables, b"GODEBUG="));
        settings
    }

    /// Applies the settings in `GODEBUG`. A value that is not a number changes nothing.
    pub(crate) fn apply_godebug(&self, set: &[u8]) {
        let DebugSettings { preset_godebug: preset, panicnil } = &self.debug;
        let name = b"panicnil".as_slice();
        let text = godebug_value(set, name)
            .or_else(|| godebug_value(preset.as_bytes(), name))
            .unwrap_or(b"0");
        if let Some(number) = std::str::from_utf8(text).ok().and_then(|t| t.parse::<i32>().ok()) {
            panicnil.store(number == 1, Ordering::Relaxed);
        }
    }

    /// The GODEBUG settings that the program was built with.
    pub(crate) fn preset_godebug(&self) -> Arc<str> {
        self.debug.preset_godebug.clone()
    }

    /// Reports whether `panic(nil)` panics with nil.
    pub(crate) fn nil_panics(&self) -> bool {
        self.debug.panicnil.load(Ordering::Relaxed)
    }

    /// The current values of the settings that the program can change.
    pub(crate) fn changed_values(&self) -> ChangedSettings {
        ChangedSettings {
            limits: self.runtime_limits.each_ref().map(|limit| limit.load(Ordering::Relaxed)),
            traceback_level: self.tracebacks.current_level.load(Ordering::Relaxed),
            nil_panics: self.nil_panics(),
            shown_procs: self.shown_procs.load(Ordering::Relaxed),
        }
    }

    /// Applies the values from another machine of the program.
    pub(crate) fn apply_changed(&self, to: &ChangedSettings) {
        for (limit, value) in self.runtime_limits.iter().zip(to.limits) {
            limit.store(value, Ordering::Relaxed);
        }
        self.tracebacks.current_level.store(to.traceback_level, Ordering::Relaxed);
        self.debug.panicnil.store(to.nil_panics, Ordering::Relaxed);
        self.shown_procs.store(to.shown_procs, Ordering::Relaxed);
    }

    /// The stacks that a crash report shows.
    pub(crate) fn traceback_level(&self) -> TracebackLevel {
        TracebackLevel::from_number(self.tracebacks.current_level.load(Ordering::Relaxed))
    }

    /// Sets the value of `GOMAXPROCS` that an explored run shows, if `procs` is positive; returns the value before,
    /// which is `cpus` if nothing was set.
    pub(crate) fn set_shown_procs(&self, procs: i64, cpus: i64) -> i64 {
        let before = match self.shown_procs.load(Ordering::Relaxed) {
            0 => cpus,
            shown => shown,
        };
        if procs > 0 {
            self.shown_procs.store(procs.min(256), Ordering::Relaxed);
        }
        before
    }

    /// The most bytes of a goroutine's stack.
    pub(crate) fn max_stack(&self) -> usize {
        let set = usize::try_from(self.runtime_limits[1].load(Ordering::Relaxed)).unwrap_or(0);
        set.min(self.stack_limit)
    }

    /// The percentage and the memory limit by which the collector is paced.
    pub(crate) fn gc_settings(&self) -> (i64, i64) {
        let [percent, .., limit] = &self.runtime_limits;
        (percent.load(Ordering::Relaxed), limit.load(Ordering::Relaxed))
    }
}
