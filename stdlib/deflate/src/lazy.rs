//! Levels 7 to 9: matches are found by hash chains, and taken only if the next position has no longer match.
//!
//! # Decisions
//! The window has 65,536 bytes. The window is searched when it is full, up to 262 bytes before its end, and then moved
//! by 32,768. The chain of a position lists the earlier positions whose four bytes have the same 17-bit hash.
//!
//! | level | a match of … bytes ends the search | … is taken at once | positions of a chain | a longer match must |
//! |---|---|---|---|---|
//! | 7 | 16 | 12 | 24 | be longer |
//! | 8 | 40 | 30 | 64 | be longer |
//! | 9 | 258 | 258 | 1,024 | save more bits |
//!
//! Level 9 values a match by the bits of its bytes as literals, minus its extra bits and 3, and takes it if the value
//! is above 4. The bits of literals are those of a Huffman code for the next 32,768 bytes, made when a search of the
//! window begins; a byte without a code word counts as 1 bit.
//!
//! Before a match is taken, the last position with the hash of the four bytes *behind* the match is tried once: a
//! longer match found there may begin up to two bytes later.
//!
//! When as many literals in a row were written as a chain may have positions, further literals are written without a
//! search: one, and one more for each 64 further literals. A block has 32,768 tokens.

use crate::block::BlockWriter;
use crate::fast::{hash4, load32, match_len};
use crate::format::{
    LENGTH_EXTRA_BITS, LENGTH_SYMBOL, LONGEST_MATCH, SHORTEST_MATCH, WINDOW, distance_extra_bits,
    distance_symbol,
};
use crate::huffman::{CodeWord, MAX_CODE_WORD_BITS, build_code};
use crate::memory::Memory;
use crate::tokens::Tokens;

/// The length of the shortest match that the search looks for.
const MIN_MATCH: usize = 4;
/// The number of bytes that must follow a position before it is searched, unless no more data will come.
const LOOKAHEAD: usize = MIN_MATCH + LONGEST_MATCH;
/// The number of tokens in a block.
pub(crate) const BLOCK_TOKENS: usize = 1 << 15;
/// The size of the window in bytes.
pub(crate) const WINDOW_BUFFER_BYTES: usize = 2 * WINDOW;
/// The number of bits in a hash.
const HASH_BITS: u32 = 17;
/// The number of chains.
pub(crate) const CHAIN_COUNT: usize = 1 << HASH_BITS;
/// The limit of `entry_base`; beyond it the entries are renumbered.
const MAX_BASE: i32 = 1 << 28;
/// The number of candidates after which a search is interrupted, so that other goroutines can run.
const MAX_CANDIDATES: usize = 1 << 17;

/// The limits of the search at a level.
#[derive(Clone, Copy)]
pub(crate) struct SearchLimits {
    /// A match of at least this length is taken without searching the next position.
    max_lazy: usize,
    /// A match of at least this length ends the search for a longer one.
    nice_length: usize,
    /// The number of a chain's positions that are tried.
    max_chain: usize,
}

impl SearchLimits {
    pub(crate) fn of_level(level: i32) -> Self {
        match level {
            7 => Self { max_lazy: 12, nice_length: 16, max_chain: 24 },
            8 => Self { max_lazy: 30, nice_length: 40, max_chain: 64 },
            _ => Self { max_lazy: 258, nice_length: 258, max_chain: 1024 },
        }
    }

    fn weighs_literal_costs(self) -> bool {
        self.max_chain >= 100
    }

    /// Returns the search for the state in `memory`; none if the memory is too small.
    pub(crate) fn lazy_search<'a, 'b>(
        self,
        memory: &'a mut Memory<'b>,
        window: &'a mut [u8],
    ) -> Option<LazySearch<'a, 'b>> {
        let (heads, chains) = memory.table.split_first_chunk_mut()?;
        Some(LazySearch {
            search_limits: self,
            window: window.get_mut(..WINDOW_BUFFER_BYTES)?,
            state: memory.header.lazy_state,
            chain_heads: heads,
            previous_entries: chains.first_chunk_mut()?,
            literal_costs: memory.literal_costs,
            tokens: &mut memory.tokens,
            blocks: &mut memory.blocks,
            must_flush: false,
        })
    }
}

