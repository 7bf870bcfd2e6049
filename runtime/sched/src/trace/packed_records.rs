//! Records as bytes, about six each: a lane keeps millions of them.
//!
//! Records lie in chunks that can be decoded separately, so the oldest chunk can be dropped. A record begins with its
//! kind and two bits that say what follows. After the kind come numbers of seven bits a byte: the time since the record
//! before, the task, and those of `arg` and the mark that are not zero. The mark of a start is omitted if the same task
//! had the same mark before in this chunk.

use super::record::{Record, TraceMark};
use super::{EVENT_KIND_COUNT, Kind};
use crate::time::clock::Nanos;
use std::collections::{HashMap, VecDeque};

const ARG_BIT: u8 = 1 << 6;
const MARK_BIT: u8 = 1 << 7;
const _: () = assert!(EVENT_KIND_COUNT <= ARG_BIT as usize, "a kind and two bits are a byte");

/// The most bytes of a record: its kind, three numbers of 64 bits, three of 32.
const MAX_RECORD_BYTES: usize = 1 + 2 * 10 + 3 * 5;

/// How many tasks' marks are remembered while a chunk is written.
const REMEMBERED_TASKS: usize = 256;

/// A chunk of consecutive records.
#[derive(Clone, Debug, Default)]
struct Chunk {
    bytes: Vec<u8>,
    records: usize,
    /// The stamp of the chunk's last record.
    last_stamp: u64,
    /// The time at which the chunk was full.
    closed_at: Nanos,
}

/// The newest records, up to a limit.
#[derive(Clone, Debug)]
pub(crate) struct PackedRecords {
    chunks: VecDeque<Chunk>,
    /// The chunk that is written.
    open_chunk: Chunk,
    /// How many records a full chunk has.
    records_per_chunk: usize,
    /// How many records there are; `record_limit`: how many records are kept at least.
    record_count: usize,
    record_limit: usize,
    pub(crate) dropped_records: u64,
    /// How long records are kept.
    time_window: Option<Nanos>,
    /// The task and the name in the last starts of the open chunk.
    last_starts: Box<[(u32, u64)]>,
    /// The stamp and the object of the previous record in the open chunk.
    last_stamp: u64,
    last_object: u64,
}

impl PackedRecords {
    pub(crate) fn new(limit: usize, window: Option<Nanos>) -> Self {
        Self {
            chunks: VecDeque::new(),
            open_chunk: Chunk::default(),
            records_per_chunk: (limit / 8).clamp(16, 4096),
            record_count: 0,
            record_limit: limit,
            dropped_records: 0,
            time_window: window,
            last_starts: vec![(Record::NO_TASK, 0); REMEMBERED_TASKS].into(),
            last_stamp: 0,
            last_object: 0,
        }
    }

    /// Appends a record. `now` returns the time, for a window.
    #[inline]
    pub(crate) fn push(&mut self, record: &Record, now: impl FnOnce() -> Nanos) {
        if self.open_chunk.records == self.records_per_chunk {
            self.close_chunk(now);
        }
        let mut out = RecordWriter { bytes: [0; MAX_RECORD_BYTES], len: 1 };
        let mut head = record.kind as u8;
        out.write_number(record.time.wrapping_sub(self.last_stamp));
        self.last_stamp = record.time;
        out.write_number(u64::from(record.task.wrapping_add(1)));
        if record.argument != 0 {
            head |= ARG_BIT;
            out.write_number(u64::from(record.argument));
        }
        if self.has_mark(record) {
            head |= MARK_BIT;
            let difference = record.object.wrapping_sub(self.last_object) as i64;
            self.last_object = record.object;
            out.write_number(((difference << 1) ^ (difference >> 63)) as u64);
            out.write_number(u64::from(record.location));
        }
        out.bytes[0] = head;
        self.open_chunk.bytes.extend_from_slice(&out.bytes[..out.len]);
        self.open_chunk.records += 1;
        self.record_count += 1;
    }

    #[inline]
    fn has_mark(&mut self, record: &Record) -> bool {
        if record.kind != Kind::Start {
            return record.object != 0 || record.location != 0;
        }
        let known = &mut self.last_starts[record.task as usize % REMEMBERED_TASKS];
        let new = (record.task, record.object);
        std::mem::replace(known, new) != new
    }

    /// Begins a new chunk, and drops chunks that are beyond the limit or the window.
    #[cold]
    fn close_chunk(&mut self, now: impl FnOnce() -> Nanos) {
        let mut full = std::mem::take(&mut self.open_chunk);
        full.last_stamp = self.last_stamp;
        full.closed_at = if self.time_window.is_some() { now() } else { 0 };
        let closed = full.closed_at;
        self.chunks.push_back(full);
        let mut spare = Vec::new();
        while let Some(oldest) = self.chunks.front() {
            let old = self.time_window.is_some_and(|window| oldest.closed_at + window < closed);
            if !old && self.record_count - oldest.records < self.record_limit {
                break;
            }
            let Some(oldest) = self.chunks.pop_front() else { break };
            self.record_count -= oldest.records;
            self.dropped_records += oldest.records as u64;
            spare = oldest.bytes;
        }
        spare.clear();
        self.open_chunk = Chunk { bytes: spare, ..Chunk::default() };
        self.last_starts.fill((Record::NO_TASK, 0));
        (self.last_stamp, self.last_object) = (0, 0);
    }

