//! The collector: when it runs, what is reachable, what is said of it.
//!
//! A module of its own because the heap knows only addresses and marks; here is what the words of roots and objects mean.
//!
//! # How it works
//! Allocation never collects. When the heap's allowance is used up the cache says so, and the allocating instruction sets the
//! goroutine's budget to nothing: at the next safepoint, where all values lie in frames, the goroutine
//! [attends](crate::collector::cycle::attend) to the collector: it begins a cycle, takes part in the one that goes on, or sweeps.
//!
//! # Pacing
//! As in Go the goal is what is live (with stacks and globals for roots) and `GOGC` per cent more, or what the memory
//! limit leaves. Marking begins earlier by as much as was allocated during the last one, so that it ends near the goal;
//! and who allocates meanwhile marks so much per byte that it ends before.

use crate::collector::cycle::Cycle;
use crate::collector::frames::{self, Lives};
use crate::collector::roots::each_pointer;
use crate::finalize::Finalizers;
use crate::goroutine::Goroutine;
use crate::interp::Cx;
use crate::machine::Shared;
use crate::weak::Weaks;
use minigo_heap::{Cache, CacheStats, Heap, Marked};
use minigo_sched::StoppedWorld;
use parking_lot::Mutex;
use std::collections::{HashSet, VecDeque};
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// What can be chosen about the collector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GcOptions {
    /// `GOGC`: how many per cent the heap grows between collections; negative: no collections.
    pub percent: i64,
    /// `GOMEMLIMIT`: collections come as often as it takes to stay below so many bytes.
    pub memory_limit: i64,
    /// `GODEBUG=gctrace=1`: a line per collection.
    pub trace: bool,
    /// `GODEBUG=gcstoptheworld=1`: marks and sweeps while the world stands still. Always so in runs that can be repeated.
    pub stopped: bool,
    /// Collects at every chance.
    pub stress: bool,
    /// Checks the marks of each collection, and overwrites what is freed.
    pub verify: bool,
}

impl Default for GcOptions {
    fn default() -> Self {
        let (percent, memory_limit) = (100, i64::MAX);
        let (trace, stopped, stress, verify) = (false, false, false, false);
        Self { percent, memory_limit, trace, stopped, stress, verify }
    }
}

/// The smallest goal of a collection, at 100 per cent: Go's, where there is something to mark. A program that makes garbage only needs
/// no 4 MB for it: so little is marked that a collection takes 0.1 ms.
const MIN_GOAL: u64 = 4 << 20;
const MIN_GOAL_OF_GARBAGE: u64 = 256 << 10;
/// What takes no more than this to mark, the program waits for.
const TINY: u64 = 64 << 10;
/// What has so many times the memory that is marked between two collections has a smaller share of them than of allocating.
const SPARSE: u64 = 16;
/// What may be allocated between two collections however little memory there is.
const MIN_ALLOWANCE: u64 = 128 << 10;
/// The same under a hard limit, as a part of it: near the limit a collection costs as much as far from it, and gains little.
const MIN_PART_OF_LIMIT: u64 = 128;
/// Memory is scarce after a collection that leaves less than 1/`SCARCE_PART` of the limit free, and after one that the limit made
/// necessary when less than 1/`BARREN_PART` of it had been allocated since the one before. After `SCARCE_CYCLES` such collections in a row
/// the program ends: to go on would be to mark all memory for every few objects.
const SCARCE_PART: u64 = 32;
const BARREN_PART: u64 = 24;
const SCARCE_CYCLES: u32 = 3;
/// Heaps below this are marked by one thread when the world stands still.
pub(crate) const SMALL_HEAP: u64 = 8 << 20;
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
    /// Bytes allocated during the last marking, and bytes that it scanned.
    runway: u64,
    work: u64,
    /// Bytes of spans that were free between live objects when all had been swept.
    gaps: u64,
    /// Whether the hard limit, and not what is live, says when the next one begins.
    is_limited: bool,
    peak: Peak,
    /// Time that was spent with marking, by the collector's threads and by goroutines.
    marking: u64,
    /// The last pauses, in ns, and when they ended, in ns since 1970: the newest last.
    pub(crate) pauses: VecDeque<(u64, u64)>,
}

impl Figures {
    /// Notes the pauses of a collection, which ended at `last`.
    fn note_pause(&mut self, ns: u64) {
        self.pause_total += ns;
        if self.pauses.len() == PAUSES {
            self.pauses.pop_front();
        }
        self.pauses.push_back((ns, self.last));
    }
}

