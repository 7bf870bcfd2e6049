//! Go's execution traces: what `runtime/trace` writes and `go tool trace` reads (version 2, as of Go 1.26).
//!
//! The scheduler records its own events while such a trace is on; a *generation* of the trace is made of them each
//! time that it is cut. Go's readers replay a trace strictly: each goroutine, P and M must go from state to state by
//! the events that there are for it, or the whole trace is refused. Records of different processors are not always in
//! the order of what they tell, so `replay` goes through them with states of its own and writes only what fits these,
//! in one total order.
//!
//! * `format`: bytes;
//! * `states`: what readers know;
//! * `replay`: from records to events.
//!
//! Stacks are those of annotations; other events have the place in the program's own code where they happened, with
//! the functions inlined there. There are no events of sweeping, of marking for others, of stops of the world, of the
//! heap's size, and no CPU samples.

mod format;
mod replay;
mod states;

use crate::image::Image;
use crate::image::files::Files;
use format::Writer;
use minigo_sched::Trace;
use parking_lot::Mutex;
use states::States;

pub(crate) use format::FRAMES;

/// How many events each processor keeps between two cuts.
pub(crate) const EVENTS: usize = 1 << 22;

/// Whether the program can begin a trace: only then are its events counted before.
pub(crate) fn is_reached(image: &Image) -> bool {
    let program = &image.program;
    let mut names =
        program.natives.iter().map(|native| &program.funcs[native.func.0 as usize].name);
    names.any(|name| **name == *"runtime.traceBegin")
}

/// What the program says of itself (`trace.NewTask`, `trace.Log`, …).
pub(crate) struct Said {
    pub(crate) what: What,
    /// The task of package trace.
    pub(crate) task: u64,
    pub(crate) parent: u64,
    pub(crate) texts: [Box<str>; 2],
    pub(crate) stack: Vec<u64>,
}

/// What is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    TaskBegin,
    TaskEnd,
    RegionBegin,
    RegionEnd,
    Log,
}

impl What {
    /// By the number that package runtime gives it.
    pub(crate) fn of(number: i64) -> Self {
        use What::{Log, RegionBegin, RegionEnd, TaskBegin, TaskEnd};
        let all = [TaskBegin, TaskEnd, RegionBegin, RegionEnd, Log];
        usize::try_from(number).ok().and_then(|n| all.get(n)).copied().unwrap_or(Log)
    }
}

/// The execution trace of a machine.
#[derive(Default)]
pub(crate) struct ExecTrace {
    /// Since the last cut.
    pub(crate) said: Mutex<Vec<Said>>,
    states: Mutex<Option<States>>,
}

/// What a cut takes while the world is stopped.
pub(crate) struct Cut {
    pub(crate) trace: Trace,
    pub(crate) said: Vec<Said>,
    /// The goroutine that cuts, where it runs, and how many processors there are.
    pub(crate) here: Here,
    /// Trace time, monotonic time, and seconds and nanoseconds of the wall clock.
    pub(crate) clocks: [u64; 4],
    pub(crate) last: bool,
}

/// Where a goroutine runs that has stopped the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Here {
    pub(crate) g: u64,
    pub(crate) worker: u32,
    pub(crate) proc: u32,
    pub(crate) procs: u32,
}

impl ExecTrace {
    /// A trace begins; `told` is what goroutines do.
    pub(crate) fn begin(&self, told: &Trace, here: Here) {
        self.said.lock().clear();
        *self.states.lock() = Some(States::learn(told, here));
    }

    /// A generation, as the chunks that readers are handed: the length of each in four bytes, and that.
    pub(crate) fn cut(&self, image: &Image, files: &Files, cut: &Cut) -> Vec<u8> {
        let mut states = self.states.lock();
        let Some(now) = &mut *states else { return Vec::new() };
        let mut out = Writer::new(now.next_generation(), image, files);
        replay::generation(now, cut, &mut out);
        if cut.last {
            *states = None;
        }
        let mut all = Vec::new();
        for chunk in out.finish(cut.clocks) {
            all.extend((chunk.len() as u32).to_le_bytes());
            all.extend(chunk);
        }
        all
    }
}
