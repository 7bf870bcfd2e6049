//! The machine: a program with all that it needs to run, as one value.
//!
//! A module of its own because it is the only door: everything else is reached from here.

use crate::access;
use crate::collector::frames::poison_ended;
use crate::exhaust;
use crate::explain;
use crate::files::Files;
use crate::footprint;
use crate::gc::{Gc, GcOptions};
use crate::goroutine::Goroutine;
use crate::host::{FdCall, Host, SystemHost};
use crate::image::{Image, LinkError};
use crate::interp::Driver;
use crate::leak_report;
use crate::leaks::Leaks;
use crate::linked::Linked;
use crate::locks::Orphans;
use crate::native::Package;
use crate::natives::{Heard, Pools, Settings};
use crate::object::chan::GoChan;
use crate::perfetto;
use crate::schedtrace::{SchedTrace, Ticker};
use crate::signals;
use crate::stack::{GOROUTINE, NoStack, Stack};
use crate::strict;
use crate::traceback::{self, Level};
use crate::unwind::Unwind;
use minigo_heap::{Cache, Heap};
use minigo_sched::{Clock, Config, Handle, Nanos, Outcome, Scheduler, Switches};
use minigo_sync::SemaTable;
use parking_lot::Mutex;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitStatus {
    /// With this status: 0 when `main` returned, 2 after a panic or fatal error.
    Exited(i32),
}

impl ExitStatus {
    /// The number for the operating system.
    #[must_use]
    pub fn code(self) -> i32 {
        match self {
            Self::Exited(code) => code,
        }
    }
}

/// What the scheduler did.
#[derive(Clone, Debug)]
pub struct Report {
    /// As ui.perfetto.dev opens it.
    pub json: String,
    /// How often each kind of event took place, as a JSON object.
    pub counts: String,
    /// How many events were forgotten, for want of room.
    pub dropped: u64,
}

/// What can be chosen about a machine.
#[derive(Clone)]
pub struct Options {
    /// How many processors; 0: as many as the host has.
    pub procs: usize,
    /// The most bytes that the program may have on the heap.
    pub heap_limit: usize,
    /// The machine is the only one of a process whose allocator is [`Strict`](crate::Strict): from the start of the program on, all
    /// that is allocated counts for the limit, such as stacks, channels, timers and what natives need.
    pub whole_process: bool,
    /// How instructions are dispatched.
    pub driver: Driver,
    /// Makes every choice of the scheduler reproducible; time is virtual then.
    pub seed: Option<u64>,
    /// Lets the clock jump to the next timer when all goroutines wait.
    pub virtual_time: bool,
    /// The mechanisms of the scheduler that are on.
    pub switches: Switches,
    /// How long a goroutine runs before it is asked to yield.
    pub quantum: Option<Duration>,
    /// The collector's choices.
    pub gc: GcOptions,
    /// Records what the scheduler does: the newest so many events of each processor; with 0 they are only counted.
    pub trace: Option<usize>,
    /// Whether goroutines that are blocked when the program ends are listed on standard error.
    pub leaks: bool,
    /// Prints the state of the scheduler from time to time.
    pub sched_trace: Option<SchedTrace>,
    /// Takes the process's signals: see [`crate::host::hold_signals`].
    pub signals: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            procs: 0,
            heap_limit: usize::MAX,
            whole_process: false,
            driver: Driver::default(),
            seed: None,
            virtual_time: false,
            switches: Switches::default(),
            quantum: None,
            gc: GcOptions::default(),
            trace: None,
            leaks: false,
            sched_trace: None,
            signals: false,
        }
    }
}

