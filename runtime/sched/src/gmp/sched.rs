//! [`Sched`]: the state that all threads of a scheduler share (in Go `sched`, `allp`), and the methods that only read
//! it. The rules are in `worker/`, `world/`, `sysmon.rs` and `seeded/`.

use crate::gmp::{Config, Core, MAX_PROCS, Processor, ProcessorShared, RunOutcome, Task};
use crate::idle::poll_sleeper::PollSleeper;
use crate::idle::spinning::Spinning;
use crate::idle::sysmon_parker::Sysmon;
use crate::netpoll::Netpoll;
use crate::primitives::cache_padded::CachePadded;
use crate::processor::ProcId;
use crate::processor::feature_switches::SharedFeatureSwitches;
use crate::processor::policy::SchedulingPolicy;
use crate::task::pin::FROZEN;
use crate::task::slab::{DRIVEN_FIRST_CHUNK_LEN, FIRST_CHUNK_LEN, Slab};
use crate::task::state::Phase;
use crate::task::task_ref::{TaskRef, TaskStatus};
use crate::time::clock::{Clock, NEVER, Nanos};
use crate::trace::{Kind, PauseState, Record, Tracer};
use parking_lot::{Condvar, Mutex, RwLock};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, Weak};

/// The state that all threads of a scheduler share.
pub(crate) struct Sched<T: Task> {
    /// A reference to this state, for new threads.
    pub(crate) weak_self: Weak<Self>,
    pub(crate) slab: Slab<T, T::Shared>,
    pub(crate) core: CachePadded<Mutex<Core<T>>>,
    allp: Box<[OnceLock<Arc<ProcessorShared<T>>>]>,
    /// How many entries of `allp` are set: these processors have been in use.
    pub(crate) allp_len: AtomicU32,
    /// How many processors are in use.
    pub(crate) procs: AtomicU32,
    pub(crate) spinning: CachePadded<Spinning>,
    /// Length of the global queue, to be read without the scheduler lock.
    pub(crate) global_queue_len: CachePadded<AtomicU32>,
    /// How many blocking calls have had their P retaken or given away. Changed under the scheduler lock.
    pub(crate) detached_calls: AtomicU32,
    /// Under a seed: whether all events from outside the program have come so far at moments that the seed chose.
    pub(crate) is_repeatable: AtomicBool,
    pub(crate) is_world_stopping: AtomicBool,
    pub(crate) is_closing: AtomicBool,
    pub(crate) poll_sleeper: PollSleeper,
    pub(crate) net: Netpoll,
    pub(crate) sysmon: Sysmon,
    /// A coarse clock, cheap to read: the time of sysmon's last round, or of the last sleep of a poll sleeper.
    pub(crate) coarse_time: AtomicU64,
    /// In a driven run: when the present drive ends; `NEVER` without a limit.
    pub(crate) drive_deadline: AtomicU64,
    pub(crate) max_threads: AtomicUsize,
    pub(crate) spawned_by_other_threads: AtomicU64,
    free_slots: Mutex<Vec<u32>>,
    /// Read-locked by threads that visit tasks while the world runs, write-locked by the one that has stopped it.
    pub(crate) task_visit_lock: RwLock<()>,
    /// Signalled when `Core::take_outcome` is set, when a P comes in for a stop, and when a thread ends.
    pub(crate) state_changed: Condvar,
    pub(crate) clock: Arc<dyn Clock>,
    /// The mechanisms that are on. `quantum`: the length of a time slice in ns. Mechanisms and `quantum` change while
    /// the world is stopped.
    pub(crate) feature_switches: SharedFeatureSwitches,
    pub(crate) quantum: AtomicU64,
    pub(crate) tracer: Option<Tracer>,
    pub(crate) pause_state: Arc<PauseState>,
    pub(crate) config: Config<T>,
}

