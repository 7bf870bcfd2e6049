//! The native tier of a machine as data: the hot functions, the queue of functions to compile, and the compiled ones.
//!
//! # When a function is compiled
//! * A goroutine that has used up a budget stands at the beginning of a function or at the head of a loop: a *sample*.
//!   Samples cost nothing else, and stand for equal times in the interpreter. A function is compiled when its samples
//!   stand for as much time as compiling takes ([`SAMPLE_NANOS`], [`COMPILE_NANOS`]), so that compiling costs at most
//!   as much as the interpretation before it. Only the loops of a long function are compiled first.
//! * Samples of functions that are not compiled are stored with the compiled code: a program that always ends before
//!   compiling pays is compiled after some runs.
//! * A side exit of compiled code to a callee that is not compiled counts for the callee; behind an instruction with
//!   frequent side exits, the function gets another entry: [`MIN_EXITS_TO_COMPILE`].
//!
//! A thread of the machine compiles while the program runs, with lower priority.

use crate::arch;
use crate::image::compiled_entries::CompiledEntries;
use crate::memory::code_memory::CodeMemory;
use crate::shared::code_store::CompiledVersions;
use hashbrown::HashMap;
use minigo_bytecode::operand::FuncId;
use parking_lot::{Condvar, Mutex};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, VecDeque};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// The condition for compiling a function to machine code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tiering {
    /// Never.
    #[default]
    Off,
    /// Functions are compiled when they are hot.
    On,
    /// Every function is compiled when it is first called, by the calling thread. For tests.
    Eager,
}

impl Tiering {
    /// Whether this build can compile functions.
    pub const IS_AVAILABLE: bool = minigo_jit::IS_AVAILABLE;

    /// The default of this build: on where the tier is known to pay, in optimised builds for Linux on x86-64.
    #[must_use]
    pub fn default_of_build() -> Self {
        let known = cfg!(all(target_os = "linux", target_arch = "x86_64"));
        match Self::IS_AVAILABLE && known && !cfg!(debug_assertions) {
            true => Self::On,
            false => Self::Off,
        }
    }
}

/// The time of a budget in the interpreter, in ns: some 20,000 calls and loop iterations.
const SAMPLE_NANOS: u32 = 60_000;

/// The time of a call from interpreted to compiled code, in ns, with the interpreted code around it.
const CALL_NANOS: u32 = 100;

/// The time of compiling an instruction, in ns of CPU time (15,000 to 30,000 were measured).
const COMPILE_NANOS: u32 = 20_000;

/// The additional time of the first function, in ns: starting a thread, and the page faults of the compiler's code,
/// which is not mapped yet. Programs that end earlier compile nothing.
const COMPILER_START_NANOS: u32 = 8_000_000;

/// Functions with at least this many instructions first have only their loops compiled.
const LARGE_FUNCTION: usize = 150;

/// The number of exit reasons that a report shows.
const MAX_SHOWN_EXIT_REASONS: usize = 24;

/// The number of side exits of compiled code for each one that is recorded.
pub(crate) const EXITS_PER_RECORD: u32 = 8;

/// The number of recorded exits at a place, or for a callee, from which compiling pays.
const MIN_EXITS_TO_COMPILE: u32 = 8;

/// The most times that a function is compiled, each time with more entries.
const MAX_VERSIONS: u32 = 6;

/// The number of new samples that is worth storing for the next run (2 ms).
const SAMPLES_TO_STORE: u32 = 32;

/// The time without compilation after which compiled code is stored: not every program reaches its end.
const QUIET_TIME_TO_STORE: Duration = Duration::from_millis(500);

/// A function to be compiled.
#[derive(Clone, Debug)]
pub(crate) struct CompileRequest {
    pub(crate) func: FuncId,
    pub(crate) loops_only: bool,
    /// The instructions at which the machine code can be entered, besides the first instruction and the heads of loops.
    pub(crate) entries: Vec<u32>,
}

/// The work of the compiling thread.
pub(crate) enum CompilerWork {
    /// Install the code that an earlier run has stored.
    Load,
    Compile(CompileRequest),
    /// Store the compiled code for later runs.
    Store,
}

/// Samples of several runs.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Samples {
    total: u32,
    /// The samples of functions that are not compiled: function and count.
    by_function: Vec<(u32, u32)>,
}

