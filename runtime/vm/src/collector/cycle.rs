//! A cycle of the collector: when it begins and ends, the work during the stops of the world at both ends, and the
//! goroutines' part of the work.
//!
//! A goroutine that allocates assists the marking. A goroutine that allocates beyond the goal waits a little for the
//! marking, and a goroutine that has used up the room of the next cycle before the last cycle's garbage was swept helps
//! to sweep.

use crate::channel::GoChan;
use crate::collector::scan::scan_object;
use crate::collector::workers::{add_marked, start_workers, workers_of_cycle};
use crate::collector::{cycle_statistics, live_slots, pacer, stopped_cycle, verify};
use crate::goroutine::alarm;
use crate::goroutine::context::Cx;
use crate::goroutine::frames_in_memory::FramesInMemory;
use crate::goroutine::state::Goroutine;
use crate::race::Races;
use crate::shared::Shared;
use crate::shared::collector::{Cycle, CycleStart, PhaseTimes, SendableChan};
use minigo_heap::{CycleRequest, FreedSpans, MarkTotals, Phase};
use minigo_sched::{GcPhase, Handle, StoppedWorld, TaskRef};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The most bytes that an assist scans before it checks whether the goroutine should yield.
pub(crate) const ASSIST_STEP_BYTES: u64 = 32 << 10;

/// The number of bytes that are scanned before the shared counters are updated.
pub(crate) const COUNTER_UPDATE_BYTES: u64 = 64 << 10;

/// Indices of [`Cycle::cpu_time`].
pub(crate) const ASSIST_CPU_TIME_INDEX: usize = 0;

pub(crate) const BACKGROUND_CPU_TIME_INDEX: usize = 1;

pub(crate) const IDLE_CPU_TIME_INDEX: usize = 2;

/// Under stress one in this many collections is concurrent, the others run in one stop.
const STRESS_CONCURRENT_ODDS: u32 = 8;

/// The most bytes that one assist scans, some 4 ms; the rest of the debt is paid with later allocations. (A goroutine
/// that did little else than let a slice grow to 400 KB had 20 ms to pay.)
const MAX_ASSIST_BYTES: u64 = 1 << 20;

/// The most bytes that an assist scans for each byte allocated.
const MAX_ASSIST_RATIO: f64 = 32.0;

/// How many times and how long a goroutine that has reached the goal waits for the marking, per
/// [debt](minigo_heap::Cache::take_assist_debt) paid.
const MAX_WAITS_OVER_GOAL: usize = 8;

const WAIT_OVER_GOAL: Duration = Duration::from_micros(50);
/// In larger heaps no goroutine waits: the excess is a small part of such a heap, and waiting would delay other
/// goroutines on the processor.
const MAX_HEAP_TO_WAIT: u64 = 64 << 20;

impl Cx {
    /// Makes the next safepoint collect if a collection is due: to be called after allocations, before the budget is
    /// read again.
    #[inline]
    pub(crate) fn request_due_collection(&mut self) {
        if self.cache().wants_gc() {
            self.give_up_budget();
        }
        if self.cache().has_samples() {
            self.profile_allocations();
        }
    }
}

/// Does the collector's work at a goroutine's safepoint. Returns false if the goroutine must yield.
pub(crate) fn run_collector_work(cx: &mut Cx) -> bool {
    let whole = FramesInMemory::at_safepoint(cx);
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    let cycle = &shared.gc.cycle;
    match cycle.cycles.phase() {
        Phase::Idle if shared.gc.options.stops_world => stopped_cycle::collect_in_stop(cx, whole),
        // A concurrent cycle takes many calls of this function; a cycle in one stop takes only one.
        Phase::Idle
            if shared.gc.options.stress && cx.task().random(STRESS_CONCURRENT_ODDS) != 0 =>
        {
            stopped_cycle::collect_in_stop(cx, whole)
        }
        Phase::Idle if pacer::is_cycle_due(shared) && stopped_cycle::is_heap_tiny(cx) => {
            stopped_cycle::collect_in_stop(cx, whole)
        }
        Phase::Idle if pacer::is_cycle_due(shared) || shared.gc.options.stress => {
            begin_cycle(cx, false, whole)
        }
        Phase::Idle => {
            cx.cache().clear_gc_request();
            true
        }
        Phase::Beginning => true,
        Phase::Marking => assist_marking(cx),
        Phase::Sweeping => {
            sweep_before_cycle(cx);
            true
        }
    }
}

