//! What happened: every transition of tasks, workers and processors, recorded where it takes place.
//!
//! A module of its own because the mechanisms must not know how they are watched: they call
//! [`Processor::note`] or [`Shared::note`], which are one branch on a field of the processor when
//! nobody watches.
//!
//! A [`Lane`] belongs to a processor and is written by whoever holds that, without a lock; events of
//! those who hold none (sysmon, workers that come and go, outside threads) go to one shared lane. A
//! lane keeps the newest records, up to a limit, and counts what it had to forget; the counts by kind
//! are of everything. With a limit of 0 there are only the counts.
//!
//! Stamps are the processor's cycle counter where that runs evenly (a clock call costs three times as
//! much), turned into the clock's nanoseconds when the trace is taken. A wake in the first budget of a
//! slice has the stamp of its beginning, which saves half of the stamps where tasks only talk. Under a seed or a virtual clock
//! they are a step count that never falls behind the clock, so that equal runs have equal traces.

use crate::clock::{Clock, Nanos};
use crate::config::Config;
use crate::processor::{FLAG_STOP, ProcId, Processor};
use crate::sched::{Handle, Shared};
use crate::slab::Slot;
use crate::task::{Step, Task};
use crate::world::StoppedWorld;
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident $text:literal,)*) => {
        /// What happened.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Kind { $($(#[$doc])* $name,)* }

        impl Kind {
            /// Every kind, by number.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The return of a call to the processor it had, or to another idle one.
            pub(crate) const fn returned(to_old: bool) -> Self {
                if to_old { Self::ReturnOld } else { Self::ReturnIdle }
            }

            /// Its name in traces and counts.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

kinds! {
    /// A task begins to exist; `mark` is what it says of itself.
    Create "create",
    /// A slice begins on worker `arg`; `mark` as for `Create`.
    Start "start",
    /// A slice ends: the task waits for a reason (`arg`), `mark` says where and for what.
    Park "park",
    /// It did not come to that: the task was woken meanwhile.
    Unpark "unpark",
    /// A slice ends: the task gives way.
    Yield "yield",
    /// A slice ends: the task was asked to give way.
    Preempted "preempted",
    /// A slice ends: the processor has something else to do first.
    Displaced "displaced",
    /// A slice ends with the task.
    Done "done",
    /// A slice ends in a call that may block; `arg` is 1 for one that is known to last.
    Block "syscall.enter",
    /// The call has ended and the processor is still there.
    Unblock "syscall.exit",
    /// The call has ended, the processor was gone, but is idle again.
    ReturnOld "syscall.return.old",
    /// The call has ended, the processor is busy; another one was idle.
    ReturnIdle "syscall.return.idle",
    /// The call has ended, and no processor is idle: the task is in the global queue.
    ReturnQueued "syscall.return.queued",
    /// Something that tasks wait for was made: `object`, at `place`.
    Made "made",
    /// A parked task becomes runnable.
    Wake "wake",
    /// The task came out of runnext and goes on with the time slice of the one before.
    Inherit "runnext",
    /// The task was pushed out of runnext by another one.
    Kick "runnext.kick",
    /// The task came from the local queue.
    Local "local",
    /// The global queue came first because it was its turn.
    Tick61 "tick61",
    /// The global queue gave `arg` tasks.
    Global "global",
    /// Half of a full local queue, `arg` tasks, went to the global one.
    Overflow "overflow",
    /// `arg` is the victim; half of its queue.
    Steal "steal",
    /// `arg` is the victim; what lay in its runnext.
    StealNext "steal.runnext",
    /// The worker begins to search.
    SpinStart "spin.start",
    /// The worker searches no more.
    SpinStop "spin.stop",
    /// Worker `arg` takes the processor.
    ProcStart "proc.start",
    /// The processor becomes idle.
    ProcIdle "proc.idle",
    /// The processor goes to another worker at once, for its own begins a long call.
    Handoff "handoff",
    /// sysmon, or who stops the world, takes processor `arg` out of a blocking call.
    Retake "retake",
    /// A timer is due.
    Timer "timer",
    /// Timers of processor `arg`, another one, are run.
    TimerSteal "timer.steal",
    /// The poller made `arg` tasks runnable.
    Netpoll "netpoll",
    /// Processor `arg` is asked for its time slice.
    PreemptAsk "preempt.ask",
    /// Without parking: the waiting task keeps worker and processor.
    Kept "kept",
    /// A task stops the world.
    StopWorld "stop",
    /// Nobody runs any more.
    Stopped "stopped",
    /// The world goes on.
    StartWorld "go",
    /// The collector goes to phase `arg` ([`GcPhase`]).
    Gc "gc",
    /// There are `arg` processors.
    Procs "procs",
    /// The task is pinned to worker `arg`, which gets the processor too.
    Pinned "pinned",
    /// There are `arg` slots for tasks more than before.
    Slots "slots.new",
    /// Worker `arg` is born.
    ThreadNew "thread.new",
    /// Worker `arg` lies down.
    ThreadIdle "thread.idle",
    /// Worker `arg` is woken.
    ThreadWake "thread.wake",
    /// Worker `arg` ends.
    ThreadExit "thread.exit",
    /// sysmon has looked in vain for some time and pauses for `arg` µs from now on.
    SysmonSlow "sysmon.slow",
    /// sysmon finds nobody to look after, and sleeps.
    SysmonSleep "sysmon.sleep",
    /// Somebody has work again and wakes sysmon.
    SysmonWake "sysmon.wake",
}

const KINDS: usize = Kind::ALL.len();

/// What the collector does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum GcPhase {
    /// Nothing.
    Off,
    /// Roots are gathered.
    Roots,
    /// Marks, perhaps while tasks run.
    Mark,
    /// Ends marking, the world stopped.
    Terminate,
    /// Frees.
    Sweep,
}

impl GcPhase {
    /// The phase's name; `None` for [`Off`](Self::Off) and for what is none.
    #[must_use]
    pub fn text(number: u32) -> Option<&'static str> {
        [None, Some("roots"), Some("mark"), Some("mark termination"), Some("sweep")]
            .get(number as usize)
            .copied()
            .flatten()
    }
}

