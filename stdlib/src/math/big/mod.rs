//! Natives of package math/big. Natural numbers are slices of words, the least significant first, the last not zero.
//!
//! Numbers of few words are computed here, with the result written directly to its slice. Long numbers are computed by
//! num-bigint, without a P.

mod long_operations;

use long_operations::to_big;
use minigo_vm::convert::GoSlice;
use minigo_vm::native::work_parts::{MIN_BLOCKING_COST, WORK_PART_BYTES};
use minigo_vm::native::{Native, NativeCx, Outcome};
use num_bigint::BigUint;
use num_integer::Integer;
use std::cell::Cell;
use std::ops::ControlFlow::{Break, Continue};
use std::ops::Range;

/// A Go `[]Word`.
type Words = GoSlice<u64>;

/// The number of words from which on num-bigint multiplies faster than the schoolbook method.
const MIN_BIGINT_MULTIPLY_WORDS: usize = 48;

/// Returns a slice of `len` zero words.
fn make_words(cx: &mut NativeCx, len: usize) -> Words {
    cx.new_slice(len, len)
}

/// Returns the words without the zeros at the end.
fn trim(words: Words) -> Words {
    let len = words.iter().rposition(|&word| word != 0).map_or(0, |at| at + 1);
    words.with_len(len)
}

/// The number of words in a part.
const PART_WORDS: usize = WORK_PART_BYTES / size_of::<u64>();

/// Computes `len` words in parts, from the first on, with a carry from each part to the next; `some` computes one part
/// of the slice that `make` makes. `end` computes the native's result from the slice and the last carry.
fn compute_with_carry(
    cx: &mut NativeCx,
    make: impl FnOnce(&mut NativeCx) -> Words,
    len: usize,
    mut some: impl FnMut(&mut [u64], Range<usize>, bool) -> bool,
    end: impl Fn(Words, bool) -> Words,
) -> Outcome<Words> {
    if len <= PART_WORDS {
        let made = make(cx);
        let carry = made.edit_elements(|out| some(out, 0..len, false));
        return Outcome::Return(end(made, carry));
    }
    cx.make_in_parts(
        |cx| (make(cx), 0, false),
        |_, (made, at, carry)| {
            let to = len.min(*at + PART_WORDS / 2);
            *carry = made.edit_elements(|out| some(out, *at..to, *carry));
            *at = to;
            if to == len { Break(end(*made, *carry)) } else { Continue(WORK_PART_BYTES) }
        },
        |(made, ..)| made.ptr().cast_const().cast(),
    )
}

fn add(cx: &mut NativeCx, x: Words, y: Words) -> Outcome<Words> {
    let (x, y) = if x.len() < y.len() { (y, x) } else { (x, y) };
    let some = |out: &mut [u64], range: Range<usize>, mut carry: bool| {
        for at in range {
            let (sum, over) = x[at].overflowing_add(y.get(at).copied().unwrap_or(0));
            let (sum, again) = sum.overflowing_add(u64::from(carry));
            out[at] = sum;
            carry = over | again;
        }
        carry
    };
    compute_with_carry(
        cx,
        |cx| make_words(cx, x.len() + 1),
        x.len(),
        some,
        |made, carry| {
            made.tail(x.len()).set(&[u64::from(carry)]);
            trim(made)
        },
    )
}

/// Returns `x` minus `y`, which must not be larger.
fn sub(cx: &mut NativeCx, x: Words, y: Words) -> Outcome<Words> {
    let some = |out: &mut [u64], range: Range<usize>, mut borrow: bool| {
        for at in range {
            let (rest, under) = x[at].overflowing_sub(y.get(at).copied().unwrap_or(0));
            let (rest, again) = rest.overflowing_sub(u64::from(borrow));
            out[at] = rest;
            borrow = under | again;
        }
        borrow
    };
    compute_with_carry(cx, |cx| make_words(cx, x.len()), x.len(), some, |made, _| trim(made))
}

