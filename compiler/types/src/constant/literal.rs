//! The values of literals. The lexer has checked that the literals are well formed.

use super::float::{BigFloat, float_power_of_ten, power_of_ten};
use super::{ConstValue, Real, from_fraction};
use minigo_syntax::ast::LiteralKind;
use minigo_syntax::literal::{decode_rune, decode_string};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

impl ConstValue {
    /// The value of a literal; unknown if it is too large.
    pub(crate) fn from_literal(kind: LiteralKind, text: &str) -> Self {
        match kind {
            LiteralKind::Int => parse_integer(text).map_or(Self::Unknown, Self::Int),
            LiteralKind::Float => parse_float(text),
            LiteralKind::Imag => Self::complex(Self::int(0), parse_imaginary(text)),
            LiteralKind::Char => decode_rune(text).map_or(Self::Unknown, Self::int),
            LiteralKind::String => Self::str(decode_string(text)),
        }
    }
}

fn parse_imaginary(text: &str) -> ConstValue {
    let digits: String = text.trim_end_matches('i').chars().filter(|&c| c != '_').collect();
    let prefixed = matches!(digits.as_bytes(), [b'0', b'x' | b'X' | b'b' | b'B' | b'o' | b'O', ..]);
    if prefixed && !digits.contains(['.', 'p', 'P']) {
        return parse_integer(&digits).map_or(ConstValue::Unknown, ConstValue::Int);
    }
    if digits.bytes().all(|b| b.is_ascii_digit()) {
        // For compatibility with old Go, leading zeros do not make an imaginary literal octal.
        return BigInt::parse_bytes(digits.as_bytes(), 10)
            .map_or(ConstValue::Unknown, ConstValue::Int);
    }
    parse_float(&digits)
}

/// The value of an integer literal that has no separators and fits into 64 bits.
pub(crate) fn small_integer(text: &str) -> Option<u64> {
    let (radix, digits) = split_radix(text);
    u64::from_str_radix(digits, radix).ok()
}

fn parse_integer(text: &str) -> Option<BigInt> {
    if let Some(small) = small_integer(text) {
        return Some(small.into());
    }
    let (radix, digits) = split_radix(text);
    let digits: String = digits.chars().filter(|&c| c != '_').collect();
    BigInt::parse_bytes(digits.as_bytes(), radix)
}

/// The radix and the digits of an integer literal.
fn split_radix(text: &str) -> (u32, &str) {
    match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &text[2..]),
        [b'0', b'b' | b'B', ..] => (2, &text[2..]),
        [b'0', b'o' | b'O', ..] => (8, &text[2..]),
        [b'0', _, ..] => (8, &text[1..]),
        _ => (10, text),
    }
}

fn parse_float(text: &str) -> ConstValue {
    let digits: String = text.chars().filter(|&c| c != '_').collect();
    let hex = digits.starts_with("0x") || digits.starts_with("0X");
    let body = if hex { &digits[2..] } else { &digits[..] };
    let (mantissa, exponent) = match body.find(if hex { ['p', 'P'] } else { ['e', 'E'] }) {
        Some(at) => (&body[..at], body[at + 1..].trim_start_matches('+').parse::<i64>()),
        None => (body, Ok(0)),
    };
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let radix = if hex { 16 } else { 10 };
    let Some(mant) = BigInt::parse_bytes(format!("0{whole}{part}").as_bytes(), radix) else {
        return ConstValue::Unknown;
    };
    if mant.is_zero() {
        return ConstValue::Float(Real::Fraction(Box::new(BigRational::zero())));
    }
    let Ok(exponent) = exponent else { return ConstValue::Unknown };
    if hex {
        from_binary(mant, exponent - 4 * part.len() as i64)
    } else {
        from_decimal(mant, exponent - part.len() as i64)
    }
}

fn from_decimal(mant: BigInt, exp: i64) -> ConstValue {
    if exp.abs() < 2000 {
        let power = power_of_ten(exp.unsigned_abs() as u32);
        return from_fraction(if exp >= 0 {
            BigRational::from_integer(mant * power)
        } else {
            BigRational::new(mant, power)
        });
    }
    let value = BigFloat::new(mant, 0).mul(&float_power_of_ten(exp));
    if value.is_huge() || exp.abs() > 1 << 30 {
        // A number that is too small is zero; one that is too large is unknown.
        return if exp < 0 { ConstValue::float(0.0) } else { ConstValue::Unknown };
    }
    ConstValue::Float(Real::Float(Box::new(value)))
}

fn from_binary(mant: BigInt, exp: i64) -> ConstValue {
    if exp.abs() < 4000 {
        let power = BigInt::one() << exp.unsigned_abs();
        return from_fraction(if exp >= 0 {
            BigRational::from_integer(mant * power)
        } else {
            BigRational::new(mant, power)
        });
    }
    let value = BigFloat::new(mant, exp);
    if value.is_huge() {
        return if exp < 0 { ConstValue::float(0.0) } else { ConstValue::Unknown };
    }
    ConstValue::Float(Real::Float(Box::new(value)))
}