/// What a task says of itself: numbers that whoever shows the trace knows to read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// At a start: its name. At the end of a slice: what it waits for.
    pub object: u64,
    /// At the creation: what it will run. At the end of a slice: where it is.
    pub place: u32,
}

/// One event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// When.
    pub at: Nanos,
    /// See [`Mark`].
    pub object: u64,
    /// See [`Mark`].
    pub place: u32,
    /// The task's slot; [`NO_TASK`](Self::NO_TASK) for none.
    pub task: u32,
    /// See [`Kind`].
    pub arg: u32,
    /// What.
    pub kind: Kind,
}

impl Record {
    /// No task.
    pub const NO_TASK: u32 = u32::MAX;
}

/// Where stamps come from.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// The time-stamp counter, which was at the first number when the clock was at the second.
    #[cfg(target_arch = "x86_64")]
    Cycles(u64, Nanos),
    Clock,
    /// Steps; the clock counts too if it is virtual.
    Steps {
        with_clock: bool,
    },
}

/// The watch of all lanes.
struct Stamps {
    source: Source,
    clock: Arc<dyn Clock>,
    steps: AtomicU64,
}

/// The time-stamp counter.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn cycles() -> u64 {
    // SAFETY: every x86-64 has it.
    unsafe { std::arch::x86_64::_rdtsc() }
}

/// Whether the counter runs evenly, whatever the processor does.
#[cfg(target_arch = "x86_64")]
fn cycles_are_even() -> bool {
    use std::arch::x86_64::__cpuid;
    // Miri runs no instruction of the machine.
    !cfg!(miri)
        && __cpuid(0x8000_0000).eax >= 0x8000_0007
        && __cpuid(0x8000_0007).edx & (1 << 8) != 0
}