fn mul(cx: &mut NativeCx, x: Words, y: Words) -> Outcome<Words> {
    if x.len().min(y.len()) >= MIN_BIGINT_MULTIPLY_WORDS {
        let work = move || [long_operations::to_words(&(to_big(&x) * to_big(&y)))];
        let product = long_operations::compute_from_words(
            cx,
            long_operations::product_cost(x.len(), y.len()),
            [x, y],
            work,
        );
        return product.map(cx, |_, [product]| product);
    }
    // The product is a sum of rows: for each word of the longer factor, a row as long as the shorter factor.
    let (x, y) = if x.len() * y.len() > PART_WORDS && x.len() < y.len() { (y, x) } else { (x, y) };
    let some = |out: &mut [u64], range: Range<usize>, _: bool| {
        for at in range {
            let (mut carry, a) = (0, x[at]);
            for (to, &b) in out[at..].iter_mut().zip(y.iter()) {
                let sum = u128::from(a) * u128::from(b) + u128::from(*to) + carry;
                *to = sum as u64;
                carry = sum >> 64;
            }
            out[at + y.len()] = carry as u64;
        }
        false
    };
    let room = x.len() + y.len();
    if x.len() * y.len() <= PART_WORDS {
        let made = make_words(cx, room);
        made.edit_elements(|out| some(out, 0..x.len(), false));
        return Outcome::Return(trim(made));
    }
    cx.make_in_parts(
        |cx| (make_words(cx, room), 0),
        |_, (made, at)| {
            let to = x.len().min(*at + PART_WORDS / y.len().max(1));
            made.edit_elements(|out| some(out, *at..to, false));
            *at = to;
            if to == x.len() { Break(trim(*made)) } else { Continue(WORK_PART_BYTES) }
        },
        |(made, _)| made.ptr().cast_const().cast(),
    )
}

/// Returns quotient and remainder; `y` must not be zero.
fn div(cx: &mut NativeCx, x: Words, y: Words) -> Outcome<(Words, Words)> {
    if let &[divisor] = &*y {
        return div_word(cx, x, divisor);
    }
    let work = move || {
        let (quotient, remainder) = to_big(&x).div_rem(&to_big(&y));
        [long_operations::to_words(&quotient), long_operations::to_words(&remainder)]
    };
    let rows = (x.len() + 1).saturating_sub(y.len());
    let cost = rows.saturating_mul(y.len()).saturating_add(x.len());
    let both = long_operations::compute_from_words(cx, cost, [x, y], work);
    both.map(cx, |_, [quotient, remainder]| (quotient, remainder))
}

/// Returns quotient and remainder of a division by a word.
fn div_word(cx: &mut NativeCx, x: Words, divisor: u64) -> Outcome<(Words, Words)> {
    let some = |out: &mut [u64], range: Range<usize>, mut rest: u64| {
        for at in range.rev() {
            let part = u128::from(rest) << 64 | u128::from(x[at]);
            out[at] = (part / u128::from(divisor)) as u64;
            rest = (part % u128::from(divisor)) as u64;
        }
        rest
    };
    if x.len() <= PART_WORDS {
        let made = make_words(cx, x.len());
        let rest = made.edit_elements(|out| some(out, 0..x.len(), 0));
        let remainder = cx.slice(&[rest]);
        return Outcome::Return((trim(made), trim(remainder)));
    }
    cx.make_in_parts(
        |cx| (make_words(cx, x.len()), x.len(), 0),
        |cx, (made, to, rest)| {
            let at = to.saturating_sub(PART_WORDS);
            *rest = made.edit_elements(|out| some(out, at..*to, *rest));
            *to = at;
            if at > 0 {
                return Continue(WORK_PART_BYTES);
            }
            let remainder = cx.slice(&[*rest]);
            Break((trim(*made), trim(remainder)))
        },
        |(made, ..)| made.ptr().cast_const().cast(),
    )
}

/// Compares two numbers; returns -1, 0 or 1.
fn cmp(cx: &mut NativeCx, x: Words, y: Words) -> Outcome<isize> {
    let order = x.len().cmp(&y.len());
    if order.is_ne() || x.len() <= PART_WORDS {
        let order = order.then_with(|| x.iter().rev().cmp(y.iter().rev()));
        return Outcome::Return(order as isize);
    }
    cx.run_in_parts(
        |_| x.len(),
        |_, to| {
            let at = to.saturating_sub(PART_WORDS / 2);
            let order = x[at..*to].iter().rev().cmp(y[at..*to].iter().rev());
            *to = at;
            if order.is_ne() || at == 0 { Break(order as isize) } else { Continue(WORK_PART_BYTES) }
        },
    )
}

/// Writes `x`, shifted left by less than a word, to `z`, which is one word longer.
fn shift_left(cx: &mut NativeCx, z: Words, x: Words, by: u64) -> Outcome<()> {
    let some = |range: Range<usize>, mut below: u64| {
        for at in range {
            let word = x.as_cells()[at].get();
            z.as_cells()[at].set(word << by | below);
            below = if by == 0 { 0 } else { word >> (64 - by) };
        }
        below
    };
    if x.len() <= PART_WORDS {
        z.as_cells()[x.len()].set(some(0..x.len(), 0));
        return Outcome::Return(());
    }
    cx.run_in_parts(
        |_| (0, 0),
        |_, (at, below)| {
            let to = x.len().min(*at + PART_WORDS / 2);
            *below = some(*at..to, *below);
            *at = to;
            if to < x.len() {
                return Continue(WORK_PART_BYTES);
            }
            z.as_cells()[to].set(*below);
            Break(())
        },
    )
}

