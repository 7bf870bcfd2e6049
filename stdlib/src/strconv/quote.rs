//! Quoting of strings as Go literals.
//!
//! The functions are pure.

use crate::byte_sink::ByteSink;
use crate::unicode::tables::{category, category_of};
use crate::unicode::utf8;

/// Reports whether Go considers a rune printable.
pub(crate) fn is_print(rune: u32) -> bool {
    rune == 0x20 || category_of(rune) & category::PRINT != 0
}

/// Reports whether Go considers a rune graphic.
pub(crate) fn is_graphic(rune: u32) -> bool {
    category_of(rune) & category::GRAPHIC != 0
}

/// The class of runes that are not escaped, numbered as in `quote.go`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UnescapedClass {
    Printable,
    Ascii,
    Graphic,
}

/// Writes `s` as a literal between two `quote`s.
pub(crate) fn write_quoted(out: &mut impl ByteSink, s: &[u8], quote: u8, keep: UnescapedClass) {
    out.put(&[quote]);
    write_literal_content(out, s, quote, keep);
    out.put(&[quote]);
}

/// Writes the inside of a quoted string, without the quotes. A long text may be passed as successive parts that end at
/// rune boundaries.
pub(crate) fn write_literal_content(
    out: &mut impl ByteSink,
    s: &[u8],
    quote: u8,
    keep: UnescapedClass,
) {
    // Runes without escapes are written in runs.
    let mut from = 0;
    for (at, rune, size) in utf8::decode_runes(s) {
        if needs_no_escape(rune, size, quote, keep) {
            continue;
        }
        out.put(&s[from..at]);
        from = at + size;
        if rune == utf8::RUNE_ERROR && size == 1 {
            write_hex_escape(out, b'x', u32::from(s[at]), 2);
        } else {
            write_escape(out, rune, quote);
        }
    }
    out.put(&s[from..]);
}

/// Reports whether a rune of `size` bytes needs no escape.
fn needs_no_escape(rune: u32, size: usize, quote: u8, keep: UnescapedClass) -> bool {
    if rune == u32::from(quote) || rune == u32::from(b'\\') || rune == utf8::RUNE_ERROR && size == 1
    {
        return false;
    }
    match keep {
        UnescapedClass::Ascii => rune < 0x80 && is_print(rune),
        UnescapedClass::Printable => is_print(rune),
        UnescapedClass::Graphic => is_graphic(rune),
    }
}

/// Writes a backslash, a letter, and `digits` hexadecimal digits.
fn write_hex_escape(out: &mut impl ByteSink, letter: u8, n: u32, digits: usize) {
    let mut text = [b'0'; 10];
    (text[0], text[1]) = (b'\\', letter);
    for (i, c) in text[2..2 + digits].iter_mut().rev().enumerate() {
        *c = b"0123456789abcdef"[(n >> (4 * i) & 15) as usize];
    }
    out.put(&text[..2 + digits]);
}

fn write_escape(out: &mut impl ByteSink, rune: u32, quote: u8) {
    if rune == u32::from(quote) || rune == u32::from(b'\\') {
        out.put(&[b'\\', rune as u8]);
        return;
    }
    let letter = match rune {
        0x07 => b'a',
        0x08 => b'b',
        0x0C => b'f',
        0x0A => b'n',
        0x0D => b'r',
        0x09 => b't',
        0x0B => b'v',
        0..0x20 | 0x7F => return write_hex_escape(out, b'x', rune, 2),
        0x20..0x1_0000 => return write_hex_escape(out, b'u', rune, 4),
        _ => return write_hex_escape(out, b'U', rune, 8),
    };
    out.put(&[b'\\', letter]);
}

/// Reports whether `s` can be written unchanged between backquotes.
pub(crate) fn can_backquote(s: &[u8]) -> bool {
    utf8::decode_runes(s).all(|(_, rune, size)| match rune {
        utf8::RUNE_ERROR => size > 1,
        0xFEFF | 0x60 | 0x7F => false,
        _ => rune >= 0x20 || rune == 0x09,
    })
}