impl Stamps {
    fn new(clock: Arc<dyn Clock>, seeded: bool) -> Self {
        let with_clock = clock.is_virtual();
        let source =
            if seeded || with_clock { Source::Steps { with_clock } } else { Source::Clock };
        #[cfg(target_arch = "x86_64")]
        let source = match source {
            Source::Clock if cycles_are_even() => Source::Cycles(cycles(), clock.now()),
            other => other,
        };
        Self { source, clock, steps: AtomicU64::new(0) }
    }

    /// The time, if the counter of cycles says it.
    #[inline(always)]
    fn cycles(&self) -> Option<u64> {
        match self.source {
            #[cfg(target_arch = "x86_64")]
            Source::Cycles(..) => Some(cycles()),
            _ => None,
        }
    }

    #[inline]
    fn now(&self) -> u64 {
        match self.source {
            #[cfg(target_arch = "x86_64")]
            Source::Cycles(..) => cycles(),
            Source::Clock => self.clock.now(),
            Source::Steps { with_clock } => {
                let at_least = if with_clock { self.clock.now() } else { 0 };
                let next = |steps: u64| Some((steps + 1).max(at_least));
                let before = self
                    .steps
                    .fetch_update(Ordering::Relaxed, Ordering::Relaxed, next)
                    .unwrap_or(0);
                (before + 1).max(at_least)
            }
        }
    }

    /// Turns stamps into nanoseconds.
    fn translation(&self) -> Box<dyn Fn(u64) -> Nanos> {
        #[cfg(target_arch = "x86_64")]
        if let Source::Cycles(cycles_then, then) = self.source {
            let (cycles, now) = (cycles().saturating_sub(cycles_then).max(1), self.clock.now());
            let nanos = u128::from(now.saturating_sub(then));
            return Box::new(move |stamp: u64| {
                let passed = u128::from(stamp.saturating_sub(cycles_then));
                then + (passed * nanos / u128::from(cycles)) as Nanos
            });
        }
        Box::new(|stamp| stamp)
    }
}

/// The records of one processor, or of those who hold none.
pub(crate) struct Lane {
    records: Vec<Record>,
    limit: usize,
    /// Where the oldest is, once the limit is reached.
    oldest: usize,
    dropped: u64,
    counts: [u64; KINDS],
    stamps: Arc<Stamps>,
    /// The stamp of the newest.
    last: u64,
    /// A slice has begun and its first budget is not used up: what happens now has the stamp of its beginning.
    fresh: bool,
}

impl Lane {
    fn new(limit: usize, stamps: Arc<Stamps>) -> Box<Self> {
        let counts = [0; KINDS];
        Box::new(Self {
            records: Vec::with_capacity(limit),
            limit,
            oldest: 0,
            dropped: 0,
            counts,
            stamps,
            last: 0,
            fresh: false,
        })
    }

    /// Counts without recording.
    #[inline]
    fn count(&mut self, kind: Kind) {
        self.counts[kind as usize] += 1;
    }

    /// Records with a stamp of cycles; other clocks are out of line, so that this saves few registers.
    #[inline(never)]
    fn note(&mut self, kind: Kind, task: u32, arg: u32, mark: Mark) {
        self.count(kind);
        if self.limit == 0 {
            return;
        }
        if !(self.fresh && kind == Kind::Wake) {
            let Some(stamp) = self.stamps.cycles() else {
                return self.note_by_clock(kind, task, arg, mark);
            };
            self.last = stamp;
        }
        self.push(kind, task, arg, mark);
    }

    #[cold]
    #[inline(never)]
    fn note_by_clock(&mut self, kind: Kind, task: u32, arg: u32, mark: Mark) {
        self.last = self.stamps.now();
        self.push(kind, task, arg, mark);
    }

    #[inline(always)]
    fn push(&mut self, kind: Kind, task: u32, arg: u32, mark: Mark) {
        let Mark { object, place } = mark;
        let record = Record { at: self.last, object, place, task, arg, kind };
        let n = self.records.len();
        if n < self.limit {
            debug_assert!(self.records.capacity() >= self.limit, "lanes begin with all their room");
            // SAFETY: `new` and `take` leave a vector with room for `limit` records.
            unsafe {
                self.records.as_mut_ptr().add(n).write(record);
                self.records.set_len(n + 1);
            }
            return;
        }
        self.records[self.oldest] = record;
        self.oldest = if self.oldest + 1 == self.limit { 0 } else { self.oldest + 1 };
        self.dropped += 1;
    }

