//! Compresses to DEFLATE (RFC 1951) with the decisions of Go 1.27's compress/flate, so that the bytes are Go's.
//!
//! Golden files of Go's users contain compressed bytes, so Go's exact output is a promise in practice. The decisions
//! that determine the bytes are described module by module, as facts: which hashes find which candidates ([`fast`],
//! [`lazy`]), when a block ends and with which codes it is written ([`block`]), which of several best codes is taken
//! ([`huffman`]), and in which pieces the bytes are written ([`bits`]).
//!
//! The following facts, the constants and the order of steps are derived from Go's compress/flate:
//!
//! > Copyright 2009 The Go Authors. All rights reserved. Use of this source code is governed by a BSD-style license.
//!
//! The licence is in NOTICE at the root of the repository.
//!
//! # Levels
//! Level 0 stores. Level -2 writes only literals, in blocks of 32,768 bytes. Levels 1 to 6 search blocks of 65,535
//! bytes ([`fast`]), 7 to 9 a window of 65,536 bytes ([`lazy`]), and -1 is level 6. At levels 1 to 6 a block without a
//! match is stored, and a block with more tokens than 15/16 of its bytes is written as literals.
//!
//! # Flush and Close
//! Data is compressed when the room for it is full and more comes, at a Flush, and at Close. A Flush ends with an empty
//! stored block, a stream with an empty block that has the fixed codes. At levels 1 to 6, fewer than 128 bytes before a
//! Flush or Close are not searched: up to 32 are stored, more are written as literals, and the history is forgotten.
//!
//! # State
//! A stream's state lies in words and bytes that the caller owns ([`state_sizes`]). A call allocates only its output,
//! and resetting a stream reuses the state.

mod bits;
mod block;
mod fast;
mod format;
mod huffman;
mod lazy;
mod memory;
mod tokens;

pub use bits::{BitBuffer, Piece};
pub use memory::{StateSizes, state_sizes};

use format::{MAX_STORED_BYTES, WINDOW};
use lazy::{SearchLimits, WINDOW_BUFFER_BYTES};
use memory::{Memory, max_history_bytes};

/// The compression level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Level 0.
    Stored,
    /// Level -2, Go's HuffmanOnly.
    Literals,
    /// Levels 1 to 6.
    Fast(u32),
    /// Levels 7 to 9.
    Lazy(i32),
}

impl Level {
    /// Returns the level with this number; none if there is no such level.
    #[must_use]
    pub fn new(number: i64) -> Option<Self> {
        match number {
            -2 => Some(Self::Literals),
            -1 => Some(Self::Fast(6)),
            0 => Some(Self::Stored),
            1..=6 => Some(Self::Fast(number as u32)),
            7..=9 => Some(Self::Lazy(number as i32)),
            _ => None,
        }
    }

    /// Returns the exponent of the penalty: new codes must save `1 / 2^penalty` of the bits.
    fn reuse_penalty(self) -> u32 {
        match self {
            Self::Stored => 0,
            Self::Literals => 10,
            Self::Fast(_) => 7,
            Self::Lazy(_) => 8,
        }
    }
}

/// The reason for compressing the data now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlushMode {
    /// The room for data is full.
    Full,
    /// A Flush: all data so far must be written.
    Flush,
    /// No more data comes, but the end of the stream is not written yet.
    Last,
    /// No more data comes, and the end of the stream is written.
    Close,
}

/// The results of one call of the compressor.
#[derive(Debug)]
pub struct Step {
    /// The output of the call.
    pub output: BitBuffer,
    /// The offset in the bytes at which the next data is put.
    pub data_end: usize,
    /// The end of the room for data.
    pub room_end: usize,
    /// Whether the call stopped early because it was long, and must be repeated.
    pub must_repeat: bool,
}

/// Resets the state to a new stream. Words that were never used must be zero. Returns none if `words` has too few words
/// for the level.
#[must_use]
pub fn reset_stream(level: Level, words: &mut [u32]) -> Option<Step> {
    let mut memory = Memory::new(level, words)?;
    memory.reset_state(level);
    Some(finish_step(level, memory, 0, false))
}

/// Sets the data before a new stream to `dictionary`.
#[must_use]
pub fn preset_dictionary(
    level: Level,
    words: &mut [u32],
    bytes: &mut [u8],
    dictionary: &[u8],
) -> Option<Step> {
    let mut memory = Memory::new(level, words)?;
    let dictionary = &dictionary[dictionary.len().saturating_sub(WINDOW)..];
    let mut end = 0;
    match level {
        Level::Stored | Level::Literals => {}
        Level::Fast(n) => {
            end = dictionary.len();
            bytes.get_mut(..end)?.copy_from_slice(dictionary);
            search_level(n, &mut memory, bytes, end)?;
            memory.tokens.clear();
            memory.header.history_len = end;
        }
        Level::Lazy(n) => {
            let mut lazy = SearchLimits::of_level(n).lazy_search(&mut memory, bytes)?;
            lazy.preset_dictionary(dictionary);
            end = lazy.state.window_end;
            memory.header.lazy_state = lazy.state;
        }
    }
    Some(finish_step(level, memory, end, false))
}