/// The state of the search that persists between calls.
#[derive(Clone, Copy, Default)]
pub(crate) struct LazyState {
    /// The current position.
    pub(crate) index: usize,
    /// The number of bytes in the window.
    pub(crate) window_end: usize,
    /// The match at the previous position; a length of 3 means none.
    pub(crate) previous_length: usize,
    pub(crate) previous_distance: usize,
    /// The last entry of the current chain: a position plus `entry_base`.
    pub(crate) chain_entry: i32,
    /// The difference between entries of chains and positions.
    pub(crate) entry_base: i32,
    /// The number of literals in a row.
    pub(crate) literal_run_length: u16,
    /// Whether the byte before `index` has no token yet.
    pub(crate) has_pending: bool,
    /// The offset at which the block begins; none if that has left the window.
    pub(crate) block_start: Option<usize>,
    /// Whether an interrupted search continues.
    pub(crate) is_interrupted: bool,
}

impl LazyState {
    pub(crate) fn new() -> Self {
        Self {
            previous_length: MIN_MATCH - 1,
            chain_entry: -1,
            entry_base: 1,
            block_start: Some(0),
            ..Self::default()
        }
    }
}

/// The search of a stream at levels 7 to 9.
pub(crate) struct LazySearch<'a, 'b> {
    pub(crate) search_limits: SearchLimits,
    pub(crate) window: &'a mut [u8],
    pub(crate) state: LazyState,
    /// The last entry of each hash, and for each position of the window the previous entry of its chain.
    pub(crate) chain_heads: &'a mut [u32; CHAIN_COUNT],
    pub(crate) previous_entries: &'a mut [u32; WINDOW],
    /// The number of bits of each byte as a literal.
    pub(crate) literal_costs: &'a mut [u32; 256],
    pub(crate) tokens: &'a mut Tokens<'b>,
    pub(crate) blocks: &'a mut BlockWriter<'b>,
    /// Whether the whole window must be compressed now, for a Flush or Close.
    pub(crate) must_flush: bool,
}

/// Returns the extra bits of a match as Go counts them, which is for a distance larger by one. The largest distance has
/// no successor and counts as 129 (Go's table of symbols is indexed by the distance modulo 32,768).
fn match_bits(len: usize, distance: usize) -> u32 {
    let symbol = LENGTH_SYMBOL[(len - SHORTEST_MATCH) & 255];
    let distance = if distance == WINDOW { 128 } else { distance };
    u32::from(LENGTH_EXTRA_BITS[usize::from(symbol)])
        + distance_extra_bits(distance_symbol(distance as u32) as usize)
}

impl LazySearch<'_, '_> {
    #[inline]
    fn hash(&self, at: usize) -> usize {
        hash4::<HASH_BITS>(u64::from(load32(self.window, at)))
    }

    /// Returns the position behind the last position that has four bytes.
    fn insertion_end(&self) -> usize {
        self.state.window_end.saturating_sub(MIN_MATCH - 1)
    }

    /// Inserts a position into its chain, and returns the previous entry of that chain.
    #[inline]
    fn insert_position(&mut self, at: usize) -> i32 {
        let hash = self.hash(at);
        let head = &mut self.chain_heads[hash];
        let before = *head;
        self.previous_entries[at % WINDOW] = before;
        *head = (at as i32 + self.state.entry_base) as u32;
        before as i32
    }

    /// Inserts the current position, and makes its chain the one to search.
    #[inline]
    fn insert_current_position(&mut self) {
        if self.state.index < self.insertion_end() {
            self.state.chain_entry = self.insert_position(self.state.index);
        }
    }

    /// Puts a dictionary into the window as the data before the stream.
    pub(crate) fn preset_dictionary(&mut self, dictionary: &[u8]) {
        let dictionary = &dictionary[dictionary.len().saturating_sub(WINDOW)..];
        let from = self.state.window_end;
        self.window[from..from + dictionary.len()].copy_from_slice(dictionary);
        self.state.window_end += dictionary.len();
        for at in 0..self.insertion_end() {
            self.insert_position(at);
        }
        self.state.index = self.state.window_end;
        self.state.block_start = Some(self.state.window_end);
    }

    /// Writes the block's tokens, which cover the input up to `index`.
    fn write_block(&mut self) {
        let input = self.state.block_start.filter(|&from| from <= self.state.index);
        let input = input.map(|from| &self.window[from..self.state.index]);
        self.blocks.write_dynamic_block(self.tokens, input, self.must_flush);
        self.state.block_start = Some(self.state.index);
        self.tokens.clear();
    }

