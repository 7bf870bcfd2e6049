//! UTF-8 as Go decodes it: an invalid encoding yields U+FFFD of width 1.
//!
//! Every native that decodes runes uses this module, since Go strings may contain invalid UTF-8 and Rust's `str` may
//! not.

/// The rune that stands for invalid bytes.
pub(crate) const RUNE_ERROR: u32 = 0xFFFD;

/// Returns the first rune of `p` and its width; `(RUNE_ERROR, 0)` if `p` is empty, `(RUNE_ERROR, 1)` if `p` begins with
/// no valid encoding.
#[inline]
pub(crate) fn decode(p: &[u8]) -> (u32, usize) {
    match *p {
        [] => (RUNE_ERROR, 0),
        [a, ..] if a < 0x80 => (u32::from(a), 1),
        [a @ 0xC2..=0xDF, b @ 0x80..=0xBF, ..] => {
            (u32::from(a & 0x1F) << 6 | continuation_bits(b), 2)
        }
        [a @ 0xE0..=0xEF, b, c @ 0x80..=0xBF, ..] => {
            let (min, max) = match a {
                0xE0 => (0xA0, 0xBF),
                0xED => (0x80, 0x9F),
                _ => (0x80, 0xBF),
            };
            if b < min || max < b {
                return (RUNE_ERROR, 1);
            }
            (u32::from(a & 0x0F) << 12 | continuation_bits(b) << 6 | continuation_bits(c), 3)
        }
        [a @ 0xF0..=0xF4, b, c @ 0x80..=0xBF, d @ 0x80..=0xBF, ..] => {
            let (min, max) = match a {
                0xF0 => (0x90, 0xBF),
                0xF4 => (0x80, 0x8F),
                _ => (0x80, 0xBF),
            };
            if b < min || max < b {
                return (RUNE_ERROR, 1);
            }
            (
                u32::from(a & 0x07) << 18
                    | continuation_bits(b) << 12
                    | continuation_bits(c) << 6
                    | continuation_bits(d),
                4,
            )
        }
        _ => (RUNE_ERROR, 1),
    }
}

fn continuation_bits(b: u8) -> u32 {
    u32::from(b & 0x3F)
}

/// Returns the last rune of `p` and its width, with errors as in [`decode`].
pub(crate) fn decode_last(p: &[u8]) -> (u32, usize) {
    let end = p.len();
    for start in (end.saturating_sub(4)..end).rev() {
        if p[start] & 0xC0 != 0x80 {
            let (rune, size) = decode(&p[start..]);
            return if start + size == end { (rune, size) } else { (RUNE_ERROR, 1) };
        }
    }
    (RUNE_ERROR, end.min(1))
}

/// Returns the runes of `p`, each as its offset, the rune and its width.
pub(crate) fn decode_runes(p: &[u8]) -> impl Iterator<Item = (usize, u32, usize)> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let (rune, size) = decode(&p[at..]);
        let item = (at, rune, size);
        at += size;
        (size > 0).then_some(item)
    })
}

/// Returns the number of runes in `p`; each invalid byte counts as one.
pub(crate) fn count_runes(p: &[u8]) -> usize {
    match std::str::from_utf8(p) {
        Ok(text) => text.chars().count(),
        Err(_) => decode_runes(p).count(),
    }
}

/// Returns the encoding of `rune` and its length; an invalid rune is encoded as [`RUNE_ERROR`].
pub(crate) fn encode(rune: u32) -> ([u8; 4], usize) {
    let c = char::from_u32(rune).unwrap_or(char::REPLACEMENT_CHARACTER);
    let mut bytes = [0; 4];
    let size = c.encode_utf8(&mut bytes).len();
    (bytes, size)
}
