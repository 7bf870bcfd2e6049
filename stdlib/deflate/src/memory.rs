//! The layout of a stream's state in words and bytes that the caller owns, so that Go's collector can manage them.

use crate::Level;
use crate::bits::BitBuffer;
use crate::block::{BlockWriter, OpenBlockCodes};
use crate::fast;
use crate::format::{MAX_STORED_BYTES, WINDOW};
use crate::lazy::{BLOCK_TOKENS, CHAIN_COUNT, LazyState, WINDOW_BUFFER_BYTES};
use crate::tokens::{DISTANCE_WORDS, SYMBOL_WORDS, Tokens};

/// The sizes of the state of a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StateSizes {
    /// The number of 32-bit words, which must be zero at first.
    pub words: usize,
    /// The number of bytes, into which the data to compress is put.
    pub bytes: usize,
}

/// The number of words for the fields of [`StreamHeader`], and for the single values of the tokens, blocks and pending
/// output.
const HEADER_WORDS: usize = 24;
/// The number of words for the output that Go's writer would not have written yet.
const PENDING_WORDS: usize = 64;

/// Returns the number of bytes of history that levels 1 to 6 keep before they drop all but a window. Level 4's results
/// depend on positions in the history, so its limit must be Go's.
pub(crate) const fn max_history_bytes(level: u32) -> usize {
    if level == 4 { 5 * MAX_STORED_BYTES } else { WINDOW + MAX_STORED_BYTES }
}

/// Returns the sizes of the state of a stream at a level.
#[must_use]
pub fn state_sizes(level: Level) -> StateSizes {
    let (tokens, table, bytes) = match level {
        Level::Stored => (0, 0, MAX_STORED_BYTES),
        Level::Literals => (0, 0, WINDOW),
        Level::Fast(n) => (1 << 16, fast::table_words(n), max_history_bytes(n) + MAX_STORED_BYTES),
        Level::Lazy(_) => (BLOCK_TOKENS, CHAIN_COUNT + WINDOW, WINDOW_BUFFER_BYTES),
    };
    let fixed = HEADER_WORDS + PENDING_WORDS + 2 * (SYMBOL_WORDS + DISTANCE_WORDS) + 256;
    StateSizes { words: fixed + tokens + table, bytes }
}

/// The counters and offsets of a stream that persist between calls.
#[derive(Clone, Copy)]
pub(crate) struct StreamHeader {
    /// Whether the state has been reset at least once.
    pub(crate) was_reset: bool,
    /// For levels 1 to 6: the difference between table entries and positions, and the number of bytes in the history.
    pub(crate) entry_base: i32,
    pub(crate) history_len: usize,
    /// For levels 7 to 9: the state of the search.
    pub(crate) lazy_state: LazyState,
}

/// The state, split into its parts.
pub(crate) struct Memory<'a> {
    pub(crate) header: StreamHeader,
    header_words: &'a mut [u32; HEADER_WORDS],
    pending_output_words: &'a mut [u32; PENDING_WORDS],
    pub(crate) tokens: Tokens<'a>,
    pub(crate) blocks: BlockWriter<'a>,
    pub(crate) literal_costs: &'a mut [u32; 256],
    pub(crate) table: &'a mut [u32],
}

/// Splits `N` words off the beginning of `rest`.
fn take_words<'a, const N: usize>(rest: &mut &'a mut [u32]) -> Option<&'a mut [u32; N]> {
    let (first, others) = std::mem::take(rest).split_first_chunk_mut()?;
    *rest = others;
    Some(first)
}