/// The state of `runtime.GC`, which waits until a cycle that began after the call has ended.
pub(crate) enum ForceResult {
    /// A whole cycle has passed.
    Done,
    /// Another goroutine is stopping the world: try again.
    Again,
    /// Park, then call `force_cycle` again.
    Wait,
}

/// Makes sure that a cycle begins and ends; the goroutine is at a safepoint.
pub(crate) fn force_cycle(cx: &mut Cx, whole: FramesInMemory) -> ForceResult {
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    if shared.gc.options.stops_world {
        let done = stopped_cycle::collect_if_idle(cx, true, whole) == Some(true);
        return if done { ForceResult::Done } else { ForceResult::Again };
    }
    let cycle = &shared.gc.cycle;
    if !cx.is_retry() {
        cx.g().scratch_word = cycle.cycles.cycle_for_current_garbage();
    }
    let wanted = cx.g().scratch_word;
    let me = cx.task().current_task();
    match cycle.cycles.request_cycle(wanted, me) {
        CycleRequest::Over => ForceResult::Done,
        CycleRequest::Begin if !begin_cycle(cx, true, whole) => ForceResult::Again,
        CycleRequest::Begin | CycleRequest::Wait => ForceResult::Wait,
    }
}

/// Switches heap, pools and processors to marking. Returns the bytes of the heap at that moment, and the memory to
/// free.
pub(crate) fn begin_marking(
    shared: &Shared,
    handle: &Handle<Goroutine>,
    world: &mut StoppedWorld<'_, Goroutine>,
) -> (u64, FreedSpans) {
    let before = shared.heap.allocated_bytes() + shared.gc.figures.lock().live_bytes;
    handle.trace_gc(GcPhase::Roots);
    shared.pools.age_tables();
    let freed = shared.heap.begin_marking();
    world.each_local(|_, local| local.cache.begin_marking());
    (before, freed)
}

/// Begins a cycle, unless another goroutine does. Returns false if another goroutine is stopping the world: the calling
/// goroutine must yield.
fn begin_cycle(cx: &mut Cx, forced: bool, whole: FramesInMemory) -> bool {
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    let cycle = &shared.gc.cycle;
    if !cycle.cycles.begin_cycle() {
        return true;
    }
    let (handle, me) = (cx.task().handle(), cx.task().current_task());
    let open = handle.expect_external_wakes();
    let began = shared.host.monotonic();
    let Some(mut world) = cx.task().stop_world() else {
        wake_all(cycle.cycles.abandon_cycle(), &handle);
        return false;
    };
    let (before, freed) = begin_marking(shared, &handle, &mut world);
    let (idle, procs) = (world.idle_procs(), world.procs());
    cycle.roots.reset_root_cursors(handle.slot_count());
    cycle.reset_counters(pacer::expected_scan_bytes(shared));
    cycle.cycles.commit_cycle();
    // The goroutine's slice continues, so no other thread may scan the goroutine.
    let claimed = handle.shared(me).scan_state.claim_scan(shared.heap.cycle_number());
    assert!(claimed, "the goroutine is the first to be scanned in this cycle");
    cycle.cycles.begin_marking();
    // As in Go the pause ends here: a thread that wakes others may lose its core to one of them.
    let marking = shared.host.monotonic();
    drop(world);
    drop(freed);
    handle.trace_gc(GcPhase::Mark);
    let times = PhaseTimes { first_stop: began, marking_begin: marking, ..PhaseTimes::default() };
    let work = cycle.expected_scan_bytes.load(Ordering::Relaxed);
    let threads = workers_of_cycle(procs, idle, handle.counts().threads, work);
    // The current goroutine may hold the only references to all other objects: if it were scanned later, the marking
    // threads would find nothing to mark, and stop the world in vain.
    cx.cache().marker().begin_help();
    start_workers(
        shared,
        cx,
        &handle,
        threads,
        open,
        CycleStart { times, size_before: before, is_forced: forced },
    );
    scan_own_stack(cx, whole);
    cx.cache().marker().end_help();
    true
}

