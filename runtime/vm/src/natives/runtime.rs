//! Natives of packages `runtime` and `runtime/debug`.

use crate::collector::cycle::{self, ForceResult};
use crate::collector::cycle_statistics;
use crate::host::{Host, STAT_BYTES};
use crate::native::outcome::Outcome;
use crate::native::{FramesInMemory, Native, NativeCx};
use crate::natives::callers::{callers, func_info};
use crate::natives::finalizer;
use crate::race::Races;
use crate::report::profile::goroutine_stacks;
use crate::report::profile_samples;
use crate::report::traceback::{self, Names};
use crate::shared::collector::GcStats;
use crate::shared::settings::TracebackLevel;
use crate::types::value::{GoSlice, GoStr, Iface};
use crate::unwind::panic_print;
use minigo_sched::Reason;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The natives of package `runtime`.
#[must_use]
pub fn natives() -> Vec<Native> {
    let mut all = finalizer::natives();
    all.extend([
        Native::constant_time("Gosched", || Outcome::Yield(())),
        Native::constant_time("Goexit", || Outcome::<()>::Goexit),
        Native::constant_time("numGoroutine", |cx: &mut NativeCx| {
            cx.task().live_tasks() as i64
                - cx.shared().gc.finalizers.system_goroutine_count() as i64
        }),
        Native::constant_time("NumCPU", |cx: &mut NativeCx| cx.host().cpus() as i64),
        Native::constant_time("GOMAXPROCS", gomaxprocs),
        Native::constant_time("GC", collect),
        Native::constant_time("LockOSThread", |cx: &mut NativeCx| cx.task().lock_thread()),
        Native::constant_time("UnlockOSThread", |cx: &mut NativeCx| cx.task().unlock_thread()),
        Native::constant_time("readStats", read_stats),
        Native::constant_time("RaceErrors", races_found),
        Native::constant_time("RaceReadRange", |cx: &mut NativeCx, addr: u64, len: i64| {
            cx.race_read(addr as *const u8, len.max(0) as usize);
        }),
        Native::constant_time("RaceWriteRange", |cx: &mut NativeCx, addr: u64, len: i64| {
            cx.race_write(addr as *const u8, len.max(0) as usize);
        }),
        Native::constant_time("RaceAcquire", |cx: &mut NativeCx, addr: u64| {
            cx.race_acquire(addr as usize);
        }),
        Native::constant_time("RaceReleaseMerge", |cx: &mut NativeCx, addr: u64| {
            cx.race_release(addr as usize);
        }),
        Native::constant_time("raceIgnore", |cx: &mut NativeCx, delta: i64| {
            cx.add_ignored_sync(delta);
        }),
        Native::constant_time("printed", printed_text),
        Native::constant_time("Stack", stack),
        Native::constant_time("callers", callers),
        Native::constant_time("funcInfo", func_info),
        Native::constant_time("goroutineStacks", goroutine_stacks),
        Native::constant_time("sampleHeap", profile_samples::sample_heap),
        Native::constant_time("heapRecords", profile_samples::heap_records),
        Native::constant_time("waitRecords", profile_samples::wait_records),
        Native::constant_time("setBlockRate", |cx: &mut NativeCx, rate: i64| {
            let _ = cx.shared().block_profile.set_rate(rate.max(0));
        }),
        Native::constant_time("setMutexRate", |cx: &mut NativeCx, rate: i64| {
            let profile = &cx.shared().mutex_profile;
            if rate < 0 { profile.sampling_rate() } else { profile.set_rate(rate) }
        }),
        Native::constant_time("GOROOT", |cx: &mut NativeCx| {
            let root = goroot(&**cx.host()).unwrap_or_default();
            cx.string(&root)
        }),
    ]);
    all
}

/// The directory where Go is installed: as the environment says, otherwise the directory around the first `go` in
/// `PATH`.
fn goroot(host: &dyn Host) -> Option<Vec<u8>> {
    let variables = host.environ();
    let value = |name: &[u8]| variables.iter().rev().find_map(|v| v.strip_prefix(name));
    if let Some(root) = value(b"GOROOT=").filter(|root| !root.is_empty()) {
        return Some(root.to_vec());
    }
    let join = |dir: &[u8], name: &[u8]| [dir, b"/", name].concat();
    let exists = |path: &[u8]| host.stat(-1, path, true, &mut [0; STAT_BYTES]).is_ok();
    let parent = |path: &[u8]| Some(path[..path.iter().rposition(|b| *b == b'/')?].to_vec());
    let dirs = value(b"PATH=")?.split(|b| *b == b':').filter(|dir| dir.starts_with(b"/"));
    for go in dirs.map(|dir| join(dir, b"go")).filter(|go| exists(go)) {
        let target = match host.readlink(&go) {
            Ok(text) if text.starts_with(b"/") => text,
            Ok(text) => join(&parent(&go)?, &text),
            Err(_) => go,
        };
        let root = parent(&target).and_then(|bin| parent(&bin));
        if let Some(root) = root.filter(|root| exists(&join(root, b"VERSION"))) {
            return Some(root);
        }
    }
    None
}

