//! A cycle: begin, marking, end, sweeping; and the threads that do it.
//!
//! A module of its own because it is the only place that turns phases: who may do what when stands in the
//! [collector's header](super).

use super::frames;
use super::roots::{Roots, scan};
use super::stopped;
use crate::finalize;
use crate::gc::{self, Times};
use crate::goroutine::Goroutine;
use crate::interp::Cx;
use crate::machine::Shared;
use crate::natives::time;
use crate::object::chan::GoChan;
use minigo_heap::{Asked, Marked, Marker, Object, Phase, Turns};
use minigo_sched::{GcPhase, Handle, KeepOpen, OnP, Outcome, StoppedWorld, TaskRef};
use parking_lot::{Condvar, Mutex};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// So many bytes are scanned at most before somebody who assists looks whether it should give way.
const STEP: u64 = 32 << 10;
/// Who allocates much at once pays so much at a time, some 4 ms, and the rest with what it allocates next. (A goroutine that does little
/// else than to let a slice grow to 400 KB had 20 ms to pay.)
const INSTALMENT: u64 = 1 << 20;
/// So many bytes of what a goroutine leads to are scanned by who wants to run it.
const LITTLE: u64 = 1 << 10;
/// So many bytes are scanned before the common counters are told.
const REPORT: u64 = 64 << 10;
/// What is left when the world stops for the end is scanned at once if that takes no longer than this; and twice as long in each stop
/// after one in vain, so that a program which goes on turning up a little does not stop for ever.
const REST: Duration = Duration::from_micros(100);
const LONGEST_REST: Duration = Duration::from_millis(1);
/// So many bytes of it are scanned between two looks at the clock: where nothing is in the caches 4 KB of pointers take 0.1 ms.
const REST_STEP: u64 = 1 << 10;
/// What is kept because it was needed lately is looked at again after this time.
const LATER: Duration = Duration::from_nanos(gc::LATELY as u64);
/// Who allocates a byte scans at most so many.
const STEEPEST: f64 = 32.0;
const MAX_THREADS: usize = 8;
/// The time slices that the threads ask for. They want to run for long; a thread with goroutines, or one that wakes for a timer, for a
/// moment and soon. With slices of the same length it would wait until the OS's next tick (4 ms on Linux at 250 Hz), while the core
/// beside may even be idle.
const SLICE: Duration = Duration::from_millis(20);
/// How often and how long somebody who has reached the goal waits for the marking, per [debt](minigo_heap::Cache::take_debt) paid.
const WAITS: usize = 8;
const WAIT: Duration = Duration::from_micros(50);
/// In larger heaps nobody waits: there the excess is a small part, and others on the processor would be late.
const WAITING_HEAP: u64 = 64 << 20;

/// The state of the cycle that goes on.
#[derive(Default)]
pub(crate) struct Cycle {
    /// Its phase, and who waits for its end.
    pub(super) turns: Turns<TaskRef>,
    pub(super) roots: Roots,
    /// Bytes scanned in this cycle, and how many there will be, as far as is known.
    scanned: AtomicU64,
    expected: AtomicU64,
    /// Bytes that the threads have scanned and nobody who allocates has used yet.
    credit: AtomicI64,
    /// Time that this marking took, in ns: of goroutines that allocate, of the threads that always mark, and of those that use idle
    /// processors.
    spent: [AtomicU64; 3],
    pub(super) crew: Mutex<Crew>,
    news: Condvar,
    /// A thread has panicked: this cycle does not end any more, and nobody is to wait for it.
    broken: AtomicBool,
    /// Channels made before the last cycle: they own memory outside the heap.
    chans: Mutex<Vec<Chan>>,
}

/// A channel that may be dead.
#[derive(Clone, Copy)]
struct Chan(*mut GoChan);

// SAFETY: only the thread that ends a cycle touches it, and the machine when it is dropped.
unsafe impl Send for Chan {}