/// When a cycle came to what, in ns.
#[derive(Clone, Copy, Default)]
pub(crate) struct Times {
    /// The first stop was asked for.
    pub(crate) began: i64,
    /// The world goes on, marking.
    pub(crate) marking: i64,
    /// The last stop was asked for; so much earlier as other attempts to end took.
    pub(crate) ending: i64,
    /// The world goes on.
    pub(crate) ended: i64,
}

/// The state of the collector.
pub(crate) struct Gc {
    pub(crate) options: GcOptions,
    pub(crate) figures: Mutex<Figures>,
    pub(crate) finalizers: Finalizers,
    pub(crate) weaks: Weaks,
    pub(crate) cycle: Cycle,
    pub(crate) lives: Lives,
    /// How many bytes may be allocated between two cycles' ends.
    allowance: AtomicU64,
    /// How many of the last cycles have found memory scarce.
    scarce: AtomicU32,
    /// Whether an allocation did not fit since the last cycle ended.
    starved: AtomicBool,
    started: i64,
}

impl Gc {
    pub(crate) fn new(options: GcOptions, started: i64, heap: &Heap) -> Self {
        if options.verify {
            heap.set_poison(true);
        }
        let (figures, finalizers) = (Mutex::default(), Finalizers::default());
        let (cycle, allowance) = (Cycle::default(), AtomicU64::new(0));
        let (weaks, lives) = (Weaks::default(), Lives::default());
        let (scarce, starved) = (AtomicU32::new(0), AtomicBool::new(false));
        Self {
            options,
            figures,
            finalizers,
            weaks,
            cycle,
            lives,
            allowance,
            scarce,
            starved,
            started,
        }
    }

    /// The part of all processors' time since the start that collections took, in billionths.
    pub(crate) fn cpu_fraction(&self, now: i64, procs: usize) -> u64 {
        let figures = self.figures.lock();
        let taken = figures.pause_total * procs as u64 + figures.marking;
        let all = (now - self.started).max(1) as u128 * procs as u128;
        (u128::from(taken) * 1_000_000_000 / all).min(1_000_000_000) as u64
    }

    /// An allocation did not fit: the cycle that ends next was needed.
    pub(crate) fn note_starved(&self) {
        self.starved.store(true, Ordering::Relaxed);
    }

    /// At the end of a marking, with the bytes allocated since the marking before it: whether memory is scarce. What the program
    /// has asked for without need says nothing of that.
    fn note_scarcity(&self, shared: &Shared, figures: &Figures, allocated: u64) {
        let limit = shared.heap.limit();
        let starved = self.starved.swap(false, Ordering::Relaxed);
        if limit == usize::MAX || !starved && allocated < shared.heap.allowance() {
            return;
        }
        let limit = limit as u64;
        let left = limit.saturating_sub(figures.live + shared.heap.external());
        let is_scarce = left < limit / SCARCE_PART;
        let is_barren = (starved || figures.is_limited) && allocated < limit / BARREN_PART;
        let scarce = match is_scarce || is_barren {
            true => self.scarce.load(Ordering::Relaxed) + 1,
            false => 0,
        };
        self.scarce.store(scarce, Ordering::Relaxed);
    }

