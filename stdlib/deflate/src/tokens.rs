//! The literals and matches of a block, and the frequency of each symbol in it.

use crate::format::{
    DISTANCE_SYMBOL_COUNT, END_OF_BLOCK, LENGTH_EXTRA_BITS, LENGTH_SYMBOL, LONGEST_MATCH,
    SHORTEST_MATCH, SYMBOL_COUNT, distance_extra_bits, distance_symbol,
};

/// The bit that marks a match: bits 0 to 14 are its distance minus 1, bits 15 to 19 its distance symbol, bits 23 to 30
/// its length minus 3.
const MATCH_BIT: u32 = 1 << 31;

/// A literal, represented by its byte, or a match.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Token(pub(crate) u32);

impl Token {
    /// Returns the literal's byte, or none for a match.
    #[inline]
    pub(crate) fn literal(self) -> Option<usize> {
        (self.0 & MATCH_BIT == 0).then_some((self.0 & 0xff) as usize)
    }

    /// Returns the match's length minus 3.
    #[inline]
    pub(crate) fn length(self) -> u8 {
        (self.0 >> 23) as u8
    }

    /// Returns the match's distance minus 1.
    #[inline]
    pub(crate) fn distance(self) -> u32 {
        self.0 & 0x7fff
    }

    #[inline]
    pub(crate) fn distance_symbol(self) -> usize {
        (self.0 >> 15 & 31) as usize
    }
}

/// The number of words for the counts of literal and length symbols.
pub(crate) const SYMBOL_WORDS: usize = 288;
/// The number of words for the counts of distance symbols.
pub(crate) const DISTANCE_WORDS: usize = 32;

/// The tokens of a block under construction.
pub(crate) struct Tokens<'a> {
    pub(crate) tokens: &'a mut [u32],
    pub(crate) len: usize,
    pub(crate) symbol_counts: &'a mut [u32; SYMBOL_WORDS],
    pub(crate) distance_counts: &'a mut [u32; DISTANCE_WORDS],
}

impl Tokens<'_> {
    pub(crate) fn clear(&mut self) {
        if self.len != 0 {
            self.len = 0;
            self.symbol_counts.fill(0);
            self.distance_counts.fill(0);
        }
    }

    pub(crate) fn tokens(&self) -> impl Iterator<Item = Token> {
        self.tokens[..self.len].iter().map(|&token| Token(token))
    }

    #[inline]
    pub(crate) fn push_literal(&mut self, byte: u8) {
        self.tokens[self.len] = u32::from(byte);
        self.symbol_counts[usize::from(byte)] += 1;
        self.len += 1;
    }

    #[inline]
    pub(crate) fn push_literals(&mut self, bytes: &[u8]) {
        let list = &mut self.tokens[self.len..self.len + bytes.len()];
        for (token, &byte) in list.iter_mut().zip(bytes) {
            *token = u32::from(byte);
            self.symbol_counts[usize::from(byte)] += 1;
        }
        self.len += bytes.len();
    }

    /// Adds a match of at most the format's longest length.
    #[inline]
    pub(crate) fn push_short_match(&mut self, length: usize, distance: usize) {
        let distance = (distance - 1) as u32;
        let symbol = distance_symbol(distance);
        self.push_match(length, distance | symbol << 15, symbol);
    }

    /// Adds a match of any length as one or more matches, none of them shorter than the format's shortest.
    #[inline]
    pub(crate) fn push_long_match(&mut self, mut length: usize, distance: usize) {
        let distance = (distance - 1) as u32;
        let symbol = distance_symbol(distance);
        while length > LONGEST_MATCH {
            let part = if length > LONGEST_MATCH + SHORTEST_MATCH {
                LONGEST_MATCH
            } else {
                LONGEST_MATCH - SHORTEST_MATCH
            };
            self.push_match(part, distance | symbol << 15, symbol);
            length -= part;
        }
        self.push_match(length, distance | symbol << 15, symbol);
    }

    #[inline]
    fn push_match(&mut self, length: usize, distance: u32, symbol: u32) {
        let length = (length - SHORTEST_MATCH) as u8;
        self.tokens[self.len] = MATCH_BIT | u32::from(length) << 23 | distance;
        self.len += 1;
        self.symbol_counts[END_OF_BLOCK + 1 + usize::from(LENGTH_SYMBOL[usize::from(length)])] += 1;
        self.distance_counts[(symbol & 31) as usize] += 1;
    }

    /// Estimates the bits of the block under its best code, without its header. The estimate is the entropy, in 32-bit
    /// floating point and with a parabola as logarithm, as in Go. A symbol takes at least one bit and at most 15.
    /// `total` is the number of tokens by which the counts are divided.
    pub(crate) fn estimated_bits(&self, total: usize) -> usize {
        let lengths = &self.symbol_counts[END_OF_BLOCK + 1..SYMBOL_COUNT];
        let mut bits = 0_f32;
        add_entropy(&mut bits, &self.symbol_counts[..END_OF_BLOCK], 1.0 / total as f32);
        // The end of the block counts as the longest word.
        bits += 15.0;
        add_entropy(&mut bits, lengths, 1.0 / total as f32);
        let matches: u32 = lengths.iter().sum();
        if matches > 0 {
            add_entropy(
                &mut bits,
                &self.distance_counts[..DISTANCE_SYMBOL_COUNT],
                1.0 / matches as f32,
            );
        }
        bits as usize + extra_bits(self.symbol_counts, self.distance_counts)
    }
}

/// Returns the total of the extra bits for length and distance symbols with these counts.
pub(crate) fn extra_bits(symbols: &[u32], distances: &[u32]) -> usize {
    let lengths = symbols[END_OF_BLOCK + 1..SYMBOL_COUNT].iter().zip(LENGTH_EXTRA_BITS);
    let of_lengths: usize = lengths.map(|(&n, extra)| n as usize * usize::from(extra)).sum();
    let distances = distances[..DISTANCE_SYMBOL_COUNT].iter().enumerate();
    of_lengths
        + distances.map(|(i, &n)| n as usize * distance_extra_bits(i) as usize).sum::<usize>()
}

fn add_entropy(bits: &mut f32, counts: &[u32], share: f32) {
    for &count in counts.iter().filter(|count| **count > 0) {
        let n = count as f32;
        *bits += 15_f32.min(1_f32.max(-rough_log2(n * share))) * n;
    }
}

/// Returns the logarithm to base 2, to some thousandths.
fn rough_log2(value: f32) -> f32 {
    let bits = value.to_bits();
    let exponent = ((bits >> 23 & 255) as i32 - 128) as f32;
    let mantissa = f32::from_bits((bits & 0x807f_ffff) + (127 << 23));
    exponent + (((-0.344_848_43 * mantissa + 2.024_665_8) * mantissa) - 0.674_877_6)
}
