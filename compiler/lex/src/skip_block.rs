//! Skips a block without scanning its tokens.
//!
//! Only strings, runes and comments affect whether braces match, so nothing else is distinguished. Whether the block is
//! valid Go is decided by the parser, when the block is reached.

use memchr::{memchr, memmem};

/// The offset after the brace that closes the one at `open`; `None` if there is none.
#[must_use]
pub(crate) fn offset_after_block(text: &str, open: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (open, 0_usize);
    loop {
        at += bytes[at..].iter().position(|&b| IS_DELIMITER_BYTE[usize::from(b)])?;
        let rest = &bytes[at + 1..];
        at += 1;
        match bytes[at - 1] {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            b'`' => at += memchr(b'`', rest)? + 1,
            b'/' => match rest.first() {
                Some(b'/') => at += memchr(b'\n', rest)?,
                Some(b'*') => at += memmem::find(&rest[1..], b"*/")? + 3,
                _ => {}
            },
            quote => at += length_to_quote(rest, quote)?,
        }
    }
}

/// The length of the rest of a string or rune literal, with the closing quotation mark.
fn length_to_quote(rest: &[u8], quote: u8) -> Option<usize> {
    let mut at = 0;
    loop {
        match *rest.get(at)? {
            b if b == quote => return Some(at + 1),
            b'\\' => at += 2,
            b'\n' => return None,
            _ => at += 1,
        }
    }
}

/// The bytes at which a brace, a string, a rune or a comment may begin or end.
const IS_DELIMITER_BYTE: [bool; 256] = {
    let mut table = [false; 256];
    let bytes = b"{}`\"'/";
    let mut at = 0;
    while at < bytes.len() {
        table[bytes[at] as usize] = true;
        at += 1;
    }
    table
};