/// The threads that mark.
#[derive(Default)]
pub(super) struct Crew {
    threads: Vec<JoinHandle<()>>,
    /// Counts the cycles that they were called for.
    round: u64,
    /// How many take part in this round, and how many of them have not finished.
    workers: usize,
    active: usize,
    quit: bool,
    /// What the others than the first have marked.
    marked: Marked,
    start: Start,
    /// No deadlock is reported while a cycle goes on: it may start finalizers.
    open: Option<KeepOpen<Goroutine>>,
}

/// What is known of a cycle at its begin.
#[derive(Clone, Copy, Default)]
struct Start {
    times: Times,
    before: u64,
    forced: bool,
}

pub(super) fn add(sum: &mut Marked, part: Marked) {
    sum.objects = sum.objects.wrapping_add(part.objects);
    sum.bytes = sum.bytes.wrapping_add(part.bytes);
    sum.scanned = sum.scanned.wrapping_add(part.scanned);
}

/// Places in [`Cycle::spent`].
const ASSISTS: usize = 0;
const BACKGROUND: usize = 1;
const ON_IDLE: usize = 2;
/// Under stress all but one in so many collections are made in one stop.
const STOPPED: u32 = 8;

/// What a goroutine does at a safepoint where the collector wants something of it. False: it must give way.
pub(crate) fn attend(cx: &mut Cx) -> bool {
    let shared = cx.m;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    let cycle = &shared.gc.cycle;
    match cycle.turns.phase() {
        Phase::Idle if shared.gc.options.stopped => stopped::collect_in_stop(cx),
        // A cycle beside the program takes many chances; one in a single stop takes just this one.
        Phase::Idle if shared.gc.options.stress && cx.task().random(STOPPED) != 0 => {
            stopped::collect_in_stop(cx)
        }
        Phase::Idle if gc::is_time(shared) && stopped::is_tiny(cx) => stopped::collect_in_stop(cx),
        Phase::Idle if gc::is_time(shared) || shared.gc.options.stress => begin(cx, false),
        Phase::Idle => {
            cx.cache().clear_wish();
            true
        }
        Phase::Beginning => true,
        Phase::Marking => assist(cx),
        Phase::Sweeping => {
            sweep_before_next(cx);
            true
        }
    }
}

/// `runtime.GC`: `None` as long as no cycle that began after the call has ended; `since` is for the next call.
pub(crate) enum Forced {
    /// A whole cycle has passed.
    Done,
    /// Somebody stops the world just now: try again.
    Again,
    /// Park, then ask again.
    Wait,
}

/// Sees to it that a cycle begins and ends; the goroutine is at a safepoint.
pub(crate) fn force(cx: &mut Cx) -> Forced {
    let shared = cx.m;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    if shared.gc.options.stopped {
        let done = stopped::collect_if_idle(cx, true) == Some(true);
        return if done { Forced::Done } else { Forced::Again };
    }
    let cycle = &shared.gc.cycle;
    if !cx.is_retry() {
        cx.g().scratch = cycle.turns.wanted();
    }
    let wanted = cx.g().scratch;
    let me = cx.task().me();
    match cycle.turns.ask(wanted, me) {
        Asked::Over => Forced::Done,
        Asked::Begin if !begin(cx, true) => Forced::Again,
        Asked::Begin | Asked::Wait => Forced::Wait,
    }
}