    #[inline]
    fn write_block_if_full(&mut self) {
        if self.tokens.len == BLOCK_TOKENS {
            self.write_block();
        }
    }

    #[inline]
    fn put_literal(&mut self, at: usize) {
        self.tokens.push_literal(self.window[at]);
        self.write_block_if_full();
    }

    /// Compresses the window; returns false if it was interrupted before the end.
    pub(crate) fn run_search(&mut self) -> bool {
        if self.state.window_end - self.state.index < LOOKAHEAD && !self.must_flush {
            return true;
        }
        if !self.state.is_interrupted
            && self.search_limits.weighs_literal_costs()
            && self.state.window_end > self.state.index
        {
            self.weigh_literals();
        }
        let mut patience = MAX_CANDIDATES;
        loop {
            let lookahead = self.state.window_end - self.state.index;
            if lookahead < LOOKAHEAD {
                if !self.must_flush {
                    break;
                }
                if lookahead == 0 {
                    self.finish_search();
                    break;
                }
            }
            if patience == 0 {
                self.state.is_interrupted = true;
                return false;
            }
            patience = patience.saturating_sub(self.process_position(lookahead));
        }
        self.state.is_interrupted = false;
        self.move_window();
        true
    }

    /// Processes one position, and returns about how many candidates it tried.
    fn process_position(&mut self, lookahead: usize) -> usize {
        self.insert_current_position();
        let before = (self.state.previous_length, self.state.previous_distance);
        (self.state.previous_length, self.state.previous_distance) = (MIN_MATCH - 1, 0);
        let least = self.state.index.saturating_sub(WINDOW) as i32;
        let head = self.state.chain_entry - self.state.entry_base;
        let mut cost = 1;
        if head >= least && lookahead > before.0 && before.0 < self.search_limits.max_lazy {
            cost += self.find(head as usize, lookahead);
        }
        if before.0 >= MIN_MATCH && self.state.previous_length <= before.0 {
            let (len, distance) = self.improve_match(before.0, before.1, lookahead);
            self.tokens.push_short_match(len, distance);
            self.insert_match_positions(len);
            self.state.has_pending = false;
            self.state.previous_length = MIN_MATCH - 1;
            self.write_block_if_full();
            self.state.literal_run_length = 0;
            return cost;
        }
        if self.state.previous_length >= MIN_MATCH {
            self.state.literal_run_length = 0;
        }
        if self.state.has_pending {
            self.state.literal_run_length = self.state.literal_run_length.wrapping_add(1);
            self.put_literal(self.state.index - 1);
            self.state.index += 1;
            self.put_unsearched_literals();
        } else {
            self.state.index += 1;
            self.state.has_pending = true;
        }
        cost
    }

    /// Looks for the best match at `index` in a chain, and returns how many candidates it tried.
    fn find(&mut self, head: usize, lookahead: usize) -> usize {
        let at = self.state.index;
        let most = lookahead.min(LONGEST_MATCH);
        let window = &self.window[..at + most];
        let here = &window[at..];
        let nice_length = self.search_limits.nice_length.min(most);
        let least = at.saturating_sub(WINDOW);
        let (mut len, mut gain) = (MIN_MATCH - 1, 4);
        let mut last = here[len];
        let (mut weighed, mut literals) = (0, 0);
        let mut from = head;
        for tried in 1..=self.search_limits.max_chain {
            if window[from + len] == last {
                let n = match_len(&window[from..], here);
                if n > len {
                    let mut better = true;
                    if self.search_limits.weighs_literal_costs() {
                        let (some, more) = if n >= weighed {
                            (literals, &here[weighed..n])
                        } else {
                            (0, &here[..n])
                        };
                        let bits = more.iter().map(|&byte| self.literal_costs[usize::from(byte)]);
                        (weighed, literals) = (n, some + bits.sum::<u32>());
                        let new = literals as i32 - match_bits(n, at - from) as i32 - 3;
                        better = new > gain;
                        gain = gain.max(new);
                    }
                    if better {
                        len = n;
                        (self.state.previous_length, self.state.previous_distance) = (n, at - from);
                        if n >= nice_length {
                            return tried;
                        }
                        last = here[n];
                    }
                }
            }
            if from <= least {
                return tried;
            }
            match (self.previous_entries[from % WINDOW] as i32).checked_sub(self.state.entry_base) {
                Some(before) if before >= least as i32 => from = before as usize,
                _ => return tried,
            }
        }
        self.search_limits.max_chain
    }

