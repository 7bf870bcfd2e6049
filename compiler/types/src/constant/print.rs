//! Formats constants for messages.
//!
//! The texts are the same as those of Go's compiler, `%.6g` included.

use super::{BigFloat, ConstValue, Real};
use num_traits::Zero;
use std::fmt::{self, Display, Formatter};

/// The maximal length, in runes, up to which a quoted string is printed in full.
const MAX_QUOTED_RUNES: usize = 72;

impl Display for ConstValue {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("unknown"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Int(value) => write!(f, "{value}"),
            Self::Float(value) => f.write_str(&real_text(value)),
            Self::Complex(z) => write!(f, "({} + {}i)", z.re, z.im),
            Self::Str(text) => {
                let bytes = text.bytes();
                // Each rune has at most four bytes: the remaining bytes would be cut off in any case.
                let quoted = quote(&bytes[..bytes.len().min(MAX_QUOTED_RUNES * 4 + 4)]);
                if quoted.chars().count() <= MAX_QUOTED_RUNES {
                    return f.write_str(&quoted);
                }
                let head: String = quoted.chars().take(MAX_QUOTED_RUNES - 3).collect();
                write!(f, "{head}...")
            }
        }
    }
}

fn real_text(value: &Real) -> String {
    let is_int = match value {
        Real::Fraction(v) => v.is_integer(),
        Real::Float(v) => v.is_int(),
    };
    let big = value.to_big();
    let near = big.to_ieee(53, -1074);
    if big.mant.is_zero() == (near == 0.0) && near.is_finite() {
        let short = format_general(near, Some(6));
        if !is_int && !short.contains('.') {
            return format_general(near, None);
        }
        return short;
    }
    out_of_range_text(&big)
}

/// Formats, approximately, a number that is out of the range of 64-bit floats.
fn out_of_range_text(big: &BigFloat) -> String {
    let bits = big.mant.bits() as i64;
    let unit = BigFloat::new(big.mant.clone(), -bits);
    let mut mantissa = unit.to_ieee(53, -1074);
    let decimal = (big.exp + bits) as f64 * std::f64::consts::LOG10_2;
    let mut exp = decimal as i64;
    mantissa *= libm::pow(10.0, decimal - exp as f64);
    if mantissa.abs() < 1.0 - 0.5e-6 {
        mantissa *= 10.0;
        exp -= 1;
    } else if mantissa.abs() >= 10.0 {
        mantissa /= 10.0;
        exp += 1;
    }
    let sign = if exp.is_negative() { '-' } else { '+' };
    format!("{}e{sign}{}", format_general(mantissa, Some(6)), exp.abs())
}

/// Formats like Go's `%.6g` (with `digits`) or `%g` (shortest form).
pub(crate) fn format_general(value: f64, digits: Option<usize>) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let scientific = match digits {
        Some(n) => format!("{value:.*e}", n - 1),
        None => format!("{value:e}"),
    };
    let (mantissa, exp) = scientific.split_once('e').expect("`{:e}` prints an exponent");
    let exp: i32 = exp.parse().expect("`{:e}` prints a decimal exponent");
    let mut shown: Vec<u8> = mantissa.bytes().filter(u8::is_ascii_digit).collect();
    while shown.len() > 1 && shown.last() == Some(&b'0') {
        shown.pop();
    }
    let shown = String::from_utf8(shown).expect("only digits");
    let sign = if value < 0.0 { "-" } else { "" };
    let limit = digits.unwrap_or_else(|| shown.len().max(21)) as i32;
    if exp < -4 || exp >= limit {
        let (head, tail) = shown.split_at(1);
        let dot = if tail.is_empty() { "" } else { "." };
        let exp_sign = if exp < 0 { '-' } else { '+' };
        return format!("{sign}{head}{dot}{tail}e{exp_sign}{:02}", exp.abs());
    }
    if exp < 0 {
        return format!("{sign}0.{}{shown}", "0".repeat((-exp - 1) as usize));
    }
    let whole = exp as usize + 1;
    if shown.len() <= whole {
        return format!("{sign}{shown}{}", "0".repeat(whole - shown.len()));
    }
    format!("{sign}{}.{}", &shown[..whole], &shown[whole..])
}

/// Formats the bytes as a Go string literal in double quotation marks.
pub(crate) fn quote(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            quote_char(&mut out, c);
        }
        for byte in chunk.invalid() {
            out.push_str(&format!("\\x{byte:02x}"));
        }
    }
    out.push('"');
    out
}

fn quote_char(out: &mut String, c: char) {
    match c {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\x07' => out.push_str("\\a"),
        '\x08' => out.push_str("\\b"),
        '\x0c' => out.push_str("\\f"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\x0b' => out.push_str("\\v"),
        ' '..='~' => out.push(c),
        _ if c < ' ' || c == '\x7f' => out.push_str(&format!("\\x{:02x}", u32::from(c))),
        _ if !is_printable(c) && (c as u32) < 0x1_0000 => {
            out.push_str(&format!("\\u{:04x}", u32::from(c)));
        }
        _ if !is_printable(c) => out.push_str(&format!("\\U{:08x}", u32::from(c))),
        _ => out.push(c),
    }
}

/// Reports whether Go prints the character unescaped; right for all but rare unassigned characters.
fn is_printable(c: char) -> bool {
    !c.is_control()
        && (!c.is_whitespace() || c == ' ')
        && !matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e000}'..='\u{f8ff}' | '\u{fffe}' | '\u{ffff}')
}
