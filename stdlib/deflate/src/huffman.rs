//! Huffman codes of limited length, by package-merge (Larmore and Hirschberg).
//!
//! Several codes can have the same cost. Two rules fix Go's choice: symbols of the same frequency are ordered by their
//! number, and where a package weighs as much as a symbol, the package comes first.

use crate::format::{DISTANCE_SYMBOL_COUNT, SYMBOL_COUNT};

/// The length in bits of the longest code word in a block's codes.
pub(crate) const MAX_CODE_WORD_BITS: usize = 15;
/// The length in bits of the longest code word in the header's code.
pub(crate) const MAX_HEADER_CODE_WORD_BITS: usize = 7;

/// A code word: its length in the low byte, and its bits above, the first one lowest. Zero means that the symbol has no
/// word.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
#[repr(transparent)]
pub(crate) struct CodeWord(pub(crate) u32);

impl CodeWord {
    const fn new(bits: u16, length: usize) -> Self {
        let reversed = bits.reverse_bits() >> (16 - length);
        Self((reversed as u32) << 8 | length as u32)
    }

    #[inline]
    pub(crate) const fn code_bits(self) -> u64 {
        (self.0 >> 8) as u64
    }

    #[inline]
    pub(crate) const fn len(self) -> u32 {
        self.0 & 0xff
    }

    #[inline]
    pub(crate) const fn is_none(self) -> bool {
        self.0 == 0
    }
}

/// The fixed code of literals and lengths, for blocks without codes of their own.
pub(crate) const FIXED_SYMBOLS: [CodeWord; SYMBOL_COUNT] = {
    let mut words = [CodeWord(0); SYMBOL_COUNT];
    let mut symbol = 0;
    while symbol < SYMBOL_COUNT {
        let n = symbol as u16;
        words[symbol] = match n {
            0..144 => CodeWord::new(n + 48, 8),
            144..256 => CodeWord::new(n + 256, 9),
            256..280 => CodeWord::new(n - 256, 7),
            _ => CodeWord::new(n - 88, 8),
        };
        symbol += 1;
    }
    words
};

/// The fixed code of distances, for blocks without codes of their own.
pub(crate) const FIXED_DISTANCES: [CodeWord; DISTANCE_SYMBOL_COUNT] = {
    let mut words = [CodeWord(0); DISTANCE_SYMBOL_COUNT];
    let mut symbol = 0;
    while symbol < DISTANCE_SYMBOL_COUNT {
        words[symbol] = CodeWord::new(symbol as u16, 5);
        symbol += 1;
    }
    words
};

/// Returns the number of bits that symbols with these counts take.
pub(crate) fn total_bits(words: &[CodeWord], counts: &[u32]) -> usize {
    words.iter().zip(counts).map(|(word, n)| word.len() as usize * *n as usize).sum()
}

/// Returns the same number as [`total_bits`], or none if a symbol that occurs has no code word.
pub(crate) fn total_bits_if_complete(words: &[CodeWord], counts: &[u32]) -> Option<usize> {
    let mut total = 0;
    for (word, &n) in words.iter().zip(counts) {
        if n != 0 && word.is_none() {
            return None;
        }
        total += word.len() as usize * n as usize;
    }
    Some(total)
}

/// The largest number of symbols in a code.
const MAX_SYMBOLS: usize = SYMBOL_COUNT;

