//! The native tier of a machine as data: what is hot, what is to be compiled, what is compiled.
//!
//! # When a function is compiled
//! * A goroutine that has used up a budget stands at the beginning of a function or at the head of a loop: a *sample*.
//!   Samples cost nothing else, and stand for equal times in the interpreter. A function is compiled when its samples
//!   stand for as much time as compiling takes ([`SAMPLE`], [`COMPILE`]): so what is gained later is never paid for
//!   twice. Of a long function only the loops are compiled first.
//! * Samples of functions that are not compiled are kept with the compiled code: a program that is always over before
//!   compiling pays is compiled after some runs.
//! * Compiled code that leaves for a callee that is not compiled counts for the callee, and what leaves time and again
//!   at one place gets an entry behind it: [`MANY`].
//!
//! A thread of the machine compiles, beside the program, and yields to it.

use crate::arch;
use crate::image::entries::Entries;
use crate::memory::code_memory::CodeMemory;
use crate::shared::code_store::Versions;
use hashbrown::HashMap;
use minigo_bytecode::operand::FuncId;
use parking_lot::{Condvar, Mutex};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, VecDeque};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// Whether hot functions are compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tiering {
    /// Never.
    #[default]
    Off,
    /// When they are hot.
    On,
    /// Every function when it is first called, by its caller: for tests.
    Eager,
}

impl Tiering {
    /// Whether this build can compile functions.
    pub const IS_THERE: bool = minigo_jit::IS_THERE;

    /// What programs run with if nothing is said: on where the tier is known to pay, in optimised builds for Linux on
    /// x86-64.
    #[must_use]
    pub fn of_build() -> Self {
        let known = cfg!(all(target_os = "linux", target_arch = "x86_64"));
        match Self::IS_THERE && known && !cfg!(debug_assertions) {
            true => Self::On,
            false => Self::Off,
        }
    }
}

/// A budget in the interpreter, in ns: some 20,000 calls and turns of loops.
const SAMPLE: u32 = 60_000;

/// A call of compiled code by interpreted code, in ns, with what is interpreted around it.
const CALL: u32 = 100;

/// Compiling an instruction, in ns of CPU time (15,000 to 30,000 were measured).
const COMPILE: u32 = 20_000;

/// What the first function costs beside that, in ns: a thread, and the pages of the compiler, of which nothing has run
/// so far. Programs that are over by then compile nothing.
const START: u32 = 8_000_000;

/// From this many instructions on only the loops of a function are compiled at first.
const LONG: usize = 150;

/// How many reasons a report shows.
const SHOWN: usize = 24;

/// Compiled code leaves this often for each time that is noted.
pub(crate) const NOTED: u32 = 8;

/// The number of notes that compiled code leaves at a place, or for a callee, from which compiling for it pays.
const MANY: u32 = 8;

/// A function is compiled at most this often, each time for more entries.
const VERSIONS: u32 = 6;

/// So many new samples are worth keeping for the next run (2 ms).
const KEPT: u32 = 32;

/// When nothing was to be compiled for so long, what was compiled is stored: not every program comes to its end.
const QUIET: Duration = Duration::from_millis(500);

/// What is to be compiled.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) func: FuncId,
    pub(crate) loops_only: bool,
    /// Entries beside the beginning and the heads of loops.
    pub(crate) entries: Vec<u32>,
}

/// What the thread does.
pub(crate) enum Work {
    /// Installs the code that an earlier run has left.
    Load,
    Compile(Request),
    /// Keeps what was compiled for later runs.
    Store,
}

/// Samples of several runs.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Samples {
    all: u32,
    /// Those of functions that are not compiled.
    of: Vec<(u32, u32)>,
}