impl<T: Task> Sched<T> {
    pub(crate) fn new(config: Config<T>) -> Arc<Self> {
        let procs = config.procs;
        let first_chunk = if config.is_driven() { DRIVEN_FIRST_CHUNK_LEN } else { FIRST_CHUNK_LEN };
        let shared = Arc::new_cyclic(|me| Self {
            weak_self: me.clone(),
            slab: Slab::new(first_chunk),
            core: CachePadded(Mutex::new(Core::new())),
            allp: (0..MAX_PROCS).map(|_| OnceLock::new()).collect(),
            allp_len: AtomicU32::new(0),
            procs: AtomicU32::new(0),
            spinning: CachePadded(Spinning::new()),
            global_queue_len: CachePadded(AtomicU32::new(0)),
            detached_calls: AtomicU32::new(0),
            is_repeatable: AtomicBool::new(true),
            is_world_stopping: AtomicBool::new(false),
            is_closing: AtomicBool::new(false),
            poll_sleeper: PollSleeper::default(),
            net: Netpoll::new(config.readiness.clone()),
            sysmon: Sysmon::new(config.sysmon_parker.clone()),
            coarse_time: AtomicU64::new(config.clock.now()),
            drive_deadline: AtomicU64::new(NEVER),
            max_threads: AtomicUsize::new(config.max_threads),
            spawned_by_other_threads: AtomicU64::new(0),
            free_slots: Mutex::default(),
            task_visit_lock: RwLock::new(()),
            state_changed: Condvar::new(),
            clock: config.clock.clone(),
            feature_switches: SharedFeatureSwitches::new(config.feature_switches),
            quantum: AtomicU64::new(config.quantum.as_nanos() as Nanos),
            pause_state: Arc::default(),
            tracer: Tracer::new(config.trace_limit, &config.clock, config.seed.is_some()),
            config,
        });
        for _ in 0..procs {
            shared.add_proc();
        }
        shared
    }

    /// Adds an idle processor. The caller adds processors only at the start and while the world is stopped.
    pub(crate) fn add_proc(&self) {
        let mut core = self.core.lock();
        let id = self.procs.load(Ordering::Relaxed);
        let p = core.retired_processors.iter().position(|p| p.id.0 == id);
        let p = match p {
            Some(at) => core.retired_processors.swap_remove(at),
            None => {
                let config = &self.config;
                let policy = SchedulingPolicy::new(
                    self.feature_switches.get(),
                    config.seed,
                    id,
                    config.budget,
                );
                let lane = self.tracer.as_ref().map(Tracer::new_lane);
                let local = (config.new_local)(ProcId(id));
                let p = Processor::new(ProcId(id), policy, local, lane);
                let fresh = self.allp[id as usize].set(p.shared.clone());
                assert!(fresh.is_ok(), "a processor is made once");
                self.allp_len.fetch_max(id + 1, Ordering::Release);
                p
            }
        };
        self.procs.store(id + 1, Ordering::Release);
        core.put_idle(p, self);
    }

    /// The shared part of processor `n`, if that was ever in use.
    pub(crate) fn processor(&self, n: u32) -> Option<&Arc<ProcessorShared<T>>> {
        self.allp.get(n as usize)?.get()
    }

    /// The shared parts of all processors, also of those that are out of use: their timers still count.
    pub(crate) fn allp(&self) -> impl Iterator<Item = &Arc<ProcessorShared<T>>> {
        let known = self.allp_len.load(Ordering::Acquire) as usize;
        self.allp[..known].iter().filter_map(OnceLock::get)
    }

    /// Reports whether the deadline of the drive has passed.
    pub(crate) fn is_drive_overdue(&self) -> bool {
        let deadline = self.drive_deadline.load(Ordering::Relaxed);
        deadline != NEVER && self.clock.now() >= deadline
    }

    /// The earliest deadline of all timers.
    pub(crate) fn earliest_deadline(&self) -> Nanos {
        self.allp().map(|f| f.timers.earliest_deadline()).min().unwrap_or(NEVER)
    }

    pub(crate) fn shared_of(&self, task: TaskRef) -> &T::Shared {
        self.slab
            .get(task.index())
            .and_then(|s| s.shared())
            .expect("`task` has a slot in this scheduler")
    }

    pub(crate) fn status(&self, task: TaskRef) -> Option<TaskStatus> {
        let slot = self.slab.get(task.index())?;
        let (reason, since) = slot.park_note();
        let pin = slot.pinned_worker.load(Ordering::Relaxed);
        let (pinned, frozen) = ((pin & !FROZEN).checked_sub(1), pin & FROZEN != 0);
        let (phase, generation) = slot.state.read();
        let exists = !matches!(phase, Phase::Unused | Phase::Free);
        (exists && generation == task.generation()).then_some(TaskStatus {
            phase,
            reason,
            since,
            pinned_worker: pinned,
            is_frozen: frozen,
        })
    }