/// Begins a cycle, if nobody else does. False if somebody else stops the world: then the goroutine must give way.
fn begin(cx: &mut Cx, forced: bool) -> bool {
    let shared = cx.m;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    let cycle = &shared.gc.cycle;
    if !cycle.turns.begin() {
        return true;
    }
    let (handle, me) = (cx.task().handle(), cx.task().me());
    let open = handle.keep_open();
    let began = shared.host.monotonic();
    let Some(mut world) = cx.task().stop_world() else {
        wake_all(cycle.turns.give_up(), &handle);
        return false;
    };
    let before = shared.heap.allocated() + shared.gc.figures.lock().live;
    handle.trace_gc(GcPhase::Roots);
    shared.pools.turn();
    let freed = shared.heap.begin_marking();
    world.each_local(|_, local| local.cache.begin_marking());
    let idle = world.idle_procs();
    let procs = world.procs();
    cycle.roots.begin(handle.slots());
    cycle.scanned.store(0, Ordering::Relaxed);
    cycle.credit.store(0, Ordering::Relaxed);
    cycle.forget_spent();
    cycle.expected.store(gc::expected_work(shared), Ordering::Relaxed);
    cycle.turns.commit();
    // Its slice goes on, so nobody else must scan it.
    let claimed = handle.shared(me).scanned.claim(shared.heap.cycle());
    assert!(claimed, "the first to be scanned in this cycle");
    cycle.turns.mark();
    // As in Go a pause ends with this: who wakes the others may lose its core to one of them.
    let marking = shared.host.monotonic();
    drop(world);
    drop(freed);
    handle.trace_gc(GcPhase::Mark);
    let times = Times { began, marking, ..Times::default() };
    // A quarter of the processors, or as many as nobody uses; as long as the process has no more threads than Go would. (With both
    // together more threads would want to run than there are cores: goroutines, and the end of the cycle, would wait for the OS's
    // time slices, of some ms each.)
    let room = (procs + 2).saturating_sub(handle.counts().threads);
    let threads = procs.div_ceil(4).max(idle).min(room).clamp(1, MAX_THREADS.min(procs));
    // What this goroutine holds may be the way to everything: without it the threads would find nothing, and stop the world in vain.
    cx.cache().marker().begin_help();
    call_crew(shared, cx, &handle, threads, open, Start { times, before, forced });
    scan_own(cx);
    cx.cache().marker().end_help();
    true
}

/// Marks what the running goroutine holds: it has begun the cycle and claimed itself, all others were stopped for it.
fn scan_own(cx: &mut Cx) {
    let shared = cx.m;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    let (pc, r) = (cx.s.pc, cx.s.r);
    let me = cx.task().me();
    let g = cx.g();
    g.pc = pc;
    // SAFETY: the frame lies in the stack.
    g.r = unsafe { r.offset_from(g.stack.base()) } as u32;
    g.take_owed();
    let g: *const Goroutine = g;
    let cycle = shared.heap.cycle();
    let face = cx.task().shared(me);
    // SAFETY: it is at a safepoint and does not run meanwhile.
    let g = unsafe { &*g };
    shared.gc.cycle.roots.scan_running(shared, g, face, cx.cache().marker());
    if shared.gc.options.verify {
        frames::poison_dead(shared, cx.g());
    }
    face.scanned.finish(cycle);
    cx.marking = true;
}

fn wait_for_scan(face: &crate::goroutine::Face, shared: &Shared) {
    let cycle = shared.heap.cycle();
    while !face.scanned.is_done(cycle) && !shared.gc.cycle.broken.load(Ordering::Relaxed) {
        std::thread::yield_now();
    }
}

/// Before a goroutine goes on during a marking, and before there is a reference to it: either it has been scanned, or nobody but this worker
/// will scan it, which [`before_slice`] does.
#[cold]
pub(crate) fn admit(on: &mut OnP<'_, Goroutine>, me: TaskRef) {
    let shared = Arc::as_ptr(&on.local().shared);
    // SAFETY: the machine outlives its processors. (All of them come by here: to count one more owner would be to wait for the others.)
    let shared: &Shared = unsafe { &*shared };
    let cycle = shared.heap.cycle();
    let face = on.shared(me);
    if face.scanned.is_done(cycle) {
        return;
    }
    // As in `begin`: it may hold the way to everything.
    on.local().cache.marker().begin_help();
    if !face.scanned.claim(cycle) {
        on.local().cache.marker().end_help();
        wait_for_scan(face, shared);
    }
}