/// Makes the code for symbols with the frequencies `counts`, with words of at most `limit` bits. The words of symbols
/// behind the counts stay unchanged.
pub(crate) fn build_code(words: &mut [CodeWord], counts: &[u32], limit: usize) {
    debug_assert!(counts.len() <= MAX_SYMBOLS && limit <= MAX_CODE_WORD_BITS, "a code of DEFLATE");
    let mut keys = [0; MAX_SYMBOLS];
    let mut used = 0;
    for (symbol, &count) in counts.iter().enumerate() {
        words[symbol] = CodeWord(0);
        if count != 0 {
            keys[used] = count << 10 | symbol as u32;
            used += 1;
        }
    }
    let keys = &mut keys[..used];
    if used <= 2 {
        // Even the word of a single symbol needs one bit.
        for (i, key) in keys.iter().enumerate() {
            words[(key & 1023) as usize] = CodeWord::new(i as u16, 1);
        }
        return;
    }
    keys.sort_unstable();
    let longer = longer_word_counts(keys, limit);
    // The rarest symbols have the longest words: the symbols before index `longer[n]` all have more than `n` bits.
    let mut length = limit;
    let mut of_length = [0_u16; MAX_CODE_WORD_BITS + 1];
    for (i, key) in keys.iter().enumerate() {
        while length > 0 && i >= longer[length - 1] {
            length -= 1;
        }
        of_length[length] += 1;
        words[(key & 1023) as usize] = CodeWord(length as u32);
    }
    let mut next = [0_u16; MAX_CODE_WORD_BITS + 1];
    for n in 1..=limit {
        next[n] = (next[n - 1] + of_length[n - 1]) << 1;
    }
    for word in &mut words[..counts.len()] {
        let length = word.len() as usize;
        if length != 0 {
            *word = CodeWord::new(next[length], length);
            next[length] += 1;
        }
    }
}

/// Returns how many of the sorted symbols have words of more than 0, 1, … bits.
fn longer_word_counts(keys: &[u32], limit: usize) -> [usize; MAX_CODE_WORD_BITS + 1] {
    let n = keys.len();
    // No word can be longer than the deepest tree of `n` symbols.
    let rows = limit.min(n - 1);
    // A row lists symbols and packages, each of two items of the row below, by weight; `packages` marks the packages.
    let mut packages = [[false; 2 * MAX_SYMBOLS]; MAX_CODE_WORD_BITS];
    let mut below = [0_u32; 2 * MAX_SYMBOLS];
    let mut of_below = 0;
    for row in packages.iter_mut().take(rows) {
        let mut merged = [0_u32; 2 * MAX_SYMBOLS];
        let (mut symbol, mut package, mut at) = (0, 0, 0);
        while symbol < n || package + 1 < of_below {
            let pair =
                if package + 1 < of_below { below[package] + below[package + 1] } else { u32::MAX };
            if symbol < n && keys[symbol] >> 10 < pair {
                merged[at] = keys[symbol] >> 10;
                symbol += 1;
            } else {
                merged[at] = pair;
                row[at] = true;
                package += 2;
            }
            at += 1;
        }
        below = merged;
        of_below = at;
    }
    // The first 2n - 2 items of the last row form the cheapest code; each package among them includes two items of the
    // row below.
    let mut longer = [0; MAX_CODE_WORD_BITS + 1];
    let mut taken = 2 * n - 2;
    for (bits, row) in packages[..rows].iter().rev().enumerate() {
        let pairs = row[..taken].iter().filter(|package| **package).count();
        longer[bits] = taken - pairs;
        taken = 2 * pairs;
    }
    longer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code_lengths(counts: &[u32], limit: usize) -> Vec<u32> {
        let mut words = vec![CodeWord(0); counts.len()];
        build_code(&mut words, counts, limit);
        words.iter().map(|word| word.len()).collect()
    }

    #[test]
    fn words_have_the_limited_length() {
        assert_eq!(code_lengths(&[0, 5], 15), [0, 1]);
        assert_eq!(code_lengths(&[1, 0, 1], 15), [1, 0, 1]);
        assert_eq!(code_lengths(&[1, 1, 2, 4], 15), [3, 3, 2, 1]);
        assert_eq!(code_lengths(&[1, 1, 2, 4, 8], 3), [3, 3, 3, 3, 1]);
        let fibonacci = [1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597, 2584];
        for limit in [5, 7, 15] {
            let lengths = code_lengths(&fibonacci, limit);
            let space: u32 = lengths.iter().map(|n| 1 << (limit as u32 - n)).sum();
            assert_eq!((space, lengths.iter().max()), (1 << limit, Some(&(limit as u32))));
        }
    }
}