/// Marks the roots in the running goroutine: it has begun the cycle and claimed itself, with all others stopped.
fn scan_own_stack(cx: &mut Cx, whole: FramesInMemory) {
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    let me = cx.task().current_task();
    let g = cx.store_position();
    g.take_assist_debt();
    let g: *const Goroutine = g;
    let cycle = shared.heap.cycle_number();
    let common = cx.task().shared(me);
    // SAFETY: the goroutine is at a safepoint and does not run during the call.
    let g = unsafe { &*g };
    shared.gc.cycle.roots.scan_running_goroutine(shared, g, common, cx.cache().marker(), whole);
    if shared.gc.options.verify {
        live_slots::poison_dead_slots(shared, cx.g());
    }
    common.scan_state.finish_scan(cycle);
    cx.is_marking = true;
}

impl Cycle {
    /// Begins a cycle in which `expected` bytes will be scanned.
    fn reset_counters(&self, expected: u64) {
        self.scanned_bytes.store(0, Ordering::Relaxed);
        self.scan_credit.store(0, Ordering::Relaxed);
        self.reset_cpu_time();
        self.expected_scan_bytes.store(expected, Ordering::Relaxed);
    }

    /// Reports whether a concurrent cycle is running, and registers `task` to be woken at its end.
    pub(super) fn wake_at_cycle_end(&self, task: TaskRef) -> bool {
        !self.has_thread_panicked.load(Ordering::Relaxed) && self.cycles.wake_at_end(task)
    }

    /// The bytes to scan for each byte allocated, so that marking ends before the goal is reached.
    pub(crate) fn scan_rate(&self, shared: &Shared) -> f64 {
        let expected = self.expected_scan_bytes.load(Ordering::Relaxed);
        let done = self.scanned_bytes.load(Ordering::Relaxed);
        let left = expected.saturating_sub(done).max(expected / 10).max(COUNTER_UPDATE_BYTES);
        let room = pacer::bytes_until_goal(shared).max(COUNTER_UPDATE_BYTES);
        (left as f64 / room as f64).min(MAX_ASSIST_RATIO)
    }

    /// The part of a debt that remains after using the marking threads' credit.
    fn use_credit(&self, debt: u64) -> u64 {
        let credit = self.scan_credit.load(Ordering::Relaxed);
        if credit <= 0 {
            return debt;
        }
        let used = (credit as u64).min(debt);
        self.scan_credit.fetch_sub(used as i64, Ordering::Relaxed);
        debt - used
    }

    /// The CPU time of the marking so far; see the field `cpu_nanos`.
    pub(crate) fn cpu_time(&self) -> [u64; 3] {
        self.cpu_nanos.each_ref().map(|ns| ns.load(Ordering::Relaxed))
    }

    pub(super) fn reset_cpu_time(&self) {
        self.cpu_nanos.iter().for_each(|ns| ns.store(0, Ordering::Relaxed));
    }

    pub(crate) fn add_cpu_time(&self, on: usize, since: i64, shared: &Shared) {
        let ns = (shared.host.monotonic() - since).max(0);
        self.cpu_nanos[on].fetch_add(ns as u64, Ordering::Relaxed);
    }
}

