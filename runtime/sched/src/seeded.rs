//! Reproducible runs: one thread drives all Ps, one slice at a time, in an order drawn from a seed.
//!
//! A module of its own because with one thread nothing is concurrent any more: a P whose task was
//! paused in the middle of its slice stands still while others run, and that is all it takes to get
//! any interleaving of instructions. Queues, `runnext`, stealing, the global queue, timers and
//! blocking calls are the ordinary ones. What sysmon does by time (asking a task to yield, taking the
//! P out of a blocking call) is done here by dice, so there is no sysmon.
//!
//! Between slices all Ps lie in the idle list, so a task that stops the world finds them there; a P
//! with a paused task has it in `running`.
//!
//! # The plan
//! How long slices are, how often a task is preempted, and whether one P may leave the others behind
//! for long differs from seed to seed ([`Plan`]): few bugs show under all of these habits, most show
//! under one of them.

use crate::alarm::{Bed as _, NEVER};
use crate::helpers::Helpers;
use crate::idle::Core;
use crate::pin::Pin;
use crate::policy::Dice;
use crate::processor::Processor;
use crate::sched::{Outcome, Shared};
use crate::slab::Slot;
use crate::state::{Parked, Phase};
use crate::task::{BlockingCall, Cx, OnP, Step, Task};
use crate::trace::{Kind, Record};
use crate::worker::{Handed, Member, Worker};
use crate::{Nanos, TaskRef};
use parking_lot::MutexGuard;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How the driver behaves; drawn from the seed once.
#[derive(Debug)]
struct Plan {
    /// Slices are up to 2 to this power long, short ones as likely as long ones.
    longest: u32,
    /// The favourite P runs until one in so many slices picks another; 1: every slice.
    loyalty: u32,
    /// One in so many paused tasks is preempted; with the largest a task gets far while others wait.
    preempt: u32,
    /// One in so many blocking calls loses its P.
    retake: u32,
}

impl Plan {
    fn new(dice: &mut Dice) -> Self {
        let mut pick = |from: &[u32]| from[dice.below(from.len() as u32) as usize];
        Self {
            longest: pick(&[3, 6, 9, 9, 12]),
            loyalty: pick(&[1, 1, 4, 40]),
            preempt: pick(&[4, 32, 256, 1 << 14]),
            retake: pick(&[1, 2, 8]),
        }
    }
}

/// A blocking call that has lost its P and is still to be made.
struct Pending {
    task: u32,
    home: u32,
    call: BlockingCall,
}

/// Who acts next.
enum Next {
    /// The processor at this place of the idle list.
    Proc(usize),
    /// The blocking call at this place.
    Call(usize),
    Nobody,
}

/// Timers that are due fire up to so much late.
const LATE: u32 = 1 << 14;
/// How long a blocking call may take before the others go on without it.
const PATIENCE: Duration = Duration::from_millis(500);
/// One in so many steps looks at the network, if somebody waits for it.
const NET_LOOKS: u32 = 8;
/// How long the clock waits for such a call, or for the network, before it jumps to the next timer.
const GRACE: Duration = Duration::from_millis(20);
/// So many of these without news from the network are taken for the end, when there is work and only the network could make
/// somebody free for it.
const MOST_SILENT: u32 = 50;

/// The only worker of a seeded scheduler.
pub(crate) struct Seeded<T: Task> {
    sched: Arc<Shared<T>>,
    me: Arc<Member<T>>,
    dice: Dice,
    plan: Plan,
    favourite: u32,
    pins: BTreeMap<u32, Pin>,
    pending: Vec<Pending>,
    helpers: Helpers,
    /// Tasks that the network has made runnable.
    ready: Vec<TaskRef>,
    /// Ids and places of those that can act: kept for its memory.
    able: Vec<(u32, usize)>,
    /// How often the network has said nothing while there was work that nobody could do.
    silent: u32,
}

