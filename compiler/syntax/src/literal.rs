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

/// The code point of a rune literal with its quotes; none if there is nothing between them.
#[must_use]
pub fn decode_rune(literal: &str) -> Option<u32> {
    let inner = literal.strip_prefix('\'')?.strip_suffix('\'')?;
    match inner.strip_prefix('\\') {
        None => inner.chars().next().map(u32::from),
        Some(escape) => Some(match decode_escape(escape).0 {
            Unit::Byte(b) => u32::from(b),
            Unit::Char(c) => u32::from(c),
        }),
    }
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
