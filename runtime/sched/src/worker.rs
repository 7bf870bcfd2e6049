//! M: a thread that finds work, runs a slice, files the outcome.
//!
//! A module of its own because it reads as the policy: `find_runnable` is the order of Go's. A
//! worker's life is a sequence of [`Turn`]s, and the processor it holds is in the turn, so no code
//! can use a processor it has parted with.

use crate::alarm::NEVER;
use crate::handle::TaskRef;
use crate::idle::Core;
use crate::inbox::Inbox;
use crate::pin::Pin;
use crate::processor::{FLAG_EXIT, FLAG_STOP, FLAG_TIMERS, FLAG_YIELD, Face, Processor};
use crate::sched::{Outcome, Shared};
use crate::seeded::Seeded;
use crate::slab::Slot;
use crate::state::{Parked, Phase};
use crate::task::{Cx, OnP, Step, Task};
use crate::trace::{Kind, Record};
use parking_lot::MutexGuard;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What a sleeping worker is woken with.
pub(crate) type Handed<T> = crate::inbox::Handed<Box<Processor<T>>>;

/// A worker as the others see it.
pub(crate) struct Member<T: Task> {
    pub(crate) number: u32,
    pub(crate) inbox: Inbox<Box<Processor<T>>>,
    exited: AtomicBool,
}

impl<T: Task> Member<T> {
    pub(crate) fn new(number: u32) -> Self {
        let inbox = Inbox::new();
        Self { number, inbox, exited: AtomicBool::new(false) }
    }

    pub(crate) fn has_exited(&self) -> bool {
        self.exited.load(Ordering::Acquire)
    }
}

/// What a worker does next.
pub(crate) enum Turn<T: Task> {
    Find(Box<Processor<T>>),
    /// The last field: whether it goes on with the time slice of the task before.
    Run(Box<Processor<T>>, u32, bool),
    /// Waits for something in the inbox.
    Sleep,
    Exit,
}

/// A worker as it sees itself.
pub(crate) struct Worker<T: Task> {
    pub(crate) sched: Arc<Shared<T>>,
    pub(crate) me: Arc<Member<T>>,
    /// It is counted in `Shared::searchers`.
    spinning: bool,
    pub(crate) pin: Pin,
    /// Slices since the clock was last looked at for timers.
    unclocked: u32,
    /// What the poller found; empty between two looks.
    ready: Vec<TaskRef>,
}

/// So long a network that says nothing is a reason to hope, while tasks are kept that could run. Those may be the other ends.
const QUIET: u64 = 1_000_000_000;

impl<T: Task> Worker<T> {
    pub(crate) fn new(sched: Arc<Shared<T>>, me: Arc<Member<T>>) -> Self {
        let pin = Pin::new(me.number);
        Self { sched, me, spinning: false, pin, unclocked: 0, ready: Vec::new() }
    }

    /// The thread's body.
    pub(crate) fn main(mut self) {
        let whole = catch_unwind(AssertUnwindSafe(|| self.live())).is_ok();
        let mut core = self.sched.core.lock();
        if !whole {
            core.broken = true;
            self.sched.announce(&mut core, Outcome::Panicked);
        }
        self.sched.note(Kind::ThreadExit, Record::NO_TASK, self.me.number);
        self.me.exited.store(true, Ordering::Release);
        self.sched.news.notify_all();
    }

    fn live(&mut self) {
        if let Some(seed) = self.sched.config.seed {
            return Seeded::new(self.sched.clone(), self.me.clone(), seed).live();
        }
        // A counted reference for the whole life: a slice must not touch the count.
        let sched = self.sched.clone();
        let mut turn = Turn::Sleep;
        loop {
            turn = match turn {
                Turn::Run(p, task, inherits) => self.execute(&sched, p, task, inherits),
                Turn::Find(p) => self.find_runnable(p),
                Turn::Sleep => self.sleep(),
                Turn::Exit => return,
            };
        }
    }

