//! Natives of package hash/fnv: the hash functions over whole slices.

use minigo_vm::convert::FullyReadSlice;
use minigo_vm::native::Native;

/// Adds bytes by FNV-1 (xors the byte after the multiplication) or FNV-1a (before it), with the prime of the type's
/// width.
macro_rules! add {
    ($h:ty, $prime:expr, $before:literal) => {
        |h: $h, p: FullyReadSlice<u8>| -> $h {
            p.iter().fold(h, |h, b| {
                hash_byte::<$before, _>(h, <$h>::from(*b), |h| h.wrapping_mul($prime))
            })
        }
    };
}

const PRIME_32: u32 = 16_777_619;
const PRIME_64: u64 = 1_099_511_628_211;
const PRIME_128: u128 = (1 << 88) + 0x13b;

fn hash_byte<const BEFORE: bool, H>(h: H, b: H, times: impl Fn(H) -> H) -> H
where
    H: std::ops::BitXor<Output = H>,
{
    if BEFORE { times(h ^ b) } else { times(h) ^ b }
}

fn hash_bytes_128<const BEFORE: bool>(hi: u64, lo: u64, p: FullyReadSlice<u8>) -> (u64, u64) {
    let h = u128::from(hi) << 64 | u128::from(lo);
    let h = p
        .iter()
        .fold(h, |h, b| hash_byte::<BEFORE, _>(h, u128::from(*b), |h| h.wrapping_mul(PRIME_128)));
    ((h >> 64) as u64, h as u64)
}

/// Returns the natives of package hash/fnv, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::constant_time("add32", add!(u32, PRIME_32, false)),
        Native::constant_time("add32a", add!(u32, PRIME_32, true)),
        Native::constant_time("add64", add!(u64, PRIME_64, false)),
        Native::constant_time("add64a", add!(u64, PRIME_64, true)),
        Native::constant_time("add128", hash_bytes_128::<false>),
        Native::constant_time("add128a", hash_bytes_128::<true>),
    ]
}