    /// The time of what is recorded next.
    #[cold]
    #[inline(never)]
    fn stamp(&mut self) {
        if self.limit > 0 {
            self.last = self.stamps.now();
        }
    }

    /// A slice begins. Where the one before has just ended, that stamp will do; else `stamp` has been called.
    #[inline(always)]
    fn start(&mut self, task: u32, worker: u32, inherits: bool, mark: Mark) {
        self.count(Kind::Start);
        if inherits {
            self.count(Kind::Inherit);
        }
        self.fresh = true;
        if self.limit > 0 {
            self.push(Kind::Start, task, worker, mark);
        }
    }

    fn take(&mut self, proc: Option<ProcId>, nanos: &dyn Fn(u64) -> Nanos) -> LaneTrace {
        let mut records = std::mem::replace(&mut self.records, Vec::with_capacity(self.limit));
        records.rotate_left(std::mem::take(&mut self.oldest));
        for record in &mut records {
            record.at = nanos(record.at);
        }
        LaneTrace { proc, records, dropped: std::mem::take(&mut self.dropped) }
    }
}

/// What is recorded, and how much of it.
pub(crate) struct Tracer {
    stamps: Arc<Stamps>,
    limit: usize,
    shared: Mutex<Box<Lane>>,
}

impl Tracer {
    pub(crate) fn new<T: Task>(config: &Config<T>) -> Option<Self> {
        let limit = config.trace?;
        let stamps = Arc::new(Stamps::new(config.clock.clone(), config.seed.is_some()));
        let shared = Mutex::new(Lane::new(limit, stamps.clone()));
        Some(Self { stamps, limit, shared })
    }

    pub(crate) fn lane(&self) -> Box<Lane> {
        Lane::new(self.limit, self.stamps.clone())
    }
}

impl<T: Task> Processor<T> {
    /// Something has happened here.
    #[inline(always)]
    pub(crate) fn note(&mut self, kind: Kind, task: u32, arg: u32) {
        if let Some(lane) = &mut self.lane {
            lane.note(kind, task, arg, Mark::default());
        }
    }

    /// The slice lasts.
    #[inline(always)]
    pub(crate) fn note_long(&mut self) {
        if let Some(lane) = &mut self.lane {
            lane.fresh = false;
        }
    }

    /// Something has happened that is too frequent, and too clear from what follows, to be recorded.
    #[inline(always)]
    pub(crate) fn tally(&mut self, kind: Kind) {
        if let Some(lane) = &mut self.lane {
            lane.count(kind);
        }
    }

    /// Something that tasks may wait for was made here.
    #[inline(always)]
    pub(crate) fn note_made(&mut self, mark: Mark) {
        if let Some(lane) = &mut self.lane {
            lane.note(Kind::Made, Record::NO_TASK, 0, mark);
        }
    }

    /// A task has been made here.
    #[inline(always)]
    pub(crate) fn note_create(&mut self, task: u32, mark: impl FnOnce() -> Mark) {
        if let Some(lane) = &mut self.lane {
            lane.note(Kind::Create, task, 0, mark());
        }
    }

    /// A slice of the task in `slot` begins.
    #[inline(always)]
    pub(crate) fn note_start(&mut self, slot: &Slot<T>, task: u32, worker: u32, inherits: bool) {
        if let Some(lane) = &mut self.lane {
            if !inherits {
                lane.stamp();
            }
            self.record_start(slot, task, worker, inherits);
        }
    }

    /// Out of line, so that slices that nobody watches need not keep its arguments.
    #[cold]
    #[inline(never)]
    fn record_start(&mut self, slot: &Slot<T>, task: u32, worker: u32, inherits: bool) {
        let Some(lane) = &mut self.lane else { return };
        // SAFETY: the caller moved the state to `Running`.
        let mark = unsafe { slot.task() }.name();
        lane.start(task, worker, inherits, mark);
        self.face.worker.store(worker + 1, Ordering::Relaxed);
        self.face.running.store(task + 1, Ordering::Relaxed);
    }

