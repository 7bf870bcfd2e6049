//! Figures after a cycle: live bytes, pauses, the heap's recent peak, and the memory to return to the system.

use crate::collector::gctrace::trace_line;
use crate::goroutine::state::Goroutine;
use crate::shared::Shared;
use crate::shared::collector::{GcStats, HeapPeak, MAX_PAUSES, PhaseTimes};
use minigo_heap::{CacheStats, Heap, MarkTotals};
use minigo_sched::StoppedWorld;

impl GcStats {
    /// Counts a collection that ended at `last`, together with its pauses, so that there is a pause for each of the
    /// last collections.
    fn count_collection(&mut self, pauses: u64) {
        self.recorded_cycles += 1;
        self.pause_total += pauses;
        if self.recent_pauses.len() == MAX_PAUSES {
            self.recent_pauses.pop_front();
        }
        self.recent_pauses.push_back((pauses, self.last_end));
    }
}

pub(crate) fn add_stats(sum: &mut CacheStats, stats: CacheStats) {
    sum.objects += stats.objects;
    sum.bytes += stats.bytes;
}

/// Records the results of a marking that has ended, with the world stopped. `total` is everything ever allocated;
/// `before` is the size of the heap at the cycle's begin, `allocated` the bytes allocated since the end of the previous
/// cycle.
pub(crate) fn record_marking(
    shared: &Shared,
    total: CacheStats,
    marked: MarkTotals,
    stacks: u64,
    [before, allocated]: [u64; 2],
) {
    let mut figures = shared.gc.figures.lock();
    let freed = CacheStats {
        objects: total.objects.saturating_sub(marked.marked_objects),
        bytes: total.bytes.saturating_sub(marked.marked_bytes),
    };
    // The total of freed memory never decreases, even if a word that looks like an address has kept a free object
    // alive.
    figures.freed_counts.objects = figures.freed_counts.objects.max(freed.objects);
    figures.freed_counts.bytes = figures.freed_counts.bytes.max(freed.bytes);
    let runway = (figures.live_bytes + allocated).saturating_sub(before);
    figures.allocated_while_marking = runway.max(figures.allocated_while_marking / 2);
    (figures.live_bytes, figures.stack_bytes, figures.scanned_while_marking) =
        (marked.marked_bytes, stacks, marked.scanned_bytes);
    shared.gc.note_memory_scarcity(shared, &figures, allocated);
    figures.recent_peak.note_size(shared.heap.used_bytes());
    figures.marked_cycles += 1;
}

/// Updates the figures when everything has been swept: the room within the limits is known more exactly than after the
/// marking.
pub(crate) fn record_sweep(shared: &Shared) {
    let heap = &shared.heap;
    let allocated = heap.allocated_bytes();
    let is_limited = {
        let mut figures = shared.gc.figures.lock();
        figures.free_gap_bytes = heap.used_bytes().saturating_sub(figures.live_bytes + allocated);
        heap.limit() != usize::MAX || shared.settings.gc_settings().1 != i64::MAX
    };
    if is_limited {
        shared.gc.set_goal(shared);
    }
}

/// Returns memory to the system that the next cycle will not need, and that was not needed recently either. Returns
/// true if more memory can be returned later.
pub(crate) fn release_memory(shared: &Shared) -> bool {
    let now = shared.host.monotonic();
    let (used, limit) = (shared.heap.used_bytes(), shared.settings.gc_settings().1 as u64);
    let (goal, peak, stacks) = {
        let mut figures = shared.gc.figures.lock();
        (figures.goal_size, figures.recent_peak.recent_peak(now), figures.stack_bytes)
    };
    let needed = goal.saturating_add(goal / 10);
    let keep = needed.max(peak).min(limit.saturating_sub(stacks)).saturating_sub(used);
    shared.heap.release_free_memory(keep as usize);
    needed.saturating_sub(used) < keep.min(shared.heap.retained_bytes())
}

/// The time span of [`HeapPeak`], in ns; freed memory is kept for one to two spans.
pub(crate) const PEAK_WINDOW: i64 = 1_000_000_000;

impl HeapPeak {
    fn note_size(&mut self, size: u64) {
        self.current_peak = self.current_peak.max(size);
    }

    fn recent_peak(&mut self, now: i64) -> u64 {
        if now - self.span_begin >= PEAK_WINDOW {
            self.previous_peak =
                if now - self.span_begin < 2 * PEAK_WINDOW { self.current_peak } else { 0 };
            (self.span_begin, self.current_peak) = (now, 0);
        }
        self.current_peak.max(self.previous_peak)
    }
}

/// Called when the world has resumed after a cycle's last stop: records the pause, and prints the trace line if
/// requested.
pub(crate) fn report_cycle(
    shared: &Shared,
    times: &PhaseTimes,
    sizes: [u64; 2],
    procs: usize,
    forced: bool,
) {
    let old_goal = shared.gc.figures.lock().goal_size;
    shared.gc.set_goal(shared);
    let (sec, nsec) = shared.host.wall_clock();
    let mut figures = shared.gc.figures.lock();
    figures.forced_cycles += u64::from(forced);
    let pauses = (times.marking_begin - times.first_stop) + (times.resume_time - times.last_stop);
    figures.marking_nanos += shared.gc.cycle.cpu_time().iter().sum::<u64>();
    figures.last_end = sec as u64 * 1_000_000_000 + nsec as u64;
    figures.count_collection(pauses as u64);
    if shared.gc.options.trace {
        let [before, live] = sizes;
        trace_line(shared, &figures, times, [before, live, old_goal], procs, forced);
    }
}

/// The total of everything allocated so far, including the processors' caches.
pub(crate) fn allocation_stats(heap: &Heap, world: &mut StoppedWorld<'_, Goroutine>) -> CacheStats {
    let mut total = heap.stats();
    world.each_local(|_, local| add_stats(&mut total, local.cache.stats()));
    total
}