impl<T: Task> Seeded<T> {
    pub(crate) fn new(sched: Arc<Shared<T>>, me: Arc<Member<T>>, seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let plan = Plan::new(&mut dice);
        Self {
            sched,
            me,
            plan,
            dice,
            favourite: 0,
            pins: BTreeMap::new(),
            pending: Vec::new(),
            helpers: Helpers::default(),
            ready: Vec::new(),
            able: Vec::new(),
            silent: 0,
        }
    }

    /// The thread's body.
    pub(crate) fn live(&mut self) {
        let mut handed = Some(self.me.inbox.take());
        loop {
            match handed.take() {
                Some(Handed::Processor { p, spinning }) => {
                    if spinning {
                        self.sched.searchers.end();
                    }
                    self.put_back(p);
                }
                Some(Handed::Pinned { .. }) => unreachable!("the only worker has every task"),
                Some(Handed::Exit) => return,
                None => {}
            }
            self.sched.searchers.begin();
            let Some(nap) = self.drive() else { return };
            handed = match nap {
                None => Some(self.me.inbox.take()),
                Some(nap) => self.me.inbox.take_for(nap).or_else(|| self.get_up()),
            };
        }
    }

    /// Into the idle list, or to whoever stops the world.
    fn put_back(&self, p: Box<Processor<T>>) {
        let mut core = self.sched.core.lock();
        if self.sched.stopping.load(Ordering::Relaxed) {
            core.held.push(p);
            self.sched.news.notify_all();
        } else {
            core.put_idle(p, &self.sched);
        }
    }

    /// Nobody has woken it in time: off the list of sleepers, unless somebody does so just now.
    fn get_up(&self) -> Option<Handed<T>> {
        let mut core = self.sched.core.lock();
        let Some(at) = core.idle_workers.iter().position(|w| Arc::ptr_eq(w, &self.me)) else {
            drop(core);
            return Some(self.me.inbox.take());
        };
        core.idle_workers.swap_remove(at);
        None
    }

    /// Acts until nobody can; says for how long to sleep then, if not for good. `None`: the end.
    #[allow(clippy::option_option, reason = "the inner one is a duration that may be endless")]
    fn drive(&mut self) -> Option<Option<Duration>> {
        let sched = self.sched.clone();
        loop {
            let mut core = sched.core.lock();
            while sched.stopping.load(Ordering::SeqCst) && !sched.closing.load(Ordering::SeqCst) {
                sched.news.wait(&mut core);
            }
            if sched.closing.load(Ordering::Relaxed) {
                return None;
            }
            if core.outcome.is_some() || !core.running {
                if self.lie_down(core) {
                    return Some(None);
                }
                continue;
            }
            if sched.net.has_waiters() && self.dice.below(NET_LOOKS) == 0 {
                drop(core);
                sched.net.look(&mut self.ready);
                sched.ready_list(&mut self.ready, None);
                core = sched.core.lock();
            }
            match self.choose(&mut core) {
                Next::Proc(at) => {
                    let p = core.idle_procs.swap_remove(at);
                    drop(core);
                    let p = self.act(p);
                    self.put_back(p);
                }
                Next::Call(at) => {
                    drop(core);
                    let pending = self.pending.swap_remove(at);
                    self.make(pending);
                }
                Next::Nobody => {
                    if let Some(nap) = self.pass_time(core) {
                        return Some(nap);
                    }
                }
            }
        }
    }

