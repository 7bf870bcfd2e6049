//! Natives of package `internal/rt` for execution traces.

use crate::native::outcome::Outcome;
use crate::native::{Native, NativeCx};
use crate::report::exec_trace::{
    Annotation, AnnotationKind, EVENTS_PER_PROC, GenerationSnapshot, MAX_FRAMES, StopPosition,
};
use crate::report::traceback;
use crate::types::value::{GoSlice, GoStr};
use minigo_sched::TraceLimit;

pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::constant_time("traceBegin", begin_trace),
        Native::constant_time("traceCut", cut_generation),
        Native::constant_time("TraceSay", record_annotation),
        Native::constant_time("traceSleep", |cx: &mut NativeCx, nanos: i64| cx.sleep(nanos, ())),
    ]
}

/// Begins a trace; false if events are recorded already.
fn begin_trace(cx: &mut NativeCx) -> Outcome<bool> {
    let (shared, g) = (cx.shared, cx.g().id);
    // SAFETY: the machine outlives its slices.
    let shared = unsafe { &*shared };
    let Some(mut world) = cx.task().stop_world() else { return Outcome::Again };
    let limit = TraceLimit { records: EVENTS_PER_PROC, window: None };
    if world.is_recording() || !world.start_recording(limit) {
        return Outcome::Return(false);
    }
    let (Some(trace), Some((proc, worker))) = (world.take_trace(), world.stopper()) else {
        return Outcome::Return(false);
    };
    let stop_position =
        StopPosition { goroutine: g, worker, proc: proc.0, procs: world.procs() as u32 };
    shared.exec_trace.begin_trace(&trace, stop_position);
    Outcome::Return(true)
}

/// The events recorded since the last cut, as chunks, each behind its length in four bytes; empty if no trace runs.
/// `last` ends the trace.
fn cut_generation(cx: &mut NativeCx, last: bool) -> Outcome<GoSlice<u8>> {
    let (shared, g) = (cx.shared, cx.g().id);
    // SAFETY: the machine outlives its slices.
    let shared = unsafe { &*shared };
    let Some(mut world) = cx.task().stop_world() else { return Outcome::Again };
    let Some((proc, worker)) = world.stopper().filter(|_| world.is_recording()) else {
        return Outcome::Return(GoSlice::nil());
    };
    let Some(trace) = world.take_trace() else { return Outcome::Return(GoSlice::nil()) };
    let stop_position =
        StopPosition { goroutine: g, worker, proc: proc.0, procs: world.procs() as u32 };
    let annotations = std::mem::take(&mut *shared.exec_trace.annotations.lock());
    if last {
        world.start_recording(TraceLimit { records: 0, window: None });
    }
    drop(world);
    let (seconds, nanos) = shared.host.wall_clock();
    let now = cx.task().now();
    let clocks = [now, shared.host.monotonic() as u64, seconds as u64, nanos as u64];
    let cut = GenerationSnapshot { trace, annotations, stop_position, clocks, is_last: last };
    let chunks = shared.exec_trace.encode_generation(&shared.image, &shared.files, &cut);
    Outcome::Return(cx.bytes(&chunks))
}

/// Records an annotation of the program. The frame of the caller, which is the library's, is left out.
fn record_annotation(cx: &mut NativeCx, what: i64, task: u64, parent: u64, a: GoStr, b: GoStr) {
    if !cx.task().is_traced() {
        return;
    }
    let frames = traceback::current_frames(cx, MAX_FRAMES + 1);
    let entry = cx.shared().image.program.entry;
    let shown = frames.iter().skip(1).filter(|f| f.func != entry && !f.is_panic);
    let stack = shown.map(|f| f.to_number()).collect();
    let texts = [a, b].map(|text| String::from_utf8_lossy(text.bytes()).into());
    let mut all = cx.shared().exec_trace.annotations.lock();
    let number = all.len() as u64;
    all.push(Annotation { kind: AnnotationKind::of(what), task, parent, texts, stack });
    drop(all);
    cx.task().trace_message(number);
}
