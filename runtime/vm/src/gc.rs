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
use crate::collector::roots::each_pointer;
use crate::finalize::Finalizers;
use crate::goroutine::Goroutine;
use crate::interp::Cx;
use crate::machine::Shared;
use crate::weak::Weaks;
use minigo_heap::{Cache, CacheStats, Heap, Marked};
use minigo_sched::StoppedWorld;
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

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

/// The smallest goal of a collection, at 100 per cent.
const MIN_GOAL: u64 = 4 << 20;
/// What may be allocated between two collections however little memory there is.
const MIN_ALLOWANCE: u64 = 128 << 10;
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
    /// Time that threads other than the goroutines' have marked.
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
    /// How many bytes may be allocated between two cycles' ends.
    allowance: AtomicU64,
    started: i64,
}

impl Gc {
    pub(crate) fn new(options: GcOptions, started: i64, heap: &Heap) -> Self {
        if options.verify {
            heap.set_poison(true);
        }
        let (figures, finalizers) = (Mutex::default(), Finalizers::default());
        let (cycle, allowance) = (Cycle::default(), AtomicU64::new(0));
        Self { options, figures, finalizers, weaks: Weaks::default(), cycle, allowance, started }
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
    figures.cycles += 1;
}

/// Gives memory back that the next cycle will not need.
pub(crate) fn release(shared: &Shared) {
    let goal = shared.gc.figures.lock().goal;
    let keep = goal.saturating_add(goal / 10).saturating_sub(shared.heap.used());
    shared.heap.release(keep as usize);
}

/// The world goes on after a cycle's last stop: takes down how long it stood still, and says so if that is wanted.
pub(crate) fn note(shared: &Shared, times: &Times, sizes: [u64; 2], procs: usize, forced: bool) {
    let old_goal = shared.gc.figures.lock().goal;
    shared.gc.pace(shared);
    let (sec, nsec) = shared.host.wall();
    let mut figures = shared.gc.figures.lock();
    figures.forced += u64::from(forced);
    let pauses = (times.marking - times.began) + (times.ended - times.ending);
    figures.marking += (times.ending - times.marking) as u64;
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

/// Checks that all that marked objects point to is marked.
pub(crate) fn verify(shared: &Shared) {
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
    times: &Times,
    [before, live, goal]: [u64; 3],
    procs: usize,
    forced: bool,
) {
    const MB: u64 = 1 << 20;
    let ms = |ns: i64| ns as f64 / 1e6;
    let since = times.began - shared.gc.started;
    let all = figures.pause_total * procs as u64 + figures.marking;
    let percent = all * 100 / ((since.max(1) as u64) * procs as u64);
    let (begin, mark) = (ms(times.marking - times.began), ms(times.ending - times.marking));
    let end = ms(times.ended - times.ending);
    let (begin_cpu, end_cpu) = (begin * procs as f64, end * procs as f64);
    let after = before + figures.runway.min(before);
    let globals = size_of_val(shared.image.global_words()) as u64 / MB;
    let mut line = String::new();
    let _ = write!(
        line,
        "gc {} @{:.3}s {percent}%: {}+{}+{} ms clock, {}+0/{}/0+{} ms cpu, \
         {}->{}->{} MB, {} MB goal, {} MB stacks, {globals} MB globals, {procs} P",
        figures.cycles,
        since as f64 / 1e9,
        digits(begin),
        digits(mark),
        digits(end),
        digits(begin_cpu),
        digits(mark),
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

/// Milliseconds with two digits that say something.
fn digits(ms: f64) -> String {
    if ms >= 10.0 {
        format!("{ms:.0}")
    } else if ms >= 1.0 {
        format!("{ms:.1}")
    } else if ms >= 0.1 {
        format!("{ms:.2}")
    } else {
        format!("{ms:.3}")
    }
}
