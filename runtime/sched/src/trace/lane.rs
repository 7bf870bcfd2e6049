//! A lane: the records of one processor.

use super::stamps::{StampConversion, Stamps};
use crate::processor::ProcId;
use crate::time::clock::Clock;
use crate::trace::packed_records::PackedRecords;
use crate::trace::{
    EVENT_KIND_COUNT, EventReceiver, Kind, LaneTrace, Record, TraceLimit, TraceMark,
};
use parking_lot::Mutex;
use std::sync::Arc;

/// The records of one processor, or of all threads that hold none.
pub(crate) struct Lane {
    records: PackedRecords,
    /// Whether records are kept; else events are only counted.
    records_events: bool,
    pub(crate) counts: [u64; EVENT_KIND_COUNT],
    /// The counts when recording began.
    counts_at_start: [u64; EVENT_KIND_COUNT],
    stamps: Arc<Stamps>,
    /// The stamp of the newest record.
    last_stamp: u64,
    /// The watch to which events are reported too, and the processor whose lane this is.
    pub(crate) event_receiver: Option<(Arc<EventReceiver>, Option<ProcId>)>,
}

impl Lane {
    fn new(limit: TraceLimit, stamps: Arc<Stamps>) -> Box<Self> {
        let counts = [0; EVENT_KIND_COUNT];
        Box::new(Self {
            records: PackedRecords::new(limit.records, limit.window),
            records_events: limit.records > 0,
            counts,
            counts_at_start: counts,
            stamps,
            last_stamp: 0,
            event_receiver: None,
        })
    }

    /// Records events from now on as `limit` says; with room for no records they are only counted. Earlier records are
    /// discarded.
    pub(crate) fn restart_recording(&mut self, limit: TraceLimit) {
        self.records = PackedRecords::new(limit.records, limit.window);
        self.records_events = limit.records > 0;
        self.counts_at_start = self.counts;
        self.next_stamp();
    }

    /// Writes a record that is no event, and is not counted.
    pub(crate) fn write_uncounted(&mut self, kind: Kind, task: u32, arg: u32, mark: TraceMark) {
        if self.records_events {
            self.push(kind, task, arg, mark);
        }
    }

    /// How often each kind of event happened since recording began.
    pub(crate) fn event_counts(&self) -> [u64; EVENT_KIND_COUNT] {
        std::array::from_fn(|kind| self.counts[kind] - self.counts_at_start[kind])
    }

    /// Reports whether events are recorded, and not only counted.
    pub(crate) fn keeps_records(&self) -> bool {
        self.records_events
    }

    #[inline]
    fn count_event(&mut self, kind: Kind) {
        self.counts[kind as usize] += 1;
    }

    /// Counts an event without recording it.
    #[inline]
    pub(crate) fn count_unrecorded_event(&mut self, kind: Kind) {
        self.count_event(kind);
        if let Some((watch, p)) = &self.event_receiver {
            watch.receive_event(*p, kind, Record::NO_TASK, 0, TraceMark::default());
        }
    }

    /// Records an event with a stamp of cycles; stamps of other sources are taken out of line, so that this function
    /// saves few registers.
    #[inline(never)]
    pub(crate) fn note_event(&mut self, kind: Kind, task: u32, arg: u32, mark: TraceMark) {
        self.count_event(kind);
        if let Some((watch, p)) = &self.event_receiver {
            watch.receive_event(*p, kind, task, arg, mark);
        }
        if !self.records_events {
            return;
        }
        let Some(stamp) = self.stamps.cycle_stamp() else {
            return self.note_with_clock(kind, task, arg, mark);
        };
        self.last_stamp = stamp;
        self.push(kind, task, arg, mark);
    }

    #[cold]
    #[inline(never)]
    fn note_with_clock(&mut self, kind: Kind, task: u32, arg: u32, mark: TraceMark) {
        self.last_stamp = self.stamps.current_stamp();
        self.push(kind, task, arg, mark);
    }

    #[inline(always)]
    fn push(&mut self, kind: Kind, task: u32, arg: u32, mark: TraceMark) {
        let TraceMark { object, location } = mark;
        let record = Record { time: self.last_stamp, object, location, task, argument: arg, kind };
        let stamps = &self.stamps;
        self.records.push(&record, || stamps.time_of(record.time));
    }

    /// Takes the time for the next record.
    #[cold]
    #[inline(never)]
    pub(crate) fn next_stamp(&mut self) {
        if self.records_events {
            self.last_stamp = self.stamps.current_stamp();
        }
    }

    /// Records that a slice begins. If the slice before has just ended, its stamp is used; else
    /// [`next_stamp`](Self::next_stamp) has been called.
    #[inline(always)]
    pub(crate) fn note_slice_start(
        &mut self,
        task: u32,
        worker: u32,
        inherits: bool,
        mark: TraceMark,
    ) {
        self.count_event(Kind::Start);
        if inherits {
            self.count_event(Kind::Inherit);
        }
        if let Some((watch, p)) = &self.event_receiver {
            watch.receive_slice_start(*p, task, worker, inherits, mark.object);
        }
        if self.records_events {
            self.push(Kind::Start, task, worker, mark);
        }
    }

    pub(crate) fn take_records(
        &mut self,
        proc: Option<ProcId>,
        nanos: StampConversion,
    ) -> LaneTrace {
        LaneTrace {
            proc,
            dropped_records: self.records.dropped_records,
            packed: self.records.take_all(),
            stamp_translation: nanos,
        }
    }
}

/// The recording of a scheduler: its limit, and the lane of threads without a processor.
pub(crate) struct Tracer {
    pub(crate) stamps: Arc<Stamps>,
    /// Changed while the world is stopped.
    limit: Mutex<TraceLimit>,
    pub(crate) shared_lane: Mutex<Box<Lane>>,
}

impl Tracer {
    /// Creates the recording; `None` if events are neither recorded nor counted.
    pub(crate) fn new(
        limit: Option<TraceLimit>,
        clock: &Arc<dyn Clock>,
        seeded: bool,
    ) -> Option<Self> {
        let limit = limit?;
        let stamps = Arc::new(Stamps::new(clock.clone(), seeded));
        let shared = Mutex::new(Lane::new(limit, stamps.clone()));
        Some(Self { stamps, limit: Mutex::new(limit), shared_lane: shared })
    }

    pub(crate) fn new_lane(&self) -> Box<Lane> {
        Lane::new(*self.limit.lock(), self.stamps.clone())
    }

    /// Sets the limit of the recorder for events outside the processors, and of the recorders of processors that are
    /// added later.
    pub(crate) fn restart(&self, limit: TraceLimit) {
        *self.limit.lock() = limit;
        self.shared_lane.lock().restart_recording(limit);
    }
}
