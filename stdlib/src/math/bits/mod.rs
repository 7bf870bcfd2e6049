//! Natives of package math/bits.

use minigo_vm::native::{GoError, Native, Outcome};

/// Returns the natives of package math/bits, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::constant_time("LeadingZeros64", |x: u64| i64::from(x.leading_zeros())),
        Native::constant_time("TrailingZeros64", |x: u64| i64::from(x.trailing_zeros())),
        Native::constant_time("OnesCount64", |x: u64| i64::from(x.count_ones())),
        Native::constant_time("Reverse64", u64::reverse_bits),
        Native::constant_time("ReverseBytes64", u64::swap_bytes),
        Native::constant_time("Mul64", |x: u64, y: u64| {
            let product = u128::from(x) * u128::from(y);
            ((product >> 64) as u64, product as u64)
        }),
        Native::constant_time("div64", |high: u64, low: u64, y: u64| {
            if y <= high {
                let text = if y == 0 { "integer divide by zero" } else { "integer overflow" };
                return Outcome::Panic(GoError::Runtime(text.into()));
            }
            let (x, y) = (u128::from(high) << 64 | u128::from(low), u128::from(y));
            Outcome::Return(((x / y) as u64, (x % y) as u64))
        }),
    ]
}
