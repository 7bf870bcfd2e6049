//! Runs that a caller drives: the thread in [`Driver::drive`] is the only worker, and has the only processor.
//!
//! Between two calls of `drive` the tasks stand still and no thread exists for them. The worker is the ordinary one
//! (`worker/`): the same queues, the same order of looking for work. Differences:
//!
//! * [`BlockingCallThreads`](crate::BlockingCallThreads) make the blocking calls, each without the processor.
//! * No sysmon watches: a task finds at the end of a budget that its time slice is over, and the driver polls a
//!   neglected network between two slices.
//! * A task may call `LockOSThread`, but has no thread of its own: it runs on the threads that drive.

use crate::gmp::{Core, FLAG_YIELD, Handle, Processor, RunOutcome, Sched, Task, WorkerShared};
use crate::scheduler::Scheduler;
use crate::task::state::WakeResult;
use crate::task::task_ref::TaskRef;
use crate::time::clock::{NEVER, Nanos};
use crate::trace::Kind;
use crate::worker::{Worker, WorkerAction};
use parking_lot::MutexGuard;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The number of turns between two checks whether the network is neglected.
const TURNS_PER_NET_CHECK: u32 = 64;

/// The time after which the network counts as neglected if no thread has polled it, in ns: the same as sysmon's.
const NET_NEGLECT_LIMIT: Nanos = 10_000_000;

/// The reason why a drive has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DriveEnd {
    /// The caller's condition holds.
    Over,
    /// The deadline has passed.
    Late,
    /// No task can run before the next timer is due, at this time of the scheduler's clock, or before an event from
    /// outside; `None`: no timer runs.
    Quiet(Option<Nanos>),
    /// The run has ended, with the outcome that [`Scheduler::run`] would have returned.
    Ended(RunOutcome),
}

/// The worker of a driven run; the scheduler is [configured](crate::Config::driven_by_caller) for it.
pub struct Driver<T: Task> {
    worker: Worker<T>,
    turn_count: u32,
    /// The task that the next drive wakes: see [`wake_first`](Driver::wake_first).
    first_task: Option<TaskRef>,
}

impl<T: Task> Driver<T> {
    /// Creates the driver of a scheduler, which has no other.
    ///
    /// # Panics
    /// If the scheduler is not configured for a driven run.
    pub fn new(scheduler: &Scheduler<T>) -> Self {
        let sched = scheduler.sched().clone();
        assert!(sched.config.is_driven(), "a scheduler for a driven run");
        let worker = Worker::new(sched, Arc::new(WorkerShared::new(0)));
        Self { worker, turn_count: 0, first_task: None }
    }

    /// Wakes a task when the next drive begins. If nothing else can run then, the drive begins with the task at once,
    /// without a queue.
    pub fn wake_first(&mut self, task: TaskRef) {
        if let Some(earlier) = self.first_task.replace(task) {
            self.worker.sched.wake_from_other_thread(earlier);
        }
    }

    /// Runs tasks until `is_over` returns true, which is asked between two slices, or the run has ended, or the
    /// scheduler's clock has reached `deadline` ([`Nanos::MAX`]: none). If no task can run, waits for a timer, a
    /// blocking call or the network; without `waits` returns [`DriveEnd::Quiet`] instead.
    pub fn drive(
        &mut self,
        waits: bool,
        deadline: Nanos,
        is_over: &mut dyn FnMut() -> bool,
    ) -> DriveEnd {
        let sched = self.worker.sched.clone();
        sched.drive_deadline.store(deadline, Ordering::Relaxed);
        let mut turn = self.first_action(&sched, is_over);
        loop {
            turn = match turn {
                WorkerAction::Run(p, task, inherits) => {
                    self.worker.execute(&sched, p, task, inherits)
                }
                WorkerAction::Find(p) => {
                    let over = sched.sysmon.has_outcome();
                    if over || is_over() {
                        sched.release_driven_processor(p);
                        return if over { self.take_outcome() } else { DriveEnd::Over };
                    }
                    if sched.is_drive_overdue() {
                        sched.release_driven_processor(p);
                        return DriveEnd::Late;
                    }
                    self.poll_neglected_net();
                    self.worker.find_runnable(&sched, p)
                }
                WorkerAction::Sleep => match self.next_processor(waits, is_over) {
                    Ok(p) => WorkerAction::Find(p),
                    Err(end) => {
                        sched.core.lock().is_running = false;
                        return end;
                    }
                },
                WorkerAction::Exit => {
                    sched.core.lock().is_running = false;
                    return DriveEnd::Ended(RunOutcome::Finished);
                }
            };
        }
    }

    /// Begins a drive: wakes the first task, and runs it if nothing else can run and the drive is not over.
    fn first_action(
        &mut self,
        sched: &Sched<T>,
        is_over: &mut dyn FnMut() -> bool,
    ) -> WorkerAction<T> {
        let first = self.first_task.take();
        let may_run = first.is_some() && !is_over() && !sched.is_drive_overdue();
        let mut core = sched.core.lock();
        core.is_running = true;
        let Some(task) = first else { return WorkerAction::Sleep };
        if may_run
            && !sched.sysmon.has_outcome()
            && !core.has_other_work(sched)
            && let Some(slot) = sched.slab.get(task.index())
            && let Some(mut p) = core.take_idle(sched)
        {
            drop(core);
            if slot.state.wake(task.generation()) != WakeResult::Enqueue {
                return WorkerAction::Find(p);
            }
            p.note_event_at_place(Kind::Wake, task.index(), Processor::ready_place);
            return WorkerAction::Run(p, task.index(), false);
        }
        drop(core);
        sched.wake_from_other_thread(task);
        WorkerAction::Sleep
    }

