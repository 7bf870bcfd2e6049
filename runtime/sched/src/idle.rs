//! Who sleeps, whom to wake, and when nothing is left to do: what the scheduler lock guards.
//!
//! A module of its own because the wake-up rule of the crate's header is these few functions, and
//! because "all goroutines are asleep" is a statement about this struct alone.

use crate::alarm::{Bed as _, NEVER};
use crate::handle::TaskRef;
use crate::processor::{FLAG_EXIT, Face, ProcId, Processor};
use crate::queue::OUTGOING;
use crate::sched::{Outcome, Shared};
use crate::state::{Phase, Wake};
use crate::task::Task;
use crate::trace::{Kind, Record};
use crate::worker::{Handed, Member, Worker};
use parking_lot::MutexGuard;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::JoinHandle;

/// A worker's thread; the handle is gone once it has been joined.
type Thread<T> = (Arc<Member<T>>, Option<JoinHandle<()>>);

/// A sleeping worker that is to get up: done without the scheduler lock, which it wants at once, and for which it would wait (or, on
/// this thread's core, make this thread wait) if it were held.
#[must_use]
pub(crate) enum Call<T: Task> {
    /// It is handed something.
    Worker(Arc<Member<T>>, Handed<T>),
    /// Who sleeps at the alarm finds an idle processor.
    Sleeper,
}

impl<T: Task> Call<T> {
    pub(crate) fn wake(self, sched: &Shared<T>) {
        match self {
            Self::Worker(worker, handed) => worker.inbox.put(handed),
            Self::Sleeper => sched.net.rouse(),
        }
    }
}

/// What the scheduler lock guards.
pub(crate) struct Core<T: Task> {
    /// The global queue.
    pub(crate) queue: VecDeque<u32>,
    /// Processors that nobody holds; they have no work (their timers may), unless somebody was rung to take them.
    pub(crate) idle_procs: Vec<Box<Processor<T>>>,
    /// Processors beyond the present number; they keep their data for when they come back.
    pub(crate) retired: Vec<Box<Processor<T>>>,
    /// Workers that wait for something in their inbox and have nothing to wait for.
    pub(crate) idle_workers: Vec<Arc<Member<T>>>,
    /// Workers that have been called; they may have come since.
    called: Vec<Arc<Member<T>>>,
    /// Every thread there is.
    pub(crate) threads: Vec<Thread<T>>,
    /// The parked tasks that keep a processor, with that mechanism switched off, and which.
    pub(crate) kept: Vec<(u32, ProcId)>,
    /// Sources of wake-ups outside of this scheduler.
    pub(crate) outside: usize,
    /// A stop of the world is under way: processors go here.
    pub(crate) held: Vec<Box<Processor<T>>>,
    /// `run` has been called and has not returned.
    pub(crate) running: bool,
    pub(crate) outcome: Option<Outcome>,
    /// A worker panicked, and its processor is lost.
    pub(crate) broken: bool,
    numbers: u32,
}

impl<T: Task> Core<T> {
    pub(crate) fn new() -> Self {
        Self {
            queue: VecDeque::new(),
            idle_procs: Vec::new(),
            retired: Vec::new(),
            idle_workers: Vec::new(),
            called: Vec::new(),
            threads: Vec::new(),
            kept: Vec::new(),
            outside: 0,
            held: Vec::new(),
            running: false,
            broken: false,
            outcome: None,
            numbers: 0,
        }
    }

    pub(crate) fn put_idle(&mut self, p: Box<Processor<T>>, sched: &Shared<T>) {
        self.idle_procs.push(p);
        sched.searchers.set_idle(self.idle_procs.len());
    }

    /// Takes an idle processor; `None` also while the world stops, when the run is over, or when the scheduler shuts down.
    pub(crate) fn take_idle(&mut self, sched: &Shared<T>) -> Option<Box<Processor<T>>> {
        if self.is_closed(sched) {
            return None;
        }
        let p = self.idle_procs.pop()?;
        sched.searchers.set_idle(self.idle_procs.len());
        if sched.sysmon.rouse() {
            sched.note(Kind::SysmonWake, Record::NO_TASK, 0);
        }
        Some(p)
    }