/// The same once it is admitted: scans it, if nobody has.
#[cold]
pub(crate) fn before_slice(g: &mut Goroutine, task: &mut minigo_sched::Cx<'_, Goroutine>) {
    let shared = Arc::as_ptr(&task.local().shared);
    // SAFETY: as above.
    let shared: &Shared = unsafe { &*shared };
    let cycle = shared.heap.cycle();
    let me = task.me();
    let face = task.shared(me);
    // (Where a thread of the collector has failed there may be no end of its scan.)
    if face.scanned.is_done(cycle) || shared.gc.cycle.broken.load(Ordering::Relaxed) {
        task.local().cache.begin_slice(g.take_owed());
        return;
    }
    task.local().cache.begin_slice(0);
    let marker = task.local().cache.marker();
    shared.gc.cycle.roots.scan_goroutine(shared, g, face, marker);
    face.scanned.finish(cycle);
    // The little that most of many goroutines lead to is scanned here: to hand it over takes longer.
    let done = marker.work_own(LITTLE, |m, o| scan(&shared.image.types, m, o));
    marker.end_help();
    shared.gc.cycle.scanned.fetch_add(done, Ordering::Relaxed);
}

/// Somebody who allocates pays for it by marking. False: somebody else who is ready comes first.
fn assist(cx: &mut Cx) -> bool {
    let shared = cx.m;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    let cycle = &shared.gc.cycle;
    let debt = cx.cache().take_debt() + cx.g().take_owed();
    cx.cache().clear_wish();
    if shared.gc.options.stress {
        let types = &shared.image.types;
        cx.cache().marker().work(256, |m, o| scan(types, m, o));
        cx.cache().marker().give_away();
        // The marking is to get on while the program makes a few steps.
        std::thread::sleep(Duration::from_micros(20));
        return true;
    }
    let rate = cycle.rate(shared);
    let mut owed = (debt as f64 * rate) as u64;
    let credit = cycle.credit.load(Ordering::Relaxed);
    if credit > 0 && owed > 0 {
        let used = (credit as u64).min(owed);
        cycle.credit.fetch_sub(used as i64, Ordering::Relaxed);
        owed -= used;
    }
    let types = &shared.image.types;
    if owed == 0 {
        return true;
    }
    let (mut paid, mut goes_on) = (0, true);
    let since = shared.host.monotonic();
    cx.cache().marker().begin_help();
    while owed > 0 {
        let done = cx.cache().marker().work(owed.min(STEP), |m, o| scan(types, m, o));
        cycle.scanned.fetch_add(done, Ordering::Relaxed);
        owed = owed.saturating_sub(done);
        if done == 0 {
            let handle = cx.task().handle();
            if !cycle.roots.mark_some(shared, &handle, cx.cache().marker()) {
                // Others have what is left, and it is little.
                break;
            }
        }
        paid += done;
        if owed > 0 && paid >= INSTALMENT {
            cx.g().owe((owed as f64 / rate) as u64);
            break;
        }
        // Whoever is ready and allocates nothing is not to wait for a debt of others, of some ms at times.
        if cx.task().should_yield() || owed > 0 && cx.task().has_others() {
            // Who runs next on this processor need not pay for it.
            cx.g().owe((owed as f64 / rate) as u64);
            goes_on = false;
            break;
        }
    }
    cx.cache().marker().end_help();
    cycle.spend(ASSISTS, since, shared);
    if goes_on {
        wait_past_goal(cx);
    }
    goes_on
}

/// Who has used up the room up to the goal lets those who mark get ahead: all that is allocated before they have ended stays for
/// another cycle.
fn wait_past_goal(cx: &mut Cx) {
    let shared = cx.m;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    let waits = if shared.heap.used() < WAITING_HEAP { WAITS } else { 0 };
    for _ in 0..waits {
        if gc::room(shared) != 0
            || shared.gc.cycle.turns.phase() != Phase::Marking
            || cx.task().flag().load(Ordering::Relaxed) != 0
        {
            break;
        }
        std::thread::sleep(WAIT);
    }
}

