//! Finds the end of a function body without scanning tokens.
//!
//! A module of its own since it is the hot loop of starting up: library packages are loaded with their bodies left
//! for later, so most of their text passes through here.

/// How many bytes of `rest`, which begins after a `{`, reach past the matching `}` (all of it, if none matches).
#[must_use]
pub(crate) fn body_length(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let mut depth = 1usize;
    let mut at = 0;
    while let Some(&b) = bytes.get(at) {
        at += 1;
        if !SPECIAL[usize::from(b)] {
            continue;
        }
        match b {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return at;
                }
            }
            b'"' | b'\'' => at = quoted_end(bytes, at, b),
            b'`' => at = find(bytes, at, b"`"),
            _ => match bytes.get(at) {
                Some(b'/') => at = find(bytes, at, b"\n"),
                Some(b'*') => at = find(bytes, at + 1, b"*/"),
                _ => {}
            },
        }
    }
    bytes.len()
}

/// The bytes at which the search has to stop and look.
const SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let stops = b"{}\"'`/";
    let mut i = 0;
    while i < stops.len() {
        table[stops[i] as usize] = true;
        i += 1;
    }
    table
};

/// The offset after the closing `quote`, or of the newline that ends the literal early.
fn quoted_end(bytes: &[u8], mut at: usize, quote: u8) -> usize {
    while let Some(&b) = bytes.get(at) {
        at += 1;
        match b {
            b'\\' => at += 1,
            b'\n' => return at,
            b if b == quote => return at,
            _ => {}
        }
    }
    bytes.len()
}

/// The offset after the next `needle`.
fn find(bytes: &[u8], from: usize, needle: &[u8]) -> usize {
    let Some(rest) = bytes.get(from..) else { return bytes.len() };
    rest.windows(needle.len())
        .position(|w| w == needle)
        .map_or(bytes.len(), |i| from + i + needle.len())
}
