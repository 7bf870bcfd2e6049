//! The marking threads, the first of which also ends cycles, and starts the goroutines that run finalizers, cleanups
//! and hooks.

use crate::channel::GoChan;
use crate::collector::cycle::{
    ASSIST_STEP_BYTES, BACKGROUND_CPU_TIME_INDEX, COUNTER_UPDATE_BYTES, IDLE_CPU_TIME_INDEX,
    finish_marking, handle_unreached_objects, wake_all,
};
use crate::collector::cycle_statistics::{self, PEAK_WINDOW};
use crate::collector::scan::scan_object;
use crate::goroutine::context::Cx;
use crate::goroutine::state::Goroutine;
use crate::race::KnownAccesses;
use crate::shared::Shared;
use crate::shared::collector::{Cycle, CycleStart, PhaseTimes};
use crate::shared::finalizers::QUEUES;
use minigo_bytecode::ops::Op;
use minigo_heap::ledger;
use minigo_heap::{MarkTotals, Marker, Object};
use minigo_sched::{ExternalWakeGuard, GcPhase, Handle, RunOutcome};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The time limit for ending a marking: with the world stopped, a worker finishes the rest of the marking if that takes
/// no longer; otherwise the world runs on. The limit doubles with each failed attempt, so that a program which keeps
/// producing a little work cannot delay the end of the marking forever.
const MAX_MARK_TERMINATION_TIME: Duration = Duration::from_micros(100);

const MAX_DOUBLED_MARK_TERMINATION_TIME: Duration = Duration::from_millis(1);
/// The bytes scanned between two checks of the clock: 4 KB of uncached pointers take 0.1 ms.
const CLOCK_CHECK_BYTES: u64 = 1 << 10;

/// One in this many processors marks, as in Go. Goroutines that allocate faster than the threads mark pay by assists.
const PROCS_PER_WORKER: usize = 4;

/// The bytes of expected work that make it worthwhile to wake a thread for an idle processor: marking a MB takes about
/// a millisecond, some twenty times as long as waking a thread.
const WORK_BYTES_PER_HELPER: u64 = 1 << 20;

/// The number of threads that always mark: a quarter of the processors, rounded to the nearest as in Go, at least one.
fn background_workers(procs: usize) -> usize {
    ((procs + PROCS_PER_WORKER / 2) / PROCS_PER_WORKER).max(1)
}

/// The number of threads that mark in a cycle that begins with `idle` idle processors and `work` bytes to scan: the
/// threads that always mark, or one for each idle processor if these are more; as long as the process has no more
/// threads than Go would (`threads` run goroutines), and each has enough to do. (With idle processors on top of the
/// quarter, more threads would want to run than there are cores: goroutines, and the end of the cycle, would wait for
/// the OS's time slices, of some ms each.) On 64 cores 16 threads mark while all are busy, and up to 63 while one
/// goroutine runs.
pub(crate) fn workers_of_cycle(procs: usize, idle: usize, threads: usize, work: u64) -> usize {
    let room = (procs + 2).saturating_sub(threads);
    let useful = usize::try_from(work / WORK_BYTES_PER_HELPER).unwrap_or(usize::MAX);
    background_workers(procs).max(idle.min(room).min(useful))
}

/// The length of the OS's time slices that the marking threads request. A marking thread runs for long; a thread that
/// runs goroutines, or wakes for a timer, runs only for a moment, but must run soon. With slices of the same length
/// such a thread would wait until the OS's next tick (4 ms on Linux at 250 Hz), although the neighbouring core may be
/// idle.
const OS_TIME_SLICE: Duration = Duration::from_millis(20);

pub(crate) fn add_marked(sum: &mut MarkTotals, part: MarkTotals) {
    sum.marked_objects = sum.marked_objects.wrapping_add(part.marked_objects);
    sum.marked_bytes = sum.marked_bytes.wrapping_add(part.marked_bytes);
    sum.scanned_bytes = sum.scanned_bytes.wrapping_add(part.scanned_bytes);
}