    /// Draws who acts.
    fn choose(&mut self, core: &mut Core<T>) -> Next {
        let sched = &*self.sched;
        let now = sched.clock.now();
        let procs = sched.procs.load(Ordering::Relaxed);
        let switches = sched.config.switches;
        let steals = |p: &Processor<T>| {
            switches.steal && (!p.face.steal.is_empty() || (p.face.has_next() && p.is_held()))
        };
        let victims = core.idle_procs.iter().filter(|p| steals(p)).count();
        let retired = sched.faces().skip(procs as usize).any(|f| f.timers.earliest() <= now);
        let all = !core.queue.is_empty() || retired;
        self.able.clear();
        for (at, p) in core.idle_procs.iter_mut().enumerate() {
            if let Some(kept) = p.kept
                && sched.slab.slot(kept).state.read().0 != Phase::Parked
            {
                p.kept = None;
            }
            let prey = victims > usize::from(steals(p));
            let work = p.running.is_some() || p.face.has_work() || all || prey;
            if (work && p.kept.is_none()) || p.face.timers.earliest() <= now {
                self.able.push((p.id.0, at));
            }
        }
        self.able.sort_unstable();
        let sum = self.able.len() + self.pending.len();
        if sum == 0 {
            return Next::Nobody;
        }
        let drawn = self.dice.below(sum as u32) as usize;
        let Some(&(id, at)) = self.able.get(drawn) else {
            return Next::Call(drawn - self.able.len());
        };
        if self.dice.below(self.plan.loyalty) == 0 {
            self.favourite = id;
        }
        let favourite = self.able.iter().find(|(id, _)| *id == self.favourite);
        Next::Proc(favourite.map_or(at, |(_, at)| *at))
    }

    /// One step of a processor: timers, then a slice.
    fn act(&mut self, mut p: Box<Processor<T>>) -> Box<Processor<T>> {
        let sched = self.sched.clone();
        let now = sched.clock.now();
        let face = p.face.clone();
        if face.timers.earliest() <= now && (!p.is_held() || self.dice.below(2) == 0) {
            face.timers.run_due(now, &mut OnP { sched: &sched, p: &mut p });
        }
        for face in sched.faces().skip(sched.procs.load(Ordering::Relaxed) as usize) {
            face.timers.run_due(now, &mut OnP { sched: &sched, p: &mut p });
        }
        p.owed = false;
        if p.kept.is_some() {
            return p;
        }
        let task = match p.running.take() {
            Some(task) => task,
            None => match self.find(&mut p) {
                Some((task, inherits)) => {
                    sched.slab.slot(task).state.transition_to_running();
                    if !inherits {
                        p.next_tick();
                    }
                    p.count_slice();
                    let worker = p.id.0;
                    p.note_start(sched.slab.slot(task), task, worker, inherits);
                    task
                }
                None => return p,
            },
        };
        self.slice(&sched, &mut p, task);
        p.owed = false;
        p
    }

    /// What the processor runs next, in the order of `Worker::find_runnable`; the flag: it goes on
    /// with the time slice of the task before.
    fn find(&mut self, p: &mut Processor<T>) -> Option<(u32, bool)> {
        let sched = self.sched.clone();
        if p.policy.global_first(p.face.tick.load(Ordering::Relaxed))
            && let Some(task) = sched.core.lock().take_some(p, 1, &sched)
        {
            p.note(Kind::Tick61, task, 1);
            return Some((task, false));
        }
        if let Some(task) = p.face.take_next() {
            return Some((task, true));
        }
        if let Some(task) = p.queue.pop() {
            p.tally(Kind::Local);
            return Some((task, false));
        }
        if let Some(task) = sched.core.lock().take_batch(p, &sched) {
            return Some((task, false));
        }
        if sched.config.switches.steal {
            let procs = sched.procs.load(Ordering::Relaxed);
            for last in [false, true] {
                if let Some(task) = Worker::steal(&sched, p, procs, last) {
                    return Some((task, false));
                }
            }
        }
        None
    }

    /// How much a task does in its next slice.
    fn fuel(&mut self) -> u32 {
        let high = 1 << self.dice.below(self.plan.longest + 1);
        high + self.dice.below(high)
    }

