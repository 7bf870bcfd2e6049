//! Converts text to floating-point numbers.
//!
//! The functions are pure. Rust's `parse` converts decimal numbers, correctly rounded; this module finds the end of the
//! number, and converts hexadecimal numbers.

use super::integer::{ParseStatus, underscores_ok};
use std::borrow::Cow;

/// The result of scanning a number.
struct Number {
    is_hex: bool,
    /// The digits without leading zeros. Digits beyond its capacity only affect `has_more_digits`.
    mantissa: u64,
    /// Whether a digit other than 0 followed after the mantissa was full.
    has_more_digits: bool,
    /// The exponent (of 2 or 10) of the mantissa's last digit.
    exponent: i64,
    len: usize,
}

/// Reads the number at the beginning of `s` as `ParseFloat` does. Returns its value, its length, and whether it is
/// valid.
pub(crate) fn parse(s: &[u8], bits: i64) -> (f64, usize, ParseStatus) {
    if let Some((value, len)) = parse_special(s) {
        return (value, len, ParseStatus::Parsed);
    }
    let Some(number) = scan_number(s) else { return (0.0, 0, ParseStatus::BadSyntax) };
    let negative = s[0] == b'-';
    let value = if number.is_hex {
        from_hexadecimal(&number, bits)
    } else {
        let text = std::str::from_utf8(&s[..number.len]).unwrap_or_default();
        let text = match text.contains('_') {
            true => Cow::from(text.replace('_', "")),
            false => Cow::from(text),
        };
        let text = text.trim_start_matches(['+', '-']);
        match bits {
            32 => text.parse::<f32>().map(f64::from),
            _ => text.parse::<f64>(),
        }
        .expect("the scan lets only numbers through")
    };
    let verdict = if value.is_infinite() { ParseStatus::OutOfRange } else { ParseStatus::Parsed };
    (if negative { -value } else { value }, number.len, verdict)
}

/// Parses `inf` and `infinity`, which may have a sign, and `nan`, in upper or lower case.
fn parse_special(s: &[u8]) -> Option<(f64, usize)> {
    let (sign, rest) = match s {
        [b'-', rest @ ..] => (-1.0, rest),
        [b'+', rest @ ..] => (1.0, rest),
        _ => (1.0, s),
    };
    let signs = s.len() - rest.len();
    let same =
        |word: &[u8]| rest.iter().zip(word).take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count();
    match same(b"infinity") {
        8 => return Some((sign * f64::INFINITY, signs + 8)),
        3.. => return Some((sign * f64::INFINITY, signs + 3)),
        _ => {}
    }
    (signs == 0 && same(b"nan") == 3).then_some((f64::NAN, 3))
}

fn scan_number(s: &[u8]) -> Option<Number> {
    let mut i = usize::from(matches!(s.first(), Some(b'+' | b'-')));
    let hex = matches!(s[i..], [b'0', b'x' | b'X', _, ..]);
    if hex {
        i += 2;
    }
    let radix: u64 = if hex { 16 } else { 10 };
    let full = if hex { 1 << 58 } else { 100_000_000_000_000_000 };
    let mut number =
        Number { is_hex: hex, mantissa: 0, has_more_digits: false, exponent: 0, len: 0 };
    let (mut digits, mut point, mut underscores) = (false, false, false);
    let per_digit = if hex { 4 } else { 1 };
    while let Some(&c) = s.get(i) {
        match c {
            b'_' => underscores = true,
            b'.' if !point => point = true,
            _ if c.is_ascii_digit() || hex && c.is_ascii_hexdigit() => {
                let digit = char::from(c).to_digit(16).expect("a hexadecimal digit");
                digits = true;
                if number.mantissa < full {
                    number.mantissa = number.mantissa * radix + u64::from(digit);
                    number.exponent -= i64::from(point) * per_digit;
                } else {
                    number.has_more_digits |= digit != 0;
                    number.exponent += i64::from(!point) * per_digit;
                }
            }
            _ => break,
        }
        i += 1;
    }
    if !digits {
        return None;
    }
    let letter = if hex { b'p' } else { b'e' };
    if s.get(i).is_some_and(|c| c | 0x20 == letter) {
        let mut j = i + 1;
        let negative = s.get(j) == Some(&b'-');
        j += usize::from(matches!(s.get(j), Some(b'+' | b'-')));
        if !s.get(j).is_some_and(u8::is_ascii_digit) {
            return None;
        }
        let mut exponent: i64 = 0;
        while let Some(&c) = s.get(j).filter(|c| c.is_ascii_digit() || **c == b'_') {
            underscores |= c == b'_';
            if c != b'_' && exponent < 10_000 {
                exponent = exponent * 10 + i64::from(c - b'0');
            }
            j += 1;
        }
        number.exponent += if negative { -exponent } else { exponent };
        i = j;
    } else if hex {
        return None;
    }
    number.len = i;
    (!underscores || underscores_ok(&s[..i])).then_some(number)
}

/// Returns the float nearest to `mantissa × 2^exponent`, ties to even; infinity if it is too large.
fn from_hexadecimal(number: &Number, bits: i64) -> f64 {
    if number.mantissa == 0 {
        return 0.0;
    }
    let (width, min, max): (i64, i64, i64) =
        if bits == 32 { (24, -149, 127) } else { (53, -1074, 1023) };
    let size = 64 - i64::from(number.mantissa.leading_zeros());
    // The exponent of the last bit that the float keeps.
    let last = (number.exponent + size - width).max(min);
    let shift = last - number.exponent;
    let kept = if shift <= 0 {
        number.mantissa << -shift
    } else if shift > 63 {
        0
    } else {
        let (kept, rest) = (number.mantissa >> shift, number.mantissa & ((1 << shift) - 1));
        let half = 1 << (shift - 1);
        let up = rest > half || rest == half && (number.has_more_digits || kept & 1 == 1);
        kept + u64::from(up)
    };
    if kept != 0 && 63 - i64::from(kept.leading_zeros()) + last > max {
        return f64::INFINITY;
    }
    // Multiply in two steps, so that neither factor leaves the range of floats; both are exact.
    kept as f64 * power_of_two(last / 2) * power_of_two(last - last / 2)
}

fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((exponent.clamp(-1022, 1023) + 1023) as u64) << 52)
}
