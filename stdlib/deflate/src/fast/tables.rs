//! Hash tables of positions.

/// The multipliers of the hashes.
const PRIME_4: u32 = 2_654_435_761;
const PRIME_5: u64 = 889_523_592_379;
const PRIME_7: u64 = 58_295_818_150_454_627;

/// Returns a hash of the lowest four bytes, with `BITS` bits.
#[inline]
pub(crate) fn hash4<const BITS: u32>(bytes: u64) -> usize {
    ((bytes as u32).wrapping_mul(PRIME_4) >> (32 - BITS)) as usize
}

/// Returns a hash of the lowest five bytes, with `BITS` bits.
#[inline]
pub(super) fn hash5<const BITS: u32>(bytes: u64) -> usize {
    ((bytes << 24).wrapping_mul(PRIME_5) >> (64 - BITS)) as usize
}

/// Returns a hash of the lowest seven bytes, with `BITS` bits.
#[inline]
pub(super) fn hash7<const BITS: u32>(bytes: u64) -> usize {
    ((bytes << 8).wrapping_mul(PRIME_7) >> (64 - BITS)) as usize
}

/// A hash table of pairs: the last entry of a hash, and the entry before it.
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