/// What is known of a function.
#[derive(Default)]
struct Known {
    samples: u32,
    /// As many of them as are kept for the next run.
    kept: u32,
    /// How often it was noted that it calls compiled code.
    called: u32,
    /// How often compiled code has left for want of it.
    wanted: u32,
    /// Whether it is in the queue, or is being compiled.
    requested: bool,
    /// How often it was compiled; only its loops the last time.
    versions: u32,
    loops_only: bool,
    /// It cannot be compiled.
    refused: bool,
    /// How often it was left at which instruction.
    left: HashMap<u32, u32>,
    entries: BTreeSet<u32>,
}

impl Known {
    fn request(&mut self, func: FuncId, loops_only: bool) -> Option<Work> {
        if self.requested || self.refused || self.versions >= VERSIONS {
            return None;
        }
        self.requested = true;
        let entries = self.entries.iter().copied().collect();
        Some(Work::Compile(Request { func, loops_only, entries }))
    }
}

#[derive(Default)]
struct State {
    functions: HashMap<u32, Known>,
    queue: VecDeque<Work>,
    /// Whether the store was asked for code of an earlier run.
    asked: bool,
    /// Whether that code, and the samples beside it, are still to come: until then they must not be overwritten.
    loading: bool,
    /// Whether something was compiled that is not stored.
    news: bool,
    /// All samples so far.
    samples: u32,
    quits: bool,
}

/// What was done so far.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) functions: AtomicU64,
    pub(crate) instructions: AtomicU64,
    pub(crate) bytes: AtomicU64,
    pub(crate) nanos: AtomicU64,
    pub(crate) refused: AtomicU64,
    /// Of earlier runs.
    pub(crate) loaded: AtomicU64,
    pub(crate) loaded_bytes: AtomicU64,
    pub(crate) load_nanos: AtomicU64,
    pub(crate) entered: AtomicU64,
    pub(crate) called: AtomicU64,
    pub(crate) interpreted: AtomicU64,
    pub(crate) left: AtomicU64,
    /// How often compiled code left at which kind of instruction; counted only if that is asked for.
    pub(crate) reasons: Mutex<HashMap<String, u64>>,
}