/// Writes `x`, shifted right by less than a word, to `z`, which has the same length.
fn shift_right(cx: &mut NativeCx, z: Words, x: Words, by: u64) -> Outcome<()> {
    let some = |range: Range<usize>| {
        let (z, x) = (z.as_cells(), x.as_cells());
        for at in range {
            let above = x.get(at + 1).map_or(0, Cell::get);
            z[at].set(x[at].get() >> by | if by == 0 { 0 } else { above << (64 - by) });
        }
    };
    if x.len() <= PART_WORDS {
        some(0..x.len());
        return Outcome::Return(());
    }
    cx.run_in_parts(
        |_| 0,
        |_, at| {
            let to = x.len().min(*at + PART_WORDS / 2);
            some(*at..to);
            *at = to;
            if to == x.len() { Break(()) } else { Continue(WORK_PART_BYTES) }
        },
    )
}

/// Returns `x` to the power `y` modulo `m`, which must not be zero.
fn mod_power(cx: &mut NativeCx, x: Words, y: Words, m: Words) -> Outcome<Words> {
    let work = move || [long_operations::to_words(&to_big(&x).modpow(&to_big(&y), &to_big(&m)))];
    let product = m.len().saturating_mul(m.len()).saturating_mul(2);
    let cost = product.saturating_mul(64).saturating_mul(y.len());
    let cost = cost.saturating_add(x.len().saturating_mul(m.len()));
    long_operations::compute_from_words(cx, cost, [x, y, m], work).map(cx, |_, [power]| power)
}

/// Returns the values of the digits, the most significant first. The base is at most 256.
fn to_digits(cx: &mut NativeCx, x: Words, base: u64) -> Outcome<GoSlice<u8>> {
    let work = move || [to_big(&x).to_radix_be(base as u32)];
    long_operations::compute_from_words(cx, radix_cost(x.len()), [x], work)
        .map(cx, |_, [digits]| digits)
}

/// Returns the number with these digits, the most significant first, each below the base.
fn from_digits(cx: &mut NativeCx, digits: GoSlice<u8>, base: u64) -> Outcome<Words> {
    let cost = radix_cost(digits.len() / 16);
    if cost <= MIN_BLOCKING_COST {
        let number = BigUint::from_radix_be(&digits, base as u32).unwrap_or_default();
        return Outcome::Return(cx.slice(&long_operations::to_words(&number)));
    }
    let work = move || {
        let number = BigUint::from_radix_be(&digits, base as u32).unwrap_or_default();
        [long_operations::to_words(&number)]
    };
    long_operations::compute_from_objects(cx, cost, [digits.ptr()], work)
        .map(cx, |_, [number]| number)
}

/// Returns the cost of changing the base of a number of `words` words: a division or product for each of its parts.
fn radix_cost(words: usize) -> usize {
    words.saturating_mul(words).saturating_add(16 * words)
}

fn sqrt(cx: &mut NativeCx, x: Words) -> Outcome<Words> {
    let work = move || [long_operations::to_words(&to_big(&x).sqrt())];
    let cost = x.len().saturating_mul(x.len()).saturating_mul(8);
    long_operations::compute_from_words(cx, cost, [x], work).map(cx, |_, [root]| root)
}

fn gcd(cx: &mut NativeCx, x: Words, y: Words) -> Outcome<Words> {
    let work = move || [long_operations::to_words(&to_big(&x).gcd(&to_big(&y)))];
    let longest = x.len().max(y.len());
    // The estimate is a subtraction and a shift for every two bits.
    let cost = longest.saturating_mul(longest).saturating_mul(64 * 8);
    long_operations::compute_from_words(cx, cost, [x, y], work).map(cx, |_, [divisor]| divisor)
}

/// Returns the natives of package math/big, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::chunked("natAdd", add),
        Native::chunked("natSub", sub),
        Native::blocking("natMul", mul),
        Native::blocking("natDiv", div),
        Native::chunked("natCmp", cmp),
        Native::blocking("natPower", mod_power),
        Native::chunked("shiftLeft", shift_left),
        Native::chunked("shiftRight", shift_right),
        Native::blocking("toDigits", to_digits),
        Native::blocking("fromDigits", from_digits),
        Native::blocking("natRoot", sqrt),
        Native::blocking("natGCD", gcd),
    ]
}
