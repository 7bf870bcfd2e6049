//! The scheduler as a value: what its threads share, and the handles by which others use it.
//!
//! A module of its own because it only holds things together: the rules are in `idle`, `worker`,
//! `blocking`, `world`.

use crate::gmp::{Config, Core, Face, MAX_PROCS, Outcome, Processor, Task};
use crate::idle::poll_sleeper::Alarm;
use crate::idle::searchers::Searchers;
use crate::idle::sysmon_parker::Sysmon;
use crate::netpoll::Netpoll;
use crate::primitives::cache_line::Line;
use crate::processor::ProcId;
use crate::processor::policy::Policy;
use crate::task::slab::Slab;
use crate::task::state::Phase;
use crate::task::task_ref::{Standing, TaskRef};
use crate::time::clock::{Clock, NEVER, Nanos};
use crate::trace::{Kind, Record, Tracer};
use parking_lot::{Condvar, Mutex, RwLock};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, Weak};

/// What all threads of a scheduler share.
pub(crate) struct Shared<T: Task> {
    /// For new threads.
    pub(crate) me: Weak<Self>,
    pub(crate) slab: Slab<T, T::Shared>,
    pub(crate) core: Line<Mutex<Core<T>>>,
    faces: Box<[OnceLock<Arc<Face<T>>>]>,
    /// How many faces exist: processors that were ever in use.
    pub(crate) known: AtomicU32,
    /// How many processors are in use.
    pub(crate) procs: AtomicU32,
    pub(crate) searchers: Line<Searchers>,
    /// Length of the global queue, to be read without the lock.
    pub(crate) global: Line<AtomicU32>,
    /// Blocking calls whose P was taken away. Changed under the lock.
    pub(crate) lent: AtomicU32,
    pub(crate) stopping: AtomicBool,
    pub(crate) closing: AtomicBool,
    pub(crate) alarm: Alarm,
    pub(crate) net: Netpoll,
    pub(crate) sysmon: Sysmon,
    /// The time as of sysmon's last look.
    pub(crate) coarse: AtomicU64,
    pub(crate) max_threads: AtomicUsize,
    pub(crate) spawned_outside: AtomicU64,
    free: Mutex<Vec<u32>>,
    /// Read by those who visit tasks while the world runs, written by who has stopped it.
    pub(crate) visits: RwLock<()>,
    /// Signalled when `Core::outcome` is set, when a P comes in for a stop, and when a thread ends.
    pub(crate) news: Condvar,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) tracer: Option<Tracer>,
    pub(crate) config: Config<T>,
}

impl<T: Task> Shared<T> {
    pub(crate) fn new(config: Config<T>) -> Arc<Self> {
        let procs = config.procs;
        let shared = Arc::new_cyclic(|me| Self {
            me: me.clone(),
            slab: Slab::new(),
            core: Line(Mutex::new(Core::new())),
            faces: (0..MAX_PROCS).map(|_| OnceLock::new()).collect(),
            known: AtomicU32::new(0),
            procs: AtomicU32::new(0),
            searchers: Line(Searchers::new()),
            global: Line(AtomicU32::new(0)),
            lent: AtomicU32::new(0),
            stopping: AtomicBool::new(false),
            closing: AtomicBool::new(false),
            alarm: Alarm::default(),
            net: Netpoll::default(),
            sysmon: Sysmon::new(config.doorbell.clone()),
            coarse: AtomicU64::new(config.clock.now()),
            max_threads: AtomicUsize::new(config.max_threads),
            spawned_outside: AtomicU64::new(0),
            free: Mutex::default(),
            visits: RwLock::new(()),
            news: Condvar::new(),
            clock: config.clock.clone(),
            tracer: Tracer::new(config.trace, &config.clock, config.seed.is_some()),
            config,
        });
        for _ in 0..procs {
            shared.add_proc();
        }
        shared
    }

    /// Makes one more processor, idle. Only at birth and while the world is stopped.
    pub(crate) fn add_proc(&self) {
        let mut core = self.core.lock();
        let id = self.procs.load(Ordering::Relaxed);
        let p = core.retired.iter().position(|p| p.id.0 == id);
        let p = match p {
            Some(at) => core.retired.swap_remove(at),
            None => {
                let config = &self.config;
                let policy = Policy::new(config.switches, config.seed, id, config.budget);
                let lane = self.tracer.as_ref().map(Tracer::lane);
                let local = (config.local)(ProcId(id));
                let p = Processor::new(ProcId(id), policy, local, lane);
                let fresh = self.faces[id as usize].set(p.face.clone());
                assert!(fresh.is_ok(), "a processor is made once");
                self.known.fetch_max(id + 1, Ordering::Release);
                p
            }
        };
        self.procs.store(id + 1, Ordering::Release);
        core.put_idle(p, self);
    }

