//! [`Core`]: the state that the scheduler lock guards: the global queue, idle processors, idle workers, threads.

use crate::gmp::{Processor, ProcessorShared, ProcessorUse, RunOutcome, Sched, Task, WorkerShared};
use crate::processor::ProcId;
use crate::processor::local_queue::{OUTGOING_CAPACITY, PushResult};
use crate::time::timer_heap::TimerRef;
use crate::trace::{Kind, Record};
use std::collections::VecDeque;
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::JoinHandle;

/// A worker's thread; the handle is gone once it has been joined.
type Thread<T> = (Arc<WorkerShared<T>>, Option<JoinHandle<()>>);

/// The state that the scheduler lock guards.
pub(crate) struct Core<T: Task> {
    /// The global queue.
    pub(crate) queue: VecDeque<u32>,
    /// Idle processors; they have no work (their timers may), unless a worker was woken to take them.
    pub(crate) idle_procs: Vec<Box<Processor<T>>>,
    /// Processors beyond the present number; they keep their data until they are in use again.
    pub(crate) retired_processors: Vec<Box<Processor<T>>>,
    /// Workers that sleep until they are assigned a processor.
    pub(crate) idle_workers: Vec<Arc<WorkerShared<T>>>,
    /// Workers that were assigned a processor; they may have taken it since.
    pub(crate) assigned_workers: Vec<Arc<WorkerShared<T>>>,
    /// All threads of the scheduler.
    pub(crate) threads: Vec<Thread<T>>,
    /// With parking switched off: the parked tasks that keep a processor, and that processor.
    pub(crate) parked_with_p: Vec<(u32, ProcId)>,
    /// Frozen runnable tasks: they are in no queue.
    pub(crate) frozen_tasks: Vec<u32>,
    /// The timer for which the last check for a deadlock found a waiting task.
    pub(crate) awaited_timer: TimerRef,
    /// How many sources of wake-ups outside of this scheduler there are.
    pub(crate) external_wake_guard_count: usize,
    /// The processors that a stop of the world in progress has collected.
    pub(crate) stopped_processors: Vec<Box<Processor<T>>>,
    /// Under a seed: the processor of a task that waits in the middle of its slice.
    pub(crate) lent_processor: Option<LentProcessor<T>>,
    /// Whether `run` has been called and has not returned.
    pub(crate) is_running: bool,
    pub(crate) outcome: Option<RunOutcome>,
    /// The outcome of every run from now on, because a thread panicked and its processor is lost, or there was no
    /// thread for a processor.
    pub(crate) permanent_outcome: Option<RunOutcome>,
    pub(crate) next_worker_number: u32,
}

impl<T: Task> Core<T> {
    pub(crate) fn new() -> Self {
        Self {
            queue: VecDeque::new(),
            idle_procs: Vec::new(),
            retired_processors: Vec::new(),
            idle_workers: Vec::new(),
            assigned_workers: Vec::new(),
            threads: Vec::new(),
            parked_with_p: Vec::new(),
            frozen_tasks: Vec::new(),
            awaited_timer: TimerRef::NONE,
            external_wake_guard_count: 0,
            stopped_processors: Vec::new(),
            lent_processor: None,
            is_running: false,
            permanent_outcome: None,
            outcome: None,
            next_worker_number: 0,
        }
    }

    pub(crate) fn put_idle(&mut self, p: Box<Processor<T>>, sched: &Sched<T>) {
        self.idle_procs.push(p);
        sched.spinning.set_idle_processors(self.idle_procs.len());
    }

    /// Takes an idle processor; `None` also while the world stops, when the run has ended, or when the scheduler shuts
    /// down.
    pub(crate) fn take_idle(&mut self, sched: &Sched<T>) -> Option<Box<Processor<T>>> {
        if self.is_closed(sched) {
            return None;
        }
        let p = self.idle_procs.pop()?;
        sched.spinning.set_idle_processors(self.idle_procs.len());
        if sched.sysmon.wake() {
            sched.note_event(Kind::SysmonWake, Record::NO_TASK, 0);
        }
        Some(p)
    }

    fn is_closed(&self, sched: &Sched<T>) -> bool {
        !self.is_running
            || sched.is_world_stopping.load(Ordering::Relaxed)
            || sched.is_closing.load(Ordering::Relaxed)
    }

    /// Takes an idle worker. The caller assigns it a processor after it has released the scheduler's lock.
    pub(crate) fn take_idle_worker(&mut self) -> Option<Arc<WorkerShared<T>>> {
        let worker = self.idle_workers.pop()?;
        self.note_assigned(&worker);
        Some(worker)
    }

    /// Records that a worker is about to be assigned a processor.
    pub(crate) fn note_assigned(&mut self, worker: &Arc<WorkerShared<T>>) {
        worker.parker.mark_assigned();
        self.assigned_workers.retain(|w| w.parker.is_assigned() && !Arc::ptr_eq(w, worker));
        self.assigned_workers.push(worker.clone());
    }