    fn sleep(&mut self) -> Turn<T> {
        let me = self.me.number;
        self.sched.note(Kind::ThreadIdle, Record::NO_TASK, me);
        let handed = self.me.inbox.take();
        self.sched.note(Kind::ThreadWake, Record::NO_TASK, me);
        match handed {
            Handed::Processor { mut p, spinning } => {
                self.spinning = spinning;
                p.note(Kind::ProcStart, Record::NO_TASK, me);
                if spinning {
                    p.note(Kind::SpinStart, Record::NO_TASK, me);
                }
                Turn::Find(p)
            }
            Handed::Pinned { mut p, task } => {
                p.note(Kind::ProcStart, Record::NO_TASK, me);
                Turn::Run(p, task, false)
            }
            Handed::Exit => Turn::Exit,
        }
    }

    /// Runs one slice of `task` (more than one if it need not give way) and files the outcome.
    fn execute(
        &mut self,
        sched: &Arc<Shared<T>>,
        mut p: Box<Processor<T>>,
        task: u32,
        inherits: bool,
    ) -> Turn<T> {
        let slot = sched.slab.slot(task);
        let pin = slot.pin.load(Ordering::Relaxed);
        if pin != 0 && pin != self.pin.worker {
            return self.run_elsewhere(p, task, pin);
        }
        let me = TaskRef::from_parts(task, slot.state.transition_to_running());
        if !inherits {
            p.next_tick();
        }
        let mut inherits = inherits;
        loop {
            p.count_slice();
            T::admit(&mut OnP { sched, p: &mut p }, me);
            p.note_start(slot, task, self.pin.worker - 1, inherits);
            inherits = false;
            let step = {
                let budget = p.policy.budget();
                let on = OnP { sched, p: &mut p };
                let mut cx = Cx { on, me, pin: &mut self.pin, budget };
                // SAFETY: this worker moved the state to `Running`, and the task was admitted: nobody looks at it.
                unsafe { slot.task() }.resume(&mut cx)
            };
            p.note_stop(slot, task, &step);
            match step {
                Step::Park(reason) => {
                    slot.note_park(reason, sched.coarse.load(Ordering::Relaxed));
                    match slot.state.transition_to_parked() {
                        Parked::Asleep if p.policy.switches.park => break,
                        Parked::Asleep => return self.stay_with(p, slot, task),
                        Parked::WokenMeanwhile => p.note(Kind::Unpark, task, 0),
                    }
                }
                Step::Yield if self.is_alone(&p) => {
                    // Through the global queue and back, had it been there: without its lock.
                    self.unclocked += 1;
                    p.next_tick();
                }
                Step::Yield => return self.give_way(p, slot, task),
                Step::Preempted if p.face.flag.load(Ordering::Relaxed) == FLAG_STOP => {
                    // It was not asked to make room for others: afterwards it goes on here.
                    slot.state.transition_to_queued();
                    if p.policy.switches.runnext && !p.face.has_next() {
                        p.face.put_next(task);
                    } else {
                        p.push(task, sched);
                    }
                    break;
                }
                Step::Preempted | Step::Pause => {
                    self.unclocked = LOOK_AT_CLOCK;
                    return self.give_way(p, slot, task);
                }
                Step::Done => {
                    self.retire(&mut p, slot, task);
                    break;
                }
                Step::Block(call) => match self.block(sched, p, slot, task, call, false) {
                    Ok(back) => p = back,
                    Err(turn) => return turn,
                },
                Step::BlockLong(call) => match self.block(sched, p, slot, task, call, true) {
                    Ok(back) => p = back,
                    Err(turn) => return turn,
                },
            }
            if p.face.flag.load(Ordering::Relaxed) != 0 {
                p.note(Kind::Displaced, task, 0);
                slot.state.transition_to_queued();
                p.push(task, sched);
                break;
            }
        }
        self.after_slice(p)
    }

