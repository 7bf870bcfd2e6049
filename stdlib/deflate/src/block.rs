//! Writes blocks: with codes of their own, with the previous block's codes, with the fixed codes, or stored.
//!
//! # Decisions
//! A block of tokens ([`BlockWriter::write_dynamic_block`]) continues under the previous block's codes if these have
//! words for all of its symbols, unless new codes are estimated to be cheaper. The estimate for new codes is the sum of
//! the size of the last header, the entropy ([`Tokens::estimated_bits`]) and a word for the end, plus a penalty of `1 /
//! 2^penalty` of it. The end of a block is written when the next block does not continue under the block's codes.
//! Blocks of fewer than 250 tokens use the fixed codes if these are cheaper (where the block could continue: by more
//! than 7 bits). A block is stored if its stored form, with 5 bytes for the header, is not longer than its coded form.
//! A block whose end must be written at once, before a Flush, leaves no codes for the next block to continue with.
//!
//! A block of literals only ([`BlockWriter::write_literal_block`]) is stored, too, in two cases: if it has more than
//! 1,024 bytes and all byte values are about equally frequent, or if the stored form is not longer than the estimate
//! (literals, 70 bytes for a header if one is needed, and the penalty). Only another block of literals can continue
//! under its code, which has no words for lengths.

use crate::bits::BitBuffer;
use crate::format::{
    DISTANCE_BASE, DISTANCE_SYMBOL_COUNT, END_OF_BLOCK, HEADER_ORDER, LENGTH_BASE,
    LENGTH_EXTRA_BITS, LENGTH_SYMBOL, MAX_STORED_BYTES, SYMBOL_COUNT, distance_extra_bits,
};
use crate::huffman::{
    CodeWord, FIXED_DISTANCES, FIXED_SYMBOLS, MAX_CODE_WORD_BITS, MAX_HEADER_CODE_WORD_BITS,
    build_code, total_bits, total_bits_if_complete,
};
use crate::tokens::{DISTANCE_WORDS, SYMBOL_WORDS, Tokens, extra_bits};

/// The number of tokens from which on a block does not use the fixed codes.
const MIN_DYNAMIC_TOKENS: usize = 250;
/// The header size in bits that is assumed in the estimate for a block of literals.
const ESTIMATED_HEADER_BITS: usize = 70 * 8;
/// The longest block of literals, in bytes, that is not checked for even frequencies.
const EVENNESS_CHECK_THRESHOLD: usize = 1024;

/// The codes under which the next block can continue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OpenBlockCodes {
    /// No codes: no block is open.
    None,
    /// Codes of literals, lengths and distances.
    Full,
    /// A code of literals.
    Literals,
}

/// The writer of blocks.
pub(crate) struct BlockWriter<'a> {
    pub(crate) bits: BitBuffer,
    /// The codes of the open block.
    pub(crate) codes: OpenBlockCodes,
    /// The size of the open block's header in bits.
    pub(crate) header_bits: usize,
    /// New codes are taken only if they save more than `1 / 2^penalty` of the bits.
    pub(crate) reuse_penalty: u32,
    /// The offset of the next block's input in the stream's own bytes, if the input stays in them until the block is
    /// written.
    pub(crate) input_offset: Option<usize>,
    pub(crate) symbol_words: &'a mut [u32; SYMBOL_WORDS],
    pub(crate) distance_words: &'a mut [u32; DISTANCE_WORDS],
}

/// Converts the stored words of a code.
fn to_code_words<const N: usize>(kept: &[u32; N]) -> [CodeWord; N] {
    kept.map(CodeWord)
}

/// The header of a block with codes of its own: the code for the lengths of the words, and the items written in that
/// code.
struct Header {
    code_words: [CodeWord; 19],
    /// Each item: a symbol, the value of the extra bits behind it, and their number.
    code_items: Vec<(u8, u8, u8)>,
    code_length_count: usize,
    bit_count: usize,
}