/// Compresses the data in `bytes` up to `end`. Returns none if the state has too few words for the level.
#[must_use]
pub fn compress_step(
    level: Level,
    words: &mut [u32],
    bytes: &mut [u8],
    end: usize,
    until: FlushMode,
) -> Option<Step> {
    let mut memory = Memory::new(level, words)?;
    let end_of_block = until != FlushMode::Full;
    let (mut next, mut more) = (0, false);
    match level {
        Level::Stored => {
            let data = bytes.get(..end)?;
            memory.blocks.input_offset = Some(0);
            if !data.is_empty() {
                memory.blocks.write_stored_block(data);
            }
        }
        Level::Literals => {
            let data = bytes.get(..end)?;
            memory.blocks.input_offset = Some(0);
            if !data.is_empty() {
                memory.blocks.write_literal_block(data, end_of_block);
            }
        }
        Level::Fast(n) => {
            fast_step(n, &mut memory, bytes, end, end_of_block)?;
            next = memory.header.history_len;
        }
        Level::Lazy(n) => {
            memory.header.lazy_state.window_end = end;
            let mut lazy = SearchLimits::of_level(n).lazy_search(&mut memory, bytes)?;
            lazy.must_flush = end_of_block;
            more = !lazy.run_search();
            let numbers = lazy.state;
            memory.header.lazy_state = numbers;
            next = numbers.window_end;
        }
    }
    match until {
        _ if more => {}
        FlushMode::Full | FlushMode::Last => {}
        FlushMode::Flush => memory.blocks.write_sync_marker(),
        FlushMode::Close => memory.blocks.close(),
    }
    Some(finish_step(level, memory, next, more))
}

fn finish_step(level: Level, memory: Memory<'_>, end: usize, more: bool) -> Step {
    let room = match level {
        Level::Stored => MAX_STORED_BYTES,
        Level::Literals => WINDOW,
        Level::Fast(_) => end + MAX_STORED_BYTES,
        Level::Lazy(_) => WINDOW_BUFFER_BYTES,
    };
    Step { output: memory.store_header(), data_end: end, room_end: room, must_repeat: more }
}

/// Makes tokens of the bytes from the end of the history up to `end`, and returns their new end: the history may move
/// to the front.
fn search_level(
    level: u32,
    memory: &mut Memory<'_>,
    bytes: &mut [u8],
    end: usize,
) -> Option<usize> {
    let head = &mut memory.header;
    if head.entry_base >= fast::MAX_BASE {
        fast::rebase_entries(memory.table, head.entry_base, head.history_len);
        head.entry_base = WINDOW as i32;
    }
    let mut end = end;
    if end > max_history_bytes(level) {
        let from = head.history_len.checked_sub(WINDOW)?;
        bytes.copy_within(from..end, 0);
        head.entry_base += from as i32;
        head.history_len = WINDOW;
        end -= from;
    }
    let src = bytes.get(..end)?;
    fast::scan_at_level(
        level,
        memory.table,
        src,
        head.history_len,
        head.entry_base,
        &mut memory.tokens,
    )?;
    Some(end)
}

/// Compresses the data up to `end` at levels 1 to 6.
fn fast_step(
    level: u32,
    memory: &mut Memory<'_>,
    bytes: &mut [u8],
    end: usize,
    end_of_block: bool,
) -> Option<()> {
    let data = bytes.get(memory.header.history_len..end)?;
    memory.blocks.input_offset = Some(memory.header.history_len);
    if data.is_empty() {
        return Some(());
    }
    if end_of_block && data.len() < 128 {
        if data.len() <= 32 {
            memory.blocks.write_stored_block(data);
        } else {
            memory.blocks.write_literal_block(data, true);
        }
        memory.forget_history();
        return Some(());
    }
    let end = search_level(level, memory, bytes, end)?;
    memory.blocks.input_offset = Some(memory.header.history_len);
    let data = bytes.get(memory.header.history_len..end)?;
    if memory.tokens.len == 0 {
        memory.blocks.write_stored_block(data);
    } else if memory.tokens.len > data.len() - (data.len() >> 4) {
        memory.blocks.write_literal_block(data, end_of_block);
    } else {
        memory.blocks.write_dynamic_block(&mut memory.tokens, Some(data), end_of_block);
    }
    memory.tokens.clear();
    memory.header.history_len = end;
    Some(())
}

/// Compresses `data` as a whole stream.
#[must_use]
pub fn compress(level: Level, data: &[u8]) -> Vec<u8> {
    let sizes = state_sizes(level);
    let (mut words, mut bytes) = (vec![0; sizes.words], vec![0; sizes.bytes]);
    let mut out = Vec::with_capacity(data.len() / 3);
    let (mut rest, mut until) = (data, FlushMode::Full);
    let mut state = reset_stream(level, &mut words);
    while let Some(Step { data_end: end, room_end: room, must_repeat: more, .. }) = state {
        if !more {
            if until == FlushMode::Close {
                break;
            }
            let (part, others) = rest.split_at(rest.len().min(room - end));
            bytes[end..end + part.len()].copy_from_slice(part);
            (rest, until) =
                (others, if others.is_empty() { FlushMode::Close } else { FlushMode::Full });
            state = compress_step(level, &mut words, &mut bytes, end + part.len(), until);
        } else {
            state = compress_step(level, &mut words, &mut bytes, end, until);
        }
        for piece in state.iter().flat_map(|step| step.output.pieces()) {
            match piece {
                Piece::Made(made) => out.extend_from_slice(made),
                Piece::Given(range) => out.extend_from_slice(&bytes[range]),
            }
        }
    }
    out
}

/// Compresses `data` to a gzip file without name and time.
#[must_use]
pub fn gzip(level: Level, data: &[u8]) -> Vec<u8> {
    let mut file = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
    file.extend(compress(level, data));
    file.extend(crc32fast::hash(data).to_le_bytes());
    file.extend((data.len() as u32).to_le_bytes());
    file
}
