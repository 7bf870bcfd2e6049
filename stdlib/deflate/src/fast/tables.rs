//! Tables of positions by hashes.

/// The multipliers of the hashes.
const PRIME_4: u32 = 2_654_435_761;
const PRIME_5: u64 = 889_523_592_379;
const PRIME_7: u64 = 58_295_818_150_454_627;

/// A hash of the lowest four bytes, in so many bits.
#[inline]
pub(crate) fn hash4<const BITS: u32>(bytes: u64) -> usize {
    ((bytes as u32).wrapping_mul(PRIME_4) >> (32 - BITS)) as usize
}

/// A hash of the lowest five bytes.
#[inline]
pub(super) fn hash5<const BITS: u32>(bytes: u64) -> usize {
    ((bytes << 24).wrapping_mul(PRIME_5) >> (64 - BITS)) as usize
}

/// A hash of the lowest seven bytes.
#[inline]
pub(super) fn hash7<const BITS: u32>(bytes: u64) -> usize {
    ((bytes << 8).wrapping_mul(PRIME_7) >> (64 - BITS)) as usize
}

/// A table of pairs: the last position and the one before.
pub(super) struct PairTable<'a, const N: usize>(pub(super) &'a mut [[u32; 2]; N]);

impl<const N: usize> PairTable<'_, N> {
    #[inline]
    pub(super) fn get(&self, hash: usize) -> [u32; 2] {
        self.0[hash]
    }

    #[inline]
    pub(super) fn push(&mut self, hash: usize, entry: u32) {
        self.0[hash] = [entry, self.0[hash][0]];
    }
}
