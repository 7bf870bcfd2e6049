//! A worker (M): a thread that finds work, runs a slice, and acts on the outcome.
//!
//! A worker's life is a sequence of [`WorkerAction`]s. The processor that the worker holds is a field of the action, so
//! no code can use a processor that it has given away. The submodules in reading order:
//!
//! * `find`: the order in which a worker looks for work; `go_idle`: going idle;
//! * `slice`: running a task; `blocking`: blocking calls, and how a P is retaken from one;
//! * `handoff`: which worker to wake for new work or for a free processor;
//! * `frozen`: tasks that do not run until they are thawed;
//! * `without_park`: the behaviour of workers when parking is switched off.

use crate::gmp::{Assignment, Processor, Sched, Task, WorkerShared};
use crate::task::pin::Pin;
use crate::task::task_ref::TaskRef;
use crate::trace::{Kind, Record};
use std::sync::Arc;
use std::sync::atomic::Ordering;

mod blocking;
mod find;
mod frozen;
mod go_idle;
mod handoff;
mod slice;
mod without_park;

/// The next action of a worker.
pub(crate) enum WorkerAction<T: Task> {
    Find(Box<Processor<T>>),
    /// Runs the task in a slot. The last field: whether the task continues the time slice of the previous task.
    Run(Box<Processor<T>>, u32, bool),
    /// Waits for an assignment.
    Sleep,
    Exit,
}

/// The worker's own state.
pub(crate) struct Worker<T: Task> {
    pub(crate) sched: Arc<Sched<T>>,
    pub(crate) worker_shared: Arc<WorkerShared<T>>,
    /// Whether this worker is counted in `Sched::spinning`.
    is_spinning: bool,
    /// Whether the worker has slept since it began to spin, or has found no reason to.
    has_slept: bool,
    pub(crate) pin: Pin,
    /// How many slices have run since the clock was last checked for timers.
    slices_since_clock: u32,
    /// The tasks that the poller made runnable; empty between two polls.
    ready_tasks: Vec<TaskRef>,
}

impl<T: Task> Worker<T> {
    pub(crate) fn new(sched: Arc<Sched<T>>, me: Arc<WorkerShared<T>>) -> Self {
        let pin = Pin::new(me.number);
        let (spinning, has_slept) = (false, false);
        Self {
            sched,
            worker_shared: me,
            is_spinning: spinning,
            has_slept,
            pin,
            slices_since_clock: 0,
            ready_tasks: Vec::new(),
        }
    }

    /// Performs actions until the scheduler shuts down.
    pub(crate) fn run(&mut self) {
        // One counted reference for the whole run: a slice must not touch the count.
        let sched = self.sched.clone();
        let mut turn = WorkerAction::Sleep;
        loop {
            turn = match turn {
                WorkerAction::Run(p, task, inherits) => self.execute(&sched, p, task, inherits),
                WorkerAction::Find(p) => {
                    if p.event_receiver().is_some() {
                        self.wait_for_turn(&p);
                    }
                    self.find_runnable(p)
                }
                WorkerAction::Sleep => self.sleep(),
                WorkerAction::Exit => return,
            };
        }
    }

    /// Called while decisions are watched: if the scheduler is paused, waits until this decision may be made.
    #[cold]
    fn wait_for_turn(&self, p: &Processor<T>) {
        let pace = &self.sched.pace;
        if pace.is_paused() {
            pace.wait_for_turn(self.worker_shared.number, || {
                p.shared.flag.load(Ordering::Relaxed) != 0
            });
        }
    }

    fn sleep(&mut self) -> WorkerAction<T> {
        let me = self.worker_shared.number;
        if self.sched.pace.is_paused() {
            self.sched.pace.leave_turn(me);
        }
        self.sched.note_event(Kind::ThreadIdle, Record::NO_TASK, me);
        let assignment = self.worker_shared.parker.park();
        self.sched.note_event(Kind::ThreadWake, Record::NO_TASK, me);
        match assignment {
            Assignment::Processor { processor: mut p, spinning } => {
                self.is_spinning = spinning;
                p.note_event(Kind::ProcStart, Record::NO_TASK, me);
                if spinning {
                    p.note_event(Kind::SpinStart, Record::NO_TASK, me);
                }
                WorkerAction::Find(p)
            }
            Assignment::Pinned { processor: mut p, task } => {
                p.note_event(Kind::ProcStart, Record::NO_TASK, me);
                WorkerAction::Run(p, task, false)
            }
            Assignment::Exit => WorkerAction::Exit,
        }
    }
}

/// How many slices may pass before the clock is checked.
const CHECK_CLOCK_EVERY: u32 = 8;
