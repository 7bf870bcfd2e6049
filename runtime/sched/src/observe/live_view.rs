//! The state of the scheduler at a moment, for `schedtrace` lines: the counters and, without stopping any thread, the
//! shared parts of the processors.
//!
//! Different processors are not observed at exactly the same moment. The task that runs on a processor is known only
//! while events are recorded ([`Config::trace_limit`](crate::Config::trace_limit)).

use crate::gmp::{Handle, Task};
use crate::task::state::Phase;
use crate::task::task_ref::TaskRef;
use std::sync::atomic::Ordering;

/// The numbers of a trace line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SchedulerCounts {
    /// The number of processors (`GOMAXPROCS`).
    pub procs: usize,
    /// The number of idle processors.
    pub idle_procs: usize,
    /// The number of worker threads.
    pub threads: usize,
    /// The number of workers that spin.
    pub spinning_workers: usize,
    /// The number of workers that sleep.
    pub idle_threads: usize,
    /// The length of the global queue, including the tasks that processors have collected for it.
    pub global_queue_len: usize,
    /// The number of blocking calls that have lost their P.
    pub calls_without_p: usize,
    /// The number of tasks that exist.
    pub live_tasks: u64,
}

/// A processor as a glance sees it.
#[derive(Clone, Copy, Debug)]
pub struct ProcView {
    /// Whether the processor is idle.
    pub idle: bool,
    /// Whether the processor's worker is in a blocking call.
    pub in_blocking_call: bool,
    /// How many time slices have begun on the processor.
    pub tick: u32,
    /// How many tasks wait in the local queue and in runnext.
    pub queue_len: usize,
    /// How many timers are in the processor's heap.
    pub timer_count: usize,
    /// The number of the processor's worker; `None` while events are not recorded.
    pub worker: Option<u32>,
    /// The slot of the task that runs on the processor; `None` while events are not recorded.
    pub task: Option<u32>,
}

/// A worker as a glance sees it.
#[derive(Clone, Copy, Debug)]
pub struct WorkerView {
    /// The worker's number.
    pub number: u32,
    /// Whether the worker sleeps until it is assigned a processor.
    pub idle: bool,
}

/// A view taken without stopping any thread: different processors are not observed at exactly the same moment.
#[derive(Clone, Debug)]
pub struct LiveView {
    /// The numbers of the trace line.
    pub counts: SchedulerCounts,
    /// Whether the world is being stopped, or is stopped.
    pub is_world_stopping: bool,
    /// The processors, by number.
    pub procs: Vec<ProcView>,
    /// The workers, by number.
    pub workers: Vec<WorkerView>,
}

impl<T: Task> Handle<T> {
    /// Returns the scheduler's state at this moment.
    pub fn live_view(&self) -> LiveView {
        let counts = self.counts();
        let shared = self.sched();
        let core = shared.core.lock();
        let living = core.threads.iter().filter(|(member, _)| !member.has_exited());
        let workers = living.map(|(member, _)| WorkerView {
            number: member.number,
            idle: core.idle_workers.iter().any(|idle| idle.number == member.number),
        });
        let workers = workers.collect();
        let procs = (0..).zip(shared.allp()).take(counts.procs).map(|(number, proc)| ProcView {
            idle: core.idle_procs.iter().any(|p| p.id.0 == number),
            in_blocking_call: proc.loan.ticket() != 0,
            tick: proc.tick.load(Ordering::Relaxed),
            queue_len: proc.queued_tasks() + usize::from(proc.runnext.is_some()),
            timer_count: proc.timers.len(),
            worker: proc.worker.load(Ordering::Relaxed).checked_sub(1),
            task: proc.running_task.load(Ordering::Relaxed).checked_sub(1),
        });
        let procs = procs.collect();
        let stopping = shared.is_world_stopping.load(Ordering::Relaxed);
        LiveView { counts, is_world_stopping: stopping, procs, workers }
    }

    /// Returns the tasks that run at this moment; once the world is stopped, that is no longer known.
    pub fn running_tasks(&self) -> Vec<TaskRef> {
        let slab = &self.sched().slab;
        let all = (0..slab.len()).map(|index| (index, slab.slot(index).state.read()));
        let running =
            all.filter(|(_, (phase, _))| matches!(phase, Phase::Running | Phase::Notified));
        running.map(|(index, (_, generation))| TaskRef::from_parts(index, generation)).collect()
    }
}

impl<T: Task> Handle<T> {
    /// Returns the numbers of a trace line.
    pub fn counts(&self) -> SchedulerCounts {
        let shared = &*self.shared;
        let live = shared.live_tasks();
        let outgoing: usize = shared.allp().map(|f| f.outgoing_queue.len()).sum();
        let core = shared.core.lock();
        SchedulerCounts {
            procs: shared.procs.load(Ordering::Relaxed) as usize,
            idle_procs: core.idle_procs.len(),
            threads: core.threads.len(),
            spinning_workers: shared.spinning.spinning_workers() as usize,
            idle_threads: core.idle_workers.len(),
            global_queue_len: core.queue.len() + outgoing,
            calls_without_p: shared.detached_calls.load(Ordering::Relaxed) as usize,
            live_tasks: live,
        }
    }
}