/// The tier's knowledge of a function.
#[derive(Default)]
struct FunctionFacts {
    sample_count: u32,
    /// How many of the samples are stored for the next run.
    stored_samples: u32,
    /// The number of recorded calls from this function, interpreted, to compiled code.
    calls_to_compiled: u32,
    /// The number of recorded side exits because this function was not compiled.
    missing_callee_exits: u32,
    /// Whether the function is in the queue, or is being compiled.
    is_requested: bool,
    /// How many times the function was compiled, and whether only its loops the last time.
    version_count: u32,
    loops_only: bool,
    /// Whether the function cannot be compiled.
    is_refused: bool,
    /// The number of recorded side exits by instruction.
    exits_by_instruction: HashMap<u32, u32>,
    entries: BTreeSet<u32>,
}

impl FunctionFacts {
    fn request(&mut self, func: FuncId, loops_only: bool) -> Option<CompilerWork> {
        if self.is_requested || self.is_refused || self.version_count >= MAX_VERSIONS {
            return None;
        }
        self.is_requested = true;
        let entries = self.entries.iter().copied().collect();
        Some(CompilerWork::Compile(CompileRequest { func, loops_only, entries }))
    }
}

#[derive(Default)]
struct State {
    functions: HashMap<u32, FunctionFacts>,
    queue: VecDeque<CompilerWork>,
    /// Whether the store was asked for the code of an earlier run.
    has_asked_store: bool,
    /// Whether the code and the samples of an earlier run are still being loaded: until they are loaded the store must
    /// not be overwritten.
    is_loading: bool,
    /// Whether there is compiled code that is not stored.
    has_unstored_code: bool,
    /// All samples so far.
    sample_count: u32,
    has_quit: bool,
}

/// Counts of the tier's work so far.
#[derive(Default)]
pub(crate) struct TierCounts {
    pub(crate) functions: AtomicU64,
    pub(crate) instructions: AtomicU64,
    pub(crate) bytes: AtomicU64,
    pub(crate) compile_nanos: AtomicU64,
    pub(crate) refused_functions: AtomicU64,
    /// Functions loaded from earlier runs.
    pub(crate) loaded_functions: AtomicU64,
    pub(crate) loaded_bytes: AtomicU64,
    pub(crate) load_nanos: AtomicU64,
    pub(crate) entries_made: AtomicU64,
    pub(crate) calls_to_compiled: AtomicU64,
    pub(crate) interpreted_calls: AtomicU64,
    pub(crate) side_exits: AtomicU64,
    /// The number of side exits by kind of instruction; counted only if the options ask for it.
    pub(crate) side_exit_reasons: Mutex<HashMap<String, u64>>,
}