/// The natives of package `runtime/debug`.
#[must_use]
pub fn debug_natives() -> Vec<Native> {
    vec![
        Native::constant_time("setting", setting),
        Native::constant_time("setPanicOnFault", set_panic_on_fault),
        Native::constant_time("freeOSMemory", free_os_memory),
        Native::constant_time("gcStats", gc_stats),
        Native::constant_time("SetTraceback", set_traceback),
        Native::constant_time("setCrashOutput", |cx: &mut NativeCx, fd: i64| {
            i64::from(cx.shared().crash_output.swap(fd as i32, Ordering::SeqCst))
        }),
    ]
}

/// The natives of package `runtime/metrics`.
#[must_use]
pub fn metrics_natives() -> Vec<Native> {
    vec![Native::constant_time("setting", |cx: &mut NativeCx, which: i64| {
        let cell =
            usize::try_from(which).ok().and_then(|i| cx.shared().settings.runtime_limits.get(i));
        cell.map_or(0, |cell| cell.load(Ordering::Relaxed))
    })]
}

impl NativeCx {
    /// Applies the environment variable `GODEBUG` that the program has set.
    pub fn apply_godebug(&mut self, value: &[u8]) {
        self.shared().settings.apply_godebug(value);
    }

    /// The GODEBUG settings that the program was built with.
    #[must_use]
    pub fn preset_godebug(&self) -> Arc<str> {
        self.shared().settings.preset_godebug()
    }
}

fn set_traceback(cx: &mut NativeCx, level: GoStr) {
    let tracebacks = &cx.shared().settings.tracebacks;
    let level = TracebackLevel::parse(level.bytes()).max(tracebacks.lowest_level);
    tracebacks.current_level.store(level as u8, Ordering::Relaxed);
}

/// Returns the previous setting. From this call on, a panic for a memory fault needs whole frames, so the goroutine is
/// interpreted.
fn set_panic_on_fault(cx: &mut NativeCx, _: FramesInMemory, enabled: bool) -> bool {
    std::mem::replace(&mut cx.g().unwind_record().panics_on_fault, enabled)
}

fn collect(cx: &mut NativeCx, whole: FramesInMemory) -> Outcome<()> {
    match cycle::force_cycle(cx, whole) {
        ForceResult::Done => Outcome::Return(()),
        ForceResult::Again => Outcome::Again,
        ForceResult::Wait => Outcome::Park(Reason::GcWait),
    }
}

/// Collects, then returns free memory to the system.
fn free_os_memory(cx: &mut NativeCx, whole: FramesInMemory) -> Outcome<()> {
    match cycle::force_cycle(cx, whole) {
        ForceResult::Done => {}
        ForceResult::Again => return Outcome::Again,
        ForceResult::Wait => return Outcome::Park(Reason::GcWait),
    }
    cx.task().local_data().drop_stacks();
    cx.shared().heap.release_free_memory(0);
    Outcome::Return(())
}

/// Stores the last pauses, the newest first, then the end of each pause, then the end of the last collection, the
/// number of collections and the sum of pauses. Returns the number of pauses. `figures` must have room for two times
/// 256 numbers and three more.
fn gc_stats(cx: &mut NativeCx, figures: GoSlice<u64>) -> i64 {
    let gc = cx.shared().gc.figures.lock();
    let newest = || gc.recent_pauses.iter().rev();
    let all = newest().map(|p| p.0).chain(newest().map(|p| p.1));
    for (to, value) in
        figures.as_cells().iter().zip(all.chain([gc.last_end, gc.recorded_cycles, gc.pause_total]))
    {
        to.set(value);
    }
    gc.recent_pauses.len() as i64
}

fn setting(cx: &mut NativeCx, which: i64, value: i64) -> i64 {
    const MAX_THREADS: i64 = 2;
    const MEMORY_LIMIT: i64 = 3;
    if which == MAX_THREADS {
        cx.task().set_max_threads(value.max(0) as usize);
    }
    let settings = &cx.shared().settings;
    let Some(cell) = usize::try_from(which).ok().and_then(|i| settings.runtime_limits.get(i))
    else {
        return 0;
    };
    if which == MEMORY_LIMIT && value < 0 {
        return cell.load(Ordering::Relaxed);
    }
    let before = cell.swap(value, Ordering::Relaxed);
    let shared = cx.shared();
    shared.gc.set_goal(shared);
    before
}

/// The number of reported data races.
pub(crate) fn races_found(cx: &mut NativeCx) -> u64 {
    cx.shared().race.as_deref().map_or(0, Races::reported_pairs)
}