    /// The face of processor `n`, if it was ever in use.
    pub(crate) fn face(&self, n: u32) -> Option<&Arc<Face<T>>> {
        self.faces.get(n as usize)?.get()
    }

    /// All faces, also those of processors that are out of use: their timers still count.
    pub(crate) fn faces(&self) -> impl Iterator<Item = &Arc<Face<T>>> {
        let known = self.known.load(Ordering::Acquire) as usize;
        self.faces[..known].iter().filter_map(OnceLock::get)
    }

    /// The first deadline of all.
    pub(crate) fn earliest(&self) -> Nanos {
        self.faces().map(|f| f.timers.earliest()).min().unwrap_or(NEVER)
    }

    pub(crate) fn shared_of(&self, task: TaskRef) -> &T::Shared {
        self.slab.get(task.index()).and_then(|s| s.shared()).expect("a task of this scheduler")
    }

    pub(crate) fn standing(&self, task: TaskRef) -> Option<Standing> {
        let slot = self.slab.get(task.index())?;
        let (reason, since) = slot.park_note();
        let pinned = slot.pin.load(Ordering::Relaxed).checked_sub(1);
        let (phase, generation) = slot.state.read();
        let exists = !matches!(phase, Phase::Virgin | Phase::Free);
        (exists && generation == task.generation()).then_some(Standing {
            phase,
            reason,
            since,
            pinned,
        })
    }

    /// Tasks that exist.
    pub(crate) fn live(&self) -> u64 {
        // Ends first: a task that ends between the two loops is counted, not subtracted twice.
        let ended: u64 = self.faces().map(|f| f.counts().1).sum();
        let spawned: u64 = self.faces().map(|f| f.counts().0).sum();
        let outside = self.spawned_outside.load(Ordering::Relaxed);
        (spawned + outside).saturating_sub(ended)
    }

    pub(crate) fn finish(&self, outcome: Outcome) {
        self.announce(&mut self.core.lock(), outcome);
    }

    /// Hands out up to `n` numbers of slots whose tasks have ended.
    pub(crate) fn take_free(&self, into: &mut Vec<u32>, n: usize) {
        let mut free = self.free.lock();
        let keep = free.len().saturating_sub(n);
        into.extend(free.drain(keep..));
    }

    /// Makes slots that were never used free ones; the lowest comes last.
    pub(crate) fn make_free(&self, virgin: Range<u32>, into: &mut Vec<u32>) {
        self.note(Kind::Slots, Record::NO_TASK, virgin.len() as u32);
        self.slab.make_free(virgin.clone());
        into.extend(virgin.rev());
    }

    pub(crate) fn give_free(&self, slots: impl Iterator<Item = u32>) {
        self.free.lock().extend(slots);
    }

    /// The run has an outcome, unless it has one already.
    pub(crate) fn announce(&self, core: &mut Core<T>, outcome: Outcome) {
        core.outcome.get_or_insert(outcome);
        self.news.notify_all();
        self.sysmon.set_over(true);
    }

    /// How many tasks wait at processors.
    pub(crate) fn queued(&self) -> usize {
        self.faces().map(|face| face.queued() + face.outgoing.len()).sum()
    }

    /// Appends tasks to the global queue.
    pub(crate) fn inject(&self, tasks: &[u32]) {
        self.core.lock().inject(tasks, self);
    }

    /// Brings what `p` has collected to the tail of the global queue, and sees to it that somebody looks there.
    #[cold]
    pub(crate) fn flush(&self, p: &Processor<T>) {
        self.core.lock().collect(&p.face, self);
        self.wake_one();
    }

    /// Whether a queue that thieves may take from has something. Not `runnext`: what lies there is
    /// its owner's to run or to announce.
    pub(crate) fn has_visible_work(&self) -> bool {
        let procs = self.procs.load(Ordering::Relaxed) as usize;
        let steals = self.config.switches.steal;
        let has = |face: &Arc<Face<T>>| !face.outgoing.is_empty() || steals && face.queued() != 0;
        self.global.load(Ordering::Relaxed) != 0 || self.faces().take(procs).any(has)
    }

    /// Whether no processor is in use.
    pub(crate) fn is_quiet(&self) -> bool {
        self.searchers.idle() == self.procs.load(Ordering::SeqCst)
    }
}
