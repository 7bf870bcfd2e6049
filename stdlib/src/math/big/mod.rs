//! Natives of package math/big: natural numbers as slices of words, the least significant first, the last not zero.
//!
//! Short operands are computed here, with the result written where it stays; long ones by num-bigint.

use minigo_vm::convert::GoSlice;
use minigo_vm::native::{Native, NativeCx};
use num_bigint::BigUint;
use num_integer::Integer;

/// A Go `[]Word`.
type Words = GoSlice<u64>;

/// From this number of words on num-bigint multiplies faster than the schoolbook's way does.
const LONG: usize = 48;

fn big(x: &[u64]) -> BigUint {
    BigUint::new(x.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect())
}

/// Zeroed words.
fn make(cx: &mut NativeCx, len: usize) -> Words {
    let bytes = cx.make_bytes(8 * len, 8 * len);
    GoSlice::from_raw(bytes.ptr().cast(), len, len)
}

/// Without the zeros at the end.
fn trim(words: Words) -> Words {
    let len = words.iter().rposition(|&word| word != 0).map_or(0, |at| at + 1);
    words.with_len(len)
}

fn words(cx: &mut NativeCx, x: &BigUint) -> Words {
    let digits = x.iter_u64_digits();
    let mut out = make(cx, digits.len());
    for (to, digit) in out.iter_mut().zip(digits) {
        *to = digit;
    }
    out
}

fn add(cx: &mut NativeCx, x: Words, y: Words) -> Words {
    let (x, y) = if x.len() < y.len() { (y, x) } else { (x, y) };
    let mut out = make(cx, x.len() + 1);
    let mut carry = false;
    for at in 0..x.len() {
        let (sum, over) = x[at].overflowing_add(y.get(at).copied().unwrap_or(0));
        let (sum, again) = sum.overflowing_add(u64::from(carry));
        out[at] = sum;
        carry = over | again;
    }
    out[x.len()] = u64::from(carry);
    trim(out)
}

/// `x` less `y`, which is not larger.
fn sub(cx: &mut NativeCx, x: Words, y: Words) -> Words {
    let mut out = make(cx, x.len());
    let mut borrow = false;
    for at in 0..x.len() {
        let (rest, under) = x[at].overflowing_sub(y.get(at).copied().unwrap_or(0));
        let (rest, again) = rest.overflowing_sub(u64::from(borrow));
        out[at] = rest;
        borrow = under | again;
    }
    trim(out)
}

fn mul(cx: &mut NativeCx, x: Words, y: Words) -> Words {
    if x.len().min(y.len()) >= LONG {
        return words(cx, &(big(&x) * big(&y)));
    }
    let mut out = make(cx, x.len() + y.len());
    for (at, &a) in x.iter().enumerate() {
        let mut carry = 0;
        for (to, &b) in out[at..].iter_mut().zip(y.iter()) {
            let sum = u128::from(a) * u128::from(b) + u128::from(*to) + carry;
            *to = sum as u64;
            carry = sum >> 64;
        }
        out[at + y.len()] = carry as u64;
    }
    trim(out)
}

/// Quotient and remainder; `y` is not zero.
fn div(cx: &mut NativeCx, x: Words, y: Words) -> (Words, Words) {
    if let &[divisor] = &*y {
        let mut out = make(cx, x.len());
        let mut rest = 0;
        for at in (0..x.len()).rev() {
            let part = rest << 64 | u128::from(x[at]);
            out[at] = (part / u128::from(divisor)) as u64;
            rest = part % u128::from(divisor);
        }
        let mut remainder = make(cx, 1);
        remainder[0] = rest as u64;
        return (trim(out), trim(remainder));
    }
    let (quotient, remainder) = big(&x).div_rem(&big(&y));
    let quotient = words(cx, &quotient);
    (quotient, words(cx, &remainder))
}

/// -1, 0 or 1.
fn cmp(x: Words, y: Words) -> isize {
    let order = x.len().cmp(&y.len());
    order.then_with(|| x.iter().rev().cmp(y.iter().rev())) as isize
}

/// Writes `x`, shifted left by less than a word, to `z`, which has one word more.
fn shift_left(mut z: Words, x: Words, by: u64) {
    let mut below = 0;
    for (to, &word) in z.iter_mut().zip(x.iter()) {
        *to = word << by | below;
        below = if by == 0 { 0 } else { word >> (64 - by) };
    }
    z[x.len()] = below;
}

/// Writes `x`, shifted right by less than a word, to `z`, which is as long.
fn shift_right(mut z: Words, x: Words, by: u64) {
    for at in 0..x.len() {
        let above = x.get(at + 1).copied().unwrap_or(0);
        z[at] = x[at] >> by | if by == 0 { 0 } else { above << (64 - by) };
    }
}

/// `x` to the power `y` modulo `m`, which is not zero.
fn power(cx: &mut NativeCx, x: Words, y: Words, m: Words) -> Words {
    let result = big(&x).modpow(&big(&y), &big(&m));
    words(cx, &result)
}

/// The values of the digits, the most significant first. The base is at most 256.
fn to_digits(cx: &mut NativeCx, x: Words, base: u64) -> GoSlice<u8> {
    let digits = big(&x).to_radix_be(base as u32);
    cx.bytes(&digits)
}

/// The number that has these digits, the most significant first, each below the base.
fn from_digits(cx: &mut NativeCx, digits: GoSlice<u8>, base: u64) -> Words {
    let number = BigUint::from_radix_be(&digits, base as u32).unwrap_or_default();
    words(cx, &number)
}

/// The natives, by name.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::new("natAdd", add),
        Native::new("natSub", sub),
        Native::new("natMul", mul),
        Native::new("natDiv", div),
        Native::new("natCmp", cmp),
        Native::new("natPower", power),
        Native::new("shiftLeft", shift_left),
        Native::new("shiftRight", shift_right),
        Native::new("toDigits", to_digits),
        Native::new("fromDigits", from_digits),
        Native::new("natRoot", |cx: &mut NativeCx, x: Words| {
            let root = big(&x).sqrt();
            words(cx, &root)
        }),
        Native::new("natGCD", |cx: &mut NativeCx, x: Words, y: Words| {
            let divisor = big(&x).gcd(&big(&y));
            words(cx, &divisor)
        }),
    ]
}
