//! The native of package internal/words.

use minigo_vm::convert::GoSlice;
use minigo_vm::native::Native;

/// Adds `x` times `y` to `z` and returns the carry. A product of two words plus two words fits into two words, so no
/// sum overflows.
fn add_mul(z: GoSlice<u64>, x: GoSlice<u64>, y: u64) -> u64 {
    let mut carry = 0;
    for (z, x) in z.as_cells().iter().zip(x.as_cells()) {
        let sum = u128::from(x.get()) * u128::from(y) + u128::from(z.get()) + u128::from(carry);
        z.set(sum as u64);
        carry = (sum >> 64) as u64;
    }
    carry
}

/// Returns the natives of package internal/words, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![Native::constant_time("AddMul", add_mul)]
}
