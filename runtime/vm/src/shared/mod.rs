//! What the goroutines of a machine share: [`Shared`], one value for each machine.
//!
//! Each part is a file: the [settings] that package runtime/debug changes, the [state of the collector](collector), the
//! tables of [finalizers], [weak pointers](weak) and [pools], the [notes on locks](locks), and which [driver] runs.
//! Nothing here knows goroutines: what works on them with these parts is in the folders above.

pub(crate) mod bubbles;
pub(crate) mod code_store;
pub(crate) mod collector;
pub(crate) mod computing;
pub(crate) mod cpu_profile;
pub(crate) mod driver;
pub(crate) mod finalizers;
pub(crate) mod heap_profile;
pub(crate) mod inputs;
pub(crate) mod kept;
pub(crate) mod locks;
pub(crate) mod part_counts;
pub(crate) mod pools;
pub(crate) mod settings;
pub(crate) mod stepping;
pub(crate) mod stress;
pub(crate) mod test_leaks;
pub(crate) mod texts;
pub(crate) mod thaws;
pub(crate) mod tier;
pub(crate) mod waits_profile;
pub(crate) mod weak;

use crate::explore::noted::Explored;
use crate::host::Host;
use crate::host::program_signals::ProgramSignals;
use crate::host::signal_parker::SignalParker;
use crate::image::Image;
use crate::image::files::Files;
use crate::race::Races;
use crate::report::exec_trace::ExecTrace;
use crate::shared::bubbles::Bubbles;
use crate::shared::collector::Gc;
use crate::shared::computing::Computing;
use crate::shared::cpu_profile::CpuProfile;
use crate::shared::driver::Driver;
use crate::shared::heap_profile::HeapProfile;
use crate::shared::inputs::Inputs;
use crate::shared::locks::Orphans;
use crate::shared::part_counts::PartCounts;
use crate::shared::pools::Pools;
use crate::shared::settings::Settings;
use crate::shared::stress::Stress;
use crate::shared::test_leaks::TestLeaks;
use crate::shared::thaws::Thaws;
use crate::shared::tier::Tier;
use crate::shared::waits_profile::{Unlockers, WaitsProfile};
use hashbrown::HashMap;
use minigo_heap::Heap;
use minigo_sync::SemaTable;
use parking_lot::Mutex;
use std::sync::atomic::{
    AtomicBool, AtomicI32, AtomicPtr, AtomicU8, AtomicU32, AtomicU64, Ordering,
};
use std::sync::{Arc, OnceLock};

/// What a machine knows of its leaks.
#[derive(Default, Debug)]
pub(crate) struct Leaks {
    /// Whether the program's end says what was still blocked.
    pub(crate) at_exit: bool,
    /// How many the last detection found.
    pub(crate) count: AtomicU64,
    /// Whether the program ends in an orderly way, and how: [`RETURNED`], [`EXITED`], or 0.
    pub(crate) orderly: AtomicU8,
    /// What the tests of a test program have leaked.
    pub(crate) tests: TestLeaks,
}

/// `main` has returned.
pub(crate) const RETURNED: u8 = 1;

/// `os.Exit` was called.
pub(crate) const EXITED: u8 = 2;

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitStatus {
    /// With this status: 0 when `main` returned, 2 after a panic or fatal error.
    Exited(i32),
    /// By this signal, which the process is to end by.
    Killed(i32),
}

impl ExitStatus {
    /// The number for the operating system, for a signal as shells show it.
    #[must_use]
    pub fn code(self) -> i32 {
        match self {
            Self::Exited(code) => code,
            Self::Killed(signal) => 128 + signal,
        }
    }
}