/// Starts a round of the threads. The threads are created when they are first needed, and kept.
pub(crate) fn start_workers(
    shared: &Shared,
    cx: &mut Cx,
    handle: &Handle<Goroutine>,
    workers: usize,
    open: ExternalWakeGuard<Goroutine>,
    start: CycleStart,
) {
    let cycle = &shared.gc.cycle;
    let mut pool = cycle.pool.lock();
    while pool.threads.len() < workers && !pool.has_quit {
        let (number, handle) = (pool.threads.len(), handle.clone());
        let shared = cx.task().local_data().shared.clone();
        let builder = std::thread::Builder::new().name("minigo-gc".to_owned());
        let thread = ledger::spawn(builder, move || {
            MarkWorker { shared, handle, worker_number: number }.main();
        });
        match thread {
            Ok(thread) => pool.threads.push(thread),
            Err(_) if pool.threads.is_empty() => {
                pool.deadlock_guard = Some(Box::new(open));
                drop(pool);
                return cx.task().finish(RunOutcome::NoThread { limit: None });
            }
            Err(_) => break,
        }
    }
    let workers = workers.min(pool.threads.len());
    (pool.workers, pool.active_threads, pool.marked_totals) =
        (workers, workers, MarkTotals::default());
    pool.start = start;
    pool.deadlock_guard = Some(Box::new(open));
    pool.round_number += 1;
    shared.heap.expect_workers(workers);
    pool.threads[..workers].iter().for_each(|thread| thread.thread().unpark());
}

/// A thread that marks, and is parked between cycles. The first thread also ends cycles.
struct MarkWorker {
    shared: Arc<Shared>,
    handle: Handle<Goroutine>,
    worker_number: usize,
}

impl MarkWorker {
    /// The thread's body.
    fn main(self) {
        if catch_unwind(AssertUnwindSafe(|| self.run_thread())).is_err() {
            self.shared.gc.cycle.has_thread_panicked.store(true, Ordering::Relaxed);
            self.handle.finish(RunOutcome::Panicked);
        }
    }

    fn run_thread(&self) {
        self.shared.host.set_time_slice(OS_TIME_SLICE);
        let (mut seen, mut kept) = (0, false);
        while self.wait_for_round(&mut seen, kept) {
            let marker = self.mark_round();
            if self.worker_number == 0 {
                kept = self.end_marking(marker);
            }
        }
    }

    /// Parks until a later round than `seen` begins in which the thread takes part; meanwhile returns memory to the
    /// system, if some was kept for later. Returns false if the machine ends.
    fn wait_for_round(&self, seen: &mut u64, mut kept: bool) -> bool {
        let shared = &*self.shared;
        let later = || shared.host.monotonic() + PEAK_WINDOW;
        let mut until = later();
        loop {
            let pool = shared.gc.cycle.pool.lock();
            // A round that has begun needs all its workers.
            if pool.round_number != *seen && self.worker_number < pool.workers {
                *seen = pool.round_number;
                return true;
            }
            if pool.has_quit {
                return false;
            }
            drop(pool);
            // A round that begins from here on has unparked the thread already: the thread does not sleep.
            let left = until - shared.host.monotonic();
            if !kept {
                std::thread::park();
            } else if left > 0 {
                std::thread::park_timeout(Duration::from_nanos(left as u64));
            } else {
                kept = cycle_statistics::release_memory(shared);
                until = later();
            }
        }
    }

    /// Does the thread's part of a round. The first thread returns when all threads have done their parts.
    fn mark_round(&self) -> Marker {
        let (shared, cycle) = (&*self.shared, &self.shared.gc.cycle);
        let background = background_workers(self.handle.counts().procs);
        let kind = if self.worker_number < background {
            BACKGROUND_CPU_TIME_INDEX
        } else {
            IDLE_CPU_TIME_INDEX
        };
        let since = shared.host.monotonic();
        let mut marker = shared.heap.marker(false);
        while cycle.roots.mark_some_roots(shared, &self.handle, &mut marker) {
            self.mark_reachable_from_roots(&mut marker);
        }
        self.drain_packets(&mut marker);
        cycle.add_cpu_time(kind, since, shared);
        let mut pool = cycle.pool.lock();
        add_marked(&mut pool.marked_totals, marker.take_marked());
        pool.active_threads -= 1;
        if pool.active_threads == 0 {
            cycle.all_done.notify_all();
        }
        while self.worker_number == 0 && pool.active_threads > 0 {
            cycle.all_done.wait(&mut pool);
        }
        drop(pool);
        marker
    }

