//! The state that the goroutines of a machine share: [`Shared`], one value for each machine.
//!
//! Each part is a file: the [settings] that package runtime/debug changes, the [state of the collector](collector), the
//! tables of [finalizers], [weak pointers](weak) and [pools], the [notes on locks](locks), and which [driver] runs. No
//! file here knows goroutines: the code that operates on goroutines with these parts is in the folders above.

pub(crate) mod bubbles;
pub(crate) mod code_store;
pub(crate) mod collector;
pub(crate) mod computations;
pub(crate) mod condition;
pub(crate) mod cpu_profile;
pub(crate) mod debugging;
pub(crate) mod dispatch_mode;
pub(crate) mod embedding;
pub(crate) mod finalizers;
pub(crate) mod heap_profile;
pub(crate) mod image_pointer;
pub(crate) mod kept_objects;
pub(crate) mod locks;
pub(crate) mod lookahead;
pub(crate) mod pools;
pub(crate) mod run_position;
pub(crate) mod session_inputs;
pub(crate) mod settings;
pub(crate) mod stepping;
pub(crate) mod stress;
pub(crate) mod test_leaks;
pub(crate) mod thaws;
pub(crate) mod tier;
pub(crate) mod value_texts;
pub(crate) mod waits_profile;
pub(crate) mod weak;
pub(crate) mod work_part_counts;
pub(crate) mod write_watch;

use crate::explore::run_record::ExploredRun;
use crate::host::Host;
use crate::host::program_signals::ProgramSignals;
use crate::host::signal_parker::SignalParker;
use crate::image::Image;
use crate::image::files::ProgramFileNames;
use crate::race::Races;
use crate::report::exec_trace::ExecTrace;
use crate::shared::bubbles::Bubbles;
use crate::shared::collector::Gc;
use crate::shared::computations::Computations;
use crate::shared::cpu_profile::CpuProfile;
use crate::shared::debugging::Debugging;
use crate::shared::dispatch_mode::DispatchMode;
use crate::shared::embedding::Embedding;
use crate::shared::heap_profile::HeapProfile;
use crate::shared::locks::OrphanedReadLocks;
use crate::shared::pools::Pools;
use crate::shared::session_inputs::SessionInputs;
use crate::shared::settings::Settings;
use crate::shared::stress::Stress;
use crate::shared::test_leaks::TestLeaks;
use crate::shared::thaws::Thaws;
use crate::shared::tier::Tier;
use crate::shared::waits_profile::{Unlockers, WaitsProfile};
use crate::shared::work_part_counts::WorkPartCounts;
use hashbrown::HashMap;
use minigo_heap::Heap;
use minigo_sync::SemaTable;
use parking_lot::Mutex;
use std::sync::atomic::{
    AtomicBool, AtomicI32, AtomicPtr, AtomicU8, AtomicU32, AtomicU64, Ordering,
};
use std::sync::{Arc, OnceLock};

/// The state of a machine's leak detection.
#[derive(Default, Debug)]
pub(crate) struct LeakState {
    /// Whether the goroutines still blocked at the program's end are reported.
    pub(crate) reports_at_exit: bool,
    /// The number of leaks that the last detection found.
    pub(crate) leak_count: AtomicU64,
    /// Whether the program ends in an orderly way: [`END_BY_RETURN`], [`END_BY_EXIT`], or 0 for no.
    pub(crate) orderly_end: AtomicU8,
    /// The leaks of a test program's tests.
    pub(crate) test_leaks: TestLeaks,
}

/// `LeakState::orderly_end`: `main` has returned.
pub(crate) const END_BY_RETURN: u8 = 1;

/// `LeakState::orderly_end`: `os.Exit` was called.
pub(crate) const END_BY_EXIT: u8 = 2;

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitStatus {
    /// The program exited with this status: 0 when `main` returned, 2 after a panic or fatal error.
    Exited(i32),
    /// The program ended itself by this signal, which the process must raise for itself.
    Killed(i32),
}

impl ExitStatus {
    /// The exit status for the operating system; a signal counts as in shells: 128 plus its number.
    #[must_use]
    pub fn code(self) -> i32 {
        match self {
            Self::Exited(code) => code,
            Self::Killed(signal) => 128 + signal,
        }
    }
}