    /// Looks for a longer match by the hash of the bytes behind this match, which begins before `index`. Writes the
    /// literals before the longer match, and returns its length and distance.
    fn improve_match(&mut self, len: usize, distance: usize, lookahead: usize) -> (usize, usize) {
        const MAX_LATER_STARTS: usize = 2;
        let at = self.state.index - 1;
        if len >= LONGEST_MATCH - MAX_LATER_STARTS || at + len >= self.insertion_end() {
            return (len, distance);
        }
        let to = lookahead.min(LONGEST_MATCH + MAX_LATER_STARTS) + at;
        let least = self.state.index.saturating_sub(WINDOW);
        let entry = self.chain_heads[self.hash(at + len)] as i32;
        let from = entry - self.state.entry_base - len as i32;
        if at as i32 - from == distance as i32 || from <= (least + MAX_LATER_STARTS) as i32 {
            return (len, distance);
        }
        let from = from as usize;
        let mut longer = match_len(
            &self.window[at + MAX_LATER_STARTS..to],
            &self.window[from + MAX_LATER_STARTS..],
        );
        if longer <= len {
            return (len, distance);
        }
        for i in (0..MAX_LATER_STARTS).rev() {
            if longer >= LONGEST_MATCH || self.window[at + i] != self.window[from + i] {
                for j in 0..=i {
                    self.put_literal(at + j);
                    self.state.index += 1;
                    self.insert_current_position();
                }
                break;
            }
            longer += 1;
        }
        (longer, at - from)
    }

    /// Inserts the positions of a match that begins before `index`, and moves behind it.
    fn insert_match_positions(&mut self, len: usize) {
        let end = self.state.index + len - 1;
        for at in self.state.index + 1..end.min(self.insertion_end()) {
            self.insert_position(at);
        }
        self.state.index = end;
    }

    /// Writes literals without a search, after many literals in a row.
    fn put_unsearched_literals(&mut self) {
        let Some(n @ 1..) =
            usize::from(self.state.literal_run_length).checked_sub(self.search_limits.max_chain)
        else {
            return;
        };
        for _ in 0..1 + (n >> 6) {
            if self.state.index + 1 >= self.state.window_end {
                break;
            }
            self.put_literal(self.state.index - 1);
            self.insert_current_position();
            self.state.index += 1;
        }
        self.state.has_pending = false;
        self.put_literal(self.state.index - 1);
    }

    /// Writes the remaining tokens at the end of the data.
    fn finish_search(&mut self) {
        if self.state.has_pending {
            self.tokens.push_literal(self.window[self.state.index - 1]);
            self.state.has_pending = false;
        }
        if self.tokens.len > 0 {
            self.write_block();
        }
    }

    /// Computes the number of bits of each literal.
    fn weigh_literals(&mut self) {
        let to = self.state.window_end.min(self.state.index + BLOCK_TOKENS);
        let mut counts = [0; 256];
        for &byte in &self.window[self.state.index..to] {
            counts[usize::from(byte)] += 1;
        }
        let mut words = [CodeWord::default(); 256];
        build_code(&mut words, &counts, MAX_CODE_WORD_BITS);
        *self.literal_costs = words.map(|word| word.len().max(1));
    }

    /// Drops the older half of the window when the window is full.
    fn move_window(&mut self) {
        if self.state.index < WINDOW_BUFFER_BYTES - LOOKAHEAD {
            return;
        }
        self.window.copy_within(WINDOW.., 0);
        self.state.index -= WINDOW;
        self.state.window_end -= WINDOW;
        self.state.block_start = self.state.block_start.and_then(|block| block.checked_sub(WINDOW));
        self.state.entry_base += WINDOW as i32;
        if self.state.entry_base > MAX_BASE {
            let less = self.state.entry_base - 1;
            self.state.entry_base = 1;
            self.state.chain_entry -= less;
            for entry in self.chain_heads.iter_mut().chain(self.previous_entries.iter_mut()) {
                *entry = (*entry as i32 - less).max(0) as u32;
            }
        }
    }
}