    /// Marks some of the objects reachable from the roots marked so far: for half a million goroutines, deferring these
    /// objects would fill 12 MB, and none of the objects would still be in the CPU's cache.
    fn mark_reachable_from_roots(&self, marker: &mut Marker) {
        let (shared, cycle) = (&*self.shared, &self.shared.gc.cycle);
        if !shared.gc.options.stress {
            let done =
                marker.scan_some(ASSIST_STEP_BYTES, |m, o| scan_object(&shared.image.types, m, o));
            cycle.scanned_bytes.fetch_add(done, Ordering::Relaxed);
            cycle.scan_credit.fetch_add(done as i64, Ordering::Relaxed);
        }
    }

    /// Marks until no thread finds any more work.
    fn drain_packets(&self, marker: &mut Marker) {
        let (shared, cycle) = (&*self.shared, &self.shared.gc.cycle);
        let (types, stress) = (&shared.image.types, shared.gc.options.stress);
        let mut since = 0;
        let mut steps = 0u32;
        marker.drain_grey(|marker, object: Object| {
            since += object.size as u64;
            if since >= COUNTER_UPDATE_BYTES {
                cycle.scanned_bytes.fetch_add(since, Ordering::Relaxed);
                cycle.scan_credit.fetch_add(since as i64, Ordering::Relaxed);
                since = 0;
            }
            if stress {
                // The program gets the CPU between any two objects.
                steps += 1;
                if steps.is_multiple_of(64) {
                    std::thread::sleep(Duration::from_micros(10));
                }
            }
            scan_object(types, marker, object);
        });
        cycle.scanned_bytes.fetch_add(since, Ordering::Relaxed);
    }

    /// Ends the marking as soon as no work is left, then sweeps. Returns true if memory must be returned to the
    /// system later.
    fn end_marking(&self, mut marker: Marker) -> bool {
        let shared = &*self.shared;
        let types = &shared.image.types;
        let (mut stopped, mut patience) = (0, MAX_MARK_TERMINATION_TIME);
        let (mut world, began) = loop {
            let began = shared.host.monotonic();
            let mut world = self.handle.stop_world();
            world.each_local(|_, local| local.cache.marker().share_grey_objects());
            let until = shared.host.monotonic() + patience.as_nanos() as i64;
            while marker.scan_some(CLOCK_CHECK_BYTES, |m, o| scan_object(types, m, o)) != 0
                && shared.host.monotonic() < until
            {}
            marker.share_grey_objects();
            if !shared.heap.has_grey() {
                break (world, began);
            }
            stopped += shared.host.monotonic() - began;
            patience = (patience * 2).min(MAX_DOUBLED_MARK_TERMINATION_TIME);
            drop(world);
            shared.heap.expect_workers(1);
            self.drain_packets(&mut marker);
        };
        let (mut marked, start) = {
            let mut pool = shared.gc.cycle.pool.lock();
            (std::mem::take(&mut pool.marked_totals), pool.start)
        };
        add_marked(&mut marked, marker.take_marked());
        let chans = finish_marking(
            shared,
            &mut world,
            &mut marked,
            start.size_before,
            std::ptr::null_mut(),
        );
        let procs = world.procs();
        shared.gc.cycle.cycles.begin_sweeping();
        let ended = shared.host.monotonic();
        drop(world);
        let times = PhaseTimes { last_stop: began - stopped, resume_time: ended, ..start.times };
        let sizes = [start.size_before, marked.marked_bytes];
        cycle_statistics::report_cycle(shared, &times, sizes, procs, start.is_forced);
        self.handle.trace_gc(GcPhase::Sweep);
        self.sweep_and_end_cycle(chans)
    }