    /// The slice is filed; a pinned worker has nothing to do until its task runs again.
    fn after_slice(&mut self, p: Box<Processor<T>>) -> Turn<T> {
        if self.pin.task.is_none() {
            return Turn::Find(p);
        }
        self.sched.release(self.sched.core.lock(), p);
        Turn::Sleep
    }

    /// Whether a task that gives way would be the next to run here again, and nobody need look at clock or network.
    #[inline]
    fn is_alone(&self, p: &Processor<T>) -> bool {
        let looks = p.face.timers.earliest() != NEVER || self.sched.net.wants_look();
        (self.unclocked < LOOK_AT_CLOCK || !looks)
            && self.sched.global.load(Ordering::Relaxed) == 0
            && p.has_none_queued()
            && p.outgoing.is_empty()
            && !p.face.has_next()
            && p.face.flag.load(Ordering::Relaxed) == 0
    }

    /// `task` goes to the tail of the global queue, by way of those that this processor collects for it. With nothing local
    /// to run they go there now, and the head of that queue is next, in the same critical section.
    fn give_way(&mut self, mut p: Box<Processor<T>>, slot: &Slot<T>, task: u32) -> Turn<T> {
        slot.state.transition_to_queued();
        let sched = &*self.sched;
        let alone = self.pin.task.is_none() && p.has_none_queued() && !p.face.has_next();
        if !alone && p.policy.switches.local_queues && p.outgoing.try_push(task).is_ok() {
            sched.wake_one();
            return self.after_slice(p);
        }
        let mut core = sched.core.lock();
        core.collect(&p.face, sched);
        core.inject(&[task], sched);
        let at_once =
            alone && p.face.flag.load(Ordering::Relaxed) == 0 && self.unclocked < LOOK_AT_CLOCK;
        if !at_once {
            let more = !alone || core.queue.len() > 1;
            drop(core);
            if more {
                sched.wake_one();
            }
            return self.after_slice(p);
        }
        self.unclocked += 1;
        let next = core.take_batch(&mut p, sched).expect("it has just been put there");
        let more = !core.queue.is_empty();
        drop(core);
        if more {
            sched.wake_one();
        }
        Turn::Run(p, next, false)
    }

    /// The articles' naive scheduler: a parked task keeps its thread and its P. When every P is kept so,
    /// whatever could have woken one of them finds no P to run on: a deadlock that Go would not have.
    #[cold]
    fn stay_with(&mut self, mut p: Box<Processor<T>>, slot: &Slot<T>, task: u32) -> Turn<T> {
        let sched = self.sched.clone();
        p.note(Kind::Kept, Record::NO_TASK, self.me.number);
        if !p.outgoing.is_empty() {
            sched.flush(&p);
        }
        self.offer_next(&mut p);
        sched.keep(task, p.id);
        let mut last = sched.clock.now();
        // Not for the end of a time slice: it keeps both whatever sysmon asks for.
        let is_free = |p: &Processor<T>| p.face.flag.load(Ordering::Relaxed) & !FLAG_YIELD == 0;
        while slot.state.read().0 == Phase::Parked && is_free(&p) {
            let now = sched.clock.now();
            let busy = self.look_while_kept(&mut p, task, now);
            if busy {
                last = now;
                self.offer_next(&mut p);
            } else if sched.is_kept(task, p.id, now.saturating_sub(last) > QUIET) {
                std::thread::sleep(Duration::from_micros(50));
            } else {
                break;
            }
        }
        sched.keep_no_more(task, p.id);
        self.after_slice(p)
    }