    /// Called when the world has to stop: takes back the processors that were assigned to workers which have not woken
    /// yet. The operating system decides when they wake, which takes some ms if more threads want to run than there are
    /// cores.
    pub(crate) fn take_back_assigned_processors(&mut self, sched: &Sched<T>) {
        if sched.config.seed.is_some() || sched.is_closing.load(Ordering::Relaxed) {
            return;
        }
        for worker in std::mem::take(&mut self.assigned_workers) {
            let Some((mut p, spinning)) = worker.parker.take_back_processor() else { continue };
            p.use_at_stop = ProcessorUse::Assigned { worker: worker.number, spinning };
            if spinning {
                sched.spinning.end_spinning();
            }
            self.stopped_processors.push(p);
            self.idle_workers.push(worker);
        }
    }

    /// For a worker that is awake: takes an idle processor, or one that was assigned to a worker which has not woken
    /// yet (the operating system decides when that worker wakes: on a core whose thread keeps running, some ms later).
    /// Also returns whether the other worker was to spin with the processor, and is counted as spinning: then the
    /// calling worker spins in its place.
    pub(crate) fn take_available_processor(
        &mut self,
        sched: &Sched<T>,
    ) -> Option<(Box<Processor<T>>, bool)> {
        if let Some(p) = self.take_idle(sched) {
            return Some((p, false));
        }
        if self.is_closed(sched) {
            return None;
        }
        let taken = |worker: &Arc<WorkerShared<T>>| worker.parker.take_back_processor();
        let (at, found) =
            self.assigned_workers.iter().enumerate().find_map(|(at, w)| Some((at, taken(w)?)))?;
        self.idle_workers.push(self.assigned_workers.swap_remove(at));
        Some(found)
    }

    /// Appends tasks to the global queue.
    pub(crate) fn inject_tasks(&mut self, tasks: &[u32], sched: &Sched<T>) {
        match tasks {
            [task] => self.queue.push_back(*task),
            tasks => self.queue.extend(tasks),
        }
        sched.global_queue_len.store(self.queue.len() as u32, Ordering::Relaxed);
    }

    /// Moves the tasks that a processor has collected to the tail of the global queue.
    pub(crate) fn move_outgoing_to_global(&mut self, proc: &ProcessorShared<T>, sched: &Sched<T>) {
        let mut tasks = [0; OUTGOING_CAPACITY];
        let n = proc.outgoing_queue.take_all(&mut tasks);
        if n > 0 {
            self.inject_tasks(&tasks[..n], sched);
        }
    }

    /// Takes a batch from the global queue: returns the first task, puts the others into `p`'s queue.
    pub(crate) fn take_global_batch(
        &mut self,
        p: &mut Processor<T>,
        sched: &Sched<T>,
    ) -> Option<u32> {
        self.move_outgoing_to_global(&p.shared, sched);
        let procs = sched.procs.load(Ordering::Relaxed) as usize;
        let batch = p.policy.global_batch(self.queue.len(), procs).min(p.queue.free_entries() + 1);
        let first = self.take_from_global(p, batch, sched)?;
        p.report_moved(first);
        p.note_event(Kind::Global, first, batch as u32);
        p.note_queue_moved();
        Some(first)
    }

    /// Takes `batch` tasks from the global queue; see [`take_global_batch`](Self::take_global_batch).
    pub(crate) fn take_from_global(
        &mut self,
        p: &mut Processor<T>,
        batch: usize,
        sched: &Sched<T>,
    ) -> Option<u32> {
        if batch == 0 || self.queue.is_empty() {
            return None;
        }
        let first = self.queue.pop_front();
        for _ in 1..batch {
            let Some(task) = self.queue.pop_front() else { break };
            let pushed = p.queue.push(task);
            debug_assert_eq!(pushed, PushResult::Kept, "a batch is no larger than the room");
        }
        sched.global_queue_len.store(self.queue.len() as u32, Ordering::Relaxed);
        first
    }
}

/// The processor of a task that waits in the middle of its slice
/// ([`Cx::wait_for_debugger`](crate::Cx::wait_for_debugger)).
pub(crate) struct LentProcessor<T: Task>(NonNull<Processor<T>>);

impl<T: Task> LentProcessor<T> {
    pub(crate) fn new(processor: NonNull<Processor<T>>) -> Self {
        Self(processor)
    }
}

// SAFETY: the processor is reached by one thread at a time: while the worker waits, by the thread that has stopped the
// world.
unsafe impl<T: Task> Send for LentProcessor<T> {}

impl<T: Task> Core<T> {
    /// The lent processor.
    pub(crate) fn borrow_lent<'a>(&self) -> Option<&'a mut Processor<T>> {
        // SAFETY: the worker waits until the world is no longer stopped; only the thread that stops it calls this.
        self.lent_processor.as_ref().map(|lent| unsafe { &mut *lent.0.as_ptr() })
    }
}
