//! Recording events where they take place (`trace/`).

use crate::gmp::TaskSlot;
use crate::gmp::{FLAG_STOP, Processor, Sched, Step, Task};
use crate::trace::{Kind, Mark, Record};
use std::sync::atomic::Ordering;

impl<T: Task> Processor<T> {
    /// Something has happened here.
    #[inline(always)]
    pub(crate) fn note(&mut self, kind: Kind, task: u32, arg: u32) {
        if let Some(lane) = &mut self.lane {
            lane.note(kind, task, arg, Mark::default());
        }
    }

    /// The slice lasts.
    #[inline(always)]
    pub(crate) fn note_long(&mut self) {
        if let Some(lane) = &mut self.lane {
            lane.fresh = false;
        }
    }

    /// Something has happened that is too frequent, and too clear from what follows, to be recorded.
    #[inline(always)]
    pub(crate) fn tally(&mut self, kind: Kind) {
        if let Some(lane) = &mut self.lane {
            lane.count(kind);
        }
    }

    /// Something that tasks may wait for was made here.
    #[inline(always)]
    pub(crate) fn note_made(&mut self, mark: Mark) {
        if let Some(lane) = &mut self.lane {
            lane.note(Kind::Made, Record::NO_TASK, 0, mark);
        }
    }

    /// A task has been made here.
    #[inline(always)]
    pub(crate) fn note_create(&mut self, task: u32, mark: impl FnOnce() -> Mark) {
        if let Some(lane) = &mut self.lane {
            lane.note(Kind::Create, task, 0, mark());
        }
    }

    /// A slice of the task in `slot` begins.
    #[inline(always)]
    pub(crate) fn note_start(
        &mut self,
        slot: &TaskSlot<T>,
        task: u32,
        worker: u32,
        inherits: bool,
    ) {
        if let Some(lane) = &mut self.lane {
            if !inherits {
                lane.stamp();
            }
            self.record_start(slot, task, worker, inherits);
        }
    }

    /// Out of line, so that slices that are not recorded need not keep its arguments.
    #[cold]
    #[inline(never)]
    fn record_start(&mut self, slot: &TaskSlot<T>, task: u32, worker: u32, inherits: bool) {
        let Some(lane) = &mut self.lane else { return };
        // SAFETY: the caller moved the state to `Running`.
        let mark = unsafe { slot.task() }.name();
        lane.start(task, worker, inherits, mark);
        self.shared.worker.store(worker + 1, Ordering::Relaxed);
        self.shared.running.store(task + 1, Ordering::Relaxed);
    }

    /// The slice has ended; no other worker may run the task yet.
    #[inline(always)]
    pub(crate) fn note_stop(&mut self, slot: &TaskSlot<T>, task: u32, step: &Step) {
        if self.lane.is_some() {
            self.record_stop(slot, task, step);
        }
    }

    #[cold]
    #[inline(never)]
    fn record_stop(&mut self, slot: &TaskSlot<T>, task: u32, step: &Step) {
        let Some(lane) = &mut self.lane else { return };
        let (kind, arg) = match step {
            Step::Park(reason) => (Kind::Park, *reason as u32),
            Step::Yield => (Kind::Yield, 0),
            Step::Preempted if self.shared.flag.load(Ordering::Relaxed) == FLAG_STOP => {
                (Kind::Displaced, 0)
            }
            Step::Preempted | Step::Pause => (Kind::Preempted, 0),
            Step::Block(_) => (Kind::Block, 0),
            Step::BlockLong(_) => (Kind::Block, 1),
            Step::Done => (Kind::Done, 0),
        };
        // SAFETY: the state is still `Running`, by this worker.
        let mark = unsafe { slot.task() }.mark();
        lane.fresh = false;
        lane.note(kind, task, arg, mark);
        self.shared.running.store(0, Ordering::Relaxed);
    }
}

impl<T: Task> Sched<T> {
    /// An event outside any processor.
    #[inline]
    pub(crate) fn note(&self, kind: Kind, task: u32, arg: u32) {
        self.note_marked(kind, task, arg, Mark::default());
    }

    #[inline]
    pub(crate) fn note_marked(&self, kind: Kind, task: u32, arg: u32, mark: Mark) {
        if let Some(tracer) = &self.tracer {
            tracer.shared.lock().note(kind, task, arg, mark);
        }
    }
}
