//! One event, and what was recorded in all.

use super::packed::Packed;
use super::stamps::Translation;
use crate::processor::ProcId;
use crate::time::clock::Nanos;
use crate::trace::{KINDS, Kind};

/// What the collector does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum GcPhase {
    /// Nothing.
    Off,
    /// Roots are gathered.
    Roots,
    /// Marks, perhaps while tasks run.
    Mark,
    /// Ends marking, the world stopped.
    Terminate,
    /// Frees.
    Sweep,
}

impl GcPhase {
    /// The phase's name; `None` for [`Off`](Self::Off) and for what is none.
    #[must_use]
    pub fn text(number: u32) -> Option<&'static str> {
        [None, Some("roots"), Some("mark"), Some("mark termination"), Some("sweep")]
            .get(number as usize)
            .copied()
            .flatten()
    }
}

/// What a task says of itself: numbers that only the reader of the trace interprets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// At a start: its name. At the end of a slice: what it waits for.
    pub object: u64,
    /// At the creation: what it will run. At the end of a slice: where it is.
    pub location: u32,
}

/// One event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// When.
    pub at: Nanos,
    /// See [`Mark`].
    pub object: u64,
    /// See [`Mark`].
    pub location: u32,
    /// The task's slot; [`NO_TASK`](Self::NO_TASK) for none.
    pub task: u32,
    /// See [`Kind`].
    pub arg: u32,
    /// What.
    pub kind: Kind,
}

impl Record {
    /// No task.
    pub const NO_TASK: u32 = u32::MAX;
}

/// How much is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceLimit {
    /// How many of its newest events each processor keeps, rounded up to whole chunks. With 0, events are only counted.
    pub records: usize,
    /// Only those of the last nanoseconds, about: the reader has to cut off the rest.
    pub window: Option<Nanos>,
}

/// What one lane kept.
#[derive(Clone, Debug)]
pub struct LaneTrace {
    /// The processor; `None`: events outside any processor.
    pub proc: Option<ProcId>,
    pub(super) packed: Packed,
    pub(super) nanos: Translation,
    /// How many older ones were forgotten.
    pub dropped: u64,
}

impl LaneTrace {
    /// The events, in the order of their times.
    pub fn records(&self) -> impl Iterator<Item = Record> {
        let nanos = self.nanos;
        self.packed.iter().map(move |record| Record { at: nanos.of(record.at), ..record })
    }
}

/// All that was recorded.
#[derive(Clone, Debug)]
pub struct Trace {
    /// By processor; the shared lane last.
    pub lanes: Vec<LaneTrace>,
    pub(crate) counts: [u64; KINDS],
}

impl Trace {
    /// How often it happened, forgotten records included.
    #[must_use]
    pub fn count(&self, kind: Kind) -> u64 {
        self.counts[kind as usize]
    }

    /// How many records were forgotten.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.lanes.iter().map(|lane| lane.dropped).sum()
    }
}