/// The state that the goroutines of a machine share.
pub(crate) struct Shared {
    pub(crate) image: Image,
    pub(crate) host: Arc<dyn Host>,
    pub(crate) heap: Heap,
    pub(crate) dispatch_mode: DispatchMode,
    /// The functions that are compiled, and their code.
    pub(crate) tier: Tier,
    /// The next goroutine id; processors take some at a time.
    pub(crate) next_goroutine_id: AtomicU64,
    pub(crate) sema_table: SemaTable,
    /// The locks that ended goroutines still hold for reading.
    pub(crate) orphans: OrphanedReadLocks,
    pub(crate) status: Mutex<Option<ExitStatus>>,
    /// Whether the program ended by a panic or a fatal error.
    pub(crate) has_crashed: AtomicBool,
    /// The file descriptor that gets crash reports in addition to standard error; -1 for none.
    pub(crate) crash_output: AtomicI32,
    /// The goroutine that ended the program with a dump of all others; 0 for none.
    pub(crate) dying_goroutine: AtomicU64,
    /// Whether the main goroutine ended by `Goexit`.
    pub(crate) main_exited: AtomicBool,
    pub(crate) program_signals: Arc<ProgramSignals>,
    /// The number of panics that run deferred calls: main waits for them, so that a program that panics does not exit
    /// with status 0.
    pub(crate) panicking_goroutines: AtomicU32,
    /// How many more times main will wait for the panics that run deferred calls: for a tenth of a second in all.
    pub(crate) main_panic_waits_left: AtomicI32,
    /// The target of pointers to variables of size 0.
    pub(crate) zero_size_target: Arc<[u64; 2]>,
    /// The settings that package runtime/debug changes.
    pub(crate) settings: Settings,
    pub(crate) gc: Gc,
    pub(crate) stress: Stress,
    /// The computations of goroutines without a P.
    pub(crate) computations: Computations,
    /// Counts of long work, if the options ask for these counts.
    pub(crate) work_part_counts: Option<WorkPartCounts>,
    /// Whether the accesses of instructions are checked against the table of instructions: see
    /// [`access_check`](crate::interp::access_check).
    pub(crate) check_accesses: bool,
    pub(crate) pools: Pools,
    /// The state that natives of the library keep.
    pub(crate) kept_objects: kept_objects::KeptObjects,
    pub(crate) leaks: LeakState,
    pub(crate) first_fault: FirstFault,
    pub(crate) files: ProgramFileNames,
    /// The inputs, if the machine is a session's.
    pub(crate) inputs: Option<SessionInputs>,
    /// The calls of an embedder, if one drives the machine.
    pub(crate) embedding: Option<Box<Embedding>>,
    /// For a trace: the program's names for the objects that goroutines wait for, by the place in the code.
    pub(crate) awaited_names: Mutex<HashMap<u32, Arc<str>>>,
    /// Go's execution trace, if one runs.
    pub(crate) exec_trace: ExecTrace,
    pub(crate) thaws: Thaws,
    /// The stops that a debugger wants, if one is attached.
    pub(crate) debugging: Option<Box<Debugging>>,
    pub(crate) cpu_profile: CpuProfile,
    pub(crate) heap_profile: HeapProfile,
    /// The block profile: waits by the stack that waited.
    pub(crate) block_profile: WaitsProfile,
    /// The mutex profile: waits by the stack that made others wait.
    pub(crate) mutex_profile: WaitsProfile,
    pub(crate) unlockers: Unlockers,
    pub(crate) bubbles: Bubbles,
    /// The race detector, if accesses are watched.
    pub(crate) race: Option<Box<Races>>,
    /// The record of the run, if its interleaving is explored.
    pub(crate) explored: Option<Arc<ExploredRun>>,
    /// The receiver of signals, if the machine handles them.
    pub(crate) signal_parker: OnceLock<Arc<SignalParker>>,
}

impl Shared {
    /// Sets the status with which the program ends, unless the status is set already. Reports whether this call has set
    /// the status.
    pub(crate) fn set_status(&self, status: ExitStatus) -> bool {
        let mut noted = self.status.lock();
        noted.is_none() && noted.replace(status).is_none()
    }

    /// The upper bound of goroutine ids: no goroutine has a higher one.
    pub(crate) fn newest_goroutine_id(&self) -> u64 {
        self.next_goroutine_id.load(Ordering::Relaxed)
    }

    /// A goroutine id that is not in use.
    pub(crate) fn new_goroutine_id(&self) -> u64 {
        self.next_goroutine_id.fetch_add(1, Ordering::Relaxed)
    }

    /// The target of pointers to variables of size 0.
    pub(crate) fn zero_size_target(&self) -> *mut u8 {
        self.zero_size_target.as_ptr().cast_mut().cast()
    }

    /// Writes `text` to standard error, and ignores errors.
    pub(crate) fn write_stderr(&self, text: &[u8]) {
        self.write_all(2, text);
    }

    /// Writes a crash report to standard error, and to the file that `debug.SetCrashOutput` set.
    pub(crate) fn write_crash(&self, text: &[u8]) {
        self.write_stderr(text);
        let also = self.crash_output.load(Ordering::SeqCst);
        if also >= 0 {
            self.write_all(also, text);
        }
    }

    fn write_all(&self, fd: i32, mut text: &[u8]) {
        while !text.is_empty() {
            match self.host.write(fd, text) {
                Ok(n) if n > 0 => text = &text[n..],
                Err(e) if e == libc::EINTR || e == libc::EAGAIN => {}
                _ => return,
            }
        }
    }
}

/// The faulted thread of a machine, for the thread that reports the fault.
#[derive(Default, Debug)]
pub(crate) struct FirstFault {
    /// Whether a thread has faulted: only the first fault is reported.
    pub(crate) is_taken: AtomicBool,
    /// Points to the handler's description of the fault (`access::faulted_thread`). The handler stores the pointer with
    /// release when the description is complete.
    pub(crate) fault_report: AtomicPtr<()>,
}
