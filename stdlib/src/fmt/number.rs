//! Prints numbers and strings as the verbs of package fmt do.
//!
//! The functions are pure: the output that they write to is their only access to the machine.

use super::flags::{Flags, pad_written, truncate_text, write_padded, write_padding};
use crate::strconv::float;
use crate::strconv::integer::IntegerText;
use crate::strconv::quote::{UnescapedClass, can_backquote, is_print, write_quoted};
use crate::unicode::utf8;
use minigo_vm::native::Output;

const MAX_RUNE: u64 = 0x10_FFFF;

/// Appends the integer `u` in base 2, 8, 10 or 16, with the letters of `verb`; `u` is a signed number if `signed` is
/// set.
pub(crate) fn format_integer(
    out: &mut Output<'_>,
    f: &Flags,
    u: u64,
    base: u64,
    signed: bool,
    verb: u8,
) {
    let negative = signed && (u as i64) < 0;
    let u = if negative { u.wrapping_neg() } else { u };
    let mut digits = 0;
    if let Some(precision) = f.precision() {
        digits = precision;
        if digits == 0 && u == 0 {
            write_padding(out, &f.without_zero(), f.width());
            return;
        }
    } else if f.zero && !f.minus && f.has_width {
        digits = f.width() - usize::from((negative || f.plus || f.space) && f.width() > 0);
    }
    let number = IntegerText::unsigned(u, base);
    let mut text = number.bytes().to_vec();
    if verb == b'X' {
        text.make_ascii_uppercase();
    }
    let mut prefix = match (negative, f.plus, f.space) {
        (true, ..) => "-",
        (_, true, _) => "+",
        (.., true) => " ",
        _ => "",
    }
    .to_owned();
    let octal_zero = f.sharp && base == 8 && text[0] != b'0' && digits <= text.len();
    prefix.push_str(match (f.sharp, base) {
        (true, 2) => "0b",
        (true, 16) if verb == b'X' => "0X",
        (true, 16) => "0x",
        _ if verb == b'O' => "0o",
        _ => "",
    });
    if octal_zero {
        prefix.push('0');
    }
    let zeros = digits.saturating_sub(text.len());
    let spaces = f.width().saturating_sub(prefix.len() + zeros + text.len());
    if !f.minus {
        out.fill(b' ', spaces);
    }
    out.append(prefix.as_bytes());
    out.fill(b'0', zeros);
    out.append(&text);
    if f.minus {
        out.fill(b' ', spaces);
    }
}

/// Appends `v` in the format `verb` of strconv with `precision` digits, unless the flags have a precision.
pub(crate) fn format_float(
    out: &mut Output<'_>,
    f: &Flags,
    v: f64,
    bits: i64,
    verb: u8,
    precision: i64,
) {
    let precision = if f.has_precision { f.precision } else { precision };
    // The text is about as long as the precision, which is at most a million.
    let mut text = Vec::new();
    float::format_float(&mut text, v, verb, precision, bits);
    let (mut sign, text) = match &text[..] {
        [sign @ (b'-' | b'+'), rest @ ..] => (*sign, rest),
        text => (b'+', text),
    };
    if f.space && sign == b'+' && !f.plus {
        sign = b' ';
    }
    if matches!(text[0], b'I' | b'N') {
        let f = f.without_zero();
        if text[0] == b'N' && !f.space && !f.plus {
            write_padded(out, &f, text);
        } else {
            write_padded(out, &f, &[&[sign], text].concat());
        }
        return;
    }
    let text =
        if f.sharp && verb != b'b' { alternate_form(text, verb, precision) } else { text.to_vec() };
    if !f.plus && sign == b'+' {
        write_padded(out, f, &text);
        return;
    }
    if f.zero && !f.minus && f.width() > text.len() + 1 {
        out.append(&[sign]);
        write_padding(out, f, f.width() - text.len() - 1);
        out.append(&text);
        return;
    }
    write_padded(out, f, &[&[sign], &text[..]].concat());
}

