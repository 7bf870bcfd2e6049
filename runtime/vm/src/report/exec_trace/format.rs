//! The encoding of a generation: batches of events by thread, strings, stacks.
//!
//! A batch is a header (generation, thread, time, length) and events, each a byte for its kind and numbers of seven
//! bits per byte; times are differences. Strings and stacks have numbers, and batches of their own.

use crate::image::Image;
use crate::image::files::ProgramFileNames;
use crate::image::lines::{TraceFrame, file_and_line_numbers, push_frames};
use crate::report::trace::names::pc_of;
use hashbrown::HashMap;
use std::collections::BTreeMap;

/// Kinds of events, by Go's names (internal/trace/tracev2).
pub(super) mod event_types {
    pub(crate) const EVENT_BATCH: u8 = 1;
    pub(crate) const STACKS: u8 = 2;
    pub(crate) const STACK: u8 = 3;
    pub(crate) const STRINGS: u8 = 4;
    pub(crate) const STRING: u8 = 5;
    pub(crate) const FREQUENCY: u8 = 8;
    pub(crate) const PROCS_CHANGE: u8 = 9;
    pub(crate) const PROC_START: u8 = 10;
    pub(crate) const PROC_STOP: u8 = 11;
    pub(crate) const PROC_STEAL: u8 = 12;
    pub(crate) const PROC_STATUS: u8 = 13;
    pub(crate) const GO_CREATE: u8 = 14;
    pub(crate) const GO_START: u8 = 16;
    pub(crate) const GO_DESTROY: u8 = 17;
    pub(crate) const GO_STOP: u8 = 19;
    pub(crate) const GO_BLOCK: u8 = 20;
    pub(crate) const GO_UNBLOCK: u8 = 21;
    pub(crate) const GO_SYSCALL_BEGIN: u8 = 22;
    pub(crate) const GO_SYSCALL_END: u8 = 23;
    pub(crate) const GO_SYSCALL_END_BLOCKED: u8 = 24;
    pub(crate) const GO_STATUS: u8 = 25;
    pub(crate) const GC_BEGIN: u8 = 29;
    pub(crate) const GC_END: u8 = 30;
    pub(crate) const USER_TASK_BEGIN: u8 = 40;
    pub(crate) const USER_TASK_END: u8 = 41;
    pub(crate) const USER_REGION_BEGIN: u8 = 42;
    pub(crate) const USER_REGION_END: u8 = 43;
    pub(crate) const USER_LOG: u8 = 44;
    pub(crate) const SYNC: u8 = 50;
    pub(crate) const CLOCK_SNAPSHOT: u8 = 51;
    pub(crate) const END_OF_GENERATION: u8 = 52;
}

/// The thread number that means no thread.
const NO_THREAD: u64 = u64::MAX;

/// The size from which a batch is full: Go's readers accept at most 64 KiB, and one addition is smaller than the rest.
const FULL_BATCH: usize = 48 << 10;

/// The longest string that readers accept, in bytes.
const MAX_STRING: usize = 1024;

/// The most frames of a stack: readers accept no more.
pub(crate) const MAX_FRAMES: usize = 128;

/// Appends a number.
fn write_varint(out: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

/// The unfinished batch of a thread.
#[derive(Default)]
struct Batch {
    bytes: Vec<u8>,
    begin_time: u64,
    last_time: u64,
}

/// The encoder of a generation.
pub(super) struct GenerationWriter<'a> {
    generation: u64,
    image: &'a Image,
    files: &'a ProgramFileNames,
    open_batches: BTreeMap<u64, Batch>,
    chunks: Vec<Vec<u8>>,
    strings: HashMap<String, u64>,
    stacks: HashMap<Vec<u64>, u64>,
}

impl<'a> GenerationWriter<'a> {
    pub(super) fn new(generation: u64, image: &'a Image, files: &'a ProgramFileNames) -> Self {
        let (open, chunks, strings, stacks) = Default::default();
        Self { generation, image, files, open_batches: open, chunks, strings, stacks }
    }

    /// Adds an event of a thread at a time, which is not before the thread's last event.
    pub(super) fn write_event(&mut self, thread: u64, at: u64, kind: u8, args: &[u64]) {
        let batch = self.open_batches.entry(thread).or_default();
        if batch.bytes.len() > FULL_BATCH {
            let full = std::mem::take(batch);
            self.close_batch(thread, full.begin_time, &full.bytes);
        }
        let batch = self.open_batches.entry(thread).or_default();
        if batch.bytes.is_empty() {
            (batch.begin_time, batch.last_time) = (at, at);
        }
        batch.bytes.push(kind);
        write_varint(&mut batch.bytes, at - batch.last_time);
        args.iter().for_each(|arg| write_varint(&mut batch.bytes, *arg));
        batch.last_time = at;
    }

    /// Writes a batch.
    fn close_batch(&mut self, thread: u64, at: u64, bytes: &[u8]) {
        let mut chunk = vec![event_types::EVENT_BATCH];
        for part in [self.generation, thread, at, bytes.len() as u64] {
            write_varint(&mut chunk, part);
        }
        chunk.extend_from_slice(bytes);
        self.chunks.push(chunk);
    }

