//! Go's execution traces, which `runtime/trace` writes and `go tool trace` reads (version 2, as of Go 1.26).
//!
//! The scheduler records its own events while an execution trace is on; each cut of the trace makes a *generation* from
//! them. Go's readers replay a trace strictly: each goroutine, P and M must change state by recorded events only, or
//! the whole trace is rejected. The order of records of different processors may differ from the order of the events,
//! so `replay` goes through the records with states of its own and writes only events that fit these states, in one
//! total order.
//!
//! * `format`: the encoding;
//! * `states`: the states that readers of the trace have;
//! * `replay`: from records to events.
//!
//! Annotations have complete stacks; other events have the place in the program's own code where they happened, with
//! the functions inlined there. There are no events of sweeping, of mark assists, of stops of the world, of the heap's
//! size, and no CPU samples.

mod format;
mod replay;
mod states;

use crate::image::Image;
use crate::image::files::ProgramFileNames;
use format::GenerationWriter;
use minigo_sched::Trace;
use parking_lot::Mutex;
use states::States;

pub(crate) use format::MAX_FRAMES;

/// The number of events that each processor keeps between two cuts.
pub(crate) const EVENTS_PER_PROC: usize = 1 << 22;

/// Reports whether the program can start a trace: only then are the program's events counted before a trace starts.
pub(crate) fn can_start_trace(image: &Image) -> bool {
    let program = &image.program;
    let mut names =
        program.natives.iter().map(|native| &program.funcs[native.func.0 as usize].name);
    names.any(|name| **name == *"internal/rt.traceBegin")
}

/// An annotation of the program (`trace.NewTask`, `trace.Log`, …).
pub(crate) struct Annotation {
    pub(crate) kind: AnnotationKind,
    /// The id of the task in package trace.
    pub(crate) task: u64,
    pub(crate) parent: u64,
    pub(crate) texts: [Box<str>; 2],
    pub(crate) stack: Vec<u64>,
}

/// The kind of an annotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnnotationKind {
    TaskBegin,
    TaskEnd,
    RegionBegin,
    RegionEnd,
    Log,
}

impl AnnotationKind {
    /// The kind with this number in package runtime.
    pub(crate) fn of(number: i64) -> Self {
        use AnnotationKind::{Log, RegionBegin, RegionEnd, TaskBegin, TaskEnd};
        let all = [TaskBegin, TaskEnd, RegionBegin, RegionEnd, Log];
        usize::try_from(number).ok().and_then(|n| all.get(n)).copied().unwrap_or(Log)
    }
}

/// The execution trace of a machine.
#[derive(Default)]
pub(crate) struct ExecTrace {
    /// The annotations since the last cut.
    pub(crate) annotations: Mutex<Vec<Annotation>>,
    states: Mutex<Option<States>>,
}

/// The data that a cut takes while the world is stopped.
pub(crate) struct GenerationSnapshot {
    pub(crate) trace: Trace,
    pub(crate) annotations: Vec<Annotation>,
    /// The goroutine that ends the trace, its position, and the number of processors.
    pub(crate) stop_position: StopPosition,
    /// The trace's time, monotonic time, and seconds and nanoseconds of the wall clock.
    pub(crate) clocks: [u64; 4],
    pub(crate) is_last: bool,
}

/// The place of a goroutine that has stopped the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StopPosition {
    pub(crate) goroutine: u64,
    pub(crate) worker: u32,
    pub(crate) proc: u32,
    pub(crate) procs: u32,
}

impl ExecTrace {
    /// Begins a trace; `trace` has the current states of goroutines.
    pub(crate) fn begin_trace(&self, trace: &Trace, stop_position: StopPosition) {
        self.annotations.lock().clear();
        *self.states.lock() = Some(States::from_trace(trace, stop_position));
    }

    /// Encodes a generation as the chunks for readers: each chunk behind its length in four bytes.
    pub(crate) fn encode_generation(
        &self,
        image: &Image,
        files: &ProgramFileNames,
        cut: &GenerationSnapshot,
    ) -> Vec<u8> {
        let mut states = self.states.lock();
        let Some(now) = &mut *states else { return Vec::new() };
        let mut out = GenerationWriter::new(now.next_generation(), image, files);
        replay::replay_generation(now, cut, &mut out);
        if cut.is_last {
            *states = None;
        }
        let mut all = Vec::new();
        for chunk in out.finish_generation(cut.clocks) {
            all.extend((chunk.len() as u32).to_le_bytes());
            all.extend(chunk);
        }
        all
    }
}