    /// Runs due timers, also those of processors that are out of use, and takes what the network has. Says whether there was anything.
    fn look_while_kept(&mut self, p: &mut Processor<T>, task: u32, now: u64) -> bool {
        let sched = self.sched.clone();
        let procs = sched.procs.load(Ordering::Relaxed) as usize;
        let own = std::iter::once(&p.face).chain(sched.faces().skip(procs));
        let due: Vec<_> = own.filter(|face| face.timers.earliest() <= now).cloned().collect();
        if due.is_empty() && !sched.net.wants_look() {
            return false;
        }
        // A task that is woken here is neither parked nor queued for a moment: nobody may take that for the end.
        sched.keep_no_more(task, p.id);
        let mut busy = false;
        for face in due {
            busy |= face.timers.run_due(now, &mut OnP { sched: &sched, p });
        }
        if let Some(task) = self.look_at_net(p) {
            p.push(task, &sched);
            busy = true;
        }
        sched.keep_again(task, p.id);
        busy
    }

    /// Moves what only this processor could run to where others find it: this one does not run anything for a while.
    fn offer_next(&self, p: &mut Processor<T>) {
        p.owed = false;
        if let Some(next) = p.face.take_next() {
            p.push(next, &self.sched);
        }
        self.sched.wake_one();
    }

    fn retire(&mut self, p: &mut Processor<T>, slot: &Slot<T>, task: u32) {
        // SAFETY: this worker moved the state to `Running`, and the number goes to this processor's
        // free list.
        unsafe {
            slot.task().retire(&mut OnP { sched: &self.sched, p });
            slot.empty();
        }
        p.face.count_ended();
        p.keep_free(task, &self.sched);
        if self.pin.clear() {
            slot.pin.store(0, Ordering::Relaxed);
        }
    }

    /// Finds something to run, or sleeps.
    fn find_runnable(&mut self, mut p: Box<Processor<T>>) -> Turn<T> {
        if p.face.flag.load(Ordering::Relaxed) != 0 {
            return self.answer_flag(p);
        }
        let first = p.face.timers.earliest();
        match first {
            NEVER => self.unclocked = 0,
            _ => self.look_at_timers(&mut p, first),
        }
        let shared_first = p.policy.global_first(p.face.tick.load(Ordering::Relaxed));
        if shared_first && !p.face.mail.is_empty() {
            p.face.mail.open(&mut p.queue);
        }
        if shared_first && self.has_global(&p) {
            let mut core = self.sched.core.lock();
            core.collect(&p.face, &self.sched);
            let next = core.take_some(&mut p, 1, &self.sched);
            drop(core);
            if let Some(task) = next {
                p.note(Kind::Tick61, task, 1);
                return self.found(p, task, false);
            }
        }
        if let Some(task) = p.face.take_next() {
            p.owed = false;
            return self.found(p, task, true);
        }
        if let Some(task) = p.queue.pop() {
            p.tally(Kind::Local);
            return self.found(p, task, false);
        }
        if !p.face.mail.is_empty() {
            p.face.mail.open(&mut p.queue);
            if let Some(task) = p.queue.pop() {
                p.tally(Kind::Local);
                return self.found(p, task, false);
            }
        }
        if self.has_global(&p) {
            let next = self.sched.core.lock().take_batch(&mut p, &self.sched);
            if let Some(task) = next {
                return self.found(p, task, false);
            }
        }
        if self.sched.net.wants_look()
            && let Some(task) = self.look_at_net(&mut p)
        {
            return self.found(p, task, false);
        }
        self.search(p)
    }

    /// Whether the global queue has something, or will have as soon as this processor brings it there.
    #[inline]
    fn has_global(&self, p: &Processor<T>) -> bool {
        self.sched.global.load(Ordering::Relaxed) != 0 || !p.outgoing.is_empty()
    }

    /// What the network has for us, without waiting.
    fn look_at_net(&mut self, p: &mut Processor<T>) -> Option<u32> {
        let sched = &*self.sched;
        sched.net.look(&mut self.ready);
        let now = sched.clock.now();
        sched.net.note_look(now);
        p.face.seat.note_look(now);
        if self.ready.is_empty() {
            return None;
        }
        sched.ready_list(&mut self.ready, Some(p))
    }

