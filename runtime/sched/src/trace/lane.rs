//! A lane: the records of one processor.

use super::stamps::Stamps;
use crate::processor::ProcId;
use crate::time::clock::{Clock, Nanos};
use crate::trace::{KINDS, Kind, LaneTrace, Mark, Record};
use parking_lot::Mutex;
use std::sync::Arc;

/// The records of one processor, or of all threads that hold none.
pub(crate) struct Lane {
    records: Vec<Record>,
    limit: usize,
    /// The index of the oldest record, once the limit is reached.
    oldest: usize,
    dropped: u64,
    pub(crate) counts: [u64; KINDS],
    stamps: Arc<Stamps>,
    /// The stamp of the newest.
    last: u64,
    /// The first budget of a slice lasts: events have the stamp of its beginning.
    pub(crate) fresh: bool,
}

impl Lane {
    fn new(limit: usize, stamps: Arc<Stamps>) -> Box<Self> {
        let counts = [0; KINDS];
        Box::new(Self {
            records: Vec::with_capacity(limit),
            limit,
            oldest: 0,
            dropped: 0,
            counts,
            stamps,
            last: 0,
            fresh: false,
        })
    }

    /// Counts without recording.
    #[inline]
    pub(crate) fn count(&mut self, kind: Kind) {
        self.counts[kind as usize] += 1;
    }

    /// Records with a stamp of cycles; other clocks are out of line, so that this saves few registers.
    #[inline(never)]
    pub(crate) fn note(&mut self, kind: Kind, task: u32, arg: u32, mark: Mark) {
        self.count(kind);
        if self.limit == 0 {
            return;
        }
        if !(self.fresh && kind == Kind::Wake) {
            let Some(stamp) = self.stamps.cycles() else {
                return self.note_by_clock(kind, task, arg, mark);
            };
            self.last = stamp;
        }
        self.push(kind, task, arg, mark);
    }

    #[cold]
    #[inline(never)]
    fn note_by_clock(&mut self, kind: Kind, task: u32, arg: u32, mark: Mark) {
        self.last = self.stamps.now();
        self.push(kind, task, arg, mark);
    }

    #[inline(always)]
    fn push(&mut self, kind: Kind, task: u32, arg: u32, mark: Mark) {
        let Mark { object, location } = mark;
        let record = Record { at: self.last, object, location, task, arg, kind };
        let n = self.records.len();
        if n < self.limit {
            debug_assert!(self.records.capacity() >= self.limit, "lanes begin with all their room");
            // SAFETY: `new` and `take` leave a vector with room for `limit` records.
            unsafe {
                self.records.as_mut_ptr().add(n).write(record);
                self.records.set_len(n + 1);
            }
            return;
        }
        self.records[self.oldest] = record;
        self.oldest = if self.oldest + 1 == self.limit { 0 } else { self.oldest + 1 };
        self.dropped += 1;
    }

    /// The time of what is recorded next.
    #[cold]
    #[inline(never)]
    pub(crate) fn stamp(&mut self) {
        if self.limit > 0 {
            self.last = self.stamps.now();
        }
    }

    /// A slice begins. Where the one before has just ended, that stamp will do; else `stamp` has been called.
    #[inline(always)]
    pub(crate) fn start(&mut self, task: u32, worker: u32, inherits: bool, mark: Mark) {
        self.count(Kind::Start);
        if inherits {
            self.count(Kind::Inherit);
        }
        self.fresh = true;
        if self.limit > 0 {
            self.push(Kind::Start, task, worker, mark);
        }
    }

    pub(crate) fn take(&mut self, proc: Option<ProcId>, nanos: &dyn Fn(u64) -> Nanos) -> LaneTrace {
        let mut records = std::mem::replace(&mut self.records, Vec::with_capacity(self.limit));
        records.rotate_left(std::mem::take(&mut self.oldest));
        for record in &mut records {
            record.at = nanos(record.at);
        }
        LaneTrace { proc, records, dropped: std::mem::take(&mut self.dropped) }
    }
}

/// What is recorded, and how much of it.
pub(crate) struct Tracer {
    pub(crate) stamps: Arc<Stamps>,
    limit: usize,
    pub(crate) shared: Mutex<Box<Lane>>,
}

impl Tracer {
    /// Records up to `limit` events a lane; `None` if events are not recorded.
    pub(crate) fn new(limit: Option<usize>, clock: &Arc<dyn Clock>, seeded: bool) -> Option<Self> {
        let limit = limit?;
        let stamps = Arc::new(Stamps::new(clock.clone(), seeded));
        let shared = Mutex::new(Lane::new(limit, stamps.clone()));
        Some(Self { stamps, limit, shared })
    }

    pub(crate) fn lane(&self) -> Box<Lane> {
        Lane::new(self.limit, self.stamps.clone())
    }
}
