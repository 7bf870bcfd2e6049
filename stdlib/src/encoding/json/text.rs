//! Conversions of JSON texts: strings with escapes, and values with other white space.

use super::scan;
use crate::byte_sink::ByteSink;
use crate::unicode::utf8;

const HEX: &[u8; 16] = b"0123456789abcdef";

fn hex_digits(b: u8) -> [u8; 2] {
    [HEX[usize::from(b >> 4)], HEX[usize::from(b & 15)]]
}

/// The characters that are written as escapes although JSON does not demand it.
#[derive(Clone, Copy)]
pub(super) struct Escapes {
    /// `<`, `>` and `&`.
    pub(super) escapes_html: bool,
    /// U+2028 and U+2029, which are line breaks in JavaScript.
    pub(super) escapes_js: bool,
}

/// The escapes of package encoding/json.
pub(super) const ALL_ESCAPES: Escapes = Escapes { escapes_html: true, escapes_js: true };

/// Reports whether a byte needs no escape in a JSON string; `html` demands escapes for HTML too.
fn needs_no_escape(c: u8, html: bool) -> bool {
    (b' '..0x80).contains(&c)
        && c != b'"'
        && c != b'\\'
        && !(html && matches!(c, b'<' | b'>' | b'&'))
}

/// Writes `s` as a quoted JSON string.
pub(super) fn write_quoted(out: &mut impl ByteSink, s: &[u8], escapes: Escapes) {
    out.put(b"\"");
    write_string_content(out, s, escapes);
    out.put(b"\"");
}

/// Writes the inside of a quoted string, without the quotes. A long text may be passed as successive parts that end at
/// rune boundaries.
pub(super) fn write_string_content(out: &mut impl ByteSink, s: &[u8], escapes: Escapes) {
    let html = escapes.escapes_html;
    let (mut from, mut i) = (0, 0);
    while let Some(c) = s.get(i).copied() {
        if needs_no_escape(c, html) {
            i += 1;
            continue;
        }
        let (rune, size) = if c < 0x80 { (u32::from(c), 1) } else { utf8::decode(&s[i..]) };
        if c >= 0x80
            && !(rune == 0xFFFD && size == 1)
            && !(escapes.escapes_js && matches!(rune, 0x2028 | 0x2029))
        {
            i += size;
            continue;
        }
        out.put(&s[from..i]);
        match c {
            b'"' | b'\\' => out.put(&[b'\\', c]),
            8 => out.put(b"\\b"),
            12 => out.put(b"\\f"),
            b'\n' => out.put(b"\\n"),
            b'\r' => out.put(b"\\r"),
            b'\t' => out.put(b"\\t"),
            ..0x80 => {
                out.put(b"\\u00");
                out.put(&hex_digits(c));
            }
            _ if rune == 0xFFFD => out.put("\u{fffd}".as_bytes()),
            _ => out.put(&[b'\\', b'u', b'2', b'0', b'2', HEX[rune as usize & 15]]),
        }
        i += size;
        from = i;
    }
    out.put(&s[from..]);
}

/// Writes the string that a valid string literal denotes.
pub(super) fn write_unquoted(out: &mut impl ByteSink, literal: &[u8]) {
    let s = &literal[1..literal.len() - 1];
    let mut i = 0;
    while i < s.len() {
        let plain = s[i..].iter().take_while(|c| **c != b'\\' && **c < 0x80).count();
        out.put(&s[i..i + plain]);
        i += plain;
        match s.get(i) {
            None => {}
            Some(b'\\') => i = write_unescaped(out, s, i),
            Some(_) => {
                let (rune, size) = utf8::decode(&s[i..]);
                put_rune(out, rune);
                i += size;
            }
        }
    }
}

/// Writes the rune that the escape at `i` denotes, and returns the index behind the escape.
fn write_unescaped(out: &mut impl ByteSink, s: &[u8], i: usize) -> usize {
    match s[i + 1] {
        b'b' => out.put(&[8]),
        b'f' => out.put(&[12]),
        b'n' => out.put(b"\n"),
        b'r' => out.put(b"\r"),
        b't' => out.put(b"\t"),
        b'u' => {
            let rune = hex4(&s[i + 2..]);
            if (0xD800..0xDC00).contains(&rune)
                && s[i + 6..].starts_with(b"\\u")
                && s.len() >= i + 12
            {
                let low = hex4(&s[i + 8..]);
                if (0xDC00..0xE000).contains(&low) {
                    put_rune(out, ((rune - 0xD800) << 10) + (low - 0xDC00) + 0x1_0000);
                    return i + 12;
                }
            }
            put_rune(out, rune);
            return i + 6;
        }
        c => out.put(&[c]),
    }
    i + 2
}

pub(super) fn hex4(digits: &[u8]) -> u32 {
    let value = |c: u8| char::from(c).to_digit(16).unwrap_or(0);
    digits[..4].iter().fold(0, |n, c| n << 4 | value(*c))
}

/// Writes a rune, or U+FFFD if `rune` is not a valid one.
fn put_rune(out: &mut impl ByteSink, rune: u32) {
    let rune = char::from_u32(rune).unwrap_or(char::REPLACEMENT_CHARACTER);
    out.put(rune.encode_utf8(&mut [0; 4]).as_bytes());
}

/// The progress in writing a valid JSON text.
#[derive(Clone, Copy, Default)]
pub(super) struct WriteProgress {
    pub(super) input_index: usize,
    in_string: bool,
    depth: usize,
}

