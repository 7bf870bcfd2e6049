//! What is known after a cycle: live bytes, pauses, the heap's recent peak, and what memory goes back to the system.

use crate::collector::gctrace::trace;
use crate::goroutine::state::Goroutine;
use crate::shared::Shared;
use crate::shared::collector::{Figures, PAUSES, Peak, Times};
use minigo_heap::{CacheStats, Heap, Marked};
use minigo_sched::StoppedWorld;

impl Figures {
    /// Counts a collection that ended at `last`, together with its pauses: one finds a pause for each of the last
    /// collections.
    fn count(&mut self, pauses: u64) {
        self.counted += 1;
        self.pause_total += pauses;
        if self.pauses.len() == PAUSES {
            self.pauses.pop_front();
        }
        self.pauses.push_back((pauses, self.last));
    }
}

pub(crate) fn add(sum: &mut CacheStats, stats: CacheStats) {
    sum.objects += stats.objects;
    sum.bytes += stats.bytes;
}

/// A marking has ended, the world stands still: takes down what it found. `total` is all that was ever allocated;
/// `before` and `allocated` the heap's size at the cycle's begin and what was allocated since the end of the one
/// before.
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
    figures.marked += 1;
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

/// Gives memory back that the next cycle will not need, and was not needed lately either. True: there is more that may
/// go later.
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
    figures.count(pauses as u64);
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
