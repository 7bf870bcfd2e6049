//! The collector: when it runs, what is reachable, what is said of it.
//!
//! A module of its own because the heap knows only addresses and marks; here is what the words of roots and objects mean.
//!
//! # How it works
//! Allocation never collects. When the heap's allowance is used up the cache says so, and the allocating instruction sets the
//! goroutine's budget to nothing: at the next safepoint, where all values lie in frames, the goroutine stops the world and
//! collects. Marking runs on several threads; sweeping only looks at spans, for free objects are found by their marks.
//!
//! # Roots
//! The package-level variables, the stacks of all goroutines up to their top frame's end (every word that is an address counts:
//! what a dead slot points to lives until it is overwritten), deferred calls, panics, values on their way through a
//! channel, alarms, and what natives keep while the VM makes a call for them. Arguments of natives that block lie in
//! their windows. Objects are scanned by their types.

use crate::finalize::{self, Finalizers};
use crate::goroutine::{Face, Goroutine};
use crate::interp::Cx;
use crate::interp::frame_slots;
use crate::machine::Shared;
use crate::object::chan::GoChan;
use crate::types::{DESC_CHAN, Types};
use crate::weak::Weaks;
use minigo_bytecode::func::HEADER_SLOTS;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::Kind;
use minigo_heap::{Cache, CacheStats, Heap, Marker, Marking, Object};
use minigo_sched::{GcPhase, StoppedWorld};
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::fmt::Write;

/// What can be chosen about the collector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GcOptions {
    /// `GOGC`: how many per cent the heap grows between collections; negative: no collections.
    pub percent: i64,
    /// `GOMEMLIMIT`: collections come as often as it takes to stay below so many bytes.
    pub memory_limit: i64,
    /// `GODEBUG=gctrace=1`: a line per collection.
    pub trace: bool,
    /// Collects at every chance.
    pub stress: bool,
    /// Checks the marks of each collection, and overwrites what is freed.
    pub verify: bool,
}

impl Default for GcOptions {
    fn default() -> Self {
        let memory_limit = i64::MAX;
        Self { percent: 100, memory_limit, trace: false, stress: false, verify: false }
    }
}

/// The smallest goal of a collection, at 100 per cent.
const MIN_GOAL: u64 = 4 << 20;
/// What may be allocated between two collections however little memory there is.
const MIN_ALLOWANCE: u64 = 128 << 10;
/// Heaps below this are marked by one thread.
const SMALL_HEAP: u64 = 8 << 20;
const MAX_WORKERS: usize = 4;
/// Under stress a goroutine runs for less than this between two collections.
const STRESS_BUDGET: u32 = 100;

/// So many pauses are remembered.
pub(crate) const PAUSES: usize = 256;

/// What is known from the collections so far.
#[derive(Clone, Default, Debug)]
pub(crate) struct Figures {
    pub(crate) cycles: u64,
    pub(crate) forced: u64,
    pub(crate) pause_total: u64,
    /// When the last one ended, in ns since 1970.
    pub(crate) last: u64,
    /// The heap's size at which the next one begins.
    pub(crate) goal: u64,
    /// All that was freed.
    pub(crate) freed: CacheStats,
    pub(crate) live: u64,
    /// Bytes of goroutines' stacks.
    pub(crate) stacks: u64,
    /// The last pauses, in ns, and when they ended, in ns since 1970: the newest last.
    pub(crate) pauses: VecDeque<(u64, u64)>,
}

impl Figures {
    /// Notes the pause of a collection, which ended at `last`.
    fn note_pause(&mut self, ns: u64) {
        self.pause_total += ns;
        if self.pauses.len() == PAUSES {
            self.pauses.pop_front();
        }
        self.pauses.push_back((ns, self.last));
    }
}

/// The state of the collector.
pub(crate) struct Gc {
    pub(crate) options: GcOptions,
    pub(crate) figures: Mutex<Figures>,
    pub(crate) finalizers: Finalizers,
    pub(crate) weaks: Weaks,
    started: i64,
}

impl Gc {
    pub(crate) fn new(options: GcOptions, started: i64, heap: &Heap) -> Self {
        if options.verify {
            heap.set_poison(true);
        }
        let (figures, finalizers) = (Mutex::default(), Finalizers::default());
        Self { options, figures, finalizers, weaks: Weaks::default(), started }
    }

    /// Says when the next collection is due.
    pub(crate) fn pace(&self, shared: &Shared) {
        let mut figures = self.figures.lock();
        let (percent, limit) = shared.settings.gc();
        let (live, heap) = (figures.live, &shared.heap);
        let globals = size_of_val(shared.image.global_words()) as u64;
        let mut allowance = match u64::try_from(percent) {
            Ok(percent) => {
                let grown = (live + figures.stacks + globals).saturating_mul(percent) / 100;
                grown.max((MIN_GOAL.saturating_mul(percent) / 100).saturating_sub(live))
            }
            Err(_) => u64::MAX,
        };
        let left = heap.room() as u64 / 2;
        let soft = (limit as u64).saturating_sub(heap.used() + figures.stacks);
        allowance = allowance.min(left).min(soft).max(MIN_ALLOWANCE);
        figures.goal = live.saturating_add(allowance);
        heap.set_allowance(allowance);
    }
}