/// What the goroutines of a machine share.
pub(crate) struct Shared {
    pub(crate) image: Image,
    pub(crate) host: Arc<dyn Host>,
    pub(crate) heap: Heap,
    pub(crate) driver: Driver,
    /// The next goroutine id; processors take some at a time.
    ids: AtomicU64,
    /// Stacks for new goroutines that the processors have too many of.
    stacks: Mutex<Vec<Stack>>,
    pub(crate) semas: SemaTable,
    /// What goroutines that have ended still hold for reading.
    pub(crate) orphans: Orphans,
    status: Mutex<Option<ExitStatus>>,
    /// Whether the program ended by a panic or a fatal error.
    pub(crate) crashed: AtomicBool,
    /// The goroutine that ended the program and wants the others to be shown; 0 for none.
    pub(crate) dying: AtomicU64,
    /// Whether the first goroutine ended by `Goexit`.
    pub(crate) main_exited: AtomicBool,
    pub(crate) heard: Arc<Heard>,
    /// How many panics run deferred calls: main lets them end, for a program that panics must not end well.
    pub(crate) panicking: AtomicU32,
    /// How often main will still do so: for a tenth of a second in all.
    pub(crate) patience: AtomicI32,
    /// What pointers to variables of size 0 lead to.
    zero: Box<[u64; 2]>,
    /// What package runtime/debug changes.
    pub(crate) settings: Settings,
    pub(crate) gc: Gc,
    pub(crate) pools: Pools,
    pub(crate) leaks: Leaks,
    pub(crate) stricken: access::Mailbox,
    pub(crate) files: Files,
    /// Where signals are heard, if they are to be.
    pub(crate) bell: OnceLock<Arc<signals::Bell>>,
}

impl Shared {
    /// Notes how the program ends; the first to say so decides, and is told so.
    pub(crate) fn set_status(&self, status: ExitStatus) -> bool {
        let mut noted = self.status.lock();
        noted.is_none() && noted.replace(status).is_none()
    }

    /// No goroutine has a higher id.
    pub(crate) fn newest_id(&self) -> u64 {
        self.ids.load(Ordering::Relaxed)
    }

    /// A goroutine id that nobody has.
    pub(crate) fn next_id(&self) -> u64 {
        self.ids.fetch_add(1, Ordering::Relaxed)
    }

    /// Where pointers to variables of size 0 lead.
    pub(crate) fn zero(&self) -> *mut u8 {
        self.zero.as_ptr().cast_mut().cast()
    }

    /// Writes all of `text` to standard error, as well as that goes.
    pub(crate) fn write_stderr(&self, mut text: &[u8]) {
        while !text.is_empty() {
            match self.host.write(2, text) {
                Ok(n) if n > 0 => text = &text[n..],
                Err(e) if e == libc::EINTR || e == libc::EAGAIN => {}
                _ => return,
            }
        }
    }
}

/// How many goroutine ids a processor takes at a time.
const ID_BATCH: u64 = 16;
/// How many stacks a processor keeps, and how many it moves to or from the others' list at a time.
const STACKS_KEPT: usize = 128;
const STACKS_MOVED: usize = 64;
/// For how many goroutines to come a processor sees at a time whether there is room.
const EXPECTED: usize = 64;
/// How many emptied lists of deferred calls a processor keeps.
const UNWINDS_KEPT: usize = 64;

/// What travels with a processor.
pub(crate) struct Local {
    pub(crate) cache: Cache,
    pub(crate) shared: Arc<Shared>,
    stacks: Vec<Stack>,
    #[allow(clippy::vec_box, reason = "they go from goroutine to goroutine as they are")]
    unwinds: Vec<Box<Unwind>>,
    /// Channels made here: they own memory outside the heap.
    pub(crate) chans: Vec<*mut GoChan>,
    ids: std::ops::Range<u64>,
    /// For so many goroutines to come there was room.
    expected: usize,
}

// SAFETY: the channels are only touched when the processor is dropped, with the machine.
unsafe impl Send for Local {}

impl Local {
    fn new(shared: Arc<Shared>) -> Self {
        let cache = shared.heap.cache();
        let (stacks, unwinds, chans) = (Vec::new(), Vec::new(), Vec::new());
        Self { cache, shared, stacks, unwinds, chans, ids: 0..0, expected: 0 }
    }