/// Who has used up the room of the next cycle before the last one was swept sweeps, and then waits for the thread that ends that
/// cycle: it may have lost its core, and without it the heap would grow for as long as the OS lets it wait.
fn sweep_before_next(cx: &mut Cx) {
    let shared = cx.m;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    for _ in 0..WAITS {
        if shared.heap.sweep_some() {
            continue;
        }
        if !gc::is_time(shared)
            || shared.gc.cycle.turns.phase() != Phase::Sweeping
            || cx.task().flag().load(Ordering::Relaxed) != 0
        {
            break;
        }
        std::thread::sleep(WAIT);
    }
}

impl Cycle {
    /// Whether a cycle goes on beside the program, at whose end `task` will now be woken.
    pub(super) fn call_at_end(&self, task: TaskRef) -> bool {
        !self.broken.load(Ordering::Relaxed) && self.turns.call_at_end(task)
    }

    /// How many bytes must be scanned for each that is allocated, so that marking ends before the goal is reached.
    fn rate(&self, shared: &Shared) -> f64 {
        let expected = self.expected.load(Ordering::Relaxed);
        let done = self.scanned.load(Ordering::Relaxed);
        let left = expected.saturating_sub(done).max(expected / 10).max(REPORT);
        let room = gc::room(shared).max(REPORT);
        (left as f64 / room as f64).min(STEEPEST)
    }

    /// What was spent on the marking so far; see the field.
    pub(crate) fn spent(&self) -> [u64; 3] {
        self.spent.each_ref().map(|ns| ns.load(Ordering::Relaxed))
    }

    pub(super) fn forget_spent(&self) {
        self.spent.iter().for_each(|ns| ns.store(0, Ordering::Relaxed));
    }

    fn spend(&self, on: usize, since: i64, shared: &Shared) {
        let ns = (shared.host.monotonic() - since).max(0);
        self.spent[on].fetch_add(ns as u64, Ordering::Relaxed);
    }

    /// Ends the threads, when no goroutine will begin another cycle.
    pub(crate) fn quit(&self) {
        if self.broken.load(Ordering::Relaxed) {
            // Others may wait for the one that is gone, and use what is freed below.
            return;
        }
        let threads = {
            let mut crew = self.crew.lock();
            crew.quit = true;
            self.news.notify_all();
            std::mem::take(&mut crew.threads)
        };
        for thread in threads {
            thread.join().expect("its panics are caught");
        }
        self.crew.lock().open = None;
        for chan in self.chans.lock().drain(..) {
            // SAFETY: it comes from `new_chan`, is dropped once, and no goroutine runs any more.
            unsafe { chan.0.drop_in_place() };
        }
    }
}

/// Lets the threads begin.
fn call_crew(
    shared: &Shared,
    cx: &mut Cx,
    handle: &Handle<Goroutine>,
    workers: usize,
    open: KeepOpen<Goroutine>,
    start: Start,
) {
    let cycle = &shared.gc.cycle;
    let mut crew = cycle.crew.lock();
    // Those that helped the last time have gone.
    let gone = crew.threads.len().min(1);
    for thread in crew.threads.drain(gone..) {
        thread.join().expect("its panics are caught");
    }
    while crew.threads.len() < workers && !crew.quit {
        let (number, handle) = (crew.threads.len(), handle.clone());
        let shared = cx.task().local().shared.clone();
        let thread = std::thread::Builder::new()
            .name("minigo-gc".to_owned())
            .spawn(move || Hand { shared, handle, number }.main());
        match thread {
            Ok(thread) => crew.threads.push(thread),
            Err(_) if crew.threads.is_empty() => {
                crew.open = Some(open);
                drop(crew);
                return cx.task().finish(Outcome::NoThread { limit: None });
            }
            Err(_) => break,
        }
    }
    let workers = workers.min(crew.threads.len());
    (crew.workers, crew.active, crew.marked) = (workers, workers, Marked::default());
    (crew.start, crew.open) = (start, Some(open));
    crew.round += 1;
    shared.heap.expect_workers(workers);
    cycle.news.notify_all();
}

/// A thread that marks. The first one also ends cycles; the others come for one cycle and go.
struct Hand {
    shared: Arc<Shared>,
    handle: Handle<Goroutine>,
    number: usize,
}

