//! The symbols of DEFLATE (RFC 1951, 3.2.5): the symbols of lengths and distances, and their extra bits.

/// The symbol that ends a block.
pub(crate) const END_OF_BLOCK: usize = 256;
/// The number of symbols of literals and lengths.
pub(crate) const SYMBOL_COUNT: usize = 286;
/// The number of distance symbols.
pub(crate) const DISTANCE_SYMBOL_COUNT: usize = 30;
/// The length of the shortest match in the format.
pub(crate) const SHORTEST_MATCH: usize = 3;
/// The length of the longest match in the format.
pub(crate) const LONGEST_MATCH: usize = 258;
/// The largest distance of a match.
pub(crate) const WINDOW: usize = 1 << 15;
/// The largest number of bytes in a stored block.
pub(crate) const MAX_STORED_BYTES: usize = (1 << 16) - 1;

/// The number of extra bits of each length symbol, from 257 on.
pub(crate) const LENGTH_EXTRA_BITS: [u8; 29] =
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];

/// The smallest length of each length symbol, minus [`SHORTEST_MATCH`].
pub(crate) const LENGTH_BASE: [u8; 29] = {
    let mut bases = [0; 29];
    let mut base: u8 = 0;
    let mut i = 0;
    while i < 28 {
        bases[i] = base;
        base = base.wrapping_add(1 << LENGTH_EXTRA_BITS[i]);
        i += 1;
    }
    // The longest match has a symbol of its own, although the range of the symbol before would include it.
    bases[28] = (LONGEST_MATCH - SHORTEST_MATCH) as u8;
    bases
};

/// The length symbol minus 257, indexed by the length minus [`SHORTEST_MATCH`].
pub(crate) const LENGTH_SYMBOL: [u8; 256] = {
    let mut symbols = [0; 256];
    let mut symbol = 0;
    let mut length = 0;
    while length < 256 {
        while symbol < 28 && LENGTH_BASE[symbol + 1] as usize <= length {
            symbol += 1;
        }
        symbols[length] = symbol as u8;
        length += 1;
    }
    symbols
};

/// Returns the number of extra bits of a distance symbol.
pub(crate) const fn distance_extra_bits(symbol: usize) -> u32 {
    if symbol < 4 { 0 } else { (symbol as u32 - 2) / 2 }
}

/// The smallest distance of each distance symbol, minus 1.
pub(crate) const DISTANCE_BASE: [u16; 32] = {
    let mut bases = [0; 32];
    let mut symbol = 1;
    while symbol < DISTANCE_SYMBOL_COUNT {
        bases[symbol] = bases[symbol - 1] + (1 << distance_extra_bits(symbol - 1));
        symbol += 1;
    }
    bases
};

/// Returns the distance symbol for `distance`, which is a distance minus 1.
#[inline]
pub(crate) fn distance_symbol(distance: u32) -> u32 {
    if distance < 4 {
        return distance;
    }
    let high = 31 - distance.leading_zeros();
    2 * high + (distance >> (high - 1) & 1)
}

/// The order in which the lengths of the header's own code are written.
pub(crate) const HEADER_ORDER: [usize; 19] =
    [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_those_of_the_rfc() {
        assert_eq!(LENGTH_BASE[8..12], [8, 10, 12, 14]);
        assert_eq!((LENGTH_SYMBOL[254], LENGTH_SYMBOL[255]), (27, 28));
        for distance in 0..WINDOW as u32 {
            let symbol = distance_symbol(distance) as usize;
            let base = u32::from(DISTANCE_BASE[symbol]);
            assert!(base <= distance && distance < base + (1 << distance_extra_bits(symbol)));
        }
    }
}
