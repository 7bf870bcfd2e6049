//! The parameters of a scheduler: sizes, clock, policy.

use crate::gmp::{Chooser, Task};
use crate::idle::sysmon_parker::{CondvarParker, SysmonParker};
use crate::netpoll::readiness::Readiness;
use crate::primitives::thread_accounting::{ThreadAccounting, UnlimitedThreads};
use crate::processor::ProcId;
use crate::processor::feature_switches::Switches;
use crate::time::clock::{Clock, MonotonicClock, Nanos};
use crate::trace::TraceLimit;
use std::sync::Arc;
use std::time::Duration;

/// The most processors a scheduler can have.
pub(crate) const MAX_PROCS: usize = 256;

/// Threads for the blocking calls of driven runs. Many schedulers may share these threads.
pub trait BlockingCallThreads: Send + Sync {
    /// Runs `job` on a thread, soon: other jobs may block for ever.
    fn start(&self, job: Box<dyn FnOnce() + Send>);
}

/// Builds the data that travels with a processor.
pub(crate) type LocalFactory<T> = Box<dyn Fn(ProcId) -> <T as Task>::Local + Send + Sync>;

/// A scheduler's parameters.
pub struct Config<T: Task> {
    pub(crate) procs: usize,
    pub(crate) new_local: LocalFactory<T>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) feature_switches: Switches,
    pub(crate) seed: Option<u64>,
    pub(crate) schedules_by_time: bool,
    pub(crate) chooser: Option<Arc<dyn Chooser>>,
    pub(crate) quantum: Duration,
    pub(crate) budget: u32,
    pub(crate) max_threads: usize,
    pub(crate) stack_size: usize,
    pub(crate) thread_name: String,
    pub(crate) trace_limit: Option<TraceLimit>,
    pub(crate) close_descriptor: Box<dyn Fn(i32) + Send + Sync>,
    pub(crate) sysmon_parker: Arc<dyn SysmonParker>,
    pub(crate) thread_accounting: Arc<dyn ThreadAccounting>,
    pub(crate) readiness: Option<Arc<dyn Readiness>>,
    pub(crate) makes_calls_inline: bool,
    pub(crate) blocking_call_threads: Option<Arc<dyn BlockingCallThreads>>,
}

impl<T: Task> Config<T> {
    /// Creates a configuration with `procs` processors (1 to 256), each with its own `local(id)`.
    pub fn new(procs: usize, local: impl Fn(ProcId) -> T::Local + Send + Sync + 'static) -> Self {
        Self {
            procs: procs.clamp(1, MAX_PROCS),
            new_local: Box::new(local),
            clock: Arc::new(MonotonicClock::default()),
            feature_switches: Switches::default(),
            seed: None,
            schedules_by_time: false,
            chooser: None,
            quantum: Duration::from_millis(10),
            budget: 20_000,
            max_threads: 10_000,
            stack_size: 2 << 20,
            thread_name: "minigo".to_owned(),
            trace_limit: None,
            close_descriptor: Box::new(|_| {}),
            sysmon_parker: Arc::new(CondvarParker::default()),
            thread_accounting: Arc::new(UnlimitedThreads),
            readiness: None,
            makes_calls_inline: false,
            blocking_call_threads: None,
        }
    }

    /// Replaces the clock.
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Sets which mechanisms are on.
    pub fn feature_switches(mut self, switches: Switches) -> Self {
        self.feature_switches = switches;
        self
    }

    /// Makes the run reproducible: one worker drives all processors, every choice is drawn from `seed`.
    /// The clock should be a virtual one.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Under a seed: lets time decide all that time decides without a seed. Tasks are asked to yield at the end of
    /// their time slices, not at random; Ms are woken, spin and go to sleep by the rules for threads. So real threads
    /// could have the same run: runs by time are meant to be read, not to find rare interleavings.
    pub fn schedule_by_time(mut self) -> Self {
        self.schedules_by_time = true;
        self
    }

    /// Under a seed: `chooser` decides at the end of each slice which runnable task has the next one. There is one
    /// processor, and the thread of [`Scheduler::run`](crate::Scheduler::run) drives it: a run starts no other thread,
    /// except for blocking calls.
    pub fn chooser(mut self, chooser: Arc<dyn Chooser>) -> Self {
        (self.chooser, self.procs) = (Some(chooser), 1);
        self
    }

    /// How long a task may run before it is asked to yield (10 ms).
    pub fn quantum(mut self, quantum: Duration) -> Self {
        self.quantum = quantum;
        self
    }

    /// Sets the value of [`Cx::budget`](crate::Cx::budget): how much a task does between two checks of the preemption
    /// flag.
    pub fn budget(mut self, budget: u32) -> Self {
        self.budget = budget.max(1);
        self
    }

    /// The most worker threads (10,000).
    pub fn max_threads(mut self, threads: usize) -> Self {
        self.max_threads = threads.max(1);
        self
    }

    /// Sets the size of a worker's native stack in bytes (2 MiB).
    pub fn stack_size(mut self, bytes: usize) -> Self {
        self.stack_size = bytes;
        self
    }

    /// Records events: the newest `records` events of each processor; with 0 they are only counted.
    pub fn trace_limit(mut self, records: usize) -> Self {
        let window = self.trace_limit.and_then(|limit| limit.window);
        self.trace_limit = Some(TraceLimit { records, window });
        self
    }

    /// Sets the age above which recorded events need not be kept.
    pub fn trace_window(mut self, window: Duration) -> Self {
        let window = Some(window.as_nanos() as Nanos);
        self.trace_limit = self.trace_limit.map(|limit| TraceLimit { window, ..limit });
        self
    }

    /// Sets the function that closes the system's descriptors once their last user has left.
    pub fn close_descriptor(mut self, close: impl Fn(i32) + Send + Sync + 'static) -> Self {
        self.close_descriptor = Box::new(close);
        self
    }

    /// Sets the place where the thread of [`Scheduler::run`](crate::Scheduler::run) sleeps.
    pub fn sysmon_parker(mut self, sysmon_parker: Arc<dyn SysmonParker>) -> Self {
        self.sysmon_parker = sysmon_parker;
        self
    }

    /// Sets the owner of the worker threads.
    pub fn thread_accounting(mut self, thread_owner: Arc<dyn ThreadAccounting>) -> Self {
        self.thread_accounting = thread_owner;
        self
    }

    /// Takes the readiness of descriptors from `source` instead of the system.
    pub fn readiness(mut self, source: Arc<dyn Readiness>) -> Self {
        self.readiness = Some(source);
        self
    }

    /// The run is driven: there is one processor, and a thread runs tasks only while it is in
    /// [`Driver::drive`](crate::Driver::drive). The scheduler starts no thread; `threads` make the blocking calls.
    pub fn driven_by_caller(mut self, threads: Arc<dyn BlockingCallThreads>) -> Self {
        (self.blocking_call_threads, self.procs) = (Some(threads), 1);
        self
    }

    /// Reports whether the run is [driven](Self::driven_by_caller).
    pub(crate) fn is_driven(&self) -> bool {
        self.blocking_call_threads.is_some()
    }

    /// Under a seed: blocking calls return without waiting, so the thread of the run makes them, and no other thread is
    /// started for them. In a driven run this holds for all calls but those that are known to take long.
    pub fn make_calls_inline(mut self) -> Self {
        self.makes_calls_inline = true;
        self
    }

    /// Sets the name of the worker threads.
    pub fn thread_name(mut self, name: &str) -> Self {
        name.clone_into(&mut self.thread_name);
        self
    }
}