    /// How many tasks exist.
    pub(crate) fn live_tasks(&self) -> u64 {
        // Ended tasks are counted first: so a task that ends between the two loops still counts as alive.
        let ended: u64 = self.allp().map(|f| f.counts_of_tasks().1).sum();
        let spawned: u64 = self.allp().map(|f| f.counts_of_tasks().0).sum();
        let outside = self.spawned_by_other_threads.load(Ordering::Relaxed);
        (spawned + outside).saturating_sub(ended)
    }

    /// Like [`announce_outcome`](Self::announce_outcome), for a thread that does not hold the scheduler lock.
    pub(crate) fn finish(&self, outcome: RunOutcome) {
        self.note_outcome(&mut self.core.lock(), outcome);
        // Wake sysmon's thread without the scheduler lock, because that thread takes this lock at once: if it had to
        // wait, it would call `sched_yield`, and if other threads run on all cores, get a core again only some
        // milliseconds later.
        self.sysmon.unpark();
    }

    /// Hands out up to `n` numbers of slots whose tasks have ended.
    pub(crate) fn take_free_slots(&self, into: &mut Vec<u32>, n: usize) {
        let mut free = self.free_slots.lock();
        let keep = free.len().saturating_sub(n);
        into.extend(free.drain(keep..));
    }

    /// Turns slots that were never used into free ones; the lowest comes last.
    pub(crate) fn init_free_slots(&self, unused: Range<u32>, into: &mut Vec<u32>) {
        self.note_event(Kind::Slots, Record::NO_TASK, unused.len() as u32);
        self.slab.init_free_slots(unused.clone());
        into.extend(unused.rev());
    }

    /// How many free slots the scheduler itself keeps for new tasks.
    pub(crate) fn free_slots(&self) -> usize {
        self.free_slots.lock().len()
    }

    pub(crate) fn return_free_slots(&self, slots: impl Iterator<Item = u32>) {
        self.free_slots.lock().extend(slots);
    }

    /// Sets the outcome of the run, unless it has one already.
    pub(crate) fn announce_outcome(&self, core: &mut Core<T>, outcome: RunOutcome) {
        self.note_outcome(core, outcome);
        self.sysmon.unpark();
    }

    fn note_outcome(&self, core: &mut Core<T>, outcome: RunOutcome) {
        core.outcome.get_or_insert(outcome);
        self.state_changed.notify_all();
        self.sysmon.set_has_outcome(true);
    }

    /// How many tasks wait at processors.
    pub(crate) fn queued_tasks(&self) -> usize {
        self.allp().map(|proc| proc.queued_tasks() + proc.outgoing_queue.len()).sum()
    }

    /// Appends tasks to the global queue.
    pub(crate) fn inject_tasks(&self, tasks: &[u32]) {
        self.core.lock().inject_tasks(tasks, self);
    }

    /// Moves the tasks that `p` has collected to the tail of the global queue, and wakes a worker to look there.
    #[cold]
    pub(crate) fn flush_outgoing(&self, p: &Processor<T>) {
        self.core.lock().move_outgoing_to_global(&p.shared, self);
        self.wake_one_worker();
    }

    /// Reports whether a queue from which thieves may take holds a task. `runnext` does not count: its owner runs that
    /// task, or wakes a worker for it.
    pub(crate) fn has_stealable_work(&self) -> bool {
        let procs = self.procs.load(Ordering::Relaxed) as usize;
        let steals = self.feature_switches.get().steal;
        let has = |proc: &Arc<ProcessorShared<T>>| {
            !proc.outgoing_queue.is_empty() || steals && proc.queued_tasks() != 0
        };
        self.global_queue_len.load(Ordering::Relaxed) != 0 || self.allp().take(procs).any(has)
    }

    /// Reports whether no processor is in use.
    pub(crate) fn are_all_processors_idle(&self) -> bool {
        self.spinning.idle_processors() == self.procs.load(Ordering::SeqCst)
    }
}