/// Converts the number `text`, which has no sign, to the form of the flag #: with a decimal point and, for the formats
/// that drop trailing zeros, with all significant digits.
fn alternate_form(text: &[u8], verb: u8, precision: i64) -> Vec<u8> {
    let mut missing = match verb {
        b'g' | b'G' | b'x' if precision < 0 => 6,
        b'g' | b'G' | b'x' => precision,
        _ => 0,
    };
    let (mut point, mut significant, mut end) = (false, false, text.len());
    for (i, c) in text.iter().enumerate() {
        match c {
            b'.' => point = true,
            b'p' | b'P' => {
                end = i;
                break;
            }
            b'e' | b'E' if !matches!(verb, b'x' | b'X') => {
                end = i;
                break;
            }
            _ => {
                significant |= *c != b'0';
                missing -= i64::from(significant);
            }
        }
    }
    let mut out = text[..end].to_vec();
    if !point {
        missing -= i64::from(out == b"0");
        out.push(b'.');
    }
    out.resize(out.len() + missing.max(0) as usize, b'0');
    out.extend_from_slice(&text[end..]);
    out
}

/// Appends a complex number.
pub(crate) fn format_complex(
    out: &mut Output<'_>,
    f: &Flags,
    v: [f64; 2],
    bits: i64,
    verb: u8,
    precision: i64,
) {
    out.append(b"(");
    format_float(out, f, v[0], bits / 2, verb, precision);
    format_float(out, &Flags { plus: true, ..*f }, v[1], bits / 2, verb, precision);
    out.append(b"i)");
}

/// Appends `u` in the form U+0078, with the flag # in the form U+0078 'x'.
pub(crate) fn format_unicode(out: &mut Output<'_>, f: &Flags, u: u64) {
    let digits = f.precision().unwrap_or(4).max(4);
    let mut text = format!("U+{u:0digits$X}");
    if f.sharp && u <= MAX_RUNE && is_print(u as u32) {
        let c = char::from_u32(u as u32).unwrap_or(char::REPLACEMENT_CHARACTER);
        text.push_str(&format!(" '{c}'"));
    }
    write_padded(out, &f.without_zero(), text.as_bytes());
}

/// Appends the character `rune`.
pub(crate) fn format_rune(out: &mut Output<'_>, f: &Flags, rune: u64) {
    let (bytes, size) = utf8::encode(u32::try_from(rune).unwrap_or(utf8::RUNE_ERROR));
    write_padded(out, f, &bytes[..size]);
}

/// Appends the character `rune` as a quoted literal.
pub(crate) fn format_quoted_rune(out: &mut Output<'_>, f: &Flags, rune: u64) {
    let keep = if f.plus { UnescapedClass::Ascii } else { UnescapedClass::Printable };
    let (bytes, size) = utf8::encode(u32::try_from(rune).unwrap_or(utf8::RUNE_ERROR));
    pad_written(out, f, |out| write_quoted(out, &bytes[..size], b'\'', keep));
}

/// Appends the string `s`, cut to the precision.
pub(crate) fn format_string(out: &mut Output<'_>, f: &Flags, s: &[u8]) {
    write_padded(out, f, truncate_text(f, s));
}

/// Appends the string `s`, cut to the precision, as a quoted literal.
pub(crate) fn format_quoted(out: &mut Output<'_>, f: &Flags, s: &[u8]) {
    let s = truncate_text(f, s);
    pad_written(out, f, |out| {
        if f.sharp && can_backquote(s) {
            out.append(b"`");
            out.append(s);
            out.append(b"`");
        } else {
            write_quoted(
                out,
                s,
                b'"',
                if f.plus { UnescapedClass::Ascii } else { UnescapedClass::Printable },
            );
        }
    });
}

/// Appends the bytes of `s` in hexadecimal, with the flags # and space.
pub(crate) fn format_hex(out: &mut Output<'_>, f: &Flags, s: &[u8], verb: u8) {
    let s = &s[..f.precision().map_or(s.len(), |n| n.min(s.len()))];
    let digits = if verb == b'X' { b"0123456789ABCDEF" } else { b"0123456789abcdef" };
    pad_written(out, f, |out| {
        for (i, byte) in s.iter().enumerate() {
            if f.space && i > 0 {
                out.append(b" ");
            }
            if f.sharp && (i == 0 || f.space) {
                out.append(&[b'0', verb]);
            }
            out.append(&[digits[usize::from(byte >> 4)], digits[usize::from(byte & 15)]]);
        }
    });
}