    fn is_closed(&self, sched: &Shared<T>) -> bool {
        !self.running
            || sched.stopping.load(Ordering::Relaxed)
            || sched.closing.load(Ordering::Relaxed)
    }

    /// A worker is to get a processor.
    fn note_called(&mut self, worker: &Arc<Member<T>>) {
        worker.inbox.call();
        self.called.retain(|w| w.inbox.is_called() && !Arc::ptr_eq(w, worker));
        self.called.push(worker.clone());
    }

    /// The world is to stop: takes the processors back that are on their way to workers which have not got up yet. When they
    /// do is up to the OS, and where more threads want to run than there are cores it takes some ms.
    pub(crate) fn call_off(&mut self, sched: &Shared<T>) {
        if sched.config.seed.is_some() || sched.closing.load(Ordering::Relaxed) {
            return;
        }
        for worker in std::mem::take(&mut self.called) {
            let Some((p, spinning)) = worker.inbox.take_back() else { continue };
            if spinning {
                sched.searchers.end();
            }
            self.held.push(p);
            self.idle_workers.push(worker);
        }
    }

    /// For a worker that is up: an idle processor, or one that is on its way to a worker which has not got up yet (when it does is
    /// up to the OS, and behind a thread that does not stop it takes some ms). Also whether that one was to search with it, and
    /// is counted: then this one searches in its place.
    pub(crate) fn take_free(&mut self, sched: &Shared<T>) -> Option<(Box<Processor<T>>, bool)> {
        if let Some(p) = self.take_idle(sched) {
            return Some((p, false));
        }
        if self.is_closed(sched) {
            return None;
        }
        let taken = |worker: &Arc<Member<T>>| worker.inbox.take_back();
        let (at, found) =
            self.called.iter().enumerate().find_map(|(at, w)| Some((at, taken(w)?)))?;
        self.idle_workers.push(self.called.swap_remove(at));
        Some(found)
    }

    /// Appends tasks to the global queue.
    pub(crate) fn inject(&mut self, tasks: &[u32], sched: &Shared<T>) {
        match tasks {
            [task] => self.queue.push_back(*task),
            tasks => self.queue.extend(tasks),
        }
        sched.global.store(self.queue.len() as u32, Ordering::Relaxed);
    }

    /// Brings what a processor has collected to the tail of the global queue.
    pub(crate) fn collect(&mut self, face: &Face<T>, sched: &Shared<T>) {
        let mut tasks = [0; OUTGOING];
        let n = face.outgoing.take_all(&mut tasks);
        if n > 0 {
            self.inject(&tasks[..n], sched);
        }
    }

    /// Takes a batch off the global queue: returns the first, puts the others into `p`'s queue.
    pub(crate) fn take_batch(&mut self, p: &mut Processor<T>, sched: &Shared<T>) -> Option<u32> {
        self.collect(&p.face, sched);
        let procs = sched.procs.load(Ordering::Relaxed) as usize;
        let batch = p.policy.global_batch(self.queue.len(), procs).min(p.queue.room() + 1);
        let first = self.take_some(p, batch, sched)?;
        p.note(Kind::Global, first, batch as u32);
        Some(first)
    }

    /// Takes `batch` tasks off the global queue; see [`take_batch`](Self::take_batch).
    pub(crate) fn take_some(
        &mut self,
        p: &mut Processor<T>,
        batch: usize,
        sched: &Shared<T>,
    ) -> Option<u32> {
        if batch == 0 || self.queue.is_empty() {
            return None;
        }
        let first = self.queue.pop_front();
        for _ in 1..batch {
            let Some(task) = self.queue.pop_front() else { break };
            let pushed = p.queue.push(task);
            debug_assert_eq!(
                pushed,
                crate::queue::Pushed::Kept,
                "a batch is no larger than the room"
            );
        }
        sched.global.store(self.queue.len() as u32, Ordering::Relaxed);
        first
    }