    /// Runs the task, which is `Running`, for one slice, and files the outcome.
    fn slice(&mut self, sched: &Arc<Shared<T>>, p: &mut Processor<T>, task: u32) {
        let slot = sched.slab.slot(task);
        let me = TaskRef::from_parts(task, slot.state.read().1);
        let budget = self.fuel();
        let mut pin = self.pins.remove(&task).unwrap_or_else(|| Pin::new(self.me.number));
        T::admit(&mut OnP { sched, p }, me);
        let mut cx = Cx { on: OnP { sched, p }, me, pin: &mut pin, budget };
        // SAFETY: this worker, the only one, moved the state to `Running`, and the task was admitted.
        let step = unsafe { slot.task() }.resume(&mut cx);
        if pin.task.is_some() && !matches!(step, Step::Done) {
            self.pins.insert(task, pin);
        }
        sched.clock.pass(Nanos::from(budget));
        if !matches!(step, Step::Pause | Step::Preempted) {
            p.note_stop(slot, task, &step);
        }
        match step {
            Step::Pause | Step::Preempted => self.pause(p, slot, task),
            Step::Park(reason) => {
                slot.note_park(reason, sched.clock.now());
                match slot.state.transition_to_parked() {
                    Parked::Asleep if !p.policy.switches.park => {
                        p.note(Kind::Kept, Record::NO_TASK, p.id.0);
                        p.kept = Some(task);
                    }
                    Parked::Asleep => {}
                    Parked::WokenMeanwhile => {
                        p.note(Kind::Unpark, task, 0);
                        p.note_start(slot, task, p.id.0, false);
                        self.keep_running(p, slot, task);
                    }
                }
            }
            Step::Yield => {
                slot.state.transition_to_queued();
                sched.inject(&[task]);
            }
            Step::Done => {
                // SAFETY: this worker moved the state to `Running`, and the number goes to this
                // processor's free list.
                unsafe {
                    slot.task().retire(&mut OnP { sched, p });
                    slot.empty();
                }
                p.face.count_ended();
                p.keep_free(task, sched);
                slot.pin.store(0, Ordering::Relaxed);
            }
            Step::Block(call) => {
                slot.state.transition_to_blocked();
                if p.policy.switches.handoff && self.dice.below(self.plan.retake) == 0 {
                    sched.note(Kind::Retake, Record::NO_TASK, p.id.0);
                    self.lend(Pending { task, home: p.id.0, call });
                } else if self.helpers.make(sched, task, call, PATIENCE) {
                    slot.state.transition_from_blocked();
                    p.note(Kind::Unblock, task, 0);
                    p.note_start(slot, task, p.id.0, false);
                    self.keep_running(p, slot, task);
                }
            }
            Step::BlockLong(call) => {
                p.note(Kind::Handoff, task, 0);
                slot.state.transition_to_blocked();
                self.lend(Pending { task, home: p.id.0, call });
            }
        }
    }

    /// The slice is over in the middle of something: the task stays with its P, or is preempted.
    fn pause(&mut self, p: &mut Processor<T>, slot: &Slot<T>, task: u32) {
        if p.policy.switches.preempt && self.dice.below(self.plan.preempt) == 0 {
            p.note_stop(slot, task, &Step::Preempted);
            slot.state.transition_to_queued();
            self.sched.inject(&[task]);
        } else {
            self.keep_running(p, slot, task);
        }
    }

    /// The task goes on here, unless the processor has become another one meanwhile.
    fn keep_running(&self, p: &mut Processor<T>, slot: &Slot<T>, task: u32) {
        if p.is_held() {
            slot.state.transition_to_queued();
            self.sched.inject(&[task]);
        } else {
            p.running = Some(task);
        }
    }

    fn lend(&mut self, call: Pending) {
        self.sched.lent.fetch_add(1, Ordering::SeqCst);
        self.pending.push(call);
    }

