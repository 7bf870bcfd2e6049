//! Pseudorandom numbers (xorshift), to choose the cell that is replaced.
//!
//! A module of its own because each goroutine has its own sequence: under a seed of the scheduler, the detector's
//! findings must not depend on anything else.

/// A sequence of numbers.
#[derive(Clone, Debug)]
pub(crate) struct Rng(u32);

impl Rng {
    /// Creates a generator; sequences of adjacent seeds are unrelated.
    pub(crate) fn new(seed: u64) -> Self {
        let mixed = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // Xorshift stays at zero.
        Self((mixed >> 32) as u32 | 1)
    }

    /// Returns the next number, below `n`, which must be small.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        ((u64::from(self.0) * n as u64) >> 32) as usize
    }
}