/// Makes a goroutine pay for its allocations by marking. Returns false if another ready goroutine runs first.
fn assist_marking(cx: &mut Cx) -> bool {
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    let cycle = &shared.gc.cycle;
    let debt = cx.cache().take_assist_debt() + cx.g().take_assist_debt();
    cx.cache().clear_gc_request();
    if shared.gc.options.stress {
        let types = &shared.image.types;
        cx.cache().marker().scan_some(256, |m, o| scan_object(types, m, o));
        cx.cache().marker().share_grey_objects();
        // Under stress, this pause lets the marking threads progress while the program executes only a few
        // instructions.
        std::thread::sleep(Duration::from_micros(20));
        return true;
    }
    let rate = cycle.scan_rate(shared);
    let debt_left = cycle.use_credit((debt as f64 * rate) as u64);
    if debt_left == 0 {
        return true;
    }
    let since = shared.host.monotonic();
    cx.cache().marker().begin_help();
    let goes_on = pay_assist_debt(cx, shared, debt_left, rate);
    cx.cache().marker().end_help();
    cycle.add_cpu_time(ASSIST_CPU_TIME_INDEX, since, shared);
    if goes_on {
        wait_over_goal(cx);
    }
    goes_on
}

/// Marks until the debt or an instalment of it is paid. The rest of the debt is recorded in the goroutine as allocated
/// bytes, at `rate` bytes of marking for each. Returns false if another ready goroutine runs first.
fn pay_assist_debt(cx: &mut Cx, shared: &Shared, mut debt_left: u64, rate: f64) -> bool {
    let (cycle, types) = (&shared.gc.cycle, &shared.image.types);
    let mut paid = 0;
    while debt_left > 0 {
        let done = cx
            .cache()
            .marker()
            .scan_some(debt_left.min(ASSIST_STEP_BYTES), |m, o| scan_object(types, m, o));
        cycle.scanned_bytes.fetch_add(done, Ordering::Relaxed);
        debt_left = debt_left.saturating_sub(done);
        if done == 0 {
            let handle = cx.task().handle();
            if !cycle.roots.mark_some_roots(shared, &handle, cx.cache().marker()) {
                // Little work remains, and other threads hold it.
                break;
            }
        }
        paid += done;
        if debt_left > 0 && paid >= MAX_ASSIST_BYTES {
            cx.g().add_assist_debt((debt_left as f64 / rate) as u64);
            break;
        }
        // A ready goroutine that allocates nothing must not wait for another's debt, which may take some ms.
        if cx.task().should_yield() || debt_left > 0 && cx.task().has_other_tasks() {
            // The rest of the debt is recorded in this goroutine: in the processor's cache, the next goroutine would
            // pay it.
            cx.g().add_assist_debt((debt_left as f64 / rate) as u64);
            return false;
        }
    }
    true
}

/// Makes a goroutine that has used up the room up to the goal wait a little, so that the markers get ahead: everything
/// allocated before they have ended survives until the next cycle.
fn wait_over_goal(cx: &mut Cx) {
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    let waits = if shared.heap.used_bytes() < MAX_HEAP_TO_WAIT { MAX_WAITS_OVER_GOAL } else { 0 };
    for _ in 0..waits {
        if pacer::bytes_until_goal(shared) != 0
            || shared.gc.cycle.cycles.phase() != Phase::Marking
            || cx.task().preempt_flag().load(Ordering::Relaxed) != 0
        {
            break;
        }
        std::thread::sleep(WAIT_OVER_GOAL);
    }
}

/// A goroutine that has used up the room of the next cycle before the last one was swept sweeps, then waits for the
/// thread that ends that cycle: the thread may have lost its core, and the heap would grow for as long as the OS makes
/// the thread wait.
fn sweep_before_cycle(cx: &mut Cx) {
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    for _ in 0..MAX_WAITS_OVER_GOAL {
        if shared.heap.sweep_some() {
            continue;
        }
        if !pacer::is_cycle_due(shared)
            || shared.gc.cycle.cycles.phase() != Phase::Sweeping
            || cx.task().preempt_flag().load(Ordering::Relaxed) != 0
        {
            break;
        }
        std::thread::sleep(WAIT_OVER_GOAL);
    }
}