impl Header {
    fn new(symbols: &[CodeWord], distances: &[CodeWord]) -> Self {
        let lengths: Vec<u8> =
            symbols.iter().chain(distances).map(|word| word.len() as u8).collect();
        let mut items = Vec::with_capacity(lengths.len());
        for run in lengths.chunk_by(|a, b| a == b) {
            push_length_run(&mut items, run[0], run.len());
        }
        let mut counts = [0; 19];
        items.iter().for_each(|item| counts[usize::from(item.0)] += 1);
        let mut words = [CodeWord(0); 19];
        build_code(&mut words, &counts, MAX_HEADER_CODE_WORD_BITS);
        let rest = HEADER_ORDER[4..].iter().rposition(|&symbol| counts[symbol] != 0);
        let of_order = rest.map_or(4, |last| last + 5);
        let extra: usize = items.iter().map(|item| usize::from(item.2)).sum();
        let bits = 3 + 5 + 5 + 4 + 3 * of_order + total_bits(&words, &counts) + extra;
        Self { code_words: words, code_items: items, code_length_count: of_order, bit_count: bits }
    }

    fn write(&self, out: &mut BitBuffer, symbols: usize, distances: usize) {
        out.write(self.bit_count, |out| {
            // The block is not the last, and has codes of its own.
            out.put_bits(4, 3);
            out.put_bits((symbols - 257) as u64, 5);
            out.put_bits((distances - 1) as u64, 5);
            out.put_bits((self.code_length_count - 4) as u64, 4);
            for &symbol in &HEADER_ORDER[..self.code_length_count] {
                out.put_bits(u64::from(self.code_words[symbol].len()), 3);
            }
            for &(symbol, extra, n) in &self.code_items {
                out.put_code_word(self.code_words[usize::from(symbol)]);
                out.put_bits(u64::from(extra), u32::from(n));
            }
        });
    }
}

/// Adds the symbols for a run of `n` equal lengths.
fn push_length_run(items: &mut Vec<(u8, u8, u8)>, length: u8, mut n: usize) {
    if length == 0 {
        while n >= 11 {
            let part = n.min(138);
            items.push((18, (part - 11) as u8, 7));
            n -= part;
        }
        if n >= 3 {
            items.push((17, (n - 3) as u8, 3));
            n = 0;
        }
    } else {
        items.push((length, 0, 0));
        n -= 1;
        while n >= 3 {
            let part = n.min(6);
            items.push((16, (part - 3) as u8, 2));
            n -= part;
        }
    }
    items.extend(std::iter::repeat_n((length, 0, 0), n));
}

/// Returns the size of a stored block in bits, if the bytes fit in one.
fn stored_bits(input: Option<&[u8]>) -> Option<usize> {
    input.filter(|input| input.len() <= MAX_STORED_BYTES).map(|input| (input.len() + 5) * 8)
}

