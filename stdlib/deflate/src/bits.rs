//! The bits that are written, and the pieces in which Go's writer passes them to the underlying writer.
//!
//! Go gathers bits in a word, moves them to a buffer six bytes at a time, and writes the buffer when it holds at least
//! 246 bytes; a stored block's bytes are written separately. A program can observe the word and the buffer: by the
//! number of writes, and by the output that is still missing before a Flush. This module puts the bits into one growing
//! buffer and computes the ends of Go's pieces from the number of bits.

use crate::huffman::CodeWord;
use std::ops::Range;

/// Go's writer writes its buffer once the buffer holds at least this number of bytes.
const FLUSH_BYTES: usize = 246;
/// The number of bytes that Go moves at once from its word of bits to its buffer.
const UNIT_BYTES: usize = 6;

/// The bytes that the compressor passes to a single `Write` call of the underlying writer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece<'a> {
    /// Bytes of the output buffer.
    Made(&'a [u8]),
    /// A range of the stream's own bytes.
    Given(Range<usize>),
}

/// The output of one call of the compressor.
#[derive(Default, Debug)]
pub struct BitBuffer {
    /// Whole bytes. Only the first `len` bytes are written; the rest is spare capacity.
    bytes: Vec<u8>,
    len: usize,
    /// The fewer than eight bits that follow the bytes, the first one lowest.
    pending_bits: u64,
    pending_bit_count: u32,
    /// The ends of pieces in `bytes`. `borrowed_ranges` has the ranges of the stream's own bytes that are written
    /// between these pieces, each with the number of piece ends before it.
    piece_ends: Vec<usize>,
    borrowed_ranges: Vec<(usize, Range<usize>)>,
    /// How many bytes after the last piece Go's writer would have in its byte buffer; later bytes would be in its bit
    /// buffer.
    buffered_bytes: usize,
}

impl BitBuffer {
    /// Continues an output whose pending bytes are `bytes`, of which the first `buffered` are in Go's buffer.
    pub(crate) fn resume(bytes: Vec<u8>, rest: u64, rest_len: u32, buffered: usize) -> Self {
        Self {
            len: bytes.len(),
            bytes,
            pending_bits: rest,
            pending_bit_count: rest_len,
            buffered_bytes: buffered,
            ..Self::default()
        }
    }

    /// Returns the bytes and bits that belong to no piece yet, in the form that [`resume`](Self::resume) takes.
    pub(crate) fn pending(&self) -> (&[u8], u64, u32, usize) {
        (
            &self.bytes[self.last_piece_end()..self.len],
            self.pending_bits,
            self.pending_bit_count,
            self.buffered_bytes,
        )
    }