/// Passes all goroutines, and the one that has stopped the world, to the race detector.
#[cold]
fn pass_goroutines_to_detector(
    races: &Races,
    world: &mut StoppedWorld<'_, Goroutine>,
    own: *mut minigo_race::Goroutine,
) {
    races.release_for_finalizers(|visit| {
        world.each_task(|_, _, g| {
            let part = g.race_state.as_deref_mut().map_or(std::ptr::null_mut(), std::ptr::from_mut);
            // SAFETY: the goroutine is stopped, and keeps its detector state until the world resumes.
            if let Some(part) = unsafe { part.as_mut() } {
                visit(part);
            }
        });
        // SAFETY: the state of the collecting goroutine, which is none of the others; null where a thread collects.
        if let Some(part) = unsafe { own.as_mut() } {
            visit(part);
        }
    });
}

/// Ends a marking, with the world stopped and everything marked: swaps the bitmaps. Returns the channels made since the
/// last cycle. `own` is the race detector's state of the goroutine that has stopped the world, if a goroutine has.
pub(crate) fn finish_marking(
    shared: &Shared,
    world: &mut StoppedWorld<'_, Goroutine>,
    marked: &mut MarkTotals,
    before: u64,
    own: *mut minigo_race::Goroutine,
) -> Vec<Vec<*mut GoChan>> {
    if shared.gc.options.verify {
        verify::verify_heap(shared, world);
    }
    if let Some(races) = &shared.race {
        pass_goroutines_to_detector(races, world, own);
    }
    let mut total = shared.heap.stats();
    let mut chans = Vec::new();
    let is_starved = shared.gc.has_failed_allocation();
    world.each_local(|_, local| {
        if is_starved {
            // The memory limit counts the stacks of ended goroutines that a P keeps.
            local.drop_stacks();
        }
        add_marked(marked, local.cache.end_marking());
        cycle_statistics::add_stats(&mut total, local.cache.stats());
        chans.push(std::mem::take(&mut local.made_channels));
    });
    let allocated = shared.heap.allocated_bytes();
    shared.heap.end_marking();
    let stacks = shared.gc.cycle.roots.stack_bytes.load(Ordering::Relaxed);
    cycle_statistics::record_marking(shared, total, *marked, stacks, [before, allocated]);
    chans
}

/// Handles unreached timers, channels and objects with finalizers before their memory is reused.
pub(crate) fn handle_unreached_objects(
    shared: &Shared,
    handle: &Handle<Goroutine>,
    chans: Vec<Vec<*mut GoChan>>,
) {
    alarm::disarm_unreachable_alarms(&shared.heap, handle);
    shared.gc.weak_handles.clear(&shared.heap);
    shared.orphans.clear(&shared.heap);
    shared.gc.finalizers.queue_ready_calls(&shared.heap);
    shared.heap_profile.count_freed(&shared.heap);
    let mut known = shared.gc.cycle.marked_channels.lock();
    known.extend(chans.into_iter().flatten().map(SendableChan));
    known.retain(|chan| {
        let live = shared.heap.is_marked(chan.0 as usize);
        if !live {
            // SAFETY: the channel comes from `new_chan`, is dropped once, and is not a channel for the collector any
            // more.
            unsafe {
                chan.0.drop_in_place();
            }
            shared.heap.forget_desc(chan.0 as usize);
        }
        live
    });
    drop(known);
    shared.heap.allow_sweep();
}

/// Wakes the goroutines that wait for the end of a cycle: each checks whether it waited for this cycle, and begins
/// another if not.
pub(crate) fn wake_all(waiting: Vec<TaskRef>, handle: &Handle<Goroutine>) {
    for task in waiting {
        handle.wake(task);
    }
}