/// The budget of a slice, or what is left of it under stress.
pub(crate) fn budget(cx: &mut Cx) -> i64 {
    if cx.shared().gc.options.stress {
        // Deep stacks take long to scan: there is a chance less often.
        let slots = cx.g().stack.slots() as u32;
        return i64::from(cx.task().random(STRESS_BUDGET + slots / 4));
    }
    i64::from(cx.task().budget())
}

/// Whether a collection is due at this safepoint.
#[inline]
pub(crate) fn is_due(cx: &mut Cx) -> bool {
    cx.cache().wants_gc() || cx.shared().gc.options.stress
}

/// The same, before there is a context.
pub(crate) fn is_due_at(cache: &Cache, shared: &Shared) -> bool {
    cache.wants_gc() || shared.gc.options.stress
}

/// Collects; the registers are at a safepoint. False if somebody else stops the world: then the goroutine must give way.
pub(crate) fn collect(cx: &mut Cx, forced: bool) -> bool {
    let shared = cx.m;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    let begin = shared.host.monotonic();
    let (pc, r) = (cx.s.pc, cx.s.r);
    let g = cx.g();
    g.pc = pc;
    // SAFETY: the frame lies in the stack.
    g.r = unsafe { r.offset_from(g.stack.base()) } as u32;
    let g: *const Goroutine = g;
    let (handle, me) = (cx.task().handle(), cx.task().me());
    let Some(mut world) = cx.task().stop_world() else { return false };
    handle.trace_gc(GcPhase::Roots);
    let before = shared.heap.allocated() + shared.gc.figures.lock().live;
    let mut total = shared.heap.stats();
    world.each_local(|_, local| {
        local.cache.flush();
        add(&mut total, local.cache.stats());
    });
    let workers = if before < SMALL_HEAP { 1 } else { world.procs().min(MAX_WORKERS) };
    let marking = Marking::new(&shared.heap, workers);
    let mut marker = marking.marker();
    let types = &shared.image.types;
    shared.image.global_words().iter().for_each(|&w| marker.mark(w));
    shared.timers.each(|a| marker.mark(a));
    shared.gc.finalizers.mark(&mut marker);
    shared.gc.weaks.mark(&mut marker);
    // SAFETY: the goroutine that collects is not among the others, and nobody changes it meanwhile.
    let mut stacks = mark_goroutine(shared, unsafe { &*g }, handle.shared(me), &mut marker);
    world.each_task(|task, _, g| {
        stacks += mark_goroutine(shared, g, handle.shared(task), &mut marker);
        shared.heap.sub_external(g.stack.shrink(frames_end(shared, g)));
    });
    handle.trace_gc(GcPhase::Mark);
    std::thread::scope(|scope| {
        for _ in 1..workers {
            scope.spawn(|| marking.marker().drain(|m, o| scan(types, m, o)));
        }
        marker.drain(|m, o| scan(types, m, o));
    });
    shared.gc.weaks.clear(&shared.heap);
    shared.gc.finalizers.queue_ready(&shared.heap, &mut marker);
    let marked = shared.host.monotonic();
    handle.trace_gc(GcPhase::Sweep);
    if shared.gc.options.verify {
        verify(shared);
    }
    drop_channels(shared, &mut world);
    let swept = shared.heap.sweep();
    let mut figures = shared.gc.figures.lock();
    let (old_goal, live) = (figures.goal, swept.bytes);
    figures.freed =
        CacheStats { objects: total.objects - swept.objects, bytes: total.bytes - swept.bytes };
    (figures.live, figures.stacks) = (live, stacks);
    drop(figures);
    shared.gc.pace(shared);
    let mut figures = shared.gc.figures.lock();
    let keep = (figures.goal + figures.goal / 10).saturating_sub(shared.heap.used());
    shared.heap.release(keep as usize);
    let (sec, nsec) = shared.host.wall();
    let procs = world.procs();
    handle.trace_gc(GcPhase::Off);
    drop(world);
    finalize::run(cx);
    let end = shared.host.monotonic();
    figures.cycles += 1;
    figures.forced += u64::from(forced);
    figures.last = sec as u64 * 1_000_000_000 + nsec as u64;
    figures.note_pause((end - begin) as u64);
    if shared.gc.options.trace {
        let times = [begin, marked, end];
        trace(shared, &figures, times, [before, live, old_goal], procs, forced);
    }
    true
}

fn add(sum: &mut CacheStats, stats: CacheStats) {
    sum.objects += stats.objects;
    sum.bytes += stats.bytes;
}

