//! Pacing: when the collector runs.
//!
//! Allocation never collects. When the heap's allowance is used up, the cache reports it, and the allocating
//! instruction sets the goroutine's budget to zero: at the next safepoint, where all values lie in frames, the
//! goroutine [attends](crate::collector::cycle::run_collector_work) to the collector: it begins a cycle, assists the
//! current one, or sweeps.
//!
//! # Pacing
//! As in Go the goal is the live bytes (with stacks and globals as roots) plus `GOGC` per cent, or the room within the
//! memory limit. Marking begins earlier by the bytes allocated during the last marking, so that it ends near the goal;
//! and a goroutine that allocates meanwhile marks, for each allocated byte, as many bytes as are needed for the marking
//! to end before the goal.

use crate::goroutine::context::Cx;
use crate::image::liveness::LivenessCache;
use crate::shared::Shared;
use crate::shared::collector::{Cycle, Gc, GcOptions, GcStats};
use crate::shared::finalizers::Finalizers;
use crate::shared::weak::WeakHandles;
use minigo_heap::{Cache, Heap};
use parking_lot::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// The smallest goal of a collection, at 100 per cent, if there are live bytes to mark: the same as in Go. A program
/// that only makes garbage does not need Go's minimal heap of 4 MB: so little memory is marked that a collection takes
/// 0.1 ms.
const MIN_GOAL: u64 = 4 << 20;

const MIN_GOAL_WITHOUT_LIVE_BYTES: u64 = 256 << 10;
/// For up to this many bytes to mark, the program waits for the whole cycle.
const TINY_HEAP: u64 = 64 << 10;

/// If this many times the marked memory is allocated between two collections, collecting takes less time than
/// allocating.
const RARE_COLLECTION_FACTOR: u64 = 16;

/// The bytes that may be allocated between two collections however little memory there is.
const MIN_ALLOCATION_ALLOWANCE: u64 = 128 << 10;

/// The smallest allowance under a hard limit, as a part of the limit: near the limit a collection costs as much as far
/// from it, and gains little.
const MIN_ALLOCATION_ALLOWANCE_DIVISOR: u64 = 128;

/// Memory is scarce after a collection that leaves less than 1/`SCARCE_MEMORY_DIVISOR` of the limit free, and after one
/// that the limit forced when less than 1/`MIN_ALLOCATED_DIVISOR` of the limit had been allocated since the previous
/// one. After `MAX_SCARCE_MEMORY_CYCLES` such collections in a row the program ends: otherwise it would mark all memory
/// for every few objects.
const SCARCE_MEMORY_DIVISOR: u64 = 32;

const MIN_ALLOCATED_DIVISOR: u64 = 24;
const MAX_SCARCE_MEMORY_CYCLES: u32 = 3;
/// Smaller heaps are marked by one thread when the world is stopped.
pub(crate) const SMALL_HEAP: u64 = 8 << 20;

/// Under stress the budget of a goroutine between two collections is below this.
const STRESS_BUDGET: u32 = 100;

impl Gc {
    pub(crate) fn new(options: GcOptions, started: i64, heap: &Heap) -> Self {
        if options.verify {
            heap.set_poison(true);
        }
        let (figures, finalizers) = (Mutex::default(), Finalizers::default());
        let (cycle, allowance) = (Cycle::default(), AtomicU64::new(0));
        let (weaks, lives) = (WeakHandles::default(), LivenessCache::default());
        let (scarce_cycles, starved) = (AtomicU32::new(0), AtomicBool::new(false));
        Self {
            options,
            figures,
            finalizers,
            weak_handles: weaks,
            cycle,
            liveness_cache: lives,
            allocation_allowance: allowance,
            scarce_cycles,
            has_failed_allocation: starved,
            start_time: started,
        }
    }

    /// The share of collections in the CPU time of all processors since the start, in billionths.
    pub(crate) fn cpu_fraction(&self, now: i64, procs: usize) -> u64 {
        let figures = self.figures.lock();
        let taken = figures.pause_total * procs as u64 + figures.marking_nanos;
        let all = (now - self.start_time).max(1) as u128 * procs as u128;
        (u128::from(taken) * 1_000_000_000 / all).min(1_000_000_000) as u64
    }

    /// Records that an allocation failed: the cycle that ends next was needed.
    pub(crate) fn note_failed_allocation(&self) {
        self.has_failed_allocation.store(true, Ordering::Relaxed);
    }

    /// Reports whether the current cycle was needed.
    pub(crate) fn has_failed_allocation(&self) -> bool {
        self.has_failed_allocation.load(Ordering::Relaxed)
    }

    /// Called at the end of a marking, with the bytes allocated since the previous one: records whether memory is
    /// scarce. Collections that the program requests without need do not count.
    pub(crate) fn note_memory_scarcity(&self, shared: &Shared, figures: &GcStats, allocated: u64) {
        let limit = shared.heap.limit();
        let starved = self.has_failed_allocation.swap(false, Ordering::Relaxed);
        if limit == usize::MAX || !starved && allocated < shared.heap.allocation_allowance() {
            return;
        }
        let limit = limit as u64;
        let left = limit.saturating_sub(figures.live_bytes + shared.heap.external_bytes());
        let is_scarce = left < limit / SCARCE_MEMORY_DIVISOR;
        let is_barren = (starved || figures.is_goal_set_by_memory_limit)
            && allocated < limit / MIN_ALLOCATED_DIVISOR;
        let scarce_cycles = match is_scarce || is_barren {
            true => self.scarce_cycles.load(Ordering::Relaxed) + 1,
            false => 0,
        };
        self.scarce_cycles.store(scarce_cycles, Ordering::Relaxed);
    }

