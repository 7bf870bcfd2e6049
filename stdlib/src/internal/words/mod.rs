//! The native of package internal/words.

use minigo_vm::convert::GoSlice;
use minigo_vm::native::Native;

/// A word of `x` times `y` and two words more fit into two words: nothing is lost.
fn add_mul(mut z: GoSlice<u64>, x: GoSlice<u64>, y: u64) -> u64 {
    let mut carry = 0;
    for (z, &x) in z.iter_mut().zip(x.iter()) {
        let sum = u128::from(x) * u128::from(y) + u128::from(*z) + u128::from(carry);
        (*z, carry) = (sum as u64, (sum >> 64) as u64);
    }
    carry
}

/// The natives, by name.
pub(crate) fn natives() -> Vec<Native> {
    vec![Native::new("AddMul", add_mul)]
}