    /// Waits until the processor has something to do.
    fn next_processor(
        &mut self,
        waits: bool,
        is_over: &mut dyn FnMut() -> bool,
    ) -> Result<Box<Processor<T>>, DriveEnd> {
        let sched = self.worker.sched.clone();
        let mut ready = Vec::new();
        loop {
            // `is_over` may call the scheduler, so this thread calls it without a lock.
            let over = is_over();
            let mut core = sched.core.lock();
            while sched.is_world_stopping.load(Ordering::SeqCst) {
                sched.state_changed.wait(&mut core);
            }
            if sched.sysmon.has_outcome() {
                drop(core);
                return Err(self.take_outcome());
            }
            if over {
                return Err(DriveEnd::Over);
            }
            if sched.is_drive_overdue() {
                return Err(DriveEnd::Late);
            }
            if core.has_work(&sched)
                && let Some(p) = core.take_idle(&sched)
            {
                return Ok(p);
            }
            core.check_deadlock(&sched);
            if sched.sysmon.has_outcome() {
                continue;
            }
            drop(core);
            if sched.net.wants_poll() {
                sched.net.poll(&mut ready);
                sched.net.note_poll(sched.clock.now());
                if !ready.is_empty() {
                    sched.queue_ready_tasks(&mut ready, None);
                    continue;
                }
            }
            let (first, deadline) =
                (sched.earliest_deadline(), sched.drive_deadline.load(Ordering::Relaxed));
            if !waits {
                return Err(DriveEnd::Quiet((first != NEVER).then_some(first)));
            }
            if sched.poll_sleeper.claim(first.min(deadline)) {
                // A thread that called `wake` before the claim woke no thread, but the event for which it called is
                // visible now.
                let news = sched.sysmon.has_outcome()
                    || is_over()
                    || sched.is_world_stopping.load(Ordering::SeqCst)
                    || sched.core.lock().has_work(&sched);
                if news {
                    sched.poll_sleeper.release();
                    continue;
                }
                sched.sleep_as_poller(deadline, &mut ready);
                if !ready.is_empty() {
                    sched.queue_ready_tasks(&mut ready, None);
                }
            }
        }
    }

    /// Takes the outcome of the run.
    fn take_outcome(&self) -> DriveEnd {
        let sched = &self.worker.sched;
        let mut core = sched.core.lock();
        sched.sysmon.set_has_outcome(core.permanent_outcome.is_some());
        DriveEnd::Ended(
            core.permanent_outcome.or(core.outcome.take()).unwrap_or(RunOutcome::Finished),
        )
    }

    /// Polls the network if no thread has for some time: tasks that are always runnable would keep it waiting.
    fn poll_neglected_net(&mut self) {
        self.turn_count = self.turn_count.wrapping_add(1);
        let sched = &*self.worker.sched;
        if !self.turn_count.is_multiple_of(TURNS_PER_NET_CHECK) || !sched.net.has_waiters() {
            return;
        }
        let now = sched.clock.now();
        if sched.net.not_polled_since(now.saturating_sub(NET_NEGLECT_LIMIT)) {
            let mut ready = Vec::new();
            sched.net.poll(&mut ready);
            sched.net.note_poll(now);
            if !ready.is_empty() {
                sched.queue_ready_tasks(&mut ready, None);
            }
        }
    }
}

impl<T: Task> Handle<T> {
    /// For a driven run: wakes a task from any thread, and the driver if it waits.
    pub fn wake_in_drive(&self, task: TaskRef) {
        self.shared.wake_from_other_thread(task);
        self.shared.poll_sleeper.wake(&self.shared.net);
    }

    /// For a driven run: makes the driver ask soon whether the drive is over, even if a task runs or the driver waits.
    pub fn interrupt_drive(&self) {
        if let Some(proc) = self.shared.processor(0) {
            proc.preempt_flag.fetch_or(FLAG_YIELD, Ordering::SeqCst);
        }
        self.shared.poll_sleeper.wake(&self.shared.net);
    }
}

impl<T: Task> Core<T> {
    /// Reports whether something besides a task that is in no queue may have to run: a task in a queue, a timer, or a
    /// task that waits for the network.
    fn has_other_work(&self, sched: &Sched<T>) -> bool {
        sched.earliest_deadline() != NEVER || sched.net.has_waiters() || self.has_queued_work()
    }

    /// Reports whether a task is in a queue that the idle processor looks at.
    fn has_queued_work(&self) -> bool {
        !self.queue.is_empty()
            || self.idle_procs.iter().any(|p| p.shared.has_work() || !p.outgoing_queue.is_empty())
    }

    /// Reports whether the idle processor has a task to run or a timer that is due.
    fn has_work(&self, sched: &Sched<T>) -> bool {
        self.has_queued_work() || sched.earliest_deadline() <= sched.clock.now()
    }
}

impl<T: Task> Sched<T> {
    /// Takes the processor back from the driver; the drive ends.
    fn release_driven_processor(&self, p: Box<Processor<T>>) {
        let mut core: MutexGuard<'_, Core<T>> = self.core.lock();
        core.is_running = false;
        if self.is_world_stopping.load(Ordering::Relaxed) {
            core.stopped_processors.push(p);
            self.state_changed.notify_all();
        } else {
            core.put_idle(p, self);
        }
    }
}