    /// Uses the results of the marking, sweeps, and lets the next cycle begin. Returns true if memory must be
    /// returned to the system later.
    fn sweep_and_end_cycle(&self, chans: Vec<Vec<*mut GoChan>>) -> bool {
        let shared = &*self.shared;
        let cycle = &shared.gc.cycle;
        handle_unreached_objects(shared, &self.handle, chans);
        start_finalizers(shared, &self.handle);
        shared.heap.sweep();
        cycle_statistics::record_sweep(shared);
        let kept = cycle_statistics::release_memory(shared);
        self.handle.trace_gc(GcPhase::Off);
        let mut pool = cycle.pool.lock();
        let open = pool.deadlock_guard.take();
        // The cycle ends under the pool's lock: the next cycle sets `open` again.
        let waiting = cycle.cycles.end_cycle();
        drop(pool);
        wake_all(waiting, &self.handle);
        drop(open);
        kept
    }
}

/// Starts a goroutine for each non-empty queue of finalizers, cleanups or hooks that no goroutine runs. Any thread may
/// call this, also one without a processor.
pub(crate) fn start_finalizers(shared: &Shared, handle: &Handle<Goroutine>) {
    let mut lists = shared.gc.finalizers.0.lock();
    for queue in QUEUES.map(|q| q as usize) {
        if lists.ready_queues[queue].is_empty() || lists.is_running[queue] {
            continue;
        }
        let (runner, args) = (lists.runner_func, [queue as u64]);
        // SAFETY: a func value points to its code, and the library's runner takes one slot.
        let new = unsafe {
            let code = *(runner as *const *const Op);
            Goroutine::started_by_vm(shared, code, runner, &args, KnownAccesses::Nothing)
        };
        // If there is no memory for the goroutine, the next collection tries again.
        if let Some(new) = new {
            lists.is_running[queue] = true;
            handle.spawn(new);
        }
    }
}

impl Cycle {
    /// Ends the marking threads; to be called when no goroutine will begin another cycle.
    pub(crate) fn quit_threads(&self) {
        if self.has_thread_panicked.load(Ordering::Relaxed) {
            // Other threads may wait for the failed one, and use memory that is freed below.
            return;
        }
        let threads = {
            let mut pool = self.pool.lock();
            pool.has_quit = true;
            std::mem::take(&mut pool.threads)
        };
        threads.iter().for_each(|thread| thread.thread().unpark());
        for thread in threads {
            thread.join().expect("marking threads catch their panics");
        }
        self.pool.lock().deadlock_guard = None;
        for chan in self.marked_channels.lock().drain(..) {
            // SAFETY: the channel comes from `new_chan`, is dropped once, and no goroutine runs any more.
            unsafe { chan.0.drop_in_place() };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::workers_of_cycle;

    const MB: u64 = 1 << 20;

    #[test]
    fn a_quarter_of_the_processors_always_marks() {
        let busy = |procs| workers_of_cycle(procs, 0, procs + 2, u64::MAX);
        let all = [1, 2, 4, 5, 6, 8, 10, 16, 64, 256].map(busy);
        assert_eq!(all, [1, 1, 1, 1, 2, 2, 3, 4, 16, 64]);
    }

    #[test]
    fn idle_processors_are_used_as_far_as_there_is_work_and_room() {
        assert_eq!(workers_of_cycle(2, 1, 2, u64::MAX), 1);
        assert_eq!(workers_of_cycle(64, 63, 2, u64::MAX), 63);
        assert_eq!(workers_of_cycle(64, 63, 2, 20 * MB), 20);
        assert_eq!(workers_of_cycle(64, 63, 2, 5 * MB), 16);
        // Idle processors whose threads exist: the threads sleep, but may wake at any moment.
        assert_eq!(workers_of_cycle(64, 40, 46, u64::MAX), 20);
        assert_eq!(workers_of_cycle(64, 40, 100, u64::MAX), 16);
    }
}