    /// Returns the pieces to write, in order.
    pub fn pieces(&self) -> impl Iterator<Item = Piece<'_>> {
        let mut given = self.borrowed_ranges.iter().peekable();
        let (mut from, mut piece_ends) = (0, self.piece_ends.iter().enumerate().peekable());
        std::iter::from_fn(move || {
            let before = piece_ends.peek().map_or(self.piece_ends.len(), |(i, _)| *i);
            if let Some((_, range)) = given.next_if(|(at, _)| *at == before) {
                return Some(Piece::Given(range.clone()));
            }
            let (_, &to) = piece_ends.next()?;
            Some(Piece::Made(&self.bytes[std::mem::replace(&mut from, to)..to]))
        })
    }

    fn last_piece_end(&self) -> usize {
        self.piece_ends.last().copied().unwrap_or(0)
    }

    fn end_piece(&mut self, at: usize) {
        self.piece_ends.push(at);
        self.buffered_bytes = 0;
    }

    /// Makes room for `bits` more bits.
    fn reserve(&mut self, bits: usize) {
        let needed = self.len + bits / 8 + 16;
        if self.bytes.len() < needed {
            self.bytes.resize(needed, 0);
        }
    }

    /// Does as Go: moves full units of six bytes from the word to the buffer, and ends a piece when the buffer is long
    /// enough.
    fn move_full_units(&mut self) {
        let mut from = self.last_piece_end();
        loop {
            let bits =
                8 * (self.len - from - self.buffered_bytes) + self.pending_bit_count as usize;
            if bits < 8 * UNIT_BYTES {
                return;
            }
            self.buffered_bytes += UNIT_BYTES;
            if self.buffered_bytes >= FLUSH_BYTES {
                from += self.buffered_bytes;
                self.end_piece(from);
            }
        }
    }

    /// Writes up to 32 bits.
    pub(crate) fn put_bits(&mut self, bits: u64, n: u32) {
        self.write(64, |out| out.put_bits(bits, n));
    }

    /// Ends a piece behind everything written so far, with the last byte filled up with zeros.
    pub(crate) fn flush_bits(&mut self) {
        if self.pending_bit_count > 0 {
            self.put_bits(0, 8 - self.pending_bit_count);
        }
        if self.len > self.last_piece_end() {
            self.end_piece(self.len);
        }
    }

    /// Writes bytes as a piece of their own, after filling up the last byte.
    pub(crate) fn put_bytes(&mut self, bytes: &[u8]) {
        self.flush_bits();
        self.bytes.truncate(self.len);
        self.bytes.extend_from_slice(bytes);
        self.len += bytes.len();
        self.end_piece(self.len);
    }

    /// Writes a range of the stream's own bytes as a piece of its own, after filling up the last byte.
    pub(crate) fn put_stream_bytes(&mut self, bytes: Range<usize>) {
        self.flush_bits();
        self.borrowed_ranges.push((self.piece_ends.len(), bytes));
    }

    /// Runs `write`, which writes at most `most` bits. For each symbol, Go moves a unit to its buffer as soon as it is
    /// full.
    pub(crate) fn write(&mut self, most: usize, write: impl FnOnce(&mut BitWriter<'_>)) {
        self.write_without_moving_units(most, write);
        self.move_full_units();
    }

    /// Writes the code words of bytes, which take at most `most` bits. Go writes the code words of three bytes at a
    /// time, and before that moves all whole bytes to its buffer; the last one to three bytes follow as other symbols
    /// do.
    pub(crate) fn put_code_words(&mut self, most: usize, bytes: &[u8], words: &[CodeWord; 256]) {
        let (triples, last) = bytes.split_at(bytes.len().saturating_sub(1) / 3 * 3);
        let mut piece_ends = std::mem::take(&mut self.piece_ends);
        let (mut from, mut buffered) =
            (piece_ends.last().copied().unwrap_or(0), self.buffered_bytes);
        self.write_without_moving_units(most, |out| {
            for triple in triples.as_chunks::<3>().0 {
                if out.output_offset - from >= FLUSH_BYTES {
                    from = out.output_offset;
                    piece_ends.push(from);
                }
                buffered = out.output_offset - from;
                triple.iter().for_each(|byte| out.put_code_word(words[usize::from(*byte)]));
                out.move_bytes();
            }
            last.iter().for_each(|byte| out.put_code_word(words[usize::from(*byte)]));
            out.move_bytes();
        });
        (self.piece_ends, self.buffered_bytes) = (piece_ends, buffered);
        self.move_full_units();
    }

    fn write_without_moving_units(&mut self, most: usize, write: impl FnOnce(&mut BitWriter<'_>)) {
        self.reserve(most);
        let mut out = BitWriter {
            pending_bits: self.pending_bits,
            pending_bit_count: self.pending_bit_count,
            output_offset: self.len,
            bytes: &mut self.bytes,
        };
        write(&mut out);
        (self.pending_bits, self.pending_bit_count, self.len) =
            (out.pending_bits, out.pending_bit_count, out.output_offset);
    }
}

/// Writes bits behind the bytes of a [`BitBuffer`].
pub(crate) struct BitWriter<'a> {
    pending_bits: u64,
    pending_bit_count: u32,
    output_offset: usize,
    bytes: &'a mut [u8],
}

impl BitWriter<'_> {
    /// Adds bits; at most 56 may be added between two calls of [`move_bytes`](Self::move_bytes).
    #[inline]
    pub(crate) fn add(&mut self, bits: u64, n: u32) {
        self.pending_bits |= bits << self.pending_bit_count;
        self.pending_bit_count += n;
    }

    /// Adds a code word.
    #[inline]
    pub(crate) fn put_code_word(&mut self, word: CodeWord) {
        self.add(word.code_bits(), word.len());
    }

    /// Moves whole bytes to the output.
    #[inline]
    pub(crate) fn move_bytes(&mut self) {
        self.bytes[self.output_offset..self.output_offset + 8]
            .copy_from_slice(&self.pending_bits.to_le_bytes());
        let whole = self.pending_bit_count & !7;
        self.output_offset += whole as usize / 8;
        self.pending_bits >>= whole;
        self.pending_bit_count -= whole;
    }

    #[inline]
    pub(crate) fn put_bits(&mut self, bits: u64, n: u32) {
        self.add(bits, n);
        self.move_bytes();
    }
}
