//! Pipes: bytes in memory between two ends.

use minigo_vm::host::SysResult;
use std::collections::VecDeque;

/// The number of bytes that a pipe holds.
const CAPACITY: usize = 64 << 10;
/// The largest write that is not divided: `PIPE_BUF`.
const PIPE_BUF: usize = 4096;

/// A pipe, with or without a name.
#[derive(Default)]
pub(crate) struct Pipe {
    bytes: VecDeque<u8>,
    reader_count: u32,
    writer_count: u32,
    /// Whether a reader has ever opened the pipe. Until a reader has opened a named pipe, a write to it waits rather
    /// than fails.
    had_reader: bool,
    /// Whether a writer has ever opened the pipe. Until a writer has opened a named pipe, a read from it waits rather
    /// than ends.
    had_writer: bool,
    /// Whether a write has failed for lack of room, and no read has made enough room since.
    had_starved_writer: bool,
}

/// An end of a pipe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Read,
    Write,
}

impl Pipe {
    /// Called when an end is opened.
    pub(crate) fn open(&mut self, end: End) {
        match end {
            End::Read => (self.reader_count, self.had_reader) = (self.reader_count + 1, true),
            End::Write => (self.writer_count, self.had_writer) = (self.writer_count + 1, true),
        }
    }

    /// Called when an end is closed. Returns true if no descriptor has the pipe open any more.
    pub(crate) fn close(&mut self, end: End) -> bool {
        match end {
            End::Read => self.reader_count -= 1,
            End::Write => self.writer_count -= 1,
        }
        self.reader_count == 0 && self.writer_count == 0
    }

    /// Reads bytes; 0 bytes at the end. The returned flag says whether the other end has become ready.
    pub(crate) fn read(&mut self, buf: &mut [u8]) -> SysResult<(usize, bool)> {
        if self.bytes.is_empty() && !buf.is_empty() && !self.is_at_end() {
            return Err(libc::EAGAIN);
        }
        let n = take_bytes(&mut self.bytes, buf);
        let wakes = self.had_starved_writer && self.has_room();
        self.had_starved_writer &= !wakes;
        Ok((n, wakes))
    }

    /// Writes as many bytes as fit.
    pub(crate) fn write(&mut self, buf: &[u8]) -> SysResult<usize> {
        if self.is_broken() {
            return Err(libc::EPIPE);
        }
        let room = CAPACITY - self.bytes.len();
        let fits = if buf.len() <= PIPE_BUF { buf.len() <= room } else { room > 0 };
        if !fits {
            self.had_starved_writer = true;
            return Err(libc::EAGAIN);
        }
        let n = buf.len().min(room);
        self.bytes.extend(&buf[..n]);
        Ok(n)
    }

    /// How many bytes can be read.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(crate) fn has_reader(&self) -> bool {
        self.reader_count > 0
    }

    fn is_at_end(&self) -> bool {
        self.writer_count == 0 && self.had_writer
    }

    fn is_broken(&self) -> bool {
        self.reader_count == 0 && self.had_reader
    }

    fn has_room(&self) -> bool {
        CAPACITY - self.bytes.len() >= PIPE_BUF
    }

    /// Reports whether reading would not wait, whether writing would not, and whether there is an end or an error.
    pub(crate) fn readiness(&self, end: End) -> (bool, bool, bool) {
        match end {
            End::Read => (!self.bytes.is_empty() || self.is_at_end(), false, self.is_at_end()),
            End::Write => (false, self.has_room() || self.is_broken(), self.is_broken()),
        }
    }
}

/// Moves bytes from the front into `buf`; returns how many.
pub(crate) fn take_bytes(bytes: &mut VecDeque<u8>, buf: &mut [u8]) -> usize {
    let n = buf.len().min(bytes.len());
    let (front, back) = bytes.as_slices();
    let first = n.min(front.len());
    buf[..first].copy_from_slice(&front[..first]);
    buf[first..n].copy_from_slice(&back[..n - first]);
    bytes.drain(..n);
    n
}

#[cfg(test)]
mod tests {
    use super::{CAPACITY, End, Pipe};

    fn new_pipe() -> Pipe {
        let mut pipe = Pipe::default();
        pipe.open(End::Read);
        pipe.open(End::Write);
        pipe
    }

    #[test]
    fn pipe_bytes_are_read_in_order() {
        let mut pipe = new_pipe();
        let mut buf = [0; 3];
        assert_eq!(pipe.read(&mut buf), Err(libc::EAGAIN));
        assert_eq!(pipe.write(b"abcd"), Ok(4));
        assert_eq!(pipe.read(&mut buf), Ok((3, false)));
        assert_eq!(&buf, b"abc");
        assert!(!pipe.close(End::Write));
        assert_eq!(pipe.read(&mut buf), Ok((1, false)));
        assert_eq!(pipe.read(&mut buf), Ok((0, false)));
        assert_eq!(pipe.readiness(End::Read), (true, false, true));
    }

    #[test]
    fn a_full_pipe_takes_a_part_and_then_nothing() {
        let mut pipe = new_pipe();
        assert_eq!(pipe.write(&[1; CAPACITY + 10]), Ok(CAPACITY));
        assert_eq!(pipe.write(&[1; 10]), Err(libc::EAGAIN));
        assert_eq!(pipe.readiness(End::Write), (false, false, false));
        assert_eq!(pipe.read(&mut [0; 100]), Ok((100, false)));
        // A write of ten bytes would fit, but a writer that waits with a larger write is not woken when a hundred bytes
        // are free.
        assert_eq!(pipe.read(&mut [0; 4000]), Ok((4000, true)));
        assert_eq!(pipe.readiness(End::Write), (false, true, false));
    }

    #[test]
    fn writing_to_a_pipe_without_readers_fails() {
        let mut pipe = new_pipe();
        assert!(!pipe.close(End::Read));
        assert_eq!(pipe.write(b"x"), Err(libc::EPIPE));
        assert!(pipe.close(End::Write));
    }

    #[test]
    fn a_named_pipe_waits_for_its_first_writer() {
        let mut pipe = Pipe::default();
        pipe.open(End::Read);
        assert_eq!(pipe.read(&mut [0; 1]), Err(libc::EAGAIN));
    }
}
