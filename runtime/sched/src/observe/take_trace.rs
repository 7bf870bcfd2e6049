//! Taking a trace, with the world stopped.

use crate::gmp::{Handle, Task};
use crate::processor::ProcId;
use crate::task::state::Phase;
use crate::task::task_ref::{TaskRef, TaskStatus};
use crate::trace::{
    EVENT_KIND_COUNT, GcPhase, Kind, Lane, QueuePlace, Record, Trace, TraceLimit, TraceMark, Tracer,
};
use crate::world::StoppedWorld;
use std::collections::HashMap;

impl<T: Task> StoppedWorld<'_, T> {
    /// Takes the events recorded so far; the counts continue. `None` if nothing is recorded.
    pub fn take_trace(&mut self) -> Option<Trace> {
        let sched = self.scheduler().clone();
        let tracer = sched.tracer.as_ref()?;
        let nanos = tracer.stamps.stamp_conversion();
        let (mut lanes, mut counts) = (Vec::new(), [0; EVENT_KIND_COUNT]);
        let mut add = |lane: &mut Lane, proc| {
            counts.iter_mut().zip(lane.event_counts()).for_each(|(sum, n)| *sum += n);
            lanes.push(lane.take_records(proc, nanos));
        };
        self.each_processor(|p| {
            if let Some(lane) = &mut p.trace_lane {
                add(lane, Some(p.id));
            }
        });
        add(&mut tracer.shared_lane.lock(), None);
        lanes.sort_by_key(|lane| lane.proc.map_or(u32::MAX, |p| p.0));
        Some(Trace { lanes, counts })
    }

    /// Records events from now on as `limit` says, beginning with the existing tasks; with room for no records, events
    /// are only counted from now on. Earlier records are discarded. Works only if events are counted
    /// ([`Config::trace_limit`](crate::Config::trace_limit)): returns false if they are not. If a task stopped the
    /// world, the last of the records for existing tasks says that this task runs.
    pub fn start_recording(&mut self, limit: TraceLimit) -> bool {
        let sched = self.scheduler().clone();
        let Some(tracer) = &sched.tracer else { return false };
        self.each_processor(|p| {
            if let Some(lane) = &mut p.trace_lane {
                lane.restart_recording(limit);
            }
        });
        tracer.restart(limit);
        if limit.records > 0 {
            self.record_queued_tasks();
            self.record_other_tasks(tracer);
            self.record_stopping_task();
        }
        true
    }

    /// Reports whether events are recorded, and not only counted.
    pub fn is_recording(&self) -> bool {
        self.scheduler()
            .tracer
            .as_ref()
            .is_some_and(|tracer| tracer.shared_lane.lock().keeps_records())
    }

    /// Records the tasks in the processors' queues, each in its processor's lane.
    fn record_queued_tasks(&mut self) {
        let sched = self.scheduler().clone();
        self.each_processor(|p| {
            let next =
                p.shared.runnext.peek_task().into_iter().map(|task| (task, QueuePlace::Next));
            let local =
                p.shared.stealer.queued_tasks().into_iter().map(|task| (task, QueuePlace::Local));
            for (task, place) in next.chain(local).collect::<Vec<_>>() {
                // SAFETY: the world is stopped, and the task is in a queue.
                let it = unsafe { sched.slab.slot(task).task() };
                let (name, runs) = (it.creation_mark(), it.current_function(&mut p.local_data));
                if let Some(lane) = &mut p.trace_lane {
                    record_existing_task(lane, task, name, runs, place);
                }
            }
        });
    }

    /// Records that the task which stopped the world runs.
    fn record_stopping_task(&mut self) {
        let (me, worker) = (self.stopping_task(), self.stopping_worker);
        let sched = self.scheduler().clone();
        let Some(own) = &mut self.own_p else { return };
        // SAFETY: the task is the one that stopped the world, and the caller runs it.
        let name = unsafe { sched.slab.slot(me.index()).task() }.creation_mark();
        if let Some(lane) = &mut own.trace_lane {
            lane.next_stamp();
            lane.write_uncounted(Kind::Start, me.index(), worker, name);
        }
    }

    /// Records all other tasks: those that wait, are in calls, or are in other queues.
    fn record_other_tasks(&mut self, tracer: &Tracer) {
        let sched = self.scheduler().clone();
        let mut others: HashMap<u32, TaskStatus> = HashMap::new();
        self.each_task(|task: TaskRef, status, _| _ = others.insert(task.index(), status));
        let mut first: Option<ProcId> = None;
        self.each_processor(|p| {
            p.shared
                .runnext
                .peek_task()
                .into_iter()
                .chain(p.shared.stealer.queued_tasks())
                .for_each(|task| {
                    others.remove(&task);
                });
        });
        self.each_processor(|p| {
            // One processor's local data suffices to query the tasks.
            if *first.get_or_insert(p.id) != p.id {
                return;
            }
            let mut lane = tracer.shared_lane.lock();
            for (task, status) in std::mem::take(&mut others) {
                // SAFETY: the world is stopped, so no worker runs the task.
                let it = unsafe { sched.slab.slot(task).task() };
                let (name, runs) = (it.creation_mark(), it.current_function(&mut p.local_data));
                record_existing_task(&mut lane, task, name, runs, QueuePlace::Global);
                let (kind, arg) = match status.phase {
                    Phase::Parked => (Kind::Park, status.reason as u32),
                    Phase::Blocked => (Kind::Block, 0),
                    _ => continue,
                };
                lane.write_uncounted(kind, task, arg, it.position_mark(&mut p.local_data));
            }
        });
    }
}

/// Records that a task exists.
fn record_existing_task(lane: &mut Lane, task: u32, name: TraceMark, runs: u32, place: QueuePlace) {
    lane.write_uncounted(
        Kind::Made,
        Record::NO_TASK,
        0,
        TraceMark { object: 0, location: name.location },
    );
    let mark = TraceMark { object: name.object, location: runs };
    lane.write_uncounted(Kind::There, task, place.code(), mark);
}

impl<T: Task> Handle<T> {
    /// Records that the collector enters another phase.
    pub fn trace_gc(&self, phase: GcPhase) {
        self.sched().note_event(Kind::Gc, Record::NO_TASK, phase as u32);
    }
}