/// The native tier of a machine.
pub(crate) struct Tier {
    pub(crate) tiering: Tiering,
    /// Whether counts are to be printed at the end.
    pub(crate) counts_reasons: AtomicBool,
    /// The function whose machine code is to be printed.
    pub(crate) dump: Option<String>,
    pub(crate) counts: Counts,
    /// Held while a function is compiled and its entries are set. Types and functions change under it.
    pub(crate) compiling: Mutex<()>,
    /// What is to be kept for later runs, if there is a place for it.
    pub(crate) versions: Option<Versions>,
    code: OnceLock<Option<CodeMemory>>,
    state: Mutex<State>,
    more: Condvar,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Tier {
    pub(crate) fn new(
        tiering: Tiering,
        counts: bool,
        dump: Option<String>,
        versions: Option<Versions>,
    ) -> Self {
        if tiering != Tiering::Off {
            // Here most processes have one thread.
            let _ = arch::code::prepare();
        }
        Self {
            tiering,
            counts_reasons: AtomicBool::new(counts),
            dump,
            counts: Counts::default(),
            compiling: Mutex::default(),
            versions,
            code: OnceLock::new(),
            state: Mutex::default(),
            more: Condvar::new(),
            thread: Mutex::default(),
        }
    }

    pub(crate) fn is_on(&self) -> bool {
        self.tiering != Tiering::Off
    }

    /// The memory for compiled code, if the system gives it.
    pub(crate) fn memory(&self, entries: &Entries) -> Option<&CodeMemory> {
        self.code.get_or_init(|| CodeMemory::new().filter(|_| entries.are_there())).as_ref()
    }

    /// Compiled code, if there is any. May be called in handlers of signals.
    pub(crate) fn code(&self) -> Option<&CodeMemory> {
        self.code.get().and_then(Option::as_ref)
    }

    /// A budget was used up in a function of `len` instructions, in a loop or at its beginning. Whether a thread is
    /// needed that compiles.
    pub(crate) fn sample(&self, func: FuncId, len: usize, in_loop: bool) -> bool {
        let mut state = self.state.lock();
        if !state.asked {
            state.asked = true;
            if self.versions.as_ref().is_some_and(Versions::may_be_there) {
                state.loading = true;
                self.push(&mut state, Some(Work::Load));
                return true;
            }
        }
        let known = state.functions.entry(func.0).or_default();
        if known.versions > 0 && !known.loops_only {
            return false;
        }
        known.samples += 1;
        state.samples = state.samples.saturating_add(1);
        if state.samples.saturating_mul(SAMPLE) < START {
            return false;
        }
        let known = state.functions.entry(func.0).or_default();
        let loops_only = in_loop && len > LONG && known.versions == 0;
        let work = if loops_only { len.min(LONG) } else { len } as u32;
        if known.samples.saturating_mul(SAMPLE) < work.saturating_mul(COMPILE) {
            return false;
        }
        let request = known.request(func, loops_only);
        self.push(&mut state, request)
    }

    /// Compiled code has left for want of a function. As `sample`.
    pub(crate) fn want(&self, func: FuncId) -> bool {
        let mut state = self.state.lock();
        let known = state.functions.entry(func.0).or_default();
        known.wanted += 1;
        if known.wanted % MANY != 0 || known.versions > 0 && !known.loops_only {
            return false;
        }
        let request = known.request(func, false);
        self.push(&mut state, request)
    }

    /// A function of `len` instructions, which is interpreted, has called compiled code that returns to `entry`. As
    /// `sample`.
    pub(crate) fn called(&self, func: FuncId, len: usize, entry: u32) -> bool {
        let mut state = self.state.lock();
        let known = state.functions.entry(func.0).or_default();
        if known.versions > 0 && !known.loops_only {
            drop(state);
            return self.left(func, entry);
        }
        known.called += 1;
        if known.called.saturating_mul(NOTED * CALL) < (len as u32).saturating_mul(COMPILE) {
            return false;
        }
        let request = known.request(func, false);
        self.push(&mut state, request)
    }

    /// Compiled code has left, and goes on at `entry` of the function once the interpreter has done what it left for.
    /// As `sample`.
    pub(crate) fn left(&self, func: FuncId, entry: u32) -> bool {
        let mut state = self.state.lock();
        let Some(known) = state.functions.get_mut(&func.0) else { return false };
        let count = known.left.entry(entry).or_default();
        *count += 1;
        if *count % MANY != 0 || known.versions == 0 {
            return false;
        }
        let news = known.entries.insert(entry);
        if !news && !known.loops_only {
            return false;
        }
        let request = known.request(func, false);
        self.push(&mut state, request)
    }

    fn push(&self, state: &mut State, work: Option<Work>) -> bool {
        let Some(work) = work else { return false };
        state.queue.push_back(work);
        self.more.notify_one();
        true
    }

    /// What comes next for the thread that compiles; `None`: it ends.
    pub(crate) fn next(&self) -> Option<Work> {
        let mut state = self.state.lock();
        loop {
            if state.quits {
                return None;
            }
            if let Some(work) = state.queue.pop_front() {
                return Some(work);
            }
            if !state.news {
                self.more.wait(&mut state);
            } else if self.more.wait_for(&mut state, QUIET).timed_out() {
                state.news = false;
                return Some(Work::Store);
            }
        }
    }

    /// A function was compiled, or cannot be.
    pub(crate) fn finish(&self, request: &Request, compiled: bool) {
        let mut state = self.state.lock();
        let known = state.functions.entry(request.func.0).or_default();
        known.requested = false;
        known.refused = !compiled;
        known.loops_only = request.loops_only;
        known.versions += 1;
        state.news |= compiled && self.versions.is_some();
    }

    /// Code for a function that an earlier run has compiled is about to be installed. `false`: there is newer code.
    pub(crate) fn take_over(&self, request: &Request) -> bool {
        let mut state = self.state.lock();
        let known = state.functions.entry(request.func.0).or_default();
        if known.versions > 0 {
            return false;
        }
        known.versions = 1;
        known.loops_only = request.loops_only;
        known.entries.extend(&request.entries);
        true
    }

    /// The store was asked.
    pub(crate) fn asks_no_more(&self) {
        self.state.lock().asked = true;
    }

    /// What an earlier run has left is there.
    pub(crate) fn has_loaded(&self) {
        self.state.lock().loading = false;
    }

    /// Adds the samples of earlier runs.
    pub(crate) fn add_samples(&self, samples: &Samples) {
        let mut state = self.state.lock();
        state.samples = state.samples.saturating_add(samples.all);
        for &(func, count) in &samples.of {
            let known = state.functions.entry(func).or_default();
            known.samples = known.samples.saturating_add(count);
            known.kept = count;
        }
    }

    /// The samples of this run and earlier ones, and whether there are enough new ones to keep them.
    pub(crate) fn samples_to_keep(&self) -> (Samples, bool) {
        let mut state = self.state.lock();
        let State { functions, samples, loading, .. } = &mut *state;
        let wanted = |known: &Known| known.versions == 0 && known.samples > 0 && !known.refused;
        let mut of = Vec::new();
        let mut new = 0_u32;
        for (&func, known) in functions.iter_mut().filter(|(_, known)| wanted(known)) {
            of.push((func, known.samples));
            new = new.saturating_add(known.samples - known.kept);
        }
        of.sort_unstable();
        let news = new >= KEPT && !*loading;
        if news {
            functions.values_mut().for_each(|known| known.kept = known.samples);
        }
        (Samples { all: *samples, of }, news)
    }

    /// Starts the thread that compiles, unless it runs.
    pub(crate) fn start(&self, spawn: impl FnOnce() -> Option<JoinHandle<()>>) {
        let mut thread = self.thread.lock();
        if thread.is_none() {
            *thread = spawn();
        }
    }

    /// Ends the thread that compiles.
    pub(crate) fn quit(&self) {
        self.state.lock().quits = true;
        self.more.notify_all();
        if let Some(thread) = self.thread.lock().take() {
            // It has caught what it could panic with.
            let _ = thread.join();
        }
    }

    /// Counts something, if that is asked for.
    pub(crate) fn count(&self, what: &AtomicU64) {
        if self.counts_reasons.load(Ordering::Relaxed) {
            what.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Counts why compiled code was left, if that is asked for.
    pub(crate) fn count_reason(&self, reason: impl FnOnce() -> String) {
        if self.counts_reasons.load(Ordering::Relaxed) {
            *self.counts.reasons.lock().entry(reason()).or_default() += 1;
        }
    }

    /// The counts as text.
    pub(crate) fn report(&self) -> String {
        let Counts {
            functions,
            instructions,
            bytes,
            nanos,
            refused,
            loaded,
            loaded_bytes,
            load_nanos,
            entered,
            called: _,
            interpreted,
            left,
            reasons,
        } = &self.counts;
        let get = |n: &AtomicU64| n.load(Ordering::Relaxed);
        let mut reasons: Vec<_> = reasons.lock().iter().map(|(why, n)| (*n, why.clone())).collect();
        reasons.sort_unstable_by(|a, b| b.cmp(a));
        reasons.truncate(SHOWN);
        let reasons: Vec<String> =
            reasons.iter().map(|(n, why)| format!("jit: {n} {why}\n")).collect();
        format!(
            "jit: {} functions, {} instructions, {} bytes in {:.1} ms, {} refused; {} functions, {} bytes from the \
             cache in {:.1} ms; entered {} times, left {} times for the interpreter and {} times by handlers\n{}",
            get(functions),
            get(instructions),
            get(bytes),
            get(nanos) as f64 / 1e6,
            get(refused),
            get(loaded),
            get(loaded_bytes),
            get(load_nanos) as f64 / 1e6,
            get(entered),
            get(interpreted),
            get(left),
            reasons.concat(),
        )
    }
}