    /// A goroutine id that nobody has.
    #[inline]
    pub(crate) fn next_id(&mut self) -> u64 {
        self.ids.next().unwrap_or_else(|| {
            let first = self.shared.ids.fetch_add(ID_BATCH, Ordering::Relaxed);
            self.ids = first + 1..first + ID_BATCH;
            first
        })
    }

    /// A goroutine is about to begin to exist. Without room for it this unwinds.
    #[inline]
    pub(crate) fn expect_goroutine(&mut self) {
        if self.expected == 0 {
            self.expect_some();
        }
        self.expected -= 1;
    }

    #[cold]
    fn expect_some(&mut self) {
        // The last ones that fit are asked for one by one.
        let room = |n: usize| self.shared.heap.make_room(n * GOROUTINE).map(|()| n);
        match room(EXPECTED).or_else(|_| room(1)) {
            Ok(n) => self.expected = n,
            Err(_) => exhaust::unwind(GOROUTINE),
        }
    }

    /// A stack for a goroutine that begins, if one is kept here.
    #[inline]
    pub(crate) fn kept_stack(&mut self) -> Option<Stack> {
        self.stacks.pop()
    }

    /// A stack for a goroutine that begins.
    #[cold]
    pub(crate) fn take_stack(&mut self) -> Result<Stack, NoStack> {
        if let Some(stack) = self.kept_stack() {
            return Ok(stack);
        }
        let mut global = self.shared.stacks.lock();
        let keep = global.len().saturating_sub(STACKS_MOVED);
        self.stacks.extend(global.drain(keep..));
        drop(global);
        match self.stacks.pop() {
            Some(stack) => Ok(stack),
            None => Stack::new(),
        }
    }

    /// What a dead goroutine has left for its deferred calls: three allocations that the next one is spared.
    #[inline]
    pub(crate) fn take_unwind(&mut self) -> Option<Box<Unwind>> {
        self.unwinds.pop()
    }

    /// Keeps that, if it is empty and not large.
    #[inline]
    pub(crate) fn keep_unwind(&mut self, unwind: Box<Unwind>) {
        if self.unwinds.len() < UNWINDS_KEPT && unwind.is_as_new() {
            self.unwinds.push(unwind);
        }
    }

    /// Gives up the stacks that are kept here and for all.
    pub(crate) fn drop_stacks(&mut self) {
        self.unwinds.clear();
        drop(std::mem::take(&mut *self.shared.stacks.lock()));
        self.stacks = Vec::new();
        self.expected = 0;
    }

    /// Keeps the stack of a dead goroutine, if it is as a new one has.
    #[inline]
    pub(crate) fn keep_stack(&mut self, mut stack: Stack) {
        if !stack.is_first() {
            return;
        }
        if self.shared.gc.options.verify {
            poison_ended(&mut stack);
        }
        if self.stacks.len() >= STACKS_KEPT {
            let from = self.stacks.len() - STACKS_MOVED;
            self.shared.stacks.lock().extend(self.stacks.drain(from..));
        }
        self.stacks.push(stack);
    }
}

impl Drop for Local {
    fn drop(&mut self) {
        for chan in self.chans.drain(..) {
            // SAFETY: it was made here, no goroutine runs any more, and the heap is still there.
            unsafe { chan.drop_in_place() };
        }
    }
}

/// The host's clock, as the scheduler asks for it: timers and programs go by the same one.
struct HostClock(Arc<dyn Host>);

impl Clock for HostClock {
    fn now(&self) -> Nanos {
        self.0.monotonic() as u64
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        self.shared.gc.cycle.quit();
    }
}

/// A program that can run.
pub struct Machine {
    scheduler: Scheduler<Goroutine>,
    shared: Arc<Shared>,
    sched_trace: Option<SchedTrace>,
    whole_process: bool,
}