/// Everything that was allocated so far, the caches' own figures included.
pub(crate) fn allocated(heap: &Heap, world: &mut StoppedWorld<'_, Goroutine>) -> CacheStats {
    let mut total = heap.stats();
    world.each_local(|_, local| add(&mut total, local.cache.stats()));
    total
}

/// Marks what a goroutine holds; returns the bytes of its stack.
fn mark_goroutine(shared: &Shared, g: &Goroutine, face: &Face, marker: &mut Marker<'_>) -> u64 {
    let words = g.stack.words();
    words[..frames_end(shared, g)].iter().for_each(|&w| marker.mark(w));
    g.each_word(|w| marker.mark(w));
    face.as_ref().each_word(|w| marker.mark(w));
    size_of_val(words) as u64
}

/// One past the last slot of a goroutine's frames.
fn frames_end(shared: &Shared, g: &Goroutine) -> usize {
    let image = &shared.image;
    if !image.has_pc(g.pc as u64) {
        // The VM's own code: its frames have no fixed size.
        return g.stack.slots();
    }
    let code = image.entry_of(image.func_at(g.pc));
    // SAFETY: the code is a function's.
    let end = g.r as usize + unsafe { frame_slots(code) } + HEADER_SLOTS as usize;
    end.min(g.stack.slots())
}

/// Marks what an object points to.
fn scan(types: &Types, marker: &mut Marker<'_>, object: Object) {
    each_pointer(types, object, |w| marker.mark(w));
}

/// Calls `visit` for each word of an object that may be a pointer.
pub(crate) fn each_pointer(types: &Types, object: Object, mut visit: impl FnMut(u64)) {
    if object.desc == DESC_CHAN {
        // SAFETY: an object described so is a channel from `new_chan`, and not dropped yet.
        let chan = unsafe { &*(object.base as *const GoChan) };
        chan.channel.each_element(|words| words.iter().copied().for_each(&mut visit));
        return;
    }
    let words = object.base as *const u64;
    // SAFETY: offsets below come from the object's size.
    let mut at = |word: usize| visit(unsafe { words.add(word).read() });
    let count = object.size / 8;
    if object.desc.0 & 3 == 1 {
        let mut ty = types.get(TypeId(object.desc.0 >> 2));
        while ty.pointers.is_empty() && ty.kind == Kind::Array {
            ty = types.get(ty.elem);
        }
        let step = (ty.size / 8) as usize;
        if !ty.pointers.is_empty() && step != 0 {
            let mut base = 0;
            while base + step <= count {
                ty.pointers.iter().for_each(|&p| at(base + p as usize));
                base += step;
            }
            return;
        }
    }
    (0..count).for_each(at);
}

/// Gives back what the channels that nobody reaches own outside the heap.
fn drop_channels(shared: &Shared, world: &mut StoppedWorld<'_, Goroutine>) {
    world.each_local(|_, local| {
        local.chans.retain(|&chan| {
            let live = shared.heap.is_marked(chan as usize);
            if !live {
                // SAFETY: it comes from `new_chan`, is dropped once, and is no channel for the collector any more.
                unsafe {
                    shared.heap.sub_external((*chan).external());
                    chan.drop_in_place();
                }
                shared.heap.forget_desc(chan as usize);
            }
            live
        });
    });
}

/// Checks that all that marked objects point to is marked.
fn verify(shared: &Shared) {
    let heap = &shared.heap;
    heap.each_marked(|object| {
        each_pointer(&shared.image.types, object, |w| {
            let reached = heap.object_at(w as usize).is_none() || heap.is_marked(w as usize);
            assert!(reached, "{w:#x} in {object:x?} is not marked");
        });
    });
}

/// A line as Go writes it.
fn trace(
    shared: &Shared,
    figures: &Figures,
    [begin, marked, end]: [i64; 3],
    [before, live, goal]: [u64; 3],
    procs: usize,
    forced: bool,
) {
    const MB: u64 = 1 << 20;
    let ms = |ns: i64| ns as f64 / 1e6;
    let since = begin - shared.gc.started;
    let percent = figures.pause_total * 100 / (since.max(1) as u64);
    let (mark, sweep) = (ms(marked - begin), ms(end - marked));
    let globals = size_of_val(shared.image.global_words()) as u64 / MB;
    let mut line = String::new();
    let _ = write!(
        line,
        "gc {} @{:.3}s {percent}%: {mark:.3}+0+{sweep:.3} ms clock, {mark:.3}+0/0/0+{sweep:.3} ms cpu, \
         {}->{}->{} MB, {} MB goal, {} MB stacks, {globals} MB globals, {procs} P",
        figures.cycles,
        since as f64 / 1e9,
        before / MB,
        before / MB,
        live / MB,
        goal / MB,
        figures.stacks / MB,
    );
    line.push_str(if forced { " (forced)\n" } else { "\n" });
    shared.write_stderr(line.as_bytes());
}
