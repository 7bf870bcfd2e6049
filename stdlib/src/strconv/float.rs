//! Floating-point numbers to text, in Go's formats.
//!
//! A module of its own because it is pure. Rust's formatting gives the digits, shortest or exactly rounded; what is
//! done here is Go's arrangement of them.

use std::fmt::Write;

/// No float has more significant digits; asking for more gives zeros.
const MAX_DIGITS: usize = 1100;

/// Digits `0.d1d2d3… × 10^point`.
struct Decimal {
    digits: Vec<u8>,
    point: i32,
}

impl Decimal {
    /// From Rust's `{:e}` format: `d.ddde-5`.
    fn from_scientific(text: &str) -> Self {
        let (mantissa, exponent) = text.split_once('e').expect("scientific format has an exponent");
        let mut digits: Vec<u8> = mantissa.bytes().filter(|b| *b != b'.').collect();
        let exponent: i32 = exponent.parse().expect("the exponent is a number");
        while digits.last() == Some(&b'0') {
            digits.pop();
        }
        let point = if digits.is_empty() { 0 } else { exponent + 1 };
        Self { digits, point }
    }

    fn shortest(f: f64, bits: i64) -> Self {
        let text = if bits == 32 { format!("{:e}", f as f32) } else { format!("{f:e}") };
        let shortest = Self::from_scientific(&text);
        if shortest.digits.last().is_none_or(|digit| digit % 2 == 0) {
            return shortest;
        }
        // Where `f` is halfway between two shortest candidates, Rust takes the upper one and Go the even one. Exact
        // rounding gives the even one too; it is shortest if it reads back as the same float.
        let even = format!("{f:.*e}", shortest.digits.len() - 1);
        let same = match bits {
            32 => even.parse::<f32>().is_ok_and(|g| f64::from(g) == f),
            _ => even.parse::<f64>() == Ok(f),
        };
        if same { Self::from_scientific(&even) } else { shortest }
    }

    /// Rounded to so many significant digits.
    fn rounded(f: f64, digits: usize) -> Self {
        Self::from_scientific(&format!("{f:.*e}", digits.clamp(1, MAX_DIGITS) - 1))
    }

    fn digit(&self, at: i32) -> u8 {
        usize::try_from(at).ok().and_then(|at| self.digits.get(at)).copied().unwrap_or(b'0')
    }
}

/// Formats `f` as `FormatFloat` does; `precision` is -1 for as many digits as identify it among the floats of `bits` bits.
pub(crate) fn format(f: f64, format: u8, precision: i64, bits: i64) -> String {
    let f = if bits == 32 { f64::from(f as f32) } else { f };
    if f.is_nan() {
        return "NaN".to_owned();
    }
    if f.is_infinite() {
        return if f > 0.0 { "+Inf" } else { "-Inf" }.to_owned();
    }
    let mut out = String::new();
    if f.is_sign_negative() {
        out.push('-');
    }
    let f = f.abs();
    let wanted = usize::try_from(precision).ok();
    match format {
        b'b' => binary(&mut out, f, bits),
        b'x' | b'X' => hexadecimal(&mut out, f, format, wanted),
        b'e' | b'E' => {
            let decimal = match wanted {
                None => Decimal::shortest(f, bits),
                Some(n) => Decimal::rounded(f, n + 1),
            };
            let digits = wanted.unwrap_or_else(|| decimal.digits.len().saturating_sub(1));
            scientific(&mut out, &decimal, digits, format);
        }
        b'f' => match wanted {
            None => {
                let decimal = Decimal::shortest(f, bits);
                let after = (decimal.digits.len() as i32 - decimal.point).max(0);
                positional(&mut out, &decimal, after as usize);
            }
            Some(n) => {
                let exact = n.min(MAX_DIGITS);
                write!(out, "{f:.exact$}").expect("a String takes everything");
                out.extend(std::iter::repeat_n('0', n - exact));
            }
        },
        b'g' | b'G' => general(&mut out, f, format, wanted, bits),
        _ => return format!("%{}", char::from(format)),
    }
    out
}