impl Machine {
    /// Links a program with the natives of `packages`.
    ///
    /// # Errors
    /// [`LinkError`]: a native is missing, or does not fit its declaration.
    pub fn new(
        program: impl Into<Linked>,
        packages: &[Package],
        options: &Options,
        host: Arc<dyn Host>,
    ) -> Result<Self, LinkError> {
        Self::of(Image::link(program.into(), packages)?, options, host)
    }

    fn of(image: Image, options: &Options, host: Arc<dyn Host>) -> Result<Self, LinkError> {
        let procs = if options.procs == 0 { host.cpus() } else { options.procs };
        let ledger = options.whole_process.then_some(&strict::LEDGER);
        let heap = Heap::beside(options.heap_limit, ledger);
        let level = Level::of(&*host);
        // What threads do beside the goroutines cannot be repeated.
        let stopped = options.gc.stopped || options.seed.is_some();
        let gc = Gc::new(GcOptions { stopped, ..options.gc }, host.monotonic(), &heap);
        let files = Files::new(&*host);
        let shared = Arc::new(Shared {
            image,
            host,
            heap,
            driver: if options.seed.is_some() { Driver::Step } else { options.driver },
            ids: AtomicU64::new(18),
            stacks: Mutex::default(),
            semas: SemaTable::new(),
            orphans: Orphans::default(),
            status: Mutex::new(None),
            crashed: AtomicBool::new(false),
            dying: AtomicU64::new(0),
            main_exited: AtomicBool::new(false),
            heard: Arc::default(),
            panicking: AtomicU32::new(0),
            patience: AtomicI32::new(1000),
            zero: Box::new([0; 2]),
            pools: Pools::default(),
            settings: Settings::new(&options.gc, level),
            gc,
            leaks: Leaks { at_exit: options.leaks, ..Leaks::default() },
            stricken: access::Mailbox::default(),
            files,
            bell: OnceLock::new(),
        });
        shared.gc.pace(&shared);
        let of_procs = shared.clone();
        let own = shared.host.clock();
        let clock = own.unwrap_or_else(|| Arc::new(HostClock(shared.host.clone())));
        let config = Config::new(procs, move |_| Local::new(of_procs.clone()));
        let of_net = shared.host.clone();
        let config = config.close(move |fd| {
            // Nobody is left to be told of an error.
            let _ = of_net.fd_call(FdCall::Close, fd, 0, 0);
        });
        let mut config = config.clock(clock).switches(options.switches);
        if let Some(quantum) = options.quantum {
            config = config.quantum(quantum);
        }
        if let Some(seed) = options.seed {
            config = config.seed(seed);
        }
        // Details tell which task runs where, and that is noted with the events.
        let counted = options.sched_trace.is_some_and(|t| t.detail).then_some(0);
        if let Some(records) = options.trace.or(counted) {
            config = config.trace(records);
        }
        let bell = || Arc::new(signals::Bell::new(shared.host.clone(), options.leaks));
        if options.signals {
            config = config.doorbell(shared.bell.get_or_init(bell).clone());
        }
        let sched_trace = options.sched_trace;
        access::install();
        let (scheduler, whole_process) = (Scheduler::new(config), options.whole_process);
        Ok(Self { scheduler, shared, sched_trace, whole_process })
    }

