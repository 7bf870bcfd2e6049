//! Converts floating-point numbers to text, in Go's formats.
//!
//! The functions are pure. Rust's formatting gives the digits, shortest or exactly rounded; this module arranges them
//! as Go does.

use crate::byte_sink::ByteSink;

/// The limit of significant digits to ask Rust for: no float has more, and all further digits are zeros.
const MAX_DIGITS: usize = 1100;

/// A number as digits: `0.d1d2d3… × 10^point`.
struct Decimal {
    digits: Vec<u8>,
    decimal_point: i32,
}

impl Decimal {
    /// Parses Rust's `{:e}` format: `d.ddde-5`.
    fn from_scientific(text: &str) -> Self {
        let (mantissa, exponent) = text.split_once('e').expect("scientific format has an exponent");
        let mut digits: Vec<u8> = mantissa.bytes().filter(|b| *b != b'.').collect();
        let exponent: i32 = exponent.parse().expect("the exponent is a number");
        while digits.last() == Some(&b'0') {
            digits.pop();
        }
        let point = if digits.is_empty() { 0 } else { exponent + 1 };
        Self { digits, decimal_point: point }
    }

    fn shortest(f: f64, bits: i64) -> Self {
        let text = if bits == 32 { format!("{:e}", f as f32) } else { format!("{f:e}") };
        let shortest = Self::from_scientific(&text);
        if shortest.digits.last().is_none_or(|digit| digit % 2 == 0) {
            return shortest;
        }
        // Where `f` is halfway between two shortest candidates, Rust takes the upper one and Go the even one. Exact
        // rounding to as many digits as the shortest candidate has gives the even candidate, which is taken if it reads
        // back as the same float.
        let even = format!("{f:.*e}", shortest.digits.len() - 1);
        let same = match bits {
            32 => even.parse::<f32>().is_ok_and(|g| f64::from(g) == f),
            _ => even.parse::<f64>() == Ok(f),
        };
        if same { Self::from_scientific(&even) } else { shortest }
    }

    /// Returns `f` rounded to `digits` significant digits.
    fn rounded(f: f64, digits: usize) -> Self {
        Self::from_scientific(&format!("{f:.*e}", digits.clamp(1, MAX_DIGITS) - 1))
    }

    /// Writes `n` digits from index `from` on; digits before the first and behind the last are zeros.
    fn write(&self, out: &mut impl ByteSink, from: i32, n: usize) {
        let before = n.min(from.min(0).unsigned_abs() as usize);
        out.fill(b'0', before);
        let rest = self.digits.get(from.max(0) as usize..).unwrap_or(&[]);
        let own = rest.len().min(n - before);
        out.put(&rest[..own]);
        out.fill(b'0', n - before - own);
    }
}

/// Writes `f` as `FormatFloat` does. A `precision` of -1 means as many digits as identify `f` among the floats of
/// `bits` bits.
pub(crate) fn format_float(out: &mut impl ByteSink, f: f64, format: u8, precision: i64, bits: i64) {
    let f = if bits == 32 { f64::from(f as f32) } else { f };
    if f.is_nan() {
        return out.put(b"NaN");
    }
    if f.is_infinite() {
        return out.put(if f > 0.0 { b"+Inf" } else { b"-Inf" });
    }
    let known = matches!(format, b'b' | b'x' | b'X' | b'e' | b'E' | b'f' | b'g' | b'G');
    if f.is_sign_negative() && known {
        out.put(b"-");
    }
    let f = f.abs();
    let wanted = usize::try_from(precision).ok();
    match format {
        b'b' => format_binary(out, f, bits),
        b'x' | b'X' => format_hex(out, f, format, wanted),
        b'e' | b'E' => {
            let decimal = match wanted {
                None => Decimal::shortest(f, bits),
                Some(n) => Decimal::rounded(f, n.saturating_add(1)),
            };
            let digits = wanted.unwrap_or_else(|| decimal.digits.len().saturating_sub(1));
            format_scientific(out, &decimal, digits, format);
        }
        b'f' => match wanted {
            None => {
                let decimal = Decimal::shortest(f, bits);
                let after = (decimal.digits.len() as i32 - decimal.decimal_point).max(0);
                format_positional(out, &decimal, after as usize);
            }
            Some(n) => {
                let exact = n.min(MAX_DIGITS);
                out.put(std::format!("{f:.exact$}").as_bytes());
                out.fill(b'0', n - exact);
            }
        },
        b'g' | b'G' => format_general(out, f, format, wanted, bits),
        _ => out.put(&[b'%', format]),
    }
}

