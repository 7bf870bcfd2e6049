//! Decodes literals: from the source text to the value.
//!
//! The functions are pure and separate from the scanner, because the checker calls them long after scanning. The
//! functions accept every text without a panic. [`unquote`] is for texts that have not been scanned (directives, struct
//! tags), and rejects malformed ones.

/// Decodes a string literal, given with its quotation marks. Raw strings lose their carriage returns.
///
/// A `\xff` or `\377` escape stands for a byte, so the result need not be valid UTF-8. The backslash of a malformed
/// escape, which the scanner has reported, stands for itself.
#[must_use]
pub fn decode_string(literal: &str) -> Vec<u8> {
    let inner = literal.get(1..literal.len().saturating_sub(1)).unwrap_or_default();
    match literal.starts_with('`') {
        true => without_carriage_returns(inner),
        false => decode_escapes(inner).0,
    }
}

/// Decodes a well-formed string literal like Go's `strconv.Unquote`; `None` for any other text.
#[must_use]
pub fn unquote(literal: &str) -> Option<Vec<u8>> {
    if let Some(raw) = literal.strip_prefix('`') {
        let inner = raw.strip_suffix('`').filter(|inner| !inner.contains('`'))?;
        return Some(without_carriage_returns(inner));
    }
    let inner = literal.strip_prefix('"')?.strip_suffix('"')?;
    let (bytes, well_formed) = decode_escapes(inner);
    well_formed.then_some(bytes)
}

fn without_carriage_returns(text: &str) -> Vec<u8> {
    text.bytes().filter(|&b| b != b'\r').collect()
}

/// Decodes the inner part of an interpreted string, and reports whether it is well formed.
fn decode_escapes(inner: &str) -> (Vec<u8>, bool) {
    let mut out = Vec::with_capacity(inner.len());
    let (mut rest, mut well_formed) = (inner, true);
    while let Some(at) = rest.find(['\\', '"', '\n']) {
        let (before, special) = rest.split_at(at);
        out.extend_from_slice(before.as_bytes());
        let escape = special.strip_prefix('\\');
        match escape.and_then(|escape| Some((escape, decode_escape(escape, '"')?))) {
            Some((escape, (unit, used))) => {
                match unit {
                    EscapedUnit::Byte(b) => out.push(b),
                    EscapedUnit::Char(c) => {
                        out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                    }
                }
                rest = &escape[used..];
            }
            None => {
                well_formed = false;
                out.push(special.as_bytes()[0]);
                rest = &special[1..];
            }
        }
    }
    out.extend_from_slice(rest.as_bytes());
    (out, well_formed)
}

/// The code point of a rune literal, given with its quotation marks; `None` if it is empty or has a malformed escape.
#[must_use]
pub fn decode_rune(literal: &str) -> Option<u32> {
    let inner = literal.strip_prefix('\'')?.strip_suffix('\'')?;
    match inner.strip_prefix('\\') {
        None => inner.chars().next().map(u32::from),
        Some(escape) => Some(match decode_escape(escape, '\'')?.0 {
            EscapedUnit::Byte(b) => u32::from(b),
            EscapedUnit::Char(c) => u32::from(c),
        }),
    }
}

enum EscapedUnit {
    Byte(u8),
    Char(char),
}

/// Decodes the escape sequence after a backslash in a literal with this quotation mark. Returns the value and the
/// number of bytes read; `None` if there is no valid escape.
fn decode_escape(text: &str, quote: char) -> Option<(EscapedUnit, usize)> {
    let number = |from: usize, to: usize, radix: u32| {
        let digits = text.get(from..to).filter(|digits| digits.chars().all(|c| c.is_digit(radix)));
        u32::from_str_radix(digits?, radix).ok()
    };
    let char_of = |code: Option<u32>| Some(EscapedUnit::Char(char::from_u32(code?)?));
    let byte_of = |code: Option<u32>| Some(EscapedUnit::Byte(u8::try_from(code?).ok()?));
    Some(match text.as_bytes().first()? {
        b'a' => (EscapedUnit::Byte(7), 1),
        b'b' => (EscapedUnit::Byte(8), 1),
        b'f' => (EscapedUnit::Byte(12), 1),
        b'n' => (EscapedUnit::Byte(b'\n'), 1),
        b'r' => (EscapedUnit::Byte(b'\r'), 1),
        b't' => (EscapedUnit::Byte(b'\t'), 1),
        b'v' => (EscapedUnit::Byte(11), 1),
        b'\\' => (EscapedUnit::Byte(b'\\'), 1),
        b'x' => (byte_of(number(1, 3, 16))?, 3),
        b'u' => (char_of(number(1, 5, 16))?, 5),
        b'U' => (char_of(number(1, 9, 16))?, 9),
        b'0'..=b'7' => (byte_of(number(0, 3, 8))?, 3),
        _ if text.starts_with(quote) => (EscapedUnit::Byte(quote as u8), 1),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn well_formed_strings_are_decoded() {
        for (text, value) in [
            (r#""""#, &b""[..]),
            (r#""a\\\"b""#, b"a\\\"b"),
            (r#""\a\b\f\n\r\t\v""#, b"\x07\x08\x0c\n\r\t\x0b"),
            (r#""\xff\377\000""#, b"\xff\xff\0"),
            (r#""\u00e9\U0001F600é""#, "é\u{1f600}é".as_bytes()),
            ("`a\\x\r\n`", b"a\\x\n"),
        ] {
            assert_eq!(unquote(text).as_deref(), Some(value), "{text}");
            assert_eq!(decode_string(text), value, "{text}");
        }
        assert_eq!(decode_rune(r"'\''"), Some(39));
        assert_eq!(decode_rune(r"'\u00e9'"), Some(0xe9));
        assert_eq!(decode_rune(r"'\xff'"), Some(0xff));
    }

    /// Tests escapes cut off at each place and followed by various characters: decoding must not panic, and only
    /// complete escapes are well formed.
    #[test]
    fn malformed_literals_are_refused() {
        let whole = [r"\x41", r"\u0041", r"\U00000041", r"\101", r"\n", r"\\"];
        for escape in whole {
            for cut in 1..escape.len() {
                for next in ["", "é", "g", "\u{1f600}", "+", "\\", "\n", "'"] {
                    if cut == 1 && next == "\\" {
                        continue;
                    }
                    let text = format!("\"{}{next}\"", &escape[..cut]);
                    assert_eq!(unquote(&text), None, "{text}");
                    let _ = (decode_string(&text), decode_rune(&text.replace('"', "'")));
                    // The literal without its last character, and without its first.
                    let _ = (decode_string(&text[..text.len() - 1]), decode_string(&text[1..]));
                }
            }
        }
        for text in [
            "",
            "\"",
            "`",
            "é",
            "a",
            "\"a",
            "`a",
            "\"a`",
            "'a'",
            "\"a\"b\"",
            "`a`b`",
            "\"\n\"",
            r#""\""#,
            r#""\'""#,
            r#""\400""#,
            r#""\ud800""#,
            r#""\U00110000""#,
            r#""\q""#,
            r#""\x+1""#,
        ] {
            assert_eq!(unquote(text), None, "{text}");
            let _ = (decode_string(text), decode_rune(text));
        }
    }
}
