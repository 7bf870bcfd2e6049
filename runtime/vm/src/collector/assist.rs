//! The share of goroutines in a marking: each goroutine is scanned before it continues, and one that allocates assists.
//!
//! A goroutine that allocates beyond the goal waits a little for the marking, and one that has used up the room of the
//! next cycle before the last one was swept helps to sweep.

use crate::collector::cycle::{ASSIST_STEP, ASSISTS};
use crate::collector::pacer;
use crate::collector::scan::scan;
use crate::goroutine::context::Cx;
use crate::goroutine::state::{Goroutine, GoroutineShared};
use crate::shared::Shared;
use crate::shared::collector::Cycle;
use minigo_heap::Phase;
use minigo_sched::{OnP, TaskRef};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The most bytes that one assist scans, some 4 ms; the rest of the debt is paid with later allocations. (A goroutine
/// that did little else than let a slice grow to 400 KB had 20 ms to pay.)
const MAX_ASSIST_BYTES: u64 = 1 << 20;

/// The most bytes reachable from a goroutine that the worker resuming it scans itself.
const MAX_OWN_SCAN: u64 = 1 << 10;

/// The most bytes that an assist scans for each byte allocated.
pub(crate) const MAX_ASSIST_RATIO: f64 = 32.0;

/// How many times and how long a goroutine that has reached the goal waits for the marking, per
/// [debt](minigo_heap::Cache::take_debt) paid.
const WAITS: usize = 8;

const WAIT: Duration = Duration::from_micros(50);
/// In larger heaps no goroutine waits: there the excess is a small part, and other goroutines on the processor would be
/// late.
const WAITING_HEAP: u64 = 64 << 20;

fn wait_for_scan(common: &GoroutineShared, shared: &Shared) {
    let cycle = shared.heap.cycle();
    while !common.scanned.is_done(cycle) && !shared.gc.cycle.broken.load(Ordering::Relaxed) {
        std::thread::yield_now();
    }
}

/// Called before a goroutine continues during a marking, and before there is a reference to the goroutine. On return
/// either it has been scanned, or no thread but this worker will scan it, which [`before_slice`] does.
#[cold]
pub(crate) fn admit(on: &mut OnP<'_, Goroutine>, me: TaskRef) {
    let shared = Arc::as_ptr(&on.local().shared);
    // SAFETY: the machine outlives its processors. (All processors call this: counting one more owner would contend
    // with the others.)
    let shared: &Shared = unsafe { &*shared };
    let cycle = shared.heap.cycle();
    let common = on.shared(me);
    if common.scanned.is_done(cycle) {
        return;
    }
    // As in `begin`: the goroutine may hold the only reference to everything else.
    on.local().cache.marker().begin_help();
    if !common.scanned.claim(cycle) {
        on.local().cache.marker().end_help();
        wait_for_scan(common, shared);
    }
}

/// Called before a slice of an admitted goroutine: scans it, unless it has been scanned.
#[cold]
pub(crate) fn before_slice(g: &mut Goroutine, task: &mut minigo_sched::Cx<'_, Goroutine>) {
    let shared = Arc::as_ptr(&task.local().shared);
    // SAFETY: as above.
    let shared: &Shared = unsafe { &*shared };
    let cycle = shared.heap.cycle();
    let me = task.me();
    let common = task.shared(me);
    // (If a collector thread has failed, the scan may never be finished.)
    if common.scanned.is_done(cycle) || shared.gc.cycle.broken.load(Ordering::Relaxed) {
        task.local().cache.begin_slice(g.take_assist_debt());
        return;
    }
    task.local().cache.begin_slice(0);
    let marker = task.local().cache.marker();
    shared.gc.cycle.roots.scan_goroutine(shared, g, common, marker);
    common.scanned.finish(cycle);
    // When there are many goroutines, most of them reach few objects: these objects are scanned here, since handing
    // them to another marker takes longer.
    let done = marker.scan_own_grey(MAX_OWN_SCAN, |m, o| scan(&shared.image.types, m, o));
    marker.end_help();
    shared.gc.cycle.scanned.fetch_add(done, Ordering::Relaxed);
}

/// Makes a goroutine pay for its allocations by marking. Returns false if another ready goroutine runs first.
pub(crate) fn assist(cx: &mut Cx) -> bool {
    let shared = cx.m;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    let cycle = &shared.gc.cycle;
    let debt = cx.cache().take_debt() + cx.g().take_assist_debt();
    cx.cache().clear_gc_request();
    if shared.gc.options.stress {
        let types = &shared.image.types;
        cx.cache().marker().work(256, |m, o| scan(types, m, o));
        cx.cache().marker().share_grey_objects();
        // Lets the marking progress while the program makes a few steps.
        std::thread::sleep(Duration::from_micros(20));
        return true;
    }
    let rate = cycle.rate(shared);
    let debt_left = cycle.use_credit((debt as f64 * rate) as u64);
    if debt_left == 0 {
        return true;
    }
    let since = shared.host.monotonic();
    cx.cache().marker().begin_help();
    let goes_on = pay_assist_debt(cx, shared, debt_left, rate);
    cx.cache().marker().end_help();
    cycle.add_cpu_time(ASSISTS, since, shared);
    if goes_on {
        wait_over_goal(cx);
    }
    goes_on
}

impl Cycle {
    /// The part of a debt that remains after using the marking threads' credit.
    fn use_credit(&self, debt: u64) -> u64 {
        let credit = self.credit.load(Ordering::Relaxed);
        if credit <= 0 {
            return debt;
        }
        let used = (credit as u64).min(debt);
        self.credit.fetch_sub(used as i64, Ordering::Relaxed);
        debt - used
    }
}

/// Marks until the debt or an instalment of it is paid. The rest is recorded as allocated bytes, at `rate` bytes of
/// marking for each. Returns false if another ready goroutine runs first.
fn pay_assist_debt(cx: &mut Cx, shared: &Shared, mut debt_left: u64, rate: f64) -> bool {
    let (cycle, types) = (&shared.gc.cycle, &shared.image.types);
    let mut paid = 0;
    while debt_left > 0 {
        let done = cx.cache().marker().work(debt_left.min(ASSIST_STEP), |m, o| scan(types, m, o));
        cycle.scanned.fetch_add(done, Ordering::Relaxed);
        debt_left = debt_left.saturating_sub(done);
        if done == 0 {
            let handle = cx.task().handle();
            if !cycle.roots.mark_some_roots(shared, &handle, cx.cache().marker()) {
                // Other threads hold the remaining work, and it is little.
                break;
            }
        }
        paid += done;
        if debt_left > 0 && paid >= MAX_ASSIST_BYTES {
            cx.g().add_assist_debt((debt_left as f64 / rate) as u64);
            break;
        }
        // A ready goroutine that allocates nothing must not wait for another's debt, which may take some ms.
        if cx.task().should_yield() || debt_left > 0 && cx.task().has_others() {
            // The next goroutine on this processor need not pay the rest.
            cx.g().add_assist_debt((debt_left as f64 / rate) as u64);
            return false;
        }
    }
    true
}

/// Makes a goroutine that has used up the room up to the goal wait a little, so that the markers get ahead: everything
/// allocated before they have ended survives until the next cycle.
fn wait_over_goal(cx: &mut Cx) {
    let shared = cx.m;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    let waits = if shared.heap.used() < WAITING_HEAP { WAITS } else { 0 };
    for _ in 0..waits {
        if pacer::room(shared) != 0
            || shared.gc.cycle.cycles.phase() != Phase::Marking
            || cx.task().flag().load(Ordering::Relaxed) != 0
        {
            break;
        }
        std::thread::sleep(WAIT);
    }
}

/// A goroutine that has used up the room of the next cycle before the last one was swept sweeps, then waits for the
/// thread that ends that cycle: the thread may have lost its core, and the heap would grow for as long as the OS makes
/// the thread wait.
pub(crate) fn sweep_before_cycle(cx: &mut Cx) {
    let shared = cx.m;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    for _ in 0..WAITS {
        if shared.heap.sweep_some() {
            continue;
        }
        if !pacer::is_time(shared)
            || shared.gc.cycle.cycles.phase() != Phase::Sweeping
            || cx.task().flag().load(Ordering::Relaxed) != 0
        {
            break;
        }
        std::thread::sleep(WAIT);
    }
}