/// Returns the index behind the string's closing quote, and true; or an index near `limit` that splits neither a rune
/// nor an escape, and false.
fn string_part_end(src: &[u8], from: usize, limit: usize) -> (usize, bool) {
    let mut i = from;
    while i < limit {
        match src[i] {
            b'"' => return (i + 1, true),
            b'\\' => i = src.len().min(i + 2),
            _ => i += 1,
        }
    }
    // Passes the continuation bytes of a rune; valid UTF-8 has at most three in a row.
    while i < src.len() && i < limit + 4 && src[i] & 0xC0 == 0x80 {
        i += 1;
    }
    (i, false)
}

impl WriteProgress {
    /// Writes a value without white space, up to about `limit`.
    pub(super) fn write_compact(
        &mut self,
        out: &mut impl ByteSink,
        src: &[u8],
        html: bool,
        limit: usize,
    ) {
        let limit = limit.min(src.len());
        while self.input_index < limit {
            let i = self.input_index;
            if self.in_string {
                let (end, is_end) = string_part_end(src, i, limit);
                if html {
                    write_escaped(out, &src[i..end], ALL_ESCAPES);
                } else {
                    out.put(&src[i..end]);
                }
                (self.input_index, self.in_string) = (end, !is_end);
                continue;
            }
            match src[i] {
                b' ' | b'\n' | b'\t' | b'\r' => self.input_index += 1,
                b'"' => {
                    out.put(b"\"");
                    (self.input_index, self.in_string) = (i + 1, true);
                }
                _ => {
                    let stops = |c: &&u8| !matches!(c, b' ' | b'\n' | b'\t' | b'\r' | b'"');
                    let n = src[i..limit].iter().take_while(stops).count();
                    out.put(&src[i..i + n]);
                    self.input_index += n;
                }
            }
        }
    }
}

/// Writes the JSON text `src` with the characters that `escapes` selects as escapes.
pub(super) fn write_escaped(out: &mut impl ByteSink, src: &[u8], escapes: Escapes) {
    let (mut from, mut i) = (0, 0);
    while let Some(c) = src.get(i) {
        let is_break = escapes.escapes_js
            && *c == 0xE2
            && matches!(src.get(i + 1..i + 3), Some([0x80, 0xA8 | 0xA9]));
        if !(is_break || escapes.escapes_html && matches!(c, b'<' | b'>' | b'&')) {
            i += 1;
            continue;
        }
        out.put(&src[from..i]);
        if is_break {
            out.put(b"\\u202");
            out.put(&hex_digits(src[i + 2])[1..]);
            i += 2;
        } else {
            out.put(b"\\u00");
            out.put(&hex_digits(*c));
        }
        i += 1;
        from = i;
    }
    out.put(&src[from..]);
}

/// The prefix and the indentation of a value's lines.
pub(super) struct Indentation<'a> {
    pub(super) prefix: &'a [u8],
    pub(super) indent: &'a [u8],
    /// The offset of the white space at the end of the text, which is written unchanged.
    pub(super) trailing_space_start: usize,
}

impl<'a> Indentation<'a> {
    pub(super) fn new(src: &[u8], prefix: &'a [u8], indent: &'a [u8]) -> Self {
        let is_space = |c: &u8| matches!(c, b' ' | b'\n' | b'\t' | b'\r');
        let end = src.len() - src.iter().rev().take_while(|c| is_space(c)).count();
        Self { prefix, indent, trailing_space_start: end }
    }

    fn write_line_break(&self, out: &mut impl ByteSink, depth: usize) {
        out.put(b"\n");
        out.put(self.prefix);
        (0..depth).for_each(|_| out.put(self.indent));
    }

    /// Writes a value with each element on a line of its own, up to about `limit`; returns true at the end of the text.
    pub(super) fn write(
        &self,
        out: &mut impl ByteSink,
        src: &[u8],
        place: &mut WriteProgress,
        limit: usize,
    ) -> bool {
        let limit = limit.min(self.trailing_space_start);
        while place.input_index < limit {
            let i = place.input_index;
            if place.in_string {
                let (end, is_end) = string_part_end(src, i, limit);
                out.put(&src[i..end]);
                (place.input_index, place.in_string) = (end, !is_end);
                continue;
            }
            let c = src[i];
            place.input_index += 1;
            match c {
                b' ' | b'\n' | b'\t' | b'\r' => {}
                b'"' => {
                    out.put(b"\"");
                    place.in_string = true;
                }
                b'{' | b'[' => {
                    out.put(&[c]);
                    let next = scan::skip_space(src, i + 1);
                    if src.get(next) == Some(&(c + 2)) {
                        out.put(&[c + 2]);
                        place.input_index = next + 1;
                        continue;
                    }
                    place.depth += 1;
                    self.write_line_break(out, place.depth);
                }
                b'}' | b']' => {
                    place.depth = place.depth.saturating_sub(1);
                    self.write_line_break(out, place.depth);
                    out.put(&[c]);
                }
                b',' => {
                    out.put(b",");
                    self.write_line_break(out, place.depth);
                }
                b':' => out.put(b": "),
                _ => out.put(&[c]),
            }
        }
        if place.input_index >= self.trailing_space_start {
            out.put(&src[self.trailing_space_start..]);
        }
        place.input_index >= self.trailing_space_start
    }
}
