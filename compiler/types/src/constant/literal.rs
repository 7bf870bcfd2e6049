//! Values of literals.
//!
//! A module of its own since it reads text; the lexer has made sure that the literals are well formed.

use super::float::{BigFloat, float_power_of_ten, power_of_ten};
use super::{ConstValue, Real, fraction};
use minigo_syntax::ast::LiteralKind;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

impl ConstValue {
    /// The value of a literal; unknown if it is beyond all bounds.
    pub(crate) fn from_literal(kind: LiteralKind, text: &str) -> Self {
        match kind {
            LiteralKind::Int => integer(text).map_or(Self::Unknown, Self::Int),
            LiteralKind::Float => float(text),
            LiteralKind::Imag => Self::complex(Self::int(0), imaginary(text)),
            LiteralKind::Char => {
                let body = text.strip_prefix('\'').and_then(|t| t.strip_suffix('\''));
                rune(body.unwrap_or("")).map_or(Self::Unknown, Self::int)
            }
            LiteralKind::String => Self::str(string(text)),
        }
    }
}

fn imaginary(text: &str) -> ConstValue {
    let digits: String = text.trim_end_matches('i').chars().filter(|&c| c != '_').collect();
    let prefixed = matches!(digits.as_bytes(), [b'0', b'x' | b'X' | b'b' | b'B' | b'o' | b'O', ..]);
    if prefixed && !digits.contains(['.', 'p', 'P']) {
        return integer(&digits).map_or(ConstValue::Unknown, ConstValue::Int);
    }
    if digits.bytes().all(|b| b.is_ascii_digit()) {
        // For compatibility leading zeros do not make it octal.
        return BigInt::parse_bytes(digits.as_bytes(), 10)
            .map_or(ConstValue::Unknown, ConstValue::Int);
    }
    float(&digits)
}

fn integer(text: &str) -> Option<BigInt> {
    let digits: String = text.chars().filter(|&c| c != '_').collect();
    let (radix, rest) = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &digits[2..]),
        [b'0', b'b' | b'B', ..] => (2, &digits[2..]),
        [b'0', b'o' | b'O', ..] => (8, &digits[2..]),
        [b'0', _, ..] => (8, &digits[1..]),
        _ => (10, &digits[..]),
    };
    BigInt::parse_bytes(rest.as_bytes(), radix)
}

fn float(text: &str) -> ConstValue {
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
        return ConstValue::Float(Real::Fraction(BigRational::zero()));
    }
    let Ok(exponent) = exponent else { return ConstValue::Unknown };
    if hex {
        power_of_two(mant, exponent - 4 * part.len() as i64)
    } else {
        decimal(mant, exponent - part.len() as i64)
    }
}

fn decimal(mant: BigInt, exp: i64) -> ConstValue {
    if exp.abs() < 2000 {
        let power = power_of_ten(exp.unsigned_abs() as u32);
        return fraction(if exp >= 0 {
            BigRational::from_integer(mant * power)
        } else {
            BigRational::new(mant, power)
        });
    }
    let value = BigFloat::new(mant, 0).mul(&float_power_of_ten(exp));
    if value.is_huge() || exp.abs() > 1 << 30 {
        // Too small is zero, too large is beyond all bounds.
        return if exp < 0 { ConstValue::float(0.0) } else { ConstValue::Unknown };
    }
    ConstValue::Float(Real::Float(value))
}

fn power_of_two(mant: BigInt, exp: i64) -> ConstValue {
    if exp.abs() < 4000 {
        let power = BigInt::one() << exp.unsigned_abs();
        return fraction(if exp >= 0 {
            BigRational::from_integer(mant * power)
        } else {
            BigRational::new(mant, power)
        });
    }
    let value = BigFloat::new(mant, exp);
    if value.is_huge() {
        return if exp < 0 { ConstValue::float(0.0) } else { ConstValue::Unknown };
    }
    ConstValue::Float(Real::Float(value))
}

/// The one rune of a rune literal's body.
fn rune(body: &str) -> Option<u32> {
    match body.strip_prefix('\\') {
        None => body.chars().next().map(u32::from),
        Some(escape) => escaped(escape.as_bytes()).map(|(value, _, _)| value),
    }
}

/// The value of an escape sequence after its backslash, how long it is, and whether it stands for a byte.
fn escaped(text: &[u8]) -> Option<(u32, usize, bool)> {
    let digits = |from: usize, len: usize, radix: u32| {
        let digits = std::str::from_utf8(text.get(from..from + len)?).ok()?;
        u32::from_str_radix(digits, radix).ok()
    };
    Some(match *text.first()? {
        b'a' => (7, 1, false),
        b'b' => (8, 1, false),
        b'f' => (12, 1, false),
        b'n' => (10, 1, false),
        b'r' => (13, 1, false),
        b't' => (9, 1, false),
        b'v' => (11, 1, false),
        b'x' => (digits(1, 2, 16)?, 3, true),
        b'u' => (digits(1, 4, 16)?, 5, false),
        b'U' => (digits(1, 8, 16)?, 9, false),
        b'0'..=b'7' => (digits(0, 3, 8)?, 3, true),
        other => (u32::from(other), 1, false),
    })
}

/// The bytes of a string literal, quotes included in `text`.
fn string(text: &str) -> Vec<u8> {
    if let Some(raw) = text.strip_prefix('`') {
        return raw.trim_end_matches('`').bytes().filter(|&b| b != b'\r').collect();
    }
    let inner = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or("");
    let mut rest = inner.as_bytes();
    let mut bytes = Vec::with_capacity(rest.len());
    while let Some(at) = rest.iter().position(|&b| b == b'\\') {
        bytes.extend_from_slice(&rest[..at]);
        let Some((value, len, byte)) = escaped(&rest[at + 1..]) else { break };
        match char::from_u32(value) {
            Some(c) if !byte => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            _ => bytes.push(value as u8),
        }
        rest = &rest[at + 1 + len..];
    }
    bytes.extend_from_slice(rest);
    bytes
}