fn gomaxprocs(cx: &mut NativeCx, n: i64) -> Outcome<i64> {
    if cx.task().has_chooser() {
        // An explored run has only one processor, which the program must not notice.
        let cpus = cx.host().cpus() as i64;
        return Outcome::Return(cx.shared().settings.set_shown_procs(n, cpus));
    }
    if let Some(before) = cx.shared().debugging.as_ref().and_then(|d| d.set_hidden_procs(n)) {
        return Outcome::Return(before);
    }
    let before = cx.task().procs() as i64;
    if n < 1 || n == before {
        return Outcome::Return(before);
    }
    let Some(mut world) = cx.task().stop_world() else { return Outcome::Again };
    world.set_procs(n as usize);
    drop(world);
    Outcome::Yield(before)
}

/// The number of pauses and of size classes in `MemStats`.
const PAUSE_RING_LEN: usize = 256;

const SIZE_CLASSES: usize = 61;

/// The ring buffers of the last pauses and of their ends. The newest pause lies at the index of `MemStats`, earlier
/// ones before it, wrapping around.
fn write_pauses(gc: &GcStats, rings: &mut [u64]) {
    for (back, &(pause, end)) in gc.recent_pauses.iter().rev().take(PAUSE_RING_LEN).enumerate() {
        let at = (gc.recorded_cycles as usize + PAUSE_RING_LEN - 1 - back) % PAUSE_RING_LEN;
        (rings[at], rings[at + PAUSE_RING_LEN]) = (pause, end);
    }
}

fn read_stats(cx: &mut NativeCx, figures: GoSlice<u64>) -> Outcome<()> {
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let shared = unsafe { &*shared };
    let now = shared.host.monotonic();
    let Some(mut world) = cx.task().stop_world() else { return Outcome::Again };
    let total = cycle_statistics::allocation_stats(&shared.heap, &mut world);
    let mut classes = shared.heap.classes();
    world.each_local(|_, local| {
        local.cache.each_unallocated_count(|class, rest| classes[class].allocated_objects -= rest);
    });
    let procs = world.procs();
    let mut stacks = 0;
    world.each_task(|_, _, g| stacks += size_of_val(g.stack.stack_words()) as u64);
    drop(world);
    let fraction = shared.gc.cpu_fraction(now, procs);
    let footprint = shared.heap.footprint();
    let gc = shared.gc.figures.lock();
    // The order is that of the constants `statAlloc`, … in package runtime (`runtime.go`).
    let values = [
        total.bytes.saturating_sub(gc.freed_counts.bytes),
        total.bytes,
        total.objects,
        gc.freed_counts.objects,
        footprint.peak_bytes,
        shared.heap.used_bytes(),
        footprint.peak_bytes.saturating_sub(footprint.held_bytes),
        total.objects.saturating_sub(gc.freed_counts.objects),
        stacks,
        footprint.span_bytes,
        (procs * size_of::<minigo_heap::Cache>()) as u64,
        footprint.table_bytes,
        shared.image.code_byte_count() as u64,
        gc.goal_size,
        gc.last_end,
        gc.pause_total,
        gc.recorded_cycles,
        gc.forced_cycles,
        fraction,
    ];
    figures.edit_elements(|figures| {
        let (first, rest) = figures.split_at_mut(values.len());
        first.copy_from_slice(&values);
        let (rings, by_size) = rest.split_at_mut(2 * PAUSE_RING_LEN);
        write_pauses(&gc, rings);
        for (to, class) in by_size.chunks_exact_mut(3).zip(&classes).take(SIZE_CLASSES).skip(1) {
            to.copy_from_slice(&[
                class.size,
                class.allocated_objects,
                class.freed_objects.min(class.allocated_objects),
            ]);
        }
    });
    Outcome::Return(())
}

fn printed_text(cx: &mut NativeCx, v: Iface) -> GoStr {
    let mut text = Vec::new();
    panic_print::show_value(cx, [v.ty, v.data], &mut text);
    cx.string(&text)
}

fn stack(cx: &mut NativeCx, buf: GoSlice<u8>, all: bool) -> Outcome<i64> {
    let mut text = String::new();
    traceback::append_current_goroutine(cx, Names::for_program, &mut text);
    if all {
        let now = cx.task().now();
        let shared = cx.shared;
        // SAFETY: the machine outlives its slices.
        let names = Names::for_program(unsafe { &*shared });
        let running = cx.task().handle().running_tasks();
        let Some(mut world) = cx.task().stop_world() else { return Outcome::Again };
        traceback::append_others(names, &mut world, now, &running, |_| true, &mut text);
    }
    let n = text.len().min(buf.len());
    buf.with_len(n).set(&text.as_bytes()[..n]);
    Outcome::Return(n as i64)
}