    /// Reports that nothing will ever happen again, if so. To be asked whenever a processor becomes
    /// idle, a lent one's call ends, or an outside source goes away.
    pub(crate) fn check_dead(&mut self, sched: &Shared<T>) {
        let procs = sched.procs.load(Ordering::Relaxed) as usize;
        let alive = self.idle_procs.len() < procs
            || !self.queue.is_empty()
            || self.idle_procs.iter().any(|p| p.face.has_work());
        if !alive {
            self.check_stuck(sched);
        }
    }

    /// The same if nobody can run what is queued, if anything is.
    pub(crate) fn check_stuck(&mut self, sched: &Shared<T>) {
        let alive = sched.lent.load(Ordering::Relaxed) > 0
            || self.outside > 0
            || !self.running
            || sched.stopping.load(Ordering::Relaxed)
            || sched.closing.load(Ordering::Relaxed)
            || sched.earliest() != NEVER
            || sched.net.has_waiters();
        if alive {
            return;
        }
        let outcome = if sched.live() == 0 { Outcome::AllDone } else { Outcome::Deadlock };
        sched.announce(self, outcome);
    }
}

impl<T: Task> Shared<T> {
    /// The run has an outcome, unless it has one already.
    pub(crate) fn announce(&self, core: &mut Core<T>, outcome: Outcome) {
        core.outcome.get_or_insert(outcome);
        self.news.notify_all();
        self.sysmon.set_over(true);
    }

    /// How many tasks wait at processors.
    fn queued(&self) -> usize {
        self.faces().map(|face| face.queued() + face.outgoing.len()).sum()
    }

    /// Without parking: `task` begins to keep processor `p`. Should another one have kept it before, from where it was stolen when
    /// it was woken, that one is free.
    pub(crate) fn keep(&self, task: u32, p: ProcId) {
        let mut core = self.core.lock();
        core.kept.retain(|(other, _)| *other != task);
        core.kept.push((task, p));
    }

    /// The same after a moment in which it did not; not if it has begun to keep another one since.
    pub(crate) fn keep_again(&self, task: u32, p: ProcId) {
        let mut core = self.core.lock();
        if core.kept.iter().all(|(other, _)| *other != task) {
            core.kept.push((task, p));
        }
    }

    /// The opposite.
    pub(crate) fn keep_no_more(&self, task: u32, p: ProcId) {
        self.core.lock().kept.retain(|kept| *kept != (task, p));
    }

    /// Whether `task` keeps `p` still. Reports a deadlock when all processors are kept by parked tasks, or idle, and nothing else can
    /// wake one of these tasks.
    pub(crate) fn is_kept(&self, task: u32, p: ProcId, quiet: bool) -> bool {
        let mut core = self.core.lock();
        let stuck = self.nothing_moves(&core);
        let hope = core.outside > 0
            || self.lent.load(Ordering::SeqCst) > 0
            || self.earliest() != NEVER
            || self.net.has_waiters() && !(quiet && core.queue.len() + self.queued() > 0)
            || !core.running;
        if stuck && !hope {
            self.announce(&mut core, Outcome::Deadlock);
        }
        core.kept.contains(&(task, p))
    }