    /// The number of a string; adds the string if it is new.
    pub(super) fn intern_string(&mut self, text: &str) -> u64 {
        let mut end = text.len().min(MAX_STRING);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let next = self.strings.len() as u64 + 1;
        *self.strings.entry_ref(&text[..end]).or_insert(next)
    }

    /// The number of a stack, innermost frame first; 0 for no stack.
    pub(super) fn intern_stack(&mut self, frames: &[u64]) -> u64 {
        if frames.is_empty() {
            return 0;
        }
        let next = self.stacks.len() as u64 + 1;
        *self.stacks.entry_ref(&frames[..frames.len().min(MAX_FRAMES)]).or_insert(next)
    }

    /// The number of the stack at a place in the code, with the functions inlined there.
    pub(super) fn intern_stack_at(&mut self, location: u32) -> u64 {
        let Some(pc) = pc_of(self.image, location) else { return 0 };
        let mut frames = Vec::new();
        push_frames(self.image, pc, &mut frames);
        let numbers: Vec<u64> = frames.into_iter().map(TraceFrame::to_number).collect();
        self.intern_stack(&numbers)
    }

    /// The chunks of the generation: each is one batch, the last one marks its end. `clocks` are the trace's time, the
    /// monotonic clock's, and seconds and nanoseconds of the wall clock.
    pub(super) fn finish_generation(mut self, clocks: [u64; 4]) -> Vec<Vec<u8>> {
        for (thread, batch) in std::mem::take(&mut self.open_batches) {
            self.close_batch(thread, batch.begin_time, &batch.bytes);
        }
        self.write_stacks(clocks[0]);
        self.write_strings(clocks[0]);
        // The trace's unit of time is the nanosecond.
        let mut sync = vec![event_types::SYNC, event_types::FREQUENCY];
        write_varint(&mut sync, 1_000_000_000);
        sync.push(event_types::CLOCK_SNAPSHOT);
        for part in [0, clocks[1], clocks[2], clocks[3]] {
            write_varint(&mut sync, part);
        }
        self.close_batch(NO_THREAD, clocks[0], &sync);
        self.chunks.push(vec![event_types::END_OF_GENERATION]);
        self.chunks
    }

    /// Closes a batch of a table if it is full, and begins another one of the same kind.
    fn close_if_full(&mut self, at: u64, bytes: &mut Vec<u8>) {
        if bytes.len() > FULL_BATCH {
            self.close_batch(NO_THREAD, at, bytes);
            bytes.truncate(1);
        }
    }

    fn write_stacks(&mut self, at: u64) {
        let mut stacks: Vec<_> = std::mem::take(&mut self.stacks).into_iter().collect();
        stacks.sort_unstable_by_key(|(_, id)| *id);
        let mut bytes = vec![event_types::STACKS];
        for (frames, id) in stacks {
            bytes.push(event_types::STACK);
            write_varint(&mut bytes, id);
            write_varint(&mut bytes, frames.len() as u64);
            for frame in frames {
                let (func, file, line) = self.frame_position(frame);
                for part in
                    [frame, self.intern_string(func), self.intern_string(file), u64::from(line)]
                {
                    write_varint(&mut bytes, part);
                }
            }
            self.close_if_full(at, &mut bytes);
        }
        self.close_batch(NO_THREAD, at, &bytes);
    }

    fn write_strings(&mut self, at: u64) {
        let mut strings: Vec<_> = std::mem::take(&mut self.strings).into_iter().collect();
        strings.sort_unstable_by_key(|(_, id)| *id);
        let mut bytes = vec![event_types::STRINGS];
        for (text, id) in strings {
            bytes.push(event_types::STRING);
            write_varint(&mut bytes, id);
            write_varint(&mut bytes, text.len() as u64);
            bytes.extend_from_slice(text.as_bytes());
            self.close_if_full(at, &mut bytes);
        }
        self.close_batch(NO_THREAD, at, &bytes);
    }

    /// The function, file and line of a frame.
    fn frame_position(&self, number: u64) -> (&'a str, &'a str, u32) {
        let Some(frame) = TraceFrame::from_number(self.image, number) else { return ("?", "?", 0) };
        let program = &self.image.program;
        let func = match frame.func == program.entry {
            true => "main.main",
            false => &program.funcs[frame.func.0 as usize].name,
        };
        let (file, line) = file_and_line_numbers(self.image, frame);
        (func, self.files.name(&program.files, file), line)
    }
}

#[cfg(test)]
mod tests {
    use super::write_varint;

    #[test]
    fn numbers_are_as_in_protobuf() {
        let mut out = Vec::new();
        [0, 127, 128, 300, u64::MAX].iter().for_each(|n| write_varint(&mut out, *n));
        assert_eq!(out[..6], [0, 127, 0x80, 1, 0xac, 2]);
        assert_eq!(out[6..], [255, 255, 255, 255, 255, 255, 255, 255, 255, 1]);
    }
}
