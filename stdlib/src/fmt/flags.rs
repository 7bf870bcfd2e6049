//! A verb's flags as package fmt keeps them, and padding of texts according to the flags.
//!
//! All formatting of package fmt uses this module. The module reads the flags and otherwise depends on no state.

use crate::strconv::quote::UnescapedClass;
use crate::unicode::utf8;
use minigo_vm::native::Output;

/// The flags of a verb, with the same fields as type `flags` of `print.go`.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Flags {
    pub(crate) width: i64,
    pub(crate) precision: i64,
    pub(crate) has_width: bool,
    pub(crate) has_precision: bool,
    pub(crate) minus: bool,
    pub(crate) plus: bool,
    pub(crate) sharp: bool,
    pub(crate) space: bool,
    pub(crate) zero: bool,
    pub(crate) plus_v: bool,
    pub(crate) sharp_v: bool,
}

impl Flags {
    /// Reports whether an integer is printed without padding, precision or an added sign or space.
    pub(crate) fn are_plain_for_integer(&self) -> bool {
        !(self.has_width || self.has_precision || self.plus || self.space)
    }

    /// Reports whether a text may be printed part by part with the same result as in one piece.
    pub(crate) fn allow_printing_in_parts(&self) -> bool {
        !(self.has_width || self.has_precision || self.space || self.sharp)
    }

    /// Returns the class of characters that a quoted text keeps unescaped.
    pub(crate) fn unescaped_class(&self) -> UnescapedClass {
        if self.plus { UnescapedClass::Ascii } else { UnescapedClass::Printable }
    }

    /// Returns the width, 0 if there is none.
    pub(crate) fn width(&self) -> usize {
        if self.has_width { usize::try_from(self.width).unwrap_or(0) } else { 0 }
    }

    /// Returns the precision if there is one.
    pub(crate) fn precision(&self) -> Option<usize> {
        self.has_precision.then(|| usize::try_from(self.precision).unwrap_or(0))
    }

    /// Returns the flags without the flag for zero padding.
    pub(crate) fn without_zero(self) -> Self {
        Self { zero: false, ..self }
    }
}

/// Writes `n` bytes of padding: spaces or zeros.
pub(crate) fn write_padding(out: &mut Output<'_>, f: &Flags, n: usize) {
    let byte = if f.zero && !f.minus { b'0' } else { b' ' };
    out.fill(byte, n);
}

/// Writes `text`, padded to the width.
pub(crate) fn write_padded(out: &mut Output<'_>, f: &Flags, text: &[u8]) {
    pad_written(out, f, |out| out.append(text));
}

/// Runs `write` and pads the text that it writes to the width.
pub(crate) fn pad_written(out: &mut Output<'_>, f: &Flags, write: impl FnOnce(&mut Output<'_>)) {
    let start = out.len();
    write(out);
    let n = match f.width() {
        0 => 0,
        width => width.saturating_sub(utf8::count_runes(out.written_bytes(start))),
    };
    if n > 0 {
        write_padding(out, f, n);
        if !f.minus {
            // Moves at most `width` bytes, because a text longer than the width is not padded.
            out.written_bytes(start).rotate_right(n);
        }
    }
}

/// Returns `text` cut to the precision, which counts runes.
pub(crate) fn truncate_text<'a>(f: &Flags, text: &'a [u8]) -> &'a [u8] {
    let Some(n) = f.precision() else { return text };
    match utf8::decode_runes(text).nth(n) {
        Some((at, ..)) => &text[..at],
        None => text,
    }
}