    /// Makes a call that has lost its P; on return: the old P, any idle one, or the global queue.
    fn make(&mut self, Pending { task, home, call }: Pending) {
        let sched = self.sched.clone();
        let in_time = self.helpers.make(&sched, task, call, PATIENCE);
        sched.lent.fetch_sub(1, Ordering::SeqCst);
        if !in_time {
            return;
        }
        let slot = sched.slab.slot(task);
        let mut core = sched.core.lock();
        let free = |p: &Processor<T>| !p.is_held() && !p.face.has_work();
        let idle = |p: &Processor<T>| free(p) && p.id.0 == home;
        let at = core.idle_procs.iter().position(|p| idle(p)).or_else(|| {
            let ids = core.idle_procs.iter().enumerate().filter(|(_, p)| free(p));
            ids.min_by_key(|(_, p)| p.id.0).map(|(at, _)| at)
        });
        match at {
            Some(at) => {
                slot.state.transition_from_blocked();
                let p = &mut core.idle_procs[at];
                p.note(Kind::returned(p.id.0 == home), task, 0);
                p.note_start(slot, task, p.id.0, false);
                p.running = Some(task);
            }
            None => {
                sched.note(Kind::ReturnQueued, task, 0);
                slot.state.transition_to_queued();
                core.inject(&[task], &sched);
            }
        }
    }

    /// Nobody can act: the clock moves on to the next timer, or the worker lies down. The result is
    /// that of [`drive`](Self::drive), or `None` to go on.
    #[allow(clippy::option_option, reason = "the inner one is a duration that may be endless")]
    fn pass_time(&mut self, mut core: MutexGuard<'_, Core<T>>) -> Option<Option<Duration>> {
        let sched = self.sched.clone();
        let first = sched.earliest();
        if first == NEVER {
            if sched.net.has_waiters() {
                // Without parking who waits keeps its P, and the other end may be among those that could run.
                let hopes = core.queue.is_empty()
                    && core.idle_procs.iter().all(|p| !p.face.has_work())
                    || core.outside > 0
                    || sched.lent.load(Ordering::SeqCst) > 0;
                drop(core);
                self.silent = if self.wait_for_net() || hopes { 0 } else { self.silent + 1 };
                if self.silent == MOST_SILENT {
                    sched.announce(&mut sched.core.lock(), Outcome::Deadlock);
                }
                return None;
            }
            core.check_stuck(&sched);
            return self.lie_down(core).then_some(None);
        }
        if sched.clock.is_virtual() {
            drop(core);
            if sched.net.has_waiters() && self.wait_for_net() {
                return None;
            }
            if sched.lent.load(Ordering::SeqCst) > 0 && self.helpers.wait_for_late(GRACE) {
                return None;
            }
            let power = self.dice.below(LATE.ilog2() + 1);
            let late = self.dice.below(1 << power);
            sched.clock.jump_to(first.saturating_add(Nanos::from(late)));
            return None;
        }
        let left = first.saturating_sub(sched.clock.now());
        self.lie_down(core).then_some(Some(Duration::from_nanos(left)))
    }

    /// Gives the outside world a chance to send something; says whether it did.
    fn wait_for_net(&mut self) -> bool {
        self.sched.net.lie(GRACE.as_nanos() as Nanos, &mut self.ready);
        let came = !self.ready.is_empty();
        self.sched.ready_list(&mut self.ready, None);
        came
    }

    /// Goes to the list of those who wait for anything; false if something has come meanwhile.
    fn lie_down(&mut self, mut core: MutexGuard<'_, Core<T>>) -> bool {
        let sched = &*self.sched;
        core.idle_workers.push(self.me.clone());
        sched.news.notify_all();
        let idle = core.running && core.outcome.is_none();
        drop(core);
        sched.searchers.end();
        sched.searchers.look_again();
        let news = sched.global.load(Ordering::Relaxed) != 0
            || sched.earliest() <= sched.clock.now()
            || sched.closing.load(Ordering::SeqCst);
        if !(idle && news) {
            return true;
        }
        let mut core = sched.core.lock();
        let Some(at) = core.idle_workers.iter().position(|w| Arc::ptr_eq(w, &self.me)) else {
            return true;
        };
        core.idle_workers.swap_remove(at);
        sched.searchers.begin();
        false
    }
}
