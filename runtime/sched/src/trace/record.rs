//! An event, and the whole recording.

use super::packed_records::PackedRecords;
use super::stamps::StampConversion;
use crate::processor::ProcId;
use crate::time::clock::Nanos;
use crate::trace::{EVENT_KIND_COUNT, Kind};

/// The collector's phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum GcPhase {
    /// No collection is in progress.
    Off,
    /// The collector gathers roots.
    Roots,
    /// The collector marks, perhaps while tasks run.
    Mark,
    /// The collector ends marking, with the world stopped.
    Terminate,
    /// The collector frees objects.
    Sweep,
}

impl GcPhase {
    /// The phase's name; `None` for [`Off`](Self::Off) and for a number that is no phase.
    #[must_use]
    pub fn text(number: u32) -> Option<&'static str> {
        [None, Some("roots"), Some("mark"), Some("mark termination"), Some("sweep")]
            .get(number as usize)
            .copied()
            .flatten()
    }
}

/// A task's description of itself: numbers that only the reader of the trace interprets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TraceMark {
    /// At a slice's start: the task's name. At a slice's end: the object that the task waits for.
    pub object: u64,
    /// At the creation: the function that the task will run. At a slice's end: the task's position in the program.
    pub location: u32,
}

/// One event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The time of the event.
    pub time: Nanos,
    /// The object of the task's [`Mark`].
    pub object: u64,
    /// The location of the task's [`Mark`].
    pub location: u32,
    /// The task's slot; [`NO_TASK`](Self::NO_TASK) for none.
    pub task: u32,
    /// The number that goes with the event: see [`Kind`].
    pub argument: u32,
    /// The kind of the event.
    pub kind: Kind,
}

impl Record {
    /// Stands for "no task" in [`task`](Self::task).
    pub const NO_TASK: u32 = u32::MAX;
}

/// How many events are recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceLimit {
    /// How many of its newest events each processor keeps, rounded up to whole chunks. With 0, events are only counted.
    pub records: usize,
    /// Keeps the events of about the last `window` nanoseconds; the reader of the trace cuts off older events.
    pub window: Option<Nanos>,
}

/// The events in the buffer of one lane.
#[derive(Clone, Debug)]
pub struct LaneTrace {
    /// The processor; `None`: events outside any processor.
    pub proc: Option<ProcId>,
    pub(super) packed: PackedRecords,
    pub(super) stamp_translation: StampConversion,
    /// How many older events were discarded.
    pub dropped_records: u64,
}

impl LaneTrace {
    /// The events, ordered by time.
    pub fn records(&self) -> impl Iterator<Item = Record> {
        let nanos = self.stamp_translation;
        self.packed.iter().map(move |record| Record { time: nanos.time_of(record.time), ..record })
    }
}

/// All recorded events.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The processors' lanes by number; the shared lane last.
    pub lanes: Vec<LaneTrace>,
    pub(crate) counts: [u64; EVENT_KIND_COUNT],
}

impl Trace {
    /// How often events of `kind` happened, discarded records included.
    #[must_use]
    pub fn event_count(&self, kind: Kind) -> u64 {
        self.counts[kind as usize]
    }

    /// How many records were discarded.
    #[must_use]
    pub fn dropped_records(&self) -> u64 {
        self.lanes.iter().map(|lane| lane.dropped_records).sum()
    }
}