    /// Called when an input of a session begins: the memory of a failed earlier input may be garbage by now.
    pub(crate) fn reset_memory_scarcity(&self) {
        self.scarce_cycles.store(0, Ordering::Relaxed);
    }

    /// Computes when the next collection is due.
    pub(crate) fn set_goal(&self, shared: &Shared) {
        let mut figures = self.figures.lock();
        let (percent, limit) = shared.settings.gc_settings();
        let (live, heap) = (figures.live_bytes, &shared.heap);
        let globals = size_of_val(shared.image.global_words()) as u64;
        let mut allowance = match u64::try_from(percent) {
            Ok(percent) => {
                let marked = live + figures.stack_bytes + globals;
                let least = marked
                    .saturating_mul(RARE_COLLECTION_FACTOR)
                    .clamp(MIN_GOAL_WITHOUT_LIVE_BYTES, MIN_GOAL);
                let least = (least.saturating_mul(percent) / 100).saturating_sub(live);
                (marked.saturating_mul(percent) / 100).max(least)
            }
            Err(_) => u64::MAX,
        };
        // Dead bytes that are not swept yet count for no limit, and about half of the free bytes between live objects
        // will be used. A goroutine that reaches the hard limit before the marking has ended waits for its end.
        let held = live + figures.free_gap_bytes / 2;
        let hard = (heap.limit() as u64).saturating_sub(heap.external_bytes() + held) / 4 * 3;
        let soft = (limit as u64).saturating_sub(held + figures.stack_bytes);
        figures.is_goal_set_by_memory_limit = allowance > hard;
        let least = match heap.limit() {
            usize::MAX => MIN_ALLOCATION_ALLOWANCE,
            limit => MIN_ALLOCATION_ALLOWANCE.max(limit as u64 / MIN_ALLOCATION_ALLOWANCE_DIVISOR),
        };
        allowance = allowance.min(hard).min(soft).max(least);
        figures.goal_size = live.saturating_add(allowance);
        self.allocation_allowance.store(allowance, Ordering::Relaxed);
        let trigger = if self.options.stops_world {
            allowance
        } else {
            let runway = (figures.allocated_while_marking + figures.allocated_while_marking / 8)
                .max(allowance / 20);
            allowance.saturating_sub(runway).max(allowance / 10 * 6)
        };
        heap.set_allocation_allowance(trigger);
    }
}

/// The budget of a slice, or its remaining budget under stress.
pub(crate) fn allocation_budget(cx: &mut Cx) -> i64 {
    let budget = budget_without_fuel(cx);
    if cx.meters_fuel { cx.grant_budget(budget) } else { budget }
}

/// The budget without regard to fuel.
fn budget_without_fuel(cx: &mut Cx) -> i64 {
    if cx.shared().stress.is_on() {
        // Compiled code needs one tick to be entered at its beginning; a larger budget would skip a safepoint.
        // SAFETY: the registers are at an instruction.
        return i64::from(unsafe { cx.shared().image.begins_compiled_function(cx.registers.pc) });
    }
    if cx.shared().gc.options.stress {
        // Deep stacks take long to scan: they get fewer collections.
        let slots = cx.g().stack.slots() as u32;
        return i64::from(cx.task().random(STRESS_BUDGET + slots / 4));
    }
    i64::from(cx.task().budget())
}

/// Reports whether the collector has work for the goroutine at this safepoint.
#[inline]
pub(crate) fn has_collector_work(cx: &mut Cx) -> bool {
    cx.cache().wants_gc() || cx.shared().gc.options.stress && collects_at_random(cx)
}

/// Under stress budgets are random; where every safepoint ends a budget, a collection is chosen at random instead.
fn collects_at_random(cx: &mut Cx) -> bool {
    !cx.shared().stress.is_on() || cx.task().random(STRESS_BUDGET) == 0
}

/// Reports whether the collector has work, for callers without a context.
pub(crate) fn has_work_in_cache(cache: &Cache, shared: &Shared) -> bool {
    cache.wants_gc() || shared.gc.options.stress
}

/// Reports whether a cycle should begin.
pub(crate) fn is_cycle_due(shared: &Shared) -> bool {
    shared.heap.is_collection_due()
}

/// Reports whether the last cycle (if any) found next to nothing live, and little was allocated since.
pub(crate) fn is_heap_tiny(shared: &Shared) -> bool {
    let figures = shared.gc.figures.lock();
    let globals = size_of_val(shared.image.global_words()) as u64;
    figures.live_bytes + figures.stack_bytes + globals <= TINY_HEAP
        && shared.heap.allocated_bytes() <= 2 * MIN_GOAL_WITHOUT_LIVE_BYTES
}

/// Reports whether several collections in a row have found nearly all memory in use.
pub(crate) fn is_memory_exhausted(shared: &Shared) -> bool {
    shared.gc.scarce_cycles.load(Ordering::Relaxed) >= MAX_SCARCE_MEMORY_CYCLES
}

/// The estimated number of bytes that the next marking will scan.
pub(crate) fn expected_scan_bytes(shared: &Shared) -> u64 {
    let figures = shared.gc.figures.lock();
    if figures.marked_cycles == 0 {
        shared.heap.allocated_bytes() / 2
    } else {
        figures.scanned_while_marking
    }
}

/// The bytes that may be allocated until the goal is reached.
pub(crate) fn bytes_until_goal(shared: &Shared) -> u64 {
    let allowance = shared.gc.allocation_allowance.load(Ordering::Relaxed);
    allowance.saturating_sub(shared.heap.allocated_bytes())
}