fn general(out: &mut String, f: f64, format: u8, wanted: Option<usize>, bits: i64) {
    let decimal = match wanted {
        None => Decimal::shortest(f, bits),
        Some(n) => Decimal::rounded(f, n.max(1)),
    };
    let count = decimal.digits.len() as i32;
    let precision = wanted.map_or(6, |n| n.clamp(1, MAX_DIGITS) as i32);
    let mut limit = precision;
    if wanted.is_some() && limit > count && count >= decimal.point {
        limit = count;
    }
    let exponent = decimal.point - 1;
    if exponent < -4 || exponent >= limit {
        scientific(out, &decimal, (count - 1).max(0) as usize, format - (b'g' - b'e'));
    } else {
        positional(out, &decimal, (count - decimal.point).max(0) as usize);
    }
}

/// `d.ddde±dd` with so many digits after the point.
fn scientific(out: &mut String, decimal: &Decimal, after: usize, letter: u8) {
    out.push(char::from(decimal.digit(0)));
    if after > 0 {
        out.push('.');
        out.extend((1..=after as i32).map(|i| char::from(decimal.digit(i))));
    }
    let exponent = if decimal.digits.is_empty() { 0 } else { decimal.point - 1 };
    let sign = if exponent < 0 { '-' } else { '+' };
    write!(out, "{}{sign}{:02}", char::from(letter), exponent.abs())
        .expect("a String takes everything");
}

/// `ddd.ddd` with so many digits after the point.
fn positional(out: &mut String, decimal: &Decimal, after: usize) {
    if decimal.point > 0 {
        out.extend((0..decimal.point).map(|i| char::from(decimal.digit(i))));
    } else {
        out.push('0');
    }
    if after > 0 {
        out.push('.');
        out.extend((0..after as i32).map(|i| char::from(decimal.digit(decimal.point + i))));
    }
}

/// The mantissa and the exponent of 2 of a float of that size.
fn parts(f: f64, bits: i64) -> (u64, i32) {
    if bits == 32 {
        let raw = (f as f32).to_bits();
        let (exponent, mantissa) = ((raw >> 23 & 0xFF) as i32, u64::from(raw & 0x7F_FFFF));
        return match exponent {
            0 => (mantissa, -126 - 23),
            _ => (mantissa | 1 << 23, exponent - 127 - 23),
        };
    }
    let raw = f.to_bits();
    let (exponent, mantissa) = ((raw >> 52 & 0x7FF) as i32, raw & ((1 << 52) - 1));
    match exponent {
        0 => (mantissa, -1022 - 52),
        _ => (mantissa | 1 << 52, exponent - 1023 - 52),
    }
}

/// `4503599627370496p-52`.
fn binary(out: &mut String, f: f64, bits: i64) {
    let (mantissa, exponent) = parts(f, bits);
    write!(out, "{mantissa}p{exponent:+}").expect("a String takes everything");
}

/// `0x1.8p+01`, perhaps rounded to so many digits after the point.
fn hexadecimal(out: &mut String, f: f64, format: u8, wanted: Option<usize>) {
    let (mut mantissa, mut exponent) = parts(f, 64);
    if mantissa == 0 {
        exponent = 0;
    } else {
        exponent += 52;
        // The leading one to bit 60; 15 digits follow it.
        while mantissa >> 60 == 0 {
            if mantissa >> 52 == 0 {
                exponent -= 1;
                mantissa <<= 1;
            } else {
                mantissa <<= 8;
            }
        }
    }
    if let Some(n) = wanted.filter(|n| *n < 15) {
        let shift = 60 - 4 * n as u32;
        let extra = mantissa & ((1 << shift) - 1);
        mantissa >>= shift;
        // To the nearest, ties to even.
        if extra | (mantissa & 1) > 1 << (shift - 1) {
            mantissa += 1;
        }
        mantissa <<= shift;
        if mantissa >> 61 != 0 {
            mantissa >>= 1;
            exponent += 1;
        }
    }
    let digits = format!("{:015x}", mantissa & ((1 << 60) - 1));
    let digits = match wanted {
        None => digits.trim_end_matches('0').to_owned(),
        Some(n) if n <= 15 => digits[..n].to_owned(),
        Some(n) => format!("{digits:0<n$}"),
    };
    let point = if digits.is_empty() { "" } else { "." };
    let sign = if exponent < 0 { '-' } else { '+' };
    let text = format!("0x{}{point}{digits}p{sign}{:02}", mantissa >> 60, exponent.abs());
    out.push_str(&if format == b'X' { text.to_uppercase() } else { text });
}