    #[inline]
    fn found(&mut self, mut p: Box<Processor<T>>, task: u32, inherits: bool) -> Turn<T> {
        if self.spinning {
            p.note(Kind::SpinStop, task, self.me.number);
            self.stop_spinning();
            // One searcher found work: there may be more, so the next one starts.
            self.sched.wake_one();
        }
        Turn::Run(p, task, inherits)
    }

    fn stop_spinning(&mut self) {
        self.spinning = false;
        self.sched.searchers.end();
    }

    /// Runs what is due here. The clock costs as much as a switch, so it is asked at every eighth
    /// slice, after every slice that was long, and when sysmon's last look says that something is
    /// due.
    fn look_at_timers(&mut self, p: &mut Processor<T>, first: u64) {
        self.unclocked += 1;
        let due = first <= self.sched.coarse.load(Ordering::Relaxed);
        if self.unclocked >= LOOK_AT_CLOCK || due {
            self.unclocked = 0;
            let now = self.sched.clock.now();
            if first <= now {
                let face = p.face.clone();
                face.timers.run_due(now, &mut OnP { sched: &self.sched, p });
            }
        }
    }

    /// Somebody has raised the flag.
    #[cold]
    fn answer_flag(&mut self, mut p: Box<Processor<T>>) -> Turn<T> {
        let flag = p.face.flag.load(Ordering::SeqCst);
        if flag & (FLAG_STOP | FLAG_EXIT) != 0 {
            if self.spinning {
                p.note(Kind::SpinStop, Record::NO_TASK, self.me.number);
                self.stop_spinning();
            }
            let mut core = self.sched.core.lock();
            if self.sched.closing.load(Ordering::Relaxed) {
                if self.sched.stopping.load(Ordering::Relaxed) {
                    core.held.push(p);
                } else {
                    core.put_idle(p, &self.sched);
                }
                self.sched.news.notify_all();
                return Turn::Exit;
            }
            if self.sched.stopping.load(Ordering::Relaxed) {
                core.held.push(p);
                self.sched.news.notify_all();
                return self.lie_down(core);
            }
            drop(core);
        }
        p.face.flag.fetch_and(!(FLAG_YIELD | FLAG_TIMERS), Ordering::SeqCst);
        if !p.outgoing.is_empty() {
            self.sched.flush(&p);
        }
        // Whoever inherits would be over time at once: it waits behind everybody, like a preempted task.
        if let Some(task) = p.face.take_next() {
            p.owed = false;
            self.sched.inject(&[task]);
            self.sched.wake_one();
        }
        p.next_tick();
        if flag & FLAG_TIMERS != 0 {
            Self::run_all_timers(&self.sched, &mut p, self.sched.clock.now());
        }
        Turn::Find(p)
    }

    /// Goes to the list of those who wait for anything.
    fn lie_down(&self, mut core: MutexGuard<'_, Core<T>>) -> Turn<T> {
        if self.sched.closing.load(Ordering::Relaxed) {
            return Turn::Exit;
        }
        core.idle_workers.push(self.me.clone());
        Turn::Sleep
    }