    /// The slice has ended; nobody else may run the task yet.
    #[inline(always)]
    pub(crate) fn note_stop(&mut self, slot: &Slot<T>, task: u32, step: &Step) {
        if self.lane.is_some() {
            self.record_stop(slot, task, step);
        }
    }

    #[cold]
    #[inline(never)]
    fn record_stop(&mut self, slot: &Slot<T>, task: u32, step: &Step) {
        let Some(lane) = &mut self.lane else { return };
        let (kind, arg) = match step {
            Step::Park(reason) => (Kind::Park, *reason as u32),
            Step::Yield => (Kind::Yield, 0),
            Step::Preempted if self.face.flag.load(Ordering::Relaxed) == FLAG_STOP => {
                (Kind::Displaced, 0)
            }
            Step::Preempted | Step::Pause => (Kind::Preempted, 0),
            Step::Block(_) => (Kind::Block, 0),
            Step::BlockLong(_) => (Kind::Block, 1),
            Step::Done => (Kind::Done, 0),
        };
        // SAFETY: the state is still `Running`, by this worker.
        let mark = unsafe { slot.task() }.place();
        lane.fresh = false;
        lane.note(kind, task, arg, mark);
        self.face.running.store(0, Ordering::Relaxed);
    }
}

impl<T: Task> Shared<T> {
    /// Something has happened to nobody who holds a processor.
    #[inline]
    pub(crate) fn note(&self, kind: Kind, task: u32, arg: u32) {
        self.note_marked(kind, task, arg, Mark::default());
    }

    #[inline]
    pub(crate) fn note_marked(&self, kind: Kind, task: u32, arg: u32, mark: Mark) {
        if let Some(tracer) = &self.tracer {
            tracer.shared.lock().note(kind, task, arg, mark);
        }
    }
}

/// What one lane kept.
#[derive(Clone, Debug, Default)]
pub struct LaneTrace {
    /// Whose; `None`: of those who held no processor.
    pub proc: Option<ProcId>,
    /// In the order of their times.
    pub records: Vec<Record>,
    /// How many older ones were forgotten.
    pub dropped: u64,
}

/// All that was recorded.
#[derive(Clone, Debug)]
pub struct Trace {
    /// By processor; the shared lane last.
    pub lanes: Vec<LaneTrace>,
    counts: [u64; KINDS],
}

impl Trace {
    /// How often it happened, forgotten records included.
    #[must_use]
    pub fn count(&self, kind: Kind) -> u64 {
        self.counts[kind as usize]
    }

    /// How many records were forgotten.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.lanes.iter().map(|lane| lane.dropped).sum()
    }
}

impl<T: Task> StoppedWorld<'_, T> {
    /// Takes what was recorded so far; the counts go on. `None` if nothing is recorded.
    pub fn take_trace(&mut self) -> Option<Trace> {
        let sched = self.scheduler().clone();
        let tracer = sched.tracer.as_ref()?;
        let nanos = tracer.stamps.translation();
        let (mut lanes, mut counts) = (Vec::new(), [0; KINDS]);
        let mut add = |lane: &mut Lane, proc| {
            counts.iter_mut().zip(&lane.counts).for_each(|(sum, n)| *sum += n);
            lanes.push(lane.take(proc, &nanos));
        };
        self.each_processor(|p| {
            if let Some(lane) = &mut p.lane {
                add(lane, Some(p.id));
            }
        });
        add(&mut tracer.shared.lock(), None);
        lanes.sort_by_key(|lane| lane.proc.map_or(u32::MAX, |p| p.0));
        Some(Trace { lanes, counts })
    }
}

impl<T: Task> Handle<T> {
    /// The collector goes to another phase.
    pub fn trace_gc(&self, phase: GcPhase) {
        self.shared_part().note(Kind::Gc, Record::NO_TASK, phase as u32);
    }
}
