//! The bits that are written, and the pieces in which Go's writer gives them to the writer below.
//!
//! Go gathers bits in a word, moves them to a buffer six bytes at a time, and writes the buffer when it holds at least
//! 246 bytes; a stored block's bytes are written by themselves. A program can see both: in the number of writes, and in
//! what has not been written before a Flush. Here the bits go to one growing buffer, and the ends of the pieces follow
//! from how many bits there are.

use crate::huffman::Word;
use std::ops::Range;

/// From so many bytes on the buffer is written.
const PIECE: usize = 246;
/// Go moves so many bytes at once from its word of bits to its buffer.
const UNIT: usize = 6;

/// Bytes that are written by one call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece<'a> {
    /// These bytes.
    Made(&'a [u8]),
    /// Those of the stream's own bytes that lie there.
    Given(Range<usize>),
}

/// The output of a call.
#[derive(Default, Debug)]
pub struct Bits {
    /// Whole bytes; room for what is being written lies behind `len`.
    bytes: Vec<u8>,
    len: usize,
    /// Fewer than eight bits that follow the bytes, the first one lowest.
    rest: u64,
    rest_len: u32,
    /// The ends of pieces; behind some of them those that are given.
    cuts: Vec<usize>,
    given: Vec<(usize, Range<usize>)>,
    /// How many bytes behind the last piece are in Go's buffer; those that follow are in its word.
    buffered: usize,
}

impl Bits {
    /// Goes on behind bytes of which the first `buffered` are in Go's buffer.
    pub(crate) fn resume(bytes: Vec<u8>, rest: u64, rest_len: u32, buffered: usize) -> Self {
        Self { len: bytes.len(), bytes, rest, rest_len, buffered, ..Self::default() }
    }

    /// The bytes and bits that have not been written yet, as [`resume`](Self::resume) takes them.
    pub(crate) fn pending(&self) -> (&[u8], u64, u32, usize) {
        (&self.bytes[self.last_cut()..self.len], self.rest, self.rest_len, self.buffered)
    }

    /// The pieces that are to be written.
    pub fn pieces(&self) -> impl Iterator<Item = Piece<'_>> {
        let mut given = self.given.iter().peekable();
        let (mut from, mut cuts) = (0, self.cuts.iter().enumerate().peekable());
        std::iter::from_fn(move || {
            let before = cuts.peek().map_or(self.cuts.len(), |(i, _)| *i);
            if let Some((_, range)) = given.next_if(|(at, _)| *at == before) {
                return Some(Piece::Given(range.clone()));
            }
            let (_, &to) = cuts.next()?;
            Some(Piece::Made(&self.bytes[std::mem::replace(&mut from, to)..to]))
        })
    }

    fn last_cut(&self) -> usize {
        self.cuts.last().copied().unwrap_or(0)
    }

    fn cut(&mut self, at: usize) {
        self.cuts.push(at);
        self.buffered = 0;
    }

    /// Makes room for so many more bits.
    fn reserve(&mut self, bits: usize) {
        let needed = self.len + bits / 8 + 16;
        if self.bytes.len() < needed {
            self.bytes.resize(needed, 0);
        }
    }

    /// Moves full units to Go's buffer.
    fn settle(&mut self) {
        let mut from = self.last_cut();
        loop {
            let bits = 8 * (self.len - from - self.buffered) + self.rest_len as usize;
            if bits < 8 * UNIT {
                return;
            }
            self.buffered += UNIT;
            if self.buffered >= PIECE {
                from += self.buffered;
                self.cut(from);
            }
        }
    }

    /// Writes up to 32 bits.
    pub(crate) fn put(&mut self, bits: u64, n: u32) {
        self.write(64, |out| out.put(bits, n));
    }

    /// Writes all up to now, the last byte filled with zeros.
    pub(crate) fn flush(&mut self) {
        if self.rest_len > 0 {
            self.put(0, 8 - self.rest_len);
        }
        if self.len > self.last_cut() {
            self.cut(self.len);
        }
    }

    /// Writes bytes by themselves, behind whole bytes.
    pub(crate) fn put_bytes(&mut self, bytes: &[u8]) {
        self.flush();
        self.bytes.truncate(self.len);
        self.bytes.extend_from_slice(bytes);
        self.len += bytes.len();
        self.cut(self.len);
    }

    /// Writes bytes that the stream has, by themselves, behind whole bytes.
    pub(crate) fn put_given(&mut self, bytes: Range<usize>) {
        self.flush();
        self.given.push((self.cuts.len(), bytes));
    }

    /// Has `write` write at most so many bits, of which Go moves a unit to its buffer as soon as it is full.
    pub(crate) fn write(&mut self, most: usize, write: impl FnOnce(&mut BitWriter<'_>)) {
        self.write_unsettled(most, write);
        self.settle();
    }

    /// Writes the code words of bytes, at most so many bits. Go does so three at a time, and moves all whole bytes to
    /// its buffer before; the last one to three follow as other symbols do.
    pub(crate) fn put_words(&mut self, most: usize, bytes: &[u8], words: &[Word; 256]) {
        let (triples, last) = bytes.split_at(bytes.len().saturating_sub(1) / 3 * 3);
        let mut cuts = std::mem::take(&mut self.cuts);
        let (mut from, mut buffered) = (cuts.last().copied().unwrap_or(0), self.buffered);
        self.write_unsettled(most, |out| {
            for triple in triples.as_chunks::<3>().0 {
                if out.at - from >= PIECE {
                    from = out.at;
                    cuts.push(from);
                }
                buffered = out.at - from;
                triple.iter().for_each(|byte| out.word(words[usize::from(*byte)]));
                out.drain();
            }
            last.iter().for_each(|byte| out.word(words[usize::from(*byte)]));
            out.drain();
        });
        (self.cuts, self.buffered) = (cuts, buffered);
        self.settle();
    }

    fn write_unsettled(&mut self, most: usize, write: impl FnOnce(&mut BitWriter<'_>)) {
        self.reserve(most);
        let mut out =
            BitWriter { bits: self.rest, n: self.rest_len, at: self.len, bytes: &mut self.bytes };
        write(&mut out);
        (self.rest, self.rest_len, self.len) = (out.bits, out.n, out.at);
    }
}

/// Writes bits to the room behind the bytes.
pub(crate) struct BitWriter<'a> {
    bits: u64,
    n: u32,
    at: usize,
    bytes: &'a mut [u8],
}

impl BitWriter<'_> {
    /// Adds bits: between two calls of [`drain`](Self::drain) at most 56.
    #[inline]
    pub(crate) fn add(&mut self, bits: u64, n: u32) {
        self.bits |= bits << self.n;
        self.n += n;
    }

    /// Adds a code word.
    #[inline]
    pub(crate) fn word(&mut self, word: Word) {
        self.add(word.bits(), word.len());
    }

    /// Moves whole bytes to the buffer.
    #[inline]
    pub(crate) fn drain(&mut self) {
        self.bytes[self.at..self.at + 8].copy_from_slice(&self.bits.to_le_bytes());
        let whole = self.n & !7;
        self.at += whole as usize / 8;
        self.bits >>= whole;
        self.n -= whole;
    }

    #[inline]
    pub(crate) fn put(&mut self, bits: u64, n: u32) {
        self.add(bits, n);
        self.drain();
    }
}
