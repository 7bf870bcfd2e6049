//! The scheduler as a value: what its threads share, and the handles by which others use it.
//!
//! A module of its own because it only holds things together: the rules are in `idle`, `worker`,
//! `blocking`, `world`.

use crate::alarm::{Alarm, NEVER};
use crate::clock::{Clock, Nanos};
use crate::config::{Config, MAX_PROCS};
use crate::handle::{Standing, TaskRef};
use crate::idle::Core;
use crate::netpoll::Netpoll;
use crate::policy::Policy;
use crate::processor::{Face, ProcId, Processor};
use crate::queue::Line;
use crate::search::Searchers;
use crate::slab::Slab;
use crate::state::{Phase, Wake};
use crate::sysmon::{Sysmon, Watch};
use crate::task::{OnP, Task};
use crate::timer::{Action, Next};
use crate::trace::{Kind, Mark, Record, Tracer};
use crate::world::StoppedWorld;
use parking_lot::{Condvar, Mutex, RwLock};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, Weak};

/// How [`Scheduler::run`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A task said so ([`OnP::finish`]).
    Finished,
    /// No task is left.
    AllDone,
    /// Tasks are left, all of them parked, and nothing can wake them.
    Deadlock,
    /// The limit of threads is reached; without one, the system gives no more.
    NoThread {
        /// The limit.
        limit: Option<usize>,
    },
    /// A worker panicked: a bug in a task's code.
    Panicked,
}

/// Numbers for a trace line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Processors.
    pub procs: usize,
    /// Processors that nobody holds.
    pub idle_procs: usize,
    /// Worker threads.
    pub threads: usize,
    /// Workers that look for work.
    pub spinning: usize,
    /// Workers that sleep.
    pub idle_threads: usize,
    /// Length of the global queue, with what processors have collected for it.
    pub global: usize,
    /// Blocking calls that have lost their P.
    pub lent: usize,
    /// Tasks that exist.
    pub live: u64,
}

/// What all threads of a scheduler share.
pub(crate) struct Shared<T: Task> {
    /// For new threads.
    pub(crate) me: Weak<Self>,
    pub(crate) slab: Slab<T>,
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
    spawned_outside: AtomicU64,
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
    fn new(config: Config<T>) -> Arc<Self> {
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
            tracer: Tracer::new(&config),
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

    fn spawn_outside(&self, task: T) -> TaskRef {
        let mut one = Vec::new();
        self.take_free(&mut one, 1);
        if one.is_empty() {
            self.make_free(self.slab.reserve_some(1), &mut one);
        }
        let index = one.pop().expect("there was one or it was made");
        let mut core = self.core.lock();
        if self.closing.load(Ordering::Relaxed) {
            return TaskRef::NONE;
        }
        if self.tracer.is_some() {
            let mark = Mark { object: task.name().object, ..task.place() };
            self.note_marked(Kind::Create, index, 0, mark);
        }
        // SAFETY: the number came off the free list; and `shut_down` empties the slots only after
        // it has taken the lock.
        let generation = unsafe { self.slab.slot(index).put(task) };
        self.spawned_outside.fetch_add(1, Ordering::Relaxed);
        core.inject(&[index], self);
        drop(core);
        self.wake_one();
        TaskRef::from_parts(index, generation)
    }

    fn wake_outside(&self, task: TaskRef) {
        if let Some(slot) = self.slab.get(task.index())
            && slot.state.wake(task.generation()) == Wake::Enqueue
        {
            self.note(Kind::Wake, task.index(), 0);
            self.inject(&[task.index()]);
            self.wake_one();
        }
    }
}

/// A scheduler with its threads. Dropping it ends them: running tasks are asked to yield and are
/// not resumed; threads inside a blocking call end when the call does. Not to be dropped on one of
/// its own threads.
pub struct Scheduler<T: Task> {
    handle: Handle<T>,
}

impl<T: Task> Scheduler<T> {
    /// A scheduler with nothing to do; its threads come when there is something.
    pub fn new(config: Config<T>) -> Self {
        Self { handle: Handle { shared: Shared::new(config) } }
    }

    /// Runs tasks until one says [`OnP::finish`], none is left, or none can go on. Can be called
    /// again: tasks are still there (after a deadlock, all parked).
    pub fn run(&self) -> Outcome {
        self.run_and(&mut || {})
    }

    /// The same; the thread, which has no processor and may stop the world, calls `visit` whenever it has slept. The
    /// [doorbell](Config::doorbell) can see to it that it does so in time.
    pub fn run_and(&self, visit: &mut dyn FnMut()) -> Outcome {
        let shared = &self.handle.shared;
        let seeded = shared.config.seed.is_some();
        shared.start_running();
        if seeded {
            while !shared.sysmon.is_over() {
                shared.sysmon.doze(None);
                visit();
            }
        } else {
            Watch::new(shared.clone()).watch(visit);
        }
        let mut core = shared.core.lock();
        shared.sysmon.set_over(false);
        let outcome = core.outcome.take().expect("it is over because there is an outcome");
        core.running = false;
        // The one worker of a seeded run comes to rest first: what follows is repeatable too.
        while seeded && core.idle_workers.is_empty() && !core.broken {
            shared.news.wait(&mut core);
        }
        outcome
    }

