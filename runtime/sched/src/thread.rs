//! The thread of a worker: how it is started, and its body.

use crate::gmp::{Assignment, Core, RunOutcome, Sched, Task, WorkerShared};
use crate::seeded_run::SeededWorker;
use crate::trace::{Kind, Record};
use crate::worker::Worker;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl<T: Task> Sched<T> {
    pub(crate) fn start_thread(&self, core: &mut Core<T>, assignment: Assignment<T>) {
        let shared = self.weak_self.upgrade().expect("the caller uses the scheduler");
        let member = Arc::new(WorkerShared::new(core.next_worker_number));
        core.next_worker_number += 1;
        core.note_assigned(&member);
        member.parker.assign(assignment);
        let me = member.clone();
        let living = core.threads.iter().filter(|(m, _)| !m.has_exited()).count();
        let limit = self.max_threads.load(Ordering::Relaxed);
        let thread_owner = &self.config.thread_accounting;
        let has_room = living < limit && thread_owner.admit_thread();
        let thread = has_room.then(|| {
            let thread = std::thread::Builder::new()
                .name(self.config.thread_name.clone())
                .stack_size(self.config.stack_size)
                .spawn(move || worker_main(&shared, &me));
            thread.map_err(|_| thread_owner.release_thread()).ok()
        });
        match thread {
            Some(Some(thread)) => {
                // If the only worker stands for several Ms, those Ms are recorded instead.
                if !self.config.schedules_by_time {
                    self.note_event(Kind::ThreadNew, Record::NO_TASK, member.number);
                }
                core.threads.push((member, Some(thread)));
            }
            refused => {
                core.assigned_workers.pop();
                let why = match refused {
                    None if living < limit => RunOutcome::NoRoom,
                    None => RunOutcome::NoThread { limit: Some(limit) },
                    Some(_) => RunOutcome::NoThread { limit: None },
                };
                core.permanent_outcome.get_or_insert(why);
                self.announce_outcome(core, why);
            }
        }
    }
}

/// The thread's body: an ordinary worker, or, under a seed, the one that drives all processors.
fn worker_main<T: Task>(sched: &Arc<Sched<T>>, me: &Arc<WorkerShared<T>>) {
    let thread_owner = &sched.config.thread_accounting;
    let _entered = thread_owner.enter_thread();
    let work = || match sched.config.seed {
        Some(seed) => SeededWorker::new(sched.clone(), me.clone(), seed).run_all(),
        None => Worker::new(sched.clone(), me.clone()).run(),
    };
    let whole = catch_unwind(AssertUnwindSafe(work)).is_ok();
    let mut core = sched.core.lock();
    if !whole {
        core.permanent_outcome.get_or_insert(RunOutcome::Panicked);
        sched.announce_outcome(&mut core, RunOutcome::Panicked);
    }
    thread_owner.release_thread();
    sched.note_event(Kind::ThreadExit, Record::NO_TASK, me.number);
    me.has_exited.store(true, Ordering::Release);
    sched.state_changed.notify_all();
}
