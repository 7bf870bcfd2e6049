//! Whom to wake: gives a processor to a worker that sleeps, or to a new one.

use crate::gmp::{Core, Handed, Member, Processor, Shared, Task};
use crate::idle::poll_sleeper::Bed as _;
use crate::time::clock::NEVER;
use parking_lot::MutexGuard;
use std::sync::Arc;
use std::sync::atomic::Ordering;

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

impl<T: Task> Shared<T> {
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
}
