//! Whole cycles in one stop of the world.
//!
//! Nothing here is concurrent with the program: there is no barrier and no marking thread, but one function from begin
//! to end.

use crate::collector::cycle::{begin_marking, finish_marking, handle_unreached_objects, wake_all};
use crate::collector::cycle_statistics;
use crate::collector::pacer::{self, SMALL_HEAP};
use crate::collector::scan::scan_object;
use crate::collector::workers::add_marked;
use crate::collector::workers::start_finalizers;
use crate::goroutine::context::Cx;
use crate::goroutine::frames_in_memory::FramesInMemory;
use crate::goroutine::state::Goroutine;
use crate::shared::Shared;
use crate::shared::collector::PhaseTimes;
use minigo_heap::{MarkTotals, Marker};
use minigo_sched::{GcPhase, Handle, StoppedWorld, TaskRef};

/// With more goroutines than this no heap is tiny, since each has a stack.
const MAX_GOROUTINES_OF_TINY_HEAP: u32 = 256;

/// The result of [`collect_now`].
pub(crate) enum CollectResult {
    /// A whole cycle has passed.
    Done,
    /// A concurrent cycle is running, and the goroutine will be woken at its end: it must park.
    Wait,
    /// Another goroutine is stopping the world: this one must yield.
    Again,
}

/// Runs a whole cycle in one stop at once, for lack of memory. If a cycle is running already, the caller must wait for
/// its end: trying again earlier would take the processor from the markers.
pub(crate) fn collect_now(cx: &mut Cx) -> CollectResult {
    match collect_if_idle(cx, true, FramesInMemory::at_safepoint(cx)) {
        Some(true) => CollectResult::Done,
        Some(false) => CollectResult::Again,
        None => {
            let me = cx.task().current_task();
            if cx.shared().gc.cycle.wake_at_cycle_end(me) {
                CollectResult::Wait
            } else {
                CollectResult::Again
            }
        }
    }
}

/// Reports whether so little must be marked that this takes no longer than the two stops of a concurrent cycle. (If
/// everything allocated since the last cycle is live, half a MB must be marked, which takes a quarter of a ms.)
pub(crate) fn is_heap_tiny(cx: &mut Cx) -> bool {
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    cx.task().handle().slot_count() <= MAX_GOROUTINES_OF_TINY_HEAP && pacer::is_heap_tiny(shared)
}

/// Runs a whole cycle on the allocating goroutine if the heap is tiny, or if the options ask for it. For a whole cycle
/// in one stop no thread has to be woken, and the cycle does not depend on when the OS runs a thread; a program that
/// only makes garbage stays within its goal. Returns false if another goroutine is stopping the world; then this
/// goroutine must yield.
pub(crate) fn collect_in_stop(cx: &mut Cx, whole: FramesInMemory) -> bool {
    collect_if_idle(cx, false, whole) != Some(false)
}

/// Runs a whole cycle, unless one is running (`None`) or another goroutine is stopping the world (false).
pub(crate) fn collect_if_idle(cx: &mut Cx, forced: bool, whole: FramesInMemory) -> Option<bool> {
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    let cycle = &shared.gc.cycle;
    if !cycle.cycles.begin_cycle() {
        return None;
    }
    let handle = cx.task().handle();
    let done = collect_stopped(cx, forced, whole);
    wake_all(if done { cycle.cycles.end_cycle() } else { cycle.cycles.abandon_cycle() }, &handle);
    Some(done)
}

/// Runs a whole cycle in one stop: for `gcstoptheworld=1`, and for reproducible runs.
fn collect_stopped(cx: &mut Cx, forced: bool, whole: FramesInMemory) -> bool {
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    let began = shared.host.monotonic();
    let (handle, me) = (cx.task().handle(), cx.task().current_task());
    let race = cx.race_state;
    let g: *const Goroutine = cx.store_position();
    let Some(mut world) = cx.task().stop_world() else { return false };
    let cycle = &shared.gc.cycle;
    cycle.cycles.commit_cycle();
    let (before, freed) = begin_marking(shared, &handle, &mut world);
    drop(freed);
    let workers = if before < SMALL_HEAP { 1 } else { world.procs().min(4) };
    shared.heap.expect_workers(workers);
    let mut marker = shared.heap.marker(workers == 1);
    // SAFETY: the other goroutines that `mark_roots` visits do not include the collecting one, whose record does not
    // change during the marking.
    mark_roots(shared, &handle, &mut world, (me, unsafe { &*g }, whole), &mut marker);
    handle.trace_gc(GcPhase::Mark);
    let mut marked = mark_all(shared, marker, workers);
    handle.trace_gc(GcPhase::Sweep);
    let chans = finish_marking(shared, &mut world, &mut marked, before, race);
    handle_unreached_objects(shared, &handle, chans);
    shared.heap.sweep();
    cycle_statistics::record_sweep(shared);
    let procs = world.procs();
    handle.trace_gc(GcPhase::Off);
    drop(world);
    cycle_statistics::release_memory(shared);
    start_finalizers(shared, &handle);
    let ended = shared.host.monotonic();
    let times = PhaseTimes {
        first_stop: began,
        marking_begin: ended,
        last_stop: ended,
        resume_time: ended,
    };
    cycle_statistics::report_cycle(shared, &times, [before, marked.marked_bytes], procs, forced);
    true
}

/// Marks the roots in tables, package-level variables and stacks, including the stack of the collecting goroutine,
/// `own`.
fn mark_roots(
    shared: &Shared,
    handle: &Handle<Goroutine>,
    world: &mut StoppedWorld<'_, Goroutine>,
    own: (TaskRef, &Goroutine, FramesInMemory),
    marker: &mut Marker,
) {
    let cycle = &shared.gc.cycle;
    // The marking threads get no goroutine slots, since this function visits the goroutines.
    cycle.roots.reset_root_cursors(0);
    cycle.reset_cpu_time();
    while cycle.roots.mark_some_roots(shared, handle, marker) {}
    cycle.roots.scan_running_goroutine(shared, own.1, handle.shared(own.0), marker, own.2);
    world.each_task(|task, _, g| {
        cycle.roots.scan_goroutine(shared, g, handle.shared(task), marker);
        marker.scan_if_many_grey(|m, o| scan_object(&shared.image.types, m, o));
    });
}

/// Marks everything that remains, with `workers` threads.
fn mark_all(shared: &Shared, mut marker: Marker, workers: usize) -> MarkTotals {
    let mut marked = MarkTotals::default();
    let types = &shared.image.types;
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..workers)
            .map(|_| {
                scope.spawn(|| {
                    let _entered = shared.heap.enter_account();
                    let mut marker = shared.heap.marker(false);
                    marker.drain_grey(|m, o| scan_object(types, m, o));
                    marker.take_marked()
                })
            })
            .collect();
        marker.drain_grey(|m, o| scan_object(types, m, o));
        for other in others {
            add_marked(&mut marked, other.join().expect("marking does not panic"));
        }
    });
    add_marked(&mut marked, marker.take_marked());
    marked
}