impl BlockWriter<'_> {
    /// Writes the end-of-block symbol if a block is open.
    fn end_block(&mut self) {
        if self.codes != OpenBlockCodes::None {
            let end = CodeWord(self.symbol_words[END_OF_BLOCK]);
            self.bits.put_bits(end.code_bits(), end.len());
            self.codes = OpenBlockCodes::None;
        }
    }

    /// Writes a stored block.
    pub(crate) fn write_stored_block(&mut self, input: &[u8]) {
        self.write_stored_header(input.len());
        match self.input_offset {
            Some(from) => self.bits.put_stream_bytes(from..from + input.len()),
            None => self.bits.put_bytes(input),
        }
    }

    fn write_stored_header(&mut self, len: usize) {
        self.end_block();
        self.bits.put_bits(0, 3);
        self.bits.flush_bits();
        let len = len as u64 & 0xffff;
        self.bits.put_bits(len | (len ^ 0xffff) << 16, 32);
    }

    /// Fills the last byte, and writes an empty stored block, which tells a reader that it has received everything.
    pub(crate) fn write_sync_marker(&mut self) {
        self.write_stored_header(0);
        self.bits.flush_bits();
    }

    /// Writes an empty last block, with the fixed codes.
    pub(crate) fn close(&mut self) {
        self.end_block();
        self.bits.put_bits(3, 3 + 7);
        self.bits.flush_bits();
    }

    /// Writes a block of tokens. `input` is the text of the tokens, if it is still known. `end_of_block` writes the end
    /// of the block too.
    pub(crate) fn write_dynamic_block(
        &mut self,
        tokens: &mut Tokens<'_>,
        input: Option<&[u8]>,
        end_of_block: bool,
    ) {
        tokens.symbol_counts[END_OF_BLOCK] = 1;
        // Go counts the end of the block as a token if it writes the end together with the block.
        let total = tokens.len + usize::from(end_of_block);
        if self.codes == OpenBlockCodes::Literals
            || self.codes == OpenBlockCodes::Full && !self.has_code_words_for(tokens)
        {
            self.end_block();
        }
        let mut distances = *tokens.distance_counts;
        let of_distances = match distances.iter().rposition(|&n| n != 0) {
            Some(last) => last + 1,
            None => {
                // A header contains at least one distance.
                distances[0] = 1;
                1
            }
        };
        let stored = stored_bits(input);
        let is_stored = |bits| stored.is_some_and(|stored| stored <= bits);
        let extra = extra_bits(tokens.symbol_counts, &distances);
        let fixed = 3
            + total_bits(&FIXED_SYMBOLS, tokens.symbol_counts)
            + total_bits(&FIXED_DISTANCES, &distances)
            + extra;
        let mut bits = 0;
        if self.codes == OpenBlockCodes::Full {
            bits = self.continue_or_end_block(tokens, total, &distances, extra);
            if total < MIN_DYNAMIC_TOKENS && fixed + 7 < bits && !is_stored(bits) {
                return self.write_fixed_block(tokens, fixed);
            }
            if is_stored(bits) {
                return self.write_stored_block(input.unwrap_or_default());
            }
        }
        if self.codes == OpenBlockCodes::None {
            let mut symbol_words = to_code_words(self.symbol_words);
            let mut distance_words = to_code_words(self.distance_words);
            build_code(
                &mut symbol_words,
                &tokens.symbol_counts[..SYMBOL_COUNT],
                MAX_CODE_WORD_BITS,
            );
            build_code(
                &mut distance_words,
                &distances[..DISTANCE_SYMBOL_COUNT],
                MAX_CODE_WORD_BITS,
            );
            (*self.symbol_words, *self.distance_words) =
                (symbol_words.map(|w| w.0), distance_words.map(|w| w.0));
            let of_symbols =
                SYMBOL_WORDS - tokens.symbol_counts.iter().rev().take_while(|&&n| n == 0).count();
            let header = Header::new(&symbol_words[..of_symbols], &distance_words[..of_distances]);
            bits = header.bit_count
                + total_bits(&symbol_words, tokens.symbol_counts)
                + total_bits(&distance_words, &distances)
                + extra;
            let smaller = if total < MIN_DYNAMIC_TOKENS { bits.min(fixed) } else { bits };
            if is_stored(smaller) {
                return self.write_stored_block(input.unwrap_or_default());
            }
            if total < MIN_DYNAMIC_TOKENS && fixed <= bits {
                return self.write_fixed_block(tokens, fixed);
            }
            header.write(&mut self.bits, of_symbols, of_distances);
            (self.codes, self.header_bits) = (OpenBlockCodes::Full, header.bit_count);
        }
        let (symbols, distances) =
            (to_code_words(self.symbol_words), to_code_words(self.distance_words));
        write_tokens(&mut self.bits, bits, tokens, &symbols, &distances);
        if end_of_block {
            self.end_block();
        }
    }
}

