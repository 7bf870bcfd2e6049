//! Randomness for crates that need a generator of random numbers. Where the result of an operation depends on the
//! random numbers, the seed of the generator comes from Go's side (`internal/sysrand`), so a test can fix the seed
//! (`testing/cryptotest`); elsewhere the seed comes from the machine's host. A run under a seed draws the same numbers
//! each time.

use minigo_vm::native::NativeCx;
use rsa::rand_core::{TryCryptoRng, TryRng};
use shake::Shake256;
use shake::digest::{ExtendableOutput, Update, XofReader};
use std::convert::Infallible;

/// The length of a generator's seed in bytes: twice the security level of the strongest keys made from it.
const SEED_LEN: usize = 64;

/// A generator that works on any thread. The goroutine has drawn its seed beforehand, so draws by other goroutines do
/// not change its output. The output is SHAKE256 of the seed.
pub(super) struct SeededRandom(<Shake256 as ExtendableOutput>::Reader);

impl SeededRandom {
    /// Draws the seed; returns none if the host has no randomness.
    pub(super) fn new(cx: &NativeCx) -> Option<Self> {
        let mut seed = [0; SEED_LEN];
        cx.host().fill_random(&mut seed).ok()?;
        Some(Self::from_seed(&seed))
    }

    /// Returns the generator for a seed that Go's side has drawn.
    pub(super) fn from_seed(seed: &[u8]) -> Self {
        let mut hash = Shake256::default();
        hash.update(seed);
        Self(hash.finalize_xof())
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.read(&mut bytes);
        bytes
    }
}

impl TryRng for SeededRandom {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(u32::from_le_bytes(self.bytes()))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(u64::from_le_bytes(self.bytes()))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.read(bytes);
        Ok(())
    }
}

impl TryCryptoRng for SeededRandom {}
