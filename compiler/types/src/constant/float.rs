//! Binary floats of 512 bits.
//!
//! Only constants beyond the range of exact fractions need such floats (`1e100000`).

use super::shift_right;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

/// The number of bits of the mantissa.
pub(super) const PRECISION: u64 = 512;

/// The number `mant · 2^exp`. The mantissa has at most 512 bits and is odd or zero.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BigFloat {
    pub(super) mant: BigInt,
    pub(super) exp: i64,
}

impl BigFloat {
    /// Makes `mant · 2^exp`, rounded to the precision.
    pub(super) fn new(mant: BigInt, exp: i64) -> Self {
        Self::round_to_precision(mant, exp, false, PRECISION)
    }

    /// Rounds `(mant + a little if sticky) · 2^exp` to the nearest number, ties to even.
    fn round_to_precision(mant: BigInt, exp: i64, sticky: bool, precision: u64) -> Self {
        let excess = mant.bits().saturating_sub(precision);
        let (mut mant, mut exp) = (mant, exp);
        if excess > 0 {
            let negative = mant.is_negative();
            let (mut kept, _) = shift_right(&mant, excess);
            if rounds_up(&mant, excess, sticky, kept.is_odd()) {
                kept += 1;
            }
            mant = if negative { -kept } else { kept };
            exp += excess as i64;
        }
        match mant.trailing_zeros() {
            Some(zeros) => {
                mant >>= zeros;
                exp += zeros as i64;
            }
            None => exp = 0,
        }
        Self { mant, exp }
    }

    pub(super) fn from_fraction(value: &BigRational) -> Self {
        Self::quotient(value.numer(), value.denom())
    }

    fn quotient(n: &BigInt, d: &BigInt) -> Self {
        let (mant, exp, sticky) = quotient_bits(n, d, PRECISION + 2);
        // The lowest bit, below those that decide the rounding, stands for the lost remainder.
        let mant: BigInt = (mant << 1) + i32::from(sticky);
        let mant = if n.is_negative() != d.is_negative() { -mant } else { mant };
        Self::new(mant, exp - 1)
    }

    pub(super) fn neg(&self) -> Self {
        Self { mant: -&self.mant, exp: self.exp }
    }

    pub(super) fn add(&self, other: &Self) -> Self {
        if self.mant.is_zero() {
            return other.clone();
        }
        if other.mant.is_zero() {
            return self.clone();
        }
        let (high, low) = if self.exp >= other.exp { (self, other) } else { (other, self) };
        let distance = (high.exp - low.exp) as u64;
        let reach = high.mant.bits() + distance;
        if reach > low.mant.bits() + 2 * PRECISION {
            // `low` is so small that only its sign matters: it can break a tie of the rounding.
            let nudge = low.mant.signum();
            return Self::new((&high.mant << (PRECISION + 2)) + nudge, high.exp - 514);
        }
        Self::new((&high.mant << distance) + &low.mant, low.exp)
    }

    pub(super) fn mul(&self, other: &Self) -> Self {
        Self::new(&self.mant * &other.mant, self.exp + other.exp)
    }

    pub(super) fn quo(&self, other: &Self) -> Self {
        let mut value = Self::quotient(&self.mant, &other.mant);
        value.exp += self.exp - other.exp;
        value
    }

    pub(super) fn compare(&self, other: &Self) -> Ordering {
        self.add(&other.neg()).mant.cmp(&BigInt::zero())
    }

    /// Reports whether the exponent exceeds the range of Go's compiler.
    pub(super) fn is_huge(&self) -> bool {
        (self.exp + self.mant.bits() as i64).unsigned_abs() > 1 << 31
    }

    /// Reports whether the number is an integer.
    pub(super) fn is_int(&self) -> bool {
        self.mant.is_zero() || self.exp >= 0
    }

    /// The number as an integer, if it differs from an integer in at most its last four bits. `None` also for numbers
    /// of 2^65536 and more.
    pub(super) fn to_int(&self) -> Option<BigInt> {
        let whole = |f: &Self| (f.is_int() && f.exp < 1 << 16).then(|| &f.mant << f.exp as u64);
        if let Some(value) = whole(self) {
            return Some(value);
        }
        let excess = self.mant.bits().checked_sub(PRECISION - 4).filter(|&n| n > 0)?;
        let negative = self.mant.is_negative();
        let (down, _) = shift_right(&self.mant, excess);
        [down.clone(), down + 1].into_iter().find_map(|mant| {
            let mant = if negative { -mant } else { mant };
            whole(&Self::new(mant, self.exp + excess as i64))
        })
    }