impl BlockWriter<'_> {
    /// Reports whether the codes of the open block have a word for each symbol of the tokens.
    fn has_code_words_for(&self, tokens: &Tokens<'_>) -> bool {
        let complete = |words: &[u32], counts: &[u32]| {
            words.iter().zip(counts).all(|(&word, &n)| n == 0 || word != 0)
        };
        complete(self.distance_words, tokens.distance_counts)
            && complete(self.symbol_words, tokens.symbol_counts)
    }

    /// Decides whether the open block continues, and writes its end if not. Returns the smaller of the bits that the
    /// tokens take under the open block's codes and the estimate for new codes.
    fn continue_or_end_block(
        &mut self,
        tokens: &Tokens<'_>,
        total: usize,
        distances: &[u32],
        extra: usize,
    ) -> usize {
        let (symbol_words, distance_words) =
            (to_code_words(self.symbol_words), to_code_words(self.distance_words));
        let anew = self.header_bits + tokens.estimated_bits(total);
        let anew = anew + symbol_words[END_OF_BLOCK].len() as usize + (anew >> self.reuse_penalty);
        let bits = total_bits(&symbol_words, tokens.symbol_counts)
            + total_bits(&distance_words, distances)
            + extra;
        if anew < bits {
            self.end_block();
        }
        anew.min(bits)
    }

    /// Writes a block with the fixed codes.
    fn write_fixed_block(&mut self, tokens: &Tokens<'_>, bits: usize) {
        self.end_block();
        self.bits.put_bits(2, 3);
        let mut symbols = [CodeWord::default(); SYMBOL_WORDS];
        let mut distances = [CodeWord::default(); DISTANCE_WORDS];
        symbols[..SYMBOL_COUNT].copy_from_slice(&FIXED_SYMBOLS);
        distances[..DISTANCE_SYMBOL_COUNT].copy_from_slice(&FIXED_DISTANCES);
        write_tokens(&mut self.bits, bits, tokens, &symbols, &distances);
        let end = FIXED_SYMBOLS[END_OF_BLOCK];
        self.bits.put_bits(end.code_bits(), end.len());
    }

    /// Writes a block whose bytes are all literals. `end_of_block` writes the end of the block too.
    pub(crate) fn write_literal_block(&mut self, input: &[u8], end_of_block: bool) {
        let mut counts = [0; END_OF_BLOCK + 1];
        input.iter().for_each(|&byte| counts[usize::from(byte)] += 1);
        let stored = stored_bits(Some(input)).unwrap_or(usize::MAX);
        if input.len() > EVENNESS_CHECK_THRESHOLD
            && are_frequencies_even(&counts[..END_OF_BLOCK], input.len())
        {
            return self.write_stored_block(input);
        }
        counts[END_OF_BLOCK] = 1;
        let mut code = [CodeWord::default(); END_OF_BLOCK + 1];
        build_code(&mut code, &counts, MAX_CODE_WORD_BITS);
        let is_open = self.codes != OpenBlockCodes::None;
        let bits = total_bits(&code, &counts);
        let estimate = bits + if is_open { self.header_bits } else { ESTIMATED_HEADER_BITS };
        let estimate = estimate + (estimate >> self.reuse_penalty);
        if stored <= estimate {
            return self.write_stored_block(input);
        }
        let mut max_bits = bits;
        if is_open {
            let kept =
                total_bits_if_complete(&to_code_words(self.symbol_words)[..END_OF_BLOCK], &counts);
            match kept.filter(|&kept| kept <= estimate) {
                Some(kept) => max_bits = kept,
                None => self.end_block(),
            }
        }
        if self.codes == OpenBlockCodes::None {
            // The distance code has one word, which no token uses.
            let header = Header::new(&code, &[CodeWord(1)]);
            header.write(&mut self.bits, code.len(), 1);
            self.symbol_words[..code.len()].copy_from_slice(&code.map(|word| word.0));
            (self.codes, self.header_bits) = (OpenBlockCodes::Literals, header.bit_count);
        }
        let mut of_literals = [CodeWord::default(); END_OF_BLOCK];
        of_literals.copy_from_slice(&to_code_words(self.symbol_words)[..END_OF_BLOCK]);
        self.bits.put_code_words(max_bits, input, &of_literals);
        if end_of_block {
            self.end_block();
        }
    }
}

/// Reports whether the byte values are about equally frequent: the sum of the squared deviations of the frequencies
/// from their mean is less than twice the number of bytes.
fn are_frequencies_even(counts: &[u32], len: usize) -> bool {
    let mean = len as f64 / 256.0;
    let mut sum = 0.0;
    for &n in counts {
        sum += (f64::from(n) - mean) * (f64::from(n) - mean);
    }
    sum < (2 * len) as f64
}

/// Writes tokens, which take at most `max_bits` bits.
fn write_tokens(
    out: &mut BitBuffer,
    max_bits: usize,
    tokens: &Tokens<'_>,
    symbols: &[CodeWord; SYMBOL_WORDS],
    distances: &[CodeWord; DISTANCE_WORDS],
) {
    out.write(max_bits, |out| {
        for token in tokens.tokens() {
            if let Some(byte) = token.literal() {
                out.put_code_word(symbols[byte]);
            } else {
                let length = token.length();
                let symbol = usize::from(LENGTH_SYMBOL[usize::from(length)]);
                out.put_code_word(symbols[END_OF_BLOCK + 1 + symbol]);
                let extra = u32::from(LENGTH_EXTRA_BITS[symbol]);
                out.add(u64::from(length - LENGTH_BASE[symbol]), extra);
                let symbol = token.distance_symbol();
                out.put_code_word(distances[symbol]);
                let base = u32::from(DISTANCE_BASE[symbol]);
                out.add(u64::from(token.distance() - base), distance_extra_bits(symbol));
            }
            out.move_bytes();
        }
    });
}