    /// Takes all records, and leaves none.
    pub(crate) fn take_all(&mut self) -> Self {
        let empty = Self::new(self.record_limit, self.time_window);
        std::mem::replace(self, empty)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Record> {
        self.chunks
            .iter()
            .chain([&self.open_chunk])
            .flat_map(|chunk| RecordReader::new(&chunk.bytes))
    }
}

/// A record that is being written.
struct RecordWriter {
    bytes: [u8; MAX_RECORD_BYTES],
    len: usize,
}

impl RecordWriter {
    #[inline]
    fn write_number(&mut self, mut n: u64) {
        while n >= 0x80 {
            self.bytes[self.len] = n as u8 | 0x80;
            self.len += 1;
            n >>= 7;
        }
        self.bytes[self.len] = n as u8;
        self.len += 1;
    }
}

/// Reads a chunk.
struct RecordReader<'a> {
    bytes: &'a [u8],
    last_stamp: u64,
    last_object: u64,
    last_marks: HashMap<u32, TraceMark>,
}

impl<'a> RecordReader<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, last_stamp: 0, last_object: 0, last_marks: HashMap::new() }
    }

    fn read_number(&mut self) -> u64 {
        let mut n = 0;
        for shift in (0..64).step_by(7) {
            let Some((byte, rest)) = self.bytes.split_first() else { break };
            self.bytes = rest;
            n |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                break;
            }
        }
        n
    }
}

impl Iterator for RecordReader<'_> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        let (head, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        let kind = Kind::ALL[usize::from(head & !(ARG_BIT | MARK_BIT))];
        self.last_stamp = self.last_stamp.wrapping_add(self.read_number());
        let task = (self.read_number() as u32).wrapping_sub(1);
        let arg = if head & ARG_BIT != 0 { self.read_number() as u32 } else { 0 };
        let mut mark = TraceMark::default();
        if head & MARK_BIT != 0 {
            let n = self.read_number();
            let difference = (n >> 1) as i64 ^ -((n & 1) as i64);
            self.last_object = self.last_object.wrapping_add(difference as u64);
            mark = TraceMark { object: self.last_object, location: self.read_number() as u32 };
            if kind == Kind::Start {
                self.last_marks.insert(task, mark);
            }
        } else if kind == Kind::Start {
            mark = self.last_marks.get(&task).copied().unwrap_or_default();
        }
        let TraceMark { object, location } = mark;
        Some(Record { time: self.last_stamp, object, location, task, argument: arg, kind })
    }
}

#[cfg(test)]
mod tests {
    use super::{EVENT_KIND_COUNT, PackedRecords, Record};
    use crate::primitives::rng::Rng;
    use crate::trace::Kind;

    fn some_records(n: u32) -> Vec<Record> {
        let mut rng = Rng::new(7);
        let mut at = 0;
        let one = |_| {
            at += u64::from(rng.below(100_000));
            let task = [Record::NO_TASK, rng.below(600)][rng.below(2) as usize];
            let kind = Kind::ALL[rng.below(EVENT_KIND_COUNT as u32) as usize];
            let mark = u64::from(rng.below(3)) * u64::from(task.wrapping_add(1));
            let object = mark.wrapping_mul(0x7fff_1234_5678);
            let location = if mark == 0 { 0 } else { task.wrapping_mul(77) };
            Record { time: at, object, location, task, argument: rng.below(4), kind }
        };
        (0..n).map(one).collect()
    }

    #[test]
    fn packed_records_round_trip() {
        let records = some_records(20_000);
        let mut packed = PackedRecords::new(1 << 20, None);
        records.iter().for_each(|r| packed.push(r, || 0));
        assert!(packed.iter().eq(records.iter().copied()));
        assert_eq!(packed.dropped_records, 0);
    }

    #[test]
    fn the_newest_records_are_kept_up_to_a_limit() {
        let records = some_records(20_000);
        let mut packed = PackedRecords::new(1000, None);
        records.iter().for_each(|r| packed.push(r, || 0));
        let kept: Vec<Record> = packed.iter().collect();
        assert!((1000..1200).contains(&kept.len()), "{}", kept.len());
        assert_eq!(kept, records[records.len() - kept.len()..]);
        assert_eq!(packed.dropped_records as usize, records.len() - kept.len());
    }

    #[test]
    fn events_older_than_the_window_are_dropped() {
        let records = some_records(20_000);
        let mut packed = PackedRecords::new(8000, Some(10_000_000));
        records.iter().for_each(|r| packed.push(r, || r.time));
        let first = packed.iter().next().map_or(0, |r| r.time);
        let end = records[records.len() - 1].time;
        assert!(first + 10_000_000 <= end, "records of the whole window are kept");
        assert!(first + 500_000_000 > end, "{first} {end}");
    }
}