    /// The nearest float with `precision` bits of mantissa and no exponent below `min_exp`; it may be infinite.
    pub(super) fn to_ieee(&self, precision: u64, min_exp: i64) -> f64 {
        to_ieee(&self.mant.abs(), self.exp, false, precision, min_exp)
            * if self.mant.is_negative() { -1.0 } else { 1.0 }
    }
}

/// Reports whether the removal of the low `by` bits of `mant` rounds away from zero.
fn rounds_up(mant: &BigInt, by: u64, sticky: bool, odd: bool) -> bool {
    let magnitude = mant.magnitude();
    if !magnitude.bit(by - 1) {
        return false;
    }
    sticky || odd || magnitude.trailing_zeros().is_some_and(|zeros| zeros < by - 1)
}

/// `|n / d|` as an integer of at least `bits` bits, its exponent, and whether a remainder is lost.
fn quotient_bits(n: &BigInt, d: &BigInt, bits: u64) -> (BigInt, i64, bool) {
    let shift = bits as i64 + d.bits() as i64 - n.bits() as i64 + 1;
    let (mut n, mut d) = (n.abs(), d.abs());
    if shift >= 0 {
        n <<= shift;
    } else {
        d <<= -shift;
    }
    let (quotient, rest) = n.div_rem(&d);
    (quotient, -shift, !rest.is_zero())
}

/// The float with `precision` bits of mantissa that is nearest to a fraction.
pub(super) fn fraction_to_ieee(value: &BigRational, precision: u64, min_exp: i64) -> f64 {
    if value.is_zero() {
        return 0.0;
    }
    let (mant, exp, sticky) = quotient_bits(value.numer(), value.denom(), 66);
    let result = to_ieee(&mant, exp, sticky, precision, min_exp);
    if value.is_negative() { -result } else { result }
}

fn to_ieee(mant: &BigInt, exp: i64, sticky: bool, precision: u64, min_exp: i64) -> f64 {
    if mant.is_zero() {
        return 0.0;
    }
    let lowest = (exp + mant.bits() as i64 - precision as i64).max(min_exp);
    let (bits, at) = if lowest <= exp {
        (mant.clone(), exp)
    } else {
        let by = (lowest - exp) as u64;
        if by > mant.bits() {
            return 0.0;
        }
        let (mut kept, _) = shift_right(mant, by);
        if rounds_up(mant, by, sticky, kept.is_odd()) {
            kept += 1;
        }
        (kept, lowest)
    };
    if at > 1100 {
        return f64::INFINITY;
    }
    // At most 53 bits are set, so the conversion below does not round (apart from the low zeros of an exact mantissa).
    let zeros = bits.trailing_zeros().unwrap_or(0);
    let small = (bits >> zeros).to_u64().expect("the mantissa has at most 53 bits");
    scale_by_power(small as f64, at + zeros as i64)
}

/// `x · 2^exp`, exact unless it overflows.
fn scale_by_power(x: f64, exp: i64) -> f64 {
    let power = |e: i64| {
        if e >= -1022 {
            f64::from_bits(((e + 1023) as u64) << 52)
        } else {
            f64::from_bits(1 << (e + 1074))
        }
    };
    match exp {
        1024.. => x * power(1023) * power((exp - 1023).min(1023)),
        -1074..=1023 => x * power(exp),
        _ => x * power(-1022) * power((exp + 1022).max(-1074)),
    }
}

/// `10^n`.
pub(super) fn power_of_ten(n: u32) -> BigInt {
    let mut result = BigInt::one();
    let mut base = BigInt::from(10);
    let mut n = n;
    while n > 0 {
        if n & 1 == 1 {
            result *= &base;
        }
        base = &base * &base;
        n >>= 1;
    }
    result
}

/// `10^n` as a float; `n` may be negative.
pub(super) fn float_power_of_ten(n: i64) -> BigFloat {
    let mut result = BigFloat::new(BigInt::one(), 0);
    let mut base = BigFloat::new(BigInt::from(10), 0);
    let mut left = n.unsigned_abs();
    while left > 0 && !result.is_huge() && !base.is_huge() {
        if left & 1 == 1 {
            result = result.mul(&base);
        }
        base = base.mul(&base);
        left >>= 1;
    }
    if n < 0 { BigFloat::new(BigInt::one(), 0).quo(&result) } else { result }
}
