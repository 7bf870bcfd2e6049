//! Decodes literals: their text in, their value out.
//!
//! Pure functions apart from the scanner, since the checker calls them long after scanning. They expect text that
//! the scanner found well formed.

/// The bytes of a string literal with its quotes; raw strings lose their carriage returns.
///
/// A `\xff` or `\377` escape yields a byte that need not be valid UTF-8.
#[must_use]
pub fn decode_string(literal: &str) -> Vec<u8> {
    let inner = literal.get(1..literal.len().saturating_sub(1)).unwrap_or_default();
    if literal.starts_with('`') {
        return inner.bytes().filter(|&b| b != b'\r').collect();
    }
    if !inner.contains('\\') {
        return inner.as_bytes().to_vec();
    }
    let mut out = Vec::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(at) = rest.find('\\') {
        out.extend_from_slice(&rest.as_bytes()[..at]);
        rest = &rest[at + 1..];
        let (unit, used) = decode_escape(rest);
        match unit {
            Unit::Byte(b) => out.push(b),
            Unit::Char(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
        rest = &rest[used..];
    }
    out.extend_from_slice(rest.as_bytes());
    out
}

/// The code point of a rune literal with its quotes.
#[must_use]
pub fn decode_rune(literal: &str) -> u32 {
    let inner = literal.get(1..).unwrap_or_default();
    match inner.strip_prefix('\\') {
        None => inner.chars().next().map_or(0, u32::from),
        Some(escape) => match decode_escape(escape).0 {
            Unit::Byte(b) => u32::from(b),
            Unit::Char(c) => u32::from(c),
        },
    }
}

/// A number's text as its value is read from it: no underscores, no imaginary unit, digits of `radix`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Number {
    /// 2, 8, 10 or 16.
    pub radix: u32,
    /// Digits of an integer, or of a float with its point and exponent (`1.5e10`; in radix 16 the exponent is
    /// binary and begins with `p`).
    pub digits: String,
    /// Whether it ended in `i`.
    pub imaginary: bool,
}

/// Takes a number literal apart.
#[must_use]
pub fn decode_number(literal: &str) -> Number {
    let (body, imaginary) = match literal.strip_suffix('i') {
        Some(body) => (body, true),
        None => (literal, false),
    };
    let mut digits: String = body.chars().filter(|&c| c != '_').collect();
    digits.make_ascii_lowercase();
    let plain = |digits: &str| digits.bytes().all(|b| b.is_ascii_digit());
    let radix = match digits.get(..2) {
        Some("0x") => 16,
        Some("0o") => 8,
        Some("0b") => 2,
        // `0123i` is decimal for backward compatibility, as is `0123.5`.
        _ if digits.len() > 1 && digits.starts_with('0') && plain(&digits) && !imaginary => {
            digits.remove(0);
            return Number { radix: 8, digits, imaginary };
        }
        _ => return Number { radix: 10, digits, imaginary },
    };
    digits.drain(..2);
    Number { radix, digits, imaginary }
}

enum Unit {
    Byte(u8),
    Char(char),
}

/// Decodes what follows a backslash; also how many bytes that was.
fn decode_escape(text: &str) -> (Unit, usize) {
    let number = |from: usize, to: usize, radix: u32| {
        text.get(from..to).and_then(|t| u32::from_str_radix(t, radix).ok()).unwrap_or(0)
    };
    let char_of = |code: u32| Unit::Char(char::from_u32(code).unwrap_or('\u{fffd}'));
    match text.as_bytes().first() {
        Some(b'a') => (Unit::Byte(7), 1),
        Some(b'b') => (Unit::Byte(8), 1),
        Some(b'f') => (Unit::Byte(12), 1),
        Some(b'n') => (Unit::Byte(b'\n'), 1),
        Some(b'r') => (Unit::Byte(b'\r'), 1),
        Some(b't') => (Unit::Byte(b'\t'), 1),
        Some(b'v') => (Unit::Byte(11), 1),
        Some(b'x') => (Unit::Byte(number(1, 3, 16) as u8), 3),
        Some(b'u') => (char_of(number(1, 5, 16)), 5),
        Some(b'U') => (char_of(number(1, 9, 16)), 9),
        Some(b'0'..=b'7') => (Unit::Byte(number(0, 3, 8) as u8), 3),
        Some(&b) => (Unit::Byte(b), 1),
        None => (Unit::Byte(b'\\'), 0),
    }
}
