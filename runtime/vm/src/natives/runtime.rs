//! Natives of packages `runtime` and `runtime/debug`.

use crate::convert::{GoSlice, GoStr, Iface};
use crate::native::{Native, NativeCx, Outcome};
use crate::traceback;
use minigo_bytecode::ops::Op;
use minigo_heap::CacheStats;
use std::sync::atomic::{AtomicI64, Ordering};

/// The natives of package `runtime`.
#[must_use]
pub fn natives() -> Vec<Native> {
    vec![
        Native::new("Gosched", || Outcome::Yield(())),
        Native::new("Goexit", || Outcome::<()>::Goexit),
        Native::new("NumGoroutine", |cx: &mut NativeCx| cx.task().live() as i64),
        Native::new("NumCPU", |cx: &mut NativeCx| cx.host().cpus() as i64),
        Native::new("GOMAXPROCS", gomaxprocs),
        Native::new("GC", || ()),
        Native::new("LockOSThread", |cx: &mut NativeCx| cx.task().lock_thread()),
        Native::new("UnlockOSThread", |cx: &mut NativeCx| cx.task().unlock_thread()),
        Native::new("readStats", read_stats),
        Native::new("printed", printed),
        Native::new("Stack", stack),
        Native::new("callers", callers),
        Native::new("funcInfo", func_info),
    ]
}

/// The natives of package `runtime/debug`.
#[must_use]
pub fn debug_natives() -> Vec<Native> {
    vec![Native::new("setting", setting)]
}

/// The limits that `runtime/debug` changes: collector percent, stack, threads, memory.
pub(crate) struct Settings([AtomicI64; 4]);

impl Default for Settings {
    fn default() -> Self {
        Self([100, 1_000_000_000, 10_000, i64::MAX].map(AtomicI64::new))
    }
}

fn setting(cx: &mut NativeCx, which: i64, value: i64) -> i64 {
    const MEMORY_LIMIT: i64 = 3;
    let settings = &cx.shared().settings;
    let Some(cell) = usize::try_from(which).ok().and_then(|i| settings.0.get(i)) else { return 0 };
    if which == MEMORY_LIMIT && value < 0 {
        return cell.load(Ordering::Relaxed);
    }
    cell.swap(value, Ordering::Relaxed)
}

fn gomaxprocs(cx: &mut NativeCx, n: i64) -> Outcome<i64> {
    let before = cx.task().procs() as i64;
    if n < 1 || n == before {
        return Outcome::Return(before);
    }
    let Some(mut world) = cx.task().stop_world() else { return Outcome::Again };
    world.set_procs(n as usize);
    drop(world);
    Outcome::Yield(before)
}

fn read_stats(cx: &mut NativeCx, mut figures: GoSlice<u64>) -> Outcome<()> {
    let heap = cx.shared().heap.clone();
    let CacheStats { mut objects, mut bytes } = heap.stats();
    let Some(mut world) = cx.task().stop_world() else { return Outcome::Again };
    world.each_local(|_, local| {
        let stats = local.cache.stats();
        objects += stats.objects;
        bytes += stats.bytes;
    });
    drop(world);
    let used = heap.used();
    let live = cx.task().live();
    // In the order that the library names: there is no collector yet, so nothing is freed.
    let values = [bytes, bytes, used, objects, 0, used, used, objects, live * 512, u64::MAX >> 1];
    for (to, value) in figures.iter_mut().zip(values) {
        *to = value;
    }
    Outcome::Return(())
}

fn printed(cx: &mut NativeCx, v: Iface) -> GoStr {
    let mut text = Vec::new();
    crate::unwind::show_value(cx, [v.ty, v.data], &mut text);
    cx.string(&text)
}

fn stack(cx: &mut NativeCx, mut buf: GoSlice<u8>, all: bool) -> Outcome<i64> {
    let mut text = String::new();
    traceback::current(cx, &mut text);
    if all {
        let now = cx.task().now();
        let shared = cx.m;
        // SAFETY: the machine outlives its slices.
        let image = unsafe { &(*shared).image };
        let Some(mut world) = cx.task().stop_world() else { return Outcome::Again };
        world.each_task(|_, standing, g| {
            text.push('\n');
            let state = traceback::state_text(&standing, now);
            traceback::goroutine(image, g, g.pc, g.r as usize, &state, &mut text);
        });
    }
    let n = text.len().min(buf.len());
    buf[..n].copy_from_slice(&text.as_bytes()[..n]);
    Outcome::Return(n as i64)
}

fn callers(cx: &mut NativeCx, skip: i64, mut pcs: GoSlice<u64>) -> i64 {
    let skip = skip.max(0) as usize + 1;
    let frames = traceback::current_frames(cx, skip + pcs.len());
    let mut n = 0;
    for (to, frame) in pcs.iter_mut().zip(frames.iter().skip(skip)) {
        *to = if frame.panic { cx.shared().image.leave() as u64 } else { frame.pc as u64 };
        n += 1;
    }
    n
}

fn func_info(cx: &mut NativeCx, pc: u64) -> (GoStr, GoStr, i64, u64) {
    let shared = cx.m;
    // SAFETY: the machine outlives its slices.
    let image = unsafe { &(*shared).image };
    // Both live as long as the machine.
    let lasting = |s: &str| GoStr::from_raw(s.as_ptr(), s.len());
    if pc == image.leave() as u64 {
        // The frame between a panic and the deferred call that it runs.
        return (lasting("runtime.gopanic"), lasting("runtime/panic.go"), 1, pc);
    }
    if !image.has_pc(pc) {
        return (GoStr::from_raw(std::ptr::null(), 0), GoStr::from_raw(std::ptr::null(), 0), 0, 0);
    }
    let pc = pc as *const Op;
    let func = image.func_at(pc);
    let f = &image.program.funcs[func.0 as usize];
    let entry = image.entry_of(func);
    let (file, line) = traceback::position(image, func, pc);
    let line = if pc == entry { f.line } else { line };
    (lasting(&f.name), lasting(file), i64::from(line), entry as u64)
}