    /// Without parking: whether each processor is kept by a parked task, or idle while there is nothing that it could run.
    fn nothing_moves(&self, core: &Core<T>) -> bool {
        let procs = self.procs.load(Ordering::SeqCst) as usize;
        let idle = core.idle_procs.len();
        // One that was woken will notice, and its processor is then free for whatever is queued.
        let asleep = |kept: &(u32, _)| self.slab.slot(kept.0).state.read().0 == Phase::Parked;
        if core.kept.len() + idle != procs || !core.kept.iter().all(asleep) {
            return false;
        }
        let has_work = core.idle_procs.iter().any(|p| p.face.has_work());
        idle == 0 || !has_work && core.queue.is_empty() && !self.has_visible_work()
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

    /// Tasks that were at gates can go on: queues them, for `p` those that no idle processor can take and that are not at home
    /// elsewhere, and returns one for `p` to run.
    pub(crate) fn ready_list(
        &self,
        tasks: &mut Vec<TaskRef>,
        p: Option<&mut Processor<T>>,
    ) -> Option<u32> {
        let ready = |task: &TaskRef| {
            let slot = self.slab.get(task.index())?;
            (slot.state.wake(task.generation()) == Wake::Enqueue).then_some(task.index())
        };
        let mut list: Vec<u32> = tasks.iter().filter_map(ready).collect();
        if self.tracer.is_some() && !list.is_empty() {
            self.note(Kind::Netpoll, Record::NO_TASK, list.len() as u32);
            list.iter().for_each(|task| self.note(Kind::Wake, *task, 0));
        }
        let left = tasks.len();
        tasks.clear();
        let mut first = None;
        let mut shared = list.len();
        let mut sent = false;
        if let Some(p) = p {
            let idle = self.searchers.idle() as usize;
            sent = idle == 0 && self.send_home(&mut list, p);
            if !list.is_empty() {
                first = Some(list.remove(0));
            }
            shared = list.len().min(idle);
            list.drain(shared..).for_each(|task| p.push(task, self));
        }
        if shared > 0 {
            self.inject(&list[..shared]);
        }
        self.net.left(left);
        if shared > 0 || sent {
            self.wake_one();
        }
        first
    }

    /// There is new work: sees to it that somebody looks for it, unless somebody does anyway.
    pub(crate) fn wake_one(&self) {
        if self.searchers.needs_searcher() {
            self.wake_searcher();
        }
    }

    #[cold]
    fn wake_searcher(&self) {
        let spins = self.config.switches.spin;
        if spins && !self.searchers.begin_first() {
            return;
        }
        let mut core = self.core.lock();
        match core.take_idle(self) {
            Some(p) => self.hand_over(core, p, spins),
            None => {
                drop(core);
                if spins {
                    self.searchers.end();
                }
            }
        }
    }

    /// Gives `p` to a sleeping worker, to whoever sleeps at the alarm, or to a new worker.
    pub(crate) fn hand_over(
        &self,
        mut core: MutexGuard<'_, Core<T>>,
        p: Box<Processor<T>>,
        spinning: bool,
    ) {
        let call = self.assign(&mut core, p, spinning);
        drop(core);
        if let Some(call) = call {
            call.wake(self);
        }
    }

    /// The same in two steps: finds the worker, or starts one; a sleeping one is still to be [woken](Call::wake).
    pub(crate) fn assign(
        &self,
        core: &mut Core<T>,
        p: Box<Processor<T>>,
        spinning: bool,
    ) -> Option<Call<T>> {
        if let Some(worker) = core.idle_workers.pop() {
            core.note_called(&worker);
            return Some(Call::Worker(worker, Handed::Processor { p, spinning }));
        }
        // The only worker of a seeded run is up and looks at everything itself.
        let only = self.config.seed.is_some() && !core.threads.is_empty();
        if !only && !self.sleeper_takes_more(core) {
            self.start_thread(core, Handed::Processor { p, spinning });
            return None;
        }
        core.put_idle(p, self);
        if only || self.alarm.ask() {
            if spinning {
                self.searchers.end();
            }
            return (!only).then_some(Call::Sleeper);
        }
        let p = core.idle_procs.pop().expect("it was put there under this lock");
        self.searchers.set_idle(core.idle_procs.len());
        self.start_thread(core, Handed::Processor { p, spinning });
        None
    }

    /// Whether there are enough threads for whoever sleeps at the alarm to get up: it takes an idle processor, and while all are
    /// in use nobody need sleep there.
    fn sleeper_takes_more(&self, core: &Core<T>) -> bool {
        core.threads.len() > self.procs.load(Ordering::Relaxed) as usize
    }

    fn start_thread(&self, core: &mut Core<T>, handed: Handed<T>) {
        let shared = self.me.upgrade().expect("somebody uses the scheduler just now");
        let member = Arc::new(Member::new(core.numbers));
        core.numbers += 1;
        core.note_called(&member);
        member.inbox.put(handed);
        let worker = Worker::new(shared, member.clone());
        let living = core.threads.iter().filter(|(m, _)| !m.has_exited()).count();
        let limit = self.max_threads.load(Ordering::Relaxed);
        let thread = if living < limit {
            std::thread::Builder::new()
                .name(self.config.name.clone())
                .stack_size(self.config.stack)
                .spawn(move || worker.main())
                .ok()
        } else {
            None
        };
        match thread {
            Some(thread) => {
                self.note(Kind::ThreadNew, Record::NO_TASK, member.number);
                core.threads.push((member, Some(thread)));
            }
            None => {
                core.called.pop();
                core.broken = true;
                let why = Outcome::NoThread { limit: (living >= limit).then_some(limit) };
                self.announce(core, why);
            }
        }
    }

    /// Parts with a processor whose worker goes on without one (it is in a blocking call, or waits
    /// for its pinned task): to another worker if that can be of use, else to the idle list.
    pub(crate) fn release(&self, mut core: MutexGuard<'_, Core<T>>, p: Box<Processor<T>>) {
        // Before the look at `closing`: whoever stops the world waits for every processor, also while the end waits for it.
        if self.stopping.load(Ordering::Relaxed) {
            core.held.push(p);
            self.news.notify_all();
            return;
        }
        if self.closing.load(Ordering::Relaxed) {
            core.put_idle(p, self);
            return;
        }
        if p.face.has_work() || !core.queue.is_empty() {
            return self.hand_over(core, p, false);
        }
        // Nobody is free and nobody searches: then this one should, or the next piece of work
        // waits. The same if nobody would wake for the next timer, or for the network.
        let first = self.earliest();
        let hope = first != NEVER || self.net.has_waiters();
        let unattended = hope && self.alarm.oversleeps(first) != Some(false);
        let searchers = self.searchers.idle() + self.searchers.searching();
        if (searchers == 0 || unattended) && core.running {
            let spins = self.config.switches.spin;
            if spins {
                self.searchers.begin();
            }
            return self.hand_over(core, p, spins);
        }
        core.put_idle(p, self);
        core.check_dead(self);
    }

    /// The start of `run`.
    pub(crate) fn start_running(&self) {
        let mut core = self.core.lock();
        core.running = true;
        let working = core.idle_procs.extract_if(.., |p| p.face.has_work()).collect::<Vec<_>>();
        self.searchers.set_idle(core.idle_procs.len());
        let seeded = self.config.seed.is_some();
        let mut calls = Vec::with_capacity(working.len() + 1);
        for p in working {
            if seeded {
                core.put_idle(p, self);
            } else {
                calls.extend(self.assign(&mut core, p, false));
            }
        }
        match core.take_idle(self) {
            Some(p) => calls.extend(self.assign(&mut core, p, false)),
            None => core.check_dead(self),
        }
        drop(core);
        calls.into_iter().for_each(|call| call.wake(self));
    }

    /// Ends all threads but those in blocking calls, and drops tasks, timers and processors.
    pub(crate) fn shut_down(&self) {
        let mut core = self.core.lock();
        self.closing.store(true, Ordering::SeqCst);
        self.collect_loans(&mut core);
        for face in self.faces() {
            face.flag.fetch_or(FLAG_EXIT, Ordering::SeqCst);
        }
        // Who has been called gets a processor, and that one says so too: with nobody to take it, it would be lost for whoever
        // stops the world.
        for (member, _) in core.threads.iter().filter(|(m, _)| !m.inbox.is_called()) {
            member.inbox.put_exit();
        }
        self.alarm.ring(&self.net);
        let in_calls = || match self.config.seed {
            // Calls have threads of their own there.
            Some(_) => 0,
            None => self.lent.load(Ordering::Relaxed) as usize,
        };
        while core.threads.iter().filter(|(m, _)| !m.has_exited()).count() > in_calls() {
            self.news.wait(&mut core);
        }
        let ended: Vec<_> = core
            .threads
            .iter_mut()
            .filter(|(member, _)| member.has_exited())
            .filter_map(|(_, thread)| thread.take())
            .collect();
        let mut processors = std::mem::take(&mut core.idle_procs);
        processors.append(&mut core.retired);
        processors.append(&mut core.held);
        drop(core);
        for thread in ended {
            // A worker's panic has been reported already, as an outcome.
            drop(thread.join());
        }
        drop(processors);
        for face in self.faces() {
            face.timers.clear();
        }
        self.slab.clear();
        self.net.close_all(&*self.config.close);
    }
}