fn format_general(out: &mut impl ByteSink, f: f64, format: u8, wanted: Option<usize>, bits: i64) {
    let decimal = match wanted {
        None => Decimal::shortest(f, bits),
        Some(n) => Decimal::rounded(f, n.max(1)),
    };
    let count = decimal.digits.len() as i32;
    let precision = wanted.map_or(6, |n| n.clamp(1, MAX_DIGITS) as i32);
    let mut limit = precision;
    if wanted.is_some() && limit > count && count >= decimal.decimal_point {
        limit = count;
    }
    let exponent = decimal.decimal_point - 1;
    if exponent < -4 || exponent >= limit {
        format_scientific(out, &decimal, (count - 1).max(0) as usize, format - (b'g' - b'e'));
    } else {
        format_positional(out, &decimal, (count - decimal.decimal_point).max(0) as usize);
    }
}

/// Writes `d.ddde±dd` with `after` digits after the point.
fn format_scientific(out: &mut impl ByteSink, decimal: &Decimal, after: usize, letter: u8) {
    decimal.write(out, 0, 1);
    if after > 0 {
        out.put(b".");
        decimal.write(out, 1, after);
    }
    let exponent = if decimal.digits.is_empty() { 0 } else { decimal.decimal_point - 1 };
    let sign = if exponent < 0 { '-' } else { '+' };
    out.put(std::format!("{}{sign}{:02}", char::from(letter), exponent.abs()).as_bytes());
}

/// Writes `ddd.ddd` with `after` digits after the point.
fn format_positional(out: &mut impl ByteSink, decimal: &Decimal, after: usize) {
    if decimal.decimal_point > 0 {
        decimal.write(out, 0, decimal.decimal_point as usize);
    } else {
        out.put(b"0");
    }
    if after > 0 {
        out.put(b".");
        decimal.write(out, decimal.decimal_point, after);
    }
}

/// Returns the mantissa and the exponent of 2 of a float of `bits` bits.
fn mantissa_and_exponent(f: f64, bits: i64) -> (u64, i32) {
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

/// Writes a float as mantissa and exponent: `4503599627370496p-52`.
fn format_binary(out: &mut impl ByteSink, f: f64, bits: i64) {
    let (mantissa, exponent) = mantissa_and_exponent(f, bits);
    out.put(format!("{mantissa}p{exponent:+}").as_bytes());
}

/// Writes a float as `0x1.8p+01`, rounded to `wanted` digits after the point if that is given.
fn format_hex(out: &mut impl ByteSink, f: f64, format: u8, wanted: Option<usize>) {
    let (mut mantissa, mut exponent) = mantissa_and_exponent(f, 64);
    if mantissa == 0 {
        exponent = 0;
    } else {
        exponent += 52;
        // Shift the leading one to bit 60; 15 digits follow it.
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
        // Round to the nearest, ties to even.
        if extra | (mantissa & 1) > 1 << (shift - 1) {
            mantissa += 1;
        }
        mantissa <<= shift;
        if mantissa >> 61 != 0 {
            mantissa >>= 1;
            exponent += 1;
        }
    }
    let upper = |text: String| if format == b'X' { text.to_uppercase() } else { text };
    let digits = upper(format!("{:015x}", mantissa & ((1 << 60) - 1)));
    let digits = match wanted {
        None => digits.trim_end_matches('0'),
        Some(n) => &digits[..n.min(15)],
    };
    out.put(upper(format!("0x{}", mantissa >> 60)).as_bytes());
    if !digits.is_empty() {
        out.put(b".");
        out.put(digits.as_bytes());
        out.fill(b'0', wanted.unwrap_or(0).saturating_sub(15));
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    out.put(upper(format!("p{sign}{:02}", exponent.abs())).as_bytes());
}
