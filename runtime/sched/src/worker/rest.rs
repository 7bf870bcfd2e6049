//! Rest: the worker gives its processor back, looks once more, and sleeps.

use crate::gmp::{OnP, Processor, Shared, Task};
use crate::time::clock::NEVER;
use crate::trace::{Kind, Record};
use crate::worker::{Turn, Worker};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// How many milliseconds the sleeper listens to the network before a virtual clock jumps.
const LISTENS: u32 = 5;

impl<T: Task> Worker<T> {
    /// Gives the processor back, looks once more, and sleeps.
    pub(super) fn rest(&mut self, mut p: Box<Processor<T>>) -> Turn<T> {
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

    pub(super) fn run_all_timers(sched: &Arc<Shared<T>>, p: &mut Processor<T>, now: u64) -> bool {
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
}