/// The native tier of a machine.
pub(crate) struct Tier {
    pub(crate) tiering: Tiering,
    /// Whether the counts are to be printed at the end.
    pub(crate) counts_reasons: AtomicBool,
    /// The function whose machine code is to be printed.
    pub(crate) dump_filter: Option<String>,
    pub(crate) counts: TierCounts,
    /// Held while a function is compiled and its entries are set. Types and functions only change under this lock.
    pub(crate) compiling_lock: Mutex<()>,
    /// The compiled code to be stored for later runs, if there is a store.
    pub(crate) versions: Option<CompiledVersions>,
    code_memory: OnceLock<Option<CodeMemory>>,
    state: Mutex<State>,
    work_available: Condvar,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Tier {
    pub(crate) fn new(
        tiering: Tiering,
        counts: bool,
        dump: Option<String>,
        versions: Option<CompiledVersions>,
    ) -> Self {
        if tiering != Tiering::Off {
            // The process prepares for publishing code here, since most processes have only one thread at this point.
            let _ = arch::code::prepare_publishing();
        }
        Self {
            tiering,
            counts_reasons: AtomicBool::new(counts),
            dump_filter: dump,
            counts: TierCounts::default(),
            compiling_lock: Mutex::default(),
            versions,
            code_memory: OnceLock::new(),
            state: Mutex::default(),
            work_available: Condvar::new(),
            thread: Mutex::default(),
        }
    }

    pub(crate) fn is_on(&self) -> bool {
        self.tiering != Tiering::Off
    }

    /// The memory for compiled code, if the system provides it.
    pub(crate) fn ensure_code_memory(&self, entries: &CompiledEntries) -> Option<&CodeMemory> {
        self.code_memory
            .get_or_init(|| CodeMemory::new().filter(|_| entries.ensure_memory()))
            .as_ref()
    }

    /// The memory for compiled code, if there is any. Signal handlers may call this.
    pub(crate) fn code_memory(&self) -> Option<&CodeMemory> {
        self.code_memory.get().and_then(Option::as_ref)
    }

    /// Counts a budget used up in a function of `len` instructions, in a loop or at the function's beginning. Reports
    /// whether the compiling thread is needed.
    pub(crate) fn note_sample(&self, func: FuncId, len: usize, in_loop: bool) -> bool {
        let mut state = self.state.lock();
        if !state.has_asked_store {
            state.has_asked_store = true;
            if self.versions.as_ref().is_some_and(CompiledVersions::is_probably_stored) {
                state.is_loading = true;
                self.push_work(&mut state, Some(CompilerWork::Load));
                return true;
            }
        }
        let known = state.functions.entry(func.0).or_default();
        if known.version_count > 0 && !known.loops_only {
            return false;
        }
        known.sample_count += 1;
        state.sample_count = state.sample_count.saturating_add(1);
        if state.sample_count.saturating_mul(SAMPLE_NANOS) < COMPILER_START_NANOS {
            return false;
        }
        let known = state.functions.entry(func.0).or_default();
        let loops_only = in_loop && len > LARGE_FUNCTION && known.version_count == 0;
        let work = if loops_only { len.min(LARGE_FUNCTION) } else { len } as u32;
        if known.sample_count.saturating_mul(SAMPLE_NANOS) < work.saturating_mul(COMPILE_NANOS) {
            return false;
        }
        let request = known.request(func, loops_only);
        self.push_work(&mut state, request)
    }

    /// Counts a side exit of compiled code because `func` is not compiled. Returns as
    /// [`note_sample`](Self::note_sample).
    pub(crate) fn note_missing_callee(&self, func: FuncId) -> bool {
        let mut state = self.state.lock();
        let known = state.functions.entry(func.0).or_default();
        known.missing_callee_exits += 1;
        if known.missing_callee_exits % MIN_EXITS_TO_COMPILE != 0
            || known.version_count > 0 && !known.loops_only
        {
            return false;
        }
        let request = known.request(func, false);
        self.push_work(&mut state, request)
    }

    /// Counts a call of compiled code by an interpreted function of `len` instructions; the call returns to `entry`.
    /// Returns as [`note_sample`](Self::note_sample).
    pub(crate) fn count_call(&self, func: FuncId, len: usize, entry: u32) -> bool {
        let mut state = self.state.lock();
        let known = state.functions.entry(func.0).or_default();
        if known.version_count > 0 && !known.loops_only {
            drop(state);
            return self.count_exit(func, entry);
        }
        known.calls_to_compiled += 1;
        if known.calls_to_compiled.saturating_mul(EXITS_PER_RECORD * CALL_NANOS)
            < (len as u32).saturating_mul(COMPILE_NANOS)
        {
            return false;
        }
        let request = known.request(func, false);
        self.push_work(&mut state, request)
    }

    /// Counts a side exit of compiled code that can be entered again at `entry` of the function once the interpreter
    /// has executed the instruction of the exit. Returns as [`note_sample`](Self::note_sample).
    pub(crate) fn count_exit(&self, func: FuncId, entry: u32) -> bool {
        let mut state = self.state.lock();
        let Some(known) = state.functions.get_mut(&func.0) else { return false };
        let count = known.exits_by_instruction.entry(entry).or_default();
        *count += 1;
        if *count % MIN_EXITS_TO_COMPILE != 0 || known.version_count == 0 {
            return false;
        }
        let has_unstored = known.entries.insert(entry);
        if !has_unstored && !known.loops_only {
            return false;
        }
        let request = known.request(func, false);
        self.push_work(&mut state, request)
    }

    fn push_work(&self, state: &mut State, work: Option<CompilerWork>) -> bool {
        let Some(work) = work else { return false };
        state.queue.push_back(work);
        self.work_available.notify_one();
        true
    }

    /// The next work of the compiling thread; `None`: the thread ends.
    pub(crate) fn next_work(&self) -> Option<CompilerWork> {
        let mut state = self.state.lock();
        loop {
            if state.has_quit {
                return None;
            }
            if let Some(work) = state.queue.pop_front() {
                return Some(work);
            }
            if !state.has_unstored_code {
                self.work_available.wait(&mut state);
            } else if self.work_available.wait_for(&mut state, QUIET_TIME_TO_STORE).timed_out() {
                state.has_unstored_code = false;
                return Some(CompilerWork::Store);
            }
        }
    }

    /// Records that a function was compiled, or cannot be.
    pub(crate) fn finish_request(&self, request: &CompileRequest, compiled: bool) {
        let mut state = self.state.lock();
        let known = state.functions.entry(request.func.0).or_default();
        known.is_requested = false;
        known.is_refused = !compiled;
        known.loops_only = request.loops_only;
        known.version_count += 1;
        state.has_unstored_code |= compiled && self.versions.is_some();
    }

    /// Called instead of [`finish_request`](Self::finish_request) if the function cannot be compiled at present: it may
    /// be requested again.
    pub(crate) fn postpone_request(&self, request: &CompileRequest) {
        self.state.lock().functions.entry(request.func.0).or_default().is_requested = false;
    }

    /// Called before the code of a function from an earlier run is installed. Returns false if the function has been
    /// compiled again since that run.
    pub(crate) fn accept_stored_code(&self, request: &CompileRequest) -> bool {
        let mut state = self.state.lock();
        let known = state.functions.entry(request.func.0).or_default();
        if known.version_count > 0 {
            return false;
        }
        known.version_count = 1;
        known.loops_only = request.loops_only;
        known.entries.extend(&request.entries);
        true
    }

    /// Records that the store of compiled code has been searched.
    pub(crate) fn note_store_asked(&self) {
        self.state.lock().has_asked_store = true;
    }

    /// Records that the code of an earlier run is loaded.
    pub(crate) fn note_stored_code_loaded(&self) {
        self.state.lock().is_loading = false;
    }

    /// Adds the samples of earlier runs.
    pub(crate) fn add_samples(&self, samples: &Samples) {
        let mut state = self.state.lock();
        state.sample_count = state.sample_count.saturating_add(samples.total);
        for &(func, count) in &samples.by_function {
            let known = state.functions.entry(func).or_default();
            known.sample_count = known.sample_count.saturating_add(count);
            known.stored_samples = count;
        }
    }

    /// The samples of this run and earlier ones, and whether there are enough new samples to store them.
    pub(crate) fn samples_to_keep(&self) -> (Samples, bool) {
        let mut state = self.state.lock();
        let State { functions, sample_count: samples, is_loading: loading, .. } = &mut *state;
        let wanted = |known: &FunctionFacts| {
            known.version_count == 0 && known.sample_count > 0 && !known.is_refused
        };
        let mut of = Vec::new();
        let mut new = 0_u32;
        for (&func, known) in functions.iter_mut().filter(|(_, known)| wanted(known)) {
            of.push((func, known.sample_count));
            new = new.saturating_add(known.sample_count - known.stored_samples);
        }
        of.sort_unstable();
        let has_unstored = new >= SAMPLES_TO_STORE && !*loading;
        if has_unstored {
            functions.values_mut().for_each(|known| known.stored_samples = known.sample_count);
        }
        (Samples { total: *samples, by_function: of }, has_unstored)
    }

    /// Starts the compiling thread, unless it runs.
    pub(crate) fn start_compiler(&self, spawn: impl FnOnce() -> Option<JoinHandle<()>>) {
        let mut thread = self.thread.lock();
        if thread.is_none() {
            *thread = spawn();
        }
    }

    /// Ends the compiling thread.
    pub(crate) fn quit_compiler(&self) {
        self.state.lock().has_quit = true;
        self.work_available.notify_all();
        if let Some(thread) = self.thread.lock().take() {
            // The thread has caught every panic itself.
            let _ = thread.join();
        }
    }

    /// Increments a counter, if the options ask for counts.
    pub(crate) fn increment(&self, what: &AtomicU64) {
        if self.counts_reasons.load(Ordering::Relaxed) {
            what.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Counts a side exit by its reason, if the options ask for counts.
    pub(crate) fn count_side_exit(&self, reason: impl FnOnce() -> String) {
        if self.counts_reasons.load(Ordering::Relaxed) {
            *self.counts.side_exit_reasons.lock().entry(reason()).or_default() += 1;
        }
    }

    /// The counts as text.
    pub(crate) fn counts_report(&self) -> String {
        let TierCounts {
            functions,
            instructions,
            bytes,
            compile_nanos: nanos,
            refused_functions: refused,
            loaded_functions: loaded,
            loaded_bytes,
            load_nanos,
            entries_made: entered,
            calls_to_compiled: _,
            interpreted_calls: interpreted,
            side_exits: left,
            side_exit_reasons: reasons,
        } = &self.counts;
        let get = |n: &AtomicU64| n.load(Ordering::Relaxed);
        let mut reasons: Vec<_> = reasons.lock().iter().map(|(why, n)| (*n, why.clone())).collect();
        reasons.sort_unstable_by(|a, b| b.cmp(a));
        reasons.truncate(MAX_SHOWN_EXIT_REASONS);
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