    /// The same in the real world, with these arguments; time and randomness are as the options say.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_system(
        program: impl Into<Linked>,
        packages: &[Package],
        options: &Options,
        args: Vec<Vec<u8>>,
    ) -> Result<Self, LinkError> {
        let host = SystemHost::new(args);
        let host = match options.seed {
            Some(seed) => host.with_seed(seed),
            None if options.virtual_time => host.with_virtual_time(),
            None => host,
        };
        Self::new(program, packages, options, Arc::new(host))
    }

    /// Runs the program to its end.
    #[must_use]
    pub fn run(&self) -> ExitStatus {
        if self.whole_process && self.shared.heap.limit() != usize::MAX {
            footprint::keep_nothing_free();
            strict::hold_to(self.shared.heap.limit());
        }
        let _main = self.scheduler.spawn(Goroutine::main(&self.shared));
        let (handle, shared) = (|| self.scheduler.handle(), || self.shared.clone());
        let ticker = self.sched_trace.map(|options| Ticker::start(options, handle(), shared()));
        let of_bell = handle();
        let _listening = self.shared.bell.get().map(|bell| signals::Listening::at(bell));
        let outcome = self.scheduler.run_and(&mut || {
            access::attend(&self.shared);
            if let Some(bell) = self.shared.bell.get() {
                bell.attend(&of_bell, &self.shared);
            }
        });
        drop(ticker);
        let dying = self.shared.dying.load(Ordering::SeqCst);
        if dying != 0 {
            let mut out = String::new();
            dump_all(&handle(), &self.shared, Some(dying), &mut out);
            self.shared.write_stderr(out.as_bytes());
        }
        let status = *self.shared.status.lock();
        if let Some(status) = status {
            leak_report::at_exit(&self.scheduler.handle(), &self.shared);
            return status;
        }
        self.report(outcome);
        ExitStatus::Exited(2)
    }

    /// What was recorded so far, if anything was to be; the counts go on.
    #[must_use]
    pub fn trace(&self) -> Option<Report> {
        let trace = self.scheduler.stop_world().take_trace()?;
        let counts = perfetto::counts(&trace);
        let dropped = trace.dropped();
        Some(Report { json: perfetto::json(&trace, &self.shared.image), counts, dropped })
    }

    /// Whether the program ended by a panic or a fatal error.
    #[must_use]
    pub fn crashed(&self) -> bool {
        self.shared.crashed.load(Ordering::SeqCst)
    }

    /// Says why no goroutine goes on.
    fn report(&self, outcome: Outcome) {
        self.shared.crashed.store(true, Ordering::SeqCst);
        let mut out = String::new();
        let main_exited = self.shared.main_exited.load(Ordering::SeqCst);
        match outcome {
            Outcome::AllDone if main_exited => out
                .push_str("fatal error: no goroutines (main called runtime.Goexit) - deadlock!\n"),
            Outcome::Deadlock | Outcome::AllDone | Outcome::Finished => {
                out.push_str("fatal error: all goroutines are asleep - deadlock!\n");
            }
            Outcome::NoThread { limit: Some(limit) } => {
                let _ = writeln!(out, "runtime: program exceeds {limit}-thread limit");
                out.push_str("fatal error: thread exhaustion\n");
            }
            Outcome::NoThread { limit: None } => {
                let threads = self.scheduler.counts().threads;
                let _ = writeln!(
                    out,
                    "runtime: failed to create new OS thread (have {threads} already)"
                );
                out.push_str("fatal error: newosproc\n");
            }
            Outcome::Panicked => out.push_str("fatal error: minigo panicked (a bug of minigo)\n"),
        }
        let handle = self.scheduler.handle();
        let (now, running) = (handle.now(), handle.running());
        let mut world = handle.stop_world();
        if self.shared.settings.traceback() >= Level::Single {
            traceback::others(&self.shared.image, &mut world, now, &running, None, &mut out);
            if outcome == Outcome::Deadlock {
                explain::deadlock(&handle, &mut world, &self.shared, &mut out);
            }
        }
        drop(world);
        self.shared.write_stderr(out.as_bytes());
    }
}

/// Appends all goroutines but `without`, the oldest first.
pub(crate) fn dump_all(
    handle: &Handle<Goroutine>,
    shared: &Shared,
    without: Option<u64>,
    out: &mut String,
) {
    let (now, running) = (handle.now(), handle.running());
    traceback::others(&shared.image, &mut handle.stop_world(), now, &running, without, out);
}