    /// Nothing here and nothing in the global queue: looks at the others, then rests.
    #[cold]
    fn search(&mut self, mut p: Box<Processor<T>>) -> Turn<T> {
        let sched = self.sched.clone();
        let now = sched.clock.now();
        if p.face.timers.earliest() <= now {
            let face = p.face.clone();
            face.timers.run_due(now, &mut OnP { sched: &sched, p: &mut p });
            return Turn::Find(p);
        }
        if sched.faces().any(|face| !face.outgoing.is_empty()) {
            let mut core = sched.core.lock();
            sched.faces().for_each(|face| core.collect(face, &sched));
            return Turn::Find(p);
        }
        let switches = p.policy.switches;
        let procs = sched.procs.load(Ordering::Relaxed);
        let busy = procs.saturating_sub(sched.searchers.idle());
        let may_spin = self.spinning || 2 * sched.searchers.searching() < busy;
        if switches.steal && (may_spin || !switches.spin) {
            if switches.spin && !self.spinning {
                self.spinning = true;
                p.note(Kind::SpinStart, Record::NO_TASK, self.me.number);
                sched.searchers.begin();
            }
            for round in 0..ROUNDS {
                if p.face.flag.load(Ordering::Relaxed) != 0 {
                    return Turn::Find(p);
                }
                if sched.global.load(Ordering::Relaxed) != 0 {
                    return Turn::Find(p);
                }
                if let Some(task) = Self::steal(&sched, &mut p, procs, round + 1 == ROUNDS) {
                    return self.found(p, task, false);
                }
            }
            if Self::run_all_timers(&sched, &mut p, now) {
                return Turn::Find(p);
            }
        }
        self.rest(p)
    }

    /// Goes round all other processors once, from a random one on.
    pub(crate) fn steal(
        sched: &Shared<T>,
        p: &mut Processor<T>,
        procs: u32,
        last: bool,
    ) -> Option<u32> {
        let start = p.policy.dice.below(procs);
        for i in 0..procs {
            let victim = (start + i) % procs;
            if victim == p.id.0 {
                continue;
            }
            let Some(face) = sched.face(victim) else { continue };
            if let Some(task) = face.steal.steal_half(&mut p.queue) {
                p.note(Kind::Steal, task, victim);
                return Some(task);
            }
            if let Some(task) = face.mail.steal_half(&mut p.queue) {
                p.note(Kind::Steal, task, victim);
                return Some(task);
            }
            if last
                && face.has_next()
                && p.policy.is_stuck(|| Self::is_stuck(face))
                && let Some(task) = face.take_next()
            {
                p.note(Kind::StealNext, task, victim);
                return Some(task);
            }
        }
        None
    }

    /// Whether the owner of a full runnext leaves it there for 3 µs: else it is about to run it
    /// itself, and taking it away would tear apart two tasks that talk to each other.
    fn is_stuck(face: &Face<T>) -> bool {
        let slices = face.slices.load(Ordering::Relaxed);
        let start = std::time::Instant::now();
        while start.elapsed().as_nanos() < 3_000 {
            if face.slices.load(Ordering::Relaxed) != slices {
                return false;
            }
            std::hint::spin_loop();
        }
        face.has_next() && face.slices.load(Ordering::Relaxed) == slices
    }

    fn run_all_timers(sched: &Arc<Shared<T>>, p: &mut Processor<T>, now: u64) -> bool {
        let mut ran = false;
        for (number, face) in (0..).zip(sched.faces()) {
            if face.timers.earliest() <= now {
                if !Arc::ptr_eq(face, &p.face) {
                    p.note(Kind::TimerSteal, Record::NO_TASK, number);
                }
                ran |= face.timers.run_due(now, &mut OnP { sched, p });
            }
        }
        ran
    }

    /// Gives the processor back, looks once more, and sleeps.
    fn rest(&mut self, mut p: Box<Processor<T>>) -> Turn<T> {
        let sched = self.sched.clone();
        let mut core = sched.core.lock();
        if p.face.flag.load(Ordering::Relaxed) != 0 {
            return Turn::Find(p);
        }
        if let Some(task) = core.take_batch(&mut p, &sched) {
            drop(core);
            return self.found(p, task, false);
        }
        p.owed = false;
        if self.spinning {
            p.note(Kind::SpinStop, Record::NO_TASK, self.me.number);
        }
        p.note(Kind::ProcIdle, Record::NO_TASK, self.me.number);
        core.put_idle(p, &sched);
        core.check_dead(&sched);
        drop(core);
        if self.spinning {
            self.stop_spinning();
        }
        sched.searchers.look_again();
        if sched.has_visible_work() {
            // Not in the condition of an `if let`: the lock would be held through the block, in which timers go off.
            let free = sched.core.lock().take_free(&sched);
            if let Some((p, spinning)) = free {
                self.spinning = spinning;
                return self.spin_with(p);
            }
        }
        self.wait_for_alarm()
    }