impl Hand {
    /// The thread's body.
    fn main(self) {
        if catch_unwind(AssertUnwindSafe(|| self.live())).is_err() {
            self.shared.gc.cycle.broken.store(true, Ordering::Relaxed);
            self.handle.finish(Outcome::Panicked);
        }
    }

    fn live(&self) {
        let cycle = &self.shared.gc.cycle;
        self.shared.host.ask_for_slices(SLICE);
        let (mut seen, mut kept) = (0, false);
        loop {
            let mut crew = cycle.crew.lock();
            // A round that has begun needs all its hands.
            while crew.round == seen {
                if crew.quit {
                    return;
                }
                if !kept {
                    cycle.news.wait(&mut crew);
                } else if cycle.news.wait_for(&mut crew, LATER).timed_out() {
                    drop(crew);
                    kept = gc::release(&self.shared);
                    crew = cycle.crew.lock();
                }
            }
            seen = crew.round;
            drop(crew);
            let share = self.handle.counts().procs.div_ceil(4);
            let kind = if self.number < share { BACKGROUND } else { ON_IDLE };
            let since = self.shared.host.monotonic();
            let mut marker = self.shared.heap.marker(false);
            while cycle.roots.mark_some(&self.shared, &self.handle, &mut marker) {
                self.mark_behind(&mut marker);
            }
            self.drain(&mut marker);
            cycle.spend(kind, since, &self.shared);
            let mut crew = cycle.crew.lock();
            add(&mut crew.marked, marker.take_marked());
            crew.active -= 1;
            cycle.news.notify_all();
            if self.number > 0 {
                return;
            }
            while crew.active > 0 {
                cycle.news.wait(&mut crew);
            }
            drop(crew);
            kept = self.end(marker);
        }
    }

    /// Marks some of what the roots marked so far lead to: what half a million goroutines lead to fills 12 MB when it is noted for
    /// later, and nothing of it is in the CPU's cache any more when later comes.
    fn mark_behind(&self, marker: &mut Marker) {
        let (shared, cycle) = (&*self.shared, &self.shared.gc.cycle);
        if !shared.gc.options.stress {
            let done = marker.work(STEP, |m, o| scan(&shared.image.types, m, o));
            cycle.scanned.fetch_add(done, Ordering::Relaxed);
            cycle.credit.fetch_add(done as i64, Ordering::Relaxed);
        }
    }

    /// Marks what can be reached, until no thread finds anything more.
    fn drain(&self, marker: &mut Marker) {
        let (shared, cycle) = (&*self.shared, &self.shared.gc.cycle);
        let (types, stress) = (&shared.image.types, shared.gc.options.stress);
        let mut since = 0;
        let mut steps = 0u32;
        marker.drain(|marker, object: Object| {
            since += object.size as u64;
            if since >= REPORT {
                cycle.scanned.fetch_add(since, Ordering::Relaxed);
                cycle.credit.fetch_add(since as i64, Ordering::Relaxed);
                since = 0;
            }
            if stress {
                // The program is to have its chance between any two objects.
                steps += 1;
                if steps.is_multiple_of(64) {
                    std::thread::sleep(Duration::from_micros(10));
                }
            }
            scan(types, marker, object);
        });
        cycle.scanned.fetch_add(since, Ordering::Relaxed);
    }

