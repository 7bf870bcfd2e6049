//! Recording events at the places where they happen (`trace/`).

use crate::gmp::TaskSlot;
use crate::gmp::{FLAG_STOP, Processor, Sched, Step, Task};
use crate::processor::ProcId;
use crate::trace::{EventReceiver, Kind, QueuePlace, Record, TraceMark};
use std::sync::atomic::Ordering;

impl<T: Task> Processor<T> {
    /// Records an event of this processor.
    #[inline(always)]
    pub(crate) fn note_event(&mut self, kind: Kind, task: u32, arg: u32) {
        if let Some(lane) = &mut self.trace_lane {
            lane.note_event(kind, task, arg, TraceMark::default());
        }
    }

    /// Records an event of a task, which waits at `place` now.
    #[inline(always)]
    pub(crate) fn note_event_at_place(
        &mut self,
        kind: Kind,
        task: u32,
        place: impl Fn(&Self) -> QueuePlace,
    ) {
        if self.trace_lane.is_some() {
            let place = place(self).code();
            self.note_event(kind, task, place);
        }
    }

    /// Records that these runnable tasks wait at `place` now.
    #[inline(always)]
    pub(crate) fn note_moved(&mut self, tasks: &[u32], place: QueuePlace) {
        if let Some(lane) = &mut self.trace_lane {
            for task in tasks {
                lane.note_event(Kind::Moved, *task, place.code(), TraceMark::default());
            }
        }
    }

    /// Records that the tasks of the local queue have just arrived there. (If a thief already has some of them, the
    /// thief records that.)
    #[cold]
    pub(crate) fn note_queue_moved(&mut self) {
        if self.trace_lane.is_some() {
            self.note_moved(&self.shared.stealer.queued_tasks(), QueuePlace::Local);
        }
    }

    /// The place where a task waits that becomes runnable on this processor.
    pub(crate) fn ready_place(&self) -> QueuePlace {
        if self.policy.feature_switches.runnext { QueuePlace::Next } else { self.push_place() }
    }

    /// The place where a task waits that is queued on this processor.
    pub(crate) fn push_place(&self) -> QueuePlace {
        if self.policy.feature_switches.local_queues {
            QueuePlace::Local
        } else {
            QueuePlace::Global
        }
    }

    /// The place where a task waits whose slice a stop of the world has ended.
    fn stopped_place(&self) -> QueuePlace {
        let next = self.policy.feature_switches.runnext && !self.shared.runnext.is_some();
        if next { QueuePlace::Next } else { self.push_place() }
    }

    /// Counts an event that is too frequent to be recorded, and can be inferred from later events.
    #[inline(always)]
    pub(crate) fn count_unrecorded_event(&mut self, kind: Kind) {
        if let Some(lane) = &mut self.trace_lane {
            lane.count_unrecorded_event(kind);
        }
    }

    /// The watch to which events of this lane are reported, and the lane's processor; `None` if nothing watches.
    pub(crate) fn event_receiver(&self) -> Option<(&EventReceiver, Option<ProcId>)> {
        let (watch, p) = self.trace_lane.as_ref()?.event_receiver.as_ref()?;
        Some((watch, *p))
    }

    /// Reports that the tasks in the queue, and `first`, which is not in it, have been moved by the event that is
    /// recorded next.
    #[inline]
    pub(crate) fn report_moved(&self, first: u32) {
        if self.trace_lane.is_some() {
            self.report_queue(first);
        }
    }

    #[cold]
    fn report_queue(&self, first: u32) {
        if let Some((watch, p)) = self.event_receiver() {
            let mut moved = self.shared.stealer.queued_tasks();
            moved.push(first);
            watch.report_moved(p, moved);
        }
    }

    /// Records that an object on which tasks may wait was made.
    #[inline(always)]
    pub(crate) fn note_object_made(&mut self, mark: TraceMark) {
        if let Some(lane) = &mut self.trace_lane {
            lane.note_event(Kind::Made, Record::NO_TASK, 0, mark);
        }
    }

    /// Records that a task has been created.
    #[inline(always)]
    pub(crate) fn note_create(&mut self, task: u32, mark: impl FnOnce() -> TraceMark) {
        if self.trace_lane.is_some() {
            let place = self.ready_place().code();
            let Some(lane) = &mut self.trace_lane else { return };
            lane.note_event(Kind::Create, task, place, mark());
        }
    }

    /// Records that a slice of the task in `slot` begins.
    #[inline(always)]
    pub(crate) fn note_slice_start(
        &mut self,
        slot: &TaskSlot<T>,
        task: u32,
        worker: u32,
        inherits: bool,
    ) {
        if let Some(lane) = &mut self.trace_lane {
            if !inherits {
                lane.next_stamp();
            }
            self.record_slice_start(slot, task, worker, inherits);
        }
    }

    /// Out of line, so that slices that are not recorded need not keep its arguments in registers.
    #[cold]
    #[inline(never)]
    fn record_slice_start(&mut self, slot: &TaskSlot<T>, task: u32, worker: u32, inherits: bool) {
        let Some(lane) = &mut self.trace_lane else { return };
        // SAFETY: the caller moved the state to `Running`.
        let mark = unsafe { slot.task() }.creation_mark();
        lane.note_slice_start(task, worker, inherits, mark);
        self.shared.worker.store(worker + 1, Ordering::Relaxed);
        self.shared.running_task.store(task + 1, Ordering::Relaxed);
    }

    /// Records that the slice has ended; no other worker may run the task yet.
    #[inline(always)]
    pub(crate) fn note_slice_end(&mut self, slot: &TaskSlot<T>, task: u32, step: Step) {
        if self.trace_lane.is_some() {
            self.record_slice_end(slot, task, step);
        }
    }

    #[cold]
    #[inline(never)]
    fn record_slice_end(&mut self, slot: &TaskSlot<T>, task: u32, step: Step) {
        let global = QueuePlace::Global.code();
        let (kind, arg) = match step {
            Step::Park(reason) => (Kind::Park, reason as u32),
            Step::Switched => unreachable!("a task that is recorded does not switch"),
            Step::Yield => (Kind::Yield, global),
            Step::Preempted if self.shared.preempt_flag.load(Ordering::Relaxed) == FLAG_STOP => {
                (Kind::Displaced, self.stopped_place().code())
            }
            Step::Preempted | Step::Pause => (Kind::Preempted, global),
            Step::Block => (Kind::Block, 0),
            Step::BlockLong => (Kind::Block, 1),
            Step::Done => (Kind::Done, 0),
        };
        let mark = match &self.trace_lane {
            Some(lane) if lane.keeps_records() => {
                // SAFETY: the state is still `Running`, by this worker.
                unsafe { slot.task() }.position_mark(&mut self.local_data)
            }
            _ => TraceMark::default(),
        };
        let Some(lane) = &mut self.trace_lane else { return };
        lane.note_event(kind, task, arg, mark);
        self.shared.running_task.store(0, Ordering::Relaxed);
    }
}

impl<T: Task> Sched<T> {
    /// Records an event outside any processor.
    #[inline]
    pub(crate) fn note_event(&self, kind: Kind, task: u32, arg: u32) {
        self.note_event_with_mark(kind, task, arg, TraceMark::default());
    }

    #[inline]
    pub(crate) fn note_event_with_mark(&self, kind: Kind, task: u32, arg: u32, mark: TraceMark) {
        if let Some(tracer) = &self.tracer {
            tracer.shared_lane.lock().note_event(kind, task, arg, mark);
        }
    }
}