    /// Sleeps until the next timer, or until the network has something, if nobody else does; else for good.
    fn wait_for_alarm(&mut self) -> Turn<T> {
        let sched = self.sched.clone();
        let first = sched.earliest();
        if (first == NEVER && !sched.net.has_waiters()) || !sched.alarm.take(first) {
            return self.lie_down(sched.core.lock());
        }
        // Whoever shuts down rings, but perhaps before this worker had taken the alarm.
        if sched.closing.load(Ordering::SeqCst) {
            sched.alarm.give_back();
            return self.lie_down(sched.core.lock());
        }
        // What has been sent already shall not be overtaken by a clock that jumps.
        let looks = std::cell::Cell::new(0);
        let quiet = || {
            looks.set(looks.get() + 1);
            let heard = !sched.net.has_waiters() || looks.get() > LISTENS;
            heard && sched.is_quiet() && sched.lent.load(Ordering::SeqCst) == 0
        };
        // Once more, now that whoever starts an earlier timer rings.
        let mut ready = std::mem::take(&mut self.ready);
        sched.alarm.sleep(sched.earliest(), &*sched.clock, &sched.net, quiet, &mut ready);
        let now = sched.clock.now();
        sched.coarse.store(now, Ordering::Relaxed);
        sched.net.note_look(now);
        let taken = sched.core.lock().take_free(&sched);
        let Some((mut p, spinning)) = taken else {
            // All are busy and look at timers and network themselves.
            sched.ready_list(&mut ready, None);
            self.ready = ready;
            return self.lie_down(sched.core.lock());
        };
        p.face.seat.note_look(now);
        self.spinning = spinning;
        let task = sched.ready_list(&mut ready, Some(&mut p));
        self.ready = ready;
        match task {
            Some(task) => {
                if spinning {
                    p.note(Kind::SpinStart, Record::NO_TASK, self.me.number);
                }
                self.found(p, task, false)
            }
            None => self.spin_with(p),
        }
    }

    fn spin_with(&mut self, mut p: Box<Processor<T>>) -> Turn<T> {
        p.note(Kind::ProcStart, Record::NO_TASK, self.me.number);
        if self.sched.config.switches.spin {
            p.note(Kind::SpinStart, Record::NO_TASK, self.me.number);
            if !std::mem::replace(&mut self.spinning, true) {
                self.sched.searchers.begin();
            }
        }
        Self::run_all_timers(&self.sched, &mut p, self.sched.clock.now());
        Turn::Find(p)
    }

    /// The task is pinned to another worker: that one gets it, and the processor.
    #[cold]
    fn run_elsewhere(&mut self, mut p: Box<Processor<T>>, task: u32, pin: u32) -> Turn<T> {
        let core = self.sched.core.lock();
        if self.sched.closing.load(Ordering::Relaxed) {
            // The owner may have gone.
            self.sched.release(core, p);
            return Turn::Exit;
        }
        let owner = core.threads.iter().find(|(member, _)| member.number + 1 == pin);
        let owner = owner.map(|(member, _)| member.clone());
        let owner = owner.expect("a worker outlives the task that is pinned to it");
        p.note(Kind::Pinned, task, owner.number);
        owner.inbox.put(Handed::Pinned { p, task });
        self.lie_down(core)
    }
}

/// How many slices may pass before the clock is looked at.
const LOOK_AT_CLOCK: u32 = 8;
/// How many milliseconds the sleeper listens to the network before a virtual clock jumps.
const LISTENS: u32 = 5;
/// How often a thief goes round.
const ROUNDS: u32 = 4;
