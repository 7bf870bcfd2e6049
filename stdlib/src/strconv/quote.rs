//! Quoting of strings as Go literals.
//!
//! A module of its own because it is pure.

use crate::unicode::tables::{category, category_of};
use crate::unicode::utf8;

/// Whether a rune is printable, by Go.
pub(crate) fn is_print(rune: u32) -> bool {
    rune == 0x20 || category_of(rune) & category::PRINT != 0
}

/// Whether a rune is graphic, by Go.
pub(crate) fn is_graphic(rune: u32) -> bool {
    category_of(rune) & category::GRAPHIC != 0
}

/// Which runes stay as they are, numbered as in `quote.go`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keep {
    Printable,
    Ascii,
    Graphic,
}

/// `s` as a literal between two `quote`s.
pub(crate) fn quote(s: &[u8], quote: u8, keep: Keep) -> Vec<u8> {
    let mut out = Vec::with_capacity(s.len() + 2);
    out.push(quote);
    for (at, rune, size) in utf8::runes(s) {
        if rune == utf8::ERROR && size == 1 {
            out.extend_from_slice(format!("\\x{:02x}", s[at]).as_bytes());
        } else {
            escape(&mut out, rune, quote, keep);
        }
    }
    out.push(quote);
    out
}

fn escape(out: &mut Vec<u8>, rune: u32, quote: u8, keep: Keep) {
    if rune == u32::from(quote) || rune == u32::from(b'\\') {
        out.extend_from_slice(&[b'\\', rune as u8]);
        return;
    }
    let kept = match keep {
        Keep::Ascii => rune < 0x80 && is_print(rune),
        Keep::Printable => is_print(rune),
        Keep::Graphic => is_graphic(rune),
    };
    if kept {
        utf8::push(out, rune);
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
        _ => {
            let text = match rune {
                0..0x20 | 0x7F => format!("\\x{rune:02x}"),
                0x20..0x1_0000 => format!("\\u{rune:04x}"),
                _ => format!("\\U{rune:08x}"),
            };
            out.extend_from_slice(text.as_bytes());
            return;
        }
    };
    out.extend_from_slice(&[b'\\', letter]);
}

/// Whether `s` can stand as it is between backquotes.
pub(crate) fn can_backquote(s: &[u8]) -> bool {
    utf8::runes(s).all(|(_, rune, size)| match rune {
        utf8::ERROR => size > 1,
        0xFEFF | 0x60 | 0x7F => false,
        _ => rune >= 0x20 || rune == 0x09,
    })
}
