//! Random numbers that a seed determines.

/// A generator (xorshift64).
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Creates the generator of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        // splitmix64's finaliser: neighbouring seeds give unrelated sequences, and zero is avoided.
        let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self((z ^ (z >> 31)) | 1)
    }

    /// Returns a number of 64 random bits.
    pub fn random_bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns a number below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.random_bits()) * n as u128) >> 64) as usize
    }
}