    /// A handle for other threads.
    pub fn handle(&self) -> Handle<T> {
        self.handle.clone()
    }
}

impl<T: Task> std::ops::Deref for Scheduler<T> {
    type Target = Handle<T>;
    fn deref(&self) -> &Handle<T> {
        &self.handle
    }
}

impl<T: Task> Drop for Scheduler<T> {
    fn drop(&mut self) {
        self.handle.shared.shut_down();
    }
}

/// What code without a P can do with a scheduler: other threads, blocking calls.
pub struct Handle<T: Task> {
    pub(crate) shared: Arc<Shared<T>>,
}

impl<T: Task> Clone for Handle<T> {
    fn clone(&self) -> Self {
        Self { shared: self.shared.clone() }
    }
}

impl<T: Task> Handle<T> {
    pub(crate) fn shared_part(&self) -> &Arc<Shared<T>> {
        &self.shared
    }

    pub(crate) fn of(shared: &Arc<Shared<T>>) -> Self {
        Self { shared: shared.clone() }
    }

    /// Starts a task, by way of the global queue. After the scheduler was dropped it drops the task
    /// and returns [`TaskRef::NONE`].
    pub fn spawn(&self, task: T) -> TaskRef {
        self.shared.spawn_outside(task)
    }

    /// Asks of every alarm whether its timer is to be kept, and stops it if not; `going_off`: it goes off just now, on some processor,
    /// which cannot be prevented. An alarm that is started or moved meanwhile may be left out.
    pub fn retain_alarms(&self, mut keep: impl FnMut(u64, bool) -> bool) {
        self.shared.faces().for_each(|face| face.timers.retain_alarms(&mut keep));
    }

    /// Wakes a task, by way of the global queue.
    pub fn wake(&self, task: TaskRef) {
        self.shared.wake_outside(task);
    }

    /// Runs `callback` on some processor soon: how an outside thread sends to a channel.
    pub fn call(&self, mut callback: impl FnMut(&mut OnP<'_, T>) + Send + 'static) {
        let action = Action::Call(Box::new(move |on: &mut OnP<'_, T>| {
            callback(on);
            Next::Done
        }));
        let face = self.shared.face(0).expect("there is a processor 0");
        face.timers.start(0, action);
        self.shared.alarm.ring(&self.shared.net);
        self.shared.wake_one();
    }

    /// The shared part of a task's slot.
    ///
    /// # Panics
    /// If `task` is of no slot of this scheduler.
    pub fn shared(&self, task: TaskRef) -> &T::Shared {
        self.shared.shared_of(task)
    }

    /// What a task does just now; `None` once it has ended.
    pub fn standing(&self, task: TaskRef) -> Option<Standing> {
        self.shared.standing(task)
    }

    /// The time.
    pub fn now(&self) -> Nanos {
        self.shared.clock.now()
    }

    /// While the guard lives, something outside may wake a task: no deadlock is reported.
    pub fn keep_open(&self) -> KeepOpen<T> {
        self.shared.core.lock().outside += 1;
        KeepOpen { shared: self.shared.clone() }
    }

    /// Ends [`Scheduler::run`].
    pub fn finish(&self, outcome: Outcome) {
        self.shared.finish(outcome);
    }

    /// Stops all tasks, from a thread without a P. Waits for other stoppers.
    pub fn stop_world(&self) -> StoppedWorld<'_, T> {
        StoppedWorld::from_outside(&self.shared)
    }

    /// How many slots there are for tasks; [`visit_tasks`](Self::visit_tasks) takes their numbers.
    pub fn slots(&self) -> u32 {
        self.shared.slab.len()
    }

    /// Calls `visit` with the tasks in these slots of which `claim` says that nobody will resume them meanwhile. Waits while
    /// the world is stopped.
    ///
    /// # Safety
    /// [`T::admit`](Task::admit) must take part in `claim`'s protocol: once `claim` has said yes to the slot's shared part, no `admit`
    /// of the slot's task returns before `visit` has, and no slice of it was under way. Nobody visits the same slot twice at a time.
    pub unsafe fn visit_tasks(
        &self,
        slots: std::ops::Range<u32>,
        claim: impl Fn(&T::Shared) -> bool,
        mut visit: impl FnMut(&mut T, &T::Shared),
    ) {
        let _visit = self.shared.visits.read();
        for index in slots {
            let Some(slot) = self.shared.slab.get(index) else { return };
            if matches!(slot.state.read().0, Phase::Virgin | Phase::Free) {
                continue;
            }
            if let Some(shared) = slot.shared()
                && claim(shared)
            {
                // SAFETY: the slot was filled before the phase that was read; to empty it again, or to have a reference, a worker
                // would have to admit the task, and by the caller's promise it does not.
                visit(unsafe { slot.task() }, shared);
            }
        }
    }

    /// Numbers for a trace line.
    pub fn counts(&self) -> Counts {
        let shared = &*self.shared;
        let live = shared.live();
        let outgoing: usize = shared.faces().map(|f| f.outgoing.len()).sum();
        let core = shared.core.lock();
        Counts {
            procs: shared.procs.load(Ordering::Relaxed) as usize,
            idle_procs: core.idle_procs.len(),
            threads: core.threads.len(),
            spinning: shared.searchers.searching() as usize,
            idle_threads: core.idle_workers.len(),
            global: core.queue.len() + outgoing,
            lent: shared.lent.load(Ordering::Relaxed) as usize,
            live,
        }
    }
}

/// See [`Handle::keep_open`].
pub struct KeepOpen<T: Task> {
    shared: Arc<Shared<T>>,
}

impl<T: Task> Drop for KeepOpen<T> {
    fn drop(&mut self) {
        let mut core = self.shared.core.lock();
        core.outside -= 1;
        core.check_dead(&self.shared);
    }
}
