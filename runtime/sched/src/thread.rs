//! The thread of a worker: its start and its body.

use crate::gmp::{Core, Handed, Member, Outcome, Shared, Task};
use crate::seeded::Seeded;
use crate::trace::{Kind, Record};
use crate::worker::Worker;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl<T: Task> Shared<T> {
    pub(crate) fn start_thread(&self, core: &mut Core<T>, handed: Handed<T>) {
        let shared = self.me.upgrade().expect("somebody uses the scheduler just now");
        let member = Arc::new(Member::new(core.numbers));
        core.numbers += 1;
        core.note_called(&member);
        member.inbox.put(handed);
        let me = member.clone();
        let living = core.threads.iter().filter(|(m, _)| !m.has_exited()).count();
        let limit = self.max_threads.load(Ordering::Relaxed);
        let thread = if living < limit {
            std::thread::Builder::new()
                .name(self.config.name.clone())
                .stack_size(self.config.stack)
                .spawn(move || main(&shared, &me))
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
}

/// The thread's body: a worker of its own, or, under a seed, the one that drives all processors.
fn main<T: Task>(sched: &Arc<Shared<T>>, me: &Arc<Member<T>>) {
    let work = || match sched.config.seed {
        Some(seed) => Seeded::new(sched.clone(), me.clone(), seed).live(),
        None => Worker::new(sched.clone(), me.clone()).run(),
    };
    let whole = catch_unwind(AssertUnwindSafe(work)).is_ok();
    let mut core = sched.core.lock();
    if !whole {
        core.broken = true;
        sched.announce(&mut core, Outcome::Panicked);
    }
    sched.note(Kind::ThreadExit, Record::NO_TASK, me.number);
    me.exited.store(true, Ordering::Release);
    sched.news.notify_all();
}