impl<'a> Memory<'a> {
    /// Splits the words of a stream into the state's parts; returns none if there are too few words.
    pub(crate) fn new(level: Level, words: &'a mut [u32]) -> Option<Self> {
        if words.len() < state_sizes(level).words {
            return None;
        }
        let mut rest = words;
        let numbers: &mut [u32; HEADER_WORDS] = take_words(&mut rest)?;
        let pending = take_words(&mut rest)?;
        let (symbols, distances) = (take_words(&mut rest)?, take_words(&mut rest)?);
        let (symbol_words, distance_words) = (take_words(&mut rest)?, take_words(&mut rest)?);
        let costs = take_words(&mut rest)?;
        let of_tokens = match level {
            Level::Stored | Level::Literals => 0,
            Level::Fast(_) => 1 << 16,
            Level::Lazy(_) => BLOCK_TOKENS,
        };
        let (list, table) = rest.split_at_mut(of_tokens);
        let mut get = numbers.iter().copied();
        let mut number = || get.next().unwrap_or(0) as usize;
        let begun = number() != 0;
        let head = StreamHeader {
            was_reset: begun,
            entry_base: number() as i32,
            history_len: number(),
            lazy_state: LazyState {
                index: number(),
                window_end: number(),
                previous_length: number(),
                previous_distance: number(),
                chain_entry: number() as i32,
                entry_base: number() as i32,
                literal_run_length: number() as u16,
                has_pending: number() != 0,
                block_start: number().checked_sub(1),
                is_interrupted: number() != 0,
            },
        };
        let tokens = Tokens {
            tokens: list,
            len: number(),
            symbol_counts: symbols,
            distance_counts: distances,
        };
        let codes =
            [OpenBlockCodes::None, OpenBlockCodes::Full, OpenBlockCodes::Literals][number() % 3];
        let header = number();
        let (rest, rest_len, buffered) = (number() as u64, number() as u32, number());
        let bytes = pending.iter().flat_map(|word| word.to_le_bytes()).take(number()).collect();
        let blocks = BlockWriter {
            bits: BitBuffer::resume(bytes, rest, rest_len, buffered),
            codes,
            header_bits: header,
            reuse_penalty: level.reuse_penalty(),
            input_offset: None,
            symbol_words,
            distance_words,
        };
        Some(Self {
            header: head,
            header_words: numbers,
            pending_output_words: pending,
            tokens,
            blocks,
            literal_costs: costs,
            table,
        })
    }

    /// Stores the fields of [`StreamHeader`] and the other single values in the state's words, and returns the output.
    pub(crate) fn store_header(self) -> BitBuffer {
        let (bytes, rest, rest_len, buffered) = self.blocks.bits.pending();
        let (head, lazy) = (self.header, self.header.lazy_state);
        *self.header_words = [
            u32::from(head.was_reset),
            head.entry_base as u32,
            head.history_len as u32,
            lazy.index as u32,
            lazy.window_end as u32,
            lazy.previous_length as u32,
            lazy.previous_distance as u32,
            lazy.chain_entry as u32,
            lazy.entry_base as u32,
            u32::from(lazy.literal_run_length),
            u32::from(lazy.has_pending),
            lazy.block_start.map_or(0, |block| block as u32 + 1),
            u32::from(lazy.is_interrupted),
            self.tokens.len as u32,
            self.blocks.codes as u32,
            self.blocks.header_bits as u32,
            rest as u32,
            rest_len,
            buffered as u32,
            bytes.len() as u32,
            0,
            0,
            0,
            0,
        ];
        for (word, bytes) in self.pending_output_words.iter_mut().zip(bytes.chunks(4)) {
            let mut four = [0; 4];
            four[..bytes.len()].copy_from_slice(bytes);
            *word = u32::from_le_bytes(four);
        }
        self.blocks.bits
    }

    /// Resets the state to a new stream's.
    pub(crate) fn reset_state(&mut self, level: Level) {
        match level {
            Level::Stored | Level::Literals => {}
            Level::Fast(_) => {
                if !self.header.was_reset {
                    self.header.entry_base = MAX_STORED_BYTES as i32;
                }
                self.forget_history();
            }
            Level::Lazy(_) => {
                if self.header.was_reset {
                    self.table.fill(0);
                }
                self.header.lazy_state = LazyState::new();
            }
        }
        self.header.was_reset = true;
        self.tokens.clear();
        self.blocks.bits = BitBuffer::default();
        self.blocks.codes = OpenBlockCodes::None;
    }

    /// Forgets the history, at levels 1 to 6. The tables' old entries are then too far away to be used.
    pub(crate) fn forget_history(&mut self) {
        if self.header.entry_base <= fast::MAX_BASE {
            self.header.entry_base += (WINDOW + self.header.history_len) as i32;
        }
        self.header.history_len = 0;
    }
}