    /// Says when the next collection is due.
    pub(crate) fn pace(&self, shared: &Shared) {
        let mut figures = self.figures.lock();
        let (percent, limit) = shared.settings.gc();
        let (live, heap) = (figures.live, &shared.heap);
        let globals = size_of_val(shared.image.global_words()) as u64;
        let mut allowance = match u64::try_from(percent) {
            Ok(percent) => {
                let marked = live + figures.stacks + globals;
                let least = marked.saturating_mul(SPARSE).clamp(MIN_GOAL_OF_GARBAGE, MIN_GOAL);
                let least = (least.saturating_mul(percent) / 100).saturating_sub(live);
                (marked.saturating_mul(percent) / 100).max(least)
            }
            Err(_) => u64::MAX,
        };
        // What is dead and not swept yet counts for no limit, and of what is free between live objects about a half will be used. A
        // goroutine that reaches the hard limit before the marking has ended waits for its end.
        let held = live + figures.gaps / 2;
        let hard = (heap.limit() as u64).saturating_sub(heap.external() + held) / 4 * 3;
        let soft = (limit as u64).saturating_sub(held + figures.stacks);
        figures.is_limited = allowance > hard;
        let least = match heap.limit() {
            usize::MAX => MIN_ALLOWANCE,
            limit => MIN_ALLOWANCE.max(limit as u64 / MIN_PART_OF_LIMIT),
        };
        allowance = allowance.min(hard).min(soft).max(least);
        figures.goal = live.saturating_add(allowance);
        self.allowance.store(allowance, Ordering::Relaxed);
        let trigger = if self.options.stopped {
            allowance
        } else {
            let runway = (figures.runway + figures.runway / 8).max(allowance / 20);
            allowance.saturating_sub(runway).max(allowance / 10 * 6)
        };
        heap.set_allowance(trigger);
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

/// Whether the collector wants something at this safepoint.
#[inline]
pub(crate) fn is_due(cx: &mut Cx) -> bool {
    cx.cache().wants_gc() || cx.shared().gc.options.stress
}

/// The same, before there is a context.
pub(crate) fn is_due_at(cache: &Cache, shared: &Shared) -> bool {
    cache.wants_gc() || shared.gc.options.stress
}

/// Whether a cycle should begin.
pub(crate) fn is_time(shared: &Shared) -> bool {
    shared.heap.is_due()
}

/// Whether the last cycle (if there was one) found next to nothing, and little was allocated since.
pub(crate) fn is_tiny(shared: &Shared) -> bool {
    let figures = shared.gc.figures.lock();
    let globals = size_of_val(shared.image.global_words()) as u64;
    figures.live + figures.stacks + globals <= TINY
        && shared.heap.allocated() <= 2 * MIN_GOAL_OF_GARBAGE
}

/// Whether collections have found time and again that nearly all memory is in use.
pub(crate) fn is_hopeless(shared: &Shared) -> bool {
    shared.gc.scarce.load(Ordering::Relaxed) >= SCARCE_CYCLES
}

/// How many bytes the next marking will scan, as far as is known.
pub(crate) fn expected_work(shared: &Shared) -> u64 {
    let figures = shared.gc.figures.lock();
    if figures.cycles == 0 { shared.heap.allocated() / 2 } else { figures.work }
}

/// How many bytes may be allocated until the goal is reached.
pub(crate) fn room(shared: &Shared) -> u64 {
    let allowance = shared.gc.allowance.load(Ordering::Relaxed);
    allowance.saturating_sub(shared.heap.allocated())
}

pub(crate) fn add(sum: &mut CacheStats, stats: CacheStats) {
    sum.objects += stats.objects;
    sum.bytes += stats.bytes;
}

/// A marking has ended, the world stands still: takes down what it found. `total` is all that was ever allocated; `before` and
/// `allocated` the heap's size at the cycle's begin and what was allocated since the end of the one before.
pub(crate) fn settle(
    shared: &Shared,
    total: CacheStats,
    marked: Marked,
    stacks: u64,
    [before, allocated]: [u64; 2],
) {
    let mut figures = shared.gc.figures.lock();
    let freed = CacheStats {
        objects: total.objects.saturating_sub(marked.objects),
        bytes: total.bytes.saturating_sub(marked.bytes),
    };
    // What was freed stays so, also if a word that happens to be an address has kept something that was free.
    figures.freed.objects = figures.freed.objects.max(freed.objects);
    figures.freed.bytes = figures.freed.bytes.max(freed.bytes);
    let runway = (figures.live + allocated).saturating_sub(before);
    figures.runway = runway.max(figures.runway / 2);
    (figures.live, figures.stacks, figures.work) = (marked.bytes, stacks, marked.scanned);
    shared.gc.note_scarcity(shared, &figures, allocated);
    figures.peak.note(shared.heap.used());
    figures.cycles += 1;
}

/// All is swept after a marking: what the limits leave is known better than at its end.
pub(crate) fn swept(shared: &Shared) {
    let heap = &shared.heap;
    let allocated = heap.allocated();
    let is_limited = {
        let mut figures = shared.gc.figures.lock();
        figures.gaps = heap.used().saturating_sub(figures.live + allocated);
        heap.limit() != usize::MAX || shared.settings.gc().1 != i64::MAX
    };
    if is_limited {
        shared.gc.pace(shared);
    }
}

/// Gives memory back that the next cycle will not need, and was not needed lately either. True: there is more that may go later.
pub(crate) fn release(shared: &Shared) -> bool {
    let now = shared.host.monotonic();
    let (used, limit) = (shared.heap.used(), shared.settings.gc().1 as u64);
    let (goal, peak, stacks) = {
        let mut figures = shared.gc.figures.lock();
        (figures.goal, figures.peak.recent(now), figures.stacks)
    };
    let needed = goal.saturating_add(goal / 10);
    let keep = needed.max(peak).min(limit.saturating_sub(stacks)).saturating_sub(used);
    shared.heap.release(keep as usize);
    needed.saturating_sub(used) < keep.min(shared.heap.retained())
}

/// The largest size of the heap lately. What was free a moment ago is used again soon: to give it back at once and take it
/// again, a page fault each, costs more than all the collections of a small heap.
#[derive(Clone, Default, Debug)]
struct Peak {
    /// When the present span of time began, in ns, and the largest sizes in it and in the one before.
    began: i64,
    now: u64,
    before: u64,
}

/// A span of time for [`Peak`]; freed memory is kept for one to two of them.
pub(crate) const LATELY: i64 = 1_000_000_000;

impl Peak {
    fn note(&mut self, size: u64) {
        self.now = self.now.max(size);
    }

    fn recent(&mut self, now: i64) -> u64 {
        if now - self.began >= LATELY {
            self.before = if now - self.began < 2 * LATELY { self.now } else { 0 };
            (self.began, self.now) = (now, 0);
        }
        self.now.max(self.before)
    }
}

/// The world goes on after a cycle's last stop: takes down how long it stood still, and says so if that is wanted.
pub(crate) fn note(shared: &Shared, times: &Times, sizes: [u64; 2], procs: usize, forced: bool) {
    let old_goal = shared.gc.figures.lock().goal;
    shared.gc.pace(shared);
    let (sec, nsec) = shared.host.wall();
    let mut figures = shared.gc.figures.lock();
    figures.forced += u64::from(forced);
    let pauses = (times.marking - times.began) + (times.ended - times.ending);
    figures.marking += shared.gc.cycle.spent().iter().sum::<u64>();
    figures.last = sec as u64 * 1_000_000_000 + nsec as u64;
    figures.note_pause(pauses as u64);
    if shared.gc.options.trace {
        let [before, live] = sizes;
        trace(shared, &figures, times, [before, live, old_goal], procs, forced);
    }
}

/// Everything that was allocated so far, the caches' own figures included.
pub(crate) fn allocated(heap: &Heap, world: &mut StoppedWorld<'_, Goroutine>) -> CacheStats {
    let mut total = heap.stats();
    world.each_local(|_, local| add(&mut total, local.cache.stats()));
    total
}

/// Checks that all that marked objects and the frames of goroutines point to is marked, and the heap's books.
pub(crate) fn verify(shared: &Shared, world: &mut StoppedWorld<'_, Goroutine>) {
    let heap = &shared.heap;
    heap.verify();
    let mut spans = HashSet::new();
    world.each_local(|_, local| local.cache.verify(&mut spans));
    let handle = world.handle();
    world.each_task(|task, _, g| {
        if !handle.shared(task).scanned.is_done(heap.cycle()) {
            return;
        }
        let words = g.words();
        let check = |w: u64| {
            let reached = heap.object_at(w as usize).is_none() || heap.is_marked(w as usize);
            assert!(reached, "{w:#x} on the stack of goroutine {} is not marked", g.id);
        };
        frames::each_live(shared, g, |place| check(words[place]));
        g.each_word(check);
    });
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
    times: &Times,
    [before, live, goal]: [u64; 3],
    procs: usize,
    forced: bool,
) {
    const MB: u64 = 1 << 20;
    let ms = |ns: i64| ns as f64 / 1e6;
    let [assists, background, idle] = shared.gc.cycle.spent().map(|ns| digits(ms(ns as i64)));
    let since = times.began - shared.gc.started;
    let all = figures.pause_total * procs as u64 + figures.marking;
    let until = (times.ended - shared.gc.started).max(1) as u64;
    let percent = (all * 100 / (until * procs as u64)).min(100);
    let (begin, mark) = (ms(times.marking - times.began), ms(times.ending - times.marking));
    let end = ms(times.ended - times.ending);
    let (begin_cpu, end_cpu) = (begin * procs as f64, end * procs as f64);
    let after = before + figures.runway.min(before);
    let globals = size_of_val(shared.image.global_words()) as u64 / MB;
    let mut line = String::new();
    let _ = write!(
        line,
        "gc {} @{:.3}s {percent}%: {}+{}+{} ms clock, {}+{assists}/{background}/{idle}+{} ms cpu, \
         {}->{}->{} MB, {} MB goal, {} MB stacks, {globals} MB globals, {procs} P",
        figures.cycles,
        since as f64 / 1e9,
        digits(begin),
        digits(mark),
        digits(end),
        digits(begin_cpu),
        digits(end_cpu),
        before / MB,
        after / MB,
        live / MB,
        goal / MB,
        figures.stacks / MB,
    );
    line.push_str(if forced { " (forced)\n" } else { "\n" });
    shared.write_stderr(line.as_bytes());
}

/// Milliseconds as Go writes them: with the digits that say something.
fn digits(ms: f64) -> String {
    let micros = (ms * 1e3) as u64;
    match micros {
        0 => "0".to_owned(),
        1..100 => format!("{:.3}", micros as f64 / 1e3),
        100..1_000 => format!("0.{}", micros / 10),
        1_000..10_000 => format!("{}.{}", micros / 1_000, micros / 100 % 10),
        _ => (micros / 1_000).to_string(),
    }
}
