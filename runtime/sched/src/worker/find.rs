//! Find work: the order in which a worker looks, as in Go.

use super::LOOK_AT_CLOCK;
use crate::gmp::{Core, FLAG_EXIT, FLAG_STOP, FLAG_TIMERS, FLAG_YIELD, OnP, Processor, Task};
use crate::time::clock::NEVER;
use crate::trace::{Kind, Record};
use crate::worker::{Turn, Worker};
use parking_lot::MutexGuard;
use std::sync::atomic::Ordering;

impl<T: Task> Worker<T> {
    /// Finds something to run, or sleeps.
    pub(super) fn find_runnable(&mut self, mut p: Box<Processor<T>>) -> Turn<T> {
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
    pub(super) fn look_at_net(&mut self, p: &mut Processor<T>) -> Option<u32> {
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
    pub(super) fn found(&mut self, mut p: Box<Processor<T>>, task: u32, inherits: bool) -> Turn<T> {
        if self.spinning {
            p.note(Kind::SpinStop, task, self.me.number);
            self.stop_spinning();
            // One searcher found work: there may be more, so the next one starts.
            self.sched.wake_one();
        }
        Turn::Run(p, task, inherits)
    }

    pub(super) fn stop_spinning(&mut self) {
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
    pub(super) fn lie_down(&self, mut core: MutexGuard<'_, Core<T>>) -> Turn<T> {
        if self.sched.closing.load(Ordering::Relaxed) {
            return Turn::Exit;
        }
        core.idle_workers.push(self.me.clone());
        Turn::Sleep
    }
}