/// What the goroutines of a machine share.
pub(crate) struct Shared {
    pub(crate) image: Image,
    pub(crate) host: Arc<dyn Host>,
    pub(crate) heap: Heap,
    pub(crate) driver: Driver,
    /// Which functions are compiled, and their code.
    pub(crate) tier: Tier,
    /// The next goroutine id; processors take some at a time.
    pub(crate) ids: AtomicU64,
    pub(crate) semas: SemaTable,
    /// What goroutines that have ended still hold for reading.
    pub(crate) orphans: Orphans,
    pub(crate) status: Mutex<Option<ExitStatus>>,
    /// Whether the program ended by a panic or a fatal error.
    pub(crate) crashed: AtomicBool,
    /// Where what is said of a crash is written beside standard error; -1 for nowhere.
    pub(crate) crash_output: AtomicI32,
    /// The goroutine that ended the program and wants the others to be shown; 0 for none.
    pub(crate) dying: AtomicU64,
    /// Whether the first goroutine ended by `Goexit`.
    pub(crate) main_exited: AtomicBool,
    pub(crate) program_signals: Arc<ProgramSignals>,
    /// How many panics run deferred calls: main lets them end, for a program that panics must not end well.
    pub(crate) panicking: AtomicU32,
    /// How often main will still do so: for a tenth of a second in all.
    pub(crate) main_waits: AtomicI32,
    /// What pointers to variables of size 0 lead to.
    pub(crate) zero: Arc<[u64; 2]>,
    /// What package runtime/debug changes.
    pub(crate) settings: Settings,
    pub(crate) gc: Gc,
    pub(crate) stress: Stress,
    /// What goroutines compute without a P.
    pub(crate) computing: Computing,
    /// Counts of long work, if they are wanted.
    pub(crate) part_counts: Option<PartCounts>,
    /// Whether instructions are checked against their rows: see [`checked`](crate::interp::checked).
    pub(crate) check_accesses: bool,
    pub(crate) pools: Pools,
    /// What natives of the library keep.
    pub(crate) kept: kept::Kept,
    pub(crate) leaks: Leaks,
    pub(crate) faulted: FirstFault,
    pub(crate) files: Files,
    /// Of a session: its inputs.
    pub(crate) inputs: Option<Inputs>,
    /// For a trace: what the program calls what goroutines wait for, by the place in its code.
    pub(crate) waits_named: Mutex<HashMap<u32, Arc<str>>>,
    /// Go's execution trace, if one runs.
    pub(crate) exec_trace: ExecTrace,
    pub(crate) thaws: Thaws,
    pub(crate) cpu_profile: CpuProfile,
    pub(crate) heap_profile: HeapProfile,
    /// The block profile: by what waits.
    pub(crate) block_profile: WaitsProfile,
    /// The mutex profile: by what lets others wait.
    pub(crate) mutex_profile: WaitsProfile,
    pub(crate) unlockers: Unlockers,
    pub(crate) bubbles: Bubbles,
    /// The detector of data races, if the program is watched.
    pub(crate) race: Option<Box<Races>>,
    /// What is noted of the run, if its interleaving is explored.
    pub(crate) explored: Option<Arc<Explored>>,
    /// Where signals are heard, if they are to be.
    pub(crate) parker: OnceLock<Arc<SignalParker>>,
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

    /// A goroutine id that is not in use.
    pub(crate) fn next_id(&self) -> u64 {
        self.ids.fetch_add(1, Ordering::Relaxed)
    }

    /// Where pointers to variables of size 0 lead.
    pub(crate) fn zero(&self) -> *mut u8 {
        self.zero.as_ptr().cast_mut().cast()
    }

    /// Writes all of `text` to standard error, as well as that goes.
    pub(crate) fn write_stderr(&self, text: &[u8]) {
        self.write_all(2, text);
    }

    /// What is said of a crash: to standard error, and where `debug.SetCrashOutput` says.
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

/// Where a machine's faulted thread is found.
#[derive(Default, Debug)]
pub(crate) struct FirstFault {
    /// Whether there is one: the first that comes is the one that is told of.
    pub(crate) taken: AtomicBool,
    /// Leads to what its handler tells of it (`access::faulted`). Stored with release when that is complete.
    pub(crate) waiting: AtomicPtr<()>,
}