    /// Ends the marking as soon as really nothing is left, then sweeps. True: there is memory to be given back later.
    fn end(&self, mut marker: Marker) -> bool {
        let shared = &*self.shared;
        let types = &shared.image.types;
        let (mut stopped, mut patience) = (0, REST);
        let (mut world, began) = loop {
            let began = shared.host.monotonic();
            let mut world = self.handle.stop_world();
            world.each_local(|_, local| local.cache.marker().give_away());
            let until = shared.host.monotonic() + patience.as_nanos() as i64;
            while marker.work(REST_STEP, |m, o| scan(types, m, o)) != 0
                && shared.host.monotonic() < until
            {}
            marker.give_away();
            if !shared.heap.has_grey() {
                break (world, began);
            }
            stopped += shared.host.monotonic() - began;
            patience = (patience * 2).min(LONGEST_REST);
            drop(world);
            shared.heap.expect_workers(1);
            self.drain(&mut marker);
        };
        let (mut marked, start) = {
            let mut crew = shared.gc.cycle.crew.lock();
            (std::mem::take(&mut crew.marked), crew.start)
        };
        add(&mut marked, marker.take_marked());
        let chans = finish_marking(shared, &mut world, &mut marked, start.before);
        let procs = world.procs();
        shared.gc.cycle.turns.sweep();
        let ended = shared.host.monotonic();
        drop(world);
        let times = Times { ending: began - stopped, ended, ..start.times };
        let sizes = [start.before, marked.bytes];
        gc::note(shared, &times, sizes, procs, start.forced);
        self.handle.trace_gc(GcPhase::Sweep);
        self.clean_up(chans)
    }

    /// Uses what the marking has found out, sweeps, and lets the next cycle begin. True: there is memory to be given back later.
    fn clean_up(&self, chans: Vec<Vec<*mut GoChan>>) -> bool {
        let shared = &*self.shared;
        let cycle = &shared.gc.cycle;
        after_marking(shared, &self.handle, chans);
        finalize::run(shared, &self.handle);
        shared.heap.sweep();
        gc::swept(shared);
        let kept = gc::release(shared);
        self.handle.trace_gc(GcPhase::Off);
        let mut crew = cycle.crew.lock();
        let open = crew.open.take();
        // Under the lock of the crew: the next cycle brings its own.
        let waiting = cycle.turns.end();
        drop(crew);
        wake_all(waiting, &self.handle);
        drop(open);
        kept
    }
}

/// All is marked and the world stands still: flips. Gives the channels made since the last cycle.
pub(super) fn finish_marking(
    shared: &Shared,
    world: &mut StoppedWorld<'_, Goroutine>,
    marked: &mut Marked,
    before: u64,
) -> Vec<Vec<*mut GoChan>> {
    if shared.gc.options.verify {
        gc::verify(shared, world);
    }
    let mut total = shared.heap.stats();
    let mut chans = Vec::new();
    world.each_local(|_, local| {
        add(marked, local.cache.end_marking());
        gc::add(&mut total, local.cache.stats());
        chans.push(std::mem::take(&mut local.chans));
    });
    let allocated = shared.heap.allocated();
    shared.heap.end_marking();
    let stacks = shared.gc.cycle.roots.stacks.load(Ordering::Relaxed);
    gc::settle(shared, total, *marked, stacks, [before, allocated]);
    chans
}

/// Asks who was not reached, before their memory is used again: timers, channels, and what has finalizers.
pub(super) fn after_marking(
    shared: &Shared,
    handle: &Handle<Goroutine>,
    chans: Vec<Vec<*mut GoChan>>,
) {
    time::drop_unreached(&shared.heap, handle);
    shared.gc.weaks.clear(&shared.heap);
    shared.orphans.clear(&shared.heap);
    shared.gc.finalizers.queue_ready(&shared.heap);
    let mut known = shared.gc.cycle.chans.lock();
    known.extend(chans.into_iter().flatten().map(Chan));
    known.retain(|chan| {
        let live = shared.heap.is_marked(chan.0 as usize);
        if !live {
            // SAFETY: it comes from `new_chan`, is dropped once, and is no channel for the collector any more.
            unsafe {
                chan.0.drop_in_place();
            }
            shared.heap.forget_desc(chan.0 as usize);
        }
        live
    });
    drop(known);
    shared.heap.allow_sweep();
}

/// Lets those who wait for the end of a cycle see whether it was theirs; if not, they begin it.
pub(super) fn wake_all(waiting: Vec<TaskRef>, handle: &Handle<Goroutine>) {
    for task in waiting {
        handle.wake(task);
    }
}
